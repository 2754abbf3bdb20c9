//! How many ways stand at each place after a half-move, by what they cost: those that are too many need not be followed.

/// Costs above the least that are told apart.
const COSTS: usize = 256;

/// The ways at one place.
struct Crowd {
    /// How many cost so much more than the least.
    counts: [u32; COSTS],
    /// There is room for no way that costs so much more, for so many cost less.
    full: usize,
    less: usize,
}

/// Nobody.
const NONE: Crowd = Crowd { counts: [0; COSTS], full: COSTS, less: 0 };

/// The ways at all places.
#[derive(Default)]
pub(super) struct Crowds {
    /// For each place when it was met last, and its number among those met then.
    places: Vec<(u32, u32)>,
    /// How often it was cleared, and how many places were met since.
    time: u32,
    met: usize,
    /// Those at these places, and room for more.
    all: Vec<Crowd>,
    least: u32,
    most: usize,
}

impl Crowds {
    /// Holds no ways any more. Of those to come none costs less than `least`; `most` are kept at a place.
    pub fn clear(&mut self, least: u32, most: usize) {
        self.time = self.time.checked_add(1).unwrap_or_else(|| {
            self.places.clear();
            1
        });
        self.met = 0;
        (self.least, self.most) = (least, most);
    }

    /// The number of the crowd at a place.
    pub fn at(&mut self, place: u32) -> usize {
        let at = place as usize;
        if self.places.len() <= at {
            self.places.resize((at + 1).next_power_of_two(), (0, 0));
        }
        if self.places[at].0 != self.time {
            self.places[at] = (self.time, self.met as u32);
            match self.all.get_mut(self.met) {
                Some(room) => *room = NONE,
                None => self.all.push(NONE),
            }
            self.met += 1;
        }
        self.places[at].1 as usize
    }

    fn above(&self, cost: u32) -> usize {
        (cost.saturating_sub(self.least) as usize).min(COSTS - 1)
    }

    /// Ways that cost so much or more will be dropped, for there are enough that cost less.
    pub fn full_from(&self, crowd: usize) -> u32 {
        let full = self.all[crowd].full;
        if full == COSTS { u32::MAX } else { self.least + full as u32 }
    }

    pub fn join(&mut self, crowd: usize, cost: u32) {
        let (above, most) = (self.above(cost), self.most);
        let crowd = &mut self.all[crowd];
        crowd.counts[above] += 1;
        crowd.less += usize::from(above < crowd.full);
        while let Some(last) = crowd.full.checked_sub(1)
            && crowd.less >= most + crowd.counts[last] as usize
        {
            crowd.full = last;
            crowd.less -= crowd.counts[last] as usize;
        }
    }

    pub fn leave(&mut self, crowd: usize, cost: u32) {
        let above = self.above(cost);
        let crowd = &mut self.all[crowd];
        crowd.counts[above] -= 1;
        crowd.less -= usize::from(above < crowd.full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_room_for_what_costs_more_than_enough_others() {
        let mut crowds = Crowds::default();
        crowds.clear(10, 2);
        let crowd = crowds.at(7);
        assert_eq!(crowds.full_from(crowd), u32::MAX);
        crowds.join(crowd, 12);
        crowds.join(crowd, 11);
        // Another that costs as much as the last may be kept in its place.
        assert_eq!(crowds.full_from(crowd), 13);
        crowds.join(crowd, 10);
        assert_eq!(crowds.full_from(crowd), 12);
        let beside = crowds.at(8);
        assert_eq!((crowds.at(7), crowds.full_from(beside)), (crowd, u32::MAX));
        crowds.clear(20, 2);
        let crowd = crowds.at(8);
        assert_eq!(crowds.full_from(crowd), u32::MAX);
        assert!((20..60).all(|cost| {
            crowds.join(crowd, cost);
            crowds.full_from(crowd) >= cost || cost > 21
        }));
        assert_eq!(crowds.full_from(crowd), 22);
    }
}

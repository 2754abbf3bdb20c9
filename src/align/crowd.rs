//! How many ways stand at each place after a half-move, by what they cost: those that are too many need not be followed.

/// Costs above the least that are told apart.
const COSTS: usize = 256;

/// The ways at one place.
struct Crowd {
    place: u32,
    /// How many cost so much more than the least.
    counts: [u32; COSTS],
    /// There is room for no way that costs so much more, for so many cost less.
    full: usize,
    less: usize,
}

/// The ways at all places.
#[derive(Default)]
pub(super) struct Crowds {
    all: Vec<Crowd>,
    least: u32,
    most: usize,
}

impl Crowds {
    /// Holds no ways any more. Of those to come none costs less than `least`; `most` are kept at a place.
    pub fn clear(&mut self, least: u32, most: usize) {
        self.all.clear();
        (self.least, self.most) = (least, most);
    }

    /// The number of the crowd at a place.
    pub fn at(&mut self, place: u32) -> usize {
        let known = self.all.iter().position(|crowd| crowd.place == place);
        known.unwrap_or_else(|| {
            self.all.push(Crowd { place, counts: [0; COSTS], full: COSTS, less: 0 });
            self.all.len() - 1
        })
    }

    fn above(&self, cost: u32) -> usize {
        (cost.saturating_sub(self.least) as usize).min(COSTS - 1)
    }

    /// Will a way be dropped, for there are enough that cost less?
    pub fn has_no_room(&self, crowd: usize, cost: u32) -> bool {
        self.above(cost) >= self.all[crowd].full
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

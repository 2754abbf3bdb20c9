//! Lists of game numbers: `1,4-9,20-`.

/// Which games of an input are wanted, by number from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameList(Vec<(u64, u64)>);

impl GameList {
    /// Is this game wanted?
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }

    /// The first numbers of those parts of the list that wish for games beyond this number, and no others.
    #[must_use]
    pub fn beyond(&self, number: u64) -> Vec<u64> {
        self.0.iter().map(|&(first, _)| first).filter(|&first| first > number).collect()
    }

    /// The last number that is wanted.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.0.iter().map(|&(_, last)| last).max().unwrap_or(0)
    }
}

impl std::str::FromStr for GameList {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        let wrong = |part: &str| {
            format!(
                "{part:?} is no list of games: numbers from 1 and ranges would be accepted, as in 1,4-9,20-"
            )
        };
        let number = |text: &str, part: &str| {
            text.trim().parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(|| wrong(part))
        };
        let mut ranges = Vec::new();
        for part in list.split(',') {
            let range = match part.split_once('-') {
                None => (number(part, part)?, number(part, part)?),
                Some((first, "")) => (number(first, part)?, u64::MAX),
                Some((first, last)) => (number(first, part)?, number(last, part)?),
            };
            if range.0 > range.1 {
                return Err(wrong(part));
            }
            ranges.push(range);
        }
        Ok(Self(ranges))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open() {
        let list: GameList = "1,4-6,9-".parse().expect("a list");
        let wanted: Vec<_> = (0..12).filter(|&n| list.contains(n)).collect();
        assert_eq!(wanted, [1, 4, 5, 6, 9, 10, 11]);
        assert_eq!((list.beyond(8), list.beyond(9)), (vec![9], vec![]));
        assert_eq!("2,3-7".parse::<GameList>().expect("a list").last(), 7);
    }

    #[test]
    fn nonsense_is_refused() {
        for list in ["", "0", "3-1", "x", "1,,2", "-4", "1-2-3"] {
            assert!(list.parse::<GameList>().is_err(), "{list}");
        }
    }
}

//! Which of some names were meant by one that is none of them.

/// How many names are proposed.
const MOST: usize = 3;

/// The names that look most like this one, the nearest first; case and the signs between words do not count.
///
/// ```
/// use descant::near::nearest;
/// assert_eq!(nearest("WhiteElo", ["white", "white_elo", "eco"])[0], "white_elo");
/// ```
#[must_use]
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let parts = |name: &str| -> Vec<String> {
        name.to_ascii_lowercase().split(['-', '_', '.', ' ']).map(str::to_owned).collect()
    };
    let own = parts(name);
    let mut near: Vec<_> = names
        .into_iter()
        .map(|other| {
            let theirs = parts(other);
            let shares = own.iter().any(|part| !part.is_empty() && theirs.contains(part));
            (distance(&own.concat(), &theirs.concat()).saturating_sub(if shares { 4 } else { 0 }), other)
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// How many letters must be changed, added or left out (Levenshtein); of the first 64.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<_> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_changes() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn a_slip_of_the_pen_finds_the_name() {
        let names = ["white", "black", "white_elo", "black_elo", "plies"];
        assert_eq!(nearest("whiteelo", names)[0], "white_elo");
        assert_eq!(nearest("Blak", names)[0], "black");
    }
}

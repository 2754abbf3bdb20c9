//! How far letters are from others.
use super::index::Letter;

/// What the letters count that must be changed, left out or put in so that a text begins with a pattern; more than
/// `most` are all the same.
pub(super) fn distance(pattern: &[Letter], text: impl Iterator<Item = Letter> + Clone, most: u32) -> u32 {
    if pattern.iter().copied().eq(text.clone().take(pattern.len())) {
        return 0;
    }
    let far = most.saturating_add(1);
    let mut row: Vec<u32> = Vec::with_capacity(pattern.len() + 1);
    row.push(0);
    for &(_, weight) in pattern {
        row.push((row[row.len() - 1] + u32::from(weight)).min(far));
    }
    let mut best = row[pattern.len()];
    // All beginnings of the pattern outside of these are too far from what was read of the text.
    let mut near = 0..row.partition_point(|&count| count < far);
    for (letter, weight) in text {
        let weight = u32::from(weight);
        let (mut corner, mut left) = (far, far);
        let mut next = near.end..near.start;
        for (j, cell) in row.iter_mut().enumerate().skip(near.start) {
            if j > near.end && left == far {
                break;
            }
            let before = if j < near.end { *cell } else { far };
            let mut count = before + weight;
            if let Some(&(wanted, counts)) = j.checked_sub(1).and_then(|at| pattern.get(at)) {
                let counts = u32::from(counts);
                let changed = corner + if wanted == letter { 0 } else { counts.max(weight) };
                count = count.min(changed).min(left + counts);
            }
            (corner, left, *cell) = (before, count.min(far), count.min(far));
            if left < far {
                next = next.start.min(j)..j + 1;
            }
        }
        near = next;
        best = best.min(if near.end == row.len() { row[pattern.len()] } else { far });
        if near.is_empty() || row[near.clone()].iter().all(|&count| count > best) {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::index::WEIGHT;
    use super::*;

    /// The distance by all cells of the table.
    fn distance_by_table(pattern: &[Letter], text: &[Letter]) -> u32 {
        let weight = |letter: &Letter| u32::from(letter.1);
        let mut row: Vec<u32> =
            (0..=pattern.len()).map(|end| pattern[..end].iter().map(weight).sum()).collect();
        let mut best = row[pattern.len()];
        for letter in text {
            let before = row.clone();
            row[0] += weight(letter);
            for (j, wanted) in pattern.iter().enumerate() {
                let changed = if wanted.0 == letter.0 { 0 } else { weight(wanted).max(weight(letter)) };
                row[j + 1] =
                    (before[j] + changed).min(before[j + 1] + weight(letter)).min(row[j] + weight(wanted));
            }
            best = best.min(row[pattern.len()]);
        }
        best
    }

    #[test]
    fn the_distance_is_that_of_the_whole_table() {
        let mut seed = 1_u32;
        let mut dice = |sides: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % sides
        };
        for _ in 0..20_000 {
            let mut letter = || (if dice(4) > 0 { 'a' } else { 'b' }, if dice(3) > 0 { WEIGHT } else { 1 });
            let pattern: Vec<Letter> = (0..9).map(|_| letter()).collect();
            let mut text = pattern.clone();
            text.extend((0..3).map(|_| letter()));
            for _ in 0..dice(4) {
                let at = dice(8) as usize;
                if dice(2) > 0 {
                    text.insert(at, ('c', WEIGHT));
                } else {
                    text.remove(at);
                }
            }
            let (most, wanted) = (dice(24), distance_by_table(&pattern, &text));
            let told = distance(&pattern, text.iter().copied(), most);
            assert!(told == wanted || told > most && wanted > most, "{pattern:?} {text:?} {most}");
        }
    }
}

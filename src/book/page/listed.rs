//! Lists of Markdown that number themselves: every row begins `1. `.

/// So many rows one below the other that all begin with `1. ` are the items of one list.
const ITEMS: u32 = 4;

/// A line of more characters between two items is a note, a shorter one a title or a result.
const SHORT: usize = 40;

/// Where the numbers of the items stand that count themselves, and what each of them is.
pub(super) fn numbers(text: &str) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    let mut run = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_item(line) {
            let next = u32::try_from(run.len()).unwrap_or(u32::MAX).saturating_add(1);
            run.push((start + line.len() - line.trim_start().len(), next));
        } else if ends_list(line) {
            take(&mut found, &mut run);
        }
        start += line.len();
    }
    take(&mut found, &mut run);
    found
}

fn take(found: &mut Vec<(usize, u32)>, run: &mut Vec<(usize, u32)>) {
    if run.last().is_some_and(|&(_, last)| last >= ITEMS) {
        found.append(run);
    }
    run.clear();
}

/// A row that bears the first number and goes on with no second.
fn is_item(line: &str) -> bool {
    let row = line.trim_start_matches(' ');
    let words = row.strip_prefix("1. ").or_else(|| row.strip_prefix("1) ")).map(str::trim_start);
    line.len() - row.len() <= 3
        && words.is_some_and(|words| {
            words.starts_with(|c: char| c.is_uppercase() || c == '$') && !words.contains(" 2.")
        })
}

/// Another number, a title or a result ends a list; what is set further in, or a note, does not.
fn ends_list(line: &str) -> bool {
    let words = line.trim();
    let is_title = words.starts_with('#') || words.chars().count() <= SHORT;
    let is_numbered = words.trim_start_matches(|c: char| c.is_ascii_digit()).len() < words.len();
    let is_further_in = line.starts_with([' ', '\t', '>']);
    !words.is_empty() && !is_further_in && (is_title || is_numbered)
}

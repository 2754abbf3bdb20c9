//! Lists of Markdown that number themselves: every row begins `1. `.

/// So many rows one right below the other that all begin with `1. ` are the items of one list.
const ITEMS: usize = 4;

/// A line of more characters between two items is a note, a shorter one a title or a result.
const SHORT: usize = 40;

/// The items of a list that is open.
#[derive(Default)]
struct List<'t> {
    /// Where their numbers stand.
    items: Vec<usize>,
    /// White's move in the first.
    first: &'t str,
    /// How many stand right below one another here, and at most.
    together: usize,
    most: usize,
    /// The second begins as the first does: they are ways to play from one board.
    is_again: bool,
}

impl List<'_> {
    fn numbers(self) -> impl Iterator<Item = (usize, usize)> {
        let counts = self.most.max(self.together) >= ITEMS && !self.is_again;
        self.items.into_iter().zip(1..).filter(move |_| counts)
    }
}

/// Where the numbers of the items stand that count themselves, and what each of them is.
pub(super) fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut list = List::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(words) = item(line) {
            let begins = words.split([',', ';', '\t']).next().unwrap_or("");
            let begins = begins.split("  ").next().unwrap_or("").trim_end();
            if list.items.is_empty() {
                list.first = begins;
            }
            list.is_again |= list.items.len() == 1 && list.first == begins;
            list.items.push(start + line.len() - line.trim_start().len());
            list.together += 1;
        } else if !line.trim().is_empty() {
            list.most = list.most.max(list.together);
            list.together = 0;
            if ends_list(line) {
                found.extend(std::mem::take(&mut list).numbers());
            }
        }
        start += line.len();
    }
    found.extend(list.numbers());
    found
}

/// The words of a row that bears the first number and goes on with no second.
fn item(line: &str) -> Option<&str> {
    let row = line.trim_start_matches(' ');
    let words = row.strip_prefix("1. ").or_else(|| row.strip_prefix("1) "))?.trim_start();
    let is_item = line.len() - row.len() <= 3
        && words.starts_with(|c: char| c.is_uppercase() || c == '$')
        && !words.contains(" 2.");
    is_item.then_some(words)
}

/// Another number, a title or a result ends a list; what is set further in, or a note, does not.
fn ends_list(line: &str) -> bool {
    let words = line.trim();
    let is_title = words.starts_with('#') || words.chars().count() <= SHORT;
    let is_numbered = words.trim_start_matches(|c: char| c.is_ascii_digit()).len() < words.len();
    !line.starts_with([' ', '\t', '>']) && (is_title || is_numbered)
}

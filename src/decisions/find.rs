//! A place of a book told by its words, and found again in the same book or another print of it.
use super::HERE;
use super::index::{Index, words};
use crate::span::Span;

/// Words on each side that tell a place; more where as many tell another place nearly as well.
const SIDES: [usize; 4] = [6, 12, 24, 48];

/// Of a stretch of more than twice as many words these at each end tell it; between them it may differ a little.
const ENDS: usize = 6;

/// A place of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, where several are read together.
    pub file: Option<String>,
    /// Line and column, from 1; where words stand more than once they tell which are meant.
    pub line_column: Option<(u64, u32)>,
    /// It is there or nowhere: as many words, or nearly as many, stand elsewhere, too.
    pub is_fixed: bool,
    /// The printed words; none for a place between words, and of a long stretch its first and its last ones, with the
    /// number of those between them: `1. P—K4 P—K4 … 312 words … 20. R—K1`.
    pub printed: String,
    /// The words before them.
    pub before: String,
    /// The words behind them.
    pub after: String,
}

/// Where a place is in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// There.
    At(Span),
    /// Nowhere; the stretch that is most alike, if any is.
    Nowhere(Option<Span>),
    /// At so many places, none of which the line and the column tell.
    Often(usize),
}

/// The name of a file without its folder and endings.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.split('.').find(|part| !part.is_empty()).unwrap_or(name)
}

impl Place {
    /// Reads the columns of a row.
    ///
    /// # Errors
    /// What would be accepted.
    pub fn parse(place: &str, printed: &str, around: &str) -> Result<Self, String> {
        let wanted = || format!("{place:?} is no place: line:column or file:line:column would be accepted");
        let (is_fixed, place) = place.trim().strip_prefix('=').map_or((false, place), |rest| (true, rest));
        let mut parts = place.trim().rsplitn(3, ':');
        let line_column = match (parts.next(), parts.next()) {
            (Some(""), None) => None,
            (Some(column), Some(line)) => {
                Some((line.parse().map_err(|_| wanted())?, column.parse().map_err(|_| wanted())?))
            }
            _ => return Err(wanted()),
        };
        let (before, after) = match around.split_once(HERE) {
            Some(sides) => sides,
            None if around.trim().is_empty() => ("", ""),
            None => return Err(format!("the words around have {HERE} in place of the printed ones")),
        };
        let place = Self {
            file: parts.next().map(str::to_owned),
            line_column,
            is_fixed,
            printed: printed.trim().to_owned(),
            before: before.trim().to_owned(),
            after: after.trim().to_owned(),
        };
        let has_words = |text: &str| words(text).next().is_some();
        if !has_words(&place.printed) && !has_words(&place.before) && !has_words(&place.after) {
            return Err("the printed words or those around them are needed to find the place".to_owned());
        }
        Ok(place)
    }

    /// Does it speak of a file of this name, whatever its form?
    #[must_use]
    pub fn is_in(&self, name: &str) -> bool {
        self.file.as_deref().is_none_or(|file| stem(file) == stem(name))
    }

    /// The columns `place`, `printed` and `around` of its row.
    #[must_use]
    pub fn columns(&self) -> [String; 3] {
        let (line, column) = self.line_column.unwrap_or_default();
        let fixed = if self.is_fixed { "=" } else { "" };
        let place = match &self.file {
            Some(file) => format!("{fixed}{}:{line}:{column}", file.replace(['\t', '\n', '\r'], " ")),
            None => format!("{fixed}{line}:{column}"),
        };
        [place, self.printed.clone(), format!("{} {HERE} {}", self.before, self.after).trim().to_owned()]
    }
}

/// The words of a place, those before it the last first.
struct Pattern {
    printed: Vec<u64>,
    /// How many words of a long stretch follow, and its last ones.
    rest: Option<(usize, Vec<u64>)>,
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Pattern {
    fn of(place: &Place) -> Self {
        let hashes = |text: &str| words(text).map(|(_, _, hash)| hash).collect::<Vec<_>>();
        let mut before = hashes(&place.before);
        before.reverse();
        let mut parts = place.printed.split(HERE);
        let printed = hashes(parts.next().unwrap_or_default());
        let count = parts.next().and_then(|count| count.split_whitespace().next()?.parse().ok());
        let rest = count.zip(parts.next().map(hashes)).filter(|(_, last)| !last.is_empty());
        Self { printed, rest, before, after: hashes(&place.after) }
    }
}

/// So many words around a place may differ from those that tell it; around every other place more of them did when it
/// was told.
const MOST: usize = 3;

/// How many words of a pattern must be changed, left out or put in so that a text begins with it; more than [`MOST`]
/// are all the same.
fn distance(pattern: &[u64], text: impl Iterator<Item = u64>) -> usize {
    let mut row: Vec<usize> = (0..=pattern.len()).collect();
    let mut best = row[pattern.len()];
    for (i, word) in text.take(pattern.len() + MOST).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        let mut least = row[0];
        for (j, &wanted) in pattern.iter().enumerate() {
            let changed = corner + usize::from(wanted != word);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
            least = least.min(row[j + 1]);
        }
        best = best.min(row[pattern.len()]);
        if least > MOST {
            break;
        }
    }
    best.min(MOST + 1)
}

impl Index {
    fn hashes(&self, from: usize) -> impl Iterator<Item = u64> {
        self.words.get(from..).unwrap_or_default().iter().map(|word| word.hash)
    }

    fn hashes_before(&self, to: usize) -> impl Iterator<Item = u64> {
        self.words.get(..to).unwrap_or_default().iter().rev().map(|word| word.hash)
    }

    /// How many words around those from `at` on differ from the pattern's, and where its stretch ends; none if they are
    /// too many.
    fn fit(&self, pattern: &Pattern, at: usize) -> Option<(usize, usize)> {
        let before = distance(&pattern.before, self.hashes_before(at));
        if before > MOST {
            return None;
        }
        let end = at + pattern.printed.len();
        let around = |end: usize| before + distance(&pattern.after, self.hashes(end));
        let within = |(differ, _): &(usize, usize)| *differ <= MOST;
        let Some((count, last)) = &pattern.rest else { return Some((around(end), end)).filter(within) };
        let about = count.saturating_sub(count / 8 + MOST)..=count + count / 8 + MOST;
        let ends = about.map(|between| end + between + last.len());
        let is_end = |end: &usize| last.iter().copied().eq(self.hashes(end - last.len()).take(last.len()));
        ends.filter(is_end)
            .map(|here| (around(here), here.abs_diff(end + count + last.len()), here))
            .min()
            .map(|(differ, _, here)| (differ, here))
            .filter(within)
    }

    /// The places where the printed words of a pattern stand; of a place between words, those beside one of its
    /// neighbours.
    fn candidates(&self, pattern: &Pattern) -> Vec<usize> {
        let at = |word: Option<&u64>, shift: usize| {
            let places = word.and_then(|word| self.places.get(word)).map_or(&[][..], Vec::as_slice);
            places.iter().map(move |&at| at as usize + shift)
        };
        if !pattern.printed.is_empty() {
            let stands =
                |&at: &usize| pattern.printed.iter().copied().eq(self.hashes(at).take(pattern.printed.len()));
            return at(pattern.printed.first(), 0).filter(stands).collect();
        }
        let mut all: Vec<usize> = at(pattern.before.first(), 1).chain(at(pattern.after.first(), 0)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Tells the place of a stretch: as many words around it as no other place has, or nearly has.
    #[must_use]
    pub fn tell(&self, span: Span, file: Option<String>, line_column: (u64, u32)) -> Place {
        let (from, to) = self.touched(span);
        let printed = if to - from > 2 * ENDS {
            let (first, last) = (self.print(from, from + ENDS), self.print(to - ENDS, to));
            format!("{first} {HERE} {} words {HERE} {last}", to - from - 2 * ENDS)
        } else {
            self.print(from, to)
        };
        let mut place = Place { file, line_column: Some(line_column), printed, ..Place::default() };
        let mut others: Option<Vec<usize>> = None;
        for side in SIDES {
            let (first, last) = (from.saturating_sub(side), (to + side).min(self.words.len()));
            place.before = self.print(first, from);
            place.after = self.print(to, last);
            let pattern = Pattern::of(&place);
            let left = others.take().unwrap_or_else(|| self.candidates(&pattern));
            let left: Vec<usize> =
                left.into_iter().filter(|&at| at != from && self.fit(&pattern, at).is_some()).collect();
            place.is_fixed = !left.is_empty();
            if left.is_empty() {
                break;
            }
            others = Some(left);
        }
        place
    }

    /// Finds a place: the only one that has its words, or all but a few of them.
    #[must_use]
    pub fn find(&self, place: &Place, line_column: &dyn Fn(u32) -> (u64, u32)) -> Found {
        let pattern = Pattern::of(place);
        let mut near: Vec<(usize, usize, usize)> = self
            .candidates(&pattern)
            .into_iter()
            .filter_map(|at| self.fit(&pattern, at).map(|(differ, end)| (differ, at, end)))
            .collect();
        near.sort_unstable();
        let Some(&(best, at, end)) = near.first() else { return Found::Nowhere(self.most_alike(&pattern)) };
        let alike: Vec<_> = near.iter().take_while(|(differ, ..)| *differ == best).collect();
        if alike.len() == 1 && !place.is_fixed {
            return Found::At(self.stretch(at, end));
        }
        let is_there = |at: usize, end: usize| {
            let start = self.stretch(at, end).start;
            let from = if at == end { self.end_before(at) } else { start };
            place.line_column.is_some_and(|told| (line_column(from)..=line_column(start)).contains(&told))
        };
        match alike.iter().find(|&&&(_, at, end)| is_there(at, end)) {
            Some(&&(_, at, end)) => Found::At(self.stretch(at, end)),
            None if alike.len() == 1 => Found::Nowhere(Some(self.stretch(at, end))),
            None => Found::Often(alike.len()),
        }
    }

    /// The stretch that shares most words with a pattern, in about their order.
    fn most_alike(&self, pattern: &Pattern) -> Option<Span> {
        let all: Vec<u64> =
            pattern.before.iter().rev().chain(&pattern.printed).chain(&pattern.after).copied().collect();
        // For each beginning of the pattern in the text, how many of its words stand where they should.
        let mut shared: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
        for (i, pair) in all.windows(2).enumerate() {
            for &at in self.places.get(&pair[0]).map_or(&[][..], Vec::as_slice) {
                if self.hashes(at as usize + 1).next() == Some(pair[1]) {
                    *shared.entry((at as usize + pattern.before.len()).saturating_sub(i)).or_default() += 1;
                }
            }
        }
        let (at, count) = shared.into_iter().max_by_key(|&(at, count)| (count, std::cmp::Reverse(at)))?;
        let len = pattern.printed.len().max(1);
        (count * 3 >= all.len().saturating_sub(1)).then(|| self.stretch(at, (at + len).min(self.words.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "GAME I.\nWhite. Black.\n1. P to K4 P to K4\n2. Kt to KB3 Kt to QB3\n3. B to Kt5 Kt to B3\n\n\
                        GAME II.\nWhite. Black.\n1. P to K4 P to K4\n2. Kt to KB3 Kt to QB3\n3. B to B4 Kt to B3\n";

    fn at(text: &str, words: &str, nth: usize) -> Span {
        let (start, _) = text.match_indices(words).nth(nth).expect("the words");
        Span::of(start, start + words.len())
    }

    fn nowhere(_: u32) -> (u64, u32) {
        (0, 0)
    }

    fn read_again(place: &Place) -> Place {
        let [at, printed, around] = place.columns();
        Place::parse(&at, &printed, &around).expect("a row")
    }

    #[test]
    fn words_that_stand_in_every_game_are_found_in_their_own() {
        for nth in 0..2 {
            let span = at(BOOK, "Kt to QB3", nth);
            let place = read_again(&Index::new(BOOK).tell(span, None, (4, 14)));
            assert_eq!(Index::new(BOOK).find(&place, &nowhere), Found::At(span));
        }
    }

    #[test]
    fn a_place_is_found_after_an_edit_and_in_html_and_nowhere_else() {
        let span = at(BOOK, "Kt to QB3", 1);
        let place = read_again(&Index::new(BOOK).tell(span, None, (10, 14)));
        let edited = format!("A new preface.\n\n{}", BOOK.replace("3. B to B4", "3. B — B4"));
        assert_eq!(Index::new(&edited).find(&place, &nowhere), Found::At(at(&edited, "Kt to QB3", 1)));
        let html = format!(
            "<html><body><p>{}</p></body></html>",
            BOOK.replace('\n', "<br>\n").replace(" to ", "&mdash;to ")
        );
        assert_eq!(Index::new(&html).find(&place, &nowhere), Found::At(at(&html, "Kt&mdash;to QB3", 1)));
        let cut = &BOOK[..BOOK.find("GAME II").expect("a second game")];
        assert!(matches!(Index::new(cut).find(&place, &nowhere), Found::Nowhere(_)));
    }

    #[test]
    fn words_that_were_changed_are_told_with_what_stands_there() {
        let span = at(BOOK, "B to Kt5", 0);
        let place = Index::new(BOOK).tell(span, None, (5, 4));
        let changed = BOOK.replace("B to Kt5", "B to Kt4");
        assert_eq!(
            Index::new(&changed).find(&place, &nowhere),
            Found::Nowhere(Some(at(&changed, "B to Kt4", 0)))
        );
    }

    #[test]
    fn equal_words_are_told_apart_by_their_line_alone() {
        let text = "P to K4\nP to K4\n";
        let place = Place::parse("2:1", "P to K4", "").expect("a place");
        let line = |offset: u32| (u64::from(offset / 8) + 1, offset % 8 + 1);
        assert_eq!(Index::new(text).find(&place, &line), Found::At(Span::new(8, 15)));
        assert_eq!(Index::new(text).find(&place, &nowhere), Found::Often(2));
    }

    #[test]
    fn a_long_stretch_is_told_by_its_ends_and_found_with_another_word_between_them() {
        let text = BOOK.repeat(3).replace("GAME I.", "").replace("GAME II.", "");
        let text = format!("An end.\n{text}A beginning.\n");
        let span =
            Span::of(at(&text, "1. P", 0).start as usize, at(&text, "3. B to Kt5 Kt to B3", 2).end as usize);
        let place = read_again(&Index::new(&text).tell(span, None, (3, 1)));
        assert_eq!(place.printed, "1. P to K4 P to … 101 words … B to Kt5 Kt to B3");
        assert_eq!(Index::new(&text).find(&place, &|_| (3, 1)), Found::At(span));
        // A page ends within it.
        let other = text.replacen("3. B to B4", "17 THE BOOK OF GAMES 3. B to B4", 1);
        let longer = Span::new(span.start, span.end + 21);
        assert_eq!(Index::new(&other).find(&place, &|_| (3, 1)), Found::At(longer));
        let cut = text.replacen("Kt to B3\n\n\n", "", 3);
        assert!(matches!(Index::new(&cut).find(&place, &|_| (3, 1)), Found::Nowhere(_)));
    }

    #[test]
    fn moves_in_fractions_and_gaps_between_them_are_found_where_they_stand() {
        let text = "White plays well.\n\n   P to K4        Kt to KB3\n1. -------     2. ---------\n   P to K4        P to Q4\n\n\
                    \x20  B to B4        Castles\n3. -------     4. -------\n   B to B4        Castles\n";
        let index = Index::new(text);
        let line_column = |offset: u32| {
            let before = &text[..offset as usize];
            (
                before.matches('\n').count() as u64 + 1,
                (before.len() - before.rfind('\n').map_or(0, |at| at + 1)) as u32 + 1,
            )
        };
        for (words, nth) in [("P to K4", 1), ("Kt to KB3", 0), ("P to Q4", 0), ("Castles", 1)] {
            let span = at(text, words, nth);
            let place = read_again(&index.tell(span, None, line_column(span.start)));
            assert_eq!(place.printed, words);
            assert_eq!(index.find(&place, &line_column), Found::At(span), "{place:?}");
        }
        for gap in [at(text, "Castles", 0).start, at(text, "\n3.", 0).start] {
            let mut place = index.tell(Span::new(gap, gap), None, line_column(gap));
            place.is_fixed = true;
            let Found::At(found) = index.find(&read_again(&place), &line_column) else { panic!("{place:?}") };
            assert!(found.is_empty() && text[gap as usize..found.start as usize].trim().is_empty());
        }
    }
}

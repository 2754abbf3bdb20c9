//! A place of a book told by its words, and found again in the same book or another print of it.
use super::HERE;
use super::distance::distance;
use super::index::{Index, Letter, Order, WEIGHT, hash, letters, words};
use crate::span::Span;

/// Words on each side that tell a place; more where as many tell another place nearly as well.
const SIDES: [usize; 4] = [6, 12, 24, 48];

/// Of a stretch of more than twice as many words these at each end tell it; between them it may differ a little.
const ENDS: usize = 6;

/// So many words more or less may stand between the ends of a stretch, and an eighth of them.
const FEW: usize = 3;

/// A place of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, where several are read together.
    pub file: Option<String>,
    /// Line and column, from 1; where words stand more than once they tell which are meant.
    pub line_column: Option<(u64, u32)>,
    /// The words around it stand elsewhere, too, or nearly so: it is at that line and column, or where the moves tell.
    pub is_fixed: bool,
    /// The printed words; none for a place between words, and of a long stretch its first and its last ones, with the
    /// number of those between them: `1. P—K4 P—K4 … 312 words … 20. R—K1`.
    pub printed: String,
    /// The words before them.
    pub before: String,
    /// The words behind them.
    pub after: String,
    /// The moves of its game before them.
    pub earlier: String,
    /// The moves of its game behind them.
    pub later: String,
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
    pub fn parse(place: &str, printed: &str, around: &str, moves: &str) -> Result<Self, String> {
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
        let sides = |words: &str| match words.split_once(HERE) {
            Some((before, after)) => Ok((before.trim().to_owned(), after.trim().to_owned())),
            None if words.trim().is_empty() => Ok(<(String, String)>::default()),
            None => Err(format!("the words around have {HERE} in place of the printed ones")),
        };
        let ((before, after), (earlier, later)) = (sides(around)?, sides(moves)?);
        let place = Self {
            file: parts.next().map(str::to_owned),
            line_column,
            is_fixed,
            printed: printed.trim().to_owned(),
            before,
            after,
            earlier,
            later,
        };
        let has_words = |text: &str| words(text).next().is_some();
        if !has_words(&place.printed) && !has_words(&place.before) && !has_words(&place.after) {
            return Err("the printed words or those around them are needed to find the place".to_owned());
        }
        Ok(place)
    }

    /// Is it told by the moves of its game, too?
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.earlier.is_empty() || !self.later.is_empty()
    }

    /// Does it speak of a file of this name, whatever its form?
    #[must_use]
    pub fn is_in(&self, name: &str) -> bool {
        self.file.as_deref().is_none_or(|file| stem(file) == stem(name))
    }

    /// The columns `place`, `printed`, `around` and `moves` of its row.
    #[must_use]
    pub fn columns(&self) -> [String; 4] {
        let (line, column) = self.line_column.unwrap_or_default();
        let fixed = if self.is_fixed { "=" } else { "" };
        let place = match &self.file {
            Some(file) => format!("{fixed}{}:{line}:{column}", file.replace(['\t', '\n', '\r'], " ")),
            None => format!("{fixed}{line}:{column}"),
        };
        let around = format!("{} {HERE} {}", self.before, self.after).trim().to_owned();
        let moves = format!("{} {HERE} {}", self.earlier, self.later).trim().to_owned();
        [place, self.printed.clone(), around, if moves == HERE { String::new() } else { moves }]
    }
}

/// The words around a place in one order: the letters before it, the last first, and those behind it.
struct Sides {
    before: Vec<Letter>,
    after: Vec<Letter>,
}

impl Sides {
    fn of(before: &str, after: &str) -> Self {
        let before: Vec<String> = words(before).map(|(_, _, said)| said).collect();
        let after: Vec<String> = words(after).map(|(_, _, said)| said).collect();
        Self {
            before: before.iter().rev().flat_map(|said| letters(said).rev()).collect(),
            after: after.iter().flat_map(|said| letters(said)).collect(),
        }
    }

    /// How much of what they count may differ.
    fn most(&self) -> u32 {
        let all: u32 = self.before.iter().chain(&self.after).map(|&(_, weight)| u32::from(weight)).sum();
        (all / 6).min(MOST)
    }
}

/// The printed words of a place.
struct Pattern {
    printed: Vec<char>,
    /// How many words of a long stretch follow, and its last ones.
    rest: Option<(usize, Vec<char>)>,
}

impl Pattern {
    fn of(printed: &str) -> Self {
        let said =
            |text: &str| words(text).flat_map(|(_, _, said)| said.chars().collect::<Vec<_>>()).collect();
        let mut parts = printed.split(HERE);
        let printed: Vec<char> = said(parts.next().unwrap_or_default());
        let count = parts.next().and_then(|count| count.split_whitespace().next()?.parse().ok());
        let rest = count.zip(parts.next().map(said)).filter(|(_, last): &(_, Vec<_>)| !last.is_empty());
        Self { printed, rest }
    }
}

/// So much of what the letters around a place count may differ from those that tell it, and no more than a sixth of it.
const MOST: u32 = 5 * WEIGHT as u32;

/// Around every other place more than this did when it was told: less than two words of three letters, by which the first
/// of two equal moves differs from the second.
const APART: u32 = 6 * WEIGHT as u32 - 1;

impl Index {
    /// What the letters count that differ between those around some words, in this order, and those that tell a place;
    /// none if it is more than `most`.
    fn differ(&self, (at, end): (usize, usize), sides: &Sides, order: Order, most: u32) -> Option<u32> {
        if order == Order::Played && !self.is_played(at, end) {
            return None;
        }
        let before = distance(&sides.before, self.before(at, order), most);
        let left = most.checked_sub(before)?;
        Some(before + distance(&sides.after, self.behind(end, order), left)).filter(|&all| all <= most)
    }

    /// Which of these stretches have the words of a place around them, or all but a few, in whatever order of the two.
    fn alike<'a>(
        &'a self,
        stretches: &'a [(usize, usize)],
        sides: &'a Sides,
        orders: &'a [Order],
        most: u32,
    ) -> impl Iterator<Item = (u32, (usize, usize))> + 'a {
        let differ =
            move |words| orders.iter().filter_map(|&order| self.differ(words, sides, order, most)).min();
        stretches.iter().filter_map(move |&words| Some((differ(words)?, words)))
    }

    /// The stretches with the printed words of a pattern; of a place between words, those beside one of its neighbours.
    fn candidates(&self, place: &Place) -> Vec<(usize, usize)> {
        let pattern = Pattern::of(&place.printed);
        if !pattern.printed.is_empty() {
            let first = self.saying(&pattern.printed);
            let Some((count, last)) = &pattern.rest else { return first };
            let about = count.saturating_sub(count / 8 + FEW)..=count + count / 8 + FEW;
            let whole = |(at, end): (usize, usize)| {
                let ends = about.clone().map(|between| (between.abs_diff(*count), end + between));
                let is_last = |&(_, start): &(usize, usize)| self.end_of(last, start).is_some();
                let (_, start) = ends.filter(is_last).min()?;
                Some((at, self.end_of(last, start)?))
            };
            return first.into_iter().filter_map(whole).collect();
        }
        let beside = |word: Option<(usize, usize, String)>, shift: usize| {
            let places = word.and_then(|(_, _, said)| self.places.get(&hash(&said)));
            places
                .map_or(&[][..], Vec::as_slice)
                .iter()
                .map(move |&at| (at as usize + shift, at as usize + shift))
        };
        let before = beside(words(&place.before).last(), 1);
        let mut all: Vec<_> = before.chain(beside(words(&place.after).next(), 0)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Tells the place of a stretch: as many words around it as no other place has, or nearly has, and, of a move, as many
    /// of its game.
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
        let around = |count: usize| {
            let (first, last) = (from.saturating_sub(count), (to + count).min(self.words.len()));
            [self.print(first, from), self.print(to, last)]
        };
        ([place.before, place.after], place.is_fixed) =
            self.tell_apart(&place, from, &[Order::Lines], &around);
        if from < to && self.is_played(from, to) {
            let moves = |count| self.print_played(from, to, count);
            let (moves, is_shared) = self.tell_apart(&place, from, &Order::BOTH, &moves);
            if !is_shared {
                [place.earlier, place.later] = moves;
            }
        }
        place
    }

    /// As many words around the place at a word as tell it from all others, and whether any other has them, too.
    fn tell_apart(
        &self,
        place: &Place,
        at: usize,
        orders: &[Order],
        around: &dyn Fn(usize) -> [String; 2],
    ) -> ([String; 2], bool) {
        let most = around(SIDES[SIDES.len() - 1]);
        let [before, after] = most.clone();
        let mut others = self.candidates(&Place { before, after, ..place.clone() });
        others.retain(|&(other, _)| other != at);
        // What is alike with most words around it is so with fewer.
        if self.alike(&others, &Sides::of(&most[0], &most[1]), orders, APART).next().is_some() {
            return (most, true);
        }
        for side in SIDES {
            let told = around(side);
            let sides = Sides::of(&told[0], &told[1]);
            others = self.alike(&others, &sides, orders, APART).map(|(_, words)| words).collect();
            if others.is_empty() {
                return (told, false);
            }
        }
        (most, false)
    }

    /// Finds a place: the only one that has its words around it, or all but a few of them; else the only one that has the
    /// moves of its game around it.
    #[must_use]
    pub fn find(&self, place: &Place, line_column: &dyn Fn(u32) -> (u64, u32)) -> Found {
        let all = self.candidates(place);
        let nearest = |sides: &Sides, orders: &[Order]| {
            let mut near: Vec<_> = self.alike(&all, sides, orders, sides.most()).collect();
            near.sort_unstable();
            let best = near.first().map_or(0, |&(best, _)| best);
            near.retain(|&(differ, _)| differ == best);
            near.into_iter().map(|(_, words)| words).collect::<Vec<_>>()
        };
        let lines = Sides::of(&place.before, &place.after);
        let found = nearest(&lines, &[Order::Lines]);
        if place.is_fixed || found.len() > 1 {
            let is_there = |&&(at, end): &&(usize, usize)| {
                let start = self.stretch(at, end).start;
                let from = if at == end { self.end_before(at) } else { start };
                place.line_column.is_some_and(|told| (line_column(from)..=line_column(start)).contains(&told))
            };
            if let Some(&(at, end)) = found.iter().find(is_there) {
                return Found::At(self.stretch(at, end));
            }
        } else if let [(at, end)] = found[..] {
            return Found::At(self.stretch(at, end));
        }
        let moves = Sides::of(&place.earlier, &place.later);
        let other = if place.has_moves() { nearest(&moves, &Order::BOTH) } else { Vec::new() };
        match (&other[..], &found[..]) {
            (&[(at, end)], _) => Found::At(self.stretch(at, end)),
            ([], &[(at, end)]) => Found::Nowhere(Some(self.stretch(at, end))),
            ([], []) => Found::Nowhere(self.most_alike(place)),
            (other, found) => Found::Often(other.len().max(found.len())),
        }
    }

    /// The stretch that shares most words with a place, in about their order.
    fn most_alike(&self, place: &Place) -> Option<Span> {
        let hashes = |text: &str| words(text).map(|(_, _, said)| hash(&said)).collect::<Vec<_>>();
        let printed = hashes(place.printed.split(HERE).next().unwrap_or_default());
        let before = hashes(&place.before);
        let all: Vec<u64> = before.iter().chain(&printed).chain(&hashes(&place.after)).copied().collect();
        // For each beginning of the pattern in the text, how many of its words stand where they should.
        let mut shared: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
        for (i, pair) in all.windows(2).enumerate() {
            for &at in self.places.get(&pair[0]).map_or(&[][..], Vec::as_slice) {
                if self.words.get(at as usize + 1).is_some_and(|next| next.hash == pair[1]) {
                    *shared.entry((at as usize + before.len()).saturating_sub(i)).or_default() += 1;
                }
            }
        }
        let (at, count) = shared.into_iter().max_by_key(|&(at, count)| (count, std::cmp::Reverse(at)))?;
        let len = printed.len().max(1);
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
        let [at, printed, around, moves] = place.columns();
        Place::parse(&at, &printed, &around, &moves).expect("a row")
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
        let place = Place::parse("2:1", "P to K4", "", "").expect("a place");
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

    /// The same two games one below the other, and side by side as columns of a page that were taken for lines.
    const BELOW: &str = "GAME I.\n1. P-K4 P-QB4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n\
                         5. P-Q3 P-Q3\n6. P-QB3 P-KKt3\n\nGAME II.\n1. P-K4 P-QB4\n2. Kt-KB3 Kt-QB3\n\
                         3. B-B4 B-B4\n4. P-B3 Kt-B3\n5. P-Q4 B-Kt3\n6. Kt-R3 Q-K2\n";
    const BESIDE: &str = "GAME I. GAME II.\n1. P-K4 P-QB4 1. P-K4 P-QB4\n2. Kt-KB3 Kt-QB3 2. Kt-KB3 Kt-QB3\n\
                          3. B-Kt5 P-QR3 3. B-B4 B-B4\n4. B-R4 Kt-B3 4. P-B3 Kt-B3\n\
                          5. P-Q3 P-Q3 5. P-Q4 B-Kt3\n6. P-QB3 P-KKt3 6. Kt-R3 Q-K2\n";

    /// Where the moves stand of both games; `width` of one game stand before those of the other on a line.
    fn both(text: &str, width: usize) -> [Vec<Span>; 2] {
        let moves = text.match_indices('-').map(|(at, _)| {
            let start = text[..at].rfind([' ', '\n']).map_or(0, |before| before + 1);
            let end = text[at..].find([' ', '\n']).map_or(text.len(), |behind| at + behind);
            Span::of(start, end)
        });
        let moves: Vec<Span> = moves.collect();
        let of =
            |game: usize| moves.chunks(width).skip(game).step_by(2).flatten().copied().collect::<Vec<_>>();
        [of(0), of(1)]
    }

    fn followed(text: &str, games: &[Vec<Span>; 2]) -> Index {
        let mut index = Index::new(text);
        games.iter().for_each(|moves| index.follow(moves.iter().copied()));
        index
    }

    #[test]
    fn moves_are_found_by_those_of_their_game_where_the_words_around_them_are_others() {
        let (below, beside) = (both(BELOW, 12), both(BESIDE, 2));
        for (from, there, to, here) in [(BESIDE, &beside, BELOW, &below), (BELOW, &below, BESIDE, &beside)] {
            let (source, target) = (followed(from, there), followed(to, here));
            for (&span, &wanted) in there.iter().flatten().zip(here.iter().flatten()) {
                let place = read_again(&source.tell(span, None, (1, 1)));
                assert_eq!(target.find(&place, &nowhere), Found::At(wanted), "{place:?}");
                // Where no game was read it is found at its place or nowhere.
                let found = Index::new(to).find(&place, &nowhere);
                assert!(!matches!(found, Found::At(other) if other != wanted), "{place:?}");
            }
        }
    }

    #[test]
    fn moves_of_no_game_of_the_text_are_found_nowhere() {
        let below = both(BELOW, 12);
        let cut = &BELOW[..BELOW.find("GAME II").expect("a second game")];
        let (source, target) = (followed(BELOW, &below), followed(cut, &[below[0].clone(), Vec::new()]));
        for &span in &below[1] {
            let place = read_again(&source.tell(span, None, (1, 1)));
            assert!(!matches!(target.find(&place, &nowhere), Found::At(_)), "{place:?}");
        }
    }

    #[test]
    fn places_of_many_equal_games_are_told_at_once() {
        let text = BOOK.repeat(800);
        let index = Index::new(&text);
        let start = std::time::Instant::now();
        for (at, words) in text.match_indices("Kt to QB3") {
            assert!(index.tell(Span::of(at, at + words.len()), None, (1, 1)).is_fixed);
        }
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn letters_that_stand_together_or_apart_are_the_same() {
        let span = at(BOOK, "Kt to QB3", 1);
        let place = read_again(&Index::new(BOOK).tell(span, None, (10, 14)));
        let other = BOOK.replace("P to K4", "Pto K4").replace("Kt to QB3", "Ktto Q B3");
        assert_eq!(Index::new(&other).find(&place, &nowhere), Found::At(at(&other, "Ktto Q B3", 1)));
    }
}

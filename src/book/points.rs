//! What each player of a game has won of it, in brackets behind his name: `White: Alder (1)   Black: Birch (0)`.
use crate::book::sides;
use crate::record::Words;

/// What is written for a whole point, half of one and none, as the results that go with it: of White, of Black.
const POINTS: [(&str, &str, &str); 4] = [
    ("1", "1-0", "0-1"),
    ("0", "0-1", "1-0"),
    ("\u{bd}", "1/2-1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2", "1/2-1/2"),
];

/// The result that a heading tells so, if it says who has which side.
pub(super) fn told(words: &Words) -> Option<Words> {
    let points = |at: usize| {
        let inner = words.text[at + 1..].split_once(')')?.0;
        POINTS.iter().find(|(written, ..)| *written == inner).map(|point| (at, point))
    };
    let found: Vec<_> = words.text.match_indices('(').filter_map(|(at, _)| points(at)).collect();
    let [(first, one), (second, two)] = found[..] else { return None };
    let said = sides::told(&words.text);
    let (white, black) = (words.text.find(&said.white?)?, words.text.find(&said.black?)?);
    let (white, black) =
        if white < black { (white..first, black..second) } else { (white..second, black..first) };
    let (of_white, of_black) = if white.end < black.end { (one, two) } else { (two, one) };
    let is_behind = white.start < white.end && black.start < black.end;
    let agrees = of_white.1 == of_black.2;
    (is_behind && agrees).then(|| Words { text: of_white.1.to_owned(), span: words.span })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_behind_the_names_are_the_result() {
        let told =
            |text: &str| told(&Words { text: text.to_owned(), ..Words::default() }).map(|words| words.text);
        assert_eq!(told("White: Alder (1) Black: Birch (0)").as_deref(), Some("1-0"));
        assert_eq!(told("Black: Birch (1) White: Alder (0)").as_deref(), Some("0-1"));
        assert_eq!(told("White: Alder (\u{bd}) Black: Birch (\u{bd})").as_deref(), Some("1/2-1/2"));
        for none in
            ["White: Alder (1) Black: Birch (1)", "Alder (1) Birch (0)", "White: Alder. Black: Birch (1)"]
        {
            assert_eq!(told(none), None, "{none}");
        }
    }
}

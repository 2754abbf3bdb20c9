//! Labels and what they tell: `Date: 1862`, or in a table `White | Black | Place | Year` and below each its value.
use crate::book::clause::{self, Signs};
use crate::book::date::date;
use crate::book::phrase;
use crate::book::place;
use crate::book::sides;
use crate::book::vocabulary::{BLACK, LABEL, OVER_NUMBERS, WHITE, is_word};
use crate::record::Words;

/// The tags in a row of values below a row of labels, and which of the headings below that row is.
pub(super) fn below(labels: &str, below: &[Words]) -> Option<(usize, Vec<(&'static str, String)>)> {
    let labels = cells(labels);
    let is_label = |cell: &&str| !cell.contains(' ') && is_word(cell, WHITE | BLACK | LABEL);
    if labels.len() < 2 || !labels.iter().all(is_label) {
        return None;
    }
    let at = below.iter().position(|words| words.text.contains(char::is_alphanumeric))?;
    let values = cells(&below[at].text);
    if values.len() != labels.len() || values.iter().any(is_label) {
        return None;
    }
    let told = |(label, value): (&&str, &&str)| labelled(&format!("{label}: {value}"));
    let told: Vec<_> = labels.iter().zip(&values).filter_map(told).collect();
    (!told.is_empty()).then_some((at, told))
}

/// `Event: London Tournament`, `Date: 1862`, `White     Alder`: a tag, and what a line says of it.
pub(super) fn labelled(text: &str) -> Option<(&'static str, String)> {
    let words = clause::words(text);
    if let [what, by, who, ..] = &words[..]
        && ["annotated", "notes"].iter().any(|word| what.text.eq_ignore_ascii_case(word))
        && by.text.eq_ignore_ascii_case("by")
        && who.text.starts_with(char::is_uppercase)
    {
        return Some(("Annotator", name(text[who.start..].trim_end_matches([')', ']']))?));
    }
    let value = words.get(1).filter(|value| value.before.has(&[Signs::COLON, Signs::GAP]))?;
    let sign = text[words[0].end..].trim_start().starts_with(':');
    let rest = if sign { text[words[0].end..].trim_start_matches([' ', ':']) } else { &text[value.start..] };
    let rest = rest.trim().trim_end_matches('.');
    let has_side = words[1..].iter().any(sides::is_side);
    let name = match words[0].text.to_ascii_lowercase().as_str() {
        "event" | "tournament" => "Event",
        "site" | "place" | "venue" | "location" => "Site",
        "annotator" => "Annotator",
        "played" => return place::dated(rest).map(|site| ("Site", site)),
        "round" => "Round",
        "opening" => "Opening",
        "date" | "year" => return Some(("Date", date(rest)?)),
        // Not `White: Alder. Black: Birch.`
        "white" if !has_side => return Some(("White", name(rest)?)),
        "black" if !has_side => return Some(("Black", name(rest)?)),
        _ => return None,
    };
    (!rest.is_empty() && words.iter().skip(2).all(|word| !word.before.has(&[Signs::GAP])))
        .then(|| (name, rest.to_owned()))
}

/// Does a line begin with what it tells, and a colon: `Event: London Tournament`, `Result: 1-0`, `Moves:`?
pub(super) fn is_labelled(line: &str) -> bool {
    let is_label = |label: &str| is_word(label.trim(), LABEL | OVER_NUMBERS);
    labelled(line).is_some() || line.split_once(':').is_some_and(|(label, _)| is_label(label))
}

/// A name, and behind it nothing but brackets perhaps.
fn name(words: &str) -> Option<String> {
    phrase::name(words.split(['(', '[']).next().unwrap_or(words))
}

/// The cells of a row.
fn cells(row: &str) -> Vec<&str> {
    if row.contains('|') {
        row.trim_matches(['|', ' ']).split('|').map(str::trim).collect()
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_labels_says_what_the_values_below_it_are() {
        let words = |text: &str| Words { text: text.to_owned(), ..Words::default() };
        let rows = [words("|---|---|---|---"), words("Alder | Birch | Paris | 1858")];
        let told = below("White | Black | Place | Year", &rows);
        let tag = |name: &'static str, value: &str| (name, value.to_owned());
        let tags =
            [tag("White", "Alder"), tag("Black", "Birch"), tag("Site", "Paris"), tag("Date", "1858.??.??")];
        assert_eq!(told, Some((1, tags.to_vec())));
        assert_eq!(below("No. | White | Black | Notes", &[words("1 | P-K4 | P-K4")]), None);
    }
}

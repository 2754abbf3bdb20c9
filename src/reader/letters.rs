//! Which language the letters of a game's men are of, where the letters and the legality of all moves make it plain.
use std::collections::BTreeSet;

use crate::chess::Role;
use crate::code::Code;
use crate::diagnose::{Diagnostic, Severity};
use crate::game::Game;
use crate::lexicon::letters::{Letters, all};
use crate::record::{Becomes, Kind, Man, Record};
use crate::replay::pgn::{Options, Replayer};
use crate::span::Span;

/// The letters that the moves of a record use for men.
fn used<'t>(text: &'t str, record: &Record) -> BTreeSet<&'t str> {
    let mut used = BTreeSet::new();
    for item in &record.items {
        let token = item.span.of_text(text);
        match item.kind {
            Kind::San(san, _) => {
                if san.role() != Role::Pawn && san.castling_side().is_none() && !san.is_null() {
                    used.extend(token.get(..1));
                }
                if san.promotion().is_some() {
                    used.extend(token.find('=').and_then(|at| token.get(at + 1..at + 2)));
                }
            }
            Kind::Word(index) => {
                let Some(word) = record.words.get(index as usize) else { continue };
                match word.man {
                    Man::Letter { len } => used.extend(token.get(..usize::from(len))),
                    Man::Role(_) => used.extend(token.get(..1).filter(|c| c.starts_with(char::is_uppercase))),
                    Man::Unnamed | Man::Whoever => {}
                }
                if let Becomes::Letter(span) = word.promotion {
                    used.insert(span.of_text(text));
                }
            }
            _ => {}
        }
    }
    used
}

/// The roles that a language gives to letters; `None` if it lacks one.
fn mapping(letters: &Letters, used: &BTreeSet<&str>) -> Option<Vec<Role>> {
    used.iter()
        .map(|letter| {
            letters.role_at(letter).filter(|&(_, length)| length == letter.len()).map(|(role, _)| role)
        })
        .collect()
}

/// The language of a record's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// English, or none that is known.
    English,
    /// Another, which is plain.
    Other(&'static Letters),
    /// More than one could be meant, and they differ.
    Unclear,
}

/// The language of a record with letters that are not English: the only one that has them all and with which every
/// move is legal; or the only one that has them all. Languages that give the same men to the letters that are used count
/// as one. A record that writes pawn moves without a letter does not mean pawns by one, and no letter but `P` means pawns:
/// it would more likely be a man of some other language.
pub fn infer<'t>(text: &'t str, record: &Record, replayer: &mut Replayer, game: &mut Game<'t>) -> Tongue {
    let used = used(text, record);
    let bare_pawns =
        record.items.iter().any(|item| matches!(item.kind, Kind::San(san, _) if san.role() == Role::Pawn));
    let mut meanings: Vec<(Vec<Role>, &'static Letters)> = Vec::new();
    for letters in all().iter().filter(|letters| letters.language.len() == 2) {
        if let Some(roles) = mapping(letters, &used)
            && (letters.language == "en"
                || (!bare_pawns && letters.of(Role::Pawn) == "P")
                || !roles.contains(&Role::Pawn))
            && meanings.iter().all(|(other, _)| *other != roles)
        {
            meanings.push((roles, letters));
        }
    }
    let options = Options { nodes: false, max_problems: 1000, ..Options::default() };
    let plays = |letters: &Letters, replayer: &mut Replayer, game: &mut Game<'t>| {
        replayer.replay(text, record, Some(&|text: &str| letters.role_at(text)), &options, game);
        replayer.diagnostics().iter().all(|diagnostic| diagnostic.severity < Severity::Error)
    };
    let legal: Vec<&'static Letters> = meanings
        .iter()
        .map(|&(_, letters)| letters)
        .filter(|letters| plays(letters, replayer, game))
        .collect();
    match (legal.as_slice(), meanings.as_slice()) {
        ([one], _) | ([], [(_, one)]) if one.language == "en" => Tongue::English,
        ([one], _) | ([], [(_, one)]) => Tongue::Other(one),
        ([], _) => Tongue::English,
        _ => Tongue::Unclear,
    }
}

/// What to say of letters that were found out.
pub fn note(text: &str, record: &Record, letters: &Letters) -> Diagnostic {
    let used = used(text, record);
    let roles = mapping(letters, &used);
    let names: Vec<&str> = all()
        .iter()
        .filter(|other| other.language.len() == 2 && roles.is_some() && mapping(other, &used) == roles)
        .map(|other| other.name.as_str())
        .collect();
    let place = record.items.iter().find(|item| match item.kind {
        Kind::Word(index) => record.words.get(index as usize).is_some_and(|word| {
            matches!(word.man, Man::Letter { .. }) || matches!(word.promotion, Becomes::Letter(_))
        }),
        _ => false,
    });
    let span = place.map_or(Span::default(), |item| item.span);
    let message = format!("letters of the men read as {}", names.first().unwrap_or(&letters.name.as_str()));
    let diagnostic = Diagnostic::new(Code::NationalLetters, span, message);
    if names.len() > 1 {
        diagnostic.with_note(format!("the same letters in {}", names[1..].join(", ")))
    } else {
        diagnostic
    }
}

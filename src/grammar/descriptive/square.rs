//! Squares in descriptive notation: where a man goes, and where it stands.
use crate::chess::{CastlingSide, Role};
use crate::grammar::scan::{Read, Scanner};
use crate::lexicon::words::is_dash;
use crate::lexicon::{Stands, Word};
use crate::record::token::{FileName, Owner, Place};
use crate::span::Span;

/// All that one production can be.
pub(super) type All<T> = Vec<Read<T>>;

pub(super) const OPEN: &[char] = &['(', '[', '{'];
pub(super) const CLOSE: &[char] = &[')', ']', '}'];

/// What the square that a man leaves costs without brackets, in tenths.
const UNBRACKETED: u32 = 3;

pub(super) const fn side(role: Role) -> Option<CastlingSide> {
    match role {
        Role::King => Some(CastlingSide::King),
        Role::Queen => Some(CastlingSide::Queen),
        _ => None,
    }
}

pub(super) const fn starts_beside(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Knight | Role::Bishop)
}

// origin = "(" [ at / from ] place ")" / "/" place / ( at / from ) place
pub(super) fn origins(scanner: &Scanner<'_>, at: usize) -> All<Place> {
    let at_word = |at| scanner.skip(scanner.skip(scanner.skip(at, Word::At), Word::From), Word::Filler);
    if let Some(open) = scanner.mark(at, OPEN) {
        let inside = at_word(open);
        let mut all = places(scanner, inside);
        all.extend(rank_alone(scanner, inside));
        all.into_iter().filter_map(|p| scanner.mark(p.end, CLOSE).map(|end| Read { end, ..p })).collect()
    } else if let Some(slash) = scanner.mark(at, &['/']) {
        let mut all = places(scanner, slash);
        all.extend(rank_alone(scanner, slash));
        all
    } else if scanner.word(at, |w| matches!(w, Word::At | Word::From).then_some(())).is_some() {
        places(scanner, at_word(at))
    } else {
        Vec::new()
    }
}

// bare-origin = [ "-" ] place / rank      ; `Kt B3-Q2`, `KtKB3-K5`, `Kt-Kt1-Q2`, `R1-K1`: clean print, ranks last
/// `behind` are the places that stand there.
pub(super) fn bare_origins(scanner: &Scanner<'_>, at: usize, behind: All<Place>) -> All<Place> {
    if scanner.ocr || scanner.lexicon.rank == Stands::Before {
        return Vec::new();
    }
    let dash = scanner.rest(at).chars().next().filter(|&c| is_dash(c));
    let mut all = dash.map_or(behind, |dash| places(scanner, at + dash.len_utf8()));
    all.extend(rank_alone(scanner, at));
    all.retain(|place| place.value.rank.is_some());
    if dash.is_some() {
        // Signs with blanks part two moves: `Kt-B3 - Kt-B3`.
        all.retain(|place| scanner.rest(place.end).starts_with(is_dash));
    }
    all.iter_mut().for_each(|place| place.cost += UNBRACKETED);
    all
}

fn rank_alone(scanner: &Scanner<'_>, at: usize) -> Option<Read<Place>> {
    let rank = rank(scanner, at)?;
    let span = Span::of(scanner.skip_gap(at), rank.end);
    let value = Place { rank: Some(rank.value), span, ..Place::default() };
    Some(Read { value, end: rank.end, cost: rank.cost })
}

// place = [ article ] [ owner ] file [ rank ] / own rank     ; `K4`, `Q. Kt's 3d`, `her R's sq.`, `his 5th`
// place = own rank / [ owner ] rank [ article ] [ owner ] file          ; `4R`, `5ª de su C`
pub(super) fn places(scanner: &Scanner<'_>, at: usize) -> All<Place> {
    let at = scanner.skip(at, Word::Filler);
    let start = scanner.skip_gap(at);
    let mut found = Vec::new();
    let owner = scanner.word(at, |w| match w {
        Word::Own => Some(Owner::Own),
        Word::Adverse => Some(Owner::Adverse),
        Word::Of(color) => Some(Owner::Of(color)),
        _ => None,
    });
    let (owner, name_at) = owner.map_or((Owner::Mover, at), |o| (o.value, scanner.skip_possessive(o.end)));
    let mut push = |owner: Owner, file: Option<FileName>, rank: Option<u8>, end: usize, cost: u32| {
        let value = Place { owner, file, rank, span: Span::of(start, end) };
        found.push(Read { value, end, cost });
    };
    if owner == Owner::Own {
        for rank in ranks(scanner, name_at) {
            push(owner, None, Some(rank.value), rank.end, rank.cost);
        }
    }
    if scanner.lexicon.rank == Stands::Before {
        for rank in ranks(scanner, name_at) {
            let name = scanner.skip(rank.end, Word::Filler);
            let own = scanner.word(name, |w| (w == Word::Own).then_some(()));
            let (owner, name) = own.map_or((owner, name), |own| (Owner::Own, own.end));
            for file in file_names(scanner, name) {
                push(owner, Some(file.value), Some(rank.value), file.end, rank.cost + file.cost);
            }
        }
        return found;
    }
    for file in file_names(scanner, name_at) {
        let after = scanner.skip_possessive(file.end);
        for rank in ranks(scanner, after) {
            push(owner, Some(file.value), Some(rank.value), rank.end, file.cost + rank.cost);
        }
        push(owner, Some(file.value), None, file.end, file.cost);
    }
    found
}

fn rank(scanner: &Scanner<'_>, at: usize) -> Option<Read<u8>> {
    ranks(scanner, at).into_iter().next()
}

// rank = ordinal [ "square" ] / "sq."
fn ranks(scanner: &Scanner<'_>, at: usize) -> All<u8> {
    let mut found = Vec::new();
    for lexeme in scanner.words(at) {
        match lexeme.word {
            Word::Rank(value) => {
                let end = scanner.skip(lexeme.end, Word::Square);
                found.push(Read { value, end, cost: lexeme.cost });
            }
            Word::Square => found.push(Read { value: 1, end: lexeme.end, cost: lexeme.cost }),
            _ => {}
        }
    }
    found
}

// file = K / Q / [ wing ] ( R / Kt / B )     (the wing after it where the language has it so)
pub(super) fn file_names(scanner: &Scanner<'_>, at: usize) -> All<FileName> {
    let mut found = Vec::new();
    for first in scanner.words(at) {
        let Word::Man(role) = first.word else { continue };
        if role != Role::Pawn {
            let value = FileName { wing: None, of: role };
            found.push(Read { value, end: first.end, cost: first.cost });
        }
        let next = match scanner.lexicon.wing {
            Stands::Before => scanner.skip_possessive(first.end),
            Stands::After => scanner.skip(first.end, Word::Filler),
        };
        for second in scanner.words(next) {
            let Word::Man(other) = second.word else { continue };
            let (wing, of) = match scanner.lexicon.wing {
                Stands::Before => (side(role), other),
                Stands::After => (side(other), role),
            };
            if wing.is_some() && starts_beside(of) {
                found.push(Read {
                    value: FileName { wing, of },
                    end: second.end,
                    cost: first.cost + second.cost,
                });
            }
        }
    }
    found
}

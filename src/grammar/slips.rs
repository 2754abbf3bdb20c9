//! What the words of a cell may be misprints of.
use super::algebraic::Written;
use super::blurred;
use super::cell::{Blur, Parsed, READS, blur, parse};
use super::descriptive::man_at;
use super::scan::Scanner;
use crate::chess::Role;
use crate::lexicon::{Dialect, Lexicon, Word};
use crate::reading::cost::Costs;
use crate::reading::{self, Cost, Reading, Slip};

/// What the words of one move could mean if one part of them were misprinted: cheapest first, the plain readings
/// left out. Words of which nothing reads may be anything.
#[must_use]
pub fn slips(cell: &str, dialect: &Dialect) -> Vec<Reading> {
    let parsed = parse(cell, dialect);
    if dialect.ocr {
        let strict = parsed.as_ref().map(Parsed::meanings).unwrap_or_default();
        if parsed.as_ref().is_none_or(|parsed| blur(cell, parsed, &strict, dialect) == Blur::All) {
            return blurred_readings(cell, strict.plain);
        }
    }
    match parsed {
        Some(Parsed::Words(tokens)) => {
            let mut readings = reading::slips::of_tokens(&tokens);
            if dialect.ocr {
                let plain = reading::descriptive::meanings(&tokens).plain;
                add_looks(cell, &plain, &mut readings);
            }
            readings
        }
        Some(Parsed::Written(Written::Moves(moves))) => reading::slips::of_coordinates(&moves),
        None => misread(cell, dialect),
        _ => reading::slips::of_nothing(),
    }
}

/// What blurred words can mean: what little of them reads, and the moves whose print comes near; anything where
/// nothing does.
fn blurred_readings(cell: &str, strict: Vec<Reading>) -> Vec<Reading> {
    let mut readings = blurred::nearest(cell);
    for reading in strict {
        let reading = Reading { cost: reading.cost + Cost(10), slip: Some(Slip::Unreadable), ..reading };
        match readings.iter_mut().find(|known| known.act == reading.act) {
            Some(known) => known.cost = known.cost.min(reading.cost),
            None => readings.push(reading),
        }
    }
    if readings.is_empty() {
        return reading::slips::of_blur(cell.chars().filter(|c| c.is_alphanumeric()).count());
    }
    readings.sort_by_key(|reading| reading.cost);
    readings
}

/// How far the print of another move may be from words that read.
const NEAR_PRINT: Cost = Cost(20);

/// Adds to the misprints of words of raw text the moves whose print looks like them.
fn add_looks(cell: &str, plain: &[Reading], readings: &mut Vec<Reading>) {
    for near in blurred::nearest(cell) {
        if near.cost > NEAR_PRINT || plain.iter().any(|reading| reading.act == near.act) {
            continue;
        }
        let cost = near.cost + READS;
        match readings.iter_mut().find(|known| known.act == near.act) {
            Some(known) => known.cost = known.cost.min(cost),
            None => readings.push(Reading { cost, ..near }),
        }
    }
    readings.sort_by_key(|reading| reading.cost);
}

/// What words that are no move can mean if a letter of them was misread: `Q—Q Kt S` as text recognition might have
/// made it of a 5, a 3 or an 8; then anything.
fn misread(cell: &str, dialect: &Dialect) -> Vec<Reading> {
    let mut readings = Vec::new();
    let blurred = Dialect { ocr: true, ..*dialect };
    if let Some(parsed) = parse(cell, &blurred).filter(|parsed| parsed.end() >= cell.trim_end().len()) {
        for reading in parsed.meanings().plain {
            let cost = Cost(reading.cost.0 / 2);
            readings.push(Reading { cost, slip: Some(Slip::Unreadable), ..reading });
        }
    }
    for near in blurred::nearest(cell) {
        if near.cost < Costs::DEFAULT.unreadable && readings.iter().all(|known| known.act != near.act) {
            readings.push(near);
        }
    }
    match mover(cell, dialect).filter(|_| readings.is_empty()) {
        Some(role) => readings.push(reading::slips::of_mover_alone(role)),
        None => readings.extend(reading::slips::of_nothing()),
    }
    readings
}

/// The man that words begin with which are no move, if they say that he goes or takes: the Bishop of `B. to adj. Kt. 3d`.
fn mover(cell: &str, dialect: &Dialect) -> Option<Role> {
    let scanner = Scanner::new(cell, Lexicon::of(dialect.language)?, false);
    let (man, end) = man_at(&scanner, 0)?;
    scanner.word(end, |word| matches!(word, Word::To | Word::Takes).then_some(())).and(man.role)
}

//! Finds games that are recorded more than once: two quiet passes over the inputs.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::config::Config;
use super::meter::Meter;
use super::output::Output;
use super::run::{self, Summary};
use super::streams::Recap;
use super::streams::Streams;
use super::study::{Chosen, Desk, Study};
use super::task::{Met, Page, Task};
use crate::error::Error;
use crate::game::value::Need;
use crate::lexicon::Letters;
use crate::openings::Table;
use crate::reader::pgn::{Kept, PgnOptions};
use crate::stats::duplicates::{Catalog, Choice, Keys, Passes, Place, Verdicts};

fn lock<T>(whole: &Mutex<T>) -> MutexGuard<'_, T> {
    whole.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The place of a game in the run.
#[must_use]
pub fn place(met: &Met<'_, '_>) -> Place {
    Place::new(met.input, met.place.chunk.index, met.found.index)
}

/// The first pass.
struct First {
    study: Study,
    chosen: Option<Chosen>,
    /// Records of the inputs from this number on count whatever is chosen.
    base: usize,
    letters: Option<&'static Letters>,
    whole: Arc<Mutex<Keys>>,
    meter: Arc<Meter>,
}

/// What a worker of the first pass has, until it is done.
struct FirstState {
    desk: Desk,
    part: Keys,
    whole: Arc<Mutex<Keys>>,
}

impl Drop for FirstState {
    fn drop(&mut self) {
        lock(&self.whole).merge(std::mem::take(&mut self.part));
    }
}

impl Task for First {
    type State = FirstState;

    fn state(&self) -> FirstState {
        FirstState { desk: Desk::default(), part: Keys::default(), whole: Arc::clone(&self.whole) }
    }

    fn pgn_options(&self) -> PgnOptions {
        let asked = self.chosen.as_ref().map_or(Kept::End, Chosen::kept);
        PgnOptions { kept: self.study.kept().or(asked), letters: self.letters, ..super::task::pgn_options() }
    }

    fn game(&self, state: &mut FirstState, met: &Met<'_, '_>, page: &mut Page) {
        let place = place(met);
        state.part.count(place);
        let is_base = met.input >= self.base;
        if is_base || self.chosen.as_ref().is_none_or(|chosen| chosen.keeps(&mut state.desk, met)) {
            let known = self.study.look(&mut state.desk, met);
            let before = state.part.bytes();
            state.part.add(place, &self.study.row(met, &known));
            page.last |= !self.meter.allows(before, state.part.bytes());
        } else {
            page.left_out = true;
        }
    }
}

/// The second pass.
struct Second {
    catalog: Catalog,
    letters: Option<&'static Letters>,
    whole: Arc<Mutex<Passes>>,
}

/// What a worker of the second pass has, until it is done.
struct SecondState {
    part: Passes,
    whole: Arc<Mutex<Passes>>,
}

impl Drop for SecondState {
    fn drop(&mut self) {
        lock(&self.whole).merge(std::mem::take(&mut self.part));
    }
}

impl Task for Second {
    type State = SecondState;

    fn state(&self) -> SecondState {
        SecondState { part: Passes::default(), whole: Arc::clone(&self.whole) }
    }

    fn pgn_options(&self) -> PgnOptions {
        PgnOptions { kept: Kept::Line, letters: self.letters, ..super::task::pgn_options() }
    }

    fn game(&self, state: &mut SecondState, met: &Met<'_, '_>, _: &mut Page) {
        self.catalog.passes(place(met), met.found.game, &mut state.part);
    }
}

/// Reads the inputs twice (see [`Config::keep_stdin`]) and tells which games are recorded more than once. The findings are those of the first pass.
///
/// # Errors
/// When an input cannot be read twice.
pub fn find(
    config: &Config,
    chosen: Option<Chosen>,
    table: &'static Table,
    choice: Choice,
    memory: u64,
) -> Result<(Verdicts, Summary), Error> {
    if config.games.is_some() {
        return Err(Error::usage("duplicates are looked for among all games: --games does not go with that"));
    }
    let study = Study { table, need: Need::FACTS | Need::LINE };
    let whole = Arc::new(Mutex::new(Keys::default()));
    let meter = Arc::new(Meter::new(memory));
    let (letters, base) = (config.letters, choice.base);
    let first = First { study, chosen, base, letters, whole: Arc::clone(&whole), meter: Arc::clone(&meter) };
    let summary = run::run(config, &first, discard())?;
    drop(first);
    meter.check()?;
    let keys = std::mem::take(&mut *lock(&whole));
    let whole = Arc::new(Mutex::new(Passes::default()));
    let second = Second { catalog: keys.seal(), letters: config.letters, whole: Arc::clone(&whole) };
    run::run(&config.silent(), &second, discard())?;
    let verdicts = second.catalog.resolve(&lock(&whole), choice);
    Ok((verdicts, summary))
}

fn discard() -> Streams {
    Streams::new(Output::Discard, Recap::Table)
}

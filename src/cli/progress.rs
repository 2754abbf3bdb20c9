//! A bar on standard error for work over about a second, on a terminal only.
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressStyle};

/// How long a run may last before the bar shows.
const PATIENCE: Duration = Duration::from_millis(1000);
/// How often it moves.
const STEP: Duration = Duration::from_millis(100);

/// The bar of a run. A thread of its own moves it, so that it moves while a long text is read in one piece.
pub struct Progress {
    /// Bytes read so far.
    pub read: Arc<AtomicU64>,
    /// Recognised pages of the book that is being read; 0 where there are none.
    pages: Arc<AtomicU64>,
    shared: Arc<Shared>,
    mover: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    stop: Condvar,
}

#[derive(Default)]
struct State {
    bar: Option<ProgressBar>,
    is_over: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the bar until the run is over.
    fn run(&self, read: &AtomicU64, pages: &AtomicU64, total: Option<u64>) {
        let begun = Instant::now();
        let mut shown = None;
        let mut state = self.state();
        while !state.is_over {
            let (next, _) = self.stop.wait_timeout(state, STEP).unwrap_or_else(PoisonError::into_inner);
            state = next;
            if state.is_over || begun.elapsed() < PATIENCE {
                continue;
            }
            let read = read.load(Ordering::Relaxed);
            let bar = state.bar.get_or_insert_with(|| new_bar(total).with_elapsed(begun.elapsed()));
            // What is read and not done yet, a text: nobody knows for how long.
            let face = if total.is_some_and(|total| read < total) { Face::Bar } else { Face::Clock };
            if shown != Some(face) {
                bar.set_style(style(face));
                shown = Some(face);
            }
            bar.set_position(read);
            bar.set_message(rate(read, total.unwrap_or(read), begun.elapsed()));
            bar.set_prefix(of_pages(pages.load(Ordering::Relaxed)));
            bar.tick();
        }
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    Bar,
    Clock,
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    total.map_or_else(ProgressBar::new_spinner, ProgressBar::new)
}

fn style(face: Face) -> ProgressStyle {
    let template = match face {
        Face::Bar => "{bar:40} {bytes} of {total_bytes}, {msg}",
        Face::Clock => "{spinner} {bytes}{prefix} read, {elapsed} so far",
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// How many pages.
fn of_pages(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => " of 1 page".to_owned(),
        _ => format!(" of {count} pages"),
    }
}

/// How fast it goes on the whole, and how long it will take if it goes on so.
fn rate(read: u64, total: u64, elapsed: Duration) -> String {
    let millis = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
    let left = u128::from(total.saturating_sub(read)) * u128::from(millis) / u128::from(read.max(1)) / 1000;
    let left = HumanDuration(Duration::from_secs(u64::try_from(left).unwrap_or(u64::MAX)));
    format!("{}/s, {left:#} left", HumanBytes(read.saturating_mul(1000) / millis))
}

impl Progress {
    /// A bar that will show if it is wanted, a terminal is there, and the work takes long.
    #[must_use]
    pub fn new(wanted: bool, total: Option<u64>) -> Self {
        let (read, pages) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let shared = Arc::<Shared>::default();
        let is_shown = wanted && std::io::stderr().is_terminal();
        let mover = {
            let (read, pages, shared) = (Arc::clone(&read), Arc::clone(&pages), Arc::clone(&shared));
            // Where no thread can be made nothing is shown.
            let start = || std::thread::Builder::new().spawn(move || shared.run(&read, &pages, total)).ok();
            is_shown.then(start).flatten()
        };
        Self { read, pages, shared, mover }
    }

    /// Tells how many recognised pages the book at hand has so far.
    pub fn set_pages(&self, count: usize) {
        self.pages.store(count as u64, Ordering::Relaxed);
    }

    /// Writes to a terminal that the bar may stand on.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.shared.state().bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        let Some(mover) = self.mover.take() else { return };
        self.shared.state().is_over = true;
        self.shared.stop.notify_all();
        let _ = mover.join();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_whole_run() {
        let mebi = 1 << 20;
        assert_eq!(rate(20 * mebi, 60 * mebi, Duration::from_secs(2)), "10.00 MiB/s, 4s left");
        assert_eq!(rate(0, 1, Duration::ZERO), "0 B/s, 0s left");
    }
}

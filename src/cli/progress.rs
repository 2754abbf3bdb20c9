//! A bar on standard error for work over about a second, on a terminal only.
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long a run may last before the bar shows.
const PATIENCE: Duration = Duration::from_millis(1000);

/// The bar of a run.
pub struct Progress {
    wanted: bool,
    begun: Instant,
    /// Bytes of the inputs in all, where all are known.
    total: Option<u64>,
    /// Bytes read so far.
    pub read: Arc<AtomicU64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A bar that will show if it is wanted, a terminal is there, and the work takes long.
    #[must_use]
    pub fn new(wanted: bool, total: Option<u64>) -> Self {
        let wanted = wanted && std::io::stderr().is_terminal();
        Self { wanted, begun: Instant::now(), total, read: Arc::default(), bar: None }
    }

    /// Shows how far the work is.
    pub fn tick(&mut self) {
        if !self.wanted || self.begun.elapsed() < PATIENCE {
            return;
        }
        let total = self.total;
        let bar = self.bar.get_or_insert_with(|| {
            let (bar, template) = match total {
                Some(total) => (
                    ProgressBar::new(total),
                    "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
                ),
                None => (ProgressBar::new_spinner(), "{spinner} {bytes}, {bytes_per_sec}"),
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        bar.set_position(self.read.load(Ordering::Relaxed));
    }

    /// Writes to a terminal that the bar may stand on.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

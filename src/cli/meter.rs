//! How much memory the workers of a run hold together, where it grows with the games.
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Error;

/// What may be held, and what is.
#[derive(Debug)]
pub struct Meter {
    /// Bytes.
    most: usize,
    held: AtomicUsize,
}

impl Meter {
    /// So many MiB may be held.
    #[must_use]
    pub fn new(mib: u64) -> Self {
        Self { most: usize::try_from(mib << 20).unwrap_or(usize::MAX), held: AtomicUsize::new(0) }
    }

    /// A worker that held `before` bytes holds `now`; whether that is not too much.
    pub fn allows(&self, before: usize, now: usize) -> bool {
        let more = now.saturating_sub(before);
        self.held.fetch_add(more, Ordering::Relaxed).saturating_add(more) <= self.most
    }

    /// Tells that it became too much.
    ///
    /// # Errors
    /// When it did.
    pub fn check(&self) -> Result<(), Error> {
        if self.held.load(Ordering::Relaxed) <= self.most {
            return Ok(());
        }
        let most = self.most >> 20;
        Err(Error::usage(format!(
            "what must be kept of these games does not fit into --memory {most} (MiB): more, or fewer games, would be accepted"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_workers_hold_is_added_up() {
        let meter = Meter::new(1);
        assert!(meter.allows(0, 600_000) && meter.allows(0, 400_000) && meter.check().is_ok());
        assert!(!meter.allows(400_000, 500_000));
        assert!(meter.check().is_err_and(|error| error.to_string().contains("--memory 1")));
    }
}

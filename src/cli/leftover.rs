//! Files under way, deleted when the user stops the program.
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use tempfile::NamedTempFile;

static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Makes a file that is deleted if the program is stopped (Ctrl-C, or a polite `kill`), from the moment it is there.
///
/// # Errors
/// When it cannot be made.
pub fn make(file: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    static WATCH: Once = Once::new();
    WATCH.call_once(watch);
    // A signal waits for this.
    let mut under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    let file = file()?;
    under_way.push(file.path().to_owned());
    Ok(file)
}

/// The file is whole, and stays.
pub fn remove(path: &Path) {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other != path);
}

#[cfg(not(unix))]
fn watch() {}

/// Waits for a signal on a thread of its own. Without it, files would only stay where they are.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let Some(ignored) = ignored() else { return };
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            for path in UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                let _ = std::fs::remove_file(path);
            }
            // Ends the program as the signal would have.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// The signals that whoever started the program wants ignored (`nohup`), bit 0 for signal 1.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn ignored() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Elsewhere nobody tells; only what a terminal sends is taken for granted.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
fn ignored() -> Option<u64> {
    Some(1 << (signal_hook::consts::SIGHUP - 1))
}

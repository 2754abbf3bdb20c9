//! Files under way: deleted when the user stops the program, and when a run that was killed left them behind.
//!
//! A run holds a lock on each of its files until the file is whole. The system gives the lock back however the run ends,
//! so a file that can be locked belongs to nobody any more: neither the number of a process nor the name of a host is
//! asked, which may be those of another by now. Where the file system has no locks nothing is deleted.
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use tempfile::NamedTempFile;

/// How the name of a file under way begins and ends; between the two stand [`RANDOM`] letters and digits.
const NAME: (&str, &str) = (".descant-", ".part");
/// How many of its letters are left to chance.
const RANDOM: usize = 12;
/// How often another name is tried when another run takes a new file for an old one.
const TRIES: usize = 8;

static WATCH: Once = Once::new();
static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The folders that were looked through: a run may make thousands of files in one of them.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Makes a file that is deleted if the program is stopped (Ctrl-C, or a polite `kill`), from the moment it is there, and
/// by the next run that makes one beside it if the program is killed. Deletes what others left there before.
///
/// # Errors
/// When it cannot be made.
pub fn make(folder: &Path, builder: &mut tempfile::Builder<'_, '_>) -> io::Result<NamedTempFile> {
    WATCH.call_once(watch);
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        sweep(folder);
    }
    builder.prefix(NAME.0).suffix(NAME.1).rand_bytes(RANDOM);
    for _ in 0..TRIES {
        // A signal waits for this.
        let mut under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        let file = builder.tempfile_in(folder)?;
        if is_held(&file) {
            under_way.push(file.path().to_owned());
            return Ok(file);
        }
    }
    Err(io::Error::other("another run deletes each new file"))
}

/// Signals are not watched for: the command ends at them by itself, when its file is whole.
#[cfg(feature = "serve")]
pub fn end_by_itself() {
    WATCH.call_once(|| ());
}

/// Locks a new file. It is lost when another run came between making and locking it, and takes it for a leftover.
fn is_held(file: &NamedTempFile) -> bool {
    match file.as_file().try_lock() {
        Ok(()) => file.path().exists(),
        Err(TryLockError::WouldBlock) => false,
        // Without locks nobody deletes the files of others.
        Err(TryLockError::Error(_)) => true,
    }
}

/// Deletes the files in a folder that runs left behind which are no more. What cannot be deleted stays.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_str().is_some_and(is_name)
            || !entry.file_type().is_ok_and(|kind| kind.is_file())
        {
            continue;
        }
        let path = entry.path();
        let Ok(file) = OpenOptions::new().read(true).write(true).open(&path) else { continue };
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(&path);
        }
        drop::<File>(file);
    }
}

/// Only names that [`make`] gives: nobody else's file is touched.
fn is_name(name: &str) -> bool {
    let random = name.strip_prefix(NAME.0).and_then(|rest| rest.strip_suffix(NAME.1));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
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

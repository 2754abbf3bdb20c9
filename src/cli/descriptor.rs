//! Paths that are no file of their own but one of the descriptors that this process was started with.
use std::path::{Path, PathBuf};

/// So many links are followed, and no more.
const MOST_LINKS: usize = 40;

/// The number of standard output.
pub const STDOUT: u32 = 1;
/// The number of standard error.
pub const STDERR: u32 = 2;

/// The number of the open descriptor that a path names: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`, or a link to one of these.
#[must_use]
pub fn of_path(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Some(number) = listed(&path) {
            return Some(number);
        }
        let next = std::fs::read_link(&path).ok()?;
        path = folder(&path).join(next);
    }
    None
}

/// The number of the descriptor, if a path stands in a list of those of this process.
fn listed(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = folder(path).canonicalize().ok()?;
    let of_process = || {
        let own = Path::new("/proc/self").canonicalize();
        folder.ends_with("fd") && own.is_ok_and(|own| folder.starts_with(own))
    };
    (folder == Path::new("/dev/fd") || of_process()).then_some(number)
}

/// The folder that a path stands in.
fn folder(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

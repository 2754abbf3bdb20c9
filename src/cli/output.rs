//! Where results go: standard output, or a file that appears when it is whole.
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::config::Stream;
use super::leftover;
use crate::error::Error;
use crate::source::Input;

/// How much is gathered before it is written, in bytes.
const BUFFER: usize = 256 * 1024;

/// A place for results.
pub enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A file under way: written beside its place.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// A place that is no regular file, such as a pipe or `/dev/null`: written as it is.
    Device(BufWriter<std::fs::File>, PathBuf),
    /// Nowhere.
    Discard,
}

/// What may become of an input that is named as the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InPlace {
    /// It may be replaced: what is written holds all its games.
    Allowed,
    /// It would be lost.
    Refused,
}

impl Output {
    /// To this file; to standard output without one. No input is replaced by what does not hold its games.
    ///
    /// # Errors
    /// When no file can be made there, or an input stands there.
    pub fn apart(path: Option<&Path>, inputs: &[Input], in_place: InPlace) -> Result<Self, Error> {
        if in_place == InPlace::Refused
            && let Some(path) = path
            && inputs.iter().any(|input| matches!(input, Input::File(file) if is_same_file(file, path)))
        {
            let path = path.display();
            return Err(Error::usage(format!(
                "{path} is an input and would be replaced: another name for the output would be accepted"
            )));
        }
        Self::new(path)
    }

    /// To this file; to standard output without one.
    ///
    /// # Errors
    /// When no file can be made there.
    pub fn new(path: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Self::Stdout(BufWriter::with_capacity(BUFFER, io::stdout())));
        };
        let name = path.display();
        let failed = |source| Error::write(name.to_string(), source);
        if let Ok(found) = std::fs::metadata(path) {
            // A file that may not be written to is not replaced either.
            let file = std::fs::OpenOptions::new().write(true).open(path);
            let file = file.map_err(|error| failed(error.kind().into()))?;
            if !found.is_file() {
                return Ok(Self::Device(BufWriter::with_capacity(BUFFER, file), path.to_owned()));
            }
        }
        // A link stays, and what it leads to is replaced.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let path = path.as_path();
        let beside = folder(path);
        if !beside.is_dir() {
            let beside = beside.display();
            return Err(Error::usage(format!("cannot write {name}: there is no folder {beside}")));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".descant-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: what the umask leaves; as the file that is replaced, if there is one.
            let mode = std::fs::metadata(path).map_or(0o666, |found| found.permissions().mode() & 0o777);
            builder.permissions(std::fs::Permissions::from_mode(mode));
        }
        let file = leftover::make(|| builder.tempfile_in(beside)).map_err(failed)?;
        Ok(Self::File(BufWriter::with_capacity(BUFFER, file), path.to_owned()))
    }

    /// What kind of place it is.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        match self {
            Self::Stdout(_) => Stream::Out,
            Self::File(..) | Self::Device(..) | Self::Discard => Stream::File,
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Stdout(_) => "standard output".to_owned(),
            Self::File(_, path) | Self::Device(_, path) => path.display().to_string(),
            Self::Discard => String::new(),
        }
    }

    /// Writes through a function.
    ///
    /// # Errors
    /// When the place cannot be written to.
    pub fn put(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
        let written = match self {
            Self::Stdout(out) => write(out),
            Self::File(out, _) => write(out),
            Self::Device(out, _) => write(out),
            Self::Discard => Ok(()),
        };
        written.map_err(|source| Error::write(self.name(), source))
    }

    /// All is written: the file takes its place.
    ///
    /// # Errors
    /// When the last of it cannot be written; then nothing is left behind.
    pub fn finish(self) -> Result<(), Error> {
        let name = self.name();
        let failed = |source| Error::write(name.clone(), source);
        match self {
            Self::Stdout(mut out) => out.flush().map_err(failed),
            Self::Device(mut out, _) => out.flush().map_err(failed),
            Self::File(out, path) => {
                let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
                let temporary = file.path().to_owned();
                file.persist(path).map_err(|error| failed(error.error))?;
                leftover::remove(&temporary);
                Ok(())
            }
            Self::Discard => Ok(()),
        }
    }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Do two paths lead to one file, whether it is there or not? What is no regular file, such as `/dev/null`, can be
/// written to twice.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| match std::fs::metadata(path) {
        Ok(found) => found.is_file().then(|| std::fs::canonicalize(path).ok()).flatten(),
        Err(_) => Some(std::fs::canonicalize(folder(path)).ok()?.join(path.file_name()?)),
    };
    place(a).is_some_and(|a| place(b) == Some(a))
}

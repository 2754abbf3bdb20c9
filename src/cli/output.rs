//! Where results go: standard output, or a file that appears when it is whole.
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::config::Stream;
use crate::error::Error;

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

impl Output {
    /// To this file; to standard output without one.
    ///
    /// # Errors
    /// When no file can be made there.
    pub fn new(path: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Self::Stdout(BufWriter::with_capacity(BUFFER, io::stdout())));
        };
        let failed = |source| Error::write(path.display().to_string(), source);
        if let Ok(found) = std::fs::metadata(path)
            && !found.is_file()
        {
            let file = std::fs::OpenOptions::new().write(true).open(path).map_err(failed)?;
            return Ok(Self::Device(BufWriter::with_capacity(BUFFER, file), path.to_owned()));
        }
        let beside = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".descant-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: what the umask leaves; as the file that is replaced, if there is one.
            let mode = std::fs::metadata(path).map_or(0o666, |found| found.permissions().mode() & 0o777);
            builder.permissions(std::fs::Permissions::from_mode(mode));
        }
        let file = builder.tempfile_in(beside).map_err(failed)?;
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
                file.persist(path).map_err(|error| failed(error.error))?;
                Ok(())
            }
            Self::Discard => Ok(()),
        }
    }
}

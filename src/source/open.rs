//! Opens inputs: files and standard input, unpacked where their first bytes say that they are archives.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::between;
use super::error::SourceError;
use super::frames::{self, Frames};
use super::unpack::{Format, MAGIC, unpack};

/// Where bytes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input, `-` on the command line.
    Stdin,
    /// What was standard input: a copy that can be read more than once.
    Kept(Kept),
}

/// A copy of standard input, in a file without a name that the system deletes with the last of its owners, however the
/// program ends.
#[derive(Clone, Debug)]
pub struct Kept(Arc<File>);

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Kept {}

impl Kept {
    /// Copies a reader, packed as it is, to a file in the folder for temporary files.
    ///
    /// # Errors
    ///
    /// When the reader fails or the file cannot be written.
    #[cfg(feature = "cli")]
    pub fn copy(reader: &mut dyn Read) -> io::Result<Self> {
        let mut file = tempfile::tempfile()?;
        io::copy(reader, &mut file)?;
        Ok(Self(Arc::new(file)))
    }

    /// The copy from its first byte; one reader at a time.
    fn open(&self) -> io::Result<File> {
        let mut file = self.0.try_clone()?;
        file.rewind()?;
        Ok(file)
    }
}

impl Input {
    /// The input that an argument of the command line names.
    #[must_use]
    pub fn from_arg(arg: impl Into<PathBuf>) -> Self {
        let path = arg.into();
        if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path) }
    }

    /// The name to show: the path as it was given, `-` for standard input.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Stdin | Input::Kept(_) => "-".to_owned(),
        }
    }

    /// The form in which it is packed; plain for what is no file.
    #[must_use]
    pub(crate) fn format(&self) -> Format {
        let Input::File(path) = self else { return Format::Plain };
        let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file());
        let mut magic = [0; MAGIC];
        let read =
            is_file.then(|| File::open(path).and_then(|mut file| file.read(&mut magic)).ok()).flatten();
        read.map_or(Format::Plain, |length| Format::of(&magic[..length]))
    }

    /// The size in bytes as it stands on disk, packed or not; none for what is no regular file.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        let data = match self {
            Input::File(path) => std::fs::metadata(path),
            Input::Kept(kept) => kept.0.metadata(),
            Input::Stdin => return None,
        };
        data.ok().filter(std::fs::Metadata::is_file).map(|data| data.len())
    }
}

/// Opens an input. Archives (.gz, .bz2, .zst) are known by their first bytes, never by the name, and are unpacked on a
/// thread of their own; of several members all are read.
///
/// The reader gives what can be unpacked of a truncated archive, then an error that holds a
/// [`SourceError`] (see [`SourceError::from_io`]).
///
/// # Errors
///
/// When the input cannot be opened, is a directory, or an archive of a form that is not read.
pub fn open(input: &Input) -> Result<Box<dyn Read + Send>, SourceError> {
    open_counted(input, &Arc::default())
}

/// Opens an input like [`open`], and adds to `count` the bytes that have been read of it, before they are unpacked: so
/// they can be held against [`Input::size`].
///
/// # Errors
///
/// Those of [`open`].
pub fn open_counted(input: &Input, count: &Arc<AtomicU64>) -> Result<Box<dyn Read + Send>, SourceError> {
    Ok(open_shared(input, count, 1)?.0)
}

/// An input that was opened, and its frames for threads that would help to unpack them.
pub type Shared = (Box<dyn Read + Send>, Option<Arc<Frames>>);

/// Opens an input like [`open_counted`] for so many jobs. An archive of independent frames is unpacked by whoever reads it,
/// and by those who [help](Frames::help): a frame for each two jobs is held in memory.
///
/// # Errors
///
/// Those of [`open`].
pub fn open_shared(input: &Input, count: &Arc<AtomicU64>, jobs: usize) -> Result<Shared, SourceError> {
    let name = input.name();
    let reader: Box<dyn Read + Send> = match input {
        Input::Stdin => Box::new(io::stdin()),
        Input::Kept(kept) => {
            Box::new(kept.open().map_err(|source| SourceError::Open { name: name.clone(), source })?)
        }
        Input::File(path) => {
            let open = |source| SourceError::Open { name: name.clone(), source };
            let file = File::open(path).map_err(open)?;
            if file.metadata().map_err(open)?.is_dir() {
                return Err(SourceError::Directory { name });
            }
            Box::new(file)
        }
    };
    unpacked(reader, &name, count, jobs)
}

/// Unpacks what a reader gives, like [`open_counted`]; `name` is for errors.
///
/// # Errors
///
/// When the first bytes cannot be read, or are those of an archive of a form that is not read.
pub fn open_reader(
    reader: Box<dyn Read + Send>,
    name: &str,
    count: &Arc<AtomicU64>,
) -> Result<Box<dyn Read + Send>, SourceError> {
    Ok(unpacked(reader, name, count, 1)?.0)
}

fn unpacked(
    reader: Box<dyn Read + Send>,
    name: &str,
    count: &Arc<AtomicU64>,
    jobs: usize,
) -> Result<Shared, SourceError> {
    let counted = Counted { reader, name: name.to_owned(), count: Arc::clone(count) };
    let (magic, reader) = head(Box::new(counted), frames::START)?;
    if frames::begins(&magic) {
        let frames = Frames::new(reader, name, 0, jobs, u64::MAX);
        return Ok((Box::new(between::whole(Arc::clone(&frames))), Some(frames)));
    }
    match Format::of(&magic) {
        Format::Plain => Ok((reader, None)),
        Format::Other(format) => Err(SourceError::Unsupported { name: name.to_owned(), format }),
        format => match unpack(format, reader, name) {
            Ok(reader) => Ok((reader, None)),
            Err(error) => Err(SourceError::from_io(name, error)),
        },
    }
}

/// Reads the first `most` bytes (fewer where the input ends, or some are lost), and gives them with a reader that still gives everything.
///
/// # Errors
///
/// When reading fails before there is a single byte; a later failure is met again by the reader.
pub fn head(
    mut reader: Box<dyn Read + Send>,
    most: usize,
) -> Result<(Vec<u8>, Box<dyn Read + Send>), SourceError> {
    let mut bytes = vec![0; most];
    let mut length = 0;
    let mut failure = None;
    while length < most {
        match reader.read(&mut bytes[length..]) {
            Ok(0) => break,
            Ok(n) => length += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    bytes.truncate(length);
    if let Some(error) = failure {
        let ours = error.get_ref().and_then(|inner| inner.downcast_ref::<SourceError>());
        let goes_on = ours.is_some_and(SourceError::is_gap);
        if length == 0 && !goes_on {
            return Err(SourceError::from_io("the input", error));
        }
        reader =
            if goes_on { Box::new(Fails(Some(error)).chain(reader)) } else { Box::new(Fails(Some(error))) };
    }
    Ok((bytes.clone(), Box::new(io::Cursor::new(bytes).chain(reader))))
}

/// Gives one error, then nothing.
struct Fails(Option<io::Error>);

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Counts what is read, and says which input failed.
struct Counted {
    reader: Box<dyn Read + Send>,
    name: String,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.reader.read(buffer) {
            Ok(n) => {
                self.count.fetch_add(n as u64, Ordering::Relaxed);
                Ok(n)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(source) => {
                let kind = source.kind();
                Err(io::Error::new(kind, SourceError::Read { name: self.name.clone(), source }))
            }
        }
    }
}

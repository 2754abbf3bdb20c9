//! Where results go: standard output, or a file that appears when it is whole.
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::descriptor::{self, STDERR, STDOUT};
use super::leftover;
use super::pack::{self, Packer};
use crate::emit::VisibleWriter;
use crate::error::Error;
use crate::source::{Encoding, Format, HEAD, Input, SourceError, head, open, settle};

/// How much is gathered before it is written, in bytes.
const BUFFER: usize = 256 * 1024;

/// A place for results.
pub enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// Standard output on a terminal: nothing of a record is obeyed there.
    Terminal(VisibleWriter<BufWriter<io::Stdout>>),
    /// A file under way.
    File(NewFile),
    /// A place that is no regular file, such as a pipe or `/dev/null`: written as it is.
    Device(BufWriter<std::fs::File>, PathBuf),
    /// Nowhere.
    Discard,
}

/// Where something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
    /// A file.
    File,
}

/// A file under way: written beside its place.
pub struct NewFile {
    file: Packer,
    path: PathBuf,
    /// The numbers of the inputs that it will take the place of, from 0.
    replaced: Vec<usize>,
}

/// What may become of an input that is named as the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InPlace {
    /// It may be replaced: what is written holds all its games.
    Allowed,
    /// It would be lost: replaced by this.
    Refused(&'static str),
}

/// Of a form that holds no games.
pub const NO_GAMES: InPlace = InPlace::Refused("what does not hold its games");

/// The files that writing must not destroy.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<'a> {
    /// What is read.
    pub inputs: &'a [Input],
    /// What is read besides, and what would not stand there any more.
    pub beside: &'a [(PathBuf, &'static str)],
    /// The user wants them replaced.
    pub force: bool,
}

impl Guarded<'_> {
    /// Which inputs are this file.
    fn inputs_at(&self, file: &Handle) -> Vec<usize> {
        let is_it = |input: &Input| match input {
            Input::File(path) => regular(path).is_some_and(|input| input == *file),
            Input::Stdin | Input::Kept(_) => Handle::stdin().is_ok_and(|input| input == *file),
        };
        (0..self.inputs.len()).filter(|&number| is_it(&self.inputs[number])).collect()
    }

    /// Standard output must not grow a file while it is read.
    fn check_stdout(&self) -> Result<(), Error> {
        self.check_stream(Handle::stdout(), "standard output")
    }

    /// Standard error must not do so either, where results go there.
    fn check_stderr(&self) -> Result<(), Error> {
        self.check_stream(Handle::stderr(), "standard error")
    }

    /// The file that a stream grows is no input.
    fn check_stream(&self, stream: io::Result<Handle>, name: &str) -> Result<(), Error> {
        let is_file = |handle: &Handle| handle.as_file().metadata().is_ok_and(|data| data.is_file());
        let Some(stream) = stream.ok().filter(is_file) else { return Ok(()) };
        match self.inputs_at(&stream).first() {
            None => Ok(()),
            Some(&number) => Err(Error::usage(format!(
                "{} is an input and {name} as well: -o FILE, or another file, would be accepted",
                self.inputs[number].name()
            ))),
        }
    }
}

/// What the bytes of a file are, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// Any encoding can be added.
    Ascii,
    /// UTF-8.
    Utf8,
    /// An encoding of single bytes, such as Latin-1.
    Bytes,
}

/// Tells from block to block what the bytes of a file are.
struct Seen {
    written: Written,
    /// The beginning of a character that goes on in the next block.
    begun: Vec<u8>,
}

impl Seen {
    /// Looks at the next block.
    fn look(&mut self, block: &[u8]) {
        if self.written == Written::Bytes || self.written == Written::Ascii && block.is_ascii() {
            return;
        }
        self.begun.extend_from_slice(block);
        let rest = match std::str::from_utf8(&self.begun) {
            Ok(_) => self.begun.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => {
                self.written = Written::Bytes;
                return;
            }
        };
        self.written = Written::Utf8;
        self.begun.drain(..rest);
    }

    /// What all of them are.
    fn end(&self) -> Written {
        if self.begun.is_empty() { self.written } else { Written::Bytes }
    }
}

/// The last two bytes of a file, unpacked, behind which text in this packing is added, in Latin-1 or in UTF-8.
///
/// # Errors
/// When it is packed otherwise, damaged, or in another encoding: nobody could read what is added.
fn end_before(path: &Path, format: Format, latin1: bool) -> Result<[u8; 2], Error> {
    let refused = |is: String, would: &str, or: &str| {
        let name = path.display();
        Err(Error::usage(format!(
            "cannot add to {name}: it {is}, and what is added would be {would}; another name for the output{or} would be accepted"
        )))
    };
    let input = Input::File(path.to_owned());
    let there = input.format();
    if there != format {
        let told = |format: Format| match format {
            Format::Plain => "not packed".to_owned(),
            format => format!("packed as {}", format.name()),
        };
        return refused(format!("is {}", told(there)), &told(format), "");
    }
    let added = if latin1 { "in Latin-1" } else { "in UTF-8" };
    let (start, mut rest) = head(open(&input)?, HEAD)?;
    if let Encoding::Utf16Le | Encoding::Utf16Be = settle(Encoding::Auto, &start).0 {
        return refused("is in UTF-16".to_owned(), added, "");
    }
    let (mut end, mut buffer) = ([b'\n'; 2], vec![0; BUFFER]);
    let mut seen = Seen { written: Written::Ascii, begun: Vec::new() };
    loop {
        let length = match rest.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(SourceError::from_io(&input.name(), error).into()),
        };
        seen.look(&buffer[..length]);
        for &byte in &buffer[length.saturating_sub(2)..length] {
            end = [end[1], byte];
        }
    }
    match (seen.end(), latin1) {
        (Written::Bytes, false) => {
            refused("is not in UTF-8".to_owned(), added, ", or --output-encoding latin1,")
        }
        (Written::Utf8, true) => refused("is in UTF-8".to_owned(), added, ", or --output-encoding utf-8,"),
        _ => Ok(end),
    }
}

impl Output {
    /// To this file; to standard output without one. No input is replaced by what does not hold its games.
    ///
    /// # Errors
    /// When no file can be made there, or an input stands there.
    pub fn apart(path: Option<&Path>, guarded: Guarded<'_>, in_place: InPlace) -> Result<Self, Error> {
        let Some(path) = path.filter(|path| !is_stdout(path)) else {
            guarded.check_stdout()?;
            return Self::new(path);
        };
        if descriptor::of_path(path) == Some(STDERR) {
            guarded.check_stderr()?;
            return Self::new(Some(path));
        }
        let mut replaced = Vec::new();
        if !guarded.force
            && let Some(there) = regular(path)
        {
            let is_it = |(file, _): &&(PathBuf, _)| regular(file).is_some_and(|file| file == there);
            if let Some((_, by)) = guarded.beside.iter().find(is_it) {
                return Err(would_replace(path, by));
            }
            replaced = guarded.inputs_at(&there);
            if let (false, InPlace::Refused(by)) = (replaced.is_empty(), in_place) {
                return Err(would_replace(path, by));
            }
            if !replaced.is_empty() && Input::from_arg(path).format().is_archive() {
                return Err(would_replace(path, "PGN that is not packed"));
            }
        }
        let mut output = Self::new(Some(path))?;
        if let Self::File(file) = &mut output {
            file.replaced = replaced;
        }
        Ok(output)
    }

    /// Begins with what stands there already; packed files have several members then. A file of PGN ends with a blank line
    /// before more is written, which is in Latin-1 or in UTF-8.
    ///
    /// # Errors
    /// When that cannot be read or copied, or what is added could not be read behind it.
    pub fn append(&mut self, is_pgn: bool, latin1: bool) -> Result<(), Error> {
        let Self::File(new) = self else { return Ok(()) };
        let name = new.path.display().to_string();
        let failed = |source| Error::write(name.clone(), source);
        let mut old = match std::fs::File::open(&new.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            old => old.map_err(failed)?,
        };
        if io::copy(&mut old, new.file.raw()).map_err(failed)? == 0 {
            return Ok(());
        }
        let end = end_before(&new.path, new.file.format(), latin1)?;
        if is_pgn {
            let missing = match end {
                [b'\n', b'\n'] => 0,
                [_, b'\n'] => 1,
                _ => 2,
            };
            new.file.write_all(&b"\n\n"[..missing]).map_err(failed)?;
        }
        Ok(())
    }

    /// To this file; to standard output without one. A file that is open as standard output or standard error is written
    /// through that, behind what stands there: it is not replaced.
    ///
    /// # Errors
    /// When no file can be made there.
    pub fn new(path: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = path.filter(|path| !is_stdout(path)) else {
            let stdout = BufWriter::with_capacity(BUFFER, io::stdout());
            let is_shown = io::stdout().is_terminal();
            return Ok(if is_shown {
                Self::Terminal(VisibleWriter::new(stdout))
            } else {
                Self::Stdout(stdout)
            });
        };
        let name = path.display();
        let failed = |source| Error::write(name.to_string(), source);
        let open = descriptor::of_path(path);
        if open == Some(STDERR) {
            let file = stderr().map_err(failed)?;
            return Ok(Self::Device(BufWriter::with_capacity(BUFFER, file), path.to_owned()));
        }
        if let Ok(found) = std::fs::metadata(path) {
            if let (Some(number), true) = (open, found.is_file()) {
                return Err(Error::usage(format!(
                    "cannot write {name}: the file there is open as descriptor {number} and would be replaced; -o - >&{number} would be accepted"
                )));
            }
            // A file that may not be written to is not replaced either.
            let file = std::fs::OpenOptions::new().write(true).open(path);
            let file = file.map_err(failed)?;
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
        if let Some(ending) = pack::not_written(path) {
            let accepted = "an ending .gz, .bz2 or .zst, or that of no archive, would be accepted";
            return Err(Error::usage(format!(
                "cannot write {name}: no archives .{ending} are made; {accepted}"
            )));
        }
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: what the umask leaves; as the file that is replaced, if there is one.
            let mode = std::fs::metadata(path).map_or(0o666, |found| found.permissions().mode() & 0o777);
            builder.permissions(std::fs::Permissions::from_mode(mode));
        }
        let file = leftover::make(beside, &mut builder).map_err(failed)?;
        let file = Packer::new(BufWriter::with_capacity(BUFFER, file), path).map_err(failed)?;
        Ok(Self::File(NewFile { file, path: path.to_owned(), replaced: Vec::new() }))
    }

    /// With all that was written in its file, where it waits to take its place: many may wait.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn settled(self) -> Result<Self, Error> {
        let Self::File(new) = self else { return Ok(self) };
        let name = new.path.display().to_string();
        let file = new.file.settled().map_err(|source| Error::write(name, source))?;
        Ok(Self::File(NewFile { file, ..new }))
    }

    /// What kind of place it is.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        match self {
            Self::Stdout(_) | Self::Terminal(_) => Stream::Out,
            Self::File(_) | Self::Device(..) | Self::Discard => Stream::File,
        }
    }

    /// Whether it will take the place of the input with this number, and only what holds its games may do so.
    #[must_use]
    pub fn replaces(&self, input: usize) -> bool {
        matches!(self, Self::File(new) if new.replaced.contains(&input))
    }

    /// Whether it will take the place of any input.
    #[must_use]
    pub fn replaces_any(&self) -> bool {
        matches!(self, Self::File(new) if !new.replaced.is_empty())
    }

    /// An input would be replaced by this.
    #[must_use]
    pub fn would_replace(&self, by: &str) -> Error {
        would_replace(Path::new(&self.name()), by)
    }

    /// Its name, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Stdout(_) | Self::Terminal(_) => "standard output".to_owned(),
            Self::File(NewFile { path, .. }) | Self::Device(_, path) => path.display().to_string(),
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
            Self::Terminal(out) => write(out),
            Self::File(new) => write(&mut new.file),
            Self::Device(out, _) => write(out),
            Self::Discard => Ok(()),
        };
        written.map_err(|source| Error::write(self.name(), source))
    }

    /// Writes findings, which are shown in colours: what they have of a record is visible already.
    ///
    /// # Errors
    /// When the place cannot be written to.
    pub fn put_findings(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        match self {
            Self::Terminal(out) => {
                write(out.as_it_is()).map_err(|source| Error::write("standard output", source))
            }
            _ => self.put(write),
        }
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
            Self::Terminal(mut out) => out.flush().map_err(failed),
            Self::Device(mut out, _) => out.flush().map_err(failed),
            Self::File(NewFile { file, path, .. }) => {
                let file = file.finish().map_err(failed)?;
                let temporary = file.path().to_owned();
                file.persist(path).map_err(|error| failed(error.error))?;
                leftover::remove(&temporary);
                Ok(())
            }
            Self::Discard => Ok(()),
        }
    }
}

fn would_replace(path: &Path, by: &str) -> Error {
    Error::usage(format!(
        "{} is an input and would be replaced by {by}: another name for the output, or --force, would be accepted",
        path.display()
    ))
}

/// Whether a path is the name of standard output: `-`, `/dev/stdout` and its like.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-" || descriptor::of_path(path) == Some(STDOUT)
}

/// Standard error as a file, written where the next words of it would stand.
#[cfg(unix)]
fn stderr() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(io::stderr().as_fd().try_clone_to_owned()?.into())
}

/// Standard error has no path elsewhere.
#[cfg(not(unix))]
fn stderr() -> io::Result<std::fs::File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a path leads to, by whatever name. What is no regular file, such as `/dev/null` or a pipe, can be
/// written to while it is read, and is not opened here.
fn regular(path: &Path) -> Option<Handle> {
    std::fs::metadata(path).is_ok_and(|found| found.is_file()).then(|| Handle::from_path(path).ok()).flatten()
}

/// Refuses one place for several results: the last one would be all that is left. Each comes with its name.
///
/// # Errors
/// When two are the same, standard output or a file.
pub fn keep_apart(places: &[(&str, Option<&Path>)]) -> Result<(), Error> {
    let named: Vec<(&str, &Path)> = places.iter().filter_map(|&(name, path)| Some((name, path?))).collect();
    for (n, &(a, path)) in named.iter().enumerate() {
        for &(b, other) in &named[n + 1..] {
            if is_stdout(path) && is_stdout(other) || !is_stdout(path) && is_same_file(path, other) {
                let place = if is_stdout(path) { "standard output".into() } else { path.to_string_lossy() };
                return Err(Error::usage(format!(
                    "{b} and {a} are both {place}: two places would be accepted"
                )));
            }
        }
    }
    Ok(())
}

/// Do two paths lead to one file, whether it is there or not?
fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| Some(std::fs::canonicalize(folder(path)).ok()?.join(path.file_name()?));
    match (std::fs::metadata(a), std::fs::metadata(b)) {
        (Ok(_), Ok(_)) => regular(a).is_some_and(|a| regular(b) == Some(a)),
        (Err(_), Err(_)) => place(a).is_some_and(|a| place(b) == Some(a)),
        _ => false,
    }
}

//! What Python hands over to be read: a path, bytes, or an object that reads and seeks.
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use descant::source::part::{Head, Source};
use descant::source::{Encoding, SourceError, parse_name};

use crate::{unread, wrong};

/// A source that was handed over, and its name.
pub struct Given {
    /// What is read.
    pub source: Box<dyn Source>,
    /// Its name.
    pub name: String,
}

impl Given {
    /// Takes a path, bytes, or an object with `read` and `seek`.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or the object is none of these, or gives text.
    pub fn take(object: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let source = Box::new(Cursor::new(bytes.as_bytes().to_vec()));
            return Ok(Self { source, name: name.unwrap_or_else(|| "<bytes>".to_owned()) });
        }
        if object.hasattr("read")? {
            if is_text(object)? {
                return Err(PyTypeError::new_err(
                    "this file gives text, not bytes: one that was opened with open(name, \"rb\"), io.BytesIO, or the name of the file, would be accepted",
                ));
            }
            let own = || object.getattr("name").ok().and_then(|name| name.extract::<String>().ok());
            let name = name.or_else(own).unwrap_or_else(|| "<file>".to_owned());
            let can_seek = object.hasattr("seek")?
                && (!object.hasattr("seekable")? || object.call_method0("seekable")?.is_truthy()?);
            if !can_seek {
                let bytes: Vec<u8> = object.call_method0("read")?.extract()?;
                return Ok(Self { source: Box::new(Cursor::new(bytes)), name });
            }
            return Ok(Self { source: Box::new(PyFile(object.clone().unbind())), name });
        }
        let path: PathBuf = object.extract()?;
        let name = name.unwrap_or_else(|| path.display().to_string());
        let failed = |source| unread(&SourceError::Open { name: name.clone(), source });
        let file = File::open(&path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(unread(&SourceError::Directory { name }));
        }
        Ok(Self { source: Box::new(file), name })
    }
}

/// Whether a file of Python's was opened as text: such a file has an encoding.
fn is_text(file: &Bound<'_, PyAny>) -> PyResult<bool> {
    let texts = file.py().import("io")?.getattr("TextIOBase")?;
    let encoding = file.getattr("encoding").ok();
    Ok(file.is_instance(&texts)? || encoding.is_some_and(|name| name.extract::<String>().is_ok()))
}

/// A file of Python's. The interpreter is attached for as long as a call takes, and no longer.
struct PyFile(Py<PyAny>);

impl Read for PyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes = self.0.bind(py).call_method1("read", (buffer.len(),))?;
            let bytes = bytes.cast::<PyBytes>()?.as_bytes();
            let length = bytes.len().min(buffer.len());
            buffer[..length].copy_from_slice(&bytes[..length]);
            Ok::<_, PyErr>(length)
        })
        .map_err(io::Error::other)
    }
}

impl Seek for PyFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, whence) = match to {
            SeekFrom::Start(at) => (i128::from(at), 0),
            SeekFrom::Current(by) => (i128::from(by), 1),
            SeekFrom::End(by) => (i128::from(by), 2),
        };
        Python::attach(|py| {
            let file = self.0.bind(py);
            file.call_method1("seek", (offset, whence))?;
            file.call_method0("tell")?.extract::<u64>()
        })
        .map_err(io::Error::other)
    }
}

/// The encoding of this name.
///
/// # Errors
///
/// When there is none.
pub fn encoding(name: &str) -> PyResult<Encoding> {
    parse_name(name).map_err(|error| wrong(&error.into()))
}

/// Byte ranges of a source that can be read apart, and its length.
#[pyfunction]
#[pyo3(signature = (source, size, encoding, name=None))]
pub fn splits(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    size: u64,
    encoding: &str,
    name: Option<String>,
) -> PyResult<(Vec<(u64, u64)>, u64)> {
    let mut given = Given::take(source, name)?;
    let encoding = self::encoding(encoding)?;
    let head =
        py.detach(|| Head::of(&mut *given.source, &given.name, encoding)).map_err(|error| unread(&error))?;
    let parts = head.splits(size).into_iter().map(|part| (part.start, part.end)).collect();
    Ok((parts, head.length))
}

//! Files that are packed while they are written, as the ending of their name says.
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::source::Format;

/// Endings of archives that are not written: plain text under such a name would mislead.
const NOT_WRITTEN: [&str; 11] = ["xz", "lzma", "lz", "lz4", "br", "z", "zip", "7z", "rar", "tar", "tgz"];

fn ending(path: &Path) -> Option<String> {
    path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase)
}

/// The ending of an archive that is not written, if the path has it.
pub fn not_written(path: &Path) -> Option<String> {
    ending(path).filter(|ending| NOT_WRITTEN.contains(&ending.as_str()))
}

/// A file under way, packed or not.
pub enum Packer {
    /// As it is.
    Plain(BufWriter<NamedTempFile>),
    /// `.gz`
    Gzip(flate2::write::GzEncoder<BufWriter<NamedTempFile>>),
    /// `.bz2`
    Bzip2(bzip2::write::BzEncoder<BufWriter<NamedTempFile>>),
    /// `.zst`
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<NamedTempFile>>),
}

impl Packer {
    /// Packs as the ending of this path says.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(file: BufWriter<NamedTempFile>, path: &Path) -> io::Result<Self> {
        Ok(match ending(path).as_deref() {
            Some("gz") => Self::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default())),
            Some("bz2") => Self::Bzip2(bzip2::write::BzEncoder::new(file, bzip2::Compression::default())),
            Some("zst") => {
                let mut encoder = zstd::stream::write::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                // A reader tells from it that the file is whole.
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
            _ => Self::Plain(file),
        })
    }

    /// The file, with all in it.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn finish(self) -> io::Result<NamedTempFile> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Bzip2(encoder) => encoder.finish()?,
            Self::Zstd(encoder) => encoder.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }

    /// With all in its file: from now on it needs no memory, and takes nothing more.
    ///
    /// # Errors
    /// When the last of it cannot be written.
    pub fn settled(self) -> io::Result<Self> {
        Ok(Self::Plain(BufWriter::with_capacity(0, self.finish()?)))
    }

    /// Where bytes go that are packed already, before anything else is written.
    pub fn raw(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.get_mut(),
            Self::Bzip2(encoder) => encoder.get_mut(),
            Self::Zstd(encoder) => encoder.get_mut(),
        }
    }

    /// The form in which what is written is packed.
    pub(crate) const fn format(&self) -> Format {
        match self {
            Self::Plain(_) => Format::Plain,
            Self::Gzip(_) => Format::Gzip,
            Self::Bzip2(_) => Format::Bzip2,
            Self::Zstd(_) => Format::Zstd,
        }
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Bzip2(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Bzip2(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}

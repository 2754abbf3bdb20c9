//! Sorts more than memory holds: what is too much goes to temporary files, sorted, which are merged at the end.
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// How many sorted files are merged at once.
const WAYS: usize = 128;

/// One game as it will be written, with what it is sorted by.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The file it goes to, before all else.
    pub group: Vec<u8>,
    /// Compared byte by byte.
    pub key: Vec<u8>,
    /// The order of the input, for those that agree.
    pub number: u64,
    /// The game.
    pub text: Vec<u8>,
}

impl Entry {
    /// What it takes in memory, in bytes.
    fn size(&self) -> usize {
        self.group.len() + self.key.len() + self.text.len() + size_of::<Self>()
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.number.to_le_bytes())?;
        for part in [&self.group, &self.key, &self.text] {
            out.write_all(&(part.len() as u64).to_le_bytes())?;
            out.write_all(part)?;
        }
        Ok(())
    }

    /// The next one of a file; `None` at its end.
    fn read(file: &mut impl Read) -> io::Result<Option<Self>> {
        let mut number = [0; 8];
        match file.read_exact(&mut number) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let mut part = || -> io::Result<Vec<u8>> {
            let mut length = [0; 8];
            file.read_exact(&mut length)?;
            let mut bytes = vec![0; usize::try_from(u64::from_le_bytes(length)).unwrap_or(0)];
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        };
        Ok(Some(Self { number: u64::from_le_bytes(number), group: part()?, key: part()?, text: part()? }))
    }
}

/// Takes games in any order and gives them in theirs.
#[derive(Debug)]
pub struct Sorter {
    entries: Vec<Entry>,
    size: usize,
    /// What may be held, in bytes.
    most: usize,
    files: Vec<File>,
}

impl Sorter {
    /// Holds about so many bytes.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { entries: Vec::new(), size: 0, most, files: Vec::new() }
    }

    /// Takes one.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn push(&mut self, entry: Entry) -> io::Result<()> {
        self.size += entry.size();
        self.entries.push(entry);
        if self.size > self.most {
            self.spill()?;
        }
        Ok(())
    }

    /// Puts what is held in a file, sorted.
    fn spill(&mut self) -> io::Result<()> {
        self.entries.sort_unstable();
        let file = write_all(|out| self.entries.drain(..).try_for_each(|entry| entry.write(out)))?;
        self.files.push(file);
        self.size = 0;
        if self.files.len() >= WAYS {
            let files = std::mem::take(&mut self.files);
            let merged = write_all(|out| merge(files, &mut |entry| entry.write(out)))?;
            self.files.push(merged);
        }
        Ok(())
    }

    /// Gives all in order.
    ///
    /// # Errors
    /// When a temporary file cannot be read, and what `each` says.
    pub fn finish(mut self, each: &mut dyn FnMut(Entry) -> io::Result<()>) -> io::Result<()> {
        if self.files.is_empty() {
            self.entries.sort_unstable();
            return self.entries.into_iter().try_for_each(each);
        }
        if !self.entries.is_empty() {
            self.spill()?;
        }
        merge(self.files, each)
    }
}

/// A temporary file without a name, written and rewound.
fn write_all(write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(1 << 18, tempfile::tempfile()?);
    write(&mut out)?;
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Merges sorted files.
fn merge(files: Vec<File>, each: &mut dyn FnMut(Entry) -> io::Result<()>) -> io::Result<()> {
    let mut files: Vec<_> = files.into_iter().map(|file| BufReader::with_capacity(1 << 16, file)).collect();
    let mut next = BinaryHeap::new();
    for (index, file) in files.iter_mut().enumerate() {
        if let Some(entry) = Entry::read(file)? {
            next.push(Reverse((entry, index)));
        }
    }
    while let Some(Reverse((entry, index))) = next.pop() {
        each(entry)?;
        if let Some(entry) = Entry::read(&mut files[index])? {
            next.push(Reverse((entry, index)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_memory_sorts_alike_and_keeps_the_order_of_equals() {
        let mut random = 7_u64;
        let entries: Vec<Entry> = (0..3000)
            .map(|number| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let key = vec![(random >> 33) as u8 % 16];
                let text = vec![b'x'; (random >> 40) as usize % 40];
                Entry { group: vec![(random >> 60) as u8 % 2], key, number, text }
            })
            .collect();
        let mut expected = entries.clone();
        expected.sort_by(|a, b| (&a.group, &a.key).cmp(&(&b.group, &b.key)));
        for most in [0, 200, 5000, usize::MAX] {
            let mut sorter = Sorter::new(most);
            for entry in entries.iter().cloned() {
                sorter.push(entry).expect("a temporary file");
            }
            let mut sorted = Vec::new();
            sorter
                .finish(&mut |entry| {
                    sorted.push(entry);
                    Ok(())
                })
                .expect("a temporary file");
            assert!(sorted == expected, "{most}");
        }
    }
}

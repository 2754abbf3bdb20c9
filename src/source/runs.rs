//! Runs of characters of one shape, packed: a text of random bytes has more than one for every two bytes.

/// How much one character of a run takes: bytes of text, and the bytes it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub text: u32,
    pub raw: u32,
}

/// A run: where it begins in the text and in the bytes, and the shape of its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub text: u32,
    pub raw: u32,
    pub shape: Shape,
}

/// Of every so many runs the offset in the bytes is kept; those between are counted up to.
const STEP: usize = 64;

/// Shapes that have a number; the others are listed one by one.
const RARE: u8 = u8::MAX;

/// Runs in the order of the text, five bytes each. Each run but the last is a whole number of its units.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    starts: Vec<u32>,
    /// The number of each run's shape.
    numbers: Vec<u8>,
    shapes: Vec<Shape>,
    /// Shapes without a number, by run.
    rare: Vec<(usize, Shape)>,
    /// Where every [`STEP`]th run begins in the bytes.
    marks: Vec<u32>,
}

impl Runs {
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Adds a run that begins at or after all others.
    pub fn push(&mut self, run: Run) {
        if self.len().is_multiple_of(STEP) {
            self.marks.push(run.raw);
        }
        let known = self.shapes.iter().position(|&shape| shape == run.shape);
        let number = known.unwrap_or(self.shapes.len());
        if known.is_none() && number < usize::from(RARE) {
            self.shapes.push(run.shape);
        }
        let number = u8::try_from(number).unwrap_or(RARE);
        if number == RARE {
            self.rare.push((self.len(), run.shape));
        }
        self.starts.push(run.text);
        self.numbers.push(number);
    }

    /// The shape of the run with this number, which must be one.
    pub fn shape(&self, at: usize) -> Shape {
        match self.numbers[at] {
            RARE => self.rare[self.rare.partition_point(|&(run, _)| run < at)].1,
            number => self.shapes[usize::from(number)],
        }
    }

    pub fn last_shape(&self) -> Option<Shape> {
        self.len().checked_sub(1).map(|last| self.shape(last))
    }

    /// A run by its number.
    pub fn get(&self, at: usize) -> Option<Run> {
        let text = *self.starts.get(at)?;
        let from = at - at % STEP;
        let raw = (from..at).fold(self.marks[at / STEP], |raw, run| {
            let shape = self.shape(run);
            let units = (self.starts[run + 1] - self.starts[run]) / shape.text.max(1);
            raw.saturating_add(units.saturating_mul(shape.raw))
        });
        Some(Run { text, raw, shape: self.shape(at) })
    }

    /// How many runs begin before this offset in the text, or at it too.
    pub fn before(&self, text: u32, at_it_too: bool) -> usize {
        self.starts.partition_point(|&start| start < text || (at_it_too && start == text))
    }

    /// The runs from this number on, in order; each is found at once.
    pub fn from(&self, at: usize) -> impl Iterator<Item = Run> + '_ {
        let mut next = self.get(at);
        (at..self.len()).map_while(move |number| {
            let run = next?;
            next = self.starts.get(number + 1).map(|&text| {
                let units = (text - run.text) / run.shape.text.max(1);
                let raw = run.raw.saturating_add(units.saturating_mul(run.shape.raw));
                Run { text, raw, shape: self.shape(number + 1) }
            });
            Some(run)
        })
    }

    /// Forgets the runs from this number on.
    pub fn truncate(&mut self, len: usize) {
        self.starts.truncate(len);
        self.numbers.truncate(len);
        self.marks.truncate(len.div_ceil(STEP));
        self.rare.truncate(self.rare.partition_point(|&(run, _)| run < len));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_come_out_as_they_went_in() {
        let mut runs = Runs::default();
        let mut all = Vec::new();
        let (mut text, mut raw) = (0, 0);
        for i in 0..2000_u32 {
            // More shapes than have a number.
            let shape = Shape { text: 1 + i % 3, raw: 1 + i % 401 };
            let run = Run { text, raw, shape };
            runs.push(run);
            all.push(run);
            text += shape.text * (1 + i % 5);
            raw += shape.raw * (1 + i % 5);
        }
        for (i, &run) in all.iter().enumerate() {
            assert_eq!(runs.get(i), Some(run));
            assert_eq!(runs.before(run.text, true), i + 1);
            assert_eq!(runs.before(run.text, false), i);
        }
        assert!(runs.from(130).eq(all[130..].iter().copied()));
        runs.truncate(130);
        assert_eq!((runs.len(), runs.get(129), runs.get(130)), (130, Some(all[129]), None));
    }
}

//! Words on a straightened page, and the rows that they stand in.
/// A word on the straightened page, in units of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its number on the page.
    pub word: u32,
    pub left: f32,
    pub right: f32,
    pub top: f32,
    /// From the upper edge of its box to the lower.
    pub height: f32,
    /// Where its letters stand, descenders apart.
    pub base: f32,
    /// The line that the recogniser put it in.
    pub line: u32,
    /// It has a letter or a digit.
    pub reads: bool,
    /// How many characters it has.
    pub count: u32,
    /// It is a word of prose: small letters, four or more.
    pub plain: bool,
    /// The move number it may be.
    pub number: Option<u32>,
}

impl Item {
    pub fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// A straightened page.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub items: Vec<Item>,
    /// The usual height of its words, the measure of all gaps on it.
    pub unit: f32,
}

/// Words on one height, from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub items: Vec<Item>,
    pub base: f32,
}

impl Row {
    pub fn left(&self) -> f32 {
        self.items.first().map_or(0.0, |item| item.left)
    }
}

/// The middle value; the lower of two.
pub(super) fn median(values: &mut [f32]) -> Option<f32> {
    let middle = values.len().checked_sub(1)? / 2;
    let (_, value, _) = values.select_nth_unstable_by(middle, f32::total_cmp);
    Some(*value)
}

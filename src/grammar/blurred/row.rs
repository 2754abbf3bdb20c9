//! What the beginning of a print costs against each length of some words: a byte for each, worked out together.
use wide::u8x16;

/// Farther than anything that is meant.
const FAR: u8 = u8::MAX;

/// Lengths that fit in a register, and lengths of a row: from no character on.
pub(super) const HALF: usize = 16;
pub(super) const WIDTH: usize = 2 * HALF;

/// Costs for each length. What does not fit in a byte is too far.
#[derive(Clone, Copy)]
pub(super) struct Row([u8x16; 2]);

impl Row {
    /// Too far everywhere.
    pub const FAR: Self = Self([u8x16::MAX; 2]);

    pub fn at(&self, length: usize) -> u32 {
        self.0.get(length / HALF).map_or(u32::from(FAR), |half| u32::from(half.to_array()[length % HALF]))
    }

    pub fn set(&mut self, length: usize, cost: u32) {
        if let Some(half) = self.0.get_mut(length / HALF) {
            let mut costs = half.to_array();
            costs[length % HALF] = u8::try_from(cost).unwrap_or(FAR);
            *half = u8x16::new(costs);
        }
    }

    /// The row of a beginning with one more character, as many halves of it as are of use. `dirt` is what runs of one, two, four
    /// and so on cost that do not belong there, each before its length.
    #[inline(always)]
    pub fn next(&self, letter: &Letter, dirt: &[Self], halves: usize) -> Self {
        let mut row = Self::FAR;
        let mut before = u8x16::MAX;
        let lost = u8x16::splat(letter.lost);
        for half in 0..halves.min(2) {
            let above = self.0[half];
            let swapped = behind::<1>(before, above).saturating_add(letter.swaps.0[half]);
            let mut costs = above.saturating_add(lost).min(swapped);
            if let Some(splits) = &letter.splits {
                costs = costs.min(behind::<2>(before, above).saturating_add(splits.0[half]));
            }
            (row.0[half], before) = (costs, above);
        }
        row.over(dirt, halves)
    }

    /// The same where such runs may stand behind it.
    #[inline(always)]
    pub fn over(mut self, dirt: &[Self], halves: usize) -> Self {
        let mut done = u8x16::MAX;
        for half in 0..halves.min(2) {
            let mut costs = self.0[half];
            // Each time runs that are twice as long; those that begin in the half before are known.
            let run = |power: usize| dirt.get(power).map_or(u8x16::MAX, |dirt: &Self| dirt.0[half]);
            costs = costs.min(behind::<1>(done, costs).saturating_add(run(0)));
            costs = costs.min(behind::<2>(done, costs).saturating_add(run(1)));
            if dirt.len() > 2 {
                costs = costs.min(behind::<4>(done, costs).saturating_add(run(2)));
                costs = costs.min(behind::<8>(done, costs).saturating_add(run(3)));
                costs = costs.min(done.saturating_add(run(4)));
            }
            (self.0[half], done) = (costs, costs);
        }
        self
    }

    /// What is the less of both, for each length.
    pub fn min(&self, other: &Self) -> Self {
        let ([low, high], [of_low, of_high]) = (self.0, other.0);
        Self([low.min(of_low), high.min(of_high)])
    }

    /// Does it cost no more than this together with another one, anywhere?
    #[inline(always)]
    pub fn comes_near(&self, other: &Self, most: u32) -> bool {
        let ([low, high], [of_low, of_high]) = (self.0, other.0);
        is_any(low.saturating_add(of_low).min(high.saturating_add(of_high)), most)
    }

    /// The same costs, counted back from a length.
    pub fn back(&self, length: usize) -> Self {
        let mut costs = [FAR; WIDTH];
        let (low, high) = costs.split_at_mut(HALF);
        low.copy_from_slice(&self.0[0].to_array());
        high.copy_from_slice(&self.0[1].to_array());
        costs[..=length].reverse();
        let (mut low, mut high) = ([FAR; HALF], [FAR; HALF]);
        low.copy_from_slice(&costs[..HALF]);
        high.copy_from_slice(&costs[HALF..]);
        Self([u8x16::new(low), u8x16::new(high)])
    }

    /// Does it cost no more than this where a mask is 0?
    #[inline(always)]
    pub fn is_near(&self, mask: &Self, most: u32) -> bool {
        let ([low, high], [of_low, of_high]) = (self.0, mask.0);
        is_any((low | of_low).min(high | of_high), most)
    }
}

/// Is any of some costs no more than this?
#[inline(always)]
fn is_any(costs: u8x16, most: u32) -> bool {
    let most = u8x16::splat(u8::try_from(most).unwrap_or(FAR));
    costs.min(most).simd_eq(costs).to_bitmask() != 0
}

/// Costs as they are `BY` lengths before, of which the first stand in the half before. Moved in a register: from memory they
/// would have to wait for what was written last.
#[inline(always)]
fn behind<const BY: u32>(before: u8x16, costs: u8x16) -> u8x16 {
    let before = u128::from_le_bytes(before.to_array());
    let costs = u128::from_le_bytes(costs.to_array());
    u8x16::new((costs << (8 * BY) | before >> (128 - 8 * BY)).to_le_bytes())
}

/// What words cost as one character, before each length.
pub(super) struct Letter {
    pub swaps: Row,
    /// The same as one that was read as two, if it ever was.
    pub splits: Option<Row>,
    /// What it costs that it is not seen.
    pub lost: u8,
}

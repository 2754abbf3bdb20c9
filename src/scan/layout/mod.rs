//! From words with boxes to lines of text: the page is put straight, running heads are set aside, text columns are found by
//! the white between them, words on one height become a row, and rows become lines.

mod columns;
mod heads;
mod item;
mod number;
mod render;
mod rows;
mod skew;

use self::item::{Item, Sheet, median};
use super::page::{Book, Page, Word};
use crate::source::Places;

/// Boxes that are so many times as high as most are mistaken.
const TALL: f32 = 1.35;

/// Letters that reach below the line.
fn descends(letters: &str) -> bool {
    letters.contains(['g', 'j', 'p', 'q', 'y', 'Q', ',', ';', '(', ')', '[', ']', '/', '|', '{', '}'])
}

/// A word that no move has: four small letters or more, the first of which may be a capital.
fn is_plain(letters: &str) -> bool {
    let core = letters.trim_matches(|c: char| c.is_ascii_punctuation());
    core.chars().count() >= 4 && core.chars().skip(1).all(char::is_lowercase)
}

fn sheet(page: &Page) -> Sheet {
    let letters = |word: &Word| word.text.of_text(&page.text);
    let mut heights: Vec<f32> = page
        .words
        .iter()
        .filter(|word| letters(word).chars().any(char::is_alphanumeric))
        .map(|word| (word.area.bottom - word.area.top) as f32)
        .collect();
    let unit = median(&mut heights).unwrap_or(20.0).max(1.0);
    let items = page.words.iter().zip(0..).map(|(word, number)| {
        let text = letters(word);
        let area = word.area;
        let (top, bottom) = (area.top as f32, area.bottom as f32);
        // Of boxes that are much too high only the middle is right.
        let base = if bottom - top > TALL * unit {
            f32::midpoint(top, bottom) + 0.5 * unit
        } else if descends(text) {
            bottom - 0.2 * unit
        } else {
            bottom
        };
        Item {
            word: number,
            left: area.left as f32,
            right: area.right as f32,
            top,
            height: bottom - top,
            base,
            line: word.line,
            reads: text.chars().any(char::is_alphanumeric),
            count: u32::try_from(text.chars().count()).unwrap_or(u32::MAX),
            plain: is_plain(text),
            number: number::of(text),
        }
    });
    let mut items: Vec<Item> = items.collect();
    skew::straighten(&mut items, unit);
    // Rules, stains and the edges of the paper.
    items.retain(|item| {
        let (height, letter) = (item.height, item.width() / item.count as f32);
        // Columns of numbers that were taken for words on their side, or for words in narrow letters.
        let is_upright = item.count < 2 || height < 1.5 * item.width() && letter > NARROWEST * height;
        height < 2.2 * unit || item.reads && is_upright
    });
    widen(&mut items, unit);
    Sheet { items, unit }
}

/// Least width of a character beside its height.
const NARROWEST: f32 = 0.2;

/// Least width of a character beside that of most.
const NARROW: f32 = 0.9;

/// Least blank between words, in heights of words.
const BLANK: f32 = 0.3;

/// Gives words their width whose box is too narrow for their characters: the recogniser joined two words and kept the box
/// of one. They reach to the side where more is white.
fn widen(items: &mut [Item], unit: f32) {
    let mut widths: Vec<f32> =
        items.iter().filter(|item| item.count >= 3).map(|item| item.width() / item.count as f32).collect();
    let Some(width) = median(&mut widths) else { return };
    for at in 0..items.len() {
        let item = items[at];
        let lacks = NARROW * width * item.count as f32 - item.width();
        if item.count < 2 || !item.reads || lacks < 0.2 * unit {
            continue;
        }
        let beside = |other: Option<&Item>| other.copied().filter(|other| other.line == item.line);
        let before =
            at.checked_sub(1).and_then(|at| beside(items.get(at))).map(|other| item.left - other.right);
        let behind = beside(items.get(at + 1)).map(|other| other.left - item.right);
        let free = |gap: Option<f32>| gap.map_or(0.0, |gap| (gap - BLANK * unit).max(0.0));
        if free(before) >= free(behind) {
            items[at].left -= lacks.min(free(before));
        } else {
            items[at].right += lacks.min(free(behind));
        }
    }
}

/// The text of the pages, and the way back.
pub(super) fn lay_out(book: &Book) -> (String, Places) {
    let mut sheets: Vec<Sheet> = book.pages.iter().map(sheet).collect();
    heads::remove(&mut sheets, book);
    let mut out = render::Out::default();
    for (number, sheet) in sheets.into_iter().enumerate() {
        let page = &book.pages[number];
        out.page(page, book.name(number));
        for block in columns::blocks(sheet.items, sheet.unit) {
            out.block(page, &block, sheet.unit);
        }
        out.end_page();
    }
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word on a line, twenty units high.
    fn word(left: f32, right: f32, count: u32) -> Item {
        Item {
            word: 0,
            left,
            right,
            top: 0.0,
            height: 20.0,
            base: 20.0,
            line: 0,
            reads: true,
            count,
            plain: false,
            number: None,
        }
    }

    #[test]
    fn a_word_of_which_half_the_box_is_lost_parts_no_columns() {
        // `9.  Bx P,`: the box of `Bx` is that of the `x`.
        let mut items =
            [word(0.0, 100.0, 6), word(110.0, 130.0, 1), word(166.0, 181.0, 2), word(190.0, 220.0, 2)];
        widen(&mut items, 20.0);
        assert!(items[2].left - items[1].right < columns::GAP * 20.0, "{items:?}");
        assert!(items[2].left - items[1].right >= BLANK * 20.0 && items[2].right == 181.0, "{items:?}");
        // Wide enough, or alone on its line: nothing changes.
        assert_eq!((items[0].left, items[1].right, items[3].left), (0.0, 130.0, 190.0));
    }
}

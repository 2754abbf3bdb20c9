//! The natural order of names: numbers in them count as numbers, so that `page-2` comes before `page-10`.

use std::cmp::Ordering;

/// Compares two names; where they are equal but for zeros before numbers, byte by byte.
///
/// ```
/// use descant::scan::natural::compare;
/// let mut names = ["page-10.hocr", "page-2.hocr", "page-02b.hocr"];
/// names.sort_by(|a, b| compare(a, b));
/// assert_eq!(names, ["page-2.hocr", "page-02b.hocr", "page-10.hocr"]);
/// ```
#[must_use]
pub fn compare(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    loop {
        let (Some(&x), Some(&y)) = (left.first(), right.first()) else {
            return left.len().cmp(&right.len()).then_with(|| a.cmp(b));
        };
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let ((one, after), (other, behind)) = (number(left), number(right));
            (left, right) = (after, behind);
            one.len().cmp(&other.len()).then_with(|| one.cmp(other))
        } else {
            (left, right) = (&left[1..], &right[1..]);
            x.cmp(&y)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// The digits at the beginning without the zeros before them, and what follows.
fn number(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
    let start = bytes[..end].iter().position(|&byte| byte != b'0').unwrap_or(end);
    (&bytes[start..end], &bytes[end..])
}

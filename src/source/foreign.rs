//! Inputs that are neither text nor recognised pages: images and PDF are told what makes pages of them.
use super::SourceError;

/// Where a tar archive (POSIX, and as GNU writes it) has its magic number: in the header of its first file.
const TAR: std::ops::Range<usize> = 257..262;

/// What an input is that is neither text nor recognised pages, but may become such: PDF, an image, DjVu, a tar archive,
/// packed or not.
#[must_use]
pub fn unrecognised(name: &str, head: &[u8]) -> Option<SourceError> {
    if head.get(TAR) == Some(b"ustar") {
        return Some(SourceError::Unsupported { name: name.to_owned(), format: "tar" });
    }
    let image = |what| Some((what, image_command(name)));
    let (what, command) = match head {
        [b'%', b'P', b'D', b'F', b'-', ..] => Some((
            "a PDF",
            format!(
                "pdftoppm -r 300 -png {} page && for page in page-*.png; do tesseract \"$page\" \"${{page%.png}}\" hocr; done",
                quoted(name)
            ),
        )),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => image("a PNG image"),
        [0xFF, 0xD8, 0xFF, ..] => image("a JPEG image"),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => image("a TIFF image"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => image("a GIF image"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => image("a WebP image"),
        [0, 0, 0, 12, b'j', b'P', b' ', b' ', ..] => image("a JPEG 2000 image"),
        [b'A', b'T', b'&', b'T', b'F', b'O', b'R', b'M', ..] => {
            Some(("a DjVu file", format!("djvutoxml {} page.xml && descant convert page.xml", quoted(name))))
        }
        _ => None,
    }?;
    Some(SourceError::Unrecognised { name: name.to_owned(), what, command })
}

fn image_command(name: &str) -> String {
    format!("tesseract {} page hocr && descant convert page.hocr", quoted(name))
}

/// A name as a shell reads it.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ',');
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    format!("'{}'", name.replace('\'', "'\\''"))
}

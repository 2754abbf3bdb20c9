//! `--images`: the pictures of recognised pages, so that the print is seen beside what was read from it.
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::emit::html::Strip;
use crate::source::{Area, Chunk};
use crate::span::Span;

/// So much of the page is seen above and below the words, in heights of their box.
const AROUND: i32 = 3;

/// Which pictures belong to the pages, and how the report page names them.
#[derive(Clone, Debug)]
pub struct Images {
    pattern: String,
    /// Where the report page is written.
    folder: PathBuf,
    /// Where they are served, if they are.
    served: Option<Served>,
}

/// Pictures behind an address, by number: those that the page names, and no others.
#[derive(Clone, Debug)]
struct Served {
    address: String,
    named: Arc<Mutex<Vec<PathBuf>>>,
}

impl Images {
    /// The pictures of this pattern, for a page that is written to this file.
    #[must_use]
    pub fn new(pattern: String, page: Option<&Path>) -> Self {
        let folder = page.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        Self { pattern, folder, served: None }
    }

    /// The same behind an address.
    #[cfg(feature = "serve")]
    #[must_use]
    pub fn served(self, address: String) -> Self {
        Self { served: Some(Served { address, named: Arc::default() }), ..self }
    }

    /// The picture that the page names by this number.
    #[cfg(feature = "serve")]
    #[must_use]
    pub fn named(&self, number: usize) -> Option<PathBuf> {
        let named = &self.served.as_ref()?.named;
        named.lock().unwrap_or_else(PoisonError::into_inner).get(number).cloned()
    }

    /// The picture of a page of this number in the book, from 1, which was read from this file; none where there is no such
    /// file.
    #[must_use]
    pub fn path(&self, number: usize, file: &str) -> Option<PathBuf> {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let mut out = String::new();
        let mut rest = self.pattern.as_str();
        while let Some((before, after)) = rest.split_once('%') {
            out += before;
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let width = after[..digits].parse().unwrap_or(0).min(20);
            match after[digits..].chars().next() {
                Some('d') => out += &format!("{number:0width$}"),
                Some('s') => out += &stem,
                Some('%') => out.push('%'),
                _ => {
                    out.push('%');
                    rest = after;
                    continue;
                }
            }
            rest = &after[digits + 1..];
        }
        out += rest;
        Some(PathBuf::from(out)).filter(|path| path.is_file())
    }

    /// The strip of the page on which a stretch stands.
    #[must_use]
    pub fn strip(&self, chunk: &Chunk, file: &str, span: Span) -> Option<Strip> {
        let places = chunk.places()?;
        let index = places.pages.partition_point(|page| page.start <= span.start).checked_sub(1)?;
        let page = &places.pages[index];
        let path = self.path(index + 1, places.files.get(page.file).map_or(file, String::as_str))?;
        let area = places
            .area(span)
            .or_else(|| places.area(Span::new(span.start.saturating_sub(3), span.end + 3)))?;
        let high = (area.bottom - area.top).clamp(8, 200);
        let whole =
            page.area.unwrap_or(Area { left: area.left - 20 * high, right: area.right + 20 * high, ..area });
        let top = (area.top - AROUND * high).max(page.area.map_or(0, |page| page.top));
        let bottom = area.bottom + AROUND * high;
        let bottom = page.area.map_or(bottom, |page| bottom.min(page.bottom));
        Some(Strip {
            page: page.name.clone(),
            image: self.address(&path),
            view: [whole.left, top, whole.right - whole.left, bottom - top],
            words: [area.left, area.top, area.right - area.left, area.bottom - area.top],
            size: page.area.map(|page| [page.right, page.bottom]),
        })
    }

    /// How the page names a picture: as it is served, from its own folder, or else from the root.
    fn address(&self, path: &Path) -> String {
        if let Some(Served { address, named }) = &self.served {
            let mut named = named.lock().unwrap_or_else(PoisonError::into_inner);
            let number = named.iter().position(|known| known == path).unwrap_or_else(|| {
                named.push(path.to_owned());
                named.len() - 1
            });
            return format!("{address}{number}");
        }
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match whole.strip_prefix(&self.folder) {
            Ok(inside) => encoded(inside),
            Err(_) => format!("file://{}", encoded(&whole)),
        }
    }
}

/// A path as a part of an address.
fn encoded(path: &Path) -> String {
    let mut out = String::new();
    for byte in path.to_string_lossy().replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => out.push(char::from(byte)),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_names_the_picture_of_a_page() {
        let folder = std::env::temp_dir().join(format!("images {}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for name in ["page-007.png", "100%.png", "scan.png"] {
            std::fs::write(folder.join(name), b"").expect("a file");
        }
        let path = |pattern: &str| {
            Images::new(folder.join(pattern).display().to_string(), None).path(7, "a/scan.hocr")
        };
        assert_eq!(path("page-%03d.png"), Some(folder.join("page-007.png")));
        assert_eq!(path("100%%.png"), Some(folder.join("100%.png")));
        assert_eq!(path("%s.png"), Some(folder.join("scan.png")));
        assert_eq!(path("page-%d.png"), None);
        let page = folder.join("report.html");
        let images = Images::new(folder.join("100%%.png").display().to_string(), Some(&page));
        assert_eq!(images.address(&folder.join("100%.png")), "100%25.png");
        std::fs::remove_dir_all(folder).expect("removed");
    }
}

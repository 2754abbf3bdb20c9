//! The rooms of the house and the arrows between them.
use std::fs;
use std::path::{Path, PathBuf};

/// Room, and the rooms it may import from.
const ALLOWED: &[(&str, &[&str])] = &[
    ("span", &[]),
    ("bytes", &[]),
    ("code", &["diagnose"]),
    ("diagnose", &["code", "span"]),
    ("error", &["source"]),
    ("chess", &["bytes"]),
    ("source", &["span"]),
    ("scan", &["code", "diagnose", "source", "span"]),
    ("pipeline", &["source"]),
    ("lexicon", &["chess"]),
    ("record", &["bytes", "chess", "span"]),
    ("grammar", &["bytes", "chess", "code", "diagnose", "lexicon", "reading", "record", "source", "span"]),
    ("book", &["chess", "code", "diagnose", "record", "span"]),
    ("decisions", &["book", "chess", "span"]),
    ("reading", &["chess", "lexicon", "record", "span"]),
    ("replay", &["chess", "code", "diagnose", "game", "openings", "reading", "record", "span"]),
    ("openings", &["chess"]),
    ("align", &["book", "chess", "grammar", "lexicon", "reading", "record", "replay", "span"]),
    (
        "reader",
        &[
            "align",
            "book",
            "bytes",
            "chess",
            "code",
            "decisions",
            "diagnose",
            "game",
            "grammar",
            "lexicon",
            "openings",
            "reading",
            "record",
            "replay",
            "source",
            "span",
        ],
    ),
    ("names", &[]),
    ("near", &[]),
    ("filter", &["chess", "emit", "game", "grammar", "near", "record", "span"]),
    (
        "stats",
        &["chess", "diagnose", "emit", "filter", "game", "names", "near", "openings", "record", "span"],
    ),
    (
        "table",
        &[
            "chess", "code", "diagnose", "emit", "error", "filter", "game", "openings", "pipeline", "reader",
            "source", "span", "stats",
        ],
    ),
    ("game", &["bytes", "chess", "reading", "record", "span"]),
    (
        "emit",
        &[
            "bytes", "chess", "code", "diagnose", "game", "lexicon", "openings", "reading", "record",
            "source", "span",
        ],
    ),
];

fn rust_files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a readable folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

fn sources() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let inside = path.strip_prefix(&root).expect("below src");
            let first =
                inside.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
            (first.trim_end_matches(".rs").to_owned(), path)
        })
        .collect()
}

/// The rooms that a source file names after `crate::`, tests included.
fn imports(text: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for rest in line.split("crate::").skip(1) {
            if let Some(list) = rest.strip_prefix('{') {
                rooms.extend(
                    list.split(',').map(|part| part.trim().split(':').next().unwrap_or("").to_owned()),
                );
            } else {
                rooms.push(
                    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_owned(),
                );
            }
        }
    }
    rooms
}

#[test]
fn no_room_imports_against_the_arrows() {
    for (room, path) in sources() {
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == room) else { continue };
        let text = fs::read_to_string(&path).expect("a readable source");
        for import in imports(&text) {
            let known = ALLOWED.iter().any(|(name, _)| *name == import);
            assert!(
                !known || import == room || allowed.contains(&import.as_str()),
                "{}: {room} must not import {import}",
                path.display()
            );
        }
    }
}

#[test]
fn nom_is_used_in_the_grammar_only() {
    for (room, path) in sources() {
        let text = fs::read_to_string(&path).expect("a readable source");
        let used = text.lines().any(|line| {
            let line = line.trim_start();
            line.starts_with("use nom") || (!line.starts_with("//") && line.contains("nom::"))
        });
        assert!(room == "grammar" || !used, "{} uses nom", path.display());
    }
}

#[test]
fn no_source_file_outgrows_its_one_job() {
    for (_, path) in sources() {
        let lines = fs::read_to_string(&path).expect("a readable source").lines().count();
        assert!(lines <= 650, "{} has {lines} lines: split it", path.display());
    }
}

//! Which inputs the arguments name: files, the files of folders, patterns, lists of names.
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::source::{Encoding, Input, head, is_tag_line, open, settle, whole};

/// How much of an input is looked at to tell what it is, in bytes.
pub const HEAD: usize = 64 * 1024;

/// The endings of files with games.
const ENDINGS: [&str; 4] = [".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst"];

/// The inputs; standard input where none is named.
///
/// # Errors
/// A list that cannot be read, a folder or a pattern in which there is nothing to read.
pub fn gather(paths: Vec<PathBuf>, files_from: Option<&Path>) -> Result<Vec<Input>, Error> {
    let mut inputs = Vec::new();
    let asked = !paths.is_empty() || files_from.is_some();
    for path in paths {
        add(&path, &mut inputs)?;
    }
    if let Some(list) = files_from {
        for line in names(list)?.lines().map(str::trim).filter(|line| !line.is_empty()) {
            add(Path::new(line), &mut inputs)?;
        }
    }
    if !asked {
        inputs.push(Input::Stdin);
    }
    Ok(inputs)
}

/// What is wrong with a file that an option names.
pub fn wrong(file: &Path, what: &dyn std::fmt::Display) -> Error {
    Error::usage(format!("{}: {what}", file.display()))
}

/// The text of a table that an option names. Some, as Scid's file of names, are older than UTF-8.
///
/// # Errors
/// When it cannot be read.
pub fn table_of(file: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(file).map_err(|error| wrong(file, &error))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// The text of a list of names.
fn names(list: &Path) -> Result<String, Error> {
    let wrong =
        |error: &dyn std::fmt::Display| Error::usage(format!("--files-from {}: {error}", list.display()));
    let mut bytes = Vec::new();
    if list.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
    } else {
        bytes = std::fs::read(list).map_err(|error| wrong(&error))?;
    }
    text_of(bytes).map_err(|error| wrong(&error))
}

/// The text of a file that a user or a shell has written, without a byte order mark: in UTF-8, or in UTF-16 as some shells
/// write what is led into a file.
///
/// # Errors
/// When it is in neither; says what would be accepted.
pub fn text_of(mut bytes: Vec<u8>) -> Result<String, String> {
    let (encoding, mark) = settle(Encoding::Auto, &bytes[..bytes.len().min(HEAD)]);
    if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
        let chunk = whole(&bytes[..], encoding).map_err(|error| error.to_string())?;
        return Ok(chunk.text);
    }
    bytes.drain(..mark);
    String::from_utf8(bytes).map_err(|error| format!("{error}; UTF-8 or UTF-16 would be accepted"))
}

fn add(path: &Path, inputs: &mut Vec<Input>) -> Result<(), Error> {
    // A folder that cannot be read is told as a file is, and the others are read.
    if path.is_dir() && std::fs::read_dir(path).is_ok() {
        let mut files = Vec::new();
        let mut seen = HashSet::new();
        walk(path, &mut seen, &mut files)?;
        if files.is_empty() {
            return Err(Error::usage(format!(
                "no file in {} has games: names that end with {}, and files that begin with a tag pair, are read",
                path.display(),
                ENDINGS.join(", ")
            )));
        }
        inputs.extend(files.into_iter().map(Input::File));
        return Ok(());
    }
    // A shell that finds nothing for a pattern hands on the pattern; others never look.
    if let Some(pattern) =
        path.to_str().filter(|name| name.contains(['*', '?', '['])).filter(|_| !path.exists())
    {
        let wrong = |error: &dyn std::fmt::Display| Error::usage(format!("{pattern}: {error}"));
        let as_shells_do =
            glob::MatchOptions { require_literal_leading_dot: true, ..glob::MatchOptions::new() };
        let mut found: Vec<_> = glob::glob_with(pattern, as_shells_do)
            .map_err(|error| wrong(&error))?
            .filter_map(Result::ok)
            .collect();
        found.sort();
        if found.is_empty() {
            return Err(Error::usage(format!("no file matches {pattern}")));
        }
        return found.iter().try_for_each(|path| add(path, inputs));
    }
    inputs.push(Input::from_arg(path));
    Ok(())
}

/// The files with games in a folder and those inside it, by name. Hidden ones are passed over, and no folder is entered
/// twice, whatever links lead to it.
fn walk(folder: &Path, seen: &mut HashSet<PathBuf>, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let wrong =
        |error: std::io::Error| Error::usage(format!("cannot read the folder {}: {error}", folder.display()));
    if !seen.insert(folder.canonicalize().map_err(wrong)?) {
        return Ok(());
    }
    let mut entries =
        std::fs::read_dir(folder).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if path.is_dir() {
            walk(&path, seen, files)?;
        } else if path.is_file() && has_games(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// The name says so, or the first line that is not blank is a tag pair.
fn has_games(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
        return true;
    }
    let Ok((bytes, _)) = open(&Input::File(path.to_owned())).and_then(|reader| head(reader, HEAD)) else {
        return false;
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    lines.next().is_some_and(is_tag_line)
}

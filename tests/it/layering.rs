//! The rooms of the house and the arrows between them.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files that name all rooms: the crate, its list of rooms, the program.
const DOORS: &[&str] = &["lib", "main", "rooms"];

/// Room, and the rooms it may import from.
const ALLOWED: &[(&str, &[&str])] = &[
    ("span", &[]),
    ("bytes", &[]),
    ("characters", &[]),
    ("code", &[]),
    ("diagnose", &["code", "span"]),
    ("error", &["chess", "source"]),
    ("chess", &["bytes"]),
    ("source", &["span"]),
    ("scan", &["characters", "code", "diagnose", "source", "span"]),
    ("pipeline", &[]),
    ("lexicon", &["chess", "near"]),
    ("record", &["bytes", "chess", "span"]),
    ("grammar", &["bytes", "chess", "code", "diagnose", "lexicon", "reading", "record", "source", "span"]),
    ("book", &["characters", "chess", "code", "diagnose", "near", "record", "span"]),
    ("decisions", &["book", "chess", "span"]),
    ("reading", &["chess", "lexicon", "record", "span"]),
    ("replay", &["chess", "code", "diagnose", "game", "openings", "reading", "record", "span"]),
    ("openings", &["chess"]),
    ("align", &["book", "chess", "grammar", "lexicon", "reading", "record", "replay", "span"]),
    (
        "reader",
        &[
            "align", "book", "bytes", "chess", "code", "decisions", "diagnose", "game", "grammar", "lexicon",
            "openings", "reading", "record", "replay", "source", "span",
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
    (
        "api",
        &[
            "chess", "code", "diagnose", "emit", "error", "game", "pipeline", "reader", "record", "scan",
            "source", "span",
        ],
    ),
    (
        "cli",
        &[
            "book", "chess", "code", "decisions", "diagnose", "emit", "error", "filter", "game", "lexicon",
            "names", "near", "openings", "pipeline", "reader", "replay", "scan", "source", "span", "stats",
            "table",
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
        if DOORS.contains(&room.as_str()) {
            continue;
        }
        let allowed = ALLOWED.iter().find(|(name, _)| *name == room).map(|(_, allowed)| *allowed);
        let allowed = allowed.unwrap_or_else(|| panic!("{}: what may {room} import?", path.display()));
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
fn no_arrow_leads_back() {
    let mut left: Vec<_> = ALLOWED.to_vec();
    // A room all of whose arrows lead to rooms that were taken away is taken away.
    while !left.is_empty() {
        let names: Vec<_> = left.iter().map(|(name, _)| *name).collect();
        let before = left.len();
        left.retain(|(_, allowed)| allowed.iter().any(|to| names.contains(to)));
        assert!(left.len() < before, "a circle is among {names:?}");
    }
}

#[test]
fn every_room_is_listed_in_one_place() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rooms.rs")).expect("rooms");
    let lib =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("the crate");
    let map =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/README.md")).expect("the map");
    for (room, _) in ALLOWED {
        let is_declared = |text: &str| text.lines().any(|line| line.ends_with(&format!("mod {room};")));
        assert!(is_declared(&text) != is_declared(&lib), "{room}");
        assert!(map.contains(&format!("`{room}`")), "{room} is not on the map");
    }
}

#[test]
fn the_facade_is_small_and_shows_no_type_of_the_command_line() {
    let lib =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("the crate");
    let code: String = lib.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let exports = code.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let shown = exports.filter(|export| !export.starts_with("rooms"));
    let names = shown
        .map(|export| export.split(',').filter(|name| !name.trim_end_matches('}').trim().is_empty()).count());
    assert!((25..=45).contains(&names.sum::<usize>()));
    // Of the program, `main` alone.
    let cli = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/mod.rs"))
        .expect("the program");
    let public = cli.lines().filter(|line| line.starts_with("pub ")).collect::<Vec<_>>();
    assert_eq!(public, ["pub fn main() -> ExitCode {"]);
}

/// Types of the facade to which nothing will come: the rules, FEN and PGN say what there is.
const CLOSED: &[&str] = &[
    "CastlingMode", "CastlingSide", "Claim", "Color", "EnPassant", "MoveKind", "Piece", "Role", "Setup",
    "Severity", "Suffix",
];

/// The names behind `pub use` in a source.
fn shown(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let text = fs::read_to_string(path).expect("a readable source");
    let uses: Vec<&str> = text.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next()).collect();
    let names = uses.iter().flat_map(|list| list.split([':', '{', '}', ',', ' ', '\n']));
    names.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

#[test]
fn what_the_facade_shows_may_grow_but_for_what_is_closed() {
    let mut checked = 0;
    let of = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    for (rooms, names) in [
        (&["api", "code", "diagnose", "error"][..], shown("lib.rs")),
        (&["emit"], of(&["TagOrder", "Which"])),
        (&["game"], of(&["Strip", "Verdict"])),
        (&["chess"], shown("chess/mod.rs")),
    ] {
        for (_, path) in sources().into_iter().filter(|(room, _)| rooms.contains(&room.as_str())) {
            let text = fs::read_to_string(&path).expect("a readable source");
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            for (at, line) in lines.iter().enumerate() {
                let (is_enum, rest) = match (line.strip_prefix("pub enum "), line.strip_prefix("pub struct "))
                {
                    (Some(rest), _) => (true, rest),
                    (_, Some(rest)) => (false, rest),
                    _ => continue,
                };
                let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
                if !names.iter().any(|shown| shown == name) || CLOSED.contains(&name) {
                    continue;
                }
                let mut fields = lines[at + 1..].iter().take_while(|line| !line.starts_with('}'));
                let is_open = is_enum || rest.ends_with('{') && fields.any(|line| line.starts_with("pub "));
                let mut above = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
                let may_grow = above.any(|line| *line == "#[non_exhaustive]");
                assert!(!is_open || may_grow, "{}: {name} may grow: #[non_exhaustive]", path.display());
                checked += usize::from(is_open);
            }
        }
    }
    assert!(checked >= 15, "{checked}");
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
        assert!(lines <= 600, "{} has {lines} lines: split it", path.display());
    }
}

/// The words and signs of a source, without comments, texts, characters and tests.
fn tokens(source: &str) -> Vec<String> {
    let source: Vec<char> =
        source.split("#[cfg(test)]\nmod ").next().unwrap_or_default().chars().chain(['\n'; 3]).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at + 3 < source.len() {
        let from = at;
        at += 1;
        match (source[from], source[at], source[at + 1]) {
            ('/', '/', _) => {
                while source[at] != '\n' {
                    at += 1
                }
            }
            ('"', ..) => {
                while source[at] != '"' {
                    at += if source[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            ('\'', '\\', _) => {
                at += 2;
                while source[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            ('\'', _, '\'') => at += 2,
            (':', ':', _) => {
                at += 1;
                out.push("::".to_owned());
            }
            (c, ..) if c.is_alphanumeric() || c == '_' => {
                while source[at].is_alphanumeric() || source[at] == '_' {
                    at += 1;
                }
                out.push(source[from..at].iter().collect());
            }
            (c, ..) if !c.is_whitespace() => out.push(c.to_string()),
            _ => {}
        }
    }
    out
}

/// The paths behind `use`, from one token to the one behind them: the whole path, and the name it has here.
fn paths(tokens: &[String], at: &mut usize, prefix: &[String], out: &mut Vec<(Vec<String>, String)>) {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(*at) {
        *at += 1;
        if token == "{" {
            while tokens[*at] != "}" {
                paths(tokens, at, &path, out);
                *at += usize::from(tokens[*at] == ",");
            }
            *at += 1;
            return;
        }
        if token != "self" || path.is_empty() {
            path.push(token.clone());
        }
        if tokens[*at] == "::" {
            *at += 1;
            continue;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if tokens[*at] == "as" {
            name.clone_from(&tokens[*at + 1]);
            *at += 2;
        }
        out.push((path, name));
        return;
    }
}

/// What the files of the crate name of one another. A module is its path, a file one module.
#[derive(Default)]
struct Names {
    modules: BTreeSet<Vec<String>>,
    /// What a name stands for in a module that has it from elsewhere.
    aliases: BTreeMap<(Vec<String>, String), Vec<String>>,
    /// The paths that a module uses; those it only hands on are not among them.
    used: Vec<(Vec<String>, Vec<String>)>,
}

impl Names {
    fn of_the_crate() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let module = |path: &Path| -> Vec<String> {
            let inside = path.strip_prefix(&root).expect("below src").with_extension("");
            let parts = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            parts.filter(|part| part != "mod").collect()
        };
        let files = sources().into_iter().filter(|(room, _)| !DOORS.contains(&room.as_str()));
        let files: Vec<_> = files.map(|(_, path)| (module(&path), path)).collect();
        let mut names =
            Self { modules: files.iter().map(|(module, _)| module.clone()).collect(), ..Self::default() };
        for (module, path) in files {
            names.read(&module, &tokens(&fs::read_to_string(path).expect("a readable source")));
        }
        names
    }

    fn read(&mut self, module: &[String], tokens: &[String]) {
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                let is_handed_on = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                let mut found = Vec::new();
                at += 1;
                paths(tokens, &mut at, &[], &mut found);
                for (path, name) in found {
                    let Some(path) = self.absolute(module, &path) else { continue };
                    self.aliases.insert((module.to_vec(), name), path.clone());
                    if !is_handed_on {
                        self.used.push((module.to_vec(), path));
                    }
                }
                continue;
            }
            let mut path = vec![tokens[at].clone()];
            let begins = at == 0 || tokens[at - 1] != "::";
            at += 1;
            while begins && tokens.get(at).is_some_and(|token| token == "::") && at + 1 < tokens.len() {
                path.push(tokens[at + 1].clone());
                at += 2;
            }
            if path.len() > 1
                && let Some(path) = self.absolute(module, &path)
            {
                self.used.push((module.to_vec(), path));
            }
        }
    }

    /// A path from the root of the crate; none if it leads out of the crate, or into what the module has itself.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let up = path.iter().take_while(|part| *part == "super").count();
        let inner = [module, &path[..1]].concat();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat()),
            _ if self.modules.contains(&inner) => Some([module, path].concat()),
            _ => None,
        }
    }

    /// The module where a path leads, whoever hands it on.
    fn module_of(&self, path: &[String]) -> Option<Vec<String>> {
        let length = (1..=path.len()).rev().find(|&length| self.modules.contains(&path[..length]))?;
        let (module, rest) = path.split_at(length);
        let alias = rest.first().and_then(|name| self.aliases.get(&(module.to_vec(), name.clone())));
        let further = alias
            .filter(|alias| !alias.starts_with(path))
            .and_then(|alias| self.module_of(&[alias, &rest[1..]].concat()));
        Some(further.unwrap_or_else(|| module.to_vec()))
    }
}

#[test]
fn no_circle_of_files_is_among_the_sources() {
    let names = Names::of_the_crate();
    let mut arrows: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> =
        names.modules.iter().map(|module| (module.clone(), BTreeSet::new())).collect();
    for (from, path) in &names.used {
        if let Some(to) = names.module_of(path).filter(|to| to != from) {
            arrows.entry(from.clone()).or_default().insert(to);
        }
    }
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 1000, "the files use one another");
    // A file that uses none of those left is taken away, and one that none of those left uses.
    loop {
        let before = arrows.len();
        let used: BTreeSet<_> = arrows.values().flatten().cloned().collect();
        arrows.retain(|file, to| !to.is_empty() && used.contains(file));
        let left: BTreeSet<_> = arrows.keys().cloned().collect();
        arrows.values_mut().for_each(|to| to.retain(|to| left.contains(to)));
        if arrows.len() == before {
            break;
        }
    }
    let shown = |(from, to): (&Vec<String>, &BTreeSet<Vec<String>>)| {
        let to: Vec<_> = to.iter().map(|to| to.join("::")).collect();
        format!("{} uses {}", from.join("::"), to.join(", "))
    };
    let circles: Vec<_> = arrows.iter().map(shown).collect();
    assert!(circles.is_empty(), "in circles:\n{}", circles.join("\n"));
}

//! A small reader and writer of compact descriptive notation for the tests of the replay, apart from the product's own.
use descant::chess::{Bitboard, CastlingSide, File, Move, Position, Rank, Role, Square};
use descant::reading::cost::Costs;
use descant::reading::origin::{Origin, Origins};
use descant::reading::{
    Act, ByWing, Capture, CheckMark, Constraint, Cost, FileSet, Marks, Meanings, Promotion, Reading, RoleSet,
    Slip, Victim, Wing,
};
use descant::replay::{Line, Options, Ply, read_line};
use descant::span::Span;

fn role(letter: u8) -> Option<Role> {
    match letter {
        b'P' => Some(Role::Pawn),
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

fn wing(letter: u8) -> Option<Wing> {
    match letter {
        b'K' => Some(Wing::King),
        b'Q' => Some(Wing::Queen),
        _ => None,
    }
}

/// Files named by letters: `K`, `QN`, `R` (either).
fn files(name: &[u8]) -> Option<Vec<File>> {
    match name {
        b"K" => Some(vec![File::E]),
        b"Q" => Some(vec![File::D]),
        [b'K', rest @ ..] => files(rest).and_then(|both| Some(vec![*both.get(1)?])),
        [b'Q', rest @ ..] => files(rest).and_then(|both| both.get(1).and(Some(vec![both[0]]))),
        b"R" => Some(vec![File::A, File::H]),
        b"N" => Some(vec![File::B, File::G]),
        b"B" => Some(vec![File::C, File::F]),
        _ => None,
    }
}

fn file_set(name: &[u8]) -> Option<FileSet> {
    let files = files(name)?;
    Some(FileSet(files.iter().fold(0, |set, &file| set | 1 << file as u8)))
}

/// `KN`, `P`, `QRP`: the man, its wing, the files of a pawn.
fn man(name: &[u8]) -> Option<(Role, Option<Wing>, FileSet)> {
    let (&last, before) = name.split_last()?;
    match role(last)? {
        Role::Pawn if before.is_empty() => Some((Role::Pawn, None, FileSet::ALL)),
        Role::Pawn => Some((Role::Pawn, None, file_set(before)?)),
        role if before.is_empty() => Some((role, None, FileSet::ALL)),
        role => match before {
            [letter] => Some((role, Some(wing(*letter)?), FileSet::ALL)),
            _ => None,
        },
    }
}

fn squares(name: &[u8]) -> Option<Bitboard> {
    let (&digit, file) = name.split_last()?;
    let rank = Rank::from_index(digit.checked_sub(b'1')?)?;
    Some(files(file)?.into_iter().map(|file| Square::new(file, rank)).collect())
}

/// What a word means.
pub fn meanings(word: &str) -> Meanings {
    let mut marks = Marks::default();
    let mut rest = word;
    for (ending, mark) in
        [("disch", CheckMark::Discovered), ("ch", CheckMark::Check), ("mate", CheckMark::Mate)]
    {
        if marks.check == CheckMark::None
            && let Some(cut) = rest.strip_suffix(ending)
        {
            (rest, marks.check) = (cut, mark);
        }
    }
    if let Some(cut) = rest.strip_suffix("ep") {
        (rest, marks.en_passant) = (cut, true);
    }
    let plain = act(rest).map(|act| Reading { act, cost: Cost::ZERO, slip: None });
    Meanings { plain: plain.into_iter().collect(), marks, ..Meanings::default() }
}

fn act(word: &str) -> Option<Act> {
    match word {
        "O-O" => return Some(Act::Castle(Some(CastlingSide::King))),
        "O-O-O" => return Some(Act::Castle(Some(CastlingSide::Queen))),
        "Castles" => return Some(Act::Castle(None)),
        _ => {}
    }
    let (word, promotion) = match word.split_once('=') {
        Some((word, name)) => (word, Promotion::To(role(*name.as_bytes().first()?)?)),
        None => (word, Promotion::Unsaid),
    };
    let (verb, capture) = if word.contains('x') { ('x', Capture::Takes) } else { ('-', Capture::Quiet) };
    let (mover, target) = word.split_once(verb)?;
    let (role, wing, from_files) = man(mover.as_bytes())?;
    let mut want =
        Constraint { roles: RoleSet::just(role), wing, from_files, capture, promotion, ..Constraint::ANY };
    if let Some(squares) = squares(target.as_bytes()) {
        want.to = ByWing::same(squares);
    } else if capture == Capture::Takes {
        let (role, wing, files) = man(target.as_bytes())?;
        want.victim = Victim { roles: RoleSet::just(role), wing, files };
    } else {
        return None;
    }
    Some(Act::Man(want))
}

/// What a word means if one letter or digit of it is a misprint.
pub fn slips(word: &str) -> Vec<Reading> {
    let mut readings = Vec::new();
    let costs = Costs::DEFAULT;
    let whole = meanings(word).plain;
    for i in 0..word.len() {
        let old = word.as_bytes()[i];
        for new in *b"KQRBNP12345678" {
            if new == old || old == b'-' || old == b'x' || (new.is_ascii_digit() != old.is_ascii_digit()) {
                continue;
            }
            let mut bytes = word.as_bytes().to_vec();
            bytes[i] = new;
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let cost = if look_alike(old, new) { costs.look_alike } else { costs.wrong_letter };
            for reading in meanings(&text).plain {
                if !whole.iter().any(|plain| plain.act == reading.act) {
                    let slip = if new.is_ascii_digit() { Slip::Rank } else { Slip::File };
                    readings.push(Reading { cost, slip: Some(slip), ..reading });
                }
            }
        }
    }
    for (old, new) in [("x", "-"), ("-", "x")] {
        for reading in meanings(&word.replacen(old, new, 1)).plain {
            readings.push(Reading { cost: costs.wrong_verb, slip: Some(Slip::Verb), ..reading });
        }
    }
    let cost = costs.unreadable;
    readings.push(Reading { act: Act::Anything, cost, slip: Some(Slip::Unreadable) });
    readings
}

fn look_alike(a: u8, b: u8) -> bool {
    [b"RKB".as_slice(), b"25", b"38", b"14", b"QK"].iter().any(|set| set.contains(&a) && set.contains(&b))
}

/// Reads words divided by blanks, from a position whose men stand where they started.
pub fn read_from(position: &Position, words: &str, options: &Options<'_>) -> Line {
    read_words(position, &Origins::at_home(position), words, options)
}

/// Reads words divided by blanks.
pub fn read_words(position: &Position, origins: &Origins, words: &str, options: &Options<'_>) -> Line {
    let words: Vec<&str> = words.split_whitespace().collect();
    let meanings: Vec<Meanings> = words.iter().map(|word| meanings(word)).collect();
    read_meanings(position, origins, &meanings, &|i| slips(words[i]), options)
}

/// Reads meanings; the span of ply `i` is `10 i .. 10 i + 5`.
pub fn read_meanings(
    position: &Position,
    origins: &Origins,
    meanings: &[Meanings],
    slips: &dyn Fn(usize) -> Vec<Reading>,
    options: &Options<'_>,
) -> Line {
    let plies: Vec<Ply<'_>> = meanings
        .iter()
        .enumerate()
        .map(|(i, meanings)| Ply { meanings, span: Span::of(10 * i, 10 * i + 5), number: None, color: None })
        .collect();
    read_line(position, origins, &plies, slips, options)
}

/// The SAN of a line.
pub fn san(line: &Line) -> String {
    let words: Vec<String> = line.moves.iter().map(|mv| mv.played.san.to_string()).collect();
    words.join(" ")
}

fn file_name(file: File, with_wing: bool) -> &'static str {
    match (file, with_wing) {
        (File::E, _) => "K",
        (File::D, _) => "Q",
        (File::A, true) => "QR",
        (File::B, true) => "QN",
        (File::C, true) => "QB",
        (File::F, true) => "KB",
        (File::G, true) => "KN",
        (File::H, true) => "KR",
        (File::A | File::H, false) => "R",
        (File::B | File::G, false) => "N",
        (File::C | File::F, false) => "B",
    }
}

fn man_name(position: &Position, origins: &Origins, square: Square, full: bool) -> String {
    let role = position.board().role_at(square).expect("a man");
    let letter = char::from(role.letter());
    match role {
        Role::Pawn if full => format!("{}P", file_name(square.file(), true)),
        Role::Knight | Role::Bishop | Role::Rook if full => match origins.at(square).map(Origin::wing) {
            Some(Wing::King) => format!("K{letter}"),
            Some(Wing::Queen) => format!("Q{letter}"),
            None => letter.to_string(),
        },
        _ => letter.to_string(),
    }
}

/// The words for a move: as short as they can be with one meaning on this board, if any of the forms has one.
pub fn write(position: &Position, origins: &Origins, mv: Move, say_checks: bool) -> String {
    let mut last = String::new();
    for form in 0..4 {
        last = form_of(position, origins, mv, say_checks, form & 1 == 1, form & 2 == 2);
        let line = read_words(position, origins, &last, &Options { repair: false, ..Options::default() });
        let alone = line.moves.len() == 1 && line.moves[0].detail.runners_up.is_empty();
        if alone && line.moves[0].played.mv == mv {
            return last;
        }
    }
    last
}

fn form_of(
    position: &Position,
    origins: &Origins,
    mv: Move,
    say_checks: bool,
    full_target: bool,
    full_mover: bool,
) -> String {
    let after = position.after_move(mv);
    let mut text = match mv.castling_side() {
        Some(CastlingSide::King) => "O-O".to_owned(),
        Some(CastlingSide::Queen) => "O-O-O".to_owned(),
        None => {
            let mover = man_name(position, origins, mv.from(), full_mover);
            match position.captured_square(mv) {
                Some(square) => format!("{mover}x{}", man_name(position, origins, square, full_target)),
                None => {
                    let rank = mv.to().rank().relative_to(position.turn()).index() + 1;
                    format!("{mover}-{}{rank}", file_name(mv.to().file(), full_target))
                }
            }
        }
    };
    if let Some(role) = mv.promotion() {
        text.push('=');
        text.push(char::from(role.letter()));
    }
    if mv.is_en_passant() {
        text.push_str("ep");
    }
    if say_checks && after.is_checkmate() {
        text.push_str("mate");
    } else if say_checks && after.is_check() {
        text.push_str("ch");
    }
    text
}

/// Plays SAN from the first position and writes each move in words.
pub fn describe(game: &str) -> Vec<String> {
    let mut position = Position::default();
    let mut origins = Origins::at_home(&position);
    let mut words = Vec::new();
    for mv in moves(game) {
        words.push(write(&position, &origins, mv, true));
        origins = origins.play(mv);
        position = position.after_move(mv);
    }
    words
}

/// The moves of a game in SAN without numbers.
pub fn moves(game: &str) -> Vec<Move> {
    let mut position = Position::default();
    let mut moves = Vec::new();
    for word in game.split_whitespace() {
        let (san, _) = descant::chess::San::parse(word.as_bytes()).unwrap_or_else(|| panic!("{word} is SAN"));
        let mv = position.resolve(san).unwrap_or_else(|fault| panic!("{word} after {moves:?}: {fault:?}"));
        moves.push(mv);
        position = position.after_move(mv);
    }
    moves
}

//! The public interface: what a program sees that uses the library.
use std::io::{self, Cursor};
use std::ops::ControlFlow;

use descant::chess::{Position, San, Setup};
use descant::reader::pgn::{Kept, PgnOptions, PgnReader};
use descant::{
    Code, Error, ErrorKind, FenWriter, Finding, Format, Game, GameResult, JsonWriter, Kind, Node, Notation,
    Options, PgnWriter, PlayedMove, Reader, Strip, TextWriter, Verdict, Visitor, Which, convert, read_text,
};

/// Comments, glyphs, variations, one in another, games that are set up and games with an illegal move, by each path of the
/// reader; and a printed score.
const GAMES: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {Spain} a6 $1 4. Ba4 Nf6 5. O-O Be7 1-0\n\n\
    [Event \"b\"]\n\n1. d4 (1. e4 e5 (1... c5 2. Nf3 {x}) 2. Nf3) 1... d5 2. c4 {c} *\n\n\
    [Event \"c\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 11\"]\n\n11. a8=Q+ Kd7 12. Qb7+ *\n\n\
    [Event \"d\"]\n\n1.f3 e5 2.g4 Qh4# 0-1\n\n[Event \"e\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n";

/// Half-moves in the main line, and in all, of each of these games: counted by hand.
const COUNTS: [(u32, usize); 5] = [(10, 10), (3, 8), (3, 3), (4, 4), (2, 2)];

fn games(text: &str) -> Vec<Game> {
    let reader = Reader::from_reader(Cursor::new(text.to_owned())).expect("a text in memory");
    reader.games().collect::<Result<_, _>>().expect("a text in memory")
}

/// The half-moves of a movetext: its words, but for comments, numbers, glyphs, parentheses and the result.
fn half_moves(text: &str) -> usize {
    let mut bare = String::new();
    let mut in_comment = false;
    for c in text.chars() {
        match c {
            '{' => in_comment = true,
            '}' => in_comment = false,
            '(' | ')' => bare.push(' '),
            _ if !in_comment => bare.push(c),
            _ => {}
        }
    }
    let is_move = |word: &&str| {
        let is_number = word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
        !is_number && !word.starts_with('$') && !["1-0", "0-1", "1/2-1/2", "*"].contains(word)
    };
    bare.split_whitespace().filter(is_move).count()
}

const NOTATIONS: [Notation; 8] = [
    Notation::San,
    Notation::Lan,
    Notation::Uci,
    Notation::Figurine,
    Notation::English,
    Notation::EnglishLong,
    Notation::EnglishNew,
    Notation::Spanish,
];

/// What is written of one game, by everything that writes games, with the half-moves of it that are its due.
fn check_writers(game: &Game, main: u32, all: usize) {
    let pgn_words = |pgn: &[u8]| {
        let text = String::from_utf8(pgn.to_vec()).expect("text");
        let movetext = text.split_once("\n\n").expect("a blank line").1.to_owned();
        half_moves(&movetext)
    };
    for notation in NOTATIONS {
        let mut pgn = PgnWriter::new(Vec::new()).notation(notation);
        pgn.write(game).expect("a vector takes all");
        let words = pgn_words(pgn.get_ref());
        match notation {
            Notation::San | Notation::Lan | Notation::Uci | Notation::Figurine => {
                assert_eq!(words, all, "{notation:?} of {game:?}");
            }
            // A move may be several words: `P-R8 = Q ch`.
            _ => assert!(words >= all, "{notation:?} of {game:?}"),
        }
        let mut short = PgnWriter::new(Vec::new()).notation(notation).line_length(20);
        short.write(game).expect("a vector takes all");
        let joined = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("text");
            text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(joined(short.into_inner()), joined(pgn.into_inner()));
        let mut text = TextWriter::new(Vec::new()).notation(notation);
        text.write(game).expect("a vector takes all");
        let score = String::from_utf8(text.into_inner()).expect("text");
        // The rows of the two columns begin with a number.
        let moves = score.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        let rows = moves.filter(|line| !line.ends_with("1-0") && !line.ends_with("0-1"));
        assert!(rows.count() as u32 >= main.div_ceil(2), "{score}");
    }
    let mut json = JsonWriter::new(Vec::new());
    json.write(game).expect("a vector takes all");
    let json: serde_json::Value = serde_json::from_slice(&json.into_inner()).expect("JSON");
    assert_eq!(json["moves"].as_array().expect("moves").len() as u32, main);
    assert_eq!(json.to_string().matches("\"uci\":").count(), all);
    let mut fen = FenWriter::new(Vec::new()).which(Which::All).variations(true);
    fen.write(game).expect("a vector takes all");
    assert_eq!(fen.into_inner().iter().filter(|&&byte| byte == b'\n').count(), all + 1);
}

#[test]
fn no_writer_writes_fewer_half_moves_than_the_game_has() {
    let read = games(GAMES);
    assert_eq!(read.len(), COUNTS.len());
    for (game, (main, all)) in read.iter().zip(COUNTS) {
        assert_eq!((game.plies(), game.moves().count() as u32), (main, main));
        assert_eq!(game.nodes().filter(|node| matches!(node, Node::Move(_))).count(), all);
        check_writers(game, main, all);
        // A game that was made by hand, and one that was cut and grown again.
        let mut made = Game::new(*game.start());
        game.moves().for_each(|played| made.push(played.mv).expect("a legal move"));
        check_writers(&made, main, main as usize);
        assert_eq!(made.end(), game.end());
        let mut cut = game.clone();
        cut.strip(Strip::Variations);
        cut.set_tag("Annotator", "N. N.").expect("a name");
        check_writers(&cut, main, main as usize);
    }
}

#[test]
fn a_tag_is_given_only_a_name_that_is_read_back() {
    let mut game: Game = "[White \"A\"]\n\n1. e4 *\n".parse().expect("a game");
    let before = game.to_pgn();
    for name in ["", "2", "_a", &"a".repeat(300), "A B", "White-Title", "Ä", "A \"x\"]\n\n1. e4 *\n\n[B"] {
        let error = game.set_tag(name, "x").expect_err(name);
        assert_eq!(error.kind(), ErrorKind::Usage, "{name}");
        assert!(error.to_string().contains("letters, figures and underscores"), "{error}");
    }
    assert_eq!(game.to_pgn(), before);
    for name in ["White", "White_2", "Zz9"] {
        game.set_tag(name, "a \"b\" \\ c").expect(name);
        let read: Game = game.to_pgn().parse().expect("a game");
        assert_eq!(read.tag(name), Some("a \"b\" \\ c"));
    }
}

#[test]
fn no_shape_in_which_a_game_is_kept_loses_half_moves_in_any_writer() {
    use descant::emit::{PgnWriter, Style};
    for kept in [Kept::End, Kept::Line, Kept::Written, Kept::Nodes] {
        let mut counts = Vec::new();
        let _ = PgnReader::new(PgnOptions { kept, ..PgnOptions::default() }).read(GAMES, &mut |found| {
            let styles = [Style::San, Style::Lan, Style::Uci, Style::Figurine];
            let count = |style| {
                let mut pgn = Vec::new();
                PgnWriter::new(style).write(found.game, &mut pgn);
                let text = String::from_utf8(pgn).expect("text");
                half_moves(text.split_once("\n\n").expect("a blank line").1)
            };
            counts.push(styles.map(count));
            ControlFlow::Continue(())
        });
        assert_eq!(counts, COUNTS.map(|(_, all)| [all; 4]), "{kept:?}");
    }
}

/// Writes down what it is told.
#[derive(Default)]
struct Scribe<const MOVES: bool, const ANNOTATIONS: bool, const VARIATIONS: bool> {
    told: Vec<String>,
    findings: usize,
    most: Option<usize>,
}

impl<const M: bool, const A: bool, const V: bool> Visitor for Scribe<M, A, V> {
    const MOVES: bool = M;
    const ANNOTATIONS: bool = A;
    const VARIATIONS: bool = V;

    fn begin(&mut self, start: &Position) {
        self.told.push(format!("begin {start}"));
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.told.push(format!("{name}={value}"));
    }

    fn played(&mut self, played: PlayedMove) {
        self.told.push(played.to_string());
    }

    fn nag(&mut self, nag: u8) {
        self.told.push(format!("${nag}"));
    }

    fn comment(&mut self, text: &str) {
        self.told.push(format!("{{{text}}}"));
    }

    fn open(&mut self) {
        self.told.push("(".to_owned());
    }

    fn close(&mut self) {
        self.told.push(")".to_owned());
    }

    fn finding(&mut self, _: &Finding) {
        self.findings += 1;
    }

    fn end(&mut self, result: GameResult, last: &Position) -> ControlFlow<()> {
        self.told.push(format!("end {} {last}", result.marker()));
        self.most = self.most.map(|most| most - 1);
        if self.most == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What a visitor should be told of games.
fn expected(games: &[Game], moves: bool, annotations: bool, variations: bool) -> Vec<String> {
    let mut told = Vec::new();
    for game in games {
        told.push(format!("begin {}", game.start()));
        told.extend(game.tags().map(|(name, value)| format!("{name}={value}")));
        let mut depth = 0;
        for node in game.nodes().filter(|_| moves) {
            let (is_open, is_close) = (node == Node::Open, node == Node::Close);
            depth += i32::from(is_open);
            if depth == 0 || variations {
                match node {
                    Node::Move(played) => told.push(played.to_string()),
                    Node::Nag(nag) if annotations => told.push(format!("${nag}")),
                    Node::Comment(text) if annotations => told.push(format!("{{{text}}}")),
                    Node::Open => told.push("(".to_owned()),
                    Node::Close => told.push(")".to_owned()),
                    _ => {}
                }
            }
            depth -= i32::from(is_close);
        }
        told.push(format!("end {} {}", game.result().marker(), game.end()));
    }
    told
}

#[test]
fn a_visitor_is_told_what_the_games_are_whatever_it_wants() {
    let read = games(GAMES);
    let findings: usize = read.iter().map(|game| game.findings().count()).sum();
    assert!(findings > 0);
    fn told<const M: bool, const A: bool, const V: bool>(findings: usize) -> Vec<String> {
        let mut scribe = Scribe::<M, A, V>::default();
        let reader = Reader::from_reader(GAMES.as_bytes()).expect("a text in memory");
        let summary = reader.visit(&mut scribe).expect("a text in memory");
        assert_eq!((summary.games, summary.games_with_errors, scribe.findings), (5, 1, findings));
        scribe.told
    }
    assert_eq!(told::<true, true, true>(findings), expected(&read, true, true, true));
    assert_eq!(told::<true, true, false>(findings), expected(&read, true, true, false));
    assert_eq!(told::<true, false, true>(findings), expected(&read, true, false, true));
    assert_eq!(told::<true, false, false>(findings), expected(&read, true, false, false));
    assert_eq!(told::<false, true, true>(findings), expected(&read, false, false, false));
}

#[test]
fn a_visitor_that_breaks_is_told_no_more() {
    let mut scribe = Scribe::<false, false, false> { most: Some(2), ..Scribe::default() };
    let read = Reader::from_reader(GAMES.as_bytes()).expect("a text").visit(&mut scribe).expect("a text");
    assert_eq!((read.games, scribe.told.iter().filter(|told| told.starts_with("end")).count()), (2, 2));
}

#[test]
fn convert_writes_what_the_writers_write_whatever_the_number_of_jobs() {
    let many = GAMES.repeat(20_000);
    let mut one_by_one = PgnWriter::new(Vec::new());
    for game in games(GAMES) {
        one_by_one.write(&game).expect("a vector takes all");
    }
    let one_by_one = one_by_one.into_inner().repeat(20_000);
    for jobs in [1, 3] {
        let mut out = Vec::new();
        let options = Options::new().jobs(jobs);
        let summary = convert(Cursor::new(many.clone()), &mut out, &options).expect("a text in memory");
        assert_eq!((summary.games, summary.games_with_errors), (100_000, 20_000));
        assert_eq!(summary.findings[&Code::IllegalMove], 20_000);
        assert!(out == one_by_one, "{jobs} jobs");
    }
}

#[test]
fn convert_numbers_games_through_all_chunks() {
    let mut out = Vec::new();
    let options = Options::new().format(Format::Json).jobs(2);
    convert(Cursor::new(GAMES.repeat(5_000)), &mut out, &options).expect("a text in memory");
    let lines = out.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let prefix = |number: usize| format!("{{\"type\":\"game\",\"game\":{number},");
    let numbered = lines.zip(1..).filter(|(line, number)| line.starts_with(prefix(*number).as_bytes()));
    assert_eq!(numbered.count(), 25_000);
}

#[test]
fn games_know_their_number_place_and_text() {
    let all = games(GAMES);
    assert_eq!(all.iter().map(Game::number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(all.iter().map(Game::source).collect::<String>(), GAMES);
    assert_eq!(all[1].place().to_string(), "-:6:1");
    let finding = all[4].findings().next().expect("an illegal move");
    assert_eq!((finding.code, finding.words.as_str()), (Code::IllegalMove, "Ke3"));
    assert_eq!(&GAMES[finding.place.bytes.start as usize..finding.place.bytes.end as usize], "Ke3");
    assert!(finding.to_string().starts_with("-:22:13: error[illegal-move]: "), "{finding}");
    assert!(all[4].has_errors() && !all[0].has_errors());
}

#[test]
fn a_printed_score_says_how_certain_its_reading_is() {
    let text = read_text("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5\n");
    let game = &text.games[0];
    assert_eq!((game.reading(), game.plies()), (Some(Verdict::Certain), 5));
    assert!(game.to_pgn().contains("1. e4 e5 2. Nf3 Nc6 3. Bb5"));
    let pages = Options::new().open("fixtures/scan/opera.hocr").expect("a fixture");
    let opera = pages.games().next().expect("a game").expect("a fixture");
    assert!(opera.end().is_checkmate());
    assert_eq!((opera.plies(), opera.place().file.as_str()), (33, "fixtures/scan/opera.hocr"));
}

#[test]
fn moves_of_no_game_are_told_outside_games() {
    let text = "[Event \"x\"]\n\n1. e4 e5 *\n";
    assert!(read_text(text).findings.is_empty());
    let torn = b"[Event \"caf\xe9\"]\n\n1. e4 *\n";
    let mut games = Reader::from_reader(&torn[..]).expect("a text").games();
    assert_eq!(games.next().expect("a game").expect("a text").tag("Event"), Some("café"));
    assert!(games.next().is_none());
    assert_eq!(
        games.findings().iter().map(|finding| finding.code).collect::<Vec<_>>(),
        [Code::MixedEncoding]
    );
}

fn kind<T>(result: Result<T, impl Into<Error>>) -> Option<ErrorKind> {
    result.err().map(|error| error.into().kind())
}

/// Fails, as a full disk does.
struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_have_a_kind() {
    assert_eq!(kind(Reader::from_path("no/such/file")), Some(ErrorKind::Open));
    assert_eq!(kind(Reader::from_path("fixtures")), Some(ErrorKind::Open));
    assert_eq!(kind(Reader::from_reader(&b"%PDF-1.4"[..])), Some(ErrorKind::Format));
    assert_eq!(kind(Reader::from_reader(&b"PK\x03\x04...."[..])), Some(ErrorKind::Archive));
    assert_eq!(kind("klingon".parse::<descant::Encoding>()), Some(ErrorKind::Encoding));
    assert_eq!(kind("".parse::<Game>()), Some(ErrorKind::NoGame));
    assert_eq!(kind("Nf9".parse::<San>()), Some(ErrorKind::Notation));
    assert_eq!(kind("8/8/8".parse::<Position>()), Some(ErrorKind::Notation));
    let start = Position::default();
    assert_eq!(kind(start.resolve("Nf6".parse::<San>().expect("a word"))), Some(ErrorKind::Move));
    assert_eq!(kind(start.parse_uci(b"e2e5")), Some(ErrorKind::Move));
    assert_eq!(kind(start.parse_uci(b"e2")), Some(ErrorKind::Notation));
    assert_eq!(kind(convert(GAMES.as_bytes(), Full, &Options::new())), Some(ErrorKind::Write));
    assert_eq!(kind(PgnWriter::new(Full).write(&Game::default())), Some(ErrorKind::Write));
    let error = Error::from("rnbqkbnr/ppppxppp/8/8/8/8/8/8 w - -".parse::<Position>().expect_err("no FEN"));
    assert_eq!(error.byte(), Some(13));
}

#[test]
fn only_legal_moves_are_played() {
    let start = Position::default();
    let all: Vec<_> = start.legal_moves().to_vec();
    assert!(all.iter().all(|&mv| start.play(mv).is_ok_and(|after| after == start.after_move(mv))));
    let after = start.play(all[0]).expect("legal");
    // None of White's moves is one of Black's.
    assert!(all.iter().all(|&mv| after.play(mv).is_err()));
    assert!(start.play(descant::chess::Move::NULL).is_err());
    let mut game = Game::default();
    assert!(game.push(after.legal_moves()[0]).is_err() && game.plies() == 0);
}

#[test]
fn positions_and_moves_are_what_they_are_written_as() {
    for fen in ["4k3/P7/8/8/8/8/8/4K3 w - - 0 11", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40"] {
        let position: Position = fen.parse().expect("a FEN");
        assert_eq!(position.to_string(), fen);
        assert_eq!(fen.parse::<Setup>().expect("a FEN").to_string(), fen);
    }
    for word in ["e4", "exd8=Q", "Nbd2", "R1e2", "O-O-O"] {
        assert_eq!(word.parse::<San>().expect("a word").to_string(), word);
    }
}

#[test]
fn a_kind_that_is_asked_for_is_read() {
    let text = "1. e4 e5 2. Nf3";
    for (kind, reading) in [(Kind::Pgn, None), (Kind::Text, Some(Verdict::Certain))] {
        let reader = Options::new().kind(kind).read(text.as_bytes()).expect("a text");
        let game = reader.games().next().expect("a game").expect("a text");
        assert_eq!((game.plies(), game.reading()), (3, reading));
    }
}

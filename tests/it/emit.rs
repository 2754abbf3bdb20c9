//! What is written: the export format to the letter, and the same again when it is read and written once more.
use std::ops::ControlFlow;

use descant::chess::Position;
use descant::emit::json::MOST_NESTED;
use descant::emit::{JsonWriter, PgnWriter, Place, Sheet, Style};
use descant::game::{Game, Node, Played};
use descant::reader::pgn::{PgnOptions, PgnReader};
use descant::source::Chunk;

fn convert(pgn: &str) -> String {
    let mut out = Vec::new();
    let mut writer = PgnWriter::new(Style::San);
    let _ = PgnReader::new(PgnOptions::default()).read(pgn, &mut |found| {
        writer.write(found.game, &mut out);
        ControlFlow::Continue(())
    });
    String::from_utf8(out).expect("UTF-8")
}

/// The movetext that is written for this movetext.
fn movetext(text: &str) -> String {
    let out = convert(&format!("[Event \"x\"]\n\n{text}\n"));
    let (_, moves) = out.split_once("\n\n").expect("an empty line after the tags");
    moves.strip_suffix("\n\n").expect("an empty line at the end").to_owned()
}

#[test]
fn tags_stand_in_the_order_of_the_standard() {
    // PGN 8.1.1: the Seven Tag Roster in its order, the others in ASCII order; unknown values as it says.
    let out = convert(
        "[Zebra \"z\"]\n[annotator \"a\"]\n[Black \"B \\\"Q\\\" \\\\\"]\n[ECO \"C20\"]\n[Event \"\"]\n\n1. e4 1-0\n",
    );
    assert_eq!(
        out,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"B \\\"Q\\\" \\\\\"]\n[Result \"1-0\"]\n[Annotator \"a\"]\n[ECO \"C20\"]\n[Zebra \"z\"]\n\n1. e4 1-0\n\n"
    );
}

#[test]
fn the_sample_game_of_the_standard_is_wrapped_as_the_standard_wraps_it() {
    // PGN 2.3: Fischer–Spassky, Belgrade 1992, 29th game.
    let sample = "\
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2";
    let one_line = sample.replace('\n', " ");
    assert_eq!(movetext(&one_line), sample);
}

#[test]
fn a_black_move_carries_its_number_after_anything_between() {
    assert_eq!(movetext("1. e4 $1 e5 *"), "1. e4 $1 1... e5 *");
    assert_eq!(movetext("1. e4 {c} e5 *"), "1. e4 {c} 1... e5 *");
    assert_eq!(
        movetext("1. e4 (1. d4 d5) e5 (1... c5) 2. Nf3 *"),
        "1. e4 (1. d4 d5) 1... e5 (1... c5) 2. Nf3 *"
    );
    assert_eq!(movetext("{before} 1. e4 *"), "{before} 1. e4 *");
}

#[test]
fn white_space_in_comments_folds() {
    assert_eq!(movetext("1. e4 {a \t b\n\nc} *"), "1. e4 {a b c} *");
    assert_eq!(movetext("1. e4 { a } *"), "1. e4 {a} *");
}

#[test]
fn blanks_at_the_edges_of_comments_are_left_out_whoever_made_them() {
    let mut game = Game::default();
    for text in [" printed: ", "", "\u{a0} \n"] {
        game.nodes.push(Node::Comment(text.into()));
    }
    let mut out = Vec::new();
    PgnWriter::new(Style::San).write(&game, &mut out);
    let out = String::from_utf8(out).expect("UTF-8");
    assert!(out.ends_with("\n\n{printed:} *\n\n"), "{out}");
    assert_eq!(convert(&out), out);
}

#[test]
fn commands_are_never_broken() {
    for before in 50..75 {
        let text = format!("{{{} [%clk 0:00:01] [%csl Ga1,Rb2]}} 1. e4 *", "x".repeat(before));
        let out = movetext(&text);
        assert!(out.contains("[%clk 0:00:01]") && out.contains("[%csl Ga1,Rb2]"), "{out}");
        assert!(out.lines().all(|line| line.len() <= 79), "{out}");
    }
}

/// Movetexts that try the limits of the format.
fn hard_cases() -> Vec<String> {
    let mut cases: Vec<String> = [
        "1. e4 {} *",
        "1. e4 { } ({ }) *",
        "1. e4 e5 (1... c5 {directly before the end}) 2. Nf3 *",
        "{one} {two} 1. e4 {three} {four} e5 *",
        "1. e4 ; to the end of the line } with a brace\n e5 *",
        "1. e4 {[%a unclosed } e5 *",
        "1. e4 {[%a ;} e5 ; [%b }]\n *",
        "1. e4 {% first %second} e5 *",
        "1. e4 {[Event \"x\"] [Site \"y\"]} e5 *",
        "1. e4 {\u{a0}no break\u{a0}space é ♘ ü} e5 *",
        "1. e4 e5 2. Ke3 Nf6 {a comment} (2... d6) *",
        "1. e4 e5 (1... c5 2. Ke3 {x}) 2. Nf3 *",
        "1. e4 $1 $2 $255 e5 $0 *",
        "1. e4 (1. d4 (1. c4 (1. b4 b5) c5) d5) e5 *",
        "1. e4 -- 2. d4 *",
        "*",
        "{only a comment} *",
        "1. e4 e5 1-0 2. Nf3 *",
    ]
    .map(str::to_owned)
    .to_vec();
    // Every way in which a line can end near the limit.
    for width in 60..100 {
        cases.push(format!("{{{}}} 1. e4 *", "x".repeat(width)));
        cases.push(format!("1. e4 ({{{}}} 1. d4) e5 *", "ü ".repeat(width)));
        cases.push(format!("1. e4 {{{} }} (1. d4 {{é}}) *", "word ".repeat(width / 4)));
        cases.push(format!("1. e4 {{{}%x [Event \"y\"] [%c d]}} *", "a".repeat(width - 10) + " "));
    }
    cases
}

#[test]
fn writing_again_changes_nothing() {
    for case in hard_cases() {
        let once = convert(&format!("[Event \"x\"]\n\n{case}\n"));
        assert_eq!(convert(&once), once, "{case}");
    }
}

#[test]
fn lines_are_full_and_never_too_long() {
    for case in hard_cases() {
        let out = movetext(&case);
        let lines: Vec<_> = out.lines().collect();
        for (line, next) in lines.iter().zip(lines.iter().skip(1).map(Some).chain([None])) {
            assert!(!line.ends_with(' ') && !line.starts_with(' '), "{out}");
            let width = line.chars().count();
            // Only what cannot be broken may be longer.
            assert!(
                width <= 79 || !line.contains(' ') || line.contains("[Event") || line.contains(" %"),
                "{out}"
            );
            if let Some(next) = next
                && !next.starts_with("[%")
            {
                let word = next.split(' ').next().map_or(0, |word| word.chars().count());
                assert!(width + 1 + word > 79 || next.contains(" %"), "{out}");
            }
        }
    }
}

#[test]
fn set_up_games_tell_their_position() {
    let out = convert("[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - -\"]\n\n1. e4 *\n");
    assert!(out.contains("[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"), "{out}");
    let black = convert("[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kf5 8. e3 *\n");
    assert!(black.contains("\n7... Kf5 8. e3 *\n"), "{black}");
}

/// A game with this many variations in one another.
fn deep(depth: usize) -> Game<'static> {
    let mut game = Game::default();
    let start = Position::default();
    let mv = start.parse_uci(b"e2e4").expect("legal");
    let played = Played {
        mv,
        san: start.san(mv),
        suffix: descant::chess::Suffix::None,
        span: descant::span::Span::default(),
    };
    for _ in 0..depth {
        game.nodes.extend([Node::Move(played), Node::Open]);
    }
    game.nodes.push(Node::Move(played));
    game.nodes.extend((0..depth).map(|_| Node::Close));
    game
}

#[test]
fn depth_of_variations_costs_no_stack() {
    let game = deep(200_000);
    let mut out = Vec::new();
    PgnWriter::new(Style::Lan).write(&game, &mut out);
    assert_eq!(out.iter().filter(|&&byte| byte == b'(').count(), 200_000);
    let chunk = Chunk::from_text(String::new());
    let mut sheet = Sheet::default();
    let place = Place { file: "deep", chunk: &chunk, game: Some(0), tags: &[] };
    JsonWriter::with_fens(false).write(&mut sheet, &place, &game, &mut |_| {});
    let open = sheet.bytes.iter().filter(|&&byte| byte == b'[' || byte == b'{').count();
    let close = sheet.bytes.iter().filter(|&&byte| byte == b']' || byte == b'}').count();
    assert_eq!(open, close);
}

#[test]
fn json_is_nested_no_deeper_than_ordinary_readers_take_and_holds_every_half_move() {
    let chunk = Chunk::from_text(String::new());
    let place = Place { file: "deep", chunk: &chunk, game: Some(0), tags: &[] };
    for depth in [0, 1, MOST_NESTED - 1, MOST_NESTED, MOST_NESTED + 1, 40, 3000] {
        let (mut sheet, mut bytes) = (Sheet::default(), Vec::new());
        JsonWriter::with_fens(true).write(&mut sheet, &place, &deep(depth), &mut |_| {});
        sheet.write_to(&mut bytes, 1).expect("a vector takes all");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let mut nested = 0_i32;
        let mut deepest = 0;
        for byte in text.bytes() {
            nested += i32::from(matches!(byte, b'[' | b'{')) - i32::from(matches!(byte, b']' | b'}'));
            deepest = deepest.max(nested);
        }
        // 64 is what System.Text.Json of .NET takes; others take a hundred or more.
        assert!(deepest < 64, "{deepest} brackets for {depth} variations");
        let game: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let mut moves = &game["moves"];
        let mut levels = 0;
        while moves[0]["variations"][0].is_object() {
            moves = &moves[0]["variations"][0]["moves"];
            levels += 1;
        }
        assert_eq!(levels, depth.min(MOST_NESTED));
        let comment = moves[0]["comments"][0].as_str().unwrap_or_default();
        assert_eq!(comment.matches("1. e4").count(), depth - levels, "{comment}");
        assert_eq!(comment.is_empty(), depth <= MOST_NESTED);
        assert!(comment.is_empty() || comment.starts_with("(1. e4") && !comment.contains('\n'), "{comment}");
    }
}

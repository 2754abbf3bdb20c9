//! Moves in words: every dialect, against the meaning of the notation and games from print.
use descant::chess::{Color, Move, Position, Role, Square};
use descant::grammar::{cell, slips};
use descant::lexicon::Dialect;
use descant::reading::origin::{Origin, Origins};
use descant::reading::{Act, Capture, CheckMark, Constraint, Cost, End, Promotion, Reading, Wing};

/// Does a legal move do what the words say? A man whose origin is not known has the wing it stands on.
fn allows(c: &Constraint, pos: &Position, origins: &Origins, mv: Move) -> bool {
    let seen = |s: Square| if pos.turn() == Color::Black && c.end == End::Mover { s.flip() } else { s };
    let Some(role) = pos.role_of(mv).filter(|_| !mv.is_castle()) else { return false };
    let to = seen(mv.to());
    let taken = pos.captured(mv);
    let wing = |square: Square| origins.at(square).map_or(Wing::of(square.file()), Origin::wing);
    let squares = match origins.at(mv.from()).map(Origin::wing) {
        Some(Wing::King) => c.to.king,
        Some(Wing::Queen) => c.to.queen,
        None => c.to.unknown,
    };
    let steps = mv.from().rank().index().abs_diff(mv.to().rank().index());
    c.roles.contains(role)
        && c.from.contains(seen(mv.from()))
        && (role != Role::Pawn || c.from_files.contains(mv.from().file()))
        && c.wing.is_none_or(|named| named == wing(mv.from()))
        && squares.contains(to)
        && match c.capture {
            Capture::Unsaid => true,
            Capture::Quiet => taken.is_none(),
            Capture::Takes => taken.is_some_and(|victim| {
                c.victim.roles.contains(victim)
                    && c.victim.wing.is_none_or(|named| named == wing(mv.to()))
                    && (victim != Role::Pawn || c.victim.files.contains(mv.to().file()))
            }),
        }
        && match (c.promotion, mv.promotion()) {
            (Promotion::Unsaid | Promotion::Any, Some(Role::Queen)) | (Promotion::Unsaid, None) => true,
            (Promotion::To(said), Some(made)) => said == made,
            _ => false,
        }
        && c.steps.is_none_or(|n| mv.from().file() == mv.to().file() && steps == usize::from(n))
}

/// The legal moves that the readings of the least cost allow; castling by itself.
fn meant(readings: &[Reading], pos: &Position, origins: &Origins) -> Vec<String> {
    let mut moves: Vec<Move> = pos.legal_moves().as_slice().to_vec();
    moves.retain(|&mv| {
        readings.iter().any(|reading| match reading.act {
            Act::Man(constraint) => allows(&constraint, pos, origins, mv),
            Act::Castle(side) => mv.is_castle() && (side.is_none() || mv.castling_side() == side),
            Act::Anything => true,
            _ => false,
        })
    });
    let mut names: Vec<String> = moves.into_iter().map(|mv| pos.san(mv).to_string()).collect();
    names.sort();
    names
}

fn bare(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

#[test]
fn every_dialect_tells_the_opera_game() {
    let table = include_str!("../../fixtures/moves/opera.tsv");
    let mut lines = table.lines();
    let heads: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut pos = Position::default();
    let mut origins = Origins::at_home(&pos);
    let mut read = 0;
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let mv = *pos
            .legal_moves()
            .as_slice()
            .iter()
            .find(|&&mv| pos.san(mv).to_string() == bare(cells[0]))
            .unwrap_or_else(|| panic!("{} is legal", cells[0]));
        for (head, cell) in heads.iter().zip(&cells) {
            let name = head.split(' ').next().unwrap();
            let dialect: Dialect = name.parse().unwrap_or_else(|_| panic!("{head}"));
            let meanings = cell::read(cell, &dialect);
            if *cell == "The same" {
                assert_eq!(meanings.plain[0].act, Act::Same);
                continue;
            }
            let found = meant(&meanings.plain, &pos, &origins);
            assert!(
                found.iter().any(|san| san == bare(cells[0])),
                "{head}: {cell} is {}, not {found:?}",
                cells[0]
            );
            assert!(found.len() <= 4 || cell.contains("check"), "{head}: {cell} is too wide: {found:?}");
            let check = cells[0].ends_with(['+', '#']);
            if check && !matches!(name, "uci" | "numeric") {
                assert_ne!(meanings.marks.check, CheckMark::None, "{head}: {cell}");
            } else {
                assert_eq!(meanings.marks.check, CheckMark::None, "{head}: {cell}");
            }
            let shape = cell::is_move_like(cell, &dialect).unwrap_or_else(|| panic!("{head}: {cell}"));
            assert_eq!(shape.len, cell.len(), "{head}: {cell}");
            read += 1;
        }
        origins = origins.play(mv);
        pos = pos.after_move(mv);
    }
    assert!(pos.is_checkmate());
    assert!(read > 380);
}

#[test]
fn every_cell_means_what_the_notation_says() {
    let mut pos = Position::default();
    let (mut count, mut wrong) = (0, Vec::new());
    for line in include_str!("../../fixtures/moves/cells.tsv").lines() {
        if let Some(fen) = line.strip_prefix("@ ") {
            pos = Position::from_fen(fen.split('\t').next().unwrap()).unwrap();
            continue;
        }
        let [dialect, cell, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let dialect: Dialect = dialect.parse().unwrap();
        let mut expected: Vec<&str> = expected.split(' ').map(bare).filter(|s| !s.is_empty()).collect();
        expected.sort_unstable();
        let found = meant(&cell::read(cell, &dialect).plain, &pos, &Origins::at_home(&pos));
        if found != expected {
            wrong.push(format!("{line}: {found:?}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 150, "{count} cells");
}

#[test]
fn words_that_are_no_move_are_not_read() {
    for words in [
        "",
        " ",
        "The game",
        "White",
        "Knight",
        "and wins",
        "Resigns",
        "K",
        "Kt.",
        "P.",
        "1",
        "12.",
        "the Queen's Gambit",
        "Black has a good game",
        "King of England",
        "to K's 4th",
        "takes",
        "(a)",
        "[A]",
        "...",
        "Q.",
        "Pawns are weak",
    ] {
        assert_eq!(cell::read(words, &Dialect::ENGLISH).plain, [], "{words}");
        assert_eq!(cell::is_move_like(words, &Dialect::ENGLISH), None, "{words}");
    }
}

#[test]
fn a_move_ends_where_the_prose_begins() {
    let len =
        |text: &'static str| cell::is_move_like(text, &Dialect::ENGLISH).map(|shape| &text[..shape.len]);
    assert_eq!(len("P - K 4 and White has the better game"), Some("P - K 4"));
    assert_eq!(len("K. to Kt's 2d, and wins."), Some("K. to Kt's 2d"));
    assert_eq!(len("Q takes P (ch.), followed by mate"), Some("Q takes P (ch.)"));
    assert_eq!(len("R - Q 1; B - K 3"), Some("R - Q 1"));
    assert_eq!(len("Castles Kt to B3"), Some("Castles"));
    assert_eq!(len("Castles. Q. Kt. to Q's 2d."), Some("Castles."));
    assert_eq!(len("Castles, K. Kt. to K. 5th sq."), Some("Castles"));
    assert_eq!(len("Castles, K. R., K. Kt. to B. 3d"), Some("Castles, K. R."));
    assert_eq!(len("Castles Q. R. to K's sq."), Some("Castles"));
    assert_eq!(len("Castles Q. side. Kt. to Q's 2d."), Some("Castles Q. side."));
    assert_eq!(len("P x P ! best"), Some("P x P ! best"));
    assert_eq!(len("B x P. The rest is easy"), Some("B x P."));
    let spanish =
        |text: &'static str| cell::is_move_like(text, &Dialect::SPANISH).map(|shape| &text[..shape.len]);
    assert_eq!(spanish("PxP T(1T)1C 36. C6A"), Some("PxP"));
    assert_eq!(spanish("P4R C(5A)xP+ 32. CxC"), Some("P4R"));
    assert_eq!(spanish("T(1T)1C 36. C6A"), Some("T(1T)1C"));
}

#[test]
fn spanish_has_the_forms_without_a_square() {
    let act = |cell: &str| cell::read(cell, &Dialect::SPANISH).plain[0].act;
    assert!(matches!(act("D se interpone"), Act::Man(Constraint { interposes: true, .. })));
    assert_eq!(act("lo mismo"), Act::Same);
    assert_eq!(act("cualquiera"), Act::Anything);
    assert_eq!(cell::read("AR da jaque", &Dialect::SPANISH).marks.check, CheckMark::Check);
    assert_eq!(act("enroca en el lado de la dama"), act("O-O-O"));
    assert_eq!(act("enroca con la TR"), act("O-O"));
}

#[test]
fn a_row_is_cut_into_its_moves() {
    let cut = |text: &str, dialect: &Dialect| -> Vec<String> {
        cell::moves_in(text, dialect, 8).into_iter().map(|s| s.of_text(text).trim().to_owned()).collect()
    };
    assert_eq!(cut("PtoK4 PtoK4", &Dialect::ENGLISH_OCR), ["PtoK4", "PtoK4"]);
    assert_eq!(cut("Bt. Kt Pt. B", &Dialect::ENGLISH_OCR), ["Bt. Kt", "Pt. B"]);
    assert_eq!(cut("P - K 4  P - K 4", &Dialect::ENGLISH), ["P - K 4", "P - K 4"]);
    assert_eq!(cut("Castles Kt to B3", &Dialect::ENGLISH), ["Castles", "Kt to B3"]);
    assert_eq!(cut("e4 e5 Nf3", &Dialect::SAN), ["e4", "e5", "Nf3"]);
}

#[test]
fn words_after_the_move_are_kept_apart() {
    let cell = "P. takes R., becomes a Queen (ch.), and wins.";
    let meanings = cell::read(cell, &Dialect::ENGLISH);
    assert_eq!(meanings.rest.unwrap().of_text(cell), "and wins");
    assert_eq!(meanings.marks.check, CheckMark::Check);
    let meanings = cell::read("Q. takes P., or B. takes Kt.", &Dialect::ENGLISH);
    assert_eq!(meanings.alternatives.len(), 1);
    assert!(meanings.rest.is_none());
    // Where raw print shows no move, no words stand behind one.
    let meanings = cell::read("Kt to B 3 anb xins", &Dialect::ENGLISH_OCR);
    assert_eq!((meanings.plain.len(), meanings.rest), (0, None));
}

#[test]
fn the_wing_of_a_man_is_carried() {
    let wings = |cell: &str| match cell::read(cell, &Dialect::ENGLISH).plain[0].act {
        Act::Man(c) => (c.wing, c.victim.wing),
        act => panic!("{act:?}"),
    };
    assert_eq!(wings("K. R. takes Q. Kt."), (Some(Wing::King), Some(Wing::Queen)));
    assert_eq!(wings("QB x KP"), (Some(Wing::Queen), None));
    assert_eq!(wings("K's Kt. to B's 3d."), (Some(Wing::King), None));
    assert_eq!(wings("Q. takes Q. B."), (None, Some(Wing::Queen)));
    assert_eq!(wings("QR-Kt1"), (Some(Wing::Queen), None));
}

#[test]
fn his_and_her_go_by_the_wing_of_the_man() {
    let in_words = |cell: &str, dialect: &Dialect| match cell::read(cell, dialect).plain[0].act {
        Act::Man(c) => {
            (c.to.king.single().map(|s| s.to_string()), c.to.queen.single().map(|s| s.to_string()))
        }
        act => panic!("{act:?}"),
    };
    let at = |square: &str| Some(square.to_owned());
    let to = |cell: &str| in_words(cell, &Dialect::ENGLISH);
    assert_eq!(to("Kt. to his 5th"), (at("g5"), at("b5")));
    assert_eq!(to("K. Kt. to his sq."), (at("g1"), at("g1")));
    assert_eq!(to("Q. to her Kt's 3d."), (at("b3"), at("b3")));
    assert_eq!(to("K. to his R's sq."), (at("h1"), at("h1")));
    assert_eq!(to("R. to his B's 2d"), (at("f2"), at("c2")));
    let to = |cell: &str| in_words(cell, &Dialect::SPANISH);
    assert_eq!(to("C a su 5ª"), (at("g5"), at("b5")));
    assert_eq!(to("CR a su casilla"), (at("g1"), at("g1")));
    assert_eq!(to("D a 3ª de su C"), (at("b3"), at("b3")));
    assert_eq!(to("T a segunda de su alfil"), (at("f2"), at("c2")));
}

#[test]
fn the_cheapest_misprints_are_those_that_look_alike() {
    // Blue Book of Chess, game 33, move 13: `B. to Q's sq.` is printed for R.
    let pos = Position::from_fen("2Q1kbnr/p2r1ppp/4q3/3p4/3PP1b1/2P2P2/PP4PP/RNB1K2R b KQk - 4 13").unwrap();
    let slips = slips::slips("B. to Q's sq.", &Dialect::ENGLISH);
    let costs: Vec<Cost> = slips.iter().map(|r| r.cost).collect();
    assert!(costs.is_sorted());
    assert!(
        meant(&slips[..1], &pos, &Origins::NONE).contains(&"Rd8".to_owned())
            || meant(&slips[1..2], &pos, &Origins::NONE).contains(&"Rd8".to_owned())
    );
    assert_eq!(slips.last().unwrap().act, Act::Anything);
    assert!(slips.iter().all(|r| r.slip.is_some()));
    assert_eq!(slips::slips("what is this", &Dialect::ENGLISH).len(), 1);
}

#[test]
fn the_notation_of_a_text_is_told() {
    let of = |text: &str| cell::detect(text);
    assert_eq!(of("1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5"), Some(Dialect::ENGLISH));
    assert_eq!(of("1. P. to K's 4th.  1. P. to K's 4th."), Some(Dialect::ENGLISH));
    assert_eq!(of("1 PtoK4 PtoK4 2 KttoKB3 KttoQB3 3 BtoKt5 PtoQR3"), Some(Dialect::ENGLISH_OCR));
    // A few words that run together in a long text are no accident either.
    let long = |times: usize| format!("{}{}", "1 P-K4 P-K4 ".repeat(60), "2 KttoKB3 ".repeat(times));
    assert_eq!(of(&long(5)), Some(Dialect::ENGLISH));
    assert_eq!(of(&long(6)), Some(Dialect::ENGLISH_OCR));
    // A move counts once, though its end reads as one: `Kt to B 3` of `K Kt to B 3`.
    let whole = "3 PtoQ4 PtoQ3 ".to_owned() + &"1 K Kt to B 3, Q Kt to B 3 ".repeat(7);
    assert_eq!(of(&whole), Some(Dialect::ENGLISH_OCR));
    assert_eq!(of("1. P4R P4R 2. C3AR C3AD 3. A5C"), Some(Dialect::SPANISH));
    assert_eq!(of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"), Some(Dialect::SAN));
    assert_eq!(of("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Dh5 Tb8"), "de".parse().ok());
    assert_eq!(of("1. 5254 5755 2. 7163 2836"), "numeric".parse().ok());
    assert_eq!(of("It was a dark and stormy night; the King of England was at home."), None);
}

#[test]
fn a_rank_said_last_holds_for_both_goals() {
    let pos = Position::from_fen("k7/8/8/7R/8/8/8/6K1 w - - 0 1").unwrap();
    let meant = |cell: &str| meant(&cell::read(cell, &Dialect::ENGLISH).plain, &pos, &Origins::NONE);
    assert_eq!(meant("R. to R. or K's 4th."), ["Rh4"]);
}

#[test]
fn words_of_moves_are_read_as_recognition_leaves_them() {
    let pos = Position::default();
    let meant =
        |cell: &str| meant(&cell::read(cell, &Dialect::ENGLISH_OCR).plain, &pos, &Origins::at_home(&pos));
    for to in ["to", "too", "te", "tok"] {
        assert_eq!(meant(&format!("Kt{to}KB3")), ["Nf3"], "{to}");
    }
}

#[test]
fn the_fifth_figure_of_a_numeric_move_is_what_a_pawn_becomes() {
    for (figure, man) in [(1, "Q"), (2, "R"), (3, "B"), (4, "N")] {
        let text = format!("1. 1214 2725 2. 1425 1716 3. 2516 3827 4. 1627 7866 5. 2718{figure}\n");
        let done = crate::console::run(&["convert", "-q", "--from", "text", "-"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(out.contains(&format!("4. axb7 Nf6 5. bxa8={man} *")), "{out}");
    }
}

#[test]
fn the_letters_of_languages_that_share_some_are_told_apart() {
    for moves in [
        // Ukrainian, Russian, Bulgarian.
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Тe1 b5",
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 b5",
        "1. e4 e5 2. Кf3 Кc6 3. Оb5 a6 4. Оa4 Кf6 5. O-O Оe7 6. Тe1 b5",
        // German, Dutch, Czech, Hungarian, Polish, Finnish.
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5",
        "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O Le7 6. Te1 b5",
        "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sa4 Jf6 5. O-O Se7 6. Ve1 b5",
        "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1 b5",
        "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Ga4 Sf6 5. O-O Ge7 6. We1 b5",
        "1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. La4 Rf6 5. O-O Le7 6. Te1 b5",
    ] {
        let done = crate::console::run(&["convert", "-q", "--from", "text", "-"], moves.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(
            out.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *"),
            "{moves}: {out}"
        );
    }
}

proptest::proptest! {
    #[test]
    fn no_words_make_the_readers_panic(words in proptest::collection::vec(
        proptest::sample::select(vec![
            "K", "Q.", "Kt", "B", "P", "R", " ", ".", "takes", "x", "-", "—", "to", "(", ")", "[A]", "8", "1", "sq", "his", "'s", "ch", "or",
            ",", "=", "queens", "Castles", "O-O", "é", "Ж", "½", "two", "e4", "Nf3", "5254", "½", "the", "adverse", "and", "odds of", "|", "*",
        ]), 0..14)) {
        let text = words.concat();
        for dialect in [Dialect::ENGLISH, Dialect::ENGLISH_OCR, Dialect::SPANISH, Dialect::SAN] {
            let meanings = cell::read(&text, &dialect);
            if let Some(rest) = meanings.rest {
                proptest::prop_assert!(text.get(rest.range()).is_some());
            }
            let slips = slips::slips(&text, &dialect);
            proptest::prop_assert!(!slips.is_empty());
            if let Some(shape) = cell::is_move_like(&text, &dialect) {
                proptest::prop_assert!(text.get(..shape.len).is_some() && shape.len > 0);
            }
            for span in cell::moves_in(&text, &dialect, 4) {
                proptest::prop_assert!(text.get(span.range()).is_some());
            }
            let _ = descant::grammar::odds::odds(&text, &dialect);
            let _ = descant::grammar::position::men(&text, &dialect);
            let _ = descant::grammar::position::diagram(&text);
            let _ = cell::detect(&text);
        }
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,40}") {
        for dialect in [Dialect::ENGLISH, Dialect::ENGLISH_OCR, Dialect::SPANISH, "ru".parse().unwrap()] {
            let _ = cell::read(&text, &dialect);
            let _ = slips::slips(&text, &dialect);
            let _ = cell::moves_in(&text, &dialect, 4);
            let _ = descant::grammar::odds::odds(&text, &dialect);
            let _ = descant::grammar::position::men(&text, &dialect);
        }
    }
}

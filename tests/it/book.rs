//! Running text to games: one fixture a layout, and what holds for every text.
use descant::book::page::Page;
use descant::book::region::Kind;
use descant::chess::Position;
use descant::code::Code;
use descant::game::{Game, Node, Verdict};
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, TextReport, read_text};

const LAYOUTS: &str = include_str!("../../fixtures/books/layouts.txt");
const NOTES: &str = include_str!("../../fixtures/books/notes.txt");
const WRAPPED: &str = include_str!("../../fixtures/books/wrapped.txt");
const MARKUP: &str = include_str!("../../fixtures/books/markup.txt");
const PROSE: &str = include_str!("../../fixtures/books/prose.txt");
const TABLES: &str = include_str!("../../fixtures/books/tables.txt");
const DETECTED: &str = include_str!("../../fixtures/books/detected.txt");
const FIRST_TEXTS: &str = include_str!("../../fixtures/books/first-texts.txt");

struct Section {
    name: &'static str,
    text: String,
    games: Vec<String>,
    /// The notation is told, or worked out from the text.
    options: TextOptions,
}

fn sections() -> Vec<Section> {
    let told = [LAYOUTS, NOTES, WRAPPED, FIRST_TEXTS]
        .iter()
        .flat_map(|file| file.split("=== "))
        .map(|part| (part, english()));
    let detected = [DETECTED, MARKUP, PROSE, TABLES].iter().flat_map(|file| file.split("=== "));
    let detected = detected.map(|part| (part, TextOptions::default()));
    told.chain(detected)
        .filter(|(part, _)| !part.trim().is_empty())
        .map(|(part, options)| {
            let (name, rest) = part.split_once('\n').expect("a name and a text");
            let mut games = Vec::new();
            let mut text = String::new();
            for line in rest.lines() {
                match line.strip_prefix("--- ") {
                    Some("none") => {}
                    Some(game) => games.push(game.to_owned()),
                    None if games.is_empty() => {
                        text.push_str(line);
                        text.push('\n');
                    }
                    None => assert!(line.trim().is_empty(), "text after the games of {name}"),
                }
            }
            Section { name: name.trim(), text, games, options }
        })
        .collect()
}

fn english() -> TextOptions {
    TextOptions { notation: Some(Dialect::ENGLISH), ..TextOptions::default() }
}

fn told(game: &Game<'_>) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for node in &game.nodes {
        match node {
            Node::Move(played) => {
                let mark = match played.suffix {
                    descant::chess::Suffix::None => "",
                    descant::chess::Suffix::Check => "+",
                    descant::chess::Suffix::Mate => "#",
                };
                words.push(format!("{}{}{mark}", if open { "(" } else { "" }, played.san));
                open = false;
            }
            Node::Open => open = true,
            Node::Close => words.last_mut().expect("a move").push(')'),
            Node::Comment(_) | Node::Nag(_) => {}
        }
    }
    let verdict = game.verdict.expect("a verdict").word();
    format!("{} {} | {verdict}", words.join(" "), game.result.marker())
}

fn told_all(report: &TextReport<'_>) -> Vec<String> {
    report.games.iter().map(|found| told(&found.game)).collect()
}

/// Every byte lies in one region, in order, and every span of a game lies in the text.
fn assert_covers(text: &str, report: &TextReport<'_>, name: &str) {
    let mut at = 0;
    for region in &report.regions {
        assert_eq!(region.span.start, at, "{name}: a gap before a region");
        at = region.span.end;
        if let Kind::Score(index) = region.kind {
            assert!((index as usize) < report.games.len(), "{name}");
        }
    }
    assert_eq!(at as usize, text.len(), "{name}: regions end before the text does");
    for found in &report.games {
        for detail in &found.game.details {
            assert!(text.get(detail.printed.range()).is_some(), "{name}");
            // Its own region, or that of the game whose first moves it shares.
            let in_a_score = report.regions.iter().any(|region| {
                matches!(region.kind, Kind::Score(_))
                    && region.span.start <= detail.printed.start
                    && detail.printed.end <= region.span.end
            });
            assert!(in_a_score, "{name}: a move outside the regions of the scores");
        }
    }
}

#[test]
fn every_layout_gives_the_game_it_prints() {
    let mut wrong = Vec::new();
    for section in sections() {
        let report = read_text(&section.text, &section.options);
        assert_covers(&section.text, &report, section.name);
        if told_all(&report) != section.games {
            wrong.push(format!(
                "{}\n  wanted {:?}\n  found  {:?}",
                section.name,
                section.games,
                told_all(&report)
            ));
        }
    }
    assert!(wrong.is_empty(), "{} layouts:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn line_ends_odd_blanks_and_soft_hyphens_change_nothing() {
    type Change = fn(&str) -> String;
    let changes: [(&str, Change); 6] = [
        ("CRLF", |text| text.replace('\n', "\r\n")),
        ("CR", |text| text.replace('\n', "\r")),
        ("form feeds", |text| text.replace("\n\n", "\n\x0c\n")),
        ("no-break spaces", |text| text.replace(' ', "\u{a0}")),
        ("soft hyphens", |text| text.replace("Kt", "K\u{ad}t")),
        ("line separators", |text| text.replace('\n', "\u{2028}")),
    ];
    // Blanks are part of the tags of HTML.
    for section in sections().into_iter().filter(|section| !MARKUP.contains(&section.text)) {
        for (name, change) in &changes {
            let text = change(&section.text);
            let report = read_text(&text, &section.options);
            assert_covers(&text, &report, section.name);
            let before = read_text(&section.text, &section.options);
            assert_eq!(told_all(&report), told_all(&before), "{} with {name}", section.name);
        }
    }
}

#[test]
fn any_part_of_a_text_is_read_without_losing_a_byte() {
    for section in sections() {
        for cut in (0..section.text.len()).step_by(37).filter(|&cut| section.text.is_char_boundary(cut)) {
            for part in [&section.text[..cut], &section.text[cut..]] {
                assert_covers(part, &read_text(part, &section.options), section.name);
            }
        }
    }
}

#[test]
fn one_move_alone_is_a_text() {
    let text = "Kt-KB3\n";
    let report = read_text(text, &english());
    assert_eq!(told_all(&report), ["Nf3 * | certain"]);
    let fen = "7K/B5R1/8/8/7p/8/3R2qk/6Nb w - - 0 1";
    let options = TextOptions { fen: Some(Position::from_fen(fen).expect("a position")), ..english() };
    let report = read_text("R-QR2", &options);
    assert_eq!(told_all(&report), ["Ra2 * | certain"]);
}

/// However the marks are written, and whether blank lines part the notes or not, each hangs on its move.
#[test]
fn footnotes_hang_on_the_moves_that_bear_their_marks() {
    let rows = "1. P-K4   P-K4\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4\n4. P-QKt4   BxP\n5. P-B3   B-R4 #1\n\
                6. P-Q4   PxP #2\n7. Castles   P-Q3\n8. PxP   B-Kt3\n9. Kt-B3 #3   Kt-R4\n\nBlack resigns.\n\n";
    let notes = ["B-B4 is often played, and was\nrecommended by many.", "The usual move.", "Morphy's."];
    let forms: [[(&str, &str); 3]; 9] = [
        [("(a)", "(a)"), ("(b)", "(b)"), ("(c)", "(c)")],
        [("[A]", "[A]"), ("[B]", "[B]"), ("[C]", "[C]")],
        [("(h)", "(h)"), ("(i)", "(i)"), ("(k)", "(k)")],
        [("(1)", "(1)"), ("(2)", "(2)"), ("(3)", "(3)")],
        [("(a)", "a."), ("(b)", "b."), ("(c)", "c.")],
        [("(a)", "a)"), ("(b)", "b)"), ("(c)", "c)")],
        [("(a)", "Note (a):"), ("(b)", "Note (b):"), ("(c)", "Note (c):")],
        [("*", "*"), ("**", "**"), ("***", "***")],
        [("*", "*"), ("\u{2020}", "\u{2020}"), ("\u{2021}", "\u{2021}")],
    ];
    for (form, blank) in forms.iter().flat_map(|form| [(form, "\n"), (form, "\n\n")]) {
        // A double dagger behind a move says mate.
        let count = if form[2].0 == "\u{2021}" { 2 } else { 3 };
        let mut text = rows.to_owned();
        for (at, (mark, _)) in form.iter().enumerate() {
            text = text.replace(
                &format!(" #{}", at + 1),
                &if at < count { format!(" {mark}") } else { String::new() },
            );
        }
        let marked = form.iter().zip(notes).take(count).map(|((_, mark), note)| format!("{mark} {note}"));
        text.push_str(&marked.collect::<Vec<_>>().join(blank));
        let report = read_text(&text, &TextOptions::default());
        let game = &report.games[0].game;
        let mut hung = Vec::new();
        let mut last = String::new();
        for node in &game.nodes {
            match node {
                Node::Move(played) => last = played.san.to_string(),
                Node::Comment(words) => hung.push(format!("{last}: {words}")),
                _ => {}
            }
        }
        assert_eq!(game.verdict, Some(Verdict::Certain), "{text}");
        let wanted = [
            "Ba5: B-B4 is often played, and was recommended by many.",
            "exd4: The usual move.",
            "Nc3: Morphy's.",
        ];
        for wanted in &wanted[..count] {
            assert!(hung.iter().any(|said| said == wanted), "{text}\n{hung:?}");
        }
    }
}

#[test]
fn a_footnote_is_a_comment_on_the_move_that_bears_its_letter_and_its_moves_a_variation() {
    let text = sections().into_iter().find(|section| section.name == "footnotes").expect("the section").text;
    let report = read_text(&text, &english());
    let nodes = &report.games[0].game.nodes;
    let after = |comment: &str| {
        let at =
            nodes.iter().position(|node| matches!(node, Node::Comment(words) if words.contains(comment)));
        let at = at.expect("the comment");
        nodes[..at].iter().rev().find_map(|node| match node {
            Node::Move(played) => Some(played.san.to_string()),
            _ => None,
        })
    };
    assert_eq!(after("A close defence").as_deref(), Some("d6"));
    assert_eq!(after("no square to promote on").as_deref(), Some("Nc3"));
    assert_eq!(after("has won a Pawn").as_deref(), Some("Bxd1"));
}

#[test]
fn brackets_that_say_more_than_moves_are_kept_and_signs_of_praise_are_glyphs() {
    let text = "1 P-K4, P-K4; 2 Kt-KB3!, Kt-QB3; 3 B-Kt5 (or 3 B-B4!?, B-B4), P-QR3 (not 3 ... P-B3?, which \
                is weak); 4 B-R4, Kt-B3?!\n";
    let report = read_text(text, &english());
    let nodes: Vec<String> = report.games[0]
        .game
        .nodes
        .iter()
        .map(|node| match node {
            Node::Move(played) => played.san.to_string(),
            Node::Nag(nag) => format!("${nag}"),
            Node::Comment(words) => format!("{{{words}}}"),
            Node::Open => "(".to_owned(),
            Node::Close => ")".to_owned(),
        })
        .collect();
    let wanted =
        "e4 e5 Nf3 $1 Nc6 Bb5 ( Bc4 $5 Bc5 ) a6 {(not 3 ... P-B3?, which is weak)} ( f6 $2 ) Ba4 Nf6 $6";
    assert_eq!(nodes.join(" "), wanted);
}

/// Rows that begin another way to play and do not play are kept as words.
#[test]
fn another_way_to_play_that_does_not_play_is_a_comment() {
    let text = "1. P-K4      P-K4\n2. Kt-KB3    Kt-QB3\n3. B-Kt5     P-QR3\n4. B-R4      Kt-B3\n\nOtherwise\n\n\
                3. B-Kt5      P-Q3\n4. QxPch      PxB and wins\n";
    let report = read_text(text, &english());
    let kept = |node: &Node<'_>| matches!(node, Node::Comment(words) if words.contains("P-Q3 4. QxPch PxB"));
    assert_eq!(report.games.len(), 1);
    assert!(report.games[0].game.nodes.iter().any(kept), "{:?}", report.games[0].game.nodes);
    assert_eq!(told_all(&report), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 * | certain"]);
}

#[test]
fn spans_point_at_the_bytes_of_a_page_of_html() {
    let section =
        sections().into_iter().find(|s| s.name.starts_with("a page with a table")).expect("the section");
    let report = read_text(&section.text, &section.options);
    let printed: Vec<&str> =
        report.games[0].game.details.iter().map(|detail| detail.printed.of_text(&section.text)).collect();
    assert_eq!(printed[5..10], ["P-QR3", "B-R4", "Kt-B3", "Castles", "Kt&nbsp;x&nbsp;P"]);
}

#[test]
fn words_before_the_first_move_of_a_paragraph_give_tags() {
    let moves = "1 P-K4, P-K4; 2 Kt-KB3, Kt-QB3; 3 B-B4, B-B4; 4 P-QKt4, BxKtP; 5 P-B3, B-R4.\n";
    for (lead, wanted) in [
        ("EVANS GAMBIT.--White, Alder; Black, Birch.--", "White=Alder Black=Birch"),
        (
            "White: J. Alder. Black: I. Birch. Hastings 1895, Round 3. Evans Gambit. ",
            "White=J. Alder Black=I. Birch Date=1895.??.?? Site=Hastings",
        ),
        ("Alder v. Birch, London, 1851. ", "Date=1851.??.?? Site=London White=Alder Black=Birch"),
        ("The game began ", ""),
    ] {
        let text = format!("{lead}{moves}");
        let report = read_text(&text, &english());
        let wanted_names = ["White", "Black", "Site", "Date"];
        let tags = report.games[0].game.tags.iter().filter(|tag| wanted_names.contains(&&*tag.name));
        let tags: Vec<String> = tags.map(|tag| format!("{}={}", tag.name, tag.value)).collect();
        assert_eq!(tags.join(" "), wanted, "{lead}");
    }
}

#[test]
fn odds_told_in_a_paragraph_change_the_first_position() {
    let section =
        sections().into_iter().find(|s| s.name.starts_with("odds told in two lines")).expect("the section");
    let report = read_text(&section.text, &section.options);
    let start = report.games[0].game.start.fen(descant::chess::EnPassant::Legal);
    assert!(start.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w "), "{start}");
}

#[test]
fn titles_become_tags() {
    let text = "GAME IV.--Played in Oct. 1858, between Mr. Alder and Mr. Birch of London.\n         \
                WHITE. (Mr. B.)                  BLACK. (Mr. A.)\n      1. P. to K's 4th.                \
                1. P. to K's 4th.\n      2. K. Kt. to B's 3d.             2. P. to Q's 3d.\n";
    let report = read_text(text, &english());
    let game = &report.games[0].game;
    assert_eq!(game.tag("White"), Some("Birch"));
    assert_eq!(game.tag("Black"), Some("Alder"));
    assert_eq!(game.tag("Date"), Some("1858.10.??"));
    assert_eq!(game.tag("Round"), Some("4"));
    assert_eq!(game.tag("Reading"), Some("certain"));
}

/// Raw text recognition: two columns on one line, letters misread, a number that lost a figure, a row without one.
#[test]
fn the_torn_table_of_a_raw_text_is_put_together() {
    let text = "\
Game 7, played on the 2nd of November.

PHILIDOR.

White. Black. White. Black.
P. Mobphy. Tho Allies. 10 Ktt.P Pt.Kt
1PtoK4 PtoK 4 11 Bt.KtPch QKttoQ2
2 KttoKB3 PwQ3 12 CastlesQR RtoQsq
3 PtcoQ4 BtoKt5 13 Rt.Kt(!) Rt.R

Origina] from
SOME LIBRARY

4 Pt.P Bt.Kt 14 RtoQsq QtoK3(A)
5 Qt.B Pt.P 15 Bt.Rch Ktt.B
6 BtoQB4 KttoKB38 16 QtoKt8ch Ktt.Q
[1st hour.]
z QtoQKt3 QtoK2 17 RtoQ8mate
KttoB3 PtoB3
9 BtoKKt5 PtoKt4

(A) If 14.... P to K R 3, 15 B t. R ch wins.
";
    let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
    let report = read_text(text, &options);
    assert_covers(text, &report, "raw");
    let told = told_all(&report);
    assert_eq!(
        told,
        [
            "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
          Rxd7 Rxd7 Rd1 Qe6 (h6 Bxd7+) Bxd7+ Nxd7 Qb8+ Nxb8 Rd8# 1-0 | repaired"
        ]
    );
}

/// A sentence may part them, and the game may have come to a place where they would play as well.
#[test]
fn moves_that_go_on_with_those_of_a_note_are_no_variation_of_the_game() {
    let note = "Or 3. B-B4 B-K2. White has a good game here. He may play 4. P-KR3 Kt-KB3.";
    let text = format!(
        "1. P-K4     P-K4\n2. Kt-KB3   P-Q3\n3. P-Q4 (a) B-Kt5\n4. PxP      BxKt\n5. QxB      PxP\n\n(a) {note}\n"
    );
    let told = told_all(&read_text(&text, &english()));
    assert_eq!(told, ["e4 e5 Nf3 d6 d4 (Bc4 Be7) Bg4 dxe5 Bxf3 Qxf3 dxe5 * | certain"]);
}

#[test]
fn the_words_of_a_cell_go_on_in_its_column_though_another_is_misprinted() {
    let table = "\
GAME No. 7.

      WHITE                 BLACK
1.    P. to K's 4th         P. to K's 4th
2.    K. Kt. to B's         P. to Q's 3rd
      3rd
3.    P. to Q's 4th         Q. B. to K.
                            Kt's 5th
4.    P. takes P.           B. takes Kt.
5.    Q. takes B.           P. takes P.
6.    K. B. to Q.           K. Kt. to B's
      B's 4th               3rd
7.    Q. to Q. Kt's         Q. to K's 2nd
      3rd
8.    Q. Kt. to B's         P. to Q. B's
      3rd                   3rd
9.    Q. B. to K.           P. to Q. Kt's
      Kt's 5th              4th
10.   Kt. takes P.          P. takes Kt.
";
    for (print, misprint) in
        [("", ""), ("P. takes P. ", "P. takis P. "), ("9.    Q. B. to", "9.    Q. B. te")]
    {
        let text = format!("{}\nA lively game.\n", table.replacen(print, misprint, 1));
        let told = told_all(&read_text(&text, &TextOptions::default()));
        let wanted = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 * | ";
        assert!(told.len() == 1 && told[0].starts_with(wanted), "{text}{told:?}");
    }
}

/// The halves of a table side by side, as text recognition leaves them: no blanks tell where the second begins.
#[test]
fn the_second_half_of_a_raw_table_goes_on_whatever_a_cell_or_some_numbers_show() {
    let table = "\
1 PtoK4 PtoK4 10 Ktt.P Pt.Kt
2 KttoKB3 PtoQ3 11 Bt.KtPch QKttoQ2
3 PtoQ4 BtoKt5 12 CastlesQR RtoQsq
4 Pt.P Bt.Kt 13 Rt.Kt Rt.R
5 Qt.B Pt.P 14 RtoQsq QtoK3
6 BtoQB4 KttoKB3 15 Bt.Rch Ktt.B
7 QtoQKt3 QtoK2 16 QtoKt8ch Ktt.Q
8 KttoB3 PtoB3 17 RtoQ8mate
9 BtoKKt5 PtoQKt4
";
    let wanted = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                  Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8# 1-0";
    let misread: [&[(&str, &str)]; 3] = [
        &[(" CastlesQR", " 8astlesQR")],
        &[(" 13 ", " 83 "), (" 14 ", " 34 "), (" 15 ", " 65 ")],
        &[(" 13 ", " 16 "), (" 14 ", " 18 "), (" 16 ", " 15 ")],
    ];
    for figures in misread {
        let misread = |row: &str| {
            let shown = figures.iter().find(|(printed, _)| row.contains(printed));
            shown.map_or_else(|| row.to_owned(), |(printed, shown)| row.replace(printed, shown))
        };
        let rows: Vec<String> = table.lines().map(misread).collect();
        let text = format!(
            "Game 7, played on the 2nd of November.\n\nPHILIDOR.\n\nWhite. Black. White. Black.\n{}\n\nThe rest of the page.\n",
            rows.join("\n")
        );
        let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
        let told = told_all(&read_text(&text, &options));
        assert!(told.len() == 1 && told[0].starts_with(wanted), "{text}{told:?}");
    }
}

/// What the lines above a score say of its players, place and day: never more than they say.
#[test]
fn players_place_and_day_come_from_the_lines_above() {
    let moves = "1. P-K4        P-K4\n2. B-B4        Kt-QB3\n3. Q-R5        Kt-B3\n4. QxP mate\n";
    let tags = |above: &str| {
        let text = format!("{above}\n{moves}");
        let report = read_text(&text, &english());
        let [found] = &report.games[..] else { panic!("one game below {above}") };
        let wanted = ["White", "Black", "Site", "Date", "Round"];
        let tags = found.game.tags.iter().filter(|tag| wanted.contains(&&*tag.name));
        tags.map(|tag| format!("{}={}{}", tag.name, tag.value, if tag.inferred { "?" } else { "" }))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(tags("ALDER.         DUKE OF BIRCH."), "White=ALDER? Black=DUKE OF BIRCH?");
    assert_eq!(
        tags("SIXTH GAME.\n\nMr. Alder (White).      Mr. Birch (Black).\n"),
        "Round=6? White=Alder Black=Birch"
    );
    assert_eq!(
        tags("No. 31\nAlder v. Birch, St. Petersburg, 1914\n"),
        "Round=31? Date=1914.??.?? Site=St. Petersburg White=Alder? Black=Birch?"
    );
    assert_eq!(
        tags("A game played at Berlin, in 1852, between\nProfessor Alder and Herr Birch.\n\nFOUR MOVES.\n"),
        "Date=1852.??.?? Site=Berlin White=Professor Alder? Black=Birch?"
    );
    assert_eq!(tags("White--Dr. E. Alder.   Black--S. Birch.\n"), "White=Dr. E. Alder Black=S. Birch");
    assert_eq!(tags("PARIS, 1858.\n"), "Date=1858.??.?? Site=PARIS");
    assert_eq!(tags("  (Alder.)           (Birch.)"), "White=Alder? Black=Birch?");
    assert_eq!(tags("White--Blackwood.   Black--Birch.\n"), "White=Blackwood Black=Birch");
    assert_eq!(tags("WHITE (Alder).      BLACK (Blackwood)."), "White=Alder Black=Blackwood");
    assert_eq!(tags("Saint-Alder v. Birch\n"), "White=Saint-Alder? Black=Birch?");
    assert_eq!(tags("White\u{2014}Alder.    Black\u{2014}Birch.\n"), "White=Alder Black=Birch");
    assert_eq!(
        tags("Partida N.\u{ba} 3\n\nBlancas: Alder.   Negras: Birch.\n"),
        "Round=3? White=Alder Black=Birch"
    );
    assert_eq!(
        tags("TWENTY-FIRST GAME.\n\nAlder v. Birch, London, 1851\n"),
        "Round=21? Date=1851.??.?? Site=London White=Alder? Black=Birch?"
    );
    for none in [
        "ATTACK.       DEFENCE.",
        "The Queen is strong against Pawns.\n",
        "WHITE.        BLACK.",
        "SCHOLAR'S MATE\n",
    ] {
        assert_eq!(tags(none), "", "{none}");
    }
}

#[test]
fn what_names_the_opening_the_day_or_a_picture_is_no_event() {
    let moves = "1. P-K4        P-K4\n2. B-B4        Kt-QB3\n3. Q-R5        Kt-B3\n4. QxP mate\n";
    for (above, wanted) in [
        ("XXIV.--EVANS GAMBIT.\n", None),
        ("No. 12. Evans Gambit.\n", None),
        ("Played at Hastings, 17th August, 1895.\n", None),
        ("[Illustration: THE HALL]\n", None),
        ("THE BATTLE OF THE HALL\n", Some("THE BATTLE OF THE HALL")),
    ] {
        let text = format!("{above}\n{moves}");
        let report = read_text(&text, &english());
        let event = report.games[0].game.tags.iter().find(|tag| tag.name == "Event");
        assert_eq!(event.map(|tag| &*tag.value), wanted, "{above}");
    }
}

#[test]
fn what_stands_below_the_next_title_is_not_of_the_game_above() {
    let rows = "1. P-K4        P-K4\n2. B-B4        Kt-QB3\n3. Q-R5        Kt-B3\n4. QxP mate.\n";
    let answer = "A. B.--Your move 3. Kt-KB3 was good, but P-Q3 better.\n";
    for title in ["TO CORRESPONDENTS.\n", "TO CORRESPONDENTS.\n\n"] {
        let text = format!("{rows}\n{title}{answer}");
        let report = read_text(&text, &english());
        assert_eq!(told_all(&report), ["e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0 | certain"], "{title}");
        assert!(report.games[0].game.nodes.iter().all(|node| matches!(node, Node::Move(_))), "{title}");
    }
    // Rows two moves back below a blank line are another way to play, though there is no small letter in the first.
    let text = format!("{rows}\n3. Q-B3 B-B4\n4. QxP mate.\n");
    let report = read_text(&text, &english());
    assert_eq!(told_all(&report), ["e4 e5 Bc4 Nc6 Qh5 (Qf3 Bc5 Qxf7#) Nf6 Qxf7# 1-0 | certain"]);
}

#[test]
fn moves_that_a_writer_recommends_are_not_certain() {
    let game = "1 P-K4, P-K4; 2 Kt-KB3, Kt-QB3; 3 B-B4, B-B4; 4 P-B3, Kt-B3; 5 P-Q4, PxP; 6 PxP, B-Kt5 ch; \
                7 Kt-B3, KtxKP.";
    let verdict = |rest: &str| {
        let text = format!("{game} {rest}\n");
        read_text(&text, &english()).games[0].game.verdict.expect("a verdict")
    };
    assert_eq!(verdict("8 Castles, BxKt; 9 P-Q5, B-B3."), Verdict::Certain);
    for rest in [
        "Alapin recommends 8 Castles, BxKt; 9 P-Q5.",
        "Analysis: 8 Castles, BxKt; 9 P-Q5.",
        "White can now choose between 8 Castles and 8 P-QR4.",
        "The best move, advised by all, is 8 Castles.",
    ] {
        assert!(verdict(rest) > Verdict::Certain, "{rest}");
    }
}

#[test]
fn the_place_of_a_picture_is_no_comment() {
    let text = "1. P-K4        P-K4\n\n[Illustration: Alder]\n\n2. B-B4        Kt-QB3\n\nWell.\n\n3. Q-R5        Kt-B3\n4. QxP mate\n";
    let report = read_text(text, &english());
    let comments: Vec<_> =
        report.games[0].game.nodes.iter().filter(|node| matches!(node, Node::Comment(_))).collect();
    assert_eq!(comments.len(), 1, "{comments:?}");
}

/// A game whose seventh move `Kt. takes P.` may be two, with a board drawn below it.
fn with_board(rows: [&str; 8]) -> String {
    with_drawing(&starred(rows))
}

/// Black's men starred, between rules.
fn starred(rows: [&str; 8]) -> String {
    let rule = "            +---+---+---+---+---+---+---+---+\n";
    let man = |man: char| match man {
        '.' => "   ".to_owned(),
        man if man.is_lowercase() => format!(" {}*", man.to_ascii_uppercase()),
        man => format!(" {man} "),
    };
    let row =
        |row: &str| format!("            |{}|\n{rule}", row.chars().map(man).collect::<Vec<_>>().join("|"));
    format!(
        "\x20                        BLACK.\n{rule}{}\x20                        WHITE.\n",
        rows.map(row).concat()
    )
}

/// All men marked, with the ranks and files beside them.
fn marked(rows: [&str; 8]) -> String {
    let man = |man: char| match man.to_ascii_uppercase() {
        '.' => "    ".to_owned(),
        upper => format!(
            " {}{:<2}",
            if man == upper { '^' } else { '#' },
            if upper == 'N' { "Kt".to_owned() } else { upper.to_string() }
        ),
    };
    let row = |(row, rank): (&str, usize)| {
        format!(
            "     {rank} |{}|\n       |{}|\n",
            row.chars().map(man).collect::<Vec<_>>().join("|"),
            "-".repeat(39)
        )
    };
    let rows: String = rows.into_iter().zip((1..=8).rev()).map(row).collect();
    format!("        {}\n{rows}          A    B    C    D    E    F    G    H\n", "-".repeat(39))
}

/// Letters with their ranks.
pub fn lettered(rows: [&str; 8]) -> String {
    let row = |(row, rank): (&str, usize)| {
        format!("  {rank} {}\n", row.chars().map(String::from).collect::<Vec<_>>().join(" "))
    };
    rows.into_iter().zip((1..=8).rev()).map(row).collect::<String>() + "    a b c d e f g h\n"
}

/// A game with a board below its seventh row.
fn with_drawing(drawing: &str) -> String {
    format!(
        "1. P. to K's 4th.        1. P. to K's 4th.\n\
         2. P. to Q. B's 3d.      2. P. to Q's 4th.\n\
         3. K. Kt. to B's 3d.     3. K. Kt. to B's 3d.\n\
         4. P. to Q's 4th.        4. K. Kt. takes K. P.\n\
         5. Kt. takes P.          5. K. B. to Q's 3d.\n\
         6. K. Kt. to Q's 3d.     6. P. to Q. B's 4th.\n\
         7. P. takes P.           7. Kt. takes P.\n\n\
         {drawing}\n\
         8. Q. B. to K's 3d.      8. Kt. takes Kt. (ch.)\n\
         9. B. takes Kt.          9. Q. Kt. to B's 3d.\n"
    )
}

/// The boards after 7... Kt takes P on f2 and on c5.
const ON_F2: [&str; 8] =
    ["rnbqk..r", "pp...ppp", "...b....", "..Pp....", "........", "..PN....", "PP...nPP", "RNBQKB.R"];
const ON_C5: [&str; 8] =
    ["rnbqk..r", "pp...ppp", "...b....", "..np....", "........", "..PN....", "PP...PPP", "RNBQKB.R"];

#[test]
fn a_board_drawn_between_the_rows_decides_what_the_words_leave_open() {
    let start = "e4 e5 c3 d5 Nf3 Nf6 d4 Nxe4 Nxe5 Bd6 Nd3 c5 dxc5";
    let drawings = [starred, marked, lettered];
    let boards = [(ON_F2, "Nxf2"), (ON_C5, "Nxc5")];
    for ((board, taken), draw) in boards.into_iter().flat_map(|board| drawings.map(|draw| (board, draw))) {
        let text = with_drawing(&draw(board));
        let report = read_text(&text, &english());
        assert_covers(&text, &report, taken);
        let whole = format!("{start} {taken} Be3 Nxd3+ Bxd3 Nc6 * | certain");
        assert_eq!(told_all(&report), [whole]);
        assert!(report.games[0].diagnostics.is_empty(), "{:?}", report.games[0].diagnostics);
    }
}

#[test]
fn a_board_drawn_between_the_rows_that_is_not_that_of_the_game_is_told() {
    let differing = |board| {
        let text = with_board(board);
        let report = read_text(&text, &english());
        assert_eq!(report.games.len(), 1);
        assert_eq!(report.games[0].game.plies, 18);
        let found = report.games[0].diagnostics.iter().find(|found| found.code == Code::DiagramDiffers);
        found.map(|found| found.message.clone())
    };
    // The board before 7... Kt takes P.
    let mut before = ON_C5;
    (before[3], before[4]) = ("..Pp....", "....n...");
    assert_eq!(differing(before), None);
    let mut misprinted = ON_C5;
    misprinted[7] = "RNBKQB.R";
    let told = differing(misprinted).expect("a diagnostic");
    assert!(told.ends_with("on d1, e1"), "{told}");
    let mut bare = ON_C5;
    bare[6] = "........";
    let told = differing(bare).expect("a diagnostic");
    assert!(told.ends_with("on a2, b2, f2, g2 and 1 more"), "{told}");
}

#[test]
fn a_move_alone_under_black_is_his_in_tables_with_bars_too() {
    for (open, cell, close) in [("|", " | ", " |"), ("", " | ", ""), ("<tr><td>", "</td><td>", "</td></tr>")]
    {
        let rows = [
            ("WHITE", "BLACK"),
            ("1. P-K4", "1. P-K4"),
            ("2. P-KB4", "2. P takes P"),
            ("3. Kt-KB3", "3. P-KKt4"),
            ("4. B-B4", "4. P-Kt5"),
        ];
        let branch = [
            ("WHITE", "BLACK"),
            ("", "3. B-K2"),
            ("4. B-B4", "4. B-R5 ch"),
            ("5. K-B sq", "5. P-Q3"),
            ("6. P-Q4", "6. Kt-QB3"),
        ];
        let table = |rows: &[(&str, &str)]| -> String {
            rows.iter().map(|(white, black)| format!("{open}{white}{cell}{black}{close}\n")).collect()
        };
        let (first, second) = (table(&rows), table(&branch));
        let title = "VARIATION.\nBeginning at Black's 3d move.";
        let text = if open.starts_with('<') {
            format!(
                "<html><body><h2>GAME THE SECOND.</h2><table>{first}</table><p>{title}</p><table>{second}</table></body></html>"
            )
        } else {
            format!("GAME THE SECOND.\n\n{first}\n{title}\n\n{second}")
        };
        let done = crate::console::run(&["convert", "-q", "--line-length", "0"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(out.contains("3... Be7 4. Bc4 Bh4+ 5. Kf1 d6 6. d4 Nc6"), "{open}: {out}");
        assert!(!out.contains("Be2") && !out.contains("<td"), "{open}: {out}");
    }
}

#[test]
fn words_of_a_page_of_html_are_comments_without_its_marks() {
    let text = "<html><body><h2>GAME I.</h2><table><tr><td>WHITE.</td><td>BLACK.</td></tr>\n\
        <tr><td>1. P-K4</td><td>1. P-K4</td></tr><tr><td>2. P-KB4</td><td>2. P takes P</td></tr>\n\
        <tr><td colspan=2>This takes the bait.</td></tr>\n\
        <tr><td>3. Kt-KB3</td><td>3. P-KKt4</td></tr><tr><td>4. Kt-Kt8</td><td>4. P-Kt5</td></tr>\n\
        <tr><td>5. P-Q4&nbsp;</td><td>5. P-Q3</td></tr><tr><td>6. P-Q5</td><td>6. P-QR3</td></tr></table></body></html>";
    let done = crate::console::run(&["convert", "-q", "--line-length", "0"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(out.contains("{This takes the bait.}"), "{out}");
    assert!(out.contains("Kt-Kt8") && !out.contains(['<', '|', '&']), "{out}");
}

#[test]
fn fractions_in_blocks_of_html_are_read_as_rows() {
    let moves = [("P-K4", "P-K3"), ("P-Q4", "P-Q4"), ("Kt-QB3", "Kt-KB3"), ("B-KKt5", "B-K2")];
    let fractions: String = moves
        .iter()
        .zip(1..)
        .map(|((white, black), n)| {
            format!(
                "<div class='move'>\n<div class='n'>{n}</div>\n<div class='top'>{white}</div>\n\
                 <div class='bottom'>{black}</div>\n</div>\n"
            )
        })
        .collect();
    let text = format!(
        "<html><body><p>French Defence:</p>\n<div>{fractions}</div>\n<div>{fractions}</div></body></html>"
    );
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.verdicts, [2, 0, 0, 0, 0]);
    assert!(report.games.iter().all(|read| read.game.details.len() == 8));
    // As tables in the cells of a table, two games beside one another.
    let fractions: String = moves
        .iter()
        .zip(1..)
        .map(|((white, black), n)| {
            format!(
                "<tr><td>{n}.</td><td><table><tr><td>{white}</td></tr><tr><td>{black}</td></tr></table></td></tr>\n"
            )
        })
        .collect();
    let cell = |title: &str| format!("<td><i>{title}</i><table>\n{fractions}</table>Even game.</td>");
    let text = format!(
        "<html><body><table><tr>{}{}</tr></table></body></html>",
        cell("First Variation."),
        cell("Second Variation.")
    );
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.verdicts, [2, 0, 0, 0, 0]);
    assert!(report.games.iter().all(|read| read.game.details.len() == 8));
}

#[test]
fn numbers_and_the_moves_of_each_side_may_have_blocks_of_their_own() {
    let white = ["P-K4", "Kt-KB3", "B-B4", "Castles", "P-Q3", "P-B3", "P-QKt4", "Kt-Kt5"];
    let black = ["P-K4", "Kt-QB3", "B-B4", "Kt-B3", "P-Q3", "Castles", "B-Kt3", "B-KKt5"];
    let played = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. c3 O-O 7. b4 Bb6 8. Ng5 Bg4 *";
    let numbers: Vec<String> = (1..=white.len()).map(|number| format!("{number}.")).collect();
    let plain =
        [&numbers.join("\n"), &white.join("\n"), &black.join("\n")].map(|block| format!("{block}\n\n"));
    let cells = [&numbers.join("<br>"), &white.join("<br>"), &black.join("<br>")]
        .map(|block| format!("<td>{block}</td>"));
    let game = |title: &str| format!("GAME {title}.\n\n{}", plain.concat());
    let table = |title: &str| format!("<h2>GAME {title}.</h2><table><tr>{}</tr></table>", cells.concat());
    let pages =
        [game("I") + &game("II"), format!("<html><body>{}\n{}</body></html>", table("I"), table("II"))];
    for text in pages {
        let done = crate::console::run(&["convert", "-q", "--line-length", "0"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        assert_eq!(out.matches(played).count(), 2, "{text}\n{out}");
    }
}

#[test]
fn rows_with_a_note_behind_each_half_move_are_the_game() {
    let rows = [
        ("1. P-K4", "..."),
        ("", "It frees two pieces. P-Q4 also does this, but the Queen has less scope."),
        ("...", "1. P-K4"),
        ("", "The same may be said of Black's first move."),
        ("2. Kt-KB3", "..."),
        ("", "The Kt here attacks Black's K P."),
        ("...", "2. Kt-QB3"),
        ("", "Development again. 2. ... Q-K2, or 2. ... Q-B3, would not be good."),
        ("3. B-B4", "..."),
        ("", "The K B P is the weakest point; weakest because the King alone guards it."),
        ("...", "3. B-B4"),
        ("", "No danger is near, so Black brings out a piece."),
        ("4. P-Q3", "4. P-Q3"),
        ("5. B-K3", "5. B-Kt3"),
    ];
    let played = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6 5. Be3 Bb6 *";
    let plain: String = rows
        .iter()
        .map(|(white, black)| match *white {
            "" => format!("\n{black}\n\n"),
            white => format!("   {white:<28}{black}\n"),
        })
        .collect();
    let page: String = rows
        .iter()
        .map(|(white, black)| {
            let cells = |words: &str| words.replace(". ", ".</td><td>");
            match *white {
                "" => format!("<p>{black}</p>\n"),
                "..." => format!("<table><tr><td></td><td>...</td><td>{}</td></tr></table>\n", cells(black)),
                white => format!(
                    "<table><tr><td>{}</td><td>{}</td></tr></table>\n",
                    cells(white),
                    if *black == "..." { "</td><td>...".to_owned() } else { cells(black) }
                ),
            }
        })
        .collect();
    for text in [
        format!("THE SLOW GAME.\n\n{plain}"),
        format!("<html><body><h2>THE SLOW GAME.</h2>{page}</body></html>"),
    ] {
        let args = ["convert", "-q", "--line-length", "0", "--strip", "comments,variations"];
        let done = crate::console::run(&args, text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        assert!(out.contains(played), "{text}\n{out}");
    }
}

#[test]
fn a_number_that_stands_over_two_rows_leaves_a_game_uncertain() {
    let head = "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, B-B4; 4. P-B3, Kt-B3; 5. P-Q3, P-Q3; 6. Castles, Castles;";
    let note = "7. Q-K2 is answered by Q-K2.";
    let rest = "7. R-K sq, P-KR3; 8. QKt-Q2, P-QR3; 9. Kt-B sq, B-K3; 10. B-Kt3, Q-Q2;";
    let text = format!("{head}\n{note}\n{rest}\n");
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.games.len(), 1);
    assert_ne!(report.games[0].game.verdict, Some(Verdict::Certain));
    // In rows, too, where the row is taken and the note stays as it is printed.
    let rows = format!("{head}{rest}").replace("; ", "\n").replace(';', "\n");
    let rows = rows.replace("7. R-K sq", &format!("{note}\n7. R-K sq"));
    let done = crate::console::run(&["convert", "-q", "--line-length", "0"], rows.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(out.contains(&format!("{{{note}}}")), "{out}");
    assert!(out.contains("7. Re1"), "{out}");
}

/// Morphy – Duke of Brunswick and Count Isouard, Paris 1858, as it is set in running text.
const OPERA: &str = "1. P to K 4, P to K 4; 2. Kt to K B 3, P to Q 3; 3. P to Q 4, B to Kt 5; 4. P takes P, \
    B takes Kt; 5. Q takes B, P takes P; 6. B to Q B 4, Kt to K B 3; 7. Q to Q Kt 3, Q to K 2; 8. Kt to B 3, P to B 3; \
    9. B to K Kt 5, P to Kt 4; 10. Kt takes P, P takes Kt; 11. B takes Kt P (ch), Q Kt to Q 2; 12. Castles Q R, \
    R to Q sq; 13. R takes Kt, R takes R; 14. R to Q sq, Q to K 3; 15. B takes R (ch), Kt takes B; 16. Q to Kt 8 (ch), \
    Kt takes Q; 17. R to Q 8 mate.";

/// What printing puts between two lines, wherever in a move a page ends, is no part of the game and takes none of it away.
#[test]
fn what_a_page_puts_inside_a_move_does_not_cut_it() {
    let words: Vec<&str> = OPERA.split_whitespace().collect();
    let mut counts = [0, 0, 0];
    for width in [44, 49, 54, 59] {
        let mut lines = vec![String::new()];
        for word in &words {
            if lines.last().is_some_and(|line| line.len() + word.len() > width) {
                lines.push(String::new());
            }
            let line = lines.last_mut().expect("one at least");
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
        for end in 2..lines.len() - 1 {
            for mark in [
                "\n\n112\n\n",
                "\n\n112      GAMES AT CHESS.\n\n",
                "\n\n      GAMES AT CHESS.\n\n",
                "\n\n[Pg 112]\n\n",
                "\n\nDigitized by Google\n\n",
                "\n\n      112\n\n\n      GAMES AT CHESS.\n\n",
            ] {
                let (above, below) = (lines[..end].join("\n"), lines[end..].join("\n"));
                let text = format!("GAME I.\n\n{above}{mark}{below}\n");
                let report = read_text(&text, &TextOptions::default());
                let [found] = &report.games[..] else { panic!("one game: {text}") };
                assert!(found.game.plies == 33 && found.game.end.is_checkmate(), "{text}");
                let is_made_up = found.game.details.iter().any(|detail| detail.slip.is_some());
                counts[if is_made_up {
                    2
                } else {
                    usize::from(found.game.verdict != Some(Verdict::Certain))
                }] += 1;
            }
        }
    }
    assert_eq!(counts[2], 0, "half-moves that were not printed so: {counts:?}");
    assert!(counts[1] * 10 <= counts[0], "most are certain: {counts:?}");
}

/// Rows of a game between which a note begins with a move that could be played there: it puts none into the game.
#[test]
fn a_note_that_begins_with_a_move_is_no_row() {
    let rows = "1. P to K 4 P to K 3\n2. P to Q 4 P to Q 4\n3. Kt to Q B 3 Kt to K B 3\n4. P takes P P takes P\n{}\n\
        5. Kt to B 3 B to Q 3\n6. B to Q 3 Castles\n7. Castles B to K Kt 5\n8. B to K Kt 5 P to B 3\n\
        9. Q to Q 2 Q Kt to Q 2\n10. Kt to K sq Q to B 2\n11. P to B 4 P to K Kt 3\n12. P to K R 3 B to K B 4\n\
        13. B takes B P takes B\n14. Q to Q 3 Kt to K 5\n15. B to R 6 K to R sq\n16. B takes R Kt takes B\n";
    for note in [
        "Kt takes P might also be played.",
        "5. K Kt to K 2, B to K R 6; and wins.",
        "5. P to K R 3 is answered by Kt to R 3.",
        "5. Q to K 2 (ch), B to K 2; and wins.",
    ] {
        let text = rows.replace("{}", note);
        let report = read_text(&text, &TextOptions::default());
        let [found] = &report.games[..] else { panic!("one game: {note}") };
        assert_eq!(found.game.plies, 32, "{note}");
        assert!(found.game.details.iter().all(|detail| detail.slip.is_none()), "{note}");
        assert_ne!(found.game.verdict, Some(Verdict::Partial), "{note}");
    }
}

/// The signs of a list or a quotation before numbered rows are no words of the moves; a number between dashes is a page's.
#[test]
fn rows_behind_the_signs_of_a_list_read_as_rows() {
    // Gligoric – Botvinnik
    let rows = [
        "1. P to Q 4, Kt to K B 3",
        "2. P to Q B 4, P to K Kt 3",
        "3. Kt to Q B 3, P to Q 4",
        "4. Kt to B 3, B to Kt 2",
        "5. P to K 3, Castles",
        "6. Q to Kt 3, P to K 3",
        "7. B to Q 2, P to Kt 3",
        "8. R to B sq, B to Kt 2",
        "9. PxP, PxP",
        "10. B to K 2, P to B 3",
        "11. Castles, Q Kt to Q 2",
        "12. K R to Q sq, R to K sq",
    ];
    for sign in ["", "- ", "* ", "+ ", "> ", "\u{2022} ", "  - "] {
        let text = format!("GAME 2.\n\n{}\n", rows.map(|row| format!("{sign}{row}")).join("\n"));
        let report = read_text(&text, &TextOptions::default());
        let [found] = &report.games[..] else { panic!("one game behind {sign:?}") };
        assert_eq!((found.game.plies, found.game.verdict), (24, Some(Verdict::Certain)), "{sign:?}");
    }
    let page = Page::new("- 12 -\n* 12. P-K4 is better.\n");
    assert_eq!(page.text, "- 12 -\n* 12. P-K4 is better.\n");
}

/// A letter printed for a figure in the number of a row takes no half-move out of the game, be it the last; words of moves
/// that look like such a number stay.
#[test]
fn letters_in_the_numbers_of_rows_are_figures() {
    // Gligoric – Botvinnik.
    let rows = [
        ("P to Q 4", "Kt to K B 3"),
        ("P to Q B 4", "P to K Kt 3"),
        ("Kt to Q B 3", "P to Q 4"),
        ("Kt to B 3", "B to Kt 2"),
        ("P to K 3", "Castles"),
        ("Q to Kt 3", "P to K 3"),
        ("B to Q 2", "P to Kt 3"),
        ("R to B sq", "B to Kt 2"),
        ("P x P", "P x P"),
        ("B to K 2", "P to B 3"),
        ("Castles", "Q Kt to Q 2"),
        ("K R to Q sq", "R to K sq"),
    ];
    let numbered = || rows.iter().zip(1..);
    let table: String = numbered().map(|((w, b), n)| format!("{n:>2}. {w:16} {b}\n")).collect();
    let bare: String = numbered().map(|((w, b), n)| format!("{n:<3} {w:16} {b}\n")).collect();
    let running: String = numbered().map(|((w, b), n)| format!("{n}. {w}, {b}; ")).collect();
    let halves = rows[..6].iter().zip(&rows[6..]).zip(1..);
    let abreast: String = halves
        .map(|((l, r), n)| format!("{n:<3} {:14}{:16}{:<3} {:14}{}\n", l.0, l.1, n + 6, r.0, r.1))
        .collect();
    for (moves, stop) in [(&table, "."), (&bare, " "), (&running, "."), (&abreast, " ")] {
        for (number, wrong) in
            [("10", "l0"), ("10", "1O"), ("11", "1i"), ("11", "Z1"), ("12", "1E"), ("12", "V2"), ("12", "1S")]
        {
            let wrong = moves.replacen(&format!("{number}{stop}"), &format!("{wrong}{stop}"), 1);
            let text = format!("GAME 2.\n\n{wrong}\nDrawn game.\n");
            let report = read_text(&text, &TextOptions::default());
            let [found] = &report.games[..] else { panic!("one game: {text}") };
            assert_eq!(found.game.plies, 24, "{text}");
            assert!(matches!(found.game.verdict, Some(Verdict::Certain | Verdict::Chosen)), "{text}");
        }
    }
    for kept in [
        "13 P - B4 Q - K2\n14 R - K1\n",
        "33 P. to K. 6th. R. to Q. 3d. R. takes Q. P.\n",
        "14. e4 d5 15. b5 a6 16. c4\n",
        "13. P-K4 P-K4; 1st. Kt to B 3.\n",
        "1Z. P-K4 P-K4\n",
        "11. P-K4 P-K4 (a)\n                    1Z  P-K4 is better.\n",
    ] {
        assert_eq!(Page::new(kept).with_figures().text, kept);
    }
}

/// Long algebraic notation says most of a move twice: whichever part is misprinted, the others and the game tell it, and it is
/// said which part is the slip.
#[test]
fn any_part_of_a_move_with_both_squares_may_be_misprinted() {
    let game = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O * | repaired";
    let rows = "1. e2-e4 e7-e5\n2. Ng1-f3 Nb8-c6\n3. Bf1-b5 a7-a6\n4. Bb5-a4 Ng8-f6\n5. O-O Bf8-e7\n\
                6. Rf1-e1 b7-b5\n7. Ba4-b3 d7-d6\n8. c2-c3 O-O\n";
    for (printed, misprint, slip) in [
        ("Ng1-f3", "Bg1-f3", "Nf3: the piece named"),
        ("Ng1-f3", "Nb1-f3", "Nf3: the file named"),
        ("Ng1-f3", "Ng8-f3", "Nf3: the rank named"),
        ("Ng1-f3", "Ng1-g3", "Nf3: the file named"),
        ("Ng1-f3", "Ng1-f8", "Nf3: the rank named"),
        ("Ng1-f3", "Ng1xf3", "Nf3: `takes` and `to`"),
        ("Ba4-b3", "Ba5-b3", "Bb3: the rank named"),
    ] {
        let text = rows.replace(printed, misprint);
        let report = read_text(&text, &TextOptions::default());
        assert_eq!(told_all(&report), [game], "{misprint}");
        let is_said = report.games[0].diagnostics.iter().any(|found| found.message.contains(slip));
        assert!(is_said, "{misprint}");
    }
}

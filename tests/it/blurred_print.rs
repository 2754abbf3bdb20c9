//! Raw print that is told by what stands around it: blanks and figures lost where moves run together, cells that cannot be read,
//! letters that the book never prints.
use descant::game::Verdict;
use descant::reader::text::{TextOptions, read_text};

use crate::recognized::{dashed_words, plain, printed, read, san};
use crate::replay_damage::games;

const TITLE: &str = "GAME No. 7.\n\nSMITH.            JONES.\nPlayed at London, 1883.\n\n";

/// How many games come back whole, of those that are not called certain wrongly.
fn exact(pages: impl Iterator<Item = (String, String)>) -> (usize, usize) {
    let (mut exact, mut count) = (0, 0);
    for (game, text) in pages {
        let report = read(&text);
        let is_exact = report.games.len() == 1 && san(&report, 0) == plain(&game);
        let is_sure =
            |found: &descant::reader::text::TextGame<'_>| found.game.verdict == Some(Verdict::Certain);
        assert!(is_exact || !report.games.iter().any(is_sure), "{game}\n{text}");
        exact += usize::from(is_exact);
        count += 1;
    }
    (exact, count)
}

/// `9 O-O O-O 10 R-K sq` without a blank is `90-00-010R-Ksq`; the 1 of two figures may be read as a letter.
#[test]
fn moves_that_run_together_are_read_with_their_numbers() {
    let pages = games().into_iter().take(8).map(|game| {
        let mut lines = vec![String::new()];
        for (at, words) in dashed_words(&game).iter().enumerate() {
            let number = match at / 2 + 1 {
                12 => "i2".to_owned(),
                18 => "I8".to_owned(),
                number => number.to_string(),
            };
            let number = if at % 2 == 0 { format!("{number} ") } else { String::new() };
            let mut words = number + &words.replace("Castles Q R", "0-0-0").replace("Castles", "0-0") + " ";
            // Most rows have no blank.
            if at / 2 % 8 >= 3 {
                words.retain(|c| c != ' ');
            }
            if lines.last().is_some_and(|line| line.len() + words.len() > 52) {
                lines.push(String::new());
            }
            lines.last_mut().expect("a line").push_str(&words);
        }
        let text = format!("{TITLE}{}\nDrawn game.\n\n", lines.join("\n"));
        (game, text)
    });
    let (exact, count) = exact(pages);
    assert!(exact >= 8, "{exact} of {count}");
}

/// The rows of a table, its cells below one another.
fn table(words: &[String]) -> Vec<String> {
    let row = |(row, number): (&[String], usize)| {
        format!("{number:<8}{:36}{}", row[0], row.get(1).map_or("", String::as_str)).trim_end().to_owned()
    };
    words.chunks(2).zip(1..).map(row).collect()
}

fn page(rows: &[String]) -> String {
    format!(
        "{TITLE}        White.                              Black.\n{}\n        White resigns.\n\n",
        rows.join("\n")
    )
}

/// The rows below one that cannot be read bear the right numbers: they are no rows of numbers that are misread.
#[test]
fn a_cell_that_cannot_be_read_does_not_shift_the_rows_below() {
    let pages = games().into_iter().step_by(2).map(|game| {
        let mut words = dashed_words(&game);
        let at = 2 * (words.len() / 4);
        words[at] = "ee".to_owned();
        words[at + 1] = words[at + 1].replace(['P', 'B'], "F");
        let text = page(&table(&words));
        (game, text)
    });
    let (exact, count) = exact(pages);
    assert!(exact >= 8, "{exact} of {count}");
}

/// A number that is due, and a cell behind it: the game does not end before, whatever it says.
#[test]
fn the_last_row_is_the_game_s_though_it_cannot_be_read() {
    let is_pawn_taking = |game: &String| {
        let words = dashed_words(game);
        words.len() % 2 == 1 && words.last().is_some_and(|last| last == "PxP")
    };
    let mut games: Vec<String> = games();
    // The games up to a capture by a pawn.
    for game in &mut games {
        let moves: Vec<&str> = game.split(' ').collect();
        let end = (1..=moves.len()).rev().find(|&end| is_pawn_taking(&moves[..end].join(" ")));
        *game = moves[..end.unwrap_or(0)].join(" ");
    }
    games.retain(|game| game.split(' ').count() > 20);
    assert!(games.len() > 2, "{}", games.len());
    let mut whole = 0;
    for game in &games {
        let mut words = dashed_words(game);
        *words.last_mut().expect("a move") = "Pz".to_owned();
        let text = page(&table(&words));
        let report = read(&text);
        whole += usize::from(report.games[0].game.plies as usize == words.len());
    }
    assert!(whole >= 13, "{whole} of {}", games.len());
}

/// A last move that is blurred leaves the moves before it as they are printed.
#[test]
fn a_blurred_last_move_changes_no_other() {
    let rows = "1 PtoK4    PtoK4\n2 KttoKB3  KttoQB3\n3 BtoKt5   PtoQR3\n4 BtoR4    KttoB3\n5 Castles  BtoK2\n\
                6 RtoKsq   PtoQKt4\n7 BtoKt3   PtoQ3\n8 PtoB3    Castles\n9 PtoKR3   ";
    for blurred in ["KttoGR4", "KttoQ114", "Kt;oQR4"] {
        let text = format!("{TITLE}{rows}{blurred}\n");
        let out = crate::console::run(&["convert", "-q", "--from", "text", "-"], text.as_bytes()).stdout;
        let out = String::from_utf8(out).expect("UTF-8").split_whitespace().collect::<Vec<_>>().join(" ");
        let end = format!("b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 {{printed: {blurred}}}");
        assert!(out.contains(&end), "{out}");
    }
}

/// Misreadings may be mended where they stand apart: where they crowd, other moves than those that were printed play too
/// (here `9 … Kt-Q4` for `Kt-QR4`).
#[test]
fn where_misreadings_crowd_nothing_is_read() {
    let clean = "1 PtoK4    PtoK4\n2 KttoKB3  KttoQB3\n3 BtoKt5   PtoQR3\n4 BtoR4    KttoB3\n";
    let rows = |rows: &str| format!("{TITLE}{clean}{rows}\n");
    let blurred = "5 Castles  Bti42\n6 RtoKsq   PtoQKt4\n7 QtoKt3   PSoQe\n8 PtoB3    C3scles\n9 ito4R3   8ttoQ44\n\
                   10 BBoB2   PtoB4\n11 PtoQ4";
    let text = rows(blurred);
    assert!(read(&text).games.iter().all(|found| found.game.plies < 16));
    let apart = "5 Castles  Bti42\n6 RtoKsq   PtoQKt4\n7 BtoKt3   PtoQ3\n8 PtoB3    C3scles\n9 PtoKR3   KttoQR4\n\
                 10 BtoB2   PtoB4\n11 PtoQ4";
    let text = rows(apart);
    let report = read(&text);
    let played = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4";
    assert_eq!(san(&report, 0), played);
}

/// A book that prints `Kt-B1` prints no `K to B1` that has lost a letter.
#[test]
fn a_move_is_printed_as_the_book_prints_moves() {
    let game = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d6 h3 Na5 Bc2 c5 d4 Qc7 Nbd2 Nc6 \
                Nf1 Re8 Ng3 Bf8 d5 Ne7 Nh2 Ng6 Qf3 Bd7 Bg5 Be7 Nh5 Nxh5 Bxe7 Rxe7 Qxh5 Nf4 Qf3 Qd8";
    let words: Vec<String> = dashed_words(game).iter().map(|word| word.replace(" sq", "1")).collect();
    let at = game.split(' ').position(|mv| mv == "Nf1").expect("the move");
    let mut blurred = words.clone();
    assert!(blurred[at].starts_with("Kt"), "{}", blurred[at]);
    blurred[at] = "KtBl".to_owned();
    for words in [words, blurred] {
        let text = page(&table(&words));
        let report = read(&text);
        assert_eq!(san(&report, 0), game, "{text}");
    }
}

/// Where nothing but blanks is lost the letters are trusted as much as others.
#[test]
fn words_that_lost_their_blanks_are_read_as_they_stand() {
    let pages = games().into_iter().skip(1).step_by(2).map(|game| {
        let words = printed(&game).into_iter().map(|word| word.replace(" t. ", " takes ").replace(' ', ""));
        let mut words: Vec<String> = words.collect();
        let at = words.len() / 3;
        let blurred = (at..words.len()).find(|&at| words[at].contains("Kt5") || words[at].contains("Kt4"));
        if let Some(blurred) = blurred {
            words[blurred] = words[blurred].replacen("Kt4", "Kk4", 1).replacen("Kt5", "Kk5", 1);
        }
        let text = page(&table(&words));
        (game, text)
    });
    let (exact, count) = exact(pages);
    assert!(exact >= 12, "{exact} of {count}");
}

/// Of print that is blurred nothing tells that rows are lost, where the other games end with words and one does not.
#[test]
fn a_game_whose_end_is_not_seen_is_partial() {
    let pages: Vec<String> = games()
        .into_iter()
        .filter(|game| game.split(' ').count() >= 40)
        .take(6)
        .map(|game| {
            let mut words = dashed_words(&game);
            words.truncate(40);
            words[20] = words[20].replace(' ', "");
            words[27] = format!("z{}", words[27]);
            page(&table(&words))
        })
        .collect();
    let verdicts = |text: &str| -> Vec<_> {
        read(text).games.iter().map(|found| found.game.verdict == Some(Verdict::Partial)).collect()
    };
    assert_eq!(verdicts(&pages.concat()), [false; 6]);
    let mut unended = pages;
    unended[2] = unended[2].replace("White resigns.", "");
    assert_eq!(verdicts(&unended.concat()), [false, false, true, false, false, false]);
}

/// The numbers of rows are misread for signs, for short words, and for 1 where they lost a figure.
#[test]
fn rows_whose_numbers_are_misread_are_rows() {
    let misread = |number: usize| match number {
        1 => Some("is"),
        5 => Some("\u{a7}.. >"),
        10 => Some("1"),
        11 => Some("1,"),
        _ => None,
    };
    let pages = games().into_iter().map(|game| {
        let words = dashed_words(&game);
        let mut rows = table(&words);
        for (row, number) in rows.iter_mut().zip(1..) {
            if let Some(seen) = misread(number) {
                *row = format!("{seen:<8}{}", &row[8..]);
            }
        }
        let text = page(&rows);
        (game, text)
    });
    let (exact, count) = exact(pages);
    assert!(exact * 10 >= count * 9, "{exact} of {count}");
}

/// Of two Knights the one moves whose place stands in brackets or behind `fr.` (Sellman - Tchigorin, London 1883).
#[test]
fn blurred_print_says_which_man_moves() {
    let rows = "1 PtoK4    PtoK4\n2 KttoKB3  KttoQB3\n3 BtoKt5   PtoQR3\n4 BtoR4    KttoB3\n5 Castles  Ktt.P\n\
                6 QtoK2    KttoB4\n7 Ktt.P    KttoQ5\n8 QtoB4    ";
    let rest = "\n9 BtoKt3   Ktt.B\n10 Qt.Kt   BtoB4\nDrawn game.\n";
    let places = [("Q5", "B4"), ("Qd", "Bd")];
    for (queen, bishop) in places {
        for (place, knight) in [(queen, "Nde6"), (bishop, "Nce6")] {
            for words in
                [format!("Kt({place})toK3"), format!("Kt ({place}) toK 3"), format!("Ktfr.{place}toK3")]
            {
                let text = format!("{TITLE}{rows}{words}{rest}");
                let played = san(&read(&text), 0);
                assert!(played.contains(&format!("Qc4 {knight} Bb3 Nxb3 Qxb3 Bc5")), "{words}: {played}");
            }
        }
    }
}

/// `R-R38 ch`: a check that no move has is that of the move before it (Sellman - Blackburne, London 1883).
#[test]
fn a_check_mark_behind_a_blurred_move_is_its_own() {
    let game = "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 Bd6 O-O O-O Nc3 Nc6 Bg5 Bg4 Be2 Re8 Nxd5 Bxh2+ Kxh2 Qxd5 Bxf6 gxf6 \
                c3 Qh5+ Kg1 f5 Qd2 Re6 Bd1 Rg6 Qf4 Re8 Qh2 Qxh2+ Kxh2 Nd8 Ne5 Rh6+ Kg1 Bxd1 Rfxd1 Ne6";
    let mut words = dashed_words(game);
    let at = game.split(' ').position(|mv| mv == "Rh6+").expect("the move");
    assert!(words[at].starts_with("R-R3"), "{}", words[at]);
    words[at] = "R-R38 ch".to_owned();
    let rows: Vec<String> =
        words.chunks(2).zip(1..).map(|(row, number)| format!("{number} {}", row.join(" "))).collect();
    let text = page(&rows);
    let played = san(&read(&text), 0);
    assert!(played.contains("Ne5 Rh6 Kg1"), "{played}");
}

/// Rows that stand beside one another go on though the number of one cannot be read.
#[test]
fn the_row_below_in_its_column_is_the_next_whatever_its_number() {
    let pages = games().into_iter().map(|game| {
        let words: Vec<String> =
            printed(&game).into_iter().map(|word| word.replace(" t. ", " takes ")).collect();
        let rows: Vec<String> = words.chunks(2).map(|row| row.join(" ")).collect();
        let half = rows.len().div_ceil(2);
        let beside = |(at, left): (usize, &String)| {
            let number = half + at + 1;
            let seen = if at == half / 2 { "iy".to_owned() } else { number.to_string() };
            let right = rows.get(half + at).map_or(String::new(), |right| format!(" {seen} {right}"));
            format!("{} {left}{right}", at + 1)
        };
        let lines: Vec<String> = rows[..half].iter().enumerate().map(beside).collect();
        let text = page(&lines);
        (game, text)
    });
    let (exact, count) = exact(pages);
    assert!(exact >= 26, "{exact} of {count}");
}

/// Each game of a page has its second half beside its first: what stands on the right is read before the next game, though a
/// figure of a number there was misread.
#[test]
fn the_second_half_of_a_game_is_read_before_the_next_on_its_page() {
    let all = games();
    let (mut whole, mut count) = (0, 0);
    for games in all.chunks(3) {
        let set = |game: &String| {
            let words = dashed_words(game);
            let rows: Vec<String> = words.chunks(2).map(|row| row.join(" ")).collect();
            let half = rows.len().div_ceil(2);
            let beside = |(at, left): (usize, &String)| {
                let number = (half + at + 1).to_string();
                // Of every other number a figure was read as a letter, or another.
                let number = if at % 2 == 1 { number.replace('1', "i").replace('2', "z") } else { number };
                let right = rows.get(half + at).map_or(String::new(), |right| format!(" {number}. {right}"));
                format!("{}. {left}{right}\n", at + 1)
            };
            let lines: String = rows[..half].iter().enumerate().map(beside).collect();
            format!("{TITLE}White. Black. White. Black.\n{lines}Drawn game.\n\n")
        };
        let text: String = games.iter().map(set).collect();
        let report = read(&text);
        let found: Vec<String> = (0..report.games.len()).map(|at| san(&report, at)).collect();
        whole += games.iter().filter(|game| found.contains(&plain(game))).count();
        count += games.len();
    }
    assert!(whole >= 25, "{whole} of {count}");
}

/// Caruana – So, Bucharest 2019.
const BUCHAREST: &str = "\
1.    P-K4                P-K4
2.    Kt-KB3              Kt-QB3
3.    B-B4                B-B4
4.    P-B3                Kt-B3
5.    P-Q3                P-Q3
6.    O-O                 P-QR3
7.    P-QR4               O-O
8.    R-K sq              B-R2
9.    P-R3                K-R sq
10.   P-Q4                Kt-KKt sq
11.   P-QKt4              PxP
12.   PxP                 KtxKtP
13.   P-R5                P-KB3
14.   Kt-B3               Kt-K2
15.   Kt-K2               P-Q4
16.   PxP                 QKtxP
17.   B-R3                R-K sq
18.   Kt-Kt3              B-Q2
19.   Q-Kt3               B-B3
20.   R-K4                P-QKt4
21.   PxP ep.             KtxP
22.   BxKt                RxB
23.   RxR                 QxR
24.   BxP                 B-Q4
25.   Q-B3                R-Q sq
26.   R-K sq              Q-Q2
27.   Q-B5                Q-B3
28.   Q-K7                Q-Q2
29.   Kt-R4               B-B2
30.   B-Kt5               QxQ
31.   RxQ                 B-Q4
32.   Kt-R5               Kt-B sq
33.   RxKtP               BxQP
34.   B-Q3                B-Kt sq
35.   Kt-B5               Kt-Q3
36.   KtxB
";

/// Alekhine – Tsvetkov, Buenos Aires 1939, as text recognition may leave it.
const BUENOS_AIRES: &str = "\
Loco  PB to Ka            PtoQB4
2.    KttoKB3             PtoQ3
3.    PtoB3               KttoK B3
4.    PtoK5               PxP
5.    KtxP                Kt toB3
6.    KtxKt               PxKt
7.    BtoB4               BtoB4
8.    PtoQ3               PtoK3
9.    QtoB3               QtoQ2
10.   PtoKR3              BtoK 2
11.   KttoQ2              R to Q sq
12.   Castles             BxQ P
13.   BxB                 QxB
14.   QxPch               QtoQ2
15.   QtoR6               Castles
16.   KttoB4              QtoB2
17.   QtoR 5              QxQ
18.   KtxQ                RtoQ3
19.   BtoK 8              RtoR3
20.   KttoKt3             R to Bsq
21.   PtoQB4              K to B sq
22.   KRtoQsq             RtoQ3
23.   RxR                 BxR
24.   R to Q sq           Kto K2
25.   KttoR5              BtoK4
26.   RtoQ3               Rto B2
27.   Rtokt3              Kt to Q2
28.   PtoB4               BtoQ3
29.   KtoB2               Kt to Kt 3
30.   KtoB3               K to Q2
31.   RtoQ3               K to K 2
32.   PtoK Kt4            PtoB3
33.   PtoKR4              KttoR5
34.   RtoKt3              Kt to Kt 3
35.   RtoKtd              K to Q2
36.   PtoR 5              KtoK2
37.   PtoR3               KtoQ2
38.   KtoKk 4             KtoK2
39.   KtoQ3               K to Q2
40.   KttoKt3             KttoR5
41.   KttoQ2              K to B3
42.   PtoKt3              Kt to Kt 3
43.   KttoKk4             Kt to Q2
44.   RtoR5               BtoK2
45.   Kt to B 3           R to Kt 2
46.   KttoKtd             K to Kt 3
47.   PtoKt4              PtoQR3
48.   KttoB3              K to B2
49.   RxRP                PxP
50.   Ktto Kt5ch          K to Q sq
51.   PxP                 BxP
52.   RxP                 BtoB4
53.   BtoQ2               Kt to B sq
54.   RtoB6               Kt to Q2
55.   KtoK 4              KtoK2
56.   K to Q5             BtoKts
57.   BtoKt4ch            K to Qsq
58.   K to K 6
";

fn tournament_page(number: usize, players: &str, rows: &str) -> String {
    format!("GAME No. {number}.\n\n{players}\n\n      White.              Black.\n{rows}Black resigns.\n\n")
}

/// `88-1 GK`: what touches a number is dirt, and the cell behind it is a move that cannot be read.
#[test]
fn a_figure_that_touches_a_number_is_dirt() {
    let wanted = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O a6 a4 O-O Re1 Ba7 h3 Kh8 d4 Ng8 b4 exd4 cxd4 Nxb4 a5 f6 Nc3 \
         Ne7 Ne2 d5 exd5 Nbxd5 Ba3 Re8 Ng3 Bd7 Qb3 Bc6 Re4 b5 axb6 Nxb6 Bxe7 Rxe7 Rxe7 Qxe7 Bxa6 Bd5 Qc3 Rd8 \
         Re1 Qd7 Qc5 Qc6 Qe7 Qd7 Nh4 Bf7 Bb5 Qxe7 Rxe7 Bd5 Nh5 Nc8 Rxg7 Bxd4 Bd3 Bg8 Nf5 Nd6 Nxd4";
    let text = tournament_page(1, "CARUANA.             SO.", BUCHAREST);
    for (printed, seen) in [("", ""), ("28.   Q-K7 ", "88-1  GK   ")] {
        let text = text.replacen(printed, seen, 1);
        let report = read(&text);
        assert_eq!((report.games.len(), san(&report, 0).as_str()), (1, wanted), "{text}");
    }
}

/// `Loco PB to Ka`: the number of a first row may be read as a word, and its move be blurred.
#[test]
fn the_number_of_a_first_row_may_be_read_as_a_word() {
    let wanted = "e4 c5 Nf3 d6 c3 Nf6 e5 dxe5 Nxe5 Nc6 Nxc6 bxc6 Bc4 Bf5 d3 e6 Qf3 Qd7 h3 Be7 Nd2 Rd8 O-O Bxd3 Bxd3 \
         Qxd3 Qxc6 Qd7 Qa6 O-O Nc4 Qc7 Qa5 Qxa5 Nxa5 Rd6 Be3 Ra6 Nb3 Rc8 c4 Kf8 Rfd1 Rd6 Rxd6 Bxd6 Rd1 Ke7 \
         Na5 Be5 Rd3 Rc7 Rb3 Nd7 f4 Bd6 Kf2 Nb6 Kf3 Kd7 Rd3 Ke7 g4 f6 h4 Na4 Rb3 Nb6 Rb5 Kd7 h5 Ke7 a3 Kd7 \
         Ke4 Ke7 Kd3 Kd7 Nb3 Na4 Nd2 Kc6 b3 Nb6 Ne4 Nd7 Ra5 Be7 Nc3 Rb7 Nb5 Kb6 b4 a6 Nc3 Kc7 Rxa6 cxb4 Nb5 \
         Kd8 axb4 Bxb4 Rxe6 Bc5 Bd2 Nf8 Rc6 Nd7 Ke4 Ke7 Kd5 Bg1 Bb4 Kd8 Ke6";
    let other = tournament_page(
        4,
        "CARUANA.             SO.",
        &BUCHAREST.replace('-', "to").replace("OtoO", "Castles"),
    );
    let text = tournament_page(3, "ALEKHINE.            TSVETKOV.", BUENOS_AIRES) + &other;
    let report = read_text(&text, &TextOptions::default());
    assert_eq!((report.games.len(), san(&report, 0).as_str()), (2, wanted), "{text}");
    let out = crate::console::run(&["convert", "-q", "--from", "text", "-"], text.as_bytes()).stdout;
    let out = String::from_utf8(out).expect("UTF-8");
    assert!(!out.contains("not printed"), "{out}");
}

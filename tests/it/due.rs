//! A half-move that is due and cannot be read is never passed over in silence: one letter of a game is changed, or one
//! word of a short game says what no piece can do.
use descant::game::{Game, Moves, Node, Verdict};
use descant::reader::text::{TextOptions, read_text};
use descant::reading::Slip;

use super::console;
use crate::replay_damage::{Dice, games};
use crate::replay_words::describe;

/// How the moves stand on the page.
#[derive(Clone, Copy, Debug)]
enum Set {
    Running,
    Table,
}

fn page(words: &[String], set: Set) -> String {
    let rows = words.chunks(2).enumerate().map(|(i, row)| match (set, row) {
        (Set::Running, [white, black]) => format!("{}. {white}, {black}; ", i + 1),
        (Set::Table, [white, black]) => format!("{:3}. {white:16}{black}\n", i + 1),
        (_, row) => format!("{}. {}", i + 1, row[0]),
    });
    let moves: String = rows.collect();
    format!("GAME 7.\n\nWhite: Smith.  Black: Jones.\n\n{}\n\nA pretty game.\n", moves.trim_end())
}

/// What became of games one word of which was damaged.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    told: usize,
    /// No game at all.
    missing: usize,
    /// A game that is certain and has fewer half-moves than were printed.
    short: usize,
}

impl Count {
    fn add(&mut self, words: &[String], set: Set) {
        self.add_text(&page(words, set), words.len());
    }

    fn add_text(&mut self, text: &str, plies: usize) {
        let report = read_text(text, &TextOptions::default());
        let is_short =
            |game: &Game<'_>| game.verdict == Some(Verdict::Certain) && (game.plies as usize) < plies;
        if report.games.is_empty() {
            self.missing += 1;
        } else if report.games.iter().any(|found| is_short(&found.game)) {
            self.short += 1;
        } else {
            self.told += 1;
        }
    }
}

/// Is a game read of a text that is such a one?
fn holds(text: &str, is_such: impl Fn(&Game<'_>) -> bool) -> bool {
    read_text(text, &TextOptions::default()).games.iter().any(|found| is_such(&found.game))
}

/// Puts a small letter or a figure in the place of a letter of a word.
fn blur(word: &str, dice: &mut Dice) -> String {
    let mut bytes = word.as_bytes().to_vec();
    let at = dice.below(bytes.len());
    bytes[at] = b"aeilmnorsuvwz159"[dice.below(16)];
    String::from_utf8(bytes).expect("letters")
}

#[test]
fn a_last_move_with_a_wrong_letter_is_no_comment() {
    let mut dice = Dice::new(4);
    let mut count = Count::default();
    for game in games() {
        let words = describe(&game);
        for set in [Set::Running, Set::Table] {
            let mut words = words.clone();
            let last = words.len() - 1;
            words[last] = blur(&words[last], &mut dice);
            count.add(&words, set);
        }
    }
    assert_eq!((count.missing, count.short), (0, 0), "{count:?}");
}

#[test]
fn a_game_with_a_wrong_letter_anywhere_is_a_game() {
    let mut dice = Dice::new(5);
    let mut count = Count::default();
    for game in games() {
        let words = describe(&game);
        for set in [Set::Running, Set::Table] {
            for at in [1, dice.below(words.len())] {
                let mut words = words.clone();
                words[at] = blur(&words[at], &mut dice);
                count.add(&words, set);
            }
        }
    }
    assert_eq!((count.missing, count.short), (0, 0), "{count:?}");
}

#[test]
fn a_short_game_with_an_impossible_move_is_a_game() {
    let mut dice = Dice::new(6);
    let mut count = Count::default();
    for game in games() {
        let words = describe(&game);
        for (plies, set) in [6, 10, 14, 20].into_iter().flat_map(|n| [(n, Set::Running), (n, Set::Table)]) {
            if plies < words.len() {
                let mut words = words[..plies].to_vec();
                words[dice.below(plies)] = ["Q-QR9", "N-KB9", "K-K9", "R-Z5"][dice.below(4)].to_owned();
                count.add(&words, set);
            }
        }
    }
    assert_eq!((count.missing, count.short), (0, 0), "{count:?}");
}

/// Numbers and commas show who moved, and behind the last move nothing bears out one that nobody printed.
#[test]
fn no_half_move_is_put_in_at_the_end_or_against_numbers_and_columns() {
    let mut dice = Dice::new(8);
    for game in games() {
        let words = describe(&game);
        for (plies, set) in [16, 17, 24, 33].into_iter().flat_map(|n| [(n, Set::Running), (n, Set::Table)]) {
            let mut words = words[..plies.min(words.len())].to_vec();
            for at in [words.len() - 1, dice.below(words.len())] {
                let told = std::mem::replace(&mut words[at], "Q-KR5".to_owned());
                let text = page(&words, set);
                let report = read_text(&text, &TextOptions::default());
                for found in &report.games {
                    let put_in =
                        found.game.details.iter().filter(|detail| detail.slip == Some(Slip::Missing));
                    assert_eq!(put_in.count(), 0, "{text}");
                }
                words[at] = told;
            }
        }
    }
}

/// What stands behind a cell that the page has lost may play as other moves of the game: then that is not whole.
#[test]
fn a_game_that_lost_a_cell_is_not_whole() {
    let mut dice = Dice::new(9);
    let mut wrong = Vec::new();
    for game in games() {
        let words = describe(&game);
        for _ in 0..4 {
            let at = 4 + dice.below(words.len().saturating_sub(20).max(1));
            let mut words = words.clone();
            words[at] = String::new();
            let text = page(&words, Set::Table);
            let is_whole = |game: &Game<'_>| matches!(game.verdict, Some(Verdict::Certain | Verdict::Chosen));
            wrong.extend(holds(&text, is_whole).then_some(text));
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[0]);
}

/// The first words of a score cannot be read: what is played of the rest does not pass over moves with the numbers that are
/// due and call itself whole.
#[test]
fn a_running_score_that_begins_unreadable_passes_over_no_numbers() {
    let mut wrong = Vec::new();
    for game in games() {
        let words = describe(&game);
        for (plies, at) in [(8, 0), (8, 1), (10, 0), (10, 1), (16, 1)] {
            let mut words = words[..plies.min(words.len())].to_vec();
            words[at] = words[at].replacen(|c: char| c.is_ascii_uppercase(), "u", 1);
            let text = page(&words, Set::Running);
            let is_short = |game: &Game<'_>| {
                game.verdict != Some(Verdict::Partial) && (game.plies as usize) < words.len()
            };
            wrong.extend(holds(&text, is_short).then_some(text));
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[0]);
}

/// The lines of another column stand behind the rows, its last words behind the first: a row without a number, and all
/// below it, are no comment at the end.
#[test]
fn rows_behind_an_early_end_are_not_lost() {
    const BESIDE: [&str; 4] = ["Drawn game.", "the whole of the attack", "is broken", "at last, and with it"];
    let mut count = Count::default();
    for game in games() {
        let words = describe(&game);
        let lost = words.len() / 4;
        let rows: String = words
            .chunks(2)
            .enumerate()
            .map(|(i, row)| {
                let number = if i == lost { "vs".to_owned() } else { (i + 1).to_string() };
                let black = row.get(1).map_or("", String::as_str);
                let black = if i == lost { black.to_lowercase() } else { black.to_owned() };
                format!("{number} {} {black} {}\n", row[0], BESIDE[if i == 0 { 0 } else { 1 + i % 3 }])
            })
            .collect();
        count.add_text(&format!("GAME 7.\n\nWhite. Black.\n{rows}\n"), words.len());
    }
    assert_eq!((count.missing, count.short), (0, 0), "{count:?}");
}

/// The number of a title is none of its rows', though the game below is read by playing.
#[test]
fn the_number_of_a_title_stays_with_the_title() {
    let rows = "  1. P-K4          P-K4\n  2. Kt-KB3        Kt-QB3\n  3. B-Kt5         P-QR3\n  4. B-R4          Kt-B9\n  5. Castles       B-K2\n  6. R-K1          P-QKt4\n";
    for title in ["GAME 1.", "GAME I.", "No. 1.", "GAME THE FIRST"] {
        let text = format!("{title}\n\n{rows}");
        let report = read_text(&text, &TextOptions::default());
        let [found] = report.games.as_slice() else { panic!("{title}: {} games", report.games.len()) };
        let round = found.game.tags.iter().find(|tag| tag.name == "Round");
        assert_eq!(round.map(|tag| tag.value.as_ref()), Some("1"), "{title}");
        let comments = found
            .game
            .nodes
            .iter()
            .filter(|node| matches!(node, Node::Comment(words) if words.contains("GAME")));
        assert_eq!(comments.count(), 0, "{title}");
    }
}

/// A mate ends a game: rows with higher numbers below it are of another.
#[test]
fn rows_below_a_mate_do_not_go_on_with_it() {
    let mate = "1. P-K4 P-K4\n2. B-B4 B-B4\n3. Q-R5 Kt-KB3\n4. QxBP mate\n";
    let rows = "\nA GAME OF WHICH THE BEGINNING IS LOST\n\n5. Kt-B3 Kt-B3\n6. P-Q5 Kt-K2\n7. P-K5 Kt-Kt5\n";
    let text = format!("{mate}{rows}");
    let report = read_text(&text, &TextOptions::default());
    assert_eq!(report.games[0].game.verdict, Some(Verdict::Certain), "{:?}", report.games[0].diagnostics);
    let text = format!("{}{rows}", mate.replace("4. QxBP mate", "4. P-Q3 P-Q3"));
    let report = read_text(&text, &TextOptions::default());
    assert_ne!(report.games[0].game.verdict, Some(Verdict::Certain));
}

/// Blackburne against Gossip, New York 1889: another seventh move that a note names plays, and so do the moves behind it, as
/// other captures. Either way the game is not certain to be that of the note.
#[test]
fn a_note_that_begins_with_the_number_of_the_next_row_is_not_surely_the_game() {
    let words = "P-Q4 P-Q4 P-QB4 P-K3 Kt-QB3 Kt-KB3 Kt-B3 B-Kt5 Kt-K5 Castles P-K3 P-B4 PxBP BxP PxP PxP Kt-Q3 B-Q3 B-Q2 Kt-B3 \
                 Kt-Kt5 B-Kt1 B-K2 P-QR3 Kt-R3 R-K1 Castles Kt-K5 B-KB3 Q-R5";
    let words: Vec<&str> = words.split(' ').collect();
    let rows = words.chunks(2).enumerate().map(|(i, row)| {
        let note = if i == 5 { "\nAfter 7. R-QKt1, B-R6 nobody is better." } else { "" };
        format!("{}.\n{}{note}\n", i + 1, row.join(" "))
    });
    let text: String = rows.collect();
    let report = read_text(&text, &TextOptions::default());
    assert_ne!(report.games[0].game.verdict, Some(Verdict::Certain));
    let told = Moves::of(&report.games[0].game).nth(12).map(|played| played.san.to_string());
    assert_eq!(told.as_deref(), Some("dxc5"));
}

/// The lines of a game in two halves abreast, as tables are set.
pub(crate) fn halves(words: &[String]) -> Vec<String> {
    let rows: Vec<String> = words
        .chunks(2)
        .enumerate()
        .map(|(i, row)| format!("{:3}. {:16}{:16}", i + 1, row[0], row.get(1).map_or("", String::as_str)))
        .collect();
    let half = rows.len().div_ceil(2);
    (0..half).map(|i| format!("{}{}", rows[i], rows.get(half + i).map_or("", String::as_str))).collect()
}

fn abreast(words: &[String]) -> String {
    let lines = halves(words).join("\n");
    format!("GAME 7.\n\nWhite: Smith.  Black: Jones.\n\n{lines}\n        Drawn game.\n\n\n")
}

/// Whether the layout or playing told the game: what stands unread with the numbers that are due is not passed over.
#[test]
fn rows_that_no_game_has_leave_it_in_doubt() {
    let mut dice = Dice::new(11);
    let mut wrong = Vec::new();
    let games: Vec<Vec<String>> = games().iter().map(|game| describe(game)).collect();
    for pair in games.windows(2) {
        for _ in 0..3 {
            let mut words = pair[0].clone();
            let at = 1 + dice.below(words.len() - 1);
            words[at] = blur(&words[at], &mut dice);
            let text = abreast(&words) + &abreast(&pair[1]);
            let report = read_text(&text, &TextOptions::default());
            let plies: u32 = report.games.iter().map(|found| found.game.plies).sum();
            let is_doubted = report.games.iter().any(|found| found.game.verdict == Some(Verdict::Partial));
            if (plies as usize) < words.len() + pair[1].len() && !is_doubted {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[0]);
}

/// The last half-move is due though nothing follows it: a cell behind its number that cannot be read leaves the game in
/// doubt.
#[test]
fn a_last_row_that_cannot_be_read_leaves_its_game_in_doubt() {
    let games: Vec<Vec<String>> = games().iter().map(|game| describe(game)).collect();
    let mut wrong = Vec::new();
    for mut words in games {
        words.truncate((words.len() - 1) / 2 * 2 + 1);
        let last = words.len() - 1;
        words[last] = "gxP".to_owned();
        let text = abreast(&words);
        let report = read_text(&text, &TextOptions::default());
        let doubted = |game: &Game<'_>| matches!(game.verdict, Some(Verdict::Partial | Verdict::Repaired));
        if !report.games.iter().any(|found| doubted(&found.game)) {
            wrong.push(text);
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[0]);
}

/// In running text a number that is due stands in front of a word that cannot be read, and the game goes on farther on.
#[test]
fn a_number_that_is_due_before_other_words_leaves_its_game_in_doubt() {
    let rows = "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-B4 B-B4 4 P-B3 Kt-B3 5 P-Q3 P-Q3 6 m-Kt3 P-QR3 7 R-K sq \
                Castles 8 P-KR3 B-R2 9 B-Kt5 P-R3 Drawn.";
    let is_sure = |game: &Game<'_>| matches!(game.verdict, Some(Verdict::Certain | Verdict::Chosen));
    assert!(!holds(&format!("GAME II.\n\n{rows}\n"), is_sure));
}

/// In sound print a game whose first word cannot be read is a game with a misprint.
#[test]
fn a_game_whose_first_word_cannot_be_read_is_not_left() {
    let games: Vec<Vec<String>> = games().iter().map(|game| describe(game)).collect();
    let mut wrong = Vec::new();
    for games in games.windows(5) {
        for word in ["P-Kn", "w-K4", "PcQ4"] {
            let mut games = games.to_vec();
            games[1][0] = word.to_owned();
            let mut pages: Vec<String> = games.iter().map(|words| abreast(words)).collect();
            // A page ends within the game.
            let middle = pages[1].len() / 2;
            let line = middle + pages[1][middle..].find('\n').unwrap_or(0);
            pages[1].insert_str(line, "\n\n38                            THE TOURNAMENT BOOK.\n");
            let text = pages.concat();
            let report = read_text(&text, &TextOptions::default());
            let is_silent = report.games.iter().all(|found| found.game.verdict == Some(Verdict::Certain));
            if report.games.len() < games.len() || is_silent {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[0]);
}

/// Rows below the title of another game, with numbers farther on, say nothing against a game.
#[test]
fn rows_below_another_title_are_not_left_by_a_game() {
    let rows = "White. Black.\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n3. Kt-QB3 Kt-KB3\n";
    let others = "White. Black.\n5. Castles B-K2\n6. R-K sq. P-QKt4\n7. B-Kt3 P-Q3\n";
    let is_partial = |game: &Game<'_>| game.verdict == Some(Verdict::Partial);
    assert!(!holds(&format!("GAME II.\n\n{rows}\nGAME III.\n\n{others}"), is_partial));
    let next = others.replace('5', "4").replace('6', "5").replace('7', "6");
    let text = format!("GAME II.\n\n{rows}\n{}", next.replace("Castles", "N-R3"));
    assert!(holds(&text, |game| is_partial(game) || game.plies > 6));
}

/// Mamedyarov against Svidler, Moscow 2018, in two halves abreast over two pages.
const ABREAST: &str = "\
                            GAME No. 2.

         MAMEDYAROV.                           SVIDLER.
                      Played at Moscow RUS, 2018.

    White.           Black.               White.           Black.
1   P to Q 4         Kt to K B 3      16  B to B 4         Q Kt to B 3
2   P to Q B 4       P to B 4         17  Kt to K 3        Kt to R 4
3   P to Q 5         P to K 3         18  B to K Kt 5      B to B 3
4   Kt to Q B 3      P to Q 3         19  P to K R 4       R to Kt sq
5   P to K 4         P to K Kt 3      20  P to Q Kt 3      BxB
6   Kt to B 3        B to Kt 2        21  PxB              P to B 3

195                           CHESS GAMES.

7   P to K R 3       Castles          22  PxP              QxP
8   B to Q 3         PxP              23  R to B sq        Kt to B 2
9   B PxP            P to Q Kt 4      24  R to B 4         Kt to B 5
10  KtxP             R to K sq        25  Q to Q 2         B to Q 2
11  Castles          KtxK P           26  Kt to Kt 4       BxKt
12  R to K sq        P to Q R 3       27  RxKt             Q to R 8 ch
13  Kt to R 3        Kt to K B 3      28  B to B sq        BxKt
14  RxR ch           KtxR             29  RxB              R to K sq
15  Kt to B 4        Kt to Q 2        30  Q to B 4
                                                           Resigns
";

fn is_whole(game: &Game<'_>) -> bool {
    game.verdict != Some(Verdict::Partial)
}

/// What plays from row 6 on as rows 16 to 21 passes over the rows below the head of the page: their numbers are those that
/// are due.
#[test]
fn numbers_that_jump_over_rows_of_no_game_leave_it_in_doubt() {
    for word in ["P lo Q 4", "P to u 4", "P to E 4"] {
        let text = ABREAST.replacen("P to Q 4", word, 1);
        let is_short = |game: &Game<'_>| is_whole(game) && game.plies < 59;
        assert!(!holds(&text, is_short), "{word}");
    }
}

/// Half of a cell is no move of its own: the numbers behind it count the moves.
#[test]
fn a_half_move_made_of_nothing_does_not_pass_the_numbers() {
    for word in ["Kt Eo K B 3", "Kt do K B 3", "nt to K B 3"] {
        let text = ABREAST.replacen("Kt to K B 3", word, 1);
        assert!(!holds(&text, |game| is_whole(game) && game.plies > 59), "{word}");
    }
}

/// The last move of all cannot be read, and the words of the end stand right behind it.
#[test]
fn words_between_the_last_move_and_the_end_are_the_move_that_is_due() {
    let running = "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-B4 B-B4 4 P-B3 Kt-B3 5 P-Q3 P-Q3 6 B-KKt5 P-KR3 7 B-R4";
    for word in ["hKt - P", "KKt J P", "B tak:s P", "'-K4", "u-KKt4"] {
        let is_sure = |game: &Game<'_>| is_whole(game) && game.plies < 14;
        for end in ["White resigns.", "Drawn game."] {
            assert!(!holds(&format!("GAME II.\n\n{running} {word} {end}\n"), is_sure), "{word} {end}");
        }
    }
    let whole = format!("GAME II.\n\n{running} White resigns.\n");
    assert!(holds(&whole, |game| game.verdict == Some(Verdict::Certain)));
    // Full stops part no moves: what cannot be read may be taken for words behind the last.
    let spelled = "1 P. to K. 4th. P. to K. 4th. 2 Kt. to K. B. 3d. Kt. to Q. B. 3d. 3 B. to B. 4th. B. to B. 4th. \
        4 P. to B. 3d. Kt. to B. 3d. 5 P. to Q. 3d. P. to Q. 3d. 6 B. to K. Kt. 5th. P. to K. R. 3d. 7 B. to R. 4th.";
    for word in ["K. !o K. 2d.", "Kt.\n.o K. R. 4th.", "B. takes u."] {
        let text = format!("GAME II.\n\n{spelled} {word} Drawn game.\n");
        assert!(!holds(&text, |game| is_whole(game) && game.plies < 14), "{word}");
    }
    let whole = format!("GAME II.\n\n{spelled} Drawn game.\n");
    assert!(holds(&whole, |game| game.verdict == Some(Verdict::Certain)));
}

/// The first rows of Giri – Svidler, Moscow 2016: there White's moves might be Black's, behind a first half-move more.
const RETI: &str = "\
1      Kt - K B 3                           P - Q 4
2      P - K Kt 3                           P - K Kt 3
3      B - Kt 2                             B - Kt 2
4      P - Q 4                              Kt - K B 3
5      P - B 4                              P - B 3
6      Q - Kt 3                             O - O
7      O - O                                P - Q R 4
8      P x P                                P - R 5
9      Q - Q sq                             P x P
10     Kt - B 3                             Kt - K 5
11     Kt - Q 2                             Kt x Q Kt
12     P x Kt                               Q - R 4
13     Q - B 2                              B - B 4
14     P - K 4                              P x P
";

#[test]
fn words_of_prose_beside_the_last_move_are_none_of_a_move() {
    let rows = ["P to K 4 |P to K 4", "Kt to K B 3 |P to Q 3", "B to B 4 |P to K R 3", "P to K R 3 |{}"];
    let fractions = |last: &str| {
        let rows = rows.iter().zip(1..).map(|(row, n)| {
            let (white, black) = row.split_once('|').unwrap();
            format!("      {white}\n  {n}. ------------\n      {black}\n")
        });
        format!("GAME 7.\n\n{}\n", rows.collect::<Vec<_>>().join("\n").replace("{}", last))
    };
    for words in ["Winning the Q.", "Attacking the Q.", "Gaining the Q."] {
        let text = fractions(words);
        assert!(holds(&text, |game| game.plies == 7 && game.verdict != Some(Verdict::Partial)), "{text}");
    }
    // One letter of `Takes the P.` and `Kt to the R 4th`.
    for words in ["Tokes the P.", "Kf to the R 4th"] {
        let text = fractions(words);
        assert!(!holds(&text, |game| game.verdict == Some(Verdict::Certain)), "{text}");
    }
}

/// A number of a title is none of the moves, and names below it are no first half-move that cannot be read.
#[test]
fn names_are_no_first_half_move_of_a_blurred_table() {
    for (word, wrong) in [("P - Q 4", "m - Q 4"), ("P - K Kt 3", "P - K KZ 3")] {
        let rows = RETI.replacen(word, wrong, 1);
        let names = "    GIRI.                  SVIDLER.\n\n    White.                 Black.\n";
        let text = format!("63                 CHESS GAMES.\n\n           GAME No. 1.\n\n{names}{rows}");
        assert!(holds(&text, |game| game.plies > 20), "{wrong}");
        assert!(!holds(&text, |game| game.details[0].slip.is_some()), "{wrong}");
    }
}

/// Von Bardeleben – Maroczy, Prague 1908.
const ENDING: &str = "\
1 P to K 4 P to K 3 2 P to Q 4 P to Q 4 3 P takes P P takes P 4 Kt to K B
3 Kt to K B 3 5 B to Q 3 B to Q 3 6 Castles Castles 7 B to K Kt 5 P to B 3
8 Q Kt to Q 2 B to K Kt 5 9 P to B 3 Q Kt to Q 2 10 Q to B 2 Q to B 2 11 Q
R to K sq Q R to K sq 12 P to K R 3 B to R 4 13 Kt to R 4 B to Kt 3 14 Kt
to B 5 R takes R 15 R takes R R to K sq 16 R takes R (ch) Kt takes R 17 Kt
takes B Q takes Kt 18 B takes B Q takes B 19 Q takes Q R P takes Q 20 K to
B sq P to B 3 21 B to B 4 P to K Kt 4 22 B to Kt 3 K to B 2 23 K to K 2 K
to K 3 24 K to Q 3 Kt to Q 3 25 B takes Kt K takes B 26 K to K 3 K to K 3
27 P to K B 4 P takes P (ch) 28 K takes P P to K Kt 3 29 P to K R 4 Kt to
B sq 30 P to K Kt 4 K to B 2 Drawn game.
";

/// Where a half-move cannot be read, a figure of another move is no number, and rows are not passed over.
#[test]
fn a_blurred_half_move_takes_no_rows_with_it() {
    for word in ["K to K z", "K to u 3", "m to K 3"] {
        let text = ENDING.replacen("26 K to K 3 K to K 3", &format!("26 K to K 3 {word}"), 1);
        let text = format!("GAME I.\n\n{text}");
        let is_short = |game: &Game<'_>| is_whole(game) && game.plies < 60;
        assert!(text.contains(word) && !holds(&text, is_short), "{word}");
    }
}

/// A square whose rank cannot be read is on the first rank only where a text does not print that; and one of two men is
/// not chosen where a letter that may name it cannot be read.
#[test]
fn letters_beside_a_move_that_cannot_be_read_make_it_no_other_move() {
    let damaged = [
        ("22 B to Kt 3", "22 B to Kt z"),
        ("24 K to Q 3", "24 K to Q t"),
        ("30 P to K Kt 4 K to B 2", "30 P to K Kt 4 K to B u"),
        ("11 Q\nR to K sq", "11 U\nR to K sq"),
        ("11 Q\nR to K sq", "11 ' R to K sq"),
        ("11 Q\nR to K sq", "11 'R to K sq"),
    ];
    for (word, wrong) in damaged {
        let text = format!("GAME I.\n\n{}", ENDING.replacen(word, wrong, 1));
        let is_sure = |game: &Game<'_>| matches!(game.verdict, Some(Verdict::Certain | Verdict::Chosen));
        assert!(text.contains(wrong) && !holds(&text, is_sure), "{wrong}");
    }
    // A text without first ranks may leave them out.
    let text = "GAME I.\n\n1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-B4 B-B4 4 P-B3 Kt-B3 5 Castles Castles 6 R-K P-Q3 7 P-Q3 B-KKt5 \
        8 B-KKt5 P-KR3\n";
    assert!(holds(text, |game| game.verdict == Some(Verdict::Certain) && game.plies == 16));
    // The last letter of the move before says nothing of the next: the pawn may stand on Q3 or on KB2.
    let text = "GAME I.\n\n1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-Kt5  P-QR3\n4. B-R4  Kt-B3\n5. Castles  Kt takes P\n\
        6. P-Q4  P-QKt4\n7. Kt takes P  Kt takes Kt\n8. P takes Kt  P-Q3\n9. P takes P  Kt takes P\n10. B-Kt3  B-K2\n";
    assert!(holds(text, |game| game.verdict == Some(Verdict::Chosen) && game.plies == 20));
}

/// A game with a title and its rows that could not be read is an error, not a mere warning.
#[test]
fn a_game_whose_place_is_known_and_that_is_not_read_ends_with_1() {
    let rows: String = (2..20).map(|number| format!("{number}.  R-KR8      K-QR8\n")).collect();
    let read = "GAME I.\n\n1. P-K4 P-K4\n2. B-B4 B-B4\n3. Q-R5 Kt-KB3\n4. QxBP mate\n";
    let text = format!("{read}\n\nGAME II.\n\n1.  R-KR9      K-QR9\n{rows}");
    let done = console::run(&["check", "--from", "text", "-"], text.as_bytes());
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("error[lost-game]"), "{said}");
    assert_eq!(done.status.code(), Some(1));
    let done = console::run(&["check", "--from", "text", "-"], read.as_bytes());
    assert_eq!(done.status.code(), Some(0));
}

/// The next numbers stand in a sentence below the rows, and no piece can do what its last words say.
#[test]
fn moves_in_a_sentence_below_the_rows_that_do_not_all_play_leave_the_game_in_doubt() {
    let head = "GAME THE FIRST.\n\nBetween Mr. Alder and Mr. Birch.\n\n";
    let rows = "1. P-K4      P-K4\n2. Kt-KB3    P-Q3\n3. P-Q4      B-Kt5\n";
    let rest = "5. QxB, PxP; 6. B-QB4, Kt-KB3 and now 7. P-K8.\n\nWhite won.\n";
    for (row, begins) in [("4. PxP       BxKt", ""), ("4. PxP", "4... BxKt; ")] {
        let text = format!("{head}{rows}{row}\n\nThe game went on {begins}{rest}");
        assert!(holds(&text, |game| game.plies == 12), "{text}");
        assert!(!holds(&text, is_whole), "{text}");
    }
}

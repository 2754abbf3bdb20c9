//! Openings in columns, White's moves above Black's: each column is a game. Moves are facts of opening theory.
use super::pieces::{played, read};
use descant::game::Verdict;

/// The moves above the columns.
const ABOVE: &str = "RUY LOPEZ\n\n1 P-K4, P-K4; 2 Kt-KB3, Kt-QB3; 3 B-Kt5.\n\n";

const COLUMNS: &str = "\
            1          2          3
     3   P-QR3      .......    .......
     4   B-R4       .......    BxKt
         Kt-B3      P-Q3       QPxB
     5   O-O        P-B3       P-Q4
         KtxP       B-Q2       PxP
     6   P-Q4       P-Q4       QxP
         P-QKt4     Kt-B3      QxQ
     7   B-Kt3      Q-K2       KtxQ
         P-Q4       B-K2       B-Q2
";

const WAYS: [&str; 3] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 c3 Bd7 d4 Nf6 Qe2 Be7",
    "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 d4 exd4 Qxd4 Qxd4 Nxd4 Bd7",
];

/// The columns with something else between their cells.
fn parted(by: &str) -> String {
    let row = |line: &str| {
        let (number, cells) = line.split_at(9);
        let cells: Vec<&str> = cells.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        format!("{}{by}{}\n", number.trim(), cells.join(by))
    };
    COLUMNS.lines().map(row).collect()
}

/// The columns are the ways to play, each certain.
fn assert_ways(columns: &str) {
    let text = format!("{ABOVE}{columns}");
    let report = read(&text);
    assert_eq!(played(&report), WAYS, "{text}");
    assert_eq!(report.verdicts, [3, 0, 0, 0, 0], "{text}");
}

#[test]
fn each_column_is_a_game() {
    let dashes = COLUMNS.replace(".......", "--     ");
    let empty = COLUMNS.replace(".......", "       ");
    let in_brackets = COLUMNS.replacen("1          2          3", "(4)        (5)        (6)", 1);
    let without_numbers = COLUMNS.split_once('\n').unwrap().1.to_owned();
    let roman = COLUMNS.replacen("1          2          3", "I.         II.        III.", 1);
    let ruled = COLUMNS.replace("\n         ", "\n         -----      -----      -----\n         ");
    let apart = COLUMNS.replace("\n     ", "\n\n     ");
    let marked = COLUMNS.replace("B-Q2\n", "B-Q2 (a)\n").replace("KtxP  ", "KtxP! ");
    let tables = [parted("\t"), parted(" | ")];
    let columns = [COLUMNS.into(), dashes, empty, in_brackets, without_numbers, roman, ruled, apart, marked];
    for columns in columns.into_iter().chain(tables) {
        assert_ways(&columns);
    }
}

#[test]
fn the_number_stands_between_the_sides_or_in_front_of_pairs() {
    let between = COLUMNS
        .replace("     3   ", "     3\n         ")
        .replace("\n     4   B-R4       .......    BxKt\n", "\n         B-R4       .......    BxKt\n     4\n")
        .replace("\n     5   O-O        P-B3       P-Q4\n", "\n         O-O        P-B3       P-Q4\n     5\n")
        .replace(
            "\n     6   P-Q4       P-Q4       QxP\n",
            "\n         P-Q4       P-Q4       QxP\n     6   ----       ----       ----\n",
        )
        .replace(
            "\n     7   B-Kt3      Q-K2       KtxQ\n",
            "\n         B-Kt3      Q-K2       KtxQ\n     7\n",
        );
    let pairs = "\
              I.                 II.                III.
     3             P-QR3              ....               ....
     4    B-R4     Kt-B3     ....     P-Q3      BxKt     QPxB
     5    O-O      KtxP      P-B3     B-Q2      P-Q4     PxP
     6    P-Q4     P-QKt4    P-Q4     Kt-B3     QxP      QxQ
     7    B-Kt3    P-Q4      Q-K2     B-K2      KtxQ     B-Q2
";
    let in_cells = "\
|   | 1 | 2 | 3 |
|---|---|---|---|
| 3 | ... P-QR3 | ... | ... |
| 4 | B-R4 Kt-B3 | ... P-Q3 | BxKt QPxB |
| 5 | O-O KtxP | P-B3 B-Q2 | P-Q4 PxP |
| 6 | P-Q4 P-QKt4 | P-Q4 Kt-B3 | QxP QxQ |
| 7 | B-Kt3 P-Q4 | Q-K2 B-K2 | KtxQ B-Q2 |
";
    let slashes = in_cells.replace("B-R4 Kt-B3", "B-R4 / Kt-B3").replace("QxP QxQ", "QxP/QxQ");
    for columns in [between.as_str(), pairs, in_cells, &slashes] {
        assert_ways(columns);
    }
}

#[test]
fn columns_stand_below_one_another_and_bear_their_numbers() {
    let next = COLUMNS.replacen("1          2          3", "4          5          6", 1);
    let text = format!("{ABOVE}{COLUMNS}\n  (a) With an even game.\n\nRUY LOPEZ (continued)\n\n{next}");
    let report = read(&text);
    assert_eq!(played(&report), [WAYS, WAYS].concat());
    let rounds =
        report.games.iter().map(|found| found.game.tag("Round").map_or(String::new(), str::to_owned));
    assert_eq!(rounds.collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn what_the_columns_have_in_common_may_stand_in_their_midst() {
    let text = "\
                   P-K4
     1
                   P-K4
         Kt-KB3               P-KB4
     2
         Kt-QB3    Kt-KB3     PxP
         B-Kt5     KtxP       Kt-KB3
     3
         P-QR3     P-Q3       P-KKt4
         B-R4      Kt-KB3     B-B4
     4
         Kt-B3     KtxP       P-Kt5
";
    let ways =
        ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4", "e4 e5 f4 exf4 Nf3 g5 Bc4 g4"];
    assert_eq!(played(&read(text)), ways);
}

#[test]
fn a_column_that_is_not_read_to_its_end_is_partial() {
    let verdicts = |columns: &str| {
        let text = format!("{ABOVE}{columns}");
        let report = read(&text);
        let verdicts: Vec<_> = report.games.iter().map(|found| found.game.verdict).collect();
        assert!(!verdicts.is_empty(), "{text}");
        verdicts
    };
    // A cell that is lost, and one that cannot be read.
    for word in ["     ", "Best "] {
        let found = verdicts(&COLUMNS.replace("Q-K2 ", word));
        assert_eq!(found[0], Some(Verdict::Certain));
        assert_ne!(found[1], Some(Verdict::Certain), "{found:?}");
    }
    // A line that is lost: White's, or Black's.
    for line in ["     6   P-Q4       P-Q4       QxP\n", "         KtxP       B-Q2       PxP\n"] {
        let found = verdicts(&COLUMNS.replace(line, ""));
        assert!(!found.contains(&Some(Verdict::Certain)), "{found:?}");
    }
}

#[test]
fn a_number_that_is_misprinted_counts_on() {
    let text = format!("{ABOVE}{}", COLUMNS.replace("     5   O-O", "     8   O-O"));
    assert_eq!(played(&read(&text)), WAYS);
}

#[test]
fn rows_below_the_names_of_the_sides_are_no_columns() {
    let text = "\
WHITE.      BLACK.
1. P-K4     P-K4
   P-Q4     P-Q4
2. Kt-KB3   Kt-QB3
   B-B4     Kt-KB3
3. B-Kt5    P-QR3
   B-B4     B-B4
";
    assert_eq!(read(text).games.len(), 1);
}

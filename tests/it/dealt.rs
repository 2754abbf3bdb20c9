//! Columns of raw print that stood side by side and were handed out one below the other.
use descant::game::Verdict;

use crate::recognized::{dashed_words, long_games, plain, read, row_halves, san};
use crate::replay_damage::games;

/// Two games stand one below the other on a page, each with its second half beside its first, and a recogniser handed out
/// column by column: White's of both games, Black's with the numbers of the second halves, and so on. A move is torn.
#[test]
fn columns_of_two_games_on_a_page_are_told_by_their_numbers_and_lengths() {
    let games = games();
    let chosen = long_games(&games, 40, 12);
    let mut exact = 0;
    for pair in chosen.chunks(2) {
        let all: Vec<Vec<String>> = pair.iter().map(|game| dashed_words(game)).collect();
        let mut text = String::from("112\n\nCHESS GAMES.\n\n");
        for column in 0..4 {
            for (game, words) in all.iter().enumerate() {
                let [first, second] = row_halves(words);
                let rows = if column < 2 { &first } else { &second };
                let side = column % 2;
                text +=
                    ["SMITH.\n\nWhite.\n", "JONES.\n\nPlayed at Bath.\n\nBlack.\n", "White.\n", "Black.\n"]
                        [column];
                for (i, row) in rows.iter().enumerate() {
                    let Some(cell) = row.get(side) else { continue };
                    // One that is printed in another place and not read.
                    let cell = if (column, i) == (0, 7) { "db ok 2s" } else { cell };
                    text += cell;
                    if column == 1 && i < second.len() {
                        text += &format!(" {}.", first.len() + i + 1);
                    }
                    text += "\n";
                }
                text +=
                    ["\n", "\n", &format!("\nGAME No. {}.\n\n", game + 2), "\nBlack resigns.\n\n"][column];
            }
        }
        let report = read(&text);
        let found: Vec<String> = (0..report.games.len()).map(|at| san(&report, at)).collect();
        exact += pair.iter().filter(|game| found.contains(&plain(game))).count();
        assert!(report.games.iter().all(|found| found.game.verdict != Some(Verdict::Certain)));
    }
    assert!(exact >= 9, "{exact} of {}", chosen.len());
}

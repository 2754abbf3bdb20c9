//! The tables of `descant stats`, run as a user runs them.
use std::path::{Path, PathBuf};

use super::console;

/// A fixture of this subject.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/stats").join(name)
}

/// Runs the program on a text; its exit code, standard output and standard error.
pub fn descant(args: &[&str], input: &str) -> (i32, String, String) {
    let output = console::run(args, input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// The rows of a table, each as the values by column name.
pub fn rows(csv: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes())
        .deserialize()
        .map(|row| row.expect("a row as long as the header"))
        .collect()
}

fn table(args: &[&str]) -> String {
    let games = std::fs::read_to_string(fixture("games.pgn")).expect("the fixture");
    let mut all = vec!["stats", "--quiet"];
    all.extend(args);
    let (code, out, error) = descant(&all, &games);
    assert_eq!(code, 0, "{error}");
    out
}

/// Counted with python-chess and by hand.
const GAMES: &str = "\
game,result,termination,plies,checks_white,checks_black,captures_white,captures_black,promotions,castled_white,castled_black,first_capture_ply,queens_off_ply,max_repetition,max_halfmove_clock,material_white,material_black,final_fen,position_key,comments,variations,problems,white
1,1-0,checkmate,33,4,0,6,6,0,O-O-O,,7,,1,5,15,25,1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17,78b68312afbac537,1,2,0,\"Morphy, Paul\"
2,1/2-1/2,threefold,8,0,0,0,0,0,,,,,3,8,39,39,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5,463b96181691fc9c,0,0,0,\"Aa, \"\"Bee\"\"\"
3,*,insufficient,1,0,0,0,0,1,,,,0,1,0,3,0,N7/7k/8/8/8/8/7K/8 b - - 0 40,59ab9763770098e7,0,0,0,\"Morphy, Paul\"
4,0-1,resignation-or-agreement,0,0,0,0,0,0,,,,,1,0,39,39,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,463b96181691fc9c,0,0,0,\"Morphy, Paul\"
5,*,unfinished,4,0,0,0,0,0,O-O,O-O,,,1,4,39,39,nrbq1rkb/pppppppp/5n2/8/8/5N2/PPPPPPPP/NRBQ1RKB w - - 4 3,60cba0ab48c82a90,0,0,0,One
";

#[test]
fn the_table_of_games_agrees_with_python_chess() {
    let columns = GAMES.lines().next().expect("a header");
    assert_eq!(table(&["--columns", columns]), GAMES);
}

#[test]
fn rows_of_half_moves_hold_texts_of_any_length() {
    for length in [0, 1, 60, 1900, 1990, 2000, 2020, 2047, 2048, 2049, 5000] {
        let event = "x".repeat(length);
        let game = format!("[Event \"{event}\"]\n\n1. e4 e5 2. Ke2 *\n");
        let columns = ["--table", "moves", "--columns", "game,event,ply,captured,event,san,check"];
        let (code, out, error) = descant(&[&["stats", "--quiet"], &columns[..]].concat(), &game);
        assert_eq!(code, 0, "{error}");
        let row = |ply, san| format!("1,{event},{ply},,{event},{san},false\n");
        let wanted = [
            "game,event,ply,captured,event,san,check\n".to_owned(),
            row(1, "e4"),
            row(2, "e5"),
            row(3, "Ke2"),
        ];
        assert!(out == wanted.concat(), "{length}");
        let (_, out, _) = descant(&["stats", "--quiet", "--table", "moves", "--columns", "event"], &game);
        let cell = if length == 0 { "\"\"" } else { event.as_str() };
        assert!(out == format!("event\n{cell}\n{cell}\n{cell}\n"), "{length}");
    }
}

#[test]
fn the_table_of_games_has_the_columns_promised() {
    let out = table(&[]);
    let header = out.lines().next().expect("a header");
    assert!(
        header.starts_with("game,file,line,byte,event,site,date,year,date_tag,round,white,black,result,white_points,termination,white_elo,")
    );
    assert!(
        header
            .ends_with(",material_white,material_black,endgame,comments,variations,reading,repairs,problems")
    );
    let rows = rows(&out);
    assert_eq!(rows.iter().map(|row| &*row["line"]).collect::<Vec<_>>(), ["1", "16", "27", "39", "50"]);
    assert_eq!(rows[0]["eco"], "C41");
    assert_eq!(rows[2]["endgame"], "KNk");
    assert_eq!(rows[2]["start_fen"], "8/P6k/8/8/8/8/7K/8 w - - 0 40");
    assert_eq!((&*rows[0]["white_elo"], &*rows[1]["white_elo"]), ("2600", ""));
    assert_eq!(rows[1]["moves_key"].len(), 32);
}

#[test]
fn empty_input_gives_the_header_alone() {
    for name in ["games", "moves", "players", "openings", "years", "results"] {
        let (code, out, error) = descant(&["stats", "--quiet", "--table", name], "");
        assert_eq!((code, out.lines().count()), (1, 1), "{name}: {error}");
        assert!(out.ends_with('\n') && out.contains(','));
    }
}

#[test]
fn a_move_has_its_glyphs_and_what_the_comment_after_it_says() {
    let input = "1. e4 {[%clk 1:00:05] [%eval 0.3]} e5 $1 $14 (1... c5 {no}) 2. d4 exd4 3. f4 dxc3 *";
    let input = input.replace("3. f4 dxc3", "3. c4 dxc3");
    let (code, out, error) = descant(&["stats", "--quiet", "--table", "moves"], &input);
    assert_eq!(code, 0, "{error}");
    let rows = rows(&out);
    assert_eq!(rows.len(), 6);
    let cells =
        |row: usize, names: &[&str]| names.iter().map(|name| rows[row][*name].clone()).collect::<Vec<_>>();
    assert_eq!(
        cells(0, &["game", "ply", "move", "color", "san", "uci", "piece"]),
        ["1", "1", "1", "white", "e4", "e2e4", "P"]
    );
    assert_eq!(cells(0, &["clock", "eval", "nags", "comment_length"]), ["3605", "30", "", "26"]);
    assert_eq!(cells(1, &["clock", "eval", "nags", "comment_length"]), ["", "", "[1,14]", "0"]);
    assert_eq!(
        cells(3, &["san", "captured", "en_passant", "material", "halfmove_clock"]),
        ["exd4", "P", "false", "-1", "0"]
    );
    assert_eq!(
        cells(5, &["san", "captured", "en_passant", "material", "check"]),
        ["dxc3", "P", "true", "-2", "false"]
    );
    assert_eq!(rows[4]["fen"], "rnbqkbnr/pppp1ppp/8/8/2PpP3/8/PP3PPP/RNBQKBNR b KQkq c3 0 3");
}

#[test]
fn moves_are_chosen_by_columns_of_moves_and_games() {
    let out = table(&[
        "--table",
        "moves",
        "--columns",
        "game,san",
        "--where",
        "mate or promotion=N and white~morphy",
    ]);
    assert_eq!(out, "game,san\n1,Rd8#\n3,a8=N\n");
    let out = table(&["--table", "moves", "--columns", "game,ply,repetition", "--where", "repetition>2"]);
    assert_eq!(out, "game,ply,repetition\n2,8,3\n");
}

#[test]
fn totals_add_up() {
    let players = rows(&table(&["--table", "players"]));
    let sum = |name: &str| players.iter().map(|row| row[name].parse::<u32>().expect("a count")).sum::<u32>();
    // Five games; one player is not known, and is none.
    assert_eq!((sum("games"), sum("wins"), sum("losses"), sum("draws"), sum("unfinished")), (9, 2, 2, 2, 3));
    let morphy = players.iter().find(|row| row["player"] == "Morphy, Paul").expect("a row");
    assert_eq!((&*morphy["games"], &*morphy["score"]), ("3", "50.0"));
    // One rated opponent (1800), one point: 800 above (FIDE Handbook B.02).
    assert_eq!((&*morphy["average_opponent_elo"], &*morphy["performance"]), ("1800", "2600"));
    let duke = players.iter().find(|row| row["player"].starts_with("Duke")).expect("a row");
    assert_eq!((&*duke["black_games"], &*duke["black_draws"], &*duke["black_score"]), ("2", "1", "25.0"));
    assert_eq!((&*duke["first_year"], &*duke["last_year"]), ("1858", "1990"));

    let results = table(&["--table", "results", "--columns", "result,termination,games,percent"]);
    assert_eq!(
        results,
        "result,termination,games,percent\n1-0,checkmate,1,20.0\n1/2-1/2,threefold,1,20.0\n\
         0-1,resignation-or-agreement,1,20.0\n*,insufficient,1,20.0\n*,unfinished,1,20.0\n"
    );
    let years = table(&["--table", "years", "--columns", "year,games,white_wins,black_wins,average_plies"]);
    assert_eq!(
        years,
        "year,games,white_wins,black_wins,average_plies\n1858,1,1,0,33.0\n1990,2,0,1,4.0\n2009,1,0,0,4.0\n,1,0,0,1.0\n"
    );
    let openings = rows(&table(&["--table", "openings"]));
    let games: u32 = openings.iter().map(|row| row["games"].parse::<u32>().expect("a count")).sum();
    assert_eq!(games, 5);
}

#[test]
fn wrong_columns_and_expressions_are_usage_errors_that_say_where() {
    let (code, _, error) = descant(&["stats", "--columns", "white,blak"], "");
    assert!(code == 2 && error.contains("`blak`") && error.contains("the nearest are black,"), "{error}");
    let (code, _, error) = descant(&["stats", "--where", "result=1-0 and"], "");
    assert!(code == 2 && error.contains("column 15"), "{error}");
    let (code, _, error) = descant(&["stats", "--where", "whiteelo>3"], "");
    assert!(code == 2 && error.contains("no column `whiteelo`; the nearest are white_elo,"), "{error}");
    for (expression, column, words) in [
        ("white contains Morphy", "column 7", "`~` (has the words)"),
        ("white = Paul Morphy", "column 14", "stands in quotes"),
        ("plies>3 && plies<9", "column 9", "`and`, `or` or the end"),
        ("(plies>3) plies<9", "column 11", "expected `and`, `or` or the end of the expression\n"),
    ] {
        let (code, _, error) = descant(&["stats", "--where", expression], "");
        assert!(code == 2 && error.contains(column) && error.contains(words), "{expression}: {error}");
    }
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let games = std::fs::read_to_string(fixture("games.pgn")).expect("the fixture").repeat(3000);
    for name in ["games", "players", "openings"] {
        let one = descant(&["stats", "--quiet", "--jobs", "1", "--table", name], &games);
        let three = descant(&["stats", "--quiet", "--jobs", "3", "--table", name], &games);
        assert!(one == three, "{name}");
        assert!(one.1.len() > 100);
    }
}

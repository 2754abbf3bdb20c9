//! The page of `descant report`: nothing in it is lost, and nothing from a text becomes markup. What its script draws is
//! tested in a browser (`tests/page`).
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

fn page(args: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(["report", "--quiet"])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program");
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("UTF-8")
}

fn scratch(name: &str, text: &str) -> String {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = dir.join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// What the script of the page is given.
fn data(page: &str) -> Value {
    let json = between(page, "<script type=\"application/json\" id=\"data\">", "</script>");
    serde_json::from_str(json).expect("JSON")
}

/// The entries of a list.
fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// The half-moves of a game as the page's table has them.
fn cells(game: &Value) -> Vec<&Value> {
    let rows = list(game, "rows").iter();
    rows.flat_map(|row| [&row["white"], &row["black"]]).filter(|cell| cell.is_object()).collect()
}

/// The words of a line of the text.
fn words(line: &Value) -> String {
    list(line, "pieces").iter().filter_map(|piece| piece["text"].as_str()).collect()
}

/// Every element is closed, in order.
fn is_balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("a whole tag");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or("");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "before {}", &after.chars().take(80).collect::<String>());
        } else if !matches!(name, "!DOCTYPE" | "meta" | "input") && !tag.ends_with('/') {
            open.push(name);
            if matches!(name, "style" | "script") {
                rest = &after[after.find("</").expect("an end")..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

const EVIL: &str = "<script>alert(1)</script>";

#[test]
fn what_stands_in_a_record_never_becomes_markup() {
    let pgn = format!(
        "[Event \"{EVIL}\"]\n[White \"{EVIL}\"]\n[Black \"x' onclick=alert(1) \"]\n[Odd{EVIL} \"</td>\"]\n[Result \"*\"]\n\n\
         {{ {EVIL} </pre> }} 1. e4 {{ <img src=x> }} e5 2. Nf3 ({EVIL} 2. Ke3) 2... {EVIL} *\n"
    );
    let text = format!(
        "{EVIL}\n\nWHITE\tBLACK\n1. P-K4\t1. P-K4\n2. Kt-KB3 {EVIL}\t2. P-Q3\n3. P-Q4 </pre>\t3. B-Kt5\n4. PxP\t4. BxKt\n\
         5. QxB\t5. PxP\n6. B-QB4\t6. Kt-KB3\n7. <img src=x>\t7. Q-K2\n"
    );
    let pgn = scratch("<b>evil.pgn", &pgn);
    let text = scratch("<b>evil.txt", &text);
    for input in [&pgn, &text] {
        for from in ["pgn", "text"] {
            let page = page(&["--from", from, "--title", "</title><b>", input, input]);
            assert_eq!(page.matches("<script").count(), 2, "{from} {input}");
            assert_eq!(page.matches("</script").count(), 2, "{from} {input}");
            assert!(!page.contains("<img") && !page.contains("<b>evil"), "{from} {input}");
            assert!(!page.contains("</title><b>"));
            is_balanced(&page);
        }
    }
    let page = page(&[&pgn]);
    let game = &data(&page)["games"][0];
    assert_eq!(game["heading"], format!("{EVIL} – x' onclick=alert(1)"), "the words themselves are shown");
}

#[test]
fn every_game_and_every_doubtful_move_is_there() {
    let damaged = data(&page(&["fixtures/cli/damaged.pgn"]));
    let games = list(&damaged, "games");
    assert_eq!(games.len(), 3);
    // An illegal move after six half-moves, an ambiguous one after eight, and a tag.
    let place = |game: usize| &list(&games[game], "places")[0];
    assert_eq!((&place(0)["ply"], &place(0)["printed"]), (&json!(6), &json!("Nxe6")));
    assert_eq!(place(0)["findings"][0]["code"], "illegal-move");
    assert_eq!(place(1)["ply"], 8);
    assert!(place(1)["findings"][0]["help"].as_str().expect("words").ends_with("Nbd2, Nfd2"), "{}", place(1));
    assert_eq!(games[2]["findings"][0]["code"], "tag-quotes");
    assert!(games.iter().any(|game| game["heading"] == "Clark, C. – Adams, A."));
    assert!(list(place(1), "legal").contains(&json!(["Nbd2", "b1d2"])), "{}", place(1));
    // It is decided as the places of texts are.
    assert_eq!(place(0)["row"][1], "Nxe6");
    let misprint = data(&page(&["fixtures/cli/opera-misprint.txt"]));
    let game = &misprint["games"][0];
    let place = &game["places"][0];
    assert_eq!(
        (&place["ply"], &place["san"], &place["part"]),
        (&json!(12), &json!("Qb3"), &json!("the rank"))
    );
    let marked =
        list(game, "lines").iter().flat_map(|line| list(line, "pieces")).find(|piece| piece["place"] == 12);
    assert_eq!(marked.expect("the printed words are marked")["text"], "Q—QKt4");
}

#[test]
fn the_row_of_a_doubt_decides_it() {
    let misprint = data(&page(&["fixtures/cli/opera-misprint.txt"]));
    let row = &misprint["games"][0]["places"][0]["row"];
    let row: Vec<&str> = (0..3).map(|at| row[at].as_str().expect("a column")).collect();
    assert_eq!(row[..2], ["12:4", "Q—QKt4"]);
    let file = scratch("row.tsv", &format!("{}\n{}\tQb3\n", descant::decisions::HEAD, row.join("\t")));
    let again = data(&page(&["fixtures/cli/opera-misprint.txt", "--decisions", &file]));
    assert_eq!(again["games"][0]["status"], "edited");
    assert!(list(&again["games"][0], "places").is_empty(), "{again}");
    assert!(again["decided"].as_str().expect("the file").ends_with("\tQb3\n"));
}

#[test]
fn a_finding_without_words_stands_with_the_move_that_was_put_in() {
    let text = include_str!("../../fixtures/cli/opera.txt").replace("8. P—B3", "");
    assert_ne!(text, include_str!("../../fixtures/cli/opera.txt"));
    let page = data(&page(&["--from", "text", &scratch("gap.txt", &text)]));
    let game = &page["games"][0];
    let put_in = list(game, "places").iter().find(|place| place["ply"] == 15).expect("the half-move");
    assert_eq!(put_in["printed"], "");
    assert!(list(game, "findings").is_empty(), "{game}");
    assert_eq!(put_in["row"][1], "", "the place between the words beside it");
}

#[test]
fn words_that_end_a_game_printed_in_fractions_are_decided_by_a_move() {
    let text = "Petroff's Defence:--\n\n    P-K4     Kt-KB3   KtxP     K-KB3\n  1 ------ 2 ------ 3 ------ 4 -------\n    \
                P-K4     Kt-KB3   P-Q3     KtxP\n\nScotch Game:--\n\n    P-K4     Kt-KB3   P-Q4     KtxP\n  1 ------ 2 \
                ------ 3 ------ 4 -------\n    P-K4     Kt-QB3   PxP      Kt-B3\n";
    let path = scratch("report-fractions.txt", text);
    let data = data(&page(&[&path]));
    let game = &data["games"][0];
    assert_eq!((&game["status"], &game["findings"]), (&json!("partial"), &json!([])));
    let place = &game["places"][0];
    // White's row stands above that of Black's last move.
    assert_eq!((&place["ply"], &place["printed"]), (&json!(6), &json!("K-KB3")));
    assert!(list(place, "legal").iter().any(|legal| legal[0] == "Nf3"), "{}", place["legal"]);
    let row = list(place, "row").iter().filter_map(Value::as_str).collect::<Vec<_>>();
    let decisions = format!(
        "place\tprinted\taround\tdecision\tmoves\n{}\t{}\t{}\tNf3\t{}\n",
        row[0], row[1], row[2], row[3]
    );
    let decisions = scratch("report-fractions.tsv", &decisions);
    let again = self::data(&page(&[&path, "--decisions", &decisions]));
    assert_eq!(again["games"][0]["status"], "edited");
    assert_eq!(again["games"][0]["plies"], 8);
}

#[test]
fn comments_for_programs_are_shown_in_the_text_alone() {
    let pgn = "1. e4 {[%clk 0:05:00]} e5 {[%eval 0.1] [%clk 0:04:59]} 2. Nf3 {[%csl Re5] here} *\n";
    let page = data(&page(&["--from", "pgn", &scratch("clock.pgn", pgn)]));
    let game = &page["games"][0];
    let notes: Vec<&Value> = list(game, "rows").iter().flat_map(|row| list(row, "notes")).collect();
    assert_eq!(notes, [&json!("[%csl Re5] here")]);
    assert!(list(game, "lines").iter().any(|line| words(line).contains("{[%clk 0:05:00]}")));
}

#[test]
fn the_lines_of_the_text_are_shown_as_they_stand() {
    let text = include_str!("../../fixtures/cli/opera-misprint.txt");
    let page = data(&page(&["fixtures/cli/opera-misprint.txt"]));
    let shown = list(&page["games"][0], "lines");
    let mut count = 0;
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            let there = shown.iter().find(|shown| shown["number"] == number).expect("the line");
            assert_eq!(words(there), line);
            count += 1;
        }
    }
    assert_eq!(count, 17);
}

#[test]
fn a_script_that_knows_no_rules_can_play_the_moves() {
    let pgn = "1. e4 Nf6 2. e5 d5 3. exd6 e6 4. Nf3 Be7 5. Bd3 O-O 6. O-O b6 7. dxc7 Bb7 8. cxb8=N *\n";
    let page = data(&page(&["--from", "pgn", &scratch("codes.pgn", pgn)]));
    let codes: Vec<&str> = cells(&page["games"][0]).iter().filter_map(|cell| cell["code"].as_str()).collect();
    assert_eq!(codes[4], "e5d6xd5");
    assert_eq!((codes[9], codes[10]), ("e8g8+h8f8", "e1g1+h1f1"));
    assert_eq!(codes[14], "c7b8n");
}

#[test]
fn the_page_fetches_nothing_and_is_sound() {
    for inputs in [
        &["fixtures/cli/damaged.pgn"][..],
        &["fixtures/cli/opera.txt"],
        &["--from", "text", "fixtures/pgn/reading.txt"],
        &["fixtures/games/games.pgn", "fixtures/cli/damaged.pgn", "fixtures/books/layouts.txt"],
    ] {
        let page = page(inputs);
        is_balanced(&page);
        for fetched in [" src=", "url(", "@import", "<link", "<iframe"] {
            assert!(!page.contains(fetched), "{fetched} in {inputs:?}");
        }
    }
}

#[test]
fn games_in_doubt_are_shown_before_the_others() {
    let two = page(&["--max-games", "2", "fixtures/cli/club.pgn", "fixtures/cli/damaged.pgn"]);
    let two = data(&two);
    let ids: Vec<&Value> = list(&two, "games").iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, ["f2g1", "f2g2"]);
    assert_eq!(two["total"], 5);
    let all = data(&page(&["--max-games", "5", "fixtures/cli/club.pgn", "fixtures/cli/damaged.pgn"]));
    assert_eq!(list(&all, "games").len(), 5);
}

#[test]
fn the_page_is_the_same_for_any_number_of_threads() {
    let mut many = String::new();
    for _ in 0..400 {
        many += include_str!("../../fixtures/cli/club.pgn");
        many += "\n";
        many += include_str!("../../fixtures/cli/damaged.pgn");
        many += "\n";
    }
    let many = scratch("many.pgn", &many);
    let one = page(&["--jobs", "1", "--max-games", "30", &many]);
    assert!(data(&one)["total"] == 2000 && one.contains("\"id\":\"g3\""));
    for jobs in ["2", "5"] {
        assert!(one == page(&["--jobs", jobs, "--max-games", "30", &many]), "{jobs}");
    }
}

#[test]
fn printed_words_stand_beside_the_moves_where_they_differ() {
    let printed = data(&page(&["fixtures/cli/opera-misprint.txt"]));
    assert_eq!(printed["games"][0]["words"], true);
    assert_eq!(data(&page(&["fixtures/cli/club.pgn"]))["games"][0]["words"], false);
}

#[test]
fn paper_is_white_whatever_the_screen() {
    let page = page(&["fixtures/cli/club.pgn"]);
    assert_eq!(page.matches("prefers-color-scheme: dark").count(), 1);
    assert!(page.contains("@media screen and (prefers-color-scheme: dark)"));
}

/// What stands between two marks of the page, once.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(begin).expect("a beginning");
    let (inside, rest) = rest.split_once(end).expect("an end");
    assert!(!rest.contains(begin), "{begin} stands twice");
    inside
}

#[test]
fn the_policy_of_the_page_lets_its_own_script_and_style_run_and_no_others() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let page = page(&["fixtures/cli/opera-misprint.txt"]);
    let hash = |text: &str| {
        let digest = sha2::Sha256::digest(text.as_bytes());
        format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(digest))
    };
    let script = hash(between(&page, "<script>", "</script>"));
    let style = hash(between(&page, "<style>", "</style>"));
    let expected = format!(
        "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
    );
    assert_eq!(between(&page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">"), expected);
    // What the policy would stop: styles and scripts in attributes.
    for attribute in [" style=", " onclick=", " onload=", "javascript:"] {
        assert!(!page.contains(attribute), "{attribute}");
    }
}

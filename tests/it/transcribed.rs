//! Pages that a program transcribed, as Markdown, LaTeX, HTML or JSON: the game is whole, and its notes stand at their moves.
use std::fmt::Write;

use super::console;

const MOVES: [(&str, &str); 9] = [
    ("P-K4", "P-K4"),
    ("Kt-KB3", "Kt-QB3"),
    ("B-B4", "B-B4"),
    ("P-QKt4", "BxKtP"),
    ("P-B3", "B-R4"),
    ("P-Q4", "PxP"),
    ("O-O", "P-Q3"),
    ("PxP", "B-Kt3"),
    ("P-Q5", "QKt-K2"),
];

const PLAYED: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d6 8. cxd4 Bb6 9. d5 Nce7";

/// What is written of a text on one line, but for the verdicts that all games are certain.
fn read(text: &str) -> String {
    let done = console::run(&["convert", "-"], text.as_bytes());
    let written = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(written.contains("[Reading "), "{text}");
    for verdict in written.lines().filter(|line| line.starts_with("[Reading")) {
        assert_eq!(verdict, "[Reading \"certain\"]", "{text}\n{written}");
    }
    written.lines().filter(|line| !line.starts_with("[Reading")).collect::<Vec<_>>().join(" ")
}

fn rows(row: impl Fn(usize, &str, &str) -> String) -> String {
    (1..).zip(MOVES).map(|(number, (white, black))| row(number, white, black)).collect()
}

fn plays(text: &str) {
    let written = read(text);
    let is_whole =
        ["0-1", "{White resigns.} 0-1"].iter().any(|end| written.contains(&format!("{PLAYED} {end}")));
    assert!(is_whole && written.matches("[Event ").count() == 1, "{text}\n{written}");
    assert!(written.contains("[Event \"?\"]"), "{written}");
}

#[test]
fn escaped_signs_say_what_they_are() {
    let escaped = |words: &str| words.replace('-', "\\-");
    let rows = rows(|number, white, black| format!("{number}\\. {}  {}  \n", escaped(white), escaped(black)));
    plays(&format!("**ALDER \\- BIRCH**\n\n{rows}\nWhite resigns\\.\n"));
}

/// A page of Markdown whose first line is a comment is no page of HTML: its lines are lines.
#[test]
fn comments_at_the_head_of_a_page_join_no_lines() {
    let rows = rows(|number, white, black| format!("{number} {white} {black}\n"));
    let game = format!("# GAME 1.\n\nAlder v. Birch\n\nLondon, 1851\n\n{rows}\nWhite resigns.\n");
    let told = |head: &str| read(&format!("{head}{game}")).replace("line 9", "line 7");
    assert!(told("").contains("[White \"Alder\"]"), "{}", told(""));
    for head in ["<!-- PageNumber=\"29\" -->\n\n", "<!-- a -->\n<!-- b -->\n"] {
        assert_eq!(told(head), told(""));
    }
}

#[test]
fn a_list_that_numbers_itself_is_one_game() {
    for sign in [", ", "   "] {
        let rows = rows(|_, white, black| format!("1. {white}{sign}{black}\n"));
        plays(&format!("## Alder v. Birch\n\n{rows}\nWhite resigns.\n"));
        let both = format!("## Alder v. Birch\n\n{rows}\nWhite resigns.\n\n## Cedar v. Fir\n\n{rows}\n0-1\n");
        assert_eq!(read(&both).matches(PLAYED).count(), 2, "{both}");
    }
    // Other ways to begin are many games.
    let others =
        "1. P-K4 P-K4 2. Kt-KB3\n1. P-Q4 P-Q4 2. P-QB4\n1. P-K4 P-K3 2. P-Q4\n1. P-K4 P-QB4 2. P-Q4\n";
    let done = console::run(&["convert", "-"], others.as_bytes());
    assert!(String::from_utf8(done.stdout).expect("UTF-8").matches("[Event").count() >= 4);
}

#[test]
fn formulas_and_commands_are_words() {
    let formula = |words: &str| format!("${}$", words.replace('x', " \\times "));
    let barred = rows(|number, white, black| format!("| {number} | {} | {black} |\n", formula(white)));
    plays(&format!(
        "\\section*{{GAME 1}}\n\nAlder v. Birch\n\n| | White | Black |\n|---|---|---|\n{barred}\nWhite resigns.\n"
    ));
    let set = rows(|number, white, black| {
        format!("{number} & {white} & $\\mathrm{{{}}}$ \\\\\n\\hline\n", black.replace('x', " \\times "))
    });
    plays(&format!(
        "\\section*{{GAME 1}}\n\nAlder v. Birch\n\n\\begin{{center}}\n\\begin{{tabular}}{{|l|l|l|}}\n\\hline\n & White & Black \\\\\n\\hline\n{set}\\end{{tabular}}\n\\end{{center}}\n\nWhite resigns.\n"
    ));
}

#[test]
fn marks_in_italics_in_brackets_and_above_the_line_find_their_notes() {
    for (mark, note) in
        [("(*a*)", "(*a*)"), ("[^1]", "[^1]:"), ("^1^", "^1^"), ("<sup>1</sup>", "<sup>1</sup>")]
    {
        let rows = rows(|number, white, black| {
            let mark = if number == 4 { mark } else { "" };
            format!("| {number}. | {white}{mark} | {black} |\n")
        });
        let text = format!(
            "## Alder v. Birch\n\n| | White | Black |\n|---|---|---|\n{rows}\n*White resigns*\n\n{note} The usual offer, and a sound one.\n"
        );
        let written = read(&text);
        assert!(written.contains("4. b4 {The usual offer, and a sound one.} 4... Bxb4"), "{text}\n{written}");
    }
}

#[test]
fn notes_behind_all_games_go_to_the_one_with_their_mark() {
    let mut text = String::new();
    for (game, mark) in [("Alder v. Birch", "[^1]"), ("Cedar v. Fir", "[^2]"), ("Larch v. Oak", "[^3]")] {
        let rows = rows(|number, white, black| {
            format!("{number}. {white} {black}{}\n", if number == 4 { mark } else { "" })
        });
        let _ = write!(text, "## {game}\n\n{rows}\nWhite resigns.\n\n");
    }
    text += "---\n\n[^1]: The usual reply.\n[^2]: White has a strong attack.\n[^3]: This loses time.\n";
    let written = read(&text);
    let games: Vec<&str> = written.split("[Event ").skip(1).collect();
    for (game, note) in
        games.iter().zip(["The usual reply.", "White has a strong attack.", "This loses time."])
    {
        assert!(game.contains(&format!("Bxb4 {{{note}}} 5. c3")), "{game}");
    }
    assert_eq!(games.len(), 3);
}

#[test]
fn notes_in_a_column_of_their_own_take_no_row() {
    for empty in ["", "..."] {
        let mut rows = rows(|number, white, black| {
            format!(
                "| {number}. | {white} | {black} | {} |\n",
                if number == 3 { "The usual reply." } else { "" }
            )
        });
        let _ =
            writeln!(rows, "| 10. | P-K5 | {empty} | Up to this point both sides had followed the books. |");
        for head in [
            "| No. | White | Black | Notes |\n|---|---|---|---|\n",
            "| | White | Black | |\n|---|---|---|---|\n",
        ] {
            let text = format!("## Alder v. Birch\n\n{head}{rows}\n1-0\n");
            let written = read(&text);
            let last = "10. e5 {Up to this point both sides had followed the books.} 1-0";
            assert!(
                written.contains("Bc5 {The usual reply.} 4. b4") && written.contains(last),
                "{text}\n{written}"
            );
        }
    }
}

#[test]
fn columns_of_lines_in_a_cell_are_rows() {
    let column = |from: usize, to: usize, black: bool| {
        let line = |number: usize| {
            let (white, reply) = MOVES[number - 1];
            format!("{number}. {}", if black { reply } else { white })
        };
        (from..=to).map(line).collect::<Vec<_>>().join("<br>")
    };
    let table = |from, to| {
        format!(
            "| White | Black |\n| --- | --- |\n| {} | {} |\n\n",
            column(from, to, false),
            column(from, to, true)
        )
    };
    let game = format!("{}{}White resigns.\n\n", table(1, 5), table(6, 9));
    let written =
        console::run(&["convert", "-"], format!("## Game 1\n\n{game}## Game 2\n\n{game}").as_bytes());
    let written = String::from_utf8(written.stdout).expect("UTF-8").replace('\n', " ");
    assert_eq!(written.matches(PLAYED).count(), 2, "{written}");
}

#[test]
fn pages_and_moves_in_json_are_read() {
    let page = |from: usize, to: usize| {
        let row = |number: usize| format!("{number}. {}    {}\\n", MOVES[number - 1].0, MOVES[number - 1].1);
        (from..=to).map(row).collect::<String>()
    };
    let pages = format!(
        "[\n{{\"page\": 1, \"text\": \"GAME 1.\\n\\nALDER v. BIRCH.\\n\\n{}\"}},\n{{\"page\": 2, \"text\": \"{}White resigns.\\n\"}}\n]\n",
        page(1, 5),
        page(6, 9)
    );
    plays(&pages);
    let records: Vec<String> = (1..)
        .zip(MOVES)
        .map(|(number, (white, black))| {
            format!("{{\"number\": {number}, \"white\": \"{white}\", \"black\": \"{black}\"}}")
        })
        .collect();
    let game = |white: &str, result: &str| {
        let moves = records.join(", ");
        format!(
            "{{\"white\": \"{white}\", \"black\": \"Birch\", \"moves\": [{moves}], \"result\": \"{result}\"}}"
        )
    };
    let written = read(&format!("{{\"games\": [{}, {}]}}\n", game("Alder", "0-1"), game("Cedar", "1-0")));
    for (name, result) in [("Alder", "0-1"), ("Cedar", "1-0")] {
        assert!(
            written.contains(&format!("[White \"{name}\"] [Black \"Birch\"] [Result \"{result}\"]")),
            "{written}"
        );
    }
    assert_eq!(written.matches(PLAYED).count(), 2, "{written}");
}

#[test]
fn a_result_behind_its_label_ends_the_game_above() {
    for result in ["**Result:** White resigns.", "Result: 0-1"] {
        let rows = rows(|number, white, black| format!("{number}. {white}   {black}\n"));
        let written = read(&format!("## Alder v. Birch\n\n{rows}\n{result}\n\n"));
        assert!(written.contains("[Result \"0-1\"]") && written.contains(PLAYED), "{written}");
    }
}

#[test]
fn heads_of_columns_in_two_lines_name_the_players() {
    let rows =
        rows(|number, white, black| format!("<tr><td>{number}</td><td>{white}</td><td>{black}</td></tr>\n"));
    let text = format!(
        "<h2>Game 1</h2>\n<table>\n<tr><th></th><th>White<br>(Alder)</th><th>Black<br>(Birch)</th></tr>\n{rows}</table>\n<p>White resigns.</p>\n"
    );
    assert!(read(&text).contains("[White \"Alder\"] [Black \"Birch\"]"), "{text}");
}

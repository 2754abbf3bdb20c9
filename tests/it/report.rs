//! The page of `descant report`: nothing in it is lost, nothing from a text becomes markup, and every link leads on.
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

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

/// The values of an attribute, in order.
fn values<'p>(page: &'p str, before: &str) -> Vec<&'p str> {
    page.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The text of the page: no tags, no style, no script; escapes undone.
fn words(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        out += text;
        let (tag, after) = after.split_once('>').expect("a whole tag");
        rest = match tag {
            "style" => after.split_once("</style>").expect("an end").1,
            "script" => after.split_once("</script>").expect("an end").1,
            _ => after,
        };
    }
    out += rest;
    for (code, sign) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/"), ("&amp;", "&")]
    {
        out = out.replace(code, sign);
    }
    out
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
        } else if !matches!(name, "!DOCTYPE" | "meta") && !tag.ends_with('/') {
            open.push(name);
            if matches!(name, "style" | "script") {
                rest = &after[after.find("</").expect("an end")..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Ids are there once, and every link leads to one.
fn links_resolve(page: &str) {
    let ids = values(page, " id=\"");
    let known: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(known.len(), ids.len(), "an id is there twice");
    let mut links = 0;
    for link in values(page, " href=\"") {
        let id = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leads out of the page"));
        assert!(known.contains(id), "#{id} leads nowhere");
        links += 1;
    }
    assert!(links > 0);
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
            assert_eq!(page.matches("<script").count(), 1, "{from} {input}");
            assert_eq!(page.matches("</script").count(), 1, "{from} {input}");
            assert!(!page.contains("<img") && !page.contains("<b>evil"), "{from} {input}");
            assert!(!page.contains("</title><b>"));
            assert!(!page.contains("x' onclick"));
            is_balanced(&page);
        }
    }
    let page = page(&[&pgn]);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;&#x2f;script&gt;"), "the words themselves are shown");
}

#[test]
fn every_game_and_every_doubtful_move_is_there() {
    let damaged = page(&["fixtures/cli/damaged.pgn"]);
    // An illegal move after six half-moves, an ambiguous one after eight, and a tag.
    for id in ["g1", "g2", "g3", "g1p6", "g2p8", "g3f1", "g1t6", "g2t8"] {
        assert!(damaged.contains(&format!(" id=\"{id}\"")), "{id}");
    }
    assert_eq!(damaged.matches("<article").count(), 3);
    // Three last positions, and two places in doubt.
    assert_eq!(damaged.matches("<svg class=\"board\"").count(), 5);
    let told = words(&damaged);
    for part in
        ["Nxe6", "illegal-move", "ambiguous-move", "Nbd2, Nfd2", "tag-quotes", "Clark, C. – Adams, A."]
    {
        assert!(told.contains(part), "{part}");
    }
    let misprint = page(&["fixtures/cli/opera-misprint.txt"]);
    assert!(misprint.contains(" href=\"#g1p12\">7. Qb3</a>"), "the list of misprints leads to the move");
    assert!(
        misprint.contains("class=\"repaired\" href=\"#g1p12\">Q—QKt4</a>"),
        "the printed words are marked"
    );
}

#[test]
fn a_finding_without_words_stands_with_the_move_that_was_put_in() {
    let text = include_str!("../../fixtures/cli/opera.txt").replace("8. P—B3", "");
    assert_ne!(text, include_str!("../../fixtures/cli/opera.txt"));
    let page = page(&["--from", "text", &scratch("gap.txt", &text)]);
    assert!(page.contains(" id=\"g1p15\""), "{}", words(&page));
    assert!(!page.contains(" id=\"g1f1\""), "{}", words(&page));
    assert!(words(&page).contains("not printed"));
    links_resolve(&page);
}

#[test]
fn comments_for_programs_are_shown_in_the_text_alone() {
    let pgn = "1. e4 {[%clk 0:05:00]} e5 {[%eval 0.1] [%clk 0:04:59]} 2. Nf3 {[%csl Re5] here} *\n";
    let page = page(&["--from", "pgn", &scratch("clock.pgn", pgn)]);
    let table = page.split("<table class=\"moves\">").nth(1).and_then(|rest| rest.split("</table>").next());
    let table = words(table.expect("a table"));
    assert!(table.contains("[%csl Re5] here") && !table.contains("%clk"), "{table}");
    assert!(words(&page).contains("{[%clk 0:05:00]}"));
}

#[test]
fn the_lines_of_the_text_are_shown_as_they_stand() {
    let text = include_str!("../../fixtures/cli/opera-misprint.txt");
    let told = words(&page(&["fixtures/cli/opera-misprint.txt"]));
    let mut shown = 0;
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            assert!(told.contains(&format!("{number}{line}")), "{number} {line}");
            shown += 1;
        }
    }
    assert_eq!(shown, 17);
}

#[test]
fn every_link_leads_to_a_place_of_the_page() {
    for inputs in [
        &["fixtures/cli/damaged.pgn"][..],
        &["fixtures/cli/club.pgn"],
        &["fixtures/cli/opera.txt"],
        &["fixtures/books/layouts.txt"],
        &["--from", "text", "fixtures/pgn/reading.txt"],
        &["--from", "pgn", "fixtures/pgn/reading.txt"],
        &["fixtures/games/games.pgn", "fixtures/cli/damaged.pgn", "fixtures/books/layouts.txt"],
    ] {
        let page = page(inputs);
        links_resolve(&page);
        is_balanced(&page);
        for fetched in [" src=", "url(", "@import", "<link", "<iframe"] {
            assert!(!page.contains(fetched), "{fetched} in {inputs:?}");
        }
    }
}

#[test]
fn games_in_doubt_are_shown_before_the_others() {
    let two = page(&["--max-games", "2", "fixtures/cli/club.pgn", "fixtures/cli/damaged.pgn"]);
    assert_eq!(two.matches("<article").count(), 2);
    assert!(two.contains(" id=\"f2g1\"") && two.contains(" id=\"f2g2\""));
    let told = words(&two);
    assert!(told.contains("5 games read.") && told.contains("2 of them are shown here"), "{told}");
    // Where the print is the move itself, only what is in doubt is linked.
    let all = page(&["--max-games", "5", "fixtures/cli/club.pgn", "fixtures/cli/damaged.pgn"]);
    assert_eq!(all.matches("<article").count(), 5);
    assert!(all.contains("<b>Bxh3#</b>") || all.contains("<b>Bxg3#</b>"));
    assert!(all.contains(" id=\"f2g1t6\""));
    assert!(!words(&all).contains("shown here"));
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
    assert!(one.contains("2000 games read.") && one.contains(" id=\"g3\""));
    for jobs in ["2", "5"] {
        assert!(one == page(&["--jobs", jobs, "--max-games", "30", &many]), "{jobs}");
    }
}

#[test]
fn moves_have_the_heads_of_their_columns() {
    let words = page(&["fixtures/cli/opera-misprint.txt"]);
    let head = "<th class=\"n\" scope=\"col\">no.</th><th scope=\"col\">printed</th><th scope=\"col\">White</th>\
                <th scope=\"col\">printed</th><th scope=\"col\">Black</th>";
    assert!(words.contains(head));
    let bare = page(&["fixtures/cli/club.pgn"]);
    assert!(bare.contains("no.</th><th scope=\"col\">White</th><th scope=\"col\">Black</th>"));
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

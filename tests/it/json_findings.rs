//! Findings for programs hold all that is shown of them to eyes, and more where eyes are spared.
use serde_json::Value;

use crate::console::run;

/// Two wings are open at every half-move but the last.
const OPEN: &str = "GAME 1.\n\nWHITE. BLACK.\n1. P-K4 P-K4\n2. P-R3 P-R3\n3. P-R4 P-R4\n4. P-B3 P-B3\n5. P-Kt3 P-Kt3\n\
    6. P-B4 P-B4\n7. P-Kt4 P-Kt4\n8. B-K2 B-K2\nDrawn.\n";

/// A game that dies for good after a choice.
const BROKEN: &str = "GAME 1.\n\nSmith against Jones.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. P-R3 P-R3\n4. B-B4 B-B4\n\
    5. Castles P-Q3\n6. P-B3 Kt-B3\n7. P-Q3 Castles\n8. Q-R8 Kt-K8\n9. K-K5 Q-Q8\n10. R-R7 R-R6\n";

const ODD: &str = "[White \"Adams, A.\"]\n[Black \"Baker, B.]\n[Result \"1-0\"]\n\n1.e2e4 e7e5 2. <x> g1f3 <y> Nc6 3.Nd5 *\n";

fn json(lines: &[u8]) -> Vec<Value> {
    let lines = String::from_utf8_lossy(lines);
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|word| word.as_str().expect("words")).collect()
}

/// All that can be said of a finding from its object.
fn told(finding: &Value) -> Vec<String> {
    let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let mut told = vec![format!("{}[{}]: {}", text("severity"), text("code"), text("message")), text("help")];
    let place = |of: &Value| (of["line"].to_string(), of["column"].to_string());
    let (line, column) = place(finding);
    told.push(format!("{}:{line}:{column}", text("file")));
    for label in finding["labels"].as_array().expect("labels") {
        let (line, column) = place(label);
        let message = label["message"].as_str().expect("words");
        told.extend([message.to_owned(), format!("{message} (line {line}, column {column})")]);
    }
    told.extend(words(&finding["notes"]).into_iter().map(str::to_owned));
    told.push(format!("legal candidates: {}", words(&finding["candidates"]).join(", ")));
    let mut game = format!("game {}", finding["game"]);
    if let (Some(white), Some(black)) = (finding["white"].as_str(), finding["black"].as_str()) {
        game += &format!(", {white} – {black}");
    }
    if finding["ply"].is_u64() {
        game += &format!(", ply {}", finding["ply"]);
    }
    told.push(game);
    told
}

/// What the text form shows beside the lines of the record and the marks below them.
fn shown(text: &str) -> Vec<String> {
    let mut shown = Vec::new();
    for line in text.lines().map(str::trim) {
        let said = match line.split_once(['|', '=']) {
            // `  | ---- here too: a6 or h6`, but no line of the record.
            Some((number, marks)) if number.trim().is_empty() => {
                marks.trim_start_matches([' ', '^', '-', '|']).trim()
            }
            Some((number, _)) if number.trim().parse::<u32>().is_ok() => "",
            _ => line.strip_prefix("-->").unwrap_or(line).trim(),
        };
        let said = said.strip_prefix("note: ").or_else(|| said.strip_prefix("help: ")).unwrap_or(said);
        if !said.is_empty() {
            shown.push(said.to_owned());
        }
    }
    shown
}

#[test]
fn json_findings_hold_all_that_the_text_form_shows() {
    let mut seen = 0;
    for input in [OPEN, BROKEN, ODD, "", "no game\n"] {
        let args = |form| ["check", "-q", "--message-format", form];
        let findings = json(&run(&args("json"), input.as_bytes()).stdout);
        let told: Vec<String> = findings.iter().flat_map(told).collect();
        let text = run(&["check", "--color", "never"], input.as_bytes()).stdout;
        let text = String::from_utf8_lossy(&text);
        // The counts at the end are those of the summary.
        let findings = text.rsplit_once("\n\n").map_or("", |(findings, _)| findings);
        for line in shown(findings) {
            let is_count = line.starts_with("and at ") && line.ends_with(" more places");
            assert!(is_count || told.contains(&line), "{line:?} is not told to programs: {told:#?}");
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn every_open_half_move_of_a_chosen_line_is_told_to_programs() {
    let findings = json(&run(&["check", "--message-format", "json"], OPEN.as_bytes()).stdout);
    let chosen = findings.iter().find(|finding| finding["code"] == "chosen-line").expect("a chosen line");
    let mut places = vec![chosen["start"].as_u64().expect("a place")];
    places.extend(
        chosen["labels"]
            .as_array()
            .expect("labels")
            .iter()
            .map(|label| label["start"].as_u64().expect("a place")),
    );
    let printed: Vec<u64> = OPEN
        .match_indices("P-")
        .filter(|(at, _)| !OPEN[*at..].starts_with("P-K4"))
        .map(|(at, _)| at as u64)
        .collect();
    assert_eq!(places, printed);
}

#[test]
fn how_many_problems_are_not_shown_is_told_to_programs() {
    let done = run(&["check", "-q", "--max-problems", "2", "--message-format", "json"], ODD.as_bytes());
    let findings = json(&done.stdout);
    assert_eq!(findings.len(), 3);
    assert_eq!(findings[2]["code"], "too-many-problems");
    let all = json(&run(&["check", "-q", "--message-format", "json"], ODD.as_bytes()).stdout).len();
    assert_eq!(findings[2]["message"], format!("{} more problems in this game not shown", all - 2));
}

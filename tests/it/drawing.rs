//! Boards as drawings, and games as a page for readers.
use crate::console::run;

fn said(args: &[&str], input: &str) -> String {
    let done = run(args, input.as_bytes());
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("UTF-8")
}

const GAME: &str = "[White \"A <b>&\"]\n[Black \"B\"]\n\n1. e4 {[%csl Ge5][%cal Gd2d4,Rb1c3]} e5 $220 2. Nf3 {[#] here} Nc6 *\n";

#[test]
fn a_board_field_alone_is_a_position() {
    let field = "8/8/8/4k3/8/8/4P3/4K3";
    let whole = said(&["board", &format!("{field} w - - 0 1")], "");
    assert_eq!(said(&["board", field], ""), whole);
    assert!(whole.contains("White to move"));
}

#[test]
fn the_last_move_and_what_is_marked_are_drawn() {
    let drawn = said(&["board", "--format", "svg", "--at", "1", "-"], GAME);
    assert!(drawn.contains("<title>A &lt;b&gt;&amp; – B, after 1. e4</title>"), "{drawn}");
    // e2 and e4 have the colour of the last move, e5 is green; two arrows have a line and a head each.
    assert_eq!(drawn.matches("fill=\"#d9b400\"").count(), 2);
    assert_eq!(drawn.matches("fill=\"#15781b\" opacity=\".5\"").count(), 1);
    assert_eq!(drawn.matches("stroke=\"#15781b\"").count(), 1);
    assert_eq!(drawn.matches("stroke=\"#b01818\"").count(), 1);
    assert_eq!(drawn.matches("<text").count(), 16);
    let bare =
        said(&["board", "--format", "svg", "--no-coordinates", "--theme", "grey", "--at", "1", "-"], GAME);
    assert_eq!(bare.matches("<text").count(), 0);
    assert!(bare.contains("viewBox=\"0 0 360 360\"") && bare.contains("#c4c4c4"));
}

#[test]
fn several_positions_stand_side_by_side() {
    let drawn = said(&["board", "--format", "svg", "--size", "100", "--at", "0,4", "-"], GAME);
    assert_eq!(drawn.matches("<svg").count(), 3);
    assert!(drawn.contains("width=\"216\" height=\"100\""), "{drawn}");
    assert!(
        drawn.contains("the first position</title>") && drawn.contains("after 2… Nc6</title>"),
        "{drawn}"
    );
    let told = said(&["board", "--at", "0,4", "-"], GAME);
    assert_eq!(told.matches("White to move").count(), 2);
}

#[test]
fn a_page_for_readers_has_diagrams_where_they_are_asked_for() {
    let page = said(&["convert", "-q", "--to", "html", "-"], &format!("{GAME}\n{GAME}"));
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    let data: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let games = data["games"].as_array().expect("games");
    assert_eq!(games.len(), 3, "two, and what ends the list");
    assert_eq!(data["reader"], true);
    let rows = &games[1]["rows"];
    assert_eq!(rows[0]["black"]["diagram"], true);
    assert_eq!((&rows[1]["white"]["diagram"], &rows[1]["notes"][0]), (&true.into(), &"here".into()));
    assert!(rows[0]["white"]["diagram"].is_null());
    assert!(!page.contains("<b>&") && page.matches("<script").count() == 2);
}

//! What headings say of a game becomes its tags, in whatever order they say it; what they do not say stays unknown.
use descant::lexicon::Dialect;
use descant::reader::text::{TextOptions, read_text};

use crate::console::run;
use crate::row_forms::MOVES;

const ROWS: &str = "1. P-K4          P-K4\n2. B-B4          Kt-QB3\n3. Q-R5          Kt-B3\n4. QxBP mate.\n";

/// The tags of the one game below a heading; the moves must be those of the rows.
fn tags(heading: &str) -> Vec<(String, String)> {
    let text =
        format!("Some words of prose stand before the game and say nothing of it.\n\n\n{heading}\n\n{ROWS}");
    let done = run(&["convert", "-q"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(out.contains("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"), "{heading}: {out}");
    let pairs = out.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \""));
    pairs
        .filter(|(name, value)| !["Result", "Reading", "Source"].contains(name) && !value.starts_with('?'))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn headings_say_who_played_what_where_and_when() {
    let cases: [(&str, &[(&str, &str)]); 22] = [
        (
            "A. Alder\u{2014}B. Birch; Giuoco Piano.",
            &[("White", "A. Alder"), ("Black", "B. Birch"), ("Opening", "Giuoco Piano")],
        ),
        (
            "Paris, 1882. White. Alder. Black. Birch.",
            &[("Site", "Paris"), ("Date", "1882.??.??"), ("White", "Alder"), ("Black", "Birch")],
        ),
        (
            "GAME XII.\n\nPlayed in the Vienna Tournament, 1882.\nEvans Gambit.\n\nMr. Alder (White).       Mr. Birch (Black).",
            &[
                ("Event", "Vienna Tournament"),
                ("Date", "1882.??.??"),
                ("Round", "12"),
                ("White", "Alder"),
                ("Black", "Birch"),
                ("Opening", "Evans Gambit"),
            ],
        ),
        (
            "THE LONG GAME. London, 1851. Alder v. Birch.",
            &[
                ("Event", "THE LONG GAME"),
                ("Site", "London"),
                ("Date", "1851.??.??"),
                ("White", "Alder"),
                ("Black", "Birch"),
            ],
        ),
        (
            "GAME No. 3\n\nWhite: Alder.         Black: Amateur.\n\nGiuoco Piano (compare p. 35)",
            &[("Round", "3"), ("White", "Alder"), ("Black", "Amateur"), ("Opening", "Giuoco Piano")],
        ),
        (
            "15. ALDER - BIRCH\n\nWorld Championship Match, New York, 1894\n\nRuy Lopez",
            &[
                ("Event", "World Championship Match"),
                ("Site", "New York"),
                ("Date", "1894.??.??"),
                ("Round", "15"),
                ("White", "ALDER"),
                ("Black", "BIRCH"),
                ("Opening", "Ruy Lopez"),
            ],
        ),
        (
            "Ruy Lopez\n\nHastings, 1895\n\nWhite, Alder.   Black, Birch.",
            &[
                ("Site", "Hastings"),
                ("Date", "1895.??.??"),
                ("White", "Alder"),
                ("Black", "Birch"),
                ("Opening", "Ruy Lopez"),
            ],
        ),
        (
            "FIRST GAME.\n\nBetween Messrs. Alder and Birch. Paris, December 20, 1858.\n\nWHITE (Mr. B.)     BLACK (Mr. A.)",
            &[
                ("Site", "Paris"),
                ("Date", "1858.12.20"),
                ("Round", "1"),
                ("White", "Birch"),
                ("Black", "Alder"),
            ],
        ),
        // Neither `Declined` nor `Mar…` is a month.
        (
            "Game 7. Queen's Gambit Declined. White: H. N. Alder. Black: Dr. E. Birch. Cambridge Springs, 1904.",
            &[
                ("Site", "Cambridge Springs"),
                ("Date", "1904.??.??"),
                ("Round", "7"),
                ("White", "H. N. Alder"),
                ("Black", "Dr. E. Birch"),
                ("Opening", "Queen's Gambit Declined"),
            ],
        ),
        (
            "Carlsbad, 1907. Round 3. Marold v. Birch. Four Knights' Game.",
            &[
                ("Site", "Carlsbad"),
                ("Date", "1907.??.??"),
                ("Round", "3"),
                ("White", "Marold"),
                ("Black", "Birch"),
                ("Opening", "Four Knights' Game"),
            ],
        ),
        (
            "ROUND 5\n\nNEW YORK INTERNATIONAL TOURNAMENT, March 21st, 1924\n\nWhite: R. Alder    Black: J. R. Birch",
            &[
                ("Event", "NEW YORK INTERNATIONAL TOURNAMENT"),
                ("Date", "1924.03.21"),
                ("Round", "5"),
                ("White", "R. Alder"),
                ("Black", "J. R. Birch"),
            ],
        ),
        (
            "Played at Cedar's Divan, London, 17th June, 1870, between Mr. Alder and Mr. Birch.",
            &[
                ("Site", "Cedar's Divan, London"),
                ("Date", "1870.06.17"),
                ("White", "Alder"),
                ("Black", "Birch"),
            ],
        ),
        (
            "Blindfold game. Alder (blindfold) v. Birch. New York, Oct. 1857.",
            &[
                ("Event", "Blindfold game"),
                ("Site", "New York"),
                ("Date", "1857.10.??"),
                ("White", "Alder"),
                ("Black", "Birch"),
            ],
        ),
        (
            "White: Dr. S. Alder\nBlack: A. Birch\nSt. Petersburg, 1914\nQueen's Gambit",
            &[
                ("Site", "St. Petersburg"),
                ("Date", "1914.??.??"),
                ("White", "Dr. S. Alder"),
                ("Black", "A. Birch"),
                ("Opening", "Queen's Gambit"),
            ],
        ),
        (
            "GAME NO. 12\n\nKing's Gambit\n\nPlayed at Vienna in 1903\n\nWhite             Black\nAlder         Birch",
            &[
                ("Site", "Vienna"),
                ("Date", "1903.??.??"),
                ("Round", "12"),
                ("White", "Alder"),
                ("Black", "Birch"),
                ("Opening", "King's Gambit"),
            ],
        ),
        (
            "The Long Game\nAdolf Alder - Jean Birch, Berlin 1852",
            &[
                ("Event", "The Long Game"),
                ("Site", "Berlin"),
                ("Date", "1852.??.??"),
                ("White", "Adolf Alder"),
                ("Black", "Jean Birch"),
            ],
        ),
        (
            "Alder-von Birch, Hastings 17.8.1895",
            &[("Site", "Hastings"), ("Date", "1895.08.17"), ("White", "Alder"), ("Black", "von Birch")],
        ),
        (
            "Game 2.\u{2014}French Defence.\nWhite, Alder; Black, Birch. Monte Carlo, 1902.",
            &[
                ("Site", "Monte Carlo"),
                ("Date", "1902.??.??"),
                ("Round", "2"),
                ("White", "Alder"),
                ("Black", "Birch"),
                ("Opening", "French Defence"),
            ],
        ),
        (
            "ALDER AND BIRCH against CEDAR AND ELM. London 1858.",
            &[
                ("Site", "London"),
                ("Date", "1858.??.??"),
                ("White", "ALDER and BIRCH"),
                ("Black", "CEDAR and ELM"),
            ],
        ),
        // A town between commas of a sentence may be that of a player.
        (
            "GAME III.\u{2014}Played in 1854, between Mr. Alder, of Philadelphia, and Mr. Birch, now of the Chess Club, England.",
            &[("Date", "1854.??.??"), ("Round", "3"), ("White", "Alder"), ("Black", "Birch")],
        ),
        (
            "THE EVENING CHESS COLUMN, MAY 2, 1880",
            &[("Event", "THE EVENING CHESS COLUMN, MAY 2, 1880"), ("Date", "1880.05.02")],
        ),
        ("And White has little if any advantage.", &[]),
    ];
    for (heading, expected) in cases {
        let expected: Vec<_> =
            expected.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        assert_eq!(tags(heading), expected, "{heading}");
    }
}

#[test]
fn a_heading_gives_the_whole_name_of_a_player_over_a_column() {
    for (columns, white, black) in [
        ("WHITE (Alder).     BLACK (Allies).", "Paul Alder", "Allies"),
        ("WHITE (Allies).     BLACK (Mr. Alder).", "Allies", "Paul Alder"),
        ("WHITE (Birch).     BLACK (Allies).", "Birch", "Allies"),
    ] {
        let found = tags(&format!("Mr. Paul Alder against two amateurs.\n\n{columns}"));
        let player =
            |name: &str| found.iter().find(|(tag, _)| tag == name).map(|(_, player)| player.as_str());
        assert_eq!((player("White"), player("Black")), (Some(white), Some(black)), "{columns}");
    }
}

#[test]
fn small_words_in_brackets_are_names_over_the_columns() {
    let found = tags("GAME III.\n\nWHITE (Count of Alder).     BLACK (Duke of Birch).");
    let expected = [("Round", "3"), ("White", "Count of Alder"), ("Black", "Duke of Birch")];
    assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn odds_between_a_number_and_the_players_are_given() {
    let found = tags(
        "No. 231. - SICILIAN DEFENCE.\n(Remove White's Queen's Knight.)\nWhite - Mr. Alder. Black - Amateur.",
    );
    let expected = [
        ("Round", "231"),
        ("White", "Alder"),
        ("Black", "Amateur"),
        ("FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
        ("Opening", "SICILIAN DEFENCE"),
        ("SetUp", "1"),
    ];
    assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn a_game_without_a_blank_line_above_it_keeps_its_heading() {
    let rows = ROWS.trim_end();
    let text = format!(
        "OLD GAMES.\n1.\nA short one.\n{rows}\n2.\nPlayed at Vienna in 1760.\nA. Alder. Count of Birch.\n{ROWS}"
    );
    let done = run(&["convert", "-q"], text.as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    let second = out.split("[Event ").nth(2).unwrap_or_else(|| panic!("two games: {out}"));
    for tag in
        ["[Round \"2\"]", "[White \"A. Alder\"]", "[Black \"Count of Birch\"]", "[Date \"1760.??.??\"]"]
    {
        assert!(second.contains(tag), "{tag}: {out}");
    }
    assert!(!out.contains('{'), "no heading is a comment: {out}");
}

/// Words between a title and the moves take nothing from it; nor do their last lines head the game.
#[test]
fn words_below_a_title_introduce_the_game() {
    let words = "The following was played at odds of time, as the custom of the club then was. The attack that White\n\
                 obtains is instructive, and should be compared with others in the\nsame opening, of which Black was fond.";
    for title in [
        "GAME 7.\n\nWhite: Alder. Black: Birch.",
        "No. 7.\n\nAlder v. Birch.",
        "SEVENTH GAME.\n\nBetween Messrs. Alder and Birch.",
        "Game 7: Alder vs. Birch, London, 1862",
        "PARTIE 7\n\nAlder\u{2014}Birch",
        "GAME VII.\n\n(White\u{2014}Mr. Alder.) (Black\u{2014}Mr. Birch.)",
        "## Game 7\n\n**White:** Alder\n**Black:** Birch",
        "### 7. Evans Gambit\n\n*Alder \u{2013} Birch, Paris 1858*",
        "White: Alder\nBlack: Birch\nEvent: London Tournament\nDate: 1862\nRound: 7",
    ] {
        let alone = tags(title);
        let has = |name: &str, value: &str| alone.iter().any(|(known, said)| known == name && said == value);
        assert!(has("White", "Alder") && has("Black", "Birch") && has("Round", "7"), "{title}: {alone:?}");
        assert_eq!(tags(&format!("{title}\n\n{words}")), alone, "{title}");
        assert_eq!(tags(&format!("{title}\n\n{words}\n\nWHITE.          BLACK.")), alone, "{title}");
    }
    assert_eq!(tags(words), []);
    let pair = [("White", "A. Alder"), ("Black", "B. Birch")];
    let pair = pair.map(|(name, said)| (name.to_owned(), said.to_owned()));
    assert_eq!(tags("A. Alder\u{2014}B. Birch"), pair);
    // A town that gave an opening its name.
    let vienna = tags("A. Alder\u{2014}B. Birch\n\nVienna, 1873.");
    assert!(vienna.iter().all(|(name, _)| name != "Opening"), "{vienna:?}");
    // Another game's title heads none but its own.
    let text = format!(
        "GAME I.\n\nAlder v. Birch.\n\n{ROWS}\n{words}\n\n{}",
        ROWS.replace("Kt-B3", "P-KKt3").replace("4. QxBP mate.", "4. QxP ch")
    );
    let out = String::from_utf8(run(&["convert", "-q"], text.as_bytes()).stdout).expect("UTF-8");
    assert_eq!(out.matches("\"Alder\"").count(), 1, "{out}");
}

/// Of raw print, whose words are played, for the layout leaves them in doubt.
#[test]
fn a_line_that_begins_with_the_end_of_the_game_above_heads_the_next_if_it_goes_on() {
    let rows = MOVES[..7].iter().zip(1..);
    let rows: String = rows.map(|((white, black), at)| format!("{at:<6}{white:<12}{black}\n")).collect();
    let damaged = rows.replace("     Kt-KB3\n", "     Kt-KB8\n");
    let heads = "White.            Black.";
    let text = format!(
        "GAME No. 1.\n\nAlder against Birch.\n\n{heads}\n{damaged}\nDrawn. Cedar against Dale.\n\n{heads}\n{rows}"
    );
    let options = TextOptions { notation: Some(Dialect::ENGLISH_OCR), ..TextOptions::default() };
    let report = read_text(&text, &options);
    let named = |game: usize, name: &str| {
        let tags = &report.games[game].game.tags;
        tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.to_string())
    };
    let pairs = [0, 1].map(|game| ["White", "Black"].map(|side| named(game, side).unwrap_or_default()));
    assert_eq!(pairs, [["Alder", "Birch"], ["Cedar", "Dale"]], "{text}");
}

/// What the tag of a name says of the one game below a heading, which tells no end of it itself.
fn tag_below(heading: &str, name: &str) -> Option<String> {
    let rows =
        "1. P-K4          P-K4\n2. Kt-KB3        Kt-QB3\n3. B-B4          B-B4\n4. P-B3          Kt-B3\n";
    let done = run(&["convert", "-q"], format!("{heading}\n\n{rows}").as_bytes());
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    let tag = out.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
    tag.and_then(|value| value.strip_suffix("\"]")).map(str::to_owned)
}

#[test]
fn sentences_and_allies_name_the_players() {
    for (heading, white, black) in [
        ("In the game Alder v. Birch the opening moves were as follows:", "Alder", "Birch"),
        ("The game Alder v. Birch.", "Alder", "Birch"),
        (
            "Messrs. Alder and Birch, in consultation, against Messrs. Cedar and Dorn.",
            "Alder and Birch",
            "Cedar and Dorn",
        ),
    ] {
        let found = (tag_below(heading, "White"), tag_below(heading, "Black"));
        assert_eq!(found, (Some(white.to_owned()), Some(black.to_owned())), "{heading}");
        assert_eq!(tag_below(heading, "Opening"), None, "{heading}");
    }
}

#[test]
fn a_heading_tells_below_the_players_how_the_game_ended() {
    for (line, result) in
        [("Won by White.", "1-0"), ("Black won.", "0-1"), ("Birch won.", "0-1"), ("Drawn game.", "1/2-1/2")]
    {
        let heading = format!("GAME 2.\nAlder (White) v. Birch (Black).\n{line}");
        assert_eq!(tag_below(&heading, "Result").as_deref(), Some(result), "{heading}");
    }
    // That is the end of the game above.
    assert_eq!(tag_below("White won.\n\nAlder v. Birch.", "Result").as_deref(), Some("*"));
}

#[test]
fn lines_that_begin_with_what_they_tell_are_a_heading() {
    let heading = "Event: Club match\nDate: 1921-05-04\nWhite: Alder\nBlack: Birch\nResult: 1-0\nMoves:";
    for (name, value) in [("Event", "Club match"), ("White", "Alder"), ("Black", "Birch"), ("Result", "1-0")]
    {
        assert_eq!(tag_below(heading, name).as_deref(), Some(value), "{name}");
    }
}

#[test]
fn headings_as_magazines_and_collections_set_them_tell_both_players() {
    let run_on = "1. P-K4 P-K4 2. B-B4 Kt-QB3 3. Q-R5 Kt-B3 4.\nQxBP mate.\n";
    let abreast = " 1 P-K4      P-K4        3 Q-R5      Kt-B3\n 2 B-B4      Kt-QB3      4 QxBP mate\n";
    let split = "1  P-K4\n\nA good move.\n\n1  . . .     P-K4\n\nAnother.\n\n2  B-B4       Kt-QB3\n3 Q-R5         Kt-B3\n4 QxBP mate\n";
    for (heading, rows, more) in [
        (
            "GAME 1\n\nWHITE               BLACK\nAlder               Birch\n\nBerlin, 1902\n\nVIENNA GAME\n\n",
            split,
            "[Site \"Berlin\"]",
        ),
        ("GAME 1\n\nAlder-Birch\nVienna 1852\n\n", ROWS, "[Date \"1852.??.??\"]"),
        ("GAME 1\n\nAlder-Birch\n\nVienna 1852\n\n", ROWS, "[Event \"?\"]"),
        ("1  Alder - Birch [Hungary]\n\nMAR DEL PLATA 1958\n\nEVANS GAMBIT\n\n", ROWS, "[Event \"?\"]"),
        ("1  Alder - Birch\n\nMAR DEL PLATA 1958\n\nEVANS GAMBIT\n\n", ROWS, "[Date \"1958.??.??\"]"),
        ("1  Alder - Birch\n\nMAR DEL PLATA 1958\n\nEVANS GAMBIT\n\n", ROWS, "[Site \"MAR DEL PLATA\"]"),
        (
            "RUY LOPEZ\n\nWhite       Black          White       Black\nAlder       Birch          Alder       Birch\n",
            abreast,
            "[Event \"?\"]",
        ),
        (
            "RUY LOPEZ\n\nAlder       Birch          Alder       Birch\nWhite       Black          White       Black\n",
            abreast,
            "[Opening \"RUY LOPEZ\"]",
        ),
        (
            "RUY LOPEZ\nU.S. Open\nNew York, 1949\nAlder            Birch\nWhite               Black\n",
            run_on,
            "[Site \"New York\"]",
        ),
        ("RUY LOPEZ\nU.S. Open\nNew York, 1949\nAlder v. Birch\n", ROWS, "[Date \"1949.??.??\"]"),
        (
            "The following game was contested last week at the club\nbetween Mr. Alder (White) and Mr. Birch (Black):\u{2014}\n\n",
            run_on,
            "[Event \"?\"]",
        ),
        ("CCLA Championship\n\nAlder (1890)     Birch (1755)\n\n", ROWS, "[Date \"????.??.??\"]"),
        ("Game No. 12. Alder vs. Birch\n(Notes by Cedar)\n\n", ROWS, "[Annotator \"Cedar\"]"),
        ("Game No. 12. Alder vs. Birch\n(Notes by Cedar)\n\n", ROWS, "[Event \"?\"]"),
    ] {
        let text =
            format!("Some words of prose stand before the game and say nothing of it.\n\n\n{heading}{rows}");
        let done = run(&["convert", "-q"], text.as_bytes());
        let out = String::from_utf8(done.stdout).expect("UTF-8");
        for tag in ["[White \"Alder\"]", "[Black \"Birch\"]", more] {
            assert!(out.contains(tag), "{heading}: {tag} in {out}");
        }
        assert!(out.contains("4. Qxf7# 1-0"), "{heading}: {out}");
    }
}

/// Two names one behind the other, under the number of a game or over the words for the sides, are its players; what is left
/// of other lines names no event.
#[test]
fn names_in_turn_under_a_number_are_the_players() {
    for title in [
        "GAME No. 1.\n\nALDER. DE BIRCH.\nPlayed at Wijk aan Zee, 1890.",
        "GAME No. 1.\nALDER. DE BIRCH.\nPlayed at Wijk aan Zee, 1890.\nWhite. Biack.",
        "GAME No. 1.\n\nALDER. DE BIRCH. 42.\n\nPlayed at Wijk aan Zee, 1890.\n\nWhite. Black. White. Black.",
    ] {
        let found = tags(title);
        let has = |name: &str, value: &str| found.iter().any(|(known, said)| known == name && said == value);
        assert!(has("White", "ALDER") && has("Black", "DE BIRCH"), "{title}: {found:?}");
        assert!(has("Site", "Wijk aan Zee") && has("Round", "1"), "{title}: {found:?}");
        assert!(found.iter().all(|(name, _)| name != "Event"), "{title}: {found:?}");
    }
    let at = tags("GAME No. 2.\n\nPlayed at Cap d'Alder, 1890.");
    assert!(at.iter().any(|(name, said)| name == "Site" && said == "Cap d'Alder"), "{at:?}");
    for noise in ["GAME No. 3.\n\n193 BOARD GAMES", "GAME No. 3.\n\nALDER.", "GAME No. 3.\n\nof the student"]
    {
        assert!(tags(noise).iter().all(|(name, _)| name != "Event"), "{noise}");
    }
}

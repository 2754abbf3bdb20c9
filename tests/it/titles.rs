//! One heading, and the tags it gives: each case is a rule of how books say who played, where, when and what.
use descant::reader::text::{TextOptions, read_text};

const ROWS: &str = "1. P-K4          P-K4\n2. B-B4          Kt-QB3\n3. Q-R5          Kt-B3\n4. QxBP mate.\n";

/// The tags of the one game below a heading, in the order of their names.
fn tags(heading: &str) -> Vec<(String, String)> {
    let text =
        format!("Some words of prose stand before the game and say nothing of it.\n\n\n{heading}\n\n{ROWS}");
    let report = read_text(&text, &TextOptions::default());
    let [only] = &report.games[..] else { panic!("one game below {heading}") };
    assert_eq!(only.game.plies, 7, "{heading}");
    let tags = only.game.tags.iter().map(|tag| (tag.name.to_string(), tag.value.to_string()));
    let mut tags: Vec<_> = tags
        .filter(|(name, value)| {
            !["Result", "Reading", "Source"].contains(&name.as_str()) && !value.starts_with('?')
        })
        .collect();
    tags.sort();
    tags
}

/// Cases of `heading => tags`, a tag as `White Alder`.
fn check(cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (heading, expected) in cases {
        let found: Vec<String> =
            tags(heading).iter().map(|(name, value)| format!("{name} {value}")).collect();
        let mut expected: Vec<String> = expected.iter().map(|&tag| tag.to_owned()).collect();
        expected.sort();
        if found != expected {
            wrong.push(format!("{heading:?}\n  wanted {expected:?}\n  found  {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What stands below every heading that tells no names.
const PAIR: &[&str] = &["Black Birch", "White Alder"];

#[test]
fn forms_of_address_are_no_part_of_a_name() {
    check(&[
        ("M. Alder against Mons. Birch.", PAIR),
        ("Herr Alder v. Signor Birch.", PAIR),
        ("WHITE. Mr. \u{2014}\u{2014}     BLACK. Mr. Birch.", &["Black Birch"]),
        ("WHITE. Mr. J. H. Alder     BLACK. M. B.", &["White J. H. Alder", "Black B"]),
        ("White: Dr. Alder. Black: Rev. Birch, Esq.", &["White Dr. Alder", "Black Rev. Birch, Esq"]),
    ]);
}

#[test]
fn the_words_for_the_sides_may_come_in_either_order_and_in_other_languages() {
    check(&[
        ("Black\u{2014}Mr. Birch.     White\u{2014}Mr. Alder.", PAIR),
        ("BLACK (Mr. Birch).     WHITE (Mr. Alder).", PAIR),
        ("WHITE. [Alder]     BLACK. [Birch]", PAIR),
        ("White: Alder; Black: Birch", PAIR),
        ("White. Alder. Black. Birch", PAIR),
        ("White Alder\n\nBlack Birch", PAIR),
        ("Black Birch\n\nWhite Alder", PAIR),
        ("Blancas: Alder. Negras: Birch.", PAIR),
        ("Weiss: Alder. Schwarz: Birch.", PAIR),
        ("Alder (black), Birch (white)", &["White Birch", "Black Alder"]),
        ("Mr. Alder (White) and Herr von Birch (Black)", &["White Alder", "Black von Birch"]),
        ("Mr. Alder (White) against the Duke of Birch (Black)", &["White Alder", "Black Duke of Birch"]),
        ("BLACK.           WHITE.\nBirch.           Alder.", PAIR),
        ("Mr. Birch (of Hull).     Mr. Alder (of Leeds).\n    BLACK.     WHITE.", PAIR),
        ("ALDER            BIRCH\n(White)          (Black)", &["White ALDER", "Black BIRCH"]),
        ("In this game Mr. Birch had the Black pieces, and Mr. Alder, of the Hull club, the White.", PAIR),
    ]);
}

/// Who has the first move is White, in whatever order the names come; where that is not understood, nobody is.
#[test]
fn who_moves_first_is_white() {
    let between = |words: &str| format!("Between Mr. Birch and Mr. Alder{words}");
    for words in [
        ", the latter having the first move.",
        ", Mr. Alder having the first move.",
        ", the last-named taking the first move.",
        ". Mr. Alder had the move.",
        ". Mr. Alder moves first.",
        "; Mr. Alder plays first.",
        ", the former allowing the latter the first move.",
        ", the former giving the first move.",
        ", Mr. Birch second player.",
        ". (Mr. Alder begins.)",
        ", the latter opening.",
        ". Mr. Alder opened with the white pieces.",
        " (Alder White).",
        ". First move, Mr. Alder.",
    ] {
        check(&[(&between(words), PAIR)]);
    }
    check(&[
        (&between(""), &["White Birch", "Black Alder"]),
        (&between(", the second player having the attack."), &[]),
        (&between(", the first move having been drawn for."), &[]),
        ("Birch, playing second, against Alder.", PAIR),
        ("Contested by Messrs. Birch and Alder. The latter opened.", PAIR),
        (
            "Played by telegraph between London and Dublin; Mr. Alder, for the former, had White, and Mr. Birch Black.",
            PAIR,
        ),
    ]);
}

/// Labels of a table, and beside names, tell what stands there.
#[test]
fn labels_are_no_names() {
    check(&[
        (
            "| White | Black | Place | Year |\n|---|---|---|---|\n| Alder | Birch | Paris | 1858 |",
            &["White Alder", "Black Birch", "Site Paris", "Date 1858.??.??"],
        ),
        ("Alder - Birch\n\n| No. | White | Black | Notes |", PAIR),
        (
            "White: Alder\nBlack: Birch\nAnnotated by Cedar",
            &["White Alder", "Black Birch", "Annotator Cedar"],
        ),
        (
            "*Players:* Alder (White) vs Birch (Black)\n*Location:* Paris",
            &["White Alder", "Black Birch", "Site Paris"],
        ),
        ("J. H. Alder v. A. Birch", &["White J. H. Alder", "Black A. Birch"]),
    ]);
}

/// What stands in brackets behind a name tells of the game, or of the player.
#[test]
fn a_name_ends_at_brackets() {
    check(&[
        ("White: Alder. Black: Birch (blindfold).", PAIR),
        ("White: Alder (blindfold). Black: Birch.", PAIR),
        ("WHITE.  Mr. Alder [of Paris]     BLACK.  Mr. Birch", PAIR),
        ("WHITE (Mr. Alder)     BLACK (Mr. Birch)", PAIR),
    ]);
}

#[test]
fn full_stops_of_initials_and_abbreviations_end_no_name() {
    check(&[
        (
            "White, Alder. Black, Wm. Birch. London, 1862.",
            &["White Alder", "Black Wm. Birch", "Site London", "Date 1862.??.??"],
        ),
        (
            "Between Dr. Alder and Prof. Birch, Berlin, 1907.",
            &["White Dr. Alder", "Black Prof. Birch", "Site Berlin", "Date 1907.??.??"],
        ),
        (
            "Between Drs. Alder and Birch, Berlin, 1907.",
            &["White Dr. Alder", "Black Dr. Birch", "Site Berlin", "Date 1907.??.??"],
        ),
        (
            "Alder v. Birch, St. Petersburg, 1914",
            &["White Alder", "Black Birch", "Site St. Petersburg", "Date 1914.??.??"],
        ),
        ("WHITE.           BLACK.\nDr. Alder.       Rev. Birch.", &["White Dr. Alder", "Black Rev. Birch"]),
        ("WHITE.           BLACK.\nJ. ALDER. L. BIRCH.", &["White J. ALDER", "Black L. BIRCH"]),
    ]);
}

#[test]
fn names_end_where_the_sentence_goes_on() {
    check(&[
        ("Mr. Alder and Mr. Birch", PAIR),
        ("A game by Mr. Alder against Mr. Birch.", PAIR),
        ("Alder versus Birch", PAIR),
        ("Alder vs. Birch", PAIR),
        ("Saint-Alder v. Birch.", &["White Saint-Alder", "Black Birch"]),
        ("The third game--Alder against Birch.", &["Event The third game", "White Alder", "Black Birch"]),
        (
            "King's Gambit\u{2014}Alder against Birch.",
            &["Opening King's Gambit", "White Alder", "Black Birch"],
        ),
        (
            "Between the Duke of Birch and Count Alder, Paris, 1858.",
            &["White Duke of Birch", "Black Count Alder", "Site Paris", "Date 1858.??.??"],
        ),
        (
            "Alder v. the Duke of Birch, Paris, 1857.",
            &["White Alder", "Black Duke of Birch", "Site Paris", "Date 1857.??.??"],
        ),
        (
            "Alder v. Birch, who consulted. Paris, 1858.",
            &["White Alder", "Black Birch", "Site Paris", "Date 1858.??.??"],
        ),
        ("Alder and Cedar against Birch and Elm.", &["White Alder and Cedar", "Black Birch and Elm"]),
        (
            "Played by Messrs. Alder and Cedar against Messrs. Birch and Elm, in consultation.",
            &["White Alder and Cedar", "Black Birch and Elm"],
        ),
    ]);
}

#[test]
fn numbers_of_games_come_in_figures_and_in_words() {
    for (title, round) in [
        ("GAME THE TWENTY-FIRST.", "21"),
        ("TWENTY-FIRST GAME.", "21"),
        ("GAME THE FIRST.", "1"),
        ("THIRTIETH GAME.", "30"),
        ("SIXTH GAME.", "6"),
        ("Game No. 12.", "12"),
        ("Game Number 12.", "12"),
        ("Partie IV.", "4"),
        ("Example 52.", "52"),
        ("Illustration 5.", "5"),
        ("Game XLIX.", "49"),
        ("CXII.", "112"),
        ("12.", "12"),
    ] {
        let expected = ["Black Birch".to_owned(), format!("Round {round}"), "White Alder".to_owned()];
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check(&[(&format!("{title}\n\nAlder v. Birch."), &expected)]);
    }
    check(&[
        ("IV\u{2014}THE SCOTCH GAME.", &["Round 4", "Opening THE SCOTCH GAME"]),
        ("1. Alder, A. - Birch, B. [C52]", &["Round 1", "White Alder, A.", "Black Birch, B."]),
        (
            "XL. Alder - Birch, London 1899",
            &["Round 40", "White Alder", "Black Birch", "Site London", "Date 1899.??.??"],
        ),
        (
            "Alder - Birch, London 1862, Round 5",
            &["Round 5", "White Alder", "Black Birch", "Site London", "Date 1862.??.??"],
        ),
        (
            "Game of 1851. Alder v. Birch.",
            &["Event Game of 1851", "Date 1851.??.??", "White Alder", "Black Birch"],
        ),
    ]);
}

#[test]
fn days_stand_before_and_behind_their_month() {
    for (date, tag) in [
        ("6 June 1851", "1851.06.06"),
        ("June 6th, 1851", "1851.06.06"),
        ("the 6th of June, 1851", "1851.06.06"),
        ("Sunday, June 6, 1851", "1851.06.06"),
        ("6.6.1851", "1851.06.06"),
        ("6.13.1851", "1851.??.??"),
        ("23d April 1866", "1866.04.23"),
        ("31 May 1851", "1851.05.31"),
        ("32 May 1851", "1851.05.??"),
        ("Sept. 1866", "1866.09.??"),
        ("1500", "1500.??.??"),
    ] {
        let tag = format!("Date {tag}");
        check(&[(
            &format!("Alder v. Birch, London, {date}"),
            &["White Alder", "Black Birch", "Site London", &tag],
        )]);
    }
    check(&[
        ("Alder v. Birch, London, 1499", PAIR),
        ("Alder v. Birch. Played March 10, 1859.", &["White Alder", "Black Birch", "Date 1859.03.10"]),
    ]);
}

/// A month is no place.
#[test]
fn places_stand_before_a_year_and_behind_played_at() {
    check(&[
        (
            "Game between Alder and Birch, in the Vienna Tournament, June 1873.",
            &["Event Vienna Tournament", "White Alder", "Black Birch", "Date 1873.06.??"],
        ),
        (
            "Alder v. Birch, played at Simpson's Divan, London, in March 1870.",
            &["White Alder", "Black Birch", "Site Simpson's Divan, London", "Date 1870.03.??"],
        ),
        (
            "Played at the Chess Divan, London, 1851. Alder v. Birch.",
            &["White Alder", "Black Birch", "Site Chess Divan, London", "Date 1851.??.??"],
        ),
        ("Played in Oct. 1858. Alder v. Birch.", &["White Alder", "Black Birch", "Date 1858.10.??"]),
        (
            "Played in the London Congress, 1862. Alder v. Birch.",
            &["White Alder", "Black Birch", "Event London Congress", "Date 1862.??.??"],
        ),
        (
            "From the Hamburg Tournament. Alder v. Birch.",
            &["White Alder", "Black Birch", "Event Hamburg Tournament"],
        ),
        (
            "(London, 1851.)\n\nAlder v. Birch.",
            &["White Alder", "Black Birch", "Site London", "Date 1851.??.??"],
        ),
        ("(June 1870.)\n\nAlder v. Birch", &["White Alder", "Black Birch", "Date 1870.06.??"]),
        ("Alder-Birch, London 1862", &["White Alder", "Black Birch", "Site London", "Date 1862.??.??"]),
        (
            "Alder\u{2014}Birch, London 1862",
            &["White Alder", "Black Birch", "Site London", "Date 1862.??.??"],
        ),
        (
            "Moscow Championship, 1935. Alder v. Birch.",
            &["White Alder", "Black Birch", "Event Moscow Championship", "Date 1935.??.??"],
        ),
    ]);
}

/// What is called after a land or a town is an opening where its name goes on or begins so.
#[test]
fn lands_and_towns_name_openings() {
    let opening =
        |heading: &str| tags(heading).into_iter().find(|(name, _)| name == "Opening").map(|(_, said)| said);
    for (heading, said) in [
        ("Vienna Game. Alder v. Birch.", Some("Vienna Game")),
        ("French Defence. Alder v. Birch.", Some("French Defence")),
        ("French, Winawer. Alder v. Birch.", Some("French")),
        ("The Dutch (irregular).", Some("The Dutch")),
        ("Two Knights' Defence (Alder - Birch)", Some("Two Knights' Defence")),
        ("RUY LOPEZ.\n\nAlder v. Birch.", Some("RUY LOPEZ")),
        ("No. 4. RUY LOPEZ.\n\nAlder v. Birch.", Some("RUY LOPEZ")),
        ("Evans Gambit Variation", None),
        ("Vienna. Alder v. Birch.", None),
        ("The following game was won by Mr. Alder of Mr. Birch, at Vienna, in 1860.", None),
        ("Game won by the French champion, Mr. Alder.", None),
        ("Alder (Vienna) v. Birch (Paris), 1880", None),
    ] {
        assert_eq!(opening(heading).as_deref(), said, "{heading}");
    }
}

#[test]
fn labels_say_what_a_line_is() {
    check(&[
        (
            "Event: London Tournament\nSite: London\nDate: 17th June, 1862\nRound: 7\nOpening: Evans Gambit",
            &["Event London Tournament", "Site London", "Date 1862.06.17", "Round 7", "Opening Evans Gambit"],
        ),
        (
            "Tournament: London.\n\nPlace: Hastings\n\nAlder v. Birch.",
            &["Event London", "Site Hastings", "White Alder", "Black Birch"],
        ),
    ]);
}

#[test]
fn a_title_stands_without_the_signs_around_it() {
    for title in [
        "\"The Immortal Game\"",
        "\u{201c}The Immortal Game\u{201d}",
        "The Immortal Game--",
        "The Immortal Game:",
        "The Immortal Game)",
    ] {
        check(&[(
            &format!("{title}\n\nAlder v. Birch."),
            &["Event The Immortal Game", "White Alder", "Black Birch"],
        )]);
    }
}

#[test]
fn players_stand_before_what_they_do_and_what_they_are_rated() {
    check(&[
        ("Mr. Alder playing White, and Mr. Birch Black.", PAIR),
        ("Mr. Birch having the Black men, Mr. Alder the White.", PAIR),
        ("Alder has the first move against Birch", PAIR),
        ("Alder (2500) - Birch (2450)", PAIR),
        ("Alder--Birch", PAIR),
        ("White to play, and Black to answer.", &[]),
    ]);
}

#[test]
fn what_numbers_a_part_or_a_game_is_no_event() {
    check(&[
        (
            "CHAPTER I.\n\nTHE RUY LOPEZ.\n\nBetween Alder and Birch.",
            &["Black Birch", "Opening THE RUY LOPEZ", "White Alder"],
        ),
        ("Part the Second.\n\nAlder v. Birch.", PAIR),
        (
            "Game 154, played on the 11th of May, 1883.\n\nAlder v. Birch.",
            &["Black Birch", "Date 1883.05.11", "Round 154", "White Alder"],
        ),
        ("Alder - Birch\n\nC65", &["Black Birch", "ECO C65", "White Alder"]),
        (
            "CHAPTER OF ACCIDENTS.\n\nAlder v. Birch.",
            &["Black Birch", "Event CHAPTER OF ACCIDENTS", "White Alder"],
        ),
    ]);
}

/// Who has which side is told before the name or behind it, with a sign or in words.
#[test]
fn a_side_stands_before_a_name_or_behind_it() {
    for heading in [
        "Alder, White; Birch, Black.",
        "Black, Birch. White, Alder.",
        "Black: Birch. White: Alder.",
        "Alder ......... White\nBirch ......... Black",
        "White player: Alder\nBlack player: Birch",
        "> White: Alder\n> Black: Birch",
        "Alder (1st player), Birch (2nd player)",
        "Between Alder and Birch, the latter playing Black.",
        "Between Birch and Alder, the latter playing White.",
        "Played between the Rev. Alder and Captain Birch.",
        "White: Alder, London. Black: Birch, Paris.",
        "White: Alder (London)\nBlack: Birch (Paris)",
        "Birch (Black) v. Alder (White)",
    ] {
        let names: Vec<String> = tags(heading)
            .into_iter()
            .filter(|(name, _)| name != "Event")
            .map(|(name, value)| format!("{name} {}", value.replace("Rev. ", "").replace("Captain ", "")))
            .collect();
        assert_eq!(names, PAIR, "{heading}");
    }
    check(&[
        (
            "In this game, played at Vienna in 1882, Alder conducted the White pieces against Birch.",
            &["White Alder", "Black Birch", "Site Vienna", "Date 1882.??.??"],
        ),
        (
            "White, Alder; Black, Birch; Evans Gambit.",
            &["White Alder", "Black Birch", "Opening Evans Gambit"],
        ),
        (
            "Between Hon. A. B. Alder, of Leeds, and Mr. Birch.",
            &[
                "Event Between Hon. A. B. Alder, of Leeds, and Mr. Birch",
                "White Hon. A. B. Alder",
                "Black Birch",
            ],
        ),
    ]);
}

#[test]
fn a_place_ends_where_the_sentence_goes_on() {
    check(&[
        (
            "Game played at Vienna between Messrs. Alder and Birch.",
            &["White Alder", "Black Birch", "Site Vienna"],
        ),
        (
            "Played in the Fourth Round of the St. Petersburg Congress, May, 1909, between Alder and Birch.",
            &["White Alder", "Black Birch", "Event St. Petersburg Congress", "Date 1909.05.??"],
        ),
        (
            "**Alder vs. Birch**, *Vienna, 1882*",
            &["White Alder", "Black Birch", "Site Vienna", "Date 1882.??.??"],
        ),
        (
            "Evans Gambit (played 5/6/1882 at Vienna): Alder v. Birch",
            &["White Alder", "Black Birch", "Site Vienna", "Date 1882.06.05", "Opening Evans Gambit"],
        ),
        (
            "Alder - Birch, St. Petersburg 1888, Evans Gambit",
            &["White Alder", "Black Birch", "Site St. Petersburg", "Date 1888.??.??", "Opening Evans Gambit"],
        ),
        (
            "GAME 5 (Evans Gambit), Alder \u{2013} Birch, 7.3.1882",
            &["Round 5", "White Alder", "Black Birch", "Date 1882.03.07", "Opening Evans Gambit"],
        ),
        // The date of a magazine is not that of a game.
        (
            "From the March number of the Chess Magazine, 1884.\n\nAlder v. Birch.",
            &["Event From the March number of the Chess Magazine, 1884", "White Alder", "Black Birch"],
        ),
    ]);
}

#[test]
fn lines_with_labels_are_as_many_as_there_are_tags() {
    check(&[(
        "Event: Vienna Masters\nSite: Vienna\nDate: 1882.05.03\nRound: 2\nWhite: Alder\nBlack: Birch\nOpening: Evans Gambit",
        &[
            "Event Vienna Masters",
            "Site Vienna",
            "Date 1882.05.03",
            "Round 2",
            "White Alder",
            "Black Birch",
            "Opening Evans Gambit",
        ],
    )]);
    check(&[(
        "White   Alder\nBlack   Birch\nOpening   Evans Gambit\nPlayed   Vienna 1882",
        &["White Alder", "Black Birch", "Site Vienna", "Date 1882.??.??", "Opening Evans Gambit"],
    )]);
}

/// `Black: Birch. White: Alder.` on a line says who played; it does not stand over columns.
#[test]
fn names_in_turn_are_no_heads_of_columns() {
    let rows = "1. P to K 4             P to K 4\n2. Kt to K B 3          P to Q 3\n\
        3. P to Q 4             Kt to Q 2\n4. Kt to B 3            P to Q B 3\n\
        5. B to K 2             B to K 2\n6. Castles              P to K R 3\n";
    let read = |head: &str| {
        let text = format!("GAME I.\n\n{head}\n\n{rows}");
        let report = read_text(&text, &TextOptions::default());
        let [only] = &report.games[..] else { panic!("one game below {head}") };
        let second = only.game.line.get(2).map(|ply| ply.san.to_string());
        (second, only.game.verdict)
    };
    let straight = read("White: Alder. Black: Birch.");
    assert_eq!(read("Black: Birch. White: Alder."), straight);
    assert_ne!(read("BLACK.                  WHITE.").1, straight.1, "both orders play");
}

/// Two games on lines that run on, each with its heading in front of its first move.
#[test]
fn a_heading_stands_in_front_of_the_first_move_on_its_line() {
    let first = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. P-B3 Kt-B3 5. P-Q4 PxP 6. PxP B-Kt5ch \
        7. Kt-B3 KtxKP 8. O-O BxKt 9. P-Q5 B-B3 10. R-K1 Kt-K2.";
    let second = "1. P-Q4 P-Q4 2. P-QB4 P-K3 3. Kt-QB3 Kt-KB3 4. B-Kt5 B-K2 5. P-K3 O-O 6. Kt-B3 QKt-Q2 \
        7. R-B1 P-B3 8. B-Q3 PxP 9. BxP Kt-Q4 10. BxB QxB.";
    for (heads, between, numbers) in [
        (["1. Alder v. Birch:", "2. Cedar v. Dorn:"], "\n\n", ["1", "2"]),
        (["(1) Alder (White), Birch (Black).", "(2) Cedar (White), Dorn (Black)."], "\n\n", ["1", "2"]),
        (["GAME 3. ALDER-BIRCH.", "GAME 4. CEDAR-DORN."], "\n\n", ["3", "4"]),
        (["Game 1. Alder v. Birch.", "Game 2. Cedar v. Dorn."], " ", ["1", "2"]),
        (["Alder v. Birch.", "Cedar v. Dorn."], "\n", ["?", "?"]),
    ] {
        let text = format!("{} {first} Drawn.{between}{} {second} White resigns.\n", heads[0], heads[1]);
        let report = read_text(&text, &TextOptions::default());
        let told: Vec<[String; 3]> = report
            .games
            .iter()
            .map(|game| {
                let tag = |name: &str| {
                    game.game
                        .tags
                        .iter()
                        .find(|tag| tag.name == name)
                        .map_or_else(|| "?".to_owned(), |tag| tag.value.to_string())
                };
                [tag("White").to_lowercase(), tag("Black").to_lowercase(), tag("Round")]
            })
            .collect();
        let wanted = [["alder", "birch", numbers[0]], ["cedar", "dorn", numbers[1]]];
        assert_eq!(told, wanted.map(|game| game.map(str::to_owned)), "{text}");
        assert!(report.games.iter().all(|game| game.game.plies == 20), "{text}");
    }
}

/// Two games abreast have names and endings of their own, and `the same players` are those of the game above.
#[test]
fn each_of_two_games_has_its_names_and_its_ending() {
    let told = |text: &str| {
        let report = read_text(text, &TextOptions::default());
        let all = report.games.iter().map(|game| {
            let [white, black] = ["White", "Black"].map(|name| {
                let tag = game.game.tags.iter().find(|tag| tag.name == name);
                tag.map_or_else(|| "?".to_owned(), |tag| tag.value.to_string())
            });
            [white, black, game.game.result.marker().to_owned()]
        });
        all.collect::<Vec<_>>()
    };
    let abreast = "GAME I.                             GAME II.\n\n\
        White           Black               White           Black\n\
        Alder           Birch               Cedar           Dorn\n\n\
        1. P-K4           P-K4              1. P-K4           P-K4\n\
        2. Kt-KB3         Kt-QB3            2. Kt-KB3         Kt-QB3\n\
        3. B-B4           B-B4              3. B-Kt5          P-QR3\n\
        4. P-B3           Kt-B3             4. B-R4           Kt-B3\n\n\
        White resigns.                      Drawn by mutual consent.\n";
    assert_eq!(told(abreast), [["Alder", "Birch", "0-1"], ["Cedar", "Dorn", "1/2-1/2"]]);
    let rows =
        "1. P-K4           P-K4\n2. Kt-KB3         Kt-QB3\n3. B-B4           B-B4\n4. P-B3           Kt-B3\n";
    let again = format!(
        "GAME I.\n\nBetween Mr. Alder and Mr. Birch.\n\nWhite (Mr. A.)    Black (Mr. B.)\n{rows}White resigns.\n\n\
        GAME II.\n\nBetween the same players.\n\nWhite (Mr. B.)    Black (Mr. A.)\n{rows}Won by Black.\n"
    );
    assert_eq!(told(&again), [["Alder", "Birch", "0-1"], ["Birch", "Alder", "0-1"]]);
    for (heading, ending, result) in [
        ("White: Alder. Black: Birch.", "Won by Birch.", "0-1"),
        ("White: Alder. Black: Birch.", "And the second player wins.", "0-1"),
        ("White: Alder. Black: Birch.", "White forfeited the game.", "0-1"),
        ("White: Alder. Black: Birch.", "After thirty more moves White won.", "1-0"),
        ("White: Alder. Black: Birch.", "Drawn game by mutual agreement.", "1/2-1/2"),
        ("White: Alder. Black: Birch.", "5. P-Q4 and resigns.", "0-1"),
        ("White: Alder. Black: Birch.", "5. P-Q4          Resigns.", "1-0"),
        ("White: Alder (0)   Black: Birch (1)", "", "0-1"),
        ("**Alder vs Birch**\n\n```", "```\n\nWhite resigns.", "0-1"),
    ] {
        let text = format!("{heading}\n\n{rows}{ending}\n");
        assert_eq!(told(&text), [["Alder", "Birch", result]], "{text}");
    }
}

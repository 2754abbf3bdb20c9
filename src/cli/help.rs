//! What help and manual pages say besides the options: examples, expressions, exit status.
use crate::stats;

/// Of the whole program.
pub const AFTER: &str = "\
Inputs are files, folders, or - for standard input, which is also read where none is named; .gz, .bz2 and .zst are unpacked. PGN, \
prose and recognised pages (hOCR, ALTO, DjVu XML, ABBYY FineReader XML) are known by their content; files of recognised pages \
that are named side by side are one book, page-2 before page-10.

Exit status: 0 everything was read and is legal, 1 some record has an error or an input has no game, 2 wrong usage or a file that cannot be read or written.

Examples:
  descant check games.pgn                     what is wrong with the games, and where
  descant convert book.txt -o book.pgn        the games of a book, or of any record, as PGN
  descant convert page-*.hocr -o book.pgn     the games of scanned pages that a recogniser has read
  descant stats games.pgn -o games.csv        a table of the games
  descant explain ambiguous-move              what a finding means";

/// Of `convert`.
pub const CONVERT: &str = "\
Examples:
  descant convert opera.txt                                          the game of a text as PGN
  descant convert --where 'player ~ tal and year < 1962' games.pgn   some of the games
  descant convert --unique --duplicates twice.pgn -o once.pgn *.pgn  one record of each game
  descant convert --against base.pgn new.pgn                         games that are not in base.pgn
  descant convert --strip comments,variations,nags --roster games.pgn
  descant convert --sort white,date -o sorted.pgn.zst games.pgn      sorted, and packed
  descant convert --split eco -o games.pgn games.pgn                 games-B90.pgn, games-C42.pgn, …
  descant convert --reject bad.pgn -o good.pgn games.pgn             sound and damaged games apart";

/// Of `check`.
pub const CHECK: &str = "\
Examples:
  descant check games.pgn
  descant check --level error --max-per-code 5 collection/
  descant check --ignore number-missing,long-spelling games.pgn
  descant check --message-format sarif games.pgn > games.sarif
  descant check --where 'material = KRPkr for 10' games.pgn";

/// Of `fen`.
pub const FEN: &str = "\
Examples:
  descant fen games.pgn                        the last position of each game
  descant fen --every 10 --format csv games.pgn
  descant fen --at 16 --where 'eco = B90' games.pgn";

/// Of `stats`.
pub const STATS: &str = "\
Examples:
  descant stats games.pgn
  descant stats --columns white,black,result,tag.TimeControl,clocks games.pgn
  descant stats --table players --where 'year = 1972' games.pgn
  descant stats --table moves --columns game,ply,san,white,clock --where 'check and clock < 60' games.pgn
  descant stats --table findings games.pgn
  descant stats --columns '*,moves,clocks,evals' --format parquet -o games.parquet games.pgn";

/// Of `board`.
pub const BOARD: &str = "\
Examples:
  descant board --at 8 opera.txt
  descant board --format svg -o board.svg 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";

/// Of `report`.
pub const REPORT: &str = "\
Examples:
  descant report book.txt -o book.html";

/// Of `explain`.
pub const EXPLAIN: &str = "\
Examples:
  descant explain ambiguous-move       what a finding means
  descant explain columns games        the columns of a table
  descant explain time_base            one column
  descant explain decisions            the form of the file of decisions";

/// Of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  descant completions bash > ~/.local/share/bash-completion/completions/descant

For bash, zsh and fish values are completed too; for elvish and powershell they are not.";

/// Of `man`.
pub const MAN: &str = "\
Examples:
  descant man > descant.1
  descant man check > descant-check.1";

/// The sections of a manual page that the options do not make, with their titles. `command`: the page of this command.
#[must_use]
pub fn sections(command: Option<&str>) -> Vec<(&'static str, String)> {
    let examples = match command {
        None => AFTER.split_once("Examples:\n").map_or("", |(_, examples)| examples),
        Some(name) => {
            let of = [
                ("convert", CONVERT),
                ("check", CHECK),
                ("fen", FEN),
                ("stats", STATS),
                ("board", BOARD),
                ("report", REPORT),
                ("explain", EXPLAIN),
                ("completions", COMPLETIONS),
                ("man", MAN),
            ];
            let text = of.iter().find(|(own, _)| *own == name).map_or("", |(_, text)| text);
            text.split_once("Examples:\n").map_or(text, |(_, examples)| examples)
        }
    };
    let mut sections = vec![("EXAMPLES", examples.to_owned())];
    if matches!(command, Some("convert" | "check" | "fen" | "stats" | "report")) {
        sections.push(("EXPRESSIONS", EXPRESSIONS.to_owned()));
    }
    sections.push(("EXIT STATUS", EXIT.to_owned()));
    if matches!(command, None | Some("stats" | "fen")) {
        sections.push(("COLUMNS", columns(None)));
    }
    if command != Some("explain") {
        sections.push(("FILES", FILES.to_owned()));
    }
    sections
}

const EXIT: &str = "\
0  everything was read and is legal
1  some record has an error, or an input has no game
2  wrong usage, or a file that cannot be read or written";

const FILES: &str = "\
descant.toml in the folder of the first input or one above it says which findings count where the options do not:

level = \"warning\"
ignore = [\"number-missing\", \"long-spelling\"]
only = []
max-per-code = 20
strict = false
message-format = \"short\"

--no-config leaves it unread.";

/// The language of `--where`.
pub const EXPRESSIONS: &str = "\
white_elo >= 2400 and not (result = 1-0 or opening ~ najdorf)
  columns (descant explain columns), compared by = != < <= > >=, ~ and !~ (has the words or not), joined by and, or, not
white ~ /^Kasp/          a regular expression; /…/i for letters of either case
tag.TimeControl = 180+2  any tag
player ~ tal             White or Black; elo and title likewise
eco in (B90, B91)        one of some values; not in
abs(white_elo - black_elo) < 50, plies / 2 > 40
date >= 1990.05          a date is compared as far as it is given
black_elo = ''           nothing is known; a column alone asks whether something is
position ~ 'r1bqkb1r/pp1p1?pp/*'
  a position of the main line: ? any square, ! any piece, A White's, a Black's, [Qq] one of some, [^Pp] another piece, * any number of squares; as the last rank all below; then side to move, castling, en passant as in FEN, ? for any
position = 'FEN'         this position; of 16 hexadecimal digits: its Polyglot key
material = 'KRP+kr'      White's and Black's pieces: 2 two, 2+ two or more, 2- two or fewer, + some, * any; against the other side = # > < 2> 2< 1>= 1<=; L a bishop or knight
reaches 'e4 c5 !Nf3'     the first moves: * any, d4|d3 one of some, !Nf3 another
reaches any 'e4 c5 Nf3'  the same in any order
  behind a position or material: for 10 (so many positions in a row), by 40 (within so many half-moves), either (or with the colors exchanged)";

/// The tables and their columns, or those of one.
#[must_use]
pub fn columns(table: Option<&str>) -> String {
    let mut out = String::new();
    for about in stats::tables() {
        if table.is_some_and(|table| !table.eq_ignore_ascii_case(about.name)) {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("{}: a row is {}\n\n", about.name, about.row));
        let wide = about.columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
        for column in &about.columns {
            let kind = column.kind.word();
            out.push_str(&format!("{:<wide$}  {kind:<8}  {}\n", column.name, column.meaning));
        }
    }
    out
}

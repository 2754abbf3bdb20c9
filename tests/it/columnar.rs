//! Tables as columns: the same cells as CSV, whatever the number of jobs.
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float32Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use descant::source::Encoding;
use descant::table::{Bad, Plan, PlanError, Request, Stretch, TableName, stream};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::hostile::folder;
use super::parts::pack;

const LISTS: &str = "*,moves,uci,clocks,evals,mates,codes,tag.TimeControl";

/// Games with all that columns hold: clocks, evaluations, promotions, errors, tags of every kind.
const GAMES: &str = "\
[Event \"Lists, \\\"quoted\\\"\"]
[Site \"caf\u{e9}\"]
[Date \"1992.11.04\"]
[UTCDate \"2024.02.29\"]
[UTCTime \"18:03:31\"]
[WhiteElo \"2400\"]
[WhiteRatingDiff \"-7\"]
[TimeControl \"180+2\"]
[Result \"1/2-1/2\"]

1. e4 {[%clk 0:03:00] [%eval 0.31]} e5 {[%clk 0:02:59] [%eval #-3]} 2. Nf3 $1 Nc6 {[%eval #4]} 1/2-1/2

[Event \"Error\"]
[Date \"1992.??.??\"]
[Result \"1-0\"]

1. e4 e5 2. Ke3 d5 1-0

[Event \"Set up\"]
[SetUp \"1\"]
[FEN \"6k1/P7/8/8/8/8/8/K6R w - - 0 40\"]
[Result \"*\"]

1. a8=Q+ Kg7 2. Rh7+ *

[Event \"Empty\"]
[White \"Blank \"]
[Result \"0-1\"]

0-1
";

fn run(args: &[&str], path: &Path) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(args)
        .arg("--quiet")
        .arg(path)
        .output()
        .expect("the program runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    output
}

/// A cell as CSV has it.
fn cell(column: &dyn Array, row: usize, name: &str) -> String {
    if column.is_null(row) {
        return String::new();
    }
    match column.data_type() {
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 if name == "position_key" => {
            format!("{:016x}", column.as_primitive::<Int64Type>().value(row))
        }
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float32 => format!("{:.1}", column.as_primitive::<Float32Type>().value(row)),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::Date32 => {
            let epoch = Date32Type::to_naive_date_opt(column.as_primitive::<Date32Type>().value(row));
            epoch.expect("a date").to_string()
        }
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            let item = |at: usize| match items.data_type() {
                _ if items.is_null(at) => "null".to_owned(),
                DataType::Utf8 => format!("{:?}", items.as_string::<i32>().value(at)),
                _ => cell(&items, at, ""),
            };
            format!("[{}]", (0..items.len()).map(item).collect::<Vec<_>>().join(","))
        }
        other => panic!("no type of ours: {other}"),
    }
}

/// Rows with their header, as CSV has them.
fn printed(batches: &[RecordBatch]) -> Vec<Vec<String>> {
    let schema = batches[0].schema();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
    let mut rows = vec![names.clone()];
    for batch in batches {
        rows.extend((0..batch.num_rows()).map(|row| {
            names.iter().zip(batch.columns()).map(|(name, column)| cell(column, row, name)).collect()
        }));
    }
    rows
}

fn csv_rows(bytes: &[u8]) -> Vec<Vec<String>> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(bytes)
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
        .collect()
}

fn parquet_rows(bytes: Vec<u8>) -> Vec<Vec<String>> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).expect("a Parquet file");
    let batches: Vec<_> = reader.build().expect("readable").map(|batch| batch.expect("a batch")).collect();
    printed(&batches)
}

/// More than one chunk of games, and the file they stand in, which the test of this name has for itself: tests run beside
/// each other.
fn many(test: &str) -> (std::path::PathBuf, String) {
    let text = format!("{GAMES}\n").repeat(1_500);
    let path = folder("columnar").join(format!("many-{test}.pgn"));
    fs::write(&path, &text).expect("written");
    (path, text)
}

#[test]
fn every_value_of_a_parquet_file_is_the_cell_of_csv() {
    let path = folder("columnar").join("cells.pgn");
    fs::write(&path, GAMES).expect("written");
    for (table, columns) in
        [("games", LISTS), ("moves", "*,white,date,byte,evals"), ("moves", "*,byte,frame"), ("findings", "*")]
    {
        let args = |form| ["stats", "--table", table, "--columns", columns, "--format", form];
        let csv = csv_rows(&run(&args("csv"), &path).stdout);
        assert!(csv.len() > 1);
        assert_eq!(parquet_rows(run(&args("parquet"), &path).stdout), csv, "{table}");
    }
    let args = |form| ["fen", "--all", "--format", form];
    assert_eq!(parquet_rows(run(&args("parquet"), &path).stdout), csv_rows(&run(&args("csv"), &path).stdout));
}

#[test]
fn a_parquet_file_is_the_same_for_any_number_of_jobs() {
    let (path, text) = many("jobs");
    let packed = path.with_extension("pgn.zst");
    fs::write(&packed, pack(text.as_bytes().chunks(100_000))).expect("written");
    for table in ["games", "moves"] {
        let columns = if table == "games" { "game,byte,moves,clocks" } else { "game,ply,san,fen" };
        let one = |jobs, path: &Path| {
            run(
                &["stats", "--table", table, "--columns", columns, "--format", "parquet", "--jobs", jobs],
                path,
            )
            .stdout
        };
        let expected = one("1", &path);
        for jobs in ["2", "5"] {
            assert!(one(jobs, &path) == expected, "{table} with {jobs} jobs");
            assert!(one(jobs, &packed) == expected, "{table}, packed, with {jobs} jobs");
        }
    }
}

#[test]
fn what_is_no_table_of_rows_is_refused_as_parquet() {
    let path = folder("columnar").join("cells2.pgn");
    fs::write(&path, GAMES).expect("written");
    for table in ["players", "duplicates"] {
        let output = Command::new(env!("CARGO_BIN_EXE_descant"))
            .args(["stats", "--format", "parquet", "--table", table])
            .arg(&path)
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("games, moves and findings"), "{told}");
    }
}

fn stretch(path: &Path, part: Option<std::ops::Range<u64>>, jobs: usize) -> Stretch {
    let source = Box::new(fs::File::open(path).expect("the file"));
    let name = path.display().to_string();
    Stretch { source, name, encoding: Encoding::Auto, part, jobs, passes_gaps: false }
}

fn batches(plan: &Plan, stretch: Stretch) -> Result<Vec<RecordBatch>, PlanError> {
    let mut all = Vec::new();
    stream(plan, stretch, |batch| {
        all.push(batch);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

#[test]
fn a_stream_gives_the_rows_of_the_command_line() {
    let (path, _) = many("stream");
    for (table, name) in
        [(TableName::Games, "games"), (TableName::Moves, "moves"), (TableName::Findings, "findings")]
    {
        let plan = Plan::new(&Request { table, ..Request::default() }).expect("a plan");
        let rows = printed(&batches(&plan, stretch(&path, None, 2)).expect("rows"));
        let csv = run(&["stats", "--table", name], &path).stdout;
        assert!(rows == csv_rows(&csv), "{name}");
    }
}

#[test]
fn parts_have_the_rows_of_the_whole_with_their_keys() {
    let (path, text) = many("parts");
    let packed = path.with_extension("parts.zst");
    fs::write(&packed, pack(text.as_bytes().chunks(150_000))).expect("written");
    let columns = Some("frame,byte,event,result,moves_key,clocks,codes".to_owned());
    let plan = Plan::new(&Request { columns, ..Request::default() }).expect("a plan");
    for path in [&path, &packed] {
        let length = fs::metadata(path).expect("the file").len();
        let whole = printed(&batches(&plan, stretch(path, None, 2)).expect("rows"));
        let mut parts = vec![whole[0].clone()];
        for n in 0..7 {
            let part = length * n / 7..length * (n + 1) / 7;
            let found = batches(&plan, stretch(path, Some(part), 1)).expect("rows");
            if !found.is_empty() {
                parts.extend(printed(&found).drain(1..));
            }
        }
        assert_eq!(whole.len(), 6_001);
        assert!(parts == whole);
        let keys: std::collections::HashSet<_> = parts.iter().map(|row| (&row[0], &row[1])).collect();
        assert_eq!(keys.len(), parts.len(), "every game has a key of its own");
    }
}

#[test]
fn games_with_errors_are_kept_dropped_or_the_end() {
    let path = folder("columnar").join("bad.pgn");
    fs::write(&path, GAMES).expect("written");
    let rows = |bad| {
        let columns = Some("event,plies,codes".to_owned());
        let plan = Plan::new(&Request { bad, columns, ..Request::default() }).expect("a plan");
        batches(&plan, stretch(&path, None, 1)).map(|batches| printed(&batches))
    };
    let kept = rows(Bad::Keep).expect("rows");
    assert_eq!(kept[2], ["Error", "2", "[\"illegal-move\"]"]);
    assert_eq!((kept.len(), rows(Bad::Drop).expect("rows").len()), (5, 4));
    let error = rows(Bad::Fail).expect_err("a game with an error").to_string();
    assert!(error.contains("bad.pgn: byte ") && error.contains("illegal-move"), "{error}");
}

#[test]
fn what_cannot_be_asked_for_is_told() {
    for (request, told) in [
        (Request { columns: Some("whit".into()), ..Request::default() }, "white"),
        (Request { filter: Some("whit = 3".into()), ..Request::default() }, "white"),
        (Request { table: TableName::Findings, columns: Some("eco".into()), ..Request::default() }, "code"),
    ] {
        let error = Plan::new(&request).expect_err("no plan").to_string();
        assert!(error.contains(told), "{error}");
    }
}

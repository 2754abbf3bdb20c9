//! Recognised pages in every form they come in: the same games, the same places.
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use descant::scan::{Book, Format, sniff};
use descant::source::{Chunk, Encoding, whole};
use descant::span::Span;

use crate::console::run;

const FORMS: [(&str, Format); 5] = [
    ("opera.hocr", Format::Hocr),
    ("opera-sloppy.html", Format::Hocr),
    ("opera.alto.xml", Format::Alto),
    ("opera.djvu.xml", Format::DjvuXml),
    ("opera.abbyy.xml", Format::Abbyy),
];

/// The game of the fixtures as every collection has it.
const OPERA: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 \
                     b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ \
                     Nxb8 17. Rd8# 1-0";

fn fixture(name: &str) -> String {
    format!("fixtures/scan/{name}")
}

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(fixture(name));
    fs::read(path).expect("a fixture")
}

/// The laid-out text of a file.
fn laid(bytes: &[u8]) -> Chunk {
    let format = sniff(bytes).expect("recognised pages");
    let mut book = Book::default();
    book.read("input", &whole(bytes, Encoding::Auto).expect("text"), format);
    book.lay_out().0
}

/// The moves of a PGN without comments and line ends.
fn moves(pgn: &[u8]) -> String {
    let pgn = String::from_utf8_lossy(pgn);
    let body = pgn.split_once("\n\n").map_or("", |(_, body)| body);
    let mut out = String::new();
    let mut depth = 0;
    for c in body.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => out.push(if c == '\n' { ' ' } else { c }),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tag(pgn: &[u8], name: &str) -> String {
    let pgn = String::from_utf8_lossy(pgn);
    let line = pgn.lines().find(|line| line.starts_with(&format!("[{name} "))).unwrap_or_default();
    line.split('"').nth(1).unwrap_or_default().to_owned()
}

#[test]
fn every_form_gives_the_game_that_was_played() {
    for (name, format) in FORMS {
        assert_eq!(sniff(&read(name)), Some(format), "{name}");
        let done = run(&["convert", "--quiet", &fixture(name)], b"");
        assert_eq!(moves(&done.stdout), OPERA, "{name}");
        assert_eq!(done.status.code(), Some(0), "{name}");
        assert_eq!(tag(&done.stdout, "Source"), "page 1, row 6", "{name}");
        assert_eq!(tag(&done.stdout, "White"), "MORPHY", "{name}");
    }
}

#[test]
fn the_form_is_known_by_content_also_from_standard_input_and_packed() {
    for (name, _) in FORMS {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(&read(name)).expect("packed");
        let packed = packer.finish().expect("packed");
        let done = run(&["convert", "--quiet"], &packed);
        assert_eq!(moves(&done.stdout), OPERA, "{name}");
    }
}

#[test]
fn a_form_that_is_named_is_believed() {
    let bytes = b"<div title='bbox 0 0 9 9'><span class=word>1. P-K4 P-K4</span></div>";
    let done = run(&["convert", "--quiet", "--from", "hocr"], bytes);
    assert_eq!((done.stdout.as_slice(), done.status.code()), (&b""[..], Some(1)));
    for (name, from) in
        [("opera.alto.xml", "alto"), ("opera.djvu.xml", "djvu-xml"), ("opera.abbyy.xml", "abbyy")]
    {
        let done = run(&["convert", "--quiet", "--from", from, &fixture(name)], b"");
        assert_eq!(moves(&done.stdout), OPERA, "{name}");
    }
}

#[test]
fn blocks_of_columns_become_rows() {
    for (name, _) in FORMS {
        let chunk = laid(&read(name));
        let rows: Vec<Vec<&str>> = chunk
            .text
            .lines()
            .map(|line| line.split("   ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
            .collect();
        for row in [["1.", "P-K4", "P-K4"], ["11.", "B x KtP ch", "QKt-Q2"], ["12.", "Castles QR", "R-Q1"]] {
            assert!(rows.iter().any(|found| *found == row), "{name}: {row:?} in {rows:?}");
        }
    }
}

#[test]
fn running_heads_and_page_numbers_are_left_out() {
    let chunk = laid(&read("opera.hocr"));
    for head in ["THE BOOK OF GAMES", "86", "87"] {
        assert!(!chunk.text.contains(head), "{head} in {}", chunk.text);
    }
    assert!(chunk.text.contains("GAME THE FIRST"), "{}", chunk.text);
    assert_eq!(chunk.text.matches('\u{c}').count(), 1);
}

/// Every word of the laid-out text with its span.
fn words(chunk: &Chunk) -> Vec<(Span, String)> {
    let text = &chunk.text;
    let spans = text.split_whitespace().filter_map(|word| Span::of_part(text, word));
    spans.map(|span| (span, span.of_text(text).to_owned())).collect()
}

#[test]
fn every_word_points_at_its_bytes_line_and_column_in_the_file() {
    for (name, format) in FORMS {
        let bytes = read(name);
        let file = String::from_utf8(bytes.clone()).expect("UTF-8");
        let chunk = laid(&bytes);
        let words = words(&chunk);
        assert!(words.len() > 80, "{name}");
        for (span, word) in words {
            let range = chunk.original_range(span.start, span.end);
            let (start, end) = (range.start as usize, range.end as usize);
            let there = &file[start..end];
            if format == Format::Abbyy {
                // From the first of its characters to the last.
                let inside: String =
                    there.split(['<', '>']).step_by(2).filter(|part| part.len() == 1).collect();
                assert!(there.starts_with(&word[..1]) && there.ends_with(&word[word.len() - 1..]), "{there}");
                assert!(inside.len() >= word.len() || word.contains('5'), "{word}: {there}");
            } else {
                assert_eq!(there, word, "{name}");
            }
            let (line, column) = chunk.line_column(span.start);
            let before = &file[..start];
            assert_eq!(line as usize, before.matches('\n').count() + 1, "{name}: {word}");
            let begin = before.rfind('\n').map_or(0, |at| at + 1);
            assert_eq!(column as usize, file[begin..start].chars().count() + 1, "{name}: {word}");
        }
    }
}

#[test]
fn a_finding_names_file_line_column_page_row_box_and_words() {
    let hocr = String::from_utf8(read("opera.hocr")).expect("UTF-8").replace(">Q-QKt3<", ">Q-QKt4<");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scan-finding");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("book.hocr");
    fs::write(&path, &hocr).expect("written");
    let path = path.to_str().expect("UTF-8");
    let at = hocr.find("Q-QKt4").expect("there");
    let line = hocr[..at].matches('\n').count() + 1;
    let done = run(&["convert", "--level", "warning", "--message-format", "json", path], b"");
    let said = String::from_utf8(done.stderr).expect("UTF-8");
    let found = said.lines().find(|line| line.contains("repaired-move")).expect("a finding");
    let found: serde_json::Value = serde_json::from_str(found).expect("JSON");
    assert_eq!(found["file"], path);
    assert_eq!(found["line"], line);
    assert_eq!(found["start"], at);
    assert_eq!(found["end"], at + "Q-QKt4".len());
    assert_eq!(found["text"], "Q-QKt4");
    assert_eq!(found["page"], "page 1");
    assert_eq!(found["row"], 12);
    let area = found["box"].as_array().expect("a box");
    let in_file = area.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    assert!(hocr[..at].rsplit("bbox ").next().is_some_and(|title| title.starts_with(&in_file)), "{in_file}");
    let done = run(&["convert", "--level", "warning", path], b"");
    let said = String::from_utf8(done.stderr).expect("UTF-8");
    assert!(said.contains(&format!("book.hocr:{line}:")), "{said}");
    assert!(
        said.contains(&format!(
            "page 1, row 12, box {}",
            in_file.replacen(' ', ",", 1).split(' ').next().unwrap_or("")
        )),
        "{said}"
    );
}

#[test]
fn several_files_are_one_book_in_natural_order() {
    // As a shell expands page-*.hocr.
    let (ten, nine) = (fixture("pages/page-10.hocr"), fixture("pages/page-9.hocr"));
    let done = run(&["convert", "--quiet", &ten, &nine], b"");
    assert_eq!(moves(&done.stdout), OPERA);
    assert_eq!(tag(&done.stdout, "Source"), "page-9.hocr, row 6");
    // A finding on the second page names the second file.
    let done = run(&["convert", "--quiet", "--to", "json", &ten, &nine], b"");
    let json: serde_json::Value =
        serde_json::from_slice(done.stdout.split(|&byte| byte == b'\n').next().expect("a line"))
            .expect("JSON");
    assert_eq!(json["file"], nine.as_str());
}

#[test]
fn every_form_of_findings_and_every_table_names_the_file_and_the_line_of_the_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scan-forms");
    fs::create_dir_all(&folder).expect("a folder");
    let [first, second] = ["page-9.hocr", "page-10.hocr"].map(|name| {
        let page = String::from_utf8(read(&format!("pages/{name}"))).expect("UTF-8");
        let path = folder.join(name);
        // On the second page a rank is misprinted: 14 … Q-K3.
        fs::write(&path, page.replace(">Q-K3<", ">Q-K8<")).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    });
    let page = fs::read_to_string(&second).expect("the second page");
    let at = page.find("Q-K8").expect("there");
    let line = page[..at].matches('\n').count() + 1;
    let descant = |args: &[&str]| {
        let done = run(&[args, &[first.as_str(), second.as_str()]].concat(), b"");
        String::from_utf8(done.stdout).expect("UTF-8")
    };
    let check = |form| descant(&["check", "--level", "warning", "--message-format", form]);

    let github = check("github");
    let annotation = github.lines().find(|line| line.contains("repaired-move")).expect("a finding");
    assert!(annotation.contains(&format!(" file={second},line={line},")), "{annotation}");

    let sarif: serde_json::Value = serde_json::from_str(&check("sarif")).expect("one document");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let result = results.iter().find(|result| result["ruleId"] == "repaired-move").expect("a finding");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], second.as_str());
    assert_eq!((&place["region"]["startLine"], &place["region"]["byteOffset"]), (&line.into(), &at.into()));
    assert_eq!(place["region"]["byteLength"], "Q-K8".len());
    assert_eq!(result["properties"]["page"], "page-10.hocr");

    let findings = descant(&["stats", "--table", "findings", "--columns", "code,file,line,byte"]);
    assert!(findings.contains(&format!("repaired-move,{second},{line},{at}\n")), "{findings}");

    // The game begins on the first page.
    let page = fs::read_to_string(&first).expect("the first page");
    let games = descant(&["stats", "--columns", "file,line,byte"]);
    let row: Vec<_> = games.lines().nth(1).expect("a game").split(',').collect();
    let byte: usize = row[2].parse().expect("a number");
    assert_eq!(row[0], first);
    assert_eq!(row[1], (page[..byte].matches('\n').count() + 1).to_string());
    let positions = descant(&["fen", "--format", "csv"]);
    assert!(positions.lines().nth(1).is_some_and(|row| row.contains(&first)), "{positions}");
}

#[test]
fn other_inputs_part_books() {
    let hocr = fixture("opera.hocr");
    let done = run(&["convert", "--quiet", &hocr, "fixtures/cli/club.pgn", &hocr], b"");
    let pgn = String::from_utf8(done.stdout).expect("UTF-8");
    assert_eq!(pgn.matches("page 1, row 6").count(), 2);
    let first = pgn.find("Source").expect("the book");
    assert!(pgn[first..].contains("[Event \"Club"), "{pgn}");
}

/// The same hOCR with every box changed.
fn with_boxes(hocr: &str, change: impl Fn([f64; 4]) -> [f64; 4]) -> String {
    let mut parts = hocr.split("bbox ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(['\'', '"', ';']).expect("an end");
        let numbers: Vec<f64> = part[..end].split(' ').map(|n| n.parse().expect("a number")).collect();
        let changed = change([numbers[0], numbers[1], numbers[2], numbers[3]]);
        out += &format!("bbox {:.0} {:.0} {:.0} {:.0}", changed[0], changed[1], changed[2], changed[3]);
        out += &part[end..];
    }
    out
}

/// The cells of all lines: how far they stand apart is a matter of the size of letters.
fn cells(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .map(|line| line.split("   ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect()
}

#[test]
fn a_turned_or_smaller_scan_gives_the_same_text() {
    let hocr = String::from_utf8(read("opera.hocr")).expect("UTF-8");
    let level = laid(hocr.as_bytes());
    let plain = cells(&level.text);
    for degrees in [-2.0_f64, -0.5, 0.5, 1.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let turned = with_boxes(&hocr, |[l, t, r, b]| {
            let ((x, y), (w, h)) = (((l + r) / 2.0, (t + b) / 2.0), (r - l, b - t));
            let (x, y) = (x * cos - y * sin + 40.0, x * sin + y * cos + 40.0);
            [x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0]
        });
        // What is too high or too wide now are the boxes of the page and of blocks, which nobody asks.
        let turned = turned.replace("class='ocr_page' ", "class='ocr_page' data-x='' ");
        assert_eq!(cells(&laid(turned.as_bytes()).text), plain, "turned by {degrees} degrees");
    }
    for scale in [0.5, 3.0] {
        let scaled = with_boxes(&hocr, |area| area.map(|n| n * scale));
        assert_eq!(cells(&laid(scaled.as_bytes()).text), plain, "scaled by {scale}");
    }
}

#[test]
fn confidences_and_other_readings_of_characters_are_kept() {
    let pages = |name: &str, format| {
        let mut book = Book::default();
        book.read(name, &whole(&read(name)[..], Encoding::Auto).expect("text"), format);
        book.pages
    };
    let alto = pages("opera.alto.xml", Format::Alto);
    let page = &alto[0];
    let word = |number: u32| page.words[number as usize].text.of_text(&page.text);
    let (whole, variant) = (&page.alternatives[0], &page.alternatives[1]);
    assert_eq!((word(whole.word), whole.character, whole.text.as_str()), ("B-Kt5", None, "B-KtS"));
    assert_eq!((word(variant.word), variant.character, variant.text.as_str()), ("B-Kt5", Some(4), "S"));
    assert_eq!(variant.confidence, Some(22));
    assert!(page.words.iter().all(|word| word.confidence.is_some_and(|sure| sure >= 90)));

    let abbyy = pages("opera.abbyy.xml", Format::Abbyy);
    let page = &abbyy[0];
    let found = page
        .alternatives
        .iter()
        .find(|other| page.words[other.word as usize].text.of_text(&page.text) == "B-Kt5");
    let found = found.expect("a variant");
    assert_eq!((found.character, found.text.as_str(), found.confidence), (Some(4), "S", Some(22)));
}

#[test]
fn pages_that_nobody_recognised_are_told_the_commands() {
    for (head, what, command) in [
        (&b"%PDF-1.4\n%\xe2\xe3"[..], "a PDF", "pdftoppm -r 300 -png"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image", "tesseract - page hocr"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image", "tesseract - page hocr"),
        (b"II*\0\x08\0\0\0", "a TIFF image", "tesseract - page hocr"),
        (b"AT&TFORM\0\0\x10\0DJVM", "a DjVu file", "djvutoxml"),
    ] {
        let done = run(&["convert", "--quiet"], head);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.contains(what) && said.contains(command), "{said}");
        assert_eq!((done.stdout.len(), done.status.code()), (0, Some(2)), "{said}");
    }
}

#[test]
fn a_tar_archive_is_told_from_the_text_in_it() {
    let pgn = b"[Event \"Club\"]\n\n1. e4 e5 2. Nf3 *\n";
    let mut tar = vec![0; 512];
    tar[..9].copy_from_slice(b"games.pgn");
    tar[257..262].copy_from_slice(b"ustar");
    tar.extend_from_slice(pgn);
    tar.resize(4 * 512, 0);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&tar).expect("packed");
    for archive in [tar, gz.finish().expect("packed")] {
        let done = run(&["convert", "--quiet"], &archive);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.contains("is a tar archive") && said.contains("unpack it first"), "{said}");
        assert_eq!((done.stdout.len(), done.status.code()), (0, Some(2)), "{said}");
    }
}

/// Runs the commands that the message of an error shows, in this folder; `None` where a program is not installed.
fn follow(folder: &Path, input: &str) -> Option<Vec<u8>> {
    let bin = env!("CARGO_BIN_EXE_descant");
    let told =
        Command::new(bin).args(["convert", "--quiet", input]).current_dir(folder).output().expect("it runs");
    assert_eq!(told.status.code(), Some(2));
    let said = String::from_utf8(told.stderr).expect("UTF-8");
    let (_, command) = said.trim_end().split_once("commands make them: ").expect("commands");
    let is_there = |name: &&str| Command::new(name).arg("-v").output().is_ok();
    let wanted = ["pdftoppm", "tesseract"].into_iter().filter(|name| command.contains(name));
    if let Some(missing) = wanted.into_iter().find(|name| !is_there(name)) {
        eprintln!("skipped: {missing} is not installed");
        return None;
    }
    let command = command.replace("descant ", &format!("{bin} "));
    let done = Command::new("sh").args(["-c", &command]).current_dir(folder).output().expect("a shell");
    // What one move makes of a game is another matter.
    assert!(done.status.code().is_some_and(|code| code < 2), "{command}: {done:?}");
    let page = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let page = page.into_iter().find(|path| path.extension().is_some_and(|e| e == "hocr"))?;
    fs::read(page).ok()
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_message_make_pages_that_are_read() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scan-commands");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    // A PDF of one page with a line of text, as short as they come.
    let stream = "BT /F 24 Tf 72 700 Td (1. P-K4 P-K4) Tj ET";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
            .to_owned(),
        format!("<</Length {}>>stream\n{stream}\nendstream", stream.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>".to_owned(),
    ];
    let mut pdf = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(pdf.len());
        pdf += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let start = pdf.len();
    pdf += "xref\n0 6\n0000000000 65535 f \n";
    for place in places {
        pdf += &format!("{place:010} 00000 n \n");
    }
    pdf += &format!("trailer<</Size 6/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    fs::write(folder.join("a book.pdf"), pdf).expect("written");
    let Some(hocr) = follow(&folder, "a book.pdf") else { return };
    assert_eq!(sniff(&hocr), Some(Format::Hocr));
    assert!(laid(&hocr).text.contains("P-K4"), "{}", laid(&hocr).text);
    // The image that came between has commands of its own.
    let image = fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.file_name());
    let image = image.filter_map(|name| name.into_string().ok()).find(|name| name.ends_with(".png"));
    let hocr = follow(&folder, &image.expect("an image")).expect("tesseract was there");
    assert_eq!(sniff(&hocr), Some(Format::Hocr));
}

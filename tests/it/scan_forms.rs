//! What each form of recognised pages says of its words: letters, boxes, how sure the recogniser was, what else may stand there.
use descant::scan::{Book, Format, Page};
use descant::source::Chunk;

use crate::console::run;

fn pages(text: &str, format: Format) -> Vec<Page> {
    let mut book = Book::default();
    book.read("book", &Chunk::from_text(text.to_owned()), format);
    book.pages
}

/// The words of the first page: line, letters, left, top, right, bottom.
fn words(text: &str, format: Format) -> Vec<(u32, String, [i32; 4])> {
    let pages = pages(text, format);
    let page = pages.first().expect("a page");
    let told = page.words.iter().map(|word| {
        let area = word.area;
        let letters = word.text.of_text(&page.text).to_owned();
        (word.line, letters, [area.left, area.top, area.right, area.bottom])
    });
    told.collect()
}

fn word(line: u32, letters: &str, area: [i32; 4]) -> (u32, String, [i32; 4]) {
    (line, letters.to_owned(), area)
}

/// The words as they stand in the file.
fn printed(text: &str, format: Format) -> Vec<String> {
    let spot = |page: &Page| -> Vec<String> {
        page.words
            .iter()
            .map(|word| text[word.spot.byte as usize..][..word.spot.length as usize].to_owned())
            .collect()
    };
    pages(text, format).iter().flat_map(spot).collect()
}

fn sure(text: &str, format: Format) -> Vec<Option<u8>> {
    pages(text, format)[0].words.iter().map(|word| word.confidence).collect()
}

const OCR_PAGE: &str = "<div class='ocr_page' title='bbox 0 0 800 600'>";

fn hocr(inside: &str) -> String {
    format!("<html><body>{OCR_PAGE}{inside}</div></body></html>")
}

#[test]
fn hocr_words_are_told_by_their_class_and_title() {
    let text = hocr(
        "<span class='ocr_line' title='bbox 5 10 300 40'><span class='big ocrx_word' title='x_wconf 87; bbox 10 12 60 38; \
         bbox 1 2 3 4'>P-K4</span> <span class='ocrx_word' title='bbox 70 12 120 38; x_conf 55.6'>P-Q4</span></span>\
         <span class='ocr_header' title='bbox 5 50 300 80'><span class='ocr_word' title='bbox 10 52 60 78'>PxP</span></span>",
    );
    let expected = [
        word(1, "P-K4", [10, 12, 60, 38]),
        word(1, "P-Q4", [70, 12, 120, 38]),
        word(2, "PxP", [10, 52, 60, 78]),
    ];
    assert_eq!(words(&text, Format::Hocr), expected);
    assert_eq!(sure(&text, Format::Hocr), [Some(87), Some(56), None]);
    assert_eq!(printed(&text, Format::Hocr), ["P-K4", "P-Q4", "PxP"]);
    let area = pages(&text, Format::Hocr)[0].area.expect("a size");
    assert_eq!([area.left, area.top, area.right, area.bottom], [0, 0, 800, 600]);
}

/// Elements of the same name inside a word do not end it; those of other names neither.
#[test]
fn hocr_words_end_with_their_own_element() {
    let text = hocr(
        "<span class='ocr_line' title='bbox 5 10 300 40'>\
         <span class='ocrx_word' title='bbox 10 12 60 38'><span>P</span><em>-</em>K4</span>\
         <span class='ocrx_word' title='bbox 70 12 99 38'>Kt&amp;B </span></span>",
    );
    let expected = [word(1, "P-K4", [10, 12, 60, 38]), word(1, "Kt&B", [70, 12, 99, 38])];
    assert_eq!(words(&text, Format::Hocr), expected);
    assert_eq!(printed(&text, Format::Hocr), ["P</span><em>-</em>K4", "Kt&amp;B"]);
}

/// A word that nobody closed ends where the next one, a line or a page begins.
#[test]
fn hocr_words_that_are_not_closed_end_with_what_begins() {
    let text = hocr(
        "<span class='ocr_line' title='bbox 5 10 300 40'><span class='ocrx_word' title='bbox 10 12 60 38'>P-K4\
         <span class='ocrx_word' title='bbox 70 12 120 38'>P-Q4\
         <span class='ocr_line' title='bbox 5 50 300 80'><span class='ocrx_word' title='bbox 10 52 60 78'>PxP\
         <div class='ocr_page' title='bbox 0 0 800 600'><span class='ocrx_word' title='bbox 11 52 60 78'>QxP",
    );
    let letters: Vec<String> =
        words(&text, Format::Hocr).into_iter().map(|(_, letters, _)| letters).collect();
    assert_eq!(letters, ["P-K4", "P-Q4", "PxP"]);
    let pages = pages(&text, Format::Hocr);
    assert_eq!((pages.len(), pages[1].text.as_str(), pages[1].number), (2, "QxP", 2));
}

/// Lines without words of their own: each word has its share of the box of the line, and a line break parts two.
#[test]
fn hocr_lines_without_words_share_their_box() {
    let text = hocr("<span class='ocr_line' title='bbox 0 10 90 40'>P-K4 P-Q4</span>");
    let expected = [word(1, "P-K4", [0, 10, 40, 40]), word(1, "P-Q4", [50, 10, 90, 40])];
    assert_eq!(words(&text, Format::Hocr), expected);
    let text = hocr("<span class='ocr_line' title='bbox 0 10 90 40'>P-K4<br/>P-Q4</span> behind");
    assert_eq!(words(&text, Format::Hocr), expected);
}

/// A word without a box of its own stands right of the one before it, or at the beginning of its line.
#[test]
fn words_without_a_box_stand_beside_others() {
    let text = hocr(
        "<span class='ocr_line' title='bbox 5 10 300 40'><span class='ocrx_word'>P-K4</span>\
         <span class='ocrx_word' title='bbox 70 10 120 40'>P-Q4</span><span class='ocrx_word' title='bbox 1 2'>PxP</span>\
         <span class='ocrx_word' title='bbox 900 10 950 40'>Q</span></span>",
    );
    let expected = [
        word(1, "P-K4", [5, 10, 300, 40]),
        word(1, "P-Q4", [70, 10, 120, 40]),
        word(1, "PxP", [135, 10, 180, 40]),
        word(1, "Q", [195, 10, 210, 40]),
    ];
    assert_eq!(words(&text, Format::Hocr), expected);
    assert_eq!(pages(&text, Format::Hocr)[0].misplaced, 3);
}

#[test]
fn djvu_words_have_two_corners() {
    let text = "<DjVuXML><BODY><OBJECT width='800' height='600'><HIDDENTEXT><LINE coords='5,40,300,10'>\
                <WORD coords='10,38,60,12' x-confidence='87'> P-K4 </WORD><WORD coords='70 38 120 12'>P&amp;Q</WORD></LINE>\
                <LINE coords='10,78,100,52' confidence='44'>P-Q4 PxP</LINE>stray</HIDDENTEXT></OBJECT>\
                <OBJECT width='800' height='600'><LINE><WORD coords='1,38,60,12,30'>Q</WORD></LINE></OBJECT></BODY></DjVuXML>";
    let expected = [
        word(1, "P-K4", [10, 12, 60, 38]),
        word(1, "P&Q", [70, 12, 120, 38]),
        word(2, "P-Q4", [10, 52, 55, 78]),
        word(2, "PxP", [66, 52, 100, 78]),
    ];
    assert_eq!(words(text, Format::DjvuXml), expected);
    assert_eq!(sure(text, Format::DjvuXml), [Some(87), None, Some(44), Some(44)]);
    assert_eq!(printed(text, Format::DjvuXml)[..2], ["P-K4", "P&amp;Q"]);
    let pages = pages(text, Format::DjvuXml);
    assert_eq!((pages.len(), pages[1].text.as_str()), (2, "Q"));
}

fn char_params(letter: &str, left: i32, more: &str) -> String {
    format!("<charParams l='{left}' t='12' r='{}' b='38' {more}>{letter}</charParams>", left + 10)
}

#[test]
fn abbyy_words_are_put_together_from_characters() {
    let line: String = [
        char_params("P", 10, "charConfidence='80'"),
        char_params("-", 20, "charConfidence='-1'"),
        char_params("K", 30, "charConfidence='91'"),
        char_params(" ", 40, ""),
        char_params("Q", 50, "charConfidence='300'"),
        char_params("R", 60, "wordStart='true'"),
        char_params("B", 70, "wordFirst='1'"),
        char_params("P", 80, "wordStart='false'"),
        char_params("<charRecVariants><charRecVariant charConfidence='22'>8</charRecVariant><charRecVariant>3</charRecVariant></charRecVariants>3", 90, ""),
    ]
    .concat();
    let text = format!(
        "<document><page width='800' height='600'><line l='5' t='10' r='300' b='40'><formatting>{line}</formatting></line>\
         <line l='0' t='50' r='90' b='80'><formatting>P-K4 P-Q4</formatting></line></page>\
         <page width='800' height='600'><line>{}</line></page></document>",
        char_params("K", 10, "")
    );
    let expected = [
        word(1, "P-K", [10, 12, 40, 38]),
        word(1, "Q", [50, 12, 60, 38]),
        word(1, "R", [60, 12, 70, 38]),
        word(1, "BP3", [70, 12, 100, 38]),
        word(2, "P-K4", [0, 50, 40, 80]),
        word(2, "P-Q4", [50, 50, 90, 80]),
    ];
    assert_eq!(words(&text, Format::Abbyy), expected);
    assert_eq!(sure(&text, Format::Abbyy), [Some(86), Some(100), None, None, None, None]);
    let pages = pages(&text, Format::Abbyy);
    assert_eq!((pages.len(), pages[1].text.as_str()), (2, "K"));
    let others: Vec<(u32, Option<u32>, &str, Option<u8>)> = pages[0]
        .alternatives
        .iter()
        .map(|other| (other.word, other.character, other.text.as_str(), other.confidence))
        .collect();
    assert_eq!(others, [(3, Some(2), "8", Some(22))]);
}

#[test]
fn alto_words_have_their_hyphens_and_their_other_readings() {
    let text = "<alto><Layout><Page WIDTH='800' HEIGHT='600'><TextLine HPOS='5' VPOS='10' WIDTH='295' HEIGHT='30'>\
                <String CONTENT='P' HPOS='10' VPOS='12' WIDTH='50' HEIGHT='26' WC='0.87'><ALTERNATIVE>F</ALTERNATIVE>\
                <Glyph CONTENT='P'/><Glyph CONTENT='x'><Variant CONTENT='K' VC='0.5'/></Glyph></String>stray\
                <HYP CONTENT='\u{AD}' HPOS='60' VPOS='12' WIDTH='10' HEIGHT='26'/></TextLine>\
                <TextLine><HYP CONTENT='-'/><String CONTENT='K4' HPOS='10' VPOS='52' WIDTH='50' HEIGHT='26'/></TextLine></Page></Layout></alto>";
    let expected = [word(1, "P-", [10, 12, 70, 38]), word(2, "K4", [10, 52, 60, 78])];
    assert_eq!(words(text, Format::Alto), expected);
    assert_eq!(sure(text, Format::Alto), [Some(87), None]);
    let pages = pages(text, Format::Alto);
    let others: Vec<(u32, Option<u32>, &str, Option<u8>)> = pages[0]
        .alternatives
        .iter()
        .map(|other| (other.word, other.character, other.text.as_str(), other.confidence))
        .collect();
    assert_eq!(others, [(0, None, "F", None), (0, Some(1), "K", Some(50))]);
}

/// References, CDATA and comments stand for what they stand for; a place that cannot be parsed costs no word behind it.
#[test]
fn markup_is_read_however_it_is_written() {
    let text = hocr(
        "<!-- no word --><span class='ocr_line' title='bbox 5 10 300 40'>\
         <span class='ocrx_word' title='bbox 10 12 60 38'>P&#45;K&#x34;</span>\
         <span class='ocrx_word' title='bbox 70 12 99 38'><![CDATA[P-Q4]]></span>\
         <span class='ocrx_word' title='bbox 100 12 130 38'>P&mdash;B4</span>\
         <SPAN CLASS='ocrx_word' TITLE='bbox 140 12 160 38'>K&nothing;</SPAN>\
         <span class='ocrx_word' title='bbox 170 12 230 38'>ch&oelig;&scaron;</span></span>",
    );
    let letters: Vec<String> =
        words(&text, Format::Hocr).into_iter().map(|(_, letters, _)| letters).collect();
    assert_eq!(letters, ["P-K4", "P-Q4", "P\u{2014}B4", "K&nothing;", "ch\u{153}\u{161}"]);
}

#[test]
fn images_and_other_files_are_told_by_their_first_bytes() {
    for (head, what) in [
        (&b"MM\0*\0\0\0\x08"[..], "a TIFF image"),
        (b"GIF87a\0\0", "a GIF image"),
        (b"GIF89a\0\0", "a GIF image"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP image"),
        (b"\0\0\0\x0cjP  \r\n\x87\n", "a JPEG 2000 image"),
    ] {
        let done = run(&["convert", "--quiet"], head);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.contains(what) && said.contains("tesseract - page hocr"), "{said}");
        assert_eq!((done.stdout.len(), done.status.code()), (0, Some(2)), "{said}");
    }
    for head in [&b"GIF88a\0\0"[..], b"RIFF\x10\0\0\0WAVEfmt "] {
        let said = run(&["convert", "--quiet", "--from", "text"], head).stderr;
        assert!(!String::from_utf8_lossy(&said).contains("image"), "{head:?}");
    }
}

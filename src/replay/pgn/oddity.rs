//! What to say of each odd way of writing.
use crate::code::Code;
use crate::record::Oddity;

/// The code of an oddity, and what is to be said of the words it is found in.
pub fn say(oddity: Oddity, words: &str) -> (Code, String) {
    let words = short(words);
    match oddity {
        Oddity::TagLayout => (Code::TagLayout, format!("tag pair `{words}` not laid out one on a line")),
        Oddity::TagQuotes => {
            (Code::TagQuotes, format!("quotes of the tag pair `{words}` missing or not escaped"))
        }
        Oddity::TagUnclosed => (Code::TagUnclosed, format!("tag pair `{words}` without `]`")),
        Oddity::CastlingSpelling => (Code::CastlingSpelling, format!("castling written `{words}`")),
        Oddity::SmallLetter => (Code::SmallLetter, format!("small letter for a man in `{words}`")),
        Oddity::Figurine => (Code::Figurine, format!("figurine in `{words}`")),
        Oddity::LongSpelling => (Code::LongSpelling, format!("both squares given in `{words}`")),
        Oddity::PromotionSpelling => (Code::PromotionSpelling, format!("promotion written `{words}`")),
        Oddity::PawnCaptureSpelling => (Code::PawnCaptureSpelling, format!("pawn capture written `{words}`")),
        Oddity::SquareSpelling => (Code::SquareSpelling, format!("letters of a square in `{words}`")),
        Oddity::CaptureSign => (Code::CaptureSign, format!("sign of capture in `{words}`")),
        Oddity::CheckSpelling => (Code::CheckSpelling, format!("check or mate written `{words}`")),
        Oddity::EnPassantMark => (Code::EnPassantMark, format!("`{words}` after a capture in passing")),
        Oddity::RunTogether => (Code::RunTogether, format!("no blank before `{words}`")),
        Oddity::BlankInside => (Code::BlankInMove, format!("blanks inside the move `{words}`")),
        Oddity::NullSpelling => (Code::NullMove, format!("null move written `{words}`")),
        Oddity::AnnotationSpelling => (Code::AnnotationSpelling, format!("annotation `{words}`")),
        Oddity::Symbol => (Code::Symbol, format!("annotation glyph written `{words}`")),
        Oddity::NagRange => (Code::NagRange, format!("`{words}` is no annotation glyph from $0 to $255")),
        Oddity::ResultSpelling => (Code::ResultSpelling, format!("result written `{words}`")),
        Oddity::ResultInVariation => {
            (Code::ResultInVariation, format!("result `{words}` inside a variation"))
        }
        Oddity::SecondResult => (Code::ResultTwice, format!("second result `{words}`")),
        Oddity::AngleText => (Code::AngleText, format!("text in angle brackets: `{words}`")),
        Oddity::Punctuation => (Code::Punctuation, format!("`{words}` after a move")),
        Oddity::UnbalancedClose => (Code::UnbalancedClose, "`)` without `(`".to_owned()),
        Oddity::UnclosedVariation => (Code::UnclosedVariation, "this variation is never closed".to_owned()),
        Oddity::UnclosedComment => (Code::UnclosedComment, "this comment is never closed".to_owned()),
        Oddity::TooMany => (Code::GameTooLong, "too many moves and comments for one game".to_owned()),
        Oddity::StrayBrace => (Code::UnreadText, "`}` without `{`".to_owned()),
    }
}

/// Words of a record for a message: one line, at most 40 characters, without control characters.
pub fn short(words: &str) -> String {
    let mut out = String::new();
    for (i, c) in words.chars().enumerate() {
        if i == 40 {
            out.push('…');
            break;
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

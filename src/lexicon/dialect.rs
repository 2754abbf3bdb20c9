//! Which notation a text is written in: its language, and the licence its printing needs.
use super::letters;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English descriptive (`P-K4`, `P. to K's 4th.`).
    English,
    /// Spanish descriptive (`P4R`).
    Spanish,
    /// Algebraic, short or long, with the letters of one language (a code of `tables/algebraic.csv`).
    Algebraic(&'static str),
    /// Two digits a square, file first (ICCF: `5254`).
    Numeric,
}

/// Language and licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// The language of the moves.
    pub language: Language,
    /// Raw text recognition: glued words, digits for letters and the like are read too, at a cost.
    pub ocr: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self::ENGLISH
    }
}

/// The name is no notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no notation has this name (try english, spanish, san, numeric, or a language such as de or french)")]
pub struct UnknownNotation;

impl Dialect {
    /// English descriptive, clean text.
    pub const ENGLISH: Self = Self { language: Language::English, ocr: false };
    /// English descriptive from raw text recognition.
    pub const ENGLISH_OCR: Self = Self { language: Language::English, ocr: true };
    /// Spanish descriptive.
    pub const SPANISH: Self = Self { language: Language::Spanish, ocr: false };
    /// Algebraic with English letters.
    pub const SAN: Self = Self { language: Language::Algebraic("en"), ocr: false };
}

impl std::fmt::Display for Dialect {
    /// The notation in words: `English descriptive`, `algebraic (de)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.language {
            Language::English => f.write_str("English descriptive"),
            Language::Spanish => f.write_str("Spanish descriptive"),
            Language::Algebraic(code) => write!(f, "algebraic ({code})"),
            Language::Numeric => f.write_str("numeric"),
        }
    }
}

impl std::str::FromStr for Dialect {
    type Err = UnknownNotation;

    /// `english`, `english-ocr`, `spanish`, `san`, `uci`, `numeric`, or a language of the algebraic table (`de`,
    /// `french`). `auto` is no dialect: see `grammar::cell::detect`.
    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        let plain = |language| Self { language, ocr: false };
        match name.to_ascii_lowercase().as_str() {
            "english" | "descriptive" | "english-long" => Ok(Self::ENGLISH),
            "english-ocr" | "ocr" => Ok(Self::ENGLISH_OCR),
            "spanish" => Ok(Self::SPANISH),
            "san" | "lan" | "uci" | "algebraic" => Ok(Self::SAN),
            "numeric" | "iccf" => Ok(plain(Language::Numeric)),
            other => letters::letters(other)
                .map(|found| plain(Language::Algebraic(&found.language)))
                .ok_or(UnknownNotation),
        }
    }
}

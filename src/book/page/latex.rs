//! What LaTeX puts among the words of a page, as recognisers of formulas write it: `$P-K 4$`, `\mathrm{Kt} \times P`.
use crate::span::floor_char;

/// No formula and no words that a command embraces are longer, in bytes.
const LONGEST: usize = 200;

/// What commands stand for.
const WORDS: &[(&str, &str)] = &[
    ("times", "\u{d7}"),
    ("dagger", "\u{2020}"),
    ("ddagger", "\u{2021}"),
    ("pm", "\u{b1}"),
    ("mp", "\u{2213}"),
    ("ldots", "..."),
    ("cdots", "..."),
    ("dots", "..."),
    ("quad", "    "),
    ("qquad", "    "),
    ("hline", ""),
    ("frac{1}{2}", "1/2"),
    ("begin{center}", ""),
    ("end{center}", ""),
];

/// Commands that set the words in the braces behind them.
const EMBRACE: &[&str] = &[
    "mathrm", "mathbf", "mathit", "mathsf", "text", "textbf", "textit", "textsc", "textrm", "emph",
    "operatorname", "section", "subsection", "chapter", "title", "author",
];

/// A command at the start of some words.
pub(super) struct Command {
    pub words: &'static str,
    pub len: usize,
    /// How far behind its start the brace stands that ends what it sets.
    pub end: Option<usize>,
}

/// The command that a backslash begins.
pub(super) fn command(text: &str) -> Option<Command> {
    let near = &text[..floor_char(text, LONGEST)];
    let name = near.strip_prefix('\\')?;
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let stands = |known: &str| name.strip_prefix(known).is_some_and(ends);
    if let Some((known, words)) = WORDS.iter().find(|(known, _)| stands(known)) {
        return Some(Command { words, len: 1 + known.len(), end: None });
    }
    let known = EMBRACE.iter().find(|known| stands(known))?;
    let behind = &name[known.len()..];
    let inner = behind.strip_prefix('*').unwrap_or(behind).strip_prefix('{')?;
    let len = near.len() - inner.len();
    Some(Command { words: "", len, end: Some(len + closing(inner)?) })
}

/// Where the brace stands that closes one in front of some words.
fn closing(inner: &str) -> Option<usize> {
    let mut open = 1;
    inner.bytes().take_while(|&b| b != b'\n').position(|b| {
        open += i32::from(b == b'{') - i32::from(b == b'}');
        open == 0
    })
}

/// How long the signs of a formula at a place are, and where those stand that end it: `$P-K4$`, `\(P-K4\)`. Of two sums of money on
/// a line the second has a blank in front of its sign.
pub(super) fn formula(text: &str, at: usize) -> Option<(usize, usize)> {
    let rest = &text[at..floor_char(text, at + LONGEST)];
    let (sign, end) = if rest.starts_with('$') { ("$", "$") } else { ("\\(", "\\)") };
    let inner = rest.strip_prefix(sign)?;
    let len =
        inner.find([end.as_bytes()[0] as char, '\n']).filter(|_| end == "$").or_else(|| inner.find(end))?;
    let (inner, behind) = inner.split_at(len);
    let behind = behind.strip_prefix(end)?;
    let is_formula = inner.len() > 1
        && inner.contains(|c: char| c.is_uppercase() || c == '\\')
        && inner.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | '\\'))
        && !inner.contains('\n')
        && !inner.starts_with(|c: char| {
            c.is_whitespace() || c.is_ascii_digit() && sign == "$" && !inner.contains('\\')
        });
    let closes =
        !behind.starts_with(|c: char| c.is_ascii_digit()) && (sign == "\\(" || !inner.ends_with(' '));
    (is_formula && closes).then_some((sign.len(), at + sign.len() + len))
}

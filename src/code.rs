//! Every diagnostic code in one table: its name, how much it weighs, what it means, what to do.
/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong with the record.
    Note,
    /// Read, with one meaning, but not as it should be written.
    Warning,
    /// Not read, or without a legal meaning.
    Error,
}

impl Severity {
    /// The word for it: `note`, `warning`, `error`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $meaning:literal $advice:literal;)*) => {
        /// A kind of finding; its name is stable and others may script against it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable name, as in JSON and in `descant explain NAME`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How much a finding of this kind weighs.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// What it means, and why it is accepted or not.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }

            /// What to do about it.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$variant => $advice,)* }
            }
        }
    };
}

// One row a code: Variant "name" Severity "what it means and why" "what to do".
// Rows are grouped by the room that makes them; keep each group together.
codes! {
    // ---- moves (PGN and text)
    IllegalMove "illegal-move" Error
        "No legal move fits the token at its place. Nothing after it is played: the legal moves before it stand, the rest is kept as a comment."
        "Compare the token with the source; look at the moves before it too, an earlier slip often shows only here.";
    AmbiguousMove "ambiguous-move" Error
        "More than one legal move fits the token, and nothing in the record says which is meant. None is played."
        "Write the file or rank of the piece that moves (Nbd2, R1e2); the candidates are listed.";
    // ---- PGN tags
    TagLayout "tag-layout" Note
        "A tag pair with blanks or control characters inside, several on a line, or one over several lines: import format lets them stand so (PGN 8.1). A control character in a value is read as a blank."
        "Nothing; the output writes one on a line.";
    TagQuotes "tag-quotes" Warning
        "A tag pair whose quotes are missing, or with quotes inside that are not escaped. The value is taken up to the quote and bracket that end the line: no other reading keeps all of it."
        "Write [Name \"value\"], with \\\" for a quote inside.";
    TagUnclosed "tag-unclosed" Warning
        "A tag pair without its closing bracket; it ends with its line, so that the next tag is not swallowed."
        "Add the ].";
    TagBlanks "tag-blanks" Note
        "A tag value with blanks at its ends, or with two in a row: one name in two spellings, for whoever compares them."
        "Nothing; the output and all tables have the value without them.";
    RatingUnclear "rating-unclear" Warning
        "A WhiteElo or BlackElo tag that is no number from 1 to 9999, and does not say that none is known (?, -, 0 or nothing). The tag is kept; tables have no rating."
        "Write the number, or ? where none is known.";
    TagTwice "tag-twice" Warning
        "The same tag stands twice. The first counts; the other is kept as a comment unless it says the same."
        "Keep the one that is true.";
    TagCase "tag-case" Warning
        "A tag name of the standard in other letters (event for Event): tag names are case-sensitive, but no other tag can be meant."
        "Write the name as the standard does.";
    DateSpelling "date-spelling" Note
        "A date such as 1992.8.3 or 1992-08-03: year, month and day in this order have one meaning; so has a date with the year last whose first number is above 12 (31.8.1992)."
        "Nothing; the output writes YYYY.MM.DD.";
    DateUnclear "date-unclear" Warning
        "A date in which day, month and year cannot be told apart, or that no calendar has, such as 31 February. It is kept as it stands; tables have no date of it."
        "Write YYYY.MM.DD, with ? for what is not known.";
    PlayerSpelling "player-spelling" Note
        "With a spelling file (--players): the name of a player is written otherwise there, and that spelling is taken."
        "Nothing; correct the spelling file where it is wrong.";
    ResultTag "result-tag" Warning
        "The Result tag says the result in words or another spelling (White wins, 1:0)."
        "Write 1-0, 0-1, 1/2-1/2 or *.";
    ResultUnclear "result-unclear" Warning
        "The Result tag says nothing that is a result. It is kept as a comment."
        "Write 1-0, 0-1, 1/2-1/2 or *.";
    ResultConflict "result-conflict" Warning
        "The Result tag and the marker at the end of the moves differ. Mate or stalemate on the board decides; else the marker counts, unless it is *."
        "Correct the one that is wrong.";
    ResultBoard "result-board" Warning
        "The result contradicts the mate or stalemate on the board. It is kept as written."
        "Check the result, and the last moves.";
    PlyCount "ply-count" Warning
        "The PlyCount tag and the number of half-moves differ."
        "Correct the tag, or look for moves that are missing.";
    EcoMismatch "eco-mismatch" Note
        "With a table of openings (--openings): the code of the ECO tag is that of no position of the game, and the table has another for its moves. The deepest named position counts, whatever order the moves came in; of the codes, letter and two digits. Other books draw the lines between codes elsewhere."
        "Check whether the tag belongs to another game, or the moves do; `convert --tag-openings` writes the code of the table.";
    EcoEarlier "eco-earlier" Note
        "With a table of openings (--openings): the game came through an opening of the ECO tag's code, and later to a named position with another code, often by transposition."
        "Nothing, if the tag was meant so broadly; `convert --tag-openings` writes the code of the deepest named position.";
    SetUpTag "setup-tag" Warning
        "A FEN tag without SetUp \"1\" (PGN 9.7): the FEN is used, since nothing else can be meant by it."
        "Add [SetUp \"1\"].";
    SetUpWithoutFen "setup-without-fen" Warning
        "SetUp \"1\" without a FEN tag: the game is played from the usual array."
        "Add the FEN tag, or remove SetUp.";
    VariantWithoutFen "variant-without-fen" Warning
        "The Variant tag says Chess960, and no FEN tag says from which position. The game is played from the usual array, one of the 960."
        "Add the FEN tag with the first position; if it is the usual array, the output has it.";
    VariantUnknown "variant-unknown" Warning
        "The Variant tag names an unknown variant. The game is played by the usual rules."
        "Check whether the moves are legal because the rules are the same, or by chance.";
    VariantRules "variant-rules" Error
        "The Variant tag names a game with other rules than chess. Nothing is played: moves that look legal would mean something else."
        "Use a program for that variant.";
    // ---- positions (FEN)
    FenSyntax "fen-syntax" Error
        "The FEN is not spelled as a FEN. No move is played."
        "Correct the field named.";
    FenSpelling "fen-spelling" Note
        "A FEN with _ for its blanks, as in addresses of the web, or with two numbers of empty squares side by side (44 for 8)."
        "Nothing; the output writes blanks, and one number, where the position is not the usual array.";
    FenKings "fen-kings" Error
        "A side has no king, or several. No move is played."
        "Correct the FEN.";
    FenOpponentInCheck "fen-opponent-in-check" Error
        "The side that has just moved is in check, so its king could be taken. No move is played."
        "Check whether the side to move is the right one.";
    FenPawnOnEndRank "fen-pawn-on-end-rank" Error
        "A pawn stands on the first or the eighth rank. No move is played."
        "Correct the FEN.";
    FenTooManyMen "fen-too-many-men" Error
        "A side has more than sixteen pieces, or more than eight pawns. No move is played."
        "Correct the FEN.";
    FenTooManyPromoted "fen-too-many-promoted" Warning
        "A side has more promoted pieces than missing pawns. No game leads there, but it can be played on."
        "Check the FEN, if the position is said to come from a game.";
    FenImpossibleCheck "fen-impossible-check" Warning
        "More pieces give check than a move can bring, or the side to move stood in check before the other side's last move, which the en passant square tells. No game leads there, but it can be played on."
        "Check the FEN.";
    FenCastling "fen-castling" Warning
        "A castling right without king and rook at home. The right is left out."
        "Correct the third field.";
    OddsCastling "odds-castling" Note
        "The FEN gives a right to castle with an empty corner, and the game castles: by old rules a player who gave a rook may move the king as if the rook stood there."
        "Nothing, if the game was played at odds; other programs may refuse it.";
    FenEnPassant "fen-en-passant" Warning
        "No pawn can have stepped over the en passant square. It is left out."
        "Correct the fourth field.";
    FenClocks "fen-clocks" Warning
        "An impossible halfmove clock or move number. It is corrected."
        "Correct the last two fields.";
    // ---- PGN movetext: tolerated spellings
    CastlingSpelling "castling-spelling" Note
        "Castling with zeros, small letters or other dashes: nothing else can be meant."
        "Nothing; the output writes O-O and O-O-O with the letter O.";
    SmallLetter "small-letter" Warning
        "A piece has a small letter (nf3), where no pawn move can be meant."
        "Write the letter as a capital.";
    Figurine "figurine" Note
        "A figurine stands for the letter of a piece."
        "Nothing; the output writes letters.";
    NationalLetters "national-letters" Note
        "The pieces have the letters of another language. It was asked for, or is the only one whose letters fit and with which all moves are legal."
        "Nothing; use --letters to say the language.";
    PawnLetter "pawn-letter" Note
        "P for a pawn: export format leaves it out."
        "Nothing.";
    LongSpelling "long-spelling" Note
        "A move with both its squares (e2e4, Ng1-f3): it names one move."
        "Nothing; the output writes short algebraic notation.";
    PromotionSpelling "promotion-spelling" Note
        "A promotion spelled e8Q, e8(Q), e8/Q, e8=(Q) or e8=q for e8=Q."
        "Nothing.";
    PawnCaptureSpelling "pawn-capture-spelling" Note
        "A capture by a pawn without x, or with the files alone (ed5, ed), or one that does not say who takes (xd5), where one legal move fits."
        "Nothing.";
    SquareSpelling "square-spelling" Note
        "A square in capitals (E2-E4, NF3) or in Cyrillic letters that look like Latin ones (е4). B before a square may be a bishop or a file; then what is legal decides, and if both are, neither is played."
        "Nothing; the output writes small Latin letters.";
    CaptureSign "capture-sign" Note
        "A capture sign is missing, superfluous or not the standard one. One legal move still fits."
        "Nothing.";
    Disambiguation "superfluous-disambiguation" Note
        "The move says more than it must about where the piece comes from (pinned pieces do not count)."
        "Nothing; the output says the least.";
    CheckSpelling "check-spelling" Note
        "A check or mate sign such as ch, †, ++ or mate, or one that stands apart from its move."
        "Nothing; the output writes + and #.";
    CheckSign "check-sign" Note
        "A check or mate sign that is missing, or that the board does not bear out."
        "Nothing; but a sign that is wrong may come from a wrong move.";
    EnPassantMark "en-passant-mark" Note
        "e.p. after a move that takes in passing: export format leaves it out."
        "Nothing.";
    FalseEnPassant "false-en-passant" Warning
        "e.p. after a move that does not take in passing."
        "Check the move.";
    RunTogether "run-together" Note
        "Moves without a blank between them; each can be read by itself."
        "Nothing.";
    BlankInMove "blank-in-move" Note
        "A move with blanks inside (N f3, e x d5, O - O, e8 = Q). It is read as one: the letter belongs to the square after it. N or D after a move may be an annotation glyph too; then what is legal decides, and if both are, neither is played."
        "Nothing.";
    NullMove "null-move" Note
        "A null move: the standard has none, but analyses use it."
        "Nothing; the output writes --.";
    AnnotationSpelling "annotation-spelling" Note
        "An annotation such as !? that stands apart from its move, or a run of ! and ? that is no annotation and is kept as a comment."
        "Nothing.";
    Symbol "annotation-symbol" Note
        "A sign such as ± or +- for a numeric annotation glyph."
        "Nothing; the output writes $16 and so on.";
    NagRange "nag-range" Warning
        "$ without a number, or with one above 255 (PGN 8.2.4). It is kept as a comment."
        "Correct the number.";
    NumberMissing "number-missing" Note
        "Moves without numbers: import format lets them be left out (PGN 8.2.2)."
        "Nothing.";
    NumberDots "number-dots" Note
        "A move number without dots, with more than needed, with those of the other side, or with ) for them (PGN 8.2.2)."
        "Nothing.";
    NumberWrong "number-wrong" Warning
        "A move number differs from the number of its move. The moves are played in their order."
        "Check whether a move is missing.";
    ResultSpelling "result-spelling" Note
        "A result in another spelling than that of the standard."
        "Nothing.";
    ResultMissing "result-missing" Note
        "No result stands after the moves. The Result tag counts, else *."
        "Nothing; the output writes one.";
    ResultTwice "result-twice" Warning
        "A second result after the first. The first counts; another one is kept as a comment."
        "Remove the one that is wrong.";
    ResultInVariation "result-in-variation" Note
        "A result inside a variation. It is kept as a comment there."
        "Nothing.";
    AngleText "angle-text" Note
        "Text in <>, which the standard keeps for later use. It is kept as a comment."
        "Nothing.";
    Punctuation "punctuation" Note
        "A comma or full stop after a move."
        "Nothing.";
    EmptyVariation "empty-variation" Note
        "A variation without moves. Its comments are kept."
        "Nothing.";
    VariationWithoutMove "variation-without-move" Warning
        "A variation before any move it could replace. It is kept as a comment."
        "Put it after the move it replaces.";
    UnbalancedClose "unbalanced-parenthesis" Warning
        "A ) without (. It is left out."
        "Look where the variation begins.";
    UnclosedVariation "unclosed-variation" Warning
        "A variation that never closes. It ends with the game."
        "Add the ).";
    TooDeep "too-deep" Warning
        "Variations nested deeper than the limit. The inner ones are kept as a comment."
        "Raise the limit.";
    UnreadText "unread-text" Warning
        "Text that is no part of PGN (prose, mail headers). It is kept as a comment."
        "Put it in braces, or remove it.";
    EscapeLine "escape-line" Note
        "A line that begins with %: the standard keeps such lines for other programs (PGN 6). It is no part of the game and not written."
        "Nothing.";
    // ---- PGN movetext: errors
    UnreadableMove "unreadable-move" Error
        "A token looks like a move and is none. Nothing after it is played in its line; the rest is kept as a comment."
        "Correct the token.";
    UnknownLetter "unknown-letter" Error
        "The letter of a piece is not English, and the game does not show its language. No move is guessed; the rest of the line is kept as a comment."
        "Say the language with --letters.";
    PromotionMissing "promotion-missing" Error
        "A pawn reaches the last rank and nothing says what it becomes. The rest of the line is kept as a comment."
        "Write e8=Q, e8=R, e8=B or e8=N.";
    PromotionImpossible "promotion-impossible" Error
        "A pawn becomes what no pawn can become (e8=K). The rest of the line is kept as a comment."
        "Write e8=Q, e8=R, e8=B or e8=N.";
    MoveMissing "move-missing" Error
        "Text that cannot be read, and after it a number that shows that a move is missing. The rest of the line is kept as a comment."
        "Look at the text before the number.";
    MovesAfterResult "moves-after-result" Error
        "Moves after the result. They are not played; they are kept as a comment."
        "Remove the result, or the moves.";
    UnclosedComment "unclosed-comment" Error
        "A comment that never closes. It ends before the next game, or with the text."
        "Add the }.";
    GameTooLong "game-too-long" Error
        "A game with more than 1,048,576 moves, numbers, comments, glyphs and parentheses, a hundred times what a game of chess can have. The rest is kept as a comment, so that memory stays in proportion to the text. (Of more than 65,536 tag pairs, those beyond are unread text.)"
        "Check whether the file is damaged, or cut it into several games.";
    TooManyProblems "too-many-problems" Note
        "More was found in this game than the limit of --max-problems; the rest was only counted."
        "Raise the limit, or look at the first ones: they often explain the rest.";
    Claim "draw-claim" Note
        "A draw could have been claimed: the same position for the third time, or fifty moves without a pawn move or capture (FIDE Laws 9.2, 9.3)."
        "Nothing.";
    // ---- writing and inputs
    BraceInComment "brace-in-comment" Warning
        "A comment holds a closing brace, which PGN cannot write inside a comment (PGN 5). It was written as a closing parenthesis."
        "Nothing, if the comment still reads well.";
    Undecoded "undecoded" Warning
        "Bytes that mean no character in the encoding that was named with --encoding, or that the input says it has. They stand as U+FFFD in what is read and written."
        "Name the encoding that the input is in, or leave --encoding out.";
    NotInEncoding "not-in-encoding" Warning
        "Characters that the output encoding does not have. Each was written as a question mark."
        "Write UTF-8, which has all characters.";
    Damaged "damaged" Error
        "A stretch of a packed file is damaged. Nothing of it was read: no one knows which of its bytes are right. The games before it were read, and those behind it from the next one on; their lines are counted as if the lost ones had not been there."
        "Fetch the file again; the packed bytes that are damaged are named.";
    BehindArchive "behind-archive" Warning
        "Bytes behind the end of a gzip archive that are no part of it, and no zeros that fill it up. All of the archive was read."
        "Fetch the file again if another archive should stand there; else nothing.";
    MixedEncoding "mixed-encoding" Note
        "Bytes that are no UTF-8. Each was read as Windows-1252, the usual encoding of older files."
        "Name the encoding with --encoding if accented letters look wrong.";
    OtherNotation "other-notation" Note
        "The moves of this game are written in another notation than most of the text, and were read in it."
        "Nothing; `--notation NAME` reads all of a text in one notation.";
    UnusedMoves "unused-moves" Warning
        "Words that look like moves and belong to no game that could be read. They are not in the games that are written; `convert --unread FILE` and JSON have them."
        "Look at the place: a score may begin from a position that is not given, or be too damaged to read.";
    UnreadVariation "unread-variation" Warning
        "Moves in a note, or in rows beside the game, that look like a variation and cannot be played where they stand. They are a comment of the game."
        "Look at the place: a move of it may be misprinted.";
    LostGame "lost-game" Error
        "Rows of moves below a title, numbered one by one from the second on as those of a game, that belong to no game that could be read. They are not in the games that are written; `convert --unread FILE` and JSON have them."
        "Look at the place: the first move may be misprinted, or the game may begin from a position that is not given.";
    LittleRead "little-read" Error
        "A text with many words that look like moves, of which less than a quarter were read as moves of a game."
        "Look at what `convert --unread FILE` lists: the layout may be one that is not known, the print too damaged, or the text may hold analysis and no games.";
    UnusedTags "unused-tags" Note
        "Tag pairs in a text that stand above no game that could be read. They are not in the output."
        "Look at the place: the moves below may be missing, or be too damaged to read.";
    NoGame "no-game" Error
        "An input in which no game was found: it is empty, no text, or a text without moves that could be read."
        "Name the notation with --notation, or the encoding with --encoding; PGN without tags and moves in algebraic notation are read with --from pgn. Where input may be empty, --allow-empty makes it a note.";
    // ---- recognised pages
    ScanBroken "scan-broken" Warning
        "A place in a file of recognised pages (hOCR, ALTO, DjVu XML, ABBYY XML) that cannot be parsed: a tag without an end, a file that breaks off. Words around it were read, words in it are lost."
        "Get the file again, or let the recogniser write it again.";
    ScanEmpty "scan-empty" Note
        "A page on which the recogniser found no words."
        "Look at the image: it may be blank, a picture, or lie on its side.";
    ScanBox "scan-box" Warning
        "Words of a recognised page without a box on the page. They are read where they stand in the file, beside the words before them; rows and columns may be wrong there."
        "Compare the game with the page, or let the recogniser read the image again.";
    // ---- collections
    DuplicateGame "duplicate-game" Note
        "Another record of the same game was kept instead (`convert --unique`): the one with the most moves, then the most tags, then the most comments, then the first."
        "`descant stats --table duplicates` shows all records of a game side by side, with the reasons.";
    // ---- text records
    ChosenLine "chosen-line" Warning
        "More than one line of legal moves fits all that is printed, and the one with the strongest evidence was taken. The game's Reading tag says `chosen`."
        "Check the move shown against the source; the candidates are listed.";
    RepairedMove "repaired-move" Warning
        "The printed move has no legal reading that lets the game go on. The cheapest change that does was made. The game's Reading tag says `repaired`."
        "Check the printed move against another source.";
    PartialScore "partial-score" Error
        "No line of legal moves reaches the end of the printed score. The moves up to there were kept, the rest stands in a comment. The Reading tag says `partial`."
        "Look at the move named and at the ones before it for a misprint; an earlier choice may be the wrong one.";
    StaleDecision "stale-decision" Warning
        "A row of the file of decisions speaks of words that were not found in the text, or were found more than once: the text was edited there. The row decides nothing."
        "Look at the nearest place named, and decide again; then delete the row.";
    UnplayableDecision "unplayable-decision" Error
        "What a row of the file of decisions says of this place could not be done: the move is not legal there, or the game was not read so far."
        "Look at the moves before it; change the row or delete it.";
    DiagramDiffers "diagram-differs" Warning
        "A board is drawn between the moves of a game, and the moves lead to another there, nor one or two half-moves away."
        "Check whether it shows a variation or another game; else one of the moves before it, or the drawing, is misprinted.";
    ProblemKeys "problem-keys" Note
        "The first move that fulfils the stipulation of a problem (`White to move and mate in two`), found by trying them all."
        "Nothing, if it is the printed answer.";
    ProblemCooked "problem-cooked" Warning
        "More than one first move fulfils the stipulation of a problem."
        "Compare the position with the source: a piece may be missing or on a wrong square. Else the problem is cooked.";
    ProblemUnsolved "problem-unsolved" Warning
        "The printed answer of a problem does not fulfil its stipulation, or no first move does."
        "Compare the position and the answer with the source.";
    ProblemUnverified "problem-unverified" Note
        "It is not known whether the problem can be solved: it asks for more than four moves, or too many positions would have to be looked at."
        "Nothing.";
    // ---- replay of text records
    SearchCapped "search-capped" Warning
        "So many lines of legal moves fitted the print at once that the costliest were dropped; what was found may not be all. Such a line is never `certain`."
        "Look for a stretch of moves that name no file or rank; a higher cap costs time and memory.";
    FalseMark "false-mark" Note
        "The move is the only one that fits, but a mark on it (check, mate, en passant) is not what the board shows."
        "Compare the mark with the source; now and then it shows that an earlier move was read wrongly.";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.name() == name).ok_or(UnknownCode)
    }
}

/// No code has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no diagnostic code has this name")]
pub struct UnknownCode;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_unique_and_found_again() {
        for (i, &code) in Code::ALL.iter().enumerate() {
            assert_eq!(code.name().parse(), Ok(code));
            assert!(code.name().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
            assert!(!code.meaning().is_empty() && !code.advice().is_empty());
            assert!(Code::ALL[i + 1..].iter().all(|other| other.name() != code.name()));
        }
    }
}

//! Every diagnostic code in one table: its name, how much it weighs, what it means, what to do.
use crate::diagnose::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $meaning:literal $advice:literal;)*) => {
        /// A kind of finding; its name is stable and others may script against it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        "Write the file or rank of the man that moves (Nbd2, R1e2); the candidates are listed.";
    // ---- text records
    ChosenLine "chosen-line" Warning
        "More than one line of legal moves fits all that is printed, and the one with the strongest evidence was taken. The game's Reading tag says `chosen`."
        "Check the move shown against the source; the candidates are listed.";
    RepairedMove "repaired-move" Warning
        "The printed move has no legal reading that lets the game go on. The cheapest change that does was made. The game's Reading tag says `repaired`."
        "Check the printed move against another source.";
    PartialScore "partial-score" Error
        "No line of legal moves reaches the end of the printed score. The moves up to there were kept, the rest stands in a comment. The Reading tag says `partial`."
        "Look at the move named and at the ones before it for a misprint; an earlier choice may be the guilty one.";
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

//! Patterns of material: `KRPkr`, `KR2P3+ kr2p`, `QR+P*qr=p1<`.
//!
//! White's pieces are capitals, Black's are small; the kings may be left out, the order does not matter, and a side has
//! none of a kind that is not named. A letter stands for one piece, and may stand twice. Behind it `2` asks for two,
//! `2+` for two or more, `2-` for two or fewer, `+` for one or more, `*` for any number. Held against the opponent's of the
//! same kind, `=` asks for as many, `#` for another number, `>` for more, `<` for fewer, `2>` for at least two more, `2<` for
//! at least two fewer, `1>=` for exactly one more, `1<=` for exactly one fewer. `L` stands for bishops and knights together.
use crate::chess::{Color, Placed, Role};

use super::pattern::PatternError;

/// How many pieces of a kind are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// From so many to so many.
    Between(u32, u32),
    /// From so many to so many more than the opponent has.
    More(i32, i32),
    /// Another number than the opponent has.
    Differs,
}

impl Count {
    #[inline]
    fn holds(self, own: u32, other: u32) -> bool {
        match self {
            Self::Between(least, most) => (least..=most).contains(&own),
            Self::More(least, most) => (least..=most).contains(&(own as i32 - other as i32)),
            Self::Differs => own != other,
        }
    }
}

/// The kinds that are counted: pawns to queens as [`Role`] has them; in the place of the king, of whom each side has
/// one, bishops and knights together.
const KINDS: usize = 6;
const MINOR: usize = Role::King as usize;

/// A compiled pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// Of White and of Black, by kind.
    counts: [[Option<Count>; KINDS]; 2],
}

/// More than any side has of a kind.
const MANY: u32 = 64;

impl Material {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// The place in it, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let bytes = text.as_bytes();
        let mut counts = [[None; KINDS]; 2];
        // The letters that have their number already.
        let mut told = [[false; KINDS]; 2];
        let mut at = 0;
        while let Some(&letter) = bytes.get(at) {
            let start = at;
            at += 1;
            if letter == b' ' {
                continue;
            }
            let (count, length) = count(&bytes[at..]);
            let kind = match letter.to_ascii_uppercase() {
                b'K' if length > 0 => {
                    return Err(PatternError { at, expected: "a letter: each side has one king" });
                }
                b'K' => continue,
                b'L' => MINOR,
                upper => match Role::from_letter(upper) {
                    Some(role) => role.index(),
                    None => {
                        return Err(PatternError { at: start, expected: "a letter of KQRBNLP or kqrbnlp" });
                    }
                },
            };
            let side = usize::from(letter.is_ascii_lowercase());
            let slot = &mut counts[side][kind];
            if told[side][kind] || count.is_some() && slot.is_some() {
                return Err(PatternError { at: start, expected: "another letter: this one has its number" });
            }
            told[side][kind] = count.is_some();
            *slot = match (*slot, count) {
                // `PP` is two pawns.
                (Some(Count::Between(least, most)), None) => Some(Count::Between(least + 1, most + 1)),
                (_, None) => Some(Count::Between(1, 1)),
                (_, count) => count,
            };
            at += length;
        }
        for side in &mut counts {
            let has_minor = side[MINOR].is_some();
            for (kind, slot) in side.iter_mut().enumerate() {
                let is_minor = kind == Role::Knight.index() || kind == Role::Bishop.index();
                if kind != MINOR && !(has_minor && is_minor) {
                    slot.get_or_insert(Count::Between(0, 0));
                }
            }
        }
        Ok(Self { counts })
    }

    /// Whether a board has this material.
    #[must_use]
    pub fn fits(&self, board: &impl Placed) -> bool {
        let count = |color: Color, kind: usize| match Role::from_index(kind as u8) {
            Some(role) if kind != MINOR => board.pieces(color, role).count(),
            _ => (board.pieces(color, Role::Bishop) | board.pieces(color, Role::Knight)).count(),
        };
        (0..KINDS).all(|kind| {
            let [white, black] = [self.counts[0][kind], self.counts[1][kind]];
            if white.is_none() && black.is_none() {
                return true;
            }
            let [own, other] = Color::ALL.map(|color| count(color, kind));
            white.is_none_or(|asked| asked.holds(own, other))
                && black.is_none_or(|asked| asked.holds(other, own))
        })
    }

    /// The pattern with the colors exchanged.
    #[must_use]
    pub const fn turned(self) -> Self {
        let [white, black] = self.counts;
        Self { counts: [black, white] }
    }
}

/// The number behind a letter, if there is one, and its length in bytes.
fn count(bytes: &[u8]) -> (Option<Count>, usize) {
    let digits = bytes.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
    let number = bytes[..digits].iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
    let signed = i32::try_from(number).unwrap_or(0);
    let far = i32::try_from(MANY).unwrap_or(i32::MAX);
    let by = if digits == 0 { 1 } else { signed };
    let (count, signs) = match &bytes[digits..] {
        [b'>', b'=', ..] => (Count::More(by, by), 2),
        [b'<', b'=', ..] => (Count::More(-by, -by), 2),
        [b'>', ..] => (Count::More(by, far), 1),
        [b'<', ..] => (Count::More(-far, -by), 1),
        [b'+', ..] if digits == 0 => (Count::Between(1, MANY), 1),
        [b'+', ..] => (Count::Between(number, MANY), 1),
        [b'-', ..] if digits > 0 => (Count::Between(0, number), 1),
        [b'*', ..] if digits == 0 => (Count::Between(0, MANY), 1),
        [b'=', ..] if digits == 0 => (Count::More(0, 0), 1),
        [b'#', ..] if digits == 0 => (Count::Differs, 1),
        _ if digits > 0 => (Count::Between(number, number), 0),
        _ => return (None, 0),
    };
    (Some(count), digits + signs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn fits(pattern: &str, board: &str) -> bool {
        let position = Position::from_fen(&format!("{board} w - - 0 1")).expect(board);
        Material::parse(pattern).expect(pattern).fits(position.board())
    }

    #[test]
    fn letters_and_numbers_are_counted() {
        let ending = "8/5k2/4r3/8/8/4P3/R4PK1/8";
        for pattern in
            ["KRPPkr", "RP2 r", "PRPr", "R+P2+kr", "R1P3-r1", "Q*R*P*r+", "RP>r=p0", "RP2>r=", "RP2>=r=p2<="]
        {
            assert!(fits(pattern, ending), "{pattern}");
        }
        for pattern in ["KRPkr", "KRPPkrp", "KRPPPkr", "rppR", "RP1>=r", "RP3+r", "P2r", "RP<r", "RP2r#", ""]
        {
            assert!(!fits(pattern, ending), "{pattern}");
        }
        assert!(fits("Kk", "8/5k2/8/8/8/8/8/K7"));
    }

    #[test]
    fn minor_pieces_may_be_taken_together() {
        let board = "8/5k2/4n1b1/8/8/4P3/R5K1/8";
        assert!(fits("RPl2", board) && fits("RPll", board) && fits("RPnb", board) && fits("RPl1+n1", board));
        assert!(!fits("RPl", board) && !fits("RPn", board) && !fits("RPl2n2", board));
        // A rook and a pawn for two minor pieces.
        assert!(fits("Q*R+L*P+ q=r1<=l2>=p1<=", board) && !fits("q*r+l*p+Q=R1<=L2>=P1<", board));
    }

    #[test]
    fn colors_are_exchanged() {
        let pattern = Material::parse("KRPkr").expect("a pattern");
        assert_eq!(pattern.turned(), Material::parse("krpKR").expect("a pattern"));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (pattern, at) in
            [("KRx", 2), ("K2", 1), ("R2R", 2), ("R*R2", 2), ("RR2", 1), ("3R", 0), ("R/r", 1)]
        {
            assert_eq!(Material::parse(pattern).expect_err(pattern).at, at, "{pattern}");
        }
    }
}

//! A descriptive token as words, set as one kind of print sets it; the spellings come from the lexicon.
use crate::chess::{CastlingSide, Role};
use crate::lexicon::{Language, Lexicon, Print, Stands, Word};
use crate::record::token::{Becomes, CheckMark, Deed, FileName, Goal, Man, Place, Token, Verb};

/// A language and a kind of print.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    lexicon: &'static Lexicon,
    print: Print,
}

const fn wing_role(side: CastlingSide) -> Role {
    match side {
        CastlingSide::King => Role::King,
        CastlingSide::Queen => Role::Queen,
    }
}

impl Wording {
    /// The words of a descriptive language in a kind of print; `None` for algebraic notations.
    #[must_use]
    pub fn new(language: Language, print: Print) -> Option<Self> {
        Some(Self { lexicon: Lexicon::of(language)?, print })
    }

    fn is_long(self) -> bool {
        self.print == Print::Long
    }

    fn word(self, word: Word) -> &'static str {
        self.lexicon.written(word, self.print)
    }

    /// Joins a wing and the name of a piece: `KKt`, `K. Kt.`, `CR`.
    fn joined(self, wing: Option<CastlingSide>, role: Role) -> String {
        let name = self.word(Word::Man(role));
        let dot = if self.is_long() { "." } else { "" };
        match (wing.map(|w| self.word(Word::Man(wing_role(w)))), self.lexicon.wing) {
            (None, _) => format!("{name}{dot}"),
            (Some(wing), Stands::Before) if self.is_long() => format!("{wing}. {name}."),
            (Some(wing), Stands::Before) => format!("{wing}{name}"),
            (Some(wing), Stands::After) => format!("{name}{wing}"),
        }
    }

    fn place(self, place: &Place) -> String {
        let rank = place.rank.map_or("", |rank| {
            let word = if rank == 1 && self.is_long() { Word::Square } else { Word::Rank(rank) };
            self.word(word)
        });
        let file = place.file.map_or(String::new(), |FileName { wing, of }| self.joined(wing, of));
        match self.lexicon.rank {
            Stands::Before => format!("{rank}{file}"),
            Stands::After if self.is_long() => format!("{}'s {rank}", file.trim_end_matches('.')),
            Stands::After => format!("{file}{rank}"),
        }
    }

    fn man(self, man: &Man) -> String {
        let role = man.role.unwrap_or(Role::Pawn);
        let name = match man.file {
            // `KtP`, `K. Kt. P.`, `PAR`
            Some(FileName { wing, of }) => {
                let (file, pawn) = (self.joined(wing, of), self.joined(None, role));
                match self.lexicon.wing {
                    Stands::Before if self.is_long() => format!("{file} {pawn}"),
                    Stands::Before => format!("{file}{pawn}"),
                    Stands::After => format!("{pawn}{file}"),
                }
            }
            None => self.joined(man.wing, role),
        };
        match &man.at {
            Some(place) if self.is_long() => format!("{name} ({})", self.place(place)),
            Some(place) => format!("{name}({})", self.place(place)),
            None => name,
        }
    }

    /// Is there a word for castling that names no side?
    #[must_use]
    pub fn has_bare_castling(self) -> bool {
        self.is_long()
    }

    fn castling(self, side: Option<CastlingSide>) -> String {
        match side {
            Some(side) if self.is_long() => format!(
                "{} on {}'s {}",
                capital(self.word(Word::Castle(None))),
                self.word(Word::Man(wing_role(side))),
                self.word(Word::Side(None))
            ),
            None if self.is_long() => capital(self.word(Word::Castle(None))),
            side => self.word(Word::Castle(side.or(Some(CastlingSide::King)))).to_owned(),
        }
    }

    fn deed(self, deed: &Deed) -> String {
        let (man, verb, goal) = match deed {
            Deed::Castle(side) => return self.castling(*side),
            Deed::Same => return self.word(Word::Same).to_owned(),
            Deed::Anything => return self.word(Word::Anything).to_owned(),
            Deed::Move { man, verb, goal } => (man, verb, goal),
        };
        let mover = self.man(man);
        let verb = match verb {
            Verb::Takes => self.word(Word::Takes),
            Verb::To if self.lexicon.rank == Stands::Before => "",
            Verb::To => self.word(Word::To),
            Verb::Unsaid => "",
        };
        let goal = match goal {
            Goal::Place(place) => self.place(place),
            Goal::Victim(victim) => self.man(victim),
            Goal::Unsaid | Goal::Steps(_) | Goal::Interposes => String::new(),
        };
        if self.is_long() { format!("{mover} {verb} {goal}") } else { format!("{mover}{verb}{goal}") }
    }

    fn becomes(self, becomes: Becomes) -> String {
        let Becomes::To(role) = becomes else { return String::new() };
        let man = self.joined(None, role);
        match (self.print, self.lexicon.rank) {
            (Print::Long, _) => format!(" ({} a {man})", self.word(Word::Becomes(None))),
            (Print::Old, Stands::After) => format!("({man})"),
            _ => format!("{}{man}", self.word(Word::Becomes(None))),
        }
    }

    /// The words of a token.
    #[must_use]
    pub fn words(self, token: &Token) -> String {
        let mut words = self.deed(&token.deed);
        if self.is_long() && !words.ends_with(['.', ')']) {
            words.push('.');
        }
        words += &self.becomes(token.becomes);
        let mut mark = |word: Word| {
            let form = self.word(word);
            if self.is_long() {
                // Abbreviations take their stops: `(dis. ch.)`.
                let stop = if word == Word::EnPassant { "" } else { "." };
                words += &format!(
                    " ({}{stop})",
                    if stop.is_empty() { form.to_owned() } else { form.replace(' ', ". ") }
                );
            } else if form.starts_with(char::is_alphabetic) {
                words += &format!(" {form}");
            } else {
                words += form;
            }
        };
        if token.en_passant {
            mark(Word::EnPassant);
        }
        match token.check {
            CheckMark::None => {}
            CheckMark::Check => mark(Word::Check),
            CheckMark::Discovered => mark(Word::Discovered),
            CheckMark::Double => mark(Word::Double),
            CheckMark::Mate => mark(Word::Mate),
        }
        words
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

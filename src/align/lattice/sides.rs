//! The names of the sides in front of their moves.
use super::Lattice;
use super::form::Form;
use crate::align::token::Kind;
use crate::book::token::side_of;
use crate::chess::Color;

/// So many moves behind their names show that a text names the sides.
const MOVES_THAT_NAME: usize = 2;

impl Lattice<'_> {
    /// `W. P-K4`, `W. — P-K4`, `Black: P-K4`, and `White P-K4` in a text that names both sides so: the side that is named at a
    /// token, and the token at which its move begins.
    pub fn side(&self, name: u32) -> Option<(Color, u32)> {
        let (side, form, next) = self.named(name)?;
        // A colon leaves no doubt.
        let has_colon = self.kind(name + 1) == Some(Kind::Stop(b':')) && !self.takes(name);
        let is_so = has_colon || *self.names.get_or_init(|| self.names()) == Some(form);
        (is_so && self.names_move(form, next)).then_some((side, next))
    }

    /// `B:c6`: a move, with the sign that it takes behind the name of its man.
    pub fn takes(&self, name: u32) -> bool {
        let mut behind = name as usize + 1..=name as usize + 2;
        self.begins_move(name) && behind.all(|at| at < self.tokens.len() && self.touches(at))
    }

    fn names_move(&self, form: Form, at: u32) -> bool {
        let is_sure = form != Form::Joined || self.begins_move(at);
        self.kind(at) == Some(Kind::Word) && !self.edges(at).is_empty() && is_sure
    }

    /// What a token is, if there is one.
    pub fn kind(&self, at: u32) -> Option<Kind> {
        self.tokens.get(at as usize).map(|token| token.kind)
    }

    /// What a token names, if it is the name of a side, in which form, and where its move would begin.
    fn named(&self, name: u32) -> Option<(Color, Form, u32)> {
        if !self.tokens[name as usize].is_word() {
            return None;
        }
        let side = side_of(self.text(name))?;
        let is_whole = self.text(name).len() > 2;
        let stop = name + 1 + u32::from(matches!(self.kind(name + 1), Some(Kind::Stop(b'.' | b':'))));
        // A dash between blanks stands where dots would.
        let next = stop + u32::from(matches!(self.kind(stop), Some(Kind::Stop(b'-') | Kind::Dots)));
        let form = if next > stop {
            let is_joined = stop == name + 1 && matches!(self.kind(stop), Some(Kind::Stop(_)));
            if is_joined { Form::Joined } else { Form::Dash }
        } else if stop > name + 1 {
            Form::Stop
        } else {
            Form::Bare
        };
        let comma = form == Form::Bare && self.kind(next) == Some(Kind::Stop(b','));
        (form != Form::Bare || is_whole).then_some((side, form, next + u32::from(comma)))
    }

    /// The form in which it names them at the beginning of lines or behind numbers; without a stop it names both.
    fn names(&self) -> Option<Form> {
        let stands = |at: u32| {
            let mut before = self.tokens[..at as usize].iter().rev().map(|token| token.kind);
            let before = before.find(|kind| !matches!(kind, Kind::Gap | Kind::Stop(b'.')));
            matches!(before, None | Some(Kind::Number { .. } | Kind::Line))
        };
        let mut counts = [[0; 2]; 4];
        for at in 0..self.tokens.len() as u32 {
            let Some((side, form, next)) = self.named(at) else { continue };
            if (side == Color::Black || stands(at)) && self.names_move(form, next) {
                counts[form as usize][side.index()] += 1;
                let [white, black] = counts[form as usize];
                if white >= MOVES_THAT_NAME && (form != Form::Bare || black >= MOVES_THAT_NAME) {
                    return Some(form);
                }
            }
        }
        None
    }
}

//! The rules of chess (stand-in until the rules core lands: replace this file whole).
#![allow(missing_docs, reason = "replaced whole by the rules core")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    White,
    Black,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    King,
    Queen,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move;
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct San;
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suffix {
    #[default]
    None,
    Check,
    Mate,
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position;

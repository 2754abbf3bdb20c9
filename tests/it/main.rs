//! The integration tests of descant: one binary, a module a subject.
mod book;
mod chess_laws;
mod chess_oracle;
mod chess_san;
mod descriptive;
mod descriptive_emit;
mod descriptive_start;
mod layering;
mod perft;
mod pgn;
mod pgn_any_text;
mod pipeline;
mod replay;
mod replay_damage;
mod replay_words;
mod source;

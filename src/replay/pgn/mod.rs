//! PGN: plays the items of a record, one live line, with an explicit stack for its variations.
mod branch;
mod ending;
mod exact;
mod findings;
mod head;
mod line;
mod number;
mod odd_move;
mod oddity;
mod say;
mod start;
mod tags;
mod word;

pub use exact::{End, Exact, ExactPlay, Follow, Keep, Line, Nodes, Pass, Word, Written};
pub use head::{Head, head};
pub use line::{Options, Replayer};
pub use oddity::short;
pub use start::{FenFinding, JudgedFen, OddsCastling, judge as judge_fen};
pub use word::RoleOf;

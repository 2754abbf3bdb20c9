//! Tables of what is read, from the chunks of an input to rows.
#[cfg(feature = "arrow")]
mod batches;
#[cfg(feature = "arrow")]
mod plan;
#[cfg(feature = "arrow")]
mod stream;
mod study;

#[cfg(feature = "arrow")]
pub use batches::Batches;
#[cfg(feature = "arrow")]
pub use plan::{Bad, Plan, PlanError, Request, State, TableName};
#[cfg(feature = "arrow")]
pub use stream::{Stretch, Tally, stream, tally};
pub use study::{Chosen, Desk, Known, Met, Study, raised};

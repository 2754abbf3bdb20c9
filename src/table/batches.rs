//! A table that is read while somebody takes its rows.
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::{io, thread};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::plan::{Plan, PlanError};
use super::stream::{Alone, Stretch, stream};

/// How many batches may wait for who takes them.
const WAITING: usize = 4;

enum Message {
    Batch(RecordBatch),
    Failed(String),
    /// The end mark: what ends without it was not read to its end.
    End,
}

/// Where batches come from.
enum From {
    /// One thread is enough: it is that which takes them. So they are in the memory that is nearest to it.
    Here(Box<Alone<Arc<Plan>>>),
    /// Here, and nothing was read yet.
    Asked(Arc<Plan>, Stretch),
    There(Receiver<Message>),
    Nowhere,
}

/// The batches of a table, in order. Whatever ends the reading but its end is the last item, an error: a file that cannot be
/// read, a panic, a thread that is gone.
pub struct Batches(From);

impl std::fmt::Debug for Batches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batches").field("over", &matches!(self.0, From::Nowhere)).finish_non_exhaustive()
    }
}

impl Batches {
    /// Begins to read.
    ///
    /// # Errors
    ///
    /// When the system has no thread.
    pub fn begin(plan: Arc<Plan>, stretch: Stretch) -> io::Result<Self> {
        if stretch.jobs <= 1 {
            return Ok(Self(From::Asked(plan, stretch)));
        }
        let (sender, messages) = sync_channel(WAITING);
        let read = move || {
            let batches = |batch| match sender.send(Message::Batch(batch)) {
                Ok(()) => ControlFlow::Continue(()),
                // Nobody takes the rest.
                Err(_) => ControlFlow::Break(()),
            };
            let _ = sender.send(match caught(|| stream(&plan, stretch, batches)) {
                Ok(()) => Message::End,
                Err(told) => Message::Failed(told),
            });
        };
        thread::Builder::new().name("descant".to_owned()).spawn(read)?;
        Ok(Self(From::There(messages)))
    }

    /// The next batch, or what the reading ended with.
    fn following(&mut self) -> Result<Option<RecordBatch>, String> {
        let mut alone = match std::mem::replace(&mut self.0, From::Nowhere) {
            From::Nowhere => return Ok(None),
            From::There(messages) => {
                return match messages.recv() {
                    Ok(Message::Batch(batch)) => {
                        self.0 = From::There(messages);
                        Ok(Some(batch))
                    }
                    Ok(Message::End) => Ok(None),
                    Ok(Message::Failed(told)) => Err(told),
                    Err(_) => Err("the reading stopped before its end".to_owned()),
                };
            }
            From::Asked(plan, stretch) => Box::new(caught(|| Alone::begin(plan, stretch))?),
            From::Here(alone) => alone,
        };
        let batch = caught(|| alone.next())?;
        if batch.is_some() {
            self.0 = From::Here(alone);
        }
        Ok(batch)
    }
}

/// What comes of a work, or what it failed with.
fn caught<T>(work: impl FnOnce() -> Result<T, PlanError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(panic) => Err(fault(&*panic)),
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.following().map_err(|told| ArrowError::ExternalError(told.into())).transpose()
    }
}

/// What a panic says.
fn fault(panic: &(dyn std::any::Any + Send)) -> String {
    let told = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("a fault of descant, please report it: {}", told.unwrap_or("no words"))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read, Seek, SeekFrom};

    use super::super::plan::{Bad, Request, TableName};
    use super::*;
    use crate::source::Encoding;

    const GAME: &str = "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";

    fn plan() -> Arc<Plan> {
        let columns = Some("event,plies".to_owned());
        let request = Request { table: TableName::Games, filter: None, columns, every: 1, bad: Bad::Keep };
        Arc::new(Plan::new(&request).expect("a plan"))
    }

    /// What happens when a text is read beyond a byte.
    #[derive(Clone, Copy)]
    enum Beyond {
        Goes,
        Fails,
        Panics,
    }

    struct Odd(Cursor<Vec<u8>>, u64, Beyond);

    impl Read for Odd {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let before = self.1.saturating_sub(self.0.position());
            match self.2 {
                Beyond::Goes => self.0.read(buffer),
                Beyond::Fails if before == 0 => Err(io::Error::other("the line is dead")),
                Beyond::Panics if before == 0 => panic!("a wrong index"),
                _ => self.0.by_ref().take(before).read(buffer),
            }
        }
    }

    impl Seek for Odd {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    /// The games that are given, and what the reading ends with.
    fn read(beyond: Beyond, jobs: usize) -> (usize, Option<String>) {
        let text = GAME.repeat(40_000).into_bytes();
        let bound = text.len() as u64 - 200_000;
        let stretch = Stretch {
            source: Box::new(Odd(Cursor::new(text), bound, beyond)),
            name: "games.pgn".to_owned(),
            encoding: Encoding::Auto,
            part: None,
            jobs,
            passes_gaps: false,
        };
        let mut batches = Batches::begin(plan(), stretch).expect("a thread");
        let mut games = 0;
        let end = loop {
            match batches.next() {
                Some(Ok(batch)) => games += batch.num_rows(),
                Some(Err(error)) => break Some(error.to_string()),
                None => break None,
            }
        };
        assert!(batches.next().is_none(), "nothing comes behind the end");
        (games, end)
    }

    #[test]
    fn what_ends_the_reading_before_its_end_is_an_error_behind_the_rows_before_it() {
        for jobs in [1, 3] {
            assert_eq!(read(Beyond::Goes, jobs), (40_000, None));
            let (games, end) = read(Beyond::Fails, jobs);
            assert!((1..40_000).contains(&games), "{games}");
            assert!(end.is_some_and(|told| told.contains("cannot read games.pgn: the line is dead")));
            let (games, end) = read(Beyond::Panics, jobs);
            assert!(games < 40_000, "{games}");
            assert!(
                end.is_some_and(|told| told.contains("a fault of descant") && told.contains("a wrong index"))
            );
        }
    }

    #[test]
    fn rows_without_an_end_mark_are_not_all() {
        let schema = plan().schema();
        for given in 0..3 {
            let (sender, messages) = sync_channel(WAITING);
            for _ in 0..given {
                sender.send(Message::Batch(RecordBatch::new_empty(Arc::clone(&schema)))).expect("room");
            }
            // As when the thread is ended.
            drop(sender);
            let mut batches = Batches(From::There(messages));
            assert!(batches.by_ref().take(given).all(|batch| batch.is_ok()));
            let end = batches.next().expect("a last item").expect_err("no end mark");
            assert!(end.to_string().contains("stopped before its end"), "{end}");
            assert!(batches.next().is_none());
        }
    }
}

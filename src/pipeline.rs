//! Runs one job over a stream of chunks on several threads: results come in input order, the same for any number of jobs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// What the workers share: the input, and the leave to take from it.
struct Shared<I> {
    input: Mutex<Numbered<I>>,
    gate: Mutex<Gate>,
    /// Wakes workers when a result was used up, or when it is over.
    moved: Condvar,
    /// How many items may be between the input and the sink.
    most: usize,
}

struct Numbered<I> {
    items: I,
    /// The number of the next item.
    next: u64,
}

struct Gate {
    /// Items that workers took or are about to take, and that were not yet given to the sink.
    out: usize,
    over: bool,
}

/// A worker that panicked is reported by its thread; the others may go on to their end.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<I> Shared<I> {
    fn stop(&self) {
        lock(&self.gate).over = true;
        self.moved.notify_all();
    }

    /// Waits until there is room for one more result; false when the run is over.
    fn enter(&self) -> bool {
        let mut gate = lock(&self.gate);
        while gate.out >= self.most && !gate.over {
            gate = self.moved.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
        gate.out += 1;
        !gate.over
    }

    /// A result was used up.
    fn leave(&self) {
        lock(&self.gate).out -= 1;
        self.moved.notify_one();
    }
}

impl<T, E, I: Iterator<Item = Result<T, E>>> Shared<I> {
    /// Takes the next item, once there is room for its result.
    fn take(&self) -> Option<(u64, Result<T, E>)> {
        if !self.enter() {
            return None;
        }
        // The gate stays open while the input is read, which may take its time.
        let mut input = lock(&self.input);
        if lock(&self.gate).over {
            return None;
        }
        let item = input.items.next();
        if item.as_ref().is_none_or(Result::is_err) {
            self.stop();
        }
        let number = input.next;
        input.next += 1;
        Some((number, item?))
    }
}

/// Ends the run when its worker panics.
struct Alarm<'a, I>(&'a Shared<I>);

impl<I> Drop for Alarm<'_, I> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// Does `work` on every item and gives the results to `sink` in the order of the items.
///
/// Each worker has a state of its own, made once by `make_state`, for buffers that are used again. The sink runs on the
/// calling thread; it may stop the run early. At most `2 * jobs + 2` items are between the input and the sink: a slow
/// sink slows the input down. With one job everything runs on the calling thread.
///
/// The first error of the input ends the run, after the results of all items before it went to the sink.
///
/// ```
/// use std::ops::ControlFlow;
/// let lines = ["one", "two", "three"].into_iter().map(Ok::<_, std::io::Error>);
/// let mut lengths = Vec::new();
/// let end = descant::pipeline::run(lines, 2, || (), |(), line| line.len(), |length| {
///     lengths.push(length);
///     if length > 3 { ControlFlow::Break("long") } else { ControlFlow::Continue(()) }
/// });
/// assert_eq!(end.unwrap(), ControlFlow::Break("long"));
/// assert_eq!(lengths, [3, 3, 5]);
/// ```
///
/// # Errors
///
/// The first error of the input.
///
/// # Panics
///
/// When a worker panics, with its panic.
pub fn run<T, E, S, Out, B, I>(
    items: I,
    jobs: usize,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> Out + Sync,
    mut sink: impl FnMut(Out) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, E>
where
    I: Iterator<Item = Result<T, E>> + Send,
    T: Send,
    E: Send,
    Out: Send,
{
    if jobs <= 1 {
        let mut state = make_state();
        for item in items {
            if let ControlFlow::Break(reason) = sink(work(&mut state, item?)) {
                return Ok(ControlFlow::Break(reason));
            }
        }
        return Ok(ControlFlow::Continue(()));
    }
    let shared = Shared {
        input: Mutex::new(Numbered { items, next: 0 }),
        gate: Mutex::new(Gate { out: 0, over: false }),
        moved: Condvar::new(),
        most: jobs.saturating_mul(2).saturating_add(2),
    };
    let (sender, results) = channel::<(u64, Result<Out, E>)>();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|_| {
                let sender = sender.clone();
                let (shared, make_state, work) = (&shared, &make_state, &work);
                scope.spawn(move || {
                    let _alarm = Alarm(shared);
                    let mut state = make_state();
                    while let Some((number, item)) = shared.take() {
                        let result = item.map(|item| work(&mut state, item));
                        if sender.send((number, result)).is_err() {
                            return;
                        }
                    }
                })
            })
            .collect();
        drop(sender);
        // A sink that panics must not leave the workers waiting for it.
        let alarm = Alarm(&shared);
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut end = Ok(ControlFlow::Continue(()));
        'run: for (number, result) in &results {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                next += 1;
                match result.map(&mut sink) {
                    Ok(ControlFlow::Continue(())) => {}
                    stop => {
                        end = stop;
                        shared.stop();
                        break 'run;
                    }
                }
                shared.leave();
            }
        }
        drop(alarm);
        drop(results);
        for worker in workers {
            if let Err(panic) = worker.join() {
                resume_unwind(panic);
            }
        }
        end
    })
}

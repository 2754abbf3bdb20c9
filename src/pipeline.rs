//! Runs one job over a stream of chunks on several threads: results come in input order, the same for any number of jobs.

use std::collections::BTreeMap;
use std::hint::black_box;
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

/// Items of this weight in all between the input and the sink are enough: a heavier one is alone there.
pub const ENOUGH: usize = 128 << 20;

/// One more worker is made where so much address space is free, in bytes: what its stack and its allocator reserve, and what
/// everything else may still ask for.
const ROOM: usize = 256 << 20;

/// Whether there is [`ROOM`]; it is given back at once, and never touched.
fn is_room() -> bool {
    let mut room = Vec::<u8>::new();
    let is_there = room.try_reserve_exact(ROOM).is_ok();
    // Seen by nobody, the reservation would be optimized away.
    black_box(&room);
    is_there
}

struct Numbered<I> {
    items: I,
    /// The number of the next item.
    next: u64,
}

struct Gate {
    /// Items that workers took or are about to take, and that were not yet given to the sink.
    out: usize,
    /// What those weigh that were taken.
    weight: usize,
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

    /// Waits until what was taken is light enough for one more item; false when the run is over.
    fn weigh(&self) -> bool {
        let mut gate = lock(&self.gate);
        while gate.weight >= ENOUGH && !gate.over {
            gate = self.moved.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
        !gate.over
    }

    /// A result was used up, of an item of this weight.
    fn leave(&self, weight: usize) {
        let mut gate = lock(&self.gate);
        gate.out -= 1;
        gate.weight -= weight;
        drop(gate);
        self.moved.notify_all();
    }
}

/// An item on its way.
struct Taken<T> {
    number: u64,
    weight: usize,
    item: T,
}

impl<T, E, I: Iterator<Item = Result<T, E>>> Shared<I> {
    /// Takes the next item, once there is room for its result.
    fn take(&self, help: &impl Fn(), weight: &impl Fn(&T) -> usize) -> Option<Taken<Result<T, E>>> {
        help();
        if !self.enter() {
            return None;
        }
        // The gate stays open while the input is read, which may take its time.
        let mut input = lock(&self.input);
        if !self.weigh() {
            return None;
        }
        let item = input.items.next();
        if item.as_ref().is_none_or(Result::is_err) {
            self.stop();
        }
        let (number, item) = (input.next, item?);
        input.next += 1;
        let weight = item.as_ref().map_or(0, weight);
        lock(&self.gate).weight += weight;
        Some(Taken { number, weight, item })
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
/// With more than one job every worker does `help` before it takes an item: what makes the items ready that are taken later,
/// such as the unpacking of their bytes.
///
/// Each worker has a state of its own, made once by `make_state`, for buffers that are used again. The sink runs on the
/// calling thread; it may stop the run early. At most `2 * jobs + 2` items are between the input and the sink, and no more
/// are taken while those weigh [`ENOUGH`] (`weight` is that of an item, in bytes): a slow sink slows the input down. With
/// one job everything runs on the calling thread; so it does where the system has no thread or no memory for one. Where it
/// has them for fewer than there are jobs, those do them.
///
/// The first error of the input ends the run, after the results of all items before it went to the sink.
///
/// ```
/// use std::ops::ControlFlow;
/// let lines = ["one", "two", "three"].into_iter().map(Ok::<_, std::io::Error>);
/// let mut lengths = Vec::new();
/// let end = descant::pipeline::run(lines, 2, || (), |line| line.len(), || (), |(), line| line.len(), |length| {
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
    help: impl Fn() + Sync,
    weight: impl Fn(&T) -> usize + Sync,
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
        return alone(items, make_state, work, sink);
    }
    let shared = Shared {
        input: Mutex::new(Numbered { items, next: 0 }),
        gate: Mutex::new(Gate { out: 0, weight: 0, over: false }),
        moved: Condvar::new(),
        most: jobs.saturating_mul(2).saturating_add(2),
    };
    let (sender, results) = channel::<Taken<Result<Out, E>>>();
    let end = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map_while(|_| {
                let sender = sender.clone();
                let (ready, is_ready) = channel::<()>();
                let (shared, help, weight) = (&shared, &help, &weight);
                let (make_state, work) = (&make_state, &work);
                let worker = move || {
                    let _alarm = Alarm(shared);
                    let mut state = make_state();
                    let _ = ready.send(());
                    drop(ready);
                    while let Some(Taken { number, weight, item }) = shared.take(help, weight) {
                        let item = item.map(|item| work(&mut state, item));
                        if sender.send(Taken { number, weight, item }).is_err() {
                            return;
                        }
                    }
                };
                let worker = is_room().then(|| thread::Builder::new().spawn_scoped(scope, worker).ok())??;
                // Only now its allocator has reserved what it takes, and the room for the next can be measured.
                let _ = is_ready.recv();
                Some(worker)
            })
            .collect();
        drop(sender);
        if workers.is_empty() {
            return None;
        }
        // A sink that panics must not leave the workers waiting for it.
        let alarm = Alarm(&shared);
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut end = Ok(ControlFlow::Continue(()));
        'run: for taken in &results {
            early.insert(taken.number, taken);
            while let Some(Taken { weight, item, .. }) = early.remove(&next) {
                next += 1;
                match item.map(&mut sink) {
                    Ok(ControlFlow::Continue(())) => {}
                    stop => {
                        end = stop;
                        shared.stop();
                        break 'run;
                    }
                }
                shared.leave(weight);
            }
        }
        drop(alarm);
        drop(results);
        for worker in workers {
            if let Err(panic) = worker.join() {
                resume_unwind(panic);
            }
        }
        Some(end)
    });
    match end {
        Some(end) => end,
        None => {
            let input = shared.input.into_inner().unwrap_or_else(PoisonError::into_inner);
            alone(input.items, make_state, work, sink)
        }
    }
}

/// Does the work on the calling thread.
fn alone<T, E, S, Out, B>(
    items: impl Iterator<Item = Result<T, E>>,
    make_state: impl Fn() -> S,
    work: impl Fn(&mut S, T) -> Out,
    mut sink: impl FnMut(Out) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, E> {
    let mut state = make_state();
    for item in items {
        if let ControlFlow::Break(reason) = sink(work(&mut state, item?)) {
            return Ok(ControlFlow::Break(reason));
        }
    }
    Ok(ControlFlow::Continue(()))
}

//! Work on the parts of a text on several threads, with the same results as on one.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What the work makes of each item, in their order, on so many threads. Where no thread can be had, one does all.
pub(super) fn map<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let made = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, made));
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.min(items.len()) {
            // The work is done without it.
            let _ = thread::Builder::new().spawn_scoped(scope, worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn any_number_of_threads_gives_the_same_in_order() {
        let items: Vec<u32> = (0..100).collect();
        let doubled: Vec<u32> = items.iter().map(|item| item * 2).collect();
        for jobs in [0, 1, 2, 7, 200] {
            assert_eq!(map(jobs, &items, |item| item * 2), doubled, "{jobs} jobs");
        }
        assert!(map(4, &Vec::<u32>::new(), |item| item * 2).is_empty());
    }
}

//! The parallel pipeline: order, back-pressure, and every way to end.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use descant::pipeline::{ENOUGH, run};

fn numbers(count: u32) -> impl Iterator<Item = Result<u32, Infallible>> + Send {
    (0..count).map(Ok)
}

#[test]
fn results_come_in_input_order_for_any_number_of_jobs() {
    for jobs in [0, 1, 2, 3, 8] {
        let mut got = Vec::new();
        let work = |seen: &mut u32, n: u32| {
            *seen += 1;
            // Neighbours take different times.
            sleep(Duration::from_micros(u64::from(n % 7) * 100));
            n * n
        };
        let end = run(
            numbers(200),
            jobs,
            || (),
            |_| 1,
            || 0_u32,
            work,
            |square| {
                got.push(square);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(end, Ok(ControlFlow::Continue(())));
        assert_eq!(got, (0..200).map(|n| n * n).collect::<Vec<_>>(), "{jobs} jobs");
    }
}

#[test]
fn a_slow_sink_holds_the_input_back() {
    let taken = AtomicUsize::new(0);
    let mut given = 0;
    let items = (0..60).map(|n| {
        taken.fetch_add(1, Ordering::SeqCst);
        Ok::<_, Infallible>(n)
    });
    let end = run(
        items,
        2,
        || (),
        |_| 1,
        || (),
        |(), n| n,
        |_: i32| {
            sleep(Duration::from_millis(1));
            given += 1;
            let ahead = taken.load(Ordering::SeqCst) - given;
            assert!(ahead <= 6, "{ahead} items are between the input and the sink");
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!(end, Ok(ControlFlow::Continue(())));
    assert_eq!(given, 60);
}

#[test]
fn heavy_items_are_alone_between_the_input_and_the_sink() {
    let held = AtomicUsize::new(0);
    let items = (0..40).map(|n| {
        let others = held.fetch_add(1, Ordering::SeqCst);
        assert_eq!(others, 0, "a heavy item is taken while another is under way");
        Ok::<_, Infallible>(n)
    });
    let mut given = 0;
    let end = run(
        items,
        4,
        || (),
        |_| ENOUGH,
        || (),
        |(), n: i32| {
            sleep(Duration::from_micros(300));
            n
        },
        |n| {
            assert_eq!(n, given);
            given += 1;
            held.fetch_sub(1, Ordering::SeqCst);
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!((end, given), (Ok(ControlFlow::Continue(())), 40));
}

#[test]
fn the_sink_may_stop_the_run() {
    for jobs in [1, 2, 4] {
        let taken = AtomicUsize::new(0);
        let items = (0..).map(|n: u32| {
            taken.fetch_add(1, Ordering::SeqCst);
            Ok::<_, Infallible>(n)
        });
        let end = run(
            items,
            jobs,
            || (),
            |_| 1,
            || (),
            |(), n| n,
            |n| if n == 10 { ControlFlow::Break(n) } else { ControlFlow::Continue(()) },
        );
        assert_eq!(end, Ok(ControlFlow::Break(10)));
        assert!(taken.load(Ordering::SeqCst) <= 11 + 2 * jobs + 2);
    }
}

#[test]
fn an_error_of_the_input_comes_after_the_results_before_it() {
    for jobs in [1, 2, 4] {
        let items = (0..100_u32).map(|n| if n == 40 { Err("broken") } else { Ok(n) });
        let mut got = 0;
        let end = run(
            items,
            jobs,
            || (),
            |_| 1,
            || (),
            |(), n| n,
            |n| {
                assert_eq!(n, got);
                got += 1;
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!((end, got), (Err("broken"), 40));
    }
}

#[test]
fn a_panic_of_a_worker_ends_the_run_with_that_panic() {
    for jobs in [1, 2, 4] {
        let caught = std::panic::catch_unwind(|| {
            let work = |(): &mut (), n: u32| {
                assert!(n != 20, "number twenty");
                n
            };
            run(numbers(1000), jobs, || (), |_| 1, || (), work, |_| ControlFlow::<()>::Continue(()))
        });
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert_eq!(message, "number twenty");
    }
}

#[test]
fn a_panic_of_the_sink_or_the_input_does_not_hang() {
    for jobs in [1, 3] {
        let sink = std::panic::catch_unwind(|| {
            run(
                numbers(1000),
                jobs,
                || (),
                |_| 1,
                || (),
                |(), n| n,
                |n| {
                    assert!(n != 20, "sink");
                    ControlFlow::<()>::Continue(())
                },
            )
        });
        assert!(sink.is_err());
        let input = std::panic::catch_unwind(|| {
            let items = (0..1000).map(|n| {
                assert!(n != 20, "input");
                Ok::<i32, Infallible>(n)
            });
            run(items, jobs, || (), |_| 1, || (), |(), n| n, |_| ControlFlow::<()>::Continue(()))
        });
        assert!(input.is_err());
    }
}

#[test]
fn an_empty_input_gives_nothing() {
    let end = run(numbers(0), 2, || (), |_| 1, || (), |(), n| n, |_| ControlFlow::<()>::Break(()));
    assert_eq!(end, Ok(ControlFlow::Continue(())));
}

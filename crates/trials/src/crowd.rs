//! Many visitors at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;

/// Calls `act` `count` times at once, each in a thread of its own, with its index.
pub(crate) fn concurrently<T: Send>(
    count: usize,
    act: impl Fn(usize) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let act = &act;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|index| scope.spawn(move || act(index))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().map_err(|_| anyhow!("a visitor's thread panicked"))?
        };
        threads.into_iter().map(join).collect()
    })
}

/// Calls `act` `total` times at a fixed rate, by `people` threads. `act` gets the number of the
/// thread, the number of the call, and the time at which the call was due.
pub(crate) fn at_rate(
    people: usize,
    per_second: u32,
    total: usize,
    act: impl Fn(usize, usize, Instant) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    concurrently(people, |person| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total {
                return Ok(());
            }
            let due = begin + Duration::from_secs(1) * index as u32 / per_second;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            act(person, index, due)?;
        }
    })?;
    Ok(())
}

//! Limits how many of something are done at the same time: in total, and for each network or account.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// Counts what is in progress, by who asks for it. Clones share the count.
#[derive(Clone, Debug)]
pub(crate) struct Concurrency<Who: Eq + Hash = IpAddr>(Arc<Shared<Who>>);

#[derive(Debug)]
struct Shared<Who> {
    all: u32,
    each: u32,
    taken: Mutex<HashMap<Who, u32>>,
}

/// Which limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// That of whoever asks.
    Share,
    /// That of all together.
    All,
}

/// Counts as one until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit<Who: Eq + Hash = IpAddr> {
    shared: Arc<Shared<Who>>,
    who: Who,
}

impl<Who: Copy + Eq + Hash> Concurrency<Who> {
    /// At most `all` at once, and at most `each` of one who asks.
    pub(crate) fn new(all: u32, each: u32) -> Self {
        Self(Arc::new(Shared { all, each, taken: Mutex::default() }))
    }

    /// Counts one more, if the limits allow it.
    pub(crate) fn take(&self, who: Who) -> Result<Permit<Who>, Full> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.get(&who).is_some_and(|count| *count >= self.0.each) {
            return Err(Full::Share);
        }
        if taken.values().sum::<u32>() >= self.0.all {
            return Err(Full::All);
        }
        *taken.entry(who).or_default() += 1;
        Ok(Permit { shared: Arc::clone(&self.0), who })
    }
}

impl<Who: Eq + Hash> Drop for Permit<Who> {
    fn drop(&mut self) {
        let mut taken = self.shared.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_share_of_connections() {
        let address = |last| IpAddr::from([192, 0, 2, last]);
        let requests = Concurrency::new(3, 2);
        let first = requests.take(address(1)).unwrap();
        let _second = requests.take(address(1)).unwrap();
        assert_eq!(requests.take(address(1)).unwrap_err(), Full::Share);
        let _third = requests.take(address(2)).unwrap();
        assert_eq!(requests.take(address(3)).unwrap_err(), Full::All);
        drop(first);
        let _fourth = requests.take(address(3)).unwrap();
        assert_eq!(requests.0.taken.lock().unwrap().len(), 3);
    }
}

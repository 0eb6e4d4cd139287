//! Places for requests that are under way, of which each network has a share.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// The places. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    all: usize,
    each: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// This network has its share.
    Share,
    /// All are taken.
    All,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    shared: Arc<Shared>,
    network: IpAddr,
}

impl Places {
    /// So many places, of which each network has at most `each`.
    pub(crate) fn new(all: usize, each: usize) -> Self {
        Self(Arc::new(Shared { all, each, taken: Mutex::default() }))
    }

    /// Takes one for a network, or says why there is none.
    pub(crate) fn take(&self, network: IpAddr) -> Result<Place, Full> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.get(&network).is_some_and(|count| *count >= self.0.each) {
            return Err(Full::Share);
        }
        if taken.values().sum::<usize>() >= self.0.all {
            return Err(Full::All);
        }
        *taken.entry(network).or_default() += 1;
        Ok(Place { shared: Arc::clone(&self.0), network })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.shared.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_share_and_leaves_the_rest_to_others() {
        let address = |last| IpAddr::from([192, 0, 2, last]);
        let places = Places::new(3, 2);
        let first = places.take(address(1)).unwrap();
        let _second = places.take(address(1)).unwrap();
        assert_eq!(places.take(address(1)).unwrap_err(), Full::Share);
        let _third = places.take(address(2)).unwrap();
        assert_eq!(places.take(address(3)).unwrap_err(), Full::All);
        drop(first);
        let _fourth = places.take(address(3)).unwrap();
        assert_eq!(places.0.taken.lock().unwrap().len(), 3);
    }
}

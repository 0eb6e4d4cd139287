//! A store that remembers what was asked of it, and fails when a test wants it to.

use std::{
    ops::Deref,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::future::BoxFuture;
use store::{Result, Store, StoreError, Watch};

/// A store, watched.
pub(crate) struct Watched {
    pub(crate) store: Store,
    watcher: Arc<Watcher>,
}

#[derive(Debug, Default)]
struct Watcher {
    calls: Mutex<Vec<&'static str>>,
    fault: Mutex<Option<(&'static str, Fault)>>,
    /// How many calls of that method do not fail yet.
    spared: AtomicUsize,
}

/// How a store fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Unavailable,
    Full,
    Failed,
    /// It does not answer at all.
    Hangs,
    /// It does what it was asked, and its answer is lost.
    Lost,
}

impl Watched {
    pub(crate) fn new(store: Store) -> Self {
        let watcher = Arc::new(Watcher::default());
        Self { store: store.watched(watcher.clone()), watcher }
    }

    /// What was asked since this was asked last.
    pub(crate) fn calls(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.watcher.calls.lock().unwrap())
    }

    /// Lets a method fail, or none.
    pub(crate) fn fail(&self, fault: Option<(&'static str, Fault)>) {
        *self.watcher.fault.lock().unwrap() = fault;
    }

    /// Lets a method fail after so many calls.
    pub(crate) fn fail_after(&self, calls: usize, method: &'static str, fault: Fault) {
        self.watcher.spared.store(calls, Ordering::Relaxed);
        self.fail(Some((method, fault)));
    }
}

impl Deref for Watched {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl Watcher {
    fn is_spared(&self) -> bool {
        let one_less = |calls: usize| calls.checked_sub(1);
        self.spared.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
    }

    async fn asked(&self, method: &'static str) -> Result<()> {
        self.calls.lock().unwrap().push(method);
        let fault = self.fault.lock().unwrap().filter(|fault| fault.0 == method);
        let fault = fault.filter(|_| !self.is_spared());
        // A failure may say more than it should.
        let text = || "row (9876543210, Asha) is locked".to_owned();
        match fault.map(|fault| fault.1) {
            None | Some(Fault::Lost) => Ok(()),
            Some(Fault::Unavailable) => Err(StoreError::Unavailable(text())),
            Some(Fault::Full) => Err(StoreError::Full(text())),
            Some(Fault::Failed) => Err(StoreError::Failed(text())),
            Some(Fault::Hangs) => std::future::pending().await,
        }
    }
}

impl Watch for Watcher {
    fn before(&self, method: &'static str) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.asked(method))
    }

    fn after(&self, method: &'static str) -> Result<()> {
        let lost = *self.fault.lock().unwrap() == Some((method, Fault::Lost));
        if lost { Err(StoreError::Unknown("lost".to_owned())) } else { Ok(()) }
    }
}

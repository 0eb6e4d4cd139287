//! A store that records its calls and fails on demand.

use std::{
    ops::Deref,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::future::BoxFuture;
use server::db::{Result, Store, StoreError, testing::Hooks};

/// A store whose calls are recorded.
pub(crate) struct Watched {
    pub(crate) store: Store,
    watcher: Arc<Watcher>,
}

#[derive(Debug, Default)]
struct Watcher {
    calls: Mutex<Vec<&'static str>>,
    fault: Mutex<Option<(&'static str, Fault)>>,
    /// How many calls of that method succeed before it fails.
    spared: AtomicUsize,
}

/// How a store fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Unavailable,
    Full,
    Failed,
    /// It never returns.
    Hangs,
    /// It begins once no method is to fail any more.
    Waits,
    /// It does the call and loses the answer.
    Lost,
}

impl Watched {
    pub(crate) fn new(store: Store) -> Self {
        let watcher = Arc::new(Watcher::default());
        Self { store: store.with_hooks(watcher.clone()), watcher }
    }

    /// The calls since the last time this was called.
    pub(crate) fn calls(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.watcher.calls.lock().unwrap())
    }

    /// Makes a method fail, or none.
    pub(crate) fn fail(&self, fault: Option<(&'static str, Fault)>) {
        *self.watcher.fault.lock().unwrap() = fault;
    }

    /// Makes a method fail after this many calls.
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
        // The text of the error contains what must not be shown.
        let text = || "row (9876543210, Asha) is locked".to_owned();
        match fault.map(|fault| fault.1) {
            None | Some(Fault::Lost) => Ok(()),
            Some(Fault::Unavailable) => Err(StoreError::Unavailable(text())),
            Some(Fault::Full) => Err(StoreError::Full(text())),
            Some(Fault::Failed) => Err(StoreError::Failed(text())),
            Some(Fault::Hangs) => std::future::pending().await,
            Some(Fault::Waits) => {
                while self.fault.lock().unwrap().is_some() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                Ok(())
            }
        }
    }
}

impl Hooks for Watcher {
    fn before(&self, method: &'static str) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.asked(method))
    }

    fn after(&self, method: &'static str) -> Result<()> {
        let lost = *self.fault.lock().unwrap() == Some((method, Fault::Lost));
        if lost { Err(StoreError::Unknown("lost".to_owned())) } else { Ok(()) }
    }
}

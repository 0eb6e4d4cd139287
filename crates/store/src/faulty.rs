//! A store that fails when a test wants it to.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use crate::StoreError;
use crate::methods::*;

/// A store in front of another one, whose calls it passes on but for those that are to fail.
#[derive(Debug)]
pub struct Faulty<S> {
    inner: S,
    faults: Mutex<Vec<Fault>>,
}

/// When a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before anything is done: the store was not reached.
    Before,
    /// After everything is done: the answer was lost.
    After,
}

#[derive(Debug)]
struct Fault {
    method: Method,
    /// How many calls are still passed on before it.
    calls: u32,
    when: When,
    error: StoreError,
}

impl<S: Store> Faulty<S> {
    /// Passes every call on to `inner`.
    pub fn new(inner: S) -> Self {
        Self { inner, faults: Mutex::default() }
    }

    /// Makes one call of a method fail: the `nth` from now on, which counts from 1.
    pub fn fail(&self, method: Method, nth: u32, when: When, error: StoreError) {
        let fault = Fault { method, calls: nth.saturating_sub(1), when, error };
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// The store behind this one.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Counts a call; the fault it meets, if it does.
    fn meet(&self, method: Method) -> Option<Fault> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let mut met = None;
        for place in (0..faults.len()).rev() {
            match faults.get_mut(place) {
                Some(fault) if fault.method == method && fault.calls == 0 => {
                    met = Some(faults.remove(place));
                }
                Some(fault) if fault.method == method => fault.calls -= 1,
                _ => {}
            }
        }
        met
    }

    async fn pass<T>(
        &self,
        method: Method,
        call: impl Future<Output = Result<T>> + Send,
    ) -> Result<T> {
        match self.meet(method) {
            None => call.await,
            Some(Fault { when: When::Before, error, .. }) => Err(error),
            Some(Fault { when: When::After, error, .. }) => {
                call.await?;
                Err(error)
            }
        }
    }
}

/// Names every method of the trait, and passes it on.
macro_rules! methods {
    ($($name:ident $method:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        /// A method of [`Store`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Method {
            $(#[doc = concat!("[`Store::", stringify!($method), "`].")] $name,)*
        }

        #[async_trait]
        impl<S: Store> Store for Faulty<S> {
            $(async fn $method(&self, $($argument: $type),*) -> Result<$answer> {
                self.pass(Method::$name, self.inner.$method($($argument),*)).await
            })*
        }
    };
}

each_method!(methods);

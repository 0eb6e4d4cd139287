//! Whether this server can work.

use std::{
    net::IpAddr,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use crate::db::{Store, StoreError};
use api::MINUTE_MS;
use domain::referral::Instant;
use tokio::{sync::Mutex, time::timeout};

use crate::observe::redact;

/// How long an answer of the store is reused, in milliseconds, so that the store is read at most
/// once a second, and written for this purpose at most every five seconds.
const READ_FRESH_MS: u64 = 1000;
const WRITE_FRESH_MS: u64 = 5000;

/// The time limit for the store's answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The state of the readiness checks.
#[derive(Debug, Default)]
pub(crate) struct Readiness {
    checks: Mutex<Checks>,
    /// When a request last came through an unknown proxy, and when that was last logged; in
    /// milliseconds since 1970.
    unknown_proxy: AtomicU64,
    logged: AtomicU64,
}

/// What was found when the store was last read and written.
#[derive(Debug, Default)]
struct Checks {
    reading: Option<Checked>,
    writing: Option<Checked>,
}

#[derive(Clone, Debug)]
struct Checked {
    at: Instant,
    fault: Option<String>,
}

impl Checked {
    fn is_fresh(&self, now: Instant, for_ms: u64) -> bool {
        now.as_millis().abs_diff(self.at.as_millis()) < for_ms
    }
}

impl Readiness {
    /// What the store cannot do now, or could not do a moment ago; `None` if it works. Concurrent
    /// callers wait for the same answer.
    pub(crate) async fn fault(&self, store: &Store, now: Instant) -> Option<String> {
        let mut checks = self.checks.lock().await;
        let reading = match checks.reading.take() {
            Some(checked) if checked.is_fresh(now, READ_FRESH_MS) => checked,
            _ => Checked { at: now, fault: reading_fault(store).await },
        };
        checks.reading = Some(reading.clone());
        if reading.fault.is_some() {
            return reading.fault;
        }
        let writing = match checks.writing.take() {
            Some(checked) if checked.is_fresh(now, WRITE_FRESH_MS) => checked,
            _ => Checked { at: now, fault: writing_fault(store).await },
        };
        checks.writing = Some(writing.clone());
        writing.fault
    }

    /// Records that a request came through an unknown proxy, and logs that at most once a minute.
    pub(crate) fn note_unknown_proxy(&self, proxy: IpAddr, now: Instant) {
        let now = now.as_millis();
        self.unknown_proxy.store(now, Ordering::Relaxed);
        let logged = self.logged.load(Ordering::Relaxed);
        let is_due = now.saturating_sub(logged) >= MINUTE_MS;
        let order = Ordering::Relaxed;
        if is_due && self.logged.compare_exchange(logged, now, order, order).is_ok() {
            tracing::error!(
                %proxy,
                "a request came through a proxy that --trusted-proxies does not name, or that does \
                 not send X-Forwarded-For: its visitors get no codes and share one network's limits"
            );
        }
    }

    /// Whether that happened within the last minute.
    pub(crate) fn met_unknown_proxy(&self, now: Instant) -> bool {
        let met = self.unknown_proxy.load(Ordering::Relaxed);
        met > 0 && now.as_millis().saturating_sub(met) < MINUTE_MS
    }
}

async fn reading_fault(store: &Store) -> Option<String> {
    let error = match timeout(TIMEOUT, store.check()).await {
        Ok(Ok(())) => return None,
        Ok(Err(error)) => redact(&error.to_string()),
        Err(_) => "the store does not answer".to_owned(),
    };
    tracing::error!(error, "the server is not ready: the store cannot be read");
    Some(error)
}

async fn writing_fault(store: &Store) -> Option<String> {
    match timeout(TIMEOUT, store.check_writing()).await {
        // Somebody else may be writing for a while, which is no fault.
        Ok(Ok(()) | Err(StoreError::Unavailable(_))) | Err(_) => None,
        Ok(Err(error)) => {
            let error = redact(&error.to_string());
            tracing::error!(error, "the server is not ready: nothing can be stored");
            Some(format!("nothing can be stored: {error}"))
        }
    }
}

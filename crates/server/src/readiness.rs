//! Whether this server can work.

use std::{
    net::IpAddr,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use api::MINUTE_MS;
use domain::referral::Instant;
use store::Store;
use tokio::{sync::Mutex, time::timeout};

use crate::observe::redact;

/// How long an answer of the store is reused, in milliseconds, so that the store is asked at most
/// once a second.
const FRESH_MS: u64 = 1000;

/// The time limit for the store's answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The state of the readiness checks.
#[derive(Debug, Default)]
pub(crate) struct Readiness {
    store: Mutex<Option<Checked>>,
    /// When a request last came through an unknown proxy, and when that was last logged; in
    /// milliseconds since 1970.
    unknown_proxy: AtomicU64,
    logged: AtomicU64,
}

#[derive(Clone, Copy, Debug)]
struct Checked {
    at: Instant,
    answers: bool,
}

impl Readiness {
    /// Whether the store answers, or did so at most a second ago. Concurrent callers wait for the
    /// same answer.
    pub(crate) async fn store_answers(&self, store: &Store, now: Instant) -> bool {
        let mut last = self.store.lock().await;
        if let Some(checked) = *last
            && now.as_millis().abs_diff(checked.at.as_millis()) < FRESH_MS
        {
            return checked.answers;
        }
        let error = match timeout(TIMEOUT, store.check()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(redact(&error.to_string())),
            Err(_) => Some("the store does not answer".to_owned()),
        };
        if let Some(error) = &error {
            tracing::error!(error, "the server is not ready: the store failed");
        }
        let answers = error.is_none();
        *last = Some(Checked { at: now, answers });
        answers
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

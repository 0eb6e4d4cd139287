//! Deleting expired data regularly.

use std::time::Duration;

use api::DAY_MS;

use crate::{AppState, clock::before, observe::redact};

/// How often expired data is deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

/// Deletes expired data at once and then every hour, until it is dropped. `retention` is the number
/// of days after which referrals and messages are deleted too; `None` keeps them.
pub async fn sweep(state: AppState, retention: Option<u32>) {
    loop {
        once(&state, retention).await;
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}

/// Deletes expired data once.
pub async fn once(state: &AppState, retention: Option<u32>) {
    let now = state.clock.now();
    report("expired data", state.store.sweep(now).await);
    if let Some(days) = retention {
        let end = before(now, u64::from(days) * DAY_MS);
        report("records past the retention time", state.store.retain(end).await);
    }
}

fn report(what: &'static str, done: crate::db::Result<u64>) {
    match done {
        Ok(0) => {}
        Ok(records) => tracing::info!(records, "deleted {what}"),
        Err(error) => {
            tracing::error!(error = redact(&error.to_string()), "could not delete {what}");
        }
    }
}

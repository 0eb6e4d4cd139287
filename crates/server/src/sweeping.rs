//! Letting go of what has no use any more.

use std::time::Duration;

use domain::hosted::DAY_MS;

use crate::{AppState, clock::before, observe::redact};

/// How often.
const EACH: Duration = Duration::from_secs(3600);

/// Sweeps at once and then every hour, until it is dropped. `retention` is after how many days
/// referrals and messages go, too; if it is none, they stay.
pub async fn sweep(state: AppState, retention: Option<u32>) {
    loop {
        once(&state, retention).await;
        tokio::time::sleep(EACH).await;
    }
}

/// Sweeps once.
pub async fn once(state: &AppState, retention: Option<u32>) {
    let now = state.clock.now();
    report("swept", state.store.sweep(now).await);
    if let Some(days) = retention {
        let end = before(now, u64::from(days) * DAY_MS);
        report("erased what is older than it is kept", state.store.retain(end).await);
    }
}

fn report(what: &'static str, done: store::Result<u64>) {
    match done {
        Ok(0) => {}
        Ok(records) => tracing::info!(records, "{what}"),
        Err(error) => {
            tracing::error!(error = redact(&error.to_string()), "not {what}");
        }
    }
}

//! Logs and metrics: what happens, how often and how long. They never contain who made a request, or
//! what was typed.

mod log;
mod metrics;
mod request;

pub use crate::observe::log::{LogFormat, install_log};
pub(crate) use crate::observe::log::{fatal, redact};
pub(crate) use crate::observe::metrics::{
    Tried, code_compared, code_sent, delivery_tried, referral_submitted, rejected, security_event,
    store_failed,
};
pub use crate::observe::metrics::{install_metrics, upkeep};
pub(crate) use crate::observe::request::{
    RequestId, add_security_headers, observe, with_security_headers,
};

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use crate::db::measures::{Measures, Queue};
use ::metrics::gauge;

use crate::{AppState, delivery::records::Channel};

/// How often.
const INTERVAL: Duration = Duration::from_secs(30);

/// Looks regularly until it is dropped. `folder` is that of an SQLite database.
pub(crate) async fn watch(state: AppState, folder: Option<PathBuf>) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        measure(&state, folder.as_deref()).await;
    }
}

/// Looks once.
pub(crate) async fn measure(state: &AppState, folder: Option<&Path>) {
    gauge!("codes_a_day").set(state.sends.overall);
    let measured = state.store.measure(state.clock.now()).await;
    gauge!("database_up").set(if measured.is_ok() { 1 } else { 0 });
    match measured {
        Ok(measures) => show(state, &measures, folder),
        Err(error) => {
            let error = redact(&error.to_string());
            tracing::warn!(error, "the database could not be measured");
        }
    }
}

fn show(state: &AppState, measures: &Measures, folder: Option<&Path>) {
    let now = state.clock.now().as_millis();
    let Measures { queues, codes_last_day, size_bytes, copied_at } = measures;
    for channel in Channel::NAMES {
        let Queue { waiting, oldest } = queues.get(channel).copied().unwrap_or_default();
        let age_ms = oldest.map_or(0, |oldest| now.saturating_sub(oldest.as_millis()));
        gauge!("delivery_queue_waiting", "channel" => channel).set(waiting as f64);
        gauge!("delivery_queue_oldest_seconds", "channel" => channel).set(age_ms as f64 / 1000.0);
    }
    gauge!("codes_used_last_day").set(*codes_last_day as f64);
    gauge!("database_size_bytes").set(*size_bytes as f64);
    let Some(folder) = folder else { return };
    let copied_ms = copied_at.map_or(0, |at| at.as_millis());
    gauge!("backup_last_timestamp_seconds").set(copied_ms as f64 / 1000.0);
    if let Some(free) = free_bytes(folder) {
        gauge!("database_folder_free_bytes").set(free as f64);
    }
}

/// The room that this program can still use on the disk of a folder.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}

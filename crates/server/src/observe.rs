//! Logs and metrics: what happens, how often and how long. They never contain who made a request, or
//! what was typed.

mod log;
mod metrics;
mod request;
mod watch;

pub use crate::observe::log::{LogFormat, install_log};
pub(crate) use crate::observe::log::{fatal, redact};
pub(crate) use crate::observe::metrics::{
    Channel, Tried, code_compared, code_sent, delivery_tried, referral_submitted, rejected,
    security_event, store_failed,
};
pub use crate::observe::metrics::{install_metrics, upkeep};
pub(crate) use crate::observe::request::{
    RequestId, add_security_headers, observe, with_security_headers,
};
pub(crate) use crate::observe::watch::{measure, watch};

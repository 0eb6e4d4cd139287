//! What is written down about requests: how many, how long, and how they ended. Never who, and
//! never what they typed.

mod metrics;
mod redact;
mod request;
mod tracing_setup;

pub use self::metrics::{install as install_metrics, upkeep};
pub use self::tracing_setup::{LogFormat, install as install_log};
pub(crate) use self::{
    metrics::{code_compared, code_sent, codes_running_out, referral_submitted, request_answered},
    redact::redact,
    request::{RequestId, observe, protect, protected},
};

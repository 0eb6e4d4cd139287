//! Limits for each network address, and for all together.

mod concurrency;
mod guard;
mod rate;

use std::{num::ParseIntError, time::Duration};

use api::{
    GUEST_REFERRALS_FROM_ADDRESS, MESSAGES_FROM_ADDRESS, REFERRALS_FROM_ACCOUNT, SELECTED_AT_ONCE,
};
use clap::{Args, Parser};

pub(crate) use crate::http::limits::concurrency::{Concurrency, Full, Permit};
pub(crate) use crate::http::limits::guard::{Limiter, Place, guard, guard_site};
pub(crate) use crate::http::limits::rate::RateLimiter;

/// The burst of commands for one person; after it, as many per second as requests.
pub(crate) const COMMANDS_BURST: f64 = 2.0 * SELECTED_AT_ONCE as f64;

/// The burst of deliveries that a person may start by hand; after it, one in six seconds. Each
/// makes this server post to another.
pub(crate) const DELIVERIES_BURST: f64 = 20.0;
pub(crate) const DELIVERIES_A_SECOND: f64 = 1.0 / 6.0;

/// How many codes may be on their way to the SMS gateway at the same time: of all networks, and of
/// one. They hold no place among the requests that are answered at the same time.
pub(crate) const CODES_AT_ONCE: u32 = 32;
pub(crate) const CODES_AT_ONCE_EACH: u32 = 8;

/// How many exports may be on their way at the same time: to everybody, and to one account. A slow reader holds some parts
/// of one in memory for as long as it likes.
pub(crate) const EXPORTS_AT_ONCE: u32 = 256;
pub(crate) const EXPORTS_AT_ONCE_EACH: u32 = 2;

/// How many imports and previews the whole server reads at the same time. Each takes several times
/// the memory of its file.
pub(crate) const IMPORTS_AT_ONCE: usize = 2;

/// How many erasures the whole server does at the same time. Each searches all texts.
pub(crate) const ERASURES_AT_ONCE: usize = 1;

/// How many opens of links the whole server counts at the same time. Those beyond it are not counted, because each
/// would wait in memory for its turn to write.
pub(crate) const OPENS_AT_ONCE: usize = 4;

/// The limits for requests and submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Limits {
    /// How many referrals the guests of one network may submit in a day
    #[arg(long, value_name = "COUNT", default_value_t = GUEST_REFERRALS_FROM_ADDRESS)]
    pub guest_referrals_from_address: u32,
    /// How many referrals one account may submit in a day
    #[arg(long, value_name = "COUNT", default_value_t = REFERRALS_FROM_ACCOUNT)]
    pub referrals_from_account: u32,
    /// How many contact messages one network may send in a day
    #[arg(long, value_name = "COUNT", default_value_t = MESSAGES_FROM_ADDRESS)]
    pub messages_from_address: u32,

    /// The maximum size of a request body in bytes, except for imports
    #[arg(long, value_name = "BYTES", default_value_t = 65_536)]
    pub body_limit: usize,
    /// How many seconds a request body may take to arrive, except for imports
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub body_timeout: Duration,
    /// How many seconds a request may take once its body has arrived
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub request_timeout: Duration,
    /// How many seconds an import may take
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    pub import_timeout: Duration,
    /// How many requests the server answers at the same time
    #[arg(long, value_name = "COUNT", default_value_t = 256)]
    pub requests_at_once: u32,
    /// How many requests of one network it answers at the same time
    #[arg(long, value_name = "COUNT", default_value_t = 32)]
    pub requests_at_once_each: u32,
    /// How many requests per second one network may make in the long run; a page or file counts as
    /// a tenth
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub request_rate: u32,
    /// How many requests one network may make in a burst
    #[arg(long, value_name = "COUNT", default_value_t = 60)]
    pub request_burst: u32,
}

impl Default for Limits {
    /// The defaults of the settings.
    fn default() -> Self {
        #[derive(Parser)]
        struct Defaults {
            #[command(flatten)]
            limits: Limits,
        }
        Defaults::parse_from([""]).limits
    }
}

fn seconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_secs)
}

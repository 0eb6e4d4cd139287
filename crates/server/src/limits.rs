//! How much is borne from one address, and from all together.

mod concurrency;
mod guard;
mod rate;

use std::time::Duration;

use api::{GUEST_REFERRALS_FROM_ADDRESS, MESSAGES_FROM_ADDRESS, REFERRALS_FROM_ACCOUNT};

pub(crate) use guard::{Limiter, guard, guard_site};
pub(crate) use rate::RateLimiter;

/// What is not configured is as [`Limits::default`] says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// How many bytes a body has at most, but for an import.
    pub body: usize,
    /// How long a body may be on its way, but for an import's.
    pub body_timeout: Duration,
    /// How long a request may take until its answer begins, when its body is there.
    pub request_timeout: Duration,
    /// How long an import may take.
    pub import_timeout: Duration,
    /// How many requests may be under way at once.
    pub at_once: usize,
    /// How many of them one address may have.
    pub at_once_each: usize,
    /// How many referrals guests of one address may submit in a day.
    pub guest_referrals: u32,
    /// How many referrals one account may submit in a day.
    pub account_referrals: u32,
    /// How many contact messages one address may send in a day.
    pub messages: u32,
    /// How many requests a second one address may make for long; a page or file is a tenth.
    pub rate: f64,
    /// How many it may make at once, after a rest.
    pub burst: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 64 * 1024,
            body_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(10),
            import_timeout: Duration::from_secs(120),
            at_once: 256,
            at_once_each: 32,
            guest_referrals: GUEST_REFERRALS_FROM_ADDRESS,
            account_referrals: REFERRALS_FROM_ACCOUNT,
            messages: MESSAGES_FROM_ADDRESS,
            rate: 20.0,
            burst: 60.0,
        }
    }
}

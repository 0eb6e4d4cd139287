//! A token bucket for each client, in memory.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use domain::referral::Instant;

/// How many clients are remembered. Above that, full buckets are removed or, if there are none,
/// all. That is acceptable, because this only protects against bursts.
const CLIENTS_MAX: usize = 50_000;

/// The buckets of all clients.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    rate: f64,
    burst: f64,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    filled_at: Instant,
}

impl<K: Eq + Hash + Copy> RateLimiter<K> {
    /// Buckets start with `burst` tokens and refill with `rate` tokens per second.
    pub(crate) fn new(rate: f64, burst: f64) -> Self {
        Self { rate, burst, buckets: Mutex::default() }
    }

    /// Takes `cost` tokens, or returns after how many seconds there will be enough.
    pub(crate) fn take(&self, address: K, cost: f64, now: Instant) -> Result<(), u64> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CLIENTS_MAX && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| self.filled(*bucket, now).tokens < self.burst);
            if buckets.len() >= CLIENTS_MAX {
                buckets.clear();
            }
        }
        let full = Bucket { tokens: self.burst, filled_at: now };
        let bucket = buckets.entry(address).or_insert(full);
        *bucket = self.filled(*bucket, now);
        if bucket.tokens < cost {
            return Err(((cost - bucket.tokens) / self.rate).ceil().max(1.0) as u64);
        }
        bucket.tokens -= cost;
        Ok(())
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> Bucket {
        let millis = now.as_millis().saturating_sub(bucket.filled_at.as_millis());
        let tokens = bucket.tokens + self.rate * millis as f64 / 1000.0;
        Bucket { tokens: tokens.min(self.burst), filled_at: now }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::try_from(millis).unwrap()
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let buckets = RateLimiter::new(2.0, 3.0);
        for _ in 0..3 {
            assert_eq!(buckets.take(address(1), 1.0, at(0)), Ok(()));
        }
        assert_eq!(buckets.take(address(1), 1.0, at(0)), Err(1));
        assert_eq!(buckets.take(address(2), 1.0, at(0)), Ok(()), "another address");
        assert_eq!(buckets.take(address(1), 1.0, at(500)), Ok(()));
        assert_eq!(buckets.take(address(1), 1.0, at(500)), Err(1));
    }

    #[test]
    fn a_limited_request_says_how_long_to_wait() {
        let buckets = RateLimiter::new(0.1, 1.0);
        assert_eq!(buckets.take(address(1), 1.0, at(0)), Ok(()));
        assert_eq!(buckets.take(address(1), 1.0, at(5000)), Err(5));
    }

    #[test]
    fn of_too_many_addresses_the_idle_ones_are_forgotten() {
        let buckets = RateLimiter::new(1.0, 1.0);
        for number in 0..CLIENTS_MAX as u32 {
            assert_eq!(buckets.take(IpAddr::from(number.to_be_bytes()), 1.0, at(0)), Ok(()));
        }
        let busy = IpAddr::from(0_u32.to_be_bytes());
        assert_eq!(buckets.take(busy, 1.0, at(10_000)), Ok(()));
        assert_eq!(buckets.take(address(1), 1.0, at(10_000)), Ok(()));
        assert_eq!(buckets.buckets.lock().unwrap().len(), 2);
        assert_eq!(buckets.take(busy, 1.0, at(10_000)), Err(1));
    }

    #[test]
    fn the_number_of_remembered_addresses_is_limited() {
        let buckets = RateLimiter::new(1.0, 1.0);
        for number in 0..=CLIENTS_MAX as u32 {
            assert_eq!(buckets.take(IpAddr::from(number.to_be_bytes()), 1.0, at(0)), Ok(()));
        }
        assert!(buckets.buckets.lock().unwrap().len() <= CLIENTS_MAX);
    }
}

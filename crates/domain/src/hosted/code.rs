//! One-time codes that are really sent: how often, for how long, and how often they are tried.

use super::limits::{
    CODE_LIFE_MS, CODE_TRIES, SENDS_FROM_ADDRESS, SENDS_LATELY, SENDS_OVERALL, SENDS_TODAY,
};
use super::rejection::HostedCode;
use crate::account::{Challenge, Verified};
use crate::referral::Instant;

/// How many codes were sent before this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sends {
    /// To the number, within the last [`SEND_WINDOW_MS`](super::SEND_WINDOW_MS).
    pub lately: u32,
    /// To the number, within the last [`DAY_MS`](super::DAY_MS).
    pub today: u32,
    /// For the network address that asks, within the last day.
    pub from_address: u32,
    /// To anybody, within the last day.
    pub overall: u32,
}

/// How many may be sent. What is not configured is as the constants say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendLimits {
    /// The limit of [`Sends::lately`].
    pub lately: u32,
    /// The limit of [`Sends::today`].
    pub today: u32,
    /// The limit of [`Sends::from_address`].
    pub from_address: u32,
    /// The limit of [`Sends::overall`].
    pub overall: u32,
}

impl SendLimits {
    /// Whether another code may be sent. The answer is the same for registered and unregistered
    /// numbers: nothing here knows which a number is.
    pub fn judge(&self, sends: &Sends) -> Result<(), HostedCode> {
        if sends.lately >= self.lately || sends.today >= self.today {
            return Err(HostedCode::TooManyCodes);
        }
        if sends.from_address >= self.from_address || sends.overall >= self.overall {
            return Err(HostedCode::SendingPaused);
        }
        Ok(())
    }
}

impl Default for SendLimits {
    fn default() -> Self {
        Self {
            lately: SENDS_LATELY,
            today: SENDS_TODAY,
            from_address: SENDS_FROM_ADDRESS,
            overall: SENDS_OVERALL,
        }
    }
}

/// A code that was sent, as it was stored, on its way to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// When it was sent.
    pub sent_at: Instant,
    /// How often it was tried before.
    pub tries: u32,
    /// Whether it has let somebody in already.
    pub used: bool,
}

/// What came of the comparison that a server makes in constant time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The code is the one that was sent.
    Right,
    /// It is not.
    Wrong,
}

impl Dispatch {
    /// Whether the code may be compared at all. Used, expired and worn-out codes are not told
    /// apart from each other: another has to be sent.
    pub fn may_be_tried(&self, now: Instant) -> Result<(), HostedCode> {
        let age = now.as_millis().saturating_sub(self.sent_at.as_millis());
        if self.used || age >= CODE_LIFE_MS || self.tries >= CODE_TRIES {
            return Err(HostedCode::CodeExpired);
        }
        Ok(())
    }

    /// The second step of a login with a code that was really sent. The number was checked when
    /// the code was sent to it.
    pub fn verify(
        &self,
        challenge: Challenge,
        tried: Tried,
        now: Instant,
    ) -> Result<Verified, super::Code> {
        self.may_be_tried(now)?;
        Ok(challenge.answered(tried == Tried::Right).map_err(|error| error.code())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SendLimits = SendLimits { lately: 3, today: 10, from_address: 60, overall: 90 };

    #[test]
    fn the_last_code_that_may_be_sent_is_sent_and_the_next_is_not() {
        let most = Sends { lately: 2, today: 9, from_address: 59, overall: 89 };
        assert_eq!(LIMITS.judge(&most), Ok(()));
        let too_many = Err(HostedCode::TooManyCodes);
        assert_eq!(LIMITS.judge(&Sends { lately: 3, ..most }), too_many);
        assert_eq!(LIMITS.judge(&Sends { today: 10, ..most }), too_many);
        let paused = Err(HostedCode::SendingPaused);
        assert_eq!(LIMITS.judge(&Sends { from_address: 60, ..most }), paused);
        assert_eq!(LIMITS.judge(&Sends { overall: 90, ..most }), paused);
    }

    #[test]
    fn a_code_is_good_five_times_for_five_minutes_and_once() {
        let at = |millis| Instant::try_from(millis).unwrap();
        let fresh = Dispatch { sent_at: at(1000), tries: 4, used: false };
        let last = at(1000 + CODE_LIFE_MS - 1);
        assert_eq!(fresh.may_be_tried(last), Ok(()));
        let expired = Err(HostedCode::CodeExpired);
        assert_eq!(fresh.may_be_tried(at(1000 + CODE_LIFE_MS)), expired);
        assert_eq!(Dispatch { tries: 5, ..fresh }.may_be_tried(last), expired);
        assert_eq!(Dispatch { used: true, ..fresh }.may_be_tried(last), expired);
    }
}

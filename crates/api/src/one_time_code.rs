//! One-time codes that are really sent: how many, how long they are valid, and how often they may
//! be tried.

use crate::limits::{
    ALARMS_PERCENT, CODE_LIFE_MS, CODE_TRIES, PERCENT_FOR_UNKNOWN_DEVICES, PROOF_BITS_LEAST,
    PROOF_BITS_MOST, SENDS_FROM_ADDRESS, SENDS_IN_WINDOW, SENDS_OVERALL, SENDS_TO_KNOWN,
    SENDS_TO_KNOWN_AT_LEAST, SENDS_TODAY, SENDS_WITHOUT_PROOF, TRIES_BY_UNKNOWN_DEVICES,
};
use crate::rejection::HostedCode;
use domain::account::{Challenge, Verified};
use domain::referral::Instant;

/// How many codes were sent before, and what is known about the person who asks for the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SendHistory {
    /// To this number, for this device (if unknown: for its network), within
    /// [`SEND_WINDOW_MS`](crate::SEND_WINDOW_MS).
    pub in_window: u32,
    /// The same, within [`DAY_MS`](crate::DAY_MS).
    pub today: u32,
    /// To this number, for all unknown devices, within the last day.
    pub to_number: u32,
    /// To this number, for all known devices, within the last day.
    pub to_known: u32,
    /// To any number, for unknown devices of this network, within the last day; plus codes for any
    /// of its devices that could not be sent, today (UTC).
    pub from_address: u32,
    /// To any number, for known devices in this network, within the last day.
    pub from_known: u32,
    /// To any number, for any device, within the last day.
    pub overall: u32,
    /// Whether this device has logged in with this number before.
    pub known_device: bool,
    /// The bits of the proof of work that came with the request; 0 without a proof or if it was
    /// used before.
    pub proven: u32,
    /// How often codes for unknown devices of this number were tried today (UTC).
    pub tries_by_unknown_devices: u32,
}

/// The configured limits. The constants are the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendLimits {
    /// The limit of [`SendHistory::in_window`].
    pub in_window: u32,
    /// The limit of [`SendHistory::today`].
    pub today: u32,
    /// The limit of [`SendHistory::from_address`], and of [`SendHistory::from_known`].
    pub from_address: u32,
    /// The limit of [`SendHistory::overall`].
    pub overall: u32,
}

/// Why a code is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendRefusal {
    /// Not now.
    Refused(HostedCode),
    /// Only with a proof of work: a hash that begins with so many zero bits.
    ProofRequired(u32),
}

impl SendLimits {
    /// Checks whether another code may be sent. The answer is the same for registered and
    /// unregistered numbers, because nothing here knows whether a number is registered.
    ///
    /// Requests by other people never block a number: what is counted by number alone only makes
    /// the proof of work harder. Guesses are different: after [`TRIES_BY_UNKNOWN_DEVICES`], only
    /// known devices get a code for the number until the day ends. Unknown devices may use at most
    /// [`PERCENT_FOR_UNKNOWN_DEVICES`] of a day's codes; the rest is reserved for known ones. So that nobody
    /// uses that up with numbers of their own, known devices share a limit for each network, and each number has
    /// [`SENDS_TO_KNOWN_AT_LEAST`] whatever its neighbours do.
    pub fn check(&self, sends: &SendHistory) -> Result<(), SendRefusal> {
        if sends.in_window >= self.in_window || sends.today >= self.today {
            return Err(SendRefusal::Refused(HostedCode::TooManyCodes));
        }
        let paused = Err(SendRefusal::Refused(HostedCode::SendingPaused));
        if sends.overall >= self.overall {
            return paused;
        }
        if sends.known_device {
            // Every login makes another device known, so this is limited too.
            if sends.to_known >= SENDS_TO_KNOWN {
                return Err(SendRefusal::Refused(HostedCode::TooManyCodes));
            }
            let is_among_many = sends.from_known >= self.from_address;
            return if is_among_many && sends.to_known >= SENDS_TO_KNOWN_AT_LEAST {
                paused
            } else {
                Ok(())
            };
        }
        if sends.tries_by_unknown_devices >= TRIES_BY_UNKNOWN_DEVICES {
            return Err(SendRefusal::Refused(HostedCode::TooManyWrongCodes));
        }
        if sends.from_address >= self.from_address
            || sends.overall >= self.share(PERCENT_FOR_UNKNOWN_DEVICES)
        {
            return paused;
        }
        match self.work(sends) {
            Some(bits) if sends.proven < bits => Err(SendRefusal::ProofRequired(bits)),
            _ => Ok(()),
        }
    }

    /// The percentage of the day's codes that is used once this one is sent, if it is the code that
    /// reaches one of the [`ALARMS_PERCENT`].
    pub fn alarm(&self, before: &SendHistory) -> Option<u32> {
        let reached = |percent: &&u32| before.overall.saturating_add(1) == self.share(**percent);
        ALARMS_PERCENT.iter().rev().find(reached).copied()
    }

    /// The bits of work that a code for an unknown device costs. They grow with the codes sent to
    /// the number and with the share of the day's codes that is used.
    fn work(&self, sends: &SendHistory) -> Option<u32> {
        let beyond = |count: u32, free: u32, step: u32| {
            let over = count.checked_sub(free)?;
            Some(PROOF_BITS_LEAST.saturating_add(over / step.max(1)).min(PROOF_BITS_MOST))
        };
        let half = self.share(50);
        let steps = PROOF_BITS_MOST - PROOF_BITS_LEAST + 1;
        let step = self.share(PERCENT_FOR_UNKNOWN_DEVICES).saturating_sub(half) / steps;
        beyond(sends.to_number, SENDS_WITHOUT_PROOF, 2).max(beyond(sends.overall, half, step))
    }

    fn share(&self, percent: u32) -> u32 {
        let share = u64::from(self.overall) * u64::from(percent) / 100;
        u32::try_from(share).unwrap_or(self.overall)
    }
}

impl Default for SendLimits {
    fn default() -> Self {
        Self {
            in_window: SENDS_IN_WINDOW,
            today: SENDS_TODAY,
            from_address: SENDS_FROM_ADDRESS,
            overall: SENDS_OVERALL,
        }
    }
}

/// What is stored about a code that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentCode {
    /// When it was sent.
    pub sent_at: Instant,
    /// How often it was tried.
    pub tries: u32,
    /// Whether somebody has logged in with it.
    pub used: bool,
    /// How often codes for unknown devices of the number were tried on the day of this code, before
    /// this try; 0 if this code is for a known device.
    pub tries_by_unknown_devices: u32,
}

/// Whether the typed code equals the one that was sent. The server compares them in constant time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeMatch {
    /// It is.
    Right,
    /// It is not.
    Wrong,
}

impl SentCode {
    /// Checks whether the code may be compared at all. A used, an expired and a worn-out code give
    /// the same error, because the remedy is the same: a new code.
    pub fn may_be_tried(&self, now: Instant) -> Result<(), HostedCode> {
        let age = now.as_millis().saturating_sub(self.sent_at.as_millis());
        if self.used || age >= CODE_LIFE_MS || self.tries >= CODE_TRIES {
            return Err(HostedCode::CodeExpired);
        }
        if self.tries_by_unknown_devices >= TRIES_BY_UNKNOWN_DEVICES {
            return Err(HostedCode::TooManyWrongCodes);
        }
        Ok(())
    }

    /// The second step of a login with a code that was really sent. The number itself was checked
    /// when the code was sent.
    pub fn verify(
        &self,
        challenge: Challenge,
        tried: CodeMatch,
        now: Instant,
    ) -> Result<Verified, crate::Code> {
        self.may_be_tried(now)?;
        Ok(challenge.verified_if(tried == CodeMatch::Right)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rejection::RejectionCode;

    const LIMITS: SendLimits =
        SendLimits { in_window: 3, today: 10, from_address: 60, overall: 100 };
    const SOLVED: SendHistory = SendHistory {
        in_window: 0,
        today: 0,
        to_number: 0,
        to_known: 0,
        from_address: 0,
        from_known: 0,
        overall: 0,
        known_device: false,
        proven: PROOF_BITS_MOST,
        tries_by_unknown_devices: 0,
    };

    fn refused(code: HostedCode) -> Result<(), SendRefusal> {
        Err(SendRefusal::Refused(code))
    }

    #[test]
    fn the_last_code_that_may_be_sent_is_sent_and_the_next_is_not() {
        let last = SendHistory { in_window: 2, today: 9, from_address: 59, overall: 79, ..SOLVED };
        assert_eq!(LIMITS.check(&last), Ok(()));
        let too_many = refused(HostedCode::TooManyCodes);
        assert_eq!(LIMITS.check(&SendHistory { in_window: 3, ..last }), too_many);
        assert_eq!(LIMITS.check(&SendHistory { today: 10, ..last }), too_many);
        let paused = refused(HostedCode::SendingPaused);
        assert_eq!(LIMITS.check(&SendHistory { from_address: 60, ..last }), paused);
        assert_eq!(LIMITS.check(&SendHistory { overall: 80, ..last }), paused);
    }

    #[test]
    fn requests_of_others_make_a_code_costlier_but_never_impossible() {
        let bits =
            |to_number| match LIMITS.check(&SendHistory { to_number, ..SendHistory::default() }) {
                Ok(()) => 0,
                Err(SendRefusal::ProofRequired(bits)) => bits,
                Err(SendRefusal::Refused(code)) => panic!("{code:?}"),
            };
        let dearer = [0, 2, 3, 4, 5, 10, 11, 1000, u32::MAX].map(bits);
        assert_eq!(dearer, [0, 0, 16, 16, 17, 18, 18, 18, 18]);
        assert_eq!(LIMITS.check(&SendHistory { to_number: u32::MAX, ..SOLVED }), Ok(()));
    }

    #[test]
    fn the_second_half_of_the_days_codes_needs_growing_work() {
        let bits = |overall| match LIMITS.check(&SendHistory { overall, ..SendHistory::default() })
        {
            Err(SendRefusal::ProofRequired(bits)) => bits,
            _ => 0,
        };
        assert_eq!([49, 50, 59, 60, 79, 80].map(bits), [0, 16, 16, 17, 18, 0]);
    }

    #[test]
    fn a_known_device_needs_no_proof_and_has_the_days_last_codes() {
        let sends = SendHistory {
            to_number: 1000,
            from_address: 1000,
            overall: 99,
            known_device: true,
            ..SendHistory::default()
        };
        assert_eq!(LIMITS.check(&sends), Ok(()));
        let paused = refused(HostedCode::SendingPaused);
        assert_eq!(LIMITS.check(&SendHistory { overall: 100, ..sends }), paused);
        let too_many = refused(HostedCode::TooManyCodes);
        assert_eq!(LIMITS.check(&SendHistory { in_window: 3, ..sends }), too_many);
        assert_eq!(LIMITS.check(&SendHistory { to_known: SENDS_TO_KNOWN - 1, ..sends }), Ok(()));
        assert_eq!(LIMITS.check(&SendHistory { to_known: SENDS_TO_KNOWN, ..sends }), too_many);
    }

    #[test]
    fn the_known_devices_of_a_network_share_a_limit_but_for_each_numbers_first_codes() {
        let neighbour =
            SendHistory { known_device: true, from_known: 60, ..SendHistory::default() };
        let paused = refused(HostedCode::SendingPaused);
        for (to_known, expected) in [(0, Ok(())), (1, Ok(())), (2, paused), (19, paused)] {
            assert_eq!(
                LIMITS.check(&SendHistory { to_known, ..neighbour }),
                expected,
                "{to_known}"
            );
        }
        let alone = SendHistory { from_known: 59, to_known: 19, ..neighbour };
        assert_eq!(LIMITS.check(&alone), Ok(()));
        // Who asks for others is told apart by whether the device is known.
        assert_eq!(LIMITS.check(&SendHistory { from_known: 1000, ..SOLVED }), Ok(()));
    }

    #[test]
    fn after_many_wrong_guesses_only_known_devices_may_log_in_until_the_day_ends() {
        let guessed = |tries_by_unknown_devices| SendHistory { tries_by_unknown_devices, ..SOLVED };
        assert_eq!(LIMITS.check(&guessed(99)), Ok(()));
        assert_eq!(LIMITS.check(&guessed(100)), refused(HostedCode::TooManyWrongCodes));
        assert_eq!(LIMITS.check(&SendHistory { known_device: true, ..guessed(u32::MAX) }), Ok(()));
    }

    #[test]
    fn a_warning_is_given_before_the_days_codes_run_out() {
        let alarm = |overall| LIMITS.alarm(&SendHistory { overall, ..SendHistory::default() });
        let given: Vec<_> = (0..100).filter_map(alarm).collect();
        assert_eq!(given, [50, 80]);
        assert_eq!([alarm(48), alarm(49), alarm(79)], [None, Some(50), Some(80)]);
    }

    #[test]
    fn small_and_large_limits_have_shares() {
        for overall in [0, 1, 2, u32::MAX] {
            let limits = SendLimits { overall, ..LIMITS };
            let first = limits.check(&SendHistory::default());
            assert_eq!(first.is_ok(), overall > 1, "{overall}: {first:?}");
        }
    }

    #[test]
    fn a_code_is_valid_for_five_tries_five_minutes_and_one_login() {
        let at = |millis| Instant::try_from(millis).unwrap();
        let fresh =
            SentCode { sent_at: at(1000), tries: 4, used: false, tries_by_unknown_devices: 99 };
        let last = at(1000 + CODE_LIFE_MS - 1);
        assert_eq!(fresh.may_be_tried(last), Ok(()));
        let expired = Err(HostedCode::CodeExpired);
        assert_eq!(fresh.may_be_tried(at(1000 + CODE_LIFE_MS)), expired);
        assert_eq!(SentCode { tries: 5, ..fresh }.may_be_tried(last), expired);
        assert_eq!(SentCode { used: true, ..fresh }.may_be_tried(last), expired);
        let guessed = SentCode { tries_by_unknown_devices: 100, ..fresh };
        assert_eq!(guessed.may_be_tried(last), Err(HostedCode::TooManyWrongCodes));
    }

    #[test]
    fn only_a_right_and_valid_code_logs_in() {
        let at = |millis| Instant::try_from(millis).unwrap();
        let sent = SentCode { sent_at: at(0), tries: 0, used: false, tries_by_unknown_devices: 0 };
        let verify = |tried, now| {
            let challenge = Challenge::request("9876543210").unwrap();
            sent.verify(challenge, tried, at(now)).map(|verified| verified.mobile().to_string())
        };
        assert_eq!(verify(CodeMatch::Right, 1), Ok("9876543210".to_owned()));
        assert_eq!(verify(CodeMatch::Wrong, 1), Err(RejectionCode::WrongCode.into()));
        let expired = Err(HostedCode::CodeExpired.into());
        assert_eq!(verify(CodeMatch::Right, CODE_LIFE_MS), expired);
    }
}

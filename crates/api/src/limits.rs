//! Every limit of hosted mode, in one place. Times are milliseconds.

use domain::event::Stage;

/// How many random digits a one-time code has.
pub const CODE_DIGITS: u32 = 6;

/// How long a one-time code is good for.
pub const CODE_LIFE_MS: u64 = 5 * MINUTE_MS;

/// How often a code may be tried before another has to be sent.
pub const CODE_TRIES: u32 = 5;

/// How often in a day (UTC) codes are tried that were sent to one number for devices that are not
/// known, whichever codes: of a million, so many guesses find one in ten thousand.
pub const TRIES_BY_STRANGERS: u32 = 100;

/// How many codes go to one number within [`SEND_WINDOW_MS`] for one device that is known or, for
/// all others, for one network.
pub const SENDS_IN_WINDOW: u32 = 3;

/// The window in which [`SENDS_IN_WINDOW`] counts.
pub const SEND_WINDOW_MS: u64 = 15 * MINUTE_MS;

/// The same within [`DAY_MS`].
pub const SENDS_TODAY: u32 = 10;

/// How many codes go to one number within [`DAY_MS`] for all devices together that are known.
pub const SENDS_TO_KNOWN: u32 = 20;

/// How many codes one network may ask for within [`DAY_MS`]: an office, or a village behind one
/// address, but no robot.
pub const SENDS_FROM_ADDRESS: u32 = 60;

/// How many codes are sent within [`DAY_MS`] in all: what the company is ready to pay for.
pub const SENDS_OVERALL: u32 = 5_000;

/// How many of them, in percent, devices that are not known may have.
pub const PERCENT_FOR_STRANGERS: u32 = 80;

/// At how many percent of them the operator is warned.
pub const ALARMS_PERCENT: [u32; 2] = [50, 80];

/// How many codes go to one number within [`DAY_MS`] for devices that are not known before the
/// next one costs a proof of work.
pub const SENDS_WITHOUT_PROOF: u32 = 3;

/// How much work a proof is at least, in bits: about 65 thousand hashes.
pub const PROOF_BITS_LEAST: u32 = 16;

/// How much it is at most: about 262 thousand hashes, which a slow phone computes in seconds.
pub const PROOF_BITS_MOST: u32 = 18;

/// How long a puzzle can be solved, and its solution be used once.
pub const PROOF_LIFE_MS: u64 = 10 * MINUTE_MS;

/// How long a device is known after a login.
pub const DEVICE_LIFE_MS: u64 = 180 * DAY_MS;

/// How long a session lasts when nobody uses it.
pub const SESSION_IDLE_MS: u64 = 12 * 60 * MINUTE_MS;

/// How long a session lasts at most.
pub const SESSION_LIFE_MS: u64 = 30 * DAY_MS;

/// How often the second factor may be tried within [`SECOND_FACTOR_WINDOW_MS`].
pub const SECOND_FACTOR_TRIES: u32 = 5;

/// The window in which [`SECOND_FACTOR_TRIES`] counts.
pub const SECOND_FACTOR_WINDOW_MS: u64 = 5 * MINUTE_MS;

/// How long the second factor is as good as just given, for what cannot be undone or takes everything
/// away.
pub const SECOND_FACTOR_FRESH_MS: u64 = 10 * MINUTE_MS;

/// How many digits a recovery code has.
pub const RECOVERY_CODE_DIGITS: u32 = 20;

/// How many recovery codes are made at a time.
pub const RECOVERY_CODES: usize = 10;

/// How long security events are kept.
pub const SECURITY_EVENTS_KEPT_MS: u64 = 400 * DAY_MS;

/// How long deliveries are kept, whatever has become of them, and tokens that have expired.
pub const INTEGRATIONS_KEPT_MS: u64 = 90 * DAY_MS;

/// How long a webhook's secret is still good after another took its place.
pub const WEBHOOK_ROTATION_MS: u64 = DAY_MS;

/// How many referrals a page of a list holds, unless fewer are asked for.
pub const PAGE_SIZE: u32 = 50;

/// In how many days something has to happen to a referral, by its stage; then it waits for somebody.
pub const STAGE_DAYS: &[(Stage, u64)] =
    &[(Stage::Received, 2), (Stage::Contacted, 7), (Stage::Qualified, 14), (Stage::InProgress, 30)];

/// With fewer closed referrals than these, a rate is told with its uncertainty.
pub const CERTAIN_FROM: u64 = 30;

/// How many referrers a report names.
pub const TOP_REFERRERS: u32 = 10;

/// How many referrals with a text in them are counted by their stages.
pub const COUNTED: u32 = 10_000;

/// How many commands a request may hold.
pub const COMMANDS_AT_ONCE: usize = 100;

/// How many referrals guests of one network address may submit in a day (UTC).
pub const GUEST_REFERRALS_FROM_ADDRESS: u32 = 100;

/// How many referrals one account may submit in a day (UTC).
pub const REFERRALS_FROM_ACCOUNT: u32 = 200;

/// How many contact messages one network address may send in a day (UTC).
pub const MESSAGES_FROM_ADDRESS: u32 = 30;

/// The local storage key of the referrals that wait for a connection.
pub const KEY_WAITING: &str = "waitingReferrals";

/// A minute.
pub const MINUTE_MS: u64 = 60_000;

/// A day.
pub const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_long_as_the_documents_say() {
        let minutes = [
            (CODE_LIFE_MS, 5),
            (SEND_WINDOW_MS, 15),
            (PROOF_LIFE_MS, 10),
            (SECOND_FACTOR_WINDOW_MS, 5),
            (SECOND_FACTOR_FRESH_MS, 10),
            (SESSION_IDLE_MS, 720),
            (SESSION_LIFE_MS, 43_200),
            (DEVICE_LIFE_MS, 259_200),
            (SECURITY_EVENTS_KEPT_MS, 576_000),
        ];
        for (millis, minutes) in minutes {
            assert_eq!(millis, minutes * 60_000);
        }
        assert_eq!(DAY_MS, 86_400_000);
    }
}

//! All limits of hosted mode. Times are in milliseconds.

/// The number of digits of a one-time code.
pub const CODE_DIGITS: u32 = 6;

/// How long a one-time code is valid.
pub const CODE_LIFE_MS: u64 = 5 * MINUTE_MS;

/// How often a one-time code may be tried.
pub const CODE_TRIES: u32 = 5;

/// How many tries per number and day (UTC) unknown devices have, over all codes sent to the number
/// for them. With a million possible codes, the chance to guess one is one in ten thousand.
pub const TRIES_BY_UNKNOWN_DEVICES: u32 = 100;

/// How many codes are sent to one number within [`SEND_WINDOW_MS`] for one known device, or for all
/// unknown devices of one network.
pub const SENDS_IN_WINDOW: u32 = 3;

/// The window of [`SENDS_IN_WINDOW`].
pub const SEND_WINDOW_MS: u64 = 15 * MINUTE_MS;

/// The same limit within [`DAY_MS`].
pub const SENDS_TODAY: u32 = 10;

/// How many codes are sent to one number within [`DAY_MS`] for all known devices together.
pub const SENDS_TO_KNOWN: u32 = 20;

/// How many codes are sent to one number within [`DAY_MS`] for known devices, however many others their network
/// has requested for known devices: one, and another if that is lost.
pub const SENDS_TO_KNOWN_AT_LEAST: u32 = 2;

/// How many codes one network may request within [`DAY_MS`]: enough for an office, or a village
/// behind one address; too few for a robot.
pub const SENDS_FROM_ADDRESS: u32 = 60;

/// How many codes are sent within [`DAY_MS`] in total: what the company is ready to pay for.
pub const SENDS_OVERALL: u32 = 5_000;

/// How many pages for people who were referred one account may make in a day (UTC).
pub const PERSON_PAGES_FROM_ACCOUNT: u32 = 30;

/// How many days such a page works.
pub const PERSON_PAGE_LIFE_DAYS: u64 = 30;

/// The percentage of these that unknown devices may use.
pub const PERCENT_FOR_UNKNOWN_DEVICES: u32 = 80;

/// The percentages at which the operator is warned.
pub const ALARMS_PERCENT: [u32; 2] = [50, 80];

/// How many codes are sent to one number within [`DAY_MS`] for unknown devices before they need a
/// proof of work.
pub const SENDS_WITHOUT_PROOF: u32 = 3;

/// The minimum difficulty of a proof, in bits: about 65 thousand hashes.
pub const PROOF_BITS_LEAST: u32 = 16;

/// The maximum difficulty, in bits: about 262 thousand hashes, a few seconds on a slow phone.
pub const PROOF_BITS_MOST: u32 = 18;

/// How long a puzzle may be solved. Its solution can be used once.
pub const PROOF_LIFE_MS: u64 = 10 * MINUTE_MS;

/// How long a device stays known after a login.
pub const DEVICE_LIFE_MS: u64 = 180 * DAY_MS;

/// After how long without use a session ends.
pub const SESSION_IDLE_MS: u64 = 12 * 60 * MINUTE_MS;

/// The maximum duration of a session.
pub const SESSION_LIFE_MS: u64 = 30 * DAY_MS;

/// How often the second factor may be tried within [`SECOND_FACTOR_WINDOW_MS`].
pub const SECOND_FACTOR_TRIES: u32 = 5;

/// The window of [`SECOND_FACTOR_TRIES`].
pub const SECOND_FACTOR_WINDOW_MS: u64 = 5 * MINUTE_MS;

/// How many wrong codes of an authenticator app may be typed for a number in a day: whoever reads somebody's messages would
/// otherwise guess one in some weeks. What nobody can guess, a passkey or a recovery code, neither counts nor is refused.
pub const SECOND_FACTOR_TRIES_A_DAY: u32 = 30;

/// How long a second factor counts as recent. Actions that cannot be undone, and exports of
/// everything, need a recent one.
pub const SECOND_FACTOR_FRESH_MS: u64 = 10 * MINUTE_MS;

/// The number of digits of a recovery code.
pub const RECOVERY_CODE_DIGITS: u32 = 20;

/// How many recovery codes are made together.
pub const RECOVERY_CODES: usize = 10;

/// How long entries of the audit log are kept.
pub const SECURITY_EVENTS_KEPT_MS: u64 = 400 * DAY_MS;

/// How long deliveries are kept, and tokens after they expire.
pub const INTEGRATIONS_KEPT_MS: u64 = 90 * DAY_MS;

/// How long a webhook's old secret stays valid after it was replaced.
pub const WEBHOOK_ROTATION_MS: u64 = DAY_MS;

/// The default page size of a list, which is also the maximum.
pub const PAGE_SIZE: u32 = 50;

/// A rate from fewer closed referrals than these is reported with its uncertainty.
pub const CERTAIN_FROM: u64 = 30;

/// The number of referrers in a report.
pub const TOP_REFERRERS: u32 = 10;

/// How many vacancies and courses a report lists.
pub const TOP_OPENINGS: u32 = 20;

/// In a search, the stages of at most so many referrals are counted, and a page looks at no more
/// referrers than these.
pub const COUNTED: u32 = 10_000;

/// The number of newest referrals that a search reads where no index helps: in a member's own list,
/// and for fewer letters than [`SEARCH_ALL_FROM`].
pub const SEARCHED: u32 = 10_000;

/// The minimum number of letters or digits with which staff search all referrals.
pub const SEARCH_ALL_FROM: usize = 3;

/// The maximum number of commands in a request.
pub const COMMANDS_AT_ONCE: usize = 100;

/// How many phone numbers of referrals one of the staff changes in a day (UTC), also by a token. Whoever holds the new number
/// can have the referral erased, which the right to change it does not include.
pub const NUMBER_CHANGES_A_DAY: u32 = 20;

/// How many text messages one of the staff writes to referrers in a day (UTC), also by a token: they come from the company's
/// number, in whatever words.
pub const TEXTS_A_DAY: u32 = 50;

/// The maximum number of decisions on pairs of duplicates in a request: each is two commands.
pub const DECISIONS_AT_ONCE: usize = COMMANDS_AT_ONCE / 2;

/// How long a link that was ended is kept with the counts of how often it was opened, for reports.
pub const LINKS_KEPT_MS: u64 = SECURITY_EVENTS_KEPT_MS;

/// The maximum number of rows in an import of a spreadsheet. It is one transaction, which others wait for.
pub const SPREADSHEET_ROWS: usize = 2000;

/// The maximum length of a spreadsheet's text, in bytes.
pub const SPREADSHEET_MAX_BYTES: usize = 1_048_576;

/// How long an import of a spreadsheet is listed, and can be taken out again.
pub const SPREADSHEETS_KEPT_MS: u64 = SECURITY_EVENTS_KEPT_MS;

/// How many referrals a page selects at once. One person may change twice as many in a moment, so that
/// all of it can be undone.
pub const SELECTED_AT_ONCE: usize = 250;

/// How many referrals guests of one network address may submit per day (UTC).
pub const GUEST_REFERRALS_FROM_ADDRESS: u32 = 100;

/// How many referrals one account may submit per day (UTC).
pub const REFERRALS_FROM_ACCOUNT: u32 = 200;

/// How many contact messages one network address may send per day (UTC).
pub const MESSAGES_FROM_ADDRESS: u32 = 30;

/// The local storage key of referrals that wait for a connection.
pub const KEY_WAITING: &str = "waitingReferrals";

/// One minute.
pub const MINUTE_MS: u64 = 60_000;

/// How many points one person may award alone, unless the operator says otherwise.
pub const POINTS_AT_MOST: u64 = 10_000;

/// How many text messages about referrals go to one number within [`DAY_MS`], and how often one may write
/// to a referrer about one referral in that time.
pub const TO_REFERRER_IN_A_DAY: usize = 5;

pub use domain::limits::DAY_MS;

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

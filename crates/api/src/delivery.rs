//! Retrying deliveries: when a failed one is tried again, and what the console says of a contact
//! message that could not be delivered.

use ts_rs::TS;
use utoipa::ToSchema;

use crate::limits::MINUTE_MS;
use crate::named::named;

const HOUR_MS: u64 = 60 * MINUTE_MS;

/// The pauses between tries, in milliseconds.
const PAUSES_MS: [u64; 9] = [
    5_000,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
];

/// How long to wait after the given number of failed tries (1 or more), in milliseconds; `None`
/// after the last try. `jitter` is a random number that adds up to a fifth, so that deliveries that
/// failed together are not all retried together.
pub fn next_try_ms(tries: u64, jitter: u8) -> Option<u64> {
    let place = usize::try_from(tries.checked_sub(1)?).ok()?;
    let pause = PAUSES_MS.get(place)?;
    Some(pause + pause * u64::from(jitter) / (5 * 255))
}

named! {
    /// Why a delivery failed.
    #[derive(TS, ToSchema)]
    pub enum DeliveryFailure {
        /// The receiver could not be reached.
        Unreachable = "unreachable",
        /// The receiver did not answer in time.
        TimedOut = "timed-out",
        /// The receiver asked for a later try.
        Deferred = "deferred",
        /// The receiver refused it.
        Refused = "refused",
        /// The typed text cannot be turned into a message that the receiver accepts.
        Unwritable = "unwritable",
        /// The address does not belong to the public internet.
        PrivateAddress = "private-address",
        /// It was given up: the site was restored from a backup that was made before it was sent.
        Restored = "restored",
    }
}

impl DeliveryFailure {
    /// Parses a stored code. A code of a later version counts as unreachable.
    pub fn of_code(code: &str) -> Self {
        let found = Self::ALL.iter().find(|failure| failure.as_str() == code);
        found.copied().unwrap_or(Self::Unreachable)
    }

    /// The sentence for staff about a message after so many tries.
    pub fn words(self, tries: u64) -> String {
        let why = match self {
            Self::Unreachable => "the forwarding address could not be reached.",
            Self::TimedOut => "the forwarding address did not answer in time.",
            Self::Deferred => "the forwarding address asked us to try again later each time.",
            Self::Refused => "the forwarding address refused it.",
            Self::Unwritable => "it could not be converted for forwarding.",
            Self::PrivateAddress => "the forwarding address is not a public one.",
            Self::Restored => RESTORED,
        };
        tried(tries, why)
    }

    /// The sentence for staff about a text message after so many tries. Those who send texts do not tell us more.
    pub fn text_words(self, tries: u64) -> String {
        let why = match self {
            Self::Restored => RESTORED,
            _ => "whoever sends our texts did not take it.",
        };
        tried(tries, why)
    }
}

const RESTORED: &str = "the site was then restored from a backup.";

fn tried(tries: u64, why: &str) -> String {
    let times = match tries {
        0 => "Not tried: ".to_owned(),
        1 => "Tried once: ".to_owned(),
        many => ["Tried ", &many.to_string(), " times: "].concat(),
    };
    times + why
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_maximum() {
        let pauses: Vec<_> = (1..20).map_while(|tries| next_try_ms(tries, 0)).collect();
        let seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
        assert_eq!(pauses, seconds.map(|pause| pause * 1000));
        assert!(pauses.is_sorted());
        assert_eq!(next_try_ms(10, 255), None);
        assert_eq!(next_try_ms(0, 0), None);
        assert_eq!(next_try_ms(1, 255), Some(6_000));
    }

    #[test]
    fn every_code_is_parsed_as_it_was_written() {
        for &failure in DeliveryFailure::ALL {
            assert_eq!(DeliveryFailure::of_code(failure.as_str()), failure);
            assert_eq!(serde_json::to_value(failure).unwrap(), failure.as_str());
        }
        assert_eq!(
            DeliveryFailure::of_code("refused").words(10),
            "Tried 10 times: the forwarding address refused it."
        );
        assert!(DeliveryFailure::of_code("of a later version").words(1).starts_with("Tried once"));
        assert_eq!(
            DeliveryFailure::Restored.text_words(0),
            "Not tried: the site was then restored from a backup."
        );
    }
}

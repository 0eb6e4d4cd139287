//! Checks of every verdict.

use std::fmt::Debug;

use domain::notice::{Notice, Variant};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;

/// The codes of the broken rules, in the order of the form.
pub(super) fn broken(rules: &[(RejectionCode, bool)]) -> Vec<RejectionCode> {
    rules.iter().filter(|(_, broken)| *broken).map(|(code, _)| *code).collect()
}

/// Compares a verdict with the broken rules. Returns the value if it was accepted.
pub(super) fn check_verdict<T: Debug>(verdict: Verdict<T>, broken: &[RejectionCode]) -> Option<T> {
    match verdict {
        Verdict::Accepted { value, notice } => {
            assert_eq!(broken, [], "accepted, though rules are broken: {value:?}");
            assert_eq!(notice.variant, Variant::Default);
            Some(value)
        }
        Verdict::Refused { codes, notice } => {
            assert!(!codes.is_empty(), "refused for no reason");
            assert_eq!(codes, broken, "refused for other reasons");
            let words = codes[0].words();
            assert_eq!(notice, words.notice.unwrap_or_else(|| Notice::error(words.hint)));
            None
        }
    }
}

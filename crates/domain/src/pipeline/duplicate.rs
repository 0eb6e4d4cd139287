//! Referrals of somebody who was referred before: when that counts, and who is credited.

use super::change::CorrectedField;
use super::progress::Progress;
use crate::case::Case;
use crate::event::Stage;
use crate::referral::Instant;

const DAY_MS: u64 = 24 * 60 * 60_000;

/// What counts as a duplicate, and what comes of it. It is data: a company settles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicatePolicy {
    /// For how many days somebody who was referred counts as known.
    pub window_days: u32,
    /// Whether only referrals for the same service are duplicates.
    pub same_service: bool,
    /// Who is credited unless somebody decides otherwise.
    pub credit: CreditRule,
    /// For how many days an open referral may stay in one stage. One that had been there for longer
    /// when the next came has expired, and keeps nobody from being credited. `None` for ever.
    pub expiry_days: Option<u32>,
    /// Whether somebody may refer themselves.
    pub self_referral: SelfReferral,
}

/// Who of two referrers is credited unless somebody decides otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditRule {
    /// Whoever was first, unless that referral came to nothing.
    First,
    /// Whoever was last, unless that referral came to nothing.
    Last,
}

/// What becomes of a referral of one's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfReferral {
    /// It is refused at once: both numbers are the sender's own, so that this tells them nothing.
    Refuse,
    /// It is taken like any other.
    Allow,
}

impl Default for DuplicatePolicy {
    fn default() -> Self {
        Self {
            window_days: 180,
            same_service: false,
            credit: CreditRule::First,
            expiry_days: Some(90),
            self_referral: SelfReferral::Refuse,
        }
    }
}

/// Which referrers of a pair are credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Whether the earlier one's is.
    pub earlier: bool,
    /// Whether the later one's is.
    pub later: bool,
    /// Why.
    pub why: CreditReason,
}

/// Why somebody is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CreditReason {
    /// By the rule.
    Rule,
    /// The referral that the rule is for was declined or withdrawn.
    Closed,
    /// The referral that the rule is for had expired when the later one came.
    Expired,
    /// Somebody has decided.
    Decided,
}

/// Since when a referral is about the person whose number it shows: since its submission or, if the
/// number was corrected, since then. Nobody is first because they corrected an old referral.
/// `is_same` says whether two texts are one number, whose correction is of its spelling.
pub fn known_since(case: &Case, is_same: impl Fn(&str, &str) -> bool) -> Instant {
    let mut since = case.referral().id;
    let mut phone = case.referral().referred_phone.clone();
    for event in case.history().effective() {
        let (true, Some(field), Some(text)) =
            (event.is("corrected"), event.word("field"), event.word("text"))
        else {
            continue;
        };
        if field == CorrectedField::ReferredPhone.as_str() {
            if !is_same(&phone, &text) {
                since = event.value("at").unwrap_or(since).max(since);
            }
            phone = text;
        }
    }
    since
}

impl DuplicatePolicy {
    /// Who is credited for two referrals of the same person. `came` is since when the later one is
    /// about them, by [`known_since`].
    pub fn credit(&self, earlier: &Progress, later: &Progress, came: Instant) -> Credit {
        let closed = |it: &Progress| matches!(it.stage, Stage::Declined | Stage::Withdrawn);
        let stayed = came.as_millis().saturating_sub(earlier.since.as_millis());
        let has_expired = earlier.stage.is_open()
            && self.expiry_days.is_some_and(|days| stayed > u64::from(days) * DAY_MS);
        let earlier = (earlier, closed(earlier) || has_expired);
        let later = (later, closed(later));
        let first = self.credit == CreditRule::First;
        let ((preferred, failed), (other, other_failed)) =
            if first { (earlier, later) } else { (later, earlier) };
        let default = other.credited != Some(true) && !failed;
        let is_preferred = preferred.credited.unwrap_or(default);
        let is_other = other.credited.unwrap_or(!is_preferred && !other_failed);
        let why = match (preferred.credited, other.credited) {
            (None, None) if closed(preferred) => CreditReason::Closed,
            (None, None) if failed => CreditReason::Expired,
            (None, None) => CreditReason::Rule,
            _ => CreditReason::Decided,
        };
        let (earlier, later) =
            if first { (is_preferred, is_other) } else { (is_other, is_preferred) };
        Credit { earlier, later, why }
    }
}

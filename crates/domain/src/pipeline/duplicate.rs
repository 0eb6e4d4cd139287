//! Referrals of somebody who was referred before: when that counts, and who is credited.

use super::progress::Progress;
use crate::event::Stage;

/// What counts as a duplicate, and what comes of it. It is data: a company settles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicatePolicy {
    /// For how many days somebody who was referred counts as known.
    pub window_days: u32,
    /// Whether only referrals for the same service are duplicates.
    pub same_service: bool,
    /// Who is credited unless somebody decides otherwise.
    pub credit: CreditRule,
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
    /// Somebody has decided.
    Decided,
}

impl DuplicatePolicy {
    /// Who is credited for two referrals of the same person.
    pub fn credit(&self, earlier: &Progress, later: &Progress) -> Credit {
        let failed = |it: &Progress| matches!(it.stage, Stage::Declined | Stage::Withdrawn);
        let first = self.credit == CreditRule::First;
        let (preferred, other) = if first { (earlier, later) } else { (later, earlier) };
        let default = other.credited != Some(true) && !failed(preferred);
        let is_preferred = preferred.credited.unwrap_or(default);
        let is_other = other.credited.unwrap_or(!is_preferred && !failed(other));
        let why = match (preferred.credited, other.credited) {
            (None, None) if failed(preferred) => CreditReason::Closed,
            (None, None) => CreditReason::Rule,
            _ => CreditReason::Decided,
        };
        let (earlier, later) =
            if first { (is_preferred, is_other) } else { (is_other, is_preferred) };
        Credit { earlier, later, why }
    }
}

//! Duplicates: referrals of somebody who was referred before. What counts as one, and who is
//! credited.

use super::award;
use super::progress::Progress;
use crate::case::Case;
use crate::event::{CorrectedField, Kind, Stage};
use crate::history::StoredEvent;
use crate::limits::DAY_MS;
use crate::referral::Instant;

/// What counts as a duplicate and who is credited. Each company chooses its own settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicatePolicy {
    /// For how many days after a referral another of the same person is a duplicate.
    pub window_days: u32,
    /// Whether only referrals for the same service are duplicates.
    pub same_service: bool,
    /// Who is credited, unless somebody decides otherwise.
    pub credit: CreditRule,
    /// After how many days in one stage an open referral expires; `None` for never. A referral that
    /// had expired when the next one came does not keep that one from being credited.
    pub expiry_days: Option<u32>,
    /// Whether people may refer themselves.
    pub self_referral: SelfReferral,
}

/// Who of two referrers is credited, unless somebody decides otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditRule {
    /// The first one, unless their referral was declined or withdrawn.
    First,
    /// The last one, unless their referral was declined or withdrawn.
    Last,
}

/// What happens to a referral of one's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfReferral {
    /// It is refused at once. The refusal reveals nothing, because both numbers are the sender's
    /// own.
    Refuse,
    /// It is accepted like any other.
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

/// Which of two referrers are credited, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Whether the earlier referrer is credited.
    pub earlier: bool,
    /// Whether the later referrer is credited.
    pub later: bool,
    /// The reason.
    pub why: CreditReason,
}

/// Why somebody is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CreditReason {
    /// The rule says so.
    Rule,
    /// The referral that the rule prefers was declined or withdrawn.
    Closed,
    /// The referral that the rule prefers had expired when the later one came.
    Expired,
    /// Somebody decided.
    Decided,
}

/// Since when a referral is about the person whose number it shows: since its submission or, if the
/// number was corrected to another, since the correction. Otherwise somebody could become first by
/// correcting an old referral, or make it come second by correcting it there and back. `is_same` says
/// whether two texts are the same number, so that a corrected spelling does not count.
pub fn known_since(case: &Case, is_same: impl Fn(&str, &str) -> bool) -> Instant {
    came_since(case, is_same, |_| None)
}

/// The same, where imports count from their arrival: `came` says when an event or, without one, the
/// referral itself was imported.
pub fn came_since(
    case: &Case,
    is_same: impl Fn(&str, &str) -> bool,
    came: impl Fn(Option<&StoredEvent>) -> Option<Instant>,
) -> Instant {
    let history = case.history();
    let submitted = case.referral().referred_phone.as_str();
    let came_here = came(None).unwrap_or_default().max(case.referral().id);
    let (mut since, mut phone) = (came_here, submitted);
    for stored in history.effective() {
        if let Kind::Corrected { field: CorrectedField::ReferredPhone, text, .. } =
            &stored.event.kind
        {
            if is_same(submitted, text) {
                since = came_here;
            } else if !is_same(phone, text) {
                since = since.max(stored.event.at).max(came(Some(stored)).unwrap_or_default());
            }
            phone = text;
        }
    }
    since
}

/// For how long a referral had been in its open stage at an instant, in milliseconds. Whoever moves it
/// afterwards does not make it younger.
fn open_for_ms(case: &Case, at: Instant) -> u64 {
    let stay = Progress::stays(case).into_iter().rfind(|stay| stay.entered <= at);
    let entered = stay.filter(|stay| stay.stage.is_open()).map_or(at, |stay| stay.entered);
    at.as_millis().saturating_sub(entered.as_millis())
}

/// What counts of one referral of a pair.
struct Side {
    is_open: bool,
    /// Declined or withdrawn, and whoever made the other one has done nothing to it since the closing.
    is_closed: bool,
    /// What somebody else than the maker of the other one decided last.
    credited: Option<bool>,
    worked_on_by_other: bool,
}

impl Side {
    fn of(case: &Case, by_other: &dyn Fn(&StoredEvent) -> bool) -> Self {
        let (stage, history) = (Progress::of(case).stage, case.history());
        let worked_on_by_other = history.events().any(by_other);
        let credited =
            history.effective().into_iter().rev().find_map(|stored| match stored.event.kind {
                Kind::Credited { credited, .. } if !by_other(stored) => Some(credited),
                _ => None,
            });
        let before_closing = |stored: &&StoredEvent| {
            award::closing(&history).is_some_and(|closing| closing.text != stored.text)
        };
        let since_closed = history.events().skip_while(before_closing);
        let is_closed = matches!(stage, Stage::Declined | Stage::Withdrawn)
            && !since_closed.into_iter().any(by_other);
        Self { is_open: stage.is_open(), is_closed, credited, worked_on_by_other }
    }
}

impl DuplicatePolicy {
    /// Who is credited for two referrals of the same person. `later_since` is [`known_since`] of
    /// the later one. `by_other` says for each whether an event of it is, or may be, by whoever made
    /// the other one. Otherwise staff could let a referral fail before they make their own: what they
    /// have decided does not count, nor a closing before their last event, nor, after any event of
    /// theirs, that it has expired.
    pub fn credit(
        &self,
        earlier: &Case,
        later: &Case,
        later_since: Instant,
        by_other: [&dyn Fn(&StoredEvent) -> bool; 2],
    ) -> Credit {
        let [earlier_by_other, later_by_other] = by_other;
        let in_stage_ms = open_for_ms(earlier, later_since);
        let earlier = Side::of(earlier, earlier_by_other);
        let later = Side::of(later, later_by_other);
        let has_expired = !earlier.worked_on_by_other
            && earlier.is_open
            && self.expiry_days.is_some_and(|days| in_stage_ms > u64::from(days) * DAY_MS);
        let earlier = (&earlier, earlier.is_closed || has_expired);
        let later = (&later, later.is_closed);
        let first = self.credit == CreditRule::First;
        let ((preferred, failed), (other, other_failed)) =
            if first { (earlier, later) } else { (later, earlier) };
        let default = other.credited != Some(true) && !failed;
        let credits_preferred = preferred.credited.unwrap_or(default);
        let credits_other = other.credited.unwrap_or(!credits_preferred && !other_failed);
        let why = match (preferred.credited, other.credited) {
            (None, None) if failed && preferred.is_closed => CreditReason::Closed,
            (None, None) if failed => CreditReason::Expired,
            (None, None) => CreditReason::Rule,
            _ => CreditReason::Decided,
        };
        let (earlier, later) = if first {
            (credits_preferred, credits_other)
        } else {
            (credits_other, credits_preferred)
        };
        Credit { earlier, later, why }
    }
}

//! Requests as their member and as staff see them.

use std::collections::BTreeSet;

use api::{OfferView, RedemptionStepView, RedemptionView, RequestAction, StaffRedemption};
use domain::{
    pipeline::{Right, Staff},
    referral::Instant,
    rejection::RejectionCode,
    rewards::{
        Balance, BatchStatus, Choice, Decider, Offers, RedemptionCommand, RedemptionStatus,
        RedemptionStep, TakenBy, decide_redemption, may_refer, redemption_sentence,
        request_redemption,
    },
};

use crate::{
    http::language::Translation,
    rewards::redemptions::sql::{Around, StoredRedemption},
    staff::{masking::seen_by, records::StaffMember},
};

/// A request as its member sees it, in these words: without who decided.
pub(crate) fn own(stored: &StoredRedemption, words: &Translation) -> RedemptionView {
    let step = |step: &RedemptionStep| RedemptionStepView {
        status: step.status,
        label: words.say_or(&step.label_id(), &[], step.label()),
        at: step.at,
        reason: step.reason.clone(),
        by: None,
        name: None,
    };
    RedemptionView {
        id: stored.id,
        status: stored.status,
        label: words.say_or(&stored.status.label_id(), &[], stored.status.label()),
        worth: stored.chosen.amount.map(|amount| amount.words(words)),
        offer: stored.chosen.clone(),
        reference: stored.reference.clone(),
        sentence: redemption_sentence(&stored.chosen.title, stored.status, words),
        steps: stored.steps.iter().map(step).collect(),
        may_change: may_refer(&stored.steps, Decider::Member, false).is_ok(),
    }
}

/// An offer of today, with whether the member with this balance can have it. So many requests hold one of it.
pub(crate) fn own_offer(
    shown: OfferView,
    offers: &Offers,
    (balance, held, now): (&Balance, u64, Instant),
    words: &Translation,
) -> OfferView {
    let (id, points) = (shown.offer.id.as_str(), shown.offer.points);
    let choice = Choice { id, points, worth: shown.worth.as_deref() };
    let refused = request_redemption(offers, &choice, balance, held, now).err();
    let missing = shown.offer.points.saturating_sub(balance.spendable());
    OfferView {
        missing: (missing > 0).then_some(missing),
        why_not: refused.map(|code| words.hint(code.into())),
        ..shown
    }
}

/// A request as a member of staff sees it. Whoever does not pay sees no number in full, and no reference.
pub(crate) fn for_staff(
    stored: &StoredRedemption,
    around: &Around,
    reader: &Staff,
    team: &[StaffMember],
    now: Instant,
) -> StaffRedemption {
    let pays = reader.may_everywhere(Right::Payouts);
    let masked = |text: &str| if pays { text.to_owned() } else { numbers::masked(text) };
    let step = |step: &RedemptionStep| RedemptionStepView {
        status: step.status,
        label: step.label().to_owned(),
        at: step.at,
        reason: step.reason.clone(),
        by: Some(step.by.clone()),
        name: match &step.by {
            TakenBy::Staff(id) => {
                team.iter().find(|it| it.id == *id).map(|it| seen_by(reader, &it.name))
            }
            TakenBy::Member | TakenBy::Erasure => None,
        },
    };
    let own = own(stored, &Translation::default());
    StaffRedemption {
        name: masked(&stored.name),
        mobile: masked(&numbers::shown(stored.mobile.as_deref().unwrap_or_default())),
        batch: stored.batch,
        points: around.points.filter(|_| pays),
        why_not: why_not(stored, around, reader, now).map(|code| code.to_string()),
        possible: possible(stored, around, reader, now),
        redemption: RedemptionView {
            reference: if pays { own.reference.clone() } else { String::new() },
            steps: stored.steps.iter().map(step).collect(),
            ..own
        },
    }
}

/// What a member of staff could do about a request now.
fn possible(
    stored: &StoredRedemption,
    around: &Around,
    staff: &Staff,
    now: Instant,
) -> Vec<RequestAction> {
    let may =
        |command| decide(stored, command, staff, around, now).is_ok_and(|step| step.is_some());
    let is_exported = stored.batch_status == Some(BatchStatus::Exported);
    let actions = [
        (RequestAction::Approve, may(RedemptionCommand::Approve)),
        (RequestAction::Decline, may(RedemptionCommand::Decline(SOME_REASON))),
        (RequestAction::Refer, may_staff_refer(stored, staff).is_ok()),
        (RequestAction::Pay, is_exported && may(RedemptionCommand::Pay)),
        (RequestAction::Fail, is_exported && may(RedemptionCommand::Fail(SOME_REASON))),
    ];
    actions.into_iter().filter_map(|(action, may)| may.then_some(action)).collect()
}

/// Why they could not do what comes next: approve what was asked for, or say that a line was paid.
fn why_not(
    stored: &StoredRedemption,
    around: &Around,
    staff: &Staff,
    now: Instant,
) -> Option<RejectionCode> {
    let next = match (stored.status, stored.batch_status) {
        (RedemptionStatus::Requested, _) => RedemptionCommand::Approve,
        (RedemptionStatus::Batched, Some(BatchStatus::Exported)) => RedemptionCommand::Pay,
        _ => return None,
    };
    decide(stored, next, staff, around, now).err()
}

/// Stands for a reason that nobody has typed yet.
const SOME_REASON: &str = "Why";

/// Whether a member of staff may change the reference of a request.
pub(crate) fn may_staff_refer(
    stored: &StoredRedemption,
    staff: &Staff,
) -> Result<(), RejectionCode> {
    let in_draft = stored.batch_status == Some(BatchStatus::Draft);
    may_refer(&stored.steps, decider(stored, staff, &BTreeSet::new()), in_draft)
}

/// What a command of a member of staff comes to.
pub(crate) fn decide(
    stored: &StoredRedemption,
    command: RedemptionCommand<'_>,
    staff: &Staff,
    around: &Around,
    now: Instant,
) -> Result<Option<RedemptionStep>, RejectionCode> {
    let by = decider(stored, staff, &around.awarders);
    decide_redemption(&stored.steps, command, by, around.terms, now)
}

/// A member of staff, with what they are to a request.
pub(crate) fn decider<'a>(
    stored: &StoredRedemption,
    staff: &'a Staff,
    awarders: &BTreeSet<String>,
) -> Decider<'a> {
    Decider::Staff { staff, own: is_own(stored, staff), awarded: awarders.contains(staff.id()) }
}

/// Whether a request pays this member of staff.
pub(crate) fn is_own(stored: &StoredRedemption, staff: &Staff) -> bool {
    is_of(stored, staff.user().mobile_number.as_str())
}

/// Whether a request is of whoever has this number.
pub(crate) fn is_of(stored: &StoredRedemption, mobile: &str) -> bool {
    let key = numbers::key(mobile);
    stored.mobile.as_deref().is_some_and(|mobile| numbers::key(mobile) == key)
}

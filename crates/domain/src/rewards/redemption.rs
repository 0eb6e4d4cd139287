//! A member's request to exchange points. Its steps are kept, each with when and who; where it stands is where
//! the last step has brought it.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use super::balance::Balance;
use super::batch::BatchStatus;
use super::calendar::Day;
use super::catalogue::{Offer, Offers};
use crate::pipeline::text_rules::may_have_number;
use crate::pipeline::{Right, STAFF_PREFIX, Staff};
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::say::{Say, Value};

/// The longest reason, in letters.
pub const REDEMPTION_REASON_MAX: usize = 200;

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RedemptionStatus {
    /// A member has asked for it.
    Requested,
    /// Somebody has agreed to it.
    Approved,
    /// It is a line of a batch.
    Batched,
    /// The member has got it.
    Paid,
    /// It could not be paid. The points are back.
    Failed,
    /// Somebody has refused it. The points are back.
    Declined,
    /// The member has taken it back, and has the points again.
    Cancelled,
}

impl RedemptionStatus {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Requested,
        Self::Approved,
        Self::Batched,
        Self::Paid,
        Self::Failed,
        Self::Declined,
        Self::Cancelled,
    ];

    /// The name in storage and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Approved => "approved",
            Self::Batched => "batched",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
        }
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Requested => "Requested",
            Self::Approved => "Approved",
            Self::Batched => "Being paid",
            Self::Paid => "Paid",
            Self::Failed => "Failed",
            Self::Declined => "Declined",
            Self::Cancelled => "Taken back",
        }
    }

    /// The id of that in other languages.
    pub fn label_id(self) -> String {
        ["request-label-", self.as_str()].concat()
    }

    /// Whether the points are back. Such a request holds nothing of the stock either.
    pub fn is_refunded(self) -> bool {
        matches!(self, Self::Failed | Self::Declined | Self::Cancelled)
    }
}

/// Who took a step. On the wire it is `member`, `erasure`, or `staff:` and an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub enum TakenBy {
    /// The member whose request it is.
    Member,
    /// The member of staff with this id.
    Staff(String),
    /// The erasure of the member.
    Erasure,
}

impl TryFrom<String> for TakenBy {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.as_str() {
            "member" => Ok(Self::Member),
            "erasure" => Ok(Self::Erasure),
            _ => match text.strip_prefix(STAFF_PREFIX) {
                Some(id) => Ok(Self::Staff(id.to_owned())),
                None => Err("a step is taken by a member, by staff, or by an erasure"),
            },
        }
    }
}

impl From<TakenBy> for String {
    fn from(by: TakenBy) -> Self {
        match by {
            TakenBy::Member => "member".to_owned(),
            TakenBy::Staff(id) => [STAFF_PREFIX, &id].concat(),
            TakenBy::Erasure => "erasure".to_owned(),
        }
    }
}

/// A step of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedemptionStep {
    /// Where it has brought the request.
    pub status: RedemptionStatus,
    /// When.
    pub at: Instant,
    /// Who took it.
    pub by: TakenBy,
    /// Why; empty where nobody asks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Whether nothing but the reference was changed.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub is_reference: bool,
}

/// What a step is called that only changes where the reward goes: its id in other languages, and the English words.
pub const REFERENCE_CHANGED: (&str, &str) = ("request-label-reference", "Reference changed");

impl RedemptionStep {
    /// A step without a reason.
    pub fn new(status: RedemptionStatus, at: Instant, by: TakenBy) -> Self {
        Self { status, at, by, reason: String::new(), is_reference: false }
    }

    /// What it is called.
    pub fn label(&self) -> &'static str {
        if self.is_reference { REFERENCE_CHANGED.1 } else { self.status.label() }
    }

    /// The id of that in other languages.
    pub fn label_id(&self) -> String {
        if self.is_reference { REFERENCE_CHANGED.0.into() } else { self.status.label_id() }
    }
}

/// Where these steps have brought a request; `None` if there are none.
pub fn status_of(steps: &[RedemptionStep]) -> Option<RedemptionStatus> {
    steps.last().map(|step| step.status)
}

/// What a member has chosen, as it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<'a> {
    /// The id of the offer.
    pub id: &'a str,
    /// How many points it cost.
    pub points: u64,
    /// What it was worth in words, if it was money.
    pub worth: Option<&'a str>,
}

/// Decides whether a member may have what they chose, who has this balance now; so many requests hold one of it.
///
/// # Errors
///
/// [`RejectionCode::OfferGone`], [`RejectionCode::OfferChangedSince`], [`RejectionCode::OfferUsedUp`],
/// [`RejectionCode::PointsTooFew`]
pub fn request<'o>(
    offers: &'o Offers,
    choice: &Choice<'_>,
    balance: &Balance,
    held: u64,
    at: Instant,
) -> Result<(&'o Offer, RedemptionStep), RejectionCode> {
    let offer = offers.find(choice.id).filter(|offer| offer.holds_on(Day::of(at)));
    let offer = offer.ok_or(RejectionCode::OfferGone)?;
    let is_worth = match (offer.amount, choice.worth) {
        (Some(amount), Some(worth)) => amount.is_said(worth),
        (amount, worth) => amount.is_none() && worth.is_none(),
    };
    if offer.points != choice.points || !is_worth {
        return Err(RejectionCode::OfferChangedSince);
    }
    if offer.left(held) == Some(0) {
        return Err(RejectionCode::OfferUsedUp);
    }
    if balance.spendable() < offer.points {
        return Err(RejectionCode::PointsTooFew);
    }
    Ok((offer, RedemptionStep::new(RedemptionStatus::Requested, at, TakenBy::Member)))
}

/// Who does something about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider<'a> {
    /// The member whose request it is. That it is theirs was found out before.
    Member,
    /// A member of staff.
    Staff {
        /// Who they are.
        staff: &'a Staff,
        /// Whether the request is their own: it is for their number.
        own: bool,
        /// Whether they had a part in awarding the points that the member has got.
        awarded: bool,
    },
    /// The erasure of the member.
    Erasure,
}

/// What is to become of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedemptionCommand<'a> {
    /// Agree to it.
    Approve,
    /// Refuse it, for this reason.
    Decline(&'a str),
    /// Take it back.
    Cancel,
    /// Make it a line of a batch that is a draft.
    Batch,
    /// Take it out of such a batch.
    Unbatch,
    /// Say that the member has got it. Its batch was exported.
    Pay,
    /// Say that it could not be paid, for this reason; also of what was said to be paid, until its batch is closed.
    Fail(&'a str),
}

/// What holds for a decision, besides who takes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Whether it takes two people to pay for points. A request keeps the stricter of what held when it was made and
    /// of what holds now.
    pub two_people: bool,
    /// Whether so many points were taken back from the member that they have fewer than none.
    pub owes: bool,
}

/// Decides on a request with these steps: the next step, or `None` if it was done before.
///
/// # Errors
///
/// The rule that forbids it. Rights come first, so that nobody learns anything by trying.
pub fn decide(
    steps: &[RedemptionStep],
    command: RedemptionCommand<'_>,
    by: Decider<'_>,
    terms: Terms,
    at: Instant,
) -> Result<Option<RedemptionStep>, RejectionCode> {
    use RedemptionCommand as Command;
    use RedemptionStatus as Status;
    let status = status_of(steps).ok_or(RejectionCode::RequestMoved)?;
    let taken_by = match by {
        Decider::Member if command == Command::Cancel => TakenBy::Member,
        Decider::Erasure if matches!(command, Command::Decline(_)) => TakenBy::Erasure,
        Decider::Staff { staff, own, awarded } if command != Command::Cancel => {
            if !staff.may_everywhere(Right::Payouts) {
                return Err(RejectionCode::NotAllowed);
            }
            let decides = !matches!(command, Command::Batch | Command::Unbatch);
            if own && decides {
                return Err(RejectionCode::OwnRequest);
            }
            let pays = matches!(command, Command::Approve | Command::Fail(_));
            if awarded && terms.two_people && pays {
                return Err(RejectionCode::AwardedByYou);
            }
            TakenBy::Staff(staff.id().to_owned())
        }
        _ => return Err(RejectionCode::NotAllowed),
    };
    let (from, to, reason): (&[Status], _, _) = match command {
        Command::Approve => (&[Status::Requested], Status::Approved, None),
        Command::Decline(why) if by == Decider::Erasure => {
            let open = &[Status::Requested, Status::Approved, Status::Batched];
            (open, Status::Declined, Some(why))
        }
        Command::Decline(why) => {
            (&[Status::Requested, Status::Approved], Status::Declined, Some(why))
        }
        Command::Cancel => (&[Status::Requested], Status::Cancelled, None),
        Command::Batch => (&[Status::Approved], Status::Batched, None),
        Command::Unbatch => (&[Status::Batched], Status::Approved, None),
        Command::Pay => (&[Status::Batched], Status::Paid, None),
        Command::Fail(why) => (&[Status::Batched, Status::Paid], Status::Failed, Some(why)),
    };
    let reason = reason.map(checked_reason).transpose()?.unwrap_or_default();
    let is_again =
        |step: &RedemptionStep| !step.is_reference && step.status == to && step.by == taken_by;
    if steps.last().is_some_and(is_again) {
        return Ok(None);
    }
    if !from.contains(&status) {
        return Err(RejectionCode::RequestMoved);
    }
    if terms.owes && matches!(to, Status::Approved | Status::Batched) && status < to {
        return Err(RejectionCode::PointsTakenBack);
    }
    Ok(Some(RedemptionStep { reason, ..RedemptionStep::new(to, at, taken_by) }))
}

/// A reason, which the member reads. An erasure does not search reasons, so it has no number.
pub(super) fn checked_reason(why: &str) -> Result<String, RejectionCode> {
    let why = why.trim();
    if why.is_empty() {
        return Err(RejectionCode::NoteMissing);
    }
    if why.chars().count() > REDEMPTION_REASON_MAX || may_have_number(why) {
        return Err(RejectionCode::SentenceRefused);
    }
    Ok(why.to_string())
}

/// Whether an open request ends when its member is erased. What whoever pays has already may still be paid, so its
/// outcome is still to be said.
pub fn falls_with_member(status: RedemptionStatus, batch: Option<BatchStatus>) -> bool {
    match status {
        RedemptionStatus::Requested | RedemptionStatus::Approved => true,
        RedemptionStatus::Batched => {
            !matches!(batch, Some(BatchStatus::Exported | BatchStatus::Closed))
        }
        _ => false,
    }
}

/// Decides whether somebody may change the reference of a request, which stands so and whose batch, if it is in
/// one, is a draft or not. After that somebody has approved it as it is.
///
/// # Errors
///
/// [`RejectionCode::NotAllowed`], [`RejectionCode::OwnRequest`], [`RejectionCode::RequestMoved`]
pub fn may_refer(
    steps: &[RedemptionStep],
    by: Decider<'_>,
    in_draft: bool,
) -> Result<(), RejectionCode> {
    let status = status_of(steps).ok_or(RejectionCode::RequestMoved)?;
    let is_early = match by {
        Decider::Member => status == RedemptionStatus::Requested,
        Decider::Staff { staff, own, .. } => {
            if !staff.may_everywhere(Right::Payouts) {
                return Err(RejectionCode::NotAllowed);
            }
            if own {
                return Err(RejectionCode::OwnRequest);
            }
            matches!(status, RedemptionStatus::Requested | RedemptionStatus::Approved)
                || (status == RedemptionStatus::Batched && in_draft)
        }
        Decider::Erasure => return Err(RejectionCode::NotAllowed),
    };
    if is_early { Ok(()) } else { Err(RejectionCode::RequestMoved) }
}

/// The step of a member of staff who changes the reference, so that its member and whoever approves know. `None` if
/// theirs is the last already.
pub fn reference_step(
    steps: &[RedemptionStep],
    staff: &Staff,
    at: Instant,
) -> Option<RedemptionStep> {
    let last = steps.last()?;
    let by = TakenBy::Staff(staff.id().to_owned());
    let is_again = last.is_reference && last.by == by;
    (!is_again)
        .then(|| RedemptionStep { is_reference: true, ..RedemptionStep::new(last.status, at, by) })
}

/// What a member reads about the last step of a request, such as `The reference of your request for Gift voucher was
/// changed.`
pub fn step_sentence(title: &str, step: &RedemptionStep, words: &dyn Say) -> String {
    match step.is_reference {
        true => words.say("request-reference", &[("title", Value::Text(title))]),
        false => redemption_sentence(title, step.status, words),
    }
}

/// What a member reads about where a request stands, such as `Your request for Gift voucher was approved.`
pub fn redemption_sentence(title: &str, status: RedemptionStatus, words: &dyn Say) -> String {
    let id = ["request-", status.as_str()].concat();
    words.say(&id, &[("title", Value::Text(title))])
}

/// Whether a member is told of a step in a text message: not of their own, and not of a batch that the request is
/// taken into or out of.
pub fn tells_member(step: &RedemptionStep, before: &[RedemptionStep]) -> bool {
    let was_approved = before.iter().any(|it| it.status == RedemptionStatus::Approved);
    match (&step.by, step.status) {
        (TakenBy::Staff(_), _) if step.is_reference => true,
        (TakenBy::Member | TakenBy::Erasure, _) | (_, RedemptionStatus::Batched) => false,
        (TakenBy::Staff(_), RedemptionStatus::Approved) => !was_approved,
        (TakenBy::Staff(_), _) => true,
    }
}

//! A batch: approved requests that are paid together. Nothing is paid by the program: a batch is exported for
//! payroll or a bank, and staff say of each line what became of it.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::redemption::RedemptionStatus;
use crate::pipeline::{Right, Staff};
use crate::referral::Instant;
use crate::rejection::RejectionCode;

/// How many lines a batch may have.
pub const BATCH_LINES_MAX: usize = 500;

/// Where a batch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum BatchStatus {
    /// Its lines can be changed.
    Draft,
    /// Somebody has agreed to its lines.
    Approved,
    /// Whoever pays has its lines. That does not mean that anything was paid.
    Exported,
    /// Each line was paid or has failed.
    Closed,
}

impl BatchStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Draft, Self::Approved, Self::Exported, Self::Closed];

    /// The name in storage and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Approved => "approved",
            Self::Exported => "exported",
            Self::Closed => "closed",
        }
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::Approved => "Approved",
            Self::Exported => "Exported",
            Self::Closed => "Closed",
        }
    }
}

/// A step of a batch. The first is that somebody made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchStep {
    /// Where it has brought the batch.
    pub status: BatchStatus,
    /// When.
    pub at: Instant,
    /// The id of the member of staff who took it.
    pub by: String,
}

/// What is to become of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchCommand {
    /// Change its lines.
    Change,
    /// Take lines out, also of one that was approved: nobody is paid more than was agreed to.
    TakeOut,
    /// Agree to its lines.
    Approve,
    /// Write its lines for whoever pays. That may be done again.
    Export,
    /// Say what became of some of its lines.
    Settle,
    /// Close it.
    Close,
}

impl BatchCommand {
    /// What it is to make these requests the lines of a batch.
    pub fn of_lines(before: &[u64], after: &[u64]) -> Self {
        match after.iter().all(|id| before.contains(id)) {
            true => Self::TakeOut,
            false => Self::Change,
        }
    }
}

/// The lines of a batch: where they stand, and what they are to whoever decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchLines {
    /// Of each line.
    pub statuses: alloc::vec::Vec<RedemptionStatus>,
    /// Whether one is theirs.
    pub own: bool,
    /// Whether they have changed the reference of one.
    pub referred: bool,
    /// Whether the member of one has fewer points than none.
    pub owes: bool,
}

/// The first step of a batch.
///
/// # Errors
///
/// [`RejectionCode::NotAllowed`]
pub fn make_batch(staff: &Staff, at: Instant) -> Result<BatchStep, RejectionCode> {
    must_pay(staff)?;
    Ok(BatchStep { status: BatchStatus::Draft, at, by: staff.id().to_owned() })
}

fn must_pay(staff: &Staff) -> Result<(), RejectionCode> {
    if staff.may_everywhere(Right::Payouts) { Ok(()) } else { Err(RejectionCode::NotAllowed) }
}

/// The step of somebody who changes a draft, its lines or what is said in one: they do not approve it. `None` if
/// they have one.
pub fn draft_step(steps: &[BatchStep], staff: &Staff, at: Instant) -> Option<BatchStep> {
    let step = BatchStep { status: BatchStatus::Draft, at, by: staff.id().to_owned() };
    (!has_drafted(steps, staff)).then_some(step)
}

fn has_drafted(steps: &[BatchStep], staff: &Staff) -> bool {
    steps.iter().any(|step| step.status == BatchStatus::Draft && step.by == staff.id())
}

/// Decides on a batch with these steps: the next step, or `None` if it needs none.
///
/// # Errors
///
/// The rule that forbids it.
pub fn decide_batch(
    steps: &[BatchStep],
    command: BatchCommand,
    lines: &BatchLines,
    staff: &Staff,
    two_people: bool,
    at: Instant,
) -> Result<Option<BatchStep>, RejectionCode> {
    must_pay(staff)?;
    let [made, ..] = steps else { return Err(RejectionCode::BatchMoved) };
    let status = steps.last().map_or(made.status, |step| step.status);
    let step = |status| Some(BatchStep { status, at, by: staff.id().to_owned() });
    let moved = Err(RejectionCode::BatchMoved);
    match (command, status) {
        (BatchCommand::Change | BatchCommand::TakeOut, BatchStatus::Draft) => {
            Ok(draft_step(steps, staff, at))
        }
        (BatchCommand::Approve, BatchStatus::Draft) => {
            if lines.statuses.is_empty() {
                return Err(RejectionCode::BatchEmpty);
            }
            if lines.own {
                return Err(RejectionCode::OwnRequest);
            }
            if two_people && (has_drafted(steps, staff) || lines.referred) {
                return Err(RejectionCode::BatchByYou);
            }
            if lines.owes {
                return Err(RejectionCode::PointsTakenBack);
            }
            Ok(step(BatchStatus::Approved))
        }
        (
            BatchCommand::Export,
            BatchStatus::Approved | BatchStatus::Exported | BatchStatus::Closed,
        ) => {
            if lines.statuses.is_empty() {
                return Err(RejectionCode::BatchEmpty);
            }
            if status != BatchStatus::Approved {
                return Ok(None);
            }
            // Points may have been taken back since it was approved.
            if lines.owes {
                return Err(RejectionCode::PointsTakenBack);
            }
            Ok(step(BatchStatus::Exported))
        }
        (BatchCommand::Settle, BatchStatus::Exported)
        | (BatchCommand::TakeOut, BatchStatus::Approved) => Ok(None),
        (BatchCommand::Close, BatchStatus::Draft | BatchStatus::Approved) => {
            // Nothing is left to do about one that was emptied.
            if lines.statuses.is_empty() { Ok(step(BatchStatus::Closed)) } else { moved }
        }
        (BatchCommand::Close, BatchStatus::Exported) => {
            let is_settled = |it: &RedemptionStatus| {
                matches!(it, RedemptionStatus::Paid | RedemptionStatus::Failed)
            };
            match lines.statuses.iter().all(is_settled) {
                true => Ok(step(BatchStatus::Closed)),
                false => Err(RejectionCode::BatchOpen),
            }
        }
        (BatchCommand::Close, BatchStatus::Closed) => Ok(None),
        _ => moved,
    }
}

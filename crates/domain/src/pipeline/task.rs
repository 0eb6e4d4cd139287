//! What may be planned, and what a call has to say.

use alloc::borrow::ToOwned;

use crate::event::{CallOutcome, Task, TaskKind};
use crate::limits::TASK_AHEAD_MS;
use crate::referral::Instant;
use crate::rejection::RejectionCode;

use super::author::Author;
use super::progress::Progress;

/// Checks what somebody says of a call.
pub(super) fn check_call(
    outcome: &CallOutcome,
    next: Option<&Task>,
    is_staff: bool,
    now: Instant,
) -> Result<(), RejectionCode> {
    match (outcome, next) {
        (CallOutcome::Other(_), _) => Err(RejectionCode::CallOutcomeUnknown),
        (CallOutcome::CallAgain, None) => Err(RejectionCode::TaskTime),
        (_, Some(task)) => check(task, is_staff, now),
        (_, None) => Ok(()),
    }
}

/// The task with whoever does it: what nobody is named for does whoever is responsible for the referral or, if that is
/// nobody, whoever plans it.
pub(super) fn with_doer(task: &Task, progress: &Progress, author: &Author<'_>) -> Task {
    let planner = author.staff().filter(|_| task.staff.is_empty() && progress.owner.is_none());
    let staff = planner.map_or_else(|| task.staff.clone(), |staff| staff.id().to_owned());
    Task { staff, ..task.clone() }
}

/// Checks a task: what, when and by whom.
pub(super) fn check(task: &Task, is_staff: bool, now: Instant) -> Result<(), RejectionCode> {
    if matches!(task.kind, TaskKind::Other(_)) {
        return Err(RejectionCode::TaskUnknown);
    }
    let ahead = task.due.as_millis().checked_sub(now.as_millis());
    if !ahead.is_some_and(|ahead| ahead > 0 && ahead <= TASK_AHEAD_MS) {
        return Err(RejectionCode::TaskTime);
    }
    if is_staff { Ok(()) } else { Err(RejectionCode::StaffUnknown) }
}

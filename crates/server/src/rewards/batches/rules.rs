//! The domain's rules about batches, for a member of staff at an instant. The store asks them within its
//! transaction.

use domain::pipeline::Staff;
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::{
    BatchCommand, BatchLines, BatchStep, RedemptionCommand, RedemptionStep, TakenBy, decide_batch,
};

use crate::rewards::redemptions::sql::{Around, StoredRedemption};
use crate::rewards::redemptions::view;

/// Who does something about a batch, and when.
#[derive(Clone, Copy, Debug)]
pub struct BatchRules<'a> {
    /// Who.
    pub staff: &'a Staff,
    /// When.
    pub at: Instant,
}

impl BatchRules<'_> {
    /// The next step of a batch with these lines; `None` if it needs none.
    pub(crate) fn batch(
        &self,
        steps: &[BatchStep],
        command: BatchCommand,
        lines: &[(StoredRedemption, Around)],
        two_people: bool,
    ) -> Result<Option<BatchStep>, RejectionCode> {
        let lines = BatchLines {
            statuses: lines.iter().map(|(line, _)| line.status).collect(),
            own: lines.iter().any(|(line, _)| view::is_own(line, self.staff)),
            referred: lines.iter().any(|(line, _)| self.has_referred(line)),
            owes: lines.iter().any(|(_, around)| around.terms.owes),
        };
        decide_batch(steps, command, &lines, self.staff, two_people, self.at)
    }

    fn has_referred(&self, line: &StoredRedemption) -> bool {
        let is_theirs = |by: &TakenBy| matches!(by, TakenBy::Staff(id) if id == self.staff.id());
        line.steps.iter().any(|step| step.is_reference && is_theirs(&step.by))
    }

    /// The next step of a line, with what is around it.
    pub(crate) fn line(
        &self,
        line: &StoredRedemption,
        command: RedemptionCommand<'_>,
        around: &Around,
    ) -> Result<Option<RedemptionStep>, RejectionCode> {
        view::decide(line, command, self.staff, around, self.at)
    }
}

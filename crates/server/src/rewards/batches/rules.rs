//! The domain's rules about batches, for a member of staff at an instant. The store asks them within its
//! transaction.

use domain::pipeline::Staff;
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::{
    BatchCommand, BatchLines, BatchStep, RedemptionCommand, RedemptionStep, decide_batch,
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
        lines: &[StoredRedemption],
        two_people: bool,
    ) -> Result<Option<BatchStep>, RejectionCode> {
        let lines = BatchLines {
            statuses: lines.iter().map(|line| line.status).collect(),
            own: lines.iter().any(|line| view::is_own(line, self.staff)),
        };
        decide_batch(steps, command, &lines, self.staff, two_people, self.at)
    }

    /// The next step of a line. Who awarded its points matters only for its approval, which was before.
    pub(crate) fn line(
        &self,
        line: &StoredRedemption,
        command: RedemptionCommand<'_>,
    ) -> Result<Option<RedemptionStep>, RejectionCode> {
        view::decide(line, command, self.staff, &Around::default(), self.at)
    }
}

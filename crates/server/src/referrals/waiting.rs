//! Which referrals the inbox of a member of staff has. The database applies the same rules
//! (`sql/waiting.rs`).

use api::{InboxDecision, InboxSection};
use domain::case::Case;
use domain::event::{Stage, Task};
use domain::pipeline::work::Offices;
use domain::pipeline::{Progress, Reach, Right, StageLimits};
use domain::referral::Instant;

use crate::referrals::records::Stored;
use crate::staff::records::StaffMember;

/// Whose inbox, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The ids of the staff whose work it has, and what is nobody's; `None` for everybody's.
    pub whose: Option<Vec<String>>,
    /// Those who work here now. What anybody else was to do waits for everybody.
    pub doers: Vec<Doer>,
    /// Whether they decide on duplicates.
    pub sees_duplicates: bool,
    /// Whether they may award.
    pub may_award: bool,
    /// The offices whose working days count.
    pub offices: Offices,
    /// How long a referral may stay in a stage.
    pub limits: StageLimits,
    /// Now.
    pub now: Instant,
    /// When their day ends.
    pub day_ends: Instant,
}

/// Somebody who works on referrals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doer {
    /// Their id.
    pub id: String,
    /// The services that they work for, by value; `None` for all.
    pub services: Option<Vec<String>>,
}

impl Doer {
    /// Those of the staff who work on referrals now.
    pub fn of(staff: &[StaffMember]) -> Vec<Self> {
        let here = staff.iter().filter(|member| member.revoked_at.is_none());
        let doer = |member: &StaffMember| {
            let services = match member.role.reach(Right::Handle) {
                Reach::Nothing => return None,
                Reach::OwnServices => Some(member.services.clone()),
                Reach::All => None,
            };
            Some(Self { id: member.id.clone(), services })
        };
        here.filter_map(doer).collect()
    }

    fn works_for(&self, service: &str) -> bool {
        self.services.as_ref().is_none_or(|own| own.iter().any(|it| it == service))
    }
}

impl Waiting {
    /// The section that a referral is in; `None` if it is not in this inbox.
    pub fn section(&self, stored: &Stored) -> Option<InboxSection> {
        let progress = Progress::of(&stored.case);
        if !progress.stage.is_open() {
            return None;
        }
        let is_due = |by| self.task(stored).is_some_and(|task| task.due <= by);
        let doer = self.doer(&progress, stored.case.corrected().service.value());
        let waits = !self.decisions(stored).is_empty();
        if self.whose.as_ref().is_none_or(|whose| doer.is_empty() || whose.contains(&doer)) {
            if is_due(self.now) {
                return Some(InboxSection::Overdue);
            }
            if is_due(self.last_of_day()) {
                return Some(InboxSection::Today);
            }
            // Who is asked to decide does, whoever goes on with it then.
            if doer.is_empty() && !waits {
                return Some(InboxSection::New);
            }
        }
        waits.then_some(InboxSection::Waiting)
    }

    /// Who is to do what comes next, of those who work here; empty for nobody.
    fn doer(&self, progress: &Progress, service: &str) -> String {
        let doer = doer(progress);
        let is_here = self.doers.iter().any(|it| it.id == doer && it.works_for(service));
        if is_here { doer } else { String::new() }
    }

    /// The last instant of their day. A day that has ended lasts until now.
    pub(crate) fn last_of_day(&self) -> Instant {
        let last = self.day_ends.as_millis().saturating_sub(1);
        Instant::try_from(last).unwrap_or_default().max(self.now)
    }

    /// What is to be done next for a referral; `None` if that is nothing.
    pub fn task(&self, stored: &Stored) -> Option<Task> {
        next_task(&stored.case, &self.offices, &self.limits)
    }

    /// The decisions that a referral waits for.
    pub fn decisions(&self, stored: &Stored) -> Vec<InboxDecision> {
        let progress = Progress::of(&stored.case);
        let is_clear = numbers::is_clear(&stored.case.corrected().referred_phone);
        let is_duplicate = stored.duplicate_of.is_some() && progress.credited.is_none();
        let decisions = [
            (self.may_award && progress.proposed.is_some(), InboxDecision::Award),
            (self.sees_duplicates && is_duplicate, InboxDecision::Duplicate),
            (!is_clear && progress.stage == Stage::Received, InboxDecision::Number),
        ];
        decisions.into_iter().filter_map(|(waits, decision)| waits.then_some(decision)).collect()
    }
}

/// What is to be done next for a referral; `None` if that is nothing.
pub(crate) fn next_task(case: &Case, offices: &Offices, limits: &StageLimits) -> Option<Task> {
    let shown = case.corrected();
    let days = limits.of_service(shown.service.value());
    offices.next(&Progress::of(case), &numbers::key(&shown.referred_phone), days)
}

/// Who is to do what comes next: whoever was named for it, or else whoever is responsible; empty for
/// nobody.
pub(crate) fn doer(progress: &Progress) -> String {
    let named = progress.next.as_ref().map(|task| task.staff.clone()).filter(|it| !it.is_empty());
    named.or_else(|| progress.owner.clone()).unwrap_or_default()
}

//! How far along a referral is, computed from its history.

use alloc::string::String;
use alloc::vec::Vec;

use super::consent::{self, Consent};
use super::programme::ProgrammeSettings;
use crate::case::Case;
use crate::event::{
    CallOutcome, ConsentAnswer, Kind, PUBLIC_OTHER_REASON, Reason, Role, Stage, Task, TaskKind,
};
use crate::history::StoredEvent;
use crate::points::Points;
use crate::referral::{Instant, Status};

/// The state of a referral in the pipeline. Undone events do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// When it entered the stage.
    pub since: Instant,
    /// When somebody last did something about it: moved it, called, planned, or did what was planned.
    pub dealt: Instant,
    /// The open stage that it is in, or was in when it was closed.
    pub open: Stage,
    /// Why it was declined; `None` if it was not, or if that is not on record.
    pub reason: Option<Reason>,
    /// The id of the member of staff who owns it.
    pub owner: Option<String>,
    /// What a manager decided about crediting its referrer; `None` if nobody decided.
    pub credited: Option<bool>,
    /// An award that somebody asked for.
    pub proposed: Option<Proposal>,
    /// What was planned to be done next.
    pub next: Option<Task>,
    /// How many calls in a row nobody answered.
    pub unanswered: u32,
    /// What the person who was referred said about being called; `None` if nobody asked them.
    pub consent: Option<Consent>,
    /// Whether the referrer has said that the person may be told who referred them.
    pub says_who: bool,
}

/// An award that somebody asked for. More points than one person may award become one when another
/// owner or manager saves the same number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The [id](crate::history::event_id) of the event.
    pub event: String,
    /// How many points; `None` if whoever awards is to decide.
    pub points: Option<Points>,
    /// Who asked.
    pub by: Role,
}

/// A period that a referral spent in one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The stage.
    pub stage: Stage,
    /// Why it was declined, if this is the stage Declined.
    pub reason: Option<Reason>,
    /// When it entered the stage.
    pub entered: Instant,
    /// When it left the stage; `None` if it is still there.
    pub left: Option<Instant>,
}

impl Stay {
    fn begin(progress: &Progress) -> Self {
        let (stage, reason) = (progress.stage.clone(), progress.reason.clone());
        Self { stage, reason, entered: progress.since, left: None }
    }
}

impl Progress {
    /// Computes the progress from the history of a referral.
    pub fn of(case: &Case) -> Self {
        let mut progress = Self::submitted(case);
        for event in case.history().effective() {
            progress.add(event);
        }
        progress.consent = consent::what_holds(progress.consent, case, progress.stage.is_open());
        progress
    }

    /// The stages that a referral has been in, in order; the last one is the current stage. Undone
    /// moves are left out.
    pub fn stays(case: &Case) -> Vec<Stay> {
        let mut progress = Self::submitted(case);
        let mut last = Stay::begin(&progress);
        let mut stays = Vec::new();
        for event in case.history().effective() {
            progress.add(event);
            if progress.stage != last.stage {
                last.left = Some(progress.since);
                stays.push(core::mem::replace(&mut last, Stay::begin(&progress)));
            }
            last.reason.clone_from(&progress.reason);
        }
        stays.push(last);
        stays
    }

    /// The progress of a referral without events.
    pub(super) fn submitted(case: &Case) -> Self {
        Self {
            stage: Stage::Received,
            since: case.referral().id,
            dealt: case.referral().id,
            open: Stage::Received,
            reason: None,
            owner: None,
            credited: None,
            proposed: None,
            next: None,
            unanswered: 0,
            consent: None,
            says_who: false,
        }
    }

    pub(super) fn add(&mut self, stored: &StoredEvent) {
        let event = &stored.event;
        self.consent = Consent::after(self.consent.take(), &event.kind, event.at);
        let (stage, reason) = match &event.kind {
            Kind::Moved { stage } | Kind::Reopened { stage, .. } => (stage.clone(), None),
            Kind::Points { .. } => (Stage::Successful, None),
            Kind::Declined { reason, .. } => (Stage::Declined, reason.clone()),
            Kind::Consent { answer: ConsentAnswer::Refused, .. } => {
                (Stage::Declined, Some(Reason::Refused))
            }
            Kind::Withdrawn { .. } => (Stage::Withdrawn, None),
            Kind::Recorded { status, .. } => (stage_of(status), None),
            Kind::Assigned { staff } => {
                self.owner = Some(staff.clone()).filter(|id| !id.is_empty());
                return;
            }
            Kind::Credited { credited, .. } => {
                self.credited = Some(*credited);
                return;
            }
            Kind::Called { outcome, next, .. } => {
                return self.call(outcome, next.as_ref(), event.at);
            }
            Kind::Scheduled { task, .. } => {
                self.next = Some(task.clone());
                self.dealt = self.dealt.max(event.at);
                return;
            }
            Kind::Done { .. } => {
                self.next = None;
                self.dealt = self.dealt.max(event.at);
                return;
            }
            Kind::Proposed { points, .. } => {
                let by = event.by.clone();
                let proposal = |by| Proposal { event: stored.id(), points: *points, by };
                self.proposed = by.map(proposal);
                return;
            }
            Kind::SaysWho { says, .. } => {
                self.says_who = *says;
                return;
            }
            Kind::Corrected { .. } | Kind::Undone { .. } | Kind::Noted { .. } => return,
            Kind::Said { .. } | Kind::Consent { .. } | Kind::Unknown(_) => return,
        };
        if stage.is_open() && self.is_refused() {
            return;
        }
        // It stays closed as it was: nobody but the person had a reason to close it again, and the referrer would see it.
        if event.kind.is_refusal() && self.is_closed_unsuccessfully() {
            return;
        }
        if !matches!(event.kind, Kind::Moved { .. } | Kind::Reopened { .. }) {
            self.proposed = None;
        }
        if !stage.is_open() {
            self.next = None;
        }
        self.enter(stage, event.at);
        self.reason = reason;
    }

    pub(super) fn is_closed_unsuccessfully(&self) -> bool {
        matches!(self.stage, Stage::Declined | Stage::Withdrawn)
    }

    fn enter(&mut self, stage: Stage, at: Instant) {
        if stage.is_open() {
            self.open = stage.clone();
        }
        self.stage = stage;
        self.unanswered = 0;
        self.since = self.since.max(at);
        self.dealt = self.dealt.max(at);
    }

    /// A call does what was planned, if that was a call. Whoever was reached has been contacted.
    fn call(&mut self, outcome: &CallOutcome, next: Option<&Task>, at: Instant) {
        if !self.stage.is_open() {
            return;
        }
        self.dealt = self.dealt.max(at);
        match outcome {
            CallOutcome::NoAnswer => self.unanswered += 1,
            _ => self.unanswered = 0,
        }
        if outcome.is_contact() && self.stage == Stage::Received {
            self.enter(Stage::Contacted, at);
        }
        let planned = self.next.take().filter(|task| task.kind != TaskKind::Call);
        self.next = next.cloned().or(planned);
    }

    /// Whether the sentence that the referrer reads has changed.
    pub fn is_public_change(before: &Case, after: &Case, programme: &ProgrammeSettings) -> bool {
        Self::of(before).sentence(programme) != Self::of(after).sentence(programme)
    }

    /// The name of the stage that the referrer and the referred person read.
    pub fn public_stage(&self) -> &'static str {
        PublicStage::of(&self.stage).name
    }

    /// The sentence that the referrer reads.
    pub fn sentence<'a>(&self, programme: &'a ProgrammeSettings) -> &'a str {
        match (&self.stage, &self.reason) {
            (Stage::Declined, Some(reason)) => programme.sentence(reason),
            (stage, _) => PublicStage::of(stage).sentence,
        }
    }

    /// The id of the [sentence](Self::sentence) in other languages; `None` for one that an owner has written.
    pub fn sentence_id(&self) -> Option<String> {
        match (&self.stage, &self.reason) {
            (Stage::Declined, Some(reason)) => reason_id(reason),
            (stage, _) => Some(PublicStage::of(stage).sentence_id()),
        }
    }
}

/// What the referrer and the referred person read of a stage.
#[derive(Clone, Copy, Debug)]
pub struct PublicStage {
    id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The sentence that the referrer reads.
    pub sentence: &'static str,
}

impl PublicStage {
    /// That of every stage; the last one is for a stage of a later version.
    pub const ALL: [Self; 8] = [
        Self::new("received", "Received", "We have your referral and will contact them soon."),
        Self::new("contacted", "Contacted", "We have been in touch with them."),
        Self::new("qualified", "Being prepared", "We can help, and are preparing the next step."),
        Self::new("in-progress", "In progress", "We are working with them."),
        Self::new("successful", "Successful", "It was successful. Thank you!"),
        Self::new("declined", "Declined", PUBLIC_OTHER_REASON),
        Self::new("withdrawn", "Withdrawn", "It was withdrawn."),
        Self::new("other", "Being looked at", "It is being looked at."),
    ];

    const fn new(id: &'static str, name: &'static str, sentence: &'static str) -> Self {
        Self { id, name, sentence }
    }

    /// That of a stage.
    pub fn of(stage: &Stage) -> Self {
        let [known @ .., later] = Self::ALL;
        known.into_iter().find(|it| it.id == stage.as_str()).unwrap_or(later)
    }

    /// The id of the name in other languages.
    pub fn name_id(&self) -> String {
        ["public-", self.id].concat()
    }

    /// The id of the sentence in other languages.
    pub fn sentence_id(&self) -> String {
        ["progress-", self.id].concat()
    }
}

/// The id of what the referrer reads of one of the programme's own reasons; `None` for the others. Those of which
/// nothing is told have that of the stage.
pub fn reason_id(reason: &Reason) -> Option<String> {
    match reason.words()?.sentence {
        PUBLIC_OTHER_REASON => Some(PublicStage::of(&Stage::Declined).sentence_id()),
        _ => Some(["reason-", reason.as_str()].concat()),
    }
}

/// The stage of a referral that was recorded with this status.
fn stage_of(status: &Status) -> Stage {
    match status.as_str() {
        "Pending" => Stage::Received,
        "Successful" => Stage::Successful,
        "Declined" => Stage::Declined,
        "Withdrawn" => Stage::Withdrawn,
        other => Stage::from(String::from(other)),
    }
}

//! How far along a referral is, as its history tells.

use alloc::string::String;
use alloc::vec::Vec;

use super::reason::Reason;
use crate::case::Case;
use crate::event::Stage;
use crate::history::Fields;
use crate::referral::Instant;

/// Where a referral stands in the programme. Events that were undone do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// Since when.
    pub since: Instant,
    /// The open stage it is in, or was in when it was closed.
    pub open: Stage,
    /// Why it was declined, if it is, and for a reason that this version knows.
    pub reason: Option<Reason>,
    /// The id of the member of staff who is responsible.
    pub owner: Option<String>,
    /// Whether a manager has decided that its referrer is credited, or is not.
    pub credited: Option<bool>,
}

/// A time that a referral was in one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The stage.
    pub stage: Stage,
    /// Why it was declined, if this is that.
    pub reason: Option<Reason>,
    /// Since when.
    pub entered: Instant,
    /// Until when, if it is over.
    pub left: Option<Instant>,
}

impl Visit {
    fn begin(progress: &Progress) -> Self {
        let (stage, reason) = (progress.stage.clone(), progress.reason);
        Self { stage, reason, entered: progress.since, left: None }
    }
}

impl Progress {
    /// What the history of a referral comes to.
    pub fn of(case: &Case) -> Self {
        let mut progress = Self::submitted(case);
        for event in case.history().effective() {
            progress.add(&event);
        }
        progress
    }

    /// The stages that a referral has been in, one after the other; the last one is where it is.
    /// What was undone has not been.
    pub fn visits(case: &Case) -> Vec<Visit> {
        let mut progress = Self::submitted(case);
        let mut last = Visit::begin(&progress);
        let mut visits = Vec::new();
        for event in case.history().effective() {
            progress.add(&event);
            if progress.stage != last.stage {
                last.left = Some(progress.since);
                visits.push(core::mem::replace(&mut last, Visit::begin(&progress)));
            }
            last.reason = progress.reason;
        }
        visits.push(last);
        visits
    }

    /// Where a referral stands before anything has happened to it.
    pub(super) fn submitted(case: &Case) -> Self {
        Self {
            stage: Stage::Received,
            since: case.referral().id,
            open: Stage::Received,
            reason: None,
            owner: None,
            credited: None,
        }
    }

    pub(super) fn add(&mut self, event: &Fields<'_>) {
        let kind = event.word("kind").unwrap_or_default();
        match kind.as_str() {
            "assigned" => return self.owner = event.word("text").filter(|id| !id.is_empty()),
            "credited" => return self.credited = event.word("text").map(|text| text == "yes"),
            _ => {}
        }
        let Some(standing) = event.standing() else { return };
        let stage = match kind.as_str() {
            "moved" | "reopened" => event.word("stage").map_or(self.open.clone(), Stage::from),
            _ => match standing.status.as_str() {
                "Successful" => Stage::Successful,
                "Declined" => Stage::Declined,
                "Withdrawn" => Stage::Withdrawn,
                "Pending" => Stage::Received,
                other => Stage::from(String::from(other)),
            },
        };
        if stage.is_open() {
            self.open = stage.clone();
        }
        self.reason = event.word("reason").and_then(|word| Reason::parse(&word));
        self.stage = stage;
        self.since = event.value("at").unwrap_or(self.since).max(self.since);
    }

    /// Whether its referrer reads something else about it than they did before.
    pub fn is_public_change(before: &Case, after: &Case) -> bool {
        Self::of(before).sentence() != Self::of(after).sentence()
    }

    /// What the referrer reads about it.
    pub fn sentence(&self) -> &'static str {
        match (&self.stage, self.reason) {
            (Stage::Received, _) => "We have your referral and will contact them soon.",
            (Stage::Contacted, _) => "We have been in touch with them.",
            (Stage::Qualified, _) => "We can help, and are preparing the next step.",
            (Stage::InProgress, _) => "We are working with them.",
            (Stage::Successful, _) => "It was successful. Thank you!",
            (Stage::Declined, Some(reason)) => reason.sentence(),
            (Stage::Declined, None) => Reason::Other.sentence(),
            (Stage::Withdrawn, _) => "It was withdrawn.",
            (Stage::Unknown(_), _) => "It is being looked at.",
        }
    }
}

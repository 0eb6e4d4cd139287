//! Commands on a referral beside saving points: who may give which, in which stage, and what comes
//! of it.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::progress::Progress;
use super::reason::Reason;
use super::staff::{Right, Staff};
use crate::case::Case;
use crate::decision::{Relation, State, next};
use crate::event::{Event, Kind, Role, Stage};
use crate::form_field::strip_line_breaks;
use crate::history::{Fields, History, name};
use crate::limits::{EVENTS_MAX, OWN_EVENTS_MAX, UNDO_BY_AUTHOR_MS, UNDOINGS_MAX};
use crate::referral::{Instant, Referral};
use crate::rejection::{RejectionCode, Rejections};
use crate::service::ServiceOption;
use crate::viewer::Viewer;

/// A command on a referral. Notes may be empty where none is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// To go to another open stage: forward, past some, or back.
    Move {
        /// The stage.
        stage: &'a Stage,
    },
    /// To close it without success.
    Decline {
        /// Why.
        reason: Reason,
        /// What else there is to say.
        note: &'a str,
    },
    /// To take it back.
    Withdraw {
        /// Why, if staff do.
        note: &'a str,
    },
    /// To open a closed one again, in the last open stage.
    Reopen {
        /// Why.
        note: &'a str,
    },
    /// To say something else in one field. What was submitted stays on record.
    Correct {
        /// Which.
        field: CorrectedField,
        /// What it says from now on.
        text: &'a str,
        /// Whether that is the referrer's own number, which the policy refuses.
        own_number: bool,
        /// Why, if staff do.
        note: &'a str,
    },
    /// To let an earlier event no longer count. Undoing that is redoing.
    Undo {
        /// The event's [`name`](crate::history::name).
        target: &'a str,
        /// Why, if its author's ten minutes are over.
        note: &'a str,
    },
    /// To write something down.
    Note {
        /// What.
        note: &'a str,
    },
    /// To make somebody responsible.
    Assign {
        /// Their id; empty for nobody.
        staff: &'a str,
        /// Whether somebody of this id works here.
        works_here: bool,
    },
    /// To decide whether its referrer is credited, whatever the rule for duplicates says.
    Credit {
        /// Whether they are.
        credited: bool,
        /// Why.
        note: &'a str,
    },
}

/// A field that can be corrected, by its name in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CorrectedField {
    /// Who is referred.
    ReferredName,
    /// How to reach them.
    ReferredPhone,
    /// For which service.
    Service,
    /// What the referrer added.
    Notes,
}

impl CorrectedField {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::ReferredName, Self::ReferredPhone, Self::Service, Self::Notes];

    /// Its name in the record.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReferredName => "referredName",
            Self::ReferredPhone => "referredPhone",
            Self::Service => "service",
            Self::Notes => "notes",
        }
    }

    /// What a record says there.
    fn of(self, record: &Referral) -> &str {
        match self {
            Self::ReferredName => &record.referred_name,
            Self::ReferredPhone => &record.referred_phone,
            Self::Service => record.service.value(),
            Self::Notes => &record.notes,
        }
    }

    /// The text as the record would have it, by the rules of the form.
    fn check(self, text: &str) -> Result<String, RejectionCode> {
        let one_line = || strip_line_breaks(text.to_owned()).trim().to_owned();
        let required = |missing| Some(one_line()).filter(|text| !text.is_empty()).ok_or(missing);
        match self {
            Self::ReferredName => required(RejectionCode::ReferredNameMissing),
            Self::ReferredPhone => required(RejectionCode::ReferredPhoneMissing),
            Self::Notes => Ok(text.trim().to_owned()),
            Self::Service => {
                let service = required(RejectionCode::ServiceMissing)?;
                let known = ServiceOption::parse(&service).is_some();
                if known { Ok(service) } else { Err(RejectionCode::ServiceUnknown) }
            }
        }
    }
}

/// What a command comes to; see [`decide`](crate::decision::decide).
pub(crate) fn decide(
    state: &State,
    change: &Change<'_>,
    actor: &Viewer,
    now: Instant,
) -> Result<Vec<Event>, Rejections> {
    let case = state.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let progress = Progress::of(case);
    let author = Author::of(case, actor, state.relation)?;
    // A referral is closed however much has happened to it: only staff open it again.
    let closes = matches!(change, Change::Decline { .. } | Change::Withdraw { .. });
    if !closes && author.has_filled(&case.history()) {
        return Err(RejectionCode::HistoryFull.into());
    }
    let note = match *change {
        Change::Move { .. } | Change::Assign { .. } => "",
        Change::Decline { note, .. }
        | Change::Withdraw { note }
        | Change::Reopen { note }
        | Change::Correct { note, .. }
        | Change::Undo { note, .. }
        | Change::Note { note }
        | Change::Credit { note, .. } => note.trim(),
    };
    let said = || if note.is_empty() { Err(RejectionCode::NoteMissing) } else { Ok(()) };
    let by_staff_said = || if author.staff().is_some() { said() } else { Ok(()) };
    let open = || if progress.stage.is_open() { Ok(()) } else { Err(RejectionCode::StageClosed) };
    let event = |kind| next(state, kind, author.role(), now);
    let mut event = match *change {
        Change::Move { stage } => {
            author.must(Right::Handle, case)?;
            open()?;
            if !stage.is_open() || matches!(stage, Stage::Unknown(_)) {
                return Err(RejectionCode::StageUnknown.into());
            }
            if *stage == progress.stage {
                return Ok(Vec::new());
            }
            Event { stage: Some(stage.clone()), ..event(Kind::Moved)? }
        }
        Change::Decline { reason, .. } => {
            author.must(Right::Handle, case)?;
            open()?;
            if reason.needs_note() {
                said()?;
            }
            Event { reason: Some(reason.as_str().to_owned()), ..event(Kind::Declined)? }
        }
        Change::Withdraw { .. } => {
            author.must_or_own(Right::Handle, case)?;
            open()?;
            let late = !matches!(progress.stage, Stage::Received | Stage::Contacted);
            if matches!(author, Author::Referrer) && late {
                return Err(RejectionCode::TooLate.into());
            }
            by_staff_said()?;
            event(Kind::Withdrawn)?
        }
        Change::Reopen { .. } => {
            author.must(Right::Award, case)?;
            if progress.stage.is_open() {
                return Err(RejectionCode::StageOpen.into());
            }
            said()?;
            Event { stage: Some(progress.open.clone()), ..event(Kind::Reopened)? }
        }
        Change::Correct { field, text, own_number, .. } => {
            author.must_or_own(Right::Handle, case)?;
            match author {
                Author::Staff(_) => said()?,
                Author::Referrer if own_number => return Err(RejectionCode::SelfReferral.into()),
                Author::Referrer if progress.stage == Stage::Received => {}
                Author::Referrer => return Err(RejectionCode::TooLate.into()),
                Author::Referred => return Err(RejectionCode::NotAllowed.into()),
            }
            let text = field.check(text)?;
            if text == field.of(&case.shown()) {
                return Ok(Vec::new());
            }
            Event {
                field: Some(field.as_str().to_owned()),
                text: Some(text),
                ..event(Kind::Corrected)?
            }
        }
        Change::Undo { target, .. } => {
            may_undo(case, target, &author, now, note)?;
            Event { target: Some(target.to_owned()), ..event(Kind::Undone)? }
        }
        Change::Note { .. } => {
            author.must(Right::Handle, case)?;
            said()?;
            event(Kind::Noted)?
        }
        Change::Assign { staff, works_here } => {
            author.must(Right::Handle, case)?;
            if !works_here && !staff.is_empty() {
                return Err(RejectionCode::StaffUnknown.into());
            }
            if progress.owner.as_deref().unwrap_or_default() == staff {
                return Ok(Vec::new());
            }
            Event { text: Some(staff.to_owned()), ..event(Kind::Assigned)? }
        }
        Change::Credit { credited, .. } => {
            author.must(Right::Award, case)?;
            said()?;
            let text = if credited { "yes" } else { "no" };
            Event { text: Some(text.to_owned()), ..event(Kind::Credited)? }
        }
    };
    event.note = Some(note.to_owned()).filter(|note| !note.is_empty());
    Ok(vec![event])
}

/// Whether an event is there to be undone, and by this author.
fn may_undo(
    case: &Case,
    target: &str,
    author: &Author<'_>,
    now: Instant,
    note: &str,
) -> Result<(), RejectionCode> {
    let history = case.history();
    if history.texts().take(author.hidden_events(&history)).any(|text| name(text) == target) {
        return Err(RejectionCode::EventGone);
    }
    let event = history.effective_named(target).ok_or(RejectionCode::EventGone)?;
    if history.undoings() >= UNDOINGS_MAX {
        return Err(RejectionCode::UndoneTooOften);
    }
    author.may_undo(&event, now, note)
}

/// Who gives a command, as far as it matters for this referral.
pub(super) enum Author<'a> {
    Staff(&'a Staff),
    Referrer,
    Referred,
}

impl<'a> Author<'a> {
    /// Refuses whoever may not even know of the referral as if it were not there.
    pub(super) fn of(
        case: &Case,
        actor: &'a Viewer,
        relation: Relation,
    ) -> Result<Self, RejectionCode> {
        match (actor, relation) {
            (Viewer::Guest, _) => Err(RejectionCode::NotLoggedIn),
            (Viewer::Staff(staff), _) if staff.may(Right::Read, case.shown().service.value()) => {
                Ok(Self::Staff(staff))
            }
            (_, Relation::Referrer) => Ok(Self::Referrer),
            (_, Relation::Referred) => Ok(Self::Referred),
            (_, Relation::Stranger) => Err(RejectionCode::ReferralGone),
        }
    }

    /// How many events at the beginning of a history are hidden from them: from whoever is referred,
    /// all up to the last one that says whose number it is.
    pub(super) fn hidden_events(&self, history: &History) -> usize {
        if !matches!(self, Self::Referred) {
            return 0;
        }
        let (mut hidden, mut of_phone) = (0, Vec::new());
        for (text, count) in history.texts().zip(1..) {
            let event = Fields::of(text);
            let corrects = event.is("corrected")
                && event.word("field").as_deref() == Some(CorrectedField::ReferredPhone.as_str());
            let target = event.word("target").filter(|_| event.is("undone"));
            if corrects || target.is_some_and(|target| of_phone.contains(&target)) {
                hidden = count;
                of_phone.push(name(text));
            }
        }
        hidden
    }

    fn staff(&self) -> Option<&'a Staff> {
        match self {
            Self::Staff(staff) => Some(staff),
            Self::Referrer | Self::Referred => None,
        }
    }

    /// Whether a history takes nothing more of them.
    fn has_filled(&self, history: &History) -> bool {
        let role = self.role();
        let is_own = |text: &&str| Fields::of(text).word("by").as_deref() == Some(role.as_str());
        history.len() >= EVENTS_MAX
            || self.staff().is_none() && history.texts().filter(is_own).count() >= OWN_EVENTS_MAX
    }

    /// How the event names them.
    fn role(&self) -> Role {
        match self {
            Self::Staff(staff) => staff.author(),
            Self::Referrer => Role::Referrer,
            Self::Referred => Role::Other("referred".to_owned()),
        }
    }

    /// Whether an event is theirs to undo, with this note.
    pub(super) fn may_undo(
        &self,
        event: &Fields<'_>,
        now: Instant,
        note: &str,
    ) -> Result<(), RejectionCode> {
        let at: Instant = event.value("at").unwrap_or_default();
        let is_recent = now.as_millis().saturating_sub(at.as_millis()) < UNDO_BY_AUTHOR_MS;
        let is_own = event.word("by").as_deref() == Some(self.role().as_str());
        let always = self.staff().is_some_and(|staff| staff.may_everywhere(Right::Award));
        match (is_own, is_recent, always) {
            (true, true, _) | (_, true, true) => Ok(()),
            (_, false, true) if note.is_empty() => Err(RejectionCode::NoteMissing),
            (_, false, true) => Ok(()),
            (true, false, false) => Err(RejectionCode::TooLate),
            (false, _, false) => Err(RejectionCode::NotAllowed),
        }
    }

    fn must(&self, right: Right, case: &Case) -> Result<(), RejectionCode> {
        let service = case.shown().service;
        let may = self.staff().is_some_and(|staff| staff.may(right, service.value()));
        if may { Ok(()) } else { Err(RejectionCode::NotAllowed) }
    }

    fn must_or_own(&self, right: Right, case: &Case) -> Result<(), RejectionCode> {
        if self.staff().is_some() { self.must(right, case) } else { Ok(()) }
    }
}

/// Whether somebody may save points for the referral, which staff do by their role.
pub(crate) fn may_award(state: &State, staff: &Staff) -> Result<(), RejectionCode> {
    let case = state.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let service = case.shown().service;
    if !staff.may(Right::Read, service.value()) {
        return Err(RejectionCode::ReferralGone);
    }
    if staff.may(Right::Award, service.value()) { Ok(()) } else { Err(RejectionCode::NotAllowed) }
}

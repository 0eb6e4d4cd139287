//! Who may award points, and how many one person may award.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::commands::Command;
use super::duplicate::known_since;
use super::known::Known;
use super::progress::{Progress, Proposal};
use super::staff::{Right, Staff};
use super::trusted::HISTORY_MAX;
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::decision::next;
use crate::event::{CorrectedField, Event, Kind, Stage};
use crate::history::{History, StoredEvent};
use crate::points::Points;
use crate::referral::Instant;
use crate::rejection::{RejectionCode, Rejections};
use crate::rewards::{self, Deal, Receiver, Suggestion, submitted_at};
use crate::viewer::Viewer;

/// What staff have typed.
pub(super) struct Typed<'a> {
    pub(super) points: &'a str,
    pub(super) note: &'a str,
    /// Whether whoever has proposed the points may award.
    pub(super) is_staff: bool,
}

/// Decides on points that staff save. More than one person may award, counting those for the person who was
/// referred, are proposed, and become an award when another owner or manager saves the same number, as long as whoever proposed them may award.
/// Each says in a note why it is another number than the rulebook gives.
pub(super) fn decide(
    known: &Known,
    typed: &Typed<'_>,
    staff: &Staff,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Event, RejectionCode> {
    let case = known.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let service = case.corrected().service;
    if !staff.may(Right::Read, service.value()) {
        return Err(RejectionCode::ReferralGone);
    }
    if !staff.may(Right::Award, service.value()) {
        return Err(RejectionCode::NotAllowed);
    }
    must_not_be_own(known)?;
    // Points are possible when nothing else is any more, but not for ever.
    if case.history().len() >= HISTORY_MAX {
        return Err(RejectionCode::HistoryFull);
    }
    let points = Points::parse(typed.points)?;
    let all = points.get().saturating_add(for_the_referred(known, case, now));
    let note = Some(typed.note.trim().to_owned()).filter(|note| !note.is_empty());
    let kind = if all <= policy.points_at_most().get() {
        Kind::Points { points, note }
    } else {
        match Progress::of(case).proposed.filter(|open| open.points == Some(points)) {
            // What a file says of its author proves nothing.
            Some(open) if known.imported.contains(&open.event) => {
                Kind::Proposed { points: Some(points), note }
            }
            Some(open) if open.by == staff.author() => {
                return Err(RejectionCode::SecondPersonNeeded);
            }
            Some(_) if typed.is_staff => Kind::Points { points, note },
            _ => Kind::Proposed { points: Some(points), note },
        }
    };
    let event = next(case, kind, staff.author(), now)?;
    must_say_why(known, case, points, event.kind.note(), event.at)?;
    Ok(event)
}

/// How many points the rulebook gives to the person who was referred, whatever the referrer gets.
fn for_the_referred(known: &Known, case: &Case, at: Instant) -> u64 {
    let given = suggestion(known, case, at).unwrap_or_default();
    given.to(Receiver::Referred).map(|line| line.points).sum()
}

/// The same for what an undoing makes of an award. A file's award gives them nothing, also when it holds again.
pub(super) fn given_by_undoing(
    known: &Known,
    was: &Award,
    is: &Award,
    after: &Case,
    at: Instant,
) -> u64 {
    let is_of_file = is.event.as_ref().is_some_and(|event| known.imported.contains(event));
    if is_of_file || is.is_taken_back(was) { 0 } else { for_the_referred(known, after, at) }
}

fn suggestion(known: &Known, case: &Case, at: Instant) -> Option<Suggestion> {
    let service = case.corrected().service;
    let deal = Deal { service: service.value(), submitted: submitted_at(case, known.arrived), at };
    known.rulebook.suggestion(&deal, &known.past)
}

/// Checks that there is a note about points that the rulebook does not give now.
fn must_say_why(
    known: &Known,
    case: &Case,
    points: Points,
    note: Option<&str>,
    at: Instant,
) -> Result<(), RejectionCode> {
    let departs = suggestion(known, case, at).is_some_and(|given| given.points() != points);
    if departs && note.is_none() { Err(RejectionCode::NoteMissing) } else { Ok(()) }
}

/// Checks that there is a note if undoing makes an award hold again that the rulebook would not give now, because
/// others have used up a most since. The award's own note is enough.
pub(super) fn must_explain(
    known: &Known,
    was: &Award,
    after: &Case,
    note: &str,
    now: Instant,
) -> Result<(), RejectionCode> {
    let (history, holds) = (after.history(), rewards::Award::of(after).map(|award| award.event));
    let Some(holds) = holds.filter(|event| was.event.as_ref() != Some(event)) else {
        return Ok(());
    };
    let event = history.events().find(|stored| stored.id() == holds);
    let own = event.and_then(|stored| stored.event.kind.note());
    let note = own.or(Some(note.trim()).filter(|note| !note.is_empty()));
    must_say_why(known, after, after.referral().points, note, now)
}

/// What an award of what the rulebook gives comes to, if nobody looks at the referral by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByRules {
    /// It is awarded so many points.
    Awarded(Event, Points),
    /// Somebody has to decide about it.
    Left(WhyLeft),
}

/// Why a referral is left out where several are awarded what their rulebooks give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyLeft {
    /// It has an award.
    HasAward,
    /// There is no rule.
    NoRule,
    /// The rules give nothing.
    Nothing,
    /// The rules give more than one person may award.
    AboveMost,
}

impl WhyLeft {
    /// What staff read.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::HasAward => "It has been awarded already.",
            Self::NoRule => "No rule says how many points it earns.",
            Self::Nothing => "The rules give nothing for it now.",
            Self::AboveMost => "The rules give more than one person may award.",
        }
    }
}

/// Decides on an award of what the rulebook gives now, for which nobody has to say why.
///
/// # Errors
///
/// As for points that are typed.
pub fn award_by_rules(
    known: &Known,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<ByRules, Rejections> {
    let case = known.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    let given = suggestion(known, case, now);
    let points = given.as_ref().map(Suggestion::points).unwrap_or(Points::INITIAL);
    let typed = points.get().to_string();
    let command = Command::SavePoints { points: &typed, note: "", is_staff: false };
    // Asked first: whoever may not award learns nothing of the rules.
    let event = super::commands::decide(known, &command, actor, policy, now)?;
    let left = if rewards::Award::of(case).is_some() {
        WhyLeft::HasAward
    } else if given.is_none() {
        WhyLeft::NoRule
    } else if points == Points::INITIAL {
        WhyLeft::Nothing
    } else {
        match event {
            Some(event) if matches!(event.kind, Kind::Points { .. }) => {
                return Ok(ByRules::Awarded(event, points));
            }
            _ => WhyLeft::AboveMost,
        }
    };
    Ok(ByRules::Left(left))
}

/// Checks that the referral was not made by the person who awards, is not about them, and is no rival of
/// one that they made.
pub(super) fn must_not_be_own(known: &Known) -> Result<(), RejectionCode> {
    let is_own = known.concerns_actor || known.concerns_rival;
    if is_own { Err(RejectionCode::OwnReferral) } else { Ok(()) }
}

/// Checks that whoever changes a [rival](Known::rivals) of a referral of theirs does no work on it: by
/// its stage, its calls and plans, and who is responsible they could let it lie until theirs counts. So they could by
/// what it says, which is read before anybody calls.
pub(super) fn must_not_work(before: &Case, after: &Case) -> Result<(), RejectionCode> {
    let is_same = before.referral().points == after.referral().points
        && before.corrected() == after.corrected()
        && Progress::of(before) == Progress::of(after);
    if is_same { Ok(()) } else { Err(RejectionCode::OwnReferral) }
}

/// Checks that a change leaves the number and the service, by which referrals are rivals. Staff could
/// otherwise decide about a rival of a referral that concerns them while the two are none.
pub(super) fn must_stay_rival(before: &Case, after: &Case) -> Result<(), RejectionCode> {
    let (was, is) = (before.corrected(), after.corrected());
    let stays = was.referred_phone == is.referred_phone && was.service == is.service;
    if stays { Ok(()) } else { Err(RejectionCode::OwnReferral) }
}

/// Checks that a change leaves what the referral was, and since when it is about its number: by this it is
/// told which of two rivals came first, and whether it had expired or was closed. Only what comes next may
/// be added. `own_closing` says whether they closed it and may take that back, and so may anybody an award,
/// if [that is theirs to take](may_change).
pub(super) fn must_keep_past(
    before: &Case,
    after: &Case,
    own_closing: bool,
) -> Result<(), RejectionCode> {
    let (mut past, is) = (stays(before), stays(after));
    let is_successful = past.last().is_some_and(|(stage, _)| *stage == Stage::Successful);
    let is_closed = past.last().is_some_and(|(stage, _)| !stage.is_open()) && !is_successful;
    let reopens = is_closed && !own_closing && past != is;
    if own_closing || is_successful {
        past.pop();
    }
    let since = |case: &Case| known_since(case, |one, other| one == other);
    let keeps = !reopens && is.starts_with(&past) && since(before) == since(after);
    if keeps { Ok(()) } else { Err(RejectionCode::OwnReferral) }
}

fn stays(case: &Case) -> Vec<(Stage, Instant)> {
    Progress::stays(case).into_iter().map(|stay| (stay.stage, stay.entered)).collect()
}

/// The event that closed a referral, if it is closed.
pub(super) fn closing(history: &History) -> Option<&StoredEvent> {
    let closes = |stored: &&StoredEvent| {
        matches!(stored.event.kind, Kind::Declined { .. } | Kind::Withdrawn { .. })
    };
    let reopens = |stored: &&StoredEvent| {
        matches!(
            stored.event.kind,
            Kind::Reopened { .. } | Kind::Moved { .. } | Kind::Points { .. }
        )
    };
    let last = history.effective().into_iter().rev().find(|it| closes(it) || reopens(it));
    last.filter(closes)
}

/// Checks what a change other than saving points makes of an award: undoing, or an import. `for_the_referred` is what
/// that gives to the person who was referred; an import gives them nothing. Whoever
/// may not award may not take away either. Whom it concerns may take away, which nobody gains by: otherwise
/// a colleague could make an award final by a number.
///
/// # Errors
///
/// [`RejectionCode::NotAllowed`] unless `may_award`, [`RejectionCode::OwnReferral`] if the referral
/// concerns the person who makes the change, or [`RejectionCode::SecondPersonNeeded`].
pub(super) fn may_change(
    was: &Award,
    is: &Award,
    may_award: bool,
    concerns_actor: bool,
    for_the_referred: u64,
    policy: &impl DecisionPolicy,
) -> Result<(), RejectionCode> {
    if was == is {
        return Ok(());
    }
    if !may_award {
        return Err(RejectionCode::NotAllowed);
    }
    if concerns_actor && !is.is_taken_back(was) {
        return Err(RejectionCode::OwnReferral);
    }
    let all = is.points.get().saturating_add(for_the_referred);
    if (is.points != was.points || is.event != was.event) && all > policy.points_at_most().get() {
        return Err(RejectionCode::SecondPersonNeeded);
    }
    Ok(())
}

/// Checks that a change does not make somebody else's proposal stand again: its author may have taken it
/// back, and whoever restored it could award it alone. Taking back the award that it became is no such
/// change, and what an import brings is nobody's proposal.
pub(super) fn may_restore(
    was: &Award,
    is: &Award,
    staff: Option<&Staff>,
    known: &History,
) -> Result<(), RejectionCode> {
    let Some(open) = is.proposed.as_ref().filter(|open| was.proposed.as_ref() != Some(*open))
    else {
        return Ok(());
    };
    let may = staff.is_some_and(|staff| staff.author() == open.by)
        || open.points == Some(was.points)
        || known.events().all(|stored| stored.id() != open.event);
    if may { Ok(()) } else { Err(RejectionCode::SecondPersonNeeded) }
}

/// What a referral gives its referrer.
#[derive(PartialEq)]
pub(super) struct Award {
    /// The id of the event that made it: another one earns anew.
    event: Option<String>,
    is_successful: bool,
    /// Counted whatever the status, as in totals.
    points: Points,
    credited: Option<bool>,
    /// The proposal, if it says how many points.
    proposed: Option<Proposal>,
}

impl Award {
    /// The award of a case with this progress.
    pub(super) fn of(case: &Case, progress: &Progress) -> Self {
        let proposed = progress.proposed.as_ref().filter(|open| open.points.is_some());
        Self {
            event: rewards::Award::of(case).map(|award| award.event),
            is_successful: progress.stage == Stage::Successful,
            points: case.referral().points,
            credited: progress.credited,
            proposed: proposed.cloned(),
        }
    }

    /// Whether another award holds after a change that was here before.
    pub(super) fn holds_again_in(&self, is: &Self, known: &History) -> bool {
        is.event.as_ref().is_some_and(|event| {
            self.event.as_ref() != Some(event) && known.events().any(|it| it.id() == *event)
        })
    }

    /// Whether nothing is left of what it was.
    fn is_taken_back(&self, was: &Self) -> bool {
        self.event.is_none() && self.points.get() == 0 && self.credited == was.credited
    }
}

/// The numbers of a referral by which it concerns somebody: the referrer's, the submitted one, the one that it
/// has now, and every one that they corrected it to themselves. What others have corrected it to for a while
/// does not count, because anybody could otherwise keep their colleagues from deciding; what an import brought
/// (`imported`) nobody made. Nobody may award a referral with a number of their own among these.
pub fn numbers_of(case: &Case, imported: &BTreeSet<String>, viewer: &Viewer) -> Vec<String> {
    let (record, history) = (case.referral(), case.history());
    let author = if let Viewer::Staff(staff) = viewer { Some(staff.author()) } else { None };
    let is_own = |stored: &StoredEvent| {
        author.is_some() && stored.event.by == author && !imported.contains(&stored.id())
    };
    let mut numbers = vec![
        record.referrer_mobile.clone(),
        record.referred_phone.clone(),
        case.corrected().referred_phone,
    ];
    for stored in history.events().filter(|stored| is_own(stored)) {
        if let Kind::Corrected { field: CorrectedField::ReferredPhone, text, .. } =
            &stored.event.kind
        {
            numbers.push(text.clone());
        }
    }
    numbers
}

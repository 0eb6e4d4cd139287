//! The consent of the person who was referred: who may ask them and note what they said, and that nobody goes past a
//! refusal.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::author::Author;
use super::award::must_not_be_own;
use super::consent_texts::{CONSENT_TEXT, is_shown};
use super::known::Known;
use super::link::came_by_link;
use super::progress::Progress;
use super::staff::{Right, Staff};
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::decision::next;
use crate::event::{ConsentAnswer, ConsentWay, CorrectedField, Event, Kind, Reason, Role, Stage};
use crate::history::{History, StatusAndPoints, StoredEvent};
use crate::limits::UNDO_BY_AUTHOR_MS;
use crate::referral::{Instant, Status};
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// Where somebody's consent stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// What they said, or that they were asked.
    pub answer: ConsentAnswer,
    /// Since when.
    pub at: Instant,
    /// How.
    pub way: ConsentWay,
    /// The version of the text that they were shown, or that was read to them.
    pub text: u64,
}

impl Consent {
    /// What is known after one more event: an answer replaces what was said before, asking replaces no answer, and
    /// nothing replaces a refusal.
    pub(super) fn after(before: Option<Self>, kind: &Kind, at: Instant) -> Option<Self> {
        let Kind::Consent { answer, way, text, .. } = kind else { return before };
        let said = before.as_ref().map(|consent| &consent.answer);
        let is_answered = said.is_some_and(|said| *said != ConsentAnswer::Asked);
        match answer {
            _ if said == Some(&ConsentAnswer::Refused) => before,
            ConsentAnswer::Asked if is_answered => before,
            ConsentAnswer::Other(_) => before,
            answer => Some(Self { answer: answer.clone(), at, way: way.clone(), text: *text }),
        }
    }
}

/// What is left of what was said. A refusal stays, so that nobody gets around it. Anything else holds for the number and
/// the service that were shown, and an agreement until the work ends that it was for: once it was closed, whoever
/// opens it again asks again, because nobody could take the agreement back meanwhile. Where an answer has ended, what
/// counts is whether they were asked since.
pub(super) fn what_holds(said: Option<Consent>, case: &Case, is_open: bool) -> Option<Consent> {
    let said = said?;
    if said.answer == ConsentAnswer::Refused {
        return Some(said);
    }
    let history = case.history();
    let end = if said.answer == ConsentAnswer::Agreed && is_open {
        closed_since(&history, said.at)
    } else {
        None
    };
    if end.is_none() && is_about_the_same(case, said.at) {
        return Some(said);
    }
    let asked = |stored: &StoredEvent| {
        let Event { at, kind, .. } = &stored.event;
        let is_after = *at > said.at && end.is_none_or(|end| *at > end);
        Consent::after(None, kind, *at)
            .filter(|it| it.answer == ConsentAnswer::Asked && is_after)
            .filter(|it| is_about_the_same(case, it.at))
    };
    history.effective().into_iter().rev().find_map(asked)
}

/// Whether the number and the service are those that were shown at an instant.
fn is_about_the_same(case: &Case, at: Instant) -> bool {
    let (then, now) = (case.shown_at(at), case.corrected());
    then.referred_phone == now.referred_phone && then.service == now.service
}

/// When something first closed a referral after an instant, other than by mistake. What is undone within the time that
/// its author has for it was none, unless that undoing was itself taken back or restored later: it was closed meanwhile.
fn closed_since(history: &History, since: Instant) -> Option<Instant> {
    let closes = |stored: &&StoredEvent| {
        stored.event.at > since
            && StatusAndPoints::set_by(&stored.event)
                .is_some_and(|set| set.status != Status::Pending)
    };
    let is_mistake = |closing: &StoredEvent| {
        let lasted =
            |settled: Instant| settled.as_millis().saturating_sub(closing.event.at.as_millis());
        !history.counts(closing) && lasted(settled_at(history, closing)) < UNDO_BY_AUTHOR_MS
    };
    let closing = history.events().filter(closes).find(|closing| !is_mistake(closing))?;
    Some(closing.event.at)
}

/// When somebody last undid an event, or an undoing of it, and so on.
fn settled_at(history: &History, first: &StoredEvent) -> Instant {
    let chain = history.with_undoings(first);
    chain.into_iter().map(|stored| stored.event.at).max().unwrap_or(first.event.at)
}

impl Progress {
    /// Whether the person has refused.
    pub fn is_refused(&self) -> bool {
        self.answer() == Some(&ConsentAnswer::Refused)
    }

    /// Whether the person has agreed to be called, and not taken it back.
    pub fn has_agreed(&self) -> bool {
        self.answer() == Some(&ConsentAnswer::Agreed)
    }

    fn answer(&self) -> Option<&ConsentAnswer> {
        self.consent.as_ref().map(|consent| &consent.answer)
    }
}

/// When staff see the number of whoever was referred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContactPolicy {
    /// From the beginning.
    #[default]
    Allowed,
    /// Once the person has agreed. Owners and managers see it before, so that they can note an agreement.
    AfterConsent,
}

/// Whether the number of whoever was referred may be sent to a member of staff: as it is, or masked to those
/// who read no numbers.
pub fn may_see_number(policy: ContactPolicy, staff: &Staff, progress: &Progress) -> bool {
    !waits_for_consent(policy, staff) || progress.has_agreed()
}

/// Whether there are referrals whose number this member of staff may not see yet.
pub fn waits_for_consent(policy: ContactPolicy, staff: &Staff) -> bool {
    policy == ContactPolicy::AfterConsent && !staff.may_everywhere(Right::Award)
}

/// Asking whoever was referred, by the referrer or by staff who work on it. `None` if they were asked before.
pub(super) fn ask(
    known: &Known,
    case: &Case,
    author: &Author<'_>,
    progress: &Progress,
) -> Result<Option<Kind>, RejectionCode> {
    match author {
        Author::Staff(_) => {
            author.require_right(Right::Handle, case)?;
            // Whoever asks gets a page of the person's, in place of all others, also if they were asked before.
            known.must_not_rival_own()?;
        }
        // Who came by a link has said so themselves, and its owner does not see what they wrote.
        Author::Referrer { .. } if came_by_link(case) => return Err(RejectionCode::NotAllowed),
        Author::Referrer { .. } => {}
        Author::Referred { .. } => return Err(RejectionCode::NotAllowed),
    }
    // Before a refusal is told from other closings: the referrer reads the same of all of them.
    if !progress.stage.is_open() {
        return Err(RejectionCode::StageClosed);
    }
    if progress.consent.is_some() {
        return Ok(None);
    }
    Ok(Some(kind(ConsentAnswer::Asked, ConsentWay::Page, None)))
}

/// Noting that they agreed by telephone, by whoever may award and is no party to it. `note` says how it came
/// about. `None` if they have agreed already.
pub(super) fn note_agreement(
    known: &Known,
    case: &Case,
    author: &Author<'_>,
    progress: &Progress,
    note: &str,
) -> Result<Option<Kind>, RejectionCode> {
    author.require_right(Right::Award, case)?;
    must_not_be_own(known)?;
    must_not_be_refused(progress)?;
    if !progress.stage.is_open() {
        return Err(RejectionCode::StageClosed);
    }
    let note = note.trim();
    if note.is_empty() {
        return Err(RejectionCode::NoteMissing);
    }
    if progress.has_agreed() {
        return Ok(None);
    }
    Ok(Some(kind(ConsentAnswer::Agreed, ConsentWay::Telephone, Some(note.to_owned()))))
}

/// Whether an event is an agreement by telephone that does not say how it came about, which [staff have to](note_agreement).
pub(super) fn is_unexplained(stored: &StoredEvent) -> bool {
    let Kind::Consent { answer: ConsentAnswer::Agreed, way: ConsentWay::Telephone, note, .. } =
        &stored.event.kind
    else {
        return false;
    };
    note.as_deref().is_none_or(|note| note.trim().is_empty())
}

/// Checks that the person may still answer. Nobody is going to call about a referral that is closed, so there is nothing
/// to agree to or to refuse. Whoever wants a call after all asks for one by a link.
pub fn takes_answer(progress: &Progress) -> Result<(), RejectionCode> {
    if progress.stage.is_open() { Ok(()) } else { Err(RejectionCode::ConsentSettled) }
}

/// What the person answers themselves, to the text of a page in one of the languages. A refusal closes the referral for
/// good. `None` if they have said the same before, in whatever language.
pub(super) fn answer(
    author: &Author<'_>,
    progress: &Progress,
    said: &ConsentAnswer,
    way: &ConsentWay,
    text: u64,
    note: &str,
) -> Result<Option<Kind>, RejectionCode> {
    if !matches!(author, Author::Referred { .. }) {
        return Err(RejectionCode::NotAllowed);
    }
    let is_own = matches!(way, ConsentWay::Link | ConsentWay::Page);
    let is_answer = matches!(said, ConsentAnswer::Agreed | ConsentAnswer::Refused);
    if !is_own || !is_answer || !is_shown(text) {
        return Err(RejectionCode::AnswerUnknown);
    }
    takes_answer(progress)?;
    // What they agreed to by telephone, or to another text, they may also agree to themselves.
    let is_same = progress.consent.as_ref().is_some_and(|consent| {
        let is_theirs = matches!(consent.way, ConsentWay::Link | ConsentWay::Page);
        consent.answer == *said && is_theirs && is_shown(consent.text)
    });
    if is_same && note.trim().is_empty() {
        return Ok(None);
    }
    let note = Some(note.trim().to_owned()).filter(|note| !note.is_empty());
    Ok(Some(Kind::Consent { answer: said.clone(), way: way.clone(), text, note }))
}

/// Asking, and what staff note.
fn kind(answer: ConsentAnswer, way: ConsentWay, note: Option<String>) -> Kind {
    Kind::Consent { answer, way, text: CONSENT_TEXT, note }
}

/// The event that closes an open referral of somebody who has asked never to be contacted; `None` if it is
/// closed. Nobody gives it: it is written with what brought the number.
pub fn unwanted(case: &Case, now: Instant) -> Option<Event> {
    if !Progress::of(case).stage.is_open() {
        return None;
    }
    let note = Some(UNWANTED.to_owned());
    let kind = Kind::Declined { reason: Some(Reason::DoNotContact), note };
    next(case, kind, Role::from(BY_ITSELF.to_owned()), now).ok()
}

/// Who writes what nobody decides.
pub const BY_ITSELF: &str = "system";

/// What staff read of such a referral.
const UNWANTED: &str = "Closed by itself: whoever has this number asked us never to contact them.";

/// Checks that a change opens no referral of somebody who has asked never to be contacted. An award of one may be taken
/// back: the referral closes itself then.
pub(super) fn must_stay_closed(
    known: &Known,
    before: &Case,
    after: &Case,
) -> Result<(), RejectionCode> {
    let stage = |case| Progress::of(case).stage;
    let was = stage(before);
    let opens = known.do_not_contact
        && stage(after).is_open()
        && !was.is_open()
        && was != Stage::Successful;
    if opens { Err(RejectionCode::ConsentRefused) } else { Ok(()) }
}

/// Checks that this author sees the number of whoever was referred. By correcting it to a guess, they could tell
/// whether that is the one.
pub(super) fn must_see_number(
    author: &Author<'_>,
    progress: &Progress,
    policy: &impl DecisionPolicy,
) -> Result<(), RejectionCode> {
    let contact = match policy.waits_for_consent() {
        true => ContactPolicy::AfterConsent,
        false => ContactPolicy::Allowed,
    };
    let sees = author.staff().is_none_or(|staff| may_see_number(contact, staff, progress));
    if sees { Ok(()) } else { Err(RejectionCode::NotAllowed) }
}

/// Checks that they have not refused. Nobody takes that back.
pub(super) fn must_not_be_refused(progress: &Progress) -> Result<(), RejectionCode> {
    if progress.is_refused() { Err(RejectionCode::ConsentRefused) } else { Ok(()) }
}

/// What the person has refused by another copy of a referral, of which this one does not know. Whoever puts an older copy in
/// place of a newer one brings it along: nothing takes a refusal back, and nothing opens what was refused.
pub fn refused_elsewhere(here: &Case, there: &Case) -> Option<Event> {
    if Progress::of(here).is_refused() {
        return None;
    }
    let history = there.history();
    let refusal = history.effective().into_iter().find(|stored| stored.event.kind.is_refusal());
    refusal.map(|stored| stored.event.clone())
}

/// Checks that undoing this event takes back nothing that the person or the referrer has said, and, if staff have
/// noted an agreement, that it is none of a referral that concerns whoever undoes it.
pub(super) fn may_undo(known: &Known, stored: &StoredEvent) -> Result<(), RejectionCode> {
    match &stored.event.kind {
        Kind::Consent { answer: ConsentAnswer::Asked, .. } => Ok(()),
        Kind::Consent { answer: ConsentAnswer::Agreed, way: ConsentWay::Telephone, .. } => {
            must_not_be_own(known)
        }
        // They change it by saying the other. Undoing could bring back what they have taken back.
        Kind::Consent { .. } | Kind::SaysWho { .. } => Err(RejectionCode::AnswerStays),
        _ => Ok(()),
    }
}

/// Checks that undoing or an import leads past no refusal, not by another number either, and brings about no
/// agreement that whoever does it could not have noted.
pub(super) fn may_change(
    known: &Known,
    before: &Case,
    after: &Case,
    may_award: bool,
) -> Result<(), RejectionCode> {
    let (was, is) = (Progress::of(before), Progress::of(after));
    let is_same_number = before.corrected().referred_phone == after.corrected().referred_phone;
    if was.is_refused() && !(is.is_refused() && is_same_number) {
        return Err(RejectionCode::ConsentRefused);
    }
    let noted = is.consent.as_ref().filter(|consent| consent.way == ConsentWay::Telephone);
    if is.has_agreed() && noted.is_some() && was.consent != is.consent {
        must_not_be_own(known)?;
        if !may_award {
            return Err(RejectionCode::NotAllowed);
        }
    }
    Ok(())
}

/// Checks that a file lets no agreement last longer than it did here, by saying that the closing which ended it was
/// undone in time. Asks about every agreement, because one that a later agreement or another number hides comes back when
/// somebody undoes that.
pub(super) fn must_not_renew(before: &Case, after: &Case) -> Result<(), RejectionCode> {
    let (here, merged) = (before.history(), after.history());
    let outlasts = |stored: &StoredEvent| {
        let Event { at, kind, .. } = &stored.event;
        matches!(kind, Kind::Consent { answer: ConsentAnswer::Agreed, .. })
            && closed_since(&here, *at)
                .is_some_and(|end| closed_since(&merged, *at).is_none_or(|later| later > end))
    };
    if here.events().any(outlasts) { Err(RejectionCode::AnswerStays) } else { Ok(()) }
}

/// Checks that a file changes nothing of what was shown to whoever has answered, and not the number of which staff
/// corrected the name, or whose holder said something: it may say that anything was earlier.
pub(super) fn must_not_change_what_was_shown(
    before: &Case,
    after: &Case,
) -> Result<(), RejectionCode> {
    let shown = |case: &Case, at| {
        let record = case.shown_at(at);
        (record.referred_name, record.referred_phone, record.service)
    };
    let changes = |stored: &StoredEvent| {
        let Event { at, ref by, ref kind, .. } = stored.event;
        let whom = |case| shown(case, at).1;
        match kind {
            Kind::Consent { answer: ConsentAnswer::Agreed | ConsentAnswer::Refused, .. } => {
                shown(before, at) != shown(after, at)
            }
            Kind::Corrected { field: CorrectedField::ReferredName, .. } => {
                whom(before) != whom(after)
            }
            _ => *by == Some(Role::Referred) && whom(before) != whom(after),
        }
    };
    if before.history().events().any(changes) { Err(RejectionCode::AnswerStays) } else { Ok(()) }
}

/// Whether an event is an answer of the person or of the referrer, which only they give: a file could say anything of
/// them, for good.
pub(super) fn is_answer(stored: &StoredEvent) -> bool {
    match &stored.event.kind {
        Kind::Consent { answer: ConsentAnswer::Refused, .. } | Kind::SaysWho { .. } => true,
        // Staff note an agreement by telephone, and may take that back.
        Kind::Consent { answer: ConsentAnswer::Agreed, way, .. } => *way != ConsentWay::Telephone,
        _ => false,
    }
}

/// How many [answers](is_answer) and agreements by telephone a file brings to the referral as it is here, if it is.
pub fn answers_brought(before: Option<&Case>, after: &Case) -> usize {
    let is_one = |stored: &&StoredEvent| {
        let is_agreed =
            matches!(stored.event.kind, Kind::Consent { answer: ConsentAnswer::Agreed, .. });
        is_agreed || is_answer(stored)
    };
    let count = |case: &Case| case.history().events().filter(is_one).count();
    count(after).saturating_sub(before.map(count).unwrap_or_default())
}

/// Whether a history, which a file may bring, takes back no answer of the person or of the referrer.
pub(super) fn all_stay(history: &History) -> bool {
    history.events().all(|stored| !is_answer(stored) || history.counts(stored))
}

/// Whether somebody who may ask the person does so as a member of staff: one of another service asks as their referrer.
pub fn asks_as_staff(case: &Case, actor: &Viewer) -> bool {
    let service = case.corrected().service;
    matches!(actor, Viewer::Staff(staff) if staff.may(Right::Read, service.value()))
}

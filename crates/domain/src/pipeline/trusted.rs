//! What may come by an import.
//!
//! In a browser an import is merged as it is, because the records are the visitor's own. On a server
//! other people work with them, so a file proves nothing about who did what or when.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use compact_json::{field, members};

use super::award::{self, Award};
use super::known::Known;
use super::progress::Progress;
use super::said;
use super::staff::Right;
use super::text_rules::{are_allowed, are_allowed_in_json};
use super::undo::undo_count;
use super::{consent, consent_texts};
use crate::account::{DecisionPolicy, User};
use crate::case::Case;
use crate::event::{CorrectedField, Event, Kind, Task};
use crate::history::{History, StatusAndPoints, StoredEvent, event_id};
use crate::limits::{EVENTS_MAX, FILE_EVENTS_MAX, TASK_AHEAD_MS, UNDOS_BY_ONE_MAX, UNDOS_MAX};
use crate::points::Points;
use crate::referral::{Instant, Status};
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// Why a record of a file is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFault {
    /// A text has control characters or is too long, or status and points are none that a record has.
    /// It counts as unreadable as a whole: a changed text would be another record, and a changed
    /// event another event.
    Unreadable,
    /// It was made, or something happened to it, later than now.
    Future,
}

/// The longest text or event that a file may hold, in bytes: more than anybody can write here. Each
/// is searched, shown and erased as a whole.
const TEXT_BYTES_MAX: usize = 20_000;

/// The longest number that a file may hold, in bytes: with words beside it. Each is looked for in all spellings while
/// others wait.
const NUMBER_BYTES_MAX: usize = 200;

/// The most that the texts and events of a referral in a file may come to, in bytes, and all events that files have
/// brought to one. Each change writes all of them again.
const REFERRAL_BYTES_MAX: usize = 200_000;

/// The longest history that a file may hold: two full ones of one referral.
pub(super) const HISTORY_MAX: usize = 2 * EVENTS_MAX;

/// How long a word or an id in an event may be, in bytes.
const WORD_BYTES_MAX: usize = 100;

/// Checks the texts, the status, the events and the times of a referral.
///
/// # Errors
///
/// [`ImportFault`]
pub fn check_referral(case: &Case, now: Instant) -> Result<(), ImportFault> {
    let record = case.referral();
    let history = case.history();
    let texts = record.texts().into_iter().chain([record.status.as_str()]);
    let fits = |text: &str| text.len() <= TEXT_BYTES_MAX;
    let size = texts.clone().chain(history.texts()).map(str::len).sum::<usize>();
    let is_readable = history.len() <= HISTORY_MAX
        && size <= REFERRAL_BYTES_MAX
        && [&record.referrer_mobile, &record.referred_phone].into_iter().all(|it| is_number(it))
        && texts.into_iter().all(|text| fits(text) && are_allowed(text))
        && history.texts().all(|text| fits(text) && are_allowed_in_json(text))
        && history.events().all(is_understood)
        && has_an_id_for_each(&history)
        && is_time(record.id)
        && record.awarded_at.is_none_or(is_time)
        && is_known(&record.status, record.points);
    if !is_readable {
        return Err(ImportFault::Unreadable);
    }
    let is_past = record.id <= now
        && record.awarded_at.is_none_or(|at| at <= now)
        && history.events().all(|stored| stored.event.at <= now);
    if is_past { Ok(()) } else { Err(ImportFault::Future) }
}

/// The same referral with its events spelled as they are written here. A program that only indents a file, or sorts
/// its members, would otherwise make another event of each, and undone ones would count again. Only for what
/// [`check_referral`] has passed: an event that has nothing but what its kind has loses nothing. What is undone by the
/// id of the other spelling stays undone.
pub fn as_written(case: Case) -> Case {
    let made_up = made_up(&case);
    let events = case.events().events().filter(|stored| made_up != Some(*stored));
    let by_id: BTreeMap<_, _> = events.map(|stored| (stored.id(), stored)).collect();
    let mut ids = BTreeMap::new();
    let mut texts = Vec::new();
    for id in by_id.keys() {
        // What is undone comes first, in whatever order they are.
        let mut chain = Vec::new();
        let mut next = Some(id);
        while let Some((id, stored)) = next.and_then(|id| by_id.get_key_value(id))
            && !ids.contains_key(id)
        {
            // An id is a hash of a text that names another one, so these would not be events of anybody.
            if chain.len() == by_id.len() {
                return case;
            }
            chain.push((id, stored));
            next = match &stored.event.kind {
                Kind::Undone { target, .. } => Some(target),
                _ => None,
            };
        }
        for (id, stored) in chain.into_iter().rev() {
            let text = spelled(stored, &ids);
            ids.insert(id.clone(), event_id(&text));
            texts.push(text);
        }
    }
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let mut referral = case.referral().clone();
    let said = History::read(&texts).status_and_points();
    if made_up.is_some() && (&said.status, said.points) == (&referral.status, referral.points) {
        referral.awarded_at = said.awarded_at;
    }
    Case::stored(referral, &texts)
}

/// The event that was made from the fields of a record, because the others say something else. Spelled otherwise, an
/// undone one may have counted.
fn made_up(case: &Case) -> Option<&StoredEvent> {
    let is_made = |stored: &&StoredEvent| {
        stored.event.by.is_none() && matches!(stored.event.kind, Kind::Recorded { .. })
    };
    let last = case.events().events().last().filter(is_made)?;
    let others: Vec<_> = case.events().texts().filter(|text| *text != last.text).collect();
    (Case::stored(case.referral().clone(), &others) == *case).then_some(last)
}

/// An event as it is written here, with the id of what it undoes as that is written here.
fn spelled(stored: &StoredEvent, ids: &BTreeMap<String, String>) -> String {
    let mut event = stored.event.clone();
    if let Kind::Undone { target, .. } = &mut event.kind
        && let Some(id) = ids.get(target)
    {
        target.clone_from(id);
    }
    match event.kind {
        Kind::Unknown(_) => stored.text.clone(),
        _ => event.text(),
    }
}

/// The first instant with 13 digits, in September 2001. Before that, what stands as a time could be a phone
/// number, which an erasure would not look for there.
const TIME_MIN_MS: u64 = 1_000_000_000_000;

/// Whether this may be when something happened; 0 stands for unknown.
fn is_time(at: Instant) -> bool {
    at == Instant::default() || at.as_millis() >= TIME_MIN_MS
}

/// Whether no two events have the same [id](crate::history::event_id). An id is a short hash: with two
/// texts that share one, an import could pass for what somebody wrote here.
fn has_an_id_for_each(history: &History) -> bool {
    history.events().map(StoredEvent::id).collect::<BTreeSet<_>>().len() == history.len()
}

/// Whether an event has what its kind has, and nothing else: nobody would see the rest, or look for a
/// phone number in it. One of a kind that this version does not know may have anything.
fn is_understood(stored: &StoredEvent) -> bool {
    let Event { at, saw, by, kind } = &stored.event;
    let members = members(&stored.text).unwrap_or_default();
    // Planned no further ahead than anybody could here. Later than that, it could be a phone number.
    let is_ahead = |due: Instant| due.as_millis() <= at.as_millis().saturating_add(TASK_AHEAD_MS);
    let is_task = |task: &Task| {
        let (kind, due) = (task.kind.as_str(), task.due);
        is_word(kind) && is_time(due) && is_ahead(due) && is_short(&task.staff)
    };
    let (own, has_words): (&[&str], bool) = match kind {
        Kind::Unknown(word) => return is_time(*at) && is_word(word) && *saw < EVENTS_MAX as u64,
        Kind::Points { .. } => (&["points", "note"], true),
        Kind::Recorded { status, points } => (&["points", "status"], is_known(status, *points)),
        // Points make it Successful, and whoever closes it otherwise says why.
        Kind::Moved { stage } => (&["stage"], is_word(stage.as_str()) && stage.is_open()),
        Kind::Declined { .. } => {
            let reason = field::<String>(&members, "reason");
            (&["reason", "note"], reason.is_some_and(|it| it.is_none_or(|it| is_word(&it))))
        }
        Kind::Withdrawn { .. } | Kind::Noted { .. } | Kind::Done { .. } => (&["note"], true),
        Kind::Reopened { stage, .. } => {
            (&["stage", "note"], is_word(stage.as_str()) && stage.is_open())
        }
        Kind::Corrected { field, text, .. } => {
            let is_of_number = *field == CorrectedField::ReferredPhone;
            (&["field", "text", "note"], !is_of_number || is_number(text))
        }
        Kind::Undone { target, .. } => (&["target", "note"], is_short(target)),
        Kind::Assigned { staff } => (&["text"], is_short(staff)),
        Kind::Credited { .. } => (&["text", "note"], true),
        Kind::Proposed { .. } => (&["points", "note"], true),
        Kind::Called { outcome, next, .. } => (
            &["outcome", "task", "due", "staff", "note"],
            is_word(outcome.as_str()) && next.as_ref().is_none_or(is_task),
        ),
        Kind::Scheduled { task, .. } => (&["task", "due", "staff", "note"], is_task(task)),
        // A version that nobody has written yet could be a phone number.
        Kind::Consent { answer, way, text, .. } => (
            &["answer", "way", "text", "note"],
            is_word(answer.as_str())
                && is_word(way.as_str())
                && consent_texts::consent_text(*text).is_some(),
        ),
        Kind::SaysWho { .. } => (&["text", "note"], true),
        Kind::Said { way, .. } => (&["way", "text"], is_word(way.as_str())),
    };
    let is_own = |name: &str| ["at", "saw", "by", "kind"].contains(&name) || own.contains(&name);
    let has_its_own = members.iter().all(|member| is_own(&member.name));
    let by_somebody = by.as_ref().is_none_or(|by| is_short(by.as_str()));
    has_words && has_its_own && by_somebody && is_time(*at) && *saw < EVENTS_MAX as u64
}

/// Whether a text is a word on the wire. Those who see no number see it as it is.
fn is_word(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    is_short(text) && text.bytes().all(is_letter)
}

/// Whether a text is no longer than a number with words beside it.
fn is_number(text: &str) -> bool {
    text.len() <= NUMBER_BYTES_MAX
}

/// Whether a text is no longer than a word or an id on the wire.
fn is_short(text: &str) -> bool {
    text.len() <= WORD_BYTES_MAX
}

/// Whether a record of ours can have this status with these points: only an award gives any.
fn is_known(status: &Status, points: Points) -> bool {
    match status {
        Status::Successful => true,
        Status::Pending => points == Points::INITIAL,
        Status::Other(word) => {
            matches!(word.as_str(), "Declined" | "Withdrawn") && points == Points::INITIAL
        }
    }
}

/// The same for an account.
///
/// # Errors
///
/// [`ImportFault`]
pub fn check_account(user: &User, now: Instant) -> Result<(), ImportFault> {
    let is_time = user.registered_at.is_none_or(is_time);
    if !are_allowed(&user.name) || user.name.len() > TEXT_BYTES_MAX || !is_time {
        return Err(ImportFault::Unreadable);
    }
    if user.registered_at.is_some_and(|at| at > now) { Err(ImportFault::Future) } else { Ok(()) }
}

/// Whether `viewer` may import what turns the stored referral, if there is one, into `after`. In a file anybody can
/// have done anything at any time, so
///
/// - what concerns them, or is a rival of a referral of theirs, somebody else has to import;
/// - an import awards what its importer may award, and no more, and undoes no more than one person may;
/// - it leaves room in the history for undoing it and, unless an owner imports it, for colleagues;
/// - only an owner brings answers of people who were referred, because nobody takes these back.
///
/// `becomes_own` says whether it makes a referral of its own referrer, in whatever spelling.
///
/// # Errors
///
/// The rule that refuses it.
pub fn may_import(
    known: &Known,
    after: &Case,
    becomes_own: bool,
    viewer: &Viewer,
    policy: &impl DecisionPolicy,
) -> Result<(), RejectionCode> {
    let Viewer::Staff(staff) = viewer else { return Err(RejectionCode::NotAdmin) };
    if becomes_own && policy.refuses_self_referral() {
        return Err(RejectionCode::SelfReferral);
    }
    let history = after.history();
    if history.len() >= EVENTS_MAX || undo_count(&history) >= UNDOS_MAX {
        return Err(RejectionCode::HistoryFull);
    }
    let new = Case::submitted(after.referral().clone());
    let before = known.referral.as_ref().unwrap_or(&new);
    let here = before.history();
    let is_new = |stored: &&StoredEvent| here.events().all(|it| it != *stored);
    let brought: Vec<_> = history.events().filter(is_new).collect();
    let by_files = |stored: &&StoredEvent| known.imported.contains(&stored.id());
    let by_files: Vec<_> = here.events().filter(by_files).chain(brought.iter().copied()).collect();
    let undoes = |stored: &&&StoredEvent| matches!(stored.event.kind, Kind::Undone { .. });
    if by_files.iter().filter(undoes).count() > UNDOS_BY_ONE_MAX {
        return Err(RejectionCode::UndoneTooOften);
    }
    if by_files.iter().map(|stored| stored.text.len()).sum::<usize>() > REFERRAL_BYTES_MAX {
        return Err(RejectionCode::HistoryFull);
    }
    let is_owner = staff.may_everywhere(Right::Settings);
    if !is_owner && by_files.len() > FILE_EVENTS_MAX {
        return Err(RejectionCode::HistoryFull);
    }
    if !has_an_id_for_each(&history) {
        return Err(RejectionCode::NotAllowed);
    }
    award::must_not_be_own(known)?;
    if !said::all_stay(&history) {
        return Err(RejectionCode::AlreadySaid);
    }
    if !consent::all_stay(&history) {
        return Err(RejectionCode::AnswerStays);
    }
    if !is_owner && brought.iter().any(|stored| consent::is_answer(stored)) {
        return Err(RejectionCode::NotAllowed);
    }
    let award = |case: &Case| Award::of(case, &Progress::of(case));
    let (was, is) = (award(before), award(after));
    let may_award = staff.may_everywhere(Right::Award);
    award::may_change(&was, &is, may_award, known.concerns_actor, 0, policy)?;
    // The person who was referred would get their part again, which nobody has counted: that is undone here.
    if was.holds_again_in(&is, &here) {
        return Err(RejectionCode::SecondPersonNeeded);
    }
    award::may_restore(&was, &is, Some(staff), &here)?;
    consent::may_change(known, before, after, may_award)?;
    if brought.iter().any(|stored| consent::is_unexplained(stored)) {
        return Err(RejectionCode::NoteMissing);
    }
    consent::must_not_renew(before, after)?;
    let is_of_what_was_shown =
        |kind: &Kind| matches!(kind, Kind::Corrected { .. } | Kind::Undone { .. });
    if brought.iter().any(|stored| is_of_what_was_shown(&stored.event.kind)) {
        consent::must_not_change_what_was_shown(before, after)?;
    }
    // Not even for a while.
    let is_too_many = |stored: &StoredEvent| {
        let points = StatusAndPoints::set_by(&stored.event).map(|set| set.points);
        points.is_some_and(|points| points > policy.points_at_most())
    };
    if brought.into_iter().any(is_too_many) {
        Err(RejectionCode::SecondPersonNeeded)
    } else {
        Ok(())
    }
}

//! Writing to the referrer: in which ways they can be reached, how often, and with which words. What has
//! been said stays said.

use alloc::string::String;
use alloc::vec::Vec;

use super::author::Author;
use super::award::must_not_be_own;
use super::known::Known;
use super::staff::Right;
use super::text_rules::is_allowed;
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::event::{Kind, Way};
use crate::history::{History, StoredEvent};
use crate::limits::DAY_MS;
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// What is known of whoever referred, for somebody who wants to write to them. A guest has left a number,
/// and nobody has checked that it is theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Referrer {
    /// Whether their number is exactly one that can be called.
    pub number_clear: bool,
    /// Whether there is an account with it.
    pub has_account: bool,
    /// Whether they have asked for text messages in that account.
    pub wants_texts: bool,
    /// When the last text messages about any referral went to them: as many as one may get in a day, or
    /// all if they are fewer.
    pub texts: Vec<Instant>,
}

/// Each way of writing to the referrer, with the rule that refuses it now.
///
/// # Errors
///
/// The rule that refuses all of them: [`RejectionCode::ReferralGone`], [`RejectionCode::NotLoggedIn`] or
/// [`RejectionCode::NotAllowed`].
pub fn ways(
    known: &Known,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Vec<(Way, Option<RejectionCode>)>, RejectionCode> {
    let case = known.referral.as_ref().ok_or(RejectionCode::ReferralGone)?;
    Author::of(case, actor, known.relation)?.require_right(Right::Handle, case)?;
    must_not_be_own(known)?;
    let refused = |way: &Way| may_say(known, case, way, policy, now).err();
    Ok(Way::ALL.into_iter().map(|way| (way.clone(), refused(&way))).collect())
}

/// Checks that somebody may write to the referrer in this way now.
pub(super) fn may_say(
    known: &Known,
    case: &Case,
    way: &Way,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<(), RejectionCode> {
    let Referrer { number_clear, has_account, wants_texts, texts } = &known.referrer;
    match way {
        Way::Text if !has_account => return Err(RejectionCode::NoAccount),
        Way::Text if !wants_texts => return Err(RejectionCode::TextsNotWanted),
        Way::WhatsApp if !number_clear => return Err(RejectionCode::ReferrerNumberUnclear),
        Way::Text | Way::WhatsApp => {}
        Way::Other(_) => return Err(RejectionCode::WayUnknown),
    }
    let is_recent = |at: Instant| now.as_millis() < at.as_millis().saturating_add(DAY_MS);
    // What a file says of itself must not keep anybody from writing.
    let is_here = |stored: &&StoredEvent| is_said(stored) && !known.imported.contains(&stored.id());
    let history = case.history();
    let said = history.events().filter(is_here).filter(|stored| is_recent(stored.event.at)).count();
    let texts = texts.iter().filter(|at| *way == Way::Text && is_recent(**at)).count();
    let is_too_often = said.max(texts) >= policy.said_in_a_day();
    if is_too_often { Err(RejectionCode::SaidTooOften) } else { Ok(()) }
}

/// The words as they are sent: without blanks around them, and of control characters with line breaks only.
pub(super) fn check(words: &str) -> Result<String, RejectionCode> {
    let words = words.trim().replace("\r\n", "\n").replace(['\r', '\t'], " ");
    match words.as_str() {
        "" => Err(RejectionCode::WordsMissing),
        words if !words.chars().all(is_allowed) => Err(RejectionCode::ControlCharacters),
        _ => Ok(words),
    }
}

/// Whether a code says why the referrer cannot be reached now, so that staff are shown it beside the words.
pub fn is_about_way(code: RejectionCode) -> bool {
    use RejectionCode::{NoAccount, ReferrerNumberUnclear, SaidTooOften, TextsNotWanted};
    matches!(code, NoAccount | ReferrerNumberUnclear | SaidTooOften | TextsNotWanted)
}

/// Checks that undoing this event takes back no words.
pub(super) fn may_undo(stored: &StoredEvent) -> Result<(), RejectionCode> {
    if is_said(stored) { Err(RejectionCode::AlreadySaid) } else { Ok(()) }
}

/// Whether a history, which a file may bring, takes back no words.
pub(super) fn all_stay(history: &History) -> bool {
    history.events().all(|stored| !is_said(stored) || history.counts(stored))
}

fn is_said(stored: &StoredEvent) -> bool {
    matches!(stored.event.kind, Kind::Said { .. })
}

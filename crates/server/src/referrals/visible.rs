//! A referral, for somebody who asks for it by its key and may see it.

use api::{Access, MINUTE_MS};
use domain::{
    case::Case,
    event::{Kind, Role},
    pipeline::{Known, Relation, TimelineEvent, timeline},
    rejection::RejectionCode,
    viewer::Viewer,
};

use crate::{
    AppState,
    audit::{Audit, security::SecurityEvent},
    clock::before,
    db::{EventKind, EventOutcome},
    delivery::records::UndeliveredText,
    http::{extract::Caller, refusal::Result},
    referrals::{
        records::{Stored, StoredEntry},
        relation,
        view::{self, Visibility},
    },
};

/// A referral that the caller may see.
pub(crate) struct Visible {
    pub(crate) stored: Stored,
    /// What is known of it.
    pub(crate) known: Known,
    /// The entries of the database, each with the text of its event.
    pub(crate) history: Vec<(Option<String>, StoredEntry)>,
    /// The events that the caller may see.
    pub(crate) events: Vec<TimelineEvent>,
    /// The texts to the referrer that were not delivered.
    pub(crate) undelivered: Vec<UndeliveredText>,
}

/// The referral with its events, if the caller may see it. A request for one that they may not see
/// is recorded.
pub(crate) async fn visible(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    key: &str,
) -> Result<Visible> {
    look(state, caller, audit, key, false).await
}

/// The same, with the rulebook for whoever may award: what they are offered depends on it.
pub(crate) async fn visible_with_rules(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    key: &str,
) -> Result<Visible> {
    look(state, caller, audit, key, caller.author().may_award).await
}

async fn look(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    key: &str,
    may_award: bool,
) -> Result<Visible> {
    caller.access.member()?;
    let reader = &caller.access.viewer;
    // All are looked up in any case, so that the time of the answer says nothing.
    let (stored, found) = state.store.known(key, may_award).await?;
    let whole_key = stored.as_ref().map_or(key, |it| &it.key);
    let history = state.store.history(whole_key).await?;
    let undelivered = state.store.undelivered_texts(whole_key).await?;
    if let Some(stored) = stored.filter(|it| view::answers_to(&it.case, key, &caller.access)) {
        let access = &caller.access;
        let is_staff = Visibility::of(&stored.case, access).sees.as_staff;
        // Only staff are told that the number is never to be contacted: what is offered to others must not show it.
        let do_not_contact = is_staff && found.do_not_contact;
        let known = relation::for_viewer(Known { do_not_contact, ..found }, reader);
        if let Ok(mut events) = timeline(&known, reader, &state.policy, state.clock.now()) {
            if !is_staff {
                let own = own_role(&stored.case, access);
                // Of the company's work they are told what changes the stage, and what was said to them.
                events.retain(|event| {
                    event.progress.is_some()
                        || is_own(event, own.as_ref())
                        || is_said_to(event, own.as_ref())
                });
            }
            return Ok(Visible { stored, known, history, events, undelivered });
        }
    }
    record_hidden_lookup(caller, audit).await;
    Err(RejectionCode::ReferralGone.into())
}

/// The role in which the caller adds events to a referral that they made or that is about them.
pub(crate) fn own_role(case: &Case, access: &Access) -> Option<Role> {
    match relation::relation(case, &access.viewer) {
        Relation::Referrer => Some(Role::Referrer),
        Relation::Referred => Some(Role::Referred),
        Relation::Unrelated => None,
    }
}

/// Whether somebody with this role added an event themselves.
pub(crate) fn is_own(event: &TimelineEvent, own: Option<&Role>) -> bool {
    own.is_some() && event.event.by.as_ref() == own && !event.imported
}

/// Whether it says something to whoever has this role. What a file brings was not sent from here, and
/// may be anybody's words.
fn is_said_to(event: &TimelineEvent, own: Option<&Role>) -> bool {
    let is_said = matches!(event.event.kind, Kind::Said { .. });
    own == Some(&Role::Referrer) && is_said && !event.imported
}

/// What the domain needs to know of the referral that a command names by this key.
pub(crate) fn for_command(key: &str, found: &Known, caller: &Caller, actor: &Viewer) -> Known {
    let referral = found.referral.clone();
    let referral = referral.filter(|case| view::answers_to(case, key, &caller.access));
    relation::for_viewer(Known { referral, ..found.clone() }, actor)
}

/// Records that somebody asked for a referral that they may not see or that does not exist. Nobody
/// learns which of the two.
pub(crate) async fn record_hidden_lookup(caller: &Caller, audit: &Audit) {
    let event = audit.by(EventKind::Look, caller);
    let once_since = Some(before(event.at, MINUTE_MS));
    audit.note(SecurityEvent { outcome: EventOutcome::Refused, ..event }, once_since).await;
}

//! Everything that changes the programme goes through two pure functions. [`decide`] turns a
//! command into events, or says which rules it breaks. [`evolve`] applies an event to the state.
//! The browser and the server call the same two and store the result.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
#[cfg(feature = "pipeline")]
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::account::{DecisionPolicy, LoginMode, User, Verified};
use crate::case::Case;
use crate::event::{Event, Kind, Role};
use crate::limits::INSTANT_MAX_MS;
#[cfg(feature = "pipeline")]
use crate::pipeline::{
    award,
    commands::{self, PipelineCommand},
    text_rules,
};
use crate::points::Points;
use crate::referral::{Instant, ReferralDraft};
use crate::rejection::{RejectionCode, Rejections};
use crate::viewer::Viewer;

/// What a command is about: a referral or an account, if it exists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The referral that the command names, or is about to submit.
    pub referral: Option<Case>,
    /// The account under the number that wants to log in or sign up.
    pub account: Option<User>,
    /// When the data stored under that number was last erased.
    pub erased_at: Option<Instant>,
    /// How the person who gives the command is related to the referral.
    #[cfg(feature = "pipeline")]
    pub relation: Relation,
    /// Whether a number of that person is, or ever was, in the referral: as the referrer's or as
    /// the referred person's ([`numbers_of`](crate::pipeline::numbers_of)).
    #[cfg(feature = "pipeline")]
    pub concerns_actor: bool,
    /// The [ids](crate::history::event_id) of the events that came by an import. What they say of
    /// their author proves nothing.
    #[cfg(feature = "pipeline")]
    pub imported: Vec<String>,
    /// Whether the person who logs in is staff. Staff need no account.
    #[cfg(feature = "pipeline")]
    pub is_staff: bool,
}

/// How somebody is related to a referral, by the number that they are logged in with.
#[cfg(feature = "pipeline")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// It is neither of the two.
    #[default]
    Unrelated,
    /// They made the referral, as a member or as a guest.
    Referrer,
    /// They are the person who was referred.
    Referred,
}

/// What somebody wants to do, with the facts that the decision needs and cannot look up itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Refer somebody (section 5).
    Submit {
        /// The form.
        draft: &'a ReferralDraft,
        /// The instant of submission. The caller makes sure that it is unique.
        id: Instant,
        /// That day in the format of the visitor's locale.
        date: &'a str,
        /// Whether both numbers are the same, in whatever spelling.
        own_number: bool,
    },
    /// Save points, which makes the referral Successful (section 4).
    SavePoints {
        /// What the admin typed.
        points: &'a str,
    },
    /// Log in or sign up, after a correct code.
    LogIn {
        /// Log in, or sign up.
        mode: LoginMode,
        /// The number, with the proof that the code was correct.
        verified: &'a Verified,
    },
    /// Any other command on a referral (hosted mode).
    #[cfg(feature = "pipeline")]
    Pipeline(PipelineCommand<'a>),
}

/// Turns a command into events to store; no events if nothing changes. `actor` gives the command.
///
/// # Errors
///
/// All broken rules, in the order of the form's fields. Nothing changes in that case.
pub fn decide(
    state: &State,
    command: &Command<'_>,
    actor: &Viewer,
    policy: &impl DecisionPolicy,
    now: Instant,
) -> Result<Vec<Event>, Rejections> {
    match command {
        Command::Submit { draft, id, date, own_number } => {
            let referral = draft.check(actor.user())?.submit(*id, (*date).to_owned());
            #[cfg(not(feature = "pipeline"))]
            let _ = own_number;
            #[cfg(feature = "pipeline")]
            if *own_number && policy.refuses_self_referral() {
                return Err(RejectionCode::SelfReferral.into());
            }
            #[cfg(feature = "pipeline")]
            if policy.is_hosted() && !text_rules::is_date(date) {
                return Err(RejectionCode::DateUnknown.into());
            }
            let event = Event::new(Kind::Submitted, now, 0, Some(actor.role()));
            Ok(vec![Event { submitted: Some(Box::new(referral)), ..event }])
        }
        Command::SavePoints { points } => {
            #[cfg(feature = "pipeline")]
            if let Viewer::Staff(staff) = actor {
                return award::decide(state, points, staff, policy, now);
            }
            actor.admin().ok_or(RejectionCode::NotAdmin)?;
            let points = Points::parse(points)?;
            let event = next(state, Kind::Points, actor.role(), now)?;
            Ok(vec![Event { points: Some(points), ..event }])
        }
        Command::LogIn { mode, verified } => match (mode, &state.account) {
            (LoginMode::Signup, Some(_)) => Err(RejectionCode::AlreadyRegistered.into()),
            #[cfg(feature = "pipeline")]
            (LoginMode::Login, None) if state.is_staff => Ok(Vec::new()),
            (LoginMode::Login, None) if !policy.is_admin_number(verified.mobile()) => {
                Err(RejectionCode::NotRegistered.into())
            }
            (LoginMode::Login, _) => Ok(Vec::new()),
            (LoginMode::Signup, None) => {
                // Later than the erasure, so that the new account is not taken for a copy of the
                // erased one.
                let registered_at = state.erased_at.map(|then| now.max(then.next()));
                let user = User { registered_at, ..User::of(verified.mobile().clone()) };
                let event = Event::new(Kind::SignedUp, now, 0, Some(actor.role()));
                Ok(vec![Event { signed_up: Some(user), ..event }])
            }
        },
        #[cfg(feature = "pipeline")]
        Command::Pipeline(command) => commands::decide(state, command, actor, policy, now),
    }
}

/// The state after an event. An event that does not fit the state changes nothing.
pub fn evolve(state: State, event: &Event) -> State {
    match event.kind {
        Kind::Submitted => {
            let submitted = || event.submitted.as_deref().cloned().map(Case::submitted);
            State { referral: state.referral.or_else(submitted), ..state }
        }
        Kind::SignedUp => {
            State { account: state.account.or_else(|| event.signed_up.clone()), ..state }
        }
        _ => State { referral: state.referral.map(|case| case.with(event)), ..state },
    }
}

/// Creates the next event of a referral. Its time is later than that of all known events, even if
/// the clock was set back.
pub(crate) fn next(
    state: &State,
    kind: Kind,
    by: Role,
    now: Instant,
) -> Result<Event, RejectionCode> {
    let history = state.referral.as_ref().ok_or(RejectionCode::ReferralGone)?.history();
    let at = match history.last_at() {
        None => now,
        Some(last) if last.as_millis() == INSTANT_MAX_MS => {
            return Err(RejectionCode::ReferralSealed);
        }
        Some(last) => now.max(last.next()),
    };
    Ok(Event::new(kind, at, history.len() as u32, Some(by)))
}

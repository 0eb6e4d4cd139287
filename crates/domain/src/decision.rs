//! Everything that changes the programme, as two pure functions: [`decide`] says what a command
//! comes to, or which rules it breaks; [`evolve`] says where that leads. The browser and the
//! server call the same two, and store what they say.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::account::{AdminPolicy, LoginMode, User, Verified};
use crate::case::Case;
use crate::event::{Event, Kind, Role};
use crate::limits::INSTANT_MAX_MS;
#[cfg(feature = "pipeline")]
use crate::pipeline::change::{self, Change};
use crate::points::Points;
use crate::referral::{Instant, ReferralDraft};
use crate::rejection::{RejectionCode, Rejections};
use crate::viewer::Viewer;

/// What a command is about: one referral, or one account, as far as it is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The referral that is named, or would be submitted.
    pub referral: Option<Case>,
    /// The account under the number that wants to log in or sign up.
    pub account: Option<User>,
    /// When what was stored under that number was last erased.
    pub erased_at: Option<Instant>,
    /// What whoever asks is to the referral.
    #[cfg(feature = "pipeline")]
    pub relation: Relation,
    /// Whether whoever wants to log in works for the company, which needs no account.
    #[cfg(feature = "pipeline")]
    pub works_here: bool,
}

/// What somebody is to a referral, by the number that they are logged in with.
#[cfg(feature = "pipeline")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// Nothing.
    #[default]
    Stranger,
    /// They have made it, also as a guest.
    Referrer,
    /// It is them who were referred.
    Referred,
}

/// What somebody wants. It carries the facts that the decision needs and cannot look up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// To refer somebody (section 5).
    Submit {
        /// The form.
        draft: &'a ReferralDraft,
        /// The instant of submission, made unique by the caller.
        id: Instant,
        /// That day as the visitor's locale writes it.
        date: &'a str,
    },
    /// To save points for the referral, which makes it Successful (section 4).
    SavePoints {
        /// What the admin typed.
        points: &'a str,
    },
    /// To log in or to sign up, after a right code.
    LogIn {
        /// Which of the two.
        mode: LoginMode,
        /// The number and the proof that the code was right.
        verified: &'a Verified,
    },
    /// Anything else that is done with a referral (hosted mode).
    #[cfg(feature = "pipeline")]
    Change(Change<'a>),
}

/// What a command comes to, as events to store; none if nothing changes. `actor` is whoever asks.
///
/// # Errors
///
/// Every rule that is broken, in the order of the form. Then nothing has happened.
pub fn decide(
    state: &State,
    command: &Command<'_>,
    actor: &Viewer,
    policy: &impl AdminPolicy,
    now: Instant,
) -> Result<Vec<Event>, Rejections> {
    match command {
        Command::Submit { draft, id, date } => {
            let referral = draft.check(actor.user())?.submit(*id, (*date).to_owned());
            #[cfg(feature = "pipeline")]
            if state.relation == Relation::Referred {
                return Err(RejectionCode::SelfReferral.into());
            }
            let event = Event::new(Kind::Submitted, now, 0, Some(actor.role()));
            Ok(vec![Event { submitted: Some(Box::new(referral)), ..event }])
        }
        Command::SavePoints { points } => {
            #[cfg(feature = "pipeline")]
            if let Viewer::Staff(staff) = actor {
                change::may_award(state, staff)?;
            }
            actor.admin().ok_or(RejectionCode::NotAdmin)?;
            let points = Points::parse(points)?;
            let event = next(state, Kind::Points, actor.role(), now)?;
            Ok(vec![Event { points: Some(points), ..event }])
        }
        Command::LogIn { mode, verified } => match (mode, &state.account) {
            (LoginMode::Signup, Some(_)) => Err(RejectionCode::AlreadyRegistered.into()),
            #[cfg(feature = "pipeline")]
            (LoginMode::Login, None) if state.works_here => Ok(Vec::new()),
            (LoginMode::Login, None) if !policy.is_admin_number(verified.mobile()) => {
                Err(RejectionCode::NotRegistered.into())
            }
            (LoginMode::Login, _) => Ok(Vec::new()),
            (LoginMode::Signup, None) => {
                // Later than the erasure, so that the new account is told from copies of the old.
                let registered_at = state.erased_at.map(|then| now.max(then.next()));
                let user = User { registered_at, ..User::of(verified.mobile().clone()) };
                let event = Event::new(Kind::SignedUp, now, 0, Some(actor.role()));
                Ok(vec![Event { signed_up: Some(user), ..event }])
            }
        },
        #[cfg(feature = "pipeline")]
        Command::Change(change) => change::decide(state, change, actor, now),
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

/// The next event of a referral. It counts after all that is known of it, even where a clock was
/// set back.
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

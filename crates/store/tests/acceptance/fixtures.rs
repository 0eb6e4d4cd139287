//! People, referrals and instants that the sentences speak of.

use domain::account::{Challenge, LoginMode, Policy, User};
use domain::case::Case;
use domain::decision::{Command, State, decide, evolve};
use domain::event::Event;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::Rejections;
use domain::viewer::Viewer;
use store::{
    Actor, Author, EventKind, EventOutcome, Given, Listing, NewConfirmation, NewReferral,
    NewSession, Scope, SecurityEvent, Store, Stored, Submitted,
};

pub(crate) const NOW: u64 = 1_750_000_000_000;
pub(crate) const ASHA: &str = "9876543210";
pub(crate) const RAVI: &str = "9123456780";

pub(crate) fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

pub(crate) fn mobile(text: &str) -> MobileNumber {
    MobileNumber::parse(text).unwrap()
}

pub(crate) fn user(number: &str) -> User {
    User::of(mobile(number))
}

fn policy() -> Policy {
    Policy::new("9000000000", "0").unwrap()
}

pub(crate) fn admin_actor() -> Author {
    author("9000000000")
}

/// Nobody who is logged in.
pub(crate) fn guest() -> Author {
    Author { actor: Actor::Guest, session: None }
}

/// A member as whoever writes without a session of their own: the program itself.
pub(crate) fn author(number: &str) -> Author {
    Author { actor: Actor::Member(mobile(number)), session: None }
}

/// A form about `referred`.
pub(crate) fn form(referred: &str) -> ReferralDraft {
    ReferralDraft {
        referred_name: referred.to_owned(),
        referred_phone: "0400 111 222".to_owned(),
        service: "training".to_owned(),
        notes: "After six, please".to_owned(),
        ..ReferralDraft::default()
    }
}

/// What the core makes of a form.
pub(crate) fn submitted(draft: ReferralDraft, viewer: &Viewer, id: u64) -> Referral {
    let command = Command::Submit { draft: &draft, id: at(id), date: "1/6/2025" };
    let events = decide(&State::default(), &command, viewer, &policy(), at(id)).unwrap();
    *events.into_iter().next().unwrap().submitted.unwrap()
}

/// A referral of `referred` under a number.
pub(crate) fn record(number: &str, referred: &str, id: u64) -> Case {
    Case::submitted(submitted(form(referred), &Viewer::Member(user(number)), id))
}

/// A submission whose idempotency key is all that it says.
pub(crate) fn submission(number: &str, referred: &str, now: u64) -> NewReferral {
    NewReferral {
        referral: record(number, referred, now).referral().clone(),
        now: at(now),
        by: author(number),
        idempotency: format!("{number} {referred} {now}"),
        fingerprint: [1; 32],
        allowance: None,
    }
}

pub(crate) async fn submit(store: &Store, number: &str, referred: &str, now: u64) -> Stored {
    match store.submit(&submission(number, referred, now)).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// What the core says to points that the admin saves.
pub(crate) fn award(
    points: u64,
    now: u64,
) -> impl Fn(&State) -> Result<Vec<Event>, Rejections> + Send + Sync {
    let admin = Viewer::of(Some(user("9000000000")), &policy());
    let points = points.to_string();
    move |state: &State| {
        let command = Command::SavePoints { points: &points };
        decide(state, &command, &admin, &policy(), at(now))
    }
}

/// A copy of a referral for which points were saved elsewhere.
pub(crate) fn awarded(case: &Case, points: u64, now: u64) -> Case {
    let state = State { referral: Some(case.clone()), ..State::default() };
    let events = award(points, now)(&state).unwrap();
    events.iter().fold(state, evolve).referral.unwrap()
}

pub(crate) fn session(number: &str, token: u8, now: u64) -> NewSession {
    NewSession {
        token: [token; 32],
        user: user(number),
        typed: None,
        now: at(now),
        replaces: None,
        device: Some("Firefox on Linux".to_owned()),
        first_owner: None,
    }
}

/// Begins a session, as the core decides: with a new account,
pub(crate) async fn sign_up(store: &Store, new: &NewSession) -> Result<(), Rejections> {
    enter(store, new, LoginMode::Signup, "9000000000").await
}

/// with the one that is there,
pub(crate) async fn log_in(store: &Store, new: &NewSession) -> Result<(), Rejections> {
    enter(store, new, LoginMode::Login, "9000000000").await
}

/// or without one, which the admin needs not have.
pub(crate) async fn begin(store: &Store, new: &NewSession) {
    let number = new.user.mobile_number.as_str();
    enter(store, new, LoginMode::Login, number).await.unwrap();
}

async fn enter(
    store: &Store,
    new: &NewSession,
    mode: LoginMode,
    admin: &str,
) -> Result<(), Rejections> {
    let policy = Policy::new(admin, "0").unwrap();
    let challenge = Challenge::request(new.user.mobile_number.as_str()).unwrap();
    let command = Command::LogIn { mode, verified: &challenge.answered(true).unwrap() };
    let decide = |state: &State| decide(state, &command, &Viewer::Guest, &policy, new.now);
    store.open_session(new, &decide).await.unwrap().map(|_| ())
}

/// A second factor, given in a session whose token it keeps. Every number is its own fingerprint.
pub(crate) fn factor(number: &str, token: u8, given: Given) -> NewConfirmation {
    NewConfirmation {
        token: [token; 32],
        next: [token; 32],
        mobile: mobile(number),
        number: fingerprint(number),
        given,
        now: at(NOW),
        since: at(0),
    }
}

/// Gives it, however often it was tried before; whether it was right.
pub(crate) async fn confirm(store: &Store, number: &str, token: u8, step: u64) -> bool {
    let new = factor(number, token, Given::Step(step));
    store.confirm(&new, &|_| Ok(())).await.unwrap().unwrap()
}

pub(crate) fn fingerprint(number: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(number.bytes()).for_each(|(byte, digit)| *byte = digit);
    bytes
}

/// Something that somebody does.
pub(crate) fn event(number: &str, kind: EventKind) -> SecurityEvent {
    SecurityEvent {
        at: at(NOW),
        kind,
        outcome: EventOutcome::Done,
        actor: Some(fingerprint(number)),
        target: None,
        request: "a-request".to_owned(),
    }
}

/// All that anybody has, newest first, as one part.
pub(crate) fn everything() -> Listing {
    Listing::of(Scope::All, 1000)
}

/// Whom the referrals of a list are about, in its order.
pub(crate) async fn names(store: &Store, listing: &Listing) -> Vec<String> {
    let listed = store.list(listing).await.unwrap();
    listed.referrals.into_iter().map(|stored| stored.referral().referred_name.clone()).collect()
}

/// The same, part by part.
pub(crate) async fn names_in_parts(store: &Store, listing: &Listing) -> Vec<String> {
    let mut listing = listing.clone();
    let mut names = Vec::new();
    loop {
        let listed = store.list(&listing).await.unwrap();
        assert!(listed.referrals.len() <= usize::try_from(listing.limit).unwrap());
        names.extend(
            listed.referrals.into_iter().map(|stored| stored.referral().referred_name.clone()),
        );
        match listed.next {
            Some(next) => listing.after = Some(next),
            None => return names,
        }
    }
}

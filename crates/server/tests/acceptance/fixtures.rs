//! People, referrals and instants for the tests.

use domain::account::{Challenge, LoginMode, Policy, Registration, User};
use domain::case::Case;
use domain::event::Event;
use domain::mobile::MobileNumber;
use domain::pipeline::{Command, Known, decide, may_submit};
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::Rejections;
use domain::viewer::Viewer;
use server::{
    audit::security::SecurityEvent,
    db::{EventKind, EventOutcome, Store},
    login::records::{GivenFactor, NewConfirmation, NewSession},
    referrals::records::{Actor, Author, Listing, NewReferral, Scope, Stored, Submitted},
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

pub(crate) fn policy() -> Policy {
    Policy::new("9000000000", "0").unwrap()
}

pub(crate) fn admin_actor() -> Author {
    Author { may_award: true, ..author("9000000000") }
}

/// A guest.
pub(crate) fn guest() -> Author {
    Author::guest()
}

/// A member as the author, without a session.
pub(crate) fn author(number: &str) -> Author {
    Author {
        actor: Actor::Member(mobile(number)),
        session: None,
        may_award: false,
        number_changes: None,
        texts: None,
    }
}

/// A draft about `referred`.
pub(crate) fn form(referred: &str) -> ReferralDraft {
    ReferralDraft {
        referred_name: referred.to_owned(),
        referred_phone: "0400 111 222".to_owned(),
        service: "training".to_owned(),
        notes: "After six, please".to_owned(),
        ..ReferralDraft::default()
    }
}

/// The referral that the domain makes from a draft.
pub(crate) fn submitted(draft: ReferralDraft, viewer: &Viewer, id: u64) -> Referral {
    draft.check(viewer.user()).unwrap().submit(at(id), "1/6/2025".to_owned())
}

/// A referral of `referred` by the referrer with this number.
pub(crate) fn record(number: &str, referred: &str, id: u64) -> Case {
    Case::submitted(submitted(form(referred), &Viewer::Member(user(number)), id))
}

/// A submission that is identified by its idempotency key only.
pub(crate) fn submission(number: &str, referred: &str, now: u64) -> NewReferral {
    NewReferral {
        referral: record(number, referred, now).referral().clone(),
        now: at(now),
        by: author(number),
        idempotency_key: format!("{number} {referred} {now}"),
        fingerprint: [1; 32],
        allowance: None,
        may: may_submit,
        said: None,
    }
}

pub(crate) async fn submit(store: &Store, number: &str, referred: &str, now: u64) -> Stored {
    match store.submit(&submission(number, referred, now)).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// The domain's decision about points that the admin saves.
pub(crate) fn award(
    points: u64,
    now: u64,
) -> impl Fn(&Known) -> Result<Option<Event>, Rejections> + Send + Sync {
    let admin = Viewer::of(Some(user("9000000000")), &policy());
    let points = points.to_string();
    move |known: &Known| {
        let command = Command::SavePoints { points: &points, note: "", is_staff: true };
        decide(known, &command, &admin, &policy(), at(now))
    }
}

/// A copy of a referral whose points were saved elsewhere.
pub(crate) fn awarded(case: &Case, points: u64, now: u64) -> Case {
    let known = Known { referral: Some(case.clone()), ..Known::default() };
    case.clone().evolve(&award(points, now)(&known).unwrap().unwrap())
}

pub(crate) fn session(number: &str, token: u8, now: u64) -> NewSession {
    NewSession {
        token: [token; 32],
        user: user(number),
        now: at(now),
        replaces: None,
        device: Some("Firefox on Linux".to_owned()),
        language: "en",
        first_owner: None,
    }
}

/// Begins a session with a new account.
pub(crate) async fn sign_up(store: &Store, new: &NewSession) -> Result<(), Rejections> {
    enter(store, new, LoginMode::Signup, "9000000000").await
}

/// Begins a session with an existing account.
pub(crate) async fn log_in(store: &Store, new: &NewSession) -> Result<(), Rejections> {
    enter(store, new, LoginMode::Login, "9000000000").await
}

/// Begins a session without an account, which the admin does not need.
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
    let verified = challenge.verified_if(true).unwrap();
    let enter = |found: Registration| {
        verified.enter(mode, found, &policy, new.now).map_err(Rejections::from)
    };
    store.open_session(new, &enter).await.unwrap().map(|_| ())
}

/// A second factor for a session, which keeps that session's token. In these tests the fingerprint
/// of a number is the number.
pub(crate) fn factor(number: &str, token: u8, given: GivenFactor) -> NewConfirmation {
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

/// Gives the factor without a limit of tries. Returns whether it was correct.
pub(crate) async fn confirm(store: &Store, number: &str, token: u8, step: u64) -> bool {
    let new = factor(number, token, GivenFactor::Step(step));
    store.confirm(&new, &|_| Ok(())).await.unwrap().unwrap()
}

pub(crate) fn fingerprint(number: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(number.bytes()).for_each(|(byte, digit)| *byte = digit);
    bytes
}

/// A security event.
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

/// All referrals, newest first, on one page.
pub(crate) fn everything() -> Listing {
    Listing::of(Scope::All, 1000)
}

/// The names of the referred people, in the order of the list.
pub(crate) async fn names(store: &Store, listing: &Listing) -> Vec<String> {
    let listed = store.list(listing).await.unwrap();
    listed.items.into_iter().map(|stored| stored.referral().referred_name.clone()).collect()
}

/// The same, page by page.
pub(crate) async fn names_in_parts(store: &Store, listing: &Listing) -> Vec<String> {
    let mut listing = listing.clone();
    let mut names = Vec::new();
    loop {
        let listed = store.list(&listing).await.unwrap();
        assert!(listed.items.len() <= usize::try_from(listing.limit).unwrap());
        names
            .extend(listed.items.into_iter().map(|stored| stored.referral().referred_name.clone()));
        match listed.next {
            Some(next) => listing.after = Some(next),
            None => return names,
        }
    }
}

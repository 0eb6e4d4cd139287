//! People, referrals and instants that the sentences speak of.

use domain::account::{Policy, User};
use domain::mobile::MobileNumber;
use domain::points::Points;
use domain::referral::{CheckedReferral, Instant, Referral, ReferralDraft};
use domain::viewer::{Admin, Viewer};
use store::{
    Actor, Author, EventKind, EventOutcome, Given, Listing, NewConfirmation, NewReferral,
    NewSession, SecurityEvent, Store, Stored, Submitted, Whose,
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

pub(crate) fn admin() -> Admin {
    let policy = Policy::new("9000000000", "0").unwrap();
    Viewer::of(Some(user("9000000000")), &policy).admin().unwrap().clone()
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

/// A referral of `referred` under a number.
pub(crate) fn checked(number: &str, referred: &str) -> CheckedReferral {
    let draft = ReferralDraft {
        referred_name: referred.to_owned(),
        referred_phone: "0400 111 222".to_owned(),
        service: "training".to_owned(),
        notes: "After six, please".to_owned(),
        ..ReferralDraft::default()
    };
    draft.check(Some(&user(number))).unwrap()
}

/// The same as a record.
pub(crate) fn record(number: &str, referred: &str, id: u64) -> Referral {
    checked(number, referred).submit(at(id), "1/6/2025".to_owned())
}

/// A submission whose idempotency key is all that it says.
pub(crate) fn submission(number: &str, referred: &str, now: u64) -> NewReferral {
    NewReferral {
        referral: checked(number, referred),
        date: "1/6/2025".to_owned(),
        now: at(now),
        by: author(number),
        idempotency: format!("{number} {referred} {now}"),
        fingerprint: [1; 32],
        allowance: None,
    }
}

pub(crate) async fn submit(store: &dyn Store, number: &str, referred: &str, now: u64) -> Stored {
    match store.submit(&submission(number, referred, now)).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// An edit that awards points, as a server makes one.
pub(crate) fn award(points: u64, now: u64) -> impl Fn(&Referral) -> Referral + Send + Sync {
    let (admin, points) = (admin(), Points::try_from(points).unwrap());
    move |before: &Referral| before.award(&admin, points, at(now))
}

pub(crate) fn session(number: &str, token: u8, now: u64) -> NewSession {
    NewSession {
        token: [token; 32],
        user: user(number),
        typed: None,
        registered: false,
        now: at(now),
        replaces: None,
        device: Some("Firefox on Linux".to_owned()),
    }
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
pub(crate) async fn confirm(store: &dyn Store, number: &str, token: u8, step: u64) -> bool {
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
    Listing::of(Whose::All, 1000)
}

/// Whom the referrals of a list are about, in its order.
pub(crate) async fn names(store: &dyn Store, listing: &Listing) -> Vec<String> {
    let listed = store.list(listing).await.unwrap();
    listed.referrals.into_iter().map(|stored| stored.referral.referred_name).collect()
}

/// The same, part by part.
pub(crate) async fn names_in_parts(store: &dyn Store, listing: &Listing) -> Vec<String> {
    let mut listing = listing.clone();
    let mut names = Vec::new();
    loop {
        let listed = store.list(&listing).await.unwrap();
        assert!(listed.referrals.len() <= usize::try_from(listing.most).unwrap());
        names.extend(listed.referrals.into_iter().map(|stored| stored.referral.referred_name));
        match listed.next {
            Some(next) => listing.after = Some(next),
            None => return names,
        }
    }
}

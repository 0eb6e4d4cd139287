//! Second factors that staff set up themselves.

use std::sync::Mutex;

use api::{FactorTries, HostedCode};
use domain::pipeline::StaffRole;
use macro_rules_attribute::apply;
use server::{
    db::{
        Store,
        fingerprints::{FingerprintKind, KeyedHash},
    },
    login::records::{GivenFactor, NewConfirmation, NewFactor, RemovedFactor},
    staff::records::{Invitation, StaffChange, StoredPasskey},
};
use sha2::{Digest, Sha256};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, at, begin, factor, fingerprint, log_in, mobile, session, user,
};
use crate::people::execute;
use crate::traces::keyed;

pub(crate) fn passkey(id: u8) -> StoredPasskey {
    StoredPasskey {
        id: id.to_string(),
        name: "Key \0".to_owned(),
        credential: vec![id],
        static_state: vec![1, 2, 3],
        dynamic_state: vec![0, 0, 1],
        made_at: at(NOW),
        used_at: None,
    }
}

/// Confirms the session with this token by a second factor. The session's token is `token + 100`
/// afterwards.
async fn give(
    store: &Store,
    number: &str,
    token: u8,
    given: GivenFactor,
) -> Result<bool, HostedCode> {
    let mut new = factor(number, token, given);
    new.next = [token + 100; 32];
    store.confirm(&new, &|_| Ok(())).await.unwrap()
}

pub(crate) async fn add_passkey(
    store: &Store,
    number: &str,
    token: u8,
    staff: &str,
    may_be_first: bool,
) -> Result<bool, HostedCode> {
    let factor = NewFactor::Passkey(passkey(token));
    let given = GivenFactor::New { staff: staff.to_owned(), may_be_first, factor };
    give(store, number, token, given).await
}

/// A store with an owner, who has the sessions 1 and 2.
async fn owned(database: &dyn Database) -> Store {
    let store = database.open().await;
    store.name_owner("first", &user(ASHA), at(NOW)).await.unwrap();
    for token in [1, 2] {
        begin(&store, &session(ASHA, token, NOW)).await;
    }
    store
}

#[apply(on_each_database)]
async fn a_first_factor_is_set_up_by_anybody_and_another_with_the_second_factor(
    database: &dyn Database,
) {
    let store = owned(database).await;
    let missing = Err(HostedCode::SecondFactorMissing);
    assert_eq!(add_passkey(&store, ASHA, 1, "first", false).await, missing);
    assert_eq!(add_passkey(&store, ASHA, 1, "first", true).await, Ok(true));
    assert_eq!(add_passkey(&store, ASHA, 2, "first", true).await, missing);
    assert!(store.session(&[101; 32], at(NOW)).await.unwrap().unwrap().confirmed);
    assert_eq!(add_passkey(&store, ASHA, 101, "first", true).await, Ok(true));
    let factors = store.factors("first", &fingerprint(ASHA)).await.unwrap();
    let ids: Vec<_> = factors.passkeys.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["1", "101"]);
    assert_eq!(factors.passkeys[0].name, "Key \u{fffd}");
    let staff = store.staff().await.unwrap();
    assert!(staff[0].has_passkey && !staff[0].has_totp);
}

#[apply(on_each_database)]
async fn one_of_two_simultaneous_first_factors_is_stored(database: &dyn Database) {
    let (store, other) = (owned(database).await, database.open().await);
    let (one, two) = tokio::join!(
        add_passkey(&store, ASHA, 1, "first", true),
        add_passkey(&other, ASHA, 2, "first", true),
    );
    assert!((one == Ok(true)) != (two == Ok(true)), "{one:?} {two:?}");
    let factors = store.factors("first", &fingerprint(ASHA)).await.unwrap();
    assert_eq!(factors.passkeys.len(), 1);
}

#[apply(on_each_database)]
async fn an_app_is_stored_after_its_first_code(database: &dyn Database) {
    let store = owned(database).await;
    let totp = |part: &[u8], step| GivenFactor::New {
        staff: "first".to_owned(),
        may_be_first: true,
        factor: NewFactor::Totp(part.to_vec(), step),
    };
    store.offer_totp("first", &[1], Some(&[1; 32])).await.unwrap();
    store.offer_totp("first", &[2], Some(&[1; 32])).await.unwrap();
    assert_eq!(give(&store, ASHA, 1, totp(&[1], 10)).await, Ok(false), "another was offered");
    assert_eq!(give(&store, ASHA, 1, totp(&[2], 10)).await, Ok(true));
    let factors = store.factors("first", &fingerprint(ASHA)).await.unwrap();
    assert_eq!((factors.totp, factors.totp_next), (Some(vec![2]), None));
    assert_eq!(factors.reset_at, Some(at(NOW)));
    assert_eq!(give(&store, ASHA, 2, GivenFactor::Step(10)).await, Ok(false), "its code was used");
    assert_eq!(give(&store, ASHA, 2, GivenFactor::Step(11)).await, Ok(true));
}

#[apply(on_each_database)]
async fn a_passkey_with_a_stale_counter_is_refused(database: &dyn Database) {
    let store = owned(database).await;
    add_passkey(&store, ASHA, 1, "first", true).await.unwrap();
    let signed = |before, after| GivenFactor::Passkey {
        id: "1".to_owned(),
        before: vec![0, 0, before],
        after: vec![0, 0, after],
    };
    assert_eq!(give(&store, ASHA, 2, signed(1, 2)).await, Ok(true));
    begin(&store, &session(ASHA, 3, NOW)).await;
    assert_eq!(give(&store, ASHA, 3, signed(1, 2)).await, Ok(false));
    assert_eq!(give(&store, ASHA, 3, signed(2, 3)).await, Ok(true));
    let factors = store.factors("first", &fingerprint(ASHA)).await.unwrap();
    assert_eq!(factors.passkeys[0].used_at, Some(at(NOW)));
}

#[apply(on_each_database)]
async fn a_challenge_is_valid_once_and_expires(database: &dyn Database) {
    let store = owned(database).await;
    let take = async |token| store.take_challenge(&[token; 32], at(NOW + 1)).await.unwrap();
    store.keep_challenge(&[1; 32], &[1], at(NOW + 2)).await.unwrap();
    store.keep_challenge(&[1; 32], &[2], at(NOW + 2)).await.unwrap();
    store.keep_challenge(&[2; 32], &[3], at(NOW + 1)).await.unwrap();
    assert_eq!(take(1).await, Some(vec![2]));
    assert_eq!(take(1).await, None);
    assert_eq!(take(2).await, None);
    store.keep_challenge(&[9; 32], &[3], at(NOW + 2)).await.unwrap_err();
    store.keep_challenge(&[1; 32], &[1], at(NOW + 2)).await.unwrap();
    assert_eq!(store.sweep(at(NOW + 2)).await.unwrap(), 1);
}

#[apply(on_each_database)]
async fn the_last_factor_stays(database: &dyn Database) {
    let store = owned(database).await;
    add_passkey(&store, ASHA, 1, "first", true).await.unwrap();
    let key = RemovedFactor::Passkey("1".to_owned());
    let session = [101; 32];
    let remove = async |factor: &RemovedFactor, has_configured| {
        store.remove_factor("first", factor, has_configured, at(NOW), Some(&session)).await.unwrap()
    };
    assert!(!remove(&key, false).await);
    assert!(!remove(&RemovedFactor::Totp, false).await, "there is none");
    assert!(remove(&key, true).await);
    store.offer_totp("first", &[1], Some(&session)).await.unwrap();
    // The app in the settings goes with the app of one's own, and so is no other factor.
    execute(database, "UPDATE staff SET totp = totp_next, reset_at = NULL").await;
    assert!(!remove(&RemovedFactor::Totp, true).await);
}

#[apply(on_each_database)]
async fn removing_factors_ends_the_sessions(database: &dyn Database) {
    let store = owned(database).await.with_keyed_hash(KeyedHash::by(keyed));
    let new = Invitation {
        id: "b".to_owned(),
        mobile: mobile(RAVI),
        name: "Ravi".to_owned(),
        role: StaffRole::Manager,
        services: Vec::new(),
        team: String::new(),
        invited_by: "first".to_owned(),
    };
    store.invite_staff(&new, at(NOW), Some(&[1; 32])).await.unwrap();
    log_in(&store, &session(RAVI, 4, NOW)).await.unwrap();
    add_passkey(&store, RAVI, 4, "b", true).await.unwrap();
    let tried = async || {
        let tries = Mutex::new(0);
        let rule = |tried: FactorTries| {
            *tries.lock().unwrap() = tried.in_a_day;
            Ok(())
        };
        let number = keyed(FingerprintKind::Number, &Sha256::digest(RAVI));
        let wrong = NewConfirmation { number, ..factor(RAVI, 4, GivenFactor::WrongAppCode) };
        assert_eq!(store.confirm(&wrong, &rule).await.unwrap(), Ok(false));
        tries.into_inner().unwrap()
    };
    assert_eq!((tried().await, tried().await), (1, 2));
    let reset = StaffChange::Reset;
    store.change_staff("b", &reset, at(NOW), Some(&[1; 32])).await.unwrap();
    assert_eq!(tried().await, 1);
    assert_eq!(store.session(&[104; 32], at(NOW)).await.unwrap(), None);
    let factors = store.factors("b", &fingerprint(RAVI)).await.unwrap();
    assert_eq!((factors.passkeys, factors.reset_at), (Vec::new(), Some(at(NOW))));
}

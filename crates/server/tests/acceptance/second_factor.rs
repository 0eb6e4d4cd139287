//! The second factor.

use api::{
    DAY_MS, FactorTries, HostedCode, SECOND_FACTOR_TRIES, SECOND_FACTOR_TRIES_A_DAY,
    SECOND_FACTOR_WINDOW_MS, may_try_second_factor,
};
use macro_rules_attribute::apply;
use server::{
    db::Store,
    login::records::{GivenFactor, NewConfirmation},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, begin, confirm, factor, mobile, session, sign_up};

/// How many tries the caller's decision gets, including the next one.
async fn tries(store: &Store, number: &str, since: u64) -> u32 {
    let told = std::sync::Mutex::new(FactorTries::default());
    let new = NewConfirmation { since: at(since), ..factor(number, 0, GivenFactor::Invalid) };
    let paused = Err(HostedCode::SecondFactorPaused);
    let rule = |tries| {
        *told.lock().unwrap() = tries;
        paused
    };
    assert_eq!(store.confirm(&new, &rule).await.unwrap().map(|_| ()), paused);
    told.into_inner().unwrap().recent
}

/// A try of Asha's, of which those within the window before it are counted.
fn tried(now: u64, given: GivenFactor) -> NewConfirmation {
    let since = at(now - SECOND_FACTOR_WINDOW_MS + 1);
    NewConfirmation { now: at(now), since, ..factor(ASHA, 1, given) }
}

/// Five tries in five minutes are 1,440 in a day, of which one guesses a code in some weeks.
#[apply(on_each_database)]
async fn wrong_codes_have_a_limit_for_each_day_and_what_nobody_guesses_has_none(
    database: &dyn Database,
) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let window = SECOND_FACTOR_WINDOW_MS;
    let mut now = NOW;
    for place in 0..SECOND_FACTOR_TRIES_A_DAY {
        now = NOW + u64::from(place) * window;
        let wrong = tried(now, GivenFactor::WrongAppCode);
        assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
    }
    let later = now + window;
    let used_up = Err(HostedCode::SecondFactorUsedUp);
    let right = tried(later, GivenFactor::Step(100));
    assert_eq!(store.confirm(&right, &may_try_second_factor).await.unwrap(), used_up);
    let code = tried(later, GivenFactor::RecoveryCode([7; 32]));
    assert_eq!(store.confirm(&code, &may_try_second_factor).await.unwrap(), Ok(false));
    // A day after the first two.
    let right = tried(NOW + DAY_MS + window + 1, GivenFactor::Step(100));
    assert_eq!(store.confirm(&right, &may_try_second_factor).await.unwrap(), Ok(true));
}

#[apply(on_each_database)]
async fn wrong_passkeys_and_recovery_codes_do_not_use_up_the_codes_of_a_day(
    database: &dyn Database,
) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let window = SECOND_FACTOR_WINDOW_MS;
    let mut now = NOW;
    for _ in 0..=SECOND_FACTOR_TRIES_A_DAY {
        for given in [GivenFactor::Invalid, GivenFactor::RecoveryCode([7; 32])] {
            let wrong = tried(now, given);
            assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
        }
        now += window;
    }
    let right = tried(now, GivenFactor::Step(100));
    assert_eq!(store.confirm(&right, &may_try_second_factor).await.unwrap(), Ok(true));
}

#[apply(on_each_database)]
async fn wrong_tries_are_counted_since_an_instant(database: &dyn Database) {
    let store = database.open().await;
    for now in NOW..NOW + 3 {
        let new = NewConfirmation { now: at(now), ..factor(ASHA, 1, GivenFactor::Invalid) };
        assert_eq!(store.confirm(&new, &|_| Ok(())).await.unwrap(), Ok(false));
    }
    assert_eq!(tries(&store, ASHA, NOW).await, 4);
    assert_eq!(tries(&store, ASHA, NOW + 2).await, 2);
    assert_eq!(tries(&store, RAVI, NOW).await, 1);
    // A code that was not compared is not counted.
    assert_eq!(tries(&store, ASHA, NOW).await, 4);
}

#[apply(on_each_database)]
async fn a_right_try_does_not_reset_wrong_ones(database: &dyn Database) {
    let store = database.open().await;
    for token in [1, 2] {
        begin(&store, &session(ASHA, token, NOW)).await;
    }
    for _ in 0..SECOND_FACTOR_TRIES - 1 {
        let wrong = factor(ASHA, 1, GivenFactor::Invalid);
        assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
    }
    let right = factor(ASHA, 2, GivenFactor::Step(100));
    assert_eq!(store.confirm(&right, &may_try_second_factor).await.unwrap(), Ok(true));
    let wrong = factor(ASHA, 1, GivenFactor::Invalid);
    assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
    let right = factor(ASHA, 2, GivenFactor::Step(101));
    let paused = Err(HostedCode::SecondFactorPaused);
    assert_eq!(store.confirm(&right, &may_try_second_factor).await.unwrap(), paused);
}

#[apply(on_each_database)]
async fn a_totp_step_confirms_once(database: &dyn Database) {
    let store = database.open().await;
    for token in [1, 2] {
        begin(&store, &session(ASHA, token, NOW)).await;
    }
    assert!(confirm(&store, ASHA, 1, 100).await);
    let found = store.session(&[1; 32], at(NOW)).await.unwrap().unwrap();
    assert_eq!((found.confirmed, found.confirmed_at), (true, Some(at(NOW))));
    for step in [100, 99, 0] {
        assert!(!confirm(&store, ASHA, 2, step).await);
    }
    assert!(!store.session(&[2; 32], at(NOW)).await.unwrap().unwrap().confirmed);
    assert!(confirm(&store, ASHA, 2, 101).await);
}

#[apply(on_each_database)]
async fn a_confirmed_session_has_another_token(database: &dyn Database) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let new = NewConfirmation { next: [9; 32], ..factor(ASHA, 1, GivenFactor::Step(100)) };
    assert_eq!(store.confirm(&new, &|_| Ok(())).await.unwrap(), Ok(true));
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), None);
    assert!(store.session(&[9; 32], at(NOW)).await.unwrap().unwrap().confirmed);
}

#[apply(on_each_database)]
async fn a_totp_step_cannot_confirm_a_missing_session(database: &dyn Database) {
    let store = database.open().await;
    begin(&store, &session(RAVI, 1, NOW)).await;
    assert!(!confirm(&store, ASHA, 1, 100).await);
    assert!(!confirm(&store, ASHA, 2, 100).await);
    begin(&store, &session(ASHA, 2, NOW)).await;
    assert!(confirm(&store, ASHA, 2, 100).await);
}

#[apply(on_each_database)]
async fn an_erasure_and_a_sweep_leave_tries_and_used_steps(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    assert!(confirm(&store, ASHA, 1, 100).await);
    let wrong = factor(ASHA, 1, GivenFactor::Invalid);
    store.confirm(&wrong, &|_| Ok(())).await.unwrap().unwrap();
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    store.sweep(at(NOW)).await.unwrap();
    sign_up(&store, &session(ASHA, 2, NOW)).await.unwrap();
    assert_eq!(tries(&store, ASHA, NOW).await, 2);
    assert!(!confirm(&store, ASHA, 2, 100).await);
    assert!(confirm(&store, ASHA, 2, 101).await);
}

#[apply(on_each_database)]
async fn a_recovery_code_is_valid_once_and_until_new_ones_are_made(database: &dyn Database) {
    let store = database.open().await;
    for (number, token) in [(ASHA, 1), (RAVI, 2)] {
        begin(&store, &session(number, token, NOW)).await;
    }
    let fingerprint = factor(ASHA, 1, GivenFactor::Invalid).number;
    store.add_recovery_codes(&fingerprint, &[[1; 32], [2; 32]], false, None).await.unwrap();
    let give = async |number, token, code| {
        let new = factor(number, token, GivenFactor::RecoveryCode([code; 32]));
        store.confirm(&new, &|_| Ok(())).await.unwrap().unwrap()
    };
    assert!(!give(RAVI, 2, 1).await);
    assert!(!give(ASHA, 2, 1).await, "a session of somebody else's");
    assert!(give(ASHA, 1, 1).await);
    assert!(!give(ASHA, 1, 1).await);
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    begin(&store, &session(ASHA, 1, NOW)).await;
    assert!(!give(ASHA, 1, 1).await);
    store.add_recovery_codes(&fingerprint, &[[3; 32]], false, None).await.unwrap();
    assert!(!give(ASHA, 1, 2).await);
    assert!(give(ASHA, 1, 3).await);
}

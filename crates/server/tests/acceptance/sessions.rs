//! Sessions and the accounts that they register.

use api::{MINUTE_MS, SESSION_IDLE_MS, SessionTimes};
use domain::rejection::RejectionCode;
use macro_rules_attribute::apply;
use server::db::StoreError;
use server::login::records::{ListedSession, NewSession, StoredSession};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, begin, mobile, session, sign_up, user};

#[apply(on_each_database)]
async fn a_session_is_found_by_its_token_until_it_is_closed(database: &dyn Database) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    assert_eq!(store.session(&[2; 32], at(NOW)).await.unwrap(), None);
    let times = SessionTimes { created_at: at(NOW), seen_at: at(NOW) };
    let found = StoredSession {
        user: user(ASHA),
        times,
        confirmed: false,
        confirmed_at: None,
        staff: None,
    };
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), Some(found));
    // The admin's number, for example, has a session but no account.
    assert_eq!(store.account(&mobile(ASHA)).await.unwrap(), None);
    store.close_session(&[1; 32]).await.unwrap();
    store.close_session(&[1; 32]).await.unwrap();
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn a_new_user_and_the_session_are_stored_together(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    assert_eq!(store.account(&mobile(ASHA)).await.unwrap(), Some(user(ASHA)));
    let again = NewSession { replaces: Some([1; 32]), ..session(ASHA, 2, NOW) };
    let opened = sign_up(&store, &again).await;
    assert_eq!(opened, Err(RejectionCode::AlreadyRegistered.into()));
    assert_eq!(store.session(&[2; 32], at(NOW)).await.unwrap(), None);
    assert!(store.session(&[1; 32], at(NOW)).await.unwrap().is_some());
}

#[apply(on_each_database)]
async fn a_session_replaces_the_one_before(database: &dyn Database) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let next = NewSession { replaces: Some([1; 32]), ..session(RAVI, 2, NOW) };
    begin(&store, &next).await;
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), None);
    let found = store.session(&[2; 32], at(NOW)).await.unwrap().unwrap();
    assert_eq!(found.user, user(RAVI));
}

#[apply(on_each_database)]
async fn use_is_noted_once_a_minute(database: &dyn Database) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let mut seen = Vec::new();
    for later in [MINUTE_MS, MINUTE_MS + 1, MINUTE_MS + 2, 2 * MINUTE_MS + 2] {
        let found = store.session(&[1; 32], at(NOW + later)).await.unwrap().unwrap();
        seen.push(found.times.seen_at.as_millis() - NOW);
    }
    assert_eq!(seen, [0, 0, MINUTE_MS + 1, MINUTE_MS + 1]);
}

#[apply(on_each_database)]
async fn a_session_that_has_ended_is_not_prolonged(database: &dyn Database) {
    let store = database.open().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let late = at(NOW + SESSION_IDLE_MS);
    for _ in 0..2 {
        let found = store.session(&[1; 32], late).await.unwrap().unwrap();
        assert!(!found.times.holds(late));
    }
}

#[apply(on_each_database)]
async fn all_sessions_of_a_number_are_closed_together(database: &dyn Database) {
    let store = database.open().await;
    for (number, token) in [(ASHA, 1), (ASHA, 2), (RAVI, 3)] {
        begin(&store, &session(number, token, NOW)).await;
    }
    assert_eq!(store.close_sessions(&mobile(ASHA), None).await.unwrap(), 2);
    assert_eq!(store.close_sessions(&mobile(ASHA), None).await.unwrap(), 0);
    assert!(store.session(&[3; 32], at(NOW)).await.unwrap().is_some());
    // Whoever has just been logged out closes nobody's.
    let closed = store.close_sessions(&mobile(RAVI), Some(&[1; 32])).await;
    assert!(matches!(closed, Err(StoreError::SessionEnded)), "{closed:?}");
    assert_eq!(store.close_sessions(&mobile(RAVI), Some(&[3; 32])).await.unwrap(), 1);
}

#[apply(on_each_database)]
async fn valid_sessions_of_a_number_are_listed(database: &dyn Database) {
    let store = database.open().await;
    for (number, token, now) in [(ASHA, 1, NOW), (ASHA, 2, NOW + 1), (RAVI, 3, NOW)] {
        begin(&store, &session(number, token, now)).await;
    }
    let listed = |token, now| ListedSession {
        token: [token; 32],
        times: SessionTimes { created_at: at(now), seen_at: at(now) },
        device: Some("Firefox on Linux".to_owned()),
    };
    let sessions = store.sessions(&mobile(ASHA), at(NOW)).await.unwrap();
    assert_eq!(sessions, [listed(2, NOW + 1), listed(1, NOW)]);
    let later = at(NOW + SESSION_IDLE_MS);
    assert_eq!(store.sessions(&mobile(ASHA), later).await.unwrap(), [listed(2, NOW + 1)]);
}

#[apply(on_each_database)]
async fn accounts_are_paged_in_the_order_of_their_numbers(database: &dyn Database) {
    let store = database.open().await;
    let numbers = ["9876543210", "98765432100", "1234567890", "9123456780"];
    for (token, number) in (1..).zip(numbers) {
        sign_up(&store, &session(number, token, NOW)).await.unwrap();
    }
    let first = store.accounts(None, 3).await.unwrap();
    assert_eq!(first, [user("1234567890"), user("9123456780"), user("9876543210")]);
    let rest = store.accounts(Some(&mobile("9876543210")), 3).await.unwrap();
    assert_eq!(rest, [user("98765432100")]);
}

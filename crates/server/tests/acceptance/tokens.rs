//! API tokens.

use api::{INTEGRATIONS_KEPT_MS, MINUTE_MS, TOKENS_MAX, TokenScope, TokenView};
use macro_rules_attribute::apply;
use server::{
    db::{Store, StoreError},
    delivery::records::NewToken,
    referrals::records::{Author, NewReferral},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, at, author, mobile, submission};
use crate::outbox::new_webhook;

pub(crate) fn new(token: u8, expires_at: u64) -> NewToken {
    NewToken {
        token: [token; 32],
        maker: mobile(ASHA),
        listed: TokenView {
            id: token.to_string(),
            name: "Accounts \u{0}".to_owned(),
            prefix: "kg_abcd".to_owned(),
            scopes: vec![TokenScope::ReferralsRead, TokenScope::WebhooksManage],
            made_at: at(NOW),
            expires_at: at(expires_at),
            used_at: None,
            made_by: None,
        },
    }
}

async fn used_at(store: &Store) -> Option<u64> {
    store.tokens().await.unwrap()[0].used_at.map(|at| at.as_millis())
}

#[apply(on_each_database)]
async fn a_token_is_found_until_it_expires_or_is_revoked(database: &dyn Database) {
    let store = database.open().await;
    let one = new(1, NOW + 10);
    assert!(store.add_token(&one, None).await.unwrap());
    let (found, maker, _) = store.token(&[1; 32], at(NOW + 9)).await.unwrap().unwrap();
    let expected = TokenView { name: "Accounts \u{fffd}".to_owned(), ..one.listed };
    assert_eq!((found, maker), (expected, mobile(ASHA)));
    assert_eq!(store.token(&[1; 32], at(NOW + 10)).await.unwrap(), None);
    assert_eq!(store.token(&[2; 32], at(NOW)).await.unwrap(), None);
    assert!(store.remove_token("1", None).await.unwrap());
    assert!(!store.remove_token("1", None).await.unwrap());
    assert_eq!(store.token(&[1; 32], at(NOW)).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn the_use_of_a_token_is_noted_once_a_minute(database: &dyn Database) {
    let store = database.open().await;
    store.add_token(&new(1, NOW + 10 * MINUTE_MS), None).await.unwrap();
    assert_eq!(used_at(&store).await, None);
    for (now, noted) in [(0, 0), (MINUTE_MS, 0), (MINUTE_MS + 1, MINUTE_MS + 1)] {
        store.token(&[1; 32], at(NOW + now)).await.unwrap().unwrap();
        assert_eq!(used_at(&store).await, Some(NOW + noted));
    }
}

#[apply(on_each_database)]
async fn nothing_is_written_under_a_token_that_is_revoked(database: &dyn Database) {
    let store = database.open().await;
    store.add_token(&new(1, NOW + 10), None).await.unwrap();
    let by = Author { session: Some([1; 32]), ..author(ASHA) };
    let submission = |name| NewReferral { by: by.clone(), ..submission(ASHA, name, NOW) };
    store.submit(&submission("A")).await.unwrap();
    store.remove_token("1", None).await.unwrap();
    let refused = store.submit(&submission("B")).await.unwrap_err();
    assert!(matches!(refused, StoreError::SessionEnded));
    let refused = store.add_webhook(&new_webhook("a", &[]), by.session.as_ref()).await.unwrap_err();
    assert!(matches!(refused, StoreError::SessionEnded));
}

#[apply(on_each_database)]
async fn tokens_end_with_their_creator_and_expire(database: &dyn Database) {
    let store = database.open().await;
    for token in [1, 2] {
        store.add_token(&new(token, NOW + u64::from(token)), None).await.unwrap();
    }
    store.sweep(at(NOW + 1 + INTEGRATIONS_KEPT_MS)).await.unwrap();
    assert_eq!(store.tokens().await.unwrap().len(), 1);
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(store.tokens().await.unwrap(), []);
    for token in 0..TOKENS_MAX {
        assert!(store.add_token(&new(u8::try_from(token).unwrap(), NOW), None).await.unwrap());
    }
    assert!(!store.add_token(&new(255, NOW), None).await.unwrap());
}

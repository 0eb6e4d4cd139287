//! A full disk.

use domain::view::Totals;
use server::{db::StoreError, referrals::records::Scope};

use crate::database::Sqlite;
use crate::fixtures::{ASHA, NOW, everything, mobile, submission};

#[tokio::test]
async fn a_full_disk_loses_nothing_and_writing_resumes_when_there_is_room() {
    let database = Sqlite::new();
    let store = database.store().await;
    store.limit_pages(1).await.unwrap();
    let mut kept = 0;
    let error = loop {
        match store.submit(&submission(ASHA, &format!("Person {kept}"), NOW)).await {
            Ok(_) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 10_000, "the disk is never full");
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    assert!(kept > 0);
    // Repeatedly, and also for writes of several rows.
    for _ in 0..3 {
        store.limit_pages(1).await.unwrap();
        let again = store.submit(&submission(ASHA, &format!("Person {kept}"), NOW)).await;
        assert!(matches!(again, Err(StoreError::Full(_))), "{again:?}");
    }
    let sound = async |kept: usize| {
        let listed = store
            .list(&server::referrals::records::Listing { limit: 20_000, ..everything() })
            .await
            .unwrap();
        assert_eq!(listed.items.len(), kept);
        let totals = Totals { all: kept, pending: kept, ..Totals::default() };
        for scope in [Scope::All, Scope::Of(mobile(ASHA))] {
            assert_eq!(store.totals(&scope).await.unwrap(), totals);
        }
        let last = &listed.items[0];
        assert_eq!(store.history(&last.key).await.unwrap().len(), 1);
        assert!(store.integrity().await.unwrap().is_empty());
    };
    sound(kept).await;
    store.limit_pages(1_000_000).await.unwrap();
    store.submit(&submission(ASHA, &format!("Person {kept}"), NOW)).await.unwrap();
    sound(kept + 1).await;
}

//! Views that are shared with the staff.

use api::{SharedView, VIEWS_EACH_MAX, VIEWS_MAX};
use macro_rules_attribute::apply;
use server::db::StoreError;

use crate::database::{Database, on_each_database};
use crate::fixtures::{NOW, at};

pub(crate) fn new(id: u32) -> SharedView {
    SharedView {
        id: id.to_string(),
        name: format!("To call {id} \u{0}"),
        address: "/referrals?stage=received".to_owned(),
        made_by: "a".to_owned(),
        removable: false,
    }
}

#[apply(on_each_database)]
async fn views_are_listed_in_their_order_until_they_are_removed(database: &dyn Database) {
    let store = database.open().await;
    for (view, time) in [(2, 1), (1, 2)] {
        assert!(store.share_view(&new(view), at(NOW + time), None).await.unwrap());
    }
    let stored = |id| SharedView { name: format!("To call {id} \u{fffd}"), ..new(id) };
    assert_eq!(store.views().await.unwrap(), [stored(2), stored(1)]);
    for was_there in [true, false] {
        assert_eq!(store.remove_view("2", None).await.unwrap(), was_there);
        assert_eq!(store.views().await.unwrap(), [stored(1)]);
    }
    let refused = store.share_view(&new(3), at(NOW), Some(&[1; 32])).await.unwrap_err();
    assert!(matches!(refused, StoreError::SessionEnded));
    let refused = store.remove_view("1", Some(&[1; 32])).await.unwrap_err();
    assert!(matches!(refused, StoreError::SessionEnded));
}

#[apply(on_each_database)]
async fn no_more_views_are_shared_than_anybody_reads(database: &dyn Database) {
    let store = database.open().await;
    let by = |person: u32, id| SharedView { made_by: person.to_string(), ..new(id) };
    for view in 0..VIEWS_MAX {
        let shared = by(view / VIEWS_EACH_MAX, view);
        assert!(store.share_view(&shared, at(NOW), None).await.unwrap());
    }
    assert!(!store.share_view(&by(99, VIEWS_MAX), at(NOW), None).await.unwrap());
    store.remove_view("99", None).await.unwrap();
    // There is room again, but not for somebody who shares as many as one can.
    assert!(!store.share_view(&by(0, VIEWS_MAX), at(NOW), None).await.unwrap());
    assert!(store.share_view(&by(99, VIEWS_MAX), at(NOW), None).await.unwrap());
}

//! The totals of lists.

use domain::limits::POINTS_MAX;
use domain::view::Totals;
use macro_rules_attribute::apply;
use server::referrals::records::Scope;
use server::transfer::records::{Export, Importer};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, admin_actor, at, award, mobile, record, submit, user};
use crate::lists::five;

#[apply(on_each_database)]
async fn totals_follow_every_change(database: &dyn Database) {
    let store = database.open().await;
    let totals = |all, pending, successful, points| Totals { all, pending, successful, points };
    assert_eq!(store.totals(&Scope::All).await.unwrap(), Totals::default());
    five(&store).await;
    assert_eq!(store.totals(&Scope::All).await.unwrap(), totals(5, 1, 4, 20));
    let ravi = Scope::Of(mobile(RAVI));
    assert_eq!(store.totals(&ravi).await.unwrap(), totals(2, 0, 2, 14));
    let export = Export { accounts: vec![], referrals: vec![record(RAVI, "F", NOW)] };
    store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!(store.totals(&Scope::All).await.unwrap(), totals(6, 2, 4, 20));
    store.erase_referrer(&user(RAVI).mobile_number, None, at(NOW), None, None).await.unwrap();
    assert_eq!(store.totals(&Scope::All).await.unwrap(), totals(3, 1, 2, 6));
    assert_eq!(store.totals(&ravi).await.unwrap(), Totals::default());
    store.retain(at(NOW + 3)).await.unwrap();
    assert_eq!(store.totals(&Scope::All).await.unwrap(), totals(1, 0, 1, 1));
}

#[apply(on_each_database)]
async fn totals_do_not_overflow(database: &dyn Database) {
    let store = database.open().await;
    let mut keys = Vec::new();
    for name in ["A", "B", "C"] {
        let key = submit(&store, ASHA, name, NOW).await.key;
        store.change(&key, 1, &admin_actor(), &award(POINTS_MAX, NOW), None).await.unwrap();
        keys.push(key);
    }
    for whose in [Scope::All, Scope::Of(mobile(ASHA))] {
        assert_eq!(store.totals(&whose).await.unwrap().points, POINTS_MAX);
    }
    for key in &keys[1..] {
        store.change(key, 2, &admin_actor(), &award(0, NOW), None).await.unwrap();
    }
    store.change(&keys[0], 2, &admin_actor(), &award(POINTS_MAX - 1, NOW), None).await.unwrap();
    for whose in [Scope::All, Scope::Of(mobile(ASHA))] {
        assert_eq!(store.totals(&whose).await.unwrap().points, POINTS_MAX - 1);
    }
}

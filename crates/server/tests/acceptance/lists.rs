//! Lists in pages.

use api::Sort;
use domain::referral::ReferralDraft;
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    referrals::records::{Listing, NewReferral, Scope, Submitted},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, award, everything, form, mobile, names, names_in_parts,
    submission, submit, submitted, user,
};

/// Five referrals. All except C have points; B and D have the same number.
pub(crate) async fn five(store: &Store) {
    for (name, later) in ["A", "B", "C", "D", "E"].into_iter().zip(0..) {
        let number = if later % 2 == 0 { ASHA } else { RAVI };
        let stored = submit(store, number, name, NOW + later).await;
        let points = [5, 7, 0, 7, 1][usize::try_from(later).unwrap()];
        if points > 0 {
            store.change(&stored.key, 1, &admin_actor(), &award(points, NOW), None).await.unwrap();
        }
    }
}

#[apply(on_each_database)]
async fn pages_make_up_the_whole_list_in_every_order(database: &dyn Database) {
    let store = database.open().await;
    five(&store).await;
    for (sort, order) in [
        (Sort::Newest, ["E", "D", "C", "B", "A"]),
        (Sort::Oldest, ["A", "B", "C", "D", "E"]),
        (Sort::Points, ["D", "B", "A", "E", "C"]),
    ] {
        for limit in [1, 2, 4, 5, 6] {
            let listing = Listing { sort, limit, ..everything() };
            assert_eq!(names_in_parts(&store, &listing).await, order, "{sort:?} by {limit}");
        }
        let none = store.list(&Listing { sort, limit: 0, ..everything() }).await.unwrap();
        assert!(none.items.is_empty());
    }
}

#[apply(on_each_database)]
async fn a_list_is_filtered_by_owner_status_and_service(database: &dyn Database) {
    let store = database.open().await;
    five(&store).await;
    let guest = ReferralDraft {
        referrer_name: "A guest".to_owned(),
        referrer_phone: ASHA.to_owned(),
        referred_name: "F".to_owned(),
        referred_phone: "1".to_owned(),
        service: "royalty-card".to_owned(),
        ..ReferralDraft::default()
    };
    let referral = submitted(guest, &Viewer::Guest, NOW + 9);
    let new = NewReferral { referral, ..submission(ASHA, "F", NOW + 9) };
    store.submit(&new).await.unwrap();
    let of = |number| Listing { scope: Scope::Of(mobile(number)), limit: 2, ..everything() };
    let pending = || Some("Pending".to_owned());
    let royalty = || Some("royalty-card".to_owned());
    for (listing, found) in [
        (of(ASHA), vec!["F", "E", "C", "A"]),
        (of(RAVI), vec!["D", "B"]),
        (of("0000000000"), vec![]),
        (Listing { status: pending(), ..everything() }, vec!["F", "C"]),
        (Listing { status: Some("pending".to_owned()), ..everything() }, vec![]),
        (Listing { service: royalty(), ..everything() }, vec!["F"]),
        (Listing { service: royalty(), ..of(RAVI) }, vec![]),
        (Listing { status: pending(), service: royalty(), ..of(ASHA) }, vec!["F"]),
        (Listing { sort: Sort::Points, ..of(ASHA) }, vec!["A", "E", "F", "C"]),
        (Listing { sort: Sort::Oldest, status: pending(), ..everything() }, vec!["C", "F"]),
    ] {
        assert_eq!(names_in_parts(&store, &listing).await, found, "{listing:?}");
    }
}

/// Each service has a list of its own, and the pages are merged.
#[apply(on_each_database)]
async fn a_list_of_several_services_has_every_order_and_pages(database: &dyn Database) {
    let store = database.open().await;
    for (name, service, later) in [
        ("A", "training", 0),
        ("B", "others", 1),
        ("C", "royalty-card", 2),
        ("D", "others", 3),
        ("E", "training", 4),
        ("F", "others", 5),
    ] {
        let draft = ReferralDraft { service: service.to_owned(), ..form(name) };
        let referral = submitted(draft, &Viewer::Member(user(ASHA)), NOW + later);
        let new = NewReferral { referral, ..submission(ASHA, name, NOW + later) };
        let Submitted::New(stored) = store.submit(&new).await.unwrap() else { panic!() };
        if later % 3 == 1 {
            let award = award(later, NOW + 9);
            store.change(&stored.key, 1, &admin_actor(), &award, None).await.unwrap();
        }
    }
    let own = |service: &str| service.to_owned();
    let scope = Scope::Services(["training", "others", "others"].map(own).into());
    for (sort, order) in [
        (Sort::Newest, vec!["F", "E", "D", "B", "A"]),
        (Sort::Oldest, vec!["A", "B", "D", "E", "F"]),
        (Sort::Points, vec!["E", "B", "F", "D", "A"]),
        (Sort::Waiting, vec!["A", "D", "F"]),
    ] {
        for limit in 1..7 {
            let listing = Listing { sort, limit, ..Listing::of(scope.clone(), limit) };
            assert_eq!(names_in_parts(&store, &listing).await, order, "{sort:?} by {limit}");
        }
    }
    for (service, found) in [("others", vec!["F", "D", "B"]), ("royalty-card", vec![])] {
        let service = Some(service.to_owned());
        let listing = Listing { service, ..Listing::of(scope.clone(), 2) };
        assert_eq!(names_in_parts(&store, &listing).await, found);
        let counted: u64 = store.stage_counts(&listing).await.unwrap().values().sum();
        assert_eq!(counted, found.len() as u64);
    }
    let counts = store.stage_counts(&Listing::of(scope, 2)).await.unwrap();
    assert_eq!((counts["received"], counts["successful"]), (3, 2));
}

#[apply(on_each_database)]
async fn a_search_is_paged(database: &dyn Database) {
    let store = database.open().await;
    five(&store).await;
    for (sort, all, pending) in [
        (Sort::Newest, ["E", "D", "C", "B", "A"], ["C"]),
        (Sort::Oldest, ["A", "B", "C", "D", "E"], ["C"]),
        (Sort::Points, ["D", "B", "A", "E", "C"], ["C"]),
    ] {
        let listing = Listing { search: "SIX, pl".to_owned(), sort, limit: 2, ..everything() };
        assert_eq!(names_in_parts(&store, &listing).await, all);
        let listing = Listing { status: Some("Pending".to_owned()), ..listing };
        assert_eq!(names_in_parts(&store, &listing).await, pending);
    }
}

#[apply(on_each_database)]
async fn an_invalid_cursor_starts_at_the_beginning(database: &dyn Database) {
    let store = database.open().await;
    five(&store).await;
    let first = store.list(&Listing { limit: 2, ..everything() }).await.unwrap();
    let of_another_order = Listing { sort: Sort::Oldest, after: first.next, ..everything() };
    assert_eq!(names(&store, &of_another_order).await, ["A", "B", "C", "D", "E"]);
    for after in ["", "nonsense", "n-", "p1", "n1; DROP TABLE referrals"] {
        let listing = Listing { after: Some(after.to_owned()), ..everything() };
        assert_eq!(names(&store, &listing).await, ["E", "D", "C", "B", "A"]);
    }
}

#[apply(on_each_database)]
async fn awards_meanwhile_make_nothing_missing_or_shown_twice(database: &dyn Database) {
    let store = database.open().await;
    let mut keys = Vec::new();
    for number in 0..10 {
        let stored = submit(&store, ASHA, &format!("Person {number}"), NOW + number).await;
        store.change(&stored.key, 1, &admin_actor(), &award(10 * number, NOW), None).await.unwrap();
        keys.push(stored.key);
    }
    let listing = Listing { sort: Sort::Points, limit: 3, ..everything() };
    let mut seen = Vec::new();
    let mut part = store.list(&listing).await.unwrap();
    loop {
        seen.extend(part.items.iter().map(|it| it.referral().referred_name.clone()));
        let Some(next) = part.next else { break };
        // The last one moves before the page that was shown, the first one moves down, and one is
        // new.
        let round = seen.len() as u64;
        for (place, points) in [(0, 1000 + round), (9, 1)] {
            let stored = store.referral(&keys[place]).await.unwrap().unwrap();
            let edit = award(points, NOW + round);
            store.change(&stored.key, stored.version, &admin_actor(), &edit, None).await.unwrap();
        }
        submit(&store, ASHA, &format!("Later {round}"), NOW + 50).await;
        part = store.list(&Listing { after: Some(next), ..listing.clone() }).await.unwrap();
    }
    let expected: Vec<_> = (0..10).rev().map(|number| format!("Person {number}")).collect();
    assert_eq!(seen, expected);
    // A list from the beginning has the present order.
    assert_eq!(names(&store, &Listing { limit: 1, ..listing }).await, ["Person 0"]);
}

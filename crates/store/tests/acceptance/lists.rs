//! Lists, searches and sums.

use domain::hosted::Sort;
use domain::ledger::Totals;
use domain::limits::POINTS_MAX;
use domain::referral::{Referral, ReferralDraft};
use store::{Export, Listing, NewReferral, Store, Whose};

use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, everything, mobile, names, names_in_parts, record,
    submission, submit, user,
};
use crate::place::Place;

/// Five referrals; A and E have points, and so have the same many B and D.
async fn five(store: &dyn Store) {
    for (name, later) in ["A", "B", "C", "D", "E"].into_iter().zip(0..) {
        let number = if later % 2 == 0 { ASHA } else { RAVI };
        let stored = submit(store, number, name, NOW + later).await;
        let points = [5, 7, 0, 7, 1][usize::try_from(later).unwrap()];
        if points > 0 {
            store.award(&stored.key, 1, &admin_actor(), &award(points, NOW)).await.unwrap();
        }
    }
}

pub(crate) async fn parts_of_a_list_make_the_whole_list_in_every_order(place: &dyn Place) {
    let store = place.open().await;
    five(&*store).await;
    for (sort, order) in [
        (Sort::Newest, ["E", "D", "C", "B", "A"]),
        (Sort::Oldest, ["A", "B", "C", "D", "E"]),
        (Sort::Points, ["D", "B", "A", "E", "C"]),
    ] {
        for most in [1, 2, 4, 5, 6] {
            let listing = Listing { sort, most, ..everything() };
            assert_eq!(names_in_parts(&*store, &listing).await, order, "{sort:?} by {most}");
        }
        let none = store.list(&Listing { sort, most: 0, ..everything() }).await.unwrap();
        assert!(none.referrals.is_empty());
    }
}

pub(crate) async fn a_list_is_narrowed_by_owner_status_and_service(place: &dyn Place) {
    let store = place.open().await;
    five(&*store).await;
    let guest = ReferralDraft {
        referrer_name: "A guest".to_owned(),
        referrer_phone: ASHA.to_owned(),
        referred_name: "F".to_owned(),
        referred_phone: "1".to_owned(),
        service: "royalty-card".to_owned(),
        notes: String::new(),
    };
    let referral = guest.check(None).unwrap();
    let new = NewReferral { referral, ..submission(ASHA, "F", NOW + 9) };
    store.submit(&new).await.unwrap();
    let of = |number| Listing { whose: Whose::Of(mobile(number)), most: 2, ..everything() };
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
        assert_eq!(names_in_parts(&*store, &listing).await, found, "{listing:?}");
    }
}

/// Three referrals with texts to be found.
async fn texts(store: &dyn Store) {
    let referral = |referrer_name: &str, name: &str, phone: &str, notes: &str| Referral {
        referrer_name: referrer_name.to_owned(),
        referred_phone: phone.to_owned(),
        notes: notes.to_owned(),
        ..record(ASHA, name, NOW + u64::from(name.as_bytes()[0]))
    };
    let referrals = vec![
        referral("Ärzte", "Ann", "+61 400 111", r#"say "hi" 100% \o/ a_b"#),
        referral("Bo", "Bill Ärger", "040-222", "AND OR NOT NEAR(x y) * : ^ - col:x"),
        referral("Χρήστος", "Carl", "1", "मीरा, please"),
    ];
    store.take_in(&Export { accounts: vec![], referrals }, at(NOW), false).await.unwrap();
}

async fn search(store: &dyn Store, whose: Whose, needle: &str) -> String {
    let listing = Listing { whose, search: needle.to_owned(), ..everything() };
    names(store, &listing).await.iter().map(|name| &name[..1]).collect()
}

pub(crate) async fn a_search_finds_parts_of_all_texts_in_any_case(place: &dyn Place) {
    let store = place.open().await;
    texts(&*store).await;
    for (needle, found) in [
        ("", "CBA"),
        ("ann", "A"),
        ("BILL ä", "B"),
        ("ÄR", "BA"),
        ("är", "BA"),
        ("ärz", "A"),
        ("ÄRZ", "A"),
        ("χρήστοσ", "C"),
        ("+61 400", "A"),
        ("0", "CBA"),
        ("00", "A"),
        (&ASHA[3..7], "CBA"),
        ("मीरा", "C"),
        ("l", "CB"),
        ("annn", ""),
        ("z", "A"),
        ("q", ""),
        // The date, the service and the status are no texts to search in.
        ("training", ""),
        ("Pending", ""),
        ("1/6", ""),
    ] {
        for whose in [Whose::All, Whose::Of(mobile(ASHA))] {
            assert_eq!(search(&*store, whose, needle).await, found, "{needle}");
        }
    }
    assert_eq!(search(&*store, Whose::Of(mobile(RAVI)), "ann").await, "");
}

pub(crate) async fn a_search_takes_every_sign_as_it_is(place: &dyn Place) {
    let store = place.open().await;
    texts(&*store).await;
    for (needle, found) in [
        ("%", "A"),
        ("100%", "A"),
        ("1%0", ""),
        ("_", "A"),
        ("a_b", "A"),
        ("a_", "A"),
        ("axb", ""),
        (r"\", "A"),
        (r"\o/", "A"),
        ("\"", "A"),
        ("\"hi\"", "A"),
        ("AND OR", "B"),
        ("NOT NEAR", "B"),
        ("x y) *", "B"),
        ("* : ^", "B"),
        ("col:x", "B"),
        ("ann OR bill", ""),
        ("' OR 1=1 --", ""),
        ("\u{0}", ""),
        ("   ", ""),
    ] {
        assert_eq!(search(&*store, Whose::All, needle).await, found, "{needle}");
        assert_eq!(search(&*store, Whose::Of(mobile(ASHA)), needle).await, found, "{needle}");
    }
}

pub(crate) async fn a_search_comes_in_parts_too(place: &dyn Place) {
    let store = place.open().await;
    five(&*store).await;
    for (sort, all, pending) in [
        (Sort::Newest, ["E", "D", "C", "B", "A"], ["C"]),
        (Sort::Oldest, ["A", "B", "C", "D", "E"], ["C"]),
        (Sort::Points, ["D", "B", "A", "E", "C"], ["C"]),
    ] {
        let listing =
            Listing { search: "SIX, pl".to_owned(), sort, most: 2, ..everything() };
        assert_eq!(names_in_parts(&*store, &listing).await, all);
        let listing = Listing { status: Some("Pending".to_owned()), ..listing };
        assert_eq!(names_in_parts(&*store, &listing).await, pending);
    }
}

pub(crate) async fn what_cannot_be_read_as_a_cursor_begins_at_the_beginning(place: &dyn Place) {
    let store = place.open().await;
    five(&*store).await;
    let first = store.list(&Listing { most: 2, ..everything() }).await.unwrap();
    let of_another_order = Listing { sort: Sort::Oldest, after: first.next, ..everything() };
    assert_eq!(names(&*store, &of_another_order).await, ["A", "B", "C", "D", "E"]);
    for after in ["", "nonsense", "n-", "p1", "n1; DROP TABLE referrals"] {
        let listing = Listing { after: Some(after.to_owned()), ..everything() };
        assert_eq!(names(&*store, &listing).await, ["E", "D", "C", "B", "A"]);
    }
}

pub(crate) async fn totals_follow_every_change(place: &dyn Place) {
    let store = place.open().await;
    let totals = |all, pending, successful, points| Totals { all, pending, successful, points };
    assert_eq!(store.totals(&Whose::All).await.unwrap(), Totals::default());
    five(&*store).await;
    assert_eq!(store.totals(&Whose::All).await.unwrap(), totals(5, 1, 4, 20));
    let ravi = Whose::Of(mobile(RAVI));
    assert_eq!(store.totals(&ravi).await.unwrap(), totals(2, 0, 2, 14));
    let export = Export { accounts: vec![], referrals: vec![record(RAVI, "F", NOW)] };
    store.take_in(&export, at(NOW), false).await.unwrap();
    assert_eq!(store.totals(&Whose::All).await.unwrap(), totals(6, 2, 4, 20));
    store.erase_referrer(&user(RAVI).mobile_number, at(NOW)).await.unwrap();
    assert_eq!(store.totals(&Whose::All).await.unwrap(), totals(3, 1, 2, 6));
    assert_eq!(store.totals(&ravi).await.unwrap(), Totals::default());
    store.retain(at(NOW + 3)).await.unwrap();
    assert_eq!(store.totals(&Whose::All).await.unwrap(), totals(1, 0, 1, 1));
}

pub(crate) async fn totals_do_not_overflow(place: &dyn Place) {
    let store = place.open().await;
    let mut keys = Vec::new();
    for name in ["A", "B", "C"] {
        let key = submit(&*store, ASHA, name, NOW).await.key;
        store.award(&key, 1, &admin_actor(), &award(POINTS_MAX, NOW)).await.unwrap();
        keys.push(key);
    }
    for whose in [Whose::All, Whose::Of(mobile(ASHA))] {
        assert_eq!(store.totals(&whose).await.unwrap().points, POINTS_MAX);
    }
    for key in &keys[1..] {
        store.award(key, 2, &admin_actor(), &award(0, NOW)).await.unwrap();
    }
    store.award(&keys[0], 2, &admin_actor(), &award(POINTS_MAX - 1, NOW)).await.unwrap();
    for whose in [Whose::All, Whose::Of(mobile(ASHA))] {
        assert_eq!(store.totals(&whose).await.unwrap().points, POINTS_MAX - 1);
    }
}

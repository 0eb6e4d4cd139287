//! What a search finds.

use domain::referral::Referral;
use store::{Export, Listing, Store, Whose};

use crate::fixtures::{ASHA, NOW, RAVI, at, everything, mobile, names, record};
use crate::place::Place;

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

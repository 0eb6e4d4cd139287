//! Searches.

use domain::case::Case;
use domain::referral::Referral;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    referrals::records::{Listing, Scope},
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, everything, mobile, names, record};

/// Three referrals with different texts.
async fn texts(store: &Store) {
    let referral = |referrer_name: &str, name: &str, phone: &str, notes: &str| Referral {
        referrer_name: referrer_name.to_owned(),
        referred_phone: phone.to_owned(),
        notes: notes.to_owned(),
        ..record(ASHA, name, NOW + u64::from(name.as_bytes()[0])).referral().clone()
    };
    let referrals = [
        referral("Ärzte", "Ann", "+61 400 111", r#"say "hi" 100% \o/ a_b"#),
        referral("Bo", "Bill Ärger", "040-222", "AND OR NOT NEAR(x y) * : ^ - col:x"),
        referral("Χρήστος", "Carl", "1", "मीरा, please"),
    ];
    let referrals = referrals.map(Case::submitted).into();
    store
        .import(&Export { accounts: vec![], referrals }, at(NOW), false, &Importer::PROGRAM)
        .await
        .unwrap();
}

async fn search(store: &Store, scope: Scope, needle: &str) -> String {
    let listing = Listing { scope, search: needle.to_owned(), ..everything() };
    names(store, &listing).await.iter().map(|name| &name[..1]).collect()
}

#[apply(on_each_database)]
async fn a_search_finds_parts_of_all_texts_in_any_case(database: &dyn Database) {
    let store = database.open().await;
    texts(&store).await;
    for (needle, found) in [
        ("", "CBA"),
        ("ann", "A"),
        ("BILL ä", "B"),
        ("ÄRG", "B"),
        ("arg", "B"),
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
        // Any order, any mark, any spelling.
        ("ärger bill", "B"),
        ("arger-bill", ""),
        ("bill-arger", "B"),
        ("χρηστος", "C"),
        ("61400111", "A"),
        ("0400 111", "A"),
        ("040 222", "B"),
        ("+91 98765 43210", "CBA"),
        ("098765/43210 carl", "C"),
        // The date, the service and the status are not searched.
        ("training", ""),
        ("Pending", ""),
        ("1/6", ""),
    ] {
        for scope in [Scope::All, Scope::Of(mobile(ASHA))] {
            assert_eq!(search(&store, scope, needle).await, found, "{needle}");
        }
    }
    assert_eq!(search(&store, Scope::Of(mobile(RAVI)), "ann").await, "");
}

#[apply(on_each_database)]
async fn a_search_has_no_wildcards(database: &dyn Database) {
    let store = database.open().await;
    texts(&store).await;
    for (needle, found) in [
        ("%", ""),
        ("100%", "A"),
        ("_", ""),
        ("a_b", "A"),
        ("axb", ""),
        (r"\", ""),
        ("\"", ""),
        ("\"hi\"", "A"),
        ("AND OR", "B"),
        ("NOT NEAR", "B"),
        ("x y) *", "B"),
        ("* : ^", ""),
        ("col:x", "B"),
        ("ann OR bill", ""),
        ("' OR 1=1 --", ""),
        ("\u{0}", ""),
        ("   ", ""),
    ] {
        assert_eq!(search(&store, Scope::All, needle).await, found, "{needle}");
        assert_eq!(search(&store, Scope::Of(mobile(ASHA)), needle).await, found, "{needle}");
    }
}

/// What is searched of a text of this test.
fn letters(text: impl AsRef<str>) -> String {
    let small = text.as_ref().to_lowercase().replace('ü', "u");
    small.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The texts that are searched, independent of the index.
const SEPARATE: &str = "\u{1f}";

#[apply(on_each_database)]
async fn a_search_finds_exactly_the_matching_referrals(database: &dyn Database) {
    let store = database.open().await;
    // Longer than any gram, and with few different letters.
    let long: String = (0..220).map(|number| format!("{:b}ü", number * 7)).collect();
    let notes = [long.clone(), long.replace("101", "1001"), "na".repeat(20), "a na".to_owned()];
    let named = |place: usize| ["Anna Nana", "Nan Anan", "An", "\u{1f} nan"][place].to_owned();
    let referral = |place: usize| Referral {
        notes: notes[place].clone(),
        ..record(ASHA, &named(place), NOW + place as u64).referral().clone()
    };
    let referrals: Vec<_> = (0..notes.len()).map(referral).collect();
    let copies = referrals.iter().cloned().map(Case::submitted).collect();
    let export = Export { accounts: vec![], referrals: copies };
    store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    let long: Vec<char> = long.chars().collect();
    // Every fifth place still has parts of all lengths.
    let parts = (0..long.len()).step_by(5).map(|start| {
        let end = (start + 3 + start % 7).min(long.len());
        long[start..end].iter().collect::<String>()
    });
    let whole = long.iter().collect();
    let others = ["nan", "anan", "ananan", "a na n", "nanb", "ü", "üü", "nana nan"];
    // Digits alone are numbers, which are searched for in any spelling.
    let has_letter = |needle: &String| needle.contains(char::is_alphabetic);
    let parts = parts.chain([whole]).filter(has_letter);
    for needle in parts.chain(others.map(str::to_owned)) {
        let has = |referral: &&Referral| {
            let Referral { referrer_name, referred_name, referred_phone, notes, .. } = referral;
            let texts = [referrer_name, ASHA, referred_name, referred_phone, notes];
            let texts = texts.map(letters).join(SEPARATE);
            needle.split_whitespace().all(|word| texts.contains(&letters(word)))
        };
        let expected = referrals.iter().rev().filter(has);
        let expected: Vec<_> = expected.map(|referral| referral.referred_name.clone()).collect();
        for scope in [Scope::All, Scope::Of(mobile(ASHA))] {
            let listing = Listing { scope, search: needle.clone(), ..everything() };
            assert_eq!(names(&store, &listing).await, expected, "{needle}");
        }
    }
}

/// A number and a name in the spellings that the console shows and people type.
#[apply(on_each_database)]
async fn a_person_is_found_in_any_spelling(database: &dyn Database) {
    let store = database.open().await;
    let person = |place: u64, name: &str, phone: &str| Referral {
        referred_phone: phone.to_owned(),
        ..record(RAVI, name, NOW + place).referral().clone()
    };
    let people = [
        person(1, "Rashid Al-Mansoori", "9230252536"),
        person(2, "José D’Souza", "+974 5555 1234"),
        person(3, "Asha Rao", "92302 52537"),
    ];
    let referrals = people.map(Case::submitted).into();
    store
        .import(&Export { accounts: vec![], referrals }, at(NOW), false, &Importer::PROGRAM)
        .await
        .unwrap();
    for (found, searches) in [
        (
            "R",
            &[
                "092302 52536",
                "92302 52536",
                "+91 92302 52536",
                "0091-92302-52536",
                "९२३०२ ५२५३६",
                "52536",
                "302 52536",
                "al mansoori",
                "al-mansoori",
                "AlMansoori",
                "mansoori rashid",
                "rashid 52536",
            ][..],
        ),
        ("J", &["d'souza", "D´Souza", "dsouza", "d souza", "jose", "souza josé", "5555 1234"]),
        ("AR", &["92302", "+91 923", "0923"]),
        ("", &["92302 52538", "souza maria", "+44 92302 52536"]),
    ] {
        for needle in searches {
            assert_eq!(search(&store, Scope::All, needle).await, found, "{needle}");
        }
    }
}

//! An erasure leaves no trace of a number.

use std::env;
use std::sync::Arc;

use domain::case::Case;
use domain::event::CorrectedField;
use domain::mobile::MobileNumber;
use macro_rules_attribute::apply;

use domain::pipeline::PipelineCommand;
use domain::rejection::RejectionCode;
use server::{
    db::{
        Store, StoreError,
        fingerprints::{FingerprintKind, KeyedHash},
    },
    referrals::records::{Actor, Submitted},
    transfer::records::{Export, Importer},
};
use sqlx::{AssertSqlSafe, Connection, Row};

use crate::codes::code;
use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, author, award, log_in, mobile, record, session, sign_up,
    submit, user,
};
use crate::leaderboard;
use crate::messages::message;
use crate::people::{connect, execute, of_guest, of_session};
use crate::person_pages;
use crate::redemptions;
use crate::stages::give;

/// How many times an erasure races with other writes: `ERASURE_ROUNDS`, or ten.
fn rounds() -> u64 {
    env::var("ERASURE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(10)
}

/// All columns of all tables, as text.
pub(crate) async fn dump(database: &dyn Database) -> String {
    let mut connection = connect(database).await;
    let is_postgres = database.driver_url().starts_with("postgres");
    let tables = if is_postgres {
        "SELECT CAST(table_name AS TEXT) FROM information_schema.tables \
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
    } else {
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
    };
    let mut text = String::new();
    for table in sqlx::query(tables).fetch_all(&mut connection).await.unwrap() {
        let table: String = table.get(0);
        let select = if is_postgres {
            format!("SELECT CAST(t AS TEXT) FROM \"{table}\" AS t")
        } else {
            let columns = format!("SELECT name FROM pragma_table_info('{table}')");
            let columns =
                sqlx::query(AssertSqlSafe(columns)).fetch_all(&mut connection).await.unwrap();
            let columns: Vec<_> = columns
                .iter()
                .map(|row| format!("quote(\"{}\")", row.get::<String, _>(0)))
                .collect();
            format!("SELECT {} FROM \"{table}\"", columns.join(" || ' ' || "))
        };
        for row in sqlx::query(AssertSqlSafe(select)).fetch_all(&mut connection).await.unwrap() {
            text.push_str(&format!("{table}: {}\n", row.get::<String, _>(0)));
        }
    }
    connection.close().await.unwrap();
    text
}

/// The hashes of a number without a key, in all spellings.
fn plain_hashes(number: &str) -> Vec<String> {
    use sha2::{Digest, Sha256};
    let spellings = numbers::spellings(number);
    let hash =
        |spelling| Sha256::digest(spelling).iter().map(|byte| format!("{byte:02x}")).collect();
    spellings.iter().map(hash).collect()
}

/// Whether a text contains a number in any spelling, or its fingerprint without a key.
pub(crate) fn traces(text: &str, number: &str) -> Vec<String> {
    let (key, plain) = (numbers::key(number), plain_hashes(number));
    let tells = |line: &&str| {
        let lower = line.to_lowercase();
        numbers::mentions(line, &key) || plain.iter().any(|digest| lower.contains(digest))
    };
    text.lines().filter(tells).map(str::to_owned).collect()
}

/// Scenario 12 of the programme.
#[apply(on_each_database)]
async fn a_person_is_erased_wherever_their_number_is(database: &dyn Database) {
    let store = database.open().await;
    let spellings = ["9876543210", "+91 98765 43210", "098765-43210"];
    for (place, phone) in spellings.iter().enumerate() {
        let new = of_guest("044 2345", "A", phone, NOW + place as u64);
        store.submit(&new).await.unwrap();
    }
    store.submit(&of_guest("+91 98765 43210", "B", "044 2345", NOW + 5)).await.unwrap();
    let mut new = message("m", NOW, true);
    new.message.message = "Call me: +91-98765-43210.".to_owned();
    store.keep_message(&new).await.unwrap();
    store.keep_message(&message("other", NOW + 1, true)).await.unwrap();
    // Points for somebody else, saved under that number.
    let stored = submit(&store, RAVI, "C", NOW + 6).await;
    store.change(&stored.key, 1, &author(ASHA), &award(5, NOW + 7), None).await.unwrap();

    store.keep_code(&code("challenge", ASHA, 1, NOW).code).await.unwrap();

    let erasure =
        store.erase_referred("919876543210", at(NOW), None, None, &|_| Ok(())).await.unwrap();
    let counts = [erasure.referrals, erasure.messages, erasure.blanked, erasure.changes];
    assert_eq!(counts, [4, 0, 1, 1]);
    assert!(!erasure.account_stays);
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
    let history = store.history(&stored.key).await.unwrap();
    let actors: Vec<_> = history.iter().map(|(_, change)| &change.by).collect();
    assert_eq!(actors, [&Actor::Member(mobile(RAVI)), &Actor::Erased]);
    assert_eq!(history[1].1.points, 5);
}

#[apply(on_each_database)]
async fn erasures_are_remembered_by_a_keyed_hash(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let first = submit(&store, ASHA, "A", NOW).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    sign_up(&store, &session(ASHA, 2, NOW + 5)).await.unwrap();
    let again = store.account(&mobile(ASHA)).await.unwrap().unwrap();
    assert_eq!(again.registered_at, Some(at(NOW + 5)), "the fingerprint is recognised");
    let second = submit(&store, ASHA, "B", NOW + 6).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW + 7), None, None).await.unwrap();
    let text = dump(database).await;
    assert!(!text.contains(&first.key) && !text.contains(&second.key));
    assert_eq!(traces(&text, ASHA), Vec::<String>::new());
    let copy = Export { accounts: vec![user(ASHA)], referrals: vec![first.case, second.case] };
    assert_eq!(
        store.import(&copy, at(NOW + 9), false, &Importer::PROGRAM).await.unwrap().refused,
        3
    );
}

#[apply(on_each_database)]
async fn verify_reports_an_erased_referral_that_is_back(database: &dyn Database) {
    let other = database.open().await;
    let store = other.clone().with_keyed_hash(KeyedHash::by(keyed));
    let copy = submit(&store, ASHA, "A", NOW).await.case;
    let copy = Export { accounts: Vec::new(), referrals: vec![copy] };
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    assert_eq!(store.import(&copy, at(NOW), false, &Importer::PROGRAM).await.unwrap().refused, 1);
    // It is not recognised with another secret.
    assert_eq!(other.import(&copy, at(NOW), false, &Importer::PROGRAM).await.unwrap().new, 1);
    assert_eq!(other.verify().await.unwrap().faults, [""; 0]);
    assert_eq!(store.verify().await.unwrap().faults, ["1 erased referrals present"]);
}

/// Points, requests and names are found by what only the secret makes.
#[apply(on_each_database)]
async fn with_another_secret_everybody_still_has_their_points_and_can_erase_them(
    database: &dyn Database,
) {
    let lost = database.open().await;
    for (token, number) in [(1, ASHA), (2, RAVI)] {
        sign_up(&lost, &session(number, token, NOW)).await.unwrap();
        leaderboard::choose(&lost, number, &format!("name {token}"), NOW).await;
    }
    redemptions::publish(&lost).await;
    let key = submit(&lost, ASHA, "Meera", NOW).await.key;
    lost.change(&key, 1, &admin_actor(), &award(500, NOW + 1), None).await.unwrap();
    redemptions::ask(&lost, ASHA, "voucher", "a", NOW + 2).await.unwrap();
    let store = lost.with_keyed_hash(KeyedHash::by(keyed));
    let points = async |store: &Store| {
        store.balance(&numbers::key(ASHA), at(NOW + 9)).await.unwrap().available
    };
    assert_eq!(points(&store).await, 0);
    store.adopt_secret().await.unwrap();
    assert_eq!(points(&store).await, 200);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    // Nobody knows any more whose the other name is: they have no points.
    assert_eq!(store.leader_name(&numbers::key(ASHA)).await.unwrap().as_deref(), Some("name 1"));
    assert!(!dump(database).await.contains("name 2"));
    let erased = store.erase_referrer(&mobile(ASHA), None, at(NOW + 9), None, None).await.unwrap();
    assert_eq!(erased.leader_names, 1);
    let left = dump(database).await;
    assert_eq!(traces(&left, ASHA), Vec::<String>::new());
    assert!(!left.contains("EMP-0077") && !left.contains("Asha Rao"));
}

/// Whoever is on the list is found there by a fingerprint of the lost secret.
#[apply(on_each_database)]
async fn with_another_secret_whoever_is_never_to_be_contacted_is_found_again(
    database: &dyn Database,
) {
    let lost = database.open().await;
    person_pages::fill(&lost).await;
    let declined = async |store: &Store, now: u64| {
        let again = person_pages::refer(store, person_pages::NEVER, now).await;
        again.referral().status.as_str() == "Declined"
    };
    assert!(declined(&lost, NOW + 1).await);
    // One that was closed because of the number, which somebody has corrected since.
    let closed = person_pages::refer(&lost, person_pages::NEVER, NOW + 11).await;
    let closed = lost.referral(&closed.key).await.unwrap().unwrap();
    let (field, text) = (CorrectedField::ReferredPhone, "9000000079");
    let correct = PipelineCommand::Correct { field, text, note: "A slip", own_number: false };
    give(&lost, &closed, correct, NOW + 12).await;
    let store = lost.with_keyed_hash(KeyedHash::by(keyed));
    assert!(!declined(&store, NOW + 2).await, "the list is of the lost secret");
    store.adopt_secret().await.unwrap();
    assert!(declined(&store, NOW + 3).await);
    let other = person_pages::refer(&store, "9000000079", NOW + 14).await;
    assert_eq!(other.referral().status.as_str(), "Pending", "nobody with this number has said so");
}

/// Whatever a list searches or counts is made of the record.
#[apply(on_each_database)]
async fn verify_reports_a_column_that_is_not_the_records(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    for (change, back) in [
        ("stage = 'contacted'", "stage = 'received'"),
        ("referrer_number = ''", "referrer_number = '919876543210'"),
        ("record = replace(record, '}', '')", "record = record || '}'"),
    ] {
        execute(database, &format!("UPDATE referrals SET {change}")).await;
        let faults = store.verify().await.unwrap().faults;
        assert_eq!(faults, ["1 referrals that cannot be read"], "{change}");
        execute(database, &format!("UPDATE referrals SET {back}")).await;
        assert_eq!(store.verify().await.unwrap().faults, [""; 0], "{back}");
    }
}

/// Stands for an HMAC.
pub(crate) fn keyed(kind: FingerprintKind, hash: &[u8]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    Sha256::digest([format!("a key for a {kind:?}").as_bytes(), hash].concat()).into()
}

#[apply(on_each_database)]
async fn an_erasure_leaves_no_trace_of_a_number_whatever_it_races_with(database: &dyn Database) {
    let store = Arc::new(database.open().await.with_keyed_hash(KeyedHash::by(keyed)));
    for round in 0..rounds() {
        let now = NOW + 1000 * round;
        sign_up(&store, &session(ASHA, 1, now)).await.unwrap();
        store.submit(&of_guest("044 2345", "R", "+91 98765 43210", now)).await.unwrap();
        let mut new = message("m", now, true);
        new.idempotency_key = format!("message {round}");
        new.message.message = "My number is 098765 43210".to_owned();
        store.keep_message(&new).await.unwrap();
        let mut others = of_guest("044 2345", "S (9876543210)", "044 2345", now + 1);
        others.referral = record(RAVI, "S (9876543210)", now + 1).referral().clone();
        let Submitted::New(others) = store.submit(&others).await.unwrap() else { panic!() };
        // An event of a later version contains her number.
        let event = format!(
            r#"{{"at":{now},"saw":0,"kind":"noted","note":"Call 098765 43210","{ASHA}":["{ASHA}"]}}"#
        );
        let copy = Case::stored(others.referral().clone(), &[&event]);
        let copy = Export { accounts: Vec::new(), referrals: vec![copy] };
        store.import(&copy, at(now), false, &Importer::PROGRAM).await.unwrap();
        let writers = (0..40_u64).map(|place| {
            let store = store.clone();
            tokio::spawn(async move { race(&store, place, now).await })
        });
        let writers: Vec<_> = writers.collect();
        let asha: MobileNumber = mobile(ASHA);
        tokio::task::yield_now().await;
        store.erase_referrer(&asha, None, at(now + 500), Some(&[1; 32]), None).await.unwrap();
        for writer in writers {
            writer.await.unwrap();
        }
        assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new(), "round {round}");
    }
}

/// A member's other tabs and devices submit and log in at the same time.
async fn race(store: &Store, place: u64, now: u64) {
    if place % 8 == 7 {
        let token = u8::try_from(place).unwrap();
        let opened = log_in(store, &session(ASHA, token + 10, now + place)).await;
        assert!(matches!(opened, Ok(())) || opened == Err(RejectionCode::NotRegistered.into()));
        return;
    }
    let new = of_session(ASHA, 1, &format!("P{place}"), now + place);
    match store.submit(&new).await {
        Ok(Submitted::New(_)) | Err(StoreError::SessionEnded) => {}
        other => panic!("{other:?}"),
    }
}

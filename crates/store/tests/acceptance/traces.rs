//! An erasure leaves no trace of a number, and leaves other people's data.

use std::env;
use std::sync::Arc;

use domain::account::User;
use domain::case::Case;
use domain::event::Stage;
use domain::history::name;
use domain::mobile::MobileNumber;
use domain::pipeline::{Change, CorrectedField, Progress, Reason};
use domain::referral::Referral;
use domain::rejection::RejectionCode;
use sqlx::{AssertSqlSafe, Connection, Row};
use store::{MessageFilter, Actor, Export, Listing, NewSession, Seal, Sealed, Store, StoreError, Submitted};

use crate::codes::code;
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, author, award, everything, log_in, mobile, names, record,
    session, sign_up, submit, user,
};
use crate::messages::message;
use crate::people::{connect, execute, of_guest, of_session};
use crate::place::Place;
use crate::stages::give;

/// How many times an erasure races with other writes: `ERASURE_ROUNDS`, or ten.
fn rounds() -> u64 {
    env::var("ERASURE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(10)
}

/// All columns of all tables, as text.
async fn dump(place: &dyn Place) -> String {
    let mut connection = connect(place).await;
    let is_postgres = place.driver_url().starts_with("postgres");
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
fn traces(text: &str, number: &str) -> Vec<String> {
    let (key, plain) = (numbers::key(number), plain_hashes(number));
    let tells = |line: &&str| {
        let lower = line.to_lowercase();
        numbers::mentions(line, &key) || plain.iter().any(|digest| lower.contains(digest))
    };
    text.lines().filter(tells).map(str::to_owned).collect()
}

/// Scenario 12 of the programme.
pub(crate) async fn a_person_is_erased_wherever_they_stand(place: &dyn Place) {
    let store = place.open().await;
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

    let erasure = store.erase_referred("919876543210", at(NOW), None, None).await.unwrap();
    let counts = [erasure.referrals, erasure.messages, erasure.blanked, erasure.changes];
    assert_eq!(counts, [4, 0, 1, 1]);
    assert!(!erasure.account_stays);
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
    let history = store.history(&stored.key).await.unwrap();
    let actors: Vec<_> = history.iter().map(|(_, change)| &change.by).collect();
    assert_eq!(actors, [&Actor::Member(mobile(RAVI)), &Actor::Erased]);
    assert_eq!(history[1].1.points, 5);
}

pub(crate) async fn an_erasure_leaves_no_hash_of_what_an_older_program_counted(place: &dyn Place) {
    let store = place.open().await;
    let hash = plain_hashes(ASHA).remove(0);
    let is_postgres = place.driver_url().starts_with("postgres");
    let literal = |hex: &str| if is_postgres { format!("'\\x{hex}'") } else { format!("x'{hex}'") };
    let columns = [literal(&hash), literal("01"), NOW.to_string()].join(", ");
    execute(place, &format!("INSERT INTO sends (number, address, at) VALUES ({columns})")).await;
    assert_eq!(traces(&dump(place).await, ASHA).len(), 1);
    let sealed = store.clone().sealed(Seal::by(seal));
    sealed.erase_referrer(&mobile(ASHA), at(NOW), None, None).await.unwrap();
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
    let counts = sealed.verify().await.unwrap().counts;
    assert_eq!(counts["sends"], 1, "it counts on");
}

pub(crate) async fn an_erasure_takes_a_number_out_of_others_messages_and_leaves_them(
    place: &dyn Place,
) {
    let store = place.open().await.sealed(Seal::by(seal));
    for (name, text) in [
        ("a", "Asha is at +91-98765 43210, I am at 91234 56780."),
        ("b", "Where is order 12398765432104?"),
        ("c", "９８７６５４３２１０"),
    ] {
        let mut new = message(name, NOW, true);
        new.message.message = text.to_owned();
        store.keep_message(&new).await.unwrap();
    }
    let mut own = message("d", NOW, true);
    own.message.email = "9876543210@mail.example".to_owned();
    store.keep_message(&own).await.unwrap();
    // An old message, which is found before the transaction.
    let mut old = message("e", NOW - 10 * 86_400_000, true);
    old.message.name = "Asha (9876543210)".to_owned();
    store.keep_message(&old).await.unwrap();

    let erasure = store.erase_referrer(&mobile(ASHA), at(NOW), None, None).await.unwrap();
    assert_eq!((erasure.messages, erasure.blanked), (1, 3));
    let left = store.messages(&MessageFilter::default(), None, 9).await.unwrap().messages;
    let mut texts: Vec<_> = left.iter().map(|it| it.message.message.as_str()).collect();
    texts.retain(|text| text.contains('[') || text.contains("order"));
    texts.sort_unstable();
    assert_eq!(
        texts,
        [
            "Asha is at [number erased], I am at 91234 56780.",
            "Where is order 12398765432104?",
            "[number erased]",
        ]
    );
    assert!(left.iter().any(|it| it.message.name == "Asha ([number erased])"), "{left:?}");
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
    let again = store.erase_referrer(&mobile(ASHA), at(NOW), None, None).await.unwrap();
    assert_eq!((again.messages, again.blanked), (0, 0));
}

pub(crate) async fn an_erasure_takes_a_number_out_of_others_referrals_and_leaves_them(
    place: &dyn Place,
) {
    let sql = place.open().await.sealed(Seal::by(seal));
    let store: &Store = &sql;
    let plain = submit(store, RAVI, "Chitra", NOW).await;
    let noted = Referral {
        notes: "Her father Asha has +91-98765 43210.".to_owned(),
        ..record(RAVI, "Devi", NOW + 1).referral().clone()
    };
    // Its id is taken here, so it gets another key than in the file.
    let second = Referral {
        referred_name: "Esha (Asha: 098765 43210)".to_owned(),
        referred_phone: "044 2345 678 or 98765 43210".to_owned(),
        ..record(RAVI, "Esha", NOW).referral().clone()
    };
    let copy = Export {
        accounts: Vec::new(),
        referrals: [noted.clone(), second.clone()].map(Case::submitted).into(),
    };
    assert_eq!(sql.import(&copy, at(NOW + 9), false, None).await.unwrap().new, 2);
    let old: Vec<_> = sql.list(&everything()).await.unwrap().referrals;
    let noted_here = old.iter().find(|it| it.referral().notes == noted.notes).unwrap();
    sql.change(&noted_here.key, 1, &admin_actor(), &award(5, NOW + 9), None).await.unwrap();

    let later = at(NOW + 10 * 86_400_000);
    let erasure = sql.erase_referrer(&mobile(ASHA), later, None, None).await.unwrap();
    assert_eq!((erasure.referrals, erasure.blanked), (0, 2));
    let text = dump(place).await;
    assert_eq!(traces(&text, ASHA), Vec::<String>::new());
    for gone in old.iter().filter(|it| it.key != plain.key) {
        assert!(!text.contains(&gone.key), "the key of its texts is a hash without a secret");
    }
    let left = sql.list(&everything()).await.unwrap().referrals;
    let find =
        |part: &str| left.iter().find(|it| it.referral().referred_name.contains(part)).unwrap();
    assert_eq!(find("Chitra").case, plain.case);
    let devi = find("Devi");
    assert_eq!(devi.referral().notes, "Her father Asha has [number erased].");
    assert_eq!(devi.referral().points.get(), 5);
    assert_eq!(sql.history(&devi.key).await.unwrap().len(), 2);
    let esha = find("Esha").referral();
    assert_eq!(esha.referred_name, "Esha (Asha: [number erased])");
    assert_eq!(esha.referred_phone, "044 2345 678 or [number erased]");
    // Searches find their present texts and not the earlier ones.
    for (search, found) in [("98765", 0), ("43210", 0), ("[number erased]", 2), ("her father", 1)] {
        let listing = Listing { search: search.to_owned(), ..everything() };
        assert_eq!(names(store, &listing).await.len(), found, "{search}");
    }
    let verified = sql.verify().await.unwrap();
    assert_eq!(verified.faults, [""; 0]);
    // An old copy brings nothing back, and a new copy is recognised.
    assert_eq!(sql.import(&copy, later, false, None).await.unwrap().refused, 2);
    let referrals = left.iter().map(|it| it.case.clone()).collect();
    let copy = Export { accounts: Vec::new(), referrals };
    assert_eq!(sql.import(&copy, later, false, None).await.unwrap().same, 3);
    let again = sql.erase_referrer(&mobile(ASHA), later, None, None).await.unwrap();
    assert_eq!(again.blanked, 0);
    // From now on this is its key, also for the admin.
    let awarded = sql.change(&find("Esha").key, 1, &admin_actor(), &award(7, NOW + 9), None).await;
    assert!(matches!(awarded.unwrap(), store::Changed::Done(_)));
}

pub(crate) async fn an_erasure_takes_a_number_out_of_every_field_and_event_of_others_referrals(
    place: &dyn Place,
) {
    let store = place.open().await.sealed(Seal::by(seal));
    let number = "+91 98765-43210";
    let plain = |id| record(RAVI, &format!("Friend {id}"), id).referral().clone();
    let fields = [
        Referral { referrer_name: format!("Gita for {number}"), ..plain(NOW) },
        Referral { referrer_mobile: format!("044 2345 678 or {number}"), ..plain(NOW + 1) },
        Referral { service: format!("Books for {number}").into(), ..plain(NOW + 2) },
        Referral { date: format!("1/1/2026 {number}"), ..plain(NOW + 3) },
    ];
    let events = [
        format!(r#"{{"at":9,"kind":"corrected","field":"notes","text":"{number}"}}"#),
        format!(r#"{{"at":10,"kind":"future","list":["{number}"]}}"#),
        format!(r#"{{"at":11,"kind":"future","{number}":1}}"#),
    ];
    let told = events.iter().zip(NOW + 4..).map(|(event, id)| Case::stored(plain(id), &[event]));
    let referrals: Vec<_> = fields.map(Case::submitted).into_iter().chain(told).collect();
    let copy = Export { accounts: Vec::new(), referrals };
    assert_eq!(store.import(&copy, at(NOW), false, None).await.unwrap().new, 7);

    let later = at(NOW + 10 * 86_400_000);
    let erasure = store.erase_referrer(&mobile(ASHA), later, None, None).await.unwrap();
    assert_eq!((erasure.referrals, erasure.blanked), (0, 7));
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
    assert_eq!(store.list(&everything()).await.unwrap().referrals.len(), 7);
}

pub(crate) async fn an_erasure_takes_a_number_out_of_the_names_of_others(place: &dyn Place) {
    let store = place.open().await.sealed(Seal::by(seal));
    let named = |number: &str, name: &str| User { name: name.to_owned(), ..user(number) };
    let ravi = named(RAVI, "Ravi (brother of +91 98765-43210)");
    let accounts = vec![
        ravi.clone(),
        named("9000000001", "98765 43211"),
        named("9000000002", "९८७६५४३२१०"),
        named(ASHA, ASHA),
    ];
    let copy = Export { accounts, referrals: Vec::new() };
    store.import(&copy, at(NOW), false, None).await.unwrap();
    log_in(&store, &NewSession { user: ravi, ..session(RAVI, 1, NOW) }).await.unwrap();

    // The erasure of somebody else does not change the holder's own name.
    let erasure = store.erase_referred(ASHA, at(NOW), None, None).await.unwrap();
    assert_eq!((erasure.account_stays, erasure.blanked), (true, 2));
    let name = async |number| store.account(&mobile(number)).await.unwrap().unwrap().name;
    assert_eq!(name(RAVI).await, "Ravi (brother of [number erased])");
    assert_eq!(name("9000000002").await, "[number erased]");
    assert_eq!(name("9000000001").await, "98765 43211");
    assert_eq!(name(ASHA).await, ASHA);

    let erasure = store.erase_referrer(&mobile(ASHA), at(NOW), None, None).await.unwrap();
    assert_eq!((erasure.accounts, erasure.blanked), (1, 0));
    // An export from before the erasure does not bring the name back.
    let taken = store.import(&copy, at(NOW), false, None).await.unwrap();
    assert_eq!((taken.same, taken.refused), (3, 1));
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
}

pub(crate) async fn what_was_erased_is_remembered_by_a_key_that_is_not_there(place: &dyn Place) {
    let plain = place.open().await;
    sign_up(&plain, &session(ASHA, 1, NOW)).await.unwrap();
    let first = submit(&plain, ASHA, "A", NOW).await;
    // As in an older version, whose fingerprints are not sealed.
    plain.erase_referrer(&mobile(ASHA), at(NOW), None, None).await.unwrap();
    assert!(!traces(&dump(place).await, ASHA).is_empty());

    let sealed = place.open().await.sealed(Seal::by(seal));
    sign_up(&sealed, &session(ASHA, 2, NOW + 5)).await.unwrap();
    let again = sealed.account(&mobile(ASHA)).await.unwrap().unwrap();
    assert_eq!(again.registered_at, Some(at(NOW + 5)), "the plain fingerprint is recognised");
    let second = submit(&sealed, ASHA, "B", NOW + 6).await;
    sealed.erase_referrer(&mobile(ASHA), at(NOW + 7), None, None).await.unwrap();
    assert!(!dump(place).await.contains(&second.key));
    assert_eq!(sealed.seal_plain_fingerprints().await.unwrap(), 2);
    assert_eq!(sealed.seal_plain_fingerprints().await.unwrap(), 0);
    let text = dump(place).await;
    assert!(!text.contains(&first.key));
    assert_eq!(traces(&text, ASHA), Vec::<String>::new());
    let copy = Export { accounts: vec![user(ASHA)], referrals: vec![first.case, second.case] };
    assert_eq!(sealed.import(&copy, at(NOW + 9), false, None).await.unwrap().refused, 3);
}

pub(crate) async fn an_erased_referral_that_is_here_again_is_told(place: &dyn Place) {
    let plain = place.open().await;
    let sealed = plain.clone().sealed(Seal::by(seal));
    // An earlier version sealed the keys of referrals like numbers.
    let as_number = Seal::by(|_, hash| seal(Sealed::Number, hash));
    let mut copy = Export { accounts: Vec::new(), referrals: Vec::new() };
    for (eraser, number) in [(&sealed, ASHA), (&plain.clone().sealed(as_number), RAVI)] {
        copy.referrals.push(submit(&plain, number, "A", NOW).await.case);
        eraser.erase_referrer(&mobile(number), at(NOW), None, None).await.unwrap();
    }
    assert_eq!(sealed.verify().await.unwrap().faults, [""; 0]);
    assert_eq!(sealed.import(&copy, at(NOW), false, None).await.unwrap().refused, 2);
    // They are not recognised without the secret, or with another one.
    assert_eq!(plain.import(&copy, at(NOW), false, None).await.unwrap().new, 2);
    let verified = plain.verify().await.unwrap();
    assert_eq!(verified.faults, [""; 0]);
    assert!(verified.left_out.unwrap().contains("secret"));
    let verified = sealed.verify().await.unwrap();
    assert_eq!(verified.faults, ["2 referrals that are here and erased"]);
    assert_eq!(verified.left_out, None);
    // Fingerprints of an earlier version are not sealed, and are recognised without the secret.
    let here = submit(&plain, ASHA, "B", NOW + 9).await;
    execute(place, &format!("INSERT INTO graves (key, id) VALUES ('{}', 1)", here.key)).await;
    let verified = plain.verify().await.unwrap();
    assert_eq!(verified.faults, ["1 referrals that are here and erased"]);
}

/// Stands for an HMAC.
fn seal(kind: Sealed, hash: &[u8]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    Sha256::digest([format!("a key for a {kind:?}").as_bytes(), hash].concat()).into()
}

pub(crate) async fn an_erasure_leaves_no_trace_of_a_number_whatever_it_races_with(
    place: &dyn Place,
) {
    let store = Arc::new(place.open().await.sealed(Seal::by(seal)));
    for round in 0..rounds() {
        let now = NOW + 1000 * round;
        sign_up(&store, &session(ASHA, 1, now)).await.unwrap();
        store.submit(&of_guest("044 2345", "R", "+91 98765 43210", now)).await.unwrap();
        let mut new = message("m", now, true);
        new.idempotency = format!("message {round}");
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
        store.import(&copy, at(now), false, None).await.unwrap();
        let writers = (0..40_u64).map(|place| {
            let store = store.clone();
            tokio::spawn(async move { race(&store, place, now).await })
        });
        let writers: Vec<_> = writers.collect();
        let asha: MobileNumber = mobile(ASHA);
        tokio::task::yield_now().await;
        store.erase_referrer(&asha, at(now + 500), Some(&[1; 32]), None).await.unwrap();
        for writer in writers {
            writer.await.unwrap();
        }
        assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new(), "round {round}");
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

/// Notes and corrections by staff are erased with the person they are about. In those about others,
/// the number is replaced, also in search indexes, duplicates and reports.
pub(crate) async fn an_erasure_takes_a_number_out_of_notes_and_corrections(place: &dyn Place) {
    let store = place.open().await.sealed(Seal::by(seal));
    let correct = |field, text| Change::Correct {
        field,
        text,
        note: "As she says, she is at 98765-43210",
        own_number: false,
    };
    // About Ravi. Her number is in a note, in a correction and in the name of a service.
    let mut others = submit(&store, RAVI, "Balu", NOW).await;
    for (change, later) in [
        (Change::Note { note: "His sister: +91 98765 43210" }, 1),
        (correct(CorrectedField::Notes, "Or call 9876543210"), 2),
        (correct(CorrectedField::ReferredName, "Balu 98765 43210"), 3),
        (Change::Decline { reason: Reason::Other, note: "Ask 09876543210" }, 4),
    ] {
        others = give(&store, &others, change, NOW + later).await;
    }
    // About her since a correction.
    let hers = submit(&store, RAVI, "Asha", NOW + 9).await;
    let phone = correct(CorrectedField::ReferredPhone, "+91 98765 43210");
    give(&store, &hers, phone, NOW + 10).await;
    let erased = store.erase_referred(ASHA, at(NOW + 20), None, None).await.unwrap();
    assert_eq!((erased.referrals, erased.blanked), (1, 1));
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
    // The rest is unchanged and can be found.
    let left = store.referral(&others.key).await.unwrap().unwrap();
    assert_eq!(left.case.shown().referred_name, "Balu [number erased]");
    assert_eq!(left.case.history().len(), 4);
    let declined = Listing { stage: Some("declined".to_owned()), ..everything() };
    assert_eq!(names(&store, &declined).await, ["Balu"]);
    let search = Listing { search: "or call".to_owned(), ..everything() };
    assert_eq!(names(&store, &search).await, ["Balu"]);
    let faults = store.verify().await.unwrap().faults;
    assert_eq!(faults, [""; 0]);
}

/// The previous version knows events, but not the columns that are computed from them.
pub(crate) async fn what_an_older_program_erases_is_gone_from_what_was_made_of_it(
    place: &dyn Place,
) {
    let store = place.open().await;
    let stored = submit(&store, RAVI, "Balu", NOW).await;
    let correct = Change::Correct {
        field: CorrectedField::Notes,
        text: "Or call 9876543210",
        note: "Asked",
        own_number: false,
    };
    give(&store, &stored, correct, NOW + 1).await;
    let erase = "UPDATE changes SET event = replace(event, '9876543210', '[number erased]') \
                 WHERE event IS NOT NULL";
    execute(place, erase).await;
    while store.backfill().await.unwrap() > 0 {}
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
}

/// An undo refers to an event by its name, a hash of its text. It must still apply after a number
/// in that text is replaced.
pub(crate) async fn what_was_undone_stays_undone_when_it_loses_a_number(place: &dyn Place) {
    let store = place.open().await.sealed(Seal::by(seal));
    let stored = submit(&store, RAVI, "Balu", NOW).await;
    let decline = Change::Decline { reason: Reason::Other, note: "Ask 09876543210" };
    let declined = give(&store, &stored, decline, NOW + 1).await;
    let target = name(declined.case.history().texts().last().unwrap());
    let undo = Change::Undo { target: &target, note: "9876543210 was wrong" };
    let undone = give(&store, &declined, undo, NOW + 2).await;
    // Undoing the undo is undone too: a chain of names.
    let redo = name(undone.case.history().texts().last().unwrap());
    let redone = give(&store, &undone, Change::Undo { target: &redo, note: "" }, NOW + 3).await;
    let last = name(redone.case.history().texts().last().unwrap());
    give(&store, &redone, Change::Undo { target: &last, note: "" }, NOW + 4).await;
    store.erase_referred(ASHA, at(NOW + 20), None, None).await.unwrap();
    let left = store.referral(&stored.key).await.unwrap().unwrap();
    assert_eq!(left.referral().status.as_str(), "Pending");
    assert_eq!(Progress::of(&left.case).stage, Stage::Received);
    // The four events explain the state, so no event had to be derived from the record's fields.
    assert_eq!(left.case.history().len(), 4);
    assert_eq!(traces(&dump(place).await, ASHA), Vec::<String>::new());
}

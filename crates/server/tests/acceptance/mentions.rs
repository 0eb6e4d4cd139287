//! What an erasure takes out of what others wrote, and what it leaves them.

use domain::account::User;
use domain::case::Case;
use domain::event::{CorrectedField, Reason, Stage};
use domain::history::event_id;
use domain::pipeline::{PipelineCommand, Progress};
use domain::points::Points;
use domain::referral::{Referral, Status};
use macro_rules_attribute::apply;
use server::{
    db::{Store, fingerprints::KeyedHash},
    login::records::NewSession,
    messages::records::MessageFilter,
    referrals::records::Listing,
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, everything, log_in, mobile, names, record, session,
    submit, user,
};
use crate::messages::message;
use crate::stages::give;
use crate::traces::{dump, keyed, traces};

#[apply(on_each_database)]
async fn an_erasure_takes_a_number_out_of_others_messages_and_leaves_them(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
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

    let erasure = store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!((erasure.messages, erasure.blanked), (1, 3));
    let left = store.messages(&MessageFilter::default(), None, 9).await.unwrap().items;
    let mut texts: Vec<_> = left.iter().map(|it| it.message.as_str()).collect();
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
    assert!(left.iter().any(|it| it.name == "Asha ([number erased])"), "{left:?}");
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
    let again = store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!((again.messages, again.blanked), (0, 0));
}

#[apply(on_each_database)]
async fn an_erasure_takes_a_number_out_of_others_referrals_and_leaves_them(
    database: &dyn Database,
) {
    let sql = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
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
    assert_eq!(sql.import(&copy, at(NOW + 9), false, &Importer::PROGRAM).await.unwrap().new, 2);
    let old: Vec<_> = sql.list(&everything()).await.unwrap().items;
    let noted_here = old.iter().find(|it| it.referral().notes == noted.notes).unwrap();
    sql.change(&noted_here.key, 1, &admin_actor(), &award(5, NOW + 9), None).await.unwrap();

    let later = at(NOW + 10 * 86_400_000);
    let erasure = sql.erase_referrer(&mobile(ASHA), None, later, None, None).await.unwrap();
    assert_eq!((erasure.referrals, erasure.blanked), (0, 2));
    let text = dump(database).await;
    assert_eq!(traces(&text, ASHA), Vec::<String>::new());
    for gone in old.iter().filter(|it| it.key != plain.key) {
        assert!(!text.contains(&gone.key), "the key of its texts is a hash without a secret");
    }
    let left = sql.list(&everything()).await.unwrap().items;
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
    assert_eq!(sql.import(&copy, later, false, &Importer::PROGRAM).await.unwrap().refused, 2);
    let referrals = left.iter().map(|it| it.case.clone()).collect();
    let copy = Export { accounts: Vec::new(), referrals };
    assert_eq!(sql.import(&copy, later, false, &Importer::PROGRAM).await.unwrap().same, 3);
    let again = sql.erase_referrer(&mobile(ASHA), None, later, None, None).await.unwrap();
    assert_eq!(again.blanked, 0);
    // From now on this is its key, also for the admin.
    let awarded = sql.change(&find("Esha").key, 1, &admin_actor(), &award(7, NOW + 9), None).await;
    assert!(matches!(awarded.unwrap(), server::referrals::records::Changed::Done(_)));
}

#[apply(on_each_database)]
async fn an_erasure_takes_a_number_out_of_every_field_and_event_of_others_referrals(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let number = "+91 98765-43210";
    let plain = |id| record(RAVI, &format!("Friend {id}"), id).referral().clone();
    // One referral for each text of a record, with the number in that text alone.
    let fields = Referral::TEXTS.iter().zip(NOW..).map(|(field, id)| {
        plain(id).with_texts(|name, text| {
            if name == *field { format!("{text} or {number}") } else { text.to_owned() }
        })
    });
    let events = [
        format!(r#"{{"at":9,"kind":"corrected","field":"notes","text":"{number}"}}"#),
        format!(r#"{{"at":10,"kind":"future","list":["{number}"]}}"#),
        format!(r#"{{"at":11,"kind":"future","{number}":1}}"#),
    ];
    let told = events.iter().zip(NOW + 100..).map(|(event, id)| Case::stored(plain(id), &[event]));
    let referrals: Vec<_> = fields.map(Case::submitted).chain(told).collect();
    let all = referrals.len();
    let copy = Export { accounts: Vec::new(), referrals };
    assert_eq!(store.import(&copy, at(NOW), false, &Importer::PROGRAM).await.unwrap().new, all);

    let later = at(NOW + 10 * 86_400_000);
    let erasure = store.erase_referrer(&mobile(ASHA), None, later, None, None).await.unwrap();
    assert_eq!((erasure.referrals, erasure.blanked), (0, all as u64));
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
    assert_eq!(store.list(&everything()).await.unwrap().items.len(), all);
}

#[apply(on_each_database)]
async fn an_erasure_removes_a_number_from_names_of_others(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let named = |number: &str, name: &str| User { name: name.to_owned(), ..user(number) };
    let ravi = named(RAVI, "Ravi (brother of +91 98765-43210)");
    let accounts = vec![
        ravi.clone(),
        named("9000000001", "98765 43211"),
        named("9000000002", "९८७६५४३२१०"),
        named(ASHA, ASHA),
        // Not one of the site's own names: it is a number of eight digits.
        named("9000000003", "User㉝⑫㉞㊺"),
    ];
    let copy = Export { accounts, referrals: Vec::new() };
    store.import(&copy, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    let erasure = store.erase_referred("33123445", at(NOW), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!(erasure.blanked, 1);
    log_in(&store, &NewSession { user: ravi, ..session(RAVI, 1, NOW) }).await.unwrap();
    let own = NewSession { user: named(ASHA, ASHA), ..session(ASHA, 2, NOW) };
    log_in(&store, &own).await.unwrap();

    // The erasure of somebody else does not change the holder's own name.
    let erasure = store.erase_referred(ASHA, at(NOW), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((erasure.account_stays, erasure.blanked), (true, 2));
    let name = async |number| store.account(&mobile(number)).await.unwrap().unwrap().name;
    assert_eq!(name(RAVI).await, "Ravi (brother of [number erased])");
    assert_eq!(name("9000000002").await, "[number erased]");
    assert_eq!(name("9000000001").await, "98765 43211");
    assert_eq!(name(ASHA).await, ASHA);

    let erasure = store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!((erasure.accounts, erasure.blanked), (1, 0));
    // An export from before the erasure does not bring the name back.
    let taken = store.import(&copy, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!((taken.same, taken.refused), (4, 1));
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
}

/// Notes and corrections by staff are erased with the person they are about. In those about others,
/// the number is replaced, also in search indexes, duplicates and reports.
#[apply(on_each_database)]
async fn an_erasure_removes_a_number_from_notes_and_corrections(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let correct = |field, text| PipelineCommand::Correct {
        field,
        text,
        note: "As she says, she is at 98765-43210",
        own_number: false,
    };
    // About Ravi. Her number is in a note, in a correction and in the name of a service.
    let mut others = submit(&store, RAVI, "Balu", NOW).await;
    for (change, later) in [
        (PipelineCommand::Note { note: "His sister: +91 98765 43210" }, 1),
        (correct(CorrectedField::Notes, "Or call 9876543210"), 2),
        (correct(CorrectedField::ReferredName, "Balu 98765 43210"), 3),
        (PipelineCommand::Decline { reason: &Reason::Other, note: "Ask 09876543210" }, 4),
    ] {
        others = give(&store, &others, change, NOW + later).await;
    }
    // About her since a correction.
    let hers = submit(&store, RAVI, "Asha", NOW + 9).await;
    let phone = correct(CorrectedField::ReferredPhone, "+91 98765 43210");
    give(&store, &hers, phone, NOW + 10).await;
    let erased = store.erase_referred(ASHA, at(NOW + 20), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((erased.referrals, erased.blanked), (1, 1));
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
    // The rest is unchanged and can be found.
    let left = store.referral(&others.key).await.unwrap().unwrap();
    assert_eq!(left.case.corrected().referred_name, "Balu [number erased]");
    assert_eq!(left.case.history().len(), 4);
    let declined = Listing { stage: Some("declined".to_owned()), ..everything() };
    assert_eq!(names(&store, &declined).await, ["Balu"]);
    let search = Listing { search: "or call".to_owned(), ..everything() };
    assert_eq!(names(&store, &search).await, ["Balu"]);
    let faults = store.verify().await.unwrap().faults;
    assert_eq!(faults, [""; 0]);
}

/// An undo refers to an event by its id, a hash of its text. It must still apply after a number
/// in that text is replaced.
#[apply(on_each_database)]
async fn undone_events_stay_undone_after_a_number_is_erased(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let stored = submit(&store, RAVI, "Balu", NOW).await;
    let decline = PipelineCommand::Decline { reason: &Reason::Other, note: "Ask 09876543210" };
    let declined = give(&store, &stored, decline, NOW + 1).await;
    let target = event_id(declined.case.history().texts().last().unwrap());
    let undo = PipelineCommand::Undo {
        target: &target,
        note: "9876543210 was wrong",
        own_number: false,
        is_staff: true,
    };
    let undone = give(&store, &declined, undo, NOW + 2).await;
    // Undoing the undo is undone too: a chain of ids.
    let redo = event_id(undone.case.history().texts().last().unwrap());
    let redone = give(
        &store,
        &undone,
        PipelineCommand::Undo { target: &redo, note: "", own_number: false, is_staff: true },
        NOW + 3,
    )
    .await;
    let last = event_id(redone.case.history().texts().last().unwrap());
    give(
        &store,
        &redone,
        PipelineCommand::Undo { target: &last, note: "", own_number: false, is_staff: true },
        NOW + 4,
    )
    .await;
    store.erase_referred(ASHA, at(NOW + 20), None, None, &|_| Ok(())).await.unwrap();
    let left = store.referral(&stored.key).await.unwrap().unwrap();
    assert_eq!(left.referral().status.as_str(), "Pending");
    assert_eq!(Progress::of(&left.case).stage, Stage::Received);
    // The four events explain the state, so no event had to be derived from the record's fields.
    assert_eq!(left.case.history().len(), 4);
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
}

/// A file can bring two awards that differ only in how a note spells the number. Without the number they
/// would be one event, with two sets of entries.
#[apply(on_each_database)]
async fn events_stay_apart_that_differ_only_in_how_they_spell_an_erased_number(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let told = record(RAVI, "Balu", NOW).referral().clone();
    let (status, points) = (Status::Successful, Points::try_from(100).unwrap());
    let told = Referral { status, points, awarded_at: Some(at(NOW)), ..told };
    let award = |number: &str| {
        format!(
            r#"{{"at":{NOW},"saw":0,"by":"admin","kind":"points","points":100,"note":"call {number}"}}"#
        )
    };
    // One is what they come to without the number, and undone.
    let undone = award("[number erased]");
    let undo = format!(
        r#"{{"at":{},"saw":1,"kind":"undone","target":"{}","note":"98765 43210"}}"#,
        NOW + 1,
        event_id(&undone)
    );
    let spellings = [award("98765 43210"), award("9876543210"), award("+919876543210")];
    for event in spellings.iter().chain([&undo, &undone]) {
        let pending = record(RAVI, "Balu", NOW).referral().clone();
        let of = if *event == undo { pending } else { told.clone() };
        let referrals = vec![Case::stored(of, &[event.as_str()])];
        let copy = Export { accounts: Vec::new(), referrals };
        store.import(&copy, at(NOW + 9), false, &Importer::PROGRAM).await.unwrap();
    }
    let before = store.list(&everything()).await.unwrap().items.remove(0);
    let known = store.earned(&before.key, true).await.unwrap().unwrap().entries;
    assert_eq!(before.case.history().len(), 5);
    assert!(known.len() > 2, "{known:?}");

    let erased = store.erase_referrer(&mobile(ASHA), None, at(NOW + 20), None, None).await.unwrap();
    assert_eq!(erased.blanked, 1);
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
    let left = store.list(&everything()).await.unwrap().items.remove(0);
    assert_eq!(left.case.history().len(), 5);
    assert_eq!(left.referral().points, before.referral().points);
    let place = |case: &Case, award: &str| case.history().events().position(|it| it.id() == award);
    let entries = store.earned(&left.key, true).await.unwrap().unwrap().entries;
    assert_eq!(entries.len(), known.len());
    for (entry, before_it) in entries.iter().zip(&known) {
        assert!(place(&left.case, &entry.award).is_some(), "{entry:?}");
        assert_eq!(place(&left.case, &entry.award), place(&before.case, &before_it.award));
    }
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    // A copy of it is recognised.
    let copy = Export { accounts: Vec::new(), referrals: vec![left.case] };
    let again = store.import(&copy, at(NOW + 21), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!((again.same, again.refused), (1, 0));
}

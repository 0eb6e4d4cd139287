//! Duplicates: referrals of somebody who was referred before.

use domain::case::Case;
use domain::event::{CorrectedField, Reason};
use domain::history::event_id;
use domain::pipeline::{DuplicatePolicy, PipelineCommand};
use domain::referral::Referral;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    db::answers::RetryKey,
    referrals::records::{
        Changed, Decide, Listing, NewReferral, Scope, Stored, Submitted, VersionedCommand,
    },
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, admin_actor, at, everything, mobile, record, submission};
use crate::stages::{deciding, give};

const DAY: u64 = 86_400_000;

async fn refer(store: &Store, by: &str, phone: &str, now: u64) -> Stored {
    let new = submission(by, "Meera", now);
    let referral = Referral { referred_phone: phone.to_owned(), ..new.referral };
    match store.submit(&NewReferral { referral, ..new }).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// The pairs, as the instants of both submissions.
async fn pairs(store: &Store, scope: &Scope, is_open: bool) -> Vec<(u64, u64)> {
    let pairs = store.duplicates(scope, is_open, None, 9).await.unwrap();
    let at = |stored: &Stored| stored.referral().id.as_millis() - NOW;
    pairs.iter().map(|(earlier, later)| (at(earlier), at(later))).collect()
}

#[apply(on_each_database)]
async fn a_number_that_was_referred_before_is_found_in_any_spelling(database: &dyn Database) {
    let store = database.open().await;
    let first = refer(&store, ASHA, "+974 5512 3456", NOW).await;
    assert_eq!(first.duplicate_of, None);
    for (later, phone) in ["00974 5512 3456", "55123456", "٥٥١٢٣٤٥٦"].iter().enumerate() {
        let again = refer(&store, RAVI, phone, NOW + 1 + later as u64).await;
        assert_eq!(again.duplicate_of.as_ref(), Some(&first.key), "{phone}");
        assert_eq!(store.referral(&again.key).await.unwrap(), Some(again));
    }
    // Other people, a text that is not a number, and a referral from long ago.
    assert_eq!(refer(&store, RAVI, "5512 3457", NOW + 8).await.duplicate_of, None);
    for now in [NOW + 9, NOW + 10] {
        assert_eq!(refer(&store, RAVI, "ask her", now).await.duplicate_of, None);
    }
    assert_eq!(
        refer(&store, RAVI, "55123456", NOW + 180 * DAY).await.duplicate_of,
        Some(first.key)
    );
    let second = refer(&store, RAVI, "55123456", NOW + 180 * DAY + 1).await;
    assert_eq!(second.duplicate_of, pairs_earlier(&store, NOW + 1).await);
    let short = DuplicatePolicy { window_days: 1, ..DuplicatePolicy::default() };
    let short = store.clone().with_duplicates(short);
    assert_eq!(refer(&short, RAVI, "55123456", NOW + 300 * DAY).await.duplicate_of, None);
}

/// The key of the referral that was submitted at that instant.
async fn pairs_earlier(store: &Store, millis: u64) -> Option<String> {
    let pairs = store.duplicates(&Scope::All, true, None, 99).await.unwrap();
    let mut all = pairs.into_iter().flat_map(|(earlier, later)| [earlier, later]);
    all.find(|it| it.referral().id == at(millis)).map(|it| it.key)
}

#[apply(on_each_database)]
async fn a_pair_is_open_until_somebody_decides_or_declines(database: &dyn Database) {
    let store = database.open().await;
    refer(&store, ASHA, "55123456", NOW).await;
    let later = refer(&store, RAVI, "55123456", NOW + 1).await;
    let last = refer(&store, RAVI, "55123456", NOW + 2).await;
    let all = Scope::All;
    assert_eq!(pairs(&store, &all, true).await, [(0, 2), (0, 1)]);
    assert_eq!(pairs(&store, &all, false).await, []);
    let before = store.duplicates(&all, true, Some(at(NOW + 2)), 9).await.unwrap();
    assert_eq!(before.len(), 1);
    give(
        &store,
        &later,
        PipelineCommand::Credit { credited: true, note: "He called her" },
        NOW + 3,
    )
    .await;
    give(&store, &last, PipelineCommand::Decline { reason: &Reason::Duplicate, note: "" }, NOW + 3)
        .await;
    assert_eq!(pairs(&store, &all, true).await, []);
    assert_eq!(pairs(&store, &all, false).await, [(0, 2), (0, 1)]);
    let of = |services: &[&str]| Scope::Services(services.iter().map(|&it| it.into()).collect());
    assert_eq!(pairs(&store, &of(&["training", "others"]), false).await.len(), 2);
    assert_eq!(pairs(&store, &of(&["others"]), false).await, []);
    assert_eq!(pairs(&store, &of(&[]), false).await, []);
    assert_eq!(pairs(&store, &Scope::Of(mobile(ASHA)), false).await, []);
}

#[apply(on_each_database)]
async fn a_batch_changes_all_or_none(database: &dyn Database) {
    let store = database.open().await;
    let (earlier, later) = (
        refer(&store, ASHA, "55123456", NOW).await,
        refer(&store, RAVI, "55123456", NOW + 1).await,
    );
    let credit = |credited, at| deciding(PipelineCommand::Credit { credited, note: "As said" }, at);
    let (yes, no) = (credit(true, NOW + 2), credit(false, NOW + 2));
    fn of<'a>(stored: &'a Stored, decide: Decide<'a>) -> VersionedCommand<'a> {
        VersionedCommand { key: &stored.key, version: stored.version, decide }
    }
    let by = admin_actor();
    let stale = VersionedCommand { version: 9, ..of(&earlier, &no) };
    let refused = store.change_together(&[of(&later, &yes), stale], &by, None).await.unwrap();
    assert!(matches!(refused.as_slice(), [Changed::Stale(..)]), "{refused:?}");
    assert_eq!(store.referral(&later.key).await.unwrap().as_ref(), Some(&later));
    assert_eq!(pairs(&store, &Scope::All, true).await, [(0, 1)]);

    let retry = RetryKey { stored_key: "once".to_owned(), at: at(NOW + 2) };
    let both = [of(&later, &yes), of(&earlier, &no)];
    for _ in 0..2 {
        let done = store.change_together(&both, &by, Some(&retry)).await.unwrap();
        let versions = done.iter().map(|it| match it {
            Changed::Done(stored) => stored.version,
            other => panic!("{other:?}"),
        });
        assert_eq!(versions.collect::<Vec<_>>(), [2, 2]);
    }
    assert_eq!(pairs(&store, &Scope::All, false).await, [(0, 1)]);
}

#[apply(on_each_database)]
async fn a_list_is_filtered_by_current_duplicates(database: &dyn Database) {
    let store = database.open().await;
    refer(&store, ASHA, "55123456", NOW).await;
    let later = refer(&store, RAVI, "55123456", NOW + 1).await;
    refer(&store, RAVI, "55123457", NOW + 2).await;
    let flagged = async || {
        let listing = Listing { is_duplicate: true, ..everything() };
        let listed = store.list(&listing).await.unwrap().items;
        let counted = store.stage_counts(&listing).await.unwrap().values().sum::<u64>();
        assert_eq!(counted, listed.len() as u64);
        listed.iter().map(|it| it.referral().id.as_millis() - NOW).collect::<Vec<_>>()
    };
    assert_eq!(flagged().await, [1]);
    // After a correction it is not a duplicate any more.
    let field = CorrectedField::ReferredPhone;
    let correct =
        PipelineCommand::Correct { field, text: "55123458", note: "Asked", own_number: false };
    give(&store, &later, correct, NOW + 3).await;
    assert_eq!(flagged().await, [0; 0]);
}

#[apply(on_each_database)]
async fn a_corrected_number_is_compared_as_corrected(database: &dyn Database) {
    let store = database.open().await;
    let first = refer(&store, ASHA, "55123456", NOW).await;
    let wrong = refer(&store, RAVI, "55123457", NOW + 1).await;
    let field = CorrectedField::ReferredPhone;
    let correct =
        |text| PipelineCommand::Correct { field, text, note: "A slip", own_number: false };
    let right = give(&store, &wrong, correct("+974 5512 3456"), NOW + 2).await;
    assert_eq!(right.duplicate_of.as_ref(), Some(&first.key));
    assert_eq!(pairs(&store, &Scope::All, true).await, [(0, 1)]);
    // It is not a duplicate any more if the first one is corrected or erased.
    let first = give(&store, &first, correct("55123458"), NOW + 3).await;
    assert_eq!(pairs(&store, &Scope::All, true).await, []);
    let first = give(&store, &first, correct("55123456"), NOW + 4).await;
    // It was about that number from the beginning.
    assert_eq!(first.duplicate_of, None);
    let later = store.referral(&right.key).await.unwrap().unwrap();
    assert_eq!(later.duplicate_of.as_ref(), Some(&first.key));
    assert_eq!(pairs(&store, &Scope::All, true).await, [(0, 1)]);
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(store.referral(&right.key).await.unwrap().unwrap().duplicate_of, None);
}

/// Somebody corrects an old referral of theirs to a person that they have just heard of.
#[apply(on_each_database)]
async fn a_correction_of_an_old_referral_does_not_make_it_the_first(database: &dyn Database) {
    let store = database.open().await;
    let old = refer(&store, ASHA, "55123457", NOW).await;
    let own = refer(&store, RAVI, "55123456", NOW + 10).await;
    let field = CorrectedField::ReferredPhone;
    let correct =
        |text| PipelineCommand::Correct { field, text, note: "A slip", own_number: false };
    let corrected = give(&store, &old, correct("5512 3456"), NOW + 20).await;
    assert_eq!(corrected.duplicate_of.as_ref(), Some(&own.key));
    assert_eq!(corrected.referral().id, at(NOW), "it keeps when it was submitted");
    assert_eq!(pairs(&store, &Scope::All, true).await, [(10, 0)]);
    // Later referrals come after both, and the window begins with the correction.
    assert_eq!(refer(&store, RAVI, "55123456", NOW + 30).await.duplicate_of, Some(own.key.clone()));
    let late = refer(&store, RAVI, "55123456", NOW + 15 + 180 * DAY).await;
    assert_eq!(late.duplicate_of.as_ref(), Some(&corrected.key));
    // Another spelling of the number does not change the person.
    let spelled = give(&store, &own, correct("+974 5512 3456"), NOW + 40).await;
    assert_eq!(spelled.duplicate_of, None);
    let again = store.referral(&corrected.key).await.unwrap().unwrap();
    assert_eq!(again.duplicate_of, Some(own.key));
}

#[apply(on_each_database)]
async fn with_the_same_service_policy_only_that_service_counts(database: &dyn Database) {
    let same_service = DuplicatePolicy { same_service: true, ..DuplicatePolicy::default() };
    let store = database.open().await.with_duplicates(same_service);
    let first = refer(&store, ASHA, "55123456", NOW).await;
    let again = refer(&store, RAVI, "55123456", NOW + 1).await;
    assert_eq!(again.duplicate_of, Some(first.key.clone()));
    let correct = PipelineCommand::Correct {
        field: CorrectedField::Service,
        text: "others",
        note: "No",
        own_number: false,
    };
    let again = give(&store, &again, correct, NOW + 2).await;
    assert_eq!(again.duplicate_of, None);
    // This holds for either of the two.
    let back = event_id(again.case.history().texts().last().unwrap());
    let undo = PipelineCommand::Undo { target: &back, note: "", own_number: false, is_staff: true };
    assert!(give(&store, &again, undo, NOW + 3).await.duplicate_of.is_some());
    give(&store, &first, correct, NOW + 4).await;
    assert_eq!(pairs(&store, &Scope::All, true).await, []);
}

/// After the first one is erased, the next one is the first.
#[apply(on_each_database)]
async fn an_erasure_leaves_the_flags_of_those_that_come_after(database: &dyn Database) {
    let store = database.open().await;
    for (by, now) in [(RAVI, NOW), (ASHA, NOW + 1), (ASHA, NOW + 2)] {
        refer(&store, by, "55123456", now).await;
    }
    store.erase_referrer(&mobile(RAVI), None, at(NOW + 3), None, None).await.unwrap();
    assert_eq!(pairs(&store, &Scope::All, true).await, [(1, 2)]);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

/// Of three referrals of one number, the second becomes the first if the first is corrected or
/// erased.
#[apply(on_each_database)]
async fn after_an_erasure_of_the_first_the_others_are_flagged_again(database: &dyn Database) {
    let store = database.open().await;
    let mut first = refer(&store, ASHA, "55123456", NOW).await;
    refer(&store, RAVI, "55123456", NOW + 1).await;
    refer(&store, RAVI, "55123456", NOW + 2).await;
    let open = async || pairs(&store, &Scope::All, true).await;
    assert_eq!(open().await, [(0, 2), (0, 1)]);
    let field = CorrectedField::ReferredPhone;
    let correct =
        PipelineCommand::Correct { field, text: "55123457", note: "Asked", own_number: false };
    first = give(&store, &first, correct, NOW + 3).await;
    assert_eq!(open().await, [(1, 2)]);
    let target = event_id(first.case.history().texts().last().unwrap());
    first = give(
        &store,
        &first,
        PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff: true },
        NOW + 4,
    )
    .await;
    assert_eq!(open().await, [(0, 2), (0, 1)]);
    assert_eq!(store.retain(at(first.referral().id.as_millis() + 1)).await.unwrap(), 1);
    assert_eq!(open().await, [(1, 2)]);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

/// Credit is decided for each pair, because the first one is in many pairs.
#[apply(on_each_database)]
async fn deciding_one_pair_leaves_the_others_of_its_first_open(database: &dyn Database) {
    let store = database.open().await;
    let first = refer(&store, ASHA, "55123456", NOW).await;
    let second = refer(&store, RAVI, "55123456", NOW + 1).await;
    refer(&store, RAVI, "55123456", NOW + 2).await;
    give(&store, &first, PipelineCommand::Credit { credited: true, note: "As said" }, NOW + 3)
        .await;
    give(&store, &second, PipelineCommand::Credit { credited: false, note: "As said" }, NOW + 3)
        .await;
    assert_eq!(pairs(&store, &Scope::All, true).await, [(0, 2)]);
    assert_eq!(pairs(&store, &Scope::All, false).await, [(0, 1)]);
}

/// A copy that is older than what is here comes first.
#[apply(on_each_database)]
async fn an_imported_copy_comes_after_what_was_here(database: &dyn Database) {
    let store = database.open().await;
    let copy = |now, name| {
        let referral = record(ASHA, name, now).referral().clone();
        Case::submitted(Referral { referred_phone: "55123456".to_owned(), ..referral })
    };
    refer(&store, RAVI, "55123456", NOW + 2).await;
    let referrals = vec![copy(NOW + 1, "Later"), copy(NOW, "Earlier")];
    let export = Export { accounts: Vec::new(), referrals };
    store.import(&export, at(NOW + 9), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!(pairs(&store, &Scope::All, true).await, [(2, 1), (2, 0)]);
}

/// Of many simultaneous submissions, exactly one is the first.
#[apply(on_each_database)]
async fn one_of_many_simultaneous_referrals_of_a_person_is_the_first(database: &dyn Database) {
    let store = database.open().await;
    let mut referring = Vec::new();
    for place_of in 0..12 {
        let store = if place_of % 2 == 0 { store.clone() } else { database.open().await };
        let new = submission(RAVI, "Meera", NOW);
        let referral = Referral { referred_phone: "55123456".to_owned(), ..new.referral };
        let new = NewReferral { referral, idempotency_key: place_of.to_string(), ..new };
        referring.push(tokio::spawn(async move { store.submit(&new).await.unwrap() }));
    }
    let mut first = 0;
    for submitted in referring {
        let Submitted::New(stored) = submitted.await.unwrap() else { panic!("a repetition") };
        first += usize::from(stored.duplicate_of.is_none());
    }
    assert_eq!(first, 1);
}

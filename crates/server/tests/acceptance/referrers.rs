//! Referrers, compared with their referrals.

use api::DAY_MS;
use domain::event::{CorrectedField, Reason, Stage};
use domain::pipeline::PipelineCommand;
use domain::referral::Referral;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    referrals::records::{Listing, Scope, Submitted},
    reports::records::{Referrer, ReferrerListing},
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, awarded, everything, log_in, mobile, names, record,
    session, sign_up, submit,
};
use crate::people::{execute, of_guest};
use crate::stages::give;

const MEERA: &str = "9000000021";

fn listing(scope: Scope, limit: u32) -> ReferrerListing {
    ReferrerListing { scope, search: String::new(), after: None, limit }
}

fn of_services(services: &[&str]) -> Scope {
    Scope::Services(services.iter().map(|&service| service.to_owned()).collect())
}

async fn all(store: &Store, scope: Scope) -> Vec<Referrer> {
    store.referrers(&listing(scope, 100)).await.unwrap().items
}

/// The numbers of the referrers, and how many referrals each has.
async fn counts(store: &Store, scope: Scope) -> Vec<(String, u64)> {
    all(store, scope).await.into_iter().map(|it| (it.mobile, it.referrals)).collect()
}

fn counted(of: &[(&str, u64)]) -> Vec<(String, u64)> {
    of.iter().map(|&(number, count)| (number.to_owned(), count)).collect()
}

/// Corrects a referral's service.
async fn to_service(store: &Store, number: &str, name: &str, service: &str, now: u64) -> String {
    let stored = submit(store, number, name, now).await;
    let field = CorrectedField::Service;
    let correct =
        PipelineCommand::Correct { field, text: service, note: "Asked", own_number: false };
    give(store, &stored, correct, now + 1).await.key
}

/// A guest may have typed anybody's number: that somebody logs in with it is none of the business of staff.
#[apply(on_each_database)]
async fn a_guest_does_not_find_out_for_staff_who_logs_in(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    store.submit(&of_guest(ASHA, "A", "0400111222", NOW + 1)).await.unwrap();
    log_in(&store, &session(ASHA, 2, NOW + 9)).await.unwrap();
    assert_eq!(all(&store, Scope::All).await[0].seen_at, at(NOW + 1));
    submit(&store, ASHA, "B", NOW + 2).await;
    assert_eq!(all(&store, Scope::All).await[0].seen_at, at(NOW + 9));
}

#[apply(on_each_database)]
async fn referrers_are_listed_with_their_results(database: &dyn Database) {
    let store = database.open().await;
    assert_eq!(all(&store, Scope::All).await, []);
    let first = submit(&store, ASHA, "A", NOW).await;
    store.change(&first.key, 1, &admin_actor(), &award(7, NOW + 1), None).await.unwrap();
    let second = submit(&store, ASHA, "B", NOW + 2).await;
    let decline = PipelineCommand::Decline { reason: &Reason::Terms, note: "" };
    give(&store, &second, decline, NOW + 3).await;
    let third = submit(&store, ASHA, "C", NOW + 4).await;
    submit(&store, RAVI, "D", NOW + 5).await;
    let referrers = all(&store, Scope::All).await;
    assert_eq!(referrers[0].mobile, RAVI);
    let wanted = Referrer {
        latest: third.key,
        name: "User3210".to_owned(),
        mobile: ASHA.to_owned(),
        referrals: 3,
        closed: 2,
        successful: 1,
        points: 7,
        seen_at: at(NOW + 4),
    };
    assert_eq!(referrers[1..], [wanted]);
    let own = Listing { referrer: Some(ASHA.to_owned()), ..everything() };
    assert_eq!(names(&store, &own).await, ["C", "B", "A"]);
    assert_eq!(store.stage_counts(&own).await.unwrap()["received"], 1);
}

#[apply(on_each_database)]
async fn referrers_are_paged_last_seen_first(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    for (number, now) in [(ASHA, NOW + 1), (RAVI, NOW + 2), (MEERA, NOW + 3)] {
        submit(&store, number, number, now).await;
    }
    // A login after the newest referral counts as seen; one before it changes nothing.
    log_in(&store, &session(ASHA, 2, NOW + 9)).await.unwrap();
    let seen = all(&store, Scope::All).await;
    let seen: Vec<_> = seen.iter().map(|it| (it.mobile.as_str(), it.seen_at.as_millis())).collect();
    assert_eq!(seen, [(ASHA, NOW + 9), (MEERA, NOW + 3), (RAVI, NOW + 2)]);
    for scope in [Scope::All, of_services(&["training"]), of_services(&["training", "others"])] {
        let (mut parts, mut after) = (Vec::new(), None);
        loop {
            let part = ReferrerListing { after, ..listing(scope.clone(), 1) };
            let page = store.referrers(&part).await.unwrap();
            parts.extend(page.items.into_iter().map(|it| it.mobile));
            after = page.next;
            if let Some(next) = &after {
                assert!([ASHA, RAVI, MEERA].iter().all(|number| !next.contains(number)), "{next}");
            } else {
                break;
            }
        }
        assert_eq!(parts, [ASHA, MEERA, RAVI], "{scope:?}");
    }
    // After an erasure their logins are unknown.
    store.erase_referrer(&mobile(ASHA), None, at(NOW + 9), None, None).await.unwrap();
    submit(&store, ASHA, "again", NOW + 4).await;
    assert_eq!(all(&store, Scope::All).await[0].seen_at, at(NOW + 4));
}

#[apply(on_each_database)]
async fn lists_for_some_services_count_only_their_referrals(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    to_service(&store, ASHA, "B", "others", NOW + 10).await;
    submit(&store, RAVI, "C", NOW + 20).await;
    to_service(&store, MEERA, "D", "hr-recruitment", NOW + 30).await;
    to_service(&store, ASHA, "E", "hr-recruitment", NOW + 40).await;
    let training = of_services(&["training"]);
    assert_eq!(counts(&store, training).await, counted(&[(RAVI, 1), (ASHA, 1)]));
    let two = of_services(&["others", "training"]);
    assert_eq!(counts(&store, two.clone()).await, counted(&[(RAVI, 1), (ASHA, 2)]));
    // Referrals for other services change neither the order nor the names.
    let seen = all(&store, two).await;
    assert_eq!(seen[1].seen_at, at(NOW + 10));
    let three = of_services(&["others", "training", "hr-recruitment", "training"]);
    assert_eq!(counts(&store, three).await, counted(&[(ASHA, 3), (MEERA, 1), (RAVI, 1)]));
    for scope in [of_services(&[]), Scope::Of(mobile(ASHA)), Scope::About(mobile(ASHA))] {
        assert_eq!(counts(&store, scope).await, []);
    }
}

#[apply(on_each_database)]
async fn a_referrer_is_found_by_name_and_number_and_not_by_others_texts(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "Ravi", NOW).await;
    submit(&store, RAVI, "Asha", NOW + 1).await;
    to_service(&store, RAVI, "Meera", "others", NOW + 2).await;
    let find = async |search: &str, scope| {
        let search = ReferrerListing { search: search.to_owned(), ..listing(scope, 100) };
        let page = store.referrers(&search).await.unwrap();
        page.items.into_iter().map(|it| (it.mobile, it.referrals)).collect::<Vec<_>>()
    };
    assert_eq!(find("USER3210", Scope::All).await, counted(&[(ASHA, 1)]));
    assert_eq!(find("user", Scope::All).await, counted(&[(RAVI, 2), (ASHA, 1)]));
    assert_eq!(find("91234", Scope::All).await, counted(&[(RAVI, 2)]));
    assert_eq!(find("91234", of_services(&["others"])).await, counted(&[(RAVI, 1)]));
    for nothing in ["meera", "0400", "nobody"] {
        assert_eq!(find(nothing, Scope::All).await, [], "{nothing}");
    }
    let after = ReferrerListing { search: "user".to_owned(), ..listing(Scope::All, 1) };
    let first = store.referrers(&after).await.unwrap();
    let second = ReferrerListing { after: first.next, ..after };
    let second = store.referrers(&second).await.unwrap();
    assert_eq!((second.items[0].mobile.as_str(), second.next), (ASHA, None));
}

/// Of a text in very many referrals, those who have it in their name are found page by page, in the
/// order of the list.
#[apply(on_each_database)]
async fn referrers_with_a_common_name_are_found_in_their_order(database: &dyn Database) {
    let store = database.open().await;
    let referrer = |place| if place == 0 { 30 } else { place % 30 };
    let case = |place| record(&format!("90000000{:02}", referrer(place)), "Asha", NOW + place);
    let export = Export { accounts: vec![], referrals: (0..1020).map(case).collect() };
    store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    sign_up(&store, &session("9000000007", 1, NOW + 5000)).await.unwrap();
    submit(&store, "9000000007", "Asha", NOW + 4000).await;
    let shown = counts(&store, Scope::All).await;
    assert_eq!((shown[0].0.as_str(), shown.len()), ("9000000007", 31));
    let find = async |search: &str| {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let search = search.to_owned();
            let part = ReferrerListing { search, after, ..listing(Scope::All, 7) };
            let page = store.referrers(&part).await.unwrap();
            found.extend(page.items.into_iter().map(|it| (it.mobile, it.referrals)));
            after = page.next;
            if after.is_none() {
                return found;
            }
        }
    };
    assert_eq!(find("USER").await, shown);
    assert_eq!(find("user0007").await, shown[..1]);
    assert_eq!(find("after six").await, [], "that is in everybody's notes");
    // As many others as a page looks at were seen later.
    let guest = of_guest("9000000040", "Asha", "55123456", NOW + 6000);
    let Submitted::New(guest) = store.submit(&guest).await.unwrap() else { panic!() };
    let others = format!(
        "INSERT INTO referrals (id, key, version, status, points, referrer_number, \
         referred_number, stage, waiting_since, dealt_at, owner, service, number, number_since, came_at, \
         number_unclear, doer, award_asked, rulebook, source, by_link, consent, opening, haystack, record) WITH RECURSIVE n (i) AS \
         (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) SELECT r.id + n.i, \
         r.key || CAST(n.i AS TEXT), r.version, r.status, r.points, CAST(n.i AS TEXT), \
         r.referred_number, r.stage, r.waiting_since, r.dealt_at, r.owner, r.service, r.number, \
         r.number_since, r.came_at, r.number_unclear, r.doer, r.award_asked, r.rulebook, r.source, r.by_link, r.consent, r.opening, \
         r.haystack, r.record \
         FROM n CROSS JOIN referrals AS r WHERE r.id = {}",
        guest.referral().id.as_millis()
    );
    execute(database, &others).await;
    let search = ReferrerListing { search: "user".to_owned(), ..listing(Scope::All, 7) };
    let page = store.referrers(&search).await.unwrap();
    assert!(page.items.is_empty() && page.next.is_some(), "{page:?}");
    assert_eq!(find("user").await, shown);
}

#[apply(on_each_database)]
async fn sums_of_referrers_follow_every_change(database: &dyn Database) {
    let store = database.open().await;
    let first = submit(&store, ASHA, "A", NOW).await;
    let contacted = Stage::Contacted;
    let moved = give(&store, &first, PipelineCommand::Move { stage: &contacted }, NOW + 1).await;
    let many = award(domain::limits::POINTS_MAX, NOW + 2);
    store.change(&moved.key, moved.version, &admin_actor(), &many, None).await.unwrap();
    submit(&store, ASHA, "B", NOW + 3).await;
    to_service(&store, ASHA, "C", "others", NOW + 4).await;
    assert_eq!(counts(&store, of_services(&["training"])).await, counted(&[(ASHA, 2)]));
    // A copy with points, and one with another spelling of the number.
    let copy = awarded(&record(RAVI, "D", NOW + 5), 3, NOW + 6);
    let other = record(RAVI, "E", NOW + 7);
    let referrer_mobile = format!("+91 {RAVI}");
    let other = Referral { referrer_mobile, ..other.referral().clone() };
    let other = domain::case::Case::stored(other, &[]);
    let export = Export { accounts: vec![], referrals: vec![copy, other] };
    store.import(&export, at(NOW + 8), false, &Importer::PROGRAM).await.unwrap();
    let ravi = &all(&store, Scope::All).await[0];
    assert_eq!((ravi.referrals, ravi.successful, ravi.points), (2, 1, 3));
    // Referrals deleted by age are not counted any more. A referrer without referrals is not
    // listed.
    store.retain(at(NOW + 4)).await.unwrap();
    let ravi = format!("+91 {RAVI}");
    assert_eq!(counts(&store, of_services(&["training"])).await, counted(&[(&ravi, 2)]));
    store.erase_referrer(&mobile(RAVI), None, at(NOW + DAY_MS), None, None).await.unwrap();
    assert_eq!(counts(&store, Scope::All).await, counted(&[(ASHA, 1)]));
    store.erase_referred("0400 111 222", at(NOW + DAY_MS), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!(counts(&store, Scope::All).await, []);
}

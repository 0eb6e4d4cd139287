//! Points that an owner enters by hand: once, of no award, and with a reason that goes with the member.

use std::collections::BTreeSet;

use domain::account::User;
use domain::pipeline::{Staff, StaffRole, author_of};
use domain::points::Points;
use domain::rejection::RejectionCode;
use domain::rewards::{Balance, TypedByHand, by_hand};
use macro_rules_attribute::apply;
use server::db::answers::RetryKey;
use server::db::fingerprints::KeyedHash;
use server::db::{Store, StoreError};
use server::rewards::by_hand::sql::NewByHand;
use server::rewards::statement::sql::Subject;
use sqlx::Row;

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, mobile, session, sign_up, submit, user};
use crate::people::{connect, execute};
use crate::redemptions::{ask, code, publish as publish_catalogue};
use crate::rewards::{as_suggested, done, publish, refer_by};
use crate::traces::{dump, keyed};

const OWNER: &str = "9000000031";

/// An owner with this number, named by it, enters points with a note.
pub(crate) async fn enter(
    store: &Store,
    by: &str,
    to: &str,
    points: i64,
    note: &str,
    now: u64,
) -> Result<Balance, StoreError> {
    let owner: User = user(by);
    let owner = Staff::new(by.to_owned(), owner, StaffRole::Owner, Vec::new());
    let (to, by) = (numbers::key(to), numbers::key(by));
    let author = author_of(owner.id());
    let new = NewByHand { to: &to, by: &by, author: author.as_str(), session: None };
    let typed = points.unsigned_abs().to_string();
    let typed = TypedByHand { points: &typed, takes: points < 0, note };
    let at_most = Points::try_from(10_000).unwrap();
    let rule = |related: bool, given: u64| by_hand(&owner, related, given, &typed, at_most);
    let key = RetryKey { stored_key: format!("{to} {points} {note} {now}"), at: at(now) };
    store.enter_by_hand(&new, &rule, &key).await
}

#[apply(on_each_database)]
async fn points_by_hand_are_entered_once_and_are_available_at_once(database: &dyn Database) {
    let stores = [database.open().await, database.open().await];
    submit(&stores[0], ASHA, "Meera", NOW).await;
    let tries = stores.iter().cycle().take(4).map(|store| {
        let store = store.clone();
        tokio::spawn(async move { enter(&store, OWNER, ASHA, 50, "For the fair", NOW + 5).await })
    });
    for entered in tries.collect::<Vec<_>>() {
        assert_eq!(entered.await.unwrap().unwrap().available, 50);
    }
    let taken = enter(&stores[1], OWNER, ASHA, -80, "Counted twice", NOW + 6).await.unwrap();
    assert_eq!((taken.points, taken.available), (-30, -30));
    let found = stores[0].entries_of(&numbers::key(ASHA), None, at(NOW + 9), 9).await.unwrap();
    let said = found.page.iter().map(|(entry, about)| {
        let Some(Subject::Note(note)) = about else { panic!("{about:?}") };
        (entry.points, note.as_str())
    });
    assert_eq!(said.collect::<Vec<_>>(), [(-80, "Counted twice"), (50, "For the fair")]);
    // It is owed by no rulebook.
    let owed = stores[0].owed(at(NOW + 9)).await.unwrap();
    let versions: Vec<_> = owed.versions.iter().map(|it| (it.version, it.ages[0].points)).collect();
    assert_eq!(versions, [(0, -30)]);
    assert_eq!(stores[0].verify().await.unwrap().faults, Vec::<String>::new());
}

#[apply(on_each_database)]
async fn points_by_hand_count_for_no_rule(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let first = refer_by(&store, (ASHA, "Meera"), "0400111221", NOW).await.key;
    enter(&store, OWNER, ASHA, 1_000, "For the fair", NOW + 1).await.unwrap();
    let past = store.earned(&first, true).await.unwrap().unwrap().past;
    assert_eq!(past.referrer, []);
    done(&store, &first, &as_suggested(NOW + 2)).await;
    enter(&store, OWNER, ASHA, -400, "Too many", NOW + 3).await.unwrap();
    let second = refer_by(&store, (ASHA, "Binu"), "0400111222", NOW + 4).await.key;
    let past = store.earned(&second, true).await.unwrap().unwrap().past;
    assert_eq!(
        past.referrer.iter().map(|it| (it.points, it.successes)).collect::<Vec<_>>(),
        [(500, 1)]
    );
    let recent = store.recent_awards(at(NOW), 99).await.unwrap();
    assert_eq!((recent.awards.len(), recent.gave, recent.erased), (1, 500, 0));
    let recent = store.recent_awards(at(NOW + 10), 99).await.unwrap();
    let before: Vec<_> = recent.before.into_values().flatten().collect();
    assert!(before.is_empty(), "of nobody who has got anything since: {before:?}");
    // Of many, it looks at the newest.
    done(&store, &second, &as_suggested(NOW + 20)).await;
    let recent = store.recent_awards(at(NOW), 1).await.unwrap();
    assert_eq!((recent.awards.len(), recent.since > at(NOW)), (1, true));
    let before: Vec<_> = recent.before.into_values().flatten().collect();
    assert_eq!((before.len(), before[0].points), (1, 500));
}

/// An erasure of the person who was referred made points final until now.
#[apply(on_each_database)]
async fn points_of_an_erased_referral_that_are_on_hold_can_be_taken_back(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let erased = refer_by(&store, (ASHA, "Meera"), "0400111221", NOW).await.key;
    refer_by(&store, (ASHA, "Binu"), "0400111222", NOW + 1).await;
    done(&store, &erased, &as_suggested(NOW + 2)).await;
    store.erase_referred("0400111221", at(NOW + 3), None, None, &|_| Ok(())).await.unwrap();
    let left = enter(&store, OWNER, ASHA, -500, "It was no success", NOW + 4).await.unwrap();
    assert_eq!((left.points, left.spendable()), (0, 0));
    let later = store.balance(&numbers::key(ASHA), at(NOW + 91 * 86_400_000)).await.unwrap();
    assert_eq!((later.points, later.available, later.spendable()), (0, 0, 0));
}

#[apply(on_each_database)]
async fn whoever_entered_points_by_hand_does_not_approve_what_they_are_exchanged_for(
    database: &dyn Database,
) {
    let store = database.open().await;
    publish_catalogue(&store).await;
    submit(&store, ASHA, "Meera", NOW).await;
    enter(&store, OWNER, ASHA, 600, "For the fair", NOW + 1).await.unwrap();
    ask(&store, ASHA, "transfer", "a", NOW + 2).await.unwrap();
    let awarders = async || {
        let page = store.redemptions(None, None, 9, at(NOW)).await.unwrap();
        page.items.into_iter().next().unwrap().1.awarders
    };
    assert_eq!(awarders().await, BTreeSet::from([OWNER.to_owned()]));
    // Even if they have taken them back.
    enter(&store, OWNER, ASHA, -600, "A mistake", NOW + 3).await.unwrap();
    assert_eq!(awarders().await, BTreeSet::from([OWNER.to_owned()]));
}

#[apply(on_each_database)]
async fn nobody_enters_points_for_themselves_or_somebody_they_referred(database: &dyn Database) {
    let store = database.open().await;
    refer_by(&store, (ASHA, "Ravi"), RAVI, NOW).await;
    refer_by(&store, (RAVI, "Meera"), "0400111222", NOW + 1).await;
    for (by, to, wanted) in [
        (ASHA, ASHA, RejectionCode::OwnReferral),
        (ASHA, RAVI, RejectionCode::OwnReferral),
        (RAVI, ASHA, RejectionCode::OwnReferral),
        ("0400111222", RAVI, RejectionCode::OwnReferral),
        // Nobody with this number has referred anybody.
        (OWNER, "0400111222", RejectionCode::ReferralGone),
    ] {
        assert_eq!(code(enter(&store, by, to, 5, "Thanks", NOW + 5).await), wanted.as_str());
    }
    enter(&store, "0400111222", ASHA, 5, "Thanks", NOW + 6).await.unwrap();
}

/// Several entries are no way round what one person may give.
#[apply(on_each_database)]
async fn one_person_gives_no_more_in_a_day_than_they_may_award(database: &dyn Database) {
    let store = database.open().await;
    for (number, place) in [(ASHA, 0), (RAVI, 1)] {
        submit(&store, number, &format!("Friend {place}"), NOW + place).await;
    }
    enter(&store, OWNER, ASHA, 6_000, "One", NOW + 5).await.unwrap();
    let more = enter(&store, OWNER, ASHA, 4_001, "Two", NOW + 6).await;
    assert_eq!(code(more), RejectionCode::PointsByHand.as_str());
    enter(&store, OWNER, ASHA, 4_000, "Two", NOW + 7).await.unwrap();
    // Taking away is no giving, others are others, and the day ends.
    enter(&store, OWNER, ASHA, -9_000, "Three", NOW + 8).await.unwrap();
    enter(&store, OWNER, RAVI, 10_000, "Four", NOW + 9).await.unwrap();
    enter(&store, "9000000033", ASHA, 10_000, "Five", NOW + 10).await.unwrap();
    enter(&store, OWNER, ASHA, 10_000, "Six", NOW + 86_400_008).await.unwrap();
}

#[apply(on_each_database)]
async fn an_erasure_takes_the_reason_and_leaves_the_sum(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    submit(&store, ASHA, "Meera", NOW).await;
    enter(&store, OWNER, ASHA, 50, "For the summer fair", NOW + 1).await.unwrap();
    assert!(dump(database).await.contains("For the summer fair"));
    store.erase_referrer(&mobile(ASHA), None, at(NOW + 2), None, None).await.unwrap();
    assert!(!dump(database).await.contains("For the summer fair"));
    let sum = "SELECT CAST(SUM(points) AS BIGINT) FROM reward_entries WHERE holder IS NULL";
    let sum: i64 = sqlx::query(sum).fetch_one(&mut connect(database).await).await.unwrap().get(0);
    assert_eq!(sum, 50);
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
    execute(database, "UPDATE reward_entries SET note = 'Why' WHERE kind = 'manual'").await;
    let fault = "1 entries by hand without a note, or other entries with one";
    assert_eq!(store.verify().await.unwrap().faults, [fault]);
}

//! The list of those with most points: names that members chose, and what they have earned in a quarter.

use domain::rewards::{Leader, Quarter};
use macro_rules_attribute::apply;
use server::db::allowances::Allowance;
use server::db::{Store, StoreError};
use server::rewards::leaderboard::sql::Standing;

use crate::by_hand::enter;
use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, award, mobile, session, sign_up};
use crate::rewards::{done, refer_by, undo};

const THIRD: &str = "9000000005";
const FOURTH: &str = "9000000006";

/// The beginning of the quarter after [`NOW`]: 1 July 2025.
const NEXT: u64 = 1_751_328_000_000;

/// Chooses a name for the list, which it also has as id.
pub(crate) async fn choose(store: &Store, number: &str, name: &str, now: u64) -> bool {
    let (choice, allowance) = ((name, name, false), Allowance { of: [9; 32], limit: 100 });
    store.choose_leader_name(&mobile(number), choice, &allowance, at(now), None).await.unwrap()
}

/// Lets somebody earn points by a referral of whoever has this number. Returns its key.
async fn earn(store: &Store, number: &str, phone: &str, points: u64, now: u64) -> String {
    let key = refer_by(store, (number, "Meera"), phone, now).await.key;
    done(store, &key, &award(points, now + 1)).await;
    key
}

async fn listed(store: &Store, now: u64) -> Vec<(String, u64)> {
    let leaders = store.leaders(Quarter::of(at(now)), false).await.unwrap();
    leaders.into_iter().map(|(_, Leader { name, points })| (name, points)).collect()
}

async fn standing(store: &Store, number: &str, now: u64) -> (Option<String>, i64, Option<u64>) {
    let quarter = Quarter::of(at(now));
    let Standing { name, points, place } =
        store.standing(&numbers::key(number), quarter).await.unwrap();
    (name, points, place)
}

fn named(all: &[(&str, u64)]) -> Vec<(String, u64)> {
    all.iter().map(|&(name, points)| (name.to_owned(), points)).collect()
}

#[apply(on_each_database)]
async fn those_who_earned_most_in_the_quarter_are_listed_by_the_names_that_they_chose(
    database: &dyn Database,
) {
    let store = database.open().await;
    for (place, number) in [ASHA, RAVI, THIRD, FOURTH].into_iter().enumerate() {
        sign_up(&store, &session(number, u8::try_from(place).unwrap(), NOW)).await.unwrap();
    }
    for (number, name, now) in [(THIRD, "third", 2), (ASHA, "asha", 1), (RAVI, "ravi", 3)] {
        assert!(choose(&store, number, name, NOW + now).await);
    }
    assert_eq!(listed(&store, NOW).await, []);
    assert_eq!(standing(&store, ASHA, NOW).await, (Some("asha".to_owned()), 0, None));
    earn(&store, ASHA, "0400111221", 100, NOW).await;
    earn(&store, ASHA, "0400111222", 200, NOW + 10).await;
    let of_ravi = earn(&store, RAVI, "0400111223", 500, NOW + 20).await;
    earn(&store, THIRD, "0400111224", 300, NOW + 30).await;
    // Whoever has chosen no name is not on it, and takes nobody's place.
    earn(&store, FOURTH, "0400111225", 9_000, NOW + 40).await;
    let all = named(&[("ravi", 500), ("asha", 300), ("third", 300)]);
    assert_eq!(listed(&store, NOW).await, all);
    for (number, place) in [(RAVI, 1), (ASHA, 2), (THIRD, 3)] {
        assert_eq!(standing(&store, number, NOW).await.2, Some(place), "{number}");
    }
    assert_eq!(standing(&store, FOURTH, NOW).await, (None, 9_000, None));
    // What an owner enters by hand was not earned by referring.
    enter(&store, "9000000031", THIRD, 1_000, "Thanks", NOW + 50).await.unwrap();
    assert_eq!(listed(&store, NOW).await, all);
    // Each quarter begins anew, and what is taken back is taken from the one of its award.
    earn(&store, RAVI, "0400111226", 7, NEXT).await;
    assert_eq!(listed(&store, NEXT).await, named(&[("ravi", 7)]));
    assert_eq!(listed(&store, NEXT - 1).await, all);
    done(&store, &of_ravi, &undo(NEXT + 9)).await;
    assert_eq!(listed(&store, NOW).await, all[1..]);
    assert_eq!(standing(&store, RAVI, NOW).await, (Some("ravi".to_owned()), 0, None));
    assert_eq!(listed(&store, NEXT).await, named(&[("ravi", 7)]));
}

#[apply(on_each_database)]
async fn ten_are_listed_and_whoever_comes_after_them_knows_their_own_place(
    database: &dyn Database,
) {
    let store = database.open().await;
    for place in 0..12_u8 {
        let number = format!("90000001{place:02}");
        sign_up(&store, &session(&number, place, NOW)).await.unwrap();
        choose(&store, &number, &format!("n{place}"), NOW + u64::from(place)).await;
        let phone = format!("04001113{place:02}");
        earn(&store, &number, &phone, 100 - u64::from(place), NOW + u64::from(place)).await;
    }
    let all = listed(&store, NOW).await;
    assert_eq!((all.len(), all.last()), (10, Some(&("n9".to_owned(), 91))));
    assert_eq!(standing(&store, "9000000111", NOW).await.2, Some(12));
}

#[apply(on_each_database)]
async fn a_name_is_changed_left_taken_off_and_erased(database: &dyn Database) {
    let store = database.open().await;
    assert!(!choose(&store, ASHA, "nobody", NOW).await, "no account");
    for (token, number) in [(1, ASHA), (2, RAVI)] {
        sign_up(&store, &session(number, token, NOW)).await.unwrap();
        choose(&store, number, number, NOW + u64::from(token)).await;
        earn(&store, number, &format!("040011122{token}"), 5, NOW).await;
    }
    // Another name is another choice, but the place stays.
    assert!(choose(&store, ASHA, "asha", NOW + 9).await);
    assert_eq!(listed(&store, NOW).await, named(&[("asha", 5), (RAVI, 5)]));
    // Nobody removes whoever is before them, but everybody their own name.
    let refused = store.take_leader_off("asha", &numbers::key(RAVI), None).await.unwrap_err();
    assert!(matches!(refused, StoreError::Refused(code) if code.as_str() == "own-referral"));
    let staff = numbers::key("9000000011");
    assert!(!store.take_leader_off(ASHA, &staff, None).await.unwrap(), "the choice before");
    assert!(store.take_leader_off("asha", &staff, None).await.unwrap());
    assert_eq!(standing(&store, ASHA, NOW).await, (None, 5, None));
    assert_eq!(listed(&store, NOW).await, named(&[(RAVI, 5)]));
    choose(&store, ASHA, "again", NOW).await;
    store.leave_leaders(&numbers::key(ASHA), None).await.unwrap();
    assert_eq!(store.leader_name(&numbers::key(ASHA)).await.unwrap(), None);
    assert_eq!(store.leader_name(&numbers::key(RAVI)).await.unwrap().as_deref(), Some(RAVI));
    let erased = store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    assert_eq!(erased.leader_names, 1);
    assert_eq!(listed(&store, NOW).await, []);
    let erased = store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(erased.leader_names, 0);
}

//! What somebody has in points, page by page, and what is owed in all.

use api::OwedPoints;
use domain::rewards::{EntryKind, Receiver};
use macro_rules_attribute::apply;
use server::db::Store;
use server::rewards::owed::sql::Owed;
use server::rewards::statement::sql::Entries;
use sqlx::Row;

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, mobile, session, sign_up, submit};
use crate::people::connect;
use crate::rewards::{as_suggested, done, publish, refer_by, undo};

const DAY: u64 = 86_400_000;
/// The person who is referred in all of these.
const REFERRED: &str = "0400111222";

async fn entries(
    store: &Store,
    number: &str,
    after: Option<&str>,
    now: u64,
    limit: u32,
) -> Entries {
    store.entries_of(&numbers::key(number), after, at(now), limit).await.unwrap()
}

fn points(found: &Entries) -> Vec<i64> {
    found.page.iter().map(|(entry, _)| entry.points).collect()
}

/// Two awards of Asha's, of which one is undone, and one of Ravi's. Only the first is about a member.
async fn fill(store: &Store) -> [String; 3] {
    publish(store, 0, 500).await;
    sign_up(store, &session(REFERRED, 1, NOW)).await.unwrap();
    let first = submit(store, ASHA, "Meera", NOW).await.key;
    let second = refer_by(store, (ASHA, "Binu"), "0400111223", NOW + 1).await.key;
    let other = refer_by(store, (RAVI, "Chitra"), "0400111224", NOW + 2).await.key;
    done(store, &first, &as_suggested(NOW + 10)).await;
    done(store, &second, &as_suggested(NOW + 11)).await;
    done(store, &other, &as_suggested(NOW + 12)).await;
    done(store, &second, &undo(NOW + 13)).await;
    [first, second, other]
}

#[apply(on_each_database)]
async fn a_statement_is_read_page_by_page_and_comes_to_the_sum_of_the_entries(
    database: &dyn Database,
) {
    let store = database.open().await;
    fill(&store).await;
    let now = NOW + 20;
    let all = entries(&store, ASHA, None, now, 9).await;
    assert_eq!((points(&all), all.before, &all.next), (vec![-500, 500, 500], 0, &None));
    assert_eq!(all.page[0].0.kind, EntryKind::Reversed);
    // In pages, each of which says what came before it.
    let (mut read, mut after, mut befores) = (Vec::new(), None, Vec::new());
    loop {
        let page = entries(&store, ASHA, after.as_deref(), now, 2).await;
        befores.push(page.before);
        after = page.next.clone();
        read.extend(page.page);
        if after.is_none() {
            break;
        }
    }
    assert_eq!((read, befores), (all.page.clone(), vec![500, 0]));
    let held = &all.balance;
    assert_eq!((held.points, held.available, held.on_hold.len()), (500, 0, 1));
    let later = NOW + 91 * DAY;
    let available = entries(&store, ASHA, None, later, 9).await.balance;
    assert_eq!((available.points, available.available, available.on_hold.len()), (500, 500, 0));
    // The person who was referred has their own, of the first award, and nobody has anybody else's.
    let referred = entries(&store, REFERRED, None, now, 9).await;
    assert_eq!(points(&referred), [100]);
    assert!(referred.page.iter().all(|(entry, _)| entry.to == Receiver::Referred));
    assert_eq!(points(&entries(&store, RAVI, None, now, 9).await), [500]);
    assert_eq!(entries(&store, "9111111111", None, now, 9).await, Entries::default());
    assert_eq!(entries(&store, "unknown", None, now, 9).await, Entries::default());
}

#[apply(on_each_database)]
async fn a_line_outlives_its_referral_and_no_line_outlives_its_owner(database: &dyn Database) {
    let store = database.open().await;
    fill(&store).await;
    let named = |found: &Entries| found.page.iter().filter(|(_, case)| case.is_some()).count();
    let before = entries(&store, ASHA, None, NOW + 20, 9).await;
    assert_eq!(named(&before), 3);
    store.erase_referred(REFERRED, at(NOW + 21), None, None, &|_| Ok(())).await.unwrap();
    let after = entries(&store, ASHA, None, NOW + 22, 9).await;
    // Only the first was about them.
    assert_eq!((points(&after), named(&after)), (points(&before), 2));
    store.erase_referrer(&mobile(RAVI), None, at(NOW + 23), None, None).await.unwrap();
    assert_eq!(points(&entries(&store, RAVI, None, NOW + 24, 9).await), [0_i64; 0]);
    // What nobody has is owed to nobody. Whoever was referred has an account, and keeps what is theirs.
    let owed = store.owed(at(NOW + 25)).await.unwrap();
    assert_eq!(sum(&owed), OwedPoints::of(600, 600));
    let owners: Vec<_> = owed.owners.iter().map(|it| it.owed.points).collect();
    assert_eq!(owners, [500, 100]);
}

fn sum(owed: &Owed) -> OwedPoints {
    let ages = owed.versions.iter().flat_map(|version| &version.ages);
    ages.fold(OwedPoints::default(), |all, age| all.plus(*age))
}

#[apply(on_each_database)]
async fn what_is_owed_is_the_sum_of_the_entries_by_age_and_by_rulebook(database: &dyn Database) {
    let store = database.open().await;
    fill(&store).await;
    publish(&store, 1, 300).await;
    let old = NOW + 100 * DAY;
    let third = refer_by(&store, (RAVI, "Dev"), "0400111225", old - 1).await.key;
    done(&store, &third, &as_suggested(old)).await;
    let now = old + DAY;
    let owed = store.owed(at(now)).await.unwrap();
    let sql = "SELECT CAST(SUM(points) AS BIGINT) FROM reward_entries";
    let row = sqlx::query(sql).fetch_one(&mut connect(database).await).await.unwrap();
    assert_eq!(sum(&owed).points, row.get::<i64, _>(0));
    // Of the second rulebook what was awarded yesterday, and of the first what is 101 days old.
    let versions: Vec<_> = owed.versions.iter().map(|it| (it.version, it.ages.clone())).collect();
    let none = OwedPoints::default();
    // What is for the person who was referred is on hold as long.
    let [new, earlier] = [OwedPoints::of(300, 300), OwedPoints::of(1_100, 0)];
    let expected = [(2, vec![new, none, none, none]), (1, vec![none, none, earlier, none])];
    assert_eq!(versions, expected);
    let owners: Vec<_> = owed
        .owners
        .iter()
        .map(|owner| {
            let (_, case, is_referred) = owner.referral.as_ref().unwrap();
            (owner.owed.points, case.referral().referrer_mobile.as_str(), *is_referred)
        })
        .collect();
    assert_eq!(owners[..2], [(800, RAVI, false), (500, ASHA, false)]);
    assert_eq!((owners[2].0, owners[2].2), (100, true));
    // Each day counts for the age that it ends: 30 days, 31, 90, 91, 365 and 366.
    for (days, age) in [(30, 0), (31, 1), (90, 1), (91, 2), (365, 2), (366, 3)] {
        let owed = store.owed(at(old + days * DAY)).await.unwrap();
        assert_eq!(owed.versions[0].ages[age].points, 300, "{days}");
    }
}

//! The console's lists with few and with many records. `trials growth` measures them with a million,
//! and what is counted when it is asked for. A list that reads rows one by one is noticed with thousands
//! already.

use std::time::{Duration, Instant};

use api::{DAY_MS, InboxSection, Sort};
use domain::case::Case;
use domain::pipeline::StageLimits;
use domain::pipeline::work::Offices;
use domain::referral::Referral;
use server::{
    db::Store,
    referrals::records::{Listing, Scope},
    referrals::waiting::Waiting,
    transfer::records::{Export, Importer},
};

use crate::database::{Database, Sqlite};
use crate::fixtures::{NOW, at, record};

const FEW: u64 = 400;
const MANY: u64 = 8_000;

/// The page size. Both databases fill a page.
const PART: u32 = 10;

/// How many times each request is made. The shortest time counts, because it is the same on a busy
/// machine.
const TIMES: usize = 7;

/// Times below this are not compared, because small times vary a lot.
const SMALL: Duration = Duration::from_millis(10);

const SERVICES: [&str; 3] = ["training", "others", "royalty-card"];

/// Forty for each number, in every stage, some of them duplicates, over at most half a year.
async fn fill(store: &Store, count: u64) {
    let case = |place: u64| {
        let id = NOW + place * DAY_MS / 50;
        let number = format!("9{:09}", place / 40);
        let referral = Referral {
            referred_phone: format!("8{:09}", place - u64::from(place % 20 == 19)),
            service: SERVICES[usize::try_from(place % 3).unwrap()].to_owned().into(),
            ..record(&number, &format!("Person{place}."), id).referral().clone()
        };
        let step = match place % 7 {
            0 => r#""kind":"points","points":5"#,
            1 => r#""kind":"declined","reason":"terms""#,
            2 => r#""kind":"withdrawn""#,
            3 => r#""kind":"moved","stage":"qualified""#,
            4 => r#""kind":"assigned","text":"s""#,
            _ => r#""kind":"moved","stage":"contacted""#,
        };
        let at = id + (place % 90 + 1) * 3_600_000;
        Case::stored(referral, &[&format!(r#"{{"at":{at},"saw":0,"by":"staff:s",{step}}}"#)])
    };
    let export = Export { accounts: Vec::new(), referrals: (0..count).map(case).collect() };
    store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    let listed = store.list(&Listing::of(Scope::All, PART)).await.unwrap();
    assert_eq!(listed.items.len(), PART as usize);
    let counted = store.stage_counts(&Listing::of(Scope::All, PART)).await.unwrap();
    assert_eq!(counted.values().sum::<u64>(), count);
}

/// The requests of the inbox, the table, its filters and its search, and of the duplicates, with their
/// times.
async fn screens(store: &Store) -> Vec<(String, Duration)> {
    let text = |text: &str| Some(text.to_owned());
    let own = Scope::Services(SERVICES[..2].iter().map(|&it| it.to_owned()).collect());
    let mut screens = Vec::new();
    for scope in [Scope::All, own] {
        let all = || Listing::of(scope.clone(), PART);
        let waiting = Waiting {
            whose: None,
            doers: Vec::new(),
            sees_duplicates: true,
            may_award: true,
            offices: Offices::default(),
            limits: StageLimits::default(),
            now: at(NOW + 60 * DAY_MS),
            day_ends: at(NOW + 61 * DAY_MS),
        };
        let lists = [
            all(),
            Listing { sort: Sort::Waiting, waits: Some((waiting, InboxSection::Overdue)), ..all() },
            Listing { sort: Sort::Points, ..all() },
            Listing { sort: Sort::Waiting, ..all() },
            Listing { stage: text("qualified"), ..all() },
            Listing { stage: text("declined"), service: text("others"), ..all() },
            Listing { owners: Some(vec![String::new()]), ..all() },
            Listing { owners: Some(vec![String::new(), "s".to_owned()]), ..all() },
            // A coordinator's lists do not show whether a referral is a duplicate.
            Listing { is_duplicate: scope == Scope::All, ..all() },
            Listing { search: "person77.".to_owned(), ..all() },
            Listing { search: "after six".to_owned(), ..all() },
        ];
        for listing in lists {
            let time = least(async || drop(store.list(&listing).await.unwrap())).await;
            screens.push((format!("{listing:?}"), time));
        }
        let time = least(async || {
            drop(store.duplicates(&scope, true, None, PART / 2).await.unwrap());
        });
        screens.push((format!("duplicates of {scope:?}"), time.await));
    }
    screens
}

async fn least(ask: impl AsyncFn()) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..TIMES {
        let since = Instant::now();
        ask().await;
        least = least.min(since.elapsed());
    }
    least
}

#[tokio::test]
async fn scenario_10_no_list_takes_three_times_as_long_of_twenty_times_as_many() {
    let databases = [Sqlite::new(), Sqlite::new()];
    let mut taken = Vec::new();
    for (database, count) in databases.iter().zip([FEW, MANY]) {
        let store = database.open().await;
        fill(&store, count).await;
        taken.push(screens(&store).await);
    }
    let slow: Vec<_> = taken[0]
        .iter()
        .zip(&taken[1])
        .filter(|((_, few), (_, many))| *many > *few * 3 + SMALL)
        .map(|((name, few), (_, many))| format!("{few:?} became {many:?}: {name}"))
        .collect();
    assert_eq!(slow, [""; 0], "{}", slow.join("\n"));
}

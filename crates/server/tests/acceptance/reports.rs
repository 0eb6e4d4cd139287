//! Reports, compared with a count of all referrals.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;
use std::slice;

use domain::case::Case;
use domain::event::{CorrectedField, Reason, Stage};
use domain::pipeline::{PipelineCommand, Progress};
use domain::points::Points;
use domain::referral::Referral;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    referrals::records::{Changed, Stored},
    reports::records::{Quantiles, ReportScope, ReportSums, StageSum},
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, everything, mobile, record, submit,
};
use crate::stages::{deciding, give};

const DAY: u64 = 86_400_000;

/// Referrals of every kind, over several days; two have undone events.
async fn programme(store: &Store) {
    let (contacted, qualified) = (Stage::Contacted, Stage::Qualified);
    for place in 0..24 {
        let number = if place % 3 == 0 { RAVI } else { ASHA };
        let submitted = NOW + place * DAY / 5;
        let now = |steps: u64| submitted + steps * (place + 1) * 1099;
        let mut stored = submit(store, number, &format!("P{place}"), submitted).await;
        if place % 3 != 1 {
            let staff = ["m", "n"][usize::try_from(place % 2).unwrap()];
            let assign = PipelineCommand::Assign { staff, is_staff: true };
            stored = give(store, &stored, assign, now(0)).await;
        }
        if place % 4 != 0 {
            stored =
                give(store, &stored, PipelineCommand::Move { stage: &contacted }, now(1)).await;
        }
        if place % 5 == 0 {
            stored =
                give(store, &stored, PipelineCommand::Move { stage: &qualified }, now(2)).await;
            stored =
                give(store, &stored, PipelineCommand::Move { stage: &contacted }, now(3)).await;
        }
        if place % 7 == 3 {
            let field = CorrectedField::Service;
            let correct = PipelineCommand::Correct {
                field,
                text: "others",
                note: "Asked",
                own_number: false,
            };
            stored = give(store, &stored, correct, now(4)).await;
        }
        match place % 6 {
            1 => {
                let award = award(place, now(5));
                let by = admin_actor();
                store.change(&stored.key, stored.version, &by, &award, None).await.unwrap();
            }
            2 => {
                let reason = &Reason::ALL[usize::try_from(place).unwrap() % Reason::ALL.len()];
                let decline = PipelineCommand::Decline { reason, note: "Why" };
                stored = give(store, &stored, decline, now(5)).await;
                if place == 8 || place == 14 {
                    let history = stored.case.history();
                    let target = domain::history::event_id(history.texts().last().unwrap());
                    let undo = PipelineCommand::Undo {
                        target: &target,
                        note: "",
                        own_number: false,
                        is_staff: true,
                    };
                    give(store, &stored, undo, now(6)).await;
                }
            }
            _ => {}
        }
    }
}

/// The same, counted one by one.
async fn counted(store: &Store, scope: &ReportScope) -> ReportSums {
    let mut sums: BTreeMap<[String; 3], [u64; 3]> = BTreeMap::new();
    let mut stays: [BTreeMap<String, Vec<u64>>; 2] = Default::default();
    for stored in store.list(&everything()).await.unwrap().items {
        let shown = stored.case.corrected();
        let service = shown.service.value().to_owned();
        let owner = Progress::of(&stored.case).owner.unwrap_or_default();
        if scope.owners.as_ref().is_some_and(|owners| !owners.contains(&owner)) {
            continue;
        }
        let is_in = scope.submitted.contains(&shown.id.as_millis());
        if !is_in || scope.services.as_ref().is_some_and(|all| !all.contains(&service)) {
            continue;
        }
        let mut seen = Vec::new();
        for stay in Progress::stays(&stored.case) {
            let reason = stay.reason.as_ref().map(Reason::as_str).unwrap_or_default();
            let stage = stay.stage.as_str().to_owned();
            let sum = sums.entry([service.clone(), stage.clone(), reason.to_owned()]).or_default();
            sum[0] += u64::from(!seen.contains(&stage));
            sum[1] += u64::from(stay.left.is_some());
            sum[2] += u64::from(stay.left.is_none());
            if stay.stage.is_open() {
                let entered = stay.entered.as_millis();
                let (place, value) = match stay.left {
                    Some(left) => (0, left.as_millis() - entered),
                    None => (1, u64::MAX - entered),
                };
                stays[place].entry(stage.clone()).or_default().push(value);
            }
            seen.push(stage);
        }
    }
    let sum = |([service, stage, reason], [reached, finished, here]): ([String; 3], [u64; 3])| {
        StageSum { service, stage, reason, reached, finished, here }
    };
    let quantiles = |mut values: Vec<u64>, of: &dyn Fn(u64) -> u64| {
        values.sort_unstable();
        let rank = |percent: usize| of(values[(values.len() * percent).div_ceil(100) - 1]);
        Quantiles { count: values.len() as u64, median: rank(50), p90: rank(90) }
    };
    let [finished, running] = stays;
    let each = |stays: BTreeMap<String, Vec<u64>>, of: &dyn Fn(u64) -> u64| {
        stays.into_iter().map(|(stage, values)| (stage, quantiles(values, of))).collect()
    };
    ReportSums {
        sums: sums.into_iter().map(sum).collect(),
        finished: each(finished, &|took| took),
        running: each(running, &|from_the_end| u64::MAX - from_the_end),
        ..ReportSums::default()
    }
}

fn scope(submitted: Range<u64>, service: Option<&str>) -> ReportScope {
    let services = service.map(|service| vec![service.to_owned()]);
    ReportScope { services, owners: None, submitted }
}

/// Everybody's referrals, and those of a colleague, of two, and of nobody.
fn by_owners(scope: &ReportScope) -> [ReportScope; 4] {
    let of = |owners: Option<&[&str]>| {
        let owners = owners.map(|owners| owners.iter().map(|&owner| owner.to_owned()).collect());
        ReportScope { owners, ..scope.clone() }
    };
    [of(None), of(Some(&["m"])), of(Some(&["n", "m"])), of(Some(&[]))]
}

async fn assert_counts(store: &Store) {
    // From the middle of one day to the middle of another; within a day; all days.
    let midnight = NOW.div_ceil(DAY) * DAY;
    let periods = [
        0..u64::MAX,
        NOW + DAY / 3..NOW + 3 * DAY + 7,
        midnight..midnight + DAY,
        midnight + DAY / 4..midnight + DAY / 2,
        0..midnight,
        midnight + 1..u64::MAX,
        5..5,
    ];
    for submitted in periods {
        for service in [None, Some("training"), Some("others"), Some("nothing")] {
            for scope in by_owners(&scope(submitted.clone(), service)) {
                assert_counts_of(store, &scope).await;
            }
        }
    }
}

async fn assert_counts_of(store: &Store, scope: &ReportScope) {
    let mut found = store.report(scope).await.unwrap();
    found.sums.sort_by_key(|it| [it.service.clone(), it.stage.clone(), it.reason.clone()]);
    let counted = counted(store, scope).await;
    assert_eq!(found.sums, counted.sums, "{scope:?}");
    assert_lengths(&found, &counted, scope);
    // Each of them came in some way, and is in one interval.
    let here: u64 = counted.sums.iter().map(|it| it.here).sum();
    assert_eq!(found.sources.iter().map(|it| it.submitted).sum::<u64>(), here, "{scope:?}");
    let intervals = store.intervals(slice::from_ref(scope)).await.unwrap();
    assert_eq!(intervals[0].stages.values().sum::<u64>(), here, "{scope:?}");
}

fn assert_lengths(found: &ReportSums, counted: &ReportSums, scope: &ReportScope) {
    assert_eq!(found.finished, counted.finished, "{scope:?}");
    assert_eq!(found.running, counted.running, "{scope:?}");
}

#[apply(on_each_database)]
async fn a_report_agrees_with_counting_and_ignores_undone_events(database: &dyn Database) {
    let store = database.open().await;
    programme(&store).await;
    assert_counts(&store).await;
    let all = store.report(&scope(0..u64::MAX, None)).await.unwrap();
    let declined = |it: &&StageSum| it.stage == "declined";
    let reached: u64 = all.sums.iter().filter(declined).map(|it| it.reached).sum();
    assert_eq!(reached, 2, "of four, two are undone");
}

/// The sums are right after erasures and imports.
#[apply(on_each_database)]
async fn a_report_follows_erasures_and_copies(database: &dyn Database) {
    let store = database.open().await;
    programme(&store).await;
    let all: Vec<Stored> = store.list(&everything()).await.unwrap().items;
    let mut referrals: Vec<_> = all.iter().map(|stored| stored.case.clone()).collect();
    // A reason where this version writes none.
    let moved = r#"{"at":1763700000000,"saw":1,"by":"staff:s1","kind":"moved","stage":"in-progress","reason":"no-answer"}"#;
    let foreign = record(ASHA, "Foreign", NOW + 1);
    referrals.push(Case::stored(foreign.referral().clone(), &[moved]));
    let export = Export { accounts: Vec::new(), referrals };
    store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    assert_counts(&store).await;
    store.retain(at(NOW + 2 * DAY)).await.unwrap();
    assert_counts(&store).await;
    let other = database.open().await;
    // Erased referrals stay erased, and existing ones are recognised.
    other.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    assert_counts(&other).await;
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

/// Some dozens over half a year, each with its own history. Events that the rules refuse are left
/// out.
async fn histories(store: &Store) {
    let mut step = 0_u64;
    let mut any = |below: u64| {
        let mut hasher = DefaultHasher::new();
        step += 1;
        hasher.write_u64(step);
        hasher.finish() % below
    };
    for place in 0..48 {
        let number = if any(3) == 0 { RAVI } else { ASHA };
        let mut now = NOW + any(180) * DAY + any(DAY);
        let mut stored = submit(store, number, &format!("P{place}"), now).await;
        for _ in 0..any(7) {
            // From milliseconds to months.
            let longest = 4 << any(32);
            now += any(longest);
            let history = stored.case.history();
            let target = history.texts().nth(usize::try_from(any(4)).unwrap());
            let target = target.map(domain::history::event_id).unwrap_or_default();
            let stage = &Stage::ALL[usize::try_from(any(4)).unwrap()];
            let field = CorrectedField::Service;
            let text = ["training", "others"][usize::try_from(any(2)).unwrap()];
            let staff = ["m", "n", ""][usize::try_from(any(3)).unwrap()];
            let change = match any(9) {
                0 => PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" },
                1 => PipelineCommand::Reopen { note: "Why" },
                2 => PipelineCommand::Correct { field, text, note: "Asked", own_number: false },
                3 | 4 => PipelineCommand::Undo {
                    target: &target,
                    note: "Why",
                    own_number: false,
                    is_staff: true,
                },
                5 => PipelineCommand::Assign { staff, is_staff: true },
                _ => PipelineCommand::Move { stage },
            };
            let (by, decide) = (admin_actor(), deciding(change, now));
            let changed = store.change(&stored.key, stored.version, &by, &decide, None).await;
            if let Changed::Done(changed) = changed.unwrap() {
                stored = changed;
            }
        }
    }
}

/// Periods from a single day to many months, also from and to the middle of a day.
#[apply(on_each_database)]
async fn durations_in_stages_agree_with_counting(database: &dyn Database) {
    let store = database.open().await;
    histories(&store).await;
    let midnight = NOW.div_ceil(DAY) * DAY;
    let assert = async || {
        for (first, last) in [(0, 200), (1, 40), (7, 120), (30, 31), (33, 64), (90, 400)] {
            for odd in [0, 12_345_678] {
                let submitted = midnight + first * DAY - odd..midnight + last * DAY + odd;
                for service in [None, Some("others")] {
                    let scope = scope(submitted.clone(), service);
                    let (found, counted) =
                        (store.report(&scope).await.unwrap(), counted(&store, &scope).await);
                    assert_lengths(&found, &counted, &scope);
                }
            }
        }
        assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    };
    assert().await;
    assert_counts(&store).await;
    store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    assert().await;
    store.retain(at(NOW + 50 * DAY)).await.unwrap();
    assert().await;
}

#[apply(on_each_database)]
async fn a_report_names_who_refers_most_successfully(database: &dyn Database) {
    let store = database.open().await;
    programme(&store).await;
    let report = store.report(&scope(0..u64::MAX, None)).await.unwrap();
    let named: Vec<_> = report
        .referrers
        .iter()
        .map(|it| (it.mobile.as_str(), it.referrals, it.successful, it.points))
        .collect();
    // 1, 7, 13 and 19 are successful, and none of them belongs to a third referrer.
    assert_eq!(named, [(ASHA, 16, 4, 40)]);
    // Points of a record without a history that is not successful count, too, whatever the period.
    let pending = record(ASHA, "Binu", NOW + 9 * DAY);
    let points = Points::try_from(7).unwrap();
    let stored = Case::stored(Referral { points, ..pending.referral().clone() }, &[]);
    let export = Export { accounts: Vec::new(), referrals: vec![stored] };
    store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    for start in [0, 1] {
        let of_all = store.report(&scope(start..u64::MAX, None)).await.unwrap().referrers;
        assert_eq!((of_all[0].successful, of_all[0].points), (4, 47), "{start}");
    }
    let early = store.report(&scope(0..NOW + 2 * DAY, None)).await.unwrap();
    let early = &early.referrers[0];
    assert_eq!((early.referrals, early.successful, early.points), (6, 2, 8));
}

//! Rulebooks in versions, and the entries of what awards earn: written once, with the change that makes them.

use domain::event::Event;
use domain::pipeline::{Command, Known, PipelineCommand, Staff, StaffRole, decide};
use domain::referral::Referral;
use domain::rejection::{RejectionCode, Rejections};
use domain::rewards::{Cap, CapPeriod, Deal, Entry, EntryKind, Receiver, Rule, Rules};
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::versions::SetBy;
use server::referrals::records::{Changed, NewReferral, Stored, Submitted};
use server::rewards::rulebooks::RulebookChange;
use server::rewards::sql::Earned;
use server::transfer::records::{Export, Importer};
use sqlx::Row;

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, awarded, mobile, record, session, sign_up, submission,
    submit, user,
};
use crate::people::connect;
use crate::spreadsheets;

const DAY: u64 = 86_400_000;

pub(crate) fn rule(id: &str, gives: u64, to: Receiver) -> Rule {
    let hold_days = if gives > 0 { 90 } else { 0 };
    let (service, valid_months, nth, cap) = (None, None, None, None);
    let (from, until, id) = (None, None, id.to_owned());
    Rule { id, service, gives, to, hold_days, valid_months, nth, cap, from, until }
}

/// What the rules of these tests are: so many points, 100 for a member who was referred, and at most 1,200 a
/// year.
fn rules(gives: u64) -> Vec<Rule> {
    let cap = Some(Cap { per: CapPeriod::Year, points: 1_200 });
    vec![
        rule("success", gives, Receiver::Referrer),
        rule("welcome", 100, Receiver::Referred),
        Rule { cap, ..rule("most", 0, Receiver::Referrer) },
    ]
}

/// Publishes a rulebook that gives so many points.
pub(crate) async fn publish(store: &Store, version: u64, gives: u64) -> RulebookChange {
    let next = |_: &Rules| Rules::checked(&rules(gives), |_| false);
    let by = SetBy { staff: "s1", at: at(NOW + version), session: None };
    store.publish_rulebook(version, &by, &next).await.unwrap()
}

/// A referral of the person with this number. The rules give for each person once.
async fn refer(store: &Store, phone: &str, now: u64) -> Stored {
    refer_by(store, (ASHA, "Meera"), phone, now).await
}

/// The same by this number, of somebody of this name.
pub(crate) async fn refer_by(
    store: &Store,
    (by, name): (&str, &str),
    phone: &str,
    now: u64,
) -> Stored {
    let referral =
        Referral { referred_phone: phone.to_owned(), ..record(by, name, now).referral().clone() };
    let key = format!("{phone} {now}");
    let new = NewReferral { referral, idempotency_key: key, ..submission(by, name, now) };
    match store.submit(&new).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

fn manager() -> Viewer {
    let role = StaffRole::from("manager".to_owned());
    Viewer::Staff(Staff::new("m".to_owned(), user("9000000000"), role, Vec::new()))
}

fn give(known: &Known, command: &Command<'_>, now: u64) -> Result<Option<Event>, Rejections> {
    let policy = domain::account::Policy::new("9000000000", "0").unwrap();
    decide(known, command, &manager(), &policy, at(now))
}

/// An award of what the rulebook suggests, or of 7 points without one.
pub(crate) fn as_suggested(
    now: u64,
) -> impl Fn(&Known) -> Result<Option<Event>, Rejections> + Send + Sync {
    move |known| {
        let case = known.referral.clone().ok_or(RejectionCode::ReferralGone)?;
        let service = case.corrected().service;
        let success = Deal { service: service.value(), submitted: case.referral().id, at: at(now) };
        let given = known.rulebook.suggestion(&success, &known.past);
        let points = given.map_or(7, |given| given.points().get()).to_string();
        give(known, &Command::SavePoints { points: &points, note: "", is_staff: true }, now)
    }
}

pub(crate) fn otherwise(
    points: &'static str,
    note: &'static str,
    now: u64,
) -> impl Fn(&Known) -> Result<Option<Event>, Rejections> + Send + Sync {
    move |known| give(known, &Command::SavePoints { points, note, is_staff: true }, now)
}

/// Undoes the last event.
pub(crate) fn undo(now: u64) -> impl Fn(&Known) -> Result<Option<Event>, Rejections> + Send + Sync {
    move |known| {
        let history = known.referral.as_ref().map(|case| case.history()).unwrap_or_default();
        let target = history.events().next_back().map(|event| event.id()).unwrap_or_default();
        let target = target.as_str();
        let undo = PipelineCommand::Undo { target, note: "Why", own_number: false, is_staff: true };
        give(known, &Command::Pipeline(undo), now)
    }
}

pub(crate) async fn done(
    store: &Store,
    key: &str,
    decide: &(dyn Fn(&Known) -> Result<Option<Event>, Rejections> + Send + Sync),
) -> Stored {
    let version = store.referral(key).await.unwrap().unwrap().version;
    match store.change(key, version, &admin_actor(), decide, None).await.unwrap() {
        Changed::Done(stored) => stored,
        other => panic!("{other:?}"),
    }
}

async fn earned(store: &Store, key: &str) -> Earned {
    store.earned(key, true).await.unwrap().unwrap()
}

fn sum(earned: &Earned, to: Receiver) -> i64 {
    earned.entries.iter().filter(|entry| entry.to == to).map(|entry| entry.points).sum()
}

/// Checks that the entries of these referrals come to what the referrals carry; returns the sum.
async fn assert_sums(store: &Store, keys: &[String]) -> i64 {
    let mut all = 0;
    for key in keys {
        let earned = earned(store, key).await;
        let carried = i64::try_from(earned.stored.referral().points.get()).unwrap();
        assert_eq!(sum(&earned, Receiver::Referrer), carried, "{earned:?}");
        all += carried;
    }
    all
}

#[apply(on_each_database)]
async fn a_referral_keeps_the_rulebook_that_held_when_it_was_submitted(database: &dyn Database) {
    let store = database.open().await;
    let before = refer(&store, "0400111221", NOW).await;
    let RulebookChange::Set(first) = publish(&store, 0, 500).await else { panic!() };
    assert_eq!(publish(&store, 0, 500).await, RulebookChange::Unchanged(first.clone()));
    assert_eq!(publish(&store, 0, 300).await, RulebookChange::Stale);
    let under_first = refer(&store, "0400111223", NOW + 1).await;
    let RulebookChange::Set(second) = publish(&store, 1, 300).await else { panic!() };
    assert_eq!(store.rulebooks(9).await.unwrap(), [second.clone(), first]);
    assert_eq!(store.rulebook().await.unwrap(), second);
    let under_second = refer(&store, "0400111224", NOW + 2).await;
    for (stored, version, points) in
        [(&before, 0, 7), (&under_first, 1, 500), (&under_second, 2, 300)]
    {
        assert_eq!(stored.rulebook, version);
        done(&store, &stored.key, &as_suggested(NOW + 9)).await;
        let earned = earned(&store, &stored.key).await;
        assert_eq!((earned.rulebook.version, sum(&earned, Receiver::Referrer)), (version, points));
        assert_eq!(earned.entries[0].version, version);
        let rule = earned.entries[0].rule.as_deref();
        assert_eq!(rule, (version > 0).then_some("success"));
    }
    // A row of a spreadsheet is submitted now; so is what a file brings, whatever it says.
    assert_eq!(spreadsheets::import(&store, "From a sheet", NOW + 20).await, 1);
    let copy = record(RAVI, "From a file", NOW + 30);
    let export = Export { accounts: vec![], referrals: vec![awarded(&copy, 9, NOW + 31)] };
    store.import(&export, at(NOW + 40), false, &Importer::PROGRAM).await.unwrap();
    let all = store.list(&crate::fixtures::everything()).await.unwrap().items;
    let version = |name: &str| {
        let of = all.iter().find(|stored| stored.referral().referred_name == name).unwrap();
        (of.key.clone(), of.rulebook)
    };
    assert_eq!(version("From a sheet").1, 2);
    let (key, newest) = version("From a file");
    assert_eq!(newest, 2);
    let brought = earned(&store, &key).await;
    let entry = &brought.entries[0];
    assert_eq!((brought.entries.len(), entry.kind, entry.points), (1, EntryKind::Adjusted, 9));
    // It counts from its arrival, and once.
    assert_eq!((entry.at, entry.held_until), (at(NOW + 40), at(NOW + 40 + 90 * DAY)));
    store.import(&export, at(NOW + 50), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!(earned(&store, &key).await, brought);
}

/// A person who was referred twice, and a member who refers their own number.
#[apply(on_each_database)]
async fn the_rules_give_for_one_person_once(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    sign_up(&store, &session("0400111222", 1, NOW)).await.unwrap();
    let first = submit(&store, ASHA, "Meera", NOW).await.key;
    let second = submit(&store, RAVI, "Meera", NOW + 1).await.key;
    let gives = async |key: &str| {
        let Earned { stored, rulebook, past, .. } = earned(&store, key).await;
        let service = stored.case.corrected().service;
        let success =
            Deal { service: service.value(), submitted: stored.referral().id, at: at(NOW + 9) };
        rulebook.suggestion(&success, &past).unwrap().points().get()
    };
    assert_eq!((gives(&first).await, gives(&second).await), (500, 500));
    done(&store, &first, &as_suggested(NOW + 10)).await;
    assert_eq!(gives(&second).await, 0);
    let note = otherwise("500", "Both had a part in it", NOW + 11);
    done(&store, &second, &note).await;
    assert_eq!(sum(&earned(&store, &second).await, Receiver::Referred), 0);
    // As soon as the first award does not hold any more, the second may be made by the rules.
    done(&store, &first, &undo(NOW + 12)).await;
    assert_eq!((gives(&first).await, gives(&second).await), (0, 500));
    let own = submit(&store, "0400111222", "Meera", NOW + 2).await.key;
    assert_eq!(earned(&store, &own).await.past.referred, None);
}

#[apply(on_each_database)]
async fn what_is_awarded_undone_restored_and_awarded_otherwise_is_entered_once(
    database: &dyn Database,
) {
    let stores = [database.open().await, database.open().await];
    publish(&stores[0], 0, 500).await;
    // The person who is referred is a member.
    sign_up(&stores[0], &session("0400111222", 1, NOW)).await.unwrap();
    let key = submit(&stores[0], ASHA, "Meera", NOW).await.key;
    let (by, without_note) = (admin_actor(), otherwise("501", "", NOW + 5));
    let refused = stores[0].change(&key, 1, &by, &without_note, None).await.unwrap();
    assert_eq!(refused, Changed::Refused(RejectionCode::NoteMissing.into()));
    let keys = [key.clone()];
    let mut referred = Vec::new();
    for (place, points) in (0_u64..).zip([500, 0, 500, 20, 500]) {
        let (store, now) = (&stores[place as usize % 2], NOW + 10 + place);
        match place {
            0 | 4 => done(store, &key, &as_suggested(now)).await,
            1 | 2 => done(store, &key, &undo(now)).await,
            _ => done(store, &key, &otherwise("20", "Half a post", now)).await,
        };
        assert_eq!(assert_sums(store, &keys).await, points, "{place}");
        referred.push(sum(&earned(store, &key).await, Receiver::Referred));
    }
    assert_eq!(referred, [100, 0, 100, 100, 100]);
    let kinds: Vec<_> = earned(&stores[1], &key).await.entries;
    let adjusted: Vec<&Entry> =
        kinds.iter().filter(|entry| entry.kind == EntryKind::Adjusted).collect();
    assert_eq!(adjusted.len(), 1);
    assert_eq!(adjusted[0].held_until, at(NOW + 13 + 90 * DAY));
    assert_eq!(kinds.len(), 2 + 2 + 2 + 4 + 4);
}

#[apply(on_each_database)]
async fn two_servers_that_award_at_once_give_no_more_than_the_most(database: &dyn Database) {
    let stores = [database.open().await, database.open().await];
    publish(&stores[0], 0, 500).await;
    let mut keys = Vec::new();
    for number in 0..6 {
        let friend = format!("040011122{number}");
        keys.push(refer(&stores[0], &friend, NOW + number).await.key);
    }
    // Everybody twice, once on each server.
    let awards = keys.iter().flat_map(|key| stores.iter().map(move |store| (key, store)));
    let awards = awards.map(|(key, store)| {
        let (key, store) = (key.clone(), store.clone());
        tokio::spawn(async move {
            store.change(&key, 1, &admin_actor(), &as_suggested(NOW + 99), None).await.unwrap()
        })
    });
    let mut done = 0;
    for task in awards.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Changed::Done(_) => done += 1,
            Changed::Stale(..) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(done, 6);
    // The most is reached in the middle of the third award, which says so.
    assert_eq!(assert_sums(&stores[1], &keys).await, 1_200);
    let mut cut = Vec::new();
    for key in &keys {
        let entries = earned(&stores[0], key).await.entries;
        assert_eq!(entries.len(), 1, "{entries:?}");
        assert!(entries[0].cuts.iter().all(|cut| cut.rule == "most"));
        cut.push(entries[0].cuts.iter().map(|cut| cut.points).sum::<u64>());
    }
    cut.sort_unstable();
    assert_eq!(cut, [0, 0, 300, 500, 500, 500]);
}

/// The points of all entries, and of those whose holder is known; and how many name a referral.
async fn left(database: &dyn Database) -> (i64, i64, i64) {
    let sql = "SELECT CAST(COALESCE(SUM(points), 0) AS BIGINT), \
               CAST(COALESCE(SUM(CASE WHEN holder IS NULL THEN 0 ELSE points END), 0) AS BIGINT), \
               CAST(COUNT(referral_id) AS BIGINT) FROM reward_entries";
    let row = sqlx::query(sql).fetch_one(&mut connect(database).await).await.unwrap();
    (row.get(0), row.get(1), row.get(2))
}

#[apply(on_each_database)]
async fn an_erasure_leaves_the_sums_and_nobody_in_them(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let key = submit(&store, ASHA, "Meera", NOW).await.key;
    done(&store, &key, &as_suggested(NOW + 5)).await;
    let other = submit(&store, ASHA, "Binu", NOW + 1).await.key;
    // Somebody else's number in a note goes with the note; what was earned is not entered again.
    done(&store, &other, &otherwise("40", "Ask 0555 777 8888", NOW + 6)).await;
    let before = earned(&store, &other).await;
    store.erase_referred("0555 777 8888", at(NOW + 7), None, None, &|_| Ok(())).await.unwrap();
    let after = earned(&store, &other).await;
    assert_ne!(after.entries[0].award, before.entries[0].award);
    assert_eq!((after.entries.len(), sum(&after, Receiver::Referrer)), (1, 40));
    done(&store, &other, &undo(NOW + 8)).await;
    assert_eq!(sum(&earned(&store, &other).await, Receiver::Referrer), 0);
    assert_eq!(left(database).await, (500, 500, 3));
    // The person who was referred is erased: the referrer keeps what they earned, and what counts for a most.
    let erased = store.erase_referred("0400 111 222", at(NOW + 9), None, None, &|_| Ok(()));
    assert_eq!(erased.await.unwrap().referrals, 2);
    assert_eq!(left(database).await, (500, 500, 0));
    let third = submit(&store, ASHA, "Third", NOW + 20).await.key;
    let totals = earned(&store, &third).await.past.referrer;
    assert_eq!(totals.iter().map(|total| total.points).sum::<i64>(), 500);
    // The referrer is erased: only the sum stays.
    store.erase_referrer(&mobile(ASHA), None, at(NOW + 30), None, None).await.unwrap();
    assert_eq!(left(database).await, (500, 0, 0));
}

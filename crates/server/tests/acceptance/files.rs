//! What a file cannot do: age what it brings, promise what has ended, or make an account of anybody.

use domain::case::Case;
use domain::event::{CorrectedField, Event};
use domain::pipeline::PipelineCommand;
use domain::referral::Referral;
use domain::rewards::{Receiver, Rule, Rules};
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::fingerprints::KeyedHash;
use server::db::versions::SetBy;
use server::referrals::records::Stored;
use server::transfer::records::{Export, Importer};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, at, everything, log_in, mobile, names, record, session, sign_up, submit, user,
};
use crate::people::{connect, execute};
use crate::rewards::{as_suggested, done, otherwise, publish, refer_by, undo};
use crate::stages::give;
use crate::traces::{dump, keyed, traces};

const DAY: u64 = 86_400_000;

/// Imports a case at `now`.
async fn bring(store: &Store, case: Case, now: u64) -> Stored {
    let name = case.referral().referred_name.clone();
    let export = Export { accounts: Vec::new(), referrals: vec![case] };
    store.import(&export, at(now), false, &Importer::PROGRAM).await.unwrap();
    let mut all = store.list(&everything()).await.unwrap().items;
    all.retain(|stored| stored.referral().referred_name == name);
    all.remove(0)
}

#[apply(on_each_database)]
async fn what_a_file_brings_is_kept_from_its_arrival(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "Old", NOW).await;
    submit(&store, ASHA, "New", NOW + 10 * DAY).await;
    bring(&store, record(RAVI, "From before", NOW - 5 * DAY), NOW + 10 * DAY).await;
    assert_eq!(store.retain(at(NOW + DAY)).await.unwrap(), 1);
    let left = names(&store, &everything()).await;
    assert_eq!(left, ["New", "From before"]);
    // The first of their number is gone, so the next one is it.
    let all = store.list(&everything()).await.unwrap().items;
    assert_eq!(all.iter().filter(|stored| stored.duplicate_of.is_some()).count(), 1);
    assert_eq!(store.retain(at(NOW + 10 * DAY + 1)).await.unwrap(), 2);
}

#[apply(on_each_database)]
async fn what_a_file_brings_gets_no_terms_that_have_ended(database: &dyn Database) {
    let store = database.open().await;
    let day = |millis: u64| domain::rewards::Day::of(at(millis));
    let rule = Rule {
        id: "spring".to_owned(),
        service: None,
        gives: 500,
        to: Receiver::Referrer,
        hold_days: 0,
        valid_months: None,
        nth: None,
        cap: None,
        from: None,
        until: Some(day(NOW)),
    };
    let next = |_: &Rules| Rules::checked(std::slice::from_ref(&rule), |_| false);
    let by = SetBy { staff: "s1", at: at(NOW - 20 * DAY), session: None };
    store.publish_rulebook(0, &by, &next).await.unwrap();
    let brought = record(RAVI, "Back-dated", NOW - 9 * DAY);
    let brought = bring(&store, brought, NOW + 10 * DAY).await;
    // Of another person, because rules give for one person once.
    let own = refer_by(&store, (ASHA, "Own"), "0400111999", NOW - 9 * DAY).await;
    assert_eq!((brought.submitted(), own.submitted()), (at(NOW + 10 * DAY), own.referral().id));
    let own_id = own.referral().id;
    for (stored, points) in [(brought, "0"), (own, "500")] {
        // Other points than these would need a note.
        done(&store, &stored.key, &otherwise(points, "", NOW + 11 * DAY)).await;
        let earned = store.earned(&stored.key, true).await.unwrap().unwrap();
        let sum = earned.entries.iter().map(|entry| entry.points).sum::<i64>();
        assert_eq!(sum.to_string(), points);
    }
    // A dry run goes by the same day.
    let recent = store.recent_awards(at(NOW), 99).await.unwrap().awards;
    let mut submitted: Vec<_> = recent.iter().map(|given| given.submitted).collect();
    submitted.sort_unstable();
    let arrived = at(NOW + 10 * DAY);
    assert_eq!(submitted, [own_id, arrived]);
}

/// Nobody else could ever erase it.
#[apply(on_each_database)]
async fn staff_erase_an_account_that_only_a_file_has_made(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let file = Export {
        accounts: vec![user(ASHA), user(RAVI)],
        referrals: vec![record(ASHA, "Binu", NOW)],
    };
    store.import(&file, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    log_in(&store, &session(RAVI, 1, NOW)).await.unwrap();
    store.close_session(&[1; 32]).await.unwrap();

    let erased = store.erase_referred(ASHA, at(NOW + 1), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((erased.account_stays, erased.accounts, erased.referrals), (false, 1, 1));
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
    // The same file does not bring it back.
    let again = store.import(&file, at(NOW + 2), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!((again.same, again.refused), (1, 2));
    // Whoever has logged in once, erases it themselves.
    let erased = store.erase_referred(RAVI, at(NOW + 3), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((erased.account_stays, erased.accounts), (true, 0));
    assert!(store.account(&mobile(RAVI)).await.unwrap().is_some());
    // Without an account, nothing is said of one.
    let none = store.erase_referred("9000000077", at(NOW), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((none.account_stays, none.accounts), (false, 0));
}

#[apply(on_each_database)]
async fn a_file_makes_nobody_a_member_to_whom_rules_give(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let file = Export { accounts: vec![user("0400111222")], referrals: Vec::new() };
    store.import(&file, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    let key = submit(&store, ASHA, "Meera", NOW).await.key;
    let is_member =
        async || store.earned(&key, true).await.unwrap().unwrap().past.referred.is_some();
    assert!(!is_member().await);
    done(&store, &key, &as_suggested(NOW + 1)).await;
    let recent = store.recent_awards(at(NOW), 99).await.unwrap();
    assert_eq!(recent.awards[0].referred, None);
    let entries = store.earned(&key, true).await.unwrap().unwrap().entries;
    assert!(entries.iter().all(|entry| entry.to == Receiver::Referrer), "{entries:?}");
    log_in(&store, &session("0400111222", 1, NOW)).await.unwrap();
    assert!(is_member().await);
}

/// Also while they are of the staff: whoever leaves it is a member still.
#[apply(on_each_database)]
async fn whoever_has_signed_up_is_a_member(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    store.make_owner("owner", &user("0400111222"), at(NOW)).await.unwrap();
    sign_up(&store, &session("0400111222", 1, NOW)).await.unwrap();
    let key = submit(&store, ASHA, "Meera", NOW).await.key;
    assert!(store.earned(&key, true).await.unwrap().unwrap().past.referred.is_some());
}

/// Or whoever hands in a file keeps colleagues from approving what a member asks for, or writes a number where no
/// erasure looks.
#[apply(on_each_database)]
async fn a_file_does_not_say_who_had_a_part_in_an_award(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let asked = r#""saw":0,"by":"staff:S1 staff:S2","kind":"proposed","points":5}"#;
    let given = r#""saw":1,"by":"staff:S1","kind":"points","points":5}"#;
    let awarded = |case: Case| {
        let asked = Event::read(&format!(r#"{{"at":{},{asked}"#, NOW + 1));
        case.evolve(&asked).evolve(&Event::read(&format!(r#"{{"at":{},{given}"#, NOW + 2)))
    };
    let known = refer_by(&store, (ASHA, "Known"), "0400111999", NOW).await;
    bring(&store, awarded(record(RAVI, "Brought", NOW)), NOW + DAY).await;
    bring(&store, awarded(known.case), NOW + DAY).await;
    let entries = dump(database).await;
    let entries: Vec<_> = entries.lines().filter(|it| it.starts_with("reward_entries:")).collect();
    assert_eq!(entries.len(), 2, "{entries:?}");
    assert!(entries.iter().all(|entry| !entry.contains("S2")), "{entries:?}");
}

/// Whoever was referred here and awarded, is not awarded again as somebody whom a file dates back.
#[apply(on_each_database)]
async fn the_date_of_a_file_makes_no_second_person_of_one(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let own = submit(&store, ASHA, "Meera", NOW).await.key;
    done(&store, &own, &as_suggested(NOW + 1)).await;
    let brought = bring(&store, record(RAVI, "Meera again", NOW - 300 * DAY), NOW + DAY).await;
    assert_eq!(brought.duplicate_of, None);
    assert!(
        store.earned(&brought.key, true).await.unwrap().unwrap().past.rival.unwrap().is_awarded
    );
}

/// Nor after the number of the first was corrected.
#[apply(on_each_database)]
async fn the_date_of_a_file_hides_nobody_whose_number_was_corrected_away(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let own = submit(&store, ASHA, "Meera", NOW).await.key;
    done(&store, &own, &as_suggested(NOW + 1)).await;
    let own = store.referral(&own).await.unwrap().unwrap();
    let (field, note) = (CorrectedField::ReferredPhone, "They told us.");
    let command = PipelineCommand::Correct { field, text: "9000000099", own_number: false, note };
    give(&store, &own, command, NOW + 2).await;
    let brought = bring(&store, record(RAVI, "Meera again", NOW - 300 * DAY), NOW + DAY).await;
    assert!(
        store.earned(&brought.key, true).await.unwrap().unwrap().past.rival.unwrap().is_awarded
    );
}

/// Points come from awards. What somebody writes beside them into a database or a backup is a fault.
#[apply(on_each_database)]
async fn entries_that_no_award_explains_are_faults(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, 500).await;
    let key = submit(&store, ASHA, "Meera", NOW).await.key;
    let gone = submit(&store, ASHA, "Binu", NOW + 1).await.key;
    submit(&store, RAVI, "Not awarded", NOW + 2).await;
    for key in [&key, &gone] {
        done(&store, key, &as_suggested(NOW + 5)).await;
    }
    done(&store, &key, &undo(NOW + 6)).await;
    done(&store, &key, &undo(NOW + 7)).await;
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    let wrong = "1 referrals whose entries do not match their award, the first with the id ";
    let nobodys = "1 award entries without a referral or an awarder";
    let of = |columns: &str| {
        format!(
            "INSERT INTO reward_entries (referral_id, holder, receiver, kind, event, at, award, \
             awarded_at, month, version, rule, service, points, cuts, held_until, success, note) \
             SELECT {columns}, at, award, awarded_at, month, version, rule, service, 1000000, cuts, \
             held_until, success, note FROM reward_entries WHERE seq = 1"
        )
    };
    let forged = "DELETE FROM reward_entries WHERE event = 'forged'";
    let lost = "DELETE FROM reward_entries WHERE seq = (SELECT MAX(seq) FROM reward_entries)";
    for (change, fault, back) in [
        (
            "UPDATE reward_entries SET points = points + 1 WHERE seq = 1".to_owned(),
            wrong,
            "UPDATE reward_entries SET points = points - 1 WHERE seq = 1",
        ),
        (of("referral_id, holder, receiver, kind, 'forged'"), wrong, forged),
        (of("referral_id, holder, 'referred', kind, 'forged'"), wrong, forged),
        (of("(SELECT MAX(id) FROM referrals), holder, receiver, kind, 'forged'"), wrong, forged),
        (of("NULL, holder, receiver, kind, 'forged'"), nobodys, forged),
    ] {
        execute(database, &change).await;
        let [found] = &store.verify().await.unwrap().faults[..] else { panic!("{change}") };
        assert!(found.starts_with(fault), "{change}: {found}");
        execute(database, back).await;
    }
    // An erased referral leaves its points, and who awarded them.
    execute(database, lost).await;
    assert_eq!(store.verify().await.unwrap().faults, [format!("{wrong}{NOW}")]);
    store.erase_referred("0400 111 222", at(NOW + 9), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

/// A file may have one number in every row, half of it from before the window. The first of each is the same
/// as if they had come one by one, and finding it takes no longer for the last than for the first.
#[apply(on_each_database)]
async fn a_file_with_one_number_in_every_row_is_imported_in_time(database: &dyn Database) {
    const ROWS: u64 = 2_000;
    let store = database.open().await;
    let epoch = |row: u64| if row < ROWS / 2 { NOW - 2_000 * DAY } else { NOW };
    let row = |row: u64| {
        let by = format!("9{row:09}");
        let referral = record(&by, &format!("Person{row}."), epoch(row) + row).referral().clone();
        Case::submitted(Referral { referred_phone: "0400 111 222".to_owned(), ..referral })
    };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut times = Vec::new();
    for part in rows.chunks(100) {
        let since = std::time::Instant::now();
        let export = Export { accounts: Vec::new(), referrals: part.to_vec() };
        let taken = store.import(&export, at(NOW + DAY), false, &Importer::PROGRAM).await.unwrap();
        assert_eq!(taken.new, 100);
        times.push(since.elapsed());
    }
    let all = store.list(&everything()).await.unwrap().items;
    assert!(all.iter().take(800).all(|stored| stored.duplicate_of.is_some()));
    let firsts = "SELECT COUNT(DISTINCT duplicate_of) FROM referrals";
    let firsts: (i64,) =
        sqlx::query_as(firsts).fetch_one(&mut connect(database).await).await.unwrap();
    assert_eq!(firsts.0, 2);
    let (first, last) = (times[1..4].iter().min(), times[times.len() - 4..].iter().min());
    let (first, last) = (*first.unwrap(), *last.unwrap());
    // By a look-up for each pair it would be twenty times as long.
    assert!(last < first * 10, "{first:?} became {last:?}");
}

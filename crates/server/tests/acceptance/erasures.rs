//! Erasures, on request and by age.

use std::time::Duration;

use api::{DAY_MS, SESSION_IDLE_MS, SendHistory};
use domain::event::{ConsentAnswer, CorrectedField};
use domain::pipeline::{CONSENT_TEXT, PipelineCommand, StaffRole};
use domain::view::Totals;
use macro_rules_attribute::apply;
use server::{
    db::{EventKind, fingerprints::KeyedHash},
    login::records::{CodeToSend, GivenFactor, UsedProof},
    messages::records::{MessageFilter, MessageOutcome},
    referrals::records::{Scope, Submitted},
    sharing::person::sql::Said,
};
use sqlx::Connection;
use tokio::time::sleep;

use crate::codes::{code, device};
use crate::database::{Database, on_each_database};
use crate::events::events;
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, confirm, event, everything, factor, log_in, mobile,
    names, session, sign_up, submission, submit, user,
};
use crate::messages::message;
use crate::people::{connect, execute, of_guest};
use crate::person_pages::{make, refer, say};
use crate::staff::invitation;
use crate::stages::give;
use crate::traces::{dump, keyed, traces};

#[apply(on_each_database)]
async fn an_erasure_deletes_everything_under_a_number(database: &dyn Database) {
    let store = database.open().await;
    let asha = mobile(ASHA);
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    sign_up(&store, &session(RAVI, 2, NOW)).await.unwrap();
    store.store_code(&code("a", ASHA, 1, NOW), &|_| Ok(())).await.unwrap().unwrap();
    assert!(confirm(&store, ASHA, 1, 7).await);
    let stored = submit(&store, ASHA, "A", NOW).await;
    store.change(&stored.key, 1, &admin_actor(), &award(5, NOW), None).await.unwrap();
    submit(&store, RAVI, "B", NOW).await;
    assert_eq!(store.erase_referrer(&asha, None, at(NOW), None, None).await.unwrap().referrals, 1);
    assert_eq!(store.account(&asha).await.unwrap(), None);
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), None);
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert_eq!(store.referral(&stored.key).await.unwrap(), None);
    assert_eq!(store.history(&stored.key).await.unwrap(), []);
    assert_eq!(names(&store, &everything()).await, ["B"]);
    assert_eq!(store.totals(&Scope::Of(asha.clone())).await.unwrap(), Totals::default());
    for search in ["A", ASHA] {
        let listing =
            server::referrals::records::Listing { search: search.to_owned(), ..everything() };
        assert!(!names(&store, &listing).await.contains(&"A".to_owned()));
    }
    assert_eq!(store.account(&mobile(RAVI)).await.unwrap(), Some(user(RAVI)));
    assert!(store.session(&[2; 32], at(NOW)).await.unwrap().is_some());
    assert_eq!(store.erase_referrer(&asha, None, at(NOW), None, None).await.unwrap().referrals, 0);
}

#[apply(on_each_database)]
async fn an_erasure_does_not_reset_the_limit_of_codes(database: &dyn Database) {
    let store = database.open().await;
    let new = CodeToSend { device: Some([9; 32]), ..code("a", ASHA, 1, NOW) };
    store.remember_device(&device(9, ASHA, NOW + 10)).await.unwrap();
    let proof = Some(UsedProof { proof: [5; 32], bits: 16, expires_at: at(NOW + 10) });
    let stranger = |name| CodeToSend { proof, ..code(name, ASHA, 1, NOW) };
    for new in [&new, &stranger("b")] {
        store.store_code(new, &|_| Ok(())).await.unwrap().unwrap();
    }
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    let counted = store.store_code(&stranger("c"), &|_| Ok(())).await.unwrap().unwrap();
    let SendHistory { in_window, today, to_number, from_address, overall, proven, .. } = counted;
    assert_eq!((in_window, today, to_number, from_address, overall), (1, 1, 1, 1, 2));
    assert_eq!(proven, 0, "the proof was used before");
    let erased = CodeToSend { device: Some([9; 32]), ..code("d", ASHA, 1, NOW) };
    let counted = store.store_code(&erased, &|_| Ok(())).await.unwrap().unwrap();
    assert!(!counted.known_device);
}

#[apply(on_each_database)]
async fn a_referred_person_is_erased_by_their_phone(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    submit(&store, RAVI, "B", NOW).await;
    for (phone, erased) in [("0400 111", 0), ("0400111222", 2), ("0400 111 222", 0)] {
        let erasure = store.erase_referred(phone, at(NOW), None, None, &|_| Ok(())).await.unwrap();
        assert_eq!(erasure.referrals, erased, "{phone}");
    }
    assert!(names(&store, &everything()).await.is_empty());
    assert_eq!(store.totals(&Scope::All).await.unwrap(), Totals::default());
}

/// Whoever refers somebody under a second number of their own, and corrects it, could otherwise erase what was awarded.
#[apply(on_each_database)]
async fn a_number_that_was_corrected_away_takes_only_itself_along(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(RAVI, 1, NOW)).await.unwrap();
    let mut new = submission(RAVI, "Wrong name", NOW);
    new.referral.referred_phone = "9000000023".to_owned();
    let Submitted::New(mut stored) = store.submit(&new).await.unwrap() else { panic!() };
    for (now, (field, text)) in (NOW + 1..).zip([
        (CorrectedField::ReferredPhone, "9000000024"),
        (CorrectedField::ReferredName, "Devi"),
    ]) {
        let note = "They told us.";
        let command = PipelineCommand::Correct { field, text, own_number: false, note };
        stored = give(&store, &stored, command, now).await;
    }
    let erased = store.erase_referred("9000000023", at(NOW + 9), None, None, &|_| Ok(())).await;
    let erased = erased.unwrap();
    assert_eq!((erased.referrals, erased.blanked), (0, 1));
    let [left] = &store.list(&everything()).await.unwrap().items[..] else { panic!() };
    let (submitted, shown) = (left.referral(), left.case.corrected());
    assert_eq!((&*shown.referred_name, &*shown.referred_phone), ("Devi", "9000000024"));
    assert_eq!(
        (&*submitted.referred_name, &*submitted.referred_phone),
        ("[name erased]", "[number erased]")
    );
    let all = dump(database).await;
    assert!(!all.contains("9000000023") && !all.contains("Wrong name"));
    assert!(all.contains("9000000024"));
    let erased = store.erase_referred("9000000024", at(NOW + 10), None, None, &|_| Ok(())).await;
    assert_eq!(erased.unwrap().referrals, 1);
}

/// Their number was never submitted: it came by a correction, and went by another.
#[apply(on_each_database)]
async fn who_a_number_was_goes_with_it_wherever_it_was_corrected_away(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(RAVI, 1, NOW)).await.unwrap();
    let mut stored = refer(&store, "9000000021", NOW).await;
    let correct = |field, text| PipelineCommand::Correct {
        field,
        text,
        own_number: false,
        note: "They told us.",
    };
    for (now, (field, text)) in (NOW + 1..).zip([
        (CorrectedField::ReferredPhone, "9000000023"),
        (CorrectedField::ReferredName, "Wrong name"),
    ]) {
        stored = give(&store, &stored, correct(field, text), now).await;
    }
    let later = Said::Answer(ConsentAnswer::Agreed, CONSENT_TEXT, "Ring at my mother's".to_owned());
    make(&store, &stored.key, 1, NOW + 4).await;
    say(&store, 1, &later, NOW + 5).await.unwrap();
    let mut stored = store.referral(&stored.key).await.unwrap().unwrap();
    for (now, (field, text)) in (NOW + 6..).zip([
        (CorrectedField::ReferredPhone, "9000000024"),
        (CorrectedField::ReferredName, "Devi"),
    ]) {
        stored = give(&store, &stored, correct(field, text), now).await;
    }
    make(&store, &stored.key, 2, NOW + 8).await;
    let now = Said::Answer(ConsentAnswer::Agreed, CONSENT_TEXT, "After six".to_owned());
    say(&store, 2, &now, NOW + 9).await.unwrap();
    let erased = store.erase_referred("9000000023", at(NOW + 10), None, None, &|_| Ok(())).await;
    assert_eq!(erased.unwrap().blanked, 1);
    let all = dump(database).await;
    for theirs in ["9000000023", "Wrong name", "my mother's"] {
        assert!(!all.contains(theirs), "{theirs}");
    }
    for others in ["9000000024", "Devi", "After six"] {
        assert!(all.contains(others), "{others}");
    }
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

#[apply(on_each_database)]
async fn an_erased_submission_cannot_be_repeated(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    let again = store.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    assert_eq!(again, Submitted::KeyReused);
}

#[apply(on_each_database)]
async fn an_erased_number_that_signs_up_again_is_a_new_account(database: &dyn Database) {
    let store = database.open().await;
    let asha = mobile(ASHA);
    for (now, registered_at) in [(NOW, None), (NOW, Some(NOW + 1)), (NOW + 9, Some(NOW + 9))] {
        sign_up(&store, &session(ASHA, 1, now)).await.unwrap();
        let account = store.account(&asha).await.unwrap().unwrap();
        assert_eq!(account.registered_at, registered_at.map(at));
        // Even if the clock is set back, the erasure is not before the registration.
        store.erase_referrer(&asha, None, at(NOW), None, None).await.unwrap();
    }
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let account = store.account(&asha).await.unwrap().unwrap();
    assert_eq!(account.registered_at, Some(at(NOW + 10)));
}

#[apply(on_each_database)]
async fn ids_of_erased_referrals_are_not_used_again(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    submit(&store, RAVI, "B", NOW).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(submit(&store, RAVI, "C", NOW).await.referral().id, at(NOW + 2));
}

#[apply(on_each_database)]
async fn old_records_are_deleted(database: &dyn Database) {
    let store = database.open().await;
    for (name, now) in [("A", NOW), ("B", NOW + 1), ("C", NOW + 2)] {
        submit(&store, ASHA, name, now).await;
        store.keep_message(&message(name, now, true)).await.unwrap();
    }
    assert_eq!(store.retain(at(NOW + 2)).await.unwrap(), 4);
    assert_eq!(store.retain(at(NOW + 2)).await.unwrap(), 0);
    assert_eq!(names(&store, &everything()).await, ["C"]);
    assert_eq!(store.messages(&MessageFilter::default(), None, 9).await.unwrap().items.len(), 1);
}

#[apply(on_each_database)]
async fn a_sweep_deletes_what_has_expired(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let proof = Some(UsedProof { proof: [5; 32], bits: 16, expires_at: at(NOW + DAY_MS) });
    let new = CodeToSend { proof, ..code("a", ASHA, 1, NOW) };
    store.store_code(&new, &|_| Ok(())).await.unwrap().unwrap();
    store.remember_device(&device(9, ASHA, NOW + DAY_MS)).await.unwrap();
    let wrong = factor(ASHA, 1, GivenFactor::Invalid);
    assert_eq!(store.confirm(&wrong, &|_| Ok(())).await.unwrap(), Ok(false));
    store.record_event(&event(ASHA, EventKind::Login), None).await.unwrap();
    submit(&store, ASHA, "A", NOW).await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    assert_eq!(store.sweep(at(NOW + SESSION_IDLE_MS - 1)).await.unwrap(), 0);
    assert_eq!(store.sweep(at(NOW + SESSION_IDLE_MS)).await.unwrap(), 1);
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), None);
    assert_eq!(store.sweep(at(NOW + DAY_MS - 1)).await.unwrap(), 0);
    // The device and the proof.
    assert_eq!(store.sweep(at(NOW + DAY_MS)).await.unwrap(), 2);
    // The code, its sending, and the try with its time step.
    assert_eq!(store.sweep(at(NOW + 2 * DAY_MS)).await.unwrap(), 4);
    assert_eq!(store.try_code("a").await.unwrap(), None);
    // Both idempotency keys. The records that they were used for stay.
    assert_eq!(store.sweep(at(NOW + 7 * DAY_MS)).await.unwrap(), 2);
    assert_eq!(names(&store, &everything()).await, ["A"]);
    assert_eq!(store.sweep(at(NOW + 400 * DAY_MS - 1)).await.unwrap(), 0);
    assert_eq!(store.sweep(at(NOW + 400 * DAY_MS)).await.unwrap(), 1);
    assert_eq!(events(&store, None, 9).await, []);
    assert_eq!(store.account(&mobile(ASHA)).await.unwrap(), Some(user(ASHA)));
    let again = store.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    assert!(matches!(again, Submitted::New(_)));
    assert_eq!(store.keep_message(&message("a", NOW, true)).await.unwrap(), MessageOutcome::New);
}

/// An erasure and a write wait for the same lock, in both orders. Afterwards no referral is a
/// duplicate of an erased one. SQLite has one writer, so there they do not race.
#[apply(on_each_database)]
async fn a_write_during_an_erasure_leaves_no_reference_to_an_erased_referral(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let writers = [(true, true), (true, false), (false, true), (false, false)];
    for ((erases_first, submits), round) in writers.into_iter().zip(0_u64..) {
        let now = NOW + 100 * round;
        let other = store.submit(&of_guest(RAVI, "Other", "55123456", now)).await.unwrap();
        let Submitted::New(other) = other else { panic!("{other:?}") };
        submit(&store, ASHA, "First", now + 1).await;
        let mut holder = connect(database).await;
        if is_postgres(database) {
            // Each transaction needs this lock in the end.
            let hold = "BEGIN; UPDATE locks SET taken = taken WHERE name = 'history'";
            sqlx::raw_sql(hold).execute(&mut holder).await.unwrap();
        }
        let turn = async |waiting| are_waiting(database, waiting).await;
        let erase = async {
            turn(u8::from(!erases_first)).await;
            store.erase_referrer(&mobile(ASHA), None, at(now + 50), None, None).await.unwrap()
        };
        let write = async {
            turn(u8::from(erases_first)).await;
            if submits {
                let later = submit(&store, RAVI, "Later", now + 2).await;
                if erases_first && is_postgres(database) {
                    assert_eq!(later.duplicate_of, None, "the answer neither");
                }
            } else {
                let field = CorrectedField::ReferredPhone;
                let text = "0400 111 222";
                let correct =
                    PipelineCommand::Correct { field, text, note: "Asked", own_number: false };
                give(&store, &other, correct, now + 2).await;
            }
        };
        let release = async {
            turn(2).await;
            holder.close().await.unwrap();
        };
        let (erased, (), ()) = tokio::join!(erase, write, release);
        assert_eq!(erased.referrals, 1, "round {round}");
        let text = dump(database).await;
        assert_eq!(traces(&text, ASHA), Vec::<String>::new(), "round {round}");
        let mut connection = connect(database).await;
        let referring = "SELECT COUNT(*) FROM referrals WHERE duplicate_of IS NOT NULL";
        let referring: i64 =
            sqlx::query_scalar(referring).fetch_one(&mut connection).await.unwrap();
        assert_eq!(referring, 0, "round {round}: {text}");
        assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
        store.erase_referrer(&mobile(RAVI), None, at(now + 60), None, None).await.unwrap();
    }
}

/// Staff need no account to log in, so that they have none is no reason to refuse them.
#[apply(on_each_database)]
async fn no_session_begins_while_a_member_of_staff_is_erased(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let invited = invitation("a", ASHA, StaffRole::Auditor);
    store.invite_staff(&invited, at(NOW), None).await.unwrap();
    log_in(&store, &session(ASHA, 2, NOW)).await.unwrap();
    let mut holder = connect(database).await;
    if is_postgres(database) {
        let hold = "BEGIN; UPDATE locks SET taken = taken WHERE name = 'history'";
        sqlx::raw_sql(hold).execute(&mut holder).await.unwrap();
    }
    let asha = mobile(ASHA);
    let erase = store.erase_referrer(&asha, None, at(NOW + 1), None, None);
    let login = async {
        are_waiting(database, 1).await;
        log_in(&store, &session(ASHA, 3, NOW + 2)).await
    };
    let release = async {
        are_waiting(database, 2).await;
        holder.close().await.unwrap();
    };
    let (erased, entered, ()) = tokio::join!(erase, login, release);
    assert_eq!(erased.unwrap().staff, 1);
    assert!(entered.is_err() || !is_postgres(database), "{entered:?}");
    assert_eq!(store.session(&[3; 32], at(NOW + 3)).await.unwrap(), None);
    assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new());
}

/// Nobody but its holder may erase an account that somebody has logged in to.
#[apply(on_each_database)]
async fn an_erasure_by_staff_waits_for_a_first_login(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    // A file has brought it.
    execute(database, "DELETE FROM sessions").await;
    execute(database, "DELETE FROM last_logins").await;
    let mut first = connect(database).await;
    let login = "BEGIN; UPDATE accounts SET name = name; \
                 INSERT INTO last_logins (number, at) SELECT number, 1 FROM accounts";
    sqlx::raw_sql(login).execute(&mut first).await.unwrap();
    let entered = async {
        are_waiting(database, 1).await;
        sqlx::raw_sql("COMMIT").execute(&mut first).await.unwrap();
    };
    let erase = store.erase_referred(ASHA, at(NOW + 1), None, None, &|_| Ok(()));
    let (erased, ()) = tokio::join!(erase, entered);
    assert!(erased.unwrap().account_stays);
    assert!(store.account(&mobile(ASHA)).await.unwrap().is_some());
}

fn is_postgres(database: &dyn Database) -> bool {
    database.driver_url().starts_with("postgres")
}

/// Waits until so many transactions wait for locks; not on SQLite.
async fn are_waiting(database: &dyn Database, wanted: u8) {
    if !is_postgres(database) {
        return;
    }
    let mut connection = connect(database).await;
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut connection).await.unwrap()
        < i64::from(wanted)
    {
        sleep(Duration::from_millis(5)).await;
    }
}

//! Many requests at once, through two servers.

use std::collections::BTreeSet;
use std::time::Duration;

use api::{CODE_TRIES, SECOND_FACTOR_TRIES, SENDS_IN_WINDOW, SendLimits, may_try_second_factor};
use domain::referral::Referral;
use domain::view::Totals;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    db::allowances::Allowance,
    delivery::records::Channel,
    login::records::GivenFactor,
    messages::records::MessageOutcome,
    referrals::records::{Changed, NewReferral, Scope, Submitted},
    transfer::records::{Export, Importer},
};
use sqlx::{Connection, PgConnection};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::codes::code;
use crate::database::{Database, Postgres, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, begin, confirm, everything, factor, mobile, record,
    session, sign_up, submission, submit,
};
use crate::messages::message;
use crate::outbox::webhook;

/// Does something many times at once, alternating between two servers.
async fn at_once<F, T>(database: &dyn Database, times: u64, act: fn(Store, u64) -> F) -> Vec<T>
where
    F: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let servers = [database.open().await, database.open().await];
    let mut acts = JoinSet::new();
    for (time, server) in (0..times).zip(servers.iter().cycle()) {
        acts.spawn(act(server.clone(), time));
    }
    acts.join_all().await
}

fn count<T>(all: &[T], which: impl Fn(&T) -> bool) -> usize {
    all.iter().filter(|one| which(one)).count()
}

#[apply(on_each_database)]
async fn one_idempotency_key_keeps_one_referral(database: &dyn Database) {
    let submitted = at_once(database, 50, |store, _| async move {
        store.submit(&submission(ASHA, "Meera Iyer", NOW)).await.unwrap()
    })
    .await;
    assert_eq!(count(&submitted, |one| matches!(one, Submitted::New(_))), 1);
    assert_eq!(count(&submitted, |one| matches!(one, Submitted::Repeated(_))), 49);
    let listed = database.open().await.list(&everything()).await.unwrap();
    assert_eq!(listed.items.len(), 1);
}

#[apply(on_each_database)]
async fn no_more_codes_are_sent_than_may_be(database: &dyn Database) {
    let sent = at_once(database, 20, |store, time| async move {
        let limits = SendLimits::default();
        let new = code(&format!("code {time}"), ASHA, 1, NOW);
        store.store_code(&new, &|sends| limits.check(sends)).await.unwrap()
    })
    .await;
    assert_eq!(count(&sent, Result::is_ok), usize::try_from(SENDS_IN_WINDOW).unwrap());
}

#[apply(on_each_database)]
async fn no_more_tries_are_allowed_than_the_limit(database: &dyn Database) {
    let new = code("a", ASHA, 1, NOW);
    database.open().await.store_code(&new, &|_| Ok(())).await.unwrap().unwrap();
    let tries = at_once(database, 40, |store, _| async move {
        store.try_code("a").await.unwrap().unwrap().sent.tries
    })
    .await;
    let allowed: BTreeSet<_> = tries.iter().filter(|&&tries| tries < CODE_TRIES).collect();
    assert_eq!(count(&tries, |&tries| tries < CODE_TRIES), allowed.len());
    assert_eq!(allowed.len(), usize::try_from(CODE_TRIES).unwrap());
    let used = at_once(database, 20, |store, _| async move { store.use_code("a").await.unwrap() });
    assert_eq!(count(&used.await, |&used| used), 1);
}

#[apply(on_each_database)]
async fn one_of_many_editors_is_the_first(database: &dyn Database) {
    submit(&database.open().await, ASHA, "Meera Iyer", NOW).await;
    let awards = at_once(database, 20, |store, time| async move {
        let key = store.list(&everything()).await.unwrap().items[0].key.clone();
        store.change(&key, 1, &admin_actor(), &award(time + 1, NOW + time), None).await.unwrap()
    })
    .await;
    assert_eq!(count(&awards, |one| matches!(one, Changed::Done(_))), 1);
    let first = awards.iter().find_map(|one| match one {
        Changed::Done(stored) => Some(stored.clone()),
        _ => None,
    });
    let first = first.unwrap();
    for award in &awards {
        let Changed::Stale(current, change) = award else { continue };
        assert_eq!(*current, first);
        assert_eq!(change.points, first.referral().points.get());
    }
}

#[apply(on_each_database)]
async fn every_referral_of_an_instant_has_an_id_of_its_own(database: &dyn Database) {
    let ids = at_once(database, 40, |store, time| async move {
        let new = submission(ASHA, &format!("Person {time}"), NOW);
        // Those who are about one number would wait for each other besides.
        let referral = Referral { referred_phone: format!("55{time:06}"), ..new.referral };
        match store.submit(&NewReferral { referral, ..new }).await.unwrap() {
            Submitted::New(stored) => stored.referral().id.as_millis() - NOW,
            other => panic!("{other:?}"),
        }
    })
    .await;
    assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), (0..40).collect());
    let totals = database.open().await.totals(&Scope::All).await.unwrap();
    assert_eq!(totals, Totals { all: 40, pending: 40, ..Totals::default() });
}

#[apply(on_each_database)]
async fn a_totp_step_is_used_by_one_of_many(database: &dyn Database) {
    let store = database.open().await;
    for token in 0..20 {
        begin(&store, &session(ASHA, token, NOW)).await;
    }
    let confirmed = at_once(database, 20, |store, time| async move {
        confirm(&store, ASHA, u8::try_from(time).unwrap(), 100).await
    });
    assert_eq!(count(&confirmed.await, |&confirmed| confirmed), 1);
}

#[apply(on_each_database)]
async fn no_more_second_factors_are_looked_at_than_the_limit(database: &dyn Database) {
    let looked_at = at_once(database, 20, |store, _| async move {
        let wrong = factor(ASHA, 1, GivenFactor::Invalid);
        store.confirm(&wrong, &may_try_second_factor).await.unwrap()
    });
    let looked_at = count(&looked_at.await, |outcome| *outcome == Ok(false));
    assert_eq!(looked_at, usize::try_from(SECOND_FACTOR_TRIES).unwrap());
}

#[apply(on_each_database)]
async fn a_number_is_registered_once(database: &dyn Database) {
    let opened = at_once(database, 20, |store, time| async move {
        let new = session(ASHA, u8::try_from(time).unwrap(), NOW);
        sign_up(&store, &new).await
    });
    assert_eq!(count(&opened.await, |opened| opened.is_ok()), 1);
    let closed = database.open().await.close_sessions(&mobile(ASHA), None).await.unwrap();
    assert_eq!(closed, 1);
}

#[apply(on_each_database)]
async fn a_message_is_claimed_by_one(database: &dyn Database) {
    let kept = at_once(database, 30, |store, time| async move {
        let new = message(&format!("message {}", time % 10), NOW, true);
        store.keep_message(&new).await.unwrap()
    });
    assert_eq!(count(&kept.await, |&kept| kept == MessageOutcome::New), 10);
    let claimed = at_once(database, 8, |store, _| async move {
        store.claim_delivery(&Channel::Message, at(NOW), at(NOW + 10)).await.unwrap()
    });
    let ids: Vec<_> = claimed.await.into_iter().flatten().map(|it| it.delivery.id).collect();
    let different: BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
    assert!(!ids.is_empty());
}

#[apply(on_each_database)]
async fn a_delivery_is_claimed_by_one(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    for number in 0..5 {
        submit(&store, ASHA, &number.to_string(), NOW).await;
    }
    let claimed = at_once(database, 20, |store, _| async move {
        let channel = Channel::Webhook("a".to_owned());
        store.claim_delivery(&channel, at(NOW), at(NOW + 10)).await.unwrap()
    });
    let ids: Vec<_> = claimed.await.into_iter().flatten().map(|it| it.delivery.id).collect();
    let different: BTreeSet<_> = ids.iter().collect();
    assert_eq!((ids.len(), different.len()), (5, 5), "{ids:?}");
}

#[apply(on_each_database)]
async fn a_webhook_is_removed_during_submissions(database: &dyn Database) {
    webhook(&database.open().await, "a").await;
    at_once(database, 30, |store, time| async move {
        if time == 15 {
            store.remove_webhook("a", None).await.unwrap();
        } else {
            submit(&store, ASHA, &time.to_string(), NOW).await;
        }
    })
    .await;
    let store = database.open().await;
    assert_eq!(store.list(&everything()).await.unwrap().items.len(), 29);
    assert!(store.deliveries("a", None, 99).await.unwrap().items.is_empty());
}

#[apply(on_each_database)]
async fn two_simultaneous_imports_add_a_copy_once(database: &dyn Database) {
    submit(&database.open().await, RAVI, "In the way", NOW).await;
    let taken = at_once(database, 6, |store, _| async move {
        let referrals = vec![record(ASHA, "A", NOW), record(ASHA, "B", NOW)];
        let export = Export { accounts: vec![], referrals };
        store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap()
    })
    .await;
    assert_eq!(taken.iter().map(|taken| taken.new).sum::<usize>(), 2);
    assert_eq!(taken.iter().map(|taken| taken.same).sum::<usize>(), 10);
    let totals = database.open().await.totals(&Scope::All).await.unwrap();
    assert_eq!(totals.all, 3);
}

#[apply(on_each_database)]
async fn sums_are_right_after_many_concurrent_writes(database: &dyn Database) {
    at_once(database, 60, |store, time| async move {
        let number = if time % 2 == 0 { ASHA } else { RAVI };
        let stored = submit(&store, number, &format!("Person {time}"), NOW).await;
        if time % 3 == 0 {
            let edit = award(time, NOW);
            store.change(&stored.key, 1, &admin_actor(), &edit, None).await.unwrap();
        }
        if time % 20 == 0 {
            store.erase_referrer(&mobile(number), None, at(NOW), None, None).await.unwrap();
        }
        if time % 15 == 0 {
            let export = Export { accounts: vec![], referrals: vec![stored.case] };
            store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
        }
    })
    .await;
    let store = database.open().await;
    let listed = store.list(&everything()).await.unwrap().items;
    let totals = store.totals(&Scope::All).await.unwrap();
    assert_eq!(totals.all, listed.len());
    assert_eq!(totals.all, totals.pending + totals.successful);
    let points = listed.iter().map(|stored| stored.referral().points.get()).sum::<u64>();
    assert_eq!(totals.points, points);
}

#[apply(on_each_database)]
async fn a_request_that_is_given_up_is_done_as_a_whole_or_not_at_all(database: &dyn Database) {
    at_once(database, 60, |store, time| async move {
        let new = submission(ASHA, &format!("Person {time}"), NOW);
        let patience = Duration::from_micros(300 * time);
        let _ = timeout(patience, store.submit(&new)).await;
        // Those who timed out ask again.
        store.submit(&new).await.unwrap();
    })
    .await;
    let store = database.open().await;
    let listed = store.list(&everything()).await.unwrap().items;
    assert_eq!(listed.len(), 60);
    for stored in &listed {
        assert_eq!(store.history(&stored.key).await.unwrap().len(), 1);
    }
    assert_eq!(store.totals(&Scope::All).await.unwrap().all, 60);
}

/// A submission by a guest whose network may submit seven a day.
fn guest(name: &str, now: u64, network: u8) -> NewReferral {
    NewReferral {
        by: crate::fixtures::guest(),
        allowance: Some(Allowance { of: [network; 32], limit: 7 }),
        ..submission(ASHA, name, now)
    }
}

#[apply(on_each_database)]
async fn a_daily_limit_holds_under_concurrency(database: &dyn Database) {
    let submitted = at_once(database, 40, |store, time| async move {
        let new = guest(&format!("guest {}", time % 20), NOW, 1);
        store.submit(&new).await.unwrap()
    });
    let submitted = submitted.await;
    assert_eq!(count(&submitted, |one| matches!(one, Submitted::New(_))), 7);
    let store = database.open().await;
    assert_eq!(store.totals(&Scope::All).await.unwrap().all, 7);
    // Neither an erasure nor a sweep resets the allowance before the day ends. Another network has
    // its own.
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    store.sweep(at(NOW)).await.unwrap();
    let again = guest("again", NOW, 1);
    assert_eq!(store.submit(&again).await.unwrap(), Submitted::AllowanceUsed);
    let other = guest("other", NOW, 2);
    assert!(matches!(store.submit(&other).await.unwrap(), Submitted::New(_)));
    let tomorrow = guest("tomorrow", NOW + 86_400_000, 1);
    assert!(matches!(store.submit(&tomorrow).await.unwrap(), Submitted::New(_)));
}

#[apply(on_each_database)]
async fn tries_of_all_codes_at_once_are_counted_one_by_one(database: &dyn Database) {
    let store = database.open().await;
    for network in 0..12 {
        let new = code(&format!("c{network}"), ASHA, network, NOW);
        store.store_code(&new, &|_| Ok(())).await.unwrap().unwrap();
    }
    let tried = at_once(database, 60, |store, time| async move {
        store.try_code(&format!("c{}", time % 12)).await.unwrap().unwrap()
    })
    .await;
    let mut counts: Vec<_> = tried.iter().map(|it| it.sent.tries_by_unknown_devices).collect();
    counts.sort_unstable();
    assert_eq!(counts, (0..60).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_code_requests_leaves_connections_for_others() {
    let Some(database) = Postgres::new().await else { return };
    let store = database.store().await;
    let mut holder = PgConnection::connect(database.url()).await.unwrap();
    let mut hold = holder.begin().await.unwrap();
    let gate = sqlx::query("UPDATE locks SET taken = taken WHERE name = 'codes'");
    gate.execute(&mut *hold).await.unwrap();
    let mut asking = JoinSet::new();
    for network in 0..32 {
        let store = store.clone();
        let new = code(&format!("c{network}"), ASHA, network, NOW);
        asking.spawn(async move { store.store_code(&new, &|_| Ok(())).await.unwrap() });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    // The hold ends only after it, so whoever waits for a code waits for ever.
    let read = timeout(Duration::from_secs(60), store.list(&everything())).await;
    assert!(read.is_ok_and(|read| read.is_ok()), "who reads waits for no code");
    hold.rollback().await.unwrap();
    assert!(asking.join_all().await.iter().all(Result::is_ok));
}

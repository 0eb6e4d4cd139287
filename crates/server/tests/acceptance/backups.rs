//! Copies of a whole database, and moves to another one.

use std::collections::BTreeMap;

use api::{MessageAction, MessageState, Sort};
use domain::case::Case;
use domain::pipeline::DuplicatePolicy;
use domain::points::Points;
use domain::referral::Referral;
use domain::rewards::Quarter;
use macro_rules_attribute::apply;
use server::{
    audit::security::SecurityEvent,
    db::allowances::Allowance,
    db::answers::RetryKey,
    db::{EventKind, Store, StoreError, fingerprints::KeyedHash},
    delivery::records::Channel,
    login::records::{CodeToSend, GivenFactor, UsedProof},
    messages::records::{MessageChanged, MessageFilter, MessageOutcome, NewMessage},
    programme::sql::ProgrammeChange,
    referrals::records::{Listing, Scope, Submitted},
    restoring::restore::Restore,
    transfer::records::{Export, Importer},
};
use sqlx::{AnyConnection, Connection};

use crate::codes::{code, device};
use crate::database::{Database, Postgres, Sqlite, on_each_database};
use crate::events::events;
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, confirm, event, everything, factor, fingerprint,
    mobile, names_in_parts, record, session, sign_up, submission, submit, user,
};
use crate::messages::message;
use crate::outbox::webhook;
use crate::people::execute;
use crate::staff_factors::add_passkey;
use crate::traces::dump;
use crate::{
    leaderboard, links, person_pages, programme, redemptions, rewards, spreadsheets, tokens, views,
};

/// At least one row in every table.
async fn fill(store: &Store) {
    sign_up(store, &session(ASHA, 1, NOW)).await.unwrap();
    sign_up(store, &session(RAVI, 2, NOW)).await.unwrap();
    store.name_owner("first", &user(ASHA), at(NOW)).await.unwrap();
    store.make_owner("gone", &user(RAVI), at(NOW)).await.unwrap();
    submit(store, RAVI, "Erased", NOW).await;
    store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    sign_up(store, &session(RAVI, 2, NOW)).await.unwrap();
    let proof = Some(UsedProof { proof: [5; 32], bits: 16, expires_at: at(NOW + 1) });
    let new = CodeToSend { proof, ..code("a", ASHA, 1, NOW) };
    store.store_code(&new, &|_| Ok(())).await.unwrap().unwrap();
    store.remember_device(&device(9, ASHA, NOW + 1)).await.unwrap();
    store.try_code("a").await.unwrap();
    assert!(confirm(store, ASHA, 1, 100).await);
    assert!(!confirm(store, ASHA, 1, 100).await);
    let codes = [[1; 32], [2; 32]];
    store.add_recovery_codes(&fingerprint(ASHA), &codes, false, None).await.unwrap();
    store.record_event(&event(ASHA, EventKind::Login), None).await.unwrap();
    sign_up(store, &session("9000000005", 5, NOW)).await.unwrap();
    assert!(add_passkey(store, "9000000005", 5, "first", true).await.unwrap());
    sign_up(store, &session("9000000006", 6, NOW)).await.unwrap();
    store.keep_challenge(&[6; 32], &[1], at(NOW + 1)).await.unwrap();
    store.add_token(&tokens::new(1, NOW + 1), None).await.unwrap();
    webhook(store, "a").await;
    let allowance = Some(Allowance { of: [1; 32], limit: 1 });
    let counted = NewMessage { allowance, ..message("a", NOW, true) };
    store.keep_message(&counted).await.unwrap();
    let retry = RetryKey { stored_key: "a".to_owned(), at: at(NOW) };
    store.keep_answer(&retry, "one").await.unwrap();
    // More than one batch.
    for number in 0..210 {
        let name = format!("Pérson {number}");
        let stored = submit(store, ASHA, &name, NOW + number % 7).await;
        if number % 10 == 0 {
            store.change(&stored.key, 1, &admin_actor(), &award(number, NOW), None).await.unwrap();
        }
    }
    let points = Points::try_from(domain::limits::POINTS_MAX).unwrap();
    let moved = Referral { points, ..record(RAVI, "Moved", NOW).referral().clone() };
    let moved = Case::stored(moved, &[]);
    let export = Export { accounts: vec![], referrals: vec![moved] };
    store.import(&export, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!(spreadsheets::import(store, "From a sheet", NOW).await, 1);
    store.share_view(&views::new(1), at(NOW), None).await.unwrap();
    assert!(matches!(programme::set(store, 0, 5).await, ProgrammeChange::Set(_)));
    redemptions::fill(store).await;
    store.pass_ids(at(NOW)).await.unwrap();
    assert!(leaderboard::choose(store, RAVI, "Ravi of Doha", NOW).await);
    rewards::publish(store, 0, 500).await;
    person_pages::fill(store).await;
    links::make(store, ASHA, "Asha", NOW).await;
    store.count_open(&links::live(store, ASHA).await, at(NOW)).await.unwrap();
}

/// Checks that two stores give the same answers, first to reads and then to writes.
async fn assert_alike(old: &Store, new: &Store) {
    assert_eq!(old.webhooks().await.unwrap(), new.webhooks().await.unwrap());
    assert_eq!(old.views().await.unwrap(), new.views().await.unwrap());
    assert_eq!(old.programme().await.unwrap(), new.programme().await.unwrap());
    assert_eq!(old.rulebooks(9).await.unwrap(), new.rulebooks(9).await.unwrap());
    assert_eq!(old.catalogues(9).await.unwrap(), new.catalogues(9).await.unwrap());
    let leaders = old.leaders(Quarter::of(at(NOW)), false).await.unwrap();
    assert_eq!(
        (leaders.len(), new.leaders(Quarter::of(at(NOW)), false).await.unwrap()),
        (1, leaders)
    );
    // Beyond 2^53 what somebody has is a sum of doubles, in whatever order.
    let batch = async |store: &Store| {
        let full = store.batch(1, at(NOW)).await.unwrap().unwrap();
        (full.batch, full.lines.into_iter().map(|(line, _)| line).collect::<Vec<_>>())
    };
    let before = batch(old).await;
    assert_eq!(before.1.len(), 1);
    assert_eq!(batch(new).await, before);
    let links = links::of(old, ASHA).await;
    assert_eq!((links.opened, links::of(new, ASHA).await), (1, links));
    let imports = old.spreadsheets(None, 9).await.unwrap();
    assert_eq!(new.spreadsheets(None, 9).await.unwrap(), imports);
    assert_eq!(old.tokens().await.unwrap(), new.tokens().await.unwrap());
    let told = old.deliveries("a", None, 1000).await.unwrap();
    assert_eq!(told.items.len(), 259);
    assert_eq!(new.deliveries("a", None, 1000).await.unwrap(), told);
    for sort in [Sort::Newest, Sort::Oldest, Sort::Points] {
        for search in ["", "pérson 1", "é"] {
            let listing = Listing { sort, search: search.to_owned(), limit: 100, ..everything() };
            let names = names_in_parts(old, &listing).await;
            assert!(!names.is_empty());
            assert_eq!(names_in_parts(new, &listing).await, names);
        }
    }
    for scope in [Scope::All, Scope::Of(mobile(ASHA)), Scope::Of(mobile(RAVI))] {
        assert_eq!(new.totals(&scope).await.unwrap(), old.totals(&scope).await.unwrap());
    }
    assert_eq!(new.accounts(None, 9).await.unwrap(), old.accounts(None, 9).await.unwrap());
    assert_eq!(new.answer("a").await.unwrap().as_deref(), Some("one"));
    assert_eq!(
        new.messages(&MessageFilter::default(), None, 9).await.unwrap(),
        old.messages(&MessageFilter::default(), None, 9).await.unwrap()
    );
    let newest = old.list(&everything()).await.unwrap().items.remove(0);
    let history = old.history(&newest.key).await.unwrap();
    assert_eq!(new.history(&newest.key).await.unwrap(), history);
    let earned = old.earned(&newest.key, true).await.unwrap();
    assert_eq!(new.earned(&newest.key, true).await.unwrap(), earned);
    for store in [old, new] {
        assert_eq!(store.try_code("a").await.unwrap().unwrap().sent.tries, 1);
        let repeated = store.submit(&submission(ASHA, "Pérson 3", NOW + 3)).await.unwrap();
        assert!(matches!(repeated, Submitted::Repeated(_)));
        let reused = store.submit(&submission(RAVI, "Erased", NOW)).await.unwrap();
        assert_eq!(reused, Submitted::KeyReused);
        assert!(!confirm(store, ASHA, 1, 100).await);
        assert_eq!(events(store, None, 9).await.len(), 1);
        let recovered = factor(ASHA, 1, GivenFactor::RecoveryCode([2; 32]));
        assert_eq!(store.confirm(&recovered, &|_| Ok(())).await.unwrap(), Ok(true));
        assert_eq!(
            store.keep_message(&message("a", NOW, true)).await.unwrap(),
            MessageOutcome::Repeated
        );
        let known = Export {
            accounts: vec![],
            referrals: vec![record(RAVI, "Moved", NOW), record(RAVI, "Erased", NOW)],
        };
        let taken = store.import(&known, at(NOW), false, &Importer::PROGRAM).await.unwrap();
        assert_eq!((taken.same, taken.refused), (1, 1));
        let stored = submit(store, RAVI, "Afterwards", NOW).await;
        store.change(&stored.key, 1, &admin_actor(), &award(1, NOW), None).await.unwrap();
        assert_eq!(store.history(&stored.key).await.unwrap().len(), 2);
        // What numbers the imports goes on, wherever they came from.
        assert_eq!(spreadsheets::import(store, "Later", NOW + 9).await, 2);
    }
}

/// Whether there is a row in every table.
fn assert_full(counts: &BTreeMap<String, u64>) {
    assert_eq!(counts["referrals"], 214);
    assert!(counts.values().all(|&rows| rows > 0), "{counts:?}");
}

#[tokio::test]
async fn a_backup_is_the_store_as_it_was() {
    let (database, copies) = (Sqlite::new(), Sqlite::new());
    let store = database.store().await;
    fill(&store).await;
    let path = copies.path();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    store.backup(&path).await.unwrap();
    let copy = copies.store().await;
    assert!(copy.integrity().await.unwrap().is_empty());
    assert_alike(&store, &copy).await;
    let again = store.backup(&path).await;
    assert!(matches!(again, Err(StoreError::Failed(_))), "{again:?}");
}

/// It does not know what was ended, used or revoked after it was made.
#[tokio::test]
async fn a_restored_backup_opens_the_site_for_nobody() {
    let (database, copies) = (Sqlite::new(), Sqlite::new());
    let store = database.store().await;
    fill(&store).await;
    let backup = copies.path();
    std::fs::create_dir_all(backup.parent().unwrap()).unwrap();
    store.backup(&backup).await.unwrap();
    store.close().await;
    let restore = Restore {
        backup: &backup,
        keyed_hash: KeyedHash::default(),
        any_secret: true,
        stamp: "now",
        event: &SecurityEvent { at: at(NOW + 60_000), ..event(ASHA, EventKind::DatabaseRestored) },
        duplicates: DuplicatePolicy::default(),
    };
    let finished = Store::restore(&database.url(), &restore).await.unwrap().finished;
    assert_eq!(finished.carried_over, Err("the secret of the backup is lost".to_owned()));
    let counts = finished.counts;
    let empty: Vec<_> = counts.iter().filter(|(_, rows)| **rows == 0).map(|(it, _)| it).collect();
    assert_eq!(
        empty,
        ["codes", "devices", "passkey_challenges", "person_pages", "sessions", "tokens"]
    );
    let store = database.store().await;
    assert_eq!(store.session(&[1; 32], at(NOW)).await.unwrap(), None);
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert_eq!(store.tokens().await.unwrap(), []);
    // A row of the backup, which was restored before, and one of this restore.
    assert_eq!(counts["passed_ids"], 2);
    assert!(store.integrity().await.unwrap().is_empty());
    // Nor does it know what was sent, and who has been erased.
    let rows = dump(&database).await;
    let sent = rows.lines().filter(|row| row.starts_with("outbox:") && row.contains("'restored'"));
    assert!(sent.count() > 0, "{rows}");
    let due = async |channel: Channel| {
        store.due_channels(at(NOW + 90 * 86_400_000)).await.unwrap().contains(&channel)
    };
    assert!(!due(Channel::Text).await && !due(Channel::Message).await);
    // A message that waited can be sent again.
    let messages = store.messages(&MessageFilter::default(), None, 9).await.unwrap().items;
    let waited = messages.iter().find(|it| it.state == MessageState::Undeliverable);
    let key = &waited.unwrap_or_else(|| panic!("{messages:?}")).key;
    let again = MessageAction::SendAgain.into();
    let changed = store.change_message(key, &again, at(NOW), None).await.unwrap();
    assert!(matches!(changed, MessageChanged::Done(_, true)), "{changed:?}");
    assert!(due(Channel::Message).await);
}

#[tokio::test]
async fn the_next_backup_deletes_an_unfinished_one() {
    let (database, copies) = (Sqlite::new(), Sqlite::new());
    let store = database.store().await;
    let path = copies.path();
    let folder = path.parent().unwrap();
    std::fs::create_dir_all(folder).unwrap();
    let before = std::time::SystemTime::now() - std::time::Duration::from_secs(2 * 3600);
    for (name, modified) in [(".unfinished-dead", Some(before)), (".unfinished-alive", None)] {
        let file = std::fs::File::create(folder.join(name)).unwrap();
        if let Some(modified) = modified {
            file.set_modified(modified).unwrap();
        }
    }
    store.backup(&path).await.unwrap();
    let mut left: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, [".unfinished-alive", "store.db", "store.db.sha256"]);
}

#[tokio::test]
async fn a_backup_goes_on_beside_writes() {
    let (database, copies) = (Sqlite::new(), Sqlite::new());
    let store = database.store().await;
    fill(&store).await;
    let path = copies.path();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let writes = async {
        for number in 0..50 {
            submit(&store, ASHA, &format!("Meanwhile {number}"), NOW).await;
        }
    };
    let (backup, ()) = tokio::join!(store.backup(&path), writes);
    backup.unwrap();
    let copy = copies.store().await;
    assert!(copy.integrity().await.unwrap().is_empty());
    let all = copy.totals(&Scope::All).await.unwrap().all;
    assert!((213..=263).contains(&all), "{all}");
}

#[tokio::test]
async fn a_store_is_copied_to_another_file() {
    let (old, new) = (Sqlite::new(), Sqlite::new());
    let (old, new) = (old.store().await, new.store().await);
    fill(&old).await;
    assert_full(&old.copy_into(&new).await.unwrap());
    assert_alike(&old, &new).await;
    assert!(new.integrity().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_store_is_copied_to_postgresql_and_back() {
    let Some(postgres) = Postgres::new().await else { return };
    let (first, last) = (Sqlite::new(), Sqlite::new());
    let (first, last) = (first.store().await, last.store().await);
    let postgres = postgres.store().await;
    fill(&first).await;
    let counts = first.copy_into(&postgres).await.unwrap();
    assert_full(&counts);
    assert_eq!(postgres.copy_into(&last).await.unwrap(), counts);
    assert_alike(&first, &last).await;
    let refused = first.copy_into(&postgres).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    assert!(last.integrity().await.unwrap().is_empty());
    // After the move, PostgreSQL's sequences continue after the copied rows.
    let database = Sqlite::new();
    let third = database.store().await;
    fill(&third).await;
    let another = Postgres::new().await.unwrap().store().await;
    third.copy_into(&another).await.unwrap();
    assert_alike(&third, &another).await;
}

#[tokio::test]
async fn a_copy_stops_if_it_would_be_incomplete() {
    let database = Sqlite::new();
    let from = database.store().await;
    let mut file = AnyConnection::connect(&database.file_url()).await.unwrap();
    stop(&from, &mut file).await;
    let Some(database) = Postgres::new().await else { return };
    let from = database.store().await;
    let mut server = AnyConnection::connect(database.url()).await.unwrap();
    stop(&from, &mut server).await;
}

async fn stop(from: &Store, database: &mut AnyConnection) {
    submit(from, ASHA, "A", NOW).await;
    for (change, left) in [
        ("CREATE TABLE later (id BIGINT)", "nothing was copied: later would be left behind"),
        ("ALTER TABLE accounts ADD COLUMN later TEXT", "accounts.later"),
    ] {
        let to = Sqlite::new();
        let to = to.store().await;
        from.copy_into(&to).await.unwrap();
        sqlx::raw_sql(change).execute(&mut *database).await.unwrap();
        let to = Sqlite::new();
        let to = to.store().await;
        let refused = from.copy_into(&to).await.unwrap_err().to_string();
        assert!(refused.contains(left), "{refused}");
        assert_eq!(to.totals(&Scope::All).await.unwrap().all, 0);
        sqlx::raw_sql("DROP TABLE IF EXISTS later").execute(&mut *database).await.unwrap();
    }
}

#[tokio::test]
async fn a_postgresql_database_is_backed_up_with_pg_dump() {
    let Some(postgres) = Postgres::new().await else { return };
    let store = postgres.store().await;
    let error = store.backup(&Sqlite::new().path()).await.unwrap_err();
    assert!(error.to_string().contains("pg_dump"), "{error}");
}

/// Whoever can change a backup could otherwise keep people from asking never to be contacted, say.
#[apply(on_each_database)]
async fn a_schema_of_another_hand_is_a_fault(database: &dyn Database) {
    let store = database.open().await;
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    let is_postgres = database.driver_url().starts_with("postgres");
    let changes: &[(&str, &str, &str)] = if is_postgres {
        &[
            (
                "CREATE RULE forgets AS ON INSERT TO do_not_contact DO INSTEAD NOTHING",
                "DROP RULE forgets ON do_not_contact",
                "a rule \"forgets\" that this program does not make",
            ),
            (
                "CREATE TRIGGER forgets BEFORE UPDATE ON referrals FOR EACH ROW \
                 EXECUTE FUNCTION suppress_redundant_updates_trigger()",
                "DROP TRIGGER forgets ON referrals",
                "a trigger \"forgets\" that this program does not make",
            ),
        ]
    } else {
        &[
            (
                "CREATE TRIGGER forgets AFTER INSERT ON do_not_contact \
                 BEGIN DELETE FROM do_not_contact; END",
                "DROP TRIGGER forgets",
                "a trigger \"forgets\" that this program does not make",
            ),
            (
                "CREATE TABLE \"a table \u{1b}[2J\" (a TEXT)",
                "DROP TABLE \"a table \u{1b}[2J\"",
                "a table \"a table \\u{1b}[2J\" that this program does not make",
            ),
            (
                "DROP INDEX messages_by_state",
                "CREATE INDEX messages_by_state ON messages (state, id, at)",
                "no index \"messages_by_state\"",
            ),
        ]
    };
    for (change, back, fault) in changes {
        execute(database, change).await;
        assert_eq!(store.verify().await.unwrap().faults, [*fault]);
        execute(database, back).await;
    }
    if !is_postgres {
        let faults = store.verify().await.unwrap().faults;
        assert_eq!(faults, ["another index \"messages_by_state\" than this program makes"]);
        // With such a fault, nothing else is asked: the check of the index, which has one too, would write.
        submit(&store, ASHA, "A", NOW).await;
        execute(database, "INSERT INTO referral_index (referral_index) VALUES ('delete-all')")
            .await;
        assert_eq!(store.verify().await.unwrap().faults, faults);
    }
}

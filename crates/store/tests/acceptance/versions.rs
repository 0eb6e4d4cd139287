//! Two versions of the program with one database: an update loses nothing, and the previous version
//! can go on and be started again.

use std::borrow::Cow;
use std::fs;

use domain::case::Case;
use domain::points::Points;
use sqlx::any::install_default_drivers;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, SqlSafeStr};
use store::{Changed, Listing, MessageFilter, Scope, Store, StoreError};

use crate::database::{Postgres, Sqlite};
use crate::fixtures::{
    ASHA, RAVI, at, award, everything, guest, mobile, names, session, sign_up, submit,
};

const NOW: u64 = 1_900_000_000_100;

/// The migrations of the previous version.
const SQLITE: [(i64, &str); 3] = [
    (1, include_str!("../../migrations/sqlite/0001_records.sql")),
    (2, include_str!("../../migrations/sqlite/0002_grams.sql")),
    (3, include_str!("../../migrations/sqlite/0003_claims.sql")),
];
const POSTGRES: [(i64, &str); 2] = [
    (1, include_str!("../../migrations/postgres/0001_records.sql")),
    (2, include_str!("../../migrations/postgres/0002_claims.sql")),
];

const STATEMENTS: &str = include_str!("../earlier/statements.sql");

/// A database of the previous version.
struct Earlier {
    /// The address for the store, and the one for the driver.
    url: String,
    driver_url: String,
    known: &'static [(i64, &'static str)],
    statements: String,
    /// Keeps the file until it is dropped.
    _database: Option<Sqlite>,
}

impl Earlier {
    fn sqlite() -> Self {
        let database = Sqlite::new();
        fs::create_dir_all(database.path().parent().unwrap()).unwrap();
        let made = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/earlier/programme.db");
        fs::copy(made, database.path()).unwrap();
        Self {
            url: database.url(),
            driver_url: database.file_url(),
            known: &SQLITE,
            statements: STATEMENTS.to_owned(),
            _database: Some(database),
        }
    }

    async fn postgres() -> Option<Self> {
        let database = Postgres::new().await?;
        let mut server = PgConnection::connect(database.url()).await.unwrap();
        let made = include_str!("../earlier/postgres.sql");
        sqlx::raw_sql(made).execute(&mut server).await.unwrap();
        Some(Self {
            url: database.url().to_owned(),
            driver_url: database.url().to_owned(),
            known: &POSTGRES,
            statements: STATEMENTS.replace("x'", "'\\x"),
            _database: None,
        })
    }

    /// With both databases, or only with SQLite if PostgreSQL is not installed.
    async fn each() -> Vec<Self> {
        [Some(Self::sqlite()), Self::postgres().await].into_iter().flatten().collect()
    }

    async fn connection(&self) -> AnyConnection {
        install_default_drivers();
        AnyConnection::connect(&self.driver_url).await.unwrap()
    }

    /// Starts the previous version, which refuses migrations that it does not know.
    async fn start_the_version_before(&self) -> Result<(), String> {
        let migration = |&(version, text): &(i64, &'static str)| {
            let text = text.into_sql_str();
            Migration::new(version, Cow::Borrowed(""), MigrationType::Simple, text, false)
        };
        let migrator = Migrator::with_migrations(self.known.iter().map(migration).collect());
        let mut connection = self.connection().await;
        let started = migrator.run_direct(None, &mut connection, false).await;
        connection.close().await.unwrap();
        started.map_err(|error| error.to_string())
    }

    /// The writes and reads of the previous version.
    async fn go_on_with_the_version_before(&self) {
        let mut connection = self.connection().await;
        let statements = AssertSqlSafe(self.statements.clone());
        sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

async fn assert_sound(store: &Store) {
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

#[tokio::test]
async fn an_upgrade_keeps_all_records() {
    for earlier in Earlier::each().await {
        let before = Store::open_existing(&earlier.url).await.unwrap();
        let counts = before.verify().await.unwrap().counts;
        before.close().await;
        let store = Store::open(&earlier.url).await.unwrap();
        assert_eq!(store.schema().await.unwrap().missing, [""; 0]);
        // As a server does at the start.
        while store.backfill().await.unwrap() > 0 {}
        assert_sound(&store).await;
        let now = store.verify().await.unwrap().counts;
        for (table, rows) in counts {
            assert_eq!(now[&table], rows, "{table}");
        }
        let all = ["Devi", "Chitra", "Friend 3", "Friend 2", "Friend 1", "Moved", "Friend 0"];
        assert_eq!(names(&store, &everything()).await, all);
        let own = Listing::of(Scope::Of(mobile(RAVI)), 9);
        let own = store.list(&own).await.unwrap().items.remove(0);
        assert_eq!(own.referral().points, Points::try_from(50).unwrap());
        assert_eq!(store.history(&own.key).await.unwrap().len(), 2);
        // Its row is read as the same event that a browser makes from this record.
        let awarded_at = own.referral().awarded_at.unwrap().as_millis();
        let event =
            format!(r#"{{"at":{awarded_at},"saw":0,"by":"admin","kind":"points","points":50}}"#);
        assert_eq!(own.case.history().texts().collect::<Vec<_>>(), [event]);
        assert_eq!(own.case, Case::stored(own.referral().clone(), &[]));
        let totals = store.totals(&Scope::All).await.unwrap();
        assert_eq!((totals.all, totals.pending, totals.points), (7, 4, 150));
        let numbers = store.accounts(None, 9).await.unwrap();
        let numbers = numbers.iter().map(|user| user.mobile_number.as_str());
        assert_eq!(numbers.collect::<Vec<_>>(), [RAVI, ASHA]);
        assert_eq!(
            store.messages(&MessageFilter::default(), None, 9).await.unwrap().items.len(),
            1
        );
    }
}

#[tokio::test]
async fn the_previous_version_runs_beside_and_restarts() {
    for earlier in Earlier::each().await {
        earlier.start_the_version_before().await.unwrap();
        let store = Store::open(&earlier.url).await.unwrap();
        submit(&store, ASHA, "Gita", NOW).await;
        earlier.go_on_with_the_version_before().await;
        earlier.start_the_version_before().await.unwrap();
        // Each version finds what the other has written, and not what the other has erased.
        let all = ["Gita", "Esha", "Devi", "Friend 3", "Friend 2", "Friend 1", "Moved", "Friend 0"];
        assert_eq!(names(&store, &everything()).await, all);
        let search = Listing { search: "esha".to_owned(), ..everything() };
        assert_eq!(names(&store, &search).await, ["Esha"]);
        let totals = store.totals(&Scope::All).await.unwrap();
        assert_eq!((totals.all, totals.successful, totals.points), (8, 3, 107));
        sign_up(&store, &session(RAVI, 9, NOW)).await.unwrap();
        assert!(store.session(&[9; 32], at(NOW)).await.unwrap().is_some());
        assert_sound(&store).await;
        store.close().await;
        let again = Store::open(&earlier.url).await.unwrap();
        assert_sound(&again).await;
    }
}

/// An import and an award by a server of the previous version.
#[tokio::test]
async fn changes_of_the_previous_version_without_events_lose_no_event() {
    for earlier in Earlier::each().await {
        let store = Store::open(&earlier.url).await.unwrap();
        let by = guest();
        let mut referral = submit(&store, ASHA, "Hari", NOW).await;
        for points in [5, 6] {
            let saved = award(points, NOW);
            let (key, version) = (&referral.key, referral.version);
            let done = store.change(key, version, &by, &saved, None).await.unwrap();
            let Changed::Done(after) = done else { panic!("{done:?}") };
            referral = after;
        }
        // As its import writes it.
        let mut connection = earlier.connection().await;
        let sql = "UPDATE referrals SET status = 'Rejected', points = 0, version = 4 \
                   WHERE referred_name = 'Hari'; \
                   UPDATE counters SET successful = successful - 1, points_low = points_low - 6; \
                   INSERT INTO changes (referral_id, at, actor, status, points) \
                   SELECT id, 1900000000200, 'import', 'Rejected', 0 FROM referrals \
                   WHERE referred_name = 'Hari'";
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        let found = store.referral(&referral.key).await.unwrap().unwrap();
        assert_eq!(found.referral().status.as_str(), "Rejected");
        assert_eq!(found.case.history().len(), 3);
        let saved = award(7, NOW);
        let done = store.change(&referral.key, 4, &by, &saved, None).await.unwrap();
        let Changed::Done(after) = done else { panic!("{done:?}") };
        assert_eq!(after.case.history().len(), 4);
        // As its points are saved.
        let sql = "UPDATE referrals SET status = 'Successful', points = 9, \
                   awarded_at = 1900000000300, version = 6 WHERE referred_name = 'Hari'; \
                   UPDATE counters SET points_low = points_low + 2; \
                   INSERT INTO changes (referral_id, at, actor, actor_mobile, status, points) \
                   SELECT id, 1900000000300, 'member', '9000000000', 'Successful', 9 \
                   FROM referrals WHERE referred_name = 'Hari'";
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let awarded = store.referral(&referral.key).await.unwrap().unwrap();
        let (before, now) = (after.case.history(), awarded.case.history());
        assert!(before.texts().all(|text| now.texts().any(|it| it == text)));
        assert_eq!((now.len(), awarded.referral().points.get()), (5, 9));
        let done = store.change(&referral.key, 6, &by, &award(11, NOW), None).await.unwrap();
        let Changed::Done(after) = done else { panic!("{done:?}") };
        assert_eq!(after.case.history().len(), 6);
        assert_eq!(store.referral(&referral.key).await.unwrap().unwrap(), after);
        assert_sound(&store).await;
    }
}

#[tokio::test]
async fn reading_does_not_upgrade_an_older_database() {
    for earlier in Earlier::each().await {
        let before = earlier.tables().await;
        let store = Store::open_existing(&earlier.url).await.unwrap();
        assert_sound(&store).await;
        let schema = store.schema().await.unwrap();
        assert_eq!(schema.here.len(), earlier.known.len());
        if !schema.missing.is_empty() {
            let refused = Store::open_current(&earlier.url).await.unwrap_err();
            assert!(refused.to_string().contains("`server serve` adds it"), "{refused}");
        }
        store.close().await;
        assert_eq!(earlier.tables().await, before);
        earlier.start_the_version_before().await.unwrap();
    }
}

#[tokio::test]
async fn a_backup_of_the_version_before_is_still_of_the_version_before() {
    let earlier = Earlier::sqlite();
    let copy = Sqlite::new();
    fs::create_dir_all(copy.path().parent().unwrap()).unwrap();
    let store = Store::open_existing(&earlier.url).await.unwrap();
    let counts = store.backup(&copy.path()).await.unwrap();
    assert_eq!(counts["referrals"], 7);
    let copy = Earlier { url: copy.url(), driver_url: copy.file_url(), ..Earlier::sqlite() };
    assert_eq!(copy.tables().await, earlier.tables().await);
    copy.start_the_version_before().await.unwrap();
}

#[tokio::test]
async fn opening_a_missing_database_creates_nothing() {
    let database = Sqlite::new();
    for refused in [
        Store::open_existing(&database.url()).await.unwrap_err(),
        Store::open_current(&database.url()).await.unwrap_err(),
    ] {
        assert!(matches!(refused, StoreError::Missing(_)), "{refused}");
        assert!(refused.to_string().contains("there is no database"), "{refused}");
    }
    assert!(!database.path().parent().unwrap().exists());
    // An empty file, or one of another program, is refused as well.
    fs::create_dir_all(database.path().parent().unwrap()).unwrap();
    fs::write(database.path(), "").unwrap();
    let refused = Store::open_existing(&database.url()).await.unwrap_err();
    assert!(refused.to_string().contains("no database of this program"), "{refused}");
    assert_eq!(fs::read(database.path()).unwrap(), b"");
    let Some(database) = Postgres::new().await else { return };
    let refused = Store::open_existing(database.url()).await.unwrap_err();
    assert!(refused.to_string().contains("no database of a site"), "{refused}");
}

impl Earlier {
    /// All tables with their columns.
    async fn tables(&self) -> String {
        let mut connection = self.connection().await;
        let sql = if self.url.starts_with("sqlite") {
            "SELECT group_concat(t.name || '.' || c.name) \
             FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'"
        } else {
            "SELECT string_agg(table_name || '.' || column_name, ',') \
             FROM information_schema.columns WHERE table_schema = 'public'"
        };
        let tables = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        tables
    }
}

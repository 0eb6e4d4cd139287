//! Settings that owners change: versions, of which the newest holds and none is ever changed.

use api::Maker;
use domain::referral::Instant;
use domain::rejection::Rejections;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Store;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int, millis};
use crate::db::statement::Statement;

/// A version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Version<T> {
    /// Its number; 0 before anybody has set anything.
    pub version: u64,
    /// When it was set, and by whom.
    pub set: Option<(Instant, Maker)>,
    /// What it says.
    pub settings: T,
}

/// Who sets something, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBy<'a> {
    /// The id of the member of staff.
    pub staff: &'a str,
    /// Now.
    pub at: Instant,
    /// The hash of their session's token.
    pub session: Option<&'a [u8; 32]>,
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionChange<T> {
    /// This is the newest version now.
    Set(Version<T>),
    /// It was so already.
    Unchanged(Version<T>),
    /// Somebody else has set something in the meantime.
    Stale,
    /// The rules that it breaks.
    Refused(Rejections),
}

/// The rule that makes the next version of the one that holds.
pub type Next<'a, T> = &'a (dyn Fn(&T) -> std::result::Result<T, Rejections> + Sync);

/// The table with the versions: `version`, `at`, `made_by` (an id of the staff) and `settings` (JSON).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Versions(pub(crate) &'static str);

impl Versions {
    /// The newest version, as this transaction sees it.
    pub(crate) async fn newest<T: DeserializeOwned + Default>(
        self,
        connection: &mut AnyConnection,
    ) -> sqlx::Result<Version<T>> {
        let row = self.select().add(" ORDER BY p.version DESC LIMIT 1").row(connection).await?;
        Ok(row.as_ref().map(version).transpose()?.unwrap_or_default())
    }

    /// This version; the one before all if there is none of this number.
    pub(crate) async fn of<T: DeserializeOwned + Default>(
        self,
        connection: &mut AnyConnection,
        number: u64,
    ) -> sqlx::Result<Version<T>> {
        let select = self.select().add(" WHERE p.version = ").bind(int(number));
        let row = select.row(connection).await?;
        Ok(row.as_ref().map(version).transpose()?.unwrap_or_default())
    }

    /// The newest versions, at most `limit`, newest first.
    pub(crate) async fn all<T: DeserializeOwned>(
        self,
        connection: &mut AnyConnection,
        limit: u32,
    ) -> sqlx::Result<Vec<Version<T>>> {
        let select = self.select().add(" ORDER BY p.version DESC LIMIT ").bind(i64::from(limit));
        select.rows(connection).await?.iter().map(version).collect()
    }

    fn select(self) -> Statement {
        let select = Statement::new(
            "SELECT p.version, p.at, p.made_by, p.settings, \
             (SELECT s.name FROM staff AS s WHERE s.id = p.made_by) AS maker_name FROM ",
        );
        select.add(self.0).add(" AS p")
    }

    /// Adds a version, if the newest one is still `expected`. A retry adds none.
    pub(crate) async fn set<T: Serialize + DeserializeOwned + Default + PartialEq>(
        self,
        store: &Store,
        expected: u64,
        by: &SetBy<'_>,
        next: Next<'_, T>,
    ) -> sqlx::Result<VersionChange<T>> {
        let mut tx = store.begin_for(by.session).await?;
        locks::take(&mut tx, Lock::Programme).await?;
        let before = self.newest::<T>(&mut tx).await?;
        let settings = match next(&before.settings) {
            Ok(settings) if settings == before.settings => {
                return Ok(VersionChange::Unchanged(before));
            }
            _ if before.version != expected => return Ok(VersionChange::Stale),
            Ok(settings) => settings,
            Err(rejections) => return Ok(VersionChange::Refused(rejections)),
        };
        let text = serde_json::to_string(&settings).map_err(decode)?;
        let insert = Statement::new("INSERT INTO ").add(self.0);
        let insert = insert.add(" (version, at, made_by, settings) VALUES (");
        let insert = insert.bind(int(expected + 1)).add(", ").bind(millis(by.at)).add(", ");
        insert.bind(by.staff).add(", ").bind(text).add(")").execute(&mut tx).await?;
        let set = self.newest(&mut tx).await?;
        audit::sql::commit(tx).await?;
        Ok(VersionChange::Set(set))
    }
}

fn version<T: DeserializeOwned>(row: &AnyRow) -> sqlx::Result<Version<T>> {
    let name = row.maybe_text("maker_name")?.unwrap_or_default();
    let maker = Maker { id: row.text("made_by")?, name };
    Ok(Version {
        version: row.count("version")?,
        set: Some((row.instant("at")?, maker)),
        settings: serde_json::from_str(&row.text("settings")?).map_err(decode)?,
    })
}

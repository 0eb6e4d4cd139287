//! The versions of the rulebook.

use domain::rewards::{Rulebook, Rules};
use sqlx::AnyConnection;

use crate::db::fault::retry;
use crate::db::row::Fields;
use crate::db::versions::{Next, SetBy, Version, VersionChange, Versions};
use crate::db::{Result, Store};

/// A version of the rulebook.
pub type RulebookVersion = Version<Rules>;

/// What became of a change of the rulebook.
pub type RulebookChange = VersionChange<Rules>;

const RULEBOOKS: Versions = Versions("rulebooks");

impl Store {
    /// The rulebook that holds for what is submitted now.
    pub async fn rulebook(&self) -> Result<RulebookVersion> {
        retry!(self, "rulebook", async {
            RULEBOOKS.newest(&mut *self.readers.acquire().await?).await
        })
    }

    /// The newest versions of the rulebook, at most `limit`, newest first.
    pub async fn rulebooks(&self, limit: u32) -> Result<Vec<RulebookVersion>> {
        retry!(self, "rulebooks", async {
            RULEBOOKS.all(&mut *self.readers.acquire().await?, limit).await
        })
    }

    /// Publishes a rulebook, if the newest one is still `version`. A retry publishes none.
    pub async fn publish_rulebook(
        &self,
        version: u64,
        by: &SetBy<'_>,
        next: Next<'_, Rules>,
    ) -> Result<RulebookChange> {
        retry!(self, "publish_rulebook", RULEBOOKS.set(self, version, by, next))
    }
}

/// The version of the rulebook that holds for what is submitted now; 0 for none.
pub(crate) async fn newest_version(tx: &mut AnyConnection) -> sqlx::Result<u64> {
    let newest = sqlx::query("SELECT COALESCE(MAX(version), 0) AS version FROM rulebooks");
    newest.fetch_one(tx).await?.count("version")
}

/// The rulebook with this version; one without rules for version 0.
pub(crate) async fn of_version(tx: &mut AnyConnection, version: u64) -> sqlx::Result<Rulebook> {
    Ok(Rulebook { version, rules: RULEBOOKS.of(tx, version).await?.settings })
}

//! The versions of what owners set about the programme.

use domain::pipeline::ProgrammeSettings;
use sqlx::AnyConnection;

use crate::db::fault::retry;
use crate::db::versions::{Next, Version, VersionChange, Versions};
use crate::db::{Result, Store};

pub use crate::db::versions::SetBy;

/// A version.
pub type ProgrammeVersion = Version<ProgrammeSettings>;

/// What became of a change.
pub type ProgrammeChange = VersionChange<ProgrammeSettings>;

const SETTINGS: Versions = Versions("programme_settings");

impl Store {
    /// What holds at the moment.
    pub async fn programme(&self) -> Result<ProgrammeVersion> {
        retry!(self, "programme", async { newest(&mut *self.readers.acquire().await?).await })
    }

    /// The newest versions, at most `limit`, newest first.
    pub async fn programmes(&self, limit: u32) -> Result<Vec<ProgrammeVersion>> {
        retry!(self, "programmes", async {
            SETTINGS.all(&mut *self.readers.acquire().await?, limit).await
        })
    }

    /// Adds a version, if the newest one is still `version`. A retry adds none.
    pub async fn set_programme(
        &self,
        version: u64,
        by: &SetBy<'_>,
        next: Next<'_, ProgrammeSettings>,
    ) -> Result<ProgrammeChange> {
        retry!(self, "set_programme", SETTINGS.set(self, version, by, next))
    }
}

/// What holds at the moment, as this transaction sees it.
pub(crate) async fn newest(connection: &mut AnyConnection) -> sqlx::Result<ProgrammeVersion> {
    SETTINGS.newest(connection).await
}

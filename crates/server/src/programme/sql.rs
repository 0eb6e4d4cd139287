//! The versions of what owners set about the programme.

use api::Maker;
use domain::pipeline::ProgrammeSettings;
use domain::referral::Instant;
use domain::rejection::Rejections;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::fault::retry;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int, millis};
use crate::db::{Result, Store};

/// A version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgrammeVersion {
    /// Its number; 0 before anybody has set anything.
    pub version: u64,
    /// When it was set, and by whom.
    pub set: Option<(Instant, Maker)>,
    /// What holds.
    pub settings: ProgrammeSettings,
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
pub enum ProgrammeChange {
    /// This is the newest version now.
    Set(ProgrammeVersion),
    /// It was so already.
    Unchanged(ProgrammeVersion),
    /// Somebody else has set something in the meantime.
    Stale,
    /// The rules that it breaks.
    Refused(Rejections),
}

/// The rule that makes the next settings of those that hold.
pub type NextSettings<'a> =
    &'a (dyn Fn(&ProgrammeSettings) -> std::result::Result<ProgrammeSettings, Rejections> + Sync);

impl Store {
    /// What holds at the moment.
    pub async fn programme(&self) -> Result<ProgrammeVersion> {
        retry!(self, "programme", async { newest(&mut *self.readers.acquire().await?).await })
    }

    /// Adds a version, if the newest one is still `version`. A retry adds none.
    pub async fn set_programme(
        &self,
        version: u64,
        by: &SetBy<'_>,
        next: NextSettings<'_>,
    ) -> Result<ProgrammeChange> {
        retry!(self, "set_programme", async {
            let mut tx = self.begin_for(by.session).await?;
            locks::take(&mut tx, Lock::Programme).await?;
            let before = newest(&mut tx).await?;
            let settings = match next(&before.settings) {
                Ok(settings) if settings == before.settings => {
                    return Ok(ProgrammeChange::Unchanged(before));
                }
                _ if before.version != version => return Ok(ProgrammeChange::Stale),
                Ok(settings) => settings,
                Err(rejections) => return Ok(ProgrammeChange::Refused(rejections)),
            };
            let text = serde_json::to_string(&settings).map_err(decode)?;
            sqlx::query(
                "INSERT INTO programme_settings (version, at, made_by, settings) \
                 VALUES ($1, $2, $3, $4)",
            )
            .bind(int(version + 1))
            .bind(millis(by.at))
            .bind(by.staff)
            .bind(text)
            .execute(&mut *tx)
            .await?;
            let set = newest(&mut tx).await?;
            audit::sql::commit(tx).await?;
            Ok(ProgrammeChange::Set(set))
        })
    }
}

/// What holds at the moment, as this transaction sees it.
pub(crate) async fn newest(connection: &mut AnyConnection) -> sqlx::Result<ProgrammeVersion> {
    let row = sqlx::query(
        "SELECT p.version, p.at, p.made_by, p.settings, \
         (SELECT s.name FROM staff AS s WHERE s.id = p.made_by) AS maker_name \
         FROM programme_settings AS p ORDER BY p.version DESC LIMIT 1",
    );
    let row = row.fetch_optional(connection).await?;
    Ok(row.as_ref().map(version).transpose()?.unwrap_or_default())
}

fn version(row: &AnyRow) -> sqlx::Result<ProgrammeVersion> {
    let name = row.maybe_text("maker_name")?.unwrap_or_default();
    let maker = Maker { id: row.text("made_by")?, name };
    Ok(ProgrammeVersion {
        version: row.count("version")?,
        set: Some((row.instant("at")?, maker)),
        settings: serde_json::from_str(&row.text("settings")?).map_err(decode)?,
    })
}

//! What is to be done with a restored database, because its backup does not know what has happened since.

use api::MessageState;
use domain::referral::Instant;
use sqlx::AssertSqlSafe;

use crate::audit::security::SecurityEvent;
use crate::db::copy::Counts;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, retry};
use crate::db::migrations::{self, Has};
use crate::db::row::millis;
use crate::db::verify::Verified;
use crate::db::{Result, Store, StoreError};
use crate::restoring::carry_over::CarriedOver;

/// What became of a restored database.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The number of rows of each table.
    pub counts: Counts,
    /// What was carried over from the database that it takes the place of; or why nothing was, in words about that one.
    pub carried_over: std::result::Result<CarriedOver, String>,
}

/// The beginning of 2025, in milliseconds.
const YEAR_2025: i64 = 1_735_689_600_000;

/// How often an id may have been given, in milliseconds: members do not ask for something every ten seconds
/// for long.
const ID_EVERY: i64 = 10_000;

/// What opens the site, or a page of it, without a second factor. A backup does not know which of it has been ended, used
/// or revoked since, and a token is mostly revoked because somebody else has it.
const LOGINS: [&str; 6] =
    ["codes", "devices", "passkey_challenges", "person_pages", "sessions", "tokens"];

impl Store {
    /// Brings a database that was restored up to date, and does with it what its backup cannot know: ends all logins,
    /// carries over what must not be lost from the `newer` database that it takes the place of, or keeps why that is not
    /// possible, gives up what was waiting to be sent, and passes the ids that may have been given. At last it checks the
    /// database and records the restore in it.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the database is not sound, or of a later version. What was done until then stays.
    pub async fn finish_restore(
        &self,
        newer: std::result::Result<&Self, String>,
        event: &SecurityEvent,
    ) -> Result<Finished> {
        self.bring_up_to_date().await?;
        self.end_logins().await?;
        let carried_over = match newer {
            Ok(newer) => Ok(self.carry_over(newer).await?),
            Err(why) => Err(why),
        };
        // Also what the carrying over would send: the newer database has sent it.
        self.give_up_sending(event.at).await?;
        self.pass_ids(event.at).await?;
        let Verified { counts, faults } = self.verify().await?;
        must_be_sound(&faults)?;
        self.record_event(event, None).await?;
        Ok(Finished { counts, carried_over })
    }

    /// Checks its schema, and adds what this program needs. In PostgreSQL, which has only triggers and rules to look for,
    /// an earlier schema is checked as well; one of SQLite has to be complete for that.
    pub(crate) async fn bring_up_to_date(&self) -> Result<()> {
        let is_complete = matches!(self.has().await?, Has::AllBut(missing) if missing.is_empty());
        if is_complete || self.dialect == Dialect::Postgres {
            must_be_sound(&self.schema_faults().await?)?;
        }
        migrations::run(self.dialect, &self.writers).await?;
        must_be_sound(&self.schema_faults().await?)
    }

    /// Ends all sessions, forgets codes and known devices, and revokes all tokens.
    async fn end_logins(&self) -> Result<()> {
        retry!(async {
            let mut tx = self.begin().await?;
            for table in LOGINS {
                let delete = AssertSqlSafe(format!("DELETE FROM {table}"));
                sqlx::query(delete).execute(&mut *tx).await?;
            }
            commit(tx).await
        })
    }

    /// Gives up the texts, mails and webhooks' posts that were waiting: since the backup they may have been sent, whom
    /// they are about been erased, or the webhook been removed. What they say is still here, and can be sent again.
    async fn give_up_sending(&self, now: Instant) -> Result<()> {
        retry!(async {
            let mut tx = self.begin().await?;
            let give_up = "UPDATE outbox SET due_at = NULL, failed_at = $1, failure = 'restored' \
                           WHERE due_at IS NOT NULL";
            sqlx::query(give_up).bind(millis(now)).execute(&mut *tx).await?;
            // Or whoever sends one again would be told that it waits.
            let messages = sqlx::query("UPDATE messages SET state = $1 WHERE state = $2");
            let messages = messages.bind(MessageState::Undeliverable.as_str());
            messages.bind(MessageState::Waiting.as_str()).execute(&mut *tx).await?;
            commit(tx).await
        })
    }

    /// Lets the ids of requests to exchange points and of batches go on beyond those that were given since
    /// the backup, which nobody knows: a bank may have been told of them. Also after a second restore.
    pub async fn pass_ids(&self, now: Instant) -> Result<()> {
        retry!(async {
            let mut tx = self.begin().await?;
            let pass = "INSERT INTO passed_ids (id) VALUES ($1) ON CONFLICT DO NOTHING";
            let pass = sqlx::query(pass).bind((millis(now) - YEAR_2025).max(0) / ID_EVERY);
            pass.execute(&mut *tx).await?;
            commit(tx).await
        })
    }
}

fn must_be_sound(faults: &[String]) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    Err(StoreError::Failed(format!("the restored database is not sound: {}", faults.join("; "))))
}

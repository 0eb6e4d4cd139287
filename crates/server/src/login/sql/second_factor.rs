//! The second factor: the number of wrong tries, the last used time step, and recovery codes.

use api::{DAY_MS, FactorTries, HostedCode};
use sqlx::AnyConnection;

use crate::audit;
use crate::clock::before;
use crate::db::EventOutcome;
use crate::db::Result;
use crate::db::Store;
use crate::db::fault::retry;
use crate::db::people::stored;
use crate::db::row::{Fields, int, millis};
use crate::login::records::{GivenFactor, NewConfirmation, NewFactor};
use crate::staff::sql::staff_factors;

/// Decides, inside the transaction, whether a try of the second factor may be checked.
pub type TryRule<'a> =
    &'a (dyn Fn(FactorTries) -> std::result::Result<(), HostedCode> + Send + Sync);

impl Store {
    /// Confirms a session by a second factor, atomically among all servers: counts the wrong tries,
    /// asks `rule` and, if it agrees, uses up what was given. A time step must be later than any
    /// used before; a recovery code must be unused. Returns whether it was correct; then the
    /// session has its new token and the old one is invalid. Wrong tries count until they are too
    /// old; what `rule` refuses is not counted.
    pub async fn confirm(
        &self,
        new: &NewConfirmation,
        rule: TryRule<'_>,
    ) -> Result<std::result::Result<bool, HostedCode>> {
        retry!(self, "confirm", async {
            let mut tx = self.begin().await?;
            let used = lock_used_step(&mut tx, new).await?;
            let tries = count_tries(&mut tx, new).await?;
            if let Err(code) = rule(tries) {
                // Written once only, so that nobody can fill the table by repeating this.
                audit::sql::commit_as(tx, EventOutcome::Paused, Some(new.since)).await?;
                return Ok(Err(code));
            }
            let is_right = match &new.given {
                GivenFactor::Step(step) => {
                    int(*step) > used && use_step(&mut tx, new, *step).await?
                }
                GivenFactor::RecoveryCode(code) => use_recovery_code(&mut tx, new, code).await?,
                GivenFactor::Passkey { id, before, after } => {
                    staff_factors::use_passkey(&mut tx, new, id, before, after).await?
                }
                GivenFactor::New { staff, may_be_first, factor } => {
                    if !staff_factors::may_add(self, &mut tx, &new.token, staff, *may_be_first)
                        .await?
                    {
                        tx.rollback().await?;
                        return Ok(Err(HostedCode::SecondFactorMissing));
                    }
                    match factor {
                        NewFactor::Passkey(passkey) => {
                            staff_factors::add_passkey(&mut tx, staff, passkey).await?
                        }
                        NewFactor::Totp(part, step) => {
                            int(*step) > used
                                && staff_factors::add_totp(&mut tx, new, staff, part).await?
                                && use_step(&mut tx, new, *step).await?
                        }
                    }
                }
                GivenFactor::WrongAppCode | GivenFactor::Invalid => false,
            };
            if !is_right {
                count_try(&mut tx, new).await?;
                audit::sql::commit_as(tx, EventOutcome::Wrong, None).await?;
                return Ok(Ok(false));
            }
            let confirmed = sqlx::query(
                "UPDATE sessions SET token = $2, confirmed_at = $3 \
                 WHERE mobile = $1 AND token = $4",
            )
            .bind(stored(&new.mobile))
            .bind(new.next.as_slice())
            .bind(millis(new.now))
            .bind(new.token.as_slice())
            .execute(&mut *tx)
            .await?;
            if confirmed.rows_affected() == 0 {
                // The session has ended in the meantime, so nothing is used up.
                tx.rollback().await?;
                return Ok(Ok(false));
            }
            audit::sql::commit_as(tx, EventOutcome::Done, None).await?;
            Ok(Ok(true))
        })
    }

    /// Stores new recovery codes as HMACs, in place of the existing ones of a number (its
    /// fingerprint) or in addition.
    pub async fn add_recovery_codes(
        &self,
        number: &[u8; 32],
        codes: &[[u8; 32]],
        keeps_others: bool,
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        retry!(self, "add_recovery_codes", async {
            let mut tx = self.begin_for(session).await?;
            if !keeps_others {
                sqlx::query("DELETE FROM recovery_codes WHERE number = $1")
                    .bind(number.as_slice())
                    .execute(&mut *tx)
                    .await?;
            }
            for code in codes {
                let add = sqlx::query("INSERT INTO recovery_codes (code, number) VALUES ($1, $2)");
                add.bind(code.as_slice()).bind(number.as_slice()).execute(&mut *tx).await?;
            }
            audit::sql::commit(tx).await
        })
    }
}

/// The last used time step. It locks the row, so that tries of one number are checked one after the
/// other.
async fn lock_used_step(tx: &mut AnyConnection, new: &NewConfirmation) -> sqlx::Result<i64> {
    let used = sqlx::query(
        "INSERT INTO used_steps (number, step, at) VALUES ($1, -1, $2) \
         ON CONFLICT (number) DO UPDATE SET step = used_steps.step RETURNING step",
    );
    used.bind(new.number.as_slice()).bind(millis(new.now)).fetch_one(tx).await?.int("step")
}

/// The number of wrong tries, with this one.
async fn count_tries(tx: &mut AnyConnection, new: &NewConfirmation) -> sqlx::Result<FactorTries> {
    let tries = sqlx::query(
        "SELECT COUNT(CASE WHEN of_app = 1 THEN 1 END) AS in_a_day, \
         COUNT(CASE WHEN at >= $2 THEN 1 END) AS recent \
         FROM factor_tries WHERE number = $1 AND at >= $3",
    );
    let tries = tries.bind(new.number.as_slice()).bind(millis(new.since));
    let row = tries.bind(millis(before(new.now, DAY_MS))).fetch_one(tx).await?;
    let count = |name| -> sqlx::Result<u32> {
        Ok(u32::try_from(row.count(name)?).unwrap_or(u32::MAX).saturating_add(1))
    };
    let in_a_day = if is_of_app(&new.given) { count("in_a_day")? } else { 0 };
    Ok(FactorTries { recent: count("recent")?, in_a_day })
}

async fn count_try(tx: &mut AnyConnection, new: &NewConfirmation) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO factor_tries (number, at, of_app) VALUES ($1, $2, $3)")
        .bind(new.number.as_slice())
        .bind(millis(new.now))
        .bind(i64::from(is_of_app(&new.given)))
        .execute(tx)
        .await?;
    Ok(())
}

/// Whether this is a code of the authenticator app, which can be guessed.
fn is_of_app(given: &GivenFactor) -> bool {
    matches!(given, GivenFactor::Step(_) | GivenFactor::WrongAppCode)
}

/// Forgets the wrong tries of a number (its fingerprint). They were of factors that no longer exist.
pub(crate) async fn forget_tries(tx: &mut AnyConnection, number: &[u8]) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM factor_tries WHERE number = $1").bind(number).execute(tx).await?;
    Ok(())
}

async fn use_step(tx: &mut AnyConnection, new: &NewConfirmation, step: u64) -> sqlx::Result<bool> {
    let used = sqlx::query("UPDATE used_steps SET step = $2, at = $3 WHERE number = $1");
    let used = used.bind(new.number.as_slice()).bind(int(step)).bind(millis(new.now));
    Ok(used.execute(tx).await?.rows_affected() == 1)
}

/// False if there is no such code, or if it was used before.
async fn use_recovery_code(
    tx: &mut AnyConnection,
    new: &NewConfirmation,
    code: &[u8; 32],
) -> sqlx::Result<bool> {
    let used = sqlx::query(
        "UPDATE recovery_codes SET used_at = $3 \
         WHERE code = $1 AND number = $2 AND used_at IS NULL",
    )
    .bind(code.as_slice())
    .bind(new.number.as_slice())
    .bind(millis(new.now))
    .execute(tx)
    .await?;
    Ok(used.rows_affected() == 1)
}

//! Leaving the staff by being revoked or by erasing oneself, and losing the role of an owner. Whoever
//! calls these holds [`Lock::Staff`](crate::db::locks::Lock), so that owners leave one after the other.

use api::HostedCode;
use domain::mobile::MobileNumber;
use domain::pipeline::{Reach, Right, StaffRole};
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::people::Person;
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::{Store, fault};
use crate::staff::records::Integrations;
use crate::staff::sql::staff;

/// What ended with somebody's employment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ended {
    pub(crate) sessions: u64,
    /// Authenticator apps and passkeys.
    pub(crate) factors: u64,
    /// Revoked tokens.
    pub(crate) tokens: u64,
    /// Webhooks that were switched off.
    pub(crate) webhooks: u64,
}

/// Fails if this is the last owner who has logged in.
pub(crate) async fn must_leave_an_owner(tx: &mut AnyConnection, id: &str) -> sqlx::Result<()> {
    let owners = sqlx::query(
        "SELECT id FROM staff WHERE role = $1 AND active_at IS NOT NULL AND revoked_at IS NULL",
    );
    let rows = owners.bind(StaffRole::Owner.as_str()).fetch_all(tx).await?;
    let owners = rows.iter().map(|row| row.text("id")).collect::<sqlx::Result<Vec<_>>>()?;
    if owners == [id] { Err(fault::refused(HostedCode::LastOwner)) } else { Ok(()) }
}

/// Ends everything that somebody could do as a member of staff, and remembers that they have left.
/// Fails if they made webhooks or tokens and nobody said what becomes of these.
pub(crate) async fn end_employment(
    store: &Store,
    tx: &mut AnyConnection,
    id: &str,
    mobile: &MobileNumber,
    integrations: Option<&Integrations>,
    now: Instant,
) -> sqlx::Result<Ended> {
    let person = Person::of(mobile.as_str());
    let factors = forget_factors(store, tx, id, Some(mobile)).await?;
    // Sessions first, because webhooks and tokens are made under them.
    let sessions = end_sessions(tx, &person).await?;
    let webhooks = settle(store, tx, id, &person, integrations, now).await?;
    let tokens = person.execute(tx, "DELETE FROM tokens WHERE mobile = $1").await?;
    remember(tx, &store.keyed_hash.number(mobile), id, now).await?;
    Ok(Ended { sessions, factors, tokens, webhooks })
}

/// Ends somebody's sessions and revokes their API tokens. Writes under one of them are done before
/// this, or not at all.
pub(crate) async fn end_rights(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<()> {
    // Sessions first, because tokens are made under them.
    end_sessions(tx, person).await?;
    person.execute(tx, "DELETE FROM tokens WHERE mobile = $1").await?;
    Ok(())
}

/// Ends somebody's sessions and forgets their devices; returns the number of sessions.
pub(crate) async fn end_sessions(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<u64> {
    let sessions = person.execute(tx, "DELETE FROM sessions WHERE mobile = $1").await?;
    person.execute(tx, "DELETE FROM devices WHERE mobile = $1").await?;
    Ok(sessions)
}

/// Removes somebody's second factors and returns how many; recovery codes are not counted.
pub(crate) async fn forget_factors(
    store: &Store,
    tx: &mut AnyConnection,
    id: &str,
    mobile: Option<&MobileNumber>,
) -> sqlx::Result<u64> {
    let apps = sqlx::query("UPDATE staff SET totp = NULL WHERE id = $1 AND totp IS NOT NULL");
    let apps = apps.bind(id).execute(&mut *tx).await?.rows_affected();
    sqlx::query("UPDATE staff SET totp_next = NULL WHERE id = $1")
        .bind(id)
        .execute(&mut *tx)
        .await?;
    let passkeys = sqlx::query("DELETE FROM passkeys WHERE staff = $1").bind(id);
    let passkeys = passkeys.execute(&mut *tx).await?.rows_affected();
    if let Some(mobile) = mobile {
        let delete = sqlx::query("DELETE FROM recovery_codes WHERE number = $1");
        delete.bind(store.keyed_hash.number(mobile)).execute(&mut *tx).await?;
    }
    Ok(apps + passkeys)
}

/// Somebody who has left the staff.
pub(crate) struct Former {
    /// When they last did.
    pub(crate) left_at: Instant,
    /// Their id, also if they have erased themselves: histories name it, and by another one they could approve what
    /// they awarded.
    pub(crate) id: String,
}

/// Who with this number has left the staff.
pub(crate) async fn former(
    store: &Store,
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<Former>> {
    let row = sqlx::query("SELECT at, staff FROM former_staff WHERE number = $1")
        .bind(store.keyed_hash.number(mobile))
        .fetch_optional(tx)
        .await?;
    let former = |row: AnyRow| Ok(Former { left_at: row.instant("at")?, id: row.text("staff")? });
    row.map(former).transpose()
}

/// Forgets the name of somebody with this number who has left the staff.
pub(crate) async fn forget_name(
    store: &Store,
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<()> {
    let blank = sqlx::query(
        "UPDATE staff SET name = '' WHERE mobile IS NULL \
         AND id = (SELECT staff FROM former_staff WHERE number = $1)",
    );
    blank.bind(store.keyed_hash.number(mobile)).execute(tx).await?;
    Ok(())
}

/// Remembers by the fingerprint of the number that somebody has left, so that the settings do not
/// make them owner again and the settings' second factor does not work for them; and with which id.
pub(crate) async fn remember(
    tx: &mut AnyConnection,
    number: &[u8],
    id: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO former_staff (number, at, staff) VALUES ($1, $2, $3) \
         ON CONFLICT (number) DO UPDATE SET at = excluded.at, staff = excluded.staff",
    )
    .bind(number)
    .bind(millis(now))
    .bind(id)
    .execute(tx)
    .await?;
    Ok(())
}

/// Switches off the webhooks that run under somebody's name, and returns how many.
pub(crate) async fn switch_off_webhooks(tx: &mut AnyConnection, id: &str) -> sqlx::Result<u64> {
    let off = sqlx::query("UPDATE webhooks SET enabled = 0 WHERE made_by = $1 AND enabled = 1");
    Ok(off.bind(id).execute(tx).await?.rows_affected())
}

/// Switches off the webhooks that somebody made, or puts them under another owner's name. Returns how
/// many were switched off. Tokens are for the caller to revoke: whoever leaves knows their secrets.
async fn settle(
    store: &Store,
    tx: &mut AnyConnection,
    id: &str,
    person: &Person,
    integrations: Option<&Integrations>,
    now: Instant,
) -> sqlx::Result<u64> {
    // Tokens first and locked, because webhooks are made under them too.
    let tokens =
        Statement::new("SELECT id FROM tokens WHERE mobile = ").bind(person.mobile.as_str());
    let tokens = tokens.add(" AND expires_at > ").bind(millis(now)).add(store.dialect.for_update());
    let tokens = tokens.rows(&mut *tx).await?;
    let webhooks = sqlx::query("SELECT id FROM webhooks WHERE made_by = $1 AND enabled = 1");
    let webhooks = webhooks.bind(id).fetch_all(&mut *tx).await?;
    let keeper = match integrations {
        Some(Integrations::KeepUnder(keeper)) if keeper != id => staff::find(tx, keeper).await?,
        _ => None,
    };
    let keeper =
        keeper.filter(|it| it.active_at.is_some() && it.role.reach(Right::Settings) == Reach::All);
    let is_settled = keeper.is_some() || integrations == Some(&Integrations::SwitchOff);
    let has_integrations = !tokens.is_empty() || !webhooks.is_empty();
    if has_integrations && !is_settled {
        return Err(fault::refused(HostedCode::IntegrationsLeft));
    }
    let Some(keeper) = keeper else { return switch_off_webhooks(tx, id).await };
    sqlx::query("UPDATE webhooks SET made_by = $2 WHERE made_by = $1")
        .bind(id)
        .bind(keeper.id.as_str())
        .execute(&mut *tx)
        .await?;
    Ok(0)
}

//! The staff. Changes are made one after the other, and after everything that is written under the
//! sessions that they end.

use domain::account::User;
use domain::mobile::MobileNumber;
use domain::pipeline::StaffRole;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::fault::retry;
use super::locks::{self, Lock};
use super::people::Person;
use super::row::{Fields, decode, millis};
use super::text::storable;
use super::{Store, accounts, fault, security};
use crate::{Invitation, Result, StaffChange, StaffChanged, StaffMember};

/// The columns of `staff AS s` for a [`StaffMember`].
macro_rules! columns {
    () => {
        "s.id, s.mobile AS staff_mobile, s.name AS staff_name, s.role, s.services, s.invited_by, \
         s.invited_at, s.active_at, s.revoked_at, s.reset_at, \
         s.totp, CASE WHEN EXISTS (SELECT 1 FROM passkeys AS p WHERE p.staff = s.id) \
         THEN 1 ELSE 0 END AS has_passkey"
    };
}
pub(super) use columns;

impl Store {
    /// All current and former members of staff, in the order of their invitation.
    pub async fn staff(&self) -> Result<Vec<StaffMember>> {
        retry!(self, "staff", async {
            let sql =
                concat!("SELECT ", columns!(), " FROM staff AS s ORDER BY s.invited_at, s.id");
            sqlx::query(sql).fetch_all(&self.readers).await?.iter().map(member).collect()
        })
    }

    /// Invites a colleague, if the session is still open. The colleague's own sessions end.
    pub async fn invite_staff(
        &self,
        new: &Invitation,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        retry!(self, "invite_staff", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Staff).await?;
            self.must_be_open(&mut tx, session).await?;
            let invited_by = Some(new.invited_by.as_str());
            if !insert(&mut tx, new, invited_by, now).await? {
                tx.rollback().await?;
                return Ok(StaffChanged::Known);
            }
            // They have been a member until now, and must give the second factor from now on.
            end_sessions(&mut tx, &Person::of(new.mobile.as_str())).await?;
            let invited = find(&mut tx, &new.id).await?;
            security::commit(tx).await?;
            Ok(done(invited))
        })
    }

    /// Changes a member of staff, if the session is still open and an owner remains. If they lose
    /// rights, their sessions end, so that the loss takes effect at once.
    pub async fn change_staff(
        &self,
        id: &str,
        change: &StaffChange,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        retry!(self, "change_staff", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Staff).await?;
            self.must_be_open(&mut tx, session).await?;
            let Some(before) = find(&mut tx, id).await?.filter(|it| it.revoked_at.is_none()) else {
                tx.rollback().await?;
                return Ok(StaffChanged::Gone);
            };
            let leaves_an_owner = match change {
                StaffChange::Edit { role, .. } => *role == StaffRole::Owner,
                StaffChange::Revoke { even_the_last } => *even_the_last,
                StaffChange::Reset => true,
            };
            if !leaves_an_owner && is_last_owner(&mut tx, &before).await? {
                tx.rollback().await?;
                return Ok(StaffChanged::LastOwner);
            }
            let person = before.mobile.as_ref().map(|mobile| Person::of(mobile.as_str()));
            match change {
                StaffChange::Edit { name, role, services } => {
                    sqlx::query(
                        "UPDATE staff SET name = $2, role = $3, services = $4 WHERE id = $1",
                    )
                    .bind(id)
                    .bind(storable(name))
                    .bind(storable(role.as_str()))
                    .bind(text_of(services)?)
                    .execute(&mut *tx)
                    .await?;
                    if (role, services) != (&before.role, &before.services)
                        && let Some(person) = &person
                    {
                        end_rights(&mut tx, person).await?;
                    }
                }
                StaffChange::Revoke { .. } => {
                    sqlx::query("UPDATE staff SET mobile = NULL, revoked_at = $2 WHERE id = $1")
                        .bind(id)
                        .bind(millis(now))
                        .execute(&mut *tx)
                        .await?;
                    end_employment(self, &mut tx, id, person.as_ref()).await?;
                }
                StaffChange::Reset => {
                    sqlx::query("UPDATE staff SET reset_at = $2 WHERE id = $1")
                        .bind(id)
                        .bind(millis(now))
                        .execute(&mut *tx)
                        .await?;
                    forget_factors(self, &mut tx, id, person.as_ref()).await?;
                    if let Some(person) = &person {
                        end_rights(&mut tx, person).await?;
                    }
                }
            }
            let after = find(&mut tx, id).await?;
            security::commit(tx).await?;
            Ok(done(after))
        })
    }

    /// Makes the person whom the operator has configured the first owner, with this id, unless
    /// there is an owner.
    pub async fn name_owner(&self, id: &str, user: &User, now: Instant) -> Result<()> {
        retry!(self, "name_owner", async {
            let mut tx = self.begin().await?;
            make_first_owner(&mut tx, id, user, now).await?;
            security::commit(tx).await
        })
    }
}

/// The same, within a transaction.
pub(super) async fn make_first_owner(
    tx: &mut AnyConnection,
    id: &str,
    user: &User,
    now: Instant,
) -> sqlx::Result<()> {
    if has_owner(tx).await? {
        return Ok(());
    }
    locks::take(tx, Lock::Staff).await?;
    if has_owner(tx).await? {
        return Ok(());
    }
    let new = Invitation {
        id: id.to_owned(),
        mobile: user.mobile_number.clone(),
        name: user.name.clone(),
        role: StaffRole::Owner,
        services: Vec::new(),
        invited_by: String::new(),
    };
    insert(tx, &new, None, now).await?;
    // They may have been invited with another role, and nobody else can make an owner of them.
    sqlx::query("UPDATE staff SET role = $2, active_at = $3 WHERE mobile = $1")
        .bind(numbers::normal(&new.mobile).as_str().to_owned())
        .bind(StaffRole::Owner.as_str())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    Ok(())
}

/// The member of staff with this number, who is now marked as having logged in.
pub(super) async fn log_in(
    store: &Store,
    tx: &mut AnyConnection,
    user: &User,
    now: Instant,
) -> sqlx::Result<Option<StaffMember>> {
    let mobile = numbers::normal(&user.mobile_number);
    sqlx::query("UPDATE staff SET active_at = $2 WHERE mobile = $1 AND active_at IS NULL")
        .bind(mobile.as_str())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    find_by_number(store, tx, &mobile).await
}

/// The member of staff with this number.
pub(super) async fn find_by_number(
    store: &Store,
    connection: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<StaffMember>> {
    let sql = concat!("SELECT ", columns!(), " FROM staff AS s WHERE s.mobile = $1");
    let row = sqlx::query(sql).bind(mobile.as_str()).fetch_optional(&mut *connection).await?;
    let Some(member) = row.as_ref().map(member).transpose()? else { return Ok(None) };
    let gone = was_erased_since(store, connection, mobile, member.invited_at).await?;
    Ok(Some(member).filter(|_| !gone))
}

/// Whether the data under a number was erased after this instant. A program without staff erases
/// accounts and sessions, and leaves the staff record.
pub(super) async fn was_erased_since(
    store: &Store,
    connection: &mut AnyConnection,
    mobile: &MobileNumber,
    since: Instant,
) -> sqlx::Result<bool> {
    Ok(accounts::erased_at(store, connection, mobile).await? > Some(since))
}

/// Erases the staff records that such a program has left; returns how many.
pub(super) async fn finish_staff_erasures(store: &Store) -> sqlx::Result<u64> {
    let mut erased = Vec::new();
    let rows = sqlx::query("SELECT mobile, invited_at FROM staff WHERE mobile IS NOT NULL");
    let mut connection = store.readers.acquire().await?;
    for row in rows.fetch_all(&mut *connection).await? {
        let (mobile, since) = (row.mobile("mobile")?, row.instant("invited_at")?);
        if let Some(at) = accounts::erased_at(store, &mut connection, &mobile).await?
            && at > since
        {
            erased.push((Person::of(mobile.as_str()), at));
        }
    }
    if erased.is_empty() {
        return Ok(0);
    }
    let mut tx = store.begin().await?;
    for (person, at) in &erased {
        erase(store, &mut tx, person, *at).await?;
    }
    fault::commit(tx).await?;
    Ok(u64::try_from(erased.len()).unwrap_or(u64::MAX))
}

/// Erases a member of staff except for the id, which histories use.
pub(super) async fn erase(
    store: &Store,
    tx: &mut AnyConnection,
    person: &Person,
    now: Instant,
) -> sqlx::Result<()> {
    locks::take(tx, Lock::Staff).await?;
    for spelling in &person.spellings {
        let row = sqlx::query(
            "UPDATE staff SET mobile = NULL, name = '', revoked_at = $2 WHERE mobile = $1 \
             RETURNING id",
        )
        .bind(spelling.as_str())
        .bind(millis(now))
        .fetch_optional(&mut *tx)
        .await?;
        if let Some(row) = row {
            end_employment(store, tx, &row.text("id")?, Some(person)).await?;
        }
    }
    Ok(())
}

/// The member of staff in a row with [`columns`].
pub(super) fn member(row: &AnyRow) -> sqlx::Result<StaffMember> {
    Ok(StaffMember {
        id: row.text("id")?,
        mobile: row
            .maybe_text("staff_mobile")?
            .map(TryFrom::try_from)
            .transpose()
            .map_err(decode)?,
        name: row.text("staff_name")?,
        role: StaffRole::from(row.text("role")?),
        services: serde_json::from_str(&row.text("services")?).map_err(decode)?,
        invited_by: row.maybe_text("invited_by")?,
        invited_at: row.instant("invited_at")?,
        active_at: row.maybe_instant("active_at")?,
        revoked_at: row.maybe_instant("revoked_at")?,
        has_totp: row.maybe_bytes("totp")?.is_some(),
        has_passkey: row.int("has_passkey")? != 0,
        reset_at: row.maybe_instant("reset_at")?,
    })
}

async fn find(tx: &mut AnyConnection, id: &str) -> sqlx::Result<Option<StaffMember>> {
    let sql = concat!("SELECT ", columns!(), " FROM staff AS s WHERE s.id = $1");
    let row = sqlx::query(sql).bind(storable(id)).fetch_optional(tx).await?;
    row.as_ref().map(member).transpose()
}

fn done(member: Option<StaffMember>) -> StaffChanged {
    member.map_or(StaffChanged::Gone, |member| StaffChanged::Done(Box::new(member)))
}

/// False if the number belongs to a member of staff already.
async fn insert(
    tx: &mut AnyConnection,
    new: &Invitation,
    invited_by: Option<&str>,
    now: Instant,
) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO staff (id, mobile, name, role, services, invited_by, invited_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (mobile) DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(numbers::normal(&new.mobile).as_str().to_owned())
    .bind(storable(&new.name))
    .bind(storable(new.role.as_str()))
    .bind(text_of(&new.services)?)
    .bind(invited_by)
    .bind(millis(now))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

fn text_of(services: &[String]) -> sqlx::Result<String> {
    serde_json::to_string(services).map(|text| storable(&text)).map_err(decode)
}

/// Whether there is an owner who has logged in.
async fn has_owner(tx: &mut AnyConnection) -> sqlx::Result<bool> {
    let owner = sqlx::query(
        "SELECT id FROM staff WHERE role = $1 AND active_at IS NOT NULL AND revoked_at IS NULL \
         LIMIT 1",
    );
    Ok(owner.bind(StaffRole::Owner.as_str()).fetch_optional(tx).await?.is_some())
}

async fn is_last_owner(tx: &mut AnyConnection, member: &StaffMember) -> sqlx::Result<bool> {
    if member.role != StaffRole::Owner || member.active_at.is_none() {
        return Ok(false);
    }
    let other = sqlx::query(
        "SELECT id FROM staff WHERE role = $1 AND active_at IS NOT NULL AND revoked_at IS NULL \
         AND id <> $2 LIMIT 1",
    );
    let other = other.bind(StaffRole::Owner.as_str()).bind(member.id.as_str());
    Ok(other.fetch_optional(tx).await?.is_none())
}

/// Ends everything that somebody could do as a member of staff.
async fn end_employment(
    store: &Store,
    tx: &mut AnyConnection,
    id: &str,
    person: Option<&Person>,
) -> sqlx::Result<()> {
    forget_factors(store, tx, id, person).await?;
    match person {
        Some(person) => end_rights(tx, person).await,
        None => Ok(()),
    }
}

/// Removes somebody's second factors.
async fn forget_factors(
    store: &Store,
    tx: &mut AnyConnection,
    id: &str,
    person: Option<&Person>,
) -> sqlx::Result<()> {
    sqlx::query("UPDATE staff SET totp = NULL, totp_next = NULL WHERE id = $1")
        .bind(id)
        .execute(&mut *tx)
        .await?;
    sqlx::query("DELETE FROM passkeys WHERE staff = $1").bind(id).execute(&mut *tx).await?;
    for number in person.map(|person| store.keyed_hash.numbers(person)).unwrap_or_default() {
        let delete = sqlx::query("DELETE FROM recovery_codes WHERE number = $1");
        delete.bind(number).execute(&mut *tx).await?;
    }
    Ok(())
}

/// Ends somebody's sessions and revokes their API tokens. Writes under one of them are done before
/// this, or not at all.
async fn end_rights(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<()> {
    // Sessions first, because tokens are made under them.
    end_sessions(tx, person).await?;
    person.execute(tx, "DELETE FROM tokens", "mobile").await?;
    Ok(())
}

async fn end_sessions(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<()> {
    person.execute(tx, "DELETE FROM sessions", "mobile").await?;
    person.execute(tx, "DELETE FROM devices", "mobile").await?;
    Ok(())
}

//! The staff. Changes are made one after the other, and after everything that is written under the
//! sessions that they end.

use api::Erased;
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::pipeline::{Reach, Right, StaffRole};
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Result;
use crate::db::Store;
use crate::db::fault::retry;
use crate::db::locks::{self, Lock};
use crate::db::people::Person;
use crate::db::row::{Fields, decode, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::login::sql::second_factor::forget_tries;
use crate::staff::records::{Integrations, Invitation, StaffChange, StaffChanged, StaffMember};
use crate::staff::sql::leaving::{self, end_employment, end_rights, end_sessions, forget_factors};

/// The columns of `staff AS s` for a [`StaffMember`].
macro_rules! columns {
    () => {
        "s.id, s.mobile AS staff_mobile, s.name AS staff_name, s.role, s.services, s.team, s.invited_by, \
         s.invited_at, s.active_at, s.revoked_at, s.reset_at, \
         s.totp, CASE WHEN EXISTS (SELECT 1 FROM passkeys AS p WHERE p.staff = s.id) \
         THEN 1 ELSE 0 END AS has_passkey"
    };
}
pub(crate) use columns;

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
            let Some(id) = insert(self, &mut tx, new, invited_by, now).await? else {
                tx.rollback().await?;
                return Ok(StaffChanged::Known);
            };
            // They have been a member until now, and must give the second factor from now on.
            end_sessions(&mut tx, &Person::of(new.mobile.as_str())).await?;
            let invited = find(&mut tx, &id).await?;
            audit::sql::commit(tx).await?;
            Ok(done(invited))
        })
    }

    /// Changes a member of staff, if the session is still open and an owner remains
    /// ([`StoreError::Refused`](crate::db::StoreError::Refused) otherwise). If they lose rights, their
    /// sessions and tokens end, so that the loss takes effect at once; with the right to settings,
    /// their webhooks are switched off.
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
            let stays_owner = match change {
                StaffChange::Edit { role, .. } => *role == StaffRole::Owner,
                StaffChange::Revoke { even_the_last, .. } => *even_the_last,
                StaffChange::Reset => true,
            };
            if !stays_owner {
                leaving::must_leave_an_owner(&mut tx, id).await?;
            }
            let person = before.mobile.as_ref().map(|mobile| Person::of(mobile.as_str()));
            match change {
                StaffChange::Edit { name, role, services, team } => {
                    sqlx::query(
                        "UPDATE staff SET name = $2, role = $3, services = $4, team = $5 \
                         WHERE id = $1",
                    )
                    .bind(id)
                    .bind(storable(name))
                    .bind(storable(role.as_str()))
                    .bind(text_of(services)?)
                    .bind(storable(team))
                    .execute(&mut *tx)
                    .await?;
                    if (role, services) != (&before.role, &before.services)
                        && let Some(person) = &person
                    {
                        end_rights(&mut tx, person).await?;
                        if role.reach(Right::Settings) != Reach::All {
                            leaving::switch_off_webhooks(&mut tx, id).await?;
                        }
                    }
                }
                StaffChange::Revoke { integrations, .. } => {
                    if let Some(mobile) = &before.mobile {
                        let integrations = integrations.as_ref();
                        end_employment(self, &mut tx, id, mobile, integrations, now).await?;
                    }
                    let leave = sqlx::query(
                        "UPDATE staff SET mobile = NULL, team = '', revoked_at = $2 WHERE id = $1",
                    );
                    leave.bind(id).bind(millis(now)).execute(&mut *tx).await?;
                }
                StaffChange::Reset => {
                    sqlx::query("UPDATE staff SET reset_at = $2 WHERE id = $1")
                        .bind(id)
                        .bind(millis(now))
                        .execute(&mut *tx)
                        .await?;
                    forget_factors(self, &mut tx, id, before.mobile.as_ref()).await?;
                    // Not where somebody leaves: whoever guesses would erase themselves and go on.
                    if let Some(mobile) = &before.mobile {
                        forget_tries(&mut tx, &self.keyed_hash.number(mobile)).await?;
                    }
                    if let Some(person) = &person {
                        end_rights(&mut tx, person).await?;
                    }
                }
            }
            let after = find(&mut tx, id).await?;
            audit::sql::commit(tx).await?;
            Ok(done(after))
        })
    }

    /// Makes the person whom the operator has configured the first owner, with this id, unless
    /// there is an owner or they have left the staff before. Returns whether there is an owner now.
    pub async fn name_owner(&self, id: &str, user: &User, now: Instant) -> Result<bool> {
        retry!(self, "name_owner", async {
            let mut tx = self.begin().await?;
            make_first_owner(self, &mut tx, id, user, now).await?;
            let has_owner = has_owner(&mut tx).await?;
            audit::sql::commit(tx).await?;
            Ok(has_owner)
        })
    }

    /// Makes somebody an owner because the operator says so, with this id if they are not staff yet.
    /// The second factor in the settings stays without use for whoever has left the staff before.
    pub async fn make_owner(&self, id: &str, user: &User, now: Instant) -> Result<()> {
        retry!(self, "make_owner", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Staff).await?;
            insert(self, &mut tx, &owner(id, user), None, now).await?;
            sqlx::query("UPDATE staff SET role = $2, services = '[]' WHERE mobile = $1")
                .bind(numbers::normal(&user.mobile_number).as_str().to_owned())
                .bind(StaffRole::Owner.as_str())
                .execute(&mut *tx)
                .await?;
            // They have had fewer rights until now, and must give the second factor for more.
            end_sessions(&mut tx, &Person::of(user.mobile_number.as_str())).await?;
            audit::sql::commit(tx).await
        })
    }
}

/// [`Store::name_owner`] within a transaction.
pub(crate) async fn make_first_owner(
    store: &Store,
    tx: &mut AnyConnection,
    id: &str,
    user: &User,
    now: Instant,
) -> sqlx::Result<()> {
    if has_owner(tx).await? {
        return Ok(());
    }
    locks::take(tx, Lock::Staff).await?;
    let mobile = numbers::normal(&user.mobile_number);
    if has_owner(tx).await? || leaving::former(store, tx, &mobile).await?.is_some() {
        return Ok(());
    }
    insert(store, tx, &owner(id, user), None, now).await?;
    // They may have been invited with another role, and nobody else can make an owner of them.
    sqlx::query("UPDATE staff SET role = $2, active_at = $3 WHERE mobile = $1")
        .bind(mobile.as_str())
        .bind(StaffRole::Owner.as_str())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    Ok(())
}

fn owner(id: &str, user: &User) -> Invitation {
    Invitation {
        id: id.to_owned(),
        mobile: user.mobile_number.clone(),
        name: user.name.clone(),
        role: StaffRole::Owner,
        services: Vec::new(),
        team: String::new(),
        invited_by: String::new(),
    }
}

/// The member of staff with this number, who is now marked as having logged in; `lock` is the dialect's locking clause.
pub(crate) async fn log_in(
    tx: &mut AnyConnection,
    user: &User,
    now: Instant,
    lock: &str,
) -> sqlx::Result<Option<StaffMember>> {
    let mobile = numbers::normal(&user.mobile_number);
    sqlx::query("UPDATE staff SET active_at = $2 WHERE mobile = $1 AND active_at IS NULL")
        .bind(mobile.as_str())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    find_locked(tx, &mobile, lock).await
}

/// The member of staff with this number.
pub(crate) async fn find_by_number(
    connection: &mut AnyConnection,
    mobile: &MobileNumber,
) -> sqlx::Result<Option<StaffMember>> {
    find_locked(connection, mobile, "").await
}

async fn find_locked(
    connection: &mut AnyConnection,
    mobile: &MobileNumber,
    lock: &str,
) -> sqlx::Result<Option<StaffMember>> {
    let select = concat!("SELECT ", columns!(), " FROM staff AS s WHERE s.mobile = ");
    let select = Statement::new(select).bind(mobile.as_str()).add(lock);
    select.row(connection).await?.as_ref().map(member).transpose()
}

/// Erases a member of staff except for the id, which histories use, and counts in `erased` what went
/// with them. The last owner stays.
pub(crate) async fn erase(
    store: &Store,
    tx: &mut AnyConnection,
    person: &Person,
    integrations: Option<&Integrations>,
    now: Instant,
    erased: &mut Erased,
) -> sqlx::Result<()> {
    let row = sqlx::query("SELECT id, mobile, active_at FROM staff WHERE mobile = $1")
        .bind(person.mobile.as_str())
        .fetch_optional(&mut *tx)
        .await?;
    let Some(row) = row else { return Ok(()) };
    let (id, mobile) = (row.text("id")?, row.mobile("mobile")?);
    leaving::must_leave_an_owner(tx, &id).await?;
    let ended = end_employment(store, tx, &id, &mobile, integrations, now).await?;
    let leave = sqlx::query(
        "UPDATE staff SET mobile = NULL, name = '', team = '', revoked_at = $2 WHERE id = $1",
    );
    leave.bind(id).bind(millis(now)).execute(&mut *tx).await?;
    match row.maybe_instant("active_at")? {
        Some(_) => erased.staff += 1,
        None => erased.invitations += 1,
    }
    erased.sessions += ended.sessions;
    erased.factors += ended.factors;
    erased.tokens += ended.tokens;
    erased.webhooks += ended.webhooks;
    Ok(())
}

/// The member of staff in a row with [`columns`].
pub(crate) fn member(row: &AnyRow) -> sqlx::Result<StaffMember> {
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
        team: row.text("team")?,
        invited_by: row.maybe_text("invited_by")?,
        invited_at: row.instant("invited_at")?,
        active_at: row.maybe_instant("active_at")?,
        revoked_at: row.maybe_instant("revoked_at")?,
        has_totp: row.maybe_bytes("totp")?.is_some(),
        has_passkey: row.int("has_passkey")? != 0,
        reset_at: row.maybe_instant("reset_at")?,
    })
}

pub(crate) async fn find(tx: &mut AnyConnection, id: &str) -> sqlx::Result<Option<StaffMember>> {
    let sql = concat!("SELECT ", columns!(), " FROM staff AS s WHERE s.id = $1");
    let row = sqlx::query(sql).bind(storable(id)).fetch_optional(tx).await?;
    row.as_ref().map(member).transpose()
}

fn done(member: Option<StaffMember>) -> StaffChanged {
    member.map_or(StaffChanged::Gone, |member| StaffChanged::Done(Box::new(member)))
}

/// Adds a member of staff and returns the id; `None` if the number belongs to one already. Whoever was revoked before
/// gets the id of then: so that they cannot approve what they did under an earlier invitation.
async fn insert(
    store: &Store,
    tx: &mut AnyConnection,
    new: &Invitation,
    invited_by: Option<&str>,
    now: Instant,
) -> sqlx::Result<Option<String>> {
    let mobile = numbers::normal(&new.mobile);
    if find_by_number(tx, &mobile).await?.is_some() {
        return Ok(None);
    }
    let former = leaving::former(store, tx, &mobile).await?;
    // Their factors were removed when they left, that of the settings too.
    let (reset_at, id) = former.map(|former| (former.left_at, former.id)).unzip();
    let id = id.unwrap_or_else(|| new.id.clone());
    sqlx::query(
        "INSERT INTO staff (id, mobile, name, role, services, invited_by, invited_at, reset_at, \
         team) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET \
         mobile = excluded.mobile, name = excluded.name, role = excluded.role, \
         services = excluded.services, team = excluded.team, invited_by = excluded.invited_by, \
         invited_at = excluded.invited_at, reset_at = excluded.reset_at, \
         active_at = NULL, revoked_at = NULL WHERE staff.mobile IS NULL",
    )
    .bind(id.as_str())
    .bind(mobile.as_str())
    .bind(storable(&new.name))
    .bind(storable(new.role.as_str()))
    .bind(text_of(&new.services)?)
    .bind(invited_by)
    .bind(millis(now))
    .bind(reset_at.map(millis))
    .bind(storable(&new.team))
    .execute(tx)
    .await?;
    Ok(Some(id))
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

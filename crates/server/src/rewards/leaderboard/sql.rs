//! The names on the list of those with most points, and what they have earned: sums for those who chose a name,
//! along one index, so that the list costs visitors what its names have.

use api::HostedCode;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::{LEADERS_MAX, Leader, Quarter};
use sqlx::AnyConnection;

use crate::audit;
use crate::db::allowances::{self, Allowance, Purpose};
use crate::db::fault::{commit, refused, retry};
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::db::{Result, Store};
use crate::rewards::balance::points;
use crate::rewards::entries::of_awards;

/// Somebody on the list, with the id of their choice of a name.
pub type StoredLeader = (String, Leader);

/// Where a member stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The name that they chose.
    pub name: Option<String>,
    /// What they have earned in the quarter.
    pub points: i64,
    /// Their place among those who chose a name; `None` without one, and without points.
    pub place: Option<u64>,
}

impl Store {
    /// Those who have earned most in a quarter, of the members who chose a name; for `everybody`, of those who chose
    /// it when everybody could read the list.
    pub async fn leaders(&self, quarter: Quarter, everybody: bool) -> Result<Vec<StoredLeader>> {
        retry!(self, "leaders", async {
            let rows = first(quarter, everybody).query().fetch_all(&self.readers).await?;
            let leader = |row| {
                let points = u64::try_from(points(row, "points")?).unwrap_or_default();
                Ok((row.text("id")?, Leader { name: row.text("name")?, points }))
            };
            rows.iter().map(leader).collect()
        })
    }

    /// Where the member with the number of this key stands in a quarter.
    pub async fn standing(&self, key: &str, quarter: Quarter) -> Result<Standing> {
        let Some(holder) = self.keyed_hash.holder(key) else { return Ok(Standing::default()) };
        retry!(self, "standing", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut standing = Standing::default();
            if let Some(row) = earned(&holder, quarter).row(&mut tx).await? {
                standing.points = points(&row, "points")?;
            }
            let named = sqlx::query("SELECT id, name, at FROM leaderboard_names WHERE holder = $1");
            if let Some(row) = named.bind(holder.as_slice()).fetch_optional(&mut *tx).await? {
                standing.name = Some(row.text("name")?);
                let (id, since) = (row.text("id")?, row.int("at")?);
                let before = before(quarter, standing.points, since, &id).row(&mut tx).await?;
                let before = before.ok_or(sqlx::Error::RowNotFound)?.count("before")?;
                standing.place = (standing.points > 0).then_some(before + 1);
            }
            tx.rollback().await?;
            Ok(standing)
        })
    }

    /// The name that the member with the number of this key chose.
    pub async fn leader_name(&self, key: &str) -> Result<Option<String>> {
        let Some(holder) = self.keyed_hash.holder(key) else { return Ok(None) };
        retry!(self, "leader_name", async {
            let name = sqlx::query("SELECT name FROM leaderboard_names WHERE holder = $1");
            let row = name.bind(holder.as_slice()).fetch_optional(&self.readers).await?;
            row.map(|row| row.text("name")).transpose()
        })
    }

    /// Puts a member on the list under a name, or changes it, if their session is still open; false if there is
    /// no such account. Since when they are on it stays. `id` names the choice of another name, and `public` says whether everybody
    /// can read the list now.
    pub async fn choose_leader_name(
        &self,
        mobile: &MobileNumber,
        (id, name, public): (&str, &str, bool),
        allowance: &Allowance,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "choose_leader_name", async {
            let mut tx = self.begin_for(session).await?;
            let key = numbers::key(mobile.as_str());
            let holder = self.keyed_hash.holder(&key).ok_or(sqlx::Error::RowNotFound)?;
            let choose = Statement::new(
                "INSERT INTO leaderboard_names (holder, id, name, public, at) SELECT ",
            );
            let choose = choose.bind(holder.as_slice()).add(", ").bind(id).add(", ");
            let choose = choose.bind(&*storable(name)).add(", ").bind(i64::from(public));
            let choose = choose.add(", ").bind(millis(now));
            let choose = choose
                .add(" FROM accounts WHERE number = ")
                .bind(key.as_str())
                .add(" ON CONFLICT (holder) DO UPDATE SET id = CASE leaderboard_names.name ")
                .add("WHEN excluded.name THEN leaderboard_names.id ELSE excluded.id END, ")
                .add("name = excluded.name, ")
                .add("public = excluded.public");
            if !allowances::take(&mut tx, Purpose::LeaderNames, allowance, now).await? {
                return Err(refused(HostedCode::AllowanceUsed));
            }
            let chosen = choose.execute(&mut tx).await?;
            commit(tx).await?;
            Ok(chosen > 0)
        })
    }

    /// Takes the member with the number of this key off the list, if their session is still open.
    pub async fn leave_leaders(&self, key: &str, session: Option<&[u8; 32]>) -> Result<()> {
        retry!(self, "leave_leaders", async {
            let mut tx = self.begin_for(session).await?;
            forget(self, &mut tx, key).await?;
            commit(tx).await
        })
    }

    /// Takes the name off the list that this id names; false if nobody has it any more. Whoever is on the list,
    /// which `by` is the key of, removes nobody before them.
    pub async fn take_leader_off(
        &self,
        id: &str,
        by: &str,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "take_leader_off", async {
            let mut tx = self.begin_for(session).await?;
            let own =
                sqlx::query("SELECT id FROM leaderboard_names WHERE holder = $1 AND id <> $2");
            let own = own.bind(self.keyed_hash.holder(by)).bind(id);
            if own.fetch_optional(&mut *tx).await?.is_some() {
                return Err(refused(RejectionCode::OwnReferral));
            }
            let off = sqlx::query("DELETE FROM leaderboard_names WHERE id = $1");
            if off.bind(id).execute(&mut *tx).await?.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }
}

/// Forgets the name of whoever has the number of this key. Returns how many there were: 0 or 1.
pub(crate) async fn forget(store: &Store, tx: &mut AnyConnection, key: &str) -> sqlx::Result<u64> {
    let Some(holder) = store.keyed_hash.holder(key) else { return Ok(0) };
    let forget = sqlx::query("DELETE FROM leaderboard_names WHERE holder = $1").bind(holder);
    Ok(forget.execute(tx).await?.rows_affected())
}

/// What a holder has earned in a quarter, as a condition adds to a statement.
fn of_quarter(statement: Statement, quarter: Quarter) -> Statement {
    let months = [quarter.first, quarter.last].map(|month| i64::from(month.0));
    let statement = statement.add(concat!(
        " AND receiver = 'referrer' AND ",
        of_awards!(),
        " AND month BETWEEN "
    ));
    statement.bind(months[0]).add(" AND ").bind(months[1])
}

const SUM: &str =
    "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries WHERE holder = ";

fn earned(holder: &[u8], quarter: Quarter) -> Statement {
    of_quarter(Statement::new(SUM).bind(holder), quarter)
}

/// All who chose a name, with what they have earned.
fn named(select: &str, quarter: Quarter) -> Statement {
    let select = Statement::new(select)
        .add(" FROM (SELECT id, name, public, at, (")
        .add(SUM)
        .add("n.holder");
    of_quarter(select, quarter).add(") AS points FROM leaderboard_names AS n) AS named WHERE ")
}

fn first(quarter: Quarter, everybody: bool) -> Statement {
    let first = named("SELECT id, name, points", quarter);
    let first = first.add(if everybody { "public = 1 AND " } else { "" });
    first.add("points > 0 ORDER BY points DESC, at, id LIMIT ").bind(i64::from(LEADERS_MAX))
}

/// How many stand before somebody with so many points, who has been on the list since then.
fn before(quarter: Quarter, points: i64, since: i64, id: &str) -> Statement {
    let mut before = named("SELECT COUNT(*) AS before", quarter);
    let [points, since] = [points, since].map(|number| before.place(number));
    let id = before.place(id);
    before.add(&format!(
        "points > {points} OR (points = {points} AND (at < {since} OR (at = {since} AND id < {id})))"
    ))
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    /// Visitors ask for it, so it must not read whole rows, or the entries of those who are not on it.
    #[tokio::test]
    async fn the_list_reads_the_entries_of_its_quarter_along_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/plans.db", folder.path().display());
        let store = Store::open(&url).await.unwrap();
        let quarter = Quarter::of(Instant::default());
        let along = "SEARCH reward_entries USING COVERING INDEX reward_entries_quarter \
                     (holder=? AND month>? AND month<?)";
        for statement in [first(quarter, true), before(quarter, 5, 5, "a"), earned(&[1], quarter)] {
            let plan = statement.explained().query().fetch_all(&store.readers).await.unwrap();
            let plan: Vec<_> = plan.iter().map(|row| row.get::<String, _>("detail")).collect();
            let entries: Vec<_> = plan.iter().filter(|it| it.contains("reward_entries")).collect();
            assert!(!entries.is_empty() && entries.iter().all(|it| *it == along), "{plan:?}");
        }
    }
}

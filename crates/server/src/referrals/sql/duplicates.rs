//! Duplicates: pairs of referrals of the same number.

use std::collections::BTreeMap;

use api::DAY_MS;
use domain::pipeline::DuplicatePolicy;
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::retry;
use crate::db::row::{Fields, int, millis};
use crate::db::statement::Statement;
use crate::db::text::word;
use crate::referrals::records::{Scope, Stored};
use crate::referrals::sql::referrals;

/// The condition that `r`, the later one of a pair, still needs a decision. A decision concerns
/// this pair; the earlier referral may be part of other pairs, which stay open.
pub(crate) const IS_OPEN: &str = "r.credited IS NULL AND r.stage NOT IN ('declined', 'withdrawn')";

/// The condition that there is an earlier referral of the number of `r`.
pub(crate) const IS_LATER: &str = "r.duplicate_of IS NOT NULL";

impl Store {
    /// The numbers of those who made the rivals of the referral with this key.
    pub async fn rivals(&self, key: &str) -> Result<Vec<String>> {
        retry!(self, "rivals", async { rivals(&mut *self.readers.acquire().await?, key).await })
    }

    /// Pairs of an earlier and a later referral of the same number, latest first, whose later one
    /// has an id below `before`: the undecided ones, or the others.
    pub async fn duplicates(
        &self,
        scope: &Scope,
        is_open: bool,
        before: Option<Instant>,
        limit: u32,
    ) -> Result<Vec<(Stored, Stored)>> {
        retry!(self, "duplicates", async {
            let mut own = Statement::new("SELECT r.id AS later, e.id AS earlier FROM referrals AS r \
                 JOIN referrals AS e ON e.id = r.duplicate_of WHERE r.duplicate_of IS NOT NULL AND ")
                .add(if is_open { "" } else { "NOT " }).add("(").add(IS_OPEN).add(")");
            match scope {
                Scope::All => {}
                // Along the index of duplicates: this keeps that of the services out.
                Scope::Services(services) if !services.is_empty() => {
                    for column in [" AND r.service || '' IN (", " AND e.service || '' IN ("] {
                        own = own.add(column).bind_all(services.iter().map(|it| word(it))).add(")");
                    }
                }
                // Only staff see duplicates.
                Scope::Services(_) | Scope::Of(_) | Scope::About(_) => return Ok(Vec::new()),
            }
            let select = own.add(" AND r.id < ").bind(before.map_or(i64::MAX, millis));
            let select = select.add(" ORDER BY r.id DESC LIMIT ").bind(i64::from(limit));
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut pairs = Vec::new();
            for row in select.rows(&mut tx).await? {
                let earlier = referrals::find_by_id(&mut tx, row.int("earlier")?).await?;
                let later = referrals::find_by_id(&mut tx, row.int("later")?).await?;
                pairs.extend(earlier.zip(later));
            }
            tx.rollback().await?;
            Ok(pairs)
        })
    }
}

/// The numbers of those who made the rivals of the referral with this key: the first of its number, and
/// those that are later than the first. Guests may type any number as theirs, so only what a member or
/// staff submitted or imported counts.
pub(crate) async fn rivals(tx: &mut AnyConnection, key: &str) -> sqlx::Result<Vec<String>> {
    let rivals = Statement::new(
        "SELECT DISTINCT e.referrer_number FROM referrals AS r JOIN referrals AS e \
         ON e.number = r.number AND e.id <> r.id \
         AND (e.id = r.duplicate_of OR e.duplicate_of IN (r.id, r.duplicate_of)) AND ",
    );
    let rows = referrals::named(rivals.add(IS_OF_ITS_REFERRER).add(" WHERE "), key).rows(tx);
    rows.await?.iter().map(|row| row.text("referrer_number")).collect()
}

/// The numbers of those who made a referral of this number: it may become a rival of theirs.
pub(crate) async fn rivals_of_number(
    tx: &mut AnyConnection,
    number: &str,
) -> sqlx::Result<Vec<String>> {
    let rivals = Statement::new("SELECT DISTINCT e.referrer_number FROM referrals AS e WHERE ");
    let rivals = rivals.add(IS_OF_ITS_REFERRER).add(" AND e.number = ").bind(number);
    rivals.rows(tx).await?.iter().map(|row| row.text("referrer_number")).collect()
}

/// The condition that `e` is of whom it says: it was submitted by a member or staff, or imported. An import may
/// name anybody, and so keep them from deciding about its rivals: whoever it names may withdraw it.
const IS_OF_ITS_REFERRER: &str = "EXISTS (SELECT 1 FROM history AS h WHERE h.referral_id = e.id \
     AND h.event IS NULL AND (h.actor = 'member' OR h.actor LIKE 'staff:%' \
     OR (h.actor LIKE 'import%' AND e.stage <> 'withdrawn')))";

/// Looks up the first referral of the number again for each `r` that matches a condition, and writes it
/// where it is another one. The first is the one that this server has known for longest to be about the
/// number, of those that were about it within the window.
///
/// It is looked up when a referral comes, goes or changes, and not when it is read, because an inbox and
/// the list of duplicates walk past everything that is none. The transaction has the lock of the history.
async fn look_up(
    policy: DuplicatePolicy,
    tx: &mut AnyConnection,
    those: impl FnOnce(Statement) -> Statement,
) -> sqlx::Result<()> {
    let found = Statement::new(
        "UPDATE referrals SET duplicate_of = f.first_id FROM (SELECT r.id, \
         (SELECT e.id FROM referrals AS e WHERE ",
    );
    let found = is_earlier(found, policy);
    let found =
        found.add(" ORDER BY e.came_at, e.id LIMIT 1) AS first_id FROM referrals AS r WHERE ");
    let update = those(found).add(
        ") AS f WHERE f.id = referrals.id AND referrals.duplicate_of IS DISTINCT FROM f.first_id",
    );
    update.execute(tx).await?;
    Ok(())
}

/// Adds the condition that `r` is a duplicate of `e`.
fn is_earlier(statement: Statement, policy: DuplicatePolicy) -> Statement {
    let window = i64::from(policy.window_days) * int(DAY_MS);
    statement
        .add("e.number = r.number AND (e.came_at, e.id) < (r.came_at, r.id) AND e.came_at >= r.number_since - ")
        .bind(window)
        .add(" AND e.number_since >= r.number_since - ")
        .bind(window)
        .add(" AND e.number_since <= r.number_since + ")
        .bind(window)
        .add(if policy.same_service { " AND e.service = r.service" } else { "" })
}

/// The first referral of a number, of which one that came now would be a duplicate.
pub(crate) async fn first_of(
    policy: DuplicatePolicy,
    tx: &mut AnyConnection,
    (number, service): (&str, &str),
    now: Instant,
) -> sqlx::Result<Option<Stored>> {
    let at = millis(now);
    let new = Arrival { number, service: &word(service), id: at, came_at: at, since: at };
    match first_id(policy, tx, &new).await? {
        Some(id) => referrals::find_by_id(tx, id).await,
        None => Ok(None),
    }
}

/// A referral that is not stored yet: its columns.
pub(crate) struct Arrival<'a> {
    pub(crate) number: &'a str,
    pub(crate) service: &'a str,
    pub(crate) id: i64,
    pub(crate) came_at: i64,
    pub(crate) since: i64,
}

/// The id of the first referral of its number, if it will be a duplicate.
pub(crate) async fn first_id(
    policy: DuplicatePolicy,
    tx: &mut AnyConnection,
    new: &Arrival<'_>,
) -> sqlx::Result<Option<i64>> {
    if !is_number(new.number) {
        return Ok(None);
    }
    let found = Statement::new("SELECT e.id FROM (SELECT CAST(").bind(new.number);
    let found =
        found.add(" AS TEXT) AS number, CAST(").bind(new.service).add(" AS TEXT) AS service");
    let columns = [("came_at", new.came_at), ("number_since", new.since), ("id", new.id)];
    let found = columns.into_iter().fold(found, |found, (name, value)| {
        found.add(", CAST(").bind(value).add(" AS BIGINT) AS ").add(name)
    });
    let found = is_earlier(found.add(") AS r JOIN referrals AS e ON "), policy);
    let row = found.add(" ORDER BY e.came_at, e.id LIMIT 1").row(tx).await?;
    row.map(|row| row.int("id")).transpose()
}

/// The numbers of referrals that have come, gone or changed, each with since when the earliest of them
/// was about it.
pub(crate) type Numbers = BTreeMap<String, i64>;

/// Adds a number.
pub(crate) fn add(numbers: &mut Numbers, number: &str, since: i64) {
    if is_number(number) {
        let known = numbers.entry(number.to_owned()).or_insert(since);
        *known = since.min(*known);
    }
}

/// Whether a key is a number's. Other texts are nobody's.
pub(crate) fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

/// Looks up again the first referral of each of these numbers, for all that come after it.
pub(crate) async fn of_numbers(
    store: &Store,
    tx: &mut AnyConnection,
    numbers: &Numbers,
) -> sqlx::Result<()> {
    for (number, since) in numbers {
        let those = |statement: Statement| {
            let statement = statement.add("r.number = ").bind(number.as_str());
            // It came here no earlier than that.
            statement.add(" AND r.came_at >= ").bind(*since)
        };
        look_up(store.duplicates, tx, those).await?;
    }
    Ok(())
}

/// The same for all whose first referral was submitted before an instant, and is deleted.
pub(crate) async fn of_deleted(
    store: &Store,
    tx: &mut AnyConnection,
    before: i64,
) -> sqlx::Result<()> {
    let those = |statement: Statement| {
        statement.add("r.duplicate_of IS NOT NULL AND r.duplicate_of < ").bind(before)
    };
    look_up(store.duplicates, tx, those).await
}

//! Duplicates: pairs of referrals of the same number.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// The [rivals](rivals_of_number) of each number of a file, looked up once: it may have one number in every
/// row. None of its own rows counts, because their history is written after the last of them.
#[derive(Default)]
pub(crate) struct Rivals(BTreeMap<String, Vec<String>>);

impl Rivals {
    /// Those of a number.
    pub(crate) async fn of(
        &mut self,
        tx: &mut AnyConnection,
        number: &str,
    ) -> sqlx::Result<Vec<String>> {
        if let Some(rivals) = self.0.get(number) {
            return Ok(rivals.clone());
        }
        let rivals = rivals_of_number(tx, number).await?;
        self.0.insert(number.to_owned(), rivals.clone());
        Ok(rivals)
    }
}

/// The condition that `e` is of whom it says: it was submitted by a member or staff, by the link of one, or imported. An import may
/// name anybody, and so keep them from deciding about its rivals: whoever it names may withdraw it, and one that was
/// declined keeps nobody.
pub(crate) const IS_OF_ITS_REFERRER: &str = "EXISTS (SELECT 1 FROM history AS h WHERE h.referral_id = e.id \
     AND h.event IS NULL AND (h.actor = 'member' OR h.actor LIKE 'staff:%' \
     OR ((h.actor LIKE 'import%' OR e.by_link = 1) AND e.stage NOT IN ('withdrawn', 'declined'))))";

/// A referral of a number: its columns.
struct OfNumber {
    id: i64,
    since: i64,
    service: String,
    first: Option<i64>,
}

/// Looks up the first referral of a number again for each referral of it, and writes it where it is another
/// one. The first is the one that this server has known for longest to be about the number, of those that
/// were about it within the window.
///
/// It is looked up when a referral comes, goes or changes, and not when it is read, because an inbox and
/// the list of duplicates walk past everything that is none. All of them are read at once: a file may have
/// one number in every row. The transaction has the lock of the history.
async fn look_up(
    policy: DuplicatePolicy,
    tx: &mut AnyConnection,
    number: &str,
) -> sqlx::Result<()> {
    let rows = sqlx::query(
        "SELECT id, number_since, service, duplicate_of FROM referrals WHERE number = $1 \
         ORDER BY came_at, id",
    );
    let mut all = Vec::new();
    for row in rows.bind(number).fetch_all(&mut *tx).await? {
        let (id, since) = (row.int("id")?, row.int("number_since")?);
        let (service, first) = (row.text("service")?, row.maybe_int("duplicate_of")?);
        all.push(OfNumber { id, since, service, first });
    }
    for (of, first) in all.iter().zip(firsts(policy, &all)) {
        if of.first != first {
            let update = sqlx::query("UPDATE referrals SET duplicate_of = $2 WHERE id = $1");
            update.bind(of.id).bind(first).execute(&mut *tx).await?;
        }
    }
    Ok(())
}

/// For each referral of a number, in the order in which this server got to know them, the id of its first
/// one. It is what [`is_earlier`] says, for all at once: the first place in a window that moves along the
/// instants since when they are about the number.
fn firsts(policy: DuplicatePolicy, all: &[OfNumber]) -> Vec<Option<i64>> {
    let window = window(policy);
    let mut by_service: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, of) in all.iter().enumerate() {
        let service = if policy.same_service { of.service.as_str() } else { "" };
        by_service.entry(service).or_default().push(place);
    }
    let mut firsts = vec![None; all.len()];
    for mut places in by_service.into_values() {
        places.sort_by_key(|&place| all[place].since);
        let mut coming = places.iter().copied().peekable();
        // Those in the window that are before all later ones in it: the first is at the front.
        let mut leading: VecDeque<usize> = VecDeque::new();
        for &place in &places {
            let since = all[place].since;
            while let Some(next) = coming.next_if(|&next| all[next].since <= since + window) {
                while leading.back().is_some_and(|&last| last > next) {
                    leading.pop_back();
                }
                leading.push_back(next);
            }
            while leading.front().is_some_and(|&front| all[front].since < since - window) {
                leading.pop_front();
            }
            let first = leading.front().filter(|&&first| first < place);
            firsts[place] = first.map(|&first| all[first].id);
        }
    }
    firsts
}

/// For how long a referral has duplicates, in milliseconds.
fn window(policy: DuplicatePolicy) -> i64 {
    i64::from(policy.window_days) * int(DAY_MS)
}

/// Adds the condition that `r` is a duplicate of `e`.
fn is_earlier(statement: Statement, policy: DuplicatePolicy) -> Statement {
    let statement = statement
        .add("e.number = r.number AND (e.came_at, e.id) < (r.came_at, r.id) AND e.came_at >= r.number_since - ")
        .bind(window(policy))
        .add(" AND ");
    in_window(statement, policy)
}

/// Adds the condition that `r` and `e` are near enough in time, and of one service if that matters.
fn in_window(mut statement: Statement, policy: DuplicatePolicy) -> Statement {
    let near = near(&mut statement, "number_since", policy);
    statement.add(&near)
}

/// The same of when they came here, whatever date a file gives them, for a text that needs it more than once.
pub(crate) fn came_near(statement: &mut Statement, policy: DuplicatePolicy) -> String {
    near(statement, "came_at", policy)
}

/// The same of one that came at any time since: each correction of its number makes it come anew.
pub(crate) fn came_since(statement: &mut Statement, policy: DuplicatePolicy) -> String {
    let window = statement.place(window(policy));
    format!("(e.came_at >= r.came_at - {window}{})", of_service(policy))
}

fn near(statement: &mut Statement, column: &str, policy: DuplicatePolicy) -> String {
    let (window, service) = (statement.place(window(policy)), of_service(policy));
    format!("(e.{column} BETWEEN r.{column} - {window} AND r.{column} + {window}{service})")
}

fn of_service(policy: DuplicatePolicy) -> &'static str {
    if policy.same_service { " AND e.service = r.service" } else { "" }
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

/// The numbers of referrals that have come, gone or changed.
pub(crate) type Numbers = BTreeSet<String>;

/// Adds a number.
pub(crate) fn add(numbers: &mut Numbers, number: &str) {
    if is_number(number) {
        numbers.insert(number.to_owned());
    }
}

/// Whether a key is a number's. Other texts are nobody's.
pub(crate) fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

/// Looks up again the first referral of all referrals of each of these numbers.
pub(crate) async fn of_numbers(
    store: &Store,
    tx: &mut AnyConnection,
    numbers: &Numbers,
) -> sqlx::Result<()> {
    for number in numbers {
        look_up(store.duplicates, tx, number).await?;
    }
    Ok(())
}

/// The same for all whose first referral is deleted.
pub(crate) async fn of_deleted(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<()> {
    let rows = sqlx::query(
        "SELECT DISTINCT r.number FROM referrals AS r WHERE r.duplicate_of IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM referrals AS e WHERE e.id = r.duplicate_of)",
    );
    for row in rows.fetch_all(&mut *tx).await? {
        look_up(store.duplicates, tx, &row.text("number")?).await?;
    }
    Ok(())
}

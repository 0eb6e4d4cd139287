//! The list of referrers. Triggers maintain the sums of their referrals for each service, and when
//! they were last seen. So a page is read along an index in that order.

use std::collections::{BTreeMap, BTreeSet};

use api::COUNTED;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::Store;
use super::counters::points;
use super::fault::retry;
use super::fingerprints::KeyedHash;
use super::people::Person;
use super::row::{Fields, millis, places};
use super::select::Select;
use super::text::{has_all, haystack, needles, word};
use crate::{Listing, Page, Referrer, ReferrerListing, Result, Scope};

/// How many referrers one statement looks up, or looks through.
const CHUNK: usize = 500;

/// If more referrals than these contain a text, the referrers are looked through instead.
const FEW: u32 = 1000;

/// The service value for the sums over all services.
pub(super) const ALL: &str = "";

/// The position of a referrer in the list: when they were last seen, and the id of their newest
/// referral.
type Position = (i64, i64);

/// Records that a member has logged in.
pub(super) async fn note_login(
    tx: &mut AnyConnection,
    mobile: &MobileNumber,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO last_logins (number, at) VALUES ($1, $2) \
         ON CONFLICT (number) DO UPDATE SET at = excluded.at WHERE last_logins.at < excluded.at",
    )
    .bind(numbers::key(mobile.as_str()))
    .bind(millis(now))
    .execute(tx)
    .await?;
    Ok(())
}

/// The stored logins (number and time) of accounts that were erased since, by a program that does
/// not know this table.
pub(super) async fn logins_of_erased(
    keyed_hash: &KeyedHash,
    connection: &mut AnyConnection,
) -> sqlx::Result<Vec<(String, i64)>> {
    let mut erased = BTreeMap::new();
    let departures = sqlx::query("SELECT number, at FROM departures");
    for row in departures.fetch_all(&mut *connection).await? {
        erased.insert(row.bytes("number")?, row.int("at")?);
    }
    let mut logins = sqlx::query(
        "SELECT number, at FROM last_logins WHERE at <= (SELECT MAX(at) FROM departures)",
    )
    .fetch(connection);
    let mut found = Vec::new();
    while let Some(row) = logins.try_next().await? {
        let (number, at) = (row.text("number")?, row.int("at")?);
        let mut names = keyed_hash.numbers(&Person::of(&number)).into_iter();
        if names.any(|name| erased.get(&name).is_some_and(|erased| *erased > at)) {
            found.push((number, at));
        }
    }
    Ok(found)
}

impl Store {
    /// A page of referrers with the results of their referrals, the most recently seen first. A
    /// page of a search may be short or empty before the end.
    pub async fn referrers(&self, listing: &ReferrerListing) -> Result<Page<Referrer>> {
        retry!(self, "referrers", async {
            let services: BTreeSet<_> = match &listing.scope {
                Scope::All => [ALL.to_owned()].into(),
                Scope::Services(services) => services.iter().map(|service| word(service)).collect(),
                Scope::Of(_) | Scope::About(_) => BTreeSet::new(),
            };
            let services: Vec<_> = services.into_iter().collect();
            if services.is_empty() {
                return Ok(Page { items: Vec::new(), next: None });
            }
            let after = listing.after.as_deref().and_then(position).unwrap_or((i64::MAX, i64::MAX));
            let limit = usize::try_from(listing.limit).unwrap_or(usize::MAX);
            // One more than needed, to know whether there is another page.
            let wanted = limit.saturating_add(1);
            let (mut found, seen) = match listing.search.as_str() {
                "" => {
                    let rows = walk(self, &services, after, wanted).await?;
                    (rows.iter().map(place_of).collect::<sqlx::Result<_>>()?, None)
                }
                search => match numbers_with(self, &listing.scope, search).await? {
                    Some(numbers) => (places_of(self, &services, numbers, after).await?, None),
                    None => walk_named(self, &services, after, wanted, &needles(search)).await?,
                },
            };
            found.truncate(wanted);
            let has_more = found.len() > limit;
            found.truncate(limit);
            let last = if has_more { found.last().map(|(_, position)| *position) } else { seen };
            let next = last.map(|(seen_at, latest)| format!("{seen_at}-{latest}"));
            Ok(Page { items: sums(self, &services, &found).await?, next })
        })
    }
}

/// Parses the cursor of a page.
fn position(text: &str) -> Option<Position> {
    let (seen_at, latest) = text.split_once('-')?;
    Some((seen_at.parse().ok()?, latest.parse().ok()?))
}

/// The numbers of referrers whose name or number contains a text, in any referral of a scope;
/// `None` if more than [`FEW`] referrals contain it anywhere.
async fn numbers_with(
    store: &Store,
    scope: &Scope,
    search: &str,
) -> sqlx::Result<Option<BTreeSet<String>>> {
    let needles = needles(search);
    let listing = Listing { search: search.to_owned(), ..Listing::of(scope.clone(), FEW) };
    let select = Select::of(store.dialect, &listing);
    let sql = select.text_of("r.referrer_number AS number, r.referrer_name, r.referrer_mobile");
    let rows = select.bind(sqlx::query(AssertSqlSafe(sql))).fetch_all(&store.readers).await?;
    if rows.len() > FEW as usize {
        return Ok(None);
    }
    let mut found = BTreeSet::new();
    for row in rows {
        let number = row.maybe_text("number")?.filter(|number| !number.is_empty());
        if is_named(&row, &needles)? {
            found.extend(number);
        }
    }
    Ok(Some(found))
}

/// Whether the referrer's name and number have all parts of a search text.
fn is_named(row: &AnyRow, needles: &[String]) -> sqlx::Result<bool> {
    let (name, number) = (row.text("referrer_name")?, row.text("referrer_mobile")?);
    Ok(has_all(&haystack(&[&name], &[&number]), needles))
}

/// The next numbers after a position whose name or number contains a text, as the list shows them.
/// At most [`COUNTED`] referrers are looked at; if there may be more, also returns the position of
/// the last.
async fn walk_named(
    store: &Store,
    services: &[String],
    mut after: Position,
    wanted: usize,
    needles: &[String],
) -> sqlx::Result<(Vec<(String, Position)>, Option<Position>)> {
    let mut found = Vec::new();
    for _ in 0..COUNTED as usize / CHUNK {
        let rows = walk(store, services, after, CHUNK).await?;
        for row in &rows {
            let (number, position) = place_of(row)?;
            after = position;
            if is_named(row, needles)? {
                found.push((number, position));
            }
        }
        if rows.len() < CHUNK || found.len() >= wanted {
            return Ok((found, None));
        }
    }
    Ok((found, Some(after)))
}

/// The next referrers after a position. For somebody with several of the services, the latest
/// position counts.
async fn walk(
    store: &Store,
    services: &[String],
    (seen_at, latest): Position,
    limit: usize,
) -> sqlx::Result<Vec<AnyRow>> {
    let others = places(4, services.len());
    let newest = match services.len() {
        1 => String::new(),
        _ => format!(
            " AND NOT EXISTS (SELECT 1 FROM referrers AS o WHERE o.number = s.number \
             AND o.service IN ({others}) AND o.latest > s.latest)"
        ),
    };
    let lists = (4..4 + services.len()).map(|place| {
        format!(
            "SELECT * FROM (SELECT s.number, s.seen_at, s.latest, r.referrer_name, \
             r.referrer_mobile FROM referrers AS s JOIN referrals AS r ON r.id = s.latest \
             WHERE s.service = ${place} AND (s.seen_at, s.latest) < ($1, $2){newest} \
             ORDER BY s.seen_at DESC, s.latest DESC LIMIT $3) AS w"
        )
    });
    let lists = lists.collect::<Vec<_>>().join(" UNION ALL ");
    let sql = format!("{lists} ORDER BY seen_at DESC, latest DESC LIMIT $3");
    let query = sqlx::query(AssertSqlSafe(sql))
        .bind(seen_at)
        .bind(latest)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let query = services.iter().fold(query, |query, service| query.bind(service.clone()));
    query.fetch_all(&store.readers).await
}

/// The positions of these numbers, if they are after a position.
async fn places_of(
    store: &Store,
    services: &[String],
    numbers: BTreeSet<String>,
    after: Position,
) -> sqlx::Result<Vec<(String, Position)>> {
    let mut found = Vec::new();
    for chunk in numbers.into_iter().collect::<Vec<_>>().chunks(CHUNK) {
        let sql = format!(
            "SELECT number, MAX(seen_at) AS seen_at, MAX(latest) AS latest FROM referrers AS s \
             WHERE {} GROUP BY number",
            matching(services, chunk.len())
        );
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = services.iter().chain(chunk).fold(query, |query, it| query.bind(it.clone()));
        let rows = query.fetch_all(&store.readers).await?;
        found.extend(rows.iter().map(place_of).collect::<sqlx::Result<Vec<_>>>()?);
    }
    found.retain(|(_, position)| *position < after);
    found.sort_by_key(|(_, position)| std::cmp::Reverse(*position));
    Ok(found)
}

/// The sums for the referrers at these positions, in order.
async fn sums(
    store: &Store,
    services: &[String],
    found: &[(String, Position)],
) -> sqlx::Result<Vec<Referrer>> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let sum = |column: &str| format!("CAST(SUM(s.{column}) AS BIGINT) AS {column}");
    let columns = ["referrals", "closed", "successful", "points_high", "points_low"].map(sum);
    let sql = format!(
        "SELECT s.*, l.key, l.referrer_name, l.referrer_mobile FROM (SELECT {}, \
         MAX(s.seen_at) AS seen_at, MAX(s.latest) AS latest FROM referrers AS s WHERE {} \
         GROUP BY s.number) AS s JOIN referrals AS l ON l.id = s.latest \
         ORDER BY s.seen_at DESC, s.latest DESC",
        columns.join(", "),
        matching(services, found.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql));
    let query = services.iter().fold(query, |query, service| query.bind(service.clone()));
    let query = found.iter().fold(query, |query, (number, _)| query.bind(number.clone()));
    query.fetch_all(&store.readers).await?.iter().map(referrer).collect()
}

/// The condition that a row of `referrers AS s` has one of the services and one of so many numbers,
/// which are bound in this order from `$1` on.
fn matching(services: &[String], numbers: usize) -> String {
    let (services, numbers) = (places(1, services.len()), places(1 + services.len(), numbers));
    format!("s.service IN ({services}) AND s.number IN ({numbers})")
}

fn place_of(row: &AnyRow) -> sqlx::Result<(String, Position)> {
    Ok((row.text("number")?, (row.int("seen_at")?, row.int("latest")?)))
}

fn referrer(row: &AnyRow) -> sqlx::Result<Referrer> {
    Ok(Referrer {
        latest: row.text("key")?,
        name: row.text("referrer_name")?,
        mobile: row.text("referrer_mobile")?,
        referrals: row.count("referrals")?,
        closed: row.count("closed")?,
        successful: row.count("successful")?,
        points: points(row)?,
        seen_at: row.instant("seen_at")?,
    })
}

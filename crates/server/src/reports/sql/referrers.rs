//! The list of referrers. Who refers is found by steps along the index of their numbers, one for each, and
//! what became of their referrals is counted for those of a page.

use std::collections::{BTreeMap, BTreeSet};

use api::COUNTED;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::db::fault::retry;
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::text::{has_all, haystack, needles, word};
use crate::db::{Page, Result};
use crate::referrals::records::{Listing, Scope};
use crate::referrals::sql::listing::{POINTS, points};
use crate::referrals::sql::referrals;
use crate::referrals::sql::select::Select;
use crate::reports::records::{Referrer, ReferrerListing};

/// How many names one statement looks up.
const CHUNK: usize = 500;

/// If more referrals than these contain a text, the referrers are looked through instead.
const FEW: u32 = 1000;

/// A referrer's place in the list: when they were last seen, and the id of their newest referral.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    seen_at: i64,
    latest: i64,
}

/// Records that a member has logged in.
pub(crate) async fn note_login(
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

impl Store {
    /// A page of referrers with the results of their referrals, the most recently seen first. A
    /// page of a search may be short or empty before the end.
    pub async fn referrers(&self, listing: &ReferrerListing) -> Result<Page<Referrer>> {
        retry!(self, "referrers", async {
            let services = match &listing.scope {
                Scope::All => None,
                Scope::Services(services) if !services.is_empty() => {
                    Some(services.iter().map(|service| word(service)).collect::<Vec<_>>())
                }
                Scope::Services(_) | Scope::Of(_) | Scope::About(_) => {
                    return Ok(Page { items: Vec::new(), next: None });
                }
            };
            let services = services.as_deref();
            let limit = usize::try_from(listing.limit).unwrap_or(usize::MAX);
            // One more than needed, to know whether there is another page.
            let wanted = limit.saturating_add(1);
            let after = listing.after.as_deref().and_then(Position::parse);
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let (mut found, looked_at) = match listing.search.as_str() {
                "" => (walk(services, None, after, wanted).rows(&mut tx).await?, None),
                search => match numbers_with(self, &mut tx, &listing.scope, search).await? {
                    Some(numbers) => {
                        let among = walk(services, Some(numbers), after, wanted);
                        (among.rows(&mut tx).await?, None)
                    }
                    None => named(&mut tx, services, after, wanted, &needles(search)).await?,
                },
            };
            let has_more = found.len() > limit;
            found.truncate(limit);
            let next = match found.last().filter(|_| has_more) {
                Some(last) => Some(Position::of(last)?),
                None => looked_at,
            };
            let items = results(&mut tx, services, &found).await?;
            tx.rollback().await?;
            Ok(Page { items, next: next.map(Position::text) })
        })
    }
}

impl Position {
    fn of(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self { seen_at: row.int("seen_at")?, latest: row.int("latest")? })
    }

    /// The cursor of the next page.
    fn text(self) -> String {
        format!("{}-{}", self.seen_at, self.latest)
    }

    fn parse(text: &str) -> Option<Self> {
        let (seen_at, latest) = text.split_once('-')?;
        Some(Self { seen_at: seen_at.parse().ok()?, latest: latest.parse().ok()? })
    }
}

/// Adds the condition that a referral of `r` is for one of the services.
fn of_services(select: Statement, services: Option<&[String]>) -> Statement {
    match services {
        None => select,
        // Along the index of the referrer: this keeps that of the services out.
        Some(services) => {
            select.add(" AND r.service || '' IN (").bind_all(services.iter().cloned()).add(")")
        }
    }
}

/// The next referrers after a position, among all or these numbers: `number`, `latest` and `seen_at`.
fn walk(
    services: Option<&[String]>,
    among: Option<BTreeSet<String>>,
    after: Option<Position>,
    limit: usize,
) -> Statement {
    let numbers = match among {
        None => Statement::new(
            "WITH RECURSIVE n (number) AS (\
             SELECT MIN(referrer_number) FROM referrals WHERE referrer_number > '' UNION ALL \
             SELECT (SELECT MIN(referrer_number) FROM referrals WHERE referrer_number > n.number) \
             FROM n WHERE n.number IS NOT NULL)",
        ),
        Some(numbers) => {
            let these = "WITH n (number) AS (SELECT DISTINCT referrer_number FROM referrals \
                         WHERE referrer_number IN (";
            Statement::new(these).bind_all(numbers).add("))")
        }
    };
    let select = numbers.add(
        " SELECT p.number, p.latest, p.seen_at FROM (SELECT q.number, q.latest, \
         CASE WHEN l.at > q.latest THEN l.at ELSE q.latest END AS seen_at FROM \
         (SELECT n.number, (SELECT MAX(r.id) FROM referrals AS r WHERE r.referrer_number = n.number",
    );
    let select = of_services(select, services).add(
        ") AS latest FROM n) AS q LEFT JOIN last_logins AS l ON l.number = q.number \
         AND EXISTS (SELECT 1 FROM referrals AS r JOIN history AS h ON h.referral_id = r.id \
         WHERE r.referrer_number = q.number AND h.event IS NULL \
         AND (h.actor = 'member' OR h.actor LIKE 'staff:%')",
    );
    let select = of_services(select, services).add(") WHERE q.latest IS NOT NULL) AS p");
    let select = match after {
        None => select,
        Some(Position { seen_at, latest }) => {
            select.add(" WHERE (p.seen_at, p.latest) < (").bind_all([seen_at, latest]).add(")")
        }
    };
    let select = select.add(" ORDER BY p.seen_at DESC, p.latest DESC LIMIT ");
    select.bind(i64::try_from(limit).unwrap_or(i64::MAX))
}

/// The numbers of referrers whose name or number contains a text, in any referral of a scope;
/// `None` if more than [`FEW`] referrals contain it anywhere.
async fn numbers_with(
    store: &Store,
    tx: &mut AnyConnection,
    scope: &Scope,
    search: &str,
) -> sqlx::Result<Option<BTreeSet<String>>> {
    let needles = needles(search);
    let listing = Listing { search: search.to_owned(), ..Listing::of(scope.clone(), FEW) };
    let rows = Select::of(store.dialect, &listing).part("r.record").rows(tx).await?;
    if rows.len() > FEW as usize {
        return Ok(None);
    }
    let mut found = BTreeSet::new();
    for row in rows {
        let case = referrals::case(&row)?;
        if is_named(case.referral(), &needles) {
            found.insert(numbers::key(&case.referral().referrer_mobile));
        }
    }
    found.remove("");
    Ok(Some(found))
}

/// Whether the referrer's name and number have all parts of a search text.
fn is_named(referral: &Referral, needles: &[String]) -> bool {
    has_all(&haystack(&[&referral.referrer_name], &[&referral.referrer_mobile]), needles)
}

/// The next referrers after a position whose name or number contains a text, as the list shows them.
/// At most [`COUNTED`] referrers are looked at; if there may be more, also returns the position of
/// the last.
async fn named(
    tx: &mut AnyConnection,
    services: Option<&[String]>,
    after: Option<Position>,
    wanted: usize,
    needles: &[String],
) -> sqlx::Result<(Vec<AnyRow>, Option<Position>)> {
    let all = walk(services, None, after, COUNTED as usize).rows(&mut *tx).await?;
    let has_more = all.len() == COUNTED as usize;
    let last = all.last().filter(|_| has_more).map(Position::of).transpose()?;
    let (mut found, mut all) = (Vec::new(), all.into_iter());
    loop {
        let chunk: Vec<_> = all.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            return Ok((found, last));
        }
        let latest = latest(&mut *tx, &chunk).await?;
        for row in chunk {
            if latest.get(&row.int("latest")?).is_some_and(|it| is_named(&it.1, needles)) {
                found.push(row);
            }
        }
        if found.len() >= wanted {
            return Ok((found, None));
        }
    }
}

/// The keys and records of the newest referrals of these referrers, by id.
async fn latest(
    tx: &mut AnyConnection,
    found: &[AnyRow],
) -> sqlx::Result<BTreeMap<i64, (String, Referral)>> {
    let ids = found.iter().map(|row| row.int("latest")).collect::<sqlx::Result<Vec<_>>>()?;
    let select =
        Statement::new("SELECT id, key, record FROM referrals WHERE id IN (").bind_all(ids);
    let mut latest = BTreeMap::new();
    for row in select.add(")").rows(tx).await? {
        let referral = referrals::case(&row)?.referral().clone();
        latest.insert(row.int("id")?, (row.text("key")?, referral));
    }
    Ok(latest)
}

/// What became of the referrals of these referrers, in their order.
async fn results(
    tx: &mut AnyConnection,
    services: Option<&[String]>,
    found: &[AnyRow],
) -> sqlx::Result<Vec<Referrer>> {
    let mut latest = latest(&mut *tx, found).await?;
    let numbers = found.iter().map(|row| row.text("number")).collect::<sqlx::Result<Vec<_>>>()?;
    let select = Statement::new("SELECT r.referrer_number AS number, COUNT(*) AS referrals, ")
        .add("COUNT(CASE WHEN r.stage IN ('successful', 'declined', 'withdrawn') THEN 1 END) AS closed, ")
        .add("COUNT(CASE WHEN r.stage = 'successful' THEN 1 END) AS successful, ")
        .add(POINTS)
        .add(" FROM referrals AS r WHERE r.referrer_number IN (")
        .bind_all(numbers)
        .add(")");
    let select = of_services(select, services).add(" GROUP BY r.referrer_number");
    let mut counts = BTreeMap::new();
    for row in select.rows(tx).await? {
        counts.insert(row.text("number")?, row);
    }
    let mut results = Vec::with_capacity(found.len());
    for row in found {
        let (latest, counts) =
            (latest.remove(&row.int("latest")?), counts.get(&row.text("number")?));
        let Some(((key, referral), counts)) = latest.zip(counts) else { continue };
        results.push(Referrer {
            latest: key,
            name: referral.referrer_name,
            mobile: referral.referrer_mobile,
            referrals: counts.count("referrals")?,
            closed: counts.count("closed")?,
            successful: counts.count("successful")?,
            points: points(counts)?,
            seen_at: row.instant("seen_at")?,
        });
    }
    Ok(results)
}

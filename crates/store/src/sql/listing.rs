//! Pages of lists, and what a list adds up to. A page is read along an index, up to where it is
//! full.

use std::collections::{BTreeMap, BTreeSet};

use api::Sort;
use domain::event::Stage;
use domain::referral::Status;
use domain::view::Totals;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use super::counters::{POINTS, points};
use super::fault::retry;
use super::row::{Fields, page, places};
use super::select::Select;
use super::text::word;
use super::{Store, referrals, reports};
use crate::{Listing, Page, Result, Scope, Stored};

impl Store {
    /// A page of a list. Several services are read one by one, because an index is sorted within
    /// each service only.
    pub async fn list(&self, listing: &Listing) -> Result<Page<Stored>> {
        retry!(self, "list", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut rows = Vec::new();
            for part in parts(listing) {
                let select = Select::of(self.dialect, &part);
                let query = select.bind(sqlx::query(AssertSqlSafe(select.text())));
                for row in query.fetch_all(&mut *tx).await? {
                    rows.push((position(&row, listing.sort)?, row));
                }
            }
            tx.rollback().await?;
            rows.sort_by_key(|(position, _)| *position);
            let select = Select::of(self.dialect, listing);
            let cursor = |row: &AnyRow| Ok(select.cursor(row)?.text(listing.sort));
            page(&rows, listing.limit, |(_, row)| referrals::stored(row), |(_, row)| cursor(row))
        })
    }

    /// The number of referrals in each stage, over all pages of a list; in a search, among the
    /// newest [`COUNTED`](api::COUNTED).
    pub async fn stage_counts(&self, listing: &Listing) -> Result<BTreeMap<String, u64>> {
        retry!(self, "stage_counts", async {
            let listing = Listing { sort: Sort::Newest, after: None, ..listing.clone() };
            if let Some(services) = whole_services(&listing) {
                let here = reports::here(&mut *self.readers.acquire().await?, services).await?;
                let count = |stage: Stage| here.get(stage.as_str()).copied().unwrap_or_default();
                return Ok(Stage::ALL
                    .map(|stage| (stage.as_str().to_owned(), count(stage)))
                    .into());
            }
            let select = match listing.search.is_empty() {
                true => Select::all(self.dialect, &listing),
                false => Select::newest(self.dialect, &listing),
            };
            let query = select.bind(sqlx::query(AssertSqlSafe(select.counts())));
            let row = query.fetch_one(&self.readers).await?;
            let counts =
                Stage::ALL.map(|stage| Ok((stage.as_str().to_owned(), row.count(stage.as_str())?)));
            counts.into_iter().collect()
        })
    }

    /// The totals of a whole list.
    pub async fn totals(&self, scope: &Scope) -> Result<Totals> {
        retry!(self, "totals", async {
            let row = match scope {
                Scope::All => {
                    sqlx::query("SELECT * FROM counters").fetch_one(&self.readers).await?
                }
                Scope::Of(mobile) => {
                    let sql = format!(
                        "SELECT COUNT(*) AS total, COUNT(CASE WHEN status = $1 THEN 1 END) AS pending, \
                         COUNT(CASE WHEN status = $2 THEN 1 END) AS successful, {POINTS} \
                         FROM referrals WHERE referrer_number = $3"
                    );
                    sqlx::query(AssertSqlSafe(sql))
                        .bind(Status::Pending.as_str())
                        .bind(Status::Successful.as_str())
                        .bind(numbers::key(mobile.as_str()))
                        .fetch_one(&self.readers)
                        .await?
                }
                // This list shows no totals.
                Scope::About(_) => return Ok(Totals::default()),
                Scope::Services(services) if services.is_empty() => return Ok(Totals::default()),
                Scope::Services(services) => return of_services(self, services).await,
            };
            read(&row)
        })
    }
}

/// The separate lists that are merged into one. A search has an index of its own.
fn parts(listing: &Listing) -> Vec<Listing> {
    let services = match &listing.scope {
        Scope::Services(services) if services.len() > 1 && listing.search.is_empty() => {
            services.iter().collect()
        }
        _ => BTreeSet::new(),
    };
    if services.is_empty() {
        return vec![listing.clone()];
    }
    let wanted = |service: &&String| listing.service.as_ref().is_none_or(|it| it == *service);
    let of = |service: &String| Scope::Services(vec![service.clone()]);
    let part = |service| Listing { scope: of(service), ..listing.clone() };
    services.into_iter().filter(wanted).map(part).collect()
}

/// The position of a row in this order.
fn position(row: &AnyRow, sort: Sort) -> sqlx::Result<(i64, i64)> {
    let (place, id) = (row.int("place")?, row.int("id")?);
    Ok(match sort {
        Sort::Newest => (0, -id),
        Sort::Oldest => (0, id),
        Sort::Points => (-place, -id),
        Sort::Waiting => (place, id),
    })
}

/// The services whose stored totals can be used, because the list has all their referrals; the
/// inner `None` means all services.
fn whole_services(listing: &Listing) -> Option<Option<Vec<String>>> {
    let Listing { scope, service, limit, .. } = listing;
    if *listing != (Listing { service: service.clone(), ..Listing::of(scope.clone(), *limit) }) {
        return None;
    }
    match (scope, service) {
        (Scope::All, one) => Some(one.clone().map(|service| vec![service])),
        (Scope::Services(own), one) => {
            let is_wanted = |it: &&String| one.as_ref().is_none_or(|one| one == *it);
            Some(Some(own.iter().filter(is_wanted).cloned().collect()))
        }
        (Scope::Of(_) | Scope::About(_), _) => None,
    }
}

/// What the lists of some services add up to, all from the same snapshot. How many are in each
/// stage is kept; points are summed up along an index, of those that have any.
async fn of_services(store: &Store, services: &[String]) -> sqlx::Result<Totals> {
    let mut tx = store.readers.begin_with(store.dialect.begin_snapshot()).await?;
    let here = reports::here(&mut tx, Some(services.to_vec())).await?;
    let of = |is: fn(&Stage) -> bool| {
        let of = here.iter().filter(|(stage, _)| is(&Stage::from((*stage).clone())));
        usize::try_from(of.map(|(_, count)| count).sum::<u64>()).unwrap_or_default()
    };
    let sql = format!(
        "SELECT {POINTS} FROM referrals WHERE shown_service IN ({}) AND points > 0",
        places(1, services.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql));
    let query = services.iter().fold(query, |query, service| query.bind(word(service)));
    let points = points(&query.fetch_one(&mut *tx).await?)?;
    tx.rollback().await?;
    Ok(Totals {
        all: of(|_| true),
        pending: of(Stage::is_open),
        successful: of(|stage| *stage == Stage::Successful),
        points,
    })
}

fn read(row: &AnyRow) -> sqlx::Result<Totals> {
    let number = |column| row.count(column).map(|count| usize::try_from(count).unwrap_or_default());
    Ok(Totals {
        all: number("total")?,
        pending: number("pending")?,
        successful: number("successful")?,
        points: points(row)?,
    })
}

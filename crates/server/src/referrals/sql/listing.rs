//! Pages of lists, and what a list adds up to. A page is read along an index, up to where it is
//! full.

use std::collections::{BTreeMap, BTreeSet};

use api::Sort;
use domain::event::Stage;
use domain::limits::POINTS_MAX;
use domain::referral::Status;
use domain::view::Totals;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::db::fault::retry;
use crate::db::row::{Fields, page};
use crate::db::statement::Statement;
use crate::db::text::word;
use crate::db::{Page, Result};
use crate::referrals::records::{Listing, Scope, Stored};
use crate::referrals::sql::referrals;
use crate::referrals::sql::select::Select;

/// The column of a sum of points. What it adds up is exact up to 2^53 - 1, and more is shown as that.
pub(crate) const POINTS: &str = "SUM(CAST(points AS DOUBLE PRECISION)) AS points";

/// The sum of points in a row.
pub(crate) fn points(row: &AnyRow) -> sqlx::Result<u64> {
    let points: Option<f64> = row.read("points")?;
    // No sum is negative, and a number that is too large becomes the largest.
    Ok((points.unwrap_or_default() as u64).min(POINTS_MAX))
}

impl Store {
    /// A page of a list. Several services or owners are read one by one, because an index is sorted
    /// within each of them only.
    pub async fn list(&self, listing: &Listing) -> Result<Page<Stored>> {
        retry!(self, "list", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut rows = Vec::new();
            for part in parts(listing) {
                for row in Select::of(self.dialect, &part).page().rows(&mut tx).await? {
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
            let stage = |stage: Stage| (stage.as_str().to_owned(), 0);
            let mut counts = BTreeMap::from(Stage::ALL.map(stage));
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            for part in parts(&listing) {
                let select = match part.search.is_empty() {
                    true => Select::all(self.dialect, &part),
                    false => Select::newest(self.dialect, &part),
                };
                for row in select.counts().rows(&mut tx).await? {
                    if let Some(count) = counts.get_mut(&row.text("stage")?) {
                        *count += row.count("referrals")?;
                    }
                }
            }
            tx.rollback().await?;
            Ok(counts)
        })
    }

    /// The totals of a whole list, all from the same snapshot.
    pub async fn totals(&self, scope: &Scope) -> Result<Totals> {
        retry!(self, "totals", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let totals = match scope {
                Scope::All => {
                    let of_all = sqlx::query(
                        "SELECT (SELECT COUNT(*) FROM referrals) AS total, \
                         (SELECT COUNT(*) FROM referrals WHERE status = $1) AS pending, \
                         (SELECT COUNT(*) FROM referrals WHERE status = $2) \
                         AS successful, \
                         (SELECT SUM(CAST(points AS DOUBLE PRECISION)) FROM referrals \
                         WHERE points > 0) AS points",
                    );
                    let of_all = of_all.bind(Status::Pending.as_str());
                    read(&of_all.bind(Status::Successful.as_str()).fetch_one(&mut *tx).await?)?
                }
                Scope::Of(mobile) => {
                    let own = Statement::new(
                        "SELECT COUNT(*) AS total, \
                         COUNT(CASE WHEN status = 'Pending' THEN 1 END) AS pending, \
                         COUNT(CASE WHEN status = 'Successful' THEN 1 END) AS successful, ",
                    );
                    let own = own.add(POINTS).add(" FROM referrals WHERE referrer_number = ");
                    let own = own.bind(numbers::key(mobile.as_str())).row(&mut tx).await?;
                    own.as_ref().map_or_else(|| Ok(Totals::default()), read)?
                }
                Scope::Services(services) => of_services(&mut tx, services).await?,
                // This list shows no totals.
                Scope::About(_) => Totals::default(),
            };
            tx.rollback().await?;
            Ok(totals)
        })
    }
}

/// The separate lists that are merged into one: of each owner, or else of each service, so that a list is read in the order
/// of an index. A part by both would have to be sorted for every service that the owner works for. A search has an index
/// of its own.
fn parts(listing: &Listing) -> Vec<Listing> {
    if !listing.search.is_empty() {
        return vec![listing.clone()];
    }
    match &listing.owners {
        Some(owners) => by_owner(listing, owners),
        None => by_service(listing),
    }
}

fn by_service(listing: &Listing) -> Vec<Listing> {
    let services: BTreeSet<_> = match &listing.scope {
        Scope::Services(services) if services.len() > 1 => services.iter().collect(),
        _ => return vec![listing.clone()],
    };
    let wanted = |service: &&String| listing.service.as_ref().is_none_or(|it| it == *service);
    let of = |service: &String| Scope::Services(vec![service.clone()]);
    let part = |service| Listing { scope: of(service), ..listing.clone() };
    services.into_iter().filter(wanted).map(part).collect()
}

fn by_owner(listing: &Listing, owners: &[String]) -> Vec<Listing> {
    let owners: BTreeSet<_> = owners.iter().collect();
    let part = |owner: &String| Listing { owners: Some(vec![owner.clone()]), ..listing.clone() };
    owners.into_iter().map(part).collect()
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

/// The totals of the lists of some services.
async fn of_services(tx: &mut AnyConnection, services: &[String]) -> sqlx::Result<Totals> {
    let services = || services.iter().map(|service| word(service));
    let stages = "SELECT stage, COUNT(*) AS referrals FROM referrals WHERE service IN (";
    let stages = Statement::new(stages).bind_all(services()).add(") GROUP BY service, stage");
    let mut totals = Totals::default();
    for row in stages.rows(&mut *tx).await? {
        let stage = Stage::from(row.text("stage")?);
        let count = usize::try_from(row.count("referrals")?).unwrap_or_default();
        totals.all += count;
        totals.pending += if stage.is_open() { count } else { 0 };
        totals.successful += if stage == Stage::Successful { count } else { 0 };
    }
    let sum = Statement::new("SELECT ").add(POINTS).add(" FROM referrals WHERE service IN (");
    let sum = sum.bind_all(services()).add(") AND points > 0").row(tx).await?;
    totals.points = sum.as_ref().map_or(Ok(0), points)?;
    Ok(totals)
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

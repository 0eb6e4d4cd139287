//! The versions of the catalogue, and how much of it is taken.

use std::collections::BTreeMap;

use domain::rewards::{Offer, Offers, RedemptionStatus};
use sqlx::AnyConnection;

use crate::db::fault::retry;
use crate::db::row::Fields;
use crate::db::statement::Statement;
use crate::db::versions::{Next, SetBy, Version, VersionChange, Versions};
use crate::db::{Result, Store};

/// A version of the catalogue.
pub type CatalogueVersion = Version<Offers>;

/// What became of a change of the catalogue.
pub type CatalogueChange = VersionChange<Offers>;

const CATALOGUES: Versions = Versions("catalogues");

/// How many requests hold one of each offer of which there is an end, by its id.
pub type Held = BTreeMap<String, u64>;

impl Store {
    /// The catalogue that holds now, and how much of it is taken.
    pub async fn catalogue(&self) -> Result<(CatalogueVersion, Held)> {
        retry!(self, "catalogue", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let newest = newest(&mut tx).await?;
            let held = held(&mut tx, newest.settings.all()).await?;
            tx.rollback().await?;
            Ok((newest, held))
        })
    }

    /// The newest versions of the catalogue, at most `limit`, newest first.
    pub async fn catalogues(&self, limit: u32) -> Result<Vec<CatalogueVersion>> {
        retry!(self, "catalogues", async {
            CATALOGUES.all(&mut *self.readers.acquire().await?, limit).await
        })
    }

    /// Publishes a catalogue, if the newest one is still `version`. A retry publishes none.
    pub async fn publish_catalogue(
        &self,
        version: u64,
        by: &SetBy<'_>,
        next: Next<'_, Offers>,
    ) -> Result<CatalogueChange> {
        retry!(self, "publish_catalogue", CATALOGUES.set(self, version, by, next))
    }
}

/// The catalogue that holds now, as this transaction sees it.
pub(crate) async fn newest(connection: &mut AnyConnection) -> sqlx::Result<CatalogueVersion> {
    CATALOGUES.newest(connection).await
}

/// How many requests hold one of each of these offers. Those without a stock are not counted.
pub(crate) async fn held(
    connection: &mut AnyConnection,
    offers: impl IntoIterator<Item = &Offer>,
) -> sqlx::Result<Held> {
    let scarce = offers.into_iter().filter(|offer| offer.stock.is_some());
    let ids: Vec<_> = scarce.map(|offer| offer.id.as_str()).collect();
    if ids.is_empty() {
        return Ok(Held::new());
    }
    let rows = count(&ids).rows(connection).await?;
    rows.iter().map(|row| Ok((row.text("offer")?, row.count("held")?))).collect()
}

/// Counts along the index only what holds a part of the stock, which bounds it: visitors ask for this.
fn count(ids: &[&str]) -> Statement {
    let holding = RedemptionStatus::ALL.into_iter().filter(|status| !status.is_refunded());
    let select =
        Statement::new("SELECT offer, COUNT(*) AS held FROM redemptions WHERE status IN (");
    let select = select.bind_all(holding.map(RedemptionStatus::as_str)).add(") AND offer IN (");
    select.bind_all(ids.iter().copied()).add(") GROUP BY offer")
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    #[tokio::test]
    async fn what_is_left_is_counted_along_the_index_of_offers() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/plans.db", folder.path().display());
        let store = Store::open(&url).await.unwrap();
        let plan = count(&["voucher", "other"]).explained().query();
        let plan = plan.fetch_all(&store.readers).await.unwrap();
        let plan: Vec<_> = plan.iter().map(|row| row.get::<String, _>("detail")).collect();
        let along =
            "SEARCH redemptions USING COVERING INDEX redemptions_by_offer (offer=? AND status=?)";
        assert_eq!(plan, [along]);
    }
}

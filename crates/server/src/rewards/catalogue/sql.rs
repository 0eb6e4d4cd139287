//! The versions of the catalogue, and how much of it is taken.

use std::collections::BTreeMap;

use domain::rewards::{Offers, RedemptionStatus};
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

/// How many requests hold one of each offer, by its id.
pub type Held = BTreeMap<String, u64>;

impl Store {
    /// The catalogue that holds now, and how much of it is taken.
    pub async fn catalogue(&self) -> Result<(CatalogueVersion, Held)> {
        retry!(self, "catalogue", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let found = (newest(&mut tx).await?, held(&mut tx, None).await?);
            tx.rollback().await?;
            Ok(found)
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

/// How many requests hold one of each offer, or of this one only.
pub(crate) async fn held(
    connection: &mut AnyConnection,
    offer: Option<&str>,
) -> sqlx::Result<Held> {
    let free = RedemptionStatus::ALL.into_iter().filter(|status| status.is_refunded());
    let select =
        Statement::new("SELECT offer, COUNT(*) AS held FROM redemptions WHERE status NOT IN (");
    let select = select.bind_all(free.map(RedemptionStatus::as_str)).add(")");
    let select = match offer {
        Some(offer) => select.add(" AND offer = ").bind(offer),
        None => select,
    };
    let rows = select.add(" GROUP BY offer").rows(connection).await?;
    rows.iter().map(|row| Ok((row.text("offer")?, row.count("held")?))).collect()
}

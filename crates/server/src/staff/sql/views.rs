//! Views of the console that are shared with the staff. Those of somebody who leaves stay.

use api::{SharedView, VIEWS_EACH_MAX, VIEWS_MAX};
use domain::referral::Instant;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::fault::retry;
use crate::db::row::{Fields, millis};
use crate::db::text::storable;
use crate::db::{Result, Store};

impl Store {
    /// The shared views, oldest first.
    pub async fn views(&self) -> Result<Vec<SharedView>> {
        retry!(self, "views", async {
            let rows =
                sqlx::query("SELECT id, name, address, made_by FROM views ORDER BY made_at, id");
            rows.fetch_all(&self.readers).await?.iter().map(view).collect()
        })
    }

    /// Shares a view; false if there are [`VIEWS_MAX`] already, or [`VIEWS_EACH_MAX`] of this person.
    pub async fn share_view(
        &self,
        view: &SharedView,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "share_view", async {
            let mut tx = self.begin_for(session).await?;
            let added = sqlx::query(
                "INSERT INTO views (id, name, address, made_by, made_at) \
                 SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM views) < $6 \
                 AND (SELECT COUNT(*) FROM views WHERE made_by = $4) < $7",
            )
            .bind(view.id.as_str())
            .bind(storable(&view.name))
            .bind(storable(&view.address))
            .bind(view.made_by.as_str())
            .bind(millis(now))
            .bind(i64::from(VIEWS_MAX))
            .bind(i64::from(VIEWS_EACH_MAX))
            .execute(&mut *tx)
            .await?;
            if added.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }

    /// Removes a view; false if there is none with this id.
    pub async fn remove_view(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "remove_view", async {
            let mut tx = self.begin_for(session).await?;
            let removed = sqlx::query("DELETE FROM views WHERE id = $1").bind(id);
            if removed.execute(&mut *tx).await?.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }
}

/// What the caller may do with it is for [`SharedView::seen_by`] to say.
fn view(row: &AnyRow) -> sqlx::Result<SharedView> {
    Ok(SharedView {
        id: row.text("id")?,
        name: row.text("name")?,
        address: row.text("address")?,
        made_by: row.text("made_by")?,
        removable: false,
    })
}

//! Duplicates: pairs of referrals of the same number.

use domain::referral::Instant;
use sqlx::AssertSqlSafe;

use super::Store;
use super::fault::retry;
use super::projection::is_earlier;
use super::referrals::{self, columns};
use super::row::{Fields, millis, places};
use super::text::word;
use crate::{Result, Scope, Stored};

/// The condition that `r`, the later one of a pair, still needs a decision. A decision concerns
/// this pair; the earlier referral may be part of other pairs, which stay open.
pub(super) const IS_OPEN: &str = "r.credited IS NULL AND r.stage NOT IN ('declined', 'withdrawn')";

/// The condition that there is an earlier referral of the number of `r`.
pub(super) const IS_LATER: &str = concat!(
    "r.duplicate_of IS NOT NULL AND EXISTS \
     (SELECT 1 FROM referrals AS e WHERE e.id = r.duplicate_of AND ",
    is_earlier!(),
    ")"
);

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
            let services: Vec<_> = match scope {
                Scope::All => Vec::new(),
                Scope::Services(services) if !services.is_empty() => {
                    services.iter().map(|service| word(service)).collect()
                }
                // Only staff see duplicates.
                Scope::Services(_) | Scope::Of(_) | Scope::About(_) => return Ok(Vec::new()),
            };
            let state = if is_open { IS_OPEN.to_owned() } else { format!("NOT ({IS_OPEN})") };
            let places = places(3, services.len());
            let own = match services.is_empty() {
                true => String::new(),
                // Along the index of duplicates: this keeps that of the services out.
                false => format!(
                    " AND r.shown_service || '' IN ({places}) AND e.shown_service || '' IN ({places})"
                ),
            };
            let sql = format!(
                "SELECT {}, e.id AS earlier FROM referrals AS r \
                 JOIN referrals AS e ON e.id = r.duplicate_of AND {} \
                 WHERE r.duplicate_of IS NOT NULL AND r.id < $1 AND {state}{own} \
                 ORDER BY r.id DESC LIMIT $2",
                columns(),
                is_earlier!()
            );
            let query = sqlx::query(AssertSqlSafe(sql)).bind(before.map_or(i64::MAX, millis));
            let query =
                services.into_iter().fold(query.bind(i64::from(limit)), |query, it| query.bind(it));
            let mut connection = self.readers.acquire().await?;
            let mut pairs = Vec::new();
            for row in query.fetch_all(&mut *connection).await? {
                // Erased in the meantime, so it is no pair any more.
                if let Some(earlier) =
                    referrals::find_by_id(&mut connection, row.int("earlier")?).await?
                {
                    pairs.push((earlier, referrals::stored(&row)?));
                }
            }
            Ok(pairs)
        })
    }
}

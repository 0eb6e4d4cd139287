//! What a decision on a request to exchange points depends on, besides the request: who had a part in its points, what
//! its member has, and whether it takes two people.

use std::collections::{BTreeMap, BTreeSet};

use domain::pipeline::STAFF_PREFIX;
use domain::referral::Instant;
use domain::rewards::Terms;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::db::row::{Fields, millis};
use crate::programme::sql as programme;
use crate::rewards::balance::points;
use crate::rewards::redemptions::sql::{Around, StoredRedemption};

/// All points of somebody, and those that no hold keeps at $1.
macro_rules! sums {
    () => {
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points, \
         SUM(CAST(CASE WHEN held_until <= $1 THEN points ELSE 0 END AS DOUBLE PRECISION)) AS available"
    };
}
pub(crate) use sums;

/// Who had a part in awarding the points of these holders, even if these were taken back: who proposed, made, took
/// back or restored the award. Whoever imported an award has brought it here.
macro_rules! awarders {
    ($holders:literal) => {
        concat!(
            "SELECT e.holder AS holder, h.actor AS actors \
             FROM (SELECT DISTINCT holder, referral_id, award, event \
             FROM reward_entries WHERE holder ",
            $holders,
            " AND redemption IS NULL) AS e \
             JOIN history AS h ON h.referral_id = e.referral_id AND h.event IN (e.award, e.event) \
             UNION SELECT holder, awarded_by FROM reward_entries WHERE holder ",
            $holders,
            " AND redemption IS NULL AND awarded_by IS NOT NULL"
        )
    };
}
pub(crate) use awarders;

/// Whether it takes two people to pay for points.
pub(crate) async fn two_people(tx: &mut AnyConnection) -> sqlx::Result<bool> {
    Ok(programme::newest(tx).await?.settings.two_people())
}

/// What a decision on a request depends on at an instant, besides the request. `two_people` is whether it takes two
/// people then.
pub(crate) async fn around(
    tx: &mut AnyConnection,
    stored: &StoredRedemption,
    two_people: bool,
    now: Instant,
) -> sqlx::Result<Around> {
    let two_people = stored.two_people || two_people;
    let Some(holder) = &stored.holder else {
        return Ok(Around { terms: Terms { two_people, owes: false }, ..Around::default() });
    };
    let sums = concat!(sums!(), " FROM reward_entries WHERE holder = $2");
    let sums = sqlx::query(sums).bind(millis(now)).bind(holder.as_slice());
    let (points, owes) = points_of(&sums.fetch_one(&mut *tx).await?)?;
    let terms = Terms { two_people, owes };
    let awarders = awarders_by_holder(tx, sqlx::query(awarders!("= $1")).bind(holder.as_slice()));
    let awarders = awarders.await?.remove(holder).unwrap_or_default();
    Ok(Around { awarders, points: Some(points), terms })
}

/// All points in such a row, and whether they are owed: points that a hold keeps pay for nothing, so they make up for
/// none that were taken back either.
pub(crate) fn points_of(row: &AnyRow) -> sqlx::Result<(i64, bool)> {
    let all = points(row, "points")?;
    Ok((all, all.min(points(row, "available")?) < 0))
}

/// What such a query finds: the ids of members of staff.
pub(crate) async fn awarders_by_holder(
    tx: &mut AnyConnection,
    query: Query<'_, Any, AnyArguments>,
) -> sqlx::Result<BTreeMap<Vec<u8>, BTreeSet<String>>> {
    let mut awarders = BTreeMap::<_, BTreeSet<_>>::new();
    for row in query.fetch_all(tx).await? {
        let of_holder = awarders.entry(row.bytes("holder")?).or_default();
        for actor in row.text("actors")?.split(' ') {
            let id = actor.strip_prefix(STAFF_PREFIX).or_else(|| actor.strip_prefix("import:"));
            of_holder.extend(id.map(str::to_owned));
        }
    }
    Ok(awarders)
}

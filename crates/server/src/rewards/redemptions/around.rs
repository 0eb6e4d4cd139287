//! What a decision on a request to exchange points depends on, besides the request: who had a part in its points, what
//! its member has, and whether it takes two people.

use std::collections::BTreeSet;

use domain::rewards::Terms;
use sqlx::AnyConnection;

use crate::db::row::Fields;
use crate::programme::sql as programme;
use crate::rewards::redemptions::sql::{Around, StoredRedemption};
use crate::rewards::statement::sql as statement;

/// Whether it takes two people to pay for points.
pub(crate) async fn two_people(tx: &mut AnyConnection) -> sqlx::Result<bool> {
    Ok(programme::newest(tx).await?.settings.two_people())
}

/// What a decision on a request depends on, besides the request. `two_people` is whether it takes two people now.
pub(crate) async fn around(
    tx: &mut AnyConnection,
    stored: &StoredRedemption,
    two_people: bool,
) -> sqlx::Result<Around> {
    let two_people = stored.two_people || two_people;
    let Some(holder) = &stored.holder else {
        return Ok(Around { terms: Terms { two_people, owes: false }, ..Around::default() });
    };
    let points = points_of(tx, holder).await?;
    let terms = Terms { two_people, owes: points < 0 };
    Ok(Around { awarders: awarders(tx, holder).await?, points: Some(points), terms })
}

/// All points that somebody has.
async fn points_of(tx: &mut AnyConnection, holder: &[u8]) -> sqlx::Result<i64> {
    let sum = sqlx::query(
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries \
         WHERE holder = $1",
    );
    statement::points(&sum.bind(holder).fetch_one(tx).await?, "points")
}

/// Who had a part in awarding somebody's points, even if these were taken back: who proposed, made, took back or
/// restored the award. Whoever imported an award has brought it here.
async fn awarders(tx: &mut AnyConnection, holder: &[u8]) -> sqlx::Result<Vec<String>> {
    let rows = sqlx::query(
        "SELECT h.actor AS actors FROM (SELECT DISTINCT referral_id, award, event \
         FROM reward_entries WHERE holder = $1 AND redemption IS NULL) AS e \
         JOIN history AS h ON h.referral_id = e.referral_id AND h.event IN (e.award, e.event) \
         UNION SELECT awarded_by FROM reward_entries \
         WHERE holder = $1 AND redemption IS NULL AND awarded_by IS NOT NULL",
    );
    let mut awarders = BTreeSet::new();
    for row in rows.bind(holder).fetch_all(tx).await? {
        for actor in row.text("actors")?.split(' ') {
            let id = actor.strip_prefix("staff:").or_else(|| actor.strip_prefix("import:"));
            awarders.extend(id.map(str::to_owned));
        }
    }
    Ok(awarders.into_iter().collect())
}

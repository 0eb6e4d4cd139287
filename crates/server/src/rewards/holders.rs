//! Whose the points are, after the secret was lost. Points, requests and names on the list of most points are found
//! by fingerprints, which only the secret makes: with another one nobody's would be found, not even to erase them.

use std::collections::BTreeMap;

use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::row::Fields;

/// The numbers that are still known of those who have points: of members who asked to exchange some, and of the two
/// people of each award whose referral is here.
const KNOWN: &str = "SELECT holder, mobile AS number FROM redemptions WHERE mobile IS NOT NULL \
     UNION SELECT e.holder, r.referrer_number FROM reward_entries AS e \
     JOIN referrals AS r ON r.id = e.referral_id AND e.receiver = 'referrer' \
     UNION SELECT e.holder, r.number FROM reward_entries AS e \
     JOIN referrals AS r ON r.id = e.referral_id AND e.receiver = 'referred' \
     AND r.number_since <= e.awarded_at";

/// Gives everybody whose number is known the fingerprint that the present secret makes of it. A name on the list
/// whose member is not known comes off: it could be neither left nor erased.
pub(crate) async fn find_again(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<()> {
    let mut known = BTreeMap::new();
    for row in sqlx::query(KNOWN).fetch_all(&mut *tx).await? {
        let now = store.keyed_hash.holder(&numbers::key(&row.text("number")?));
        if let (Some(was), Some(now)) = (row.maybe_bytes("holder")?, now) {
            known.entry(was).or_insert(now);
        }
    }
    for row in sqlx::query("SELECT holder FROM leaderboard_names").fetch_all(&mut *tx).await? {
        let holder = row.bytes("holder")?;
        if !known.contains_key(&holder) {
            let gone = sqlx::query("DELETE FROM leaderboard_names WHERE holder = $1").bind(holder);
            gone.execute(&mut *tx).await?;
        }
    }
    for (was, now) in known {
        for table in ["reward_entries", "redemptions", "leaderboard_names"] {
            let update = format!("UPDATE {table} SET holder = $2 WHERE holder = $1");
            let update = sqlx::query(sqlx::AssertSqlSafe(update)).bind(was.clone());
            update.bind(now.clone()).execute(&mut *tx).await?;
        }
    }
    Ok(())
}

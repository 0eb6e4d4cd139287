//! The awards that a dry run of a rulebook is made with.

use std::collections::BTreeMap;

use domain::referral::Instant;
use domain::rewards::{Given, Total};

use crate::db::fault::retry;
use crate::db::row::{Fields, int, millis};
use crate::db::{Result, Store};
use crate::referrals::sql::referrals;
use crate::rewards::entries::{of_awards, total};

/// The awards of a time that hold, for a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentAwards {
    /// Since when. It is later than what was asked for if there were more than a dry run looks at.
    pub since: Instant,
    /// In the order in which they were made. People are told apart by the fingerprints of their numbers.
    pub awards: Vec<Given<Vec<u8>>>,
    /// What people got before that.
    pub before: BTreeMap<Vec<u8>, Vec<Total>>,
    /// How many points the awards gave, to everybody.
    pub gave: i64,
    /// How many awards are not among them, because the referral was erased.
    pub erased: u64,
}

impl Store {
    /// The awards since an instant that hold, of the newest `most`.
    pub async fn recent_awards(&self, since: Instant, most: usize) -> Result<RecentAwards> {
        retry!(self, "recent_awards", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let first = "SELECT awarded_at FROM reward_entries \
                         WHERE awarded_at >= $1 AND receiver = 'referrer' \
                         ORDER BY awarded_at DESC LIMIT 1 OFFSET $2";
            let first = sqlx::query(first).bind(millis(since)).bind(int(most as u64));
            let first = first.fetch_optional(&mut *tx).await?;
            let first = first.map(|row| row.instant("awarded_at")).transpose()?;
            let since = first.map_or(since, Instant::next);
            let mut recent = RecentAwards { since, ..RecentAwards::default() };
            let rows = sqlx::query(concat!(
                "SELECT e.referral_id, e.holder, e.service, e.awarded_at, r.number, ",
                referrals::arrived!("r"),
                " AS arrived, \
                 (SELECT a.number FROM accounts AS a JOIN last_logins AS l ON l.number = a.number \
                 WHERE a.number = r.number) AS member \
                 FROM (SELECT referral_id, holder, service, awarded_at, award \
                 FROM reward_entries WHERE awarded_at >= $1 AND receiver = 'referrer' \
                 GROUP BY referral_id, holder, service, awarded_at, award \
                 HAVING SUM(success) > 0) AS e LEFT JOIN referrals AS r ON r.id = e.referral_id \
                 ORDER BY e.awarded_at, e.referral_id"
            ));
            for row in rows.bind(millis(since)).fetch_all(&mut *tx).await? {
                let Some(submitted) = row.maybe_instant("referral_id")? else {
                    recent.erased += 1;
                    continue;
                };
                let member = row.maybe_text("member")?;
                recent.awards.push(Given {
                    referrer: row.maybe_bytes("holder")?,
                    referred: member.and_then(|number| self.keyed_hash.holder(&number)),
                    service: row.text("service")?,
                    submitted: row.maybe_instant("arrived")?.unwrap_or_default().max(submitted),
                    at: row.instant("awarded_at")?,
                });
            }
            let gave = "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries \
                        WHERE awarded_at >= $1 AND referral_id IS NOT NULL";
            let gave = sqlx::query(gave).bind(millis(since)).fetch_one(&mut *tx).await?;
            let gave: Option<f64> = gave.read("points")?;
            recent.gave = gave.unwrap_or_default() as i64;
            let rows = sqlx::query(concat!(
                "SELECT holder, receiver, rule, service, month, \
                 SUM(CAST(points AS DOUBLE PRECISION)) AS points, \
                 CAST(SUM(success) AS BIGINT) AS successes FROM reward_entries \
                 WHERE holder IN (SELECT holder FROM reward_entries WHERE awarded_at >= $1) AND ",
                of_awards!(),
                " AND awarded_at < $1 GROUP BY holder, receiver, rule, service, month",
            ));
            for row in rows.bind(millis(since)).fetch_all(&mut *tx).await? {
                recent.before.entry(row.bytes("holder")?).or_default().push(total(&row)?);
            }
            tx.rollback().await?;
            Ok(recent)
        })
    }
}

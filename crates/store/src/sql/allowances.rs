//! How much a network has sent in a day.

use domain::hosted::DAY_MS;
use domain::referral::Instant;
use sqlx::AnyConnection;

use super::row::{Fields, int};
use crate::{Allowance, NewReferral};

/// What is counted by itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Referrals,
    Messages,
}

/// Counts one more of each submission that has an allowance. False if one of them is used up: then
/// the transaction is to be given up.
pub(super) async fn take_all(tx: &mut AnyConnection, group: &[&NewReferral]) -> sqlx::Result<bool> {
    let mut fits = true;
    for new in group {
        if let Some(allowance) = &new.allowance {
            fits &= take(tx, Purpose::Referrals, allowance, new.now).await?;
        }
    }
    Ok(fits)
}

/// Counts one more; false if that is more than the allowance has.
pub(super) async fn take(
    tx: &mut AnyConnection,
    purpose: Purpose,
    allowance: &Allowance,
    now: Instant,
) -> sqlx::Result<bool> {
    let purpose = match purpose {
        Purpose::Referrals => "referrals",
        Purpose::Messages => "messages",
    };
    let row = sqlx::query(
        "INSERT INTO daily_counts (purpose, network, day, count) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (purpose, network, day) DO UPDATE SET count = daily_counts.count + 1 \
         RETURNING count",
    )
    .bind(purpose)
    .bind(allowance.network.as_slice())
    .bind(int(now.as_millis() / DAY_MS))
    .fetch_one(tx)
    .await?;
    Ok(row.count("count")? <= u64::from(allowance.limit))
}

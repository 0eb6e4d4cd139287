//! Daily limits (UTC). Counts only expire; an erasure does not reset them.

use api::DAY_MS;
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::db::row::{Fields, int};

/// The daily limit (UTC) of an account or a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// A keyed fingerprint of the account's number or of the network.
    pub of: [u8; 32],
    /// The limit.
    pub limit: u32,
}

/// What is counted separately.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// Referrals by an account, or by guests of a network.
    Referrals,
    /// Requests to exchange points by an account, and changes of them.
    Redemptions,
    /// Pages for people who were referred by an account.
    Pages,
    /// Choices of a name for the list of most points by an account.
    LeaderNames,
    /// Links by an account, and changes of the name on them.
    Links,
    /// Phone numbers of referrals that somebody of the staff has changed.
    Numbers,
    /// Text messages that somebody of the staff has written to referrers.
    Texts,
    /// Contact messages by a network.
    Messages,
    /// Tries of codes that were sent to a number for unknown devices.
    Tries,
    /// Codes that a network has requested and that could not be sent.
    FailedCodes,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::Referrals => "referrals",
            Self::Redemptions => "redemptions",
            Self::Pages => "person pages",
            Self::LeaderNames => "leader names",
            Self::Links => "links",
            Self::Numbers => "numbers",
            Self::Texts => "texts",
            Self::Messages => "messages",
            Self::Tries => "tries",
            Self::FailedCodes => "failed codes",
        }
    }
}

/// Counts one more; false if that exceeds the limit. The caller must then roll back.
pub(crate) async fn take(
    tx: &mut AnyConnection,
    purpose: Purpose,
    allowance: &Allowance,
    now: Instant,
) -> sqlx::Result<bool> {
    let count = add(tx, purpose, &allowance.of, day(now), 1).await?;
    Ok(count <= u64::from(allowance.limit))
}

/// Counts `more` and returns the new count.
pub(crate) async fn add(
    tx: &mut AnyConnection,
    purpose: Purpose,
    of: &[u8],
    day: i64,
    more: i64,
) -> sqlx::Result<u64> {
    sqlx::query(
        "INSERT INTO daily_counts (purpose, subject, day, count) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (purpose, subject, day) DO UPDATE SET count = daily_counts.count + excluded.count \
         RETURNING count",
    )
    .bind(purpose.name())
    .bind(of)
    .bind(day)
    .bind(more)
    .fetch_one(tx)
    .await?
    .count("count")
}

/// The count of a day.
pub(crate) async fn counted(
    tx: &mut AnyConnection,
    purpose: Purpose,
    of: &[u8],
    day: i64,
) -> sqlx::Result<u32> {
    let row = sqlx::query(
        "SELECT count FROM daily_counts WHERE purpose = $1 AND subject = $2 AND day = $3",
    )
    .bind(purpose.name())
    .bind(of)
    .bind(day)
    .fetch_optional(tx)
    .await?;
    let count = row.map_or(Ok(0), |row| row.count("count"))?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The day of an instant, as a number of days since 1970.
pub(crate) fn day(at: Instant) -> i64 {
    int(at.as_millis() / DAY_MS)
}

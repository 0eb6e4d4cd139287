//! Counts of sent codes. They are removed when they expire (`sweep`), and by nothing else: erasing
//! an account does not reset them.

use api::{DAY_MS, SEND_WINDOW_MS, SendHistory};
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::db::allowances;
use crate::db::allowances::{Purpose, day};
use crate::db::row::{Fields, int, millis};
use crate::login::records::{CodeToSend, UsedProof};
use crate::login::sql::devices;

/// Counts earlier codes and marks the proof of work as used. Also returns the device's token, if
/// the device is known.
pub(crate) async fn count(
    tx: &mut AnyConnection,
    new: &CodeToSend,
) -> sqlx::Result<(SendHistory, Option<[u8; 32]>)> {
    let now = new.code.now;
    let device = match new.device {
        Some(token) if devices::is_known(tx, &token, &new.code.mobile, now).await? => Some(token),
        _ => None,
    };
    let proven = match &new.proof {
        Some(proof) if use_proof(tx, proof).await? => proof.bits,
        _ => 0,
    };
    let whose = device.unwrap_or(new.address);
    let row = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM code_requests WHERE number = $1 \
             AND COALESCE(device, address) = $2 AND at > $4) AS in_window, \
         (SELECT COUNT(*) FROM code_requests WHERE number = $1 \
             AND COALESCE(device, address) = $2 AND at > $5) AS today, \
         (SELECT COUNT(*) FROM code_requests WHERE number = $1 \
             AND device IS NULL AND at > $5) AS to_number, \
         (SELECT COUNT(*) FROM code_requests WHERE number = $1 \
             AND device IS NOT NULL AND at > $5) AS to_known, \
         (SELECT COUNT(*) FROM code_requests WHERE address = $3 \
             AND device IS NULL AND at > $5) AS from_address, \
         (SELECT COUNT(*) FROM code_requests WHERE address = $3 \
             AND device IS NOT NULL AND at > $5) AS from_known, \
         (SELECT COUNT(*) FROM code_requests WHERE at > $5) AS overall",
    )
    .bind(new.number.as_slice())
    .bind(whose.as_slice())
    .bind(new.address.as_slice())
    .bind(since(now, SEND_WINDOW_MS))
    .bind(since(now, DAY_MS))
    .fetch_one(&mut *tx)
    .await?;
    let today = day(now);
    let failed = allowances::counted(tx, Purpose::FailedCodes, &new.address, today).await?;
    let tries_by_unknown_devices =
        allowances::counted(tx, Purpose::Tries, &new.number, today).await?;
    let count = |column| row.count(column).map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let sends = SendHistory {
        in_window: count("in_window")?,
        today: count("today")?,
        to_number: count("to_number")?,
        to_known: count("to_known")?,
        from_address: count("from_address")?.saturating_add(failed),
        from_known: count("from_known")?,
        overall: count("overall")?,
        known_device: device.is_some(),
        proven,
        tries_by_unknown_devices,
    };
    Ok((sends, device))
}

/// Counts the new code.
pub(crate) async fn add(
    tx: &mut AnyConnection,
    new: &CodeToSend,
    device: Option<[u8; 32]>,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO code_requests (address, at, number, device, challenge) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(new.address.as_slice())
    .bind(millis(new.code.now))
    .bind(new.number.as_slice())
    .bind(device.map(|token| token.to_vec()))
    .bind(new.code.challenge.as_str())
    .execute(tx)
    .await?;
    Ok(())
}

/// Marks a proof as used; false if it was used before.
async fn use_proof(tx: &mut AnyConnection, used: &UsedProof) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO used_proofs (proof, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    )
    .bind(used.proof.as_slice())
    .bind(millis(used.expires_at))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The latest instant that is outside a window.
fn since(now: Instant, window: u64) -> i64 {
    millis(now) - int(window)
}

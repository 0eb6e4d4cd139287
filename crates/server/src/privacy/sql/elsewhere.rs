//! A phone number in texts that staff have chosen: names of colleagues, passkeys and tokens, and
//! addresses of webhooks. They are few, so an erasure searches all of them.

use percent_encoding::percent_decode_str;
use sqlx::AnyConnection;

use crate::db::row::Fields;
use crate::privacy::sql::blanking::blank;

/// Names that people choose, with the number whose holder may keep it there, and their update.
const NAMES: [(&str, &str); 3] = [
    (
        "SELECT id, name, COALESCE(mobile, '') AS holder FROM staff",
        "UPDATE staff SET name = $2 WHERE id = $1",
    ),
    ("SELECT id, name, '' AS holder FROM passkeys", "UPDATE passkeys SET name = $2 WHERE id = $1"),
    ("SELECT id, name, '' AS holder FROM tokens", "UPDATE tokens SET name = $2 WHERE id = $1"),
];

/// Replaces the number with this key in all these texts. Returns in how many. The name of a member
/// of staff with this number is left to them.
pub(crate) async fn blank_texts(tx: &mut AnyConnection, key: &str) -> sqlx::Result<u64> {
    let mut blanked = blank_webhooks(tx, key).await?;
    for (names, update) in NAMES {
        for row in sqlx::query(names).fetch_all(&mut *tx).await? {
            let name = row.text("name")?;
            let after = blank(&name, key);
            if after == name || numbers::key(&row.text("holder")?) == key {
                continue;
            }
            let update = sqlx::query(update).bind(row.text("id")?).bind(after);
            blanked += update.execute(&mut *tx).await?.rows_affected();
        }
    }
    Ok(blanked)
}

/// An address without percent-encoding.
pub(crate) fn decoded(url: &str) -> String {
    percent_decode_str(url).decode_utf8_lossy().into_owned()
}

/// A webhook with the number in its address is switched off, because nobody is at the address that
/// is left of it.
async fn blank_webhooks(tx: &mut AnyConnection, key: &str) -> sqlx::Result<u64> {
    let mut blanked = 0;
    for row in sqlx::query("SELECT id, url FROM webhooks").fetch_all(&mut *tx).await? {
        let url = row.text("url")?;
        let mut after = blank(&url, key);
        // The number may also be written as `%2B91%2098765…`.
        let decoded = decoded(&after);
        let blanked_decoded = blank(&decoded, key);
        if blanked_decoded != decoded {
            after = blanked_decoded;
        }
        if after == url {
            continue;
        }
        let update = sqlx::query("UPDATE webhooks SET url = $2, enabled = 0 WHERE id = $1");
        let update = update.bind(row.text("id")?).bind(after);
        blanked += update.execute(&mut *tx).await?.rows_affected();
    }
    Ok(blanked)
}

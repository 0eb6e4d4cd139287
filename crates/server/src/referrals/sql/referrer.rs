//! What is known of whoever referred.

use api::{Notify, TO_REFERRER_IN_A_DAY};
use domain::mobile::MobileNumber;
use domain::pipeline::Referrer;
use domain::referral::Referral;
use sqlx::AnyConnection;

use crate::db::fault::retry;
use crate::db::row::{Fields, int, millis};
use crate::db::{Result, Store};
use crate::login::sql::accounts;
use crate::referrals::sql::referrals;

impl Store {
    /// What is known of a referral's referrer; nothing, if there is no such referral.
    pub async fn referrer(&self, key: &str) -> Result<Referrer> {
        retry!(self, "referrer", async {
            let mut connection = self.readers.acquire().await?;
            match referrals::find_in(&mut connection, key).await? {
                Some(stored) => of(&mut connection, stored.referral()).await,
                None => Ok(Referrer::default()),
            }
        })
    }
}

/// What is known of the referrer, as this transaction sees it.
pub(crate) async fn of(tx: &mut AnyConnection, referral: &Referral) -> sqlx::Result<Referrer> {
    let text = &referral.referrer_mobile;
    let mut referrer = Referrer { number_clear: numbers::is_clear(text), ..Referrer::default() };
    let spelling = numbers::spellings(text).into_iter().next();
    let Some(Ok(mobile)) = spelling.map(|number| MobileNumber::parse(&number)) else {
        return Ok(referrer);
    };
    // A guest may have typed anybody's number, and in the names whatever they want that person to read.
    let by_member = sqlx::query(
        "SELECT 1 FROM history WHERE referral_id = $1 AND event IS NULL AND actor = 'member'",
    );
    if by_member.bind(millis(referral.id)).fetch_optional(&mut *tx).await?.is_none() {
        return Ok(referrer);
    }
    referrer.has_account = accounts::find_in(tx, &mobile).await?.is_some();
    referrer.wants_texts = accounts::notify(tx, &mobile).await? == Notify::Sms;
    if referrer.wants_texts {
        let texts = sqlx::query(
            "SELECT o.at FROM outbox AS o JOIN referrals AS r ON r.id = o.referral_id \
             WHERE o.channel = 'text' AND r.referrer_number = $1 ORDER BY o.at DESC LIMIT $2",
        );
        let texts = texts.bind(numbers::key(text)).bind(int(TO_REFERRER_IN_A_DAY as u64));
        let rows = texts.fetch_all(tx).await?;
        referrer.texts = rows.iter().map(|row| row.instant("at")).collect::<sqlx::Result<_>>()?;
    }
    Ok(referrer)
}

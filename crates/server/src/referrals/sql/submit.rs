//! Submitting referrals, once for each idempotency key.

use api::{SourceKind, WebhookEvent};
use domain::case::Case;
use domain::pipeline::came_by_link;
use domain::referral::Referral;
use sqlx::AnyConnection;

use crate::db::Result;
use crate::db::allowances::Purpose;
use crate::db::fault::{commit, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, millis};
use crate::db::text::digest;
use crate::db::{Store, allowances};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::programme::sql as programme;
use crate::referrals::records::{Actor, NewReferral, Stored, Submitted, as_submitted};
use crate::referrals::sql::history::{Arrivals, Entry};
use crate::referrals::sql::referrals::Beside;
use crate::referrals::sql::{history, referrals};
use crate::rewards::rulebooks;

impl Store {
    /// Stores a referral, once for each idempotency key, if the session is still open. The id is
    /// the instant of submission or the next free one.
    pub async fn submit(&self, new: &NewReferral) -> Result<Submitted> {
        retry!(self, "submit", async {
            let mut tx = self.begin_for(new.by.session.as_ref()).await?;
            let submitted = submit_in(self, &mut tx, new).await?;
            match submitted {
                Submitted::New(_) => commit(tx).await?,
                _ => tx.rollback().await?,
            }
            Ok(submitted)
        })
    }
}

/// The same, within a transaction, which the caller commits only if it is new.
pub(crate) async fn submit_in(
    store: &Store,
    tx: &mut AnyConnection,
    new: &NewReferral,
) -> sqlx::Result<Submitted> {
    let idempotency = digest(&new.idempotency_key);
    // Claimed first, so that a second request with this key waits for this one.
    if !claim(tx, new, &idempotency).await? {
        let previous = find_previous(tx, new, &idempotency).await?;
        return Ok(previous.map_or(Submitted::KeyReused, Submitted::Repeated));
    }
    // Not asked of a retry: what was done before stays done.
    let programme = programme::newest(tx).await?.settings;
    if let Err(code) = (new.may)(&new.referral, &programme) {
        return Ok(Submitted::Refused(code));
    }
    if let Some(allowance) = &new.allowance
        && !allowances::take(tx, Purpose::Referrals, allowance, new.now).await?
    {
        return Ok(Submitted::AllowanceUsed);
    }
    locks::take(tx, Lock::History).await?;
    let with_said =
        |referral| new.said.iter().fold(Case::submitted(referral), |case, said| case.evolve(said));
    let case = |id| with_said(Referral { id, ..new.referral.clone() });
    let arrivals = Arrivals::default();
    let is_by_link = came_by_link(&case(new.now));
    let source = if is_by_link { SourceKind::Link } else { SourceKind::Form };
    let rulebook = rulebooks::newest_version(tx).await?;
    let beside = Beside { source, origin: None, rulebook };
    let stored = referrals::insert_at_next_id(store, tx, new.now, case, beside, &arrivals);
    let stored = stored.await?;
    let stored = stored.ok_or_else(|| sqlx::Error::Protocol("no id is left".to_owned()))?;
    sqlx::query("UPDATE submissions SET referral_id = $2 WHERE idempotency = $1")
        .bind(idempotency)
        .bind(millis(stored.referral().id))
        .execute(&mut *tx)
        .await?;
    let stored = referrals::finish(store, tx, &[], vec![stored], None).await?.pop();
    let stored = stored.ok_or(sqlx::Error::RowNotFound)?;
    let (referral, by) = (as_submitted(&stored.case), &new.by.actor);
    let submitted = with_said(referral.clone());
    let mut entries = vec![Entry::submission(&referral, new.now, by)];
    entries.extend(Entry::events(None, &submitted, Some(new.now), by));
    // That it closes itself is nobody's doing.
    entries.extend(Entry::events(Some(&submitted), &stored.case, None, &Actor::Guest));
    history::write_all(tx, &entries).await?;
    let event = WebhookEvent::ReferralSubmitted.as_str();
    let subject = EventSubject::Referral(referral.id);
    outbox::enqueue(store.dialect, tx, event, subject, new.now).await?;
    Ok(Submitted::New(stored))
}

/// False if a submission with this key was stored before.
async fn claim(
    tx: &mut AnyConnection,
    new: &NewReferral,
    idempotency: &[u8],
) -> sqlx::Result<bool> {
    let claimed = sqlx::query(
        "INSERT INTO submissions (idempotency, fingerprint, at) VALUES ($1, $2, $3) \
         ON CONFLICT (idempotency) DO NOTHING",
    )
    .bind(idempotency)
    .bind(new.fingerprint.as_slice())
    .bind(millis(new.now))
    .execute(tx)
    .await?;
    Ok(claimed.rows_affected() == 1)
}

/// The submission that was stored with an idempotency key, if it has the same content and still
/// exists.
async fn find_previous(
    tx: &mut AnyConnection,
    new: &NewReferral,
    idempotency: &[u8],
) -> sqlx::Result<Option<Stored>> {
    let sql = concat!(
        "SELECT ",
        referrals::columns!(),
        ", s.fingerprint FROM submissions AS s \
         JOIN referrals AS r ON r.id = s.referral_id WHERE s.idempotency = $1"
    );
    let row = sqlx::query(sql).bind(idempotency).fetch_optional(tx).await?;
    match row {
        Some(row) if row.bytes("fingerprint")? == new.fingerprint => {
            referrals::stored(&row).map(Some)
        }
        _ => Ok(None),
    }
}

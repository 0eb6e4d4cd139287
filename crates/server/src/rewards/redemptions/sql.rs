//! Requests to exchange points. What may become of one is decided by rules that the caller passes, within the
//! transaction that has the lock of all requests: so two tabs, or two servers, do not spend points twice.

use std::collections::BTreeSet;

use api::{HostedCode, WebhookEvent};
use domain::account::User;
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::{
    Balance, BatchStatus, BatchStep, Choice, EntryKind, Offer, Offers, RedemptionStatus,
    RedemptionStep, Reference, TakenBy, Terms, refund_expiry, status_of, tells_member,
};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::allowances::{self, Allowance, Purpose};
use crate::db::answers::RetryKey;
use crate::db::fault::{refused, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int, page};
use crate::db::statement::{Statement, Value};
use crate::db::{Page, Result, Store, answers};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::rewards::balance::balance;
use crate::rewards::batches::sql as batches;
use crate::rewards::catalogue::sql as catalogue;
use crate::rewards::entries::{OfMember, insert_of_member};
use crate::rewards::expiry::{expire, shares};
use crate::rewards::next_id::next_id;
use crate::rewards::redemptions::around::{around, two_people};

/// A stored request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRedemption {
    /// Identifies it.
    pub id: u64,
    /// The fingerprint of the member's number; `None` once they are erased.
    pub holder: Option<Vec<u8>>,
    /// The member's number when they asked; `None` once they are erased.
    pub mobile: Option<String>,
    /// Their name then; empty once they are erased.
    pub name: String,
    /// What they chose, as it was offered then.
    pub chosen: Offer,
    /// By what whoever pays finds them.
    pub reference: String,
    /// What has happened.
    pub steps: Vec<RedemptionStep>,
    /// Where it stands.
    pub status: RedemptionStatus,
    /// The batch that it is a line of.
    pub batch: Option<u64>,
    /// Where that stands.
    pub batch_status: Option<BatchStatus>,
    /// Whether it took two people to pay for points when it was made.
    pub two_people: bool,
}

/// A request to store.
#[derive(Clone, Copy, Debug)]
pub struct NewRedemption<'a> {
    /// Who asks.
    pub member: &'a User,
    /// What they chose, as it was shown.
    pub choice: Choice<'a>,
    /// By what whoever pays finds them.
    pub reference: &'a Reference,
    /// The hash of their session's token.
    pub session: Option<&'a [u8; 32]>,
    /// How many they may make in a day.
    pub allowance: &'a Allowance,
}

/// Who changes a reference.
#[derive(Clone, Copy, Debug)]
pub struct ReferredBy<'a> {
    /// The hash of their session's token.
    pub session: Option<&'a [u8; 32]>,
    /// How many changes they may make in a day; `None` for staff.
    pub allowance: Option<&'a Allowance>,
    /// Now.
    pub now: Instant,
}

/// Decides on a new request, by what is offered, what the member has, and how many requests hold one.
pub type RequestRule<'a> = &'a (
        dyn Fn(
    &Offers,
    &Balance,
    u64,
) -> std::result::Result<(Offer, RedemptionStep), RejectionCode>
            + Send
            + Sync
    );

/// What a decision on a request depends on, besides the request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Who had a part in awarding any of the points that the member has got, even if these were taken back, by the ids
    /// of the staff.
    pub awarders: BTreeSet<String>,
    /// All points that the member has; below zero if more were taken back than were left. `None` once they are erased.
    pub points: Option<i64>,
    /// What else holds for a decision.
    pub terms: Terms,
}

/// Decides what becomes of a request: its next step, or `None` if there is none to take.
pub type RedemptionRule<'a> = &'a (
        dyn Fn(
    &StoredRedemption,
    &Around,
) -> std::result::Result<Option<RedemptionStep>, RejectionCode>
            + Send
            + Sync
    );

/// Decides whether the reference of a request may be changed. Then come the step that says so, if any, and that in
/// the draft with these steps, if it is a line of one.
pub type ReferenceRule<'a> = &'a (
        dyn Fn(
    &StoredRedemption,
    &[BatchStep],
) -> std::result::Result<(Option<RedemptionStep>, Option<BatchStep>), RejectionCode>
            + Send
            + Sync
    );

impl Store {
    /// Stores a request once for each retry key, and takes the points for it.
    pub async fn request_redemption(
        &self,
        new: &NewRedemption<'_>,
        rule: RequestRule<'_>,
        key: &RetryKey,
    ) -> Result<StoredRedemption> {
        retry!(self, "request_redemption", async {
            let mut tx = self.begin_for(new.session).await?;
            // Claimed first, so that a second try waits for this one.
            if let Some(answer) = answers::claim(&mut tx, Some(key)).await? {
                let id = answer.parse().map_err(decode)?;
                let before = find(&mut tx, id).await?;
                tx.rollback().await?;
                return before.ok_or(sqlx::Error::RowNotFound);
            }
            if !allowances::take(&mut tx, Purpose::Redemptions, new.allowance, key.at).await? {
                return Err(refused(HostedCode::AllowanceUsed));
            }
            locks::take(&mut tx, Lock::Redemptions).await?;
            let number = numbers::key(new.member.mobile_number.as_str());
            let holder = self.keyed_hash.holder(&number).ok_or(sqlx::Error::RowNotFound)?;
            let offers = catalogue::newest(&mut tx).await?;
            let chosen = offers.settings.find(new.choice.id);
            let held = catalogue::held(&mut tx, chosen).await?;
            let held = held.get(new.choice.id).copied().unwrap_or_default();
            // Nobody spends what has expired.
            expire(&mut tx, &holder, key.at).await?;
            let has = balance(&mut tx, Some(&holder), key.at).await?;
            let (offer, step) = rule(&offers.settings, &has, held).map_err(refused)?;
            let id = insert(&mut tx, new, &holder, offers.version, &offer, &step).await?;
            let redeemed = OfMember {
                kind: EntryKind::Redeemed,
                holder: Some(&holder),
                points: -int(offer.points),
                at: step.at,
                expires_at: None,
                redemption: Some(id),
                by_hand: None,
            };
            insert_of_member(&mut tx, &redeemed).await?;
            let event = WebhookEvent::RedemptionRequested.as_str();
            let about = EventSubject::Redemption(id);
            outbox::enqueue(self.dialect, &mut tx, event, about, step.at).await?;
            answers::finish(&mut tx, Some(key), &id.to_string()).await?;
            let stored = find(&mut tx, id).await?.ok_or(sqlx::Error::RowNotFound)?;
            audit::sql::commit(tx).await?;
            Ok(stored)
        })
    }

    /// Takes the step that the rule decides on; `None` if there is no such request. Returns it as it is then, with
    /// what a decision on it depends on.
    pub async fn decide_redemption(
        &self,
        id: u64,
        session: Option<&[u8; 32]>,
        now: Instant,
        rule: RedemptionRule<'_>,
    ) -> Result<Option<(StoredRedemption, Around)>> {
        retry!(self, "decide_redemption", async {
            let mut tx = self.begin_for(session).await?;
            locks::take(&mut tx, Lock::Redemptions).await?;
            let Some((stored, around)) = with_around(&mut tx, id, now).await? else {
                return Ok(None);
            };
            let Some(step) = rule(&stored, &around).map_err(refused)? else {
                tx.rollback().await?;
                return Ok(Some((stored, around)));
            };
            take_step(self, &mut tx, &stored, step, stored.batch).await?;
            let decided = with_around(&mut tx, id, now).await?;
            audit::sql::commit(tx).await?;
            Ok(decided)
        })
    }

    /// Gives a request another reference, if the rule allows it; `None` if there is no such request. Returns it as
    /// it is then, with what a decision on it depends on.
    pub async fn refer_redemption(
        &self,
        id: u64,
        reference: &Reference,
        by: &ReferredBy<'_>,
        rule: ReferenceRule<'_>,
    ) -> Result<Option<(StoredRedemption, Around)>> {
        retry!(self, "refer_redemption", async {
            let mut tx = self.begin_for(by.session).await?;
            if let Some(allowance) = by.allowance
                && !allowances::take(&mut tx, Purpose::Redemptions, allowance, by.now).await?
            {
                return Err(refused(HostedCode::AllowanceUsed));
            }
            locks::take(&mut tx, Lock::Redemptions).await?;
            let Some((stored, around)) = with_around(&mut tx, id, by.now).await? else {
                return Ok(None);
            };
            let batch = match stored.batch {
                Some(batch) => batches::find_batch(&mut tx, int(batch)).await?,
                None => None,
            };
            let steps = batch.as_ref().map(|batch| batch.steps.as_slice()).unwrap_or_default();
            let (said, drafted) = rule(&stored, steps).map_err(refused)?;
            if stored.reference == reference.as_str() {
                tx.rollback().await?;
                return Ok(Some((stored, around)));
            }
            let update = sqlx::query("UPDATE redemptions SET reference = $2 WHERE id = $1");
            update.bind(int(id)).bind(reference.as_str()).execute(&mut *tx).await?;
            if let Some(step) = said {
                take_step(self, &mut tx, &stored, step, stored.batch).await?;
            }
            // Whoever approves the batch approves the reference, too.
            if let Some(batch) = batch {
                batches::advance(&mut tx, &batch, drafted).await?;
            }
            let referred = with_around(&mut tx, id, by.now).await?;
            audit::sql::commit(tx).await?;
            Ok(referred)
        })
    }

    /// The request with this id.
    pub async fn redemption(&self, id: u64) -> Result<Option<StoredRedemption>> {
        retry!(self, "redemption", async {
            find(&mut *self.readers.acquire().await?, int(id)).await
        })
    }

    /// A member's requests, newest first.
    pub async fn redemptions_of(
        &self,
        key: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Page<StoredRedemption>> {
        retry!(self, "redemptions_of", async {
            let before = after.and_then(|text| text.parse().ok()).unwrap_or(i64::MAX);
            let holder = self.keyed_hash.holder(key).unwrap_or_default();
            let of = select().add(" WHERE r.holder = ").bind(holder.as_slice());
            let of = of.add(" AND r.id < ").bind(before).add(" ORDER BY r.id DESC LIMIT ");
            let rows = of.bind(i64::from(limit) + 1).query().fetch_all(&self.readers).await?;
            page(&rows, limit, stored, |row| Ok(row.int("id")?.to_string()))
        })
    }

    /// Requests that stand so, the oldest first; or all, the newest first. Each with what a decision on it
    /// depends on.
    pub async fn redemptions(
        &self,
        status: Option<RedemptionStatus>,
        after: Option<&str>,
        limit: u32,
        now: Instant,
    ) -> Result<Page<(StoredRedemption, Around)>> {
        retry!(self, "redemptions", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let after = after.and_then(|text| text.parse::<i64>().ok());
            let listed = match status {
                Some(status) => select()
                    .add(" WHERE r.status = ")
                    .bind(status.as_str())
                    .add(" AND r.id > ")
                    .bind(after.unwrap_or(0))
                    .add(" ORDER BY r.id LIMIT "),
                None => select()
                    .add(" WHERE r.id < ")
                    .bind(after.unwrap_or(i64::MAX))
                    .add(" ORDER BY r.id DESC LIMIT "),
            };
            let rows = listed.bind(i64::from(limit) + 1).rows(&mut tx).await?;
            let found = page(&rows, limit, stored, |row| Ok(row.int("id")?.to_string()))?;
            let two_people = two_people(&mut tx).await?;
            let mut items = Vec::with_capacity(found.items.len());
            for stored in found.items {
                // What was said to be paid may still fail, until its batch is closed. On the others nobody decides.
                let is_over =
                    stored.status.is_refunded() || stored.batch_status == Some(BatchStatus::Closed);
                let around = match is_over {
                    true => Around::default(),
                    false => around(&mut tx, &stored, two_people, now).await?,
                };
                items.push((stored, around));
            }
            tx.rollback().await?;
            Ok(Page { items, next: found.next })
        })
    }
}

/// All requests, with the columns that [`stored`] reads.
pub(crate) const SELECT: &str = "SELECT r.id, r.holder, r.mobile, r.name, r.chosen, r.points, r.two_people, r.reference, \
     r.steps, r.status, r.batch, b.status AS batch_status FROM redemptions AS r LEFT JOIN batches AS b ON b.id = r.batch";

/// The beginning of a statement that finds some of them.
pub(crate) fn select() -> Statement {
    Statement::new(SELECT)
}

/// The request in a row.
pub(crate) fn stored(row: &AnyRow) -> sqlx::Result<StoredRedemption> {
    let steps: Vec<RedemptionStep> = serde_json::from_str(&row.text("steps")?).map_err(decode)?;
    let batch_status = row.maybe_text("batch_status")?;
    let known = |name: &String| BatchStatus::ALL.into_iter().find(|it| it.as_str() == name);
    Ok(StoredRedemption {
        id: row.count("id")?,
        holder: row.maybe_bytes("holder")?,
        mobile: row.maybe_text("mobile")?,
        name: row.text("name")?,
        chosen: serde_json::from_str(&row.text("chosen")?).map_err(decode)?,
        reference: row.text("reference")?,
        status: status_of(&steps).ok_or(sqlx::Error::RowNotFound)?,
        steps,
        batch: row.maybe_int("batch")?.map(u64::try_from).transpose().map_err(decode)?,
        batch_status: batch_status.as_ref().and_then(known),
        two_people: row.int("two_people")? != 0,
    })
}

/// Whether a row can be read, and has the columns that are made of its texts.
pub(crate) fn is_sound(row: &AnyRow) -> bool {
    let agrees = |stored: StoredRedemption| -> sqlx::Result<bool> {
        let points = row.count("points")?;
        Ok(row.text("status")? == stored.status.as_str() && points == stored.chosen.points)
    };
    stored(row).and_then(agrees).unwrap_or(false)
}

/// The request with this id.
pub(crate) async fn find(
    tx: &mut AnyConnection,
    id: i64,
) -> sqlx::Result<Option<StoredRedemption>> {
    select().add(" WHERE r.id = ").bind(id).row(tx).await?.as_ref().map(stored).transpose()
}

/// The request with this id, with what a decision on it depends on at an instant.
async fn with_around(
    tx: &mut AnyConnection,
    id: u64,
    now: Instant,
) -> sqlx::Result<Option<(StoredRedemption, Around)>> {
    let Some(stored) = find(tx, int(id)).await? else { return Ok(None) };
    let two_people = two_people(tx).await?;
    let around = around(tx, &stored, two_people, now).await?;
    Ok(Some((stored, around)))
}

async fn insert(
    tx: &mut AnyConnection,
    new: &NewRedemption<'_>,
    holder: &[u8],
    version: u64,
    offer: &Offer,
    step: &RedemptionStep,
) -> sqlx::Result<i64> {
    let insert = Statement::new(concat!(
        "INSERT INTO redemptions (id, holder, mobile, name, catalogue, offer, chosen, points, two_people, \
         reference, status, steps) VALUES (",
        next_id!("redemptions"),
        ", ",
    ));
    let values: Vec<Value> = vec![
        new.member.mobile_number.as_str().into(),
        new.member.name.as_str().into(),
        int(version).into(),
        offer.id.as_str().into(),
        serde_json::to_string(offer).map_err(decode)?.into(),
        int(offer.points).into(),
        i64::from(two_people(tx).await?).into(),
        new.reference.as_str().into(),
        step.status.as_str().into(),
        serde_json::to_string(&[step]).map_err(decode)?.into(),
    ];
    let insert = insert.bind(holder).add(", ").bind_all(values).add(") RETURNING id");
    insert.row(tx).await?.ok_or(sqlx::Error::RowNotFound)?.int("id")
}

/// Writes a step, gives points back where it says so, and tells whoever wants to know. `batch` is the one that
/// it is a line of from then on.
pub(crate) async fn take_step(
    store: &Store,
    tx: &mut AnyConnection,
    before: &StoredRedemption,
    step: RedemptionStep,
    batch: Option<u64>,
) -> sqlx::Result<()> {
    let (id, at, status) = (int(before.id), step.at, step.status);
    let is_told = tells_member(&step, &before.steps);
    let mut steps = before.steps.clone();
    let by = step.by.clone();
    steps.push(step);
    let update = Statement::new("UPDATE redemptions SET status = ").bind(status.as_str());
    let update = update.add(", steps = ").bind(serde_json::to_string(&steps).map_err(decode)?);
    let update = update.add(", batch = ").bind(batch.map(int)).add(" WHERE id = ").bind(id);
    update.execute(&mut *tx).await?;
    if status.is_refunded() {
        // To nobody, if the member is erased.
        let holder = before.holder.as_deref().filter(|_| by != TakenBy::Erasure);
        let points = int(before.chosen.points);
        // Whoever takes a request back has the points as if nothing had been.
        let anew = holder.filter(|_| by != TakenBy::Member);
        let expires_at = match anew {
            Some(holder) => refund_expiry(&shares(tx, holder).await?, before.id, at),
            None => None,
        };
        let refunded = OfMember {
            kind: EntryKind::Refunded,
            holder,
            points,
            at,
            expires_at,
            redemption: Some(id),
            by_hand: None,
        };
        insert_of_member(tx, &refunded).await?;
        if let Some(holder) = holder {
            expire(tx, holder, at).await?;
        }
    }
    let event = match status {
        RedemptionStatus::Paid => Some(WebhookEvent::RedemptionPaid),
        RedemptionStatus::Failed => Some(WebhookEvent::RedemptionFailed),
        _ => None,
    };
    if let Some(event) = event {
        let about = EventSubject::Redemption(id);
        outbox::enqueue(store.dialect, tx, event.as_str(), about, at).await?;
    }
    if is_told {
        let mobile = before.mobile.as_deref().unwrap_or_default();
        outbox::notify_member(store, tx, id, mobile, at).await?;
    }
    Ok(())
}

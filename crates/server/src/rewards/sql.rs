//! What awards earn, entered with the change of the referral that makes them, in its transaction.

use api::WebhookEvent;
use domain::case::Case;
use domain::event::Kind;
use domain::history::{StoredEvent, event_id};
use domain::referral::Instant;
use domain::rewards::{Award, Change, Entry, EntryKind, Past, Receiver, Rulebook, Total, entries};
use sqlx::AnyConnection;

use crate::db::fault::retry;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::login::sql::accounts;
use crate::referrals::records::Stored;
use crate::referrals::sql::referrals;
use crate::rewards::entries::{OfReferral, insert, of_awards, of_referral, receiver_name, total};
use crate::rewards::expiry::expire;
use crate::rewards::{rivals, rulebooks};

/// What a referral has earned, and would earn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earned {
    /// The referral.
    pub stored: Stored,
    /// The rulebook that held when it was submitted.
    pub rulebook: Rulebook,
    /// What its two people got for other referrals.
    pub past: Past,
    /// Its entries, in the order in which they were made.
    pub entries: Vec<Entry>,
}

impl Store {
    /// What a referral has earned and, for whoever may award it, what an award would be made by; `None` if there is
    /// no such referral.
    pub async fn earned(&self, key: &str, may_award: bool) -> Result<Option<Earned>> {
        retry!(self, "earned", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let Some(stored) = referrals::find_in(&mut tx, key).await? else { return Ok(None) };
            let (rulebook, mut past) = match may_award {
                true => facts(self, &mut tx, &stored).await?,
                false => Default::default(),
            };
            if may_award && stored.rulebook == 0 {
                // No rule asks about it, but whoever awards should see it.
                past.rival = rivals::rival(self, &mut tx, &stored).await?;
            }
            let entries = of_referral(&mut tx, millis(stored.referral().id)).await?;
            tx.rollback().await?;
            Ok(Some(Earned { stored, rulebook, past, entries }))
        })
    }
}

/// The rulebook of a referral, and what its two people got for others. Where no rulebook held, nobody asks what they got.
pub(crate) async fn facts(
    store: &Store,
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<(Rulebook, Past)> {
    if stored.rulebook == 0 {
        return Ok(Default::default());
    }
    let rulebook = rulebooks::of_version(tx, stored.rulebook).await?;
    let (id, [referrer, referred]) = (millis(stored.referral().id), numbers(&stored.case));
    let is_member = referred != referrer && accounts::is_proven(tx, &referred).await?;
    let past = Past {
        referrer: totals(store, tx, &referrer, id).await?,
        referred: match is_member {
            true => Some(totals(store, tx, &referred, id).await?),
            false => None,
        },
        rival: rivals::rival(store, tx, stored).await?,
    };
    Ok((rulebook, past))
}

/// The keys of the referrer's number and of the number that the referral is about.
fn numbers(case: &Case) -> [String; 2] {
    let (submitted, shown) = (case.referral(), case.corrected());
    [&submitted.referrer_mobile, &shown.referred_phone].map(|text| numbers::key(text))
}

/// By what somebody got, but for one referral.
const TOTALS: &str = concat!(
    "SELECT receiver, rule, service, month, \
     SUM(CAST(points AS DOUBLE PRECISION)) AS points, \
     CAST(SUM(success) AS BIGINT) AS successes FROM reward_entries WHERE holder = $1 AND ",
    of_awards!(),
    " AND (referral_id IS NULL OR referral_id <> $2) GROUP BY receiver, rule, service, month",
);

/// What somebody got, but for one referral.
async fn totals(
    store: &Store,
    tx: &mut AnyConnection,
    key: &str,
    but: i64,
) -> sqlx::Result<Vec<Total>> {
    let Some(holder) = store.keyed_hash.holder(key) else { return Ok(Vec::new()) };
    let rows = sqlx::query(TOTALS);
    let rows = rows.bind(holder).bind(but).fetch_all(tx).await?;
    rows.iter().map(total).collect()
}

/// Enters what a change of a referral earns or takes back. `arrived` is when an import brought the change.
/// The transaction has the lock of the history, so of two servers one enters after the other.
pub(crate) async fn enter(
    store: &Store,
    tx: &mut AnyConnection,
    before: Option<&Case>,
    after: &Stored,
    arrived: Option<Instant>,
) -> sqlx::Result<()> {
    let (was, is) = (before.and_then(Award::of), Award::of(&after.case));
    if was.map(|award| award.event) == is.map(|award| award.event) {
        return Ok(());
    }
    let id = millis(after.referral().id);
    let (rulebook, past) = facts(store, tx, after).await?;
    let known = of_referral(tx, id).await?;
    let (history, before) = (after.case.history(), before.map(Case::history).unwrap_or_default());
    let is_new = |text: &&str| before.texts().all(|known| known != *text);
    let event = history.texts().rfind(is_new).map(event_id).unwrap_or_default();
    let at = arrived.or(history.last_at()).unwrap_or_default().max(after.referral().id);
    // Undoing what came after a file's award does not make it one of this server's.
    let by_file = |award: &Award| after.imported.contains(&award.event);
    let imported = arrived.is_some() || Award::of(&after.case).is_some_and(|award| by_file(&award));
    let (rulebook, past, arrived) = (&rulebook, &past, after.arrived);
    let change = Change { event: &event, at, rulebook, past, arrived, imported };
    let [referrer, referred] = numbers(&after.case).map(|key| store.keyed_hash.holder(&key));
    let proposers = proposers(tx, after).await?;
    let mut has_earned = false;
    let mut ended: Vec<Vec<u8>> = Vec::new();
    for entry in entries(&known, &after.case, &change) {
        // Points go back to where they came from, even if the number was corrected since.
        let holder = match holder_of(tx, id, &entry).await? {
            Some(holder) => holder,
            None if entry.to == Receiver::Referrer => referrer.clone(),
            None => referred.clone(),
        };
        has_earned |= entry.points > 0 && entry.kind != EntryKind::Reversed;
        let of = OfReferral { id, holder: holder.as_deref(), proposers: proposers.as_deref() };
        insert(tx, &entry, &of).await?;
        // What is taken back or holds again changes what was used of the others.
        let has_ended = !known.is_empty() || entry.expires_at.is_some_and(|end| end <= at);
        ended.extend(holder.filter(|_| has_ended));
    }
    if !ended.is_empty() {
        locks::take(tx, Lock::Redemptions).await?;
    }
    for holder in ended {
        expire(tx, &holder, at).await?;
    }
    // An import sends no events.
    if has_earned && arrived.is_none() {
        let about = EventSubject::Referral(after.referral().id);
        let event = WebhookEvent::RewardEarned.as_str();
        outbox::enqueue(store.dialect, tx, event, about, at).await?;
    }
    Ok(())
}

/// Who got what this entry takes back or restores; `None` if it is the first of its award.
async fn holder_of(
    tx: &mut AnyConnection,
    id: i64,
    entry: &Entry,
) -> sqlx::Result<Option<Option<Vec<u8>>>> {
    let first = sqlx::query(
        "SELECT holder FROM reward_entries \
         WHERE referral_id = $1 AND award = $2 AND receiver = $3 AND event <> $4 \
         ORDER BY seq LIMIT 1",
    );
    let first = first.bind(id).bind(&entry.award).bind(receiver_name(entry.to)).bind(&entry.event);
    first.fetch_optional(tx).await?.map(|row| row.maybe_bytes("holder")).transpose()
}

/// Who asked for an award of this referral; `None` if nobody did. What a file says of its author proves nothing: whoever
/// imported it has asked.
async fn proposers(tx: &mut AnyConnection, stored: &Stored) -> sqlx::Result<Option<String>> {
    let history = stored.case.history();
    let proposed = history.events().filter(|it| matches!(it.event.kind, Kind::Proposed { .. }));
    let proposed = proposed.map(StoredEvent::id);
    let by = Statement::new("SELECT DISTINCT actor FROM history WHERE referral_id = ");
    let by = by.bind(millis(stored.referral().id)).add(" AND event IN (").bind_all(proposed);
    let rows = by.add(") ORDER BY actor").rows(tx).await?;
    let by: Vec<_> = rows.iter().map(|row| row.text("actor")).collect::<sqlx::Result<_>>()?;
    Ok((!by.is_empty()).then(|| by.join(" ")))
}

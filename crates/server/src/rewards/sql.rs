//! The versions of the rulebook, and the entries of what awards have earned. Entries are written with the
//! change of the referral that makes them, in its transaction.

use std::collections::{BTreeMap, BTreeSet};

use api::WebhookEvent;
use domain::case::Case;
use domain::event::{Kind, Role};
use domain::history::{StoredEvent, event_id};
use domain::referral::Instant;
use domain::rewards::{
    Award, Change, Entry, EntryKind, Given, Month, Past, Receiver, Rulebook, Rules, Total, entries,
};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::fault::retry;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int, millis};
use crate::db::statement::{Statement, Value};
use crate::db::versions::{Next, SetBy, Version, VersionChange, Versions};
use crate::db::{Result, Store};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::login::sql::accounts;
use crate::referrals::records::Stored;
use crate::referrals::sql::{duplicates, referrals};
use crate::rewards::expiry::expire;

/// A version of the rulebook.
pub type RulebookVersion = Version<Rules>;

/// What became of a change of the rulebook.
pub type RulebookChange = VersionChange<Rules>;

const RULEBOOKS: Versions = Versions("rulebooks");

/// The condition of what awards have earned or taken back. Nothing else counts towards a rule.
macro_rules! of_awards {
    () => {
        "kind IN ('earned', 'adjusted', 'reversed')"
    };
}
pub(crate) use of_awards;

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
    /// The rulebook that holds for what is submitted now.
    pub async fn rulebook(&self) -> Result<RulebookVersion> {
        retry!(self, "rulebook", async {
            RULEBOOKS.newest(&mut *self.readers.acquire().await?).await
        })
    }

    /// The newest versions of the rulebook, at most `limit`, newest first.
    pub async fn rulebooks(&self, limit: u32) -> Result<Vec<RulebookVersion>> {
        retry!(self, "rulebooks", async {
            RULEBOOKS.all(&mut *self.readers.acquire().await?, limit).await
        })
    }

    /// Publishes a rulebook, if the newest one is still `version`. A retry publishes none.
    pub async fn publish_rulebook(
        &self,
        version: u64,
        by: &SetBy<'_>,
        next: Next<'_, Rules>,
    ) -> Result<RulebookChange> {
        retry!(self, "publish_rulebook", RULEBOOKS.set(self, version, by, next))
    }

    /// What a referral has earned, and what an award would be made by; `None` if there is no such referral.
    pub async fn earned(&self, key: &str) -> Result<Option<Earned>> {
        retry!(self, "earned", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let Some(stored) = referrals::find_in(&mut tx, key).await? else { return Ok(None) };
            let (rulebook, past) = facts(self, &mut tx, &stored).await?;
            let entries = of_referral(&mut tx, millis(stored.referral().id)).await?;
            tx.rollback().await?;
            Ok(Some(Earned { stored, rulebook, past, entries }))
        })
    }
}

/// The awards of a time that hold, for a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentAwards {
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
    /// The awards since an instant that hold.
    pub async fn recent_awards(&self, since: Instant) -> Result<RecentAwards> {
        retry!(self, "recent_awards", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut recent = RecentAwards::default();
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
                 WHERE holder IS NOT NULL AND ",
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

/// The version of the rulebook that holds for what is submitted now; 0 for none.
pub(crate) async fn newest_version(tx: &mut AnyConnection) -> sqlx::Result<u64> {
    let newest = sqlx::query("SELECT COALESCE(MAX(version), 0) AS version FROM rulebooks");
    newest.fetch_one(tx).await?.count("version")
}

/// The rulebook of a referral, and what its two people got for others. Where no rulebook held, nobody asks
/// what they got.
pub(crate) async fn facts(
    store: &Store,
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<(Rulebook, Past)> {
    if stored.rulebook == 0 {
        return Ok(Default::default());
    }
    let version = RULEBOOKS.of(tx, stored.rulebook).await?;
    let rulebook = Rulebook { version: stored.rulebook, rules: version.settings };
    let (id, [referrer, referred]) = (millis(stored.referral().id), numbers(&stored.case));
    let is_member = referred != referrer && accounts::is_proven(tx, &referred).await?;
    let past = Past {
        referrer: totals(store, tx, &referrer, id).await?,
        referred: match is_member {
            true => Some(totals(store, tx, &referred, id).await?),
            false => None,
        },
        rival_awarded: has_awarded_rival(store, tx, stored).await?,
    };
    Ok((rulebook, past))
}

/// Whether a rival of this referral, which is another of the same person, has an award that holds. So that nobody gets
/// round this by a correction, one of the number with which this referral was submitted is a rival, too.
async fn has_awarded_rival(
    store: &Store,
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<bool> {
    let [submitted, shown] = [stored.referral(), &stored.case.corrected()]
        .map(|texts| numbers::key(&texts.referred_phone));
    let awarded = Statement::new(
        "SELECT e.id FROM referrals AS r JOIN referrals AS e ON e.id <> r.id AND ((e.number = r.number \
         AND (e.id = r.duplicate_of OR e.duplicate_of IN (r.id, r.duplicate_of)))",
    );
    let awarded = match submitted != shown && duplicates::is_number(&submitted) {
        true => duplicates::in_window(
            awarded.add(" OR (e.number = ").bind(submitted).add(" AND "),
            store.duplicates,
        )
        .add(")"),
        false => awarded,
    };
    let awarded = awarded.add(") JOIN reward_entries AS x ON x.referral_id = e.id WHERE r.id = ");
    let awarded = awarded.bind(millis(stored.referral().id));
    let awarded = awarded.add(" GROUP BY e.id HAVING SUM(x.success) > 0 LIMIT 1");
    Ok(awarded.row(tx).await?.is_some())
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

fn total(row: &AnyRow) -> sqlx::Result<Total> {
    let points: f64 = row.read("points")?;
    Ok(Total {
        to: receiver(row)?,
        rule: Some(row.text("rule")?).filter(|rule| !rule.is_empty()),
        service: row.text("service")?,
        month: Month(u32::try_from(row.int("month")?).map_err(decode)?),
        // Exact up to the most that one referral carries; beyond, no most is left.
        points: points as i64,
        successes: row.int("successes")?,
    })
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
    let imported = arrived.is_some();
    let (rulebook, past, arrived) = (&rulebook, &past, after.arrived);
    let change = Change { event: &event, at, rulebook, past, arrived, imported };
    let [referrer, referred] = numbers(&after.case).map(|key| store.keyed_hash.holder(&key));
    let proposers = proposers(after);
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
        insert(tx, id, holder.as_deref(), &entry, proposers.as_deref()).await?;
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

/// Who asked for an award of this referral, as in its history; `None` if nobody did. What a file says proves nothing.
fn proposers(stored: &Stored) -> Option<String> {
    let history = stored.case.history();
    let is_ours = |it: &&StoredEvent| !stored.imported.contains(&it.id());
    let proposed = history.events().filter(|it| matches!(it.event.kind, Kind::Proposed { .. }));
    let by = proposed.filter(is_ours).filter_map(|it| it.event.by.as_ref());
    let by: BTreeSet<&str> = by.map(Role::as_str).collect();
    (!by.is_empty()).then(|| by.into_iter().collect::<Vec<_>>().join(" "))
}

async fn insert(
    tx: &mut AnyConnection,
    id: i64,
    holder: Option<&[u8]>,
    entry: &Entry,
    proposers: Option<&str>,
) -> sqlx::Result<()> {
    let Entry { kind, to, event, at, award, awarded_at, version, rule, service, .. } = entry;
    let insert = Statement::new(
        "INSERT INTO reward_entries (referral_id, holder, receiver, kind, event, at, award, \
         awarded_at, month, version, rule, service, points, cuts, held_until, success, awarded_by, expires_at, \
         note) VALUES (",
    );
    let insert = match holder {
        Some(holder) => insert.bind(id).add(", ").bind(holder),
        None => insert.bind(id).add(", NULL"),
    };
    let values: Vec<Value> = vec![
        receiver_name(*to).into(),
        kind.as_str().into(),
        event.as_str().into(),
        millis(*at).into(),
        award.as_str().into(),
        millis(*awarded_at).into(),
        i64::from(Month::of(*awarded_at).0).into(),
        int(*version).into(),
        rule.as_deref().unwrap_or_default().into(),
        service.as_str().into(),
        entry.points.into(),
        serde_json::to_string(&entry.cuts).map_err(decode)?.into(),
        millis(entry.held_until).into(),
        entry.success.into(),
        proposers.map(str::to_owned).into(),
        entry.expires_at.map(millis).into(),
    ];
    insert.add(", ").bind_all(values).add(", '')").execute(tx).await?;
    Ok(())
}

/// An entry about a member and no referral.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfMember<'a> {
    /// What it is.
    pub(crate) kind: EntryKind,
    /// Whose it is; nobody's, if they are erased.
    pub(crate) holder: Option<&'a [u8]>,
    /// How many points; negative where they are taken away.
    pub(crate) points: i64,
    /// When it is made.
    pub(crate) at: Instant,
    /// When its points expire.
    pub(crate) expires_at: Option<Instant>,
    /// The request that it is about.
    pub(crate) redemption: Option<i64>,
    /// Why somebody enters it by hand, and who, as in a history.
    pub(crate) by_hand: Option<(&'a str, &'a str)>,
}

/// Enters it. It is on hold for no time.
pub(crate) async fn insert_of_member(
    tx: &mut AnyConnection,
    entry: &OfMember<'_>,
) -> sqlx::Result<()> {
    let OfMember { kind, holder, points, at, expires_at, redemption, by_hand } = *entry;
    let (note, by) = by_hand.unzip();
    let insert = Statement::new(
        "INSERT INTO reward_entries (holder, redemption, receiver, kind, event, at, award, awarded_at, \
         month, version, rule, service, points, cuts, held_until, success, expires_at, note, awarded_by) VALUES (",
    );
    let insert = match holder {
        Some(holder) => insert.bind(holder).add(", "),
        None => insert.add("NULL, "),
    };
    let insert = insert.bind(redemption).add(", 'referrer', ").bind(kind.as_str());
    let insert = insert.add(", '', ").bind(millis(at)).add(", '', ");
    let insert = insert.bind_all([millis(at), i64::from(Month::of(at).0)]).add(", 0, '', '', ");
    let insert = insert.bind(points).add(", '[]', ").bind(millis(at)).add(", 0, ");
    let insert = insert
        .bind(expires_at.map(millis))
        .add(", ")
        .bind(note.unwrap_or_default())
        .add(", ")
        .bind(by.map(str::to_owned));
    insert.add(")").execute(tx).await?;
    Ok(())
}

/// The entries of a referral, in the order in which they were made.
async fn of_referral(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Vec<Entry>> {
    let rows = sqlx::query(
        "SELECT receiver, kind, event, at, award, awarded_at, version, rule, service, points, cuts, \
         held_until, expires_at, success FROM reward_entries WHERE referral_id = $1 ORDER BY seq",
    );
    rows.bind(id).fetch_all(tx).await?.iter().map(entry).collect()
}

/// The entry in a row with all columns but its place, holder and referral.
pub(crate) fn entry(row: &AnyRow) -> sqlx::Result<Entry> {
    Ok(Entry {
        kind: kind(row)?,
        to: receiver(row)?,
        event: row.text("event")?,
        at: row.instant("at")?,
        award: row.text("award")?,
        awarded_at: row.instant("awarded_at")?,
        version: row.count("version")?,
        rule: Some(row.text("rule")?).filter(|rule| !rule.is_empty()),
        service: row.text("service")?,
        points: row.int("points")?,
        cuts: serde_json::from_str(&row.text("cuts")?).map_err(decode)?,
        held_until: row.instant("held_until")?,
        expires_at: row.maybe_instant("expires_at")?,
        success: row.int("success")?,
    })
}

/// What an entry is.
pub(crate) fn kind(row: &AnyRow) -> sqlx::Result<EntryKind> {
    let name = row.text("kind")?;
    let kind = EntryKind::ALL.into_iter().find(|known| known.as_str() == name);
    kind.ok_or(sqlx::Error::RowNotFound)
}

fn receiver_name(to: Receiver) -> &'static str {
    match to {
        Receiver::Referrer => "referrer",
        Receiver::Referred => "referred",
    }
}

fn receiver(row: &AnyRow) -> sqlx::Result<Receiver> {
    let name = row.text("receiver")?;
    let all = [Receiver::Referrer, Receiver::Referred];
    all.into_iter().find(|to| receiver_name(*to) == name).ok_or(sqlx::Error::RowNotFound)
}

/// Gives an event of a referral another id, because a number was taken out of its text.
pub(crate) async fn rename(
    tx: &mut AnyConnection,
    id: i64,
    before: &str,
    after: &str,
) -> sqlx::Result<()> {
    for column in ["event", "award"] {
        let rename = Statement::new("UPDATE reward_entries SET ").add(column).add(" = ");
        let rename = rename.bind(after).add(" WHERE referral_id = ").bind(id).add(" AND ");
        rename.add(column).add(" = ").bind(before).execute(tx).await?;
    }
    Ok(())
}

/// Forgets who got the points of the person with the number of this key, and why somebody entered some by hand.
/// The points stay.
pub(crate) async fn forget(store: &Store, tx: &mut AnyConnection, key: &str) -> sqlx::Result<()> {
    if let Some(holder) = store.keyed_hash.holder(key) {
        let forget =
            sqlx::query("UPDATE reward_entries SET holder = NULL, note = '' WHERE holder = $1");
        forget.bind(holder).execute(tx).await?;
    }
    Ok(())
}

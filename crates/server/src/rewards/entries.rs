//! The entries of points, as rows: they are added and read, and none is ever changed but for what an erasure takes.

use domain::referral::Instant;
use domain::rewards::{Entry, EntryKind, Month, Receiver, Total};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::db::row::{Fields, decode, int, millis};
use crate::db::statement::{Statement, Value};

/// The condition of what awards have earned or taken back. Nothing else counts towards a rule.
macro_rules! of_awards {
    () => {
        "kind IN ('earned', 'adjusted', 'reversed')"
    };
}
pub(crate) use of_awards;

/// The columns that [`entry`] reads.
macro_rules! entry_columns {
    () => {
        "receiver, kind, event, at, award, awarded_at, version, rule, service, points, cuts, held_until, \
         expires_at, success"
    };
}
pub(crate) use entry_columns;

/// What is written with an entry of a referral.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfReferral<'a> {
    /// The id of the referral.
    pub(crate) id: i64,
    /// Whose it is; nobody's, if their number is none.
    pub(crate) holder: Option<&'a [u8]>,
    /// Who asked for the award, as in a history.
    pub(crate) proposers: Option<&'a str>,
}

/// Enters what an award has earned or takes back.
pub(crate) async fn insert(
    tx: &mut AnyConnection,
    entry: &Entry,
    of: &OfReferral<'_>,
) -> sqlx::Result<()> {
    let row: Vec<(&str, Value)> = vec![
        ("referral_id", of.id.into()),
        ("holder", of.holder.into()),
        ("receiver", receiver_name(entry.to).into()),
        ("kind", entry.kind.as_str().into()),
        ("event", entry.event.as_str().into()),
        ("at", millis(entry.at).into()),
        ("award", entry.award.as_str().into()),
        ("awarded_at", millis(entry.awarded_at).into()),
        ("month", i64::from(Month::of(entry.awarded_at).0).into()),
        ("version", int(entry.version).into()),
        ("rule", entry.rule.as_deref().unwrap_or_default().into()),
        ("service", entry.service.as_str().into()),
        ("points", entry.points.into()),
        ("cuts", serde_json::to_string(&entry.cuts).map_err(decode)?.into()),
        ("held_until", millis(entry.held_until).into()),
        ("success", entry.success.into()),
        ("awarded_by", of.proposers.map(str::to_owned).into()),
        ("expires_at", entry.expires_at.map(millis).into()),
        ("note", "".into()),
    ];
    Statement::insert("reward_entries", row).execute(tx).await?;
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
    let row: Vec<(&str, Value)> = vec![
        ("holder", holder.into()),
        ("redemption", redemption.into()),
        ("receiver", receiver_name(Receiver::Referrer).into()),
        ("kind", kind.as_str().into()),
        ("event", "".into()),
        ("at", millis(at).into()),
        ("award", "".into()),
        ("awarded_at", millis(at).into()),
        ("month", i64::from(Month::of(at).0).into()),
        ("version", 0.into()),
        ("rule", "".into()),
        ("service", "".into()),
        ("points", points.into()),
        ("cuts", "[]".into()),
        ("held_until", millis(at).into()),
        ("success", 0.into()),
        ("expires_at", expires_at.map(millis).into()),
        ("note", note.unwrap_or_default().into()),
        ("awarded_by", by.map(str::to_owned).into()),
    ];
    Statement::insert("reward_entries", row).execute(tx).await?;
    Ok(())
}

/// The entries of a referral, in the order in which they were made.
pub(crate) async fn of_referral(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Vec<Entry>> {
    let rows = sqlx::query(concat!(
        "SELECT ",
        entry_columns!(),
        " FROM reward_entries WHERE referral_id = $1 ORDER BY seq"
    ));
    rows.bind(id).fetch_all(tx).await?.iter().map(entry).collect()
}

/// The entry in a row with [`entry_columns`].
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

pub(crate) fn receiver_name(to: Receiver) -> &'static str {
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

/// What somebody got by one rule for one service in one month, in a row of sums.
pub(crate) fn total(row: &AnyRow) -> sqlx::Result<Total> {
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

//! What one person got and gave back: a page of their entries, and what all of them come to.

use std::collections::BTreeMap;

use domain::case::Case;
use domain::referral::Instant;
use domain::rewards::{Balance, Entry, Offer, Share};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::fault::retry;
use crate::db::row::{Fields, decode, page};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::referrals::sql::referrals;
use crate::rewards::balance::{balance, points};
use crate::rewards::entries::{entry, entry_columns};
use crate::rewards::expiry::shares;

/// A page of somebody's entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// What they have.
    pub balance: Balance,
    /// The entries of the page, the newest first, each with what it is about as long as that is here.
    pub page: Vec<(Entry, Option<Subject>)>,
    /// What the entries before them come to.
    pub before: i64,
    /// What has to do with expiry of all their entries.
    pub shares: Vec<Share>,
    /// The cursor of the next page.
    pub next: Option<String>,
}

/// What an entry is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A referral.
    Referral(Box<Case>),
    /// What points were exchanged for, by its title.
    Offer(String),
    /// Why somebody entered it by hand.
    Note(String),
}

impl Store {
    /// A page of the entries of whoever has the number of this key, and what all of them come to; nothing for
    /// somebody without a number.
    pub async fn entries_of(
        &self,
        key: &str,
        after: Option<&str>,
        now: Instant,
        limit: u32,
    ) -> Result<Entries> {
        let Some(holder) = self.keyed_hash.holder(key) else { return Ok(Entries::default()) };
        let after = after.and_then(|after| after.parse().ok());
        retry!(self, "entries_of", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let balance = balance(&mut tx, Some(&holder), now).await?;
            let rows = newest(&holder, after, limit).rows(&mut tx).await?;
            let found = page(&rows, limit, place, |row| Ok(row.int("seq")?.to_string()))?;
            let before = match found.items.last() {
                Some((seq, _)) => sum_before(&holder, *seq).rows(&mut tx).await?,
                None => Vec::new(),
            };
            let before = before.first().map_or(Ok(0), |row| points(row, "points"))?;
            let of = |about: fn(&About) -> Option<i64>| {
                found.items.iter().filter_map(move |(_, it)| about(it))
            };
            let shares = shares(&mut tx, &holder).await?;
            let cases = cases(&mut tx, of(|about| about.referral)).await?;
            let offers = offers(&mut tx, of(|about| about.redemption)).await?;
            tx.rollback().await?;
            let with_subject = |(row, (_, about)): (&AnyRow, &(i64, About))| {
                let case = about.referral.and_then(|id| cases.get(&id));
                let offer = about.redemption.and_then(|id| offers.get(&id));
                let case = case.map(|case| Subject::Referral(Box::new(case.clone())));
                let offer = offer.cloned().map(Subject::Offer);
                let note = Some(&about.note).filter(|note| !note.is_empty()).cloned();
                Ok((entry(row)?, case.or(offer).or(note.map(Subject::Note))))
            };
            let page = rows.iter().zip(&found.items).map(with_subject);
            let page = page.collect::<sqlx::Result<_>>()?;
            Ok(Entries { balance, page, before, shares, next: found.next })
        })
    }
}

/// What an entry is about, by its id.
struct About {
    referral: Option<i64>,
    redemption: Option<i64>,
    note: String,
}

/// The place of an entry among all, and what it is about.
fn place(row: &AnyRow) -> sqlx::Result<(i64, About)> {
    let (referral, redemption) = (row.maybe_int("referral_id")?, row.maybe_int("redemption")?);
    Ok((row.int("seq")?, About { referral, redemption, note: row.text("note")? }))
}

/// The newest entries, or those before one; one more than wanted, to know whether more follow.
fn newest(holder: &[u8], before: Option<i64>, limit: u32) -> Statement {
    let select = Statement::new(concat!(
        "SELECT seq, referral_id, redemption, note, ",
        entry_columns!(),
        " FROM reward_entries WHERE holder = "
    ));
    let select = select.bind(holder);
    let select = match before {
        Some(seq) => select.add(" AND seq < ").bind(seq),
        None => select,
    };
    select.add(" ORDER BY seq DESC LIMIT ").bind(i64::from(limit) + 1)
}

/// What the entries come to that were made before one.
fn sum_before(holder: &[u8], seq: i64) -> Statement {
    let select = Statement::new(
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries WHERE holder = ",
    );
    select.bind(holder).add(" AND seq < ").bind(seq)
}

/// These referrals, by id.
async fn cases(
    tx: &mut AnyConnection,
    ids: impl Iterator<Item = i64>,
) -> sqlx::Result<BTreeMap<i64, Case>> {
    let select = Statement::new("SELECT id, record FROM referrals WHERE id IN (").bind_all(ids);
    let rows = select.add(")").rows(tx).await?;
    rows.iter().map(|row| Ok((row.int("id")?, referrals::case(row)?))).collect()
}

/// The titles of what was chosen in these requests, by their ids.
async fn offers(
    tx: &mut AnyConnection,
    ids: impl Iterator<Item = i64>,
) -> sqlx::Result<BTreeMap<i64, String>> {
    let select = Statement::new("SELECT id, chosen FROM redemptions WHERE id IN (").bind_all(ids);
    let rows = select.add(")").rows(tx).await?;
    let offer = |row: &AnyRow| {
        let chosen: Offer = serde_json::from_str(&row.text("chosen")?).map_err(decode)?;
        Ok((row.int("id")?, chosen.title))
    };
    rows.iter().map(offer).collect()
}

/// The statements of a page, for the test of their plans.
#[cfg(test)]
pub(crate) fn statements(holder: &[u8]) -> [Statement; 3] {
    [newest(holder, None, 50), newest(holder, Some(5), 50), sum_before(holder, 5)]
}

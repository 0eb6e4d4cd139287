//! Imports of spreadsheets. What a row becomes, and what goes when an import is taken out again, is decided
//! by rules that the caller passes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};

use api::{
    KeptReferral, Maker, RefusedRow, SourceKind, Spreadsheet, SpreadsheetImported,
    SpreadsheetTakenOut,
};
use domain::case::Case;
use domain::pipeline::{Kept, Known};
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::Rejections;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::answers::RetryKey;
use crate::db::fault::{commit, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int, millis, page};
use crate::db::statement::Statement;
use crate::db::{Page, Result, Store, answers};
use crate::privacy::sql::erase;
use crate::programme::sql as programme;
use crate::referrals::records::{Actor, Stored, as_submitted};
use crate::referrals::sql::duplicates::{self, Numbers, Rivals};
use crate::referrals::sql::history::{Arrivals, Entry};
use crate::referrals::sql::referrals::Beside;
use crate::referrals::sql::{history, referrals};
use crate::rewards::rulebooks;
use crate::spreadsheets::rows::Placed;

/// How many rows a statement inserts.
const ROWS: usize = 500;

/// How many referrals a transaction takes out. Others wait for that long only: SQLite's index for searches
/// lets go of them more slowly than it takes them in.
const PART: i64 = 100;

/// Decides on a row, by when it comes, the [rivals](Known::rivals) that it would have and what owners have
/// set: the referral that it becomes.
pub type RowRule<'a> = &'a (
        dyn Fn(&ReferralDraft, Instant, Known) -> std::result::Result<Referral, Rejections>
            + Send
            + Sync
    );

/// Decides whether a referral goes when its import is taken out.
pub type TakeOutRule<'a> = &'a (dyn Fn(Known) -> std::result::Result<(), Kept> + Send + Sync);

/// Rows to import.
#[derive(Clone, Copy)]
pub struct NewSpreadsheet<'a> {
    /// The rows that break no rule of texts.
    pub rows: &'a [Placed],
    /// The rows that were refused before.
    pub refused: &'a [RefusedRow],
    /// What each becomes.
    pub rule: RowRule<'a>,
}

/// What has become of some referrals of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenOutPart {
    /// How many are gone, now and before, and which of these stay.
    pub done: SpreadsheetTakenOut,
    /// How many of them went now. An event is recorded with these.
    pub went: u64,
    /// The id after which there may be more.
    pub next: Option<i64>,
}

/// Who imports or takes out, and when.
#[derive(Clone, Copy, Debug)]
pub struct Hand<'a> {
    /// Their id in histories.
    pub staff: &'a str,
    /// The hash of the session's token, which must still be open.
    pub session: Option<&'a [u8; 32]>,
    /// When.
    pub now: Instant,
}

impl Store {
    /// What would become of these rows: for each, the first referral of its number that is here, or the
    /// rules that it breaks.
    pub async fn check_spreadsheet(
        &self,
        rows: &[Placed],
        now: Instant,
        rule: RowRule<'_>,
    ) -> Result<Vec<std::result::Result<Option<Stored>, Rejections>>> {
        retry!(self, "check_spreadsheet", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let programme = programme::newest(&mut tx).await?.settings;
            let mut checked = Vec::with_capacity(rows.len());
            let (mut known, mut first) = (Rivals::default(), BTreeMap::new());
            for (_, draft) in rows {
                let number = numbers::key(&draft.referred_phone);
                let rivals = known.of(&mut tx, &number).await?;
                let known = Known { rivals, programme: programme.clone(), ..Known::default() };
                checked.push(match rule(draft, now, known) {
                    Ok(referral) => {
                        let service = referral.service.value().to_owned();
                        Ok(match first.entry((number, service)) {
                            Occupied(known) => Option::clone(known.get()),
                            Vacant(place) => {
                                let (number, service) = place.key();
                                let of = (number.as_str(), service.as_str());
                                let found =
                                    duplicates::first_of(self.duplicates, &mut tx, of, now).await?;
                                place.insert(found).clone()
                            }
                        })
                    }
                    Err(rejections) => Err(rejections),
                });
            }
            tx.rollback().await?;
            Ok(checked)
        })
    }

    /// Stores the referrals that these rows become, all in one transaction; once for each retry key. It
    /// requires that the session is still open. They are dated in their order up to now; or, where those ids
    /// are taken, by the next free ones. After a sheet of a moment ago that may be as many milliseconds later
    /// than now as it had rows.
    pub async fn import_spreadsheet(
        &self,
        new: &NewSpreadsheet<'_>,
        by: &Hand<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<SpreadsheetImported> {
        retry!(self, "import_spreadsheet", async {
            let mut tx = self.begin_for(by.session).await?;
            if let Some(answer) = answers::claim(&mut tx, retry).await? {
                return serde_json::from_str(&answer).map_err(decode);
            }
            locks::take(&mut tx, Lock::History).await?;
            let mut done =
                SpreadsheetImported { refused: new.refused.to_vec(), ..Default::default() };
            let written = insert_rows(self, &mut tx, new, by, &mut done.refused).await?;
            done.refused.sort_unstable_by_key(|refused| refused.row);
            done.added = written.len() as u64;
            if !written.is_empty() {
                done.id = Some(insert(&mut tx, &written, by).await?);
            }
            let written = referrals::finish(self, &mut tx, &[], written, Some(by.now)).await?;
            let actor = Actor::Import { id: by.staff.to_owned(), name: String::new() };
            let entries = |stored: &Stored| {
                let submitted = Case::submitted(as_submitted(&stored.case));
                let submission = Entry::submission(submitted.referral(), by.now, &actor);
                // Nobody has imported what closes it.
                let closing = Entry::events(Some(&submitted), &stored.case, None, &Actor::Guest);
                [submission].into_iter().chain(closing)
            };
            history::write_all(&mut tx, &written.iter().flat_map(entries).collect::<Vec<_>>())
                .await?;
            answers::finish(&mut tx, retry, &serde_json::to_string(&done).map_err(decode)?).await?;
            match done.id {
                Some(_) => audit::sql::commit(tx).await?,
                None => commit(tx).await?,
            }
            Ok(done)
        })
    }

    /// The imports, newest first. `after` is the `next` of the previous page.
    pub async fn spreadsheets(&self, after: Option<&str>, limit: u32) -> Result<Page<Spreadsheet>> {
        retry!(self, "spreadsheets", async {
            let before = after.and_then(|text| text.parse().ok()).unwrap_or(i64::MAX);
            let rows = sqlx::query(
                "SELECT s.id, s.at, s.staff, s.added, s.taken_out, s.taken_out_at, s.taken_out_by, \
                 COALESCE(b.name, '') AS name, COALESCE(t.name, '') AS taken_out_name, \
                 (SELECT COUNT(*) FROM spreadsheet_referrals AS r WHERE r.spreadsheet = s.id) AS here \
                 FROM spreadsheets AS s LEFT JOIN staff AS b ON b.id = s.staff \
                 LEFT JOIN staff AS t ON t.id = s.taken_out_by \
                 WHERE s.id < $1 ORDER BY s.id DESC LIMIT $2",
            );
            let rows = rows.bind(before).bind(i64::from(limit) + 1);
            let rows = rows.fetch_all(&self.readers).await?;
            page(&rows, limit, spreadsheet, |row| Ok(row.int("id")?.to_string()))
        })
    }

    /// What taking out an import would do; `None` if there is no such import.
    pub async fn spreadsheet(
        &self,
        id: i64,
        rule: TakeOutRule<'_>,
    ) -> Result<Option<SpreadsheetTakenOut>> {
        retry!(self, "spreadsheet", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let Some(_) = taken_out(&mut tx, id).await? else { return Ok(None) };
            let Parted { gone, kept, .. } = parted(&mut tx, id, (i64::MIN, i64::MAX), rule).await?;
            tx.rollback().await?;
            Ok(Some(SpreadsheetTakenOut { gone: gone.len() as u64, kept }))
        })
    }

    /// Deletes the referrals of an import that the rule lets go, of the first so many after `after`. Their
    /// keys count as erased, so no copy of them comes back. It requires that the session is still open.
    /// `None` if there is no such import.
    pub async fn take_out_spreadsheet(
        &self,
        id: i64,
        after: i64,
        by: &Hand<'_>,
        rule: TakeOutRule<'_>,
    ) -> Result<Option<TakenOutPart>> {
        retry!(self, "take_out_spreadsheet", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Erasures).await?;
            self.must_be_open(&mut tx, by.session).await?;
            locks::take(&mut tx, Lock::History).await?;
            let Some(before) = taken_out(&mut tx, id).await? else {
                tx.rollback().await?;
                return Ok(None);
            };
            let Parted { gone, kept, next } = parted(&mut tx, id, (after, PART), rule).await?;
            let mut later = Numbers::new();
            let those =
                |delete: Statement| delete.add("id IN (").bind_all(gone.iter().copied()).add(")");
            for number in erase::delete(self, &mut tx, &those).await? {
                duplicates::add(&mut later, &number);
            }
            // For each later referral of their numbers, another one may now be the first.
            duplicates::of_numbers(self, &mut tx, &later).await?;
            let went = gone.len() as u64;
            let gone = before + went;
            if went > 0 {
                let update = "UPDATE spreadsheets SET taken_out = $2, taken_out_at = $3, \
                              taken_out_by = $4 WHERE id = $1";
                let update = sqlx::query(update).bind(id).bind(int(gone)).bind(millis(by.now));
                update.bind(by.staff).execute(&mut *tx).await?;
                audit::sql::commit(tx).await?;
            } else {
                tx.rollback().await?;
            }
            Ok(Some(TakenOutPart { done: SpreadsheetTakenOut { gone, kept }, went, next }))
        })
    }
}

/// Inserts the referrals that the rows become, in their order, and adds the refused rows to `refused`.
async fn insert_rows(
    store: &Store,
    tx: &mut AnyConnection,
    new: &NewSpreadsheet<'_>,
    by: &Hand<'_>,
    refused: &mut Vec<RefusedRow>,
) -> sqlx::Result<Vec<Stored>> {
    let arrivals = Arrivals { referral: Some(by.now), ..Arrivals::default() };
    let first = by.now.as_millis().saturating_sub(new.rows.len() as u64);
    let mut id = Instant::try_from(first).unwrap_or(by.now);
    let mut written = Vec::with_capacity(new.rows.len());
    // Each row is submitted now.
    let rulebook = rulebooks::newest_version(tx).await?;
    let beside = Beside { source: SourceKind::Spreadsheet, origin: None, rulebook };
    let mut known = Rivals::default();
    let programme = programme::newest(tx).await?.settings;
    for (row, draft) in new.rows {
        let rivals = known.of(tx, &numbers::key(&draft.referred_phone)).await?;
        let known = Known { rivals, programme: programme.clone(), ..Known::default() };
        match (new.rule)(draft, id, known) {
            Ok(referral) => {
                let case = |id| Case::submitted(Referral { id, ..referral.clone() });
                let stored =
                    referrals::insert_at_next_id(store, tx, id, case, beside, &arrivals).await?;
                let stored =
                    stored.ok_or_else(|| sqlx::Error::Protocol("no id is left".to_owned()))?;
                id = stored.referral().id.next();
                written.push(stored);
            }
            Err(rejections) => {
                let codes = rejections.codes().iter().map(|&code| code.into()).collect();
                refused.push(RefusedRow { row: *row, codes });
            }
        }
    }
    Ok(written)
}

/// Inserts an import with its referrals, and returns its id. The transaction has the lock of the history.
async fn insert(tx: &mut AnyConnection, written: &[Stored], by: &Hand<'_>) -> sqlx::Result<u64> {
    let insert = sqlx::query(
        "INSERT INTO spreadsheets (id, at, staff, added, taken_out) VALUES \
         ((SELECT COALESCE(MAX(id), 0) + 1 FROM spreadsheets), $1, $2, $3, 0) RETURNING id",
    );
    let insert = insert.bind(millis(by.now)).bind(by.staff).bind(int(written.len() as u64));
    let id = insert.fetch_one(&mut *tx).await?.count("id")?;
    for written in written.chunks(ROWS) {
        let mut insert =
            Statement::new("INSERT INTO spreadsheet_referrals (spreadsheet, referral_id) VALUES ");
        let mut between = "(";
        for stored in written {
            insert = insert.add(between).bind(int(id)).add(", ");
            insert = insert.bind(millis(stored.referral().id)).add(")");
            between = ", (";
        }
        insert.execute(&mut *tx).await?;
    }
    Ok(id)
}

/// How many referrals of an import were taken out before; `None` if there is no such import.
async fn taken_out(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Option<u64>> {
    let found = sqlx::query("SELECT taken_out FROM spreadsheets WHERE id = $1").bind(id);
    found.fetch_optional(tx).await?.map(|row| row.count("taken_out")).transpose()
}

/// Some referrals of an import.
struct Parted {
    /// The ids of those that go.
    gone: Vec<i64>,
    /// Those that stay.
    kept: Vec<KeptReferral>,
    /// The id after which there may be more.
    next: Option<i64>,
}

/// The first `limit` referrals of an import with ids above `after`.
async fn parted(
    tx: &mut AnyConnection,
    id: i64,
    (after, limit): (i64, i64),
    rule: TakeOutRule<'_>,
) -> sqlx::Result<Parted> {
    let sql = concat!(
        "SELECT ",
        referrals::columns!(),
        " FROM spreadsheet_referrals AS s JOIN referrals AS r ON r.id = s.referral_id \
         WHERE s.spreadsheet = $1 AND s.referral_id > $2 ORDER BY s.referral_id LIMIT $3"
    );
    let rows = sqlx::query(sql).bind(id).bind(after).bind(limit).fetch_all(&mut *tx).await?;
    let mut parted = Parted { gone: Vec::new(), kept: Vec::new(), next: None };
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count == limit);
    for row in rows {
        let Stored { case, key, imported, .. } = referrals::stored(&row)?;
        let name = case.corrected().referred_name;
        let id = millis(case.referral().id);
        let rivals = duplicates::rivals(tx, &key).await?;
        match rule(Known { referral: Some(case), imported, rivals, ..Known::default() }) {
            Ok(()) => parted.gone.push(id),
            Err(why) => parted.kept.push(KeptReferral { key, name, why: why.into() }),
        }
        parted.next = is_full.then_some(id);
    }
    Ok(parted)
}

/// The import in a row.
fn spreadsheet(row: &AnyRow) -> sqlx::Result<Spreadsheet> {
    let taken_out_by = row.maybe_text("taken_out_by")?;
    let taken_out_name = row.text("taken_out_name")?;
    Ok(Spreadsheet {
        id: row.count("id")?,
        at: row.instant("at")?,
        by: Maker { id: row.text("staff")?, name: row.text("name")? },
        added: row.count("added")?,
        left: row.count("here")?,
        taken_out: row.count("taken_out")?,
        taken_out_at: row.maybe_instant("taken_out_at")?,
        taken_out_by: taken_out_by.map(|id| Maker { id, name: taken_out_name }),
    })
}

//! Batches of requests that are paid together. What may become of one is decided by rules that the caller passes,
//! within the transaction that has the lock of all requests.

use std::collections::BTreeMap;

use api::{HostedCode, LineOutcome, Maker};
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::{BatchCommand, BatchStatus, BatchStep, RedemptionCommand, Terms};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::answers::RetryKey;
use crate::db::fault::{refused, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, decode, int, millis, page};
use crate::db::statement::Statement;
use crate::db::{Page, Result, Store, answers};
use crate::rewards::batches::rules::BatchRules;
use crate::rewards::next_id::next_id;
use crate::rewards::redemptions::around::{
    around, awarders, awarders_by_holder, points_of, sums, two_people,
};
use crate::rewards::redemptions::sql::{Around, StoredRedemption, find, select, stored, take_step};

/// A stored batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBatch {
    /// Identifies it.
    pub id: u64,
    /// Increases with every change of it or of its lines.
    pub version: u64,
    /// Whether it took two people to pay for points when it was made.
    pub two_people: bool,
    /// What has happened.
    pub steps: Vec<BatchStep>,
    /// Where it stands.
    pub status: BatchStatus,
    /// Who took each step, in that order.
    pub makers: Vec<Maker>,
    /// How many lines it has.
    pub lines: u64,
    /// How many of them have an outcome.
    pub settled: u64,
}

/// A batch with its lines, in the order of their ids, each with what a decision on it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullBatch {
    /// The batch.
    pub batch: StoredBatch,
    /// Whether it takes two people to pay it.
    pub two_people: bool,
    /// Its lines.
    pub lines: Vec<(StoredRedemption, Around)>,
}

impl Store {
    /// Makes a batch of these requests, once for each retry key. `first` is its first step.
    pub async fn make_batch(
        &self,
        first: &BatchStep,
        ids: &[u64],
        rules: &BatchRules<'_>,
        session: Option<&[u8; 32]>,
        key: &RetryKey,
    ) -> Result<FullBatch> {
        retry!(self, "make_batch", async {
            let mut tx = self.begin_for(session).await?;
            if let Some(answer) = answers::claim(&mut tx, Some(key)).await? {
                let id = answer.parse().map_err(decode)?;
                let before = full(&mut tx, id, rules.at).await?;
                tx.rollback().await?;
                return before.ok_or(sqlx::Error::RowNotFound);
            }
            locks::take(&mut tx, Lock::Redemptions).await?;
            let insert = Statement::new(concat!(
                "INSERT INTO batches (id, version, two_people, status, steps) VALUES (",
                next_id!("batches"),
                ", 1, ",
            ));
            let insert = insert.bind(i64::from(two_people(&mut tx).await?)).add(", ");
            let insert = insert.bind(first.status.as_str()).add(", ");
            let insert = insert.bind(serde_json::to_string(&[first]).map_err(decode)?);
            let row = insert.add(") RETURNING id").row(&mut tx).await?;
            let id = row.ok_or(sqlx::Error::RowNotFound)?.int("id")?;
            let batch = find_batch(&mut tx, id).await?.ok_or(sqlx::Error::RowNotFound)?;
            set_lines(self, &mut tx, &batch, ids, rules).await?;
            answers::finish(&mut tx, Some(key), &id.to_string()).await?;
            let made = full(&mut tx, id, rules.at).await?.ok_or(sqlx::Error::RowNotFound)?;
            audit::sql::commit(tx).await?;
            Ok(made)
        })
    }

    /// Makes these requests the lines of a batch, if it is still in this version; `None` if there is none.
    pub async fn change_batch(
        &self,
        id: u64,
        version: u64,
        ids: &[u64],
        rules: &BatchRules<'_>,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<FullBatch>> {
        retry!(self, "change_batch", async {
            let mut tx = self.begin_for(session).await?;
            locks::take(&mut tx, Lock::Redemptions).await?;
            let Some(batch) = find_batch(&mut tx, int(id)).await? else { return Ok(None) };
            let (lines, two_people) = lines(&mut tx, &batch, rules.at).await?;
            let before: Vec<u64> = lines.iter().map(|(line, _)| line.id).collect();
            let command = BatchCommand::of_lines(&before, ids);
            let may = rules.batch(&batch.steps, command, &lines, two_people);
            let step = may.map_err(refused)?;
            let is_same = before.len() == ids.len() && before.iter().all(|id| ids.contains(id));
            if !is_same {
                must_be_in(&batch, version)?;
                set_lines(self, &mut tx, &batch, ids, rules).await?;
                advance(&mut tx, &batch, step).await?;
            }
            let changed = full(&mut tx, int(id), rules.at).await?;
            audit::sql::commit(tx).await?;
            Ok(changed)
        })
    }

    /// Takes the step of a batch that the rule decides on for this command; `None` if there is no such batch.
    /// With a version, the batch must still be in it.
    pub async fn step_batch(
        &self,
        id: u64,
        version: Option<u64>,
        command: BatchCommand,
        rules: &BatchRules<'_>,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<FullBatch>> {
        retry!(self, "step_batch", async {
            let mut tx = self.begin_for(session).await?;
            locks::take(&mut tx, Lock::Redemptions).await?;
            let Some(batch) = find_batch(&mut tx, int(id)).await? else { return Ok(None) };
            let (lines, two_people) = lines(&mut tx, &batch, rules.at).await?;
            let step = rules.batch(&batch.steps, command, &lines, two_people).map_err(refused)?;
            if let Some(step) = step {
                if let Some(version) = version {
                    must_be_in(&batch, version)?;
                }
                advance(&mut tx, &batch, Some(step)).await?;
            }
            let changed = full(&mut tx, int(id), rules.at).await?;
            // An export is on record each time.
            audit::sql::commit(tx).await?;
            Ok(changed)
        })
    }

    /// Says what became of lines of a batch, of all of these or of none; `None` if there is no such batch.
    pub async fn settle_batch(
        &self,
        id: u64,
        outcomes: &[LineOutcome],
        rules: &BatchRules<'_>,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<FullBatch>> {
        retry!(self, "settle_batch", async {
            let mut tx = self.begin_for(session).await?;
            locks::take(&mut tx, Lock::Redemptions).await?;
            let Some(batch) = find_batch(&mut tx, int(id)).await? else { return Ok(None) };
            let (lines, two_people) = lines(&mut tx, &batch, rules.at).await?;
            let may = rules.batch(&batch.steps, BatchCommand::Settle, &lines, two_people);
            may.map_err(refused)?;
            let mut has_changed = false;
            for LineOutcome { redemption, paid, reason } in outcomes {
                let line = lines.iter().find(|(line, _)| line.id == *redemption);
                let (line, around) = line.ok_or_else(|| refused(HostedCode::RedemptionGone))?;
                let command =
                    if *paid { RedemptionCommand::Pay } else { RedemptionCommand::Fail(reason) };
                if let Some(step) = rules.line(line, command, around).map_err(refused)? {
                    take_step(self, &mut tx, line, step, line.batch).await?;
                    has_changed = true;
                }
            }
            if has_changed {
                advance(&mut tx, &batch, None).await?;
            }
            let changed = full(&mut tx, int(id), rules.at).await?;
            audit::sql::commit(tx).await?;
            Ok(changed)
        })
    }

    /// A batch with its lines; `None` if there is no such batch.
    pub async fn batch(&self, id: u64, now: Instant) -> Result<Option<FullBatch>> {
        retry!(self, "batch", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let found = full(&mut tx, int(id), now).await?;
            tx.rollback().await?;
            Ok(found)
        })
    }

    /// The batches, newest first.
    pub async fn batches(&self, after: Option<&str>, limit: u32) -> Result<Page<StoredBatch>> {
        retry!(self, "batches", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let before = after.and_then(|text| text.parse().ok()).unwrap_or(i64::MAX);
            let listed = select_batch().add(" WHERE b.id < ").bind(before);
            let listed = listed.add(" ORDER BY b.id DESC LIMIT ").bind(i64::from(limit) + 1);
            let rows = listed.rows(&mut tx).await?;
            let mut found = page(&rows, limit, batch, |row| Ok(row.int("id")?.to_string()))?;
            for batch in &mut found.items {
                name_makers(&mut tx, batch).await?;
            }
            tx.rollback().await?;
            Ok(found)
        })
    }
}

/// All batches, with the columns that [`batch`] reads.
pub(crate) const SELECT: &str = "SELECT b.id, b.version, b.two_people, b.status, b.steps, \
     (SELECT COUNT(*) FROM redemptions AS r WHERE r.batch = b.id) AS line_count, \
     (SELECT COUNT(*) FROM redemptions AS r WHERE r.batch = b.id AND r.status <> 'batched') AS settled \
     FROM batches AS b";

fn select_batch() -> Statement {
    Statement::new(SELECT)
}

/// Whether a row can be read, and has the column that is made of its steps.
pub(crate) fn is_sound(row: &AnyRow) -> bool {
    let agrees = |batch: StoredBatch| Ok(row.text("status")? == batch.status.as_str());
    batch(row).and_then(agrees).unwrap_or(false)
}

/// The batch in a row, without the names of whoever worked on it.
fn batch(row: &AnyRow) -> sqlx::Result<StoredBatch> {
    let steps: Vec<BatchStep> = serde_json::from_str(&row.text("steps")?).map_err(decode)?;
    let status = steps.last().ok_or(sqlx::Error::RowNotFound)?.status;
    Ok(StoredBatch {
        id: row.count("id")?,
        version: row.count("version")?,
        two_people: row.int("two_people")? != 0,
        status,
        makers: Vec::new(),
        lines: row.count("line_count")?,
        settled: row.count("settled")?,
        steps,
    })
}

async fn name_makers(tx: &mut AnyConnection, batch: &mut StoredBatch) -> sqlx::Result<()> {
    for step in &batch.steps {
        let name = sqlx::query("SELECT name FROM staff WHERE id = $1").bind(step.by.as_str());
        let row = name.fetch_optional(&mut *tx).await?;
        let name = row.map(|row| row.text("name")).transpose()?.unwrap_or_default();
        batch.makers.push(Maker { id: step.by.clone(), name });
    }
    Ok(())
}

pub(crate) async fn find_batch(
    tx: &mut AnyConnection,
    id: i64,
) -> sqlx::Result<Option<StoredBatch>> {
    let row = select_batch().add(" WHERE b.id = ").bind(id).row(&mut *tx).await?;
    let Some(mut batch) = row.as_ref().map(batch).transpose()? else { return Ok(None) };
    name_makers(tx, &mut batch).await?;
    Ok(Some(batch))
}

/// The lines of a batch, always in the same order, and whether it takes two people to pay them: it does if it did when
/// one of them or the batch was made.
async fn lines(
    tx: &mut AnyConnection,
    batch: &StoredBatch,
    now: Instant,
) -> sqlx::Result<(Vec<(StoredRedemption, Around)>, bool)> {
    let id = int(batch.id);
    let of = select().add(" WHERE r.batch = ").bind(id).add(" ORDER BY r.id");
    let lines = of.rows(tx).await?.iter().map(stored).collect::<sqlx::Result<Vec<_>>>()?;
    let was = batch.two_people || lines.iter().any(|line| line.two_people);
    let two_people = was || two_people(tx).await?;
    let points = points_of_lines(tx, id, now).await?;
    let of_lines = awarders!("IN (SELECT holder FROM redemptions WHERE batch = $1)");
    let awarders = awarders_by_holder(tx, sqlx::query(of_lines).bind(id)).await?;
    let with_around = |line: StoredRedemption| {
        let found = line.holder.as_ref().and_then(|holder| points.get(holder).copied());
        let terms = Terms { two_people, owes: found.is_some_and(|(_, owes)| owes) };
        let points = found.map(|(points, _)| points);
        let awarders = line.holder.as_ref().and_then(|holder| awarders.get(holder).cloned());
        (line, Around { awarders: awarders.unwrap_or_default(), points, terms })
    };
    Ok((lines.into_iter().map(with_around).collect(), two_people))
}

/// All points of each member of a batch, and whether they are owed.
async fn points_of_lines(
    tx: &mut AnyConnection,
    id: i64,
    now: Instant,
) -> sqlx::Result<BTreeMap<Vec<u8>, (i64, bool)>> {
    let sums = concat!(
        sums!(),
        ", holder FROM reward_entries \
         WHERE holder IN (SELECT holder FROM redemptions WHERE batch = $2) GROUP BY holder"
    );
    let rows = sqlx::query(sums).bind(millis(now)).bind(id).fetch_all(tx).await?;
    rows.iter().map(|row| Ok((row.bytes("holder")?, points_of(row)?))).collect()
}

async fn full(tx: &mut AnyConnection, id: i64, now: Instant) -> sqlx::Result<Option<FullBatch>> {
    let Some(batch) = find_batch(tx, id).await? else { return Ok(None) };
    let (lines, two_people) = lines(tx, &batch, now).await?;
    Ok(Some(FullBatch { batch, two_people, lines }))
}

fn must_be_in(batch: &StoredBatch, version: u64) -> sqlx::Result<()> {
    if batch.version == version { Ok(()) } else { Err(refused(HostedCode::BatchStale)) }
}

/// Makes these requests the lines of a batch: takes in those that are not, and out the others.
async fn set_lines(
    store: &Store,
    tx: &mut AnyConnection,
    batch: &StoredBatch,
    ids: &[u64],
    rules: &BatchRules<'_>,
) -> sqlx::Result<()> {
    let (before, two_people) = lines(tx, batch, rules.at).await?;
    for (line, around) in before {
        if !ids.contains(&line.id)
            && let Some(step) =
                rules.line(&line, RedemptionCommand::Unbatch, &around).map_err(refused)?
        {
            take_step(store, tx, &line, step, None).await?;
        }
    }
    for id in ids {
        let line = find(tx, int(*id)).await?;
        let line = line.ok_or_else(|| refused(HostedCode::RedemptionGone))?;
        if line.batch == Some(batch.id) {
            continue;
        }
        // One of another batch is not asked by its own steps alone: they would be the same.
        if line.batch.is_some() {
            return Err(refused(RejectionCode::RequestMoved));
        }
        let around = around(tx, &line, two_people, rules.at).await?;
        let step = rules.line(&line, RedemptionCommand::Batch, &around).map_err(refused)?;
        if let Some(step) = step {
            take_step(store, tx, &line, step, Some(batch.id)).await?;
        }
    }
    Ok(())
}

/// Writes the next version of a batch, with its next step if it takes one.
pub(crate) async fn advance(
    tx: &mut AnyConnection,
    batch: &StoredBatch,
    step: Option<BatchStep>,
) -> sqlx::Result<()> {
    let mut steps = batch.steps.clone();
    steps.extend(step);
    let status = steps.last().map_or(batch.status, |step| step.status);
    let update = Statement::new("UPDATE batches SET version = version + 1, status = ");
    let update = update.bind(status.as_str()).add(", steps = ");
    let update = update.bind(serde_json::to_string(&steps).map_err(decode)?).add(" WHERE id = ");
    update.bind(int(batch.id)).execute(tx).await?;
    Ok(())
}

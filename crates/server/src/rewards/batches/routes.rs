//! Batches of requests that are paid together.

use api::{
    BatchAction, BatchDetail, BatchLinesRequest, BatchQuery, BatchStepView, BatchVersion,
    BatchView, Batches, HostedCode, LineOutcomes, Maker, NewBatch, PAGE_SIZE, SumView,
};
use axum::{
    Json,
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use domain::{
    pipeline::{Right, Staff},
    rejection::RejectionCode,
    rewards::{BATCH_LINES_MAX, BatchCommand, BatchStatus, Sums, make_batch},
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::Audit,
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{
            Authorized, Caller, IdempotencyHeader, IdempotencyKey, JsonBody, Key, Payouts,
            QueryParams, Read,
        },
        refusal::{Refusal, Result},
    },
    rewards::{
        batches::{
            csv,
            rules::BatchRules,
            sql::{FullBatch, StoredBatch},
        },
        redemptions::view,
    },
    staff::{masking::seen_by, records::StaffMember},
};

/// Lists batches.
#[utoipa::path(get, path = "/batches", operation_id = "listBatches", tag = "Rewards",
    params(BatchQuery), responses((status = 200, body = Batches)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Read>,
    QueryParams(BatchQuery { after }): QueryParams<BatchQuery>,
) -> Result<Json<Batches>> {
    let reader = caller.access.confirmed_staff()?;
    let page = state.store.batches(after.as_deref(), PAGE_SIZE).await?;
    let batches = page.items.into_iter().map(|batch| shown(batch, reader)).collect();
    Ok(Json(Batches { batches, next: page.next }))
}

/// Shows a batch with its lines.
#[utoipa::path(get, path = "/batches/{id}", operation_id = "getBatch", tag = "Rewards",
    params(("id" = String, Path, description = "Names the batch")),
    responses((status = 200, body = BatchDetail)))]
pub(crate) async fn one(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Read>,
    Key(id): Key,
) -> Result<Json<BatchDetail>> {
    let reader = caller.access.confirmed_staff()?;
    let team = state.store.staff().await?;
    let found = state.store.batch(parsed(&id)?, state.clock.now()).await?;
    Ok(Json(detail(&state, found, reader, &team)?))
}

/// Makes a batch of approved requests, once for each key.
#[utoipa::path(post, path = "/batches", operation_id = "makeBatch", tag = "Rewards",
    params(IdempotencyHeader),
    request_body = NewBatch, responses((status = 201, body = Verdict<BatchDetail>)))]
pub(crate) async fn make(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    retry: IdempotencyKey,
    JsonBody(NewBatch { redemptions }): JsonBody<NewBatch>,
) -> Result<impl IntoResponse> {
    let staff = caller.access.confirmed_staff()?;
    let ids = distinct(redemptions)?;
    let sent = format!("{ids:?}");
    let key = retry.retry_key(staff.id().as_bytes(), &state, &[b"batch", sent.as_bytes()]);
    let first = make_batch(staff, key.at)?;
    // Read first: what fails after the write would hide that it was done.
    let team = state.store.staff().await?;
    let rules = BatchRules { staff, at: key.at };
    let write = state.store.make_batch(&first, &ids, &rules, caller.session(), &key);
    let made = audit.done(audit.by(EventKind::Batch, &caller), write).await?;
    let detail = detail(&state, Some(made), staff, &team)?;
    Ok(Accepted::created(detail, api::batch_made()))
}

/// Sets the lines of a batch that is a draft, or takes some out of one that is approved.
#[utoipa::path(put, path = "/batches/{id}/lines", operation_id = "setBatchLines", tag = "Rewards",
    params(("id" = String, Path, description = "Names the batch")),
    request_body = BatchLinesRequest, responses((status = 200, body = Verdict<BatchDetail>)))]
pub(crate) async fn set_lines(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
    JsonBody(BatchLinesRequest { version, redemptions }): JsonBody<BatchLinesRequest>,
) -> Result<impl IntoResponse> {
    let staff = caller.access.confirmed_staff()?;
    let (id, ids) = (parsed(&id)?, distinct(redemptions)?);
    let team = state.store.staff().await?;
    let rules = BatchRules { staff, at: state.clock.now() };
    let write = state.store.change_batch(id, version, &ids, &rules, caller.session());
    let changed = audit.done(audit.by(EventKind::Batch, &caller), write).await?;
    let detail = detail(&state, changed, staff, &team)?;
    Ok(Accepted::done(detail, api::batch_changed()))
}

/// Agrees to a batch as it was shown. Needs a recent second factor.
#[utoipa::path(post, path = "/batches/{id}/approve", operation_id = "approveBatch", tag = "Rewards",
    params(("id" = String, Path, description = "Names the batch")),
    request_body = BatchVersion, responses((status = 200, body = Verdict<BatchDetail>)))]
pub(crate) async fn approve(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
    JsonBody(BatchVersion { version }): JsonBody<BatchVersion>,
) -> Result<impl IntoResponse> {
    let team = state.store.staff().await?;
    let command = (BatchCommand::Approve, Some(version));
    let (batch, staff) = stepped(&state, &caller, &audit, &id, command).await?;
    Ok(Accepted::done(detail(&state, Some(batch), staff, &team)?, api::batch_approved()))
}

/// Writes the lines of a batch for whoever pays, the same each time. Nothing is paid by it. Needs a recent second
/// factor.
#[utoipa::path(post, path = "/batches/{id}/export", operation_id = "exportBatch", tag = "Rewards",
    params(("id" = String, Path, description = "Names the batch")),
    responses((status = 200, content_type = "text/csv", body = String)))]
pub(crate) async fn export(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
) -> Result<Response> {
    let (batch, _) = stepped(&state, &caller, &audit, &id, (BatchCommand::Export, None)).await?;
    let file = format!("attachment; filename=\"batch-{}.csv\"", batch.batch.id);
    let head = [(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)];
    Ok((head, csv::table(&batch)).into_response())
}

/// Says what became of lines of a batch. Needs a recent second factor.
#[utoipa::path(post, path = "/batches/{id}/outcomes", operation_id = "settleBatch", tag = "Rewards",
    params(("id" = String, Path, description = "Names the batch")),
    request_body = LineOutcomes, responses((status = 200, body = Verdict<BatchDetail>)))]
pub(crate) async fn settle(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
    JsonBody(LineOutcomes { outcomes }): JsonBody<LineOutcomes>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let staff = caller.access.may_with_recent_factor(Right::Payouts, now)?;
    let id = parsed(&id)?;
    let lines = distinct(outcomes.iter().map(|outcome| outcome.redemption).collect())?;
    if lines.len() != outcomes.len() {
        return Err(Refusal::malformed("The field `outcomes` names each line once."));
    }
    let team = state.store.staff().await?;
    let rules = BatchRules { staff, at: now };
    let write = state.store.settle_batch(id, &outcomes, &rules, caller.session());
    let settled = audit.done(audit.by(EventKind::Batch, &caller), write).await?;
    let detail = detail(&state, settled, staff, &team)?;
    Ok(Accepted::done(detail, api::batch_settled()))
}

/// Closes a batch of which each line was paid or has failed.
#[utoipa::path(post, path = "/batches/{id}/close", operation_id = "closeBatch", tag = "Rewards",
    params(("id" = String, Path, description = "Names the batch")),
    responses((status = 200, body = Verdict<BatchDetail>)))]
pub(crate) async fn close(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Payouts>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    let team = state.store.staff().await?;
    let (batch, staff) = stepped(&state, &caller, &audit, &id, (BatchCommand::Close, None)).await?;
    Ok(Accepted::done(detail(&state, Some(batch), staff, &team)?, api::batch_closed()))
}

/// Takes the step of a batch that a command comes to.
async fn stepped<'c>(
    state: &AppState,
    caller: &'c Caller,
    audit: &Audit,
    id: &str,
    (command, version): (BatchCommand, Option<u64>),
) -> Result<(FullBatch, &'c Staff)> {
    let now = state.clock.now();
    let staff = match command {
        // After closing, nobody can say any more that a line has failed.
        BatchCommand::Approve | BatchCommand::Export | BatchCommand::Close => {
            caller.access.may_with_recent_factor(Right::Payouts, now)?
        }
        _ => caller.access.confirmed_staff()?,
    };
    let id = parsed(id)?;
    let kind = match command {
        BatchCommand::Export => EventKind::BatchExported,
        _ => EventKind::Batch,
    };
    let rules = BatchRules { staff, at: now };
    let write = state.store.step_batch(id, version, command, &rules, caller.session());
    let batch = audit.done(audit.by(kind, caller), write).await?;
    Ok((batch.ok_or(HostedCode::BatchGone)?, staff))
}

/// Ids, each once.
fn distinct(mut ids: Vec<u64>) -> Result<Vec<u64>> {
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > BATCH_LINES_MAX { Err(RejectionCode::BatchFull.into()) } else { Ok(ids) }
}

fn parsed(id: &str) -> Result<u64> {
    let id = id.parse::<i64>().ok().and_then(|id| u64::try_from(id).ok());
    Ok(id.ok_or(HostedCode::BatchGone)?)
}

fn shown(batch: StoredBatch, reader: &Staff) -> BatchView {
    let steps = batch.steps.iter().zip(&batch.makers).map(|(step, maker)| BatchStepView {
        status: step.status,
        at: step.at,
        by: Maker { id: maker.id.clone(), name: seen_by(reader, &maker.name) },
    });
    BatchView {
        id: batch.id,
        version: batch.version,
        status: batch.status,
        label: batch.status.label().to_owned(),
        lines: batch.lines,
        settled: batch.settled,
        steps: steps.collect(),
    }
}

fn detail(
    state: &AppState,
    batch: Option<FullBatch>,
    reader: &Staff,
    team: &[StaffMember],
) -> Result<BatchDetail> {
    let FullBatch { batch, two_people, lines } = batch.ok_or(HostedCode::BatchGone)?;
    let now = state.clock.now();
    let amounts = lines.iter().filter_map(|(line, _)| line.chosen.amount);
    let sums = Sums::of(amounts);
    let sums = sums.numbers();
    let rules = BatchRules { staff: reader, at: now };
    let next = match batch.status {
        BatchStatus::Draft => Some(BatchCommand::Approve),
        BatchStatus::Approved => Some(BatchCommand::Export),
        BatchStatus::Exported | BatchStatus::Closed => None,
    };
    let refused = |command| rules.batch(&batch.steps, command, &lines, two_people).err();
    let actions = [
        (BatchAction::Add, BatchCommand::Change),
        (BatchAction::TakeOut, BatchCommand::TakeOut),
        (BatchAction::Approve, BatchCommand::Approve),
        (BatchAction::Export, BatchCommand::Export),
        (BatchAction::Close, BatchCommand::Close),
    ];
    let may = |(action, command)| refused(command).is_none().then_some(action);
    let has_effect = |action: &BatchAction| match action {
        BatchAction::Add => lines.len() < BATCH_LINES_MAX,
        BatchAction::TakeOut => !lines.is_empty(),
        // Closing again is no mistake.
        BatchAction::Close => batch.status != BatchStatus::Closed,
        BatchAction::Approve | BatchAction::Export => true,
    };
    Ok(BatchDetail {
        possible: actions.into_iter().filter_map(may).filter(has_effect).collect(),
        why_not: next.and_then(refused).map(|code| code.to_string()),
        sums: sums
            .map(|(currency, number)| SumView { currency: currency.code().to_owned(), number })
            .collect(),
        lines: lines
            .iter()
            .map(|(line, around)| view::for_staff(line, around, reader, team, now))
            .collect(),
        batch: shown(batch, reader),
    })
}

//! Importing referrals from a spreadsheet: checking the rows, importing them, and taking them out again.

use std::collections::BTreeSet;

use api::{
    Access, KnownReferral, PAGE_SIZE, RefusedRow, RowCheck, RowDoubt, SPREADSHEET_ROWS,
    SpreadsheetCheck, SpreadsheetImported, SpreadsheetQuery, SpreadsheetRequest,
    SpreadsheetTakenOut, Spreadsheets,
};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    case::Case,
    pipeline::{self, Known, ProgrammeSettings, Right, may_take_out},
    referral::{Instant, Referral, ReferralDraft},
    rejection::Rejections,
    verdict::Verdict,
    viewer::Viewer,
};

use crate::{
    AppState,
    audit::Audit,
    clock::day,
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{
            Authorized, Caller, IdempotencyKey, ImportJson, Key, OptionalIdempotencyHeader,
            QueryParams, Records,
        },
        refusal::{Refusal, Result},
    },
    referrals::relation::{for_viewer, is_own_number},
    spreadsheets::{
        rows::{self, FirstRows, Placed},
        sql::{Hand, NewSpreadsheet, TakenOutPart},
    },
    transfer::importing::importer_may,
};

/// Says of each row of a spreadsheet whether it can be imported, and what is doubtful about it. Stores
/// nothing.
#[utoipa::path(post, path = "/spreadsheets/check", operation_id = "checkSpreadsheet",
    tag = "Spreadsheets", request_body = SpreadsheetRequest,
    responses((status = 200, body = Verdict<SpreadsheetCheck>)))]
pub(crate) async fn check(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    ImportJson { value: sheet, permit: _permit }: ImportJson<SpreadsheetRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    // It says which numbers are known, as the preview of an import does.
    let staff = caller.access.may_with_recent_factor(Right::Records, now)?;
    let programme = state.store.programme().await?.settings;
    let (mut checks, fit) = read(sheet, &programme)?;
    let rule = |draft: &ReferralDraft, id, known| becomes(&state, &caller.access, draft, id, known);
    let found = state.store.check_spreadsheet(&fit, now, &rule).await?;
    // Whose number is a colleague's, only those read who may read their numbers.
    let reads_numbers = staff.may_everywhere(Right::Settings);
    let colleagues = state.store.staff().await?.into_iter().filter_map(|staff| staff.mobile);
    let colleagues = colleagues.filter(|_| reads_numbers).map(|it| numbers::key(it.as_str()));
    let colleagues: BTreeSet<_> = colleagues.collect();
    let mut first = FirstRows::default();
    for ((place, draft), found) in fit.iter().zip(found) {
        let Some(check) = checks.get_mut(*place) else { continue };
        match found {
            Ok(known) => {
                check.doubts = rows::doubts(draft, &colleagues);
                check.same_as = first.earlier(*place, draft, &state.policy.duplicates);
                check.known = known.map(|stored| KnownReferral {
                    name: stored.case.corrected().referred_name,
                    key: stored.key,
                });
                let also = [
                    (check.known.is_some(), RowDoubt::Known),
                    (check.same_as.is_some(), RowDoubt::Repeated),
                ];
                check.doubts.extend(also.into_iter().filter(|(is, _)| *is).map(|(_, doubt)| doubt));
            }
            Err(rejections) => {
                let codes = rejections.codes().iter();
                check.refusals = codes.map(|&code| api::Code::from(code).into()).collect();
            }
        }
    }
    Ok(Accepted::done(SpreadsheetCheck { rows: checks }, api::spreadsheet_checked()))
}

/// Imports the rows of a spreadsheet, but for those that break a rule; once for each key. Nobody is told
/// of it by a message or webhook.
#[utoipa::path(post, path = "/spreadsheets", operation_id = "importSpreadsheet",
    tag = "Spreadsheets",
    params(OptionalIdempotencyHeader),
    request_body = SpreadsheetRequest,
    responses((status = 200, body = Verdict<SpreadsheetImported>)))]
pub(crate) async fn import(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    audit: Audit,
    retry: Option<IdempotencyKey>,
    ImportJson { value: sheet, permit: _permit }: ImportJson<SpreadsheetRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let by = hand(&caller, now)?;
    let who = caller.access.member()?.mobile_number.as_str().as_bytes();
    let sent = compact_json::to_string(&sheet);
    let what: [&[u8]; 2] = [b"spreadsheet", sent.as_bytes()];
    let retry = retry.map(|retry| retry.retry_key(who, &state, &what));
    let programme = state.store.programme().await?.settings;
    let (checks, fit) = read(sheet, &programme)?;
    let refused = (0..).zip(&checks).filter(|(_, check)| !check.refusals.is_empty());
    let refused: Vec<_> = refused
        .map(|(row, check)| RefusedRow {
            row,
            codes: check.refusals.iter().map(|refusal| refusal.code).collect(),
        })
        .collect();
    let rule = |draft: &ReferralDraft, id, known| becomes(&state, &caller.access, draft, id, known);
    let new = NewSpreadsheet { rows: &fit, refused: &refused, rule: &rule };
    let write = state.store.import_spreadsheet(&new, &by, retry.as_ref());
    let event = audit.by(EventKind::Import, &caller);
    let done = audit.done_if(event, write, |done| done.added > 0).await?;
    let notice = api::spreadsheet_imported(&done);
    Ok(Accepted::done(done, notice))
}

/// Lists the imports of spreadsheets of the last 400 days.
#[utoipa::path(get, path = "/spreadsheets", operation_id = "listSpreadsheets",
    tag = "Spreadsheets", params(SpreadsheetQuery),
    responses((status = 200, body = Spreadsheets)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    _: Authorized<Records>,
    QueryParams(query): QueryParams<SpreadsheetQuery>,
) -> Result<Json<Spreadsheets>> {
    let listed = state.store.spreadsheets(query.after.as_deref(), PAGE_SIZE).await?;
    Ok(Json(Spreadsheets { imports: listed.items, next: listed.next }))
}

/// Says what taking out an import would do.
#[utoipa::path(get, path = "/spreadsheets/{id}", operation_id = "previewTakingOut",
    tag = "Spreadsheets", params(("id" = String, Path, description = "Names the import")),
    responses((status = 200, body = SpreadsheetTakenOut)))]
pub(crate) async fn preview(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    Key(id): Key,
) -> Result<Json<SpreadsheetTakenOut>> {
    // It reads for long, like an import.
    let _permit = state.take_import()?;
    let rule = |known| may_take_out(&for_viewer(known, &caller.access.viewer));
    let found = state.store.spreadsheet(parsed(&id)?, &rule).await?;
    found.map(Json).ok_or_else(no_such_import)
}

/// Erases the referrals of an import that nobody has worked on since. Owners and managers may, whoever
/// imported it and whenever. Others can write in between; whoever tries again goes on from there, and gets
/// the same answer.
#[utoipa::path(delete, path = "/spreadsheets/{id}", operation_id = "takeOutSpreadsheet",
    tag = "Spreadsheets", params(("id" = String, Path, description = "Names the import")),
    responses((status = 200, body = Verdict<SpreadsheetTakenOut>)))]
pub(crate) async fn take_out(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    audit: Audit,
    Key(id): Key,
) -> Result<impl IntoResponse> {
    let _permit = state.take_import()?;
    let by = hand(&caller, state.clock.now())?;
    let rule = |known| may_take_out(&for_viewer(known, &caller.access.viewer));
    let id = parsed(&id)?;
    let mut event = Some(audit.by(EventKind::ImportTakenOut, &caller));
    let (mut done, mut next) = (SpreadsheetTakenOut::default(), Some(i64::MIN));
    while let Some(after) = next {
        let write = state.store.take_out_spreadsheet(id, after, &by, &rule);
        // Recorded once, with the first part of which something goes.
        let part = match event.clone() {
            Some(event) => {
                let went =
                    |part: &Option<TakenOutPart>| part.as_ref().is_some_and(|it| it.went > 0);
                audit.done_if(event, write, went).await?
            }
            None => write.await?,
        };
        let part = part.ok_or_else(no_such_import)?;
        event = event.filter(|_| part.went == 0);
        done.gone = part.done.gone;
        done.kept.extend(part.done.kept);
        next = part.next;
    }
    let notice = api::spreadsheet_taken_out(&done);
    Ok(Accepted::done(done, notice))
}

/// What can be said of the rows without looking anything up, and those that may be looked at further, each
/// with its place.
fn read(
    sheet: SpreadsheetRequest,
    programme: &ProgrammeSettings,
) -> Result<(Vec<RowCheck>, Vec<Placed>)> {
    let SpreadsheetRequest { rows } = sheet;
    if rows.len() > SPREADSHEET_ROWS {
        let detail = format!("The field `rows` has at most {SPREADSHEET_ROWS} entries.");
        return Err(Refusal::malformed(detail));
    }
    let drafts = rows.into_iter().map(|row| rows::draft(row, programme));
    let (mut checks, mut fit) = (Vec::new(), Vec::new());
    for (place, draft) in drafts.enumerate() {
        let refusals = rows::refusals(&draft);
        if refusals.is_empty() {
            fit.push((place, draft));
        }
        checks.push(RowCheck { refusals, ..RowCheck::default() });
    }
    Ok((checks, fit))
}

/// The referral that a row becomes: as a guest would submit it, if the caller may import it.
fn becomes(
    state: &AppState,
    access: &Access,
    draft: &ReferralDraft,
    id: Instant,
    known: Known,
) -> std::result::Result<Referral, Rejections> {
    let (own_number, guest, policy) =
        (is_own_number(draft, &Viewer::Guest), &Viewer::Guest, &state.policy);
    let programme = &known.programme;
    let referral = pipeline::submit(draft, id, day(id), own_number, guest, programme, policy)?;
    pipeline::may_submit(&referral, programme)?;
    importer_may(&known, &Case::submitted(referral.clone()), &access.viewer, &state.policy)?;
    Ok(referral)
}

/// Who does it. What they do needs a recent second factor.
fn hand(caller: &Caller, now: Instant) -> Result<Hand<'_>> {
    let staff = caller.access.may_with_recent_factor(Right::Records, now)?;
    Ok(Hand { staff: staff.id(), session: caller.session(), now })
}

fn parsed(id: &str) -> Result<i64> {
    id.parse().map_err(|_| no_such_import())
}

fn no_such_import() -> Refusal {
    Refusal::malformed("There is no such import. They are listed for 400 days.")
        .with_status(StatusCode::NOT_FOUND)
}

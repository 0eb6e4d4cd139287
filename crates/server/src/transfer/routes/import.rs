//! Importing an export.

use crate::{
    db::EventKind,
    db::answers::RetryKey,
    transfer::records::{Export, Importer},
};
use api::{Code, OwnName};
use axum::{extract::State, response::IntoResponse};
use domain::{
    account::User,
    case::Case,
    import::Import,
    pipeline::{ImportFault, Known, Right, as_written, check_account, check_referral},
    referral::Instant,
    rejection::RejectionCode,
    verdict::Verdict,
    viewer::Viewer,
};
use ledger::{Ledger, is_coarse};
use serde::Deserialize;
use tokio::{task::spawn_blocking, time};
use utoipa::IntoParams;

use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::Accepted,
        extract::{
            Authorized, IdempotencyKey, ImportText, OptionalIdempotencyHeader, QueryParams, Records,
        },
        refusal::{Refusal, Result},
    },
    observe::redact,
    transfer::importing::{self, Progress, importer_may},
};

/// The query of an import.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportQuery {
    /// Only returns what the import would do.
    #[serde(default)]
    preview: bool,
}

/// Imports an export of either mode by merging. Existing records stay, and records that were erased
/// here are refused. If the time is up before the end, the answer says how many are left, and the
/// same file can be sent again.
#[utoipa::path(post, path = "/import", operation_id = "import", tag = "Copies",
    params(ImportQuery,
        OptionalIdempotencyHeader),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = Verdict<Import>)))]
pub(crate) async fn import(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    audit: Audit,
    QueryParams(ImportQuery { preview }): QueryParams<ImportQuery>,
    retry: Option<IdempotencyKey>,
    ImportText { text, permit }: ImportText,
) -> Result<impl IntoResponse> {
    // Also for a preview: it tells which of the file's numbers have an account here, or had one.
    caller.access.may_with_recent_factor(Right::Records, state.clock.now())?;
    let event = audit.by(EventKind::Import, &caller);
    let retry = retry.filter(|_| !preview);
    let (server, who) = (state.clone(), caller.access.member()?.mobile_number.clone());
    let session = caller.session().copied();
    let viewer = caller.access.viewer;
    let now = state.clock.now();
    let importer = viewer.clone();
    // Reading megabytes of text blocks a thread for a while.
    let read = spawn_blocking(move || {
        let what: [&[u8]; 2] = [b"import", text.as_bytes()];
        let retry = retry.map(|retry| retry.retry_key(who.as_str().as_bytes(), &server, &what));
        // The permit comes back from there, because the thread goes on if the request is cancelled.
        (retry, read(&importer, text, now), permit)
    });
    let (retry, read, _permit) =
        read.await.map_err(|_| Refusal::from(RejectionCode::NotAnExport))?;
    let (export, file) = read?;
    if let Some(import) = answer(&state, retry.as_ref()).await? {
        return Ok(Accepted::done(import, import.notice()));
    }
    let store = &state.store;
    let may = |before: &Known, after: &Case| importer_may(before, after, &viewer, &state.policy);
    let staff = match &viewer {
        Viewer::Staff(staff) => staff.id(),
        _ => "",
    };
    let by = Importer { staff, session: session.as_ref(), may: &may };
    // The other half is for a slow upload and for the answer.
    let until = time::Instant::now() + state.limits.import_timeout / 2;
    let Progress { taken, left } = if preview {
        importing::preview(store, &export, now, until, &by).await?
    } else {
        importing::import(store, &export, now, until, &by, (&audit, event)).await?
    };
    let import = Import {
        // Only the reader of the file knows about duplicates and other entries in it.
        same: taken.same + file.same,
        unreadable: file.unreadable,
        future: file.future,
        ignored: file.ignored,
        ..taken
    };
    // If something is left, the same request must continue the import.
    if let Some(retry) = retry.filter(|_| left == 0) {
        keep_answer(&state, &retry, &import).await;
    }
    let notice = match left {
        0 if preview => api::previewed(),
        left if preview => api::previewed_in_part(left),
        0 => import.notice(),
        left => api::imported_in_part(&import, left),
    };
    Ok(Accepted::done(import, notice))
}

/// The stored answer for this key.
async fn answer(state: &AppState, retry: Option<&RetryKey>) -> crate::db::Result<Option<Import>> {
    let Some(retry) = retry else { return Ok(None) };
    let answer = state.store.answer(&retry.stored_key).await?;
    Ok(answer.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Stores the answer for a retry. Without it, a retry would be told that everything is here
/// already.
async fn keep_answer(state: &AppState, retry: &RetryKey, import: &Import) {
    let answer = serde_json::to_string(import).unwrap_or_default();
    if let Err(error) = state.store.keep_answer(retry, &answer).await {
        tracing::warn!(
            error = redact(&error.to_string()),
            "the answer of an import could not be stored"
        );
    }
}

/// Reads an export in the same way as a browser's ledger, and leaves out what a server does not take
/// from a file.
fn read(viewer: &Viewer, text: String, now: Instant) -> Result<(Export, Import)> {
    // No site writes such a file, and reading it would take hundreds of times its size.
    if !is_coarse(&text) {
        return Err(RejectionCode::NotAnExport.into());
    }
    let mut ledger = Ledger::new();
    let verdict = ledger.import(viewer, &text);
    // Long before the records are merged with the stored ones.
    drop(text);
    match verdict {
        Verdict::Refused { codes, .. } => {
            Err(Refusal::of(codes.into_iter().map(Code::from).collect()))
        }
        Verdict::Accepted { value: mut file, .. } => {
            let (accounts, referrals) = ledger.into_records();
            let check = |it: &User| check_account(it, now).and_then(|()| must_be_a_name(it));
            let accounts = kept(accounts, check, &mut file);
            let check = |it: &Case| check_referral(it, now).and_then(|()| must_be_json(it));
            let referrals = kept(referrals, check, &mut file);
            let referrals = referrals.into_iter().map(as_written).collect();
            Ok((Export { accounts, referrals }, file))
        }
    }
}

/// Whether the name of an account could have been typed here, in one line. One may be empty.
fn must_be_a_name(user: &User) -> std::result::Result<(), ImportFault> {
    let name = OwnName { name: user.name.clone() };
    let typed = user.name.trim_matches(' ');
    let is_name =
        name.fits().is_ok() && (typed.is_empty() || name.check().is_ok_and(|name| name == typed));
    if is_name { Ok(()) } else { Err(ImportFault::Unreadable) }
}

/// Whether every reader of JSON reads all of all events. The domain's own takes more than the one that
/// looks for an erased number, which would find nothing in what it cannot read, nor in the first of two
/// members of one name.
fn must_be_json(case: &Case) -> std::result::Result<(), ImportFault> {
    let is_json = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text)
            .is_ok_and(|read| members(&read.to_string()) == members(text))
    };
    let history = case.history();
    if history.texts().all(is_json) { Ok(()) } else { Err(ImportFault::Unreadable) }
}

/// How many members the objects in a JSON text have, at all depths: its colons outside strings.
fn members(json: &str) -> usize {
    let (mut count, mut is_in_string, mut is_escaped) = (0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_in_string = !is_in_string,
            b':' if !is_in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// The records that pass, and counts the others.
fn kept<T>(
    mut records: Vec<T>,
    check: impl Fn(&T) -> std::result::Result<(), ImportFault>,
    file: &mut Import,
) -> Vec<T> {
    records.retain(|record| match check(record) {
        Ok(()) => true,
        Err(fault) => {
            match fault {
                ImportFault::Unreadable => file.unreadable += 1,
                ImportFault::Future => file.future += 1,
            }
            false
        }
    });
    records
}

//! Taking in an export.

use axum::{extract::State, response::IntoResponse};
use domain::{
    hosted,
    ledger::{Import, Ledger},
    notice::Notice,
    rejection::RejectionCode,
    verdict::Verdict,
    viewer::Viewer,
};
use serde::Deserialize;
use store::{EventKind, Export};
use tokio::task::spawn_blocking;
use utoipa::IntoParams;

use crate::{
    AppState,
    answer::Accepted,
    audit::Audit,
    extract::{Asked, Confirmed, ImportText},
    openapi::Refused,
    refusal::{Refusal, Result},
};

/// How to take it in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct How {
    /// Only says what it would come to.
    #[serde(default)]
    preview: bool,
}

/// Takes in an export of either mode: a union. What is here stays, and what was erased here is
/// refused.
#[utoipa::path(
    post,
    path = "/import",
    operation_id = "import",
    tag = "Copies",
    params(How),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = Verdict<Import>),
        (status = 401, response = Refused),
        (status = 403, response = Refused),
        (status = 422, response = Refused),
    )
)]
pub(crate) async fn import(
    State(state): State<AppState>,
    Confirmed(caller): Confirmed,
    audit: Audit,
    Asked(How { preview }): Asked<How>,
    ImportText(text): ImportText,
) -> Result<impl IntoResponse> {
    if !preview {
        caller.access.freshly_confirmed_admin(state.clock.now())?;
    }
    let event = audit.by(EventKind::Import, &caller);
    let viewer = caller.access.viewer;
    // Megabytes of text keep a thread busy for a while.
    let read = spawn_blocking(move || read(&viewer, &text)).await;
    let (export, file) = read.map_err(|_| Refusal::from(RejectionCode::NotAnExport))??;
    let take_in = state.store.take_in(&export, state.clock.now(), preview);
    let taken = if preview { take_in.await? } else { audit.done(event, take_in).await? };
    let import = Import {
        new: taken.new,
        changed: taken.changed,
        // What the file holds twice, and what of it is no record, only the file's reader knows.
        same: taken.same + file.same,
        refused: taken.refused,
        ..file
    };
    let notice = if preview { hosted::previewed() } else { Notice::imported(&import) };
    Ok(Accepted::done(import, notice))
}

/// The readable records of an export, as the ledger of either mode reads them.
fn read(viewer: &Viewer, text: &str) -> Result<(Export, Import)> {
    let mut ledger = Ledger::new();
    match ledger.import(viewer, text) {
        Verdict::Refused { codes, .. } => Err(codes.into_iter().collect()),
        Verdict::Accepted { value, .. } => {
            let accounts = ledger.accounts().cloned().collect();
            let referrals = ledger.referrals().cloned().collect();
            Ok((Export { accounts, referrals }, value))
        }
    }
}

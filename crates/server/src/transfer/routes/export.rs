//! Exports.

use crate::{db::EventKind, referrals::records::Scope};
use api::{MINUTE_MS, Sort};
use axum::{
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use domain::pipeline::Right;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    AppState,
    audit::Audit,
    clock::before,
    http::{
        extract::{Current, QueryParams},
        refusal::Result,
    },
    transfer::exports::{self, Source},
};

/// The format of an export.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// For importing it again.
    #[default]
    Json,
    /// For spreadsheets.
    Csv,
}

/// The query of an export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The format.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// Exports everything for the admin; for a member, their own data.
#[utoipa::path(get, path = "/export", operation_id = "export", tag = "Copies", params(ExportQuery),
    responses((status = 200, content((Object = "application/json"), (String = "text/csv")))))]
pub(crate) async fn export(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    QueryParams(ExportQuery { format }): QueryParams<ExportQuery>,
) -> Result<Response> {
    let access = &caller.access;
    let now = state.clock.now();
    // The admin's export must be complete. Without the second factor it would be a part that looks
    // complete.
    let user = access.recently_confirmed(now)?;
    let takes_all = access.staff().is_some_and(|staff| staff.may_everywhere(Right::Records));
    let scope = if takes_all { Scope::All } else { Scope::Of(user.mobile_number.clone()) };
    let permit = state.take_export(user)?;
    // Members may export as often as they like, so it is recorded at most once a minute.
    let event = audit.by(EventKind::Export, &caller);
    let once_since = (!access.sees_all()).then(|| before(now, MINUTE_MS));
    audit.note(event, once_since).await;
    let source = Source { store: state.store.clone(), scope };
    let (body, media_type, file) = match format {
        Format::Json => {
            let body = exports::json(source, permit, now, caller.access).await?;
            (body, "application/json", "attachment; filename=\"referrals.json\"")
        }
        Format::Csv => {
            let body = exports::csv(source, permit, Sort::Newest, caller.access).await?;
            (body, "text/csv; charset=utf-8", "attachment; filename=\"referrals.csv\"")
        }
    };
    Ok(([(CONTENT_TYPE, media_type), (CONTENT_DISPOSITION, file)], body).into_response())
}

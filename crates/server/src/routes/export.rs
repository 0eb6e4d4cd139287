//! Copies to take away.

use api::{MINUTE_MS, Sort};
use axum::{
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use domain::pipeline::Right;
use serde::Deserialize;
use store::{EventKind, Scope};
use utoipa::{IntoParams, ToSchema};

use crate::{
    AppState,
    audit::Audit,
    clock::before,
    copies::{self, Source},
    extract::{Current, QueryParams},
    refusal::{Refused, Result},
};

/// What a copy is for.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// To be taken in again.
    #[default]
    Json,
    /// A spreadsheet.
    Csv,
}

/// Which copy is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// What it is for.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// A copy of everything for the admin, of what is one's own for a member.
#[utoipa::path(
    get,
    path = "/export",
    operation_id = "export",
    tag = "Copies",
    params(ExportQuery),
    responses(
        (status = 200, content((Object = "application/json"), (String = "text/csv"))),
        (status = 401, response = Refused),
        (status = 403, response = Refused),
    )
)]
pub(crate) async fn export(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    QueryParams(ExportQuery { format }): QueryParams<ExportQuery>,
) -> Result<Response> {
    let access = &caller.access;
    let now = state.clock.now();
    // The admin's is everything; without the second factor it would be a part that looks like that.
    let user = access.freshly_confirmed(now)?;
    let takes_all = access.staff().is_some_and(|staff| staff.may_everywhere(Right::Records));
    let scope = if takes_all { Scope::All } else { Scope::Of(user.mobile_number.clone()) };
    // A member can ask for the own copy as often as for anything else: once a minute is told of it.
    let event = audit.by(EventKind::Export, &caller);
    let once_since = (!access.sees_all()).then(|| before(now, MINUTE_MS));
    audit.note(event, once_since).await;
    let source = Source { store: state.store.clone(), scope };
    let (body, media_type, file) = match format {
        Format::Json => {
            let body = copies::json(source, now).await?;
            (body, "application/json", "attachment; filename=\"referrals.json\"")
        }
        Format::Csv => {
            let body = copies::csv(source, Sort::Newest).await?;
            (body, "text/csv; charset=utf-8", "attachment; filename=\"referrals.csv\"")
        }
    };
    Ok(([(CONTENT_TYPE, media_type), (CONTENT_DISPOSITION, file)], body).into_response())
}

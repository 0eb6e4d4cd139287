//! A member's link: reading it, making it, ending it by a new one, and the name on it.

use api::{EventKind, HostedCode, LINKS_A_DAY, LinkRequest, LinkView, OwnLink};
use axum::{Extension, Json, extract::State, response::IntoResponse};
use domain::{account::User, pipeline::LinkCode, rejection::RejectionCode, verdict::Verdict};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::{Accepted, Null},
        extract::{Authorized, Award, Current, JsonBody, Key, QueryParams},
        language::Language,
        refusal::Result,
    },
    pages::{
        no_script_forms::{OPENING, Pages},
        openings,
    },
    random,
    sharing::link::{qr, sql::NewLink},
};

/// The query of [`own`].
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ForQuery {
    /// The value of a service that the link is shared for: its page has it selected.
    service: Option<String>,
    /// The address of a vacancy or course that it is shared for. Its page names it while it is on the website.
    opening: Option<String>,
}

/// Shows a member their link, and what came of their links.
#[utoipa::path(get, path = "/me/link", operation_id = "getOwnLink", tag = "Sharing", params(ForQuery),
    responses((status = 200, body = OwnLink)))]
pub(crate) async fn own(
    State(state): State<AppState>,
    Current(caller): Current,
    pages: Option<Extension<Pages>>,
    language: Language,
    QueryParams(query): QueryParams<ForQuery>,
) -> Result<Json<OwnLink>> {
    let member = caller.access.member()?;
    if let Some(service) = &query.service {
        state.store.programme().await?.settings.offers_service(service)?;
    }
    let is_listed = match (&query.opening, pages) {
        (Some(opening), Some(Extension(pages))) => openings::title(&pages, opening).await.is_some(),
        _ => false,
    };
    let opening = query.opening.filter(|_| is_listed);
    Ok(Json(links(&state, member, language, &ForQuery { opening, ..query }).await?))
}

/// Makes a member's link if they have none or want a new one, which ends the one before, and sets the name that
/// whoever opens it reads.
#[utoipa::path(put, path = "/me/link", operation_id = "setOwnLink", tag = "Sharing",
    request_body = LinkRequest, responses(
        (status = 200, body = Verdict<OwnLink>, description = "The name was set"),
        (status = 201, body = Verdict<OwnLink>, description = "A link was made")))]
pub(crate) async fn set(
    State(state): State<AppState>,
    Current(caller): Current,
    language: Language,
    JsonBody(request): JsonBody<LinkRequest>,
) -> Result<impl IntoResponse> {
    let member = caller.access.member()?;
    let (name, code) = (request.check()?, LinkCode::of(random::bytes()?));
    let had = links(&state, member, language, &ForQuery::default()).await?;
    let new = NewLink {
        mobile: &member.mobile_number,
        code: &code,
        name: &name,
        renew: request.renew,
        allowance: state.account_allowance(member, LINKS_A_DAY),
        now: state.clock.now(),
        session: caller.session(),
    };
    if !state.store.set_link(&new).await? {
        return Err(RejectionCode::NotRegistered.into());
    }
    let is_new = request.renew || had.link.is_none();
    let own = links(&state, member, language, &ForQuery::default()).await?;
    Ok(match is_new {
        true => Accepted::created(own, caller.words.done(api::link_made())),
        false => Accepted::done(own, caller.words.done(api::link_saved())),
    })
}

/// Takes the name off a member's link, such as one that insults somebody. Nobody is told whose link it is; they may
/// choose another name.
#[utoipa::path(delete, path = "/links/{code}/name", operation_id = "takeLinkNameOff", tag = "Sharing",
    params(("code" = String, Path, description = "The letters at the end of the link")),
    responses((status = 200, body = Verdict<Null>)))]
pub(crate) async fn take_name_off(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Award>,
    audit: Audit,
    Key(code): Key,
) -> Result<impl IntoResponse> {
    let code = LinkCode::read(&code).ok_or(HostedCode::LinkNameless)?;
    let event = audit.by(EventKind::LinkNameTakenOff, &caller);
    let off = state.store.take_link_name_off(&code, caller.session());
    if !audit.done_if(event, off, |&off| off).await? {
        return Err(HostedCode::LinkNameless.into());
    }
    Ok(Accepted::done((), api::link_name_taken_off()))
}

/// A member's link, for this, to its page in a language.
async fn links(
    state: &AppState,
    member: &User,
    language: Language,
    query: &ForQuery,
) -> Result<OwnLink> {
    let stored = state.store.links(&numbers::key(member.mobile_number.as_str())).await?;
    let view = |(code, name): (String, String)| {
        let named = [("service", &query.service), (OPENING, &query.opening)];
        let named = named.iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        let text = form_urlencoded::Serializer::new(String::new()).extend_pairs(named).finish();
        let mark = if text.is_empty() { "" } else { "?" };
        let path = state.path(language, &format!("/r/{code}"));
        let address = format!("{}{path}{mark}{text}", state.origin);
        LinkView { qr: qr::of(&address), address, name }
    };
    Ok(OwnLink { link: stored.live.map(view), opened: stored.opened, submitted: stored.submitted })
}

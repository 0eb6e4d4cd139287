//! The routers: the API with the site, and the operators' pages.

use std::sync::LazyLock;

use api::{HostedCode, SPREADSHEET_MAX_BYTES};
use axum::{
    Extension, Json, Router,
    extract::{DefaultBodyLimit, Request},
    handler::Handler,
    http::header::ORIGIN,
    middleware::{from_fn, from_fn_with_state, map_request},
    response::IntoResponse,
    routing::{any, get, post},
};
use domain::limits::IMPORT_MAX_BYTES;
use metrics_exporter_prometheus::PrometheusHandle;
use site::Site;
use tokio::sync::watch::Receiver;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::{CsrfLayer, ProtectionError};
use utoipa::{OpenApi, openapi::OpenApi as Document};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    AppState,
    audit::routes as audit,
    delivery::routes::{notifications, webhooks},
    http::{
        extract::without_origin,
        language::Language,
        limits::{Limiter, guard, guard_site},
        openapi::{self, ApiDoc},
        operation::{self, HEALTHZ, METRICS, READYZ},
        origin::{check_host, check_operators_host},
        refusal::{Refusal, refuse_in_language},
    },
    login::routes::{codes, second_factor, session, sessions},
    messages::routes as messages,
    observe::{observe, with_security_headers},
    pages::{
        no_script_forms::{self, CONTACT, Pages, REFERRAL, SENT},
        rules_page::{self, HOW_IT_WORKS},
    },
    privacy::routes as erasure,
    programme::routes as programme,
    referrals::routes::{
        award_check, commands, duplicates, history, referrals, templates, timeline,
    },
    reports::routes::{inbox, referrers, reports},
    rewards::{
        batches::routes as batches, by_hand::routes as by_hand, catalogue::routes as catalogue,
        leaderboard::routes as leaderboard, owed::routes as owed,
        redemptions::routes as redemptions, routes as rewards, statement::routes as statement,
    },
    sharing::{
        link::{pages as link_pages, routes as link},
        person::{page as person, routes as persons_pages},
    },
    spreadsheets::routes as spreadsheets,
    staff::routes::{staff, staff_factors, tokens, views},
    transfer::routes::{export, import},
};

/// An import's body may be a little longer than its maximum text, so that the rule for the maximum
/// can refuse it with its own words.
const IMPORT_MARGIN_BYTES: usize = 1024;

/// The maximum body with the rows of a spreadsheet. As JSON they are longer than their text: each has names.
const SPREADSHEET_BODY_BYTES: usize = 2 * SPREADSHEET_MAX_BYTES;

/// The router: the API, and the site for all other paths.
pub fn app(state: AppState, site: &Site) -> Router {
    state.read_words(site);
    let limiter = Limiter::new(&state);
    let pages =
        site::router(site).layer(from_fn_with_state((state.clone(), limiter.clone()), guard_site));
    // Submitting a referral and sharing a link ask which vacancies and courses there are.
    let api = api_and_health(&state, limiter.clone()).layer(Extension(Pages(site::router(site))));
    let written = Language::all().fold(Router::new(), |written, language| {
        written
            .merge(forms(&state, &limiter, site, &pages, language))
            .merge(rules(&state, &limiter, site, language))
            .merge(links(&state, &limiter, site, language))
            .merge(persons_page(&state, &limiter, site, language))
    });
    with_host_check_and_log(api.merge(written).fallback_service(pages), state)
}

/// The page that has the rules for points in it, in a language.
fn rules(state: &AppState, limiter: &Limiter, site: &Site, language: Language) -> Router<AppState> {
    let pages = Pages(site::router(site));
    let opened = {
        let state = state.clone();
        move |request: Request| rules_page::opened(state, pages, language, request)
    };
    // A page that is made when it is opened has no precompressed file.
    Router::new()
        .route(&language.path(HOW_IT_WORKS), any(opened.layer(CompressionLayer::new())))
        .layer(from_fn_with_state((state.clone(), limiter.clone()), guard_site))
}

/// The routes for forms without script, in a language. Other requests to their paths go to the site; a link with a
/// subject gets the form with the subject filled in.
fn forms(
    state: &AppState,
    limiter: &Limiter,
    site: &Site,
    pages: &Router,
    language: Language,
) -> Router<AppState> {
    let forms = Router::new()
        .route(&language.path(CONTACT), post(no_script_forms::message))
        .route(&language.path(REFERRAL), post(no_script_forms::referral));
    let sent = [CONTACT, REFERRAL].into_iter().fold(Router::new(), |sent, path| {
        sent.route(&language.path(&format!("{path}{SENT}")), get(no_script_forms::sent))
    });
    let forms_pages = Pages(site::router(site));
    let opened = {
        let (state, pages, forms_pages) = (state.clone(), pages.clone(), forms_pages.clone());
        move |request: Request| {
            no_script_forms::opened(state, pages, forms_pages, language, request)
        }
    };
    with_limits_and_csrf(forms.merge(sent), state, limiter)
        .layer(from_fn_with_state(state.clone(), no_script_forms::problem_as_page))
        .layer(Extension(forms_pages))
        .layer(Extension(language))
        // A page that is made for one visitor has no precompressed file.
        .method_not_allowed_fallback(opened.layer(CompressionLayer::new()))
}

/// The page behind a link that somebody shares, in a language.
fn links(state: &AppState, limiter: &Limiter, site: &Site, language: Language) -> Router<AppState> {
    let page = || get(link_pages::opened).post(link_pages::sent);
    let links = ["/r", "/r/", "/r/{code}"]
        .into_iter()
        .fold(Router::new(), |links, path| links.route(&language.path(path), page()));
    with_limits_and_csrf(links, state, limiter)
        .layer(map_request(async |request| without_null_origin(request)))
        .layer(from_fn_with_state(state.clone(), no_script_forms::problem_as_page))
        .layer(Extension(Pages(site::router(site))))
        .layer(Extension(language))
        .layer(CompressionLayer::new())
}

/// The page of a person who was referred, in a language. Below its address are the frames, which nobody sees empty.
fn persons_page(
    state: &AppState,
    limiter: &Limiter,
    site: &Site,
    language: Language,
) -> Router<AppState> {
    let opened = [person::PATH, "/p/", "/p/{*below}"]
        .into_iter()
        .fold(Router::new(), |pages, path| pages.route(&language.path(path), get(person::opened)))
        .layer(from_fn_with_state((state.clone(), limiter.clone()), guard_site));
    let posted = Router::new().route(&language.path(person::PATH), post(person::posted));
    let posted = with_limits_and_csrf(posted, state, limiter)
        .layer(map_request(async |request| without_null_origin(request)));
    opened
        .merge(posted)
        .layer(from_fn_with_state(state.clone(), no_script_forms::problem_as_page))
        .layer(Extension(Pages(site::router(site))))
        .layer(Extension(language))
        .layer(CompressionLayer::new())
}

/// Lets browsers before 2023 send a form of a page that tells nobody where it came from: they say `Origin: null` and
/// no more. Newer ones say beside it whether it is a form of this site. Nobody is logged in on these pages.
fn without_null_origin(mut request: Request) -> Request {
    if request.headers().get(ORIGIN).is_some_and(|origin| origin == "null") {
        request.headers_mut().remove(ORIGIN);
    }
    request
}

/// Adds the checks that every request passes: limits, and requests of other sites.
fn with_limits_and_csrf(
    router: Router<AppState>,
    state: &AppState,
    limiter: &Limiter,
) -> Router<AppState> {
    router
        .layer(CsrfLayer::new().with_rejection_response(|_: ProtectionError| {
            Refusal::from(HostedCode::CrossSite).into_response()
        }))
        .layer(map_request(async |request| without_origin(request)))
        .layer(DefaultBodyLimit::max(state.limits.body_limit))
        .layer(from_fn_with_state((state.clone(), limiter.clone()), guard))
}

/// The interface without the site.
pub fn interface(state: AppState) -> Router {
    let limiter = Limiter::new(&state);
    with_host_check_and_log(api_and_health(&state, limiter), state)
}

/// Refuses requests that are meant for another host, and logs every request.
fn with_host_check_and_log(router: Router<AppState>, state: AppState) -> Router {
    let check = from_fn_with_state(state.clone(), check_host);
    router.layer(check).layer(from_fn(observe)).with_state(state)
}

/// The operators' pages, which visitors must not reach.
pub fn operators(state: AppState, metrics: PrometheusHandle) -> Router {
    Router::new()
        .route(HEALTHZ, get(operation::healthz))
        .route(READYZ, get(operation::readyz))
        .route(METRICS, get(move || async move { operation::metrics(&metrics) }))
        .fallback(operation::no_such_page)
        .layer(from_fn(check_operators_host))
        .with_state(state)
}

/// The operators' pages of a server that waits for its database, and why it waits.
pub(crate) fn operators_of_waiting(why: Receiver<String>) -> Router {
    let readyz = move || async move { operation::not_ready(&why.borrow()) };
    Router::new()
        .route(HEALTHZ, get(operation::healthz))
        .route(READYZ, get(readyz))
        .fallback(operation::no_such_page)
}

/// The interface, and what tells that this server is alive.
fn api_and_health(state: &AppState, limiter: Limiter) -> Router<AppState> {
    let (routes, _) = routes().split_for_parts();
    let interface = routes
        .route("/api", any(no_such_path))
        .route("/api/", any(no_such_path))
        .route("/api/{*unknown}", any(no_such_path))
        .method_not_allowed_fallback(no_such_method);
    let interface = with_limits_and_csrf(interface, state, &limiter);
    let health = Router::new()
        .route(HEALTHZ, get(operation::healthz))
        // Not the site's pages for unknown paths, which have status 200.
        .route(READYZ, any(no_such_path))
        .route(METRICS, any(no_such_path))
        .method_not_allowed_fallback(no_such_method)
        .layer(from_fn_with_state((state.clone(), limiter), guard_site));
    let interface = interface.merge(health);
    interface
        .layer(from_fn_with_state(state.clone(), refuse_in_language))
        .layer(from_fn_with_state(state.clone(), with_security_headers))
}

/// The interface's routes with their descriptions.
fn routes() -> OpenApiRouter<AppState> {
    let large = DefaultBodyLimit::max(IMPORT_MAX_BYTES + IMPORT_MARGIN_BYTES);
    let api = OpenApiRouter::new()
        .routes(routes!(spreadsheets::list, spreadsheets::import))
        .routes(routes!(spreadsheets::check))
        .layer(DefaultBodyLimit::max(SPREADSHEET_BODY_BYTES))
        .routes(routes!(import::import))
        .layer(large)
        .routes(routes!(codes::send))
        .routes(routes!(session::view, session::log_in, session::log_out))
        .routes(routes!(sessions::list, sessions::log_out_everywhere))
        .routes(routes!(sessions::end))
        .routes(routes!(second_factor::confirm))
        .routes(routes!(second_factor::ask))
        .routes(routes!(second_factor::confirm_by_passkey))
        .routes(routes!(staff_factors::list))
        .routes(routes!(
            staff_factors::offer_totp,
            staff_factors::confirm_totp,
            staff_factors::remove_totp
        ))
        .routes(routes!(staff_factors::begin_passkey))
        .routes(routes!(staff_factors::add_passkey))
        .routes(routes!(staff_factors::remove_passkey))
        .routes(routes!(staff_factors::recovery_codes))
        .routes(routes!(staff::list, staff::invite))
        .routes(routes!(staff::colleagues))
        .routes(routes!(staff::change, staff::revoke))
        .routes(routes!(staff::reset))
        .routes(routes!(staff::list_sessions, staff::end_sessions))
        .routes(routes!(referrals::submit, referrals::list))
        .routes(routes!(referrals::search))
        .routes(routes!(referrals::counts, referrals::counts_found))
        .routes(routes!(commands::award))
        .routes(routes!(commands::command))
        .routes(routes!(commands::commands))
        .routes(routes!(commands::check_number))
        .routes(routes!(award_check::check))
        .routes(routes!(timeline::detail))
        .routes(routes!(persons_pages::make))
        .routes(routes!(persons_pages::evidence))
        .routes(routes!(templates::list))
        .routes(routes!(inbox::inbox))
        .routes(routes!(duplicates::list, duplicates::decide))
        .routes(routes!(duplicates::decide_all))
        .routes(routes!(programme::show, programme::set))
        .routes(routes!(programme::versions))
        .routes(routes!(rewards::list, rewards::publish))
        .routes(routes!(rewards::trial))
        .routes(routes!(rewards::of_referral))
        .routes(routes!(statement::own))
        .routes(routes!(statement::of_referrer, by_hand::enter))
        .routes(routes!(owed::owed))
        .routes(routes!(catalogue::public))
        .routes(routes!(catalogue::list, catalogue::publish))
        .routes(routes!(catalogue::check))
        .routes(routes!(leaderboard::list))
        .routes(routes!(leaderboard::take_off))
        .routes(routes!(leaderboard::own, leaderboard::join, leaderboard::leave))
        .routes(routes!(redemptions::own, redemptions::request))
        .routes(routes!(redemptions::cancel))
        .routes(routes!(redemptions::own_reference))
        .routes(routes!(redemptions::list))
        .routes(routes!(redemptions::approve))
        .routes(routes!(redemptions::decline))
        .routes(routes!(redemptions::reference))
        .routes(routes!(batches::list, batches::make))
        .routes(routes!(batches::one))
        .routes(routes!(batches::set_lines))
        .routes(routes!(batches::approve))
        .routes(routes!(batches::export))
        .routes(routes!(batches::settle))
        .routes(routes!(batches::close))
        .routes(routes!(reports::report))
        .routes(routes!(reports::intervals))
        .routes(routes!(referrers::list))
        .routes(routes!(referrers::search))
        .routes(routes!(history::history))
        .routes(routes!(spreadsheets::preview, spreadsheets::take_out))
        .routes(routes!(export::export))
        .routes(routes!(link::own, link::set))
        .routes(routes!(link::take_name_off))
        .routes(routes!(erasure::me))
        .routes(routes!(notifications::show, notifications::set))
        .routes(routes!(session::set_name))
        .routes(routes!(erasure::referred))
        .routes(routes!(messages::send, messages::list))
        .routes(routes!(messages::search))
        .routes(routes!(messages::change))
        .routes(routes!(webhooks::list, webhooks::add))
        .routes(routes!(webhooks::change, webhooks::remove))
        .routes(routes!(webhooks::rotate))
        .routes(routes!(webhooks::test))
        .routes(routes!(webhooks::deliveries))
        .routes(routes!(webhooks::replay))
        .routes(routes!(tokens::list, tokens::make))
        .routes(routes!(tokens::revoke))
        .routes(routes!(views::list, views::share))
        .routes(routes!(views::remove))
        .routes(routes!(audit::list))
        .routes(routes!(audit::search))
        .routes(routes!(description));
    OpenApiRouter::with_openapi(ApiDoc::openapi()).nest("/api", api)
}

/// The OpenAPI 3.1 document of the whole interface.
pub fn document() -> Document {
    openapi::complete(routes().into_openapi())
}

/// Shows the OpenAPI document.
#[utoipa::path(get, path = "/openapi.json", operation_id = "getDescription", tag = "Description",
    responses((status = 200, content_type = "application/json", body = Object)))]
async fn description() -> impl IntoResponse {
    static DOCUMENT: LazyLock<Document> = LazyLock::new(document);
    Json(&*DOCUMENT)
}

async fn no_such_path() -> Refusal {
    Refusal::no_such_path()
}

async fn no_such_method() -> Refusal {
    Refusal::no_such_method()
}

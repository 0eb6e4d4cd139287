//! The forms of the contact and the referral page, as a browser without script sends them. The same
//! rules, words and limits as those of the interface; whoever sends one is a guest.

use api::{Problem, Submission};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Extension, RawForm, Request, State},
    http::{
        HeaderMap, HeaderValue, StatusCode, Uri,
        header::{
            CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, LOCATION, RETRY_AFTER, SET_COOKIE,
            VARY,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::DateTime;
use domain::{contact::ContactDraft, notice::Notice, referral::ReferralDraft};
use store::Submitted;
use tower::ServiceExt;

use super::{messages, referrals};
use crate::{
    AppState,
    extract::{Caller, ClientIp, IdempotencyKey},
    observe::protect,
    plain_form,
    refusal::{PROBLEM, Refusal, Result},
};

pub(crate) const CONTACT: &str = "/contact";
pub(crate) const REFERRAL: &str = "/referral";
/// Below the path of a form: says what was sent, and can be loaded again without sending it twice.
pub(crate) const SENT: &str = "/sent";

/// The longest page that is looked at.
const LONGEST_PAGE: usize = 1 << 20;

/// The site's own pages.
#[derive(Clone, Debug)]
pub(crate) struct Pages(pub(crate) Router);

/// Keeps a contact message.
pub(crate) async fn message(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    client: ClientIp,
    RawForm(body): RawForm,
) -> Response {
    let typed = Typed::read(&body);
    let draft = ContactDraft {
        name: typed.text("name"),
        email: typed.text("email"),
        subject: typed.text("subject"),
        message: typed.text("message"),
    };
    let key = IdempotencyKey::of_form(&state, client, &body);
    let kept = messages::keep(&state, &Caller::guest(), client, &key, draft).await;
    typed.answer(&state, &pages, CONTACT, kept.map(|_| String::new())).await
}

/// Submits a referral.
pub(crate) async fn referral(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    client: ClientIp,
    RawForm(body): RawForm,
) -> Response {
    let typed = Typed::read(&body);
    let draft = ReferralDraft {
        referrer_name: typed.text("referrerName"),
        referrer_phone: typed.text("referrerPhone"),
        referred_name: typed.text("referredName"),
        referred_phone: typed.text("referredPhone"),
        service: typed.text("service"),
        notes: typed.text("notes"),
    };
    let key = IdempotencyKey::of_form(&state, client, &body);
    let taken = submit(&state, client, &key, draft).await;
    typed.answer(&state, &pages, REFERRAL, taken).await
}

/// Gives the referred person's name.
async fn submit(
    state: &AppState,
    client: ClientIp,
    key: &IdempotencyKey,
    draft: ReferralDraft,
) -> Result<String> {
    // A browser without script does not say how its visitor writes a date.
    let today = DateTime::from_timestamp_millis(state.clock.now().as_millis().cast_signed());
    let date = today.unwrap_or_default().format("%d/%m/%Y").to_string();
    let submission = Submission { draft, date };
    match referrals::take(state, &Caller::guest(), client, key, submission).await? {
        Submitted::New(stored) | Submitted::Repeated(stored) => {
            Ok(stored.referral().referred_name.clone())
        }
        Submitted::KeyReused => Err(api::HostedCode::KeyReused.into()),
        Submitted::AllowanceUsed => Err(Refusal::allowance_used(state.clock.now())),
    }
}

/// Says what was sent a moment ago; a form where nothing was.
pub(crate) async fn sent(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_end_matches(SENT);
    let Some(about) = state.cookies.sent(&headers, path) else { return see(path.to_owned()) };
    let notice = match path {
        CONTACT => Notice::message_sent(),
        _ => Notice::referral_submitted(&about),
    };
    let told = |page: &str| plain_form::accepted(page, &notice);
    page(&pages, path, StatusCode::OK, told).await.unwrap_or_else(|| see(path.to_owned()))
}

/// Says in a page what kept a form from being read, such as too many of them.
pub(crate) async fn in_words(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    match response.headers().get(CONTENT_TYPE) {
        Some(kind) if kind == PROBLEM => {}
        // A page has headers of its own.
        Some(_) => return response,
        None => return protect(&state, response),
    }
    let (parts, body) = response.into_parts();
    let problem = to_bytes(body, LONGEST_PAGE).await.unwrap_or_default();
    let words: serde_json::Value = serde_json::from_slice(&problem).unwrap_or_default();
    let told = Problem {
        notice: Notice::error(words["detail"].as_str().unwrap_or_default()),
        ..Problem::new(parts.status.as_u16(), "", Vec::new())
    };
    let told = |page: &str| plain_form::refused(page, &told, &[]);
    let page = page(&pages, &path, parts.status, told).await;
    let plain = || protect(&state, Response::from_parts(parts.clone(), problem.into()));
    let mut response = page.unwrap_or_else(plain);
    if let Some(seconds) = parts.headers.get(RETRY_AFTER) {
        response.headers_mut().insert(RETRY_AFTER, seconds.clone());
    }
    response
}

/// What was typed, by the fields' names.
struct Typed(Vec<(String, String)>);

impl Typed {
    fn read(body: &[u8]) -> Self {
        // A form ends its lines as RFC 822 does; scripts have them as they were typed.
        let text = |text: &str| text.replace("\r\n", "\n");
        let pairs = form_urlencoded::parse(body);
        Self(pairs.map(|(name, typed)| (name.into_owned(), text(&typed))).collect())
    }

    fn text(&self, field: &str) -> String {
        let typed = self.0.iter().find(|(name, _)| name == field);
        typed.map(|(_, text)| text.clone()).unwrap_or_default()
    }

    async fn answer(
        &self,
        state: &AppState,
        pages: &Pages,
        path: &str,
        outcome: Result<String>,
    ) -> Response {
        let refusal = match outcome {
            Ok(about) => {
                let mut response = see(format!("{path}{SENT}#told"));
                if let Some(cookie) = state.cookies.set_sent(path, &about) {
                    response.headers_mut().append(SET_COOKIE, cookie);
                }
                return response;
            }
            Err(refusal) => refusal,
        };
        let typed: Vec<_> =
            self.0.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
        let told = |page: &str| plain_form::refused(page, refusal.problem(), &typed);
        let page = page(pages, path, refusal.status(), told).await;
        page.unwrap_or_else(|| refusal.into_response())
    }
}

/// Sends the browser on with a request of its own, so that loading again sends nothing.
fn see(path: String) -> Response {
    let location = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(LOCATION, location), NO_STORE]).into_response()
}

const NO_STORE: (axum::http::HeaderName, HeaderValue) =
    (CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// One of the site's pages under its own headers, told what is new in it; nobody keeps it.
async fn page(
    Pages(pages): &Pages,
    path: &str,
    status: StatusCode,
    told: impl FnOnce(&str) -> Option<String>,
) -> Option<Response> {
    let request = Request::get(path).body(Body::empty()).ok()?;
    let (mut head, body) = pages.clone().oneshot(request).await.ok()?.into_parts();
    let page = to_bytes(body, LONGEST_PAGE).await.ok()?;
    let page = told(std::str::from_utf8(&page).ok()?)?;
    for name in [ETAG, CONTENT_LENGTH, VARY] {
        head.headers.remove(name);
    }
    let (name, value) = NO_STORE;
    head.headers.insert(name, value);
    head.status = status;
    Some(Response::from_parts(head, page.into()))
}

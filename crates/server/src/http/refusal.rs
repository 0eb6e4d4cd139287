//! Refusals as answers: problem details (RFC 9457).

use std::sync::Arc;

use crate::db::StoreError;
use api::{
    Code, DAY_MS, HistoryEntry, HostedCode, HostedReferral, Problem, Puzzle,
    SECOND_FACTOR_WINDOW_MS, SEND_WINDOW_MS, TooLong,
};
use axum::{
    extract::{Request, State},
    http::{
        HeaderValue, StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::{
    referral::Instant,
    rejection::{RejectionCode, Rejections},
};
use utoipa::ToResponse;

use crate::{
    AppState,
    http::language::Language,
    observe::{redact, rejected, store_failed},
    random::NoRandomness,
};

/// The media type of problem details.
pub(crate) const PROBLEM: &str = "application/problem+json";

/// How much of a name a hint repeats, in characters.
const NAMED_MAX: usize = 40;

/// A refusal that becomes an answer.
#[derive(Debug)]
pub struct Refusal {
    problem: Box<Problem>,
    /// In seconds.
    retry_after: Option<u64>,
}

/// The schema of a refusal in the OpenAPI document.
#[derive(ToResponse)]
#[response(
    description = "Refused; `codes` says why. 400: it cannot be read, and \
        `detail` says where. 401: nobody is logged in, or not any more. 403: not allowed, or only \
        with the second factor. 404: there is none, or none that the caller may see. 405: the path \
        does not support the method. 408: the body took too long to arrive. 409: it does not fit \
        what is stored, or somebody else is logged in by now. 412: somebody else has changed it \
        meanwhile. 413: it is too long. 415: the body has to be `application/json`. 421: it is meant \
        for another host. 422: it breaks rules. 428: a proof of work is needed. 429: too many requests or tries; `Retry-After` says \
        when the next may succeed. 431: the headers are too long. 500: the server failed. 503: \
        the server cannot do it now or, with `outcome-unknown`, cannot say whether it was done.",
    content_type = "application/problem+json"
)]
#[expect(dead_code, reason = "its schema is what it is for")]
pub(crate) struct Refused(Problem);

/// The result of a handler.
pub(crate) type Result<T> = std::result::Result<T, Refusal>;

impl Refusal {
    /// A refusal for several reasons. The first one determines the status and the notice.
    pub(crate) fn of(codes: Vec<Code>) -> Self {
        let first = codes.first().copied();
        let status = first.map_or(StatusCode::UNPROCESSABLE_ENTITY, status_of);
        let problem = Problem::new(status.as_u16(), title(status), codes);
        Self { problem: Box::new(problem), retry_after: first.and_then(retry_after) }
    }

    /// A request that cannot be read. `detail` tells the developer of the client which field or
    /// header is wrong. It never repeats the input, so that it can be logged.
    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::from(HostedCode::BadRequest).with_detail(detail.into())
    }

    /// An unknown path of the interface.
    pub(crate) fn no_such_path() -> Self {
        Self::malformed("There is nothing at this path: /api/openapi.json lists all paths.")
            .with_status(StatusCode::NOT_FOUND)
    }

    /// A method that the path does not support.
    pub(crate) fn no_such_method() -> Self {
        Self::malformed("This path does not support the method: see the header Allow.")
            .with_status(StatusCode::METHOD_NOT_ALLOWED)
    }

    /// A body that took too long.
    pub(crate) fn too_slow() -> Self {
        Self::from(HostedCode::Unavailable)
            .with_detail("The body took too long to arrive.".to_owned())
            .with_status(StatusCode::REQUEST_TIMEOUT)
    }

    fn with_detail(mut self, detail: String) -> Self {
        tracing::info!(detail, "a malformed request");
        self.problem.detail = detail;
        self
    }

    /// Texts of a form that are too long.
    fn too_long(too_long: &TooLong) -> Self {
        let status = status_of(HostedCode::TextTooLong.into());
        let problem = Problem::too_long(status.as_u16(), title(status), too_long);
        Self { problem: Box::new(problem), retry_after: None }
    }

    /// A network has reached its daily limit, which resets at midnight (UTC).
    pub(crate) fn allowance_used(now: Instant) -> Self {
        let left = DAY_MS - now.as_millis() % DAY_MS;
        Self::from(HostedCode::AllowanceUsed).retry_after(left.div_ceil(1000))
    }

    /// The same with another status.
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.problem.status = status.as_u16();
        self.problem.title = title(status).to_owned();
        self
    }

    /// The same with the first of these names in the hint of this reason, cut to what fits beside a field.
    pub(crate) fn naming(mut self, code: RejectionCode, names: Vec<String>) -> Self {
        let hints = self.problem.errors.iter_mut().filter(|error| error.code == code.into());
        for (error, name) in hints.zip(names) {
            let name: String = name.chars().take(NAMED_MAX).collect();
            error.hint = format!("There is no field {name}. {}", error.hint);
        }
        self
    }

    /// The same with another waiting time.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A proof of work is required.
    pub(crate) fn puzzle(puzzle: Puzzle) -> Self {
        let mut refusal = Self::from(HostedCode::ProofRequired);
        refusal.problem.puzzle = Some(puzzle);
        refusal
    }

    /// The body.
    pub(crate) fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The status of the answer.
    pub(crate) fn status(&self) -> StatusCode {
        let status = StatusCode::from_u16(self.problem.status);
        status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// All reasons, with the current referral if somebody else has changed it.
    pub(crate) fn into_reasons(self) -> (Vec<Code>, Option<HostedReferral>) {
        (self.problem.codes, self.problem.current)
    }

    /// Somebody else has changed the referral; with its current state and that change.
    pub(crate) fn stale(current: HostedReferral, change: Option<HistoryEntry>) -> Self {
        let mut refusal = Self::from(HostedCode::ReferralStale);
        refusal.problem.current = Some(current);
        refusal.problem.change = change;
        refusal
    }
}

/// The status for a reason.
pub(crate) fn status_of(code: Code) -> StatusCode {
    match code {
        Code::Rule(code) => match code {
            RejectionCode::NotLoggedIn => StatusCode::UNAUTHORIZED,
            RejectionCode::NotAdmin
            | RejectionCode::NotAllowed
            | RejectionCode::OwnReferral
            | RejectionCode::OwnRequest
            | RejectionCode::AwardedByYou
            | RejectionCode::BatchByYou
            | RejectionCode::ConsentRefused => StatusCode::FORBIDDEN,
            RejectionCode::ReferralGone => StatusCode::NOT_FOUND,
            RejectionCode::AlreadyRegistered
            | RejectionCode::NotRegistered
            | RejectionCode::RequestMoved
            | RejectionCode::BatchMoved
            | RejectionCode::PointsTakenBack => StatusCode::CONFLICT,
            RejectionCode::OfferChangedSince => StatusCode::PRECONDITION_FAILED,
            RejectionCode::ImportTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        },
        Code::Hosted(code) => match code {
            HostedCode::CodeExpired
            | HostedCode::CountryCodeMissing
            | HostedCode::NameHasNumber
            | HostedCode::NameHasAddress
            | HostedCode::AgreementMissing
            | HostedCode::PasskeyRefused
            | HostedCode::SecondFactorWrong
            | HostedCode::ViewsFull
            | HostedCode::WebhookAddress => StatusCode::UNPROCESSABLE_ENTITY,
            HostedCode::BadRequest => StatusCode::BAD_REQUEST,
            HostedCode::SessionEnded => StatusCode::UNAUTHORIZED,
            HostedCode::SecondFactorMissing
            | HostedCode::SecondFactorStale
            | HostedCode::CrossSite => StatusCode::FORBIDDEN,
            HostedCode::SessionChanged
            | HostedCode::KeyReused
            | HostedCode::LastFactor
            | HostedCode::LastOwner
            | HostedCode::IntegrationsLeft
            | HostedCode::StaffKnown => StatusCode::CONFLICT,
            HostedCode::ReferralStale
            | HostedCode::PageStale
            | HostedCode::MessageStale
            | HostedCode::ProgrammeStale
            | HostedCode::BatchStale => StatusCode::PRECONDITION_FAILED,
            HostedCode::TextTooLong => StatusCode::PAYLOAD_TOO_LARGE,
            HostedCode::ProofRequired => StatusCode::PRECONDITION_REQUIRED,
            HostedCode::TooManyCodes
            | HostedCode::CodesUsedUp
            | HostedCode::TooManyWrongCodes
            | HostedCode::SendingPaused
            | HostedCode::SecondFactorPaused
            | HostedCode::SecondFactorUsedUp
            | HostedCode::TooManyRequests
            | HostedCode::AllowanceUsed => StatusCode::TOO_MANY_REQUESTS,
            HostedCode::MessageGone
            | HostedCode::PageEnded
            | HostedCode::StaffGone
            | HostedCode::RedemptionGone
            | HostedCode::LeaderboardOff
            | HostedCode::LeaderGone
            | HostedCode::LinkNameless
            | HostedCode::BatchGone => StatusCode::NOT_FOUND,
            HostedCode::SendingFailed
            | HostedCode::ImportUnderWay
            | HostedCode::Unavailable
            | HostedCode::OutcomeUnknown => StatusCode::SERVICE_UNAVAILABLE,
        },
    }
}

/// After how many seconds another try makes sense.
fn retry_after(code: Code) -> Option<u64> {
    let Code::Hosted(code) = code else {
        return None;
    };
    match code {
        HostedCode::TooManyCodes => Some(SEND_WINDOW_MS / 1000),
        HostedCode::SendingPaused | HostedCode::TooManyWrongCodes => Some(3600),
        HostedCode::SecondFactorPaused => Some(SECOND_FACTOR_WINDOW_MS / 1000),
        HostedCode::TooManyRequests => Some(1),
        HostedCode::AllowanceUsed | HostedCode::CodesUsedUp | HostedCode::SecondFactorUsedUp => {
            Some(DAY_MS / 1000)
        }
        HostedCode::SendingFailed | HostedCode::ImportUnderWay => Some(60),
        HostedCode::Unavailable | HostedCode::OutcomeUnknown => Some(5),
        _ => None,
    }
}

fn title(status: StatusCode) -> &'static str {
    status.canonical_reason().unwrap_or("Refused")
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status();
        if let Some(code) = self.problem.codes.first() {
            rejected(*code);
        }
        let body = match serde_json::to_vec(&self.problem) {
            Ok(body) => body,
            Err(error) => {
                tracing::error!(%error, "a refusal could not be serialised");
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
        };
        let mut response = (status, body).into_response();
        // For whoever says it in another language.
        response.extensions_mut().insert(Said(self.problem.into()));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// What a refusal says, beside its body.
#[derive(Clone, Debug)]
struct Said(Arc<Problem>);

/// What a refusal says that has become an answer; `None` if the answer is something else.
pub(crate) fn problem_of(response: &Response) -> Option<&Problem> {
    response.extensions().get::<Said>().map(|Said(problem)| &**problem)
}

/// Says refusals in the language of the page that asks, wherever they come from. In English they are said already.
pub(crate) async fn refuse_in_language(
    State(state): State<AppState>,
    language: Language,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    if language == Language::default() {
        return response;
    }
    let problem = problem_of(&response).map(|problem| state.words(language).problem(problem));
    let body = problem.and_then(|problem| serde_json::to_vec(&problem).ok());
    if let Some(body) = body {
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = body.into();
    }
    response
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self::of(vec![code])
    }
}

impl From<HostedCode> for Refusal {
    fn from(code: HostedCode) -> Self {
        Self::from(Code::from(code))
    }
}

impl From<RejectionCode> for Refusal {
    fn from(code: RejectionCode) -> Self {
        Self::from(Code::from(code))
    }
}

impl From<Rejections> for Refusal {
    fn from(rejections: Rejections) -> Self {
        Self::of(rejections.codes().iter().map(|&code| Code::from(code)).collect())
    }
}

/// The visitor is told that nothing was saved, or that it may have been; the log gets the reason.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::SessionEnded => return HostedCode::SessionEnded.into(),
            StoreError::Refused(code) => return Self::of(vec![code]),
            _ => {}
        }
        let (kind, status) = match error {
            StoreError::Unknown(_) => ("outcome_unknown", StatusCode::SERVICE_UNAVAILABLE),
            StoreError::Unavailable(_) => ("unavailable", StatusCode::SERVICE_UNAVAILABLE),
            StoreError::Full(_) => ("full", StatusCode::SERVICE_UNAVAILABLE),
            _ => ("failed", StatusCode::INTERNAL_SERVER_ERROR),
        };
        store_failed(kind);
        let error_text = redact(&error.to_string());
        // A database that is busy is nobody's fault; the others need somebody.
        match kind {
            "unavailable" => {
                tracing::warn!(kind, error = error_text, "the database did not answer in time");
            }
            _ => tracing::error!(kind, error = error_text, "the database failed"),
        }
        match error {
            StoreError::Unknown(_) => HostedCode::OutcomeUnknown.into(),
            _ => Self::from(HostedCode::Unavailable).with_status(status),
        }
    }
}

impl From<TooLong> for Refusal {
    fn from(too_long: TooLong) -> Self {
        Self::too_long(&too_long)
    }
}

impl From<NoRandomness> for Refusal {
    fn from(error: NoRandomness) -> Self {
        tracing::error!(%error, "the system's random numbers cannot be read");
        Self::from(HostedCode::Unavailable)
    }
}

//! Submitting and listing referrals.

use crate::referrals::records::{Listing, NewReferral, Submitted};
use api::{
    Access, Flag, HostedCode, HostedReferral, PAGE_SIZE, Page, ReferralQuery, StageCounts,
    Submission, must_read_numbers,
};
use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderName, HeaderValue},
    response::{AppendHeaders, IntoResponse},
};
use domain::{
    pipeline::{self, ProgrammeSettings, Right, Staff},
    referral::Referral,
    verdict::Verdict,
    view::Totals,
};

use crate::clock::day;
use crate::referrals::relation::is_own_number;
use crate::referrals::scope::{about, own, owners, scope};
use crate::referrals::view;
use crate::{
    AppState,
    http::{
        answer::Accepted,
        client_ip::ClientIp,
        extract::{Caller, Current, IdempotencyHeader, IdempotencyKey, JsonBody, QueryParams},
        refusal::{Refusal, Result},
        search::{may_search, no_search, search_fits},
    },
    observe,
    pages::{no_script_forms::Pages, openings},
    secret::Purpose,
};

/// Marks the answer to an earlier request.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Submits a referral, once for each key.
#[utoipa::path(post, path = "/referrals", operation_id = "submitReferral", tag = "Referrals",
    params(IdempotencyHeader),
    request_body = Submission,
    responses(
        (status = 201, body = Verdict<HostedReferral>,
            headers(("Idempotent-Replayed" = String, description = "On the answer to a retry")))))]
pub(crate) async fn submit(
    State(state): State<AppState>,
    Current(caller): Current,
    pages: Option<Extension<Pages>>,
    client: ClientIp,
    retry: IdempotencyKey,
    JsonBody(submission): JsonBody<Submission>,
) -> Result<impl IntoResponse> {
    submission.fits()?;
    let title = match pages {
        Some(Extension(pages)) => openings::title(&pages, &submission.opening).await,
        None => None,
    };
    let submission = (submission, title.unwrap_or_default());
    // Read first: what fails after the write would hide that it was done.
    let programme = state.store.programme().await?.settings;
    let submitted =
        submit_referral(&state, &caller, client, &retry, submission, &programme).await?;
    let (stored, replayed) = match submitted {
        // The same for all, also for one that closed itself at once.
        Submitted::New(stored) => (stored.as_submitted(), None),
        Submitted::Repeated(stored) => {
            // What became of it is not for guests: whoever has the key of the request may be anybody.
            let is_guest = caller.access.viewer.user().is_none();
            let stored = if is_guest { stored.as_submitted() } else { stored };
            (stored, Some((REPLAYED, HeaderValue::from_static("true"))))
        }
        Submitted::KeyReused => return Err(HostedCode::KeyReused.into()),
        Submitted::AllowanceUsed => return Err(Refusal::allowance_used(state.clock.now())),
        Submitted::Refused(code) => return Err(code.into()),
    };
    let done = api::referral_submitted(&stored.referral().referred_name);
    Ok((
        AppendHeaders(replayed),
        Accepted::created(
            view::referral(&stored, &programme, &caller.access, &caller.words),
            caller.words.done(done),
        ),
    ))
}

/// Checks and stores a referral, within the daily limit and once for each key. Beside it is the title of the vacancy or
/// course that it is for.
pub(crate) async fn submit_referral(
    state: &AppState,
    caller: &Caller,
    client: ClientIp,
    retry: &IdempotencyKey,
    (submission, opening): (Submission, String),
    programme: &ProgrammeSettings,
) -> Result<Submitted> {
    submission.fits()?;
    let (viewer, now) = (&caller.access.viewer, state.clock.now());
    let sent = compact_json::to_string(&submission);
    let Submission { draft, say_who, .. } = submission;
    let own_number = is_own_number(&draft, viewer);
    let (date, policy) = (day(now), &state.policy);
    let referral = pipeline::submit(&draft, now, date, own_number, viewer, programme, policy)?;
    let referral = Referral { opening, ..referral };
    let new = NewReferral {
        said: pipeline::said_by_referrer(&referral, say_who, viewer, now),
        referral,
        may: pipeline::may_submit,
        now,
        by: caller.author(),
        idempotency_key: retry.stored_key(caller, state, &[]),
        allowance: Some(state.referrals_allowance(client, viewer.user())),
        fingerprint: state.secret.hmac(Purpose::Fingerprint, &[sent.as_bytes()]),
    };
    let submitted = state.store.submit(&new).await?;
    if let Submitted::New(_) = submitted {
        observe::referral_submitted();
    }
    Ok(submitted)
}

/// Lists the referrals that the caller may see: staff with the second factor those of their role, a
/// member their own, a guest none.
#[utoipa::path(get, path = "/referrals", operation_id = "listReferrals", tag = "Referrals",
    params(ReferralQuery), responses((status = 200, body = Page)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(find): QueryParams<ReferralQuery>,
) -> Result<Json<Page>> {
    no_search(find.search.as_deref(), "/api/referrals/search")?;
    page(&state, &caller, find).await
}

/// Searches the referrals that the caller may list.
#[utoipa::path(post, path = "/referrals/search", operation_id = "searchReferrals",
    tag = "Referrals", request_body = ReferralQuery, responses((status = 200, body = Page)))]
pub(crate) async fn search(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(find): JsonBody<ReferralQuery>,
) -> Result<Json<Page>> {
    search_fits(find.search.as_deref())?;
    page(&state, &caller, find).await
}

/// The number of referrals in each stage, for a board.
#[utoipa::path(get, path = "/referrals/counts", operation_id = "countReferrals", tag = "Referrals",
    params(ReferralQuery), responses((status = 200, body = StageCounts)))]
pub(crate) async fn counts(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(find): QueryParams<ReferralQuery>,
) -> Result<Json<StageCounts>> {
    no_search(find.search.as_deref(), "/api/referrals/counts")?;
    count(&state, &caller, find).await
}

/// The same for a search.
#[utoipa::path(post, path = "/referrals/counts", operation_id = "countFoundReferrals",
    tag = "Referrals", request_body = ReferralQuery, responses((status = 200, body = StageCounts)))]
pub(crate) async fn counts_found(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(find): JsonBody<ReferralQuery>,
) -> Result<Json<StageCounts>> {
    search_fits(find.search.as_deref())?;
    count(&state, &caller, find).await
}

async fn count(
    state: &AppState,
    caller: &Caller,
    find: ReferralQuery,
) -> Result<Json<StageCounts>> {
    check_search(state, &caller.access, &find).await?;
    let stages = match listing(state, &caller.access, find).await? {
        Some(listing) => state.store.stage_counts(&listing).await?,
        None => Default::default(),
    };
    Ok(Json(StageCounts { stages }))
}

async fn page(state: &AppState, caller: &Caller, find: ReferralQuery) -> Result<Json<Page>> {
    check_search(state, &caller.access, &find).await?;
    let Some(listing) = listing(state, &caller.access, find).await? else {
        let totals = Totals::default();
        return Ok(Json(Page { referrals: Vec::new(), totals, next: None }));
    };
    let totals = state.store.totals(&listing.scope).await?;
    let listed = state.store.list(&listing).await?;
    let programme = state.store.programme().await?.settings;
    let shown = |stored| view::referral(stored, &programme, &caller.access, &caller.words);
    let referrals = listed.items.iter().map(shown).collect();
    Ok(Json(Page { referrals, totals, next: listed.next }))
}

async fn check_search(state: &AppState, access: &Access, find: &ReferralQuery) -> Result<()> {
    let search = find.search.as_deref().unwrap_or_default();
    if find.about == Some(true) && !search.is_empty() {
        return Err(Refusal::malformed("`search` cannot be used together with `about`."));
    }
    [search]
        .into_iter()
        .chain(find.status.as_deref())
        .chain(find.service.as_deref())
        .try_for_each(|text| may_search(access, text))?;
    // A file may bring any text as an owner's id, too.
    let owner = find.owner.as_deref().unwrap_or_default();
    match may_search(access, owner) {
        Err(_) if state.store.staff().await?.iter().any(|staff| staff.id == owner) => Ok(()),
        other => other,
    }
}

/// The store's filters for a query, within what the caller may see; `None` if that is nothing.
async fn listing(
    state: &AppState,
    access: &Access,
    find: ReferralQuery,
) -> Result<Option<Listing>> {
    let given = |text: &String| !text.is_empty();
    // In a list of what concerns themselves, staff are a referrer or a referred person like any other.
    let is_personal = find.about == Some(true) || find.own == Some(true);
    let staff = access.staff().filter(|_| !is_personal);
    let owners = match staff {
        Some(_) => owners(state, find.owner.filter(given), find.team).await?,
        None => None,
    };
    let referrer = match find.referrer.filter(given).zip(staff) {
        Some((key, staff)) => match referrer(state, access, staff, &key).await? {
            None => return Ok(None),
            referrer => referrer,
        },
        None => None,
    };
    let scope = match (find.about, find.own) {
        (Some(true), _) => about(access),
        (_, Some(true)) => own(access),
        _ => scope(access),
    };
    // For everybody else, lists do not reveal this mark.
    let sees_flags = access.sees_all();
    Ok(scope.map(|scope| Listing {
        scope,
        search: find.search.unwrap_or_default(),
        status: find.status.filter(given),
        service: find.service.filter(given),
        stage: find.stage.filter(given),
        owners,
        referrer,
        is_duplicate: sees_flags && find.flag == Some(Flag::Duplicate),
        submitted: find.from.unwrap_or_default()..find.to.unwrap_or(u64::MAX),
        waits: None,
        sort: find.sort.unwrap_or_default(),
        after: find.after,
        limit: find.limit.unwrap_or(PAGE_SIZE).clamp(1, PAGE_SIZE),
    }))
}

/// The number of a referral's referrer, if the member of staff may see that referral.
async fn referrer(
    state: &AppState,
    access: &Access,
    staff: &Staff,
    key: &str,
) -> Result<Option<String>> {
    must_read_numbers(staff)?;
    let stored = state.store.referral(key).await?;
    let stored = stored.filter(|it| view::answers_to(&it.case, key, access));
    let seen = stored.filter(|it| staff.may(Right::Read, it.case.corrected().service.value()));
    let number = seen.map(|it| it.referral().referrer_mobile.clone());
    Ok(number.filter(|number| !numbers::key(number).is_empty()))
}

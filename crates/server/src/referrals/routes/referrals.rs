//! Submitting and listing referrals.

use crate::referrals::records::{Listing, NewReferral, Scope, Submitted};
use api::{
    Access, Code, Flag, HostedCode, HostedReferral, NOBODY, PAGE_SIZE, Page, ReferralQuery,
    SEARCH_MAX, StageCounts, Submission,
};
use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderName, HeaderValue},
    response::{AppendHeaders, IntoResponse},
};
use domain::{
    pipeline::{self, ProgrammeSettings, Reach, Right, Staff},
    referral::{Referral, ReferralDraft},
    rejection::RejectionCode,
    verdict::Verdict,
    view::Totals,
    viewer::Viewer,
};

use crate::clock::day;
use crate::referrals::routes::view;
use crate::staff::records::team_of;
use crate::{
    AppState,
    http::{
        answer::Accepted,
        client_ip::ClientIp,
        extract::{Caller, Current, IdempotencyKey, JsonBody, QueryParams},
        no_script_forms::Pages,
        openings,
        refusal::{Refusal, Result},
    },
    observe,
    secret::Purpose,
};

/// Marks the answer to an earlier request.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Submits a referral, once for each key.
#[utoipa::path(post, path = "/referrals", operation_id = "submitReferral", tag = "Referrals",
    params(("Idempotency-Key" = String, Header, min_length = 16, max_length = 64,
        description = "The same for every try of one submission: visible ASCII characters")),
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

/// Whether somebody refers themselves: the number that they are logged in with or, as a guest, have
/// typed.
pub(crate) fn is_own_number(draft: &ReferralDraft, viewer: &Viewer) -> bool {
    let own =
        viewer.user().map_or(draft.referrer_phone.as_str(), |user| user.mobile_number.as_str());
    numbers::key(own) == numbers::key(&draft.referred_phone)
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

/// Refuses search texts in addresses.
pub(crate) fn no_search(search: Option<&str>, instead: &str) -> Result<()> {
    if search.is_none() {
        return Ok(());
    }
    Err(Refusal::malformed(format!(
        "Send `search` in the body of POST {instead}: query strings are logged."
    )))
}

pub(crate) fn search_fits(search: Option<&str>) -> Result<()> {
    if api::search_fits(search) {
        return Ok(());
    }
    Err(Refusal::malformed(format!("The field `search` has at most {SEARCH_MAX} characters.")))
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

/// Checks that a search or filter does not reveal a masked number to somebody who may not see it: a file may
/// bring any text as a service.
pub(crate) fn may_search(access: &Access, search: &str) -> Result<()> {
    if access.hides_numbers() && numbers::has_digit(search) {
        return Err(Refusal::malformed("Your role cannot search for digits."));
    }
    Ok(())
}

/// Checks that somebody may see what belongs to one number. Whoever reads no numbers could find one out: they
/// make a referral as a guest with the number that they guess, and look beside what it is listed.
pub(crate) fn must_read_numbers(staff: &Staff) -> Result<()> {
    if staff.role().reads_numbers() { Ok(()) } else { Err(RejectionCode::NotAllowed.into()) }
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

/// The ids to list referrals of: of one member of staff or nobody, and of those who carry the name of a team
/// now; `None` for all. What a caller may see, it does not change.
pub(crate) async fn owners(
    state: &AppState,
    owner: Option<String>,
    team: Option<String>,
) -> Result<Option<Vec<String>>> {
    let owner = owner.map(|owner| if owner == NOBODY { String::new() } else { owner });
    let Some(team) = team.filter(|team| !team.is_empty()) else {
        return Ok(owner.map(|owner| vec![owner]));
    };
    let mut ids = team_of(&state.store.staff().await?, &team);
    ids.retain(|id| owner.as_ref().is_none_or(|owner| owner == id));
    Ok(Some(ids))
}

/// The caller as a member of staff, and which referrals they may see.
pub(crate) fn staff(access: &Access) -> std::result::Result<(&Staff, Scope), Code> {
    let staff = access.confirmed_staff()?;
    match scope(access) {
        Some(scope @ (Scope::All | Scope::Services(_))) => Ok((staff, scope)),
        _ => Err(RejectionCode::NotAllowed.into()),
    }
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

/// The referrals of the caller that others have made.
fn about(access: &Access) -> Option<Scope> {
    access.viewer.user().map(|user| Scope::About(user.mobile_number.clone()))
}

/// The referrals that the caller has made.
fn own(access: &Access) -> Option<Scope> {
    access.viewer.user().map(|user| Scope::Of(user.mobile_number.clone()))
}

/// The referrals that the caller may see; `None` for none.
pub(crate) fn scope(access: &Access) -> Option<Scope> {
    let reach = access.staff().map(|staff| (staff, staff.role().reach(Right::Read)));
    match reach {
        Some((_, Reach::All)) => Some(Scope::All),
        Some((staff, Reach::OwnServices)) => Some(Scope::Services(staff.services().to_vec())),
        Some((_, Reach::Nothing)) | None => own(access),
    }
}

//! The list of referrers, for staff.

use crate::reports::records::{Referrer, ReferrerListing};
use api::{PAGE_SIZE, ReferrerQuery, ReferrerView, Referrers, must_read_numbers, rate};
use axum::{Json, extract::State};
use domain::key::ID_DIGITS;

use crate::referrals::scope::staff;
use crate::{
    AppState,
    http::{
        extract::{Caller, Current, JsonBody, QueryParams},
        refusal::Result,
        search::{no_search, search_fits},
    },
};

/// Lists referrers, the most recently seen first, with the results of their referrals. Coordinators see
/// only referrers for their own services, and only those referrals.
#[utoipa::path(get, path = "/referrers", operation_id = "listReferrers", tag = "Referrals",
    params(ReferrerQuery), responses((status = 200, body = Referrers)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(find): QueryParams<ReferrerQuery>,
) -> Result<Json<Referrers>> {
    no_search(find.search.as_deref(), "/api/referrers/search")?;
    page(&state, &caller, find).await
}

/// Searches referrers by a part of their name or number.
#[utoipa::path(post, path = "/referrers/search", operation_id = "searchReferrers",
    tag = "Referrals", request_body = ReferrerQuery, responses((status = 200, body = Referrers)))]
pub(crate) async fn search(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(find): JsonBody<ReferrerQuery>,
) -> Result<Json<Referrers>> {
    search_fits(find.search.as_deref())?;
    page(&state, &caller, find).await
}

async fn page(state: &AppState, caller: &Caller, find: ReferrerQuery) -> Result<Json<Referrers>> {
    let (staff, scope) = staff(&caller.access)?;
    must_read_numbers(staff)?;
    let search = find.search.unwrap_or_default();
    let limit = find.limit.unwrap_or(PAGE_SIZE).clamp(1, PAGE_SIZE);
    let listing = ReferrerListing { scope, search, after: find.after, limit };
    let page = state.store.referrers(&listing).await?;
    let referrers = page.items.into_iter().map(view).collect();
    Ok(Json(Referrers { referrers, next: page.next }))
}

fn view(referrer: Referrer) -> ReferrerView {
    let Referrer { latest, name, mobile, referrals, closed, successful, points, seen_at } =
        referrer;
    let shown = numbers::shown(&mobile);
    let (rate, between) = rate(successful, closed);
    ReferrerView {
        // The rest of a key is made of the referral's texts: whoever may not see its number could guess it.
        latest: latest.get(..ID_DIGITS).unwrap_or(&latest).to_owned(),
        name,
        shown,
        referrals,
        closed,
        successful,
        rate,
        between,
        points,
        seen_at,
    }
}

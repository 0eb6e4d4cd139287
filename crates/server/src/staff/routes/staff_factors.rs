//! Setting up and removing the user's second factors: authenticator app, passkeys and recovery
//! codes.

use crate::{
    db::EventKind,
    login::records::{GivenFactor, NewFactor, RemovedFactor},
    staff::records::{StaffFactors, StoredPasskey},
};
use api::{
    HostedCode, PasskeyRequest, PasskeyView, RecoveryCodes, SecondFactorRequest, SecondFactors,
    SessionView, TotpSecret,
};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use domain::verdict::Verdict;
use serde_json::Value;

use crate::login::routes::second_factor::{
    confirm_by, factors, keep_challenge, relying_party, take_challenge,
};
use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::Accepted,
        extract::{Caller, Current, JsonBody, Key},
        refusal::{Refusal, Result},
    },
    login::{recovery, totp::TotpKey},
    random,
    staff::passkeys::RelyingParty,
};

/// How many random bytes the secret of an authenticator app depends on, besides the server's
/// secret.
const PART_BYTES: usize = 16;

/// Lists the user's second factors. It works before one is given, so that the page can ask for an
/// existing one.
#[utoipa::path(get, path = "/second-factors", operation_id = "listSecondFactors",
    tag = "Second factors", responses((status = 200, body = SecondFactors)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<SecondFactors>> {
    let (mobile, factors) = factors(&state, &caller).await?;
    let has_configured = state.configured_totp(Some(&mobile), factors.reset_at).is_some();
    Ok(Json(SecondFactors {
        totp: factors.totp.is_some() || has_configured,
        totp_removable: factors.totp.is_some() && !factors.passkeys.is_empty(),
        passkeys: factors.passkeys.into_iter().map(view).collect(),
        takes_passkeys: RelyingParty::of(&state.origin).is_some(),
        recovery_codes: factors.recovery_codes,
    }))
}

/// Makes a secret for an authenticator app. It is valid after [`confirm_totp`] has seen a code of
/// it.
#[utoipa::path(post, path = "/second-factors/totp", operation_id = "offerTotp",
    tag = "Second factors", responses((status = 200, body = TotpSecret)))]
pub(crate) async fn offer_totp(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<TotpSecret>> {
    may_set_up(&state, &caller).await?;
    let staff = caller.access.staff_even_unconfirmed()?;
    let part = random::bytes::<PART_BYTES>()?;
    state.store.offer_totp(staff.id(), &part, caller.session()).await?;
    let secret = state.secret.totp(staff.id(), &part);
    let factor = TotpKey::of_bytes(&secret, &staff.user().name);
    Ok(Json(TotpSecret { secret: factor.secret(), uri: factor.uri() }))
}

/// Sets up the authenticator app that shows this code, in place of an earlier one, and confirms the
/// session.
#[utoipa::path(put, path = "/second-factors/totp", operation_id = "confirmTotp",
    tag = "Second factors", request_body = SecondFactorRequest,
    responses((status = 200, body = Verdict<SessionView>)))]
pub(crate) async fn confirm_totp(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    JsonBody(request): JsonBody<SecondFactorRequest>,
) -> Result<impl IntoResponse> {
    let factors = may_set_up(&state, &caller).await?;
    let staff = caller.access.staff_even_unconfirmed()?.id();
    let part = factors.totp_next.unwrap_or_default();
    let app = TotpKey::of_bytes(&state.secret.totp(staff, &part), "");
    let step = app.step_of(&request.code, state.clock.now()).filter(|_| !part.is_empty());
    let given = match step {
        Some(step) => new(&state, &caller, NewFactor::Totp(part, step)).await?,
        None => GivenFactor::Invalid,
    };
    let wrong = HostedCode::SecondFactorWrong;
    let kind = EventKind::FactorAdded;
    confirm_by(&state, &caller, &audit, kind, given, wrong, api::factor_added()).await
}

/// Removes the authenticator app, unless it is the only factor.
#[utoipa::path(delete, path = "/second-factors/totp", operation_id = "removeTotp",
    tag = "Second factors", responses((status = 204)))]
pub(crate) async fn remove_totp(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
) -> Result<StatusCode> {
    remove(&state, &caller, &audit, &RemovedFactor::Totp).await
}

/// The browser's options for creating a passkey: `options` for `navigator.credentials.create`.
#[utoipa::path(post, path = "/second-factors/passkeys/options", operation_id = "beginPasskey",
    tag = "Second factors", responses((status = 200, body = Object)))]
pub(crate) async fn begin_passkey(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Value>> {
    let factors = may_set_up(&state, &caller).await?;
    let staff = caller.access.staff_even_unconfirmed()?;
    let party = relying_party(&state)?;
    let begun = party.begin_registration(staff.id(), &staff.user().name, &factors.passkeys);
    let begun = begun.ok_or(HostedCode::PasskeyRefused)?;
    keep_challenge(&state, &caller, &begun.state).await?;
    Ok(Json(begun.options))
}

/// Stores a passkey that a browser has created, and confirms the session.
#[utoipa::path(post, path = "/second-factors/passkeys", operation_id = "addPasskey",
    tag = "Second factors", request_body = PasskeyRequest,
    responses((status = 200, body = Verdict<SessionView>)))]
pub(crate) async fn add_passkey(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    JsonBody(request): JsonBody<PasskeyRequest>,
) -> Result<impl IntoResponse> {
    may_set_up(&state, &caller).await?;
    let name = request.name().map_err(Refusal::malformed)?;
    let asked = take_challenge(&state, &caller).await?;
    let credential = serde_json::to_vec(&request.credential).unwrap_or_default();
    let made = relying_party(&state)?.made(&asked, &credential);
    let made = made.ok_or(HostedCode::PasskeyRefused)?;
    let passkey = StoredPasskey {
        id: random::id()?,
        name,
        credential: made.credential,
        static_state: made.static_state,
        dynamic_state: made.dynamic_state,
        made_at: state.clock.now(),
        used_at: None,
    };
    let given = new(&state, &caller, NewFactor::Passkey(passkey)).await?;
    let wrong = HostedCode::PasskeyRefused;
    let kind = EventKind::FactorAdded;
    confirm_by(&state, &caller, &audit, kind, given, wrong, api::factor_added()).await
}

/// Removes a passkey, unless it is the only factor.
#[utoipa::path(delete, path = "/second-factors/passkeys/{id}", operation_id = "removePasskey",
    tag = "Second factors", params(("id" = String, Path, description = "Names the passkey")),
    responses((status = 204)))]
pub(crate) async fn remove_passkey(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(id): Key,
) -> Result<StatusCode> {
    remove(&state, &caller, &audit, &RemovedFactor::Passkey(id)).await
}

/// Makes ten recovery codes, in place of earlier ones.
#[utoipa::path(post, path = "/second-factors/recovery-codes", operation_id = "makeRecoveryCodes",
    tag = "Second factors", responses((status = 200, body = Verdict<RecoveryCodes>)))]
pub(crate) async fn recovery_codes(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    caller.access.confirmed_staff()?;
    let mobile = &caller.access.recently_confirmed(now)?.mobile_number;
    let codes = recovery::codes(api::RECOVERY_CODES)?;
    let hashes: Vec<_> =
        codes.iter().map(|code| state.secret.recovery_code(mobile, code)).collect();
    let number = state.secret.number(mobile);
    let event = audit.by(EventKind::RecoveryCodesMade, &caller);
    let made = state.store.add_recovery_codes(&number, &hashes, false, caller.session());
    audit.done(event, made).await?;
    let codes = codes.iter().map(|code| recovery::in_groups(code)).collect();
    Ok(Accepted::done(RecoveryCodes { codes }, api::recovery_codes_made()))
}

/// The factors of a user who may add another one: they have just given one, or have none. The store
/// checks it again when writing.
async fn may_set_up(state: &AppState, caller: &Caller) -> Result<StaffFactors> {
    let (mobile, factors) = factors(state, caller).await?;
    let has_one = factors.totp.is_some()
        || !factors.passkeys.is_empty()
        || state.configured_totp(Some(&mobile), factors.reset_at).is_some();
    if has_one || caller.access.staff().is_some() {
        caller.access.recently_confirmed(state.clock.now())?;
    }
    Ok(factors)
}

async fn new(state: &AppState, caller: &Caller, factor: NewFactor) -> Result<GivenFactor> {
    let (mobile, factors) = factors(state, caller).await?;
    let may_be_first = state.configured_totp(Some(&mobile), factors.reset_at).is_none();
    let staff = caller.access.staff_even_unconfirmed()?.id().to_owned();
    Ok(GivenFactor::New { staff, may_be_first, factor })
}

async fn remove(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    removed: &RemovedFactor,
) -> Result<StatusCode> {
    let now = state.clock.now();
    caller.access.recently_confirmed(now)?;
    let (mobile, factors) = factors(state, caller).await?;
    let has_configured = state.configured_totp(Some(&mobile), factors.reset_at).is_some();
    let staff = caller.access.confirmed_staff()?.id();
    let event = audit.by(EventKind::FactorRemoved, caller);
    let gone = state.store.remove_factor(staff, removed, has_configured, now, caller.session());
    if !audit.done_if(event, gone, |&done| done).await? {
        return Err(HostedCode::LastFactor.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

fn view(passkey: StoredPasskey) -> PasskeyView {
    let StoredPasskey { id, name, made_at, used_at, .. } = passkey;
    PasskeyView { id, name, made_at, used_at }
}

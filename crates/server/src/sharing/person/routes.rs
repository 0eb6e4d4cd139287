//! The address of a person's page, for whoever passes it on, and what the person has agreed to, as evidence.

use std::collections::BTreeSet;

use api::{
    ConsentRecord, ConsentView, DAY_MS, PERSON_PAGE_LIFE_DAYS, PERSON_PAGES_FROM_ACCOUNT,
    PersonPage,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    event::Kind,
    pipeline::{Command, Known, PipelineCommand, Right, consent_text, decide},
    rejection::RejectionCode,
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::{Audit, security::SecurityEvent},
    clock::after,
    db::EventKind,
    http::{
        answer::Accepted,
        extract::{Authorized, Current, Key, Records},
        language::Language,
        refusal::Result,
    },
    random,
    referrals::{
        records::Changed,
        view::Visibility,
        visible::{for_command, record_hidden_lookup, visible},
    },
    sharing::person::{page::PATH, sql::NewPage, token_hash},
};

/// Makes the page on which the person who was referred says whether the company may call them. The address
/// is in the answer only, of the page in the language of the request. One that staff make ends those before; one
/// that the referrer makes ends their own.
#[utoipa::path(post, path = "/referrals/{key}/page", operation_id = "makePersonPage",
    tag = "Referrals", params(("key" = String, Path, description = "Names the referral")), responses((status = 201, body = Verdict<PersonPage>)))]
pub(crate) async fn make(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    language: Language,
    Key(key): Key,
) -> Result<impl IntoResponse> {
    let (now, actor) = (state.clock.now(), caller.access.actor()?);
    let user = caller.access.member()?;
    let token = random::id()?;
    let expires_at = after(now, PERSON_PAGE_LIFE_DAYS * DAY_MS);
    let by = caller.author();
    let new = NewPage {
        key: &key,
        token: &token_hash(&token),
        now,
        expires_at,
        actor,
        by: &by,
        allowance: &state.account_allowance(user, PERSON_PAGES_FROM_ACCOUNT),
    };
    let decide = |found: &Known| {
        let known = for_command(&key, found, &caller, actor);
        decide(&known, &Command::Pipeline(PipelineCommand::Ask), actor, &state.policy, now)
    };
    let shown = state.store.referral(&key).await?;
    let target = shown.and_then(|it| state.fingerprint(&it.case.corrected().referred_phone));
    let event = SecurityEvent { target, ..audit.by(EventKind::PersonPage, &caller) };
    let made = audit.done_if(event, state.store.make_page(&new, &decide), |changed| {
        matches!(changed, Changed::Done(_))
    });
    match made.await? {
        Changed::Done(_) => {
            let address = format!("{}{}#{token}", state.origin, state.path(language, PATH));
            let notice = caller.words.done(api::person_page_made());
            Ok(Accepted::created(PersonPage { address, expires_at }, notice))
        }
        Changed::Refused(rejections) => {
            if rejections.codes().contains(&RejectionCode::ReferralGone) {
                record_hidden_lookup(&caller, &audit).await;
            }
            Err(rejections.into())
        }
        Changed::Stale(..) | Changed::AllowanceUsed => Err(RejectionCode::ReferralGone.into()),
    }
}

/// What the person who was referred was asked and has said, with the words that they were shown, oldest
/// first: evidence for them, or for a court. Needs a recent second factor.
#[utoipa::path(get, path = "/referrals/{key}/consent", operation_id = "getConsent",
    tag = "Referrals", params(("key" = String, Path, description = "Names the referral")),
    responses((status = 200, body = Vec<ConsentRecord>)))]
pub(crate) async fn evidence(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    audit: Audit,
    Key(key): Key,
) -> Result<Json<Vec<ConsentRecord>>> {
    caller.access.may_with_recent_factor(Right::Records, state.clock.now())?;
    let seen = visible(&state, &caller, &audit, &key).await?;
    let visibility = Visibility::of(&seen.stored.case, &caller.access);
    let history = seen.stored.case.history();
    let counting: BTreeSet<_> = history.effective().into_iter().map(|stored| stored.id()).collect();
    let records = history.events().filter_map(|stored| {
        let Kind::Consent { answer, way, text, note } = &stored.event.kind else { return None };
        let id = stored.id();
        let then = visibility.of_texts(&seen.stored.case.shown_at(stored.event.at));
        Some(ConsentRecord {
            name: then.referred_name,
            number: then.referred_phone,
            service: then.service.value().to_owned(),
            consent: ConsentView {
                answer: answer.clone(),
                at: stored.event.at,
                way: way.clone(),
                text: *text,
            },
            words: consent_text(*text).map(str::to_owned),
            by: stored.event.by.as_ref().map(|by| by.as_str().to_owned()).unwrap_or_default(),
            note: note.clone(),
            imported: seen.stored.imported.contains(&id),
            undone: !counting.contains(&id),
        })
    });
    let records = records.collect();
    let target = state.fingerprint(&seen.stored.case.corrected().referred_phone);
    let event = SecurityEvent { target, ..audit.by(EventKind::Export, &caller) };
    audit.note(event, None).await;
    Ok(Json(records))
}

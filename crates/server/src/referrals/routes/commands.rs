//! Commands on referrals: one, several at once, and saving points as in the specification.

use crate::{
    audit::{security, security::SecurityEvent},
    db::EventKind,
    db::answers::RetryKey,
    referrals::records::{Author, Changed, Stored, VersionedCommand},
    staff::records::StaffMember,
};
use api::{
    AwardRequest, COMMANDS_AT_ONCE, CommandOutcome, CommandRequest, CommandsRequest, Facts,
    HostedCode, HostedReferral, KeyedCommand, NUMBER_CHANGES_A_DAY, NumberAnswer, NumberQuestion,
    ReferralCommand, TEXTS_A_DAY, WORD_MAX, command_done, commands_done, points_proposed,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    event::{CorrectedField, Event, Task},
    history::event_id,
    pipeline::{Known, Progress, Right, brought_back, decide, staff_of, undone},
    rejection::RejectionCode,
    verdict::Verdict,
};
use serde::Serialize;
use std::sync::Mutex;

use crate::referrals::{
    view,
    visible::{for_command, record_hidden_lookup},
};
use crate::{
    AppState,
    audit::{self, Audit},
    http::{
        answer::Accepted,
        extract::{
            Authorized, Award, Caller, Current, IdempotencyKey, JsonBody, Key,
            OptionalIdempotencyHeader,
        },
        refusal::{Refusal, Result},
    },
};

/// Carries out a command, unless somebody has changed the referral since it was shown; once for
/// each key. A referral that the caller may not see counts as missing.
#[utoipa::path(post, path = "/referrals/{key}/commands", operation_id = "commandReferral",
    tag = "Referrals",
    params(("key" = String, Path, description = "Names the referral"),
        OptionalIdempotencyHeader),
    request_body = CommandRequest, responses((status = 200, body = Verdict<HostedReferral>)))]
pub(crate) async fn command(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(key): Key,
    retry: Option<IdempotencyKey>,
    JsonBody(CommandRequest { version, command }): JsonBody<CommandRequest>,
) -> Result<impl IntoResponse> {
    let keyed = KeyedCommand { key, version, command };
    let retry = retry_key(&state, &caller, retry.as_ref(), b"command", &keyed)?;
    // Read first: what fails after the write would hide that it was done.
    let programme = state.store.programme().await?.settings;
    let done = run(&state, &caller, &audit, &keyed, retry).await?;
    let referral = view::referral(&done.stored, &programme, &caller.access, &caller.words);
    Ok(Accepted::done(referral, caller.words.done(done_by(&state, &keyed.command, &done.stored))))
}

/// Carries out several commands one after the other. A refused one does not stop the others.
#[utoipa::path(post, path = "/referrals/commands", operation_id = "commandReferrals",
    tag = "Referrals",
    params(OptionalIdempotencyHeader),
    request_body = CommandsRequest, responses((status = 200, body = Verdict<Vec<CommandOutcome>>)))]
pub(crate) async fn commands(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    retry: Option<IdempotencyKey>,
    JsonBody(CommandsRequest { commands }): JsonBody<CommandsRequest>,
) -> Result<impl IntoResponse> {
    caller.access.actor()?;
    if commands.len() > COMMANDS_AT_ONCE {
        let detail = format!("The field `commands` has at most {COMMANDS_AT_ONCE} entries.");
        return Err(Refusal::malformed(detail));
    }
    state.take_commands(caller.access.member()?, commands.len())?;
    let programme = state.store.programme().await?.settings;
    let mut outcomes = Vec::with_capacity(commands.len());
    for (place, keyed) in commands.iter().enumerate() {
        let place = place.to_string();
        let retry = retry_key(&state, &caller, retry.as_ref(), place.as_bytes(), keyed)?;
        outcomes.push(match run(&state, &caller, &audit, keyed, retry).await {
            Ok(CommandDone { stored, event }) => CommandOutcome::Done {
                referral: Box::new(view::referral(
                    &stored,
                    &programme,
                    &caller.access,
                    &caller.words,
                )),
                event,
            },
            Err(refusal) => {
                let (codes, current) = refusal.into_reasons();
                let hints = codes.iter().map(|&code| caller.words.hint(code)).collect();
                CommandOutcome::Refused { codes, hints, current: current.map(Box::new) }
            }
        });
    }
    let done = outcomes.iter().filter(|it| matches!(it, CommandOutcome::Done { .. })).count();
    let notice = commands_done(done, outcomes.len());
    Ok(Accepted::done(outcomes, notice))
}

/// Whether a text is a possible phone number, for staff who are about to correct one.
#[utoipa::path(post, path = "/referrals/check-number", operation_id = "checkNumber",
    tag = "Referrals", request_body = NumberQuestion, responses((status = 200, body = NumberAnswer)))]
pub(crate) async fn check_number(
    Current(caller): Current,
    JsonBody(NumberQuestion { text }): JsonBody<NumberQuestion>,
) -> Result<Json<NumberAnswer>> {
    caller.access.confirmed_staff()?;
    Ok(Json(NumberAnswer { clear: numbers::is_clear(&text) }))
}

/// Saves points, unless somebody has changed the referral since it was shown; once for each key.
#[utoipa::path(put, path = "/referrals/{key}/points", operation_id = "awardPoints",
    tag = "Referrals",
    params(("key" = String, Path, description = "Names the referral"),
        OptionalIdempotencyHeader),
    request_body = AwardRequest, responses((status = 200, body = Verdict<HostedReferral>)))]
pub(crate) async fn award(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Award>,
    audit: Audit,
    Key(key): Key,
    retry: Option<IdempotencyKey>,
    JsonBody(AwardRequest { points, note, version }): JsonBody<AwardRequest>,
) -> Result<impl IntoResponse> {
    let keyed = KeyedCommand { key, version, command: ReferralCommand::Points { points, note } };
    let retry = retry_key(&state, &caller, retry.as_ref(), b"points", &keyed)?;
    // Read first: what fails after the write would hide that it was done.
    let programme = state.store.programme().await?.settings;
    let done = run(&state, &caller, &audit, &keyed, retry).await?;
    let referral = view::referral(&done.stored, &programme, &caller.access, &caller.words);
    Ok(Accepted::done(referral, caller.words.done(done_by(&state, &keyed.command, &done.stored))))
}

/// What a command has done.
fn done_by(state: &AppState, command: &ReferralCommand, stored: &Stored) -> api::Done {
    let proposed = Progress::of(&stored.case).proposed.and_then(|open| open.points);
    match (command, proposed) {
        (ReferralCommand::Points { .. }, Some(points)) => {
            points_proposed(points, state.policy.points_at_most).into()
        }
        _ => command_done(command),
    }
}

/// A command that was carried out.
pub(crate) struct CommandDone {
    pub(crate) stored: Stored,
    /// The id of the resulting event; none for a retry, or if nothing changed.
    pub(crate) event: Option<String>,
}

impl CommandDone {
    /// With the event that was decided on. A retry was decided anew, and that event is not in the history.
    fn of(stored: Stored, decided: Mutex<Option<String>>) -> Self {
        let is_stored = |id: &String| stored.case.history().events().any(|event| event.id() == *id);
        let event = decided.into_inner().ok().flatten().filter(is_stored);
        Self { stored, event }
    }
}

/// Notes the event that was decided on.
fn note(noted: &Mutex<Option<String>>, decided: Option<&Event>) {
    if let Ok(mut event) = noted.lock() {
        *event = decided.map(|decided| event_id(&decided.text()));
    }
}

async fn run(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    KeyedCommand { key, version, command }: &KeyedCommand,
    retry: Option<RetryKey>,
) -> Result<CommandDone> {
    let now = state.clock.now();
    let actor = caller.access.actor()?;
    command.fits()?;
    if !command.words_fit() {
        return Err(Refusal::malformed(format!(
            "A stage, an id or a name has at most {WORD_MAX} characters."
        )));
    }
    let staff = match command {
        ReferralCommand::Assign { .. }
        | ReferralCommand::Call { .. }
        | ReferralCommand::Schedule { .. }
        | ReferralCommand::Points { .. }
        | ReferralCommand::Undo { .. } => state.store.staff().await?,
        _ => Vec::new(),
    };
    let event = Mutex::new(None);
    let decide = |known: &Known| {
        let known = for_command(key, known, caller, actor);
        let facts = facts(&known, command, &staff);
        let decided = decide(&known, &command.command(facts), actor, &state.policy, now)?;
        note(&event, decided.as_ref());
        Ok(decided)
    };
    let kind = match command {
        ReferralCommand::Points { .. } => EventKind::Award,
        _ => EventKind::Command,
    };
    let logged = about(state, caller, audit, kind, key).await?;
    let allowance = |limit| {
        let staff = caller.access.staff();
        staff.map(|staff| state.account_allowance(staff.user(), limit))
    };
    let (number_changes, texts) = (allowance(NUMBER_CHANGES_A_DAY), allowance(TEXTS_A_DAY));
    let by = Author { number_changes, texts, ..caller.author() };
    let retry = retry.as_ref();
    let changed = async {
        match command {
            ReferralCommand::Say { .. } => {
                state.store.say(key, *version, &by, &decide, retry).await
            }
            _ => state.store.change(key, *version, &by, &decide, retry).await,
        }
    };
    let changed = security::recorded(logged.clone(), changed).await?;
    let stored = done(state, changed, caller, audit).await?;
    audit::log(&logged);
    Ok(CommandDone::of(stored, event))
}

/// Carries out commands that need no lookups, all of them or none.
pub(crate) async fn run_batch(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    commands: &[KeyedCommand],
    retry: Option<RetryKey>,
) -> Result<Vec<CommandDone>> {
    let now = state.clock.now();
    let actor = caller.access.actor()?;
    for KeyedCommand { command, .. } in commands {
        command.fits()?;
    }
    let events: Vec<_> = commands.iter().map(|_| Mutex::new(None)).collect();
    let decides = commands.iter().zip(&events).map(|(KeyedCommand { key, command, .. }, event)| {
        move |known: &Known| {
            let command = command.command(Facts::default());
            let known = for_command(key, known, caller, actor);
            let decided = decide(&known, &command, actor, &state.policy, now)?;
            note(event, decided.as_ref());
            Ok(decided)
        }
    });
    let decides: Vec<_> = decides.collect();
    let wanted = commands.iter().zip(&decides);
    let wanted = wanted.map(|(KeyedCommand { key, version, .. }, decide)| VersionedCommand {
        key,
        version: *version,
        decide,
    });
    let wanted: Vec<_> = wanted.collect();
    let first = commands.first().map_or("", |it| it.key.as_str());
    let logged = about(state, caller, audit, EventKind::Command, first).await?;
    let by = caller.author();
    let changed = state.store.change_together(&wanted, &by, retry.as_ref());
    let mut together = Vec::with_capacity(commands.len());
    for changed in security::recorded(logged.clone(), changed).await? {
        together.push(done(state, changed, caller, audit).await?);
    }
    audit::log(&logged);
    drop(decides);
    Ok(together
        .into_iter()
        .zip(events)
        .map(|(stored, event)| CommandDone::of(stored, event))
        .collect())
}

/// The security event of a command. Its target is the member who made the referral.
async fn about(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    kind: EventKind,
    key: &str,
) -> Result<SecurityEvent> {
    let shown = state.store.referral(key).await?;
    let target = shown.and_then(|it| state.fingerprint(&it.referral().referrer_mobile));
    Ok(SecurityEvent { target, ..audit.by(kind, caller) })
}

/// The referral as it is now, or the refusal.
async fn done(
    state: &AppState,
    changed: Changed,
    caller: &Caller,
    audit: &Audit,
) -> Result<Stored> {
    match changed {
        Changed::Done(stored) => Ok(stored),
        Changed::Stale(stored, change) => {
            // What staff did last, and when, is not for others.
            let visibility = view::Visibility::of(&stored.case, &caller.access);
            let entry = || view::history_entry(&change, &visibility, &caller.access);
            let change = visibility.sees.as_staff.then(entry);
            let programme = state.store.programme().await?.settings;
            Err(Refusal::stale(
                view::referral(&stored, &programme, &caller.access, &caller.words),
                change,
            ))
        }
        Changed::Refused(rejections) => {
            if rejections.codes().contains(&RejectionCode::ReferralGone) {
                record_hidden_lookup(caller, audit).await;
            }
            Err(rejections.into())
        }
        Changed::AllowanceUsed => Err(HostedCode::AllowanceUsed.into()),
    }
}

/// What the command, or the undoing, brings about: whether the referral becomes one of its own
/// referrer, and whether those who become responsible may work on it, or whoever asked for the points may
/// award them.
fn facts(known: &Known, command: &ReferralCommand, staff: &[StaffMember]) -> Facts {
    let Some(case) = &known.referral else { return Facts::default() };
    let doer = |task: &Task| vec![task.staff.clone()];
    let (mut phone, mut right) = (None, Right::Handle);
    let those = match command {
        ReferralCommand::Assign { staff } => vec![staff.clone()],
        ReferralCommand::Call { next, .. } => next.as_ref().map(doer).unwrap_or_default(),
        ReferralCommand::Schedule { task, .. } => doer(task),
        ReferralCommand::Points { .. } => {
            right = Right::Award;
            let by = Progress::of(case).proposed.map(|open| open.by);
            by.map(|by| staff_of(&by).unwrap_or(by.as_str()).to_owned()).into_iter().collect()
        }
        ReferralCommand::Correct { field: CorrectedField::ReferredPhone, text, .. } => {
            phone = Some(text.clone());
            Vec::new()
        }
        ReferralCommand::Undo { target, .. } => match undone(case, target) {
            Some(after) => {
                phone = Some(after.corrected().referred_phone);
                brought_back(case, &after)
            }
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    let referrer = numbers::key(&case.referral().referrer_mobile);
    let service = case.corrected().service;
    let may = |id: &String| staff.iter().any(|it| it.id == *id && it.may(right, service.value()));
    Facts {
        is_staff: those.iter().all(|id| id.is_empty() || may(id)),
        own_number: phone.is_some_and(|text| numbers::key(&text) == referrer),
    }
}

pub(crate) fn retry_key(
    state: &AppState,
    caller: &Caller,
    retry: Option<&IdempotencyKey>,
    kind: &[u8],
    keyed: &impl Serialize,
) -> Result<Option<RetryKey>> {
    let who = caller.access.member()?.mobile_number.as_str().as_bytes();
    let sent = compact_json::to_string(keyed);
    Ok(retry.map(|retry| retry.retry_key(who, state, &[kind, sent.as_bytes()])))
}

//! The rulebook, and what one referral has earned.

use std::mem::take;

use api::{
    DAY_MS, EntryView, HostedCode, RULEBOOKS_SHOWN, ReferralRewards, RivalView, RulebookRequest,
    RulebookTrial, RulebookView, Rulebooks, SuggestedPoints, TRIAL_AWARDS, TRIAL_DAYS,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{
    key::ID_DIGITS,
    pipeline::{ProgrammeSettings, Right, Staff},
    rejection::RejectionCode,
    rewards::{Balance, Deal, Receiver, Rulebook, Rules},
    verdict::Verdict,
};
use tokio::task::spawn_blocking;
use words::Words;

use crate::{
    AppState,
    audit::Audit,
    clock::before,
    db::{EventKind, versions::SetBy},
    http::{
        answer::Accepted,
        extract::{Authorized, Current, JsonBody, Key, Settings},
        refusal::Result,
    },
    referrals::visible::visible,
    rewards::{
        rulebooks::{RulebookChange, RulebookVersion},
        sql::Earned,
    },
    staff::masking::seen_by,
};

/// Shows the versions of the rulebook to all staff.
#[utoipa::path(get, path = "/rulebooks", operation_id = "listRulebooks", tag = "Rewards",
    responses((status = 200, body = Rulebooks)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Rulebooks>> {
    let reader = caller.access.confirmed_staff()?;
    let all = state.store.rulebooks(RULEBOOKS_SHOWN).await?;
    let programme = state.store.programme().await?.settings;
    let versions: Vec<_> = all.into_iter().map(|it| shown(it, &programme, reader)).collect();
    let none = || shown(RulebookVersion::default(), &programme, reader);
    Ok(Json(Rulebooks { newest: versions.first().cloned().unwrap_or_else(none), versions }))
}

/// Publishes a rulebook, unless somebody else has published one since the version that was shown. It holds for
/// what is submitted from then on. Needs a recent second factor.
#[utoipa::path(put, path = "/rulebooks", operation_id = "publishRulebook", tag = "Rewards",
    request_body = RulebookRequest, responses((status = 200, body = Verdict<RulebookView>)))]
pub(crate) async fn publish(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Settings>,
    audit: Audit,
    JsonBody(RulebookRequest { version, rules }): JsonBody<RulebookRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let staff = caller.access.may_with_recent_factor(Right::Settings, now)?;
    let by = SetBy { staff: staff.id(), at: now, session: caller.session() };
    let programme = state.store.programme().await?.settings;
    let check = |_: &Rules| Rules::checked(&rules, |service| programme.knows_service(service));
    let published = state.store.publish_rulebook(version, &by, &check);
    let event = audit.by(EventKind::RulebookPublished, &caller);
    let done = |change: &RulebookChange| matches!(change, RulebookChange::Set(_));
    match audit.done_if(event, published, done).await? {
        RulebookChange::Set(newest) | RulebookChange::Unchanged(newest) => {
            Ok(Accepted::done(shown(newest, &programme, staff), api::rulebook_published()))
        }
        RulebookChange::Stale => Err(HostedCode::ProgrammeStale.into()),
        RulebookChange::Refused(rejections) => Err(rejections.into()),
    }
}

/// Says what the awards of the last 90 days would have cost under a draft, and what is wrong with it. Stores
/// nothing.
#[utoipa::path(post, path = "/rulebooks/trial", operation_id = "tryRulebook", tag = "Rewards",
    request_body = RulebookRequest, responses((status = 200, body = RulebookTrial)))]
pub(crate) async fn trial(
    State(state): State<AppState>,
    Authorized { .. }: Authorized<Settings>,
    JsonBody(RulebookRequest { rules, .. }): JsonBody<RulebookRequest>,
) -> Result<Json<RulebookTrial>> {
    let since = before(state.clock.now(), TRIAL_DAYS * DAY_MS);
    let programme = state.store.programme().await?.settings;
    let mut trial = RulebookTrial {
        sentences: rules.iter().map(|rule| rule.sentence(&programme, Words::english())).collect(),
        faults: Vec::new(),
        since,
        awards: 0,
        gave: 0,
        would_give: 0,
        rules: Vec::new(),
        left_out: Vec::new(),
    };
    match Rules::check(&rules, |service| programme.knows_service(service)) {
        Err(faults) => trial.faults = faults,
        Ok(rules) => {
            let mut recent = state.store.recent_awards(since, TRIAL_AWARDS).await?;
            let (recent, costs) = spawn_blocking(move || {
                let before = take(&mut recent.before);
                let costs = Rulebook { version: 0, rules }.trial(&recent.awards, before);
                (recent, costs)
            })
            .await
            .map_err(|_| HostedCode::Unavailable)?;
            trial.awards = recent.awards.len() as u64;
            trial.gave = recent.gave;
            trial.would_give = costs.iter().fold(0, |sum, it| sum.saturating_add(it.points));
            trial.rules = costs.into_iter().map(Into::into).collect();
            trial.left_out = left_out(recent.erased);
            if recent.since > since {
                trial.since = recent.since;
                trial.left_out.push(format!("All but the newest {TRIAL_AWARDS} awards."));
            }
        }
    }
    Ok(Json(trial))
}

/// What a dry run does not count.
fn left_out(erased: u64) -> Vec<String> {
    let mut all = vec![
        "Referrals that nobody has awarded yet.".to_owned(),
        "Notes by which staff awarded other points than a rulebook gave: the draft’s own points count."
            .to_owned(),
        "When people became members: whoever is one today counts as one.".to_owned(),
    ];
    match erased {
        0 => {}
        1 => all.push("1 award of a referral that was erased.".to_owned()),
        more => all.push(format!("{more} awards of referrals that were erased.")),
    }
    all
}

/// Shows staff what a referral has earned and, if they may award it, what the rulebook that holds for it suggests.
#[utoipa::path(get, path = "/referrals/{key}/rewards", operation_id = "getReferralRewards",
    tag = "Rewards", params(("key" = String, Path, description = "Names the referral")),
    responses((status = 200, body = ReferralRewards)))]
pub(crate) async fn of_referral(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(key): Key,
) -> Result<Json<ReferralRewards>> {
    let now = state.clock.now();
    let staff = caller.access.confirmed_staff()?;
    let seen = visible(&state, &caller, &audit, &key).await?;
    let service = seen.stored.case.corrected().service;
    // Whoever made it, or is the person in it, sees it without what staff read.
    if !staff.may(Right::Read, service.value()) {
        return Err(RejectionCode::NotAllowed.into());
    }
    // What the limits of rules leave tells what both people got for other services, and whether one is a member.
    let may_award = staff.may(Right::Award, service.value());
    let earned = state.store.earned(&seen.stored.key, may_award).await?;
    let Earned { stored, rulebook, past, entries } = earned.ok_or(RejectionCode::ReferralGone)?;
    let programme = state.store.programme().await?.settings;
    let deal = Deal { service: service.value(), submitted: stored.submitted(), at: now };
    let given = rulebook.suggestion(&deal, &past);
    let words = Words::english();
    let suggested = given.as_ref().map(|given| given.points().get());
    let lines = given.into_iter().flat_map(|given| given.lines).map(|line| SuggestedPoints {
        sentence: rulebook
            .rule(&line.rule)
            .map(|it| it.sentence(&programme, words))
            .unwrap_or_default(),
        cuts: line.cuts.iter().map(|cut| cut.sentence(words)).collect(),
        rule: line.rule,
        to: line.to,
        points: line.points,
    });
    let shown = |entry| {
        let shown = EntryView::of(entry, words);
        EntryView { cuts: if may_award { shown.cuts } else { Vec::new() }, ..shown }
    };
    let balance = |to: Receiver| Balance::of(entries.iter().filter(|it| it.to == to), now);
    Ok(Json(ReferralRewards {
        version: stored.rulebook,
        suggested,
        lines: lines.collect(),
        rival: past.rival.map(|rival| RivalView {
            key: rival.key.chars().take(ID_DIGITS).collect(),
            is_awarded: rival.is_awarded,
        }),
        entries: entries
            .iter()
            .filter(|it| may_award || it.to == Receiver::Referrer)
            .map(shown)
            .collect(),
        referrer: balance(Receiver::Referrer),
        referred: if may_award { balance(Receiver::Referred) } else { Balance::default() },
    }))
}

fn shown(version: RulebookVersion, programme: &ProgrammeSettings, reader: &Staff) -> RulebookView {
    let RulebookVersion { version, set, settings } = version;
    let (at, mut by) = set.unzip();
    if let Some(by) = &mut by {
        by.name = seen_by(reader, &by.name);
    }
    RulebookView {
        version,
        at,
        by,
        rules: settings.all().to_vec(),
        sentences: settings.sentences(programme, Words::english()),
    }
}

//! What several referrals get if each is awarded what its rulebook gives.

use std::sync::Mutex;

use api::{AwardsCheck, AwardsChecked, COMMANDS_AT_ONCE, CheckedAward, HostedCode, ShownReferral};
use axum::{Json, extract::State};
use domain::{
    pipeline::{ByRules, Known, award_by_rules},
    points::Points,
    rejection::{RejectionCode, Rejections},
};

use crate::{
    AppState,
    http::{
        extract::{Authorized, Award, JsonBody},
        refusal::{Refusal, Result},
    },
    referrals::records::VersionedCommand,
    referrals::{records::Changed, visible::for_command},
};

/// What was decided last about a referral: how many points, or why not.
type Decided = std::result::Result<Points, String>;

/// Says what each referral gets if it is awarded what its rulebook gives, after those before it, and which are
/// left out. Stores nothing. Awarding the same points then, in this order, needs no note, as long as nothing
/// else happens.
#[utoipa::path(post, path = "/referrals/check-awards", operation_id = "checkAwards", tag = "Referrals",
    request_body = AwardsCheck, responses((status = 200, body = AwardsChecked)))]
pub(crate) async fn check(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Award>,
    JsonBody(AwardsCheck { referrals }): JsonBody<AwardsCheck>,
) -> Result<Json<AwardsChecked>> {
    if referrals.len() > COMMANDS_AT_ONCE {
        let detail = format!("The field `referrals` has at most {COMMANDS_AT_ONCE} entries.");
        return Err(Refusal::malformed(detail));
    }
    state.take_commands(caller.access.member()?, referrals.len())?;
    let (now, actor) = (state.clock.now(), caller.access.actor()?);
    let decided: Vec<_> = referrals.iter().map(|_| Mutex::new(None::<Decided>)).collect();
    let decides: Vec<_> = referrals
        .iter()
        .zip(&decided)
        .map(|(ShownReferral { key, .. }, decided)| {
            let (caller, policy) = (&caller, &state.policy);
            move |known: &Known| {
                let known = for_command(key, known, caller, actor);
                let (event, said) = match award_by_rules(&known, actor, policy, now)? {
                    ByRules::Awarded(event, points) => (Some(event), Ok(points)),
                    ByRules::Left(why) => (None, Err(why.sentence().to_owned())),
                };
                if let Ok(mut decided) = decided.lock() {
                    *decided = Some(said);
                }
                Ok(event)
            }
        })
        .collect();
    let wanted = referrals.iter().zip(&decides);
    let wanted = wanted.map(|(ShownReferral { key, version }, decide)| VersionedCommand {
        key,
        version: *version,
        decide,
    });
    let wanted: Vec<_> = wanted.collect();
    let tried = state.store.try_changes(&wanted, &caller.author()).await?;
    drop(wanted);
    drop(decides);
    let awards = referrals.into_iter().zip(tried).zip(decided);
    let awards = awards.map(|((ShownReferral { key, .. }, tried), decided)| {
        let decided = match tried {
            Changed::Done(_) => decided.into_inner().ok().flatten(),
            Changed::Stale(..) => Some(Err(HostedCode::ReferralStale.words().hint.to_owned())),
            Changed::AllowanceUsed => Some(Err(HostedCode::AllowanceUsed.words().hint.to_owned())),
            Changed::Refused(rejections) => Some(Err(hints(&rejections))),
        };
        let gone = || Err(hints(&RejectionCode::ReferralGone.into()));
        let (points, why) = match decided.unwrap_or_else(gone) {
            Ok(points) => (Some(points), None),
            Err(why) => (None, Some(why)),
        };
        CheckedAward { key, points, why }
    });
    Ok(Json(AwardsChecked { awards: awards.collect() }))
}

fn hints(rejections: &Rejections) -> String {
    let hints = rejections.codes().iter().map(|&code| api::Code::from(code).words().hint);
    hints.collect::<Vec<_>>().join(" ")
}

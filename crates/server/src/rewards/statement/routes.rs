//! What somebody has in points, for themselves and for staff.

use api::{Access, PAGE_SIZE, RewardStatement, StatementQuery, must_read_numbers};
use axum::{Json, extract::State};
use domain::{
    case::Case,
    pipeline::{ProgrammeSettings, Relation, Right},
    rewards::{About, Entry, Receiver, expiring, statement},
    say::Say,
    service::StoredService,
};

use crate::{
    AppState,
    audit::Audit,
    http::{
        extract::{Current, Key, QueryParams},
        language::Translation,
        refusal::Result,
    },
    referrals::{relation::relation, view, visible::visible},
    rewards::statement::sql::{Entries, Subject},
};

/// Shows what the user has in points, and how it came to that.
#[utoipa::path(get, path = "/me/rewards", operation_id = "getOwnRewards", tag = "Rewards",
    params(StatementQuery), responses((status = 200, body = RewardStatement)))]
pub(crate) async fn own(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(query): QueryParams<StatementQuery>,
) -> Result<Json<RewardStatement>> {
    let user = caller.access.member()?;
    let key = numbers::key(user.mobile_number.as_str());
    of_number(&state, &caller.access, &key, &caller.words, query).await
}

/// Shows staff what a referrer has in points, and how it came to that. The key is that of any referral of
/// theirs. Nobody's points are for one service only, so it is for whoever sees all of them.
#[utoipa::path(get, path = "/referrers/{key}/rewards", operation_id = "getReferrerRewards",
    tag = "Rewards",
    params(("key" = String, Path, description = "Names a referral of theirs"), StatementQuery),
    responses((status = 200, body = RewardStatement)))]
pub(crate) async fn of_referrer(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(key): Key,
    QueryParams(query): QueryParams<StatementQuery>,
) -> Result<Json<RewardStatement>> {
    must_read_numbers(caller.access.may(Right::Read)?)?;
    let seen = visible(&state, &caller, &audit, &key).await?;
    let key = numbers::key(&seen.stored.referral().referrer_mobile);
    of_number(&state, &caller.access, &key, &caller.words, query).await
}

async fn of_number(
    state: &AppState,
    access: &Access,
    key: &str,
    words: &Translation,
    query: StatementQuery,
) -> Result<Json<RewardStatement>> {
    let now = state.clock.now();
    let found = state.store.entries_of(key, query.after.as_deref(), now, PAGE_SIZE).await?;
    let programme = state.store.programme().await?.settings;
    let Entries { balance, page, before, shares, next } = found;
    let with_about = |(entry, subject): (Entry, Option<Subject>)| {
        let about = match subject {
            Some(Subject::Offer(offer)) => About { offer, ..About::default() },
            Some(Subject::Note(note)) => About { note, ..About::default() },
            Some(Subject::Referral(case)) => about(&entry, Some(&case), &programme, access, words),
            None => about(&entry, None, &programme, access, words),
        };
        (entry, about)
    };
    let mut lines = statement(before, page.into_iter().rev().map(with_about), now, words);
    lines.reverse();
    let expires = expiring(&shares, now);
    Ok(Json(RewardStatement { balance, expires, lines, before, next }))
}

/// What the reader may know of what an entry is about. Numbers are masked as in the list of referrals.
fn about(
    entry: &Entry,
    case: Option<&Case>,
    programme: &ProgrammeSettings,
    access: &Access,
    words: &Translation,
) -> About {
    let service = StoredService::from(entry.service.clone());
    let service = words.service(service.value(), programme.service_label(&service));
    let person = case.and_then(|case| {
        let visibility = view::Visibility::of(case, access);
        // A number may have been corrected since, and the referral is somebody else's.
        let is_theirs = relation(case, &access.viewer)
            == match entry.to {
                Receiver::Referrer => Relation::Referrer,
                Receiver::Referred => Relation::Referred,
            };
        let texts = visibility.of_texts(&case.corrected());
        (visibility.sees.as_staff || is_theirs).then_some(match entry.to {
            Receiver::Referrer => texts.referred_name,
            Receiver::Referred => texts.referrer_name,
        })
    });
    About { person, service, ..About::default() }
}

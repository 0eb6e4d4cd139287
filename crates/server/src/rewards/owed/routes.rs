//! What is owed in points, for staff who see all referrals.

use std::mem::replace;

use api::{
    EXPIRY_DAYS, OWED_AGES, OwedByAge, OwedByRulebook, OwedExpiring, OwedPoints, OwedReferrer,
    OwedRewards, must_read_numbers,
};
use axum::{Json, extract::State};
use domain::pipeline::Right;

use crate::{
    AppState,
    http::{extract::Current, refusal::Result},
    rewards::owed::sql::{Owed, OwedByVersion, Owner},
};

/// Shows what is owed in points: in all, by age, by rulebook, and to whom most.
#[utoipa::path(get, path = "/rewards/owed", operation_id = "getOwedRewards", tag = "Rewards",
    responses((status = 200, body = OwedRewards)))]
pub(crate) async fn owed(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<OwedRewards>> {
    let staff = caller.access.may(Right::Read)?;
    let Owed { versions, exchanged, expired, expiring, mut owners } =
        state.store.owed(state.clock.now()).await?;
    if must_read_numbers(staff).is_err() {
        owners.clear();
    }
    let sum = |points: &mut dyn Iterator<Item = OwedPoints>| {
        points.fold(OwedPoints::default(), OwedPoints::plus)
    };
    let [exchanged, expired] = [exchanged, expired].map(|points| OwedPoints::of(points, 0));
    let earned = sum(&mut versions.iter().flat_map(|it| it.ages.iter().copied()));
    let all = earned.plus(exchanged).plus(expired);
    let days = EXPIRY_DAYS.into_iter().scan(0, |before, to_days| {
        let from_days = replace(before, to_days);
        Some((from_days, to_days))
    });
    let expiring = days.zip(expiring).map(|((from_days, to_days), points)| OwedExpiring {
        from_days,
        to_days,
        points,
    });
    let others = all.minus(sum(&mut owners.iter().map(|owner| owner.owed)));
    let age = |(place, from_days): (usize, &u32)| OwedByAge {
        from_days: *from_days,
        to_days: OWED_AGES.get(place + 1).map(|next| next - 1),
        owed: sum(&mut versions.iter().filter_map(|it| it.ages.get(place).copied())),
    };
    let rulebook = |OwedByVersion { version, ages }: &OwedByVersion| OwedByRulebook {
        version: *version,
        owed: sum(&mut ages.iter().copied()),
    };
    Ok(Json(OwedRewards {
        all,
        ages: OWED_AGES.iter().enumerate().map(age).collect(),
        exchanged,
        expired,
        expiring: expiring.collect(),
        rulebooks: versions.iter().map(rulebook).collect(),
        referrers: owners.into_iter().map(shown).collect(),
        others,
    }))
}

fn shown(Owner { owed, referral }: Owner) -> OwedReferrer {
    let Some((key, case, is_referred)) = referral else {
        return OwedReferrer { key: None, name: String::new(), shown: String::new(), owed };
    };
    let texts = case.corrected();
    let (name, number) = match is_referred {
        true => (texts.referred_name, texts.referred_phone),
        false => (texts.referrer_name, texts.referrer_mobile),
    };
    // Through a referral one gets to its referrer only.
    let key = Some(key).filter(|_| !is_referred);
    OwedReferrer { key, name, shown: numbers::shown(&number), owed }
}

//! Reports.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::referrals::records::Scope;
use crate::reports::records::{IntervalSum, Quantiles, ReportScope, ReportSums, StageSum};
use api::{
    IntervalQuery, IntervalReport, Intervals, OpeningReport, ReasonReport, ReferrerReport, Report,
    ReportQuery, ServiceReport, StageReached, StageTimes, Times, must_read_numbers, rate,
};
use axum::{Json, extract::State};
use domain::{
    event::{Reason, Side, Stage},
    pipeline::{ProgrammeSettings, Staff},
    referral::Instant,
};

use crate::referrals::scope::{owners, staff};
use crate::{
    AppState,
    http::{
        extract::{Current, QueryParams},
        refusal::Result,
        search::may_search,
    },
    staff::masking::seen_by,
};

/// Reports how the programme is doing.
#[utoipa::path(get, path = "/reports", operation_id = "getReport", tag = "Referrals",
    params(ReportQuery), responses((status = 200, body = Report)))]
pub(crate) async fn report(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(query): QueryParams<ReportQuery>,
) -> Result<Json<Report>> {
    let now = state.clock.now();
    let (staff, scope) = staff(&caller.access)?;
    may_search(&caller.access, query.service.as_deref().unwrap_or_default())?;
    let services = services(query.service, scope);
    let owners = owners(&state, None, query.team).await?;
    let submitted = query.from.unwrap_or_default()..query.to.unwrap_or(u64::MAX);
    let sums = state.store.report(&ReportScope { services, owners, submitted }).await?;
    let programme = state.store.programme().await?.settings;
    Ok(Json(Report {
        funnel: funnel(&sums.sums),
        services: by_service(&sums.sums, staff),
        stages: times(&sums, now),
        reasons: reasons(&sums.sums, &programme),
        sources: sums.sources.clone(),
        openings: openings(&sums.openings, staff),
        referrers: referrers(sums, staff),
    }))
}

/// Counts what has become of the referrals that were submitted in each of some intervals.
#[utoipa::path(get, path = "/reports/intervals", operation_id = "getIntervals", tag = "Referrals",
    params(IntervalQuery), responses((status = 200, body = Intervals)))]
pub(crate) async fn intervals(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(query): QueryParams<IntervalQuery>,
) -> Result<Json<Intervals>> {
    let (_, scope) = staff(&caller.access)?;
    may_search(&caller.access, query.service.as_deref().unwrap_or_default())?;
    let services = services(query.service, scope);
    let owners = owners(&state, None, query.team).await?;
    let scope = |submitted| {
        let (services, owners) = (services.clone(), owners.clone());
        ReportScope { services, owners, submitted }
    };
    let scopes: Vec<_> = query.at.intervals().map(scope).collect();
    let sums = state.store.intervals(&scopes).await?;
    let report = |(scope, sum): (ReportScope, IntervalSum)| {
        let count = |counts: fn(&Stage) -> bool| {
            let stages = sum.stages.iter();
            stages.filter(|(name, _)| counts(&Stage::from((*name).clone()))).map(|(_, it)| it).sum()
        };
        let (received, open): (u64, u64) = (count(|_| true), count(Stage::is_open));
        let successful = count(|stage| *stage == Stage::Successful);
        let (rate, _) = rate(successful, received - open);
        let Range { start: from, end: to } = scope.submitted;
        IntervalReport { from, to, received, open, successful, rate, to_success: sum.to_success }
    };
    let intervals = scopes.into_iter().zip(sums).map(report).collect();
    Ok(Json(Intervals { intervals }))
}

/// The services to report on: those that the caller sees, or one of them; `None` for all.
fn services(wanted: Option<String>, scope: Scope) -> Option<Vec<String>> {
    let own = match scope {
        Scope::Services(services) => Some(services),
        _ => None,
    };
    match (wanted, own) {
        (None, own) => own,
        (Some(wanted), Some(own)) => Some(own.into_iter().filter(|it| *it == wanted).collect()),
        (Some(wanted), None) => Some(vec![wanted]),
    }
}

fn funnel(sums: &[StageSum]) -> Vec<StageReached> {
    let reached = |stage: &Stage| {
        sums.iter().filter(|it| it.stage == stage.as_str()).map(|it| it.reached).sum()
    };
    Stage::ALL.map(|stage| StageReached { reached: reached(&stage), stage }).into()
}

/// Services that an import has brought may have any text.
fn by_service(sums: &[StageSum], staff: &Staff) -> Vec<ServiceReport> {
    // Successful, closed, open.
    let mut counts: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for StageSum { service, stage, here, .. } in sums {
        let stage = Stage::from(stage.clone());
        let [successful, closed, open] = counts.entry(service).or_default();
        if stage == Stage::Successful {
            *successful += here;
        }
        *(if stage.is_open() { open } else { closed }) += here;
    }
    let report = |(service, [successful, closed, open]): (&str, [u64; 3])| {
        ServiceReport::of(seen_by(staff, service), successful, closed, open)
    };
    let mut services: Vec<_> = counts.into_iter().map(report).collect();
    services.sort_by_key(|it| std::cmp::Reverse(it.closed + it.open));
    services
}

fn times(sums: &ReportSums, now: Instant) -> Vec<StageTimes> {
    let finished = |stage: &Stage| {
        let Quantiles { count, median, p90 } = *sums.finished.get(stage.as_str())?;
        Some(Times { count, median, p90 })
    };
    let running = |stage: &Stage| {
        let Quantiles { count, median, p90 } = *sums.running.get(stage.as_str())?;
        let since = |then| now.as_millis().saturating_sub(then);
        Some(Times { count, median: since(median), p90: since(p90) })
    };
    let open = Stage::ALL.into_iter().filter(Stage::is_open);
    open.map(|stage| StageTimes { finished: finished(&stage), running: running(&stage), stage })
        .collect()
}

fn reasons(sums: &[StageSum], programme: &ProgrammeSettings) -> Vec<ReasonReport> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let declined = sums.iter().filter(|it| it.stage == Stage::Declined.as_str() && it.here > 0);
    for StageSum { reason, here, .. } in declined {
        *counts.entry(reason).or_default() += here;
    }
    let report = |(reason, count): (&str, u64)| {
        let reason = Some(reason).filter(|name| !name.is_empty()).map(str::to_owned);
        let reason = reason.map(Reason::from);
        let side = reason.as_ref().map_or(Side::Other, |reason| programme.side(reason));
        ReasonReport { reason, side, count }
    };
    let mut reasons: Vec<_> = counts.into_iter().map(report).collect();
    reasons.sort_by_key(|it| std::cmp::Reverse(it.count));
    reasons
}

/// An import may bring any text as the title of one.
fn openings(sums: &[OpeningReport], staff: &Staff) -> Vec<OpeningReport> {
    let seen =
        |it: &OpeningReport| OpeningReport { opening: seen_by(staff, &it.opening), ..it.clone() };
    sums.iter().map(seen).collect()
}

/// None for whoever [may not see](must_read_numbers) what belongs to one number.
fn referrers(sums: ReportSums, staff: &Staff) -> Vec<ReferrerReport> {
    if must_read_numbers(staff).is_err() {
        return Vec::new();
    }
    let referrers = sums.referrers.into_iter();
    referrers
        .map(|it| ReferrerReport {
            name: it.name,
            shown: numbers::shown(&it.mobile),
            referrals: it.referrals,
            successful: it.successful,
            points: it.points,
        })
        .collect()
}

//! The inbox.

use api::{DAY_MS, Inbox, InboxEntry, InboxQuery, InboxSection, InboxWhose, PAGE_SIZE, Sort};
use axum::{Json, extract::State};
use domain::pipeline::Right;

use crate::referrals::records::{Listing, Stored};
use crate::referrals::waiting::{Doer, Waiting};
use crate::referrals::{scope::staff, view};
use crate::staff::records::{StaffMember, team_of};
use crate::{
    AppState,
    http::{
        extract::{Current, QueryParams},
        refusal::Result,
    },
};

/// Lists the referrals that wait for staff, those longest in their stage first.
#[utoipa::path(get, path = "/inbox", operation_id = "getInbox", tag = "Referrals",
    params(InboxQuery), responses((status = 200, body = Inbox)))]
pub(crate) async fn inbox(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(query): QueryParams<InboxQuery>,
) -> Result<Json<Inbox>> {
    let (access, now) = (&caller.access, state.clock.now());
    let (staff, scope) = staff(access)?;
    let in_a_day = now.as_millis() + DAY_MS;
    let day_ends = query.day_ends.map_or(in_a_day, |end| end.min(in_a_day));
    let settings = state.store.programme().await?.settings;
    let colleagues = state.store.staff().await?;
    let waiting = Waiting {
        whose: whose(query.whose, staff.id(), &colleagues),
        doers: Doer::of(&colleagues),
        sees_duplicates: access.sees_all(),
        may_award: staff.may_everywhere(Right::Award),
        offices: settings.offices(&state.policy.offices),
        limits: settings.limits().clone(),
        now,
        day_ends: day_ends.try_into().unwrap_or(now),
    };
    let counts = state.store.inbox_counts(&scope, &waiting).await?;
    let has_some = |section: &InboxSection| counts.of(*section) > 0;
    let first = || InboxSection::ALL.into_iter().find(has_some);
    // A list that goes on keeps its section, whatever has come into the others.
    let (begun, after) = query.after.as_deref().and_then(cursor).unzip();
    let section = query.section.or(begun).or_else(first).unwrap_or(InboxSection::Today);
    let listing = Listing {
        waits: Some((waiting.clone(), section)),
        sort: Sort::Waiting,
        after: after.map(str::to_owned),
        ..Listing::of(scope, PAGE_SIZE)
    };
    let listed = state.store.list(&listing).await?;
    let entry = |stored: &Stored| InboxEntry {
        referral: view::referral(stored, &settings, access, &caller.words),
        task: waiting
            .task(stored)
            .map(|task| view::Visibility::of(&stored.case, access).task(task)),
        decisions: waiting.decisions(stored),
    };
    let referrals = listed.items.iter().map(entry).collect();
    let next = listed.next.map(|next| format!("{}:{next}", section.as_str()));
    Ok(Json(Inbox { section, counts, referrals, next }))
}

/// The ids of those whose work is asked for; `None` for everybody's. Whoever carries no team is alone.
fn whose(asked: InboxWhose, own: &str, staff: &[StaffMember]) -> Option<Vec<String>> {
    let mut ids = vec![own.to_owned()];
    match asked {
        InboxWhose::Mine => {}
        InboxWhose::Team => {
            let team = staff.iter().find(|it| it.id == own).map_or("", |it| &it.team);
            ids.extend(team_of(staff, team).into_iter().filter(|id| id != own));
        }
        InboxWhose::All => return None,
    }
    Some(ids)
}

/// The section of a cursor, and where its list goes on.
fn cursor(text: &str) -> Option<(InboxSection, &str)> {
    let (name, after) = text.split_once(':')?;
    let section = InboxSection::ALL.into_iter().find(|section| section.as_str() == name)?;
    Some((section, after))
}

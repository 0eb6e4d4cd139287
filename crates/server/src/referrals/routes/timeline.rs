//! One referral with its events.

use std::collections::BTreeMap;

use crate::delivery::records::UndeliveredText;
use api::{
    Access, AuthorKind, ConsentView, ReferralDetail, TimelineAuthor, TimelineEntry, possible,
};
use axum::{Json, extract::State};
use domain::{
    case::Case,
    event::{ConsentAnswer, CorrectedField, Event, Kind, Role, Stage},
    pipeline::{BY_ITSELF, ProgrammeSettings, TimelineEvent, staff_of},
    points::Points,
    say::Say,
    service::StoredService,
};

use crate::referrals::{
    records::{Actor, StoredEntry},
    view::{self, Visibility},
    visible::{Visible, is_own, own_role, visible_with_rules},
    waiting::next_task,
};
use crate::{
    AppState,
    audit::Audit,
    http::{
        extract::{Caller, Current, Key},
        language::Translation,
        refusal::Result,
    },
};

/// Shows a referral. One that the caller may not see counts as missing.
#[utoipa::path(get, path = "/referrals/{key}", operation_id = "getReferral", tag = "Referrals",
    params(("key" = String, Path, description = "Names the referral")),
    responses((status = 200, body = ReferralDetail)))]
pub(crate) async fn detail(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(key): Key,
) -> Result<Json<ReferralDetail>> {
    let Visible { stored, known, history, events, undelivered } =
        visible_with_rules(&state, &caller, &audit, &key).await?;
    let access = &caller.access;
    let visibility = Visibility::of(&stored.case, access);
    let submitted = stored.referral();
    let first = history.first().map_or(&Actor::Erased, |(_, change)| &change.by);
    let mut entries = vec![TimelineEntry {
        by: submitter(first, &visibility, access),
        at: submitted.id,
        stage: Some(Stage::Received),
        ..entry("submitted")
    }];
    let by_text: BTreeMap<_, _> =
        history.iter().filter_map(|(text, change)| Some((text.as_deref()?, change))).collect();
    let own = own_role(&stored.case, access);
    for mut event in events {
        let written = by_text.get(event.text.as_str()).copied();
        let is_own = is_own(&event, own.as_ref());
        // An event's id is a hash of its whole text. Whoever sees only a part of the text could
        // guess the rest by comparing hashes. They get the position instead, which cannot be used
        // for undoing.
        let sees_part =
            if visibility.sees.as_staff { visibility.sees.masks_numbers } else { !is_own };
        if sees_part {
            event.id = entries.len().to_string();
        }
        let entry = match visibility.sees.as_staff {
            true => Some(for_staff(event, written, &visibility, access)),
            false => for_others(event, is_own, &known.programme, &caller),
        };
        entries.extend(
            entry.map(|entry| TimelineEntry {
                target: entry.target.filter(|_| !sees_part),
                ..entry
            }),
        );
    }
    if visibility.sees.as_staff {
        for text in undelivered {
            let text = not_delivered(text, &stored.case, &visibility);
            let place = entries.iter().rposition(|before| before.at <= text.at);
            entries.insert(place.map_or(entries.len(), |place| place + 1), text);
        }
    }
    // Before a correction, the name may have been somebody else's.
    let shown = stored.case.corrected();
    let texts =
        visibility.of_texts(if visibility.sees.masks_referrer { &shown } else { submitted });
    let offices = known.programme.offices(&state.policy.offices);
    let task = next_task(&stored.case, &offices, known.programme.limits());
    let detail = ReferralDetail {
        task: task.filter(|_| visibility.sees.as_staff).map(|task| visibility.task(task)),
        referral: view::referral(&stored, &known.programme, access, &caller.words),
        submitted: CorrectedField::ALL
            .iter()
            .map(|&field| (field, field.of(&texts).to_owned()))
            .collect(),
        timeline: entries,
        possible: possible(&known, &access.viewer, &state.policy, state.clock.now()),
    };
    Ok(Json(detail))
}

/// An entry with a kind and nothing else.
fn entry(kind: &str) -> TimelineEntry {
    TimelineEntry {
        id: String::new(),
        at: Default::default(),
        by: TimelineAuthor { kind: AuthorKind::Unknown, staff: None, shown: "Unknown".to_owned() },
        kind: kind.to_owned(),
        stage: None,
        field: None,
        text: None,
        reason: None,
        note: None,
        outcome: None,
        next: None,
        way: None,
        consent: None,
        points: None,
        target: None,
        imported: None,
        undone: false,
        can_undo: false,
    }
}

/// An entry with what its event says.
fn entry_of(event: &Event) -> TimelineEntry {
    let note = event.kind.note().map(str::to_owned);
    let entry = TimelineEntry { at: event.at, note, ..entry(event.kind.as_str()) };
    let with_text = |text: &str| TimelineEntry { text: Some(text.to_owned()), ..entry.clone() };
    match &event.kind {
        Kind::Points { points, .. } | Kind::Recorded { points, .. } => {
            TimelineEntry { points: Some(points.get()), ..entry }
        }
        Kind::Proposed { points, .. } => TimelineEntry { points: points.map(Points::get), ..entry },
        Kind::Called { outcome, next, .. } => {
            TimelineEntry { outcome: Some(outcome.clone()), next: next.clone(), ..entry }
        }
        Kind::Scheduled { task, .. } => TimelineEntry { next: Some(task.clone()), ..entry },
        Kind::Said { way, words } => TimelineEntry { way: Some(way.clone()), ..with_text(words) },
        Kind::Consent { answer, way, text, .. } => {
            let (answer, way) = (answer.clone(), way.clone());
            let consent = ConsentView { answer, at: event.at, way, text: *text };
            TimelineEntry { consent: Some(consent), ..entry }
        }
        Kind::Declined { reason, .. } => TimelineEntry { reason: reason.clone(), ..entry },
        Kind::Corrected { field, text, .. } => {
            TimelineEntry { field: Some(*field), ..with_text(text) }
        }
        Kind::Undone { target, .. } => TimelineEntry { target: Some(target.clone()), ..entry },
        Kind::Assigned { staff } => with_text(staff),
        Kind::Credited { credited: yes, .. } | Kind::SaysWho { says: yes, .. } => {
            with_text(if *yes { "yes" } else { "no" })
        }
        Kind::Moved { stage } | Kind::Reopened { stage, .. } => {
            TimelineEntry { stage: Some(stage.clone()), ..entry }
        }
        Kind::Withdrawn { .. } | Kind::Noted { .. } | Kind::Done { .. } | Kind::Unknown(_) => entry,
    }
}

fn for_staff(
    TimelineEvent { id, event, imported, undone, can_undo, progress, .. }: TimelineEvent,
    written: Option<&StoredEntry>,
    visibility: &Visibility,
    access: &Access,
) -> TimelineEntry {
    let text = |text: Option<String>| text.map(|text| visibility.text(&text));
    let entry = entry_of(&event);
    TimelineEntry {
        id,
        by: author(event.by.as_ref(), written.map(|entry| (&entry.by, visibility)), access),
        imported: written.filter(|_| imported).map(|entry| entry.at),
        // An event that was undone has led nowhere.
        stage: progress.map(|progress| progress.stage).or(entry.stage),
        text: match entry.field {
            Some(CorrectedField::ReferredPhone) => entry.text.map(|it| visibility.referred(&it)),
            _ => text(entry.text),
        },
        note: text(entry.note),
        next: entry.next.map(|task| visibility.task(task)),
        undone,
        can_undo,
        ..entry
    }
}

/// A text to the referrer that is not tried any more, with the words that somebody wrote in it.
fn not_delivered(text: UndeliveredText, case: &Case, visibility: &Visibility) -> TimelineEntry {
    let history = case.history();
    let event = history.events().find(|event| Some(event.id()) == text.said);
    let words = match event.map(|event| &event.event.kind) {
        Some(Kind::Said { words, .. }) => Some(visibility.text(words)),
        _ => None,
    };
    TimelineEntry {
        id: text.id,
        at: text.at,
        by: by(AuthorKind::Unknown, ITSELF),
        text: Some(text.failure.text_words(text.attempts)),
        note: words,
        ..entry("undelivered")
    }
}

/// The company's events are reduced to a stage and its sentence; the caller's own are complete.
fn for_others(
    TimelineEvent { id, event, imported, undone, can_undo, progress, .. }: TimelineEvent,
    is_own: bool,
    programme: &ProgrammeSettings,
    caller: &Caller,
) -> Option<TimelineEntry> {
    let words = &caller.words;
    if is_own {
        let kind = match event.by {
            Some(Role::Referrer) => AuthorKind::Referrer,
            _ => AuthorKind::Referred,
        };
        let sentence = progress.as_ref().map(|progress| words.progress(progress, programme));
        let entry = entry_of(&event);
        return Some(TimelineEntry {
            id,
            by: by(kind, "You"),
            stage: progress.map(|progress| progress.stage),
            text: corrected(&event, programme, words)
                .or_else(|| entry.text.clone())
                .or_else(|| own_answer(&event).map(|id| words.say(id, &[])))
                .or(sentence),
            undone,
            can_undo,
            ..entry
        });
    }
    if let Kind::Said { .. } = event.kind {
        return Some(TimelineEntry {
            id,
            by: by(AuthorKind::Staff, "The company"),
            ..entry_of(&event)
        });
    }
    let progress = progress?;
    let author = author(event.by.as_ref().filter(|_| !imported), None, &caller.access);
    // Whoever made the referral does not learn that it was the person who closed it, or who has taken that back.
    let is_refusal = matches!(event.kind, Kind::Consent { answer: ConsentAnswer::Refused, .. });
    let is_answer = matches!(event.kind, Kind::Consent { .. }) && !is_refusal;
    let author = match author.kind {
        AuthorKind::Referrer => author,
        AuthorKind::Referred if is_answer => author,
        _ => by(AuthorKind::Staff, "The company"),
    };
    Some(TimelineEntry {
        id,
        at: event.at,
        by: author,
        text: Some(words.progress(&progress, programme)),
        stage: Some(progress.stage),
        points: entry_of(&event).points,
        ..entry(if is_refusal { "declined" } else { event.kind.as_str() })
    })
}

/// What somebody has corrected a field to, as people read it. Staff get what is stored: they know all services.
fn corrected(event: &Event, programme: &ProgrammeSettings, words: &Translation) -> Option<String> {
    match &event.kind {
        Kind::Corrected { field: CorrectedField::Service, text, .. } => {
            let service = StoredService::from(text.clone());
            Some(words.service(text, programme.service_label(&service)))
        }
        _ => None,
    }
}

/// The id of what somebody reads of their own asking or answer.
fn own_answer(event: &Event) -> Option<&'static str> {
    let Kind::Consent { answer, .. } = &event.kind else { return None };
    match answer {
        ConsentAnswer::Asked => Some("consent-asked"),
        ConsentAnswer::Agreed => Some("consent-agreed"),
        ConsentAnswer::Refused => Some("consent-refused"),
        ConsentAnswer::Other(_) => None,
    }
}

/// Who does what nobody has pressed.
const ITSELF: &str = "By itself";

fn by(kind: AuthorKind, shown: &str) -> TimelineAuthor {
    TimelineAuthor { kind, staff: None, shown: shown.to_owned() }
}

/// The author of an event, from the event and, if the database has it, from the stored number.
fn author(
    role: Option<&Role>,
    written_by: Option<(&Actor, &Visibility)>,
    access: &Access,
) -> TimelineAuthor {
    let shown = |otherwise: &str| match written_by {
        Some((actor @ (Actor::Member(_) | Actor::Staff { .. }), visibility)) => {
            view::name(actor, visibility, access)
        }
        _ => otherwise.to_owned(),
    };
    if let Some((actor @ Actor::Import { id, .. }, visibility)) = written_by {
        let staff = Some(id.clone()).filter(|id| access.staff().is_some() && !id.is_empty());
        return TimelineAuthor {
            staff,
            ..by(AuthorKind::Import, &view::name(actor, visibility, access))
        };
    }
    match role {
        Some(Role::Guest) => by(AuthorKind::Guest, "Guest"),
        Some(Role::Referrer) => by(AuthorKind::Referrer, "The referrer"),
        Some(Role::Admin) => by(AuthorKind::Admin, &shown("Admin")),
        Some(Role::Referred) => by(AuthorKind::Referred, "Whoever is referred"),
        Some(Role::Other(role)) if role == BY_ITSELF => by(AuthorKind::Unknown, ITSELF),
        Some(other) => match staff_of(other) {
            Some(id) => {
                TimelineAuthor { staff: Some(id.to_owned()), ..by(AuthorKind::Staff, &shown(id)) }
            }
            None => by(AuthorKind::Unknown, "Unknown"),
        },
        None => by(AuthorKind::Unknown, "Unknown"),
    }
}

fn submitter(actor: &Actor, visibility: &Visibility, access: &Access) -> TimelineAuthor {
    let kind = match actor {
        Actor::Guest => AuthorKind::Guest,
        Actor::Member(_) => AuthorKind::Referrer,
        Actor::Staff { .. } => AuthorKind::Staff,
        Actor::Import { .. } => AuthorKind::Import,
        Actor::Erased => AuthorKind::Unknown,
    };
    by(kind, &view::name(actor, visibility, access))
}

//! What a version of the programme's settings changed, in words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::offered::Entry;
use super::programme::{OfficeHours, ProgrammeDraft, ServiceDays, StageDays};
use super::reasons::DeclineReason;
use super::work::Offices;
use crate::event::Side;
use crate::rewards::Leaderboard;

/// What is other in a version than in the one before it, a sentence each. Nothing is said of an order. `offices` are
/// those of the site, whose cities are named.
pub fn changes(now: &ProgrammeDraft, before: &ProgrammeDraft, offices: &Offices) -> Vec<String> {
    let mut all = Vec::new();
    limits(now, before, &mut all);
    if now.unanswered_enough != before.unanswered_enough {
        let (calls, was) = (now.unanswered_enough, before.unanswered_enough);
        all.push(format!(
            "Calls that nobody answered before closing is proposed: {calls}, before {was}."
        ));
    }
    for office in offices.all() {
        let hours = |draft: &ProgrammeDraft| {
            draft.offices.iter().find(|it| it.calling_code == office.calling_code).cloned()
        };
        if let Some(hours) = hours(now).filter(|it| hours(before).as_ref() != Some(it)) {
            all.push(format!("{} works {}.", office.city, in_words(&hours)));
        }
    }
    entries("service", &now.services, &before.services, &mut all);
    entries("reason to decline", &now.reasons, &before.reasons, &mut all);
    for reason in &now.reasons {
        let was = before.reasons.iter().find(|it| it.name == reason.name);
        all.extend(was.and_then(|was| other_words(reason, was)));
    }
    templates(now, before, &mut all);
    if now.two_people != before.two_people {
        let words = match now.two_people {
            true => "Paying for points takes two people.",
            false => "One person may award points and approve what they are exchanged for.",
        };
        all.push(words.to_string());
    }
    if now.leaderboard != before.leaderboard {
        let words = match now.leaderboard {
            Leaderboard::Off => "There is no list of those with most points.",
            Leaderboard::Members => "Members see who has most points.",
            Leaderboard::Public => "Everybody sees who has most points.",
        };
        all.push(words.to_string());
    }
    all
}

/// The working days in stages: of all services, and of each that has or had its own.
fn limits(now: &ProgrammeDraft, before: &ProgrammeDraft, all: &mut Vec<String>) {
    days("", now.stage_days, before.stage_days, all);
    let own = |draft: &ProgrammeDraft, service: &str| {
        let found = draft.service_days.iter().find(|it| it.service == service);
        found.map_or(draft.stage_days, |ServiceDays { stage_days, .. }| *stage_days)
    };
    let had = before
        .service_days
        .iter()
        .filter(|was| !now.service_days.iter().any(|it| it.service == was.service));
    for ServiceDays { service, .. } in now.service_days.iter().chain(had) {
        let label = now.services.iter().find(|it| it.value == *service);
        let label = label.map_or(service.as_str(), |it| it.label.as_str());
        days(&format!("{label}, "), own(now, service), own(before, service), all);
    }
}

fn days(whose: &str, now: StageDays, before: StageDays, all: &mut Vec<String>) {
    for ((stage, now), (_, was)) in now.all().into_iter().zip(before.all()) {
        if now != was {
            let unit = if now == 1 { "working day" } else { "working days" };
            all.push(format!("{whose}{}: {now} {unit}, before {was}.", stage.label()));
        }
    }
}

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// "Mon, Tue, Wed until 17:30".
fn in_words(OfficeHours { workdays, closes, .. }: &OfficeHours) -> String {
    let days = WEEKDAYS.iter().zip(workdays).filter(|(_, works)| **works).map(|(day, _)| *day);
    let days: Vec<_> = days.collect();
    format!("{} until {:02}:{:02}", days.join(", "), closes / 60, closes % 60)
}

/// What was added to a list, is called otherwise, or is offered or not.
fn entries<E: Entry>(what: &str, now: &[E], before: &[E], all: &mut Vec<String>) {
    for entry in now {
        let label = entry.label();
        let Some(was) = before.iter().find(|it| it.name() == entry.name()) else {
            all.push(format!("New {what}: {label}."));
            continue;
        };
        if was.label() != label {
            all.push(format!("The {what} “{}” is called “{label}”.", was.label()));
        }
        match (was.is_offered(), entry.is_offered()) {
            (true, false) => all.push(format!("The {what} “{label}” is not offered any more.")),
            (false, true) => all.push(format!("The {what} “{label}” is offered again.")),
            _ => {}
        }
    }
}

/// What else is other of a reason.
fn other_words(now: &DeclineReason, was: &DeclineReason) -> Option<String> {
    let DeclineReason { label, sentence, needs_note, side, .. } = now;
    if *sentence != was.sentence {
        Some(format!("Of “{label}”, the referrer reads “{sentence}”."))
    } else if (needs_note, side) != (&was.needs_note, &was.side) {
        let note = if *needs_note { "needs a note" } else { "needs no note" };
        let cause = match side {
            Side::Person => "the person",
            Side::Company => "the company",
            Side::Record => "the record",
            Side::Other => "something else",
        };
        Some(format!("“{label}” {note}, and its cause is {cause}."))
    } else {
        None
    }
}

fn templates(now: &ProgrammeDraft, before: &ProgrammeDraft, all: &mut Vec<String>) {
    for template in &now.templates {
        match before.templates.iter().find(|it| it.label == template.label) {
            None => all.push(format!("New template: {}.", template.label)),
            Some(was) if was.words != template.words => {
                all.push(format!("The template “{}” says “{}”.", template.label, template.words));
            }
            Some(_) => {}
        }
    }
    for was in &before.templates {
        if !now.templates.iter().any(|it| it.label == was.label) {
            all.push(format!("The template “{}” is gone.", was.label));
        }
    }
}

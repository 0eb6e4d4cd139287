//! A rulebook, a referral, and people.

use domain::account::{Policy, User};
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::pipeline::{Command, Known, PipelineCommand, Staff, StaffRole, decide};
use domain::referral::{Instant, Referral};
use domain::rejection::RejectionCode;
use domain::rewards::{
    Award, Cap, CapPeriod, Change, Entry, Nth, Past, Receiver, Rival, Rule, Rulebook, Rules, Total,
    entries,
};
use domain::service::ServiceOption;
use domain::viewer::Viewer;

/// 1 January 2027.
pub(crate) const NEW_YEAR: u64 = 1_798_761_600_000;
pub(crate) const DAY: u64 = 86_400_000;

pub(crate) fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

pub(crate) fn rule(id: &str, gives: u64) -> Rule {
    Rule {
        id: id.to_owned(),
        service: None,
        gives,
        to: Receiver::Referrer,
        hold_days: 0,
        valid_months: None,
        nth: None,
        cap: None,
        from: None,
        until: None,
    }
}

pub(crate) fn cap(per: CapPeriod, points: u64) -> Option<Cap> {
    Some(Cap { per, points })
}

/// The rulebook that the design gives as an example.
pub(crate) fn example() -> Rulebook {
    let hr = || Some("hr-recruitment".to_owned());
    book(&[
        Rule { service: hr(), hold_days: 90, ..rule("hr", 500) },
        Rule { to: Receiver::Referred, ..rule("welcome", 100) },
        Rule {
            service: hr(),
            hold_days: 90,
            nth: Some(Nth { from: 5, to: None }),
            ..rule("hr-more", 250)
        },
        Rule { cap: cap(CapPeriod::Year, 3_000), ..rule("most", 0) },
    ])
}

/// A service of the specification, or one that an owner has added.
pub(crate) fn is_service(value: &str) -> bool {
    ServiceOption::parse(value).is_some() || value == "drone-pilots"
}

pub(crate) fn book(rules: &[Rule]) -> Rulebook {
    Rulebook { version: 3, rules: Rules::check(rules, is_service).unwrap() }
}

pub(crate) fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

pub(crate) fn manager() -> Viewer {
    let user = User::of(MobileNumber::parse("9000000000").unwrap());
    let manager = StaffRole::from("manager".to_owned());
    Viewer::Staff(Staff::new("m".to_owned(), user, manager, Vec::new()))
}

/// A referral with what it has earned.
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    pub(crate) case: Case,
    pub(crate) entries: Vec<Entry>,
}

impl Deal {
    /// One that was submitted at an instant.
    pub(crate) fn new(id: u64, service: &str) -> Self {
        let record = format!(
            r#"{{"id":{id},"referrerName":"Asha","referrerMobile":"9876543210","referredName":"Binu","referredPhone":"5550101","service":"{service}","notes":"","date":"1/1/2027","status":"Pending","points":0}}"#
        );
        let record: Referral = serde_json::from_str(&record).unwrap();
        Self { case: Case::stored(record, &[]), entries: Vec::new() }
    }

    /// Gives a command as a manager, and enters what it earns.
    pub(crate) fn give(
        &mut self,
        wanted: &Command<'_>,
        rulebook: &Rulebook,
        past: &Past,
        now: u64,
    ) -> Result<(), Vec<RejectionCode>> {
        let known = Known {
            referral: Some(self.case.clone()),
            rulebook: rulebook.clone(),
            past: past.clone(),
            ..Known::default()
        };
        let decided = decide(&known, wanted, &manager(), &policy(), at(now));
        if let Some(event) = decided.map_err(|it| it.codes().to_vec())? {
            self.enter(self.case.clone().evolve(&event), rulebook, past, event.at);
        }
        Ok(())
    }

    pub(crate) fn award(
        &mut self,
        points: &str,
        note: &str,
        rulebook: &Rulebook,
        past: &Past,
        now: u64,
    ) -> Result<(), Vec<RejectionCode>> {
        self.give(&Command::SavePoints { points, note, is_staff: true }, rulebook, past, now)
    }

    /// Undoes the event with this place in the history.
    pub(crate) fn undo(
        &mut self,
        place: usize,
        rulebook: &Rulebook,
        past: &Past,
        now: u64,
    ) -> bool {
        let history = self.case.history();
        let Some(target) = history.events().nth(place).map(|stored| stored.id()) else {
            return false;
        };
        let target = target.as_str();
        let undo = PipelineCommand::Undo { target, note: "Why", own_number: false, is_staff: true };
        self.give(&Command::Pipeline(undo), rulebook, past, now).is_ok()
    }

    /// Takes over another history, as an import does, and enters what that earns.
    pub(crate) fn enter(&mut self, after: Case, rulebook: &Rulebook, past: &Past, now: Instant) {
        let known = self.case.history();
        let history = after.history();
        let is_new = |text: &&str| known.texts().all(|it| it != *text);
        let last = history.texts().rfind(is_new);
        let event = last.map(domain::history::event_id).unwrap_or_default();
        let change =
            Change { event: &event, at: now, rulebook, past, arrived: None, imported: false };
        self.entries.extend(entries(&self.entries, &after, &change));
        self.case = after;
    }

    pub(crate) fn sum(&self, to: Receiver) -> i64 {
        self.entries.iter().filter(|entry| entry.to == to).map(|entry| entry.points).sum()
    }

    pub(crate) fn is_awarded(&self) -> bool {
        Award::of(&self.case).is_some()
    }
}

/// Another referral of the same person that has been awarded.
pub(crate) fn rival() -> Rival {
    Rival { key: "0".repeat(32), is_awarded: true }
}

/// What these referrals earned their referrer and the person who was referred.
pub(crate) fn past<'d>(deals: impl IntoIterator<Item = &'d Deal>) -> Past {
    let mut past = Past { referred: Some(Vec::new()), ..Past::default() };
    for entry in deals.into_iter().flat_map(|deal| &deal.entries) {
        match entry.to {
            Receiver::Referrer => Total::add(&mut past.referrer, entry),
            Receiver::Referred => Total::add(past.referred.get_or_insert_default(), entry),
        }
    }
    past
}

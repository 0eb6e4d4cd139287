//! What owners set about the programme without a developer. It comes as a draft; checked, it is a version
//! that holds for everybody from then on.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::reasons::{DeclineReason, Reasons};
use super::services::{ProgrammeService, ServiceChoice, Services};
use super::templates::{self, Template};
use super::work::{Office, Offices};
use crate::event::{Reason, Side, Stage};
use crate::rejection::{RejectionCode, Rejections};
use crate::rewards::Leaderboard;
use crate::service::StoredService;

/// The most working days that a stage may have: a year of them.
pub const STAGE_DAYS_MAX: u32 = 260;

/// The most calls that may be needed before closing is proposed.
pub const UNANSWERED_MAX: u32 = 20;

const MINUTES_A_DAY: u32 = 24 * 60;

/// The working days within which something is to be done about a referral: since it entered its stage, or
/// since somebody last did something about it there. 0 is the same day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StageDays {
    /// In Received.
    pub received: u32,
    /// In Contacted.
    pub contacted: u32,
    /// In Suitable.
    pub qualified: u32,
    /// In progress.
    pub in_progress: u32,
}

impl Default for StageDays {
    fn default() -> Self {
        Self { received: 2, contacted: 7, qualified: 14, in_progress: 30 }
    }
}

impl StageDays {
    /// Those of every stage that has them.
    pub fn all(&self) -> [(Stage, u32); 4] {
        [
            (Stage::Received, self.received),
            (Stage::Contacted, self.contacted),
            (Stage::Qualified, self.qualified),
            (Stage::InProgress, self.in_progress),
        ]
    }

    /// Those of this stage; `None` if it is closed, or of a later version.
    pub fn of(&self, stage: &Stage) -> Option<u32> {
        self.all().into_iter().find(|(of, _)| of == stage).map(|(_, days)| days)
    }
}

/// The working days in the stages of one service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServiceDays {
    /// The service, by its value.
    pub service: String,
    /// How long one of its referrals may stay in a stage.
    pub stage_days: StageDays,
}

/// How long a referral of each service may stay in a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StageLimits {
    /// Of every service that has no days of its own.
    pub all: StageDays,
    /// Of those that have, each once.
    pub services: Vec<ServiceDays>,
}

impl StageLimits {
    /// Leaves out what does not differ. Of several for one service, the first counts.
    fn of(all: StageDays, services: &[ServiceDays]) -> Self {
        let mut own: Vec<ServiceDays> = Vec::new();
        for it in services {
            if it.stage_days != all && !own.iter().any(|before| before.service == it.service) {
                own.push(it.clone());
            }
        }
        Self { all, services: own }
    }

    /// Those of a service, by its value.
    pub fn of_service(&self, service: &str) -> &StageDays {
        let own = self.services.iter().find(|it| it.service == service);
        own.map_or(&self.all, |it| &it.stage_days)
    }

    fn are_possible(&self) -> bool {
        let own = self.services.iter().map(|it| &it.stage_days);
        let mut days = [&self.all].into_iter().chain(own).flat_map(StageDays::all);
        days.all(|(_, days)| days <= STAGE_DAYS_MAX)
    }
}

/// When an office works on referrals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OfficeHours {
    /// The office, by the calling code of its numbers.
    pub calling_code: String,
    /// On which days it works, Monday first.
    pub workdays: [bool; 7],
    /// When it closes, in minutes after midnight.
    pub closes: u32,
}

impl OfficeHours {
    fn of(Office { calling_code, workdays, closes, .. }: &Office) -> Self {
        Self { calling_code: calling_code.clone(), workdays: *workdays, closes: *closes }
    }

    fn is_of(&self, office: &Office) -> bool {
        self.calling_code == office.calling_code
    }

    fn is_possible(&self) -> bool {
        self.workdays.contains(&true) && (1..=MINUTES_A_DAY).contains(&self.closes)
    }
}

/// What an owner wants to hold, as they have typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProgrammeDraft {
    /// How long a referral may stay in a stage.
    pub stage_days: StageDays,
    /// The same for the services in which it is another. One that is left out has the time of all.
    pub service_days: Vec<ServiceDays>,
    /// After how many calls in a row that nobody answered closing is proposed.
    pub unanswered_enough: u32,
    /// When the offices work. One that is left out keeps the hours that the site has for it.
    pub offices: Vec<OfficeHours>,
    /// Why a referral may be declined. One that is left out is not offered any more; one without a name
    /// is added. Of the programme's own, only that it is offered can be changed.
    pub reasons: Vec<DeclineReason>,
    /// What is often said to referrers, in the order in which it is offered. Histories keep what was sent,
    /// so that any of them may be changed or left out.
    pub templates: Vec<Template>,
    /// What somebody can be referred for. One that is left out is not offered any more; one without a
    /// value is added. Of the specification's, only that it is offered can be changed.
    pub services: Vec<ProgrammeService>,
    /// Whether it takes two people to pay for points: whoever awarded any of a member's points does not
    /// approve their requests, and whoever made a batch does not approve it.
    pub two_people: bool,
    /// Who may see the list of those who have earned most points.
    pub leaderboard: Leaderboard,
}

impl ProgrammeDraft {
    /// Checks everything. Hours for an office that the site does not have are left out. `before` is what
    /// holds until then: a name in it stays for good.
    ///
    /// # Errors
    ///
    /// All rules that it breaks.
    pub fn check(
        &self,
        before: &ProgrammeSettings,
        offices: &Offices,
    ) -> Result<ProgrammeSettings, Rejections> {
        let mut codes = Vec::new();
        let limits = StageLimits::of(self.stage_days, &self.service_days);
        if !limits.are_possible() || !(1..=UNANSWERED_MAX).contains(&self.unanswered_enough) {
            codes.push(RejectionCode::NumberOutOfRange);
        }
        let services = before.services.next(&self.services, &mut codes);
        let is_unknown = RejectionCode::ServiceUnknown;
        if !self.service_days.iter().all(|it| services.knows(&it.service))
            && !codes.contains(&is_unknown)
        {
            codes.push(is_unknown);
        }
        let hours_of = |office: &Office| self.offices.iter().find(|it| it.is_of(office)).cloned();
        let hours: Vec<_> = offices.all().filter_map(hours_of).collect();
        if !hours.iter().all(OfficeHours::is_possible) {
            codes.push(RejectionCode::OfficeHours);
        }
        let reasons = before.reasons.next(&self.reasons, &mut codes);
        let templates = templates::checked(&self.templates, &mut codes);
        let settings = ProgrammeSettings {
            reasons,
            templates,
            limits,
            unanswered_enough: self.unanswered_enough,
            offices: hours,
            services,
            two_people: self.two_people,
            leaderboard: self.leaderboard,
        };
        if codes.is_empty() { Ok(settings) } else { Err(Rejections { codes }) }
    }
}

/// What holds: a draft that was checked, or, before anybody has set anything, what the programme begins
/// with. So does a part that stored settings do not have, because there was nothing to set when they were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ProgrammeSettings {
    limits: StageLimits,
    unanswered_enough: u32,
    offices: Vec<OfficeHours>,
    reasons: Reasons,
    templates: Vec<Template>,
    services: Services,
    two_people: bool,
    leaderboard: Leaderboard,
}

impl Default for ProgrammeSettings {
    fn default() -> Self {
        Self {
            limits: StageLimits::default(),
            unanswered_enough: 3,
            offices: Vec::new(),
            reasons: Reasons::default(),
            templates: templates::own(),
            services: Services::default(),
            two_people: true,
            leaderboard: Leaderboard::Off,
        }
    }
}

impl ProgrammeSettings {
    /// How long a referral may stay in a stage.
    pub fn limits(&self) -> &StageLimits {
        &self.limits
    }

    /// The offices of the site, with the hours that were set.
    pub fn offices(&self, site: &Offices) -> Offices {
        let with_hours = |office: &Office| {
            let set = self.offices.iter().find(|it| it.is_of(office));
            let OfficeHours { workdays, closes, .. } =
                set.cloned().unwrap_or_else(|| OfficeHours::of(office));
            Office { workdays, closes, ..office.clone() }
        };
        Offices {
            main: with_hours(&site.main),
            others: site.others.iter().map(with_hours).collect(),
        }
    }

    /// The draft that would change nothing.
    pub fn draft(&self, site: &Offices) -> ProgrammeDraft {
        ProgrammeDraft {
            stage_days: self.limits.all,
            service_days: self.limits.services.clone(),
            unanswered_enough: self.unanswered_enough,
            offices: self.offices(site).all().map(OfficeHours::of).collect(),
            reasons: self.reasons(),
            templates: self.templates.clone(),
            services: self.services(),
            two_people: self.two_people,
            leaderboard: self.leaderboard,
        }
    }

    /// Whether it takes [two people](ProgrammeDraft::two_people) to pay for points.
    pub fn two_people(&self) -> bool {
        self.two_people
    }

    /// Who may see the list of those who have earned most points.
    pub fn leaderboard(&self) -> Leaderboard {
        self.leaderboard
    }

    /// What is often said to referrers.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// All services, in the order in which they are offered.
    pub fn services(&self) -> Vec<ProgrammeService> {
        self.services.all()
    }

    /// What a form offers; `None` if that is what the specification has.
    pub fn service_choices(&self) -> Option<Vec<ServiceChoice>> {
        self.services.choices()
    }

    /// Whether this is the value of a service, offered or not. What is one stays one.
    pub fn knows_service(&self, value: &str) -> bool {
        self.services.knows(value)
    }

    /// Whether somebody can be referred for the service with this value now.
    ///
    /// # Errors
    ///
    /// [`RejectionCode::ServiceNotOffered`]
    pub fn offers_service(&self, value: &str) -> Result<(), RejectionCode> {
        if self.services.offers(value) { Ok(()) } else { Err(RejectionCode::ServiceNotOffered) }
    }

    /// The value of the service that somebody means who writes its label or its value, with capitals,
    /// blanks and hyphens in any way.
    pub fn service_named(&self, text: &str) -> Option<String> {
        self.services.named(text)
    }

    /// What visitors read; the value of a service that nobody has added here.
    pub fn service_label<'a>(&'a self, service: &'a StoredService) -> &'a str {
        self.services.added(service.value()).map_or(service.label(), |added| &added.label)
    }

    /// All reasons for declining, in the order in which they are offered.
    pub fn reasons(&self) -> Vec<DeclineReason> {
        self.reasons.all()
    }

    /// The reason, if it is offered.
    ///
    /// # Errors
    ///
    /// [`RejectionCode::ReasonUnknown`]
    pub fn offered(&self, reason: &Reason) -> Result<DeclineReason, RejectionCode> {
        let found = self.reasons.find(reason).filter(|found| found.offered);
        found.ok_or(RejectionCode::ReasonUnknown)
    }

    /// Where a reason comes from.
    pub fn side(&self, reason: &Reason) -> Side {
        self.reasons.find(reason).map_or(Side::Other, |found| found.side)
    }

    /// The sentence for the referrer. Nothing is said of a reason that nobody has added here.
    pub fn sentence(&self, reason: &Reason) -> &str {
        self.reasons.sentence(reason)
    }
}

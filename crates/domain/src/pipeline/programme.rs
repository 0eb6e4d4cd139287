//! What owners set about the programme without a developer. It comes as a draft; checked, it is a version
//! that holds for everybody from then on.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::reasons::{DeclineReason, Reasons};
use super::work::{Office, Offices};
use crate::event::{Reason, Side, Stage};
use crate::rejection::{RejectionCode, Rejections};

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
    /// In Qualified.
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
    /// After how many calls in a row that nobody answered closing is proposed.
    pub unanswered_enough: u32,
    /// When the offices work. One that is left out keeps the hours that the site has for it.
    pub offices: Vec<OfficeHours>,
    /// Why a referral may be declined. One that is left out is not offered any more; one without a name
    /// is added. Of the programme's own, only that it is offered can be changed.
    pub reasons: Vec<DeclineReason>,
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
        let mut days = self.stage_days.all().into_iter();
        if days.any(|(_, days)| days > STAGE_DAYS_MAX)
            || !(1..=UNANSWERED_MAX).contains(&self.unanswered_enough)
        {
            codes.push(RejectionCode::NumberOutOfRange);
        }
        let hours_of = |office: &Office| self.offices.iter().find(|it| it.is_of(office)).cloned();
        let hours: Vec<_> = offices.all().filter_map(hours_of).collect();
        if !hours.iter().all(OfficeHours::is_possible) {
            codes.push(RejectionCode::OfficeHours);
        }
        let reasons = before.reasons.next(&self.reasons, &mut codes);
        let settings = ProgrammeSettings {
            reasons,
            stage_days: self.stage_days,
            unanswered_enough: self.unanswered_enough,
            offices: hours,
        };
        if codes.is_empty() { Ok(settings) } else { Err(Rejections { codes }) }
    }
}

/// What holds: a draft that was checked, or, before anybody has set anything, what the programme begins
/// with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgrammeSettings {
    stage_days: StageDays,
    unanswered_enough: u32,
    offices: Vec<OfficeHours>,
    reasons: Reasons,
}

impl Default for ProgrammeSettings {
    fn default() -> Self {
        Self {
            stage_days: StageDays::default(),
            unanswered_enough: 3,
            offices: Vec::new(),
            reasons: Reasons::default(),
        }
    }
}

impl ProgrammeSettings {
    /// How long a referral may stay in a stage.
    pub fn stage_days(&self) -> StageDays {
        self.stage_days
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
            stage_days: self.stage_days,
            unanswered_enough: self.unanswered_enough,
            offices: self.offices(site).all().map(OfficeHours::of).collect(),
            reasons: self.reasons(),
        }
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

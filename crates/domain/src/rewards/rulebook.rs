//! The rulebook. It comes as a draft; checked and published, it is a version that never changes. A referral
//! keeps the version that held when it was submitted.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::calendar::Day;
use crate::limits::POINTS_MAX;
use crate::rejection::{RejectionCode, Rejections};

/// How many rules a rulebook may have.
pub const RULES_MAX: usize = 50;

/// The longest that points may be held: ten years.
pub const HOLD_DAYS_MAX: u32 = 3650;

/// The longest that points may be valid after that: ten years.
pub const VALID_MONTHS_MAX: u32 = 120;

/// The longest id of a rule, in letters.
pub const RULE_ID_MAX: usize = 32;

/// The most digits of an id. With more it could be a phone number, and an erasure does not search rules.
const ID_DIGITS_MAX: usize = 6;

/// Who gets what a rule gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Receiver {
    /// The person who made the referral.
    Referrer,
    /// The person who was referred, if they are a member when the award is made.
    Referred,
}

/// The period in which a most is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CapPeriod {
    /// A calendar month.
    Month,
    /// A calendar year.
    Year,
    /// All time.
    Ever,
}

/// The most that one person gets in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cap {
    /// The period, of the award.
    pub per: CapPeriod,
    /// How many points.
    pub points: u64,
}

/// For which successes of the referrer in a calendar year a rule holds; the first is 1. Those of the rule's
/// service count, or all if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Nth {
    /// The first one.
    pub from: u32,
    /// The last one; `None` for all later ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<u32>,
}

/// A rule, as an owner has typed it. One that gives 0 points and has a cap is a limit: it holds for what all
/// rules together give to that receiver, for its service if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Its name for good: what it gave under earlier rulebooks counts towards its cap.
    pub id: String,
    /// The service, by value; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub service: Option<String>,
    /// How many points.
    pub gives: u64,
    /// Who gets them.
    pub to: Receiver,
    /// For how many days after the award they are on hold.
    pub hold_days: u32,
    /// For how many months after that they are valid; `None` for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub valid_months: Option<u32>,
    /// For which successes; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nth: Option<Nth>,
    /// The most that it gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cap: Option<Cap>,
    /// The first day of submission for which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub from: Option<Day>,
    /// The last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub until: Option<Day>,
}

impl Rule {
    /// Whether it limits what others give, and gives nothing itself.
    pub fn is_limit(&self) -> bool {
        self.gives == 0
    }

    fn faults(&self, knows_service: &impl Fn(&str) -> bool) -> Vec<RejectionCode> {
        let Self { id, service, gives, hold_days, valid_months, nth, cap, from, until, .. } = self;
        let is_valid = |months: &u32| (1..=VALID_MONTHS_MAX).contains(months);
        let is_most = |cap: &Cap| (1..=POINTS_MAX).contains(&cap.points);
        let is_row = |Nth { from, to }: &Nth| *from >= 1 && to.is_none_or(|to| to >= *from);
        let is_period = from.zip(*until).is_none_or(|(from, until)| from <= until);
        let has_no_terms = nth.is_none() && *hold_days == 0 && valid_months.is_none();
        let does_something = !self.is_limit() || (cap.is_some() && has_no_terms);
        let all = [
            (is_id(id), RejectionCode::RuleId),
            (service.as_deref().is_none_or(knows_service), RejectionCode::ServiceUnknown),
            (*gives <= POINTS_MAX, RejectionCode::PointsTooMany),
            (*hold_days <= HOLD_DAYS_MAX, RejectionCode::RuleHold),
            (valid_months.as_ref().is_none_or(is_valid), RejectionCode::RuleValid),
            (nth.as_ref().is_none_or(is_row), RejectionCode::RuleNth),
            (cap.as_ref().is_none_or(is_most), RejectionCode::RuleCap),
            (is_period, RejectionCode::RulePeriod),
            (does_something, RejectionCode::RuleEmpty),
        ];
        all.into_iter().filter(|(holds, _)| !holds).map(|(_, code)| code).collect()
    }
}

/// Whether this can be the id of a rule or of an offer, which name them for good.
pub(super) fn is_id(id: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    id.len() <= RULE_ID_MAX
        && id.bytes().next().is_some_and(|first| first.is_ascii_lowercase())
        && id.bytes().all(is_letter)
        && digits <= ID_DIGITS_MAX
}

/// What is wrong with a rule of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleFault {
    /// The place of the rule in the draft, from 0.
    pub rule: usize,
    /// What is wrong.
    pub code: RejectionCode,
}

/// Rules that were checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rules(Vec<Rule>);

impl Rules {
    /// Checks a draft. `knows_service` says whether this is the value of a service.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of its rules.
    pub fn check(
        draft: &[Rule],
        knows_service: impl Fn(&str) -> bool,
    ) -> Result<Self, Vec<RuleFault>> {
        let mut faults = Vec::new();
        let mut all = 0_u64;
        for (place, rule) in draft.iter().enumerate() {
            let mut note = |code| faults.push(RuleFault { rule: place, code });
            rule.faults(&knows_service).into_iter().for_each(&mut note);
            if draft.iter().take(place).any(|before| before.id == rule.id) {
                note(RejectionCode::RuleTwice);
            }
            let before = all;
            all = all.saturating_add(rule.gives);
            // Together they could give more than a referral can carry.
            if all > POINTS_MAX && before <= POINTS_MAX && rule.gives <= POINTS_MAX {
                note(RejectionCode::PointsTooMany);
            }
            if place == RULES_MAX {
                note(RejectionCode::RulesTooMany);
            }
        }
        if faults.is_empty() { Ok(Self(draft.to_vec())) } else { Err(faults) }
    }

    /// The same for whoever asks only which rules of ours a draft breaks.
    ///
    /// # Errors
    ///
    /// All of them, each once.
    pub fn checked(
        draft: &[Rule],
        knows_service: impl Fn(&str) -> bool,
    ) -> Result<Self, Rejections> {
        Self::check(draft, knows_service).map_err(|faults| {
            let mut codes = Vec::new();
            for RuleFault { code, .. } in faults {
                if !codes.contains(&code) {
                    codes.push(code);
                }
            }
            Rejections { codes }
        })
    }

    /// The rules, in the order in which they were typed.
    pub fn all(&self) -> &[Rule] {
        &self.0
    }
}

/// A version of the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Its number, from 1; 0 for none, which has no rules.
    pub version: u64,
    /// Its rules. Without any, points are whatever staff type.
    pub rules: Rules,
}

impl Rulebook {
    /// Its rules.
    pub fn rules(&self) -> &[Rule] {
        self.rules.all()
    }

    /// The rule with this id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules().iter().find(|rule| rule.id == id)
    }
}

//! What referrals are worth: the rulebook, and what one referral has earned.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::staff::Maker;
use domain::referral::Instant;
use domain::rewards::{Balance, Entry, EntryKind, Receiver, Rule, RuleFault, RuleTrial};
use domain::say::Say;

/// How many versions of the rulebook a list has.
pub const RULEBOOKS_SHOWN: u32 = 50;

/// How many days back a dry run looks.
pub const TRIAL_DAYS: u64 = 90;

/// How many awards it looks at: the newest.
pub const TRIAL_AWARDS: usize = 100_000;

/// A version of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RulebookView {
    /// Its number; 0 before anybody has published one.
    pub version: u64,
    /// When it was published, in milliseconds since 1970; `null` for version 0.
    pub at: Option<Instant>,
    /// Who published it.
    pub by: Option<Maker>,
    /// Its rules.
    pub rules: Vec<Rule>,
    /// Each rule as a sentence.
    pub sentences: Vec<String>,
}

/// The versions of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Rulebooks {
    /// The one that holds for what is submitted now.
    pub newest: RulebookView,
    /// It and those before it, the newest first; at most 50.
    pub versions: Vec<RulebookView>,
}

/// A rulebook to publish, or to try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RulebookRequest {
    /// The [`RulebookView::version`] that it was made from.
    pub version: u64,
    /// All of its rules. Without any, points are whatever staff type.
    pub rules: Vec<Rule>,
}

/// What a rule would have given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RuleCost {
    /// The id of the rule.
    pub rule: String,
    /// For how many awards.
    pub awards: u64,
    /// How many points.
    pub points: u64,
    /// How many points the rules would have cut of them.
    pub cut: u64,
}

impl From<RuleTrial> for RuleCost {
    fn from(RuleTrial { rule, awards, points, cut }: RuleTrial) -> Self {
        Self { rule, awards, points, cut }
    }
}

/// What the awards of the last 90 days would have cost under a draft. Nothing is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulebookTrial {
    /// Each rule as a sentence.
    pub sentences: Vec<String>,
    /// What is wrong with the draft; nothing is counted if there is something.
    pub faults: Vec<RuleFault>,
    /// From when the awards were made.
    pub since: Instant,
    /// How many there were.
    pub awards: u64,
    /// How many points they gave, to everybody.
    pub gave: i64,
    /// How many points the draft would have given.
    pub would_give: u64,
    /// The same by rule.
    pub rules: Vec<RuleCost>,
    /// What was left out, in sentences.
    pub left_out: Vec<String>,
}

/// An entry about a referral, for staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// What it is.
    pub kind: EntryKind,
    /// Whose it is.
    pub to: Receiver,
    /// When it was made.
    pub at: Instant,
    /// The version of the rulebook; 0 for none.
    pub version: u64,
    /// The id of the rule, if one gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// How many points; negative where they are taken back.
    pub points: i64,
    /// What rules cut of it, in sentences.
    pub cuts: Vec<String>,
    /// Until when it is on hold.
    pub held_until: Instant,
}

impl EntryView {
    /// An entry, with what was cut in these words.
    pub fn of(entry: &Entry, words: &dyn Say) -> Self {
        Self {
            kind: entry.kind,
            to: entry.to,
            at: entry.at,
            version: entry.version,
            rule: entry.rule.clone(),
            points: entry.points,
            cuts: entry.cuts.iter().map(|cut| cut.sentence(words)).collect(),
            held_until: entry.held_until,
        }
    }
}

/// What a rule gives for a referral if it is awarded now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SuggestedPoints {
    /// The id of the rule.
    pub rule: String,
    /// Who gets them.
    pub to: Receiver,
    /// How many.
    pub points: u64,
    /// What the rule says.
    pub sentence: String,
    /// What rules cut of it, in sentences.
    pub cuts: Vec<String>,
}

/// Another referral of the same person. Rules give for one person once, so where they hold, an award needs a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RivalView {
    /// The id in its key, which names it as well.
    pub key: String,
    /// Whether it has been awarded. Otherwise it was submitted with this number and has another one now, and whoever made
    /// this referral has worked on it as staff.
    pub is_awarded: bool,
}

/// What a referral has earned, and what an award would be made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferralRewards {
    /// The version of the rulebook that held when it was submitted; 0 for none.
    pub version: u64,
    /// How many points the rulebook gives the referrer now; `null` where it has no rules, and staff decide,
    /// and for whoever may not award it. Awarding anything else needs a note.
    pub suggested: Option<u64>,
    /// Why.
    pub lines: Vec<SuggestedPoints>,
    /// Another referral of the same person; for whoever may award this one.
    pub rival: Option<RivalView>,
    /// What awards have earned and what was taken back, in the order in which it happened.
    pub entries: Vec<EntryView>,
    /// What the referrer has by this referral.
    pub referrer: Balance,
    /// What the person who was referred has by it.
    pub referred: Balance,
}

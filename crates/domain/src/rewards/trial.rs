//! A dry run: what awards of the past would have earned under other rules, by the same function as awards.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::calendar::Month;
use super::rulebook::{Receiver, Rulebook};
use super::suggestion::{Deal, Past, Total};
use crate::referral::Instant;

/// An award that was made and holds. People are told apart by a `K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<K> {
    /// The referrer, if they are known.
    pub referrer: Option<K>,
    /// The person who was referred, if they are a member.
    pub referred: Option<K>,
    /// The service, by value.
    pub service: String,
    /// When the referral was submitted.
    pub submitted: Instant,
    /// When it was awarded.
    pub at: Instant,
}

/// What a rule would have given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleTrial {
    /// The id of the rule.
    pub rule: String,
    /// For how many awards.
    pub awards: u64,
    /// How many points.
    pub points: u64,
    /// How many points rules would have cut of them.
    pub cut: u64,
}

impl Rulebook {
    /// What each of the rules that give something would have given for these awards, which are in the order in
    /// which they were made, to people who had got this before.
    pub fn trial<K: Ord + Clone>(
        &self,
        awards: &[Given<K>],
        mut before: BTreeMap<K, Vec<Total>>,
    ) -> Vec<RuleTrial> {
        let gives = self.rules().iter().filter(|rule| !rule.is_limit());
        let none =
            |rule: &super::Rule| RuleTrial { rule: rule.id.clone(), awards: 0, points: 0, cut: 0 };
        let mut trials: Vec<_> = gives.map(none).collect();
        let of = |before: &BTreeMap<K, Vec<Total>>, who: &K| before.get(who).cloned();
        for Given { referrer, referred, service, submitted, at } in awards {
            let referrers = referrer.as_ref().and_then(|who| of(&before, who));
            let past = Past {
                referrer: referrers.unwrap_or_default(),
                referred: referred.as_ref().map(|who| of(&before, who).unwrap_or_default()),
                // Staff have decided that the award holds.
                rival: None,
            };
            let deal = Deal { service, submitted: *submitted, at: *at };
            let lines = self.suggestion(&deal, &past).unwrap_or_default().lines;
            let mut success = 1;
            let month = Month::of(*at);
            let mut got = |to, rule, points| {
                let who = match to {
                    Receiver::Referrer => referrer,
                    Receiver::Referred => referred,
                };
                let successes = match to {
                    Receiver::Referrer => core::mem::take(&mut success),
                    Receiver::Referred => 0,
                };
                let Some(who) = who else { return };
                let service = service.clone();
                let total = Total { to, rule, service, month, points, successes };
                Total::merge(before.entry(who.clone()).or_default(), total);
            };
            for line in lines {
                if let Some(trial) = trials.iter_mut().find(|trial| trial.rule == line.rule) {
                    trial.awards += 1;
                    trial.points = trial.points.saturating_add(line.points);
                    for cut in &line.cuts {
                        trial.cut = trial.cut.saturating_add(cut.points);
                    }
                }
                let points = i64::try_from(line.points).unwrap_or(i64::MAX);
                got(line.to, Some(line.rule), points);
            }
            // A success counts even if no rule gives anything for it.
            got(Receiver::Referrer, None, 0);
        }
        trials
    }
}

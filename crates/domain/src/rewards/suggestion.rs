//! What the rules say that a success earns, before anybody awards it.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::calendar::{Day, Month};
use super::entries::Entry;
use super::rulebook::{Cap, CapPeriod, Receiver, Rule, Rulebook};
use crate::case::Case;
use crate::limits::POINTS_MAX;
use crate::points::Points;
use crate::referral::Instant;

/// What somebody got in one month by one rule, for one service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// As whom.
    pub to: Receiver,
    /// The rule; `None` for what staff awarded themselves.
    pub rule: Option<String>,
    /// The service, by value.
    pub service: String,
    /// The month of the awards.
    pub month: Month,
    /// How many points.
    pub points: i64,
    /// How many successes of theirs it was.
    pub successes: i64,
}

impl Total {
    /// Adds what an entry comes to.
    pub fn add(totals: &mut Vec<Self>, entry: &Entry) {
        let total = Self {
            to: entry.to,
            rule: entry.rule.clone(),
            service: entry.service.clone(),
            month: Month::of(entry.awarded_at),
            points: entry.points,
            successes: entry.success,
        };
        Self::merge(totals, total);
    }

    /// Adds a total to the one of the same kind, if there is one.
    pub fn merge(totals: &mut Vec<Self>, more: Self) {
        let is_alike = |total: &&mut Self| {
            total.to == more.to
                && total.month == more.month
                && total.rule == more.rule
                && total.service == more.service
        };
        match totals.iter_mut().find(is_alike) {
            Some(total) => {
                total.points = total.points.saturating_add(more.points);
                total.successes = total.successes.saturating_add(more.successes);
            }
            None => totals.push(more),
        }
    }
}

/// What both people got before, but for the referral that the award is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The referrer.
    pub referrer: Vec<Total>,
    /// The person who was referred; `None` if they are no member, or the referrer themselves.
    pub referred: Option<Vec<Total>>,
    /// Another referral of the same person, by which whoever awards this one should not do so unseen.
    pub rival: Option<Rival>,
}

/// Another referral of the same person, for which rules give nothing by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its key.
    pub key: String,
    /// Whether it has an award that holds, because rules give for a person once. Otherwise it was submitted with this
    /// number and has another one now, and whoever made this referral has worked on it as staff.
    pub is_awarded: bool,
}

/// The success that is awarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<'a> {
    /// The service, by value, as corrected.
    pub service: &'a str,
    /// When the referral was submitted.
    pub submitted: Instant,
    /// When it is awarded.
    pub at: Instant,
}

/// When a referral was submitted, by which rules begin and end. A file proves nothing about that, so what one
/// brought counts from its arrival.
pub fn submitted_at(case: &Case, arrived: Option<Instant>) -> Instant {
    arrived.unwrap_or_default().max(case.referral().id)
}

/// Points that a rule took away, because it limits itself or others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cut {
    /// The id of the rule.
    pub rule: String,
    /// How many.
    pub points: u64,
}

/// What one rule gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The id of the rule.
    pub rule: String,
    /// Who gets it.
    pub to: Receiver,
    /// How many points are left of it after the cuts.
    pub points: u64,
    /// The cuts.
    pub cuts: Vec<Cut>,
    /// For how many days it is on hold.
    pub hold_days: u32,
    /// For how many months after that its points are valid; `None` for ever.
    pub valid_months: Option<u32>,
}

/// What the rules give, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestion {
    /// Each rule that holds and gives something, even if nothing is left of it.
    pub lines: Vec<Line>,
}

impl Suggestion {
    /// The lines for one of the two.
    pub fn to(&self, receiver: Receiver) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.to == receiver)
    }

    /// How many points it gives the referrer: those that the referral carries.
    pub fn points(&self) -> Points {
        let sum = self.to(Receiver::Referrer).map(|line| line.points).sum::<u64>();
        Points::try_from(sum).unwrap_or(Points::MAX)
    }
}

impl Rulebook {
    /// What the rules give for a success; `None` if there are none, so that staff decide.
    pub fn suggestion(&self, deal: &Deal<'_>, past: &Past) -> Option<Suggestion> {
        if self.rules().is_empty() {
            return None;
        }
        let mut given = Suggestion::default();
        if past.rival.is_some() {
            return Some(given);
        }
        for rule in self.rules() {
            let theirs = match rule.to {
                Receiver::Referrer => &past.referrer,
                Receiver::Referred => match &past.referred {
                    Some(theirs) => theirs,
                    None => continue,
                },
            };
            if rule.is_limit() || !rule.holds(deal) || !rule.counts(deal, &past.referrer) {
                continue;
            }
            let mut line = Line {
                rule: rule.id.clone(),
                to: rule.to,
                points: rule.gives.min(POINTS_MAX),
                cuts: Vec::new(),
                hold_days: rule.hold_days,
                valid_months: rule.valid_months,
            };
            if let Some(cap) = rule.cap {
                let by_rule = |total: &Total| total.rule.as_ref() == Some(&rule.id);
                line.cut(rule, left(cap, deal, theirs, by_rule));
            }
            for limit in self.rules() {
                let Some(cap) = limit.cap.filter(|_| limit.is_limit()) else { continue };
                if limit.to != rule.to || !limit.holds(deal) {
                    continue;
                }
                let of_service = |total: &Total| {
                    total.to == limit.to
                        && limit.service.as_ref().is_none_or(|it| *it == total.service)
                };
                let now = given.to(rule.to).map(|line| line.points).sum();
                line.cut(limit, left(cap, deal, theirs, of_service).saturating_sub(now));
            }
            given.lines.push(line);
        }
        Some(given)
    }
}

impl Rule {
    /// Whether it is for the service and the day of submission.
    fn holds(&self, deal: &Deal<'_>) -> bool {
        let day = Day::of(deal.submitted);
        self.service.as_ref().is_none_or(|service| service == deal.service)
            && self.from.is_none_or(|from| day >= from)
            && self.until.is_none_or(|until| day <= until)
    }

    /// Whether it is for this success of the year.
    fn counts(&self, deal: &Deal<'_>, referrer: &[Total]) -> bool {
        let Some(nth) = self.nth else { return true };
        let year = Month::of(deal.at).year();
        let theirs = referrer.iter().filter(|total| {
            total.month.year() == year
                && self.service.as_ref().is_none_or(|service| *service == total.service)
        });
        let before = theirs.map(|total| total.successes).sum::<i64>().max(0);
        let this = before.saturating_add(1);
        this >= i64::from(nth.from) && nth.to.is_none_or(|to| this <= i64::from(to))
    }
}

impl Line {
    /// Leaves at most so many points.
    fn cut(&mut self, by: &Rule, left: u64) {
        let over = self.points.saturating_sub(left);
        if over > 0 {
            self.points -= over;
            self.cuts.push(Cut { rule: by.id.clone(), points: over });
        }
    }
}

/// How many points somebody may still get in the period of the award.
fn left(cap: Cap, deal: &Deal<'_>, totals: &[Total], counts: impl Fn(&Total) -> bool) -> u64 {
    let month = Month::of(deal.at);
    let is_now = |total: &&Total| match cap.per {
        CapPeriod::Month => total.month == month,
        CapPeriod::Year => total.month.year() == month.year(),
        CapPeriod::Ever => true,
    };
    let got = totals.iter().filter(is_now).filter(|total| counts(total));
    let got = got.fold(0_i64, |sum, total| sum.saturating_add(total.points));
    cap.points.saturating_sub(u64::try_from(got).unwrap_or_default())
}

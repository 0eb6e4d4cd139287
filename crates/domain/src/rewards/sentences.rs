//! Rules as sentences, for whoever sets them and whoever reads how the programme works.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::calendar::Quarter;
use super::catalogue::Offer;
use super::leaderboard::Leader;
use super::rulebook::{Cap, CapPeriod, Nth, Receiver, Rule, Rules};
use super::suggestion::Cut;
use crate::pipeline::ProgrammeSettings;
use crate::service::StoredService;

/// A sentence, and the list that it introduces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The sentence, or several.
    pub text: String,
    /// The list; may be empty.
    pub list: Vec<String>,
    /// Whether its order says something.
    pub ordered: bool,
}

/// What visitors read about points: how they are earned by these rules, what of the catalogue, as sentences, they
/// can be exchanged for, and who has earned most in the quarter. Nothing, before anybody has published rules or a
/// catalogue (`None`), as long as nobody is named.
pub fn explain(
    rules: Vec<String>,
    offers: Option<Vec<String>>,
    quarter: Quarter,
    leaders: &[Leader],
) -> Vec<Explanation> {
    if rules.is_empty() && offers.is_none() && leaders.is_empty() {
        return Vec::new();
    }
    let earned = if rules.is_empty() {
        "Our office decides how many points a successful referral earns. Until then it has none."
    } else {
        "What you refer now earns points by these rules, once it is successful. They stay the same for it, \
         whatever we change later."
    };
    let offers = offers.unwrap_or_default();
    let exchanged = if offers.is_empty() {
        "There is nothing to exchange points for at the moment."
    } else {
        "You can exchange points for any of these. Log in on the referral page, and choose there."
    };
    let no_money = "Points are not money: they earn no interest, and cannot be sold or given away. Log in on the \
                    referral page to see what you have, and what is on hold until when.";
    let said = |text: &str, list| Explanation { text: text.to_owned(), list, ordered: false };
    let mut all = vec![said(earned, rules), said(exchanged, offers), said(no_money, Vec::new())];
    if !leaders.is_empty() {
        let text = format!("Most points of {}, under the names that they chose:", quarter.words());
        let list = leaders.iter().map(Leader::sentence).collect();
        all.push(Explanation { text, list, ordered: true });
    }
    all
}

impl Leader {
    /// The name and the points. The name is set apart, so that one from right to left moves no others.
    fn sentence(&self) -> String {
        format!("\u{2068}{}\u{2069} · {}", self.name, points(self.points))
    }
}

impl Offer {
    /// What it is and costs, such as `Gift voucher · 500 points · until 31 January 2027 · 3 left`; `left` is
    /// how many are left, if there is an end to them.
    pub fn sentence(&self, left: Option<u64>) -> String {
        let mut parts = [self.title.clone(), points(self.points).into()].to_vec();
        parts.extend(self.amount.map(|amount| format!("worth {}", amount.words())));
        let from = self.from.map(|day| format!("from {}", day.words()));
        let until = self.until.map(|day| format!("until {}", day.words()));
        let days: Vec<_> = from.into_iter().chain(until).collect();
        parts.extend(Some(days.join(" ")).filter(|days| !days.is_empty()));
        parts.extend(left.map(|left| match left {
            0 => "none left".into(),
            left => format!("{} left", grouped(left)),
        }));
        parts.join(" · ")
    }
}

impl Rule {
    /// What the rule says, such as `HR Recruitment: 500 points for the referrer when the referral is
    /// successful, held for 90 days.`
    pub fn sentence(&self, programme: &ProgrammeSettings) -> String {
        let service = self.service.clone().map(StoredService::from);
        let label = |service| programme.service_label(service);
        let service = service.as_ref().map_or("Every service", label);
        let mut said = if let (true, Some(cap)) = (self.is_limit(), self.cap) {
            let whom = match self.to {
                Receiver::Referrer => "one referrer",
                Receiver::Referred => "one person who was referred",
            };
            format!("{service}: at most {} for {whom}, by all rules together.", most(cap))
        } else {
            self.gift(service)
        };
        match (self.from, self.until) {
            (Some(from), Some(until)) if from == until => {
                said += &format!(" For referrals submitted on {}.", from.words());
            }
            (Some(from), Some(until)) => {
                said += &format!(
                    " For referrals submitted from {} to {}.",
                    from.words(),
                    until.words()
                );
            }
            (Some(from), None) => {
                said += &format!(" For referrals submitted from {} on.", from.words());
            }
            (None, Some(until)) => {
                said += &format!(" For referrals submitted until {}.", until.words());
            }
            (None, None) => {}
        }
        said
    }

    fn gift(&self, service: &str) -> String {
        let whom = match self.to {
            Receiver::Referrer => "for the referrer",
            Receiver::Referred => "for the person who was referred, if they are a member,",
        };
        let mut said =
            format!("{service}: {} {whom} when the referral is successful", points(self.gives));
        if let Some(nth) = self.nth {
            said += &format!(", {}", which(nth));
        }
        match self.hold_days {
            0 => {}
            1 => said += ", held for 1 day",
            days => said += &format!(", held for {} days", grouped(days.into())),
        }
        if let Some(months) = self.valid_months {
            let then = if self.hold_days == 0 { "" } else { "and then " };
            let unit = if months == 1 { "month" } else { "months" };
            said += &format!(", {then}valid for {months} {unit}");
        }
        said.push('.');
        if let Some(cap) = self.cap {
            said += &format!(" At most {} for one person, by this rule.", most(cap));
        }
        said
    }
}

impl Rules {
    /// What each rule says.
    pub fn sentences(&self, programme: &ProgrammeSettings) -> Vec<String> {
        self.all().iter().map(|rule| rule.sentence(programme)).collect()
    }
}

impl Cut {
    /// Why points were cut, such as `250 points less, because of the rule most-a-year.`
    pub fn sentence(&self) -> String {
        format!("{} less, because of the rule {}.", points(self.points), self.rule)
    }
}

fn most(Cap { per, points: number }: Cap) -> String {
    let period = match per {
        CapPeriod::Month => "a month",
        CapPeriod::Year => "a year",
        CapPeriod::Ever => "ever",
    };
    format!("{} {period}", points(number))
}

fn which(Nth { from, to }: Nth) -> String {
    match to {
        None if from <= 1 => "for every success of a year".into(),
        None => format!("from the referrer’s {} success of a year on", ordinal(from)),
        Some(to) if to == from => format!("for the referrer’s {} success of a year", ordinal(from)),
        Some(to) => {
            format!("for the referrer’s {} to {} success of a year", ordinal(from), ordinal(to))
        }
    }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(number.into()))
}

pub(super) fn points(number: u64) -> Cow<'static, str> {
    if number == 1 { "1 point".into() } else { format!("{} points", grouped(number)).into() }
}

/// A number with commas between its thousands, as the site writes numbers.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

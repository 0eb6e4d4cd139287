//! What is to be gained, in short: what the referral page says to whoever has not read the rules.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::catalogue::Offer;
use super::rulebook::{Receiver, Rulebook};
use super::sentences::points;
use super::suggestion::{Deal, Past};
use crate::referral::Instant;
use crate::say::{Say, Value};

/// How many offers are named. The others can be read where all are.
const OFFERS_NAMED: usize = 3;

/// What a referral of today is worth, as sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Gains {
    /// How many points a successful one earns.
    pub earned: String,
    /// What points can be exchanged for, the cheapest first; at most three.
    pub offers: Vec<String>,
}

impl Gains {
    /// What somebody's first referral earns them, for whichever of these services, and what of today's offers costs
    /// least. `None` if no rule gives a referrer anything.
    pub fn of<'a>(
        rulebook: &Rulebook,
        services: impl IntoIterator<Item = &'a str>,
        offers: &[Offer],
        now: Instant,
        words: &dyn Say,
    ) -> Option<Self> {
        let earned = |service| {
            let deal = Deal { service, submitted: now, at: now };
            let given = rulebook.suggestion(&deal, &Past::default())?;
            Some(given.to(Receiver::Referrer).map(|line| line.points).sum::<u64>())
        };
        let (mut least, mut most) = (u64::MAX, 0);
        for points in services.into_iter().filter_map(earned) {
            (least, most) = (least.min(points), most.max(points));
        }
        if most == 0 {
            return None;
        }
        let in_words = points(most, words);
        let values = [("points", Value::Part(&in_words)), ("least", Value::Number(least))];
        let earned = match least {
            0 => words.say("gains-up-to", &values[..1]),
            least if least == most => words.say("gains-same", &values[..1]),
            _ => words.say("gains-between", &values),
        };
        let mut offers: Vec<_> = offers.iter().collect();
        offers.sort_by_key(|offer| offer.points);
        let offers = offers.into_iter().take(OFFERS_NAMED).map(|offer| {
            let points = points(offer.points, words);
            let (title, points) = (Value::Text(&offer.title), Value::Part(&points));
            match offer.amount.map(|amount| amount.words(words)) {
                Some(amount) => words.say(
                    "gains-offer-worth",
                    &[("title", title), ("amount", Value::Text(&amount)), ("points", points)],
                ),
                None => words.say("gains-offer", &[("title", title), ("points", points)]),
            }
        });
        Some(Self { earned, offers: offers.collect() })
    }
}

//! What is to be gained, in short: what the referral page says to whoever has not read the rules.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::catalogue::Offer;
use super::rulebook::{Receiver, Rulebook};
use super::sentences::{grouped, points};
use super::suggestion::{Deal, Past};
use crate::referral::Instant;

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
        let earned = match (least, most) {
            (_, 0) => return None,
            (0, most) => format!("up to {}", points(most)),
            (least, most) if least == most => points(most).into_owned(),
            (least, most) => format!("{} to {}", grouped(least), points(most)),
        };
        let by_service = if least == most { "" } else { ", depending on the service" };
        let mut offers: Vec<_> = offers.iter().collect();
        offers.sort_by_key(|offer| offer.points);
        let offers = offers.into_iter().take(OFFERS_NAMED).map(|offer| match offer.amount {
            Some(amount) => {
                format!("{}, {}, for {}", offer.title, amount.words(), points(offer.points))
            }
            None => format!("{} for {}", offer.title, points(offer.points)),
        });
        Some(Self {
            earned: format!("A successful referral earns you {earned}{by_service}."),
            offers: offers.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::{OfferDraft, OfferKind, Offers, TypedAmount};
    use super::super::money::Currency;
    use super::super::rulebook::{Nth, Rule, Rules};
    use super::*;
    use alloc::borrow::ToOwned;
    use alloc::vec;

    const TODAY: u64 = 1_795_000_000_000;

    fn rule(service: Option<&str>, gives: u64, to: Receiver) -> Rule {
        Rule {
            id: format!("r{gives}"),
            service: service.map(str::to_owned),
            gives,
            to,
            hold_days: 0,
            valid_months: None,
            nth: None,
            cap: None,
            from: None,
            until: None,
        }
    }

    fn earned(rules: &[Rule]) -> Option<String> {
        let rules = Rules::checked(rules, |_| true).unwrap();
        let now = Instant::try_from(TODAY).unwrap();
        let rulebook = Rulebook { version: 1, rules };
        Some(Gains::of(&rulebook, ["training", "it-services"], &[], now)?.earned)
    }

    #[test]
    fn the_first_referral_earns_what_rules_give_for_its_service() {
        let all = rule(None, 500, Receiver::Referrer);
        let training = rule(Some("training"), 1_300, Receiver::Referrer);
        let friend = rule(None, 100, Receiver::Referred);
        let fifth =
            Rule { nth: Some(Nth { from: 5, to: None }), ..rule(None, 250, Receiver::Referrer) };
        for (rules, expected) in [
            (vec![], None),
            (vec![friend.clone()], None),
            (vec![fifth.clone()], None),
            (vec![all.clone(), friend, fifth], Some("500 points.")),
            (vec![training.clone()], Some("up to 1,300 points, depending on the service.")),
            (vec![all, training], Some("500 to 1,800 points, depending on the service.")),
        ] {
            let expected = expected.map(|it| format!("A successful referral earns you {it}"));
            assert_eq!(earned(&rules), expected);
        }
    }

    #[test]
    fn the_three_cheapest_offers_are_named_with_what_they_are_worth() {
        let offer = |id: &str, points, amount: Option<&str>| OfferDraft {
            id: id.to_owned(),
            title: format!("Offer {id}"),
            text: String::new(),
            points,
            kind: if amount.is_some() { OfferKind::BankTransfer } else { OfferKind::Voucher },
            amount: amount.map(|it| TypedAmount { currency: Currency::Inr, number: it.to_owned() }),
            from: None,
            until: None,
            stock: None,
        };
        let draft =
            [offer("d", 9_000, None), offer("c", 1_200, None), offer("b", 300, Some("2500"))];
        let draft = [&draft[..], &[offer("a", 300, None)]].concat();
        let offers = Offers::checked(&draft, &Offers::default()).unwrap();
        let rules = Rules::checked(&[rule(None, 5, Receiver::Referrer)], |_| true).unwrap();
        let now = Instant::try_from(TODAY).unwrap();
        let gains = Gains::of(&Rulebook { version: 1, rules }, ["x"], offers.all(), now).unwrap();
        assert_eq!(
            gains.offers,
            [
                "Offer b, INR 2,500.00, for 300 points",
                "Offer a for 300 points",
                "Offer c for 1,200 points"
            ]
        );
    }
}

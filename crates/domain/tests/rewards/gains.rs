//! What is to be gained, in short.

use domain::referral::Instant;
use domain::rewards::{
    Currency, Gains, Nth, OfferDraft, OfferKind, Offers, Receiver, Rule, Rulebook, Rules,
    TypedAmount,
};
use words::Words;

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
    Some(Gains::of(&rulebook, ["training", "it-services"], &[], now, Words::english())?.earned)
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
    let draft = [offer("d", 9_000, None), offer("c", 1_200, None), offer("b", 300, Some("2500"))];
    let draft = [&draft[..], &[offer("a", 300, None)]].concat();
    let offers = Offers::checked(&draft, &Offers::default()).unwrap();
    let rules = Rules::checked(&[rule(None, 5, Receiver::Referrer)], |_| true).unwrap();
    let now = Instant::try_from(TODAY).unwrap();
    let rulebook = Rulebook { version: 1, rules };
    let gains = Gains::of(&rulebook, ["x"], offers.all(), now, Words::english()).unwrap();
    assert_eq!(
        gains.offers,
        [
            "Offer b, INR 2,500.00, for 300 points",
            "Offer a for 300 points",
            "Offer c for 1,200 points"
        ]
    );
}

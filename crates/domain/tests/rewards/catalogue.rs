//! What points can be exchanged for: what an offer may say, and how it reads.

use domain::rejection::RejectionCode as Code;
use domain::rewards::{
    Currency, Day, Leader, OFFERS_MAX, OfferDraft, OfferFault, OfferKind, Offers, Quarter, explain,
};

use crate::redeeming::{NOW, offer, offers, transfer};
use words::Words;

use crate::support::at;

#[test]
fn each_fault_of_a_catalogue_is_named_with_the_place_of_its_offer() {
    let day = |text| Day::parse(text);
    let (first, last) = (day("2027-01-02"), day("2027-01-01"));
    let faulty = [
        (offer("Gift", 1), Code::OfferId),
        (OfferDraft { title: " ".to_owned(), ..offer("a", 1) }, Code::OfferTitle),
        (OfferDraft { title: "t".repeat(65), ..offer("a", 1) }, Code::OfferTitle),
        (OfferDraft { title: "Call 98765 43210".to_owned(), ..offer("a", 1) }, Code::OfferTitle),
        (OfferDraft { text: "t".repeat(401), ..offer("a", 1) }, Code::OfferText),
        (offer("a", 0), Code::OfferPoints),
        (offer("a", 9_007_199_254_740_992), Code::OfferPoints),
        (OfferDraft { from: first, until: last, ..offer("a", 1) }, Code::OfferPeriod),
        (OfferDraft { stock: Some(1_000_001), ..offer("a", 1) }, Code::OfferStock),
        (OfferDraft { kind: OfferKind::BankTransfer, ..offer("a", 1) }, Code::OfferAmount),
        (
            OfferDraft { kind: OfferKind::Donation, ..transfer(Currency::Inr, "5") },
            Code::OfferAmount,
        ),
        (transfer(Currency::Kwd, "12.3456"), Code::AmountDecimals),
        (transfer(Currency::Inr, "much"), Code::AmountUnclear),
    ];
    for (faulty, code) in faulty {
        let draft = [offer("fine", 5), faulty];
        let faults = Offers::check(&draft, &Offers::default()).unwrap_err();
        assert_eq!(faults, [OfferFault { offer: 1, code }], "{draft:?}");
        assert_eq!(Offers::checked(&draft, &Offers::default()).unwrap_err().codes(), [code]);
    }
    let twice = Offers::check(&[offer("a", 1), offer("a", 2)], &Offers::default()).unwrap_err();
    assert_eq!(twice, [OfferFault { offer: 1, code: Code::OfferTwice }]);
    let name = |place: usize| format!("o{}", "x".repeat(place % 26) + &(place / 26).to_string());
    let many: Vec<_> = (0..=OFFERS_MAX).map(|place| offer(&name(place), 1)).collect();
    let faults = Offers::check(&many, &Offers::default()).unwrap_err();
    assert_eq!(faults, [OfferFault { offer: OFFERS_MAX, code: Code::OffersTooMany }]);
    assert!(Offers::check(&many[1..], &Offers::default()).is_ok());
}

#[test]
fn an_id_never_stands_for_something_else_even_after_it_was_left_out() {
    let first = offers(&[transfer(Currency::Kwd, "12.345"), offer("voucher", 300)]);
    let without = Offers::check(&[offer("voucher", 200)], &first).unwrap();
    assert_eq!((without.all().len(), without.find("transfer")), (1, None));
    let other = [transfer(Currency::Inr, "500")];
    let faults = Offers::check(&other, &without).unwrap_err();
    assert_eq!(faults, [OfferFault { offer: 0, code: Code::OfferChanged }]);
    let other = [OfferDraft { kind: OfferKind::Other, ..offer("voucher", 300) }];
    assert_eq!(Offers::checked(&other, &without).unwrap_err().codes(), [Code::OfferChanged]);
    // It may cost something else, and be worth something else.
    let again = Offers::check(&[transfer(Currency::Kwd, "1.5")], &without).unwrap();
    assert_eq!(again.find("transfer").unwrap().amount.unwrap().units, 1_500);
    let text = serde_json::to_string(&again).unwrap();
    assert_eq!(serde_json::from_str::<Offers>(&text).unwrap(), again);
}

#[test]
fn an_offer_is_a_sentence_with_its_price_worth_days_and_what_is_left() {
    let said = |draft: OfferDraft, left| {
        let offers = offers(&[draft]);
        offers.all()[0].sentence(left, Words::english())
    };
    let day = |text| Day::parse(text);
    assert_eq!(said(offer("a", 1), None), "Gift voucher · 1 point");
    let scarce = OfferDraft { until: day("2027-01-31"), stock: Some(5), ..offer("a", 1_500) };
    let until = "Gift voucher · 1,500 points · until 31 January 2027 · 3 left";
    assert_eq!(said(scarce.clone(), Some(3)), until);
    let both = OfferDraft { from: day("2027-01-01"), ..scarce };
    let days =
        "Gift voucher · 1,500 points · from 1 January 2027 until 31 January 2027 · none left";
    assert_eq!(said(both, Some(0)), days);
    let worth = "Gift voucher · 500 points · worth KWD 10.000";
    assert_eq!(said(transfer(Currency::Kwd, "10"), None), worth);
}

#[test]
fn visitors_read_how_points_are_earned_and_what_they_can_be_exchanged_for() {
    let one = |text: &str| vec![text.to_owned()];
    let quarter = Quarter::of(at(NOW));
    let said = |rules, offers| {
        explain(rules, offers, quarter, &[], Words::english())
            .into_iter()
            .map(|it| (it.text, it.list))
            .collect::<Vec<_>>()
    };
    assert_eq!(said(vec![], None), []);
    for (rules, offers, earned, exchanged) in [
        (one("r"), None, "by these rules", "There is nothing"),
        (vec![], Some(vec![]), "Our office decides", "There is nothing"),
        (vec![], Some(one("o")), "Our office decides", "any of these"),
        (one("r"), Some(one("o")), "by these rules", "any of these"),
    ] {
        let words = said(rules.clone(), offers.clone());
        assert!(words[0].0.contains(earned) && words[0].1 == rules, "{words:?}");
        let offers = offers.unwrap_or_default();
        assert!(words[1].0.contains(exchanged) && words[1].1 == offers, "{words:?}");
        assert!(words[2].0.starts_with("Points are not money"), "{words:?}");
        assert!(!words.iter().any(|(text, _)| text.contains("exchange rate")), "{words:?}");
        assert_eq!(words.len(), 3);
    }
    let leader = |name: &str, points| Leader { name: name.to_owned(), points };
    let leaders = [leader("Asha", 1_200), leader("علي", 1)];
    let words = explain(vec![], None, quarter, &leaders, Words::english());
    let last = words.last().unwrap();
    assert_eq!(last.text, "Most points of January to March 2027, under the names that they chose:");
    assert_eq!(last.list, ["\u{2068}Asha\u{2069} · 1,200 points", "\u{2068}علي\u{2069} · 1 point"]);
    assert!(last.ordered && words[0].text.starts_with("Our office decides"));
}

#[test]
fn days_and_quarters_are_written_out() {
    let day = |text| Day::parse(text).unwrap().words(Words::english());
    assert_eq!([day("2027-01-31"), day("1970-12-01")], ["31 January 2027", "1 December 1970"]);
    for (millis, words) in [
        (0, "January to March 1970"),
        (1_798_761_599_999, "October to December 2026"),
        (1_798_761_600_000, "January to March 2027"),
    ] {
        assert_eq!(Quarter::of(at(millis)).words(Words::english()), words);
    }
}

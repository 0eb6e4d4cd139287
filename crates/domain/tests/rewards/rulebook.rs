//! What a rulebook may say, and how it says it.

use domain::limits::POINTS_MAX;
use domain::pipeline::ProgrammeSettings;
use domain::rejection::RejectionCode;
use domain::rewards::{
    CapPeriod, Day, HOLD_DAYS_MAX, Nth, RULE_ID_MAX, RULES_MAX, Receiver, Rule, RuleFault, Rules,
    VALID_MONTHS_MAX,
};
use words::Words;

use crate::support::{cap, example, is_service, rule};

fn faults(draft: &[Rule]) -> Vec<(usize, RejectionCode)> {
    let checked = Rules::check(draft, is_service);
    let faults = checked.err().unwrap_or_default();
    faults.into_iter().map(|RuleFault { rule, code }| (rule, code)).collect()
}

fn day(text: &str) -> Option<Day> {
    Some(Day::parse(text).unwrap())
}

#[test]
fn a_draft_is_refused_for_each_rule_that_says_nothing_sensible() {
    use RejectionCode as Code;
    let nth = |from, to| Some(Nth { from, to });
    let long = "a".repeat(RULE_ID_MAX + 1);
    let cases = [
        (rule("", 1), Code::RuleId),
        (rule("Hr", 1), Code::RuleId),
        (rule("5th", 1), Code::RuleId),
        (rule("a b", 1), Code::RuleId),
        (rule("a9876543", 1), Code::RuleId),
        (rule(&long, 1), Code::RuleId),
        (Rule { service: Some("spaceflight".into()), ..rule("a", 1) }, Code::ServiceUnknown),
        (rule("a", POINTS_MAX + 1), Code::PointsTooMany),
        (Rule { hold_days: HOLD_DAYS_MAX + 1, ..rule("a", 1) }, Code::RuleHold),
        (Rule { valid_months: Some(0), ..rule("a", 1) }, Code::RuleValid),
        (Rule { valid_months: Some(VALID_MONTHS_MAX + 1), ..rule("a", 1) }, Code::RuleValid),
        (
            Rule { cap: cap(CapPeriod::Year, 5), valid_months: Some(1), ..rule("a", 0) },
            Code::RuleEmpty,
        ),
        (Rule { nth: nth(0, None), ..rule("a", 1) }, Code::RuleNth),
        (Rule { nth: nth(3, Some(2)), ..rule("a", 1) }, Code::RuleNth),
        (Rule { cap: cap(CapPeriod::Ever, 0), ..rule("a", 1) }, Code::RuleCap),
        (Rule { cap: cap(CapPeriod::Ever, POINTS_MAX + 1), ..rule("a", 1) }, Code::RuleCap),
        (
            Rule { from: day("2027-01-02"), until: day("2027-01-01"), ..rule("a", 1) },
            Code::RulePeriod,
        ),
        (rule("a", 0), Code::RuleEmpty),
        (Rule { cap: cap(CapPeriod::Year, 5), hold_days: 1, ..rule("a", 0) }, Code::RuleEmpty),
        (Rule { cap: cap(CapPeriod::Year, 5), nth: nth(1, None), ..rule("a", 0) }, Code::RuleEmpty),
    ];
    for (draft, code) in cases {
        assert_eq!(faults(&[rule("first", 1), draft.clone()]), [(1, code)], "{draft:?}");
    }
    let fine = [
        Rule {
            hold_days: HOLD_DAYS_MAX,
            valid_months: Some(VALID_MONTHS_MAX),
            ..rule("a", POINTS_MAX)
        },
        Rule { cap: cap(CapPeriod::Month, POINTS_MAX), ..rule("b", 0) },
        Rule { from: day("2027-01-01"), until: day("2027-01-01"), ..rule("c", 0) },
    ];
    assert_eq!(faults(&fine), [(2, Code::RuleEmpty)]);
    assert_eq!(faults(&fine[..2]), []);
    assert_eq!(faults(&[]), []);
}

#[test]
fn a_draft_is_refused_for_what_its_rules_say_together() {
    use RejectionCode as Code;
    let twice = [rule("a", 1), rule("b", 1), rule("a", 2)];
    assert_eq!(faults(&twice), [(2, Code::RuleTwice)]);
    let codes = Rules::checked(&[rule("a", 0), rule("a", 0)], is_service).unwrap_err();
    assert_eq!(codes.codes(), [Code::RuleEmpty, Code::RuleTwice]);
    let too_many = [rule("a", POINTS_MAX), rule("b", 1), rule("c", 1)];
    assert_eq!(faults(&too_many), [(1, Code::PointsTooMany)]);
    let many = |count: usize| {
        let name = |place| format!("a{place}");
        faults(&(0..count).map(|place| rule(&name(place), 1)).collect::<Vec<_>>())
    };
    assert_eq!(many(RULES_MAX), []);
    assert_eq!(many(RULES_MAX + 2), [(RULES_MAX, Code::RulesTooMany)]);
}

#[test]
fn the_words_name_the_bounds() {
    for (code, bound) in [
        (RejectionCode::RuleId, RULE_ID_MAX.to_string()),
        (RejectionCode::RulesTooMany, RULES_MAX.to_string()),
        (RejectionCode::RuleHold, HOLD_DAYS_MAX.to_string()),
        (RejectionCode::RuleValid, VALID_MONTHS_MAX.to_string()),
        (RejectionCode::RuleCap, POINTS_MAX.to_string()),
    ] {
        assert!(code.words().hint.contains(&bound), "{code:?}");
    }
}

#[test]
fn a_rule_is_a_sentence() {
    let programme = ProgrammeSettings::default();
    let sentence = |rule: &Rule| rule.sentence(&programme, Words::english());
    let sentences: Vec<_> = example().rules().iter().map(sentence).collect();
    assert_eq!(
        sentences,
        [
            "HR Recruitment: 500 points for the referrer when the referral is successful, held for 90 days.",
            "Every service: 100 points for the person who was referred, if they are a member, when the \
             referral is successful.",
            "HR Recruitment: 250 points for the referrer when the referral is successful, from the \
             referrer’s 5th success of a year on, held for 90 days.",
            "Every service: at most 3,000 points a year for one referrer, by all rules together.",
        ]
    );
    let nth = |from, to| Some(Nth { from, to });
    let training = || Some("training".to_owned());
    let said = [
        (
            Rule { nth: nth(1, None), cap: cap(CapPeriod::Month, 1), ..rule("a", 1) },
            "Every service: 1 point for the referrer when the referral is successful, for every success of \
             a year. At most 1 point a month for one person, by this rule.",
        ),
        (
            Rule { nth: nth(2, Some(3)), hold_days: 1, ..rule("a", 1_234_567) },
            "Every service: 1,234,567 points for the referrer when the referral is successful, for the \
             referrer’s 2nd to 3rd success of a year, held for 1 day.",
        ),
        (
            Rule { hold_days: 90, valid_months: Some(24), ..rule("a", 5) },
            "Every service: 5 points for the referrer when the referral is successful, held for 90 days, and \
             then valid for 24 months.",
        ),
        (
            Rule { valid_months: Some(1), ..rule("a", 5) },
            "Every service: 5 points for the referrer when the referral is successful, valid for 1 month.",
        ),
        (
            Rule { nth: nth(12, Some(12)), from: day("2027-01-01"), ..rule("a", 10) },
            "Every service: 10 points for the referrer when the referral is successful, for the referrer’s \
             12th success of a year. For referrals submitted from 1 January 2027 on.",
        ),
        (
            Rule {
                service: training(),
                to: Receiver::Referred,
                cap: cap(CapPeriod::Ever, 1_000),
                from: day("2027-01-01"),
                until: day("2027-03-31"),
                ..rule("a", 0)
            },
            "Training: at most 1,000 points ever for one person who was referred, by all rules together. \
             For referrals submitted from 1 January 2027 to 31 March 2027.",
        ),
        (
            Rule { from: day("2027-01-01"), until: day("2027-01-01"), ..rule("a", 2) },
            "Every service: 2 points for the referrer when the referral is successful. For referrals \
             submitted on 1 January 2027.",
        ),
        (
            Rule { until: day("2027-01-01"), ..rule("a", 2) },
            "Every service: 2 points for the referrer when the referral is successful. For referrals \
             submitted until 1 January 2027.",
        ),
    ];
    for (rule, sentence) in said {
        assert_eq!(rule.sentence(&programme, Words::english()), sentence);
    }
}

#[test]
fn a_rule_is_stored_as_it_is_typed() {
    let json = r#"{"id":"hr","service":"hr-recruitment","gives":500,"to":"referrer","holdDays":90,"validMonths":24,"nth":{"from":5},"cap":{"per":"year","points":3000},"from":"2027-01-01"}"#;
    let rule: Rule = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&rule).unwrap(), json);
    let rules = Rules::check(&[rule], is_service).unwrap();
    let stored = serde_json::to_string(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Rules>(&stored).unwrap(), rules);
    assert!(serde_json::from_str::<Rule>(&json.replace("2027-01-01", "2027-02-30")).is_err());
}

//! What an award earns by a rulebook, and what takes it back.

use domain::account::DecisionPolicy;
use domain::event::Event;
use domain::mobile::MobileNumber;
use domain::pipeline::{ByRules, Command, Known, PipelineCommand, WhyLeft, award_by_rules, decide};
use domain::points::Points;
use domain::rejection::RejectionCode;
use domain::rewards::{
    Balance, CapPeriod, Change, Cut, Day, Deal as Success, EntryKind, Given, OnHold, Past,
    Receiver, Rule, RuleTrial, Rulebook, entries,
};
use words::Words;

use crate::support::{
    DAY, Deal, NEW_YEAR, at, book, cap, example, manager, past, policy, rival, rule,
};

const HR: &str = "hr-recruitment";

fn suggested(rulebook: &Rulebook, service: &str, past: &Past, now: u64) -> Option<u64> {
    let success = Success { service, submitted: at(NEW_YEAR), at: at(now) };
    rulebook.suggestion(&success, past).map(|given| given.points().get())
}

/// Points and rules of the entries, in their order.
fn entered(deal: &Deal) -> Vec<(EntryKind, Option<&str>, i64)> {
    let each = |entry: &'_ domain::rewards::Entry| (entry.kind, entry.points);
    let rules = deal.entries.iter().map(|entry| entry.rule.as_deref());
    deal.entries
        .iter()
        .zip(rules)
        .map(|(entry, rule)| (each(entry).0, rule, each(entry).1))
        .collect()
}

#[test]
fn the_example_gives_what_it_says() {
    let rulebook = example();
    let mut deals: Vec<Deal> = Vec::new();
    let mut given = Vec::new();
    for number in 0..8 {
        let (now, mut deal) = (NEW_YEAR + number * DAY, Deal::new(NEW_YEAR + number, HR));
        let past = past(&deals);
        let points = suggested(&rulebook, HR, &past, now).unwrap();
        deal.award(&points.to_string(), "", &rulebook, &past, now).unwrap();
        given.push(points);
        deals.push(deal);
    }
    // The most of a year is reached in the middle of an award, and by then it is the fifth and more.
    assert_eq!(given, [500, 500, 500, 500, 750, 250, 0, 0]);
    let cuts = |deal: &Deal| {
        let cut = |Cut { rule, points }: &Cut| (rule.clone(), *points);
        let entries = deal.entries.iter().filter(|entry| entry.to == Receiver::Referrer);
        entries.map(|entry| entry.cuts.iter().map(cut).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let most = |points| vec![("most".to_owned(), points)];
    assert_eq!(cuts(&deals[4]), [vec![], vec![]]);
    assert_eq!(cuts(&deals[5]), [most(250), most(250)]);
    assert_eq!(cuts(&deals[6]), [most(500), most(250)]);
    let cut = &deals[5].entries.iter().find(|entry| !entry.cuts.is_empty()).unwrap().cuts[0];
    assert_eq!(cut.sentence(Words::english()), "250 points less, because of the rule most.");
    // Everybody who was referred is a member, and no limit is for them.
    assert_eq!(deals.iter().map(|deal| deal.sum(Receiver::Referred)).sum::<i64>(), 800);
    // The next year begins anew, for the most and for the count.
    let next = NEW_YEAR + 365 * DAY;
    assert_eq!(suggested(&rulebook, HR, &past(&deals), next), Some(500));
    // Another service has its own rules, but the same most.
    assert_eq!(suggested(&rulebook, "training", &past(&deals), NEW_YEAR), Some(0));
}

#[test]
fn a_rule_may_limit_itself_by_month_year_or_for_good() {
    let periods = [(CapPeriod::Month, 2), (CapPeriod::Year, 13), (CapPeriod::Ever, 100)];
    for (per, later) in periods {
        let rulebook = book(&[Rule { cap: cap(per, 15), ..rule("a", 10) }, rule("b", 1)]);
        let mut deals: Vec<Deal> = Vec::new();
        let now = NEW_YEAR + 30 * DAY;
        for (number, expected) in [11, 6, 1].into_iter().enumerate() {
            let past = past(&deals);
            assert_eq!(suggested(&rulebook, HR, &past, now), Some(expected), "{per:?}");
            let mut deal = Deal::new(NEW_YEAR + number as u64, HR);
            deal.award(&expected.to_string(), "", &rulebook, &past, now).unwrap();
            deals.push(deal);
        }
        let after = NEW_YEAR + later * 31 * DAY;
        let expected = if per == CapPeriod::Ever { 1 } else { 11 };
        assert_eq!(suggested(&rulebook, HR, &past(&deals), after), Some(expected), "{per:?}");
    }
}

#[test]
fn a_rule_holds_for_the_days_of_submission_that_it_names() {
    let day = |text| Day::parse(text);
    let rules = [Rule { from: day("2027-01-01"), until: day("2027-01-02"), ..rule("a", 5) }];
    let rulebook = book(&rules);
    for (submitted, points) in
        [(NEW_YEAR - 1, 0), (NEW_YEAR, 5), (NEW_YEAR + 2 * DAY - 1, 5), (NEW_YEAR + 2 * DAY, 0)]
    {
        let success =
            Success { service: HR, submitted: at(submitted), at: at(NEW_YEAR + 90 * DAY) };
        let given = rulebook.suggestion(&success, &Past::default()).unwrap();
        assert_eq!(given.points().get(), points, "{submitted}");
    }
}

#[test]
fn only_a_member_gets_what_is_for_the_person_who_was_referred() {
    let rulebook = example();
    let mut deal = Deal::new(NEW_YEAR, HR);
    deal.award("500", "", &rulebook, &Past::default(), NEW_YEAR).unwrap();
    assert_eq!((deal.sum(Receiver::Referrer), deal.sum(Receiver::Referred)), (500, 0));
}

#[test]
fn other_points_than_the_rulebook_gives_need_a_note() {
    let rulebook = example();
    let mut deal = Deal::new(NEW_YEAR, HR);
    let mut award = |points, note| deal.award(points, note, &rulebook, &past([]), NEW_YEAR);
    assert_eq!(award("501", " "), Err(vec![RejectionCode::NoteMissing]));
    assert_eq!(award("x", ""), Err(vec![RejectionCode::PointsNotWhole]));
    award("501", "Two posts").unwrap();
    let referrer = deal.entries.iter().find(|entry| entry.to == Receiver::Referrer).unwrap();
    assert_eq!((referrer.kind, referrer.rule.as_deref()), (EntryKind::Adjusted, None));
    // It is held for as long as the rules would hold it, and counts towards the most of all rules.
    assert_eq!(referrer.held_until, at(NEW_YEAR + 90 * DAY));
    assert_eq!((deal.sum(Receiver::Referrer), deal.sum(Receiver::Referred)), (501, 100));
    let totals = past([&deal]);
    assert_eq!(totals.referrer.iter().map(|total| total.successes).sum::<i64>(), 1);
    let history = deal.case.history();
    let note = history.events().last().and_then(|stored| stored.event.kind.note());
    assert_eq!(note, Some("Two posts"));
}

#[test]
fn without_a_rulebook_staff_type_what_they_want() {
    let none = Rulebook::default();
    let mut deal = Deal::new(NEW_YEAR, HR);
    assert_eq!(suggested(&none, HR, &past([]), NEW_YEAR), None);
    deal.award("7", "", &none, &past([]), NEW_YEAR).unwrap();
    assert_eq!(entered(&deal), [(EntryKind::Earned, None, 7)]);
    assert_eq!((deal.entries[0].version, deal.entries[0].held_until), (0, at(NEW_YEAR)));
}

#[test]
fn what_is_undone_is_taken_back_and_what_is_restored_earns_the_same_again() {
    let rulebook = example();
    let nothing = past([]);
    let mut deal = Deal::new(NEW_YEAR, HR);
    deal.award("500", "", &rulebook, &nothing, NEW_YEAR).unwrap();
    assert!(deal.undo(0, &rulebook, &nothing, NEW_YEAR + 5));
    assert_eq!((deal.sum(Receiver::Referrer), deal.sum(Receiver::Referred)), (0, 0));
    // In the meantime all of the year's points have gone to others; the award is the same again.
    let mut other = Deal::new(NEW_YEAR + 1, HR);
    other.award("3000", "Much", &rulebook, &nothing, NEW_YEAR + 6).unwrap();
    let meanwhile = past([&other]);
    assert_eq!(suggested(&rulebook, HR, &meanwhile, NEW_YEAR + 7), Some(0));
    assert!(deal.undo(1, &rulebook, &meanwhile, NEW_YEAR + 8));
    use EntryKind::{Earned, Reversed};
    assert_eq!(
        entered(&deal),
        [
            (Earned, Some("hr"), 500),
            (Earned, Some("welcome"), 100),
            (Reversed, Some("hr"), -500),
            (Reversed, Some("welcome"), -100),
            (Earned, Some("hr"), 500),
            (Earned, Some("welcome"), 100),
        ]
    );
    assert!(deal.entries.iter().filter(|it| it.to == Receiver::Referrer).all(|entry| {
        entry.held_until == at(NEW_YEAR + 90 * DAY) && entry.awarded_at == at(NEW_YEAR)
    }));
    // Reopening takes it back as well, and another award takes the place of one.
    let reopen = Command::Pipeline(PipelineCommand::Reopen { note: "Not yet" });
    deal.give(&reopen, &rulebook, &meanwhile, NEW_YEAR + 9).unwrap();
    assert_eq!(deal.sum(Receiver::Referrer), 0);
    deal.award("500", "As promised", &rulebook, &meanwhile, NEW_YEAR + 10).unwrap();
    deal.award("400", "Less", &rulebook, &meanwhile, NEW_YEAR + 11).unwrap();
    assert_eq!((deal.sum(Receiver::Referrer), deal.sum(Receiver::Referred)), (400, 100));
}

/// Somebody could otherwise go past a most: award, undo, award others, restore.
#[test]
fn an_award_that_the_rules_would_not_give_any_more_is_restored_with_a_note() {
    let (rulebook, nothing) = (example(), past([]));
    let mut deal = Deal::new(NEW_YEAR, HR);
    deal.award("500", "", &rulebook, &nothing, NEW_YEAR).unwrap();
    let undo = |deal: &mut Deal, place: usize, note: &str, past: &Past| {
        let target = deal.case.history().events().nth(place).unwrap().id();
        let target = target.as_str();
        let undo = PipelineCommand::Undo { target, note, own_number: false, is_staff: true };
        deal.give(&Command::Pipeline(undo), &rulebook, past, NEW_YEAR + 5)
    };
    undo(&mut deal, 0, "", &nothing).unwrap();
    let mut other = Deal::new(NEW_YEAR + 1, HR);
    other.award("3000", "Much", &rulebook, &nothing, NEW_YEAR + 6).unwrap();
    let meanwhile = past([&other]);
    let refused = undo(&mut deal, 1, " ", &meanwhile).unwrap_err();
    assert_eq!(refused, [RejectionCode::NoteMissing]);
    undo(&mut deal, 1, "Promised before", &meanwhile).unwrap();
    assert_eq!(deal.sum(Receiver::Referrer), 500);
    // What says itself why it departs needs no other note.
    undo(&mut other, 0, "", &nothing).unwrap();
    undo(&mut other, 1, "", &nothing).unwrap();
    assert_eq!(other.sum(Receiver::Referrer), 3_000);
}

#[test]
fn the_rules_give_for_one_person_once() {
    let rulebook = example();
    let second = Past { rival: Some(rival()), ..past([]) };
    assert_eq!(suggested(&rulebook, HR, &second, NEW_YEAR), Some(0));
    let mut deal = Deal::new(NEW_YEAR, HR);
    let refused = deal.award("500", "", &rulebook, &second, NEW_YEAR).unwrap_err();
    assert_eq!(refused, [RejectionCode::NoteMissing]);
    deal.award("500", "Both had a part in it", &rulebook, &second, NEW_YEAR).unwrap();
    // Nor does the person get points twice.
    assert_eq!(entered(&deal), [(EntryKind::Adjusted, None, 500)]);
    // The longest hold of all rules is that of these points as well.
    assert_eq!(deal.entries[0].held_until, at(NEW_YEAR + 90 * DAY));
}

/// Of two equal awards, the one that is left earns anew.
#[test]
fn nobody_undoes_one_of_two_equal_awards_of_their_own_referral() {
    let (rulebook, nothing) = (example(), past([]));
    let mut deal = Deal::new(NEW_YEAR, HR);
    deal.award("500", "", &rulebook, &nothing, NEW_YEAR).unwrap();
    deal.award("500", "", &rulebook, &nothing, NEW_YEAR + 1).unwrap();
    let target = deal.case.history().events().next_back().unwrap().id();
    let known = Known { referral: Some(deal.case), concerns_actor: true, ..Known::default() };
    let undo =
        PipelineCommand::Undo { target: &target, note: "Why", own_number: false, is_staff: true };
    let decided = decide(&known, &Command::Pipeline(undo), &manager(), &policy(), at(NEW_YEAR + 2));
    assert_eq!(decided.unwrap_err().codes(), [RejectionCode::OwnReferral]);
}

#[test]
fn an_award_that_a_file_brings_is_as_the_file_says() {
    let rulebook = example();
    let mut made = Deal::new(NEW_YEAR, HR);
    made.award("500", "", &rulebook, &past([]), NEW_YEAR).unwrap();
    let change = Change {
        event: "e",
        at: at(NEW_YEAR + DAY),
        rulebook: &rulebook,
        past: &past([]),
        arrived: None,
        imported: true,
    };
    let entries = entries(&[], &made.case, &change);
    let (kind, points) = (entries[0].kind, entries[0].points);
    assert_eq!((entries.len(), kind, points), (1, EntryKind::Adjusted, 500));
    assert_eq!(entries[0].held_until, at(NEW_YEAR + 91 * DAY));
}

#[test]
fn a_rule_may_be_about_a_service_that_an_owner_has_added() {
    let drones = || "drone-pilots".to_owned();
    let rulebook = book(&[Rule { service: Some(drones()), ..rule("drones", 40) }]);
    for (service, points) in [("drone-pilots", Some(40)), ("5550101", None)] {
        let mut deal = Deal::new(NEW_YEAR, service);
        assert_eq!(suggested(&rulebook, service, &past([]), NEW_YEAR), points.or(Some(0)));
        deal.award(&points.unwrap_or(0).to_string(), "", &rulebook, &past([]), NEW_YEAR).unwrap();
        // Of any other text that a file brought, nothing is kept.
        let kept = if points.is_some() { drones() } else { String::new() };
        assert_eq!(deal.entries[0].service, kept);
    }
}

#[test]
fn what_is_on_hold_becomes_available() {
    let rulebook = example();
    let mut deal = Deal::new(NEW_YEAR, HR);
    deal.award("500", "", &rulebook, &past([]), NEW_YEAR).unwrap();
    let theirs = |deal: &Deal, now| {
        let theirs = deal.entries.iter().filter(|entry| entry.to == Receiver::Referrer);
        Balance::of(theirs, at(now))
    };
    let until = at(NEW_YEAR + 90 * DAY);
    let held = theirs(&deal, NEW_YEAR + 90 * DAY - 1);
    assert_eq!((held.points, held.available), (500, 0));
    assert_eq!(held.on_hold, [OnHold { until, points: 500 }]);
    let released = theirs(&deal, NEW_YEAR + 90 * DAY);
    assert_eq!((released.points, released.available), (500, 500));
    assert_eq!(released.on_hold, []);
    assert!(deal.undo(0, &rulebook, &past([]), NEW_YEAR + DAY));
    assert_eq!(theirs(&deal, NEW_YEAR + DAY), Balance::default());
}

/// A dry run gives what the same awards give one after the other.
#[test]
fn a_dry_run_gives_what_the_awards_would() {
    let rulebook = example();
    let (mut deals, mut awards): (Vec<Deal>, Vec<_>) = (Vec::new(), Vec::new());
    for number in 0..8 {
        let (now, mut deal) = (NEW_YEAR + number * DAY, Deal::new(NEW_YEAR + number, HR));
        let past = past(&deals);
        let points = suggested(&rulebook, HR, &past, now).unwrap();
        deal.award(&points.to_string(), "", &rulebook, &past, now).unwrap();
        deals.push(deal);
        let (referrer, referred) = (Some("asha"), Some("binu"));
        let (submitted, service) = (at(NEW_YEAR), HR.to_owned());
        awards.push(Given { referrer, referred, service, submitted, at: at(now) });
    }
    let trial =
        |rule: &str, awards, points, cut| RuleTrial { rule: rule.to_owned(), awards, points, cut };
    let found = rulebook.trial(&awards, std::collections::BTreeMap::new());
    assert_eq!(
        found,
        [trial("hr", 8, 2_750, 1_250), trial("welcome", 8, 800, 0), trial("hr-more", 4, 250, 750)]
    );
    let entered = |to| deals.iter().map(|deal| deal.sum(to)).sum::<i64>();
    assert_eq!((entered(Receiver::Referrer), entered(Receiver::Referred)), (3_000, 800));
    // What they got before counts as well; without rules, nothing is given.
    let before = past(&deals).referrer;
    let after = rulebook.trial(&awards[..1], [("asha", before)].into());
    assert_eq!(after[0], trial("hr", 1, 0, 500));
    assert_eq!(Rulebook::default().trial(&awards, std::collections::BTreeMap::new()), []);
}

/// One person may award 500 points.
struct AtMost500;

impl DecisionPolicy for AtMost500 {
    fn is_admin_number(&self, _: &MobileNumber) -> bool {
        false
    }

    fn points_at_most(&self) -> Points {
        Points::try_from(500).unwrap()
    }
}

#[test]
fn a_referral_is_awarded_what_the_rules_give_unless_somebody_has_to_decide() {
    let (past, now) = (Past::default(), NEW_YEAR + DAY);
    let known = |deal: &Deal, rulebook: &Rulebook, past: &Past, concerns_actor| Known {
        referral: Some(deal.case.clone()),
        rulebook: rulebook.clone(),
        past: past.clone(),
        concerns_actor,
        ..Known::default()
    };
    let check = |deal: &Deal, rulebook: &Rulebook, past: &Past, concerns_actor| {
        let known = known(deal, rulebook, past, concerns_actor);
        award_by_rules(&known, &manager(), &policy(), at(now))
    };
    let left = |why| Ok(ByRules::Left(why));
    let mut deal = Deal::new(NEW_YEAR, HR);
    match check(&deal, &example(), &past, false) {
        Ok(ByRules::Awarded(event, points)) => {
            assert_eq!((points.get(), event.kind.note()), (500, None));
        }
        other => panic!("{other:?}"),
    }
    let own = check(&deal, &example(), &past, true).unwrap_err();
    assert_eq!(own.codes(), [RejectionCode::OwnReferral]);
    assert_eq!(check(&deal, &Rulebook::default(), &past, false), left(WhyLeft::NoRule));
    let rival = Past { rival: Some(rival()), ..Past::default() };
    assert_eq!(check(&deal, &example(), &rival, false), left(WhyLeft::Nothing));
    // With what the person who was referred gets.
    let welcome = Rule { to: Receiver::Referred, ..rule("welcome", 1) };
    let most = book(&[rule("much", 500), welcome]);
    let member = Past { referred: Some(Vec::new()), ..Past::default() };
    for (past, is_above) in [(&member, true), (&past, false)] {
        let awarded =
            award_by_rules(&known(&deal, &most, past, false), &manager(), &AtMost500, at(now));
        assert_eq!(awarded == left(WhyLeft::AboveMost), is_above, "{awarded:?}");
    }
    deal.award("500", "", &example(), &past, now).unwrap();
    assert_eq!(check(&deal, &example(), &past, false), left(WhyLeft::HasAward));
    for why in [WhyLeft::HasAward, WhyLeft::NoRule, WhyLeft::Nothing, WhyLeft::AboveMost] {
        assert!(why.sentence().ends_with('.'));
    }
}

/// Nothing opens again what was refused, so nothing takes back its award by that.
#[test]
fn an_award_holds_as_long_as_the_status_says_so() {
    let event = |saw: u64, rest: &str| {
        let at = NEW_YEAR + saw + 1;
        let by = if saw == 0 { r#""by":"referred""# } else { r#""by":"staff:m""# };
        format!(r#"{{"at":{at},"saw":{saw},{by},{rest}}}"#)
    };
    let texts = [
        event(0, r#""kind":"consent","answer":"refused","way":"page","text":1"#),
        event(1, r#""kind":"points","points":20"#),
        event(2, r#""kind":"moved","stage":"contacted""#),
        event(3, r#""kind":"reopened","stage":"received""#),
    ];
    let mut deal = Deal::new(NEW_YEAR, HR);
    for (place, text) in texts.iter().enumerate() {
        let case = deal.case.clone().evolve(&Event::read(text));
        deal.enter(case, &Rulebook::default(), &Past::default(), at(NEW_YEAR + 9));
        if place > 0 {
            assert_eq!(deal.case.referral().status.as_str(), "Successful", "{text}");
            assert_eq!((deal.is_awarded(), deal.sum(Receiver::Referrer)), (true, 20), "{text}");
        }
    }
}

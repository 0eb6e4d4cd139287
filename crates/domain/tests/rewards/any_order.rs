//! In whatever order referrals are awarded, undone, awarded otherwise and merged with copies of other servers:
//! the entries come to what the histories do, and none is there twice.

use std::collections::BTreeSet;

use domain::event::{Reason, Stage};
use domain::pipeline::{Command, PipelineCommand};
use domain::rewards::{Balance, Entry, EntryKind, Receiver, Rule, Rulebook};
use proptest::prelude::*;

use crate::support::{DAY, Deal, NEW_YEAR, at, example, past};

const REFERRALS: usize = 3;

/// What happens to one of the referrals.
#[derive(Clone, Debug)]
enum Step {
    AsTheRulesSay,
    Otherwise(u64),
    Undo(prop::sample::Index),
    Move,
    Decline,
    Reopen,
    /// A copy of it that another server has comes by an import.
    Merge,
}

fn steps() -> impl Strategy<Value = Vec<(usize, bool, Step)>> {
    let step = prop_oneof![
        3 => Just(Step::AsTheRulesSay),
        2 => (0..2_000u64).prop_map(Step::Otherwise),
        4 => any::<prop::sample::Index>().prop_map(Step::Undo),
        1 => Just(Step::Move),
        1 => Just(Step::Decline),
        1 => Just(Step::Reopen),
        1 => Just(Step::Merge),
    ];
    prop::collection::vec((0..REFERRALS, any::<bool>(), step), 1..14)
}

/// One server: all referrals are of one referrer, and about one member.
#[derive(Clone, Debug)]
struct Server {
    deals: Vec<Deal>,
}

impl Server {
    fn new() -> Self {
        let services = ["hr-recruitment", "training", "hr-recruitment"];
        let deal = |(id, service): (u64, &&str)| Deal::new(NEW_YEAR + id, service);
        Self { deals: (0..).zip(&services).map(deal).collect() }
    }

    /// Does it, if the rules let it.
    fn step(&mut self, place: usize, step: &Step, other: &Self, rulebook: &Rulebook, now: u64) {
        let others = self.deals.iter().enumerate().filter(|(of, _)| *of != place);
        let past = past(others.map(|(_, deal)| deal));
        let deal = &mut self.deals[place];
        let service = deal.case.corrected().service.value().to_owned();
        let success =
            domain::rewards::Deal { service: &service, submitted: at(NEW_YEAR), at: at(now) };
        let give = |deal: &mut Deal, command| {
            let _refused = deal.give(&Command::Pipeline(command), rulebook, &past, now);
        };
        match step {
            Step::AsTheRulesSay => {
                let given = rulebook.suggestion(&success, &past).map(|given| given.points().get());
                let points = given.unwrap_or(9).to_string();
                deal.award(&points, "", rulebook, &past, now).unwrap();
            }
            Step::Otherwise(points) => {
                deal.award(&points.to_string(), "Why", rulebook, &past, now).unwrap();
            }
            Step::Undo(which) => {
                let count = deal.case.history().len();
                if count > 0 {
                    deal.undo(which.index(count), rulebook, &past, now);
                }
            }
            Step::Move => give(deal, PipelineCommand::Move { stage: &Stage::Contacted }),
            Step::Decline => {
                give(deal, PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" });
            }
            Step::Reopen => give(deal, PipelineCommand::Reopen { note: "Why" }),
            Step::Merge => {
                let merged = deal.case.clone().merge(&other.deals[place].case);
                deal.enter(merged, rulebook, &past, at(now));
            }
        }
    }

    fn check(&self) -> Result<(), TestCaseError> {
        for deal in &self.deals {
            let points = i64::try_from(deal.case.referral().points.get()).unwrap();
            prop_assert_eq!(deal.sum(Receiver::Referrer), points);
            let welcome = if deal.is_awarded() { 0..=100 } else { 0..=0 };
            prop_assert!(welcome.contains(&deal.sum(Receiver::Referred)));
            let successes: i64 = deal.entries.iter().map(|entry| entry.success).sum();
            prop_assert_eq!(successes, i64::from(deal.is_awarded()));
            let name = |entry: &Entry| {
                let (event, rule) = (entry.event.clone(), entry.rule.clone());
                (
                    event,
                    entry.award.clone(),
                    entry.kind.as_str(),
                    rule,
                    entry.to == Receiver::Referrer,
                )
            };
            let names: BTreeSet<_> = deal.entries.iter().map(name).collect();
            prop_assert_eq!(names.len(), deal.entries.len());
            for entry in &deal.entries {
                prop_assert_eq!(
                    entry.points < 0,
                    entry.kind == EntryKind::Reversed && entry.points != 0
                );
            }
        }
        let entries = || self.deals.iter().flat_map(|deal| &deal.entries);
        let theirs = entries().filter(|entry| entry.to == Receiver::Referrer);
        let carried: u64 = self.deals.iter().map(|deal| deal.case.referral().points.get()).sum();
        let balance = Balance::of(theirs, at(NEW_YEAR + 40 * DAY));
        prop_assert_eq!(balance.points, i64::try_from(carried).unwrap());
        let held: i64 = balance.on_hold.iter().map(|held| held.points).sum();
        prop_assert_eq!(balance.available + held, balance.points);
        prop_assert!(balance.available >= 0);
        prop_assert!(balance.on_hold.iter().all(|held| held.points > 0));
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_balance_is_what_entries_and_histories_come_to(
        steps in steps(),
        has_rules in any::<bool>(),
    ) {
        let rulebook = if has_rules { example() } else { Rulebook::default() };
        let (mut ours, mut theirs) = (Server::new(), Server::new());
        for (now, (place, is_ours, step)) in (NEW_YEAR + 10..).step_by(7).zip(&steps) {
            let (one, other) =
                if *is_ours { (&mut ours, &theirs) } else { (&mut theirs, &ours) };
            one.step(*place, step, other, &rulebook, now);
            one.check()?;
        }
        // Both take over what the other has: the same histories, and so the same balance.
        for place in 0..REFERRALS {
            let before = theirs.clone();
            theirs.step(place, &Step::Merge, &ours, &rulebook, NEW_YEAR + 5_000);
            ours.step(place, &Step::Merge, &before, &rulebook, NEW_YEAR + 5_000);
        }
        ours.check()?;
        theirs.check()?;
        let carried = |server: &Server| {
            server.deals.iter().map(|deal| deal.sum(Receiver::Referrer)).collect::<Vec<_>>()
        };
        prop_assert_eq!(carried(&ours), carried(&theirs));
    }
}

/// No rule gives more than its most, in whatever order awards come that are made as the rules say.
#[test]
fn a_most_holds_whatever_is_undone_in_between() {
    let rulebook = example();
    let most = |rule: &&Rule| rule.is_limit();
    let most = rulebook.rules().iter().find(most).and_then(|rule| rule.cap).unwrap();
    let mut deals: Vec<Deal> = Vec::new();
    for number in 0..20_u64 {
        let past = past(&deals);
        let mut deal = Deal::new(NEW_YEAR + number, "hr-recruitment");
        let now = NEW_YEAR + 100 + number;
        let success = domain::rewards::Deal {
            service: "hr-recruitment",
            submitted: at(NEW_YEAR),
            at: at(now),
        };
        let given = rulebook.suggestion(&success, &past).unwrap().points().get();
        deal.award(&given.to_string(), "", &rulebook, &past, now).unwrap();
        if number % 4 == 1 {
            assert!(deal.undo(0, &rulebook, &past, now + 1));
        }
        deals.push(deal);
        let sum: i64 = deals.iter().map(|deal| deal.sum(Receiver::Referrer)).sum();
        assert!(sum <= i64::try_from(most.points).unwrap(), "{sum}");
    }
}

//! Points that expire: what expires first is used first, and it does not matter when somebody looks.

use domain::rewards::{
    Entry, EntryKind, Expiring, Past, Rule, Rulebook, Share, due, expiring, refund_expiry,
};
use proptest::prelude::*;

use crate::support::{self, DAY, NEW_YEAR, at, book, rule};

fn share(kind: EntryKind, points: i64, day: u64, ends: Option<u64>) -> Share {
    let of = |day| at(NEW_YEAR + day * DAY);
    let (held_until, expires_at) = (of(day), ends.map(of));
    Share { kind, points, held_until, expires_at, redemption: None }
}

fn earned(points: i64, ends: Option<u64>) -> Share {
    share(EntryKind::Earned, points, 0, ends)
}

fn used(points: i64, day: u64) -> Share {
    share(EntryKind::Redeemed, -points, day, None)
}

/// The same by a request with this id, which others may refund.
fn asked(points: i64, day: u64, ends: Option<u64>, id: u64) -> Share {
    let kind = if points < 0 { EntryKind::Redeemed } else { EntryKind::Refunded };
    Share { redemption: Some(id), ..share(kind, points, day, ends) }
}

fn due_on(shares: &[Share], day: u64) -> i64 {
    due(shares, at(NEW_YEAR + day * DAY))
}

#[test]
fn what_expires_first_is_used_first() {
    use EntryKind::{Earned, Expired, Manual, Reversed};
    for (shares, wanted, why) in [
        (vec![earned(100, Some(9))], 100, "nobody used it"),
        (vec![earned(100, Some(11))], 0, "it is valid"),
        (vec![earned(100, None)], 0, "it is valid for ever"),
        (vec![earned(100, Some(9)), used(30, 5)], 70, "some was used"),
        (vec![earned(100, Some(9)), earned(100, None), used(150, 5)], 0, "all of it was used"),
        (vec![earned(100, Some(9)), earned(50, None), used(30, 9)], 100, "it was used too late"),
        (vec![earned(60, Some(8)), earned(60, Some(9)), used(70, 5)], 50, "the sooner first"),
        (vec![earned(100, Some(9)), share(Expired, -100, 9, None)], 0, "it was entered"),
        (vec![earned(100, Some(9)), share(Manual, -40, 5, None)], 60, "by hand, as if used"),
        (vec![share(Manual, 40, 5, None)], 0, "what is given by hand is valid for ever"),
        (vec![earned(100, Some(9)), share(Reversed, -100, 0, Some(9))], 0, "taken back"),
        (
            vec![earned(100, Some(9)), asked(-100, 5, None, 1), asked(100, 10, None, 1)],
            100,
            "not used after all",
        ),
        (
            vec![earned(100, Some(9)), asked(-100, 5, None, 1), asked(100, 10, Some(30), 1)],
            0,
            "given anew",
        ),
        (
            vec![earned(100, None), used(100, 1), share(Earned, 50, 2, Some(9))],
            50,
            "nobody has used what came later",
        ),
        (
            vec![earned(80, None), used(80, 1), share(Earned, 50, 2, Some(9)), used(20, 3)],
            30,
            "some of what came later was used",
        ),
        (vec![used(30, 1), share(Earned, 50, 2, Some(9))], 20, "it makes up for what is missing"),
        (
            vec![earned(40, None), share(Earned, 50, 4, Some(9)), used(40, 3)],
            50,
            "what is on hold is not used",
        ),
        (
            vec![
                earned(100, Some(9)),
                share(Expired, -100, 9, None),
                share(Reversed, -100, 0, Some(9)),
            ],
            -100,
            "taken back when it had expired",
        ),
    ] {
        assert_eq!(due_on(&shares, 10), wanted, "{why}");
    }
}

#[test]
fn what_expires_when_is_said_before() {
    let shares = [earned(60, Some(8)), earned(60, Some(9)), earned(60, None), used(70, 5)];
    let on = |day: u64, points| Expiring { at: at(NEW_YEAR + day * DAY), points };
    let said = |day| expiring(&shares, at(NEW_YEAR + day * DAY));
    assert_eq!(said(6), [on(9, 50)]);
    assert_eq!(said(9), []);
    let unused = [earned(60, Some(9)), earned(60, Some(8)), earned(5, Some(9))];
    assert_eq!(expiring(&unused, at(NEW_YEAR)), [on(8, 60), on(9, 65)]);
}

#[test]
fn points_that_the_company_did_not_pay_for_are_valid_for_a_month_at_least() {
    let expiry = |shares: &[Share], day: u64| {
        let ends = refund_expiry(shares, 1, at(NEW_YEAR + day * DAY))?;
        Some((ends.as_millis() - NEW_YEAR) / DAY)
    };
    let spent = |ends| [earned(100, ends), asked(-100, 5, None, 1)];
    assert_eq!(expiry(&spent(Some(9)), 10), Some(40), "its time is over");
    assert_eq!(expiry(&spent(Some(20)), 10), Some(40), "its time is about to be");
    assert_eq!(expiry(&spent(Some(41)), 10), None, "its own time is as long");
    assert_eq!(expiry(&spent(None), 10), None);
    // Of several, none gets a shorter time than it had.
    let both = [earned(50, Some(20)), earned(50, Some(90)), asked(-100, 5, None, 1)];
    assert_eq!(expiry(&both, 10), Some(90));
    // Others that were taken back are none, and what has expired and was restored never lasts for ever.
    let back = [share(EntryKind::Earned, 70, 1, None), share(EntryKind::Reversed, -70, 1, None)];
    let expired =
        [share(EntryKind::Expired, -50, 9, None), share(EntryKind::Expired, 50, 10, None)];
    let all = [&spent(Some(9))[..], &back, &expired].concat();
    assert_eq!(expiry(&all, 10), Some(40));
}

fn deal(rules: &[Rule], points: &str, note: &str) -> Vec<Entry> {
    let mut deal = support::Deal::new(NEW_YEAR, "hr-recruitment");
    let rulebook: Rulebook = book(rules);
    deal.award(points, note, &rulebook, &Past::default(), NEW_YEAR).unwrap();
    assert!(deal.undo(0, &rulebook, &Past::default(), NEW_YEAR + DAY));
    assert!(deal.undo(1, &rulebook, &Past::default(), NEW_YEAR + 2 * DAY));
    deal.entries
}

#[test]
fn an_entry_expires_at_the_end_of_the_day_some_months_after_its_hold() {
    let rules = [Rule { hold_days: 31, valid_months: Some(1), ..rule("hr", 500) }];
    let entries = deal(&rules, "500", "");
    // Held until 1 February; also what is taken back and restored.
    let end = Some(at(NEW_YEAR + (31 + 28 + 1) * DAY - 1));
    assert_eq!(entries.iter().map(|it| it.expires_at).collect::<Vec<_>>(), [end; 3]);
    let forever = deal(&[rule("hr", 500)], "500", "");
    assert!(forever.iter().all(|it| it.expires_at.is_none()));
}

#[test]
fn points_stay_no_longer_by_departing() {
    let rules = [
        Rule { hold_days: 31, valid_months: Some(2), ..rule("long", 500) },
        Rule { valid_months: Some(1), ..rule("short", 100) },
        rule("ever", 10),
    ];
    let end = |entries: &[Entry]| entries[0].expires_at;
    let soonest = Some(at(NEW_YEAR + (31 + 28 + 1) * DAY - 1));
    assert_eq!(end(&deal(&rules, "7", "Why")), soonest);
    // Where no rule gives any, too.
    let other = rules.map(|rule| Rule { service: Some("training".to_owned()), ..rule });
    assert_eq!(end(&deal(&other, "7", "Why")), soonest);
}

/// What the ledger is compared with: points with their end and since when they are available, of which the soonest
/// to end are used.
#[derive(Clone, Debug, Default)]
struct Purse(Vec<(u64, u64, i64)>);

impl Purse {
    fn sum(&self) -> i64 {
        self.0.iter().map(|(.., points)| points).sum()
    }

    fn available(&self, day: u64) -> i64 {
        self.0.iter().filter(|(_, from, _)| *from <= day).map(|(.., points)| points).sum()
    }

    fn expire(&mut self, day: u64) {
        self.0.retain(|(end, ..)| *end > day);
    }

    fn spend(&mut self, day: u64, mut points: i64) {
        self.0.sort_unstable();
        for (_, _, left) in self.0.iter_mut().filter(|(_, from, _)| *from <= day) {
            let taken = points.min(*left);
            *left -= taken;
            points -= taken;
        }
    }
}

const NEVER: u64 = u64::MAX;

/// What somebody does on a day.
#[derive(Clone, Debug)]
enum Step {
    /// So many points, held for some days and then valid for some.
    Earn(i64, u64, Option<u64>),
    /// So many quarters of what is available.
    Spend(i64),
    Nothing,
}

fn steps() -> impl Strategy<Value = Vec<(Step, bool)>> {
    let step = prop_oneof![
        3 => (1..200_i64, 0..5_u64, prop::option::weighted(0.8, 1..20_u64))
            .prop_map(|(points, hold, days)| Step::Earn(points, hold, days)),
        3 => (1..=4_i64).prop_map(Step::Spend),
        2 => Just(Step::Nothing),
    ];
    prop::collection::vec((step, any::<bool>()), 1..40)
}

/// Enters what is due on a day.
fn run(shares: &mut Vec<Share>, day: u64) {
    let points = due_on(shares, day);
    if points != 0 {
        shares.push(share(EntryKind::Expired, -points, day, None));
    }
    assert_eq!(due_on(shares, day), 0, "once is enough");
}

fn sum(shares: &[Share]) -> i64 {
    shares.iter().map(|share| share.points).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whoever runs it daily, sometimes, or when somebody spends has the same, and never less than is left of
    /// what does not expire.
    #[test]
    fn entries_come_to_what_a_purse_would_have_whenever_it_is_run(steps in steps()) {
        let (mut daily, mut seldom, mut purse) = (Vec::new(), Vec::new(), Purse::default());
        for (day, (step, looks)) in (1..).zip(&steps) {
            purse.expire(day);
            run(&mut daily, day);
            if *looks {
                run(&mut seldom, day);
            }
            match step {
                Step::Earn(points, hold, days) => {
                    let from = day + hold;
                    let lot = share(EntryKind::Earned, *points, from, days.map(|days| from + days));
                    purse.0.push((days.map_or(NEVER, |days| from + days), from, *points));
                    daily.push(lot);
                    seldom.push(lot);
                }
                Step::Spend(quarters) => {
                    // As before each request.
                    run(&mut seldom, day);
                    let points = purse.available(day) * quarters / 4;
                    prop_assert!(sum(&seldom) >= points);
                    purse.spend(day, points);
                    daily.push(used(points, day));
                    seldom.push(used(points, day));
                }
                Step::Nothing => {}
            }
            prop_assert_eq!(sum(&daily), purse.sum());
            prop_assert!(sum(&seldom) >= purse.sum());
        }
        let last = steps.len() as u64;
        let forever: i64 =
            purse.0.iter().filter(|(end, ..)| *end == NEVER).map(|(.., points)| points).sum();
        // What is said to expire does, if nothing is used until then.
        let said = expiring(&seldom, at(NEW_YEAR + last * DAY));
        let said: i64 = said.iter().map(|it| it.points).sum();
        run(&mut seldom, last);
        prop_assert_eq!(sum(&seldom), purse.sum());
        run(&mut seldom, last + 100);
        prop_assert_eq!(sum(&seldom), forever);
        prop_assert_eq!(said, purse.sum() - forever);
    }

    /// In whatever order entries are read, and whatever was entered as expired in between.
    #[test]
    fn an_order_changes_nothing(steps in steps(), seed in any::<prop::sample::Index>()) {
        let mut shares: Vec<Share> = Vec::new();
        for (day, (step, _)) in (1..).zip(&steps) {
            match step {
                Step::Earn(points, hold, days) => {
                    let from = day + hold;
                    shares.push(share(EntryKind::Earned, *points, from, days.map(|days| from + days)));
                }
                Step::Spend(points) => shares.push(used(*points, day)),
                Step::Nothing => {}
            }
        }
        let last = steps.len() as u64 + 100;
        let wanted = due_on(&shares, last);
        if !shares.is_empty() {
            let middle = seed.index(shares.len());
            shares.rotate_left(middle);
        }
        prop_assert_eq!(due_on(&shares, last), wanted);
        let mut day = 0;
        while day < last {
            run(&mut shares, day);
            day += 7;
        }
        run(&mut shares, last);
        let entered = shares.iter().filter(|it| it.kind == EntryKind::Expired);
        prop_assert_eq!(-entered.map(|it| it.points).sum::<i64>(), wanted);
    }

    /// Whatever else becomes of them: taken back, given and taken by hand, requests that members cancel and that could
    /// not be paid. Whoever looks daily has the same in the end as whoever looks at times.
    #[test]
    fn whoever_looks_daily_has_what_whoever_looks_at_times_has(turns in turns()) {
        let (mut daily, mut seldom): (Vec<Share>, Vec<Share>) = Default::default();
        let (mut open, mut last) = (Vec::new(), 0);
        for (day, (turn, looks)) in (1..).zip(&turns) {
            last = day;
            run(&mut daily, day);
            if *looks {
                run(&mut seldom, day);
            }
            let new = turn.entry(&daily, &mut open, day);
            for shares in [&mut daily, &mut seldom] {
                shares.extend(new);
            }
        }
        for later in [last, last + 30, last + 500] {
            run(&mut daily, later);
            run(&mut seldom, later);
            prop_assert_eq!(sum(&daily), sum(&seldom));
        }
        // What has an end has ended: only what never ends is left, or is owed.
        let ends = expiring(&daily, at(NEW_YEAR + (last + 500) * DAY));
        prop_assert_eq!(ends, []);
    }
}

/// What else becomes of somebody's points on a day.
#[derive(Clone, Debug)]
enum Turn {
    Day(Step),
    /// An award is taken back, the one at this place.
    TakeBack(prop::sample::Index),
    ByHand(i64),
    /// The member cancels the oldest open request.
    Cancel,
    /// The oldest open request could not be paid.
    Fail,
}

fn turns() -> impl Strategy<Value = Vec<(Turn, bool)>> {
    let turn = prop_oneof![
        5 => steps().prop_map(|steps| Turn::Day(steps[0].0.clone())),
        1 => any::<prop::sample::Index>().prop_map(Turn::TakeBack),
        1 => (-150..150_i64).prop_map(Turn::ByHand),
        1 => Just(Turn::Cancel),
        1 => Just(Turn::Fail),
    ];
    prop::collection::vec((turn, any::<bool>()), 1..60)
}

impl Turn {
    /// The entry that it makes of what somebody has. `open` has the ids of open requests with their points.
    fn entry(&self, has: &[Share], open: &mut Vec<(u64, i64)>, day: u64) -> Option<Share> {
        let mut close = || if open.is_empty() { None } else { Some(open.remove(0)) };
        match self {
            Self::Day(Step::Earn(points, hold, days)) => {
                let from = day + hold;
                Some(share(EntryKind::Earned, *points, from, days.map(|days| from + days)))
            }
            Self::Day(Step::Spend(quarters)) => {
                let now = at(NEW_YEAR + day * DAY);
                let available = has.iter().filter(|it| it.held_until <= now);
                let points = available.map(|it| it.points).sum::<i64>().max(0) * quarters / 4;
                open.push((day, points));
                Some(asked(-points, day, None, day))
            }
            Self::Day(Step::Nothing) => None,
            Self::TakeBack(place) => {
                let given: Vec<_> = has.iter().filter(|it| it.kind == EntryKind::Earned).collect();
                let back = *given.get(place.index(given.len().max(1)))?;
                Some(Share { kind: EntryKind::Reversed, points: -back.points, ..*back })
            }
            Self::ByHand(points) => Some(share(EntryKind::Manual, *points, day, None)),
            Self::Cancel => close().map(|(id, points)| asked(points, day, None, id)),
            Self::Fail => close().map(|(id, points)| {
                let expires_at = refund_expiry(has, id, at(NEW_YEAR + day * DAY));
                Share { expires_at, ..asked(points, day, None, id) }
            }),
        }
    }
}

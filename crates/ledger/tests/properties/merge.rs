//! Merging ledgers of different tabs.

use domain::case::Case;
use domain::referral::{Referral, Status};
use ledger::{Ledger, StorageKey};
use proptest::prelude::*;

use crate::history::{Event, TABS, admin, browsers, events};
use crate::strategies::instant;
use crate::{config, samples};

fn merged(a: &Ledger, b: &Ledger) -> Ledger {
    let mut both = a.clone();
    both.merge(b.clone());
    both
}

/// The copy of a record in a ledger.
fn copy_in<'a>(ledger: &'a Ledger, record: &Referral) -> Option<&'a Case> {
    ledger.cases().find(|case| is_copy(case.referral(), record))
}

fn is_copy_of_any(records: &[Referral], record: &Referral) -> bool {
    records.iter().any(|other| is_copy(other, record))
}

/// Whether every event of one copy is in the other.
fn has_happened(before: &Case, after: &Case) -> bool {
    let after: Vec<_> = after.history().texts().map(str::to_owned).collect();
    before.history().texts().all(|text| after.iter().any(|other| other == text))
}

/// Whether two referrals are equal in everything that no edit changes.
fn is_copy(a: &Referral, b: &Referral) -> bool {
    let stripped = |referral: &Referral| Referral {
        status: Status::Pending,
        points: a.points,
        awarded_at: None,
        ..referral.clone()
    };
    stripped(a) == stripped(b)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn merging_is_commutative(browser in browsers()) {
        let [a, b, _] = &browser.tabs;
        prop_assert_eq!(merged(a, b), merged(b, a));
    }

    #[test]
    fn merging_is_associative(browser in browsers()) {
        let [a, b, c] = &browser.tabs;
        prop_assert_eq!(merged(&merged(a, b), c), merged(a, &merged(b, c)));
    }

    #[test]
    fn merging_is_idempotent(browser in browsers()) {
        let [a, b, _] = &browser.tabs;
        prop_assert_eq!(&merged(a, a), a);
        let both = merged(a, b);
        prop_assert_eq!(&merged(&both, a), &both);
        prop_assert_eq!(&merged(b, &both), &both);
    }

    #[test]
    fn copies_merge_to_the_same_in_any_order(
        browser in browsers(),
        order in Just((0..TABS * 2).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let mut ledger = Ledger::new();
        for tab in order {
            ledger.merge(browser.tabs[tab % TABS].clone());
        }
        let [a, b, c] = &browser.tabs;
        prop_assert_eq!(ledger, merged(&merged(a, b), c));
    }

    #[test]
    fn reading_what_another_tab_wrote_is_the_same_as_merging_with_it(browser in browsers()) {
        let [a, b, _] = &browser.tabs;
        let mut read = a.clone();
        read.read(StorageKey::Accounts, &b.text(StorageKey::Accounts).unwrap());
        read.read(StorageKey::Referrals, &b.text(StorageKey::Referrals).unwrap());
        read.read(StorageKey::Quarantine, &b.text(StorageKey::Quarantine).unwrap_or_default());
        prop_assert_eq!(read, merged(a, b));
    }

    #[test]
    fn tabs_converge_on_one_state_with_everything_saved(mut browser in browsers()) {
        browser.settle();
        let [a, b, c] = &browser.tabs;
        prop_assert_eq!(a, b);
        prop_assert_eq!(b, c);
        for saved in &browser.saved {
            match copy_in(a, saved.referral()) {
                Some(copy) => prop_assert!(has_happened(saved, copy), "an event is missing"),
                None => prop_assert!(is_copy_of_any(&browser.erased, saved.referral())),
            }
        }
        for erased in &browser.erased {
            prop_assert_eq!(copy_in(a, erased), None);
        }
    }

    #[test]
    fn an_award_is_never_undone_by_an_older_copy(
        before in browsers(),
        tab in 0..TABS,
        which in any::<prop::sample::Index>(),
        points in 0..3u64,
        now in 0..6u64,
    ) {
        let mut after = before.clone();
        after.live_through(&Event::Award { tab, which, points, now });
        prop_assume!(after.saved.len() > before.saved.len());
        let awarded = after.saved.last().unwrap();
        prop_assume!(!is_copy_of_any(&before.erased, awarded.referral()));
        prop_assert_eq!(&awarded.referral().status, &Status::Successful);
        prop_assert_eq!(awarded.referral().points.get(), points);
        let own = copy_in(&before.tabs[tab], awarded.referral()).unwrap();
        let at = awarded.history().last_at();
        prop_assert!(own.history().last_at() < at, "an event is newer than all that was seen");
        for other in &before.tabs {
            let copy = copy_in(other, awarded.referral());
            let is_older = copy.is_none_or(|copy| copy.history().last_at() < at);
            let undoes = copy.is_some_and(|copy| copy.history().text().contains("undone"));
            for ledger in [merged(&after.tabs[tab], other), merged(other, &after.tabs[tab])] {
                let both = copy_in(&ledger, awarded.referral()).unwrap();
                prop_assert!(has_happened(awarded, both));
                if is_older && !undoes {
                    prop_assert_eq!(both.referral(), awarded.referral());
                }
            }
        }
    }

    #[test]
    fn a_free_id_is_the_first_that_no_record_has_or_had_before(browser in browsers(), now in 0..8u64) {
        let [ledger, _, _] = &browser.tabs;
        let quarantine = ledger.text(StorageKey::Quarantine).unwrap_or_default();
        let taken = |id: u64| {
            let erased = format!(r#""from":"erased","text":"{id:016x}"#);
            ledger.referrals().any(|it| it.id == instant(id)) || quarantine.contains(&erased)
        };
        let first = (now..).find(|id| !taken(*id)).unwrap();
        prop_assert_eq!(ledger.free_id(instant(now)), instant(first));
    }

    #[test]
    fn a_refused_award_changes_nothing(browser in browsers(), points in "[a+\\-]?[0-9]{0,2}\\.?") {
        let mut ledger = browser.tabs[0].clone();
        let keys: Vec<_> = ledger.visible(&admin()).map(|view| view.key).collect();
        let bad = !points.bytes().all(|b| b.is_ascii_digit()) || points.is_empty();
        for key in keys.iter().filter(|_| bad) {
            prop_assert!(ledger.save_points(key, &points, &admin(), instant(1)).value().is_none());
        }
        let gone = ledger.save_points("00000000000000070000000000000000", "1", &admin(), instant(1));
        prop_assert!(gone.value().is_none());
        prop_assert_eq!(&ledger, &browser.tabs[0]);
    }
}

#[test]
fn generated_histories_have_events() {
    let histories: Vec<_> = samples(events()).flatten().collect();
    let awards = histories.iter().filter(|event| matches!(event, Event::Award { .. })).count();
    assert!(awards > 400, "{awards} awards");
    let tabs: Vec<_> = samples(browsers()).map(|browser| browser.tabs).collect();
    let differing = tabs.iter().filter(|[a, b, _]| {
        a.text(StorageKey::Referrals).unwrap() != b.text(StorageKey::Referrals).unwrap()
    });
    assert!(differing.count() > 200);
    assert!(tabs.iter().filter(|[a, _, _]| a.text(StorageKey::Quarantine).is_some()).count() > 40);
}

//! The lists that each viewer sees.

use std::collections::BTreeSet;

use domain::account::User;
use domain::case::Case;
use domain::limits::POINTS_MAX;
use domain::mobile::MobileNumber;
use domain::referral::{Referral, Status};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};
use proptest::prelude::*;

use crate::config;
use crate::history::{admin, policy};
use crate::strategies::{instant, mobile, referral};

fn ledgers() -> impl Strategy<Value = Ledger> {
    prop::collection::vec(referral(), 0..12).prop_map(|records| {
        let mut ledger = Ledger::new();
        ledger.read(StorageKey::Referrals, &serde_json::to_string(&records).unwrap());
        ledger
    })
}

fn member(number: &str) -> Viewer {
    Viewer::of(Some(User::of(MobileNumber::parse(number).unwrap())), &policy())
}

fn shown(ledger: &Ledger, viewer: &Viewer) -> Vec<Referral> {
    ledger.visible(viewer).map(|view| view.referral).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_guest_sees_nothing(ledger in ledgers()) {
        prop_assert_eq!(ledger.visible(&Viewer::Guest).count(), 0);
        prop_assert_eq!(ledger.totals(&Viewer::Guest).points, 0);
    }

    #[test]
    fn the_admin_sees_all_newest_first(ledger in ledgers()) {
        let mut all: Vec<_> = ledger.referrals().cloned().collect();
        all.reverse();
        let shown = shown(&ledger, &admin());
        prop_assert!(shown.is_sorted_by(|newer, older| newer.id >= older.id));
        prop_assert_eq!(shown, all);
    }

    #[test]
    fn members_see_their_own_and_nothing_else(ledger in ledgers(), number in mobile()) {
        let viewer = member(&number);
        let own: Vec<_> = shown(&ledger, &admin())
            .into_iter()
            .filter(|referral| viewer.admin().is_some() || referral.referrer_mobile == number)
            .collect();
        prop_assert_eq!(shown(&ledger, &viewer), own);
    }

    #[test]
    fn keys_are_unique_and_find_their_record(ledger in ledgers()) {
        let views: Vec<_> = ledger.visible(&admin()).collect();
        let keys: BTreeSet<_> = views.iter().map(|view| &view.key).collect();
        prop_assert_eq!(keys.len(), views.len());
        for view in &views {
            prop_assert_eq!(ledger.case(&view.key).map(Case::referral), Some(&view.referral));
        }
    }

    #[test]
    fn a_key_stays_the_same_after_an_award(mut ledger in ledgers(), now in 0..6u64) {
        let before: Vec<_> = ledger.visible(&admin()).collect();
        for view in &before {
            ledger.save_points(&view.key, "3", &admin(), instant(now));
        }
        let after: Vec<_> = ledger.visible(&admin()).collect();
        prop_assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(&before.key, &after.key);
            prop_assert_eq!(&after.referral.status, &Status::Successful);
            prop_assert_eq!(after.referral.points.get(), 3);
        }
    }

    #[test]
    fn an_unknown_key_finds_nothing(ledger in ledgers(), key in prop_oneof![any::<String>(), "[0-5]-[0-9a-f]{15,17}", "[+-]?[0-9]{0,30}"]) {
        prop_assert_eq!(ledger.case(&key).map(Case::referral), None);
    }

    #[test]
    fn nobody_but_the_admin_assigns_points(mut ledger in ledgers(), number in mobile()) {
        let viewer = member(&number);
        prop_assume!(viewer.admin().is_none());
        let before = ledger.clone();
        for view in before.visible(&admin()) {
            for viewer in [&viewer, &Viewer::Guest] {
                match ledger.save_points(&view.key, "5", viewer, instant(9)) {
                    Verdict::Refused { codes, .. } => {
                        prop_assert_eq!(codes, [RejectionCode::NotAdmin]);
                    }
                    Verdict::Accepted { value, .. } => prop_assert!(false, "accepted {:?}", value),
                }
            }
        }
        prop_assert_eq!(ledger, before);
    }

    #[test]
    fn totals_add_up_what_is_shown(ledger in ledgers(), number in mobile()) {
        let viewer = member(&number);
        let shown = shown(&ledger, &viewer);
        let count = |word: &str| {
            let status = Status::from(word.to_owned());
            shown.iter().filter(|referral| referral.status == status).count()
        };
        let sum: u128 = shown.iter().map(|referral| u128::from(referral.points.get())).sum();
        let totals = ledger.totals(&viewer);
        prop_assert_eq!(totals.all, shown.len());
        prop_assert_eq!(totals.pending, count("Pending"));
        prop_assert_eq!(totals.successful, count("Successful"));
        prop_assert_eq!(u128::from(totals.points), sum.min(POINTS_MAX.into()));
    }
}

//! Several tabs that share one storage, with random events.

use domain::account::{LoginMode, Policy, User};
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::{Referral, ReferralDraft};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use domain::view::ReferralView;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};
use proptest::prelude::*;

use serde_json::Value;

use crate::strategies::{account_entry, beside_entry, entry, instant, list_of, mobile};

pub(crate) const TABS: usize = 3;

/// An event, mostly in one of the tabs.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// Somebody signs up.
    SignUp { tab: usize, number: String },
    /// A guest refers somebody.
    Submit { tab: usize, referred: String, now: u64 },
    /// The admin saves points for one of the referrals in this tab. `now` is arbitrary, because
    /// clocks differ between tabs and can be set back.
    Award { tab: usize, which: prop::sample::Index, points: u64, now: u64 },
    /// A member erases their data.
    Erase { tab: usize, number: String, now: u64 },
    /// The tab reads what is stored.
    Read { tab: usize },
    /// The tab overwrites the storage with what it knows.
    Write { tab: usize },
    /// Another program writes the referrals, the users and the quarantine.
    Meddle { referrals: String, accounts: String, quarantine: String },
}

/// The tabs, the storage, and a log of every record that was reported as saved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Browser {
    pub(crate) tabs: [Ledger; TABS],
    pub(crate) saved: Vec<Case>,
    pub(crate) erased: Vec<Referral>,
    accounts: String,
    referrals: String,
    quarantine: String,
}

pub(crate) fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

pub(crate) fn admin() -> Viewer {
    Viewer::of(Some(User::of(policy().admin)), &policy())
}

pub(crate) fn events() -> impl Strategy<Value = Vec<Event>> {
    let tab = 0..TABS;
    let event = prop_oneof![
        1 => (tab.clone(), mobile()).prop_map(|(tab, number)| Event::SignUp { tab, number }),
        4 => (tab.clone(), "[CD]", 0..6u64)
            .prop_map(|(tab, referred, now)| Event::Submit { tab, referred, now }),
        3 => (tab.clone(), any::<prop::sample::Index>(), 0..3u64, 0..6u64)
            .prop_map(|(tab, which, points, now)| Event::Award { tab, which, points, now }),
        1 => (tab.clone(), mobile(), 0..6u64)
            .prop_map(|(tab, number, now)| Event::Erase { tab, number, now }),
        3 => tab.clone().prop_map(|tab| Event::Read { tab }),
        3 => tab.prop_map(|tab| Event::Write { tab }),
        2 => (
            prop::collection::vec(entry(), 0..4),
            prop::collection::vec(account_entry(), 0..3),
            prop::collection::vec(meddled(), 0..3),
        )
            .prop_map(|(referrals, accounts, quarantine)| Event::Meddle {
                referrals: list_of(&referrals, ""),
                accounts: list_of(&accounts, " "),
                quarantine: list_of(&quarantine, ""),
            }),
    ];
    prop::collection::vec(event, 0..32)
}

/// What another program may write into the quarantine: anything but keys of erased records, because
/// the test tracks who erased what.
fn meddled() -> impl Strategy<Value = Value> {
    beside_entry().prop_filter("nothing is erased", |entry| {
        let text = entry.to_string();
        !text.contains("erased") && !text.contains("erased-account")
    })
}

/// A browser after random events.
pub(crate) fn browsers() -> impl Strategy<Value = Browser> {
    events().prop_map(|events| {
        let mut browser = Browser::default();
        events.iter().for_each(|event| browser.live_through(event));
        browser
    })
}

impl Browser {
    pub(crate) fn live_through(&mut self, event: &Event) {
        match event {
            Event::SignUp { tab, number } => {
                self.tabs[*tab].log_in(LoginMode::Signup, number, "1234", &policy(), instant(3));
            }
            Event::Submit { tab, referred, now } => {
                let tab = &mut self.tabs[*tab];
                let id = tab.free_id(instant(*now));
                let verdict = tab.submit(&draft(referred), &Viewer::Guest, id, "1/1/1970");
                if let Some(referral) = verdict.value() {
                    let key = ReferralView::of(&referral).key;
                    self.saved.extend(tab.case(&key).cloned());
                }
            }
            Event::Award { tab, which, points, now } => {
                let tab = &mut self.tabs[*tab];
                let list: Vec<_> = tab.visible(&admin()).collect();
                if list.is_empty() {
                    return;
                }
                let key = &which.get(&list).key;
                let verdict = tab.save_points(key, &points.to_string(), &admin(), instant(*now));
                match verdict {
                    Verdict::Accepted { .. } => self.saved.extend(tab.case(key).cloned()),
                    // Another program may have dated a record's last edit at the latest possible
                    // date.
                    Verdict::Refused { codes, .. } => {
                        assert_eq!(codes, [RejectionCode::ReferralSealed], "{key}");
                    }
                }
            }
            Event::Erase { tab, number, now } => {
                let user = User::of(MobileNumber::parse(number).unwrap());
                let tab = &mut self.tabs[*tab];
                let own = tab.referrals().filter(|referral| referral.referrer_mobile == *number);
                self.erased.extend(own.cloned());
                tab.erase(&Viewer::of(Some(user), &policy()), instant(*now)).value().unwrap();
            }
            Event::Read { tab } => {
                self.tabs[*tab].read(StorageKey::Accounts, &self.accounts);
                self.tabs[*tab].read(StorageKey::Referrals, &self.referrals);
                self.tabs[*tab].read(StorageKey::Quarantine, &self.quarantine);
            }
            Event::Write { tab } => {
                self.accounts = self.tabs[*tab].text(StorageKey::Accounts).unwrap();
                self.referrals = self.tabs[*tab].text(StorageKey::Referrals).unwrap();
                self.quarantine = self.tabs[*tab].text(StorageKey::Quarantine).unwrap_or_default();
            }
            Event::Meddle { referrals, accounts, quarantine } => {
                self.accounts.clone_from(accounts);
                self.referrals.clone_from(referrals);
                // Removing an erasure note brings the record back, and no program can detect that.
                let both = [self.quarantine.as_str(), quarantine].map(|text| match text {
                    "" => Vec::new(),
                    list => serde_json::from_str::<Vec<Value>>(list).unwrap(),
                });
                self.quarantine = list_of(&both.concat(), "");
            }
        }
    }

    /// Each tab reads and writes until all know everything.
    pub(crate) fn settle(&mut self) {
        for tab in (0..TABS).chain(0..TABS) {
            self.live_through(&Event::Read { tab });
            self.live_through(&Event::Write { tab });
        }
    }
}

fn draft(referred: &str) -> ReferralDraft {
    ReferralDraft {
        referrer_name: "Asha".to_owned(),
        referrer_phone: "9876543210".to_owned(),
        referred_name: referred.to_owned(),
        referred_phone: "5550101".to_owned(),
        service: "training".to_owned(),
        ..ReferralDraft::default()
    }
}

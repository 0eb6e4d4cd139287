//! Any stored texts: reading, merging and writing them.

use std::borrow::Cow;
use std::collections::HashSet;

use domain::account::{Policy, PolicyError, User};
use domain::case::Case;
use domain::referral::Instant;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey, decode_user, encode_referral, encode_user};

use crate::stored::{List, Records};
use crate::texts::texts;

/// Three tabs are needed to test that merging is associative.
const TABS: usize = 3;

/// A ledger, and the texts it has read.
#[derive(Default)]
struct Tab<'t> {
    ledger: Ledger,
    read: Vec<(List, Cow<'t, str>)>,
}

/// Reads the texts in turn as the accounts, the referrals and the quarantine of one tab after the
/// other. Nothing may be lost, what is written must be read back unchanged, and merging must be a
/// union.
pub fn ledger(bytes: &[u8]) {
    let mut tabs: [Tab<'_>; TABS] = Default::default();
    for (position, text) in texts(bytes).enumerate() {
        a_user_is_read_back(&text);
        tabs[position / List::ALL.len() % TABS].read(List::ALL[position % List::ALL.len()], text);
    }
    for tab in &tabs {
        assert_eq!(
            Records::written_by(&tab.ledger),
            Records::expected_from(&tab.read),
            "everything is kept, and nothing is added"
        );
        what_is_written_is_read_back(&tab.ledger);
        each_record_is_found(&tab.ledger);
        an_export_is_imported_whole(&tab.ledger);
    }
    an_import_deletes_nothing(&tabs[0].ledger, &tabs[1].ledger);
    merging_is_a_union(&tabs);
}

impl<'t> Tab<'t> {
    fn read(&mut self, list: List, text: Cow<'t, str>) {
        list.read_into(&mut self.ledger, &text);
        self.read.push((list, text));
    }
}

fn what_is_written_is_read_back(ledger: &Ledger) {
    assert_eq!(&reading(Ledger::new(), ledger), ledger, "read into an empty ledger");
    assert_eq!(&reading(ledger.clone(), ledger), ledger, "read into the one that wrote it");
}

/// A ledger after it has read everything that another one writes.
fn reading(mut ledger: Ledger, other: &Ledger) -> Ledger {
    ledger.read(StorageKey::Accounts, &other.text(StorageKey::Accounts).unwrap_or_default());
    ledger.read(StorageKey::Referrals, &other.text(StorageKey::Referrals).unwrap_or_default());
    ledger.read(StorageKey::Quarantine, &other.text(StorageKey::Quarantine).unwrap_or_default());
    ledger
}

fn an_export_is_imported_whole(ledger: &Ledger) {
    let Ok(admin) = admin() else { return };
    let mut other = Ledger::new();
    let export = ledger.export(&admin, Instant::default());
    let import = other.import(&admin, &export).value();
    assert!(ledger.is_full() || import.is_some(), "an export can be imported");
    let Some(import) = import else { return };

    let written = Records::written_by(ledger);
    let records = written.accounts.len() + written.referrals.len();
    let quarantined = written.quarantine.len() + written.unknown.len();
    assert_eq!((import.new, import.changed, import.same, import.refused), (records, 0, 0, 0));
    assert_eq!(import.unreadable + import.ignored, quarantined, "each entry counts once");

    let taken = Records::written_by(&other);
    assert_eq!((&taken.accounts, &taken.referrals), (&written.accounts, &written.referrals));
    for source in ["accounts", "referrals", "quarantine"] {
        assert!(ledger.is_full() || taken.from(source) == written.from(source), "{source}");
    }
    let with_record = written.replaced_with_their_record();
    assert!(ledger.is_full() || taken.from("replaced") == with_record, "replaced");
    assert!(taken.from("erased").is_empty() && taken.from("erased-account").is_empty());
    assert!(taken.unknown.is_empty(), "entries of an unknown kind are not imported");
}

/// An import deletes nothing, even if the file contains erasures.
fn an_import_deletes_nothing(here: &Ledger, there: &Ledger) {
    let Ok(admin) = admin() else { return };
    let mut after = here.clone();
    let Some(import) = after.import(&admin, &there.export(&admin, Instant::default())).value()
    else {
        return assert!(here.is_full() || there.is_full(), "an export can be imported");
    };
    assert!(here.referrals().len() <= after.referrals().len());
    assert!(here.accounts().len() <= after.accounts().len());
    let came = after.referrals().len() + after.accounts().len();
    assert_eq!(came, here.referrals().len() + here.accounts().len() + import.new);
    what_is_not_counted_stays(here, &after, import.changed);
    let stored = after.text(StorageKey::Referrals).unwrap_or_default();
    let (before, after) = (Records::written_by(here), Records::written_by(&after));
    assert_eq!(before.unknown, after.unknown);
    for (from, text) in before.quarantine.difference(&after.quarantine) {
        // The record of a copy that was replaced may have come: it has the copy's events then.
        assert!(from == "replaced" && import.new > 0, "{from}: {text}");
        let copy: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        for event in copy["history"].as_array().into_iter().flatten() {
            assert!(stored.contains(&event["at"].to_string()), "{event} is in {stored}");
        }
    }
    for source in ["erased", "erased-account"] {
        assert_eq!(before.from(source), after.from(source), "{source}");
    }
}

/// No more records are different after an import than it says.
fn what_is_not_counted_stays(before: &Ledger, after: &Ledger, changed: usize) {
    let accounts: HashSet<_> = after.accounts().map(encode_user).collect();
    let cases: HashSet<_> = after.cases().map(encode_referral).collect();
    let accounts = before.accounts().filter(|user| !accounts.contains(&encode_user(user)));
    let cases = before.cases().filter(|case| !cases.contains(&encode_referral(case)));
    assert!(accounts.count() + cases.count() <= changed, "{before:?} became {after:?}");
}

fn merging_is_a_union([a, b, c]: &[Tab<'_>; TABS]) {
    let both = merged(&a.ledger, &b.ledger);
    assert_eq!(both, merged(&b.ledger, &a.ledger), "merging is commutative");
    assert_eq!(merged(&both, &both), both, "merging with itself changes nothing");
    assert_eq!(merged(&both, &a.ledger), both, "merging with a part changes nothing");
    assert_eq!(
        merged(&both, &c.ledger),
        merged(&a.ledger, &merged(&b.ledger, &c.ledger)),
        "merging is associative"
    );
    assert_eq!(reading(a.ledger.clone(), &b.ledger), both, "reading is merging");
    let read = [a.read.as_slice(), b.read.as_slice()].concat();
    assert_eq!(
        Records::written_by(&both),
        Records::expected_from(&read),
        "everything that either has is kept, and nothing is added"
    );
}

fn merged(a: &Ledger, b: &Ledger) -> Ledger {
    let mut both = a.clone();
    both.merge(b.clone());
    both
}

/// Every record is found by its key in the admin's list.
fn each_record_is_found(ledger: &Ledger) {
    let Ok(admin) = admin() else { return };
    let mut shown = 0;
    for view in ledger.visible(&admin) {
        assert_eq!(ledger.case(&view.key).map(Case::corrected), Some(view.referral));
        shown += 1;
    }
    assert_eq!(shown, ledger.referrals().len(), "the admin sees all");
}

fn admin() -> Result<Viewer, PolicyError> {
    let policy = Policy::new("1000000000", "1234")?;
    Ok(Viewer::of(Some(User::of(policy.admin.clone())), &policy))
}

fn a_user_is_read_back(text: &str) {
    if let Some(user) = decode_user(text) {
        assert_eq!(decode_user(&encode_user(&user)), Some(user));
    }
}

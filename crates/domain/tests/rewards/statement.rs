//! The statement: what it says, and that its last line is the sum of the entries.

use domain::rewards::{
    About, Balance, Entry, EntryKind, OnHold, Past, Receiver, StatementLine, statement,
};
use words::Words;

use crate::support::{DAY, Deal, NEW_YEAR, at, example};

const HR: &str = "hr-recruitment";

fn about(person: Option<&str>) -> About {
    About {
        person: person.map(str::to_owned),
        service: "HR Recruitment".to_owned(),
        ..About::default()
    }
}

fn lines(before: i64, entries: &[Entry], person: Option<&str>, now: u64) -> Vec<StatementLine> {
    statement(
        before,
        entries.iter().cloned().map(|entry| (entry, about(person))),
        at(now),
        Words::english(),
    )
}

/// Awarded on New Year, undone a day later, restored the day after.
fn awarded_undone_restored() -> Vec<Entry> {
    let (rulebook, mut deal) = (example(), Deal::new(NEW_YEAR, HR));
    let past = Past { referred: Some(Vec::new()), ..Past::default() };
    deal.award("500", "", &rulebook, &past, NEW_YEAR).unwrap();
    assert!(deal.undo(0, &rulebook, &past, NEW_YEAR + DAY));
    assert!(deal.undo(1, &rulebook, &past, NEW_YEAR + 2 * DAY));
    deal.entries
}

fn of(entries: &[Entry], to: Receiver) -> Vec<Entry> {
    entries.iter().filter(|entry| entry.to == to).cloned().collect()
}

#[test]
fn a_statement_says_what_for_in_words_and_its_last_line_is_the_balance() {
    let entries = of(&awarded_undone_restored(), Receiver::Referrer);
    let said = lines(0, &entries, Some("Priya Lakshmi Nair"), NEW_YEAR + 3 * DAY);
    let said: Vec<_> = said.iter().map(|it| (it.what.as_str(), it.points, it.balance)).collect();
    let successful = "Priya N. · HR Recruitment was successful";
    let taken_back = "Priya N. · HR Recruitment, taken back";
    assert_eq!(said, [(successful, 500, 500), (taken_back, -500, 0), (successful, 500, 500)]);
    let sum: i64 = entries.iter().map(|entry| entry.points).sum();
    assert_eq!(said.last().unwrap().2, sum);
    // The same in two pages: what came before the second is carried over.
    let now = NEW_YEAR + 3 * DAY;
    let (first, second) = entries.split_at(1);
    let mut pages = lines(7, first, None, now);
    pages.extend(lines(pages[0].balance, second, None, now));
    assert_eq!(pages, lines(7, &entries, None, now));
    assert_eq!(pages.last().unwrap().balance, 7 + sum);
}

#[test]
fn whoever_was_referred_reads_by_whom_and_nobody_is_named_who_is_not_known() {
    let entries = of(&awarded_undone_restored(), Receiver::Referred);
    let what = |person, entries: &[Entry]| lines(0, entries, person, NEW_YEAR)[0].what.clone();
    for (person, words) in [
        (Some("Ravi Kumar"), "Referred by Ravi K. · HR Recruitment was successful"),
        (Some(" Ravi "), "Referred by Ravi · HR Recruitment was successful"),
        (Some("Ravi 98765"), "Referred by Ravi · HR Recruitment was successful"),
        (Some("പ്രിയ നായർ"), "Referred by പ്രിയ ന. · HR Recruitment was successful"),
        (None, "A referral · HR Recruitment was successful"),
    ] {
        assert_eq!(what(person, &entries), words);
    }
    let no_service = About { person: Some("Ravi".to_owned()), ..About::default() };
    let said = statement(
        0,
        entries.into_iter().map(|it| (it, no_service.clone())),
        at(NEW_YEAR),
        Words::english(),
    );
    assert_eq!(said[0].what, "Referred by Ravi was successful");
    assert_eq!(said[1].what, "Referred by Ravi, taken back");
}

#[test]
fn what_is_exchanged_and_given_back_says_for_what() {
    let offer = About { offer: "Voucher".to_owned(), ..About::default() };
    let earned = awarded_undone_restored().swap_remove(0);
    let of = |kind, points| (Entry { kind, points, ..earned.clone() }, offer.clone());
    let exchanged = [of(EntryKind::Redeemed, -200), of(EntryKind::Refunded, 200)];
    let said = statement(500, exchanged, at(NEW_YEAR + 91 * DAY), Words::english());
    let said: Vec<_> = said.iter().map(|it| (it.what.as_str(), it.balance)).collect();
    assert_eq!(
        said,
        [("Exchanged for Voucher", 300), ("Voucher: not exchanged, points given back", 500)]
    );
}

#[test]
fn what_was_entered_by_hand_says_why() {
    let note = About { note: "For the fair".to_owned(), ..About::default() };
    let earned = awarded_undone_restored().swap_remove(0);
    let of = |points| (Entry { kind: EntryKind::Manual, points, ..earned.clone() }, note.clone());
    let said = statement(0, [of(50), of(-20)], at(NEW_YEAR + 91 * DAY), Words::english());
    let said: Vec<_> = said.iter().map(|it| (it.what.as_str(), it.balance)).collect();
    assert_eq!(said, [("Added by us: For the fair", 50), ("Taken off by us: For the fair", 30)]);
}

#[test]
fn what_expired_says_so() {
    let earned = awarded_undone_restored().swap_remove(0);
    let of =
        |points| (Entry { kind: EntryKind::Expired, points, ..earned.clone() }, About::default());
    let said = statement(0, [of(-50), of(20)], at(NEW_YEAR + 91 * DAY), Words::english());
    let said: Vec<_> = said.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(said, ["Expired", "Expired points, given back"]);
}

#[test]
fn what_is_on_hold_says_until_when_and_what_is_taken_back_does_not() {
    let entries = of(&awarded_undone_restored(), Receiver::Referrer);
    let until = NEW_YEAR + 90 * DAY;
    let held = |now| lines(0, &entries, None, now).iter().map(|it| it.held_until).collect();
    let held: [Vec<_>; 2] = [held(until - 1), held(until)];
    assert_eq!(held, [vec![Some(at(until)), None, Some(at(until))], vec![None; 3]]);
}

#[test]
fn sums_of_entries_have_the_balance_of_the_entries() {
    let entries = awarded_undone_restored();
    let until = NEW_YEAR + 90 * DAY;
    let sums =
        [OnHold { until: at(until), points: 500 }, OnHold { until: at(NEW_YEAR), points: 100 }];
    for now in [NEW_YEAR - 1, NEW_YEAR, until - 1, until] {
        assert_eq!(Balance::of_sums(sums, at(now)), Balance::of(&entries, at(now)), "{now}");
    }
}

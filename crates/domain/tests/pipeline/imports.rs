//! What an import may bring.

use std::ops::Range;
use std::time::Instant;

use domain::account::User;
use domain::case::Case;
use domain::event::Event;
use domain::history::event_id;
use domain::import::Import;
use domain::limits::{EVENTS_MAX, FILE_EVENTS_MAX, UNDOS_BY_ONE_MAX};
use domain::pipeline::{
    ImportFault, Known, Progress, as_written, check_account, check_referral, may_import,
};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use crate::support::{RECORD, Strict, at, manager, policy, staff, user};

/// Two events with one id, found by trying 2^35 notes. Whoever imports both could show the first as if
/// its author had written it here.
const TWINS: [&str; 2] = [
    r#"{"at":1790000000001,"saw":0,"by":"staff:owner-9000000015","kind":"noted","note":"Agreed with the client on the phone, award it please. Ref LweRF0ZjEgE"}"#,
    r#"{"at":1790000000002,"saw":1,"by":"referrer","kind":"noted","note":"Ref -FC753wtBGJ"}"#,
];

#[test]
fn two_events_with_one_id_come_neither_together_nor_one_after_the_other() {
    assert_eq!(event_id(TWINS[0]), event_id(TWINS[1]));
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let now = at(1_800_000_000_000);
    assert_eq!(check_referral(&case(&TWINS), now), Err(ImportFault::Unreadable));
    let [here, came] = TWINS.map(|text| case(&[text]));
    assert_eq!((check_referral(&here, now), check_referral(&came, now)), (Ok(()), Ok(())));
    let merged = here.clone().merge(&came);
    let known = Known { referral: Some(here), ..Known::default() };
    let refused = may_import(&known, &merged, false, &manager(), &policy());
    assert_eq!(refused, Err(RejectionCode::NotAllowed));
}

/// In a file anybody can have done anything at any time.
#[test]
fn nobody_imports_what_concerns_them_or_a_rival_of_their_own_referral() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let noted = r#"{"at":1790000000001,"saw":0,"kind":"noted","note":"Called"}"#;
    for here in [None, Some(case(&[]))] {
        let may = |known: Known| {
            let known = Known { referral: here.clone(), ..known };
            may_import(&known, &case(&[noted]), false, &manager(), &policy())
        };
        assert_eq!(may(Known::default()), Ok(()));
        let own = Err(RejectionCode::OwnReferral);
        assert_eq!(may(Known { concerns_actor: true, ..Known::default() }), own);
        assert_eq!(may(Known { concerns_rival: true, ..Known::default() }), own);
    }
}

/// A time could be a phone number.
#[test]
fn an_account_has_a_time_of_registration_or_none() {
    let account = |at: u64| User { registered_at: Some(self::at(at)), ..user("9876543210") };
    let now = at(1_800_000_000_000);
    assert_eq!(check_account(&account(9_877_583_647), now), Err(ImportFault::Unreadable));
    assert_eq!(check_account(&account(1_790_000_000_000), now), Ok(()));
}

/// An editor may indent a file, or sort its members: that makes no other events.
#[test]
fn events_that_are_only_written_otherwise_are_the_same() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let noted = r#"{"at":1790000000001,"saw":0,"by":"staff:a","kind":"noted","note":"Müller"}"#;
    let later = r#"{"at":1790000000002,"saw":1,"kind":"of a later version","x":[1, 2]}"#;
    let here = case(&[noted, later]);
    let indented = "{\n  \"note\": \"M\\u00fcller\",\n  \"kind\": \"noted\",\n  \"by\": \"staff:a\",\n  \
                    \"saw\": 0,\n  \"at\": 1790000000001\n}";
    assert_ne!(case(&[indented, later]), here);
    assert_eq!(as_written(case(&[indented, later])), here);
    assert_eq!(as_written(here.clone()), here);
    // Another program's own undoing goes by its own spelling.
    let undo = |text: &str, at: u64| {
        let target = event_id(text);
        format!(r#"{{"at":{at},"saw":2,"kind":"undone","target":"{target}"}}"#)
    };
    let (ours, theirs) = (undo(noted, 1_790_000_000_003), undo(indented, 1_790_000_000_003));
    assert_eq!(as_written(case(&[indented, &theirs])), case(&[noted, &ours]));
    // In a file, what undoes an undoing may come before it.
    let (redo, redone) = (undo(&ours, 1_790_000_000_002), undo(&theirs, 1_790_000_000_002));
    assert_eq!(as_written(case(&[indented, &theirs, &redone])), case(&[noted, &ours, &redo]));
    assert_eq!(as_written(case(&[])), case(&[]));
    // What an undone event has said, the fields do not say, nor which of two awards holds.
    let declined =
        r#"{"at":1790000000001,"saw":0,"by":"staff:a","kind":"declined","reason":"no-answer"}"#;
    let award =
        |at: u64| format!(r#"{{"at":{at},"saw":0,"by":"staff:a","kind":"points","points":20}}"#);
    let (first, second) = (award(1_790_000_000_001), award(1_790_000_000_002));
    for events in [vec![declined.to_owned()], vec![first, second.replace("20", "30")]] {
        let undone = undo(events.last().unwrap(), 1_790_000_000_009);
        let all: Vec<_> = events.iter().chain([&undone]).map(String::as_str).collect();
        let here = case(&all);
        let indented: Vec<_> = all.iter().map(|text| text.replace(',', ", ")).collect();
        let indented: Vec<_> = indented.iter().map(String::as_str).collect();
        let read = Case::stored(here.referral().clone(), &indented);
        assert_ne!(read, here);
        assert_eq!(as_written(read), here, "{events:?}");
    }
}

/// A file may have many histories in which each event undoes the one before.
#[test]
fn a_chain_of_undoings_is_read_in_the_time_of_any_history() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let history = |undoes: bool, indent: &str| -> Case {
        let mut texts = vec![format!(
            r#"{{{indent}"at":1790000000000,"saw":0,"kind":"noted","note":"Called"}}"#
        )];
        for number in 1..400 {
            let target = event_id(texts.last().map_or("", |text| if undoes { text } else { "" }));
            let at = 1_790_000_000_000_u64 + number;
            texts.push(format!(
                r#"{{{indent}"at":{at},"saw":0,"kind":"undone","target":"{target}"}}"#
            ));
        }
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        Case::stored(serde_json::from_str(&record).unwrap(), &texts)
    };
    assert!(as_written(history(true, " ")) == history(true, ""));
    // The quickest of a few tries, because others use the machine.
    let time = |case: &Case| {
        let tries = (0..5).map(|_| {
            let (case, begun) = (case.clone(), Instant::now());
            let _ = as_written(case);
            begun.elapsed()
        });
        tries.min().unwrap_or_default()
    };
    let (chain, other) = (time(&history(true, " ")), time(&history(false, " ")));
    assert!(chain < other * 5, "{chain:?} instead of about {other:?}");
}

/// A closed referral's fields do not say when it was closed, so an old copy would close it again.
#[test]
fn a_copy_without_a_history_closes_nothing_that_was_opened_again() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let new = Case::submitted(serde_json::from_str(&record).unwrap());
    let with = |case: &Case, event: &str| case.clone().evolve(&Event::read(event));
    let declined =
        r#"{"at":1790000000001,"saw":0,"by":"staff:a","kind":"declined","reason":"other"}"#;
    let undone = format!(
        r#"{{"at":1790000000002,"saw":1,"by":"staff:a","kind":"undone","target":"{}"}}"#,
        event_id(declined)
    );
    let closed = with(&new, declined);
    let copy = Case::stored(closed.referral().clone(), &[]);
    assert_eq!(copy.referral().status.as_str(), "Declined");
    let open = with(&closed, &undone);
    assert_eq!(open.referral().status.as_str(), "Pending");
    assert!(open.has_said(&copy));
    assert!(!new.has_said(&copy));
    // An award with a note is more than its points.
    let award = r#"{"at":1790000000001,"saw":0,"by":"admin","kind":"points","points":100}"#;
    let noted = award.replace(r#"100}"#, r#"100,"note":"As promised"}"#);
    let (plain, noted) = (with(&new, award), with(&new, &noted));
    assert!(noted.has_said(&Case::stored(plain.referral().clone(), &[])));
    assert!(!plain.has_said(&noted));
}

#[test]
fn a_file_refers_nobody_to_themselves_and_undoes_no_more_than_one_person_may() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let may = |after: &Case, becomes_own: bool| {
        may_import(&Known::default(), after, becomes_own, &manager(), &Strict)
    };
    assert_eq!(may(&case(&[]), false), Ok(()));
    assert_eq!(may(&case(&[]), true), Err(RejectionCode::SelfReferral));
    let undos = |count: usize| {
        let undo = |number: usize| {
            let at = 1_790_000_000_000 + number;
            format!(r#"{{"at":{at},"saw":0,"kind":"undone","target":"0000000000000000"}}"#)
        };
        let texts: Vec<_> = (0..count).map(undo).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        may(&case(&texts), false)
    };
    assert_eq!(undos(UNDOS_BY_ONE_MAX), Ok(()));
    assert_eq!(undos(UNDOS_BY_ONE_MAX + 1), Err(RejectionCode::UndoneTooOften));
}

/// Or what they did would be final: a full history takes hardly anything.
#[test]
fn whoever_is_no_owner_fills_no_history_by_files() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |count: usize| {
        let note = |number: usize| {
            let at = 1_790_000_000_000 + number;
            format!(r#"{{"at":{at},"saw":0,"kind":"noted","note":"{number}"}}"#)
        };
        let texts: Vec<_> = (0..count).map(note).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        Case::stored(serde_json::from_str(&record).unwrap(), &texts)
    };
    let owner = staff("o", "owner", &[]);
    let may = |known: &Known, count: usize, by: &Viewer| {
        may_import(known, &case(count), false, by, &policy())
    };
    let new = Known::default();
    assert_eq!(may(&new, FILE_EVENTS_MAX, &manager()), Ok(()));
    let full = Err(RejectionCode::HistoryFull);
    assert_eq!(may(&new, FILE_EVENTS_MAX + 1, &manager()), full);
    assert_eq!(may(&new, EVENTS_MAX - 1, &owner), Ok(()));
    // Those of files before count, too, and those that were written here do not.
    let here = case(FILE_EVENTS_MAX);
    let ids = here.history().events().map(|stored| stored.id()).collect();
    let written = Known { referral: Some(here), ..Known::default() };
    assert_eq!(may(&written, FILE_EVENTS_MAX + 1, &manager()), Ok(()));
    let imported = Known { imported: ids, ..written };
    assert_eq!(may(&imported, FILE_EVENTS_MAX + 1, &manager()), full);
    assert_eq!(may(&imported, FILE_EVENTS_MAX + 1, &owner), Ok(()));
}

/// Each number is looked for in all spellings, and each change writes all of a referral again, while others wait.
#[test]
fn a_file_brings_no_endless_numbers_and_no_endless_referrals() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let check = |record: &str, events: &[&str]| {
        let case = Case::stored(serde_json::from_str(record).unwrap(), events);
        check_referral(&case, at(1_800_000_000_000))
    };
    let unreadable = Err(ImportFault::Unreadable);
    for (length, expected) in [(200, Ok(())), (201, unreadable)] {
        let long = "5".repeat(length);
        for number in ["9876543210", "5550101"] {
            assert_eq!(check(&record.replace(number, &long), &[]), expected, "{number}");
        }
        let corrected = |field: &str| {
            let text = format!(
                r#"{{"at":1790000000000,"saw":0,"kind":"corrected","field":"{field}","text":"{long}"}}"#
            );
            check(&record, &[&text])
        };
        assert_eq!(corrected("referredPhone"), expected);
        assert_eq!(corrected("notes"), Ok(()));
    }
    let note = |number: usize| {
        let (at, note) = (1_790_000_000_000 + number, "a".repeat(19_000));
        format!(r#"{{"at":{at},"saw":0,"kind":"noted","note":"{note}"}}"#)
    };
    let notes = |numbers: Range<usize>| {
        let texts: Vec<_> = numbers.map(note).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        Case::stored(serde_json::from_str(&record).unwrap(), &texts)
    };
    let check = |case: &Case| check_referral(case, at(1_800_000_000_000));
    assert_eq!((check(&notes(0..10)), check(&notes(0..11))), (Ok(()), unreadable));
    // One file after the other brings no more.
    let ids = notes(0..6).history().events().map(|stored| stored.id()).collect();
    let here = Known { referral: Some(notes(0..6)), imported: ids, ..Known::default() };
    let may = |copy: Range<usize>| {
        let after = notes(0..6).merge(&notes(copy));
        may_import(&here, &after, false, &staff("o", "owner", &[]), &policy())
    };
    assert_eq!((may(6..10), may(6..12)), (Ok(()), Err(RejectionCode::HistoryFull)));
}

/// Another award of as many points takes the entries of the first back, and makes others of the importer's.
#[test]
fn a_preview_says_what_nobody_should_overlook() {
    let case = |events: &[&str]| {
        let new = Case::submitted(serde_json::from_str(RECORD).unwrap());
        events.iter().fold(new, |case, event| case.evolve(&Event::read(event)))
    };
    let count = |before: Option<&[&str]>, after: &[&str]| {
        let mut import = Import::default();
        import.add_changes(before.map(case).as_ref(), &case(after));
        (import.awards, import.points_more, import.points_less, import.answers)
    };
    let award = r#"{"at":20,"saw":0,"by":"staff:m","kind":"points","points":5}"#;
    let again = r#"{"at":30,"saw":1,"by":"staff:x","kind":"points","points":5}"#;
    let less = r#"{"at":30,"saw":1,"by":"staff:x","kind":"points","points":3}"#;
    let noted = r#"{"at":30,"saw":1,"by":"staff:x","kind":"noted","note":"Called"}"#;
    let refused = r#"{"at":40,"saw":1,"by":"referred","kind":"consent","answer":"refused","way":"page","text":1}"#;
    let says_who = r#"{"at":40,"saw":1,"by":"referrer","kind":"says-who","text":"yes"}"#;
    assert_eq!(count(None, &[]), (0, 0, 0, 0));
    assert_eq!(count(None, &[award]), (1, 5, 0, 0));
    assert_eq!(count(Some(&[award]), &[award, noted]), (0, 0, 0, 0));
    assert_eq!(count(Some(&[award]), &[award, again]), (1, 0, 0, 0));
    assert_eq!(count(Some(&[award]), &[award, less]), (1, 0, 2, 0));
    assert_eq!(count(None, &[refused, says_who]), (0, 0, 0, 2));
    assert_eq!(count(Some(&[says_who]), &[refused, says_who]), (0, 0, 0, 1));
    assert_eq!(count(Some(&[refused]), &[refused, noted]), (0, 0, 0, 0));
    let told = r#"{"at":40,"saw":1,"by":"staff:m","kind":"consent","answer":"agreed","way":"telephone","text":1,"note":"She rang."}"#;
    let asked = told.replace("agreed", "asked");
    assert_eq!(count(None, &[told]), (0, 0, 0, 1));
    assert_eq!(count(None, &[&asked]), (0, 0, 0, 0));
}

/// A file may say that the number was another one all along. What somebody has said here would be somebody else's then.
#[test]
fn a_file_gives_nobody_what_another_person_has_said() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let withdrawn =
        r#"{"at":1790000000000,"saw":0,"by":"referred","kind":"withdrawn","note":"I have a job"}"#;
    let named = r#"{"at":1790000000000,"saw":0,"by":"staff:h","kind":"corrected","field":"referredName","text":"Bina","note":"Why"}"#;
    let noted = r#"{"at":1790000000000,"saw":0,"by":"staff:h","kind":"noted","note":"Hm"}"#;
    let number = |at: u64| {
        format!(
            r#"{{"at":{at},"saw":0,"by":"staff:m","kind":"corrected","field":"referredPhone","text":"9000000077","note":"Why"}}"#
        )
    };
    for (said, earlier) in [
        (withdrawn, Err(RejectionCode::AnswerStays)),
        (named, Err(RejectionCode::AnswerStays)),
        (noted, Ok(())),
    ] {
        let here = case(&[said]);
        let known = Known { referral: Some(here.clone()), ..Known::default() };
        let may = |at| {
            let after = here.clone().merge(&case(&[&number(at), said]));
            may_import(&known, &after, false, &manager(), &policy())
        };
        assert_eq!(may(1_780_000_000_001), earlier, "{said}");
        assert_eq!(may(1_790_000_000_001), Ok(()), "{said}");
    }
}

/// A file may say that the closing which ended an agreement was undone in time.
#[test]
fn a_file_makes_no_agreement_hold_again() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let agreed = r#"{"at":1790000000000,"saw":0,"by":"referred","kind":"consent","answer":"agreed","way":"page","text":1}"#;
    let declined =
        r#"{"at":1790000001000,"saw":1,"by":"staff:h","kind":"declined","reason":"no-answer"}"#;
    let reopened = r#"{"at":1790009000000,"saw":2,"by":"staff:m","kind":"reopened","stage":"received","note":"Why"}"#;
    let here = case(&[agreed, declined, reopened]);
    assert!(!Progress::of(&here).has_agreed());
    let undone = format!(
        r#"{{"at":1790000001500,"saw":3,"by":"staff:h","kind":"undone","target":"{}"}}"#,
        event_id(declined)
    );
    let after = here.clone().merge(&case(&[agreed, declined, reopened, &undone]));
    assert!(Progress::of(&after).has_agreed());
    let known = Known { referral: Some(here.clone()), ..Known::default() };
    for by in [manager(), staff("o", "owner", &[])] {
        let may = may_import(&known, &after, false, &by, &policy());
        assert_eq!(may, Err(RejectionCode::AnswerStays));
    }
    // Nor beside a question of that time, nor of one that is closed still.
    let asked = agreed.replace("agreed", "asked").replace("referred", "staff:m");
    let also = here.clone().merge(&case(&[agreed, &asked, declined, reopened, &undone]));
    let closed = case(&[agreed]).evolve(&Event::read(declined));
    let opened = closed.clone().evolve(&Event::read(&undone));
    for (before, after) in [(&here, also), (&closed, opened)] {
        assert!(Progress::of(&after).has_agreed());
        let known = Known { referral: Some(before.clone()), ..Known::default() };
        let may = may_import(&known, &after, false, &manager(), &policy());
        assert_eq!(may, Err(RejectionCode::AnswerStays));
    }
    // Nor beside another closing, which somebody undoes here at once.
    let anew = declined.replace("1790000001000", "1790009000000");
    let closed = case(&[agreed]).evolve(&Event::read(declined));
    assert!(!Progress::of(&closed).stage.is_open());
    let after = closed.clone().evolve(&Event::read(&undone)).evolve(&Event::read(&anew));
    assert!(!Progress::of(&after).stage.is_open());
    let known = Known { referral: Some(closed.clone()), ..Known::default() };
    let may = may_import(&known, &after, false, &manager(), &policy());
    assert_eq!(may, Err(RejectionCode::AnswerStays));
    // Nor while another agreement, or another number, hides the one that ended: somebody here undoes that afterwards.
    let told = agreed.replace("1790000000000", "1790009000001");
    let told = told.replace("referred", "staff:m").replace("page", "telephone");
    let number = r#"{"at":1790009000002,"saw":3,"by":"staff:m","kind":"corrected","field":"referredPhone","text":"9000000077","note":"Why"}"#;
    for hides in [told.as_str(), number] {
        let here = case(&[agreed, declined, reopened, hides]);
        let after = here.clone().merge(&case(&[agreed, declined, reopened, hides, &undone]));
        let known = Known { referral: Some(here), ..Known::default() };
        let may = may_import(&known, &after, false, &manager(), &policy());
        assert_eq!(may, Err(RejectionCode::AnswerStays), "{hides}");
    }
    let noted = r#"{"at":1790009000000,"saw":2,"by":"staff:m","kind":"noted","note":"Why"}"#;
    let after = closed.evolve(&Event::read(noted));
    assert_eq!(may_import(&known, &after, false, &manager(), &policy()), Ok(()));
    // What an owner's file says that they have said since is a new answer.
    let known = Known { referral: Some(here.clone()), ..Known::default() };
    let again = agreed.replace("1790000000000", "1790009000001");
    let after = here.clone().merge(&case(&[agreed, declined, reopened, &again]));
    assert!(Progress::of(&after).has_agreed());
    assert_eq!(may_import(&known, &after, false, &staff("o", "owner", &[]), &policy()), Ok(()));
}

/// Points make a referral Successful, and whoever declines it says why.
#[test]
fn nothing_is_moved_to_an_end() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |event: &str| Case::stored(serde_json::from_str(&record).unwrap(), &[event]);
    let now = at(1_800_000_000_000);
    let moved = r#"{"at":1790000000001,"saw":0,"kind":"moved","stage":"contacted"}"#;
    let reopened =
        r#"{"at":1790000000001,"saw":0,"kind":"reopened","stage":"contacted","note":"Why"}"#;
    for event in [moved, reopened] {
        assert_eq!(check_referral(&case(event), now), Ok(()));
        for end in ["successful", "declined", "withdrawn"] {
            let ends = check_referral(&case(&event.replace("contacted", end)), now);
            assert_eq!(ends, Err(ImportFault::Unreadable), "{event} {end}");
        }
    }
}

/// The person who was referred would get their part of the award again, which nobody counts here.
#[test]
fn a_file_makes_no_award_of_here_hold_again() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let undo = |target: &str, saw: u64| {
        let (target, at) = (event_id(target), 1_790_000_000_001 + saw);
        format!(r#"{{"at":{at},"saw":{saw},"by":"staff:m","kind":"undone","target":"{target}"}}"#)
    };
    let event = |text: &str| Event::read(text);
    // Also one that gives points to the person who was referred alone.
    for given in [20, 0] {
        let points = format!(
            r#"{{"at":1790000000001,"saw":0,"by":"staff:m","kind":"points","points":{given}}}"#
        );
        let undone = undo(&points, 1);
        let redone = undo(&undone, 2);
        let here = case(&[]).evolve(&event(&points)).evolve(&event(&undone));
        let after = here.clone().evolve(&event(&redone));
        assert_eq!(after.referral().points.get(), given);
        let known = Known { referral: Some(here), ..Known::default() };
        let may = may_import(&known, &after, false, &manager(), &policy());
        assert_eq!(may, Err(RejectionCode::SecondPersonNeeded), "{given}");
    }
}

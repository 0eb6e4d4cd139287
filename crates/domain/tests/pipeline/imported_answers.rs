//! What files say of the answers of whoever was referred.

use domain::event::{ConsentAnswer, ConsentWay, Stage};
use domain::history::event_id;
use domain::pipeline::{Known, PipelineCommand, Relation, may_import, refused_elsewhere, timeline};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use crate::consent::{answers, answers_by, refused, stands, undo, with};
use crate::support::{
    at, case, give, in_stage, last, manager, member, policy, progress, staff, status, submitted,
};

/// The evidence says to whom something was said, and about what.
#[test]
fn a_file_changes_nothing_of_what_somebody_has_agreed_to() {
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let noted =
        give(&submitted(), PipelineCommand::NoteAgreement { note: "Called" }, &manager(), 20);
    let owner = staff("o", "owner", &[]);
    for answered in [agreed, noted.unwrap()] {
        for (at, field, text, may) in [
            (19, "referredPhone", "5550102", Err(RejectionCode::AnswerStays)),
            (19, "service", "others", Err(RejectionCode::AnswerStays)),
            (19, "referredName", "Bina", Err(RejectionCode::AnswerStays)),
            (19, "notes", "She", Ok(())),
            (21, "referredPhone", "5550102", Ok(())),
        ] {
            let text = format!(
                r#"{{"at":{at},"saw":0,"kind":"corrected","field":"{field}","text":"{text}"}}"#
            );
            let after = with(&answered, &text);
            assert_eq!(may_import(&answered, &after, false, &owner, &policy()), may, "{text}");
        }
    }
}

/// A file can say anything of them, and nobody takes it back.
#[test]
fn only_owners_import_answers() {
    let owner = staff("o", "owner", &[]);
    for text in [
        r#"{"at":20,"saw":0,"by":"referred","kind":"consent","answer":"agreed","way":"page","text":1}"#,
        r#"{"at":20,"saw":0,"by":"referred","kind":"consent","answer":"refused","way":"page","text":1}"#,
        r#"{"at":20,"saw":0,"by":"referred","kind":"consent","answer":"agreed","way":"link","text":1}"#,
        r#"{"at":20,"saw":0,"by":"referred","kind":"consent","answer":"refused","way":"telephone","text":1}"#,
        r#"{"at":20,"saw":0,"by":"referrer","kind":"says-who","text":"yes"}"#,
    ] {
        let may =
            |by: &Viewer| may_import(&submitted(), &with(&submitted(), text), false, by, &policy());
        assert_eq!(may(&manager()), Err(RejectionCode::NotAllowed), "{text}");
        assert_eq!(may(&owner), Ok(()), "{text}");
        // What is here already is nothing new.
        let here = Known { referral: Some(with(&submitted(), text)), ..submitted() };
        let again = may_import(&here, &case(&here), false, &manager(), &policy());
        assert_eq!(again, Ok(()), "{text}");
    }
}

/// As when an older copy takes the place of a newer one.
#[test]
fn a_refusal_is_brought_from_another_copy() {
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let refuses = answers_by(&agreed, &ConsentAnswer::Refused, &ConsentWay::Page, "Not now", 30);
    let newer = refuses.unwrap();
    let brought = |here: &Known, there: &Known| refused_elsewhere(&case(here), &case(there));
    let event = brought(&agreed, &newer).unwrap();
    assert_eq!(event_id(&event.text()), last(&newer));
    let evolved = case(&agreed).evolve(&event);
    assert_eq!(evolved, case(&newer));
    // Not twice, and nothing else that was said.
    assert_eq!(brought(&newer, &newer), None);
    assert_eq!(brought(&submitted(), &agreed), None);
}

/// What another copy has closed may come in before a refusal.
#[test]
fn what_was_closed_before_a_refusal_stays_closed() {
    let refuses = |known: &Known| {
        let no = r#"{"at":20,"saw":1,"by":"referred","kind":"consent","answer":"refused","way":"page","text":1}"#;
        Known { referral: Some(with(known, no)), ..known.clone() }
    };
    let declined = in_stage("declined");
    let closing = last(&declined);
    let no = refuses(&declined);
    let after = undo(&no, &closing, &manager(), 30).unwrap();
    assert_eq!(progress(&after).stage, Stage::Declined);
    // Whoever referred sees nothing of it: only the person had a reason to close it again.
    let withdrawn = in_stage("withdrawn");
    let no = refuses(&withdrawn);
    assert!(progress(&no).is_refused());
    assert_eq!((progress(&no).stage, status(&no)), (Stage::Withdrawn, status(&withdrawn)));
    let made = Known { relation: Relation::Referrer, ..no.clone() };
    let entries = timeline(&made, &member(), &policy(), at(30)).unwrap();
    assert_eq!(entries.last().unwrap().progress, None);
    // But undoing the withdrawal opens nothing.
    let after = undo(&no, &last(&withdrawn), &manager(), 30).unwrap();
    assert_eq!(progress(&after).stage, Stage::Declined);
    let back = Known { relation: Relation::Referrer, do_not_contact: true, ..withdrawn.clone() };
    let back = undo(&back, &last(&withdrawn), &member(), 30);
    assert!(back.is_err() && back != refused(RejectionCode::ConsentRefused), "{back:?}");
    // Whoever answers after an award leaves it as it is.
    for stage in ["successful", "declined", "withdrawn"] {
        for said in [ConsentAnswer::Refused, ConsentAnswer::Agreed] {
            let answer = answers(&in_stage(stage), &said, 20);
            assert_eq!(answer, refused(RejectionCode::ConsentSettled), "{stage} {said:?}");
        }
    }
}

#[test]
fn a_file_takes_back_no_answer_and_opens_nothing_past_a_refusal() {
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let no = answers(&agreed, &ConsentAnswer::Refused, 30).unwrap();
    let owner = staff("o", "owner", &[]);
    let import =
        |known: &Known, text: &str| may_import(known, &with(known, text), false, &owner, &policy());
    let undone = |known: &Known| {
        format!(r#"{{"at":40,"saw":2,"kind":"undone","target":"{}"}}"#, last(known))
    };
    assert_eq!(import(&agreed, &undone(&agreed)), Err(RejectionCode::AnswerStays));
    assert_eq!(import(&no, &undone(&no)), Err(RejectionCode::AnswerStays));
    let said = |way: &str, answer: &str| {
        format!(
            r#"{{"at":40,"saw":2,"kind":"consent","answer":"{answer}","way":"{way}","text":1,"note":"She rang."}}"#
        )
    };
    // Nor does it note an agreement by telephone without saying how it came about.
    for empty in ["", r#","note":" ""#] {
        let unexplained = said("telephone", "agreed").replace(r#","note":"She rang.""#, empty);
        assert_eq!(import(&submitted(), &unexplained), Err(RejectionCode::NoteMissing));
    }
    assert_eq!(import(&submitted(), &said("telephone", "agreed")), Ok(()));
    let phone = r#"{"at":40,"saw":2,"kind":"corrected","field":"referredPhone","text":"5550102"}"#;
    assert_eq!(import(&no, phone), Err(RejectionCode::ConsentRefused));
    // Other copies may have gone on before the refusal came. That opens nothing.
    for text in [
        r#"{"at":40,"saw":2,"by":"staff:m","kind":"reopened","stage":"contacted"}"#,
        r#"{"at":40,"saw":2,"by":"staff:m","kind":"moved","stage":"contacted"}"#,
        r#"{"at":40,"saw":2,"kind":"called","outcome":"reached"}"#,
        &said("page", "agreed"),
        &said("telephone", "agreed"),
        &said("page", "asked"),
        &said("pigeon", "perhaps"),
    ] {
        assert_eq!(import(&no, text), Ok(()), "{text}");
        let after = Known { referral: Some(with(&no, text)), ..no.clone() };
        assert_eq!((progress(&after).stage, stands(&after)), (Stage::Declined, stands(&no)));
        assert_eq!(status(&after), ("Declined".to_owned(), 0), "{text}");
    }
}

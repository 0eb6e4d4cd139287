//! Whether whoever was referred may be told who referred them.

use domain::event::{ConsentAnswer, ConsentWay, CorrectedField, Event, Kind, Role};
use domain::pipeline::{
    Known, PipelineCommand, Relation, may_say_who, said_by, said_by_referrer, said_with,
};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use crate::support::{Answer, at, case, coordinator, give, last, manager, member, submitted};

fn say(known: &Known, says: bool, note: &str, by: &Viewer) -> Answer {
    give(known, PipelineCommand::SayWho { says, note }, by, 30)
}

/// A referral whose referrer said so as they submitted it.
fn with(says: bool, by: &Viewer) -> Known {
    let known = submitted();
    let new = case(&known);
    let said = said_by_referrer(new.referral(), says, by, at(7));
    let referral = Some(said.iter().fold(new, |case, said| case.evolve(said)));
    Known { referral, relation: Relation::Referrer, ..known }
}

#[test]
fn whoever_says_nothing_is_not_named() {
    for by in [member(), Viewer::Guest] {
        assert!(!may_say_who(&case(&with(false, &by))));
        let yes = case(&with(true, &by));
        assert!(may_say_who(&yes));
        assert_eq!(said_with(&yes), said_by(&yes).pop());
    }
    assert!(said_by(&case(&with(false, &member()))).is_empty());
}

#[test]
fn the_referrer_may_say_otherwise_at_any_time_and_staff_note_how_they_know() {
    let known = with(true, &member());
    let no = say(&known, false, "", &member()).unwrap();
    assert!(!may_say_who(&case(&no)));
    assert_eq!(say(&no, false, "", &member()), Ok(no.clone()), "nothing changes");
    assert_eq!(say(&no, true, " ", &coordinator()), Err(vec![RejectionCode::NoteMissing]));
    let yes = say(&no, true, " They called ", &coordinator()).unwrap();
    assert!(may_say_who(&case(&yes)));
    let note = Some("They called".to_owned());
    assert_eq!(case(&yes).history().events().last().unwrap().event.kind.note(), note.as_deref());
    // What staff noted is not what the referrer wrote, and comes later than the submission.
    assert_eq!(said_by(&case(&yes)).len(), 2);
    assert!(matches!(said_with(&case(&yes)).unwrap().kind, Kind::SaysWho { says: true, .. }));
    let own = Known { concerns_actor: true, ..no };
    assert_eq!(say(&own, true, "Me", &manager()), Err(vec![RejectionCode::OwnReferral]));
}

/// A number is corrected because it was mistyped: the answer is about who refers, and stays.
#[test]
fn a_correction_keeps_the_answer_and_nobody_undoes_it() {
    let known = with(true, &member());
    let correct = PipelineCommand::Correct {
        field: CorrectedField::ReferredPhone,
        text: "5550102",
        own_number: false,
        note: "",
    };
    let corrected = give(&known, correct, &member(), 20).unwrap();
    assert!(may_say_who(&case(&corrected)));
    let no = say(&corrected, false, "", &member()).unwrap();
    let undo = PipelineCommand::Undo {
        target: &last(&no),
        note: "Why",
        own_number: false,
        is_staff: true,
    };
    for by in [member(), manager()] {
        assert_eq!(give(&no, undo, &by, 21), Err(vec![RejectionCode::AnswerStays]));
    }
}

#[test]
fn who_came_by_a_link_is_told_no_more_than_its_page_says() {
    let known = with(false, &member());
    let kind =
        Kind::Consent { answer: ConsentAnswer::Agreed, way: ConsentWay::Link, text: 1, note: None };
    let agreed = Event { at: at(7), saw: 0, by: Some(Role::Referred), kind };
    let known = Known { referral: known.referral.map(|case| case.evolve(&agreed)), ..known };
    for by in [member(), manager()] {
        assert_eq!(say(&known, true, "Why", &by), Err(vec![RejectionCode::NotAllowed]));
    }
    // Nor by a file that says otherwise.
    let kind = Kind::SaysWho { says: true, note: None };
    let says = Event { at: at(8), saw: 1, by: Some(Role::Referrer), kind };
    assert!(!may_say_who(&case(&known).evolve(&says)));
}

#[test]
fn whoever_has_said_a_lot_may_still_say_that_they_are_not_named() {
    let mut known = with(true, &member());
    for (now, says) in (21..).zip([false, true].into_iter().cycle()).take(400) {
        match give(&known, PipelineCommand::SayWho { says, note: "" }, &member(), now) {
            Ok(after) => known = after,
            Err(codes) => {
                assert_eq!((codes, says), (vec![RejectionCode::HistoryFull], true));
                assert!(!may_say_who(&case(&known)));
                return;
            }
        }
    }
    panic!("no limit");
}

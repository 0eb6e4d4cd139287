//! What the person who was referred says about being called, and that nobody goes past their refusal.

use domain::case::Case;
use domain::event::{ConsentAnswer, ConsentWay, CorrectedField, Kind, Reason, Role, Stage};
use domain::history::event_id;
use domain::limits::UNDO_BY_AUTHOR_MS;
use domain::pipeline::{
    CONSENT_LANGUAGES, CONSENT_TEXT, CONSENT_TEXTS, Command, Known, PipelineCommand, Relation,
    consent_text, decide, may_ask_to_be_called, timeline, unwanted,
};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use crate::support::{
    Answer, Strict, at, case, command, coordinator, give, in_stage, last, manager, member, policy,
    progress, staff, status, submitted,
};

pub(crate) fn refused<T>(code: RejectionCode) -> Result<T, Vec<RejectionCode>> {
    Err(vec![code])
}

/// What the person says on their page, without an account.
pub(crate) fn answers(known: &Known, answer: &ConsentAnswer, now: u64) -> Answer {
    answers_by(known, answer, &ConsentWay::Page, "", now)
}

pub(crate) fn answers_by(
    known: &Known,
    answer: &ConsentAnswer,
    way: &ConsentWay,
    note: &str,
    now: u64,
) -> Answer {
    let theirs = Known { relation: Relation::Referred, ..known.clone() };
    let answer = PipelineCommand::Answer { answer, way, text: CONSENT_TEXT, note };
    let after = give(&theirs, answer, &Viewer::Guest, now)?;
    Ok(Known { relation: known.relation, ..after })
}

/// Whoever agreed, agreed to a call about the service that they were shown.
#[test]
fn an_agreement_to_one_service_is_none_to_another() {
    let correct = |known: &Known, field, text: &str, now: u64| {
        let correct = PipelineCommand::Correct { field, text, note: "Why", own_number: false };
        give(known, correct, &coordinator(), now)
    };
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let named = correct(&agreed, CorrectedField::ReferredName, "Bina", 30).unwrap();
    assert_eq!(stands(&named), stands(&agreed));
    let other = correct(&agreed, CorrectedField::Service, "others", 30).unwrap();
    assert_eq!(stands(&other), None);
}

/// They could not take it back while it was closed, whatever opens it again.
#[test]
fn whoever_agreed_is_asked_again_when_it_is_reopened() {
    const LATE: u64 = 30 + UNDO_BY_AUTHOR_MS;
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let decline = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    let closed = give(&agreed, decline, &manager(), 30).unwrap();
    assert_eq!(stands(&closed), stands(&agreed));
    let reopen = PipelineCommand::Reopen { note: "They called" };
    let open = give(&closed, reopen, &manager(), 40).unwrap();
    assert_eq!((progress(&open).stage, stands(&open)), (Stage::Received, None));
    // A closing that is taken back at once was none.
    let back = undo(&closed, &last(&closed), &manager(), LATE - 1).unwrap();
    assert_eq!(stands(&back), stands(&agreed));
    let late = undo(&closed, &last(&closed), &manager(), LATE).unwrap();
    assert_eq!((progress(&late).stage, stands(&late)), (Stage::Received, None));
    // Nor does it come back with the reopening that is taken back.
    let twice = undo(&open, &last(&open), &manager(), LATE).unwrap();
    assert_eq!(progress(&twice).stage, Stage::Declined);
    let twice = undo(&twice, &last(&closed), &manager(), LATE + 1).unwrap();
    assert_eq!((progress(&twice).stage, stands(&twice)), (Stage::Received, None));
    let moved = r#"{"at":50,"saw":2,"by":"staff:m","kind":"moved","stage":"contacted"}"#;
    let history = case(&closed).history();
    let texts: Vec<_> = history.texts().chain([moved]).collect();
    let moved = Case::stored(case(&submitted()).referral().clone(), &texts);
    let moved = Known { referral: Some(moved), ..closed };
    assert_eq!((progress(&moved).stage, stands(&moved)), (Stage::Contacted, None));
}

/// Each of the three is done within the time that its author has, but the referral was closed for long.
#[test]
fn an_ended_agreement_does_not_come_back_by_undoing_an_undoing() {
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let decline = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    let closed = give(&agreed, decline, &manager(), 30).unwrap();
    let open = undo(&closed, &last(&closed), &manager(), 31).unwrap();
    assert_eq!(stands(&open), stands(&agreed));
    let closed = undo(&open, &last(&open), &manager(), 32).unwrap();
    assert_eq!(progress(&closed).stage, Stage::Declined);
    let soon = undo(&closed, &last(&closed), &manager(), 33).unwrap();
    assert_eq!((progress(&soon).stage, stands(&soon)), (Stage::Received, stands(&agreed)));
    let late = undo(&closed, &last(&closed), &manager(), 32 + UNDO_BY_AUTHOR_MS).unwrap();
    assert_eq!((progress(&late).stage, stands(&late)), (Stage::Received, None));
}

/// The asking is on record, and is not written a second time.
#[test]
fn whoever_is_asked_after_an_agreement_has_ended_was_asked() {
    let ask = |known: &Known, now| give(known, PipelineCommand::Ask, &manager(), now).unwrap();
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    // Asked by another copy, while they still agreed.
    let text = r#"{"at":25,"saw":1,"kind":"consent","answer":"asked","way":"page","text":1}"#;
    let agreed = Known { referral: Some(with(&agreed, text)), ..agreed };
    assert_eq!(stands(&agreed), Some((ConsentAnswer::Agreed, 20, ConsentWay::Page)));
    let decline = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    let closed = give(&agreed, decline, &manager(), 30).unwrap();
    let open =
        give(&closed, PipelineCommand::Reopen { note: "They called" }, &manager(), 40).unwrap();
    let field = CorrectedField::ReferredPhone;
    let correct =
        PipelineCommand::Correct { field, text: "5550102", note: "Wrong", own_number: false };
    let other = give(&agreed, correct, &manager(), 40).unwrap();
    for ended in [open, other] {
        assert_eq!(stands(&ended), None);
        let asked = ask(&ended, 50);
        assert_eq!(stands(&asked), Some((ConsentAnswer::Asked, 50, ConsentWay::Page)));
        let again = ask(&asked, 60);
        assert_eq!(case(&again).history().len(), case(&asked).history().len());
        let anew = answers(&asked, &ConsentAnswer::Agreed, 70).unwrap();
        assert_eq!(stands(&anew), Some((ConsentAnswer::Agreed, 70, ConsentWay::Page)));
    }
}

/// The referral with one more event, as a file brings it.
pub(crate) fn with(known: &Known, text: &str) -> Case {
    let history = case(known).history();
    let texts: Vec<_> = history.texts().chain([text]).collect();
    Case::stored(case(known).referral().clone(), &texts)
}

pub(crate) fn undo(known: &Known, target: &str, by: &Viewer, now: u64) -> Answer {
    let undo = PipelineCommand::Undo { target, note: "Why", own_number: false, is_staff: true };
    give(known, undo, by, now)
}

/// Where the consent stands: the answer, its time and its way.
pub(crate) fn stands(known: &Known) -> Option<(ConsentAnswer, u64, ConsentWay)> {
    progress(known).consent.map(|it| {
        assert_eq!(it.text, CONSENT_TEXT);
        (it.answer, it.at.as_millis(), it.way)
    })
}

/// Somebody has agreed to exactly these words. If this test fails, add a text instead of changing one.
#[test]
fn a_text_that_was_released_is_not_edited() {
    let known = ["7a715b487b227794", "59bac733932d2a71", "3ac600e53a6c4517", "6feeb9d1190b511e"];
    let found: Vec<_> = CONSENT_TEXTS.iter().map(|text| event_id(text)).collect();
    assert_eq!(found, known);
    assert_eq!(CONSENT_LANGUAGES, [("en", 1), ("ar", 2), ("hi", 3), ("ta", 4)]);
    assert_eq!((consent_text(0), consent_text(5), consent_text(u64::MAX)), (None, None, None));
}

/// Each language has a text of its own, and a yes to one is a yes to all: the others say the same.
#[test]
fn somebody_agrees_to_the_text_of_the_language_that_they_read() {
    let theirs = Known { relation: Relation::Referred, ..submitted() };
    let agree = |known: &Known, text: u64, now: u64| {
        let (answer, way) = (&ConsentAnswer::Agreed, &ConsentWay::Page);
        let answer = PipelineCommand::Answer { answer, way, text, note: "" };
        give(known, answer, &Viewer::Guest, now)
    };
    for (language, text) in CONSENT_LANGUAGES {
        let agreed = agree(&theirs, *text, 20).unwrap();
        assert_eq!(progress(&agreed).consent.unwrap().text, *text, "{language}");
        for (_, other) in CONSENT_LANGUAGES {
            assert_eq!(agree(&agreed, *other, 30), Ok(agreed.clone()), "{language}");
        }
    }
    for text in [0, 5] {
        assert_eq!(agree(&theirs, text, 20), refused(RejectionCode::AnswerUnknown));
    }
}

#[test]
fn whoever_is_never_to_be_contacted_asks_to_be_called_only_by_taking_that_back() {
    for (never, takes_back, may) in
        [(false, false, true), (false, true, true), (true, false, false), (true, true, true)]
    {
        assert_eq!(may_ask_to_be_called(never, takes_back), may, "{never} {takes_back}");
    }
}

#[test]
fn somebody_is_asked_and_answers_and_answers_otherwise() {
    assert_eq!(stands(&submitted()), None);
    let asked = give(&submitted(), PipelineCommand::Ask, &coordinator(), 20).unwrap();
    assert_eq!(stands(&asked), Some((ConsentAnswer::Asked, 20, ConsentWay::Page)));
    assert_eq!(give(&asked, PipelineCommand::Ask, &coordinator(), 25), Ok(asked.clone()));
    let note = "After six, in Malayalam";
    let agreed = answers_by(&asked, &ConsentAnswer::Agreed, &ConsentWay::Page, note, 30).unwrap();
    assert_eq!(stands(&agreed), Some((ConsentAnswer::Agreed, 30, ConsentWay::Page)));
    assert_eq!(progress(&agreed).stage, Stage::Received);
    let history = case(&agreed).history();
    let event = &history.events().last().unwrap().event;
    assert_eq!((event.by.clone(), event.kind.note()), (Some(Role::Referred), Some(note)));
    // Saying the same again is no event, and asking again takes no answer away.
    assert_eq!(answers(&agreed, &ConsentAnswer::Agreed, 40), Ok(agreed.clone()));
    assert_eq!(give(&agreed, PipelineCommand::Ask, &coordinator(), 40), Ok(agreed.clone()));
    let no = answers(&agreed, &ConsentAnswer::Refused, 50).unwrap();
    assert_eq!(stands(&no), Some((ConsentAnswer::Refused, 50, ConsentWay::Page)));
    assert_eq!(progress(&no).reason, Some(Reason::Refused));
    assert_eq!(status(&no), ("Declined".to_owned(), 0));
    let sentence = progress(&no).sentence(&no.programme).to_owned();
    assert_eq!(sentence, no.programme.sentence(&Reason::Duplicate));
    for late in [ConsentAnswer::Refused, ConsentAnswer::Agreed] {
        assert_eq!(answers(&no, &late, 60), refused(RejectionCode::ConsentSettled));
    }
}

#[test]
fn only_the_person_answers_and_only_in_ways_that_are_theirs() {
    let theirs = Known { relation: Relation::Referred, ..submitted() };
    for (answer, way) in [
        (ConsentAnswer::Asked, ConsentWay::Page),
        (ConsentAnswer::Other("perhaps".to_owned()), ConsentWay::Page),
        (ConsentAnswer::Agreed, ConsentWay::Telephone),
        (ConsentAnswer::Agreed, ConsentWay::Other("pigeon".to_owned())),
    ] {
        let answer = answers_by(&submitted(), &answer, &way, "", 20);
        assert_eq!(answer, refused(RejectionCode::AnswerUnknown), "{way:?}");
    }
    let link = answers_by(&theirs, &ConsentAnswer::Agreed, &ConsentWay::Link, "", 20).unwrap();
    assert_eq!(stands(&link), Some((ConsentAnswer::Agreed, 20, ConsentWay::Link)));
    // Whoever holds no page, and is not logged in, is told nothing.
    let (answer, way) = (&ConsentAnswer::Refused, &ConsentWay::Page);
    let answer = PipelineCommand::Answer { answer, way, text: CONSENT_TEXT, note: "" };
    assert_eq!(give(&submitted(), answer, &Viewer::Guest, 20), refused(RejectionCode::NotLoggedIn));
    let made = Known { relation: Relation::Referrer, ..submitted() };
    assert_eq!(give(&made, answer, &member(), 20), refused(RejectionCode::NotAllowed));
}

/// Noting an agreement earns nobody anything by itself, but it opens the way to an award.
#[test]
fn an_agreement_by_telephone_is_noted_by_whoever_may_award_with_a_reason() {
    let note = |known: &Known, by: &Viewer, note: &str| {
        give(known, PipelineCommand::NoteAgreement { note }, by, 20)
    };
    let noted = note(&submitted(), &manager(), " Called on Monday ").unwrap();
    assert_eq!(stands(&noted), Some((ConsentAnswer::Agreed, 20, ConsentWay::Telephone)));
    let history = case(&noted).history();
    assert_eq!(history.events().last().unwrap().event.kind.note(), Some("Called on Monday"));
    assert_eq!(note(&submitted(), &manager(), " "), refused(RejectionCode::NoteMissing));
    assert_eq!(note(&submitted(), &coordinator(), "Called"), refused(RejectionCode::NotAllowed));
    for own in [
        Known { concerns_actor: true, ..submitted() },
        Known { concerns_rival: true, ..submitted() },
    ] {
        assert_eq!(note(&own, &manager(), "Called"), refused(RejectionCode::OwnReferral));
        // Neither does one who is a party to it bring back what a colleague has taken back.
        let target = last(&noted);
        let undone = undo(&noted, &target, &manager(), 30).unwrap();
        let undone = Known { concerns_actor: own.concerns_actor, ..undone };
        let undone = Known { concerns_rival: own.concerns_rival, ..undone };
        let back = undo(&undone, &last(&undone), &manager(), 40);
        assert_eq!(back, refused(RejectionCode::OwnReferral));
    }
    // The same for whoever may not award.
    let undone = undo(&noted, &last(&noted), &manager(), 30).unwrap();
    assert_eq!(stands(&undone), None);
    assert_eq!(
        undo(&undone, &last(&undone), &coordinator(), 40),
        refused(RejectionCode::NotAllowed)
    );
    let again = undo(&undone, &last(&undone), &manager(), 40).unwrap();
    assert_eq!(stands(&again), stands(&noted));
    // Whoever agreed by telephone may say so themselves, which is the better evidence.
    let theirs = answers(&again, &ConsentAnswer::Agreed, 50).unwrap();
    assert_eq!(stands(&theirs), Some((ConsentAnswer::Agreed, 50, ConsentWay::Page)));
}

#[test]
fn nobody_but_the_person_goes_past_a_refusal() {
    let qualified = in_stage("qualified");
    let moved = last(&qualified);
    let no = answers(&qualified, &ConsentAnswer::Refused, 20).unwrap();
    let refusal = last(&no);
    let owner = staff("o", "owner", &[]);
    for by in [coordinator(), manager(), owner] {
        assert_eq!(undo(&no, &refusal, &by, 30), refused(RejectionCode::AnswerStays));
        let entries = timeline(&no, &by, &policy(), at(30)).unwrap();
        assert!(!entries.last().unwrap().can_undo);
    }
    let reopen = PipelineCommand::Reopen { note: "They called" };
    assert_eq!(give(&no, reopen, &manager(), 30), refused(RejectionCode::ConsentRefused));
    let agreed = PipelineCommand::NoteAgreement { note: "They called" };
    assert_eq!(give(&no, agreed, &manager(), 30), refused(RejectionCode::ConsentRefused));
    let to = PipelineCommand::Move { stage: &Stage::Contacted };
    assert_eq!(give(&no, to, &manager(), 30), refused(RejectionCode::StageClosed));
    // What came before may be taken back, and opens nothing.
    let before = undo(&no, &moved, &manager(), 30).unwrap();
    assert_eq!((progress(&before).stage, stands(&before)), (Stage::Declined, stands(&no)));
    // An award of what was done for them before is no call; taking it back opens nothing either.
    let points = Command::SavePoints { points: "5", note: "", is_staff: true };
    let awarded = command(&no, &points, &manager(), 30).unwrap();
    assert_eq!(progress(&awarded).stage, Stage::Successful);
    assert_eq!(give(&awarded, reopen, &manager(), 40), refused(RejectionCode::ConsentRefused));
    let taken = undo(&awarded, &last(&awarded), &manager(), 40).unwrap();
    assert_eq!(progress(&taken).stage, Stage::Declined);
}

/// By correcting it to a guess they could tell whether that is the one.
#[test]
fn whoever_does_not_see_the_number_does_not_correct_it() {
    let correct = |known: &Known, by: &Viewer| {
        let field = CorrectedField::ReferredPhone;
        let correct =
            PipelineCommand::Correct { field, text: "5550102", note: "Why", own_number: false };
        let decided = decide(known, &Command::Pipeline(correct), by, &Strict, at(30));
        decided.map(drop).map_err(|it| it.codes().to_vec())
    };
    assert_eq!(correct(&submitted(), &coordinator()), refused(RejectionCode::NotAllowed));
    assert_eq!(correct(&submitted(), &manager()), Ok(()));
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    assert_eq!(correct(&agreed, &coordinator()), Ok(()));
}

/// Whoever agreed, agreed for their own number.
#[test]
fn another_number_has_not_agreed_but_a_refusal_stays() {
    let correct = |known: &Known, text: &str, now: u64| {
        let field = CorrectedField::ReferredPhone;
        let correct = PipelineCommand::Correct { field, text, note: "Why", own_number: false };
        give(known, correct, &coordinator(), now)
    };
    let agreed = answers(&submitted(), &ConsentAnswer::Agreed, 20).unwrap();
    let other = correct(&agreed, "5550102", 30).unwrap();
    assert_eq!(stands(&other), None);
    let back = undo(&other, &last(&other), &coordinator(), 40).unwrap();
    assert_eq!(stands(&back), stands(&agreed));
    // The other number agrees, and then it is the first one again.
    let theirs = answers(&other, &ConsentAnswer::Agreed, 50).unwrap();
    assert_eq!(stands(&theirs), Some((ConsentAnswer::Agreed, 50, ConsentWay::Page)));
    let back = undo(&theirs, &last(&other), &coordinator(), 60).unwrap();
    assert_eq!(stands(&back), None);
    let no = answers(&submitted(), &ConsentAnswer::Refused, 20).unwrap();
    assert_eq!(correct(&no, "5550102", 30), refused(RejectionCode::ConsentRefused));
    // Nor by undoing what was corrected before.
    let theirs = answers(&other, &ConsentAnswer::Refused, 50).unwrap();
    let back = undo(&theirs, &last(&other), &manager(), 60);
    assert_eq!(back, refused(RejectionCode::ConsentRefused));
}

#[test]
fn what_is_asked_or_noted_is_undone_by_the_usual_rules() {
    let made = Known { relation: Relation::Referrer, ..submitted() };
    let asked = give(&made, PipelineCommand::Ask, &member(), 20).unwrap();
    let undone = undo(&asked, &last(&asked), &member(), 30).unwrap();
    assert_eq!(stands(&undone), None);
    // A refused referral looks to its referrer like any that is closed.
    let no = answers(&asked, &ConsentAnswer::Refused, 30).unwrap();
    let again = decide(&no, &Command::Pipeline(PipelineCommand::Ask), &member(), &policy(), at(40));
    assert_eq!(again.unwrap_err().codes(), [RejectionCode::StageClosed]);
    let kinds = case(&no).history();
    assert!(kinds.events().all(|stored| matches!(stored.event.kind, Kind::Consent { .. })));
}

#[test]
fn a_referral_of_somebody_who_is_never_to_be_contacted_is_closed_and_stays_so() {
    for stage in ["received", "contacted", "qualified", "in-progress"] {
        let open = Known { do_not_contact: true, ..in_stage(stage) };
        let event = unwanted(&case(&open), at(20)).unwrap();
        let closed = Known { referral: Some(case(&open).evolve(&event)), ..open.clone() };
        assert_eq!(progress(&closed).reason, Some(Reason::DoNotContact), "{stage}");
        assert_eq!(unwanted(&case(&closed), at(30)), None);
        let reopen = PipelineCommand::Reopen { note: "They called" };
        assert_eq!(give(&closed, reopen, &manager(), 30), refused(RejectionCode::ConsentRefused));
        let undone = undo(&closed, &last(&closed), &manager(), 30);
        assert_eq!(undone, refused(RejectionCode::ConsentRefused), "{stage}");
        let note = PipelineCommand::Note { note: "They called" };
        assert!(give(&closed, note, &manager(), 30).is_ok());
    }
    for stage in ["successful", "declined", "withdrawn"] {
        assert_eq!(unwanted(&case(&in_stage(stage)), at(20)), None, "{stage}");
    }
    // Or nobody could take an award back.
    let awarded = Known { do_not_contact: true, ..in_stage("successful") };
    undo(&awarded, &last(&awarded), &manager(), 30).unwrap();
}

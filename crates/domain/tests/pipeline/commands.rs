//! What each command does, and how it is undone.

use domain::account::DecisionPolicy;
use domain::event::{CallOutcome, CorrectedField, Reason, Side, Stage};
use domain::limits::UNDO_BY_AUTHOR_MS;
use domain::mobile::MobileNumber;
use domain::pipeline::{
    Command, Known, PipelineCommand, ProgrammeSettings, Relation, decide, timeline,
};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use crate::support::{
    at, command, coordinator, give, in_stage, last, manager, member, policy, progress, staff,
    status, submitted, task,
};

#[test]
fn a_stage_has_its_date_and_the_records_status() {
    for (stage, record) in [
        ("received", "Pending"),
        ("contacted", "Pending"),
        ("in-progress", "Pending"),
        ("successful", "Successful"),
        ("declined", "Declined"),
        ("withdrawn", "Withdrawn"),
    ] {
        let known = in_stage(stage);
        let progress = progress(&known);
        assert_eq!(progress.stage.as_str(), stage);
        assert_eq!(progress.since, at(if stage == "received" { 7 } else { 10 }));
        assert_eq!(status(&known).0, record, "{stage}");
    }
}

#[test]
fn a_closed_referral_is_reopened_where_it_was() {
    let open = in_stage("qualified");
    let decline = PipelineCommand::Decline { reason: &Reason::Terms, note: "" };
    let closed = give(&open, decline, &coordinator(), 20).unwrap();
    assert_eq!(progress(&closed).reason, Some(Reason::Terms));
    let again = give(&closed, PipelineCommand::Reopen { note: "They called back" }, &manager(), 30)
        .unwrap();
    assert_eq!((progress(&again).stage, progress(&again).reason), (Stage::Qualified, None));
    assert_eq!(status(&again), ("Pending".to_owned(), 0));
}

#[test]
fn a_note_is_needed_where_something_has_to_be_explained() {
    let open = in_stage("received");
    let missing = Err(vec![RejectionCode::NoteMissing]);
    let decline =
        |reason, note| give(&open, PipelineCommand::Decline { reason, note }, &coordinator(), 20);
    assert_eq!(decline(&Reason::Other, " "), missing);
    assert!(decline(&Reason::Other, "A rival").is_ok());
    assert!(decline(&Reason::Duplicate, "").is_ok());
    assert_eq!(give(&open, PipelineCommand::Withdraw { note: "" }, &coordinator(), 20), missing);
    assert_eq!(give(&open, PipelineCommand::Note { note: "\n" }, &coordinator(), 20), missing);
    let closed = in_stage("declined");
    assert_eq!(give(&closed, PipelineCommand::Reopen { note: "" }, &manager(), 20), missing);
}

#[test]
fn a_correction_is_shown_and_what_was_submitted_stays() {
    let own = Known { relation: Relation::Referrer, ..in_stage("received") };
    let correct = |field, text| {
        give(
            &own,
            PipelineCommand::Correct { field, text, note: "", own_number: false },
            &member(),
            20,
        )
    };
    let corrected = correct(CorrectedField::ReferredName, " Bi\nnu ").unwrap();
    let case = corrected.referral.as_ref().unwrap();
    assert_eq!(case.corrected().referred_name, "Binu");
    assert_eq!(case.referral().referred_name, "Binu");
    let corrected = correct(CorrectedField::Service, "others").unwrap();
    let case = corrected.referral.as_ref().unwrap();
    assert_eq!(
        (case.corrected().service.value(), case.referral().service.value()),
        ("others", "training")
    );
    let refused = |field, text| correct(field, text).unwrap_err();
    assert_eq!(refused(CorrectedField::ReferredName, " "), [RejectionCode::ReferredNameMissing]);
    assert_eq!(refused(CorrectedField::Service, "magic"), [RejectionCode::ServiceUnknown]);
}

/// A field that cannot be read in the record, or is not shown, was forgotten somewhere.
#[test]
fn every_field_that_can_be_corrected_is_shown_as_corrected() {
    let known = in_stage("received");
    for &field in CorrectedField::ALL {
        let text = if field == CorrectedField::Service { "others" } else { "Zoya" };
        let correct = PipelineCommand::Correct { field, text, note: "Asked", own_number: false };
        let corrected = give(&known, correct, &coordinator(), 20).unwrap();
        let shown = corrected.referral.unwrap().corrected();
        assert_eq!(field.of(&shown), text, "{field:?}");
        let record = serde_json::to_value(shown).unwrap();
        assert_eq!(record[field.as_str()], text, "{field:?}");
        assert_eq!(CorrectedField::parse(field.as_str()), Some(field));
    }
}

/// A correction of the service takes a referral out of its coordinator's hands.
#[test]
fn a_corrected_service_decides_which_coordinators_see_a_referral() {
    let known = in_stage("received");
    let to = PipelineCommand::Correct {
        field: CorrectedField::Service,
        text: "others",
        note: "Asked",
        own_number: false,
    };
    let moved = give(&known, to, &coordinator(), 20).unwrap();
    let gone = Err(vec![RejectionCode::ReferralGone]);
    assert_eq!(give(&moved, PipelineCommand::Note { note: "Hm" }, &coordinator(), 30), gone);
    assert_eq!(
        command(
            &moved,
            &Command::SavePoints { points: "1", note: "", is_staff: true },
            &coordinator(),
            30
        ),
        gone
    );
}

#[test]
fn an_event_is_undone_by_its_author_for_ten_minutes_and_by_a_manager_always() {
    let declined = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    let known = give(&submitted(), declined, &coordinator(), 10).unwrap();
    let target = last(&known);
    let undo = |actor: &Viewer, note, now| {
        give(
            &known,
            PipelineCommand::Undo { target: &target, note, own_number: false, is_staff: true },
            actor,
            now,
        )
    };
    let (soon, late) = (10 + UNDO_BY_AUTHOR_MS - 1, 10 + UNDO_BY_AUTHOR_MS);
    let undone = undo(&coordinator(), "", soon).unwrap();
    assert_eq!(
        (progress(&undone).stage, status(&undone).0),
        (Stage::Received, "Pending".to_owned())
    );
    assert_eq!(undo(&coordinator(), "Why", late), Err(vec![RejectionCode::TooLate]));
    let colleague = staff("c", "coordinator", &["training"]);
    assert_eq!(undo(&colleague, "Why", soon), Err(vec![RejectionCode::NotAllowed]));
    assert!(undo(&manager(), "", soon).is_ok());
    assert_eq!(undo(&manager(), "", late), Err(vec![RejectionCode::NoteMissing]));
    assert!(undo(&manager(), "They did answer", late).is_ok());
    // Undoing the undoing is doing it again; and the event is gone only once.
    let gone = Err(vec![RejectionCode::EventGone]);
    assert_eq!(
        give(
            &undone,
            PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff: true },
            &coordinator(),
            soon
        ),
        gone
    );
    let again = PipelineCommand::Undo {
        target: &last(&undone),
        note: "",
        own_number: false,
        is_staff: true,
    };
    let redone = give(&undone, again, &coordinator(), soon).unwrap();
    assert_eq!(progress(&redone).stage, Stage::Declined);
}

#[test]
fn a_referrer_undoes_their_withdrawal_and_nobody_elses_events() {
    let own = |known| Known { relation: Relation::Referrer, ..known };
    let withdrawn =
        give(&own(submitted()), PipelineCommand::Withdraw { note: "" }, &member(), 10).unwrap();
    let target = last(&withdrawn);
    let undone = give(
        &withdrawn,
        PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff: true },
        &member(),
        20,
    );
    assert_eq!(progress(&undone.unwrap()).stage, Stage::Received);
    let moved = own(in_stage("contacted"));
    let target = last(&moved);
    let refused = give(
        &moved,
        PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff: true },
        &member(),
        20,
    );
    assert_eq!(refused, Err(vec![RejectionCode::NotAllowed]));
}

/// A number was wrong, and is corrected: whoever has the right one sees nothing of what was done
/// with whoever had the wrong one, nor undoes it; and the other way round once that is undone.
#[test]
fn a_referred_person_does_not_see_who_had_the_number_before() {
    let about = |known: Known| Known { relation: Relation::Referred, ..known };
    let seen = |known: &Known| {
        let known = Known { relation: Relation::Referred, ..known.clone() };
        let events = timeline(&known, &member(), &policy(), at(99)).unwrap();
        events.into_iter().map(|it| it.event.kind.as_str().to_owned()).collect::<Vec<_>>()
    };
    let phone = |text| PipelineCommand::Correct {
        field: CorrectedField::ReferredPhone,
        text,
        own_number: false,
        note: "A slip",
    };
    let undo = |known: &Known, target: &str, actor: &Viewer, now| {
        give(
            known,
            PipelineCommand::Undo { target, note: "Why", own_number: false, is_staff: true },
            actor,
            now,
        )
    };
    let withdrawn = PipelineCommand::Withdraw { note: "Not me" };
    let withdrawn = give(&about(submitted()), withdrawn, &member(), 10).unwrap();
    let theirs = last(&withdrawn);
    assert_eq!(seen(&withdrawn), ["withdrawn"]);
    let corrected = give(&withdrawn, phone("5550102"), &manager(), 11).unwrap();
    let correction = last(&corrected);
    assert_eq!(seen(&corrected), [""; 0]);
    assert_eq!(undo(&corrected, &theirs, &member(), 12), Err(vec![RejectionCode::EventGone]));
    let reopened =
        give(&corrected, PipelineCommand::Reopen { note: "Now" }, &manager(), 13).unwrap();
    let again =
        give(&reopened, PipelineCommand::Withdraw { note: "Nor me" }, &member(), 14).unwrap();
    assert_eq!(seen(&again), ["reopened", "withdrawn"]);
    let undone = undo(&again, &correction, &manager(), 15).unwrap();
    assert_eq!(seen(&undone), [""; 0]);
    let redone = undo(&undone, &last(&undone), &manager(), 16).unwrap();
    assert_eq!(seen(&redone), [""; 0]);
    // A correction of anything else hides nothing, and staff are shown all.
    let name = PipelineCommand::Correct {
        field: CorrectedField::ReferredName,
        text: "Bina",
        own_number: false,
        note: "A slip",
    };
    let named = give(&withdrawn, name, &manager(), 11).unwrap();
    assert_eq!(seen(&named), ["withdrawn", "corrected"]);
    let all = timeline(&redone, &manager(), &policy(), at(99)).unwrap();
    assert_eq!(all.len(), 6);
}

#[test]
fn a_command_without_effect_changes_nothing() {
    let known = in_stage("contacted");
    assert_eq!(
        give(&known, PipelineCommand::Move { stage: &Stage::Contacted }, &coordinator(), 20)
            .as_ref(),
        Ok(&known)
    );
    let assigned =
        give(&known, PipelineCommand::Assign { staff: "h", is_staff: true }, &coordinator(), 20)
            .unwrap();
    assert_eq!(progress(&assigned).owner.as_deref(), Some("h"));
    assert_eq!(
        give(&assigned, PipelineCommand::Assign { staff: "h", is_staff: true }, &coordinator(), 30)
            .as_ref(),
        Ok(&assigned)
    );
    let nobody =
        give(&assigned, PipelineCommand::Assign { staff: "", is_staff: false }, &coordinator(), 30)
            .unwrap();
    assert_eq!(progress(&nobody).owner, None);
    let former = PipelineCommand::Assign { staff: "x", is_staff: false };
    let refused = Err(vec![RejectionCode::StaffUnknown]);
    assert_eq!(give(&known, former, &coordinator(), 20), refused);
}

#[test]
fn a_referral_moves_only_to_open_stages_of_this_version() {
    let known = submitted();
    for stage in ["successful", "declined", "withdrawn", "future"] {
        let stage = Stage::from(stage.to_owned());
        let refused = give(&known, PipelineCommand::Move { stage: &stage }, &coordinator(), 20);
        assert_eq!(refused, Err(vec![RejectionCode::StageUnknown]), "{stage:?}");
    }
}

#[test]
fn reasons_about_the_record_share_one_public_sentence() {
    let begun = ProgrammeSettings::default();
    let told: Vec<_> =
        Reason::ALL.iter().filter(|reason| begun.side(reason) == Side::Record).collect();
    assert_eq!(told.len(), 6);
    for reason in &told[..5] {
        assert_eq!(begun.sentence(reason), begun.sentence(&Reason::Other), "{reason:?}");
    }
    for reason in Reason::ALL {
        assert_eq!(Reason::from(reason.as_str().to_owned()), *reason);
        let needs_note = begun.offered(reason).unwrap().needs_note;
        assert_eq!(needs_note, *reason == Reason::Other);
    }
}

/// Of two referrals of one person, only one is credited. Whoever made one of them leaves the other to
/// colleagues.
#[test]
fn nobody_works_on_a_rival_of_their_own_referral() {
    let rival = |stage: &str| Known { concerns_rival: true, ..in_stage(stage) };
    let own = Err(vec![RejectionCode::OwnReferral]);
    let correct =
        |field, text| PipelineCommand::Correct { field, text, own_number: false, note: "Why" };
    for wanted in [
        PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" },
        PipelineCommand::Withdraw { note: "Why" },
        PipelineCommand::Credit { credited: true, note: "Why" },
        correct(CorrectedField::ReferredPhone, "5550102"),
        correct(CorrectedField::Service, "others"),
        // What is read before anybody calls.
        correct(CorrectedField::ReferredName, "Wrong number"),
        correct(CorrectedField::Notes, "Asked us not to call"),
        PipelineCommand::Move { stage: &Stage::Contacted },
        PipelineCommand::Assign { staff: "h", is_staff: true },
        PipelineCommand::Schedule { task: &task(99), is_staff: true, note: "" },
        PipelineCommand::Call {
            outcome: &CallOutcome::NoAnswer,
            next: None,
            is_staff: true,
            note: "",
        },
    ] {
        assert_eq!(give(&rival("received"), wanted, &manager(), 20), own, "{wanted:?}");
    }
    let reopen = PipelineCommand::Reopen { note: "Why" };
    assert_eq!(give(&rival("declined"), reopen, &manager(), 20), own);
    let points = Command::SavePoints { points: "0", note: "", is_staff: true };
    assert_eq!(command(&rival("received"), &points, &manager(), 20), own);
    give(&rival("received"), PipelineCommand::Note { note: "Called" }, &coordinator(), 20).unwrap();
    // Whoever asks gets the person's page in place of everybody else's, also if they were asked before.
    let asked = give(&submitted(), PipelineCommand::Ask, &coordinator(), 20).unwrap();
    for known in [submitted(), asked] {
        let rival = Known { concerns_rival: true, ..known };
        assert_eq!(give(&rival, PipelineCommand::Ask, &manager(), 30), own);
        let both = Known { relation: Relation::Referrer, ..rival };
        give(&both, PipelineCommand::Ask, &manager(), 30).unwrap();
    }
    // Their own stays a rival.
    let concerns = Known { concerns_actor: true, ..in_stage("received") };
    for wanted in [
        correct(CorrectedField::ReferredPhone, "5550102"),
        correct(CorrectedField::Service, "others"),
    ] {
        assert_eq!(give(&concerns, wanted, &coordinator(), 20), own, "{wanted:?}");
    }
    // Also for whoever works for other services alone, to whom it is a referral like a member's.
    let elsewhere = staff("o", "coordinator", &["others"]);
    let of_member = Known { relation: Relation::Referrer, ..concerns };
    let renumber = correct(CorrectedField::ReferredPhone, "5550102");
    assert_eq!(give(&of_member, renumber, &elsewhere, 20), own);
    let renamed = give(&of_member, correct(CorrectedField::ReferredName, "Binu"), &elsewhere, 20);
    give(&of_member, renumber, &member(), 20).unwrap();
    let withdrawn = give(&renamed.unwrap(), PipelineCommand::Withdraw { note: "" }, &elsewhere, 30);
    withdrawn.unwrap();
    // Both are theirs.
    let both = Known { relation: Relation::Referrer, ..rival("received") };
    give(&both, PipelineCommand::Withdraw { note: "Why" }, &manager(), 20).unwrap();
}

/// By its stages it is told whether a referral had expired, or was closed, when its rival came.
#[test]
fn nobody_changes_the_past_of_their_own_referral_or_of_its_rival() {
    let own = Err(vec![RejectionCode::OwnReferral]);
    let reopen = PipelineCommand::Reopen { note: "Why" };
    let undo = |known: &Known, by: &Viewer| {
        let target = last(known);
        let facts = PipelineCommand::Undo {
            target: &target,
            note: "Why",
            own_number: false,
            is_staff: true,
        };
        give(known, facts, by, 20)
    };
    for closed in ["declined", "withdrawn"] {
        let concerns = Known { concerns_actor: true, ..in_stage(closed) };
        let owner = staff("other", "owner", &[]);
        assert_eq!(give(&concerns, reopen, &owner, 20), own, "{closed}");
        assert_eq!(undo(&concerns, &owner), own, "{closed}");
        // Whoever closed it may take that back.
        undo(&concerns, &manager()).unwrap();
        give(&in_stage(closed), reopen, &owner, 20).unwrap();
        undo(&in_stage(closed), &owner).unwrap();
    }
    let moved = in_stage("contacted");
    undo(&moved, &manager()).unwrap();
    let concerns = Known { concerns_actor: true, ..moved.clone() };
    let rival = Known { concerns_rival: true, ..moved.clone() };
    for known in [&concerns, &rival] {
        assert_eq!(undo(known, &manager()), own, "{known:?}");
    }
    give(&concerns, PipelineCommand::Move { stage: &Stage::Qualified }, &manager(), 20).unwrap();
}

/// An event's id is a hash of what it says.
#[test]
fn whoever_may_undo_nothing_is_not_told_which_events_there_are() {
    let moved = in_stage("contacted");
    let auditor = staff("a", "auditor", &[]);
    for target in [last(&moved).as_str(), "none"] {
        let undo = PipelineCommand::Undo { target, note: "x", own_number: false, is_staff: true };
        assert_eq!(give(&moved, undo, &auditor, 20), Err(vec![RejectionCode::NotAllowed]));
    }
}

/// A policy in which only referrals for the same service are duplicates.
struct ByService;

impl DecisionPolicy for ByService {
    fn is_admin_number(&self, _: &MobileNumber) -> bool {
        false
    }

    fn tells_services_apart(&self) -> bool {
        true
    }
}

/// An old referral would become the first of another service, for which somebody else came first.
#[test]
fn a_referrer_keeps_the_service_where_services_tell_duplicates_apart() {
    let known = Known { relation: Relation::Referrer, ..submitted() };
    let correct = |field, text| {
        let command = PipelineCommand::Correct { field, text, note: "", own_number: false };
        let decided = decide(&known, &Command::Pipeline(command), &member(), &ByService, at(20));
        decided.map_err(|rejections| rejections.codes().to_vec())
    };
    let service = correct(CorrectedField::Service, "others");
    assert_eq!(service, Err(vec![RejectionCode::NotAllowed]));
    correct(CorrectedField::ReferredName, "Bina").unwrap();
    let command = PipelineCommand::Correct {
        field: CorrectedField::Service,
        text: "others",
        note: "",
        own_number: false,
    };
    give(&known, command, &member(), 20).unwrap();
}

//! How much a history takes.

use domain::event::{CorrectedField, Reason};
use domain::limits::{EVENTS_MAX, OWN_EVENTS_MAX, STAFF_EVENTS_MAX, UNDOS_BY_ONE_MAX, UNDOS_MAX};
use domain::pipeline::{Known, PipelineCommand, Relation};
use domain::rejection::RejectionCode;

use crate::support::{
    coordinator, give, in_stage, last, manager, member, progress, staff, submitted,
};

/// Neither does a full history accept more undos, nor does anybody keep the others from undoing.
#[test]
fn one_person_undoes_so_often_and_all_together_a_little_more() {
    let undo_last = |known: &Known, by: &str, turn: u64| {
        let target = last(known);
        let undo =
            PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff: true };
        give(known, undo, &staff(by, "manager", &[]), 20 + turn)
    };
    let mut known = in_stage("contacted");
    for turn in 0..UNDOS_MAX {
        let by = ["m", "n", "o"][turn / UNDOS_BY_ONE_MAX];
        known = undo_last(&known, by, turn as u64).unwrap();
        if turn + 1 == UNDOS_BY_ONE_MAX {
            let refused = undo_last(&known, by, 90);
            assert_eq!(refused, Err(vec![RejectionCode::UndoneTooOften]));
        }
    }
    assert_eq!(undo_last(&known, "o", 200), Err(vec![RejectionCode::UndoneTooOften]));
}

/// A referrer fills no history so that nobody else can do anything any more.
#[test]
fn a_referrers_events_are_limited_and_a_full_history_can_still_be_closed() {
    let correct = |known: &Known, turn: u64| {
        let (field, text) = (CorrectedField::Notes, turn.to_string());
        let correct = PipelineCommand::Correct { field, text: &text, own_number: false, note: "" };
        give(known, correct, &member(), turn)
    };
    let made = Known { relation: Relation::Referrer, ..submitted() };
    let own = OWN_EVENTS_MAX as u64;
    let written = (1..=own).try_fold(made, |known, turn| correct(&known, turn)).unwrap();
    assert_eq!(correct(&written, 100), Err(vec![RejectionCode::HistoryFull]));
    let note = PipelineCommand::Note { note: "They write a lot" };
    let many = STAFF_EVENTS_MAX as u64;
    let written =
        (0..many).try_fold(written, |known, turn| give(&known, note, &coordinator(), 200 + turn));
    let written = written.unwrap();
    assert_eq!(give(&written, note, &coordinator(), 400), Err(vec![RejectionCode::HistoryFull]));
    let left = EVENTS_MAX as u64 - own - many;
    let full =
        (0..left).try_fold(written, |known, turn| give(&known, note, &manager(), 400 + turn));
    let full = full.unwrap();
    assert_eq!(give(&full, note, &manager(), 900), Err(vec![RejectionCode::HistoryFull]));
    let decline = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    for (close, by) in
        [(decline, coordinator()), (PipelineCommand::Withdraw { note: "" }, member())]
    {
        let closed = give(&full, close, &by, 901).unwrap();
        assert!(!progress(&closed).stage.is_open());
        let reopen = PipelineCommand::Reopen { note: "Once more" };
        assert_eq!(give(&closed, reopen, &manager(), 902), Err(vec![RejectionCode::HistoryFull]));
    }
}

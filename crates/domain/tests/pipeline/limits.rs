//! How much a history takes.

use domain::decision::{Relation, State};
use domain::limits::{EVENTS_MAX, OWN_EVENTS_MAX, UNDOS_MAX};
use domain::pipeline::{Change, CorrectedField, Reason};
use domain::rejection::RejectionCode;

use crate::support::{change, handler, in_stage, last, manager, member, progress, submitted};

#[test]
fn a_full_history_accepts_no_more_undos() {
    let mut state = in_stage("contacted");
    for turn in 0..UNDOS_MAX as u64 {
        let target = last(&state);
        let undo = Change::Undo { target: &target, note: "" };
        state = change(&state, undo, &manager(), 20 + turn).unwrap();
    }
    let target = last(&state);
    let refused = change(&state, Change::Undo { target: &target, note: "" }, &manager(), 200);
    assert_eq!(refused, Err(vec![RejectionCode::UndoneTooOften]));
}

/// A referrer fills no history so that nobody else can do anything any more.
#[test]
fn a_referrers_events_are_limited_and_a_full_history_can_still_be_closed() {
    let correct = |state: &State, turn: u64| {
        let (field, text) = (CorrectedField::Notes, turn.to_string());
        let correct = Change::Correct { field, text: &text, own_number: false, note: "" };
        change(state, correct, &member(), turn)
    };
    let made = State { relation: Relation::Referrer, ..submitted() };
    let own = OWN_EVENTS_MAX as u64;
    let written = (1..=own).try_fold(made, |state, turn| correct(&state, turn)).unwrap();
    assert_eq!(correct(&written, 100), Err(vec![RejectionCode::HistoryFull]));
    let note = Change::Note { note: "They write a lot" };
    let left = EVENTS_MAX as u64 - own;
    let full =
        (0..left).try_fold(written, |state, turn| change(&state, note, &handler(), 200 + turn));
    let full = full.unwrap();
    assert_eq!(change(&full, note, &manager(), 900), Err(vec![RejectionCode::HistoryFull]));
    let decline = Change::Decline { reason: Reason::NoAnswer, note: "" };
    for (close, by) in [(decline, handler()), (Change::Withdraw { note: "" }, member())] {
        let closed = change(&full, close, &by, 901).unwrap();
        assert!(!progress(&closed).stage.is_open());
        let reopen = Change::Reopen { note: "Once more" };
        assert_eq!(change(&closed, reopen, &manager(), 902), Err(vec![RejectionCode::HistoryFull]));
    }
}

//! A history results in the same state in whatever order its events arrive.

use domain::case::Case;
use domain::event::{CallOutcome, ConsentAnswer, ConsentWay, CorrectedField, Reason, Stage};
use domain::history::{History, event_id};
use domain::pipeline::{CONSENT_TEXT, Command, Known, PipelineCommand, Relation};
use domain::referral::Referral;
use domain::viewer::Viewer;
use proptest::prelude::*;

use crate::support::{
    Answer, RECORD, case, command, coordinator, give, last, manager, progress, status, submitted,
    task,
};

/// A random command. `Undo` has the position of the event to undo.
#[derive(Clone, Debug)]
enum AnyCommand {
    Points(u64),
    Move(&'static str),
    Decline(usize),
    Withdraw,
    Reopen,
    Correct(&'static str),
    Undo(prop::sample::Index),
    Assign(&'static str),
    Call(usize, bool),
    Schedule(u64),
    Finish,
    Propose,
    Ask,
    NoteAgreement,
    Answer(bool),
    SayWho(bool),
}

fn commands() -> impl Strategy<Value = Vec<AnyCommand>> {
    let wanted = prop_oneof![
        (0..9u64).prop_map(AnyCommand::Points),
        prop::sample::select(&["received", "contacted", "qualified", "in-progress"][..])
            .prop_map(AnyCommand::Move),
        (0..Reason::ALL.len()).prop_map(AnyCommand::Decline),
        Just(AnyCommand::Withdraw),
        Just(AnyCommand::Reopen),
        prop::sample::select(&["Bina", "Benu"][..]).prop_map(AnyCommand::Correct),
        any::<prop::sample::Index>().prop_map(AnyCommand::Undo),
        prop::sample::select(&["", "h", "m"][..]).prop_map(AnyCommand::Assign),
        (0..CallOutcome::ALL.len(), any::<bool>())
            .prop_map(|(how, next)| AnyCommand::Call(how, next)),
        (1_000..1_003u64).prop_map(AnyCommand::Schedule),
        Just(AnyCommand::Finish),
        Just(AnyCommand::Propose),
        Just(AnyCommand::Ask),
        Just(AnyCommand::NoteAgreement),
        any::<bool>().prop_map(AnyCommand::Answer),
        any::<bool>().prop_map(AnyCommand::SayWho),
    ];
    prop::collection::vec(wanted, 1..6)
}

fn carry_out(known: &Known, wanted: &AnyCommand, now: u64) -> Answer {
    let (actor, note) = (manager(), "Why");
    match wanted {
        AnyCommand::Points(points) => command(
            known,
            &Command::SavePoints { points: &points.to_string(), note: "", is_staff: true },
            &actor,
            now,
        ),
        AnyCommand::Move(stage) => give(
            known,
            PipelineCommand::Move { stage: &Stage::from((*stage).to_owned()) },
            &actor,
            now,
        ),
        AnyCommand::Decline(reason) => give(
            known,
            PipelineCommand::Decline { reason: &Reason::ALL[*reason], note },
            &actor,
            now,
        ),
        AnyCommand::Withdraw => give(known, PipelineCommand::Withdraw { note }, &actor, now),
        AnyCommand::Reopen => give(known, PipelineCommand::Reopen { note }, &actor, now),
        AnyCommand::Correct(text) => {
            let field = CorrectedField::ReferredName;
            give(
                known,
                PipelineCommand::Correct { field, text, note, own_number: false },
                &actor,
                now,
            )
        }
        AnyCommand::Undo(which) => {
            let history = known.referral.as_ref().unwrap().history();
            let texts: Vec<_> = history.texts().collect();
            if texts.is_empty() {
                return Ok(known.clone());
            }
            give(
                known,
                PipelineCommand::Undo {
                    target: &event_id(texts[which.index(texts.len())]),
                    note,
                    own_number: false,
                    is_staff: true,
                },
                &actor,
                now,
            )
        }
        AnyCommand::Call(outcome, again) => {
            let (outcome, task) = (&CallOutcome::ALL[*outcome], task(1_000));
            let next = again.then_some(&task);
            give(known, PipelineCommand::Call { outcome, next, is_staff: true, note }, &actor, now)
        }
        AnyCommand::Schedule(due) => {
            let schedule = PipelineCommand::Schedule { task: &task(*due), is_staff: true, note };
            give(known, schedule, &actor, now)
        }
        AnyCommand::Finish => give(known, PipelineCommand::Finish { note }, &actor, now),
        AnyCommand::Propose => give(known, PipelineCommand::Propose { note }, &actor, now),
        AnyCommand::Ask => give(known, PipelineCommand::Ask, &actor, now),
        AnyCommand::NoteAgreement => {
            give(known, PipelineCommand::NoteAgreement { note }, &actor, now)
        }
        AnyCommand::SayWho(says) => {
            give(known, PipelineCommand::SayWho { says: *says, note }, &actor, now)
        }
        AnyCommand::Answer(agreed) => {
            let answer = if *agreed { ConsentAnswer::Agreed } else { ConsentAnswer::Refused };
            let answer = PipelineCommand::Answer {
                answer: &answer,
                way: &ConsentWay::Page,
                text: CONSENT_TEXT,
                note: "",
            };
            let theirs = Known { relation: Relation::Referred, ..known.clone() };
            let after = give(&theirs, answer, &Viewer::Guest, now)?;
            Ok(Known { relation: known.relation, ..after })
        }
        AnyCommand::Assign(staff) => {
            give(known, PipelineCommand::Assign { staff, is_staff: true }, &actor, now)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Two people work on copies of one referral. In whatever order they merge their events, both
    /// get the same state with all events; and undoing an undoing leaves the state as it was
    /// before.
    #[test]
    fn events_give_the_same_state_in_any_order(
        before in commands(),
        ours in commands(),
        theirs in commands(),
        order in any::<u64>(),
    ) {
        let play = |known: &Known, commands: &[AnyCommand], clock: u64| {
            let steps = commands.iter().zip(clock..);
            steps.fold(known.clone(), |known, (wanted, now)| {
                carry_out(&known, wanted, now).unwrap_or(known)
            })
        };
        let common = play(&submitted(), &before, 100);
        let (ours, theirs) = (play(&common, &ours, 200), play(&common, &theirs, 195));
        let merged = case(&ours).merge(&case(&theirs));
        prop_assert_eq!(&case(&theirs).merge(&case(&ours)), &merged);
        prop_assert_eq!(&merged.clone().merge(&case(&ours)), &merged);
        let history = merged.history();
        let mut texts: Vec<_> = history.texts().collect();
        for text in case(&ours).history().texts().chain(case(&theirs).history().texts()) {
            prop_assert!(texts.contains(&text));
        }
        // The events one by one, in some other order.
        let mut random = order;
        for place in (1..texts.len()).rev() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            texts.swap(place, (random >> 33) as usize % (place + 1));
        }
        let mut delivered = History::default();
        texts.iter().for_each(|text| delivered.merge(History::read(&[text])));
        prop_assert_eq!(delivered, history.clone());

        let merged = Known { referral: Some(merged), ..Known::default() };
        if let Some(text) = texts.last()
            && let undo = (PipelineCommand::Undo { target: &event_id(text), note: "Why" , own_number: false, is_staff: true })
            && let Ok(undone) = give(&merged, undo, &manager(), 300)
        {
            let target = last(&undone);
            let undo = PipelineCommand::Undo { target: &target, note: "Why" , own_number: false, is_staff: true };
            let redone = give(&undone, undo, &manager(), 301).unwrap();
            prop_assert_eq!(progress(&redone), progress(&merged));
            prop_assert_eq!(status(&redone), status(&merged));
        }
    }
}

#[test]
fn an_event_of_a_later_version_is_kept_without_effect() {
    let record: Referral = serde_json::from_str(RECORD).unwrap();
    let future = r#"{"at":9,"saw":0,"kind":"future","stage":"won"}"#;
    let known = Known { referral: Some(Case::stored(record, &[future])), ..Known::default() };
    let after =
        give(&known, PipelineCommand::Move { stage: &Stage::Contacted }, &coordinator(), 20)
            .unwrap();
    let history = case(&after).history();
    assert_eq!(history.texts().next(), Some(future));
    assert_eq!(progress(&after).stage, Stage::Contacted);
}

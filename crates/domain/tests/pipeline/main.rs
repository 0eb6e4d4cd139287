//! What staff, referrers and referred people do with referrals: who may do what in which stage
//! (`pipeline.json`, which the server's tests ask over HTTP as well), undoing, and events that
//! arrive in any order.

#![cfg(test)]

mod any_order;
mod calls;
mod commands;
mod consent;
mod credit;
mod imported_answers;
mod imports;
mod limits;
mod programme;
mod reasons;
mod said;
mod says_who;
mod services;
mod support;
mod templates;

use std::collections::BTreeMap;

use domain::event::{
    CallOutcome, ConsentAnswer, ConsentWay, CorrectedField, Reason, Stage, Task, TaskKind, Way,
};
use domain::pipeline::{CONSENT_TEXT, Command, Known, PipelineCommand, Relation};
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use serde::Deserialize;

use crate::support::{at, command, coordinator, give, in_stage, member, policy, staff, user};

#[derive(Deserialize)]
struct Table {
    roles: BTreeMap<String, BTreeMap<String, Option<RejectionCode>>>,
    stages: BTreeMap<String, BTreeMap<String, BTreeMap<String, Option<RejectionCode>>>>,
}

#[test]
fn every_role_may_do_in_every_stage_what_the_tables_say() {
    let table: Table = serde_json::from_str(include_str!("pipeline.json")).unwrap();
    let stranger = || Viewer::of(Some(user("9123456780")), &policy());
    let mut pairs = 0;
    for (name, roles) in &table.roles {
        for (role, refused_role) in roles {
            let (actor, relation) = match role.as_str() {
                "coordinator" => (coordinator(), Relation::Unrelated),
                "other-coordinator" => {
                    (staff("o", "coordinator", &["others"]), Relation::Unrelated)
                }
                "referrer" => (member(), Relation::Referrer),
                "referred" => (stranger(), Relation::Referred),
                "stranger" => (stranger(), Relation::Unrelated),
                "guest" => (Viewer::Guest, Relation::Unrelated),
                role => (staff("s", role, &[]), Relation::Unrelated),
            };
            let of_command = &table.stages[name];
            let stages = of_command.get(role).unwrap_or(&of_command["anybody"]);
            for (stage, refused_stage) in stages {
                let known = Known { relation, ..in_stage(stage) };
                let to = Stage::from(
                    if stage == "contacted" { "qualified" } else { "contacted" }.to_owned(),
                );
                let task = Task { kind: TaskKind::Call, due: at(99), staff: String::new() };
                let note = if actor.user().is_some() { "Why" } else { "" };
                let found = match name.as_str() {
                    "points" => command(
                        &known,
                        &Command::SavePoints { points: "3", note: "", is_staff: true },
                        &actor,
                        20,
                    ),
                    name => {
                        let wanted = match name {
                            "move" => PipelineCommand::Move { stage: &to },
                            "decline" => {
                                PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" }
                            }
                            "withdraw" => PipelineCommand::Withdraw { note },
                            "reopen" => PipelineCommand::Reopen { note },
                            "note" => PipelineCommand::Note { note },
                            "assign" => PipelineCommand::Assign { staff: "h", is_staff: true },
                            "credit" => PipelineCommand::Credit { credited: false, note },
                            "call" => PipelineCommand::Call {
                                outcome: &CallOutcome::NoAnswer,
                                next: None,
                                is_staff: true,
                                note,
                            },
                            "schedule" => {
                                PipelineCommand::Schedule { task: &task, is_staff: true, note }
                            }
                            "ask" => PipelineCommand::Ask,
                            "note-agreement" => PipelineCommand::NoteAgreement { note: "Called" },
                            "say-who" => PipelineCommand::SayWho { says: true, note },
                            "agree" => PipelineCommand::Answer {
                                answer: &ConsentAnswer::Agreed,
                                way: &ConsentWay::Page,
                                text: CONSENT_TEXT,
                                note: "",
                            },
                            "refuse" => PipelineCommand::Answer {
                                answer: &ConsentAnswer::Refused,
                                way: &ConsentWay::Page,
                                text: CONSENT_TEXT,
                                note: "",
                            },
                            "propose" => PipelineCommand::Propose { note },
                            "say" => PipelineCommand::Say { way: &Way::WhatsApp, words: "Hello" },
                            "correct" => PipelineCommand::Correct {
                                field: CorrectedField::ReferredName,
                                text: "Bina",
                                note,
                                own_number: false,
                            },
                            name => panic!("{name}"),
                        };
                        give(&known, wanted, &actor, 20)
                    }
                };
                let expected = refused_role.or(*refused_stage);
                let context = format!("{name}: {role}, {stage}");
                assert_eq!(
                    found.as_ref().err(),
                    expected.map(|code| vec![code]).as_ref(),
                    "{context}"
                );
                if let Ok(after) = found {
                    assert_ne!(after, known, "{context}");
                }
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 18 * 9 * 7);
}

//! What happens to a referral. An event is the outcome of a decision; the events of a referral are
//! its history.

mod consent;
mod corrected_field;
mod reason;
mod stage;
mod task;
mod way;

pub use consent::{ConsentAnswer, ConsentWay};
pub use corrected_field::CorrectedField;
pub use reason::{PUBLIC_OTHER_REASON, Reason, ReasonWords, Side};
pub use stage::Stage;
pub use task::{CallOutcome, Task, TaskKind};
pub use way::Way;

use alloc::string::String;
use alloc::vec::Vec;

use compact_json::{FromJson, Member, Object, field, members};

use crate::open_enum::open_enum;
use crate::points::Points;
use crate::referral::{Instant, Status};

/// One thing that happened. A stored event may have more fields than these; they are kept in its
/// text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When it happened; later than every event that its author had seen.
    pub at: Instant,
    /// How many events of the referral the author had seen. If more than that precede this one, two
    /// people decided at the same time.
    pub saw: u64,
    /// The author's role; `None` in an event that was made from a record's fields.
    pub by: Option<Role>,
    /// What happened.
    pub kind: Kind,
}

/// What happened, with its data. Browser mode makes only the first two kinds. A note is the author's
/// reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Points were saved, which makes the referral Successful.
    Points {
        /// How many.
        points: Points,
        /// The note, which hosted mode has.
        note: Option<String>,
    },
    /// The record's fields had this status and points, without an event.
    Recorded {
        /// The status.
        status: Status,
        /// The points.
        points: Points,
    },
    /// The referral went to another open stage.
    Moved {
        /// The new stage.
        stage: Stage,
    },
    /// The company declined it.
    Declined {
        /// Why; `None` if that is not on record.
        reason: Option<Reason>,
        /// More about the reason.
        note: Option<String>,
    },
    /// The referrer or the referred person took it back.
    Withdrawn {
        /// The note.
        note: Option<String>,
    },
    /// A closed referral went back to its last open stage.
    Reopened {
        /// That stage.
        stage: Stage,
        /// The note.
        note: Option<String>,
    },
    /// A field was corrected. The submitted text stays in the record.
    Corrected {
        /// The field.
        field: CorrectedField,
        /// Its new text.
        text: String,
        /// The note.
        note: Option<String>,
    },
    /// An earlier event was undone and no longer counts.
    Undone {
        /// The [id](crate::history::event_id) of that event.
        target: String,
        /// The note.
        note: Option<String>,
    },
    /// Somebody wrote a note. Nothing else changes.
    Noted {
        /// The note.
        note: String,
    },
    /// Somebody became the owner, or the owner was removed.
    Assigned {
        /// The id of the member of staff; empty for nobody.
        staff: String,
    },
    /// Somebody decided whether the referrer is credited.
    Credited {
        /// Whether they are.
        credited: bool,
        /// The note.
        note: Option<String>,
    },
    /// Somebody asked for an award: a coordinator for any, or a manager for more points than one
    /// person may award.
    Proposed {
        /// How many; `None` if the manager is to decide.
        points: Option<Points>,
        /// The note.
        note: Option<String>,
    },
    /// Somebody called the referred person.
    Called {
        /// How it went.
        outcome: CallOutcome,
        /// What is to be done next; `None` if nothing was planned.
        next: Option<Task>,
        /// The note.
        note: Option<String>,
    },
    /// Somebody planned the next thing to do.
    Scheduled {
        /// What, when and who.
        task: Task,
        /// The note.
        note: Option<String>,
    },
    /// What was to be done is done, or is not needed any more.
    Done {
        /// The note.
        note: Option<String>,
    },
    /// Somebody wrote to the referrer.
    Said {
        /// How.
        way: Way,
        /// What, as it was sent.
        words: String,
    },
    /// The person who was referred was asked whether the company may call them, or answered. A refusal closes the
    /// referral.
    Consent {
        /// What they said, or that they were asked.
        answer: ConsentAnswer,
        /// How.
        way: ConsentWay,
        /// The [version](crate::pipeline::consent::CONSENT_TEXTS) of the text that they were shown.
        text: u64,
        /// The note: when they want to be called, or why staff noted it.
        note: Option<String>,
    },
    /// Somebody said whether whoever was referred may be told who referred them.
    SaysWho {
        /// Whether they may.
        says: bool,
        /// The note, which staff have to give.
        note: Option<String>,
    },
    /// A kind of a later version, by its name on the wire, or one that lacks its data. It is kept,
    /// and has no effect here.
    Unknown(String),
}

open_enum! {
    /// Who did something, as a role: no name, no number.
    pub enum Role {
        /// Somebody who is not logged in.
        Guest = "guest",
        /// The member who made the referral.
        Referrer = "referrer",
        /// The person who was referred (hosted mode).
        Referred = "referred",
        /// The admin.
        Admin = "admin",
    }
    or
    /// A member of staff ([`Staff::author`](crate::pipeline::Staff::author)), or a role of a later
    /// version.
    Other
}

impl Event {
    /// Reads a stored text. A text without an instant is not an event: it counts as one of an unknown
    /// kind, at instant 0.
    pub fn read(text: &str) -> Self {
        let fields = Fields(members(text).unwrap_or_default());
        let at = fields.value("at");
        let word = fields.word("kind").unwrap_or_default();
        let kind = at.and_then(|_: Instant| fields.kind(&word));
        Self {
            at: at.unwrap_or_default(),
            saw: fields.value("saw").unwrap_or_default(),
            by: fields.detail("by").map(Role::from),
            kind: kind.unwrap_or(Kind::Unknown(word)),
        }
    }

    /// The text to store: a JSON object on one line without spaces.
    pub fn text(&self) -> String {
        let mut object = Object::default();
        object.add("at", &self.at);
        object.add("saw", &self.saw);
        if let Some(by) = &self.by {
            object.add("by", by.as_str());
        }
        object.add("kind", self.kind.as_str());
        match &self.kind {
            Kind::Points { points, note: None } => object.add("points", points),
            Kind::Recorded { status, points } => {
                object.add("points", points);
                object.add("status", status.as_str());
            }
            // A browser makes no other kinds, and does not download how they are written.
            kind if cfg!(feature = "pipeline") => kind.add_data(&mut object),
            _ => {}
        }
        object.finish()
    }
}

impl Kind {
    /// The name on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Points { .. } => "points",
            Self::Recorded { .. } => "recorded",
            Self::Moved { .. } => "moved",
            Self::Declined { .. } => "declined",
            Self::Withdrawn { .. } => "withdrawn",
            Self::Reopened { .. } => "reopened",
            Self::Corrected { .. } => "corrected",
            Self::Undone { .. } => "undone",
            Self::Noted { .. } => "noted",
            Self::Assigned { .. } => "assigned",
            Self::Credited { .. } => "credited",
            Self::Proposed { .. } => "proposed",
            Self::Called { .. } => "called",
            Self::Scheduled { .. } => "scheduled",
            Self::Done { .. } => "done",
            Self::Said { .. } => "said",
            Self::Consent { .. } => "consent",
            Self::SaysWho { .. } => "says-who",
            Self::Unknown(word) => word,
        }
    }

    /// Whether the person who was referred says that they may not be called.
    #[cfg(feature = "pipeline")]
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Consent { answer: ConsentAnswer::Refused, .. })
    }

    fn add_data(&self, object: &mut Object) {
        match self {
            Self::Points { points, .. } | Self::Proposed { points: Some(points), .. } => {
                object.add("points", points);
            }
            Self::Called { outcome, next, .. } => {
                object.add("outcome", outcome.as_str());
                if let Some(task) = next {
                    add_task(object, task);
                }
            }
            Self::Scheduled { task, .. } => add_task(object, task),
            Self::Said { way, words } => {
                object.add("way", way.as_str());
                object.add("text", words.as_str());
            }
            Self::Consent { answer, way, text, .. } => {
                object.add("answer", answer.as_str());
                object.add("way", way.as_str());
                object.add("text", text);
            }
            Self::Moved { stage } | Self::Reopened { stage, .. } => {
                object.add("stage", stage.as_str());
            }
            Self::Corrected { field, text, .. } => {
                object.add("field", field.as_str());
                object.add("text", text.as_str());
            }
            Self::Assigned { staff } => object.add("text", staff.as_str()),
            Self::Credited { credited: yes, .. } | Self::SaysWho { says: yes, .. } => {
                object.add("text", yes_or_no(*yes));
            }
            Self::Undone { target, .. } => object.add("target", target.as_str()),
            Self::Declined { reason: Some(reason), .. } => object.add("reason", reason.as_str()),
            Self::Declined { reason: None, .. }
            | Self::Recorded { .. }
            | Self::Withdrawn { .. }
            | Self::Noted { .. }
            | Self::Proposed { .. }
            | Self::Done { .. }
            | Self::Unknown(_) => {}
        }
        if let Some(note) = self.note() {
            object.add("note", note);
        }
    }

    /// The author's note.
    pub fn note(&self) -> Option<&str> {
        match self {
            Self::Points { note, .. }
            | Self::Declined { note, .. }
            | Self::Withdrawn { note }
            | Self::Reopened { note, .. }
            | Self::Corrected { note, .. }
            | Self::Undone { note, .. }
            | Self::Proposed { note, .. }
            | Self::Called { note, .. }
            | Self::Scheduled { note, .. }
            | Self::Done { note }
            | Self::Consent { note, .. }
            | Self::SaysWho { note, .. }
            | Self::Credited { note, .. } => note.as_deref(),
            Self::Noted { note } => Some(note),
            Self::Recorded { .. }
            | Self::Moved { .. }
            | Self::Assigned { .. }
            | Self::Said { .. }
            | Self::Unknown(_) => None,
        }
    }
}

/// The fields of a stored event. A field that occurs twice, or is of another type, counts as absent.
struct Fields<'t>(Vec<Member<'t>>);

impl Fields<'_> {
    fn value<T: FromJson>(&self, name: &str) -> Option<T> {
        field(&self.0, name).flatten()
    }

    fn word(&self, name: &str) -> Option<String> {
        self.value(name)
    }

    /// A text that browser mode neither decides by nor shows. A browser passes over it, so that its
    /// module stays small.
    fn detail(&self, name: &str) -> Option<String> {
        if cfg!(feature = "pipeline") { self.word(name) } else { None }
    }

    /// What is to be done next, if there is something.
    fn task(&self) -> Option<Task> {
        let kind = TaskKind::from(self.word("task")?);
        let staff = self.word("staff").unwrap_or_default();
        Some(Task { kind, due: self.value("due")?, staff })
    }

    /// The kind with its data; `None` if this version does not know it, or if data is missing.
    fn kind(&self, word: &str) -> Option<Kind> {
        let note = || self.detail("note");
        Some(match word {
            "points" => Kind::Points { points: self.value("points")?, note: note() },
            "recorded" => Kind::Recorded {
                points: self.value("points")?,
                status: Status::from(self.word("status")?),
            },
            "moved" => Kind::Moved { stage: Stage::from(self.word("stage")?) },
            "declined" => {
                let reason = self.detail("reason");
                let reason = reason.and_then(Reason::parse);
                Kind::Declined { reason, note: note() }
            }
            "withdrawn" => Kind::Withdrawn { note: note() },
            "reopened" => Kind::Reopened { stage: Stage::from(self.word("stage")?), note: note() },
            "corrected" => Kind::Corrected {
                field: CorrectedField::parse(&self.word("field")?)?,
                text: self.word("text")?,
                note: note(),
            },
            "undone" => Kind::Undone { target: self.word("target")?, note: note() },
            "noted" => Kind::Noted { note: self.word("note")? },
            "assigned" => Kind::Assigned { staff: self.word("text")? },
            "credited" => {
                let credited = self.word("text")? == yes_or_no(true);
                Kind::Credited { credited, note: note() }
            }
            "proposed" => Kind::Proposed { points: field(&self.0, "points")?, note: note() },
            "called" if cfg!(feature = "pipeline") => Kind::Called {
                outcome: CallOutcome::from(self.word("outcome")?),
                next: self.task(),
                note: note(),
            },
            "scheduled" if cfg!(feature = "pipeline") => {
                Kind::Scheduled { task: self.task()?, note: note() }
            }
            "said" if cfg!(feature = "pipeline") => {
                Kind::Said { way: Way::from(self.word("way")?), words: self.word("text")? }
            }
            // A browser does not know it, and keeps it as it is.
            "consent" if cfg!(feature = "pipeline") => Kind::Consent {
                answer: ConsentAnswer::from(self.word("answer")?),
                way: ConsentWay::from(self.word("way")?),
                text: self.value("text")?,
                note: note(),
            },
            "says-who" if cfg!(feature = "pipeline") => {
                Kind::SaysWho { says: self.word("text")? == yes_or_no(true), note: note() }
            }
            // In a browser, calls, plans and messages have no more effect than this.
            "called" | "scheduled" | "said" | "done" => Kind::Done { note: note() },
            _ => return None,
        })
    }
}

fn add_task(object: &mut Object, Task { kind, due, staff }: &Task) {
    object.add("task", kind.as_str());
    object.add("due", due);
    if !staff.is_empty() {
        object.add("staff", staff.as_str());
    }
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

//! What somebody can be referred for, and what becomes of referrals for what is not offered any more.

use domain::event::CorrectedField;
use domain::pipeline::work::Offices;
use domain::pipeline::{
    Known, PipelineCommand, ProgrammeService, ProgrammeSettings, may_submit, submit,
};
use domain::referral::{Referral, ReferralDraft};
use domain::rejection::RejectionCode;
use domain::service::{ServiceOption, StoredService};
use domain::viewer::Viewer;

use crate::support::{at, case, coordinator, give, in_stage, last, manager, policy};

/// What somebody makes of the settings by changing their services.
fn with(
    before: &ProgrammeSettings,
    change: impl FnOnce(&mut Vec<ProgrammeService>),
) -> Result<ProgrammeSettings, Vec<RejectionCode>> {
    let mut wanted = before.draft(&Offices::default());
    change(&mut wanted.services);
    let checked = wanted.check(before, &Offices::default());
    checked.map_err(|rejections| rejections.codes().to_vec())
}

fn new(label: &str) -> ProgrammeService {
    ProgrammeService { value: String::new(), label: label.to_owned(), offered: true, added: false }
}

fn without(before: &ProgrammeSettings, value: &str) -> ProgrammeSettings {
    with(before, |all| all.retain(|it| it.value != value)).unwrap()
}

fn drones() -> ProgrammeSettings {
    with(&ProgrammeSettings::default(), |all| all.push(new("Drone survey"))).unwrap()
}

fn referral(service: &str, programme: &ProgrammeSettings) -> Result<Referral, Vec<RejectionCode>> {
    let draft = ReferralDraft {
        referrer_name: "Gita".to_owned(),
        referrer_phone: "98765 43210".to_owned(),
        referred_name: "Asha".to_owned(),
        referred_phone: "+974 5555 1234".to_owned(),
        service: service.to_owned(),
        notes: String::new(),
    };
    let made = submit(&draft, at(9), String::new(), false, &Viewer::Guest, programme, &policy());
    made.map_err(|rejections| rejections.codes().to_vec())
}

fn values(programme: &ProgrammeSettings) -> Vec<String> {
    programme.services().into_iter().map(|it| it.value).collect()
}

#[test]
fn before_anybody_sets_anything_the_services_are_those_of_the_specification() {
    let begun = ProgrammeSettings::default();
    let all: Vec<_> = ServiceOption::ALL.iter().map(|option| option.value()).collect();
    assert_eq!(values(&begun), all);
    assert!(begun.services().iter().all(|it| it.offered && !it.added));
    assert_eq!(begun.service_choices(), None);
    assert_eq!(referral("magic", &begun), Err(vec![RejectionCode::ServiceUnknown]));
    let made = referral(" training ", &begun).unwrap();
    assert_eq!((made.service.value(), may_submit(&made, &begun)), ("training", Ok(())));
}

#[test]
fn what_is_switched_off_takes_no_new_referral_until_it_is_offered_again() {
    let off = without(&ProgrammeSettings::default(), "training");
    assert!(!off.services()[0].offered);
    let made = referral("training", &off).unwrap();
    assert_eq!(may_submit(&made, &off), Err(RejectionCode::ServiceNotOffered));
    let offered = off.service_choices().unwrap();
    assert!(offered.iter().all(|it| it.value != "training"));
    assert_eq!(offered.len(), ServiceOption::ALL.len() - 1);
    let stored = serde_json::to_string(&off).unwrap();
    assert_eq!(serde_json::from_str::<ProgrammeSettings>(&stored).unwrap(), off);
    let again = with(&off, |all| all[0].offered = true).unwrap();
    assert_eq!(again.service_choices(), None);
    assert_eq!(may_submit(&made, &again), Ok(()));
}

#[test]
fn an_added_service_is_the_last_but_others_and_keeps_its_value() {
    let set = drones();
    let at = ServiceOption::ALL.len() - 1;
    assert_eq!(values(&set)[at..], ["drone-survey", "others"]);
    let made = referral("drone-survey", &set).unwrap();
    assert_eq!(may_submit(&made, &set), Ok(()));
    assert_eq!(set.service_label(&made.service), "Drone survey");
    let renamed = with(&set, |all| all[at].label = "Aerial survey".to_owned()).unwrap();
    assert_eq!(values(&renamed), values(&set));
    assert_eq!(renamed.service_label(&made.service), "Aerial survey");
    // Left out, it is known for good, and only not offered.
    let gone = without(&renamed, "drone-survey");
    assert_eq!(may_submit(&made, &gone), Err(RejectionCode::ServiceNotOffered));
    assert_eq!(gone.service_label(&made.service), "Aerial survey");
    assert!(gone.knows_service("drone-survey") && !gone.knows_service("magic"));
    // Where nobody has added it, its value is read.
    let elsewhere = ProgrammeSettings::default();
    assert_eq!(elsewhere.service_label(&made.service), "drone-survey");
    // The name of an earlier one is not given again.
    let again = with(&gone, |all| all.push(new("Drone survey"))).unwrap();
    assert_eq!(values(&again)[at..], ["drone-survey", "drone-survey-aa", "others"]);
    assert_eq!(again.service_named("drone SURVEY").as_deref(), Some("drone-survey-aa"));
    // Of the specification's own, nothing but that it is offered is read.
    let own = with(&set, |all| all[0].label = "Schooling".to_owned()).unwrap();
    assert_eq!(own.service_label(&StoredService::from("training".to_owned())), "Training");
}

#[test]
fn a_label_has_its_bounds_and_is_not_taken() {
    let refused = |label: &str| with(&ProgrammeSettings::default(), |all| all.push(new(label)));
    let label = Err(vec![RejectionCode::LabelRefused]);
    for text in ["", "  ", "Call 98765 43210", "it services", "Non IT-Services", &"l".repeat(65)] {
        assert_eq!(refused(text).map(|_| ()), label, "{text:?}");
    }
    let unknown = with(&ProgrammeSettings::default(), |all| {
        all.push(ProgrammeService { value: "magic".to_owned(), ..new("Magic") })
    });
    assert_eq!(unknown, Err(vec![RejectionCode::ServiceUnknown]));
    let none = with(&ProgrammeSettings::default(), Vec::clear);
    assert_eq!(none, Err(vec![RejectionCode::NoneOffered]));
}

#[test]
fn a_service_is_known_by_its_label_or_value_in_any_spelling() {
    let programme = drones();
    let named = |text: &str| programme.service_named(text);
    for text in ["HR Recruitment", "hr-recruitment", " hr recruitment ", "HR-RECRUITMENT"] {
        assert_eq!(named(text).as_deref(), Some("hr-recruitment"), "{text}");
    }
    assert_eq!(named("Non IT Services").as_deref(), Some("non-it-services"));
    assert_eq!(named("DRONE-survey").as_deref(), Some("drone-survey"));
    for text in ["", "–", "Recruitment of HR", "hr"] {
        assert_eq!(named(text), None, "{text}");
    }
}

/// A referral for Training in Received, where Training is not offered.
fn received(programme: &ProgrammeSettings) -> Known {
    Known { programme: programme.clone(), ..in_stage("received") }
}

fn correct(text: &str) -> PipelineCommand<'_> {
    let field = CorrectedField::Service;
    PipelineCommand::Correct { field, text, own_number: false, note: "A slip" }
}

#[test]
fn a_referral_for_what_is_switched_off_is_worked_on_as_before() {
    let off = without(&drones(), "training");
    let known = received(&off);
    assert!(give(&known, PipelineCommand::Note { note: "Called" }, &coordinator(), 20).is_ok());
    let service = |known: &Known| case(known).corrected().service.value().to_owned();
    // It may stay what it is, and become what is offered.
    assert_eq!(give(&known, correct("training"), &manager(), 20).unwrap(), known);
    let corrected = give(&known, correct("drone-survey"), &manager(), 20).unwrap();
    assert_eq!(service(&corrected), "drone-survey");
    let back = give(&corrected, correct("training"), &manager(), 30);
    assert_eq!(back, Err(vec![RejectionCode::ServiceNotOffered]));
    let unknown = give(&known, correct("magic"), &manager(), 20);
    assert_eq!(unknown, Err(vec![RejectionCode::ServiceUnknown]));
    // Undoing a correction brings back what was written when it was offered.
    let target = last(&corrected);
    let undo =
        PipelineCommand::Undo { target: &target, note: "", own_number: false, is_staff: true };
    assert_eq!(service(&give(&corrected, undo, &manager(), 30).unwrap()), "training");
}

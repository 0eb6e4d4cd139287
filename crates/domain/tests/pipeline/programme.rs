//! What an owner may set about the programme, and what holds then.

use domain::event::Stage;
use domain::pipeline::changes::changes;
use domain::pipeline::programme::{OfficeHours, STAGE_DAYS_MAX, ServiceDays, UNANSWERED_MAX};
use domain::pipeline::work::{Office, Offices};
use domain::pipeline::{ProgrammeDraft, ProgrammeService, ProgrammeSettings, StageDays};
use domain::rejection::RejectionCode;
use domain::rewards::Leaderboard;

const WEEKDAYS: [bool; 7] = [true, true, true, true, true, false, false];

fn office(calling_code: &str) -> Office {
    let (city, calling_code) = ("Chennai".to_owned(), calling_code.to_owned());
    Office { city, calling_code, utc_offset: 330, workdays: WEEKDAYS, closes: 18 * 60 }
}

fn offices() -> Offices {
    Offices { main: office("91"), others: vec![office("974")] }
}

fn draft() -> ProgrammeDraft {
    ProgrammeSettings::default().draft(&offices())
}

fn hours(calling_code: &str, workdays: [bool; 7], closes: u32) -> OfficeHours {
    OfficeHours { calling_code: calling_code.to_owned(), workdays, closes }
}

fn refused(draft: &ProgrammeDraft) -> Vec<RejectionCode> {
    draft
        .check(&ProgrammeSettings::default(), &offices())
        .map_err(|rejections| rejections.codes().to_vec())
        .err()
        .unwrap_or_default()
}

#[test]
fn before_anybody_sets_anything_the_programmes_own_values_hold() {
    let begun = ProgrammeSettings::default();
    assert_eq!(begun.offices(&offices()), offices());
    let days = [Stage::Received, Stage::Contacted, Stage::Qualified, Stage::InProgress]
        .map(|stage| begun.limits().all.of(&stage));
    assert_eq!(days, [Some(2), Some(7), Some(14), Some(30)]);
    assert_eq!(draft().unanswered_enough, 3);
    assert_eq!(
        draft().check(&ProgrammeSettings::default(), &offices()).unwrap().draft(&offices()),
        draft()
    );
}

#[test]
fn what_is_set_holds() {
    let night = hours("974", [false, false, false, false, false, true, true], 24 * 60);
    let stage_days = StageDays { received: 0, ..StageDays::default() };
    let wanted = ProgrammeDraft {
        stage_days,
        unanswered_enough: 5,
        offices: vec![night.clone()],
        two_people: false,
        leaderboard: Leaderboard::Members,
        ..draft()
    };
    let set = wanted.check(&ProgrammeSettings::default(), &offices()).unwrap();
    assert_eq!(set.limits().all, stage_days);
    assert!(!set.two_people() && ProgrammeSettings::default().two_people());
    assert_eq!(set.leaderboard(), Leaderboard::Members);
    assert_eq!(ProgrammeSettings::default().leaderboard(), Leaderboard::Off);
    let found = set.offices(&offices());
    // The hours of the other office, and both clocks, stay those of the site.
    assert_eq!(found.main, office("91"));
    let Office { workdays, closes, utc_offset, .. } = &found.others[0];
    assert_eq!((workdays, closes, utc_offset), (&night.workdays, &night.closes, &330));
    assert_eq!(set.draft(&offices()).offices[1], night);
    let stored = serde_json::to_string(&set).unwrap();
    assert_eq!(serde_json::from_str::<ProgrammeSettings>(&stored).unwrap(), set);
}

#[test]
fn what_stored_settings_do_not_have_is_as_the_programme_begins() {
    let read = |text| serde_json::from_str::<ProgrammeSettings>(text).unwrap();
    let begun = ProgrammeSettings::default();
    assert_eq!(read("{}"), begun);
    assert_eq!(read(r#"{"limits":{},"offices":[],"reasons":{"off":[]}}"#), begun);
    let set = read(r#"{"unansweredEnough":5}"#);
    assert_eq!(set.draft(&offices()), ProgrammeDraft { unanswered_enough: 5, ..draft() });
}

#[test]
fn a_service_may_have_days_of_its_own() {
    let days = |received| StageDays { received, ..StageDays::default() };
    let own = |service: &str, received| ServiceDays {
        service: service.to_owned(),
        stage_days: days(received),
    };
    let with = |service_days| ProgrammeDraft { service_days, ..draft() };
    // The first counts, and what does not differ is left out.
    let wanted = with(vec![own("training", 9), own("training", 1), own("others", 2)]);
    let set = wanted.check(&ProgrammeSettings::default(), &offices()).unwrap();
    assert_eq!(set.draft(&offices()).service_days, [own("training", 9)]);
    let found = ["training", "others", "of another site"].map(|it| set.limits().of_service(it));
    assert_eq!(found, [&days(9), &days(2), &days(2)]);
    assert_eq!(refused(&with(vec![own("magic", 9)])), [RejectionCode::ServiceUnknown]);
    let too_many = with(vec![own("training", STAGE_DAYS_MAX + 1)]);
    assert_eq!(refused(&too_many), [RejectionCode::NumberOutOfRange]);
}

#[test]
fn what_a_version_changes_is_said_in_words() {
    let before = draft();
    let said = |change: &dyn Fn(&mut ProgrammeDraft)| {
        let mut now = before.clone();
        change(&mut now);
        changes(&now, &before, &offices())
    };
    assert_eq!(said(&|_| ()), [""; 0]);
    let days = StageDays { received: 1, ..StageDays::default() };
    assert_eq!(said(&|it| it.stage_days = days), ["Received: 1 working day, before 2."]);
    let own = ServiceDays { service: "training".to_owned(), stage_days: days };
    let with_own = |it: &mut ProgrammeDraft| it.service_days = vec![own.clone()];
    assert_eq!(said(&with_own), ["Training, Received: 1 working day, before 2."]);
    let mut had = before.clone();
    with_own(&mut had);
    let back = changes(&before, &had, &offices());
    assert_eq!(back, ["Training, Received: 2 working days, before 1."]);
    let calls = said(&|it| it.unanswered_enough = 5);
    assert_eq!(calls, ["Calls that nobody answered before closing is proposed: 5, before 3."]);
    let weekend = [false, false, false, false, false, true, true];
    assert_eq!(
        said(&|it| it.offices[1] = hours("974", weekend, 9 * 60 + 5)),
        ["Chennai works Sat, Sun until 09:05."]
    );
    assert_eq!(
        said(&|it| {
            it.services[0].offered = false;
            it.reasons[0].sentence = "Not now.".to_owned();
            it.reasons[1].label = "Silent".to_owned();
            it.templates[0].words = "Thanks".to_owned();
            it.templates.remove(1);
            it.two_people = false;
            it.leaderboard = Leaderboard::Public;
        }),
        [
            &format!("The service “{}” is not offered any more.", before.services[0].label),
            &format!("The reason to decline “{}” is called “Silent”.", before.reasons[1].label),
            &format!("Of “{}”, the referrer reads “Not now.”.", before.reasons[0].label),
            &format!("The template “{}” says “Thanks”.", before.templates[0].label),
            &format!("The template “{}” is gone.", before.templates[1].label),
            "One person may award points and approve what they are exchanged for.",
            "Everybody sees who has most points.",
        ]
    );
    let mut off = before.clone();
    off.services[0].offered = false;
    let added = ProgrammeService {
        value: String::new(),
        label: "Drone survey".to_owned(),
        offered: true,
        added: true,
    };
    let mut more = before.clone();
    more.services.push(added);
    let set = more.check(&ProgrammeSettings::default(), &offices()).unwrap().draft(&offices());
    assert_eq!(
        changes(&set, &off, &offices()),
        [
            &format!("The service “{}” is offered again.", before.services[0].label),
            "New service: Drone survey."
        ]
    );
}

#[test]
fn hours_of_an_office_that_the_site_does_not_have_are_left_out() {
    let stranger = hours("44", [false; 7], 9999);
    let again = hours("91", [false; 7], 0);
    let mut wanted = draft();
    wanted.offices.extend([stranger, again]);
    let set = wanted.check(&ProgrammeSettings::default(), &offices()).unwrap();
    assert_eq!(set.draft(&offices()), draft(), "the first hours of an office count");
}

#[test]
fn every_number_has_a_range() {
    for (days, calls, is_refused) in [
        (0, 1, false),
        (STAGE_DAYS_MAX, UNANSWERED_MAX, false),
        (STAGE_DAYS_MAX + 1, 3, true),
        (2, 0, true),
        (2, UNANSWERED_MAX + 1, true),
    ] {
        for stage in 0..4 {
            let mut wanted = ProgrammeDraft { unanswered_enough: calls, ..draft() };
            let StageDays { received, contacted, qualified, in_progress } = &mut wanted.stage_days;
            *[received, contacted, qualified, in_progress][stage] = days;
            let codes = if is_refused { vec![RejectionCode::NumberOutOfRange] } else { vec![] };
            assert_eq!(refused(&wanted), codes, "{days} {calls} {stage}");
        }
    }
}

#[test]
fn an_office_works_on_some_day_and_closes_on_it() {
    for (workdays, closes, is_refused) in [
        (WEEKDAYS, 1, false),
        (WEEKDAYS, 24 * 60, false),
        (WEEKDAYS, 0, true),
        (WEEKDAYS, 24 * 60 + 1, true),
        ([false; 7], 18 * 60, true),
    ] {
        let wanted = ProgrammeDraft { offices: vec![hours("974", workdays, closes)], ..draft() };
        let codes = if is_refused { vec![RejectionCode::OfficeHours] } else { vec![] };
        assert_eq!(refused(&wanted), codes, "{workdays:?} {closes}");
    }
    let both = ProgrammeDraft {
        unanswered_enough: 0,
        offices: vec![hours("91", [false; 7], 0)],
        ..draft()
    };
    let codes = [RejectionCode::NumberOutOfRange, RejectionCode::OfficeHours];
    assert_eq!(refused(&both), codes, "all rules that it breaks");
}

#[test]
fn the_words_name_the_ranges() {
    let hint = RejectionCode::NumberOutOfRange.words().hint;
    let expected = format!(
        "Enter whole numbers: working days from 0 to {STAGE_DAYS_MAX}, and calls from 1 to {UNANSWERED_MAX}."
    );
    assert_eq!(hint, expected);
}

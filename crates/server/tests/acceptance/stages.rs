//! The stages of referrals in lists.

use std::collections::BTreeSet;

use api::{InboxSection, Sort};
use domain::account::Policy;
use domain::event::{CallOutcome, CorrectedField, Event, Reason, Stage, Task, TaskKind};
use domain::pipeline::programme::ServiceDays;
use domain::pipeline::work::{Office, Offices};
use domain::pipeline::{
    Command, Known, PipelineCommand, Progress, Staff, StaffRole, StageDays, StageLimits, decide,
};
use domain::referral::Referral;
use domain::rejection::Rejections;
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    referrals::records::{Changed, Listing, NewReferral, Scope, Stored, Submitted},
    referrals::waiting::{Doer, Waiting},
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, admin_actor, at, award, everything, names, names_in_parts, submission, submit, user,
};

/// The result of a command by the owner.
pub(crate) fn deciding(
    command: PipelineCommand<'_>,
    now: u64,
) -> impl Fn(&Known) -> Result<Option<Event>, Rejections> {
    let owner = Staff::new("o".to_owned(), user("9000000000"), StaffRole::Owner, Vec::new());
    let policy = Policy::new("9000000000", "0").unwrap();
    let owner = Viewer::Staff(owner);
    move |known| decide(known, &Command::Pipeline(command), &owner, &policy, at(now))
}

/// Gives a command as the owner.
pub(crate) async fn give(
    store: &Store,
    stored: &Stored,
    command: PipelineCommand<'_>,
    now: u64,
) -> Stored {
    let decide = deciding(command, now);
    let by = admin_actor();
    match store.change(&stored.key, stored.version, &by, &decide, None).await.unwrap() {
        Changed::Done(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// A is in the first stage, B has long been in the second, C is declined, D is successful and has
/// an owner. E has been in the second for a shorter time, and was corrected to another service.
async fn five(store: &Store) {
    let mut all = Vec::new();
    for (name, later) in ["A", "B", "C", "D", "E"].into_iter().zip(0..) {
        all.push(submit(store, ASHA, name, NOW + later).await);
    }
    let contacted = PipelineCommand::Move { stage: &Stage::Contacted };
    give(store, &all[1], contacted, NOW + 100).await;
    let declined = PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" };
    give(store, &all[2], declined, NOW + 100).await;
    let d = give(store, &all[3], PipelineCommand::Assign { staff: "m", is_staff: true }, NOW + 100)
        .await;
    store.change(&d.key, d.version, &admin_actor(), &award(5, NOW + 200), None).await.unwrap();
    let e = give(store, &all[4], contacted, NOW + 300).await;
    let field = CorrectedField::Service;
    give(
        store,
        &e,
        PipelineCommand::Correct { field, text: "others", note: "Asked", own_number: false },
        NOW + 400,
    )
    .await;
}

#[apply(on_each_database)]
async fn a_list_is_filtered_by_stage_owner_service_and_time(database: &dyn Database) {
    let store = database.open().await;
    five(&store).await;
    let text = |text: &str| Some(text.to_owned());
    let services = |services: &[&str]| {
        Scope::Services(services.iter().map(|&service| service.to_owned()).collect())
    };
    let owners =
        |owners: &[&str]| Some(owners.iter().map(|&owner| owner.to_owned()).collect::<Vec<_>>());
    let of = |scope| Listing { scope, ..everything() };
    for (listing, found) in [
        (Listing { stage: text("received"), ..everything() }, vec!["A"]),
        (Listing { stage: text("contacted"), ..everything() }, vec!["E", "B"]),
        (Listing { stage: text("declined"), ..everything() }, vec!["C"]),
        (Listing { owners: owners(&["m"]), ..everything() }, vec!["D"]),
        (Listing { owners: owners(&[""]), ..everything() }, vec!["E", "C", "B", "A"]),
        (
            Listing { owners: owners(&[""]), stage: text("contacted"), ..everything() },
            vec!["E", "B"],
        ),
        (
            Listing { owners: owners(&["m", "", "m"]), ..everything() },
            vec!["E", "D", "C", "B", "A"],
        ),
        (Listing { owners: owners(&["m", "x"]), ..everything() }, vec!["D"]),
        (Listing { owners: owners(&["m", "x"]), ..of(services(&["others", "audit"])) }, vec![]),
        (Listing { owners: owners(&["m", ""]), ..of(services(&["others", "audit"])) }, vec!["E"]),
        (Listing { owners: owners(&[]), ..everything() }, vec![]),
        (Listing { owners: owners(&[]), search: "d".to_owned(), ..everything() }, vec![]),
        (Listing { owners: owners(&["m", ""]), search: "d".to_owned(), ..everything() }, vec!["D"]),
        (
            Listing { owners: owners(&["m", ""]), sort: Sort::Points, ..everything() },
            vec!["D", "E", "C", "B", "A"],
        ),
        (Listing { service: text("others"), ..everything() }, vec!["E"]),
        (Listing { service: text("training"), ..everything() }, vec!["D", "C", "B", "A"]),
        (Listing { submitted: NOW + 1..NOW + 3, ..everything() }, vec!["C", "B"]),
        (of(services(&["others"])), vec!["E"]),
        (of(services(&["others", "training"])), vec!["E", "D", "C", "B", "A"]),
        (of(services(&[])), vec![]),
        (Listing { sort: Sort::Waiting, ..everything() }, vec!["A", "B", "E"]),
        (Listing { sort: Sort::Waiting, ..of(services(&["training"])) }, vec!["A", "B"]),
        (Listing { search: "b".to_owned(), ..of(services(&["others"])) }, vec![]),
    ] {
        assert_eq!(names(&store, &listing).await, found, "{listing:?}");
        for limit in [1, 2] {
            let parts = Listing { limit, ..listing.clone() };
            assert_eq!(names_in_parts(&store, &parts).await, found, "{parts:?}");
        }
        let counts = store.stage_counts(&listing).await.unwrap();
        if listing.sort != Sort::Waiting {
            assert_eq!(counts.values().sum::<u64>(), found.len() as u64, "{listing:?}");
        }
    }
    let counts = store.stage_counts(&everything()).await.unwrap();
    let counts: Vec<_> = counts.iter().filter(|(_, count)| **count > 0).collect();
    let [two, one] = [2, 1];
    let contacted = "contacted".to_owned();
    assert_eq!(counts[0], (&contacted, &two));
    assert!(counts[1..].iter().all(|(_, count)| **count == one), "{counts:?}");
    let totals = store.totals(&services(&["training"])).await.unwrap();
    assert_eq!((totals.all, totals.pending, totals.successful, totals.points), (4, 2, 1, 5));
}

/// Random events on some referrals. The inbox of the store must agree with the domain's rule.
#[apply(on_each_database)]
async fn the_inbox_is_found_by_its_rules(database: &dyn Database) {
    const PHONES: [&str; 4] = ["55123456", "55123457", "ask her", "+44 2079 460000"];
    const HOUR: u64 = 3_600_000;
    let store = database.open().await;
    let mut random = 7_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % limit
    };
    let mut clock = NOW;
    let mut all = Vec::new();
    for _ in 0..40 {
        clock += HOUR;
        let new = submission(ASHA, "Meera", clock);
        let referred_phone = PHONES[below(4)].to_owned();
        let new = NewReferral { referral: Referral { referred_phone, ..new.referral }, ..new };
        let Submitted::New(stored) = store.submit(&new).await.unwrap() else { panic!() };
        all.push(stored);
    }
    for _ in 0..80 {
        clock += HOUR;
        let which = below(all.len());
        let stage = Stage::ALL[below(4)].clone();
        let is_open = Progress::of(&all[which].case).stage.is_open();
        let (field, text) = (CorrectedField::ReferredPhone, PHONES[below(4)]);
        let staff = ["", "m"][below(2)];
        let due = at(clock + (1 + below(30)) as u64 * 24 * HOUR);
        let whose = ["", "m"][below(2)].to_owned();
        let task = Task { kind: TaskKind::Call, due, staff: whose };
        let change = match below(10) {
            0 if is_open => PipelineCommand::Move { stage: &stage },
            1 if is_open && below(3) == 0 => {
                PipelineCommand::Decline { reason: &Reason::NoAnswer, note: "" }
            }
            2 => PipelineCommand::Correct { field, text, note: "A slip", own_number: false },
            3 => PipelineCommand::Credit { credited: below(2) == 0, note: "So it is" },
            4 if is_open => PipelineCommand::Schedule { task: &task, is_staff: true, note: "" },
            5 if is_open => PipelineCommand::Propose { note: "" },
            6 => PipelineCommand::Finish { note: "" },
            8 => {
                let (field, text) = (CorrectedField::Service, ["training", "others"][below(2)]);
                PipelineCommand::Correct { field, text, note: "A slip", own_number: false }
            }
            7 if is_open => {
                let outcome = &CallOutcome::NoAnswer;
                PipelineCommand::Call { outcome, next: None, is_staff: true, note: "" }
            }
            _ => PipelineCommand::Assign { staff, is_staff: true },
        };
        all[which] = give(&store, &all[which], change, clock).await;
    }
    let mut seen = BTreeSet::new();
    for days in [0, 3, 9, 20, 40] {
        for (sees_duplicates, may_award) in [(false, false), (true, false), (false, true)] {
            let everybody = Some(vec!["m", "other"]);
            for whose in [None, Some(vec![]), Some(vec!["m"]), Some(vec!["other"]), everybody] {
                let whose = whose.map(|ids| ids.into_iter().map(str::to_owned).collect());
                let now = at(clock + days * 24 * HOUR);
                let (offices, day_ends) = (offices(), at(clock + (days + 1) * 24 * HOUR));
                let received = u32::try_from(days).unwrap() % 4;
                let all = StageDays { received, ..StageDays::default() };
                let stage_days = StageDays { contacted: 1, ..StageDays::default() };
                let own = ServiceDays { service: "training".to_owned(), stage_days };
                let with_own = if whose.is_none() { vec![own] } else { Vec::new() };
                let limits = StageLimits { all, services: with_own };
                let rest = Waiting {
                    whose,
                    doers: Vec::new(),
                    sees_duplicates,
                    may_award,
                    offices,
                    limits,
                    now,
                    day_ends,
                };
                let works = |services: &[&str]| services.iter().map(|&it| it.to_owned()).collect();
                let both = works(&["others", "training"]);
                for services in [None, Some(both), Some(works(&["others"])), Some(vec![])] {
                    let doers = ["m", "other"]
                        .map(|id| Doer { id: id.to_owned(), services: services.clone() });
                    let waiting = Waiting { doers: doers.into(), ..rest.clone() };
                    seen.extend(check_sections(&store, &waiting).await);
                }
                seen.extend(check_sections(&store, &rest).await);
            }
        }
    }
    assert_eq!(seen, BTreeSet::from(InboxSection::ALL));
}

/// Checks that each section of the store has what the rule says. Returns those that are not empty.
async fn check_sections(store: &Store, waiting: &Waiting) -> Vec<InboxSection> {
    let all = store.list(&everything()).await.unwrap().items;
    let counts = store.inbox_counts(&Scope::All, waiting).await.unwrap();
    for section in InboxSection::ALL {
        let waits = Some((waiting.clone(), section));
        let listing = Listing { waits, sort: Sort::Waiting, ..everything() };
        let found = store.list(&listing).await.unwrap().items;
        let found: BTreeSet<_> = found.into_iter().map(|it| it.key).collect();
        let is_here = |it: &&Stored| waiting.section(it) == Some(section);
        let expected: BTreeSet<_> = all.iter().filter(is_here).map(|it| it.key.clone()).collect();
        assert_eq!(found, expected, "{section:?} {waiting:?}");
        assert_eq!(counts.of(section), expected.len() as u64, "{section:?} {waiting:?}");
    }
    InboxSection::ALL.into_iter().filter(|section| counts.of(*section) > 0).collect()
}

/// Offices with different days. One number is of two of them, and belongs to the first.
fn offices() -> Offices {
    let office =
        |code: &str| Office { calling_code: code.to_owned(), utc_offset: 330, ..Office::always() };
    let workdays = [true, true, true, true, false, false, true];
    let main = Office { closes: 18 * 60, ..office("974") };
    Offices { main, others: vec![Office { workdays, ..office("44") }, office("442")] }
}

#[apply(on_each_database)]
async fn a_search_finds_corrected_and_submitted_texts(database: &dyn Database) {
    let store = database.open().await;
    let stored = submit(&store, ASHA, "Meera Iyer", NOW).await;
    let correct =
        |field, text| PipelineCommand::Correct { field, text, note: "Asked", own_number: false };
    let stored = give(&store, &stored, correct(CorrectedField::ReferredName, "Mira"), NOW).await;
    give(&store, &stored, correct(CorrectedField::ReferredPhone, "97455512345"), NOW).await;
    let search = |text: &str| Listing { search: text.to_owned(), ..everything() };
    for text in ["mira", "meera iyer", "97455512345", "0400 111"] {
        assert_eq!(names(&store, &search(text)).await, ["Meera Iyer"], "{text}");
    }
    assert!(names(&store, &search("mira nobody")).await.is_empty());
}

/// An export has the events word for word, and so has a database that imports it.
#[apply(on_each_database)]
async fn an_imported_referral_is_in_the_stage_of_its_history(database: &dyn Database) {
    let store = database.open().await;
    five(&store).await;
    let mut export = Export::default();
    for stored in store.list(&everything()).await.unwrap().items {
        let texts: Vec<_> = stored.case.history().texts().map(str::to_owned).collect();
        let future = r#"{"at":1750000000900,"saw":9,"kind":"future","stage":"won"}"#.to_owned();
        let texts = [texts, vec![future]].concat();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let case = domain::case::Case::stored(stored.referral().clone(), &texts);
        export.referrals.push(case);
    }
    let taken = store.import(&export, at(NOW + 999), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!((taken.changed, taken.new), (5, 0));
    for (listed, case) in
        store.list(&everything()).await.unwrap().items.iter().zip(&export.referrals)
    {
        assert_eq!(
            listed.case.history().texts().collect::<Vec<_>>(),
            case.history().texts().collect::<Vec<_>>()
        );
    }
    let contacted = Listing { stage: Some("contacted".to_owned()), ..everything() };
    assert_eq!(names(&store, &contacted).await, ["E", "B"]);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

//! Pages of people who were referred, and those who are never to be contacted.

use std::sync::Arc;

use api::HostedPolicy;
use domain::case::Case;
use domain::event::{ConsentAnswer, Reason};
use domain::history::event_id;
use domain::pipeline::{
    CONSENT_TEXT, Command, Known, PipelineCommand, Progress, Relation, Staff, StaffRole, decide,
    unwanted,
};
use domain::referral::Referral;
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::allowances::Allowance;
use server::db::fingerprints::KeyedHash;
use server::referrals::records::{
    Actor, Author, Changed, Listing, NewReferral, Scope, Stored, Submitted,
};
use server::sharing::person::sql::{FoundPage, NewPage, Said, SaidOnPage};
use server::transfer::records::{Export, Importer};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, author, record, submission, submit, user};
use crate::people::execute;
use crate::traces::{dump, keyed, traces};

/// A referral of this number by a member.
pub(crate) async fn refer(store: &Store, phone: &str, now: u64) -> Stored {
    let new = submission(RAVI, "Meera", now);
    let referral = Referral { referred_phone: phone.to_owned(), ..new.referral.clone() };
    match store.submit(&NewReferral { referral, ..new }).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// Its referrer makes the page of a referral, whose token has this hash.
pub(crate) async fn make(store: &Store, key: &str, token: u8, now: u64) -> Changed {
    make_by(store, &author(RAVI), &Viewer::Member(user(RAVI)), key, token, now).await
}

async fn make_by(
    store: &Store,
    by: &Author,
    viewer: &Viewer,
    key: &str,
    token: u8,
    now: u64,
) -> Changed {
    let allowance = Allowance { of: [9; 32], limit: 10_000 };
    let new = NewPage {
        key,
        token: &[token; 32],
        now: at(now),
        expires_at: at(now + 1000),
        actor: viewer,
        by,
        allowance: &allowance,
    };
    let ask = |found: &Known| {
        let known = Known { relation: Relation::Referrer, ..found.clone() };
        let ask = Command::Pipeline(PipelineCommand::Ask);
        decide(&known, &ask, viewer, &HostedPolicy::default(), at(now))
    };
    store.make_page(&new, &ask).await.unwrap()
}

/// What the person says on the page; `None` if there is none.
pub(crate) async fn say(store: &Store, token: u8, said: &Said, now: u64) -> Option<FoundPage> {
    let policy = HostedPolicy::default();
    let page = store.person_page(&[token; 32], at(now)).await.unwrap()?;
    let read = page.stored.case.corrected();
    let number = numbers::key(&read.referred_phone);
    let token = [token; 32];
    let is_as_read = |page: &FoundPage| page.stored.case.corrected() == read;
    let done = store.say_on_page(&token, &number, &is_as_read, said, &policy, at(now));
    let done = match done.await.unwrap() {
        SaidOnPage::Done(page) => page,
        SaidOnPage::Ended => return None,
        other => panic!("{other:?}"),
    };
    if *said == Said::Never {
        store.close_unwanted(&number, at(now)).await.unwrap();
    }
    Some(done)
}

/// The number of whoever is never to be contacted after [`fill`].
pub(crate) const NEVER: &str = "9000000071";

/// A page, and somebody who is never to be contacted.
pub(crate) async fn fill(store: &Store) {
    let never = refer(store, NEVER, NOW).await.key;
    make(store, &never, 71, NOW).await;
    say(store, 71, &Said::Never, NOW).await.unwrap();
}

fn agrees(note: &str) -> Said {
    Said::Answer(ConsentAnswer::Agreed, CONSENT_TEXT, note.to_owned())
}

fn reason(stored: &Stored) -> Option<Reason> {
    Progress::of(&stored.case).reason
}

#[apply(on_each_database)]
async fn a_referral_has_one_page_until_its_time(database: &dyn Database) {
    let store = database.open().await;
    let key = submit(&store, RAVI, "Meera", NOW).await.key;
    assert!(matches!(make(&store, &key, 1, NOW).await, Changed::Done(_)));
    assert!(matches!(make(&store, &key, 2, NOW + 10).await, Changed::Done(_)));
    let opened = async |token: u8, now: u64| {
        store.person_page(&[token; 32], at(now)).await.unwrap().is_some()
    };
    assert!(!opened(1, NOW + 10).await && opened(2, NOW + 10).await && !opened(3, NOW + 10).await);
    assert!(opened(2, NOW + 1009).await && !opened(2, NOW + 1010).await);
    assert!(say(&store, 1, &agrees(""), NOW + 20).await.is_none());
    let page = say(&store, 2, &agrees("After six"), NOW + 20).await.unwrap();
    assert!(Progress::of(&page.stored.case).has_agreed());
    assert_eq!(store.sweep(at(NOW + 1010)).await.unwrap(), 1);
    assert!(!opened(2, NOW + 20).await);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

#[apply(on_each_database)]
async fn a_referrers_page_does_not_end_that_of_staff(database: &dyn Database) {
    let store = database.open().await;
    let new = submit(&store, RAVI, "Meera", NOW).await;
    let (key, service) = (new.key.clone(), new.referral().service.value().to_owned());
    let actor = Actor::Staff { id: "s1".to_owned(), name: String::new() };
    let author = Author { actor, ..author(RAVI) };
    let staff = |service: &str| {
        let services = vec![service.to_owned()];
        Viewer::Staff(Staff::new("s1".to_owned(), user(RAVI), StaffRole::Coordinator, services))
    };
    make_by(&store, &author, &staff(&service), &key, 1, NOW).await;
    make(&store, &key, 2, NOW + 1).await;
    let opened =
        async |token: u8| store.person_page(&[token; 32], at(NOW + 9)).await.unwrap().is_some();
    assert!(opened(1).await && opened(2).await);
    // Staff of another service are its referrer and nothing else.
    make_by(&store, &author, &staff("other-service"), &key, 3, NOW + 2).await;
    assert!(opened(1).await && !opened(2).await && opened(3).await);
    make_by(&store, &author, &staff(&service), &key, 4, NOW + 3).await;
    // They may have heard that the referrer's went to somebody else.
    assert!(!opened(1).await && !opened(3).await && opened(4).await);
}

#[apply(on_each_database)]
async fn two_people_with_one_page_answer_once(database: &dyn Database) {
    let store = Arc::new(database.open().await);
    let key = submit(&store, RAVI, "Meera", NOW).await.key;
    make(&store, &key, 1, NOW).await;
    let both = (0..8_u64).map(|place| {
        let store = store.clone();
        tokio::spawn(async move {
            say(&store, 1, &agrees(""), NOW + place).await.unwrap();
        })
    });
    for one in both.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    let stored = store.referral(&key).await.unwrap().unwrap();
    assert_eq!(stored.case.history().len(), 2);
}

#[apply(on_each_database)]
async fn whoever_is_never_to_be_contacted_is_so_in_every_spelling(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let first = refer(&store, ASHA, NOW).await;
    let second = refer(&store, "+91 98765-43210", NOW + 1).await;
    make(&store, &first.key, 1, NOW + 2).await;
    say(&store, 1, &Said::Never, NOW + 3).await.unwrap();
    let third = refer(&store, "0091 98765 43210", NOW + 4).await;
    assert_eq!(reason(&third), Some(Reason::DoNotContact));
    for key in [&first.key, &second.key, &third.key] {
        let stored = store.referral(key).await.unwrap().unwrap();
        assert_eq!(reason(&stored), Some(Reason::DoNotContact));
    }
    let other = refer(&store, "9000000021", NOW + 5).await;
    assert_eq!(reason(&other), None);
    let erased = store.erase_referred(ASHA, at(NOW + 6), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!(erased.referrals, 3);
    assert_eq!(reason(&refer(&store, ASHA, NOW + 7).await), Some(Reason::DoNotContact));
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
    // The submission and the closing are two rows of the history.
    let history = store.history(&other.key).await.unwrap();
    assert_eq!(history.len(), 1);
    let key = refer(&store, ASHA, NOW + 8).await.key;
    let history = store.history(&key).await.unwrap();
    let statuses: Vec<_> = history.iter().map(|(_, entry)| entry.status.as_str()).collect();
    assert_eq!(statuses, ["Pending", "Declined"]);
}

/// What closes a referral at its arrival can be foretold, with its id.
#[apply(on_each_database)]
async fn a_file_does_not_undo_in_advance_what_closes_it(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let first = refer(&store, ASHA, NOW).await;
    make(&store, &first.key, 1, NOW + 1).await;
    say(&store, 1, &Said::Never, NOW + 2).await.unwrap();
    let came = record(RAVI, "By a file", NOW + 3);
    let referral = Referral { referred_phone: ASHA.to_owned(), ..came.referral().clone() };
    let undoing = |target: &str| {
        let at = NOW + 4;
        let text = format!(r#"{{"at":{at},"saw":0,"kind":"undone","target":"{target}"}}"#);
        Case::stored(referral.clone(), &[&text])
    };
    // All ids are equally long, and what closes it depends on nothing else of the undoing.
    let closes = unwanted(&undoing("0000000000000000"), at(NOW + 4)).unwrap();
    let file = undoing(&event_id(&closes.text()));
    assert!(Progress::of(&file.clone().evolve(&closes)).stage.is_open());
    let export = Export { accounts: vec![], referrals: vec![file] };
    store.import(&export, at(NOW + 10), false, &Importer::PROGRAM).await.unwrap();
    let page = store.list(&Listing::of(Scope::All, 10)).await.unwrap();
    assert_eq!(page.items.len(), 2);
    for stored in page.items {
        assert_eq!(reason(&stored), Some(Reason::DoNotContact));
    }
}

/// The page is read before the code is used up, and what is said is stored after it. Whoever is told that the page has
/// changed is shown what it says then.
#[apply(on_each_database)]
async fn an_answer_is_to_what_was_read(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let referred = refer(&store, ASHA, NOW).await;
    make(&store, &referred.key, 1, NOW + 1).await;
    let (policy, number) = (HostedPolicy::default(), numbers::key(ASHA));
    let mut read = referred.case.corrected();
    read.service = "others".to_owned().into();
    let is_as_read = |page: &FoundPage| page.stored.case.corrected() == read;
    let said = agrees("");
    let token = [1; 32];
    let other = store.say_on_page(&token, &number, &is_as_read, &said, &policy, at(NOW + 2));
    let SaidOnPage::Stale(page) = other.await.unwrap() else { panic!("it was noted") };
    assert_eq!(page.stored.case.corrected(), referred.case.corrected());
    assert!(!Progress::of(&page.stored.case).has_agreed());
    assert!(say(&store, 1, &said, NOW + 3).await.is_some());
}

/// So many that they are closed in several parts, and one that has the number beside another.
#[apply(on_each_database)]
async fn whoever_was_referred_very_often_is_not_contacted_either(database: &dyn Database) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let first = refer(&store, ASHA, NOW).await;
    let two = refer(&store, &format!("9000000022 or {ASHA}"), NOW + 1).await;
    let behind = refer(&store, &format!("2345678 / {ASHA}"), NOW + 2).await;
    for place in 3..120 {
        refer(&store, ASHA, NOW + place).await;
    }
    make(&store, &first.key, 1, NOW + 200).await;
    let (policy, number) = (HostedPolicy::default(), numbers::key(ASHA));
    let never =
        store.say_on_page(&[1; 32], &number, &|_| true, &Said::Never, &policy, at(NOW + 201));
    assert!(matches!(never.await.unwrap(), SaidOnPage::Done(_)));
    assert_eq!(reason(&refer(&store, ASHA, NOW + 202).await), Some(Reason::DoNotContact));
    let open = async || {
        let page = store.list(&Listing::of(Scope::All, 500)).await.unwrap();
        page.items.iter().filter(|it| Progress::of(&it.case).stage.is_open()).count()
    };
    assert_eq!(open().await, 70, "the first are closed with the wish");
    store.close_unwanted(&number, at(NOW + 203)).await.unwrap();
    assert_eq!(open().await, 0);
    for referred in [two, behind] {
        let both = store.referral(&referred.key).await.unwrap().unwrap();
        assert_eq!(reason(&both), Some(Reason::DoNotContact));
    }
    for (place, text) in (204..).zip([format!("2345678 / {ASHA}"), format!("{ASHA} 12")]) {
        let again = refer(&store, &text, NOW + place).await;
        assert_eq!(reason(&again), Some(Reason::DoNotContact), "{text}");
    }
}

const ROUNDS: u64 = 100;

#[apply(on_each_database)]
async fn whoever_deletes_leaves_nothing_but_a_fingerprint_whatever_it_races_with(
    database: &dyn Database,
) {
    let store = Arc::new(database.open().await.with_keyed_hash(KeyedHash::by(keyed)));
    for round in 0..ROUNDS {
        let now = NOW + 1000 * round;
        let referred = refer(&store, ASHA, now).await;
        let key = referred.key;
        make(&store, &key, 1, now).await;
        let racing = (0..4_u64).map(|place| {
            let (store, key) = (store.clone(), key.clone());
            tokio::spawn(async move {
                match place {
                    0 => drop(make(&store, &key, 2, now + 10).await),
                    1 => drop(say(&store, 1, &Said::Never, now + 11).await),
                    _ => {
                        let said = agrees(&format!("Call {ASHA}"));
                        let (policy, number) = (HostedPolicy::default(), numbers::key(ASHA));
                        let now = at(now + 12);
                        let said =
                            store.say_on_page(&[1; 32], &number, &|_| true, &said, &policy, now);
                        said.await.unwrap();
                    }
                }
            })
        });
        let racing: Vec<_> = racing.collect();
        tokio::task::yield_now().await;
        store.erase_referred(ASHA, at(now + 500), None, None, &|_| Ok(())).await.unwrap();
        for one in racing {
            one.await.unwrap();
        }
        assert!(store.person_page(&[1; 32], at(now)).await.unwrap().is_none(), "round {round}");
        assert!(store.person_page(&[2; 32], at(now)).await.unwrap().is_none(), "round {round}");
        assert_eq!(traces(&dump(database).await, ASHA), Vec::<String>::new(), "round {round}");
        // Otherwise every referral of the next rounds is closed from the beginning.
        execute(database, "DELETE FROM do_not_contact").await;
    }
}

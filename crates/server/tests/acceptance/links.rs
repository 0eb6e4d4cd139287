//! Links that members share: at most one of each works, what somebody sends by one is stored once and uses up their
//! code, and an erasure of the member takes all.

use api::{SourceKind, SourceReport};
use domain::account::User;
use domain::case::Case;
use domain::contact::ContactDraft;
use domain::event::ConsentAnswer;
use domain::mobile::MobileNumber;
use domain::pipeline::{
    CONSENT_TEXT, LinkCode, ProgrammeSettings, Progress, came_by_link, submit_by_link,
};
use domain::referral::{Referral, ReferralDraft};
use domain::rejection::{RejectionCode, Rejections};
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::allowances::Allowance;
use server::db::fingerprints::KeyedHash;
use server::messages::records::MessageFilter;
use server::referrals::records::{Author, Changed, NewReferral, Scope};
use server::reports::records::ReportScope;
use server::sharing::link::sql::{NewByLink, NewLink, SentByLink, StoredLinks, UsedCode};
use server::sharing::person::sql::Said;
use server::transfer::records::{Export, Importer};

use crate::codes::code;
use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, everything, mobile, policy, record, session, sign_up,
    submission, submit,
};
use crate::messages::message;
use crate::person_pages;
use crate::spreadsheets;
use crate::traces::keyed;

const BINU: &str = "9744555666";
const DAY: u64 = 86_400_000;

/// A code that nobody else has: of the number and the time.
fn code_of(number: &str, now: u64) -> LinkCode {
    let bits = (number.parse::<u64>().unwrap() + now).to_be_bytes();
    LinkCode::of([bits[3], bits[4], bits[5], bits[6], bits[7]])
}

async fn set(store: &Store, number: &str, name: &str, now: u64, renew: bool) -> bool {
    let (mobile, code) = (mobile(number), code_of(number, now));
    let allowance = Allowance { of: [9; 32], limit: 100 };
    let (name, now) = (name, at(now));
    let new = NewLink { mobile: &mobile, code: &code, name, renew, allowance, now, session: None };
    store.set_link(&new).await.unwrap()
}

/// Makes a link, and a new one if there is one.
pub(crate) async fn make(store: &Store, number: &str, name: &str, now: u64) {
    assert!(set(store, number, name, now, true).await);
}

/// What a member has to share.
pub(crate) async fn of(store: &Store, number: &str) -> StoredLinks {
    store.links(&numbers::key(number)).await.unwrap()
}

/// The code of the link that works.
pub(crate) async fn live(store: &Store, number: &str) -> String {
    of(store, number).await.live.unwrap().0
}

fn draft() -> ReferralDraft {
    let text = |text: &str| text.to_owned();
    ReferralDraft {
        referred_name: text("Binu"),
        referred_phone: text(BINU),
        service: text("training"),
        ..ReferralDraft::default()
    }
}

fn of_sharer(
    sharer: &User,
    key: &str,
    now: u64,
    programme: &ProgrammeSettings,
) -> Result<NewByLink, Rejections> {
    let when = (at(now), "2025-06-01".to_owned());
    let (referral, agreed) =
        submit_by_link(&draft(), sharer, when, false, CONSENT_TEXT, programme, &policy())?;
    Ok(NewByLink::Referral(Box::new(NewReferral {
        referral,
        said: Some(agreed),
        by: Author::guest(),
        idempotency_key: key.to_owned(),
        ..submission(ASHA, "Binu", now)
    })))
}

/// Sends a wish with the code of this challenge, which is also what tells it from others.
async fn send(store: &Store, link: &str, challenge: &str, now: u64) -> SentByLink {
    let decide = |sharer: Option<&User>, programme: &ProgrammeSettings, _: bool| match sharer {
        Some(sharer) => of_sharer(sharer, challenge, now, programme),
        None => Ok(NewByLink::Enquiry(Box::new(message(challenge, now, false)))),
    };
    // The same link and challenge are the same wish.
    let mut wish = [1; 32];
    for (place, byte) in link.bytes().chain(challenge.bytes()).enumerate() {
        wish[place] = byte;
    }
    store.send_by_link(link, &used(challenge, &wish), &decide).await.unwrap().0
}

fn used<'a>(challenge: &'a str, wish: &'a [u8; 32]) -> UsedCode<'a> {
    UsedCode { challenge, number: BINU, wish }
}

async fn code_for(store: &Store, challenge: &str) {
    store.store_code(&code(challenge, BINU, 1, NOW), &|_| Ok(())).await.unwrap().unwrap();
}

async fn stored(store: &Store) -> Vec<Case> {
    store.list(&everything()).await.unwrap().items.into_iter().map(|it| it.case).collect()
}

#[apply(on_each_database)]
async fn one_link_of_a_member_works_and_a_new_one_ends_it(database: &dyn Database) {
    let store = database.open().await;
    assert!(!set(&store, ASHA, "Asha", NOW, false).await, "nobody has an account");
    for (token, number) in [(1, ASHA), (2, RAVI)] {
        sign_up(&store, &session(number, token, NOW)).await.unwrap();
    }
    assert_eq!(of(&store, ASHA).await, StoredLinks::default());
    assert!(set(&store, ASHA, "", NOW, false).await);
    let first = live(&store, ASHA).await;
    // The name changes, and the link stays.
    assert!(set(&store, ASHA, "Asha", NOW + 1, false).await);
    let links = of(&store, ASHA).await;
    assert_eq!(links.live, Some((first.clone(), "Asha".to_owned())));
    assert_eq!(store.link_name(&first).await.unwrap(), "Asha");

    make(&store, RAVI, "Ravi", NOW).await;
    make(&store, ASHA, "A", NOW + 2).await;
    let second = live(&store, ASHA).await;
    assert_ne!(second, first);
    assert_eq!(store.link_name(&second).await.unwrap(), "A");
    for other in [first.as_str(), "", "00000000"] {
        assert_eq!(store.link_name(other).await.unwrap(), "", "{other}");
    }
    assert_eq!(of(&store, RAVI).await.live.unwrap().1, "Ravi");
}

#[apply(on_each_database)]
async fn opens_are_counted_by_day_for_what_works_only(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    make(&store, ASHA, "", NOW).await;
    let first = live(&store, ASHA).await;
    for now in [NOW, NOW + 1, NOW + DAY] {
        store.count_open(&first, at(now)).await.unwrap();
    }
    make(&store, ASHA, "", NOW + 1).await;
    for code in [first.as_str(), "", "ZZZZZZZZ"] {
        store.count_open(code, at(NOW + DAY)).await.unwrap();
    }
    assert_eq!(of(&store, ASHA).await.opened, 3, "those of the link before count");
    store.sweep(at(NOW + 1 + api::LINKS_KEPT_MS - 1)).await.unwrap();
    assert_eq!(of(&store, ASHA).await.opened, 3);
    store.sweep(at(NOW + 1 + api::LINKS_KEPT_MS)).await.unwrap();
    assert_eq!(of(&store, ASHA).await.opened, 0);
    assert!(of(&store, ASHA).await.live.is_some());
}

#[apply(on_each_database)]
async fn a_wish_is_a_referral_of_the_links_owner_with_consent_and_uses_the_code_up(
    database: &dyn Database,
) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    make(&store, ASHA, "", NOW).await;
    let link = live(&store, ASHA).await;
    code_for(&store, "one").await;
    assert_eq!(send(&store, &link, "one", NOW).await, SentByLink::Referred);
    let case = stored(&store).await.pop().unwrap();
    assert!(came_by_link(&case));
    let Referral { referrer_mobile, referred_phone, .. } = case.referral();
    assert_eq!((referrer_mobile.as_str(), referred_phone.as_str()), (ASHA, BINU));
    let own = store.totals(&Scope::Of(mobile(ASHA))).await.unwrap();
    assert_eq!(own.all, 1);
    assert_eq!(of(&store, ASHA).await.submitted, 1);
    // A second press is no second wish, and the code is good for nothing else.
    assert_eq!(send(&store, &link, "one", NOW).await, SentByLink::Kept);
    let decide = |sharer: Option<&User>, programme: &ProgrammeSettings, _: bool| {
        of_sharer(sharer.unwrap(), "another", NOW + 5, programme)
    };
    let again = store.send_by_link(&link, &used("one", &[2; 32]), &decide).await.unwrap().0;
    assert_eq!(again, SentByLink::CodeUsed);
    // Nor does it tell which other links work.
    sign_up(&store, &session(RAVI, 2, NOW)).await.unwrap();
    make(&store, RAVI, "", NOW).await;
    for other in [live(&store, RAVI).await.as_str(), "ZZZZZZZZ"] {
        assert_eq!(send(&store, other, "one", NOW).await, SentByLink::CodeUsed, "{other}");
    }
    assert_eq!(stored(&store).await.len(), 1);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

#[apply(on_each_database)]
async fn whoever_is_never_to_be_contacted_takes_it_back_for_what_comes_next(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    make(&store, ASHA, "", NOW).await;
    let link = live(&store, ASHA).await;
    let before = person_pages::refer(&store, &numbers::shown(BINU), NOW).await;
    person_pages::make(&store, &before.key, 1, NOW).await;
    person_pages::say(&store, 1, &Said::Never, NOW).await.unwrap();
    code_for(&store, "one").await;
    for (takes_back, outcome) in
        [(false, (SentByLink::Unwanted, false)), (true, (SentByLink::Referred, true))]
    {
        let decide = |sharer: Option<&User>, programme: &ProgrammeSettings, never: bool| {
            assert!(never);
            if !takes_back {
                return Ok(NewByLink::Nothing);
            }
            of_sharer(sharer.unwrap(), "one", NOW + 9, programme)
        };
        assert_eq!(
            store.send_by_link(&link, &used("one", &[2; 32]), &decide).await.unwrap(),
            outcome
        );
    }
    let open = async |key: &str| {
        let stored = store.referral(key).await.unwrap().unwrap();
        Progress::of(&stored.case).stage.is_open()
    };
    assert!(!open(&before.key).await, "what is closed stays closed");
    let after = person_pages::refer(&store, BINU, NOW + 20).await;
    assert!(open(&after.key).await);
    assert_eq!(stored(&store).await.len(), 3);
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

#[apply(on_each_database)]
async fn a_refusal_leaves_the_code_for_another_try(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    make(&store, ASHA, "", NOW).await;
    let link = live(&store, ASHA).await;
    code_for(&store, "one").await;
    let refused = Rejections::from(RejectionCode::SelfReferral);
    let decide = |_: Option<&User>, _: &ProgrammeSettings, _: bool| Err(refused.clone());
    let sent = store.send_by_link(&link, &used("one", &[2; 32]), &decide).await.unwrap().0;
    assert_eq!(sent, SentByLink::Refused(refused.clone()));
    assert_eq!(send(&store, &link, "one", NOW).await, SentByLink::Referred);
}

#[apply(on_each_database)]
async fn what_comes_by_a_link_that_does_not_work_is_a_message(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    make(&store, ASHA, "", NOW).await;
    let ended = live(&store, ASHA).await;
    make(&store, ASHA, "", NOW + 1).await;
    for (place, link) in [ended.as_str(), "", "ZZZZZZZZ"].into_iter().enumerate() {
        let challenge = format!("code {place}");
        code_for(&store, &challenge).await;
        assert_eq!(send(&store, link, &challenge, NOW).await, SentByLink::Kept);
        assert_eq!(send(&store, link, &challenge, NOW).await, SentByLink::Kept);
        // Another wish with a code that was used up.
        let decide = |_: Option<&User>, _: &ProgrammeSettings, _: bool| {
            Ok(NewByLink::Enquiry(Box::new(message("another", NOW + 9, false))))
        };
        let again = store.send_by_link(link, &used(&challenge, &[2; 32]), &decide).await.unwrap().0;
        assert_eq!(again, SentByLink::CodeUsed, "{link}");
    }
    assert_eq!(stored(&store).await, []);
    let messages = store.messages(&MessageFilter::default(), None, 9).await.unwrap().items;
    assert_eq!(messages.len(), 3);
}

#[apply(on_each_database)]
async fn a_report_counts_how_referrals_came_and_who_was_asked_and_what_they_said(
    database: &dyn Database,
) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    make(&store, ASHA, "", NOW).await;
    let link = live(&store, ASHA).await;
    for now in [NOW, NOW + 1, NOW + DAY] {
        store.count_open(&link, at(now)).await.unwrap();
    }
    code_for(&store, "one").await;
    assert_eq!(send(&store, &link, "one", NOW + 5).await, SentByLink::Referred);
    let asked = submit(&store, RAVI, "By the form", NOW + 6).await.key;
    let key = submit(&store, RAVI, "With success", NOW + 7).await.key;
    store.change(&key, 1, &admin_actor(), &award(5, NOW + 8), None).await.unwrap();
    let export = Export { accounts: vec![], referrals: vec![record(RAVI, "Moved", NOW + 9)] };
    store.import(&export, at(NOW + 10), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!(spreadsheets::import(&store, "From a sheet", NOW + 11).await, 1);
    let refused = submit(&store, RAVI, "Says no", NOW + 12).await.key;
    for (token, key) in [(1, &asked), (2, &refused)] {
        let made = person_pages::make(&store, key, token, NOW + 20).await;
        assert!(matches!(made, Changed::Done(_)), "{made:?}");
    }
    let no = Said::Answer(ConsentAnswer::Refused, CONSENT_TEXT, String::new());
    person_pages::say(&store, 2, &no, NOW + 21).await.unwrap();

    let report = async |services: Option<Vec<String>>, until: u64| {
        let scope = ReportScope { services, owners: None, submitted: NOW..until };
        let sources = store.report(&scope).await.unwrap().sources;
        let of = |it: SourceReport| {
            let said = [it.asked, it.agreed, it.refused];
            (it.source, it.opened, it.submitted, said, it.successful)
        };
        sources.into_iter().map(of).collect::<Vec<_>>()
    };
    use SourceKind::{Form, Import, Link, Spreadsheet};
    let all = [
        (Form, None, 3, [2, 0, 1], 1),
        (Link, Some(3), 1, [1, 1, 0], 0),
        (Import, None, 1, [0, 0, 0], 0),
        (Spreadsheet, None, 1, [0, 0, 0], 0),
    ];
    assert_eq!(report(None, NOW + 2 * DAY).await, all);
    let early = [(Form, None, 1, [1, 0, 0], 0), (Link, Some(2), 1, [1, 1, 0], 0)];
    assert_eq!(report(None, NOW + 7).await[..2], early);
    let none = report(Some(vec!["others".to_owned()]), NOW + 2 * DAY).await;
    assert_eq!(none[1], (Link, None, 0, [0, 0, 0], 0));
}

#[apply(on_each_database)]
async fn an_erasure_of_the_member_takes_their_links(database: &dyn Database) {
    let store = database.open().await;
    for (token, number) in [(1, ASHA), (2, RAVI)] {
        sign_up(&store, &session(number, token, NOW)).await.unwrap();
        make(&store, number, "Somebody", NOW).await;
        make(&store, number, "Somebody", NOW + 1).await;
        store.count_open(&live(&store, number).await, at(NOW)).await.unwrap();
    }
    let link = live(&store, ASHA).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(of(&store, ASHA).await, StoredLinks::default());
    assert_eq!(store.link_name(&link).await.unwrap(), "");
    let ravis = of(&store, RAVI).await;
    assert_eq!((ravis.live.is_some(), ravis.opened), (true, 1));
    code_for(&store, "late").await;
    assert_eq!(send(&store, &link, "late", NOW).await, SentByLink::Kept);
    assert_eq!(stored(&store).await, []);
}

/// Whoever is called by a number that came with an enquiry, and has it erased, finds nothing left.
#[apply(on_each_database)]
async fn an_erasure_by_number_takes_the_enquiry(database: &dyn Database) {
    let store = database.open().await;
    let mut new = message("enquiry", NOW, false);
    let email = numbers::shown(BINU);
    new.message = ContactDraft { email, ..new.message };
    store.keep_message(&new).await.unwrap();
    let all = |_: &domain::pipeline::Known| Ok(());
    let erased = store.erase_referred(BINU, at(NOW), None, None, &all).await.unwrap();
    assert_eq!(erased.messages, 1);
    assert!(MobileNumber::parse(BINU).is_ok());
}

#[apply(on_each_database)]
async fn an_erasure_and_a_wish_at_the_same_time_leave_nothing_of_the_member(
    database: &dyn Database,
) {
    let store = database.open().await;
    for round in 0..20_u64 {
        let now = NOW + round * 10;
        sign_up(&store, &session(ASHA, 1, now)).await.unwrap();
        make(&store, ASHA, "", now).await;
        let link = live(&store, ASHA).await;
        let challenge = format!("round {round}");
        let new = code(&challenge, BINU, 1, NOW);
        store.store_code(&new, &|_| Ok(())).await.unwrap().unwrap();
        let asha = mobile(ASHA);
        let erasing = store.erase_referrer(&asha, None, at(now), None, None);
        let (erased, sent) = tokio::join!(erasing, send(&store, &link, &challenge, now));
        erased.unwrap();
        assert!(matches!(sent, SentByLink::Referred | SentByLink::Kept), "{sent:?}");
        assert_eq!(stored(&store).await, [], "round {round}");
    }
}

//! Numbers in any spelling, and the accounts and sessions behind them.

use api::MessageAction;
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::{
    db::StoreError,
    messages::records::MessageFilter,
    referrals::records::{Author, Listing, NewReferral, Scope, Submitted},
    transfer::records::{Export, Importer},
};
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, at, author, award, guest, log_in, mobile, names, record, session, sign_up,
    submission, submit, submitted, user,
};
use crate::messages::message;

pub(crate) async fn connect(database: &dyn Database) -> AnyConnection {
    install_default_drivers();
    AnyConnection::connect(&database.driver_url()).await.unwrap()
}

pub(crate) fn own(number: &str) -> Listing {
    Listing::of(Scope::Of(mobile(number)), 1000)
}

/// A guest's referral with the number as typed.
pub(crate) fn of_guest(number: &str, referred: &str, phone: &str, now: u64) -> NewReferral {
    let draft = domain::referral::ReferralDraft {
        referrer_name: "Gita".to_owned(),
        referrer_phone: number.to_owned(),
        referred_name: referred.to_owned(),
        referred_phone: phone.to_owned(),
        service: "training".to_owned(),
        ..Default::default()
    };
    NewReferral {
        referral: submitted(draft, &Viewer::Guest, now),
        by: guest(),
        idempotency_key: format!("{number} {referred} {phone} {now}"),
        ..submission(ASHA, referred, now)
    }
}

/// A member's referral in the session with this token.
pub(crate) fn of_session(number: &str, token: u8, referred: &str, now: u64) -> NewReferral {
    NewReferral {
        by: Author { session: Some([token; 32]), ..author(number) },
        ..submission(number, referred, now)
    }
}

/// Executes a statement, as another program would.
pub(crate) async fn execute(database: &dyn Database, statement: &str) {
    let mut connection = connect(database).await;
    sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[apply(on_each_database)]
async fn a_list_has_referrals_in_every_spelling_of_the_number(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    for (place, number) in ["+91 98765-43210", "0091 98765 43210", "09876543210"].iter().enumerate()
    {
        let new = of_guest(number, &format!("G{place}"), "044 2345", NOW + place as u64);
        assert!(matches!(store.submit(&new).await.unwrap(), Submitted::New(_)));
    }
    submit(&store, RAVI, "B", NOW + 9).await;
    for spelling in [ASHA, "09876543210", "919876543210"] {
        assert_eq!(names(&store, &own(spelling)).await.len(), 4, "{spelling}");
        let totals = store.totals(&Scope::Of(mobile(spelling))).await.unwrap();
        assert_eq!(totals.all, 4, "{spelling}");
    }
}

#[apply(on_each_database)]
async fn a_copy_of_an_account_is_known_in_another_spelling(database: &dyn Database) {
    let store = database.open().await;
    let copy = |number| Export { accounts: vec![user(number)], referrals: Vec::new() };
    let taken =
        store.import(&copy("919876543210"), at(NOW), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!(taken.new, 1);
    let taken = store.import(&copy(ASHA), at(NOW), false, &Importer::PROGRAM).await.unwrap();
    assert_eq!((taken.new, taken.same), (0, 1));
}

#[apply(on_each_database)]
async fn an_account_is_erased_only_by_its_holder(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    submit(&store, ASHA, "A", NOW).await;
    store.submit(&of_guest("044 2345", "B", "98765 43210", NOW + 1)).await.unwrap();
    let erasure = store.erase_referred(ASHA, at(NOW), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((erasure.referrals, erasure.account_stays), (1, true));
    assert_eq!(erasure.blanked, 0, "their own texts are theirs");
    let left = store.list(&own(ASHA)).await.unwrap().items;
    assert_eq!(left[0].referral().referrer_mobile, ASHA);
    assert_eq!(names(&store, &own(ASHA)).await, ["A"]);
    assert!(store.session(&[1; 32], at(NOW)).await.unwrap().is_some());
}

#[apply(on_each_database)]
async fn nothing_is_written_under_a_session_that_has_ended(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let stored = match store.submit(&of_session(ASHA, 1, "A", NOW)).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    };
    store.close_session(&[1; 32]).await.unwrap();
    let ended = |error: StoreError| assert!(matches!(error, StoreError::SessionEnded), "{error}");
    ended(store.submit(&of_session(ASHA, 1, "B", NOW)).await.unwrap_err());
    let by = Author { session: Some([1; 32]), ..author(ASHA) };
    ended(store.change(&stored.key, 1, &by, &award(5, NOW), None).await.unwrap_err());
    let copy = Export { accounts: Vec::new(), referrals: vec![record(RAVI, "C", NOW)] };
    let session = Some(&[1; 32]);
    let mut letter = message("m", NOW, true);
    store.keep_message(&letter).await.unwrap();
    let key = store.messages(&MessageFilter::default(), None, 1).await.unwrap().items.remove(0).key;
    ended(
        store
            .change_message(&key, &MessageAction::MarkHandled.into(), at(NOW), session)
            .await
            .unwrap_err(),
    );
    letter.idempotency_key = "another".to_owned();
    letter.session = session.copied();
    ended(store.keep_message(&letter).await.unwrap_err());
    let by = Importer { session, ..Importer::PROGRAM };
    ended(store.import(&copy, at(NOW), false, &by).await.unwrap_err());
    ended(store.erase_referrer(&mobile(ASHA), None, at(NOW), session, None).await.unwrap_err());
    ended(store.erase_referred(ASHA, at(NOW), session, None, &|_| Ok(())).await.unwrap_err());
    assert_eq!(names(&store, &own(ASHA)).await, ["A"]);
}

#[apply(on_each_database)]
async fn a_login_needs_an_account(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    assert_eq!(log_in(&store, &session(ASHA, 2, NOW)).await, Ok(()));
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    let late = log_in(&store, &session(ASHA, 3, NOW)).await;
    assert_eq!(late, Err(RejectionCode::NotRegistered.into()));
    assert_eq!(store.session(&[3; 32], at(NOW)).await.unwrap(), None);
}

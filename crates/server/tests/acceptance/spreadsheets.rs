//! Imports of spreadsheets, and taking them out again.

use api::{KeptReferral, RefusedRow, Spreadsheet, SpreadsheetTakenOut, WhyKept};
use domain::pipeline::{Known, may_submit, may_take_out, submit};
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::{RejectionCode, Rejections};
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::answers::RetryKey;
use server::spreadsheets::sql::{Hand, NewSpreadsheet, TakenOutPart};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, at, everything, names, submit as submit_one};
use crate::programme::switch_off;

fn draft(name: &str, phone: &str) -> ReferralDraft {
    ReferralDraft::of(|field| {
        match field {
            "referredName" => name,
            "referredPhone" => phone,
            "referrerName" => "Gita",
            "referrerPhone" => "90000 00077",
            "service" => "training",
            _ => "",
        }
        .to_owned()
    })
}

/// Everything that is offered may come in but who is called Refused.
fn becomes(draft: &ReferralDraft, id: Instant, known: Known) -> Result<Referral, Rejections> {
    if draft.referred_name == "Refused" {
        return Err(RejectionCode::OwnReferral.into());
    }
    let policy = api::HostedPolicy::default();
    let (date, programme) = ("1/1/2026".to_owned(), &known.programme);
    let referral = submit(draft, id, date, false, &Viewer::Guest, programme, &policy)?;
    may_submit(&referral, programme)?;
    Ok(referral)
}

fn hand(now: u64) -> Hand<'static> {
    Hand { staff: "s1", session: None, now: at(now) }
}

async fn taken_out(store: &Store, id: u64) -> Option<SpreadsheetTakenOut> {
    let rule = |known: Known| may_take_out(&known);
    let id = i64::try_from(id).unwrap();
    let preview = store.spreadsheet(id, &rule).await.unwrap();
    let done = store.take_out_spreadsheet(id, i64::MIN, &hand(NOW + 9), &rule).await.unwrap();
    let done = done.map(|part| part.done);
    assert_eq!(done, preview);
    done
}

/// Imports a row, and returns the name of the import.
pub(crate) async fn import(store: &Store, name: &str, now: u64) -> u64 {
    let rows = [(0, draft(name, "98000 00009"))];
    let new = NewSpreadsheet { rows: &rows, refused: &[], rule: &becomes };
    store.import_spreadsheet(&new, &hand(now), None).await.unwrap().id.unwrap()
}

#[apply(on_each_database)]
async fn a_spreadsheet_is_imported_once_for_each_key_and_taken_out_as_one(database: &dyn Database) {
    let store = database.open().await;
    submit_one(&store, ASHA, "Here before", NOW - 1).await;
    let rows = ["Meera", "Refused", "Yusuf"].into_iter().zip([
        "98000 00001",
        "98000 00002",
        "98000 00003",
    ]);
    let rows: Vec<_> = (1..).zip(rows.map(|(name, phone)| draft(name, phone))).collect();
    let refused = [RefusedRow { row: 0, codes: vec![RejectionCode::ReferredNameMissing.into()] }];
    let new = NewSpreadsheet { rows: &rows, refused: &refused, rule: &becomes };
    let retry = RetryKey { stored_key: "a key".to_owned(), at: at(NOW) };
    let mut answers = Vec::new();
    for _ in 0..2 {
        answers.push(store.import_spreadsheet(&new, &hand(NOW), Some(&retry)).await.unwrap());
    }
    assert_eq!(answers[0], answers[1]);
    let imported = answers.remove(0);
    assert_eq!(imported.added, 2);
    let places: Vec<_> = imported.refused.iter().map(|refused| refused.row).collect();
    assert_eq!(places, [0, 2]);
    // In the order of the rows.
    assert_eq!(names(&store, &everything()).await, ["Here before", "Yusuf", "Meera"]);

    let checked = store.check_spreadsheet(&rows, at(NOW + 1), &becomes).await.unwrap();
    let found: Vec<_> = checked
        .into_iter()
        .map(|it| it.map(|known| known.map(|stored| stored.referral().referred_name.clone())))
        .collect();
    let known = |name: &str| Ok(Some(name.to_owned()));
    assert_eq!(found, [known("Meera"), Err(RejectionCode::OwnReferral.into()), known("Yusuf")]);

    let id = imported.id.unwrap();
    let listed = store.spreadsheets(None, 5).await.unwrap();
    let [Spreadsheet { added: 2, left: 2, taken_out: 0, .. }] = listed.items[..] else {
        panic!("{listed:?}")
    };
    let gone = SpreadsheetTakenOut { gone: 2, kept: Vec::new() };
    assert_eq!(taken_out(&store, id).await, Some(gone.clone()));
    assert_eq!(names(&store, &everything()).await, ["Here before"]);
    // Again, it does nothing.
    let rule = |known: Known| may_take_out(&known);
    let id = i64::try_from(id).unwrap();
    let again = store.take_out_spreadsheet(id, i64::MIN, &hand(NOW + 10), &rule).await;
    assert_eq!(again.unwrap(), Some(TakenOutPart { done: gone, went: 0, next: None }));
    let listed = store.spreadsheets(None, 5).await.unwrap().items;
    assert_eq!((listed[0].left, listed[0].taken_out), (0, 2));
    assert_eq!(listed[0].taken_out_at, Some(at(NOW + 9)));
    assert_eq!(store.verify().await.unwrap().faults, [""; 0]);
}

#[apply(on_each_database)]
async fn what_a_rule_keeps_stays(database: &dyn Database) {
    let store = database.open().await;
    let rows = [(0, draft("Meera", "98000 00001")), (1, draft("Yusuf", "98000 00002"))];
    let new = NewSpreadsheet { rows: &rows, refused: &[], rule: &becomes };
    let imported = store.import_spreadsheet(&new, &hand(NOW), None).await.unwrap();
    let listed = store.list(&everything()).await.unwrap().items;
    let meera = listed.iter().find(|it| it.referral().referred_name == "Meera").unwrap();
    let rule = |known: Known| match known.referral {
        Some(case) if case.referral().referred_name == "Meera" => {
            Err(domain::pipeline::Kept::WorkedOn)
        }
        _ => Ok(()),
    };
    let id = i64::try_from(imported.id.unwrap()).unwrap();
    let done = store.take_out_spreadsheet(id, i64::MIN, &hand(NOW + 1), &rule).await.unwrap();
    let done = done.map(|part| part.done);
    let kept =
        KeptReferral { key: meera.key.clone(), name: "Meera".to_owned(), why: WhyKept::WorkedOn };
    assert_eq!(done, Some(SpreadsheetTakenOut { gone: 1, kept: vec![kept] }));
    assert_eq!(names(&store, &everything()).await, ["Meera"]);
    let none = store.take_out_spreadsheet(id + 1, i64::MIN, &hand(NOW), &rule).await.unwrap();
    assert_eq!(none, None);
    assert_eq!(store.spreadsheet(id + 1, &rule).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn a_row_for_what_another_server_has_switched_off_is_refused(database: &dyn Database) {
    let (here, there) = (database.open().await, database.open().await);
    switch_off(&here, 0, "training").await;
    let rows = [(0, draft("A", "98000 00001"))];
    let checked = there.check_spreadsheet(&rows, at(NOW), &becomes).await.unwrap();
    assert_eq!(checked, [Err(RejectionCode::ServiceNotOffered.into())]);
    let new = NewSpreadsheet { rows: &rows, refused: &[], rule: &becomes };
    let done = there.import_spreadsheet(&new, &hand(NOW), None).await.unwrap();
    let codes = vec![RejectionCode::ServiceNotOffered.into()];
    assert_eq!((done.added, done.refused), (0, vec![RefusedRow { row: 0, codes }]));
}

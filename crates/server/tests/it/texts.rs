//! Which characters a text may hold, at every door; and dates.

use crate::stages::staff_member;
use crate::support::{MEMBER, TestApp, submission};
use crate::undoing::referral;
use serde_json::{Value, json};

const CODE: &str = "control-characters";

#[tokio::test]
async fn no_door_takes_control_characters() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    for bad in ["\0", "\u{1}", "\u{1b}", "\u{7f}", "\u{85}"] {
        let with = |text: &str| format!("{text}{bad}");
        for field in ["referrerName", "referrerPhone", "referredName", "referredPhone", "notes"] {
            let mut draft = submission("Asha");
            draft["draft"][field] = json!(with("9000000001"));
            app.guest().post("/api/referrals", draft).await.is(422, CODE);
        }
        let message = json!({
            "name": with("N"), "email": "n@example.com", "subject": "S", "message": "M",
        });
        app.guest().post("/api/messages", message).await.is(422, CODE);
        let commands = [
            json!({ "kind": "note", "note": with("Hm") }),
            json!({ "kind": "decline", "reason": "other", "note": with("Hm") }),
            json!({ "kind": "correct", "field": "referredName", "text": with("B"), "note": "Why" }),
            json!({ "kind": "undo", "target": with("x"), "note": "Why" }),
            json!({ "kind": "assign", "staff": with("x") }),
            json!({ "kind": "move", "stage": with("x") }),
        ];
        let path = format!("/api/referrals/{key}/commands");
        for command in commands {
            let request = json!({ "version": 1, "command": command });
            admin.post(&path, request.clone()).await.is(422, CODE);
            let many = json!({ "commands": [{ "key": key, "version": 1, "command": command }] });
            admin.post("/api/referrals/commands", many).await.is(422, CODE);
        }
        let points = json!({ "points": with("5"), "version": 1 });
        admin.put(&format!("/api/referrals/{key}/points"), points).await.is(422, CODE);
        let invite = json!({
            "name": with("Ravi"), "mobile": "9000000031", "role": "manager", "services": [],
        });
        admin.post("/api/staff", invite).await.is(422, CODE);
        let hook = json!({ "url": with("https://hook.example/"), "events": [] });
        admin.post("/api/webhooks", hook).await.is(422, CODE);
        for search in ["/api/referrals/search", "/api/referrals/counts", "/api/referrers/search"] {
            admin.post(search, json!({ "search": with("Asha") })).await.is(422, CODE);
        }
        app.guest().post("/api/codes", json!({ "mobile": with(MEMBER) })).await.is(422, CODE);
        let fields = crate::spreadsheets::row("Asha", "98000 00001");
        for field in fields.as_object().unwrap().keys() {
            let mut row = fields.clone();
            row[field] = json!(with("9000000001"));
            let rows = json!({ "rows": [row] });
            let answer = admin.post("/api/spreadsheets", rows).await;
            let refused = json!([{ "row": 0, "codes": [CODE] }]);
            assert_eq!(answer.value()["refused"], refused, "{field} {answer:?}");
        }
    }
    let line = json!({ "kind": "note", "note": "One\r\nTwo\tthree" });
    let request = json!({ "version": 1, "command": line });
    admin.post(&format!("/api/referrals/{key}/commands"), request).await.value();
}

#[tokio::test]
async fn a_query_and_a_path_with_control_characters_are_refused() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    staff_member(&app, "9000000011", "manager", &[]).await;
    for name in ["status", "service", "stage", "owner", "after"] {
        admin.get(&format!("/api/referrals?{name}=%00")).await.is(422, CODE);
        admin.get(&format!("/api/referrals?{name}=a%01")).await.is(422, CODE);
    }
    for path in ["/api/referrals/%00", "/api/referrals/%00/history", "/api/staff/a%01/sessions"] {
        admin.get(path).await.is(422, CODE);
    }
    for path in ["/api/staff/%00", "/api/webhooks/%00", "/api/tokens/%00", "/api/views/%00"] {
        admin.delete(path).await.is(422, CODE);
    }
}

#[tokio::test]
async fn a_form_without_script_takes_no_control_characters() {
    let app = TestApp::new().await;
    let mut browser = crate::no_script_forms::open(&app);
    let form = "referrerName=Gita&referrerPhone=9000000001&referredName=As%00ha\
                &referredPhone=5550101&service=training&notes=";
    let answer = browser.post_text("/referral", form).await;
    assert_eq!(answer.status, 422, "{answer:?}");
    let form = "name=N%01&email=n%40example.com&subject=S&message=M";
    let answer = browser.post_text("/contact", form).await;
    assert_eq!(answer.status, 422, "{answer:?}");
}

#[tokio::test]
async fn what_no_text_may_hold_is_unreadable_in_an_import() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    referral(&mut member).await;
    let file = admin.get("/api/export").await.body;
    let mut count = 0;
    let mut refuse = async |change: &dyn Fn(&mut Value)| {
        let mut file = file.clone();
        change(&mut file);
        let taken = admin.post_text("/api/import", file.to_string()).await;
        assert_eq!(taken.value()["unreadable"], 1, "{taken:?}");
        count += 1;
    };
    for name in ["referrerName", "referredName", "referredPhone", "notes", "status"] {
        refuse(&|file| file["allReferrals"][0][name] = json!("a\0")).await;
    }
    let event = json!([{ "at": 1, "saw": 0, "kind": "corrected", "field": "notes", "text": "\0" }]);
    refuse(&|file| file["allReferrals"][0]["history"] = event.clone()).await;
    for name in ["\u{1}", "\nAsha", "Asha\t", "\u{2028}Asha"] {
        refuse(&|file| file["registeredUsers"][0]["name"] = json!(name)).await;
    }
    assert_eq!(count, 10);
}

#[tokio::test]
async fn staff_are_told_what_is_no_possible_number() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let path = "/api/referrals/check-number";
    for (text, clear) in [
        ("12", false),
        ("+971 50 123 45", false),
        ("98765 00001 or 98765 00002", false),
        ("+971 50 123 4567", true),
        ("098765 00001", true),
        ("5555 1234", true),
    ] {
        let answer = admin.post(path, json!({ "text": text })).await;
        assert_eq!((answer.status, &answer.body["clear"]), (200, &json!(clear)), "{text}");
    }
    app.member(MEMBER).await.post(path, json!({ "text": "12" })).await.is(403, "not-admin");
    app.guest().post(path, json!({ "text": "12" })).await.is(401, "not-logged-in");
}

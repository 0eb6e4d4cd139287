//! Contact messages.

use crate::{
    stages::{id_of, staff_member},
    support::{BEGINNING, MEMBER, TestApp},
};
use serde_json::{Value, json};

fn message(subject: &str) -> Value {
    json!({ "name": "Asha", "email": "asha@b.example", "subject": subject, "message": "A word." })
}

#[tokio::test]
async fn a_message_is_stored_once_and_the_admin_reads_it() {
    let app = TestApp::new().await;
    let mut browser = app.guest().with("idempotency-key", "0123456789abcdef");
    for _ in 0..2 {
        let answer = browser.post("/api/messages", message("Hello")).await;
        assert_eq!(answer.status, 201);
        assert_eq!(answer.body["notice"]["title"], "Message Sent!");
    }
    let mut admin = app.admin().await;
    let page = admin.get("/api/messages").await.body;
    let messages = page["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["subject"], "Hello");
    assert_eq!(messages[0]["at"], BEGINNING);
    assert_eq!(page["next"], Value::Null);
}

#[tokio::test]
async fn another_text_under_the_same_key_is_another_message() {
    let app = TestApp::new().await;
    let mut browser = app.guest().with("idempotency-key", "0123456789abcdef");
    browser.post("/api/messages", message("One")).await.value();
    browser.post("/api/messages", message("Two")).await.value();
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn messages_are_paged() {
    let app = TestApp::new().await;
    for number in 0..51 {
        app.guest().post("/api/messages", message(&number.to_string())).await.value();
    }
    let mut admin = app.admin().await;
    let first = admin.get("/api/messages?after=").await.body;
    assert_eq!(first["messages"][0]["subject"], "50");
    let next = first["next"].as_str().unwrap();
    let last = admin.get(&format!("/api/messages?after={next}")).await.body;
    assert_eq!(last["messages"].as_array().unwrap().len(), 1);
    assert_eq!(last["messages"][0]["subject"], "0");
}

#[tokio::test]
async fn missing_fields_are_named_and_only_staff_read_messages() {
    let app = TestApp::new().await;
    let empty = json!({ "name": "", "email": "nobody", "subject": "", "message": "" });
    let answer = app.guest().post("/api/messages", empty).await;
    assert_eq!(
        (answer.status, answer.codes()),
        (
            422,
            vec![
                "contact-name-missing",
                "contact-email-invalid",
                "contact-subject-missing",
                "contact-message-missing",
            ]
        )
    );
    let mut long = message("Hello");
    long["message"] = "m".repeat(5_001).into();
    let answer = app.guest().post("/api/messages", long).await;
    answer.is(413, "text-too-long");
    assert_eq!(answer.body["errors"][0]["field"], "message");
    app.guest().get("/api/messages").await.is(401, "not-logged-in");
    let handled = json!({ "action": "mark-handled" });
    let path = "/api/messages/1";
    app.guest().put(path, handled.clone()).await.is(401, "not-logged-in");
    app.member("9333222111").await.put(path, handled.clone()).await.is(403, "not-admin");
    app.admin().await.put(path, handled).await.is(404, "message-gone");
    app.member(MEMBER).await.get("/api/messages").await.is(403, "not-admin");
}

#[tokio::test]
async fn messages_are_limited_by_network_and_day() {
    let app = TestApp::with(|parts| parts.limits.messages_from_address = 2).await;
    let mut guest = app.guest();
    for subject in ["one", "two"] {
        guest.post("/api/messages", message(subject)).await.value();
    }
    guest.post("/api/messages", message("three")).await.is(429, "allowance-used");
    let mut member = app.member(MEMBER).await;
    member.post("/api/messages", message("four")).await.is(429, "allowance-used");
    let subjects = app.admin().await.get("/api/messages").await.body;
    assert_eq!(subjects["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_message_is_assigned_to_those_who_may_answer_and_audited() {
    let app = TestApp::new().await;
    for subject in ["One", "Two"] {
        app.guest().post("/api/messages", message(subject)).await.value();
    }
    let mut admin = app.admin().await;
    let own = id_of(&mut admin).await;
    staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let key = admin.get("/api/messages").await.body["messages"][0]["key"].clone();
    let path = format!("/api/messages/{}", key.as_str().unwrap());
    for nobody in ["nobody", "coordinator-9000000012"] {
        let assign = json!({ "action": "assign", "staff": nobody });
        admin.put(&path, assign).await.is(422, "staff-unknown");
    }
    let assign = json!({ "action": "assign", "staff": own });
    assert_eq!(admin.put(&path, assign.clone()).await.value()["owner"], own.as_str());
    let subjects = async |admin: &mut crate::support::Browser, query: &str| {
        let page = admin.get(&format!("/api/messages?{query}")).await.body;
        let messages = page["messages"].as_array().unwrap().iter();
        messages.map(|it| it["subject"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(subjects(&mut admin, &format!("owner={own}")).await, ["Two"]);
    assert_eq!(subjects(&mut admin, "owner=none").await, ["One"]);
    assert_eq!(subjects(&mut admin, "state=waiting&owner=").await, ["Two", "One"]);
    for late in ["", "s9"] {
        let give_back = json!({ "action": "assign", "staff": "", "shown": late });
        admin.put(&path, give_back).await.is(412, "message-stale");
    }
    for _ in 0..2 {
        admin.put(&path, json!({ "action": "mark-handled" })).await.value();
    }
    assert_eq!(subjects(&mut admin, "state=waiting").await, ["One"]);
    assert_eq!(subjects(&mut admin, "state=handled").await, ["Two"]);
    admin.get("/api/messages?state=nonsense").await.is(400, "bad-request");
    // A change without effect is not recorded.
    let events = app.events(None, 99).await;
    assert_eq!(events.iter().filter(|event| event.kind == "message").count(), 2);
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    auditor.put(&path, assign).await.is(403, "not-allowed");
}

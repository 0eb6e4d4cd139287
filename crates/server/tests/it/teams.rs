//! Teams: a name that staff carry, by which lists, the inbox and reports are narrowed. It gives no rights.

use std::time::Duration;

use serde_json::{Value, json};

use crate::staff::patch;
use crate::stages::{give, staff_member};
use crate::support::{Browser, MEMBER, OTHER, TestApp, submission};

const ASHA: &str = "coordinator-9000000012";
const RAVI: &str = "manager-9000000011";
const SARA: &str = "coordinator-9000000013";

/// An owner, with Asha and Ravi in Doha and Sara in Chennai, of whom Asha and Sara work for one service each.
struct Offices {
    app: TestApp,
    owner: Browser,
    asha: Browser,
    ravi: Browser,
    sara: Browser,
}

impl Offices {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let asha = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
        let sara = staff_member(&app, "9000000013", "coordinator", &["others"]).await;
        let ravi = staff_member(&app, "9000000011", "manager", &[]).await;
        let owner = app.admin().await;
        let mut offices = Self { app, owner, asha, ravi, sara };
        for (id, team) in [(ASHA, " Doha "), (RAVI, "Doha"), (SARA, "Chennai")] {
            offices.put_into(id, team).await;
        }
        offices
    }

    /// Puts somebody into a team. They keep their role, their services and their session.
    async fn put_into(&mut self, id: &str, team: &str) {
        let employment = match id {
            RAVI => json!({ "name": "Ravi", "role": "manager", "team": team }),
            ASHA => {
                json!({ "name": "Asha", "role": "coordinator", "services": ["training"], "team": team })
            }
            _ => {
                json!({ "name": "Sara", "role": "coordinator", "services": ["others"], "team": team })
            }
        };
        let entry = patch(&mut self.owner, id, employment).await;
        assert_eq!(entry.value()["team"], team.trim(), "{entry:?}");
    }

    /// Submits a referral for which this colleague is responsible, or nobody, and returns its key.
    async fn referral(&mut self, service: &str, owner: Option<&str>) -> String {
        let mut submission = submission("Meera");
        submission["draft"]["service"] = service.into();
        submission["draft"]["referredPhone"] = OTHER.into();
        self.app.wait(Duration::from_millis(1));
        let mut guest = self.app.guest();
        let key = guest.post("/api/referrals", submission).await.value()["key"].clone();
        let key = key.as_str().unwrap().to_owned();
        if let Some(staff) = owner {
            let assign = json!({ "kind": "assign", "staff": staff });
            give(&mut self.owner, &key, 1, assign).await.value();
        }
        key
    }
}

/// The keys of a list, newest first, read two at a time.
async fn listed(browser: &mut Browser, filters: Value) -> Vec<String> {
    let (mut keys, mut after) = (Vec::new(), Value::Null);
    loop {
        let mut query = filters.clone();
        query["limit"] = 2.into();
        query["after"] = after;
        let page = browser.post("/api/referrals/search", query).await.body;
        let found = page["referrals"].as_array().unwrap_or_else(|| panic!("{page}"));
        keys.extend(found.iter().map(|it| it["key"].as_str().unwrap().to_owned()));
        after = page["next"].clone();
        if after.is_null() {
            return keys;
        }
    }
}

/// How many a board has in all columns.
async fn counted(browser: &mut Browser, filters: Value) -> u64 {
    let counts = browser.post("/api/referrals/counts", filters).await.body;
    counts["stages"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
}

#[tokio::test]
async fn a_list_and_a_board_of_a_team_have_what_its_people_are_responsible_for() {
    let mut all = Offices::new().await;
    let of_asha = all.referral("training", Some(ASHA)).await;
    let of_ravi = all.referral("training", Some(RAVI)).await;
    let of_sara = all.referral("others", Some(SARA)).await;
    let elsewhere = all.referral("others", Some(RAVI)).await;
    all.referral("training", None).await;

    let doha = json!({ "team": "Doha" });
    let found = [&elsewhere, &of_ravi, &of_asha].map(String::as_str);
    assert_eq!(listed(&mut all.owner, doha.clone()).await, found);
    assert_eq!(counted(&mut all.owner, doha.clone()).await, 3);
    let by_points = json!({ "team": "Doha", "sort": "points" });
    assert_eq!(listed(&mut all.owner, by_points).await, found);
    let waiting = json!({ "team": "Doha", "sort": "waiting" });
    assert_eq!(listed(&mut all.owner, waiting).await.len(), 3);
    for (filters, found) in [
        (json!({ "team": "Chennai" }), vec![&of_sara]),
        (json!({ "team": "Doha", "owner": RAVI }), vec![&elsewhere, &of_ravi]),
        (json!({ "team": "Doha", "owner": SARA }), vec![]),
        (json!({ "team": "Doha", "owner": "none" }), vec![]),
        (json!({ "team": "Doha", "service": "others" }), vec![&elsewhere]),
        (json!({ "team": "Doha", "search": "meera" }), vec![&elsewhere, &of_ravi, &of_asha]),
        (json!({ "team": "Chennai", "search": "meera" }), vec![&of_sara]),
        (json!({ "team": "doha" }), vec![]),
        (json!({ "team": "Mumbai", "search": "meera" }), vec![]),
        (json!({ "team": "Mumbai" }), vec![]),
    ] {
        let count = counted(&mut all.owner, filters.clone()).await;
        assert_eq!(count, found.len() as u64, "{filters}");
        let found: Vec<_> = found.into_iter().cloned().collect();
        assert_eq!(listed(&mut all.owner, filters.clone()).await, found, "{filters}");
    }
    // An empty name is no filter.
    assert_eq!(listed(&mut all.owner, json!({ "team": "" })).await.len(), 5);

    // Whoever works for a service sees no more of their own team, or of another one.
    assert_eq!(listed(&mut all.asha, doha.clone()).await, [of_ravi.as_str(), &of_asha]);
    assert_eq!(counted(&mut all.asha, doha.clone()).await, 2);
    assert_eq!(listed(&mut all.sara, doha).await, [elsewhere.as_str()]);
    assert_eq!(listed(&mut all.asha, json!({ "team": "Chennai" })).await, [""; 0]);

    // Members are no staff: a filter by team does nothing to their own list.
    let mut member = all.app.member(MEMBER).await;
    member.post("/api/referrals", submission("Hari")).await.value();
    assert_eq!(listed(&mut member, json!({ "team": "Doha" })).await.len(), 1);
}

#[tokio::test]
async fn a_team_changes_with_its_people_and_is_gone_when_nobody_carries_it() {
    let mut all = Offices::new().await;
    let of_asha = all.referral("training", Some(ASHA)).await;
    let of_ravi = all.referral("training", Some(RAVI)).await;
    let colleagues = async |browser: &mut Browser| {
        let listed = browser.get("/api/colleagues").await.body;
        let teams = listed.as_array().unwrap().iter().map(|it| it["team"].clone());
        let mut teams: Vec<_> = teams.map(|it| it.as_str().unwrap().to_owned()).collect();
        teams.sort_unstable();
        teams
    };
    assert_eq!(colleagues(&mut all.sara).await, ["", "Chennai", "Doha", "Doha"]);
    // One moves on, and what they are responsible for goes along.
    all.put_into(RAVI, "Chennai").await;
    assert_eq!(listed(&mut all.owner, json!({ "team": "Doha" })).await, [of_asha.as_str()]);
    assert_eq!(listed(&mut all.owner, json!({ "team": "Chennai" })).await, [of_ravi.as_str()]);
    // Another name for the other one: nobody carries the first any more.
    all.put_into(ASHA, "Qatar").await;
    assert_eq!(listed(&mut all.owner, json!({ "team": "Doha" })).await, [""; 0]);
    assert_eq!(listed(&mut all.owner, json!({ "team": "Qatar" })).await, [of_asha.as_str()]);
    // Nobody was logged out by that.
    assert_eq!(colleagues(&mut all.asha).await, ["", "Chennai", "Chennai", "Qatar"]);
    // Whoever leaves leaves the team. Their referrals wait for somebody else.
    let left = all.owner.delete(&format!("/api/staff/{RAVI}")).await;
    assert_eq!(left.status, 204, "{left:?}");
    assert_eq!(listed(&mut all.owner, json!({ "team": "Chennai" })).await, [""; 0]);
    let staff = all.owner.get("/api/staff").await.body;
    let former = staff["staff"].as_array().unwrap().iter().find(|it| it["id"] == RAVI).unwrap();
    assert_eq!(former["team"], "");
    // Each of these changes is in the audit log.
    let kinds = all.app.events(None, 99).await;
    assert_eq!(kinds.iter().filter(|it| it.kind == "staff-changed").count(), 5);
}

#[tokio::test]
async fn only_owners_name_a_team_and_it_is_no_number() {
    let mut all = Offices::new().await;
    let request = json!({ "name": "Ravi", "role": "manager", "team": "Doha" });
    for browser in [&mut all.ravi, &mut all.asha] {
        patch(browser, RAVI, request.clone()).await.is(403, "not-allowed");
    }
    for team in [&*"n".repeat(65), "Doha 98765 43210"] {
        let request = json!({ "name": "Ravi", "role": "manager", "team": team });
        patch(&mut all.owner, RAVI, request.clone()).await.is(400, "bad-request");
        let invitation = json!({
            "mobile": "9000000031", "name": "Omar", "role": "manager", "team": team,
        });
        all.owner.post("/api/staff", invitation).await.is(400, "bad-request");
    }
    let hidden = json!({ "name": "Ravi", "role": "manager", "team": "Do\u{7}ha" });
    patch(&mut all.owner, RAVI, hidden).await.is(422, "control-characters");
    let invitation = json!({
        "mobile": "9000000031", "name": "Omar", "role": "manager", "team": " Mumbai ",
    });
    let invited = all.owner.post("/api/staff", invitation).await;
    assert_eq!(invited.value()["team"], "Mumbai");
}

#[tokio::test]
async fn the_inbox_of_a_team_has_its_work_and_nobodys() {
    let mut all = Offices::new().await;
    let of_asha = all.referral("training", Some(ASHA)).await;
    let of_ravi = all.referral("training", Some(RAVI)).await;
    let of_sara = all.referral("others", Some(SARA)).await;
    let nobodys = all.referral("training", None).await;
    // Of the third day on they are overdue.
    all.app.wait(Duration::from_secs(4 * 86_400));
    let mut owner = all.app.admin().await;
    all.app.enter(&mut all.asha, "9000000012", "login").await.value();
    crate::stages::confirm(&all.app, &all.asha, "9000000012", 2).await;
    all.app.enter(&mut all.sara, "9000000013", "login").await.value();
    crate::stages::confirm(&all.app, &all.sara, "9000000013", 2).await;
    let inbox = async |browser: &mut Browser, whose: &str| {
        let path = format!("/api/inbox?section=overdue&whose={whose}");
        let inbox = browser.get(&path).await.body;
        let referrals = inbox["referrals"].as_array().unwrap_or_else(|| panic!("{inbox}"));
        assert_eq!(inbox["counts"]["overdue"], referrals.len());
        referrals.iter().map(|it| it["key"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(inbox(&mut all.asha, "mine").await, [&*of_asha, &nobodys]);
    assert_eq!(inbox(&mut all.asha, "team").await, [&*of_asha, &of_ravi, &nobodys]);
    assert_eq!(inbox(&mut all.asha, "all").await, [&*of_asha, &of_ravi, &nobodys]);
    // Of a service that is not theirs they see nothing by it.
    assert_eq!(inbox(&mut all.sara, "team").await, [&*of_sara]);
    // Whoever carries no team is alone.
    assert_eq!(inbox(&mut owner, "team").await, inbox(&mut owner, "mine").await);
    assert_eq!(inbox(&mut owner, "team").await, [&*nobodys]);
    assert_eq!(inbox(&mut owner, "all").await.len(), 4);
}

#[tokio::test]
async fn a_report_of_a_team_counts_what_its_people_are_responsible_for_now() {
    let mut all = Offices::new().await;
    let of_asha = all.referral("training", Some(ASHA)).await;
    all.referral("training", Some(RAVI)).await;
    all.referral("others", Some(SARA)).await;
    all.referral("others", Some(RAVI)).await;
    all.referral("training", None).await;
    let began = all.app.time().as_millis() - 1000;
    all.app.wait(Duration::from_secs(3600));
    give(&mut all.ravi, &of_asha, 2, json!({ "kind": "move", "stage": "qualified" })).await.value();
    give(&mut all.ravi, &of_asha, 3, json!({ "kind": "points", "points": "20" })).await.value();

    // What a report and its line over time say of one team: received, of the form, over by now in the first
    // stage, running there, successful, and successful by referrer.
    let report = async |browser: &mut Browser, query: &str| {
        let report = browser.get(&format!("/api/reports?{query}")).await.body;
        let path = format!("/api/reports/intervals?at={began},9000000000000&{query}");
        let interval = browser.get(&path).await.body["intervals"][0].clone();
        let [received, open] = ["received", "open"].map(|name| interval[name].as_u64().unwrap());
        assert_eq!(report["funnel"][0]["reached"], received, "{report}");
        assert_eq!(report["sources"][0]["submitted"], received, "{report}");
        let stays = |kind: &str| report["stages"][0][kind]["count"].as_u64().unwrap_or(0);
        let successful = report["referrers"][0]["successful"].as_u64().unwrap_or(0);
        assert_eq!(interval["successful"], successful, "{report}");
        [received, open, stays("finished"), stays("running"), successful]
    };
    assert_eq!(report(&mut all.ravi, "").await, [5, 4, 1, 4, 1]);
    assert_eq!(report(&mut all.ravi, "team=").await, [5, 4, 1, 4, 1]);
    assert_eq!(report(&mut all.ravi, "team=Doha").await, [3, 2, 1, 2, 1]);
    assert_eq!(report(&mut all.ravi, "team=Doha&service=others").await, [1, 1, 0, 1, 0]);
    assert_eq!(report(&mut all.ravi, "team=Chennai").await, [1, 1, 0, 1, 0]);
    assert_eq!(report(&mut all.ravi, "team=Mumbai").await, [0, 0, 0, 0, 0]);
    // Nobody sees more by it.
    assert_eq!(report(&mut all.asha, "team=Doha").await, [2, 1, 1, 1, 1]);
    assert_eq!(report(&mut all.asha, "team=Chennai").await, [0, 0, 0, 0, 0]);
    assert_eq!(report(&mut all.sara, "team=Doha").await, [1, 1, 0, 1, 0]);
    // Links are nobody's work.
    let links = async |browser: &mut Browser, query: &str| {
        let report = browser.get(&format!("/api/reports?{query}")).await.body;
        report["sources"][1]["opened"].clone()
    };
    assert_eq!(links(&mut all.ravi, "").await, 0);
    assert_eq!(links(&mut all.ravi, "team=Doha").await, Value::Null);
    // It follows who is responsible, and who is in the team.
    let assign = json!({ "kind": "assign", "staff": RAVI });
    let nobodys = listed(&mut all.owner, json!({ "owner": "none" })).await.remove(0);
    give(&mut all.owner, &nobodys, 1, assign).await.value();
    assert_eq!(report(&mut all.ravi, "team=Doha").await, [4, 3, 1, 3, 1]);
    all.owner = all.app.admin().await;
    all.put_into(ASHA, "Chennai").await;
    assert_eq!(report(&mut all.ravi, "team=Doha").await, [3, 3, 0, 3, 0]);
    assert_eq!(report(&mut all.ravi, "team=Chennai").await, [2, 1, 1, 1, 1]);
}

#[tokio::test]
async fn a_view_may_be_of_a_team_that_somebody_carries() {
    let mut all = Offices::new().await;
    all.put_into(SARA, "Al Ain & Co").await;
    let view = |address: &str| json!({ "name": "Doha", "address": address });
    for address in ["/referrals?team=Doha&stage=received", "/board?team=Al+Ain+%26+Co"] {
        assert_eq!(all.asha.post("/api/views", view(address)).await.status, 201, "{address}");
    }
    for address in [
        "/referrals?team=Mumbai",
        "/referrals?team=",
        "/referrals?team=Doha&team=Doha",
        "/referrals?team=9876543210",
        // Spelt as no browser does, in which anything could be hidden.
        "/referrals?team=%44oha",
        "/board?team=Al%20Ain+%26+Co",
    ] {
        all.asha.post("/api/views", view(address)).await.is(400, "bad-request");
    }
    // It stays when nobody carries the team any more, and shows nothing.
    all.put_into(SARA, "").await;
    let views = all.ravi.get("/api/views").await.body;
    assert_eq!(views["views"].as_array().unwrap().len(), 2);
    assert_eq!(listed(&mut all.ravi, json!({ "team": "Al Ain & Co" })).await, [""; 0]);
}

//! Two server processes with one PostgreSQL: all limits must apply to both together.

#![cfg(test)]

mod pair;
#[path = "../shared/running.rs"]
mod running;

use std::collections::HashMap;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use api::SENDS_IN_WINDOW;
use serde_json::json;
use server::{
    db::Store,
    referrals::records::{Listing, Scope},
};
use testkit::{ADMIN, Visitor};

use pair::Pair;

const MOBILE: &str = "9876543210";

#[tokio::test(flavor = "multi_thread")]
async fn as_many_codes_are_sent_to_a_number_as_by_one_server() {
    let Some(pair) = Pair::start().await else { return };
    let asked: Vec<_> = thread::scope(|scope| {
        let asking: Vec<_> = (0..12)
            .map(|place| {
                let visitor = Visitor::at(pair.url(place % 2));
                let asked = json!({ "mobile": MOBILE });
                scope.spawn(move || visitor.post("/api/codes", &asked).unwrap().status)
            })
            .collect();
        asking.into_iter().map(|asking| asking.join().unwrap()).collect()
    });
    let sent = asked.iter().filter(|status| **status == 202).count();
    assert_eq!(sent, SENDS_IN_WINDOW as usize, "{asked:?}");
    assert!(asked.iter().all(|status| [202, 429].contains(status)), "{asked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_sessions_and_each_can_end_them() {
    let Some(pair) = Pair::start().await else { return };
    let mut here = Visitor::at(pair.url(0));
    // One server sends the code, and the other receives it.
    let sent = here.post("/api/codes", &json!({ "mobile": MOBILE })).unwrap();
    let code = pair.code_for(MOBILE);
    let challenge = &sent.body["value"]["challenge"];
    let mut there = Visitor::at(pair.url(1));
    let entrance = json!({ "challenge": challenge, "mode": "signup", "code": code });
    let entered = there.post("/api/session", &entrance).unwrap();
    there.keep_cookies(&entered);
    here.keep_cookies(&entered);
    assert_eq!(here.get("/api/session").unwrap().body["role"], "member");
    let left = here.send("DELETE", "/api/session", None, None).unwrap();
    assert_eq!(left.status, 204);
    assert_eq!(there.get("/api/session").unwrap().body["role"], "guest");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_owner_sets_at_one_server_holds_at_the_other_at_once() {
    let Some(pair) = Pair::start().await else { return };
    let mut owner = Visitor::at(pair.url(0));
    let sent = owner.post("/api/codes", &json!({ "mobile": ADMIN })).unwrap();
    let entered = owner.submit_code(&sent, &pair.code_for(ADMIN), "login").unwrap();
    owner.keep_cookies(&entered);
    let owner = owner.confirm().unwrap();
    let mut there = Visitor::at(pair.url(1));
    for cookie in owner.cookie().unwrap().split("; ") {
        let (name, value) = cookie.split_once('=').unwrap();
        there = there.with_cookie(name, value);
    }
    let referred = Visitor::at(pair.url(1)).refer_person("one-key-for-the-one", "Binu").unwrap();
    let path =
        format!("/api/referrals/{}/commands", referred.body["value"]["key"].as_str().unwrap());

    let mut holds = owner.get("/api/programme").unwrap().body;
    let added = json!({
        "name": "", "side": "person", "label": "Moved abroad", "sentence": "They have moved.",
        "needsNote": false, "offered": true, "added": true,
    });
    holds["settings"]["reasons"].as_array_mut().unwrap().push(added);
    let service = json!({ "value": "", "label": "Drone survey", "offered": true, "added": true });
    holds["settings"]["services"].as_array_mut().unwrap().push(service);
    holds["settings"]["services"][0]["offered"] = json!(false);
    holds["settings"]["stageDays"]["received"] = json!(5);
    holds["settings"]["templates"] = json!([{ "label": "News", "words": "{person}: {stage}" }]);
    let request = json!({ "version": 0, "settings": holds["settings"] });
    let set = owner.put("/api/programme", &request).unwrap();
    assert_eq!(set.status, 200, "{}", set.body);
    let seen = there.get("/api/programme").unwrap().body;
    assert_eq!(seen["settings"]["stageDays"]["received"], 5);
    let decline = json!({ "kind": "decline", "reason": "moved-abroad" });
    let command = json!({ "version": 1, "command": decline });
    let closed = there.post(&path, &command).unwrap();
    assert_eq!(closed.body["value"]["progress"]["sentence"], "They have moved.", "{}", closed.body);
    let templates =
        there.get(&path.replace("commands", "templates")).unwrap().body["templates"].clone();
    assert_eq!(templates, json!([{ "label": "News", "words": "Binu: Declined" }]));
    let offered = Visitor::at(pair.url(1)).get("/api/session").unwrap().body["services"].clone();
    assert_eq!(offered[0]["value"], "hr-recruitment", "{offered}");
    let refer = |place: usize, key: &str, service: &str| {
        let draft = json!({
            "referrerName": "Asha", "referrerPhone": "9876543210", "referredName": "Chitra",
            "referredPhone": "+974 5555 1234", "service": service, "notes": "",
        });
        Visitor::at(pair.url(place)).refer(key, &draft).unwrap()
    };
    let off = refer(1, "one-key-for-what-is-off", "training");
    assert_eq!(off.body["codes"], json!(["service-not-offered"]), "{}", off.body);
    let new = refer(1, "one-key-for-what-is-new", "drone-survey");
    assert_eq!(new.body["value"]["serviceLabel"], "Drone survey", "{}", new.body);
    // A retry gets the answer of before, from either server.
    let again = Visitor::at(pair.url(0)).refer_person("one-key-for-the-one", "Binu").unwrap();
    assert_eq!(again.body["value"]["key"], referred.body["value"]["key"], "{}", again.body);
    // The other server refuses what was made from settings that no longer hold.
    holds["settings"]["stageDays"]["received"] = json!(6);
    let late = json!({ "version": 0, "settings": holds["settings"] });
    assert_eq!(there.put("/api/programme", &late).unwrap().status, 412);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_sent_to_two_servers_at_once_is_one_referral() {
    let Some(pair) = Pair::start().await else { return };
    let keys: Vec<_> = thread::scope(|scope| {
        let submitting: Vec<_> = (0..20)
            .map(|place| {
                let visitor = Visitor::at(pair.url(place % 2));
                scope.spawn(move || {
                    let answer = visitor.refer_person("one-key-for-twenty", "Binu").unwrap();
                    assert_eq!(answer.status, 201, "{}", answer.body);
                    answer.body["value"]["key"].as_str().unwrap().to_owned()
                })
            })
            .collect();
        submitting.into_iter().map(|submitting| submitting.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert_eq!(names(&pair).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_under_load_loses_nothing_acknowledged() {
    const VISITORS: usize = 8;
    const EACH: usize = 60;
    let Some(pair) = Pair::start().await else { return };
    let acknowledged = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for visitor in 0..VISITORS {
            let (pair, acknowledged) = (&pair, &acknowledged);
            scope.spawn(move || {
                for place in 0..EACH {
                    let name = format!("Person {visitor} {place}");
                    let key = format!("visitor-{visitor:04}-{place:08}");
                    // After a lost answer, a visitor retries at the other server with the same key.
                    let mut asked = (visitor + place) % 2;
                    while !Visitor::at(pair.url(asked))
                        .refer_person(&key, &name)
                        .is_ok_and(|answer| answer.status == 201)
                    {
                        asked = 1 - asked;
                        thread::sleep(Duration::from_millis(2));
                    }
                    acknowledged.lock().unwrap().push(name);
                }
            });
        }
        while acknowledged.lock().unwrap().len() < VISITORS * EACH / 3 {
            thread::sleep(Duration::from_millis(1));
        }
        pair.kill(0);
    });
    let mut acknowledged = acknowledged.into_inner().unwrap();
    acknowledged.sort();
    let mut kept: Vec<_> = names(&pair).await.into_iter().collect();
    kept.sort();
    assert_eq!(kept, acknowledged.into_iter().map(|name| (name, 1)).collect::<Vec<_>>());
}

/// The referred people, and how many referrals each has.
async fn names(pair: &Pair) -> HashMap<String, usize> {
    let store = Store::open(pair.database()).await.unwrap();
    let mut names = HashMap::new();
    for stored in store.list(&Listing::of(Scope::All, 1000)).await.unwrap().items {
        *names.entry(stored.case.corrected().referred_name).or_default() += 1;
    }
    names
}

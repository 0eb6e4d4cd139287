//! Attacks of staff on the points: whatever serves themselves, and paying alone.

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use testkit::{Answer, Visitor, draft, hire};

use super::{Outcome, Target, at};

const MANAGER: &str = "919840095555";
const MEMBER: &str = "919840096666";

/// A manager awards what they referred, exchanges points that they awarded, and pays alone.
pub(super) fn serving_oneself(target: &Target) -> anyhow::Result<Outcome> {
    let Target { server, admin, .. } = target;
    let manager = hire(admin, at(server, "192.0.2.120"), server, MANAGER, "manager")?;
    let member = at(server, "192.0.2.121").log_in(server, MEMBER, "signup")?;
    let newest = admin.get("/api/catalogues")?.body["newest"]["version"].clone();
    let voucher = json!({ "id": "voucher", "title": "Voucher", "text": "", "kind": "voucher",
        "points": 100 });
    let catalogue = json!({ "version": newest, "offers": [voucher] });
    done(&admin.put("/api/catalogues", &catalogue)?)?;
    let (own, members) = (refer(&manager, "own", 1)?, refer(&member, "members", 2)?);
    let mut tried = 0;
    let mut refused = |answer: Answer| {
        tried += 1;
        ensure!(answer.status == 403, "{}: {}", answer.status, answer.body);
        Ok(())
    };
    refused(award(&manager, &own)?)?;
    done(&award(&manager, &members)?)?;
    let wish = json!({ "offer": "voucher", "points": 100, "reference": "" });
    let asked = member.post_once("/api/me/redemptions", "an-exchange-of-the-attack", &wish)?;
    let id = done(&asked)?["id"].as_u64().context("a request without an id")?;
    let approve = format!("/api/redemptions/{id}/approve");
    refused(member.post(&approve, &Value::Null)?)?;
    refused(manager.post(&approve, &Value::Null)?)?;
    done(&admin.post(&approve, &Value::Null)?)?;
    let lines = json!({ "redemptions": [id] });
    let made = manager.post_once("/api/batches", "a-batch-of-the-attack", &lines)?;
    let batch = done(&made)?["batch"].clone();
    let path = format!("/api/batches/{}/approve", batch["id"]);
    refused(manager.post(&path, &json!({ "version": batch["version"] }))?)?;
    Ok(Outcome { tried, allowed: 0 })
}

fn refer(visitor: &Visitor, name: &str, number: u32) -> anyhow::Result<String> {
    let mut draft = draft("", "Binu Thomas", "");
    draft["referredPhone"] = format!("+974 4400 999{number}").into();
    let answer = visitor.refer(&format!("a-referral-of-{name}"), &draft)?;
    let key = done(&answer)?["key"].as_str().context("a referral without a key")?;
    Ok(key.to_owned())
}

fn award(staff: &Visitor, key: &str) -> anyhow::Result<Answer> {
    let points = json!({ "points": "100", "version": 1 });
    staff.put(&format!("/api/referrals/{key}/points"), &points)
}

fn done(answer: &Answer) -> anyhow::Result<&Value> {
    ensure!(answer.is_success(), "{}: {}", answer.status, answer.body);
    Ok(&answer.body["value"])
}

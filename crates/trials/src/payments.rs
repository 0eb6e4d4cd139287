//! Kills the server again and again while members exchange points and staff approve, batch, export and settle, and
//! then compares what everybody has with what was acknowledged.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use testkit::{ADMIN, Answer, Server, UNLIMITED, Visitor, draft, hire};

use crate::Site;
use crate::crowd::concurrently;
use crate::hosted::{all_referrals, database, make_database, must_be_empty, start_with};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many members exchange points
    #[arg(long, default_value_t = 40)]
    members: usize,
    /// How often the server is killed during that
    #[arg(long, default_value_t = 60)]
    kills: usize,
}

/// How long somebody who got no answer waits before the next try, and how long they try.
const RETRY_DELAY: Duration = Duration::from_millis(5);
const PATIENCE: Duration = Duration::from_secs(60);

/// How many points each member earns, and what one request costs.
const EARNED: i64 = 300;
const COSTS: i64 = 100;

/// How many lines a batch has at most.
const LINES: usize = 10;

const MANAGER: &str = "919840000077";

/// The ids of the paid requests of all batches. One that is here twice was paid twice.
#[derive(Default)]
struct Paid {
    ids: Vec<u64>,
    failed: Vec<u64>,
    batches: usize,
}

struct Staff {
    owner: Visitor,
    manager: Visitor,
}

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    must_be_empty(&make_database(site, folder.path())?)?;
    let mut server = start_with(site, folder.path(), &UNLIMITED)?;
    let guest = Visitor::at(&server.url());
    let owner = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    let manager = hire(&owner, guest.clone(), &server, MANAGER, "manager")?;
    let staff = Staff { owner, manager };
    let voucher = json!({ "id": "voucher", "title": "Voucher", "text": "", "kind": "voucher",
        "points": COSTS });
    accepted(&staff.owner.put("/api/catalogues", &json!({ "version": 0, "offers": [voucher] }))?)?;
    let members = (0..options.members)
        .map(|index| earn(&guest, &server, &staff, index))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let (retries, are_asking) = (AtomicUsize::new(0), AtomicBool::new(true));
    let since = Instant::now();
    let paid = thread::scope(|scope| {
        let paying = scope.spawn(|| pay(&staff, &are_asking, &retries));
        let asking = scope.spawn(|| {
            let asked = concurrently(members.len(), |index| ask(&members[index], index, &retries));
            are_asking.store(false, Ordering::Relaxed);
            asked
        });
        for _ in 0..options.kills {
            thread::sleep(Duration::from_millis(100));
            server.kill_and_restart()?;
        }
        asking.join().map_err(|_| anyhow::anyhow!("a member's thread panicked"))??;
        paying.join().map_err(|_| anyhow::anyhow!("the staff's thread panicked"))?
    })?;
    server.kill_and_restart()?;
    let mut ids = paid.ids.clone();
    ids.sort_unstable();
    ids.dedup();
    ensure!(ids.len() == paid.ids.len(), "{} were paid twice", paid.ids.len() - ids.len());
    let mut requests = 0;
    for member in &members {
        requests += check(member, &paid)?;
    }
    drop(server);
    // The store's own check compares entries with requests.
    all_referrals(&database(site, folder.path()))?;
    Ok(json!({
        "members": members.len(),
        "kills": options.kills + 1,
        "retries": retries.into_inner(),
        "requests": requests,
        "batches": paid.batches,
        "paid": paid.ids.len(),
        "failed and refunded": paid.failed.len(),
        "paid twice": 0,
        "seconds": since.elapsed().as_secs(),
    }))
}

fn accepted(answer: &Answer) -> anyhow::Result<&Value> {
    ensure!(answer.is_success(), "{}: {}", answer.status, answer.body);
    Ok(&answer.body["value"])
}

/// A member whose one referral is awarded.
fn earn(guest: &Visitor, server: &Server, staff: &Staff, index: usize) -> anyhow::Result<Visitor> {
    let member = guest.clone().log_in(server, &format!("9198401{index:05}"), "signup")?;
    let mut draft = draft("", &format!("Friend {index}"), "");
    draft["referredPhone"] = format!("+974 44{index:06}").into();
    let referred = member.refer(&format!("referral-of-the-trial-{index:06}"), &draft)?;
    let key = accepted(&referred)?["key"].as_str().context("a referral without a key")?.to_owned();
    let award = json!({ "points": EARNED.to_string(), "version": 1 });
    accepted(&staff.owner.put(&format!("/api/referrals/{key}/points"), &award)?)?;
    Ok(member)
}

/// Tries until the server answers. Between a kill and the next start nobody does.
fn answered(
    retries: &AtomicUsize,
    ask: impl Fn() -> anyhow::Result<Answer>,
) -> anyhow::Result<Answer> {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        match ask() {
            Ok(answer) if answer.status < 500 => return Ok(answer),
            Ok(_) | Err(_) => {
                retries.fetch_add(1, Ordering::Relaxed);
                thread::sleep(RETRY_DELAY);
            }
        }
    }
    bail!("nobody answered for {} seconds", PATIENCE.as_secs())
}

/// Exchanges all points, each request from two tabs at once. One more is refused.
fn ask(member: &Visitor, index: usize, retries: &AtomicUsize) -> anyhow::Result<()> {
    let wish = json!({ "offer": "voucher", "points": COSTS, "reference": format!("EMP-{index}") });
    let send = |request: i64| {
        let key = format!("exchange-of-the-trial-{index:05}-{request}");
        answered(retries, || member.post_once("/api/me/redemptions", &key, &wish))
    };
    for request in 0..EARNED / COSTS {
        let asked = concurrently(2, |_| send(request))?;
        let ids = asked.iter().map(|it| accepted(it).map(|it| it["id"].as_u64()));
        let ids = ids.collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(ids[0] == ids[1], "two tabs made the requests {ids:?} of one");
    }
    let refused = send(EARNED)?;
    ensure!(refused.status == 422, "more was exchanged than earned: {}", refused.body);
    Ok(())
}

/// Pays what is asked for until nothing is left to pay: every third line fails.
fn pay(staff: &Staff, are_asking: &AtomicBool, retries: &AtomicUsize) -> anyhow::Result<Paid> {
    let mut paid = Paid::default();
    loop {
        let was_last = !are_asking.load(Ordering::Relaxed);
        for id in open(staff, "requested", retries)? {
            let path = format!("/api/redemptions/{id}/approve");
            accepted(&answered(retries, || staff.manager.post(&path, &Value::Null))?)?;
        }
        let mut ids = open(staff, "approved", retries)?;
        ids.truncate(LINES);
        if ids.is_empty() {
            if was_last {
                return Ok(paid);
            }
            continue;
        }
        pay_batch(staff, &ids, &mut paid, retries)?;
    }
}

/// The ids of the requests of the first page that stand so.
fn open(staff: &Staff, status: &str, retries: &AtomicUsize) -> anyhow::Result<Vec<u64>> {
    let path = format!("/api/redemptions?status={status}");
    let listed = answered(retries, || staff.manager.get(&path))?;
    let all = listed.body["redemptions"].as_array().context("no list of requests")?;
    Ok(all.iter().filter_map(|it| it["redemption"]["id"].as_u64()).collect())
}

fn pay_batch(
    staff: &Staff,
    ids: &[u64],
    paid: &mut Paid,
    retries: &AtomicUsize,
) -> anyhow::Result<()> {
    let (key, wish) = (format!("batch-of-the-trial-{ids:?}"), json!({ "redemptions": ids }));
    let made = answered(retries, || {
        staff.manager.post_once("/api/batches", &key.replace(' ', ""), &wish)
    })?;
    let made = accepted(&made)?;
    let id = made["batch"]["id"].as_u64().context("a batch without an id")?;
    let version = json!({ "version": made["batch"]["version"] });
    let path = |step: &str| format!("/api/batches/{id}/{step}");
    let approved = answered(retries, || staff.owner.post(&path("approve"), &version))?;
    // Of a try without an answer, the next one finds it done.
    ensure!(approved.is_success() || approved.status == 409, "{}", approved.body);
    let export = || answered(retries, || staff.owner.post(&path("export"), &Value::Null));
    let (first, second) = (export()?.body, export()?.body);
    ensure!(first == second, "batch {id} was exported differently: {first} {second}");
    let fails = |id: u64| id.is_multiple_of(3);
    let outcome =
        |id: &u64| json!({ "redemption": id, "paid": !fails(*id), "reason": "Sent back" });
    let outcomes = json!({ "outcomes": ids.iter().map(outcome).collect::<Vec<_>>() });
    accepted(&answered(retries, || staff.manager.post(&path("outcomes"), &outcomes))?)?;
    accepted(&answered(retries, || staff.manager.post(&path("close"), &Value::Null))?)?;
    paid.ids.extend(ids.iter().copied().filter(|id| !fails(*id)));
    paid.failed.extend(ids.iter().copied().filter(|id| fails(*id)));
    paid.batches += 1;
    Ok(())
}

/// Compares what a member has with what they earned and got. Returns the number of their requests.
fn check(member: &Visitor, paid: &Paid) -> anyhow::Result<usize> {
    let own = member.get("/api/me/redemptions")?.body;
    let requests = own["redemptions"].as_array().context("no requests")?;
    let mut statuses = BTreeMap::new();
    for request in requests {
        let id = request["id"].as_u64().unwrap_or_default();
        let status = request["status"].as_str().unwrap_or_default();
        let is_right = match status {
            "paid" => paid.ids.contains(&id),
            "failed" => paid.failed.contains(&id),
            _ => false,
        };
        ensure!(is_right, "request {id} is {status}");
        *statuses.entry(status).or_insert(0_i64) += 1;
    }
    let left = EARNED - COSTS * statuses.get("paid").copied().unwrap_or_default();
    ensure!(own["balance"]["points"] == left, "{left} points are left, not {}", own["balance"]);
    let statement = member.get("/api/me/rewards")?.body;
    let lines = statement["lines"].as_array().context("a statement without lines")?;
    let sum: i64 = lines.iter().filter_map(|line| line["points"].as_i64()).sum();
    ensure!(sum == left && lines[0]["balance"] == left, "the lines come to {sum}, not {left}");
    ensure!(requests.len() == (EARNED / COSTS) as usize, "{} requests", requests.len());
    Ok(requests.len())
}

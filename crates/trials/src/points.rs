//! Measures what is read of many points: a statement of one member, what is owed in all, and a dry run of a rulebook.

use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use server::db::Store;
use sqlx::{AnyPool, AssertSqlSafe, any::install_default_drivers};
use testkit::{ADMIN, Answer, Visitor, draft};
use tokio::runtime::Runtime;

use crate::Site;
use crate::growth::fill;
use crate::hosted;
use crate::latencies::Latencies;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many referrals are awarded, within the last 90 days
    #[arg(long, default_value_t = 1_000_000)]
    awards: u64,
    /// How many entries one of the members has
    #[arg(long, default_value_t = 100_000)]
    own: u64,
    /// How many times each is asked for
    #[arg(long, default_value_t = 20)]
    times: usize,
}

type Ask<'a> = &'a dyn Fn() -> anyhow::Result<Answer>;

const MEMBER: &str = "919840012345";

/// How many referrals are written as the server writes them. The others are copies of them, a millisecond later each and
/// of other people: writing all would take half an hour.
const WRITTEN: u64 = 10_000;

/// What differs in the copies number $1. All other columns are as they were written.
const OTHERWISE: &[(&str, &str)] = &[
    ("id", "id + $1"),
    ("key", "key || '-' || $1"),
    ("origin", "NULL"),
    ("referrer_number", "referrer_number || $1"),
    ("number", "number || $1"),
    ("duplicate_of", "NULL"),
];

/// What was known when they came.
const COPY_HISTORY: &str = "INSERT INTO history (referral_id, event, at, actor, status, points) \
     SELECT referral_id + $1, event, at, actor, status, points FROM history \
     WHERE referral_id % 60000 = 1700000000000 % 60000 AND event IS NULL";

/// Each award gives 500 points at some time of the last 90 days to the referrer, in place of what the import entered.
const AWARD_ALL: &str = "INSERT INTO reward_entries (referral_id, holder, receiver, kind, event, at, award, \
     awarded_at, month, version, rule, service, points, cuts, held_until, success, note) \
     SELECT r.id, CAST(r.referrer_number AS BLOB), 'referrer', 'earned', 'trial', a.at, 'trial', a.at, $2, 0, '', \
     r.service, 500, '[]', 0, 1, '' FROM referrals AS r \
     JOIN (SELECT id, $1 - (id * 7919) % 7776000000 AS at FROM referrals) AS a ON a.id = r.id";

/// As many entries of the member, like the one that they have, each of another referral.
const REPEAT_OWN: &str = "INSERT INTO reward_entries (referral_id, holder, receiver, kind, event, at, award, \
     awarded_at, month, version, rule, service, points, cuts, held_until, success, note) \
     SELECT r.id, own.holder, own.receiver, own.kind, 'own', own.at, 'own', own.awarded_at, own.month, 0, '', \
     own.service, 1, '[]', 0, 1, '' FROM (SELECT id FROM referrals ORDER BY id LIMIT $1) AS r \
     JOIN (SELECT * FROM reward_entries WHERE event NOT IN ('trial') ORDER BY seq DESC LIMIT 1) AS own";

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    let database = hosted::make_database(site, folder.path())?;
    let copies = options.awards / WRITTEN;
    ensure!(
        options.awards == copies * WRITTEN && copies >= 1,
        "The awards are no multiple of {WRITTEN}"
    );
    Runtime::new()?.block_on(async {
        fill(&database, WRITTEN).await?;
        copy(&database, i64::try_from(copies)?).await
    })?;
    let server = hosted::start(site, folder.path())?;
    let guest = Visitor::at(&server.url());
    let admin = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    let member = guest.log_in(&server, MEMBER, "signup")?;
    let submitted = member.refer("a-referral-of-the-trial", &draft("", "Binu Thomas", ""))?;
    let key = submitted.body["value"]["key"].as_str().context("nothing was submitted")?;
    let award = json!({ "points": "100", "version": 1 });
    let awarded = admin.put(&format!("/api/referrals/{key}/points"), &award)?;
    ensure!(awarded.is_success(), "{}", awarded.body);
    let entries = Runtime::new()?.block_on(enter(&database, options))?;
    let rule = json!({ "id": "success", "gives": 300, "to": "referrer", "holdDays": 0 });
    let draft = json!({ "version": 0, "rules": [rule] });
    let page = member.get("/api/me/rewards")?.body;
    let second = format!("/api/me/rewards?after={}", page["next"].as_str().unwrap_or_default());
    let mut report = serde_json::Map::new();
    report.insert("entries".to_owned(), entries.into());
    let asked: [(&str, u64, Ask<'_>); 4] = [
        ("a statement", 300, &|| member.get("/api/me/rewards")),
        ("its second page", 300, &|| member.get(&second)),
        ("what is owed", 1_000, &|| admin.get("/api/rewards/owed")),
        ("a dry run", 3_000, &|| admin.post("/api/rulebooks/trial", &draft)),
    ];
    let mut late = Vec::new();
    for (name, most, ask) in asked {
        let mut durations = Vec::new();
        // The first answer is not counted, because it fills the caches.
        for round in 0..=options.times {
            let answer = ask()?;
            ensure!(answer.is_success(), "{name}: {}", answer.body);
            if round > 0 {
                durations.push(answer.took);
            }
        }
        let slowest = durations.iter().max().copied().unwrap_or_default();
        if slowest > Duration::from_millis(most) {
            late.push(format!("{name} took {} ms", slowest.as_millis()));
        }
        let median = Latencies::of(durations).percentile(500);
        let slowest = slowest.as_secs_f64() * 1000.0;
        report.insert(name.to_owned(), json!({ "median, ms": median, "slowest, ms": slowest }));
    }
    let report = Value::Object(report);
    ensure!(late.is_empty(), "{}\n{report:#}", late.join("\n"));
    Ok(report)
}

/// Copies what was written, until there are so many times as many.
async fn copy(database: &str, times: i64) -> anyhow::Result<()> {
    install_default_drivers();
    let pool = AnyPool::connect(database).await?;
    let columns = "SELECT name FROM pragma_table_info('referrals')";
    let columns: Vec<String> = sqlx::query_scalar(columns).fetch_all(&pool).await?;
    let values = columns.iter().map(|column| {
        OTHERWISE.iter().find(|(name, _)| name == column).map_or(column.as_str(), |(_, is)| is)
    });
    let copy = format!(
        "INSERT INTO referrals ({}) SELECT {} FROM referrals WHERE id % 60000 = 1700000000000 % 60000",
        columns.join(", "),
        values.collect::<Vec<_>>().join(", ")
    );
    for number in 1..times {
        for copy in [copy.as_str(), COPY_HISTORY] {
            sqlx::query(AssertSqlSafe(copy)).bind(number).execute(&pool).await?;
        }
    }
    pool.close().await;
    Ok(())
}

/// Enters the points, and returns how many entries there are.
async fn enter(database: &str, options: &Options) -> anyhow::Result<i64> {
    install_default_drivers();
    let pool = AnyPool::connect(database).await?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_millis();
    let now = i64::try_from(now)?;
    let month = now / (1_000 * 60 * 60 * 24 * 30);
    sqlx::query("DELETE FROM reward_entries WHERE awarded_at < $1")
        .bind(now - 86_400_000)
        .execute(&pool)
        .await?;
    sqlx::query(AWARD_ALL).bind(now).bind(month).execute(&pool).await?;
    sqlx::query(REPEAT_OWN).bind(i64::try_from(options.own)?).execute(&pool).await?;
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM reward_entries").fetch_one(&pool).await?;
    pool.close().await;
    // Its statistics are as old as the database otherwise.
    Store::open_current(database).await?.close().await;
    Ok(count)
}

//! Compares how long lists and searches take with few and with many referrals.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use domain::account::User;
use domain::case::Case;
use domain::event::Stage;
use domain::mobile::MobileNumber;
use domain::pipeline::StaffRole;
use domain::referral::{Instant as Time, Referral};
use serde_json::{Value, json};
use server::{
    db::Store,
    referrals::records::{Listing, Scope},
    staff::records::Invitation,
    transfer::records::{Export, Importer},
};
use testkit::{ADMIN, Visitor};

use crate::Site;
use crate::hosted;
use crate::latencies::Latencies;
use crate::people::{Person, pseudo_random};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many referrals the small database has
    #[arg(long, default_value_t = 1_000)]
    few: u64,
    /// How many referrals the large database has
    #[arg(long, default_value_t = 1_000_000)]
    many: u64,
    /// How many times each list is requested
    #[arg(long, default_value_t = 50)]
    times: usize,
    /// Keep the SQLite databases in this folder and use them again in the next run
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// How many referrals each referrer has, in both databases, so that a referrer's own list is
/// equally long.
const REFERRALS_EACH: u64 = 100;

/// Its period begins and ends in the middle of a day, so that single hours are counted, too.
const PERIOD_REPORT: &str = "/api/reports?from=1700010000000&to=1720010000000&service=training";

/// How many members of staff work on referrals.
const STAFF: u64 = 40;

/// Of the four sevenths that end in no other way, one of so many is still open: 2.9 % of all.
const OPEN_EVERY: u64 = 20;

/// How many referrals are imported at once.
const BATCH: u64 = 10_000;

/// No text contains these letters, and they are too few for the search index.
const NO_MATCH: &str = "zq";

/// The index of the referral that is searched for. Both databases have it.
const SEARCHED_INDEX: u64 = 500;

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    ensure!(
        site.database.as_ref().is_none_or(|address| address.contains("{}")),
        "growth needs two databases: write {{}} in place of their numbers of referrals"
    );
    let (few, many) = (lists(site, options.few, options)?, lists(site, options.many, options)?);
    let mut report = serde_json::Map::new();
    for ((name, few), (_, many)) in few.into_iter().zip(many) {
        let row = match (few, many) {
            (Ok(few), Ok(many)) => {
                let (few, many) = (few.percentile(500), many.percentile(500));
                let ratio = (many / few * 100.0).round() / 100.0;
                json!({ "few, ms": few, "many, ms": many, "ratio": ratio })
            }
            (Err(error), _) | (_, Err(error)) => json!({ "failed": format!("{error:#}") }),
        };
        report.insert(name.to_owned(), row);
    }
    Ok(Value::Object(report))
}

/// Returns how long each list took, or why it failed. Also prints each result to the error stream
/// at once.
fn lists(
    site: &Site,
    count: u64,
    options: &Options,
) -> anyhow::Result<Vec<(&'static str, anyhow::Result<Latencies>)>> {
    let temporary = tempfile::tempdir()?;
    let folder = options.keep.as_deref().unwrap_or(temporary.path()).join(count.to_string());
    fs::create_dir_all(&folder)?;
    let database = hosted::make_database(site, &folder)?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(fill(&database, count))?;
    runtime.block_on(invite_staff(&database))?;
    let server = hosted::start(site, &folder)?;
    let guest = Visitor::at(&server.url());
    let admin = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    let number = referrer_mobile(SEARCHED_INDEX / REFERRALS_EACH);
    let referrer = guest.log_in(&server, &number, "login")?;
    let given_name = Person::of(u64::MAX - SEARCHED_INDEX / REFERRALS_EACH).full_name;
    let given_name = given_name.split(' ').next().unwrap_or_default();
    let Person { full_name, phone } = Person::of(SEARCHED_INDEX);
    let list = Query::List("/api/referrals");
    let search = |needle: &str| Query::Search("/api/referrals/search", needle.to_owned());
    let referrers = |needle: &str| Query::Search("/api/referrers/search", needle.to_owned());
    let queries = [
        ("the admin's first page", &admin, list.clone()),
        ("a search for a full name", &admin, search(&full_name)),
        ("a search for a telephone number", &admin, search(&phone)),
        ("a search for the end of one", &admin, search(&phone[4..])),
        ("a search for a word that many have", &admin, search("January")),
        ("a search for two letters that nobody has", &admin, search(NO_MATCH)),
        ("by status", &admin, Query::List("/api/referrals?status=Pending")),
        ("by points", &admin, Query::List("/api/referrals?sort=points")),
        ("a referrer's own list", &referrer, list),
        ("by stage", &admin, Query::List("/api/referrals?stage=qualified")),
        (
            "by stage and service",
            &admin,
            Query::List("/api/referrals?stage=declined&service=others"),
        ),
        ("of nobody's", &admin, Query::List("/api/referrals?owner=none")),
        ("of a team", &admin, Query::List("/api/referrals?team=Doha")),
        ("the longest in its stage", &admin, Query::List("/api/referrals?sort=waiting")),
        ("the inbox", &admin, Query::List("/api/inbox")),
        ("the board's counts", &admin, Query::List("/api/referrals/counts")),
        ("its counts for a service", &admin, Query::List("/api/referrals/counts?service=others")),
        ("duplicates", &admin, Query::List("/api/duplicates")),
        ("the report", &admin, Query::List("/api/reports")),
        ("the report of a team", &admin, Query::List("/api/reports?team=Doha")),
        ("the report of a period", &admin, Query::List(PERIOD_REPORT)),
        ("referrers", &admin, Query::List("/api/referrers")),
        ("referrers with a number", &admin, referrers(&number)),
        ("referrers with a name that many have", &admin, referrers(given_name)),
    ];
    let measure_and_print = |(name, person, query): (_, &Visitor, Query)| {
        let result = measure(person, &query, options);
        match &result {
            Ok(latencies) => eprintln!("{count}: {name}: {:.2} ms", latencies.percentile(500)),
            Err(error) => eprintln!("{count}: {name}: {error:#}"),
        }
        (name, result)
    };
    Ok(queries.into_iter().map(measure_and_print).collect())
}

/// A list, or a search for a text.
#[derive(Clone)]
enum Query {
    List(&'static str),
    Search(&'static str, String),
}

fn measure(person: &Visitor, query: &Query, options: &Options) -> anyhow::Result<Latencies> {
    let expects_rows = !matches!(query, Query::Search(_, text) if text == NO_MATCH);
    let mut durations = Vec::new();
    // The first five answers are not counted, because they fill the caches.
    for round in 0..options.times + 5 {
        let since = Instant::now();
        let answer = match query {
            Query::List(path) => person.get(path)?,
            Query::Search(path, text) => person.post(path, &json!({ "search": text }))?,
        };
        let parts =
            ["referrals", "pairs", "funnel", "referrers"].map(|part| answer.body[part].as_array());
        let counts = answer.body["stages"].as_object().map_or(0, serde_json::Map::len);
        let shown = parts.into_iter().flatten().map(Vec::len).sum::<usize>() + counts;
        ensure!(answer.status == 200, "refused with {}", answer.status);
        ensure!((shown > 0) == expects_rows, "answered with {shown}");
        if round >= 5 {
            durations.push(since.elapsed());
        }
    }
    Ok(Latencies::of(durations))
}

/// Imports the referrals, unless an earlier run has. Fails if somebody else's are there.
pub(crate) async fn fill(database: &str, count: u64) -> anyhow::Result<()> {
    let store = Store::open(database).await?;
    let mut from = u64::try_from(store.totals(&Scope::All).await?.all)?;
    let newest = store.list(&Listing::of(Scope::All, 1)).await?.items.pop();
    let is_own = match newest {
        Some(newest) => newest.referral().referred_phone == referral(from - 1)?.referred_phone,
        None => store.accounts(None, 1).await?.is_empty(),
    };
    ensure!(is_own, "The database is neither empty nor from an earlier run");
    while from < count {
        let upto = (from + BATCH).min(count);
        let case = |index| {
            let events = events(index)?;
            let events: Vec<_> = events.iter().map(String::as_str).collect();
            Ok(Case::stored(referral(index)?, &events))
        };
        let referrals = (from..upto).map(case).collect::<anyhow::Result<_>>()?;
        let numbers = (from / REFERRALS_EACH)..upto.div_ceil(REFERRALS_EACH);
        let account = |index| Ok(User::of(MobileNumber::parse(&referrer_mobile(index))?));
        let accounts = numbers.map(account).collect::<anyhow::Result<_>>()?;
        store
            .import(&Export { accounts, referrals }, time_of(count)?, false, &Importer::PROGRAM)
            .await?;
        from = upto;
    }
    Ok(())
}

/// Invites the staff, a quarter of them in one team. A second time, they are known already.
async fn invite_staff(database: &str) -> anyhow::Result<()> {
    let store = Store::open(database).await?;
    for number in 1..=STAFF {
        let member = Invitation {
            id: format!("s{number}"),
            mobile: MobileNumber::parse(&format!("91900{number:07}"))?,
            name: Person::of(number).full_name,
            role: StaffRole::Manager,
            services: Vec::new(),
            team: if number <= STAFF / 4 { "Doha" } else { "Chennai" }.to_owned(),
            invited_by: String::new(),
        };
        store.invite_staff(&member, time_of(0)?, None).await?;
    }
    Ok(())
}

/// Where a referral has got to: a seventh each has been awarded, declined and withdrawn, and of the others one of
/// [`OPEN_EVERY`] is still open.
fn stage(index: u64) -> Stage {
    match index % 7 {
        0 => Stage::Successful,
        5 => Stage::Declined,
        6 => Stage::Withdrawn,
        _ if !(index / 7).is_multiple_of(OPEN_EVERY) => Stage::Declined,
        1 => Stage::Received,
        2 => Stage::Contacted,
        3 => Stage::Qualified,
        _ => Stage::InProgress,
    }
}

/// The events of a referral after its submission.
fn events(index: u64) -> anyhow::Result<Vec<String>> {
    let moved = |stage: Stage| format!(r#""kind":"moved","stage":"{}""#, stage.as_str());
    let assigned = || format!(r#""kind":"assigned","text":"s{}""#, 1 + index / 7 % STAFF);
    let contacted = || moved(Stage::Contacted);
    let steps = match stage(index) {
        Stage::Contacted => vec![contacted()],
        Stage::Qualified => vec![contacted(), moved(Stage::Qualified)],
        Stage::InProgress => vec![assigned(), contacted(), moved(Stage::InProgress)],
        Stage::Declined => {
            vec![assigned(), contacted(), r#""kind":"declined","reason":"terms""#.to_owned()]
        }
        Stage::Withdrawn => vec![r#""kind":"withdrawn""#.to_owned()],
        _ => Vec::new(),
    };
    let submitted = time_of(index)?.as_millis();
    let event = |(step, number): (&String, u64)| {
        let at = submitted + number * (1 + pseudo_random(index) % 400) * 3_600_000;
        format!(r#"{{"at":{at},"saw":{number},"by":"staff:s1",{step}}}"#)
    };
    Ok(steps.iter().zip(1..).map(event).collect())
}

/// A record as a browser would have stored it. Every fiftieth refers the same person as the one
/// before it.
fn referral(index: u64) -> anyhow::Result<Referral> {
    const SERVICES: [&str; 4] = ["training", "it-services", "hr-recruitment", "others"];
    let full_name = Person::of(index).full_name;
    let phone = Person::of(if index % 50 == 49 { index - 1 } else { index }).phone;
    let stage = stage(index);
    let status = match stage {
        Stage::Successful => "Successful",
        Stage::Declined => "Declined",
        Stage::Withdrawn => "Withdrawn",
        _ => "Pending",
    };
    let record = json!({
        "id": time_of(index)?,
        "referrerName": Person::of(u64::MAX - index / REFERRALS_EACH).full_name,
        "referrerMobile": referrer_mobile(index / REFERRALS_EACH),
        "referredName": full_name,
        "referredPhone": phone,
        "service": SERVICES[usize::try_from(index % 4)?],
        "notes": "Wants to begin in January.",
        "date": "21/11/2026",
        "status": status,
        "points": if stage == Stage::Successful { index % 100 } else { 0 },
    });
    serde_json::from_value(record).context("a made-up record")
}

/// The mobile number of a referrer. It is an Indian one, because codes are sent to no other.
fn referrer_mobile(index: u64) -> String {
    format!("919{:09}", pseudo_random(index) % 1_000_000_000)
}

fn time_of(index: u64) -> anyhow::Result<Time> {
    Ok(Time::try_from(1_700_000_000_000 + index * 60_000)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::must_be_empty;

    #[test]
    fn no_trial_writes_among_what_others_have_stored() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let place = |name| format!("sqlite://{}", folder.path().join(name).display());
        let (own, others, members) = (place("own"), place("others"), place("members"));
        must_be_empty(&own).unwrap();
        for count in [3, 5, 5] {
            runtime.block_on(fill(&own, count)).unwrap();
        }
        let other = Case::stored(referral(7).unwrap(), &[]);
        let member = User::of(MobileNumber::parse(&referrer_mobile(0)).unwrap());
        for (database, accounts, referrals) in
            [(&others, vec![], vec![other]), (&members, vec![member], vec![])]
        {
            runtime.block_on(async {
                let store = Store::open(database).await.unwrap();
                let export = Export { accounts, referrals };
                store
                    .import(&export, time_of(9).unwrap(), false, &Importer::PROGRAM)
                    .await
                    .unwrap();
                let refusal = fill(database, 5).await.unwrap_err().to_string();
                assert!(refusal.contains("neither empty"), "{refusal}");
            });
        }
        for database in [own, others, members] {
            let refusal = must_be_empty(&database).unwrap_err().to_string();
            assert!(refusal.contains("not empty"), "{refusal}");
        }
    }
}

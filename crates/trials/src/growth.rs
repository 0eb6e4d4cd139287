//! What lists cost with few and with many referrals.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use domain::account::User;
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::{Instant as Moment, Referral};
use serde_json::{Value, json};
use store::{Export, Store};

use crate::Site;
use crate::names::{Named, scattered};
use crate::sample::Sample;
use crate::server::{ADMIN, Server};
use crate::visitor::Visitor;

/// How many.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Few referrals
    #[arg(long, default_value_t = 1_000)]
    few: u64,
    /// Many referrals
    #[arg(long, default_value_t = 1_000_000)]
    many: u64,
    /// How often each list is asked for
    #[arg(long, default_value_t = 50)]
    times: usize,
    /// Keep the databases in this folder, and use those again that are there
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// How many referrals are made under one number, so that a referrer's own list has as many pages
/// however many referrers there are.
const OF_ONE: u64 = 100;

/// A report that begins and ends in the middle of a day.
const PERIOD: &str = "/api/reports?from=1700010000000&to=1720010000000&service=training";

/// How many are written at once.
const BATCH: u64 = 10_000;

/// What nobody has in any text, and no index can tell.
const NOWHERE: &str = "zq";

/// Somewhere in the middle of both.
const SEARCHED: u64 = 500;

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let (few, many) = (lists(site, options.few, options)?, lists(site, options.many, options)?);
    let mut report = serde_json::Map::new();
    for ((name, few), (_, many)) in few.into_iter().zip(many) {
        let row = match (few, many) {
            (Ok(few), Ok(many)) => {
                let (few, many) = (few.per_mille(500), many.per_mille(500));
                let ratio = (many / few * 100.0).round() / 100.0;
                json!({ "few, ms": few, "many, ms": many, "ratio": ratio })
            }
            (Err(error), _) | (_, Err(error)) => json!({ "failed": format!("{error:#}") }),
        };
        report.insert(name.to_owned(), row);
    }
    Ok(Value::Object(report))
}

/// How long each list took, or why it was not there; said on the error stream as it comes.
fn lists(
    site: &Site,
    count: u64,
    options: &Options,
) -> anyhow::Result<Vec<(&'static str, anyhow::Result<Sample>)>> {
    let temporary = tempfile::tempdir()?;
    let folder = match &options.keep {
        Some(folder) => folder.join(count.to_string()),
        None => temporary.path().to_owned(),
    };
    if !folder.exists() {
        tokio::runtime::Runtime::new()?.block_on(fill(&folder, count))?;
    }
    let server = Server::start(site, &folder)?;
    let guest = Visitor::new(&server.url());
    let admin = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    let number = referrer(SEARCHED / OF_ONE);
    let referrer = guest.log_in(&server, &number, "login")?;
    let given_name = Named::of(u64::MAX - SEARCHED / OF_ONE).full_name;
    let given_name = given_name.split(' ').next().unwrap_or_default();
    let Named { full_name, phone } = Named::of(SEARCHED);
    let list = Query::List("/api/referrals");
    let search = |needle: &str| Query::Search("/api/referrals/search", needle.to_owned());
    let referrers = |needle: &str| Query::Search("/api/referrers/search", needle.to_owned());
    let asked = [
        ("the admin's first page", &admin, list.clone()),
        ("a search for a full name", &admin, search(&full_name)),
        ("a search for a telephone number", &admin, search(&phone)),
        ("a search for the end of one", &admin, search(&phone[4..])),
        ("a search for a word that many have", &admin, search("January")),
        ("a search for two letters that nobody has", &admin, search(NOWHERE)),
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
        ("the longest in its stage", &admin, Query::List("/api/referrals?sort=waiting")),
        ("the inbox", &admin, Query::List("/api/inbox")),
        ("the board's counts", &admin, Query::List("/api/referrals/counts")),
        ("its counts for a service", &admin, Query::List("/api/referrals/counts?service=others")),
        ("duplicates", &admin, Query::List("/api/duplicates")),
        ("the report", &admin, Query::List("/api/reports")),
        ("the report of a period", &admin, Query::List(PERIOD)),
        ("referrers", &admin, Query::List("/api/referrers")),
        ("referrers with a number", &admin, referrers(&number)),
        ("referrers with a name that many have", &admin, referrers(given_name)),
    ];
    let time = |(name, person, asked): (_, &Visitor, Query)| {
        let timed = timed(person, &asked, options);
        match &timed {
            Ok(sample) => eprintln!("{count}: {name}: {:.2} ms", sample.per_mille(500)),
            Err(error) => eprintln!("{count}: {name}: {error:#}"),
        }
        (name, timed)
    };
    Ok(asked.into_iter().map(time).collect())
}

/// A list, or a search for a text.
#[derive(Clone)]
enum Query {
    List(&'static str),
    Search(&'static str, String),
}

fn timed(person: &Visitor, asked: &Query, options: &Options) -> anyhow::Result<Sample> {
    let is_there = !matches!(asked, Query::Search(_, text) if text == NOWHERE);
    let mut durations = Vec::new();
    // The first answers fill the caches, as the first visitors of a day do.
    for round in 0..options.times + 5 {
        let since = Instant::now();
        let answer = match asked {
            Query::List(path) => person.get(path)?,
            Query::Search(path, text) => person.post(path, &json!({ "search": text }))?,
        };
        let parts =
            ["referrals", "pairs", "funnel", "referrers"].map(|part| answer.body[part].as_array());
        let counts = answer.body["stages"].as_object().map_or(0, serde_json::Map::len);
        let shown = parts.into_iter().flatten().map(Vec::len).sum::<usize>() + counts;
        ensure!(answer.status == 200, "refused with {}", answer.status);
        ensure!((shown > 0) == is_there, "answered with {shown}");
        if round >= 5 {
            durations.push(since.elapsed());
        }
    }
    Ok(Sample::of(durations))
}

async fn fill(folder: &Path, count: u64) -> anyhow::Result<()> {
    let store = Store::open(&Server::database(folder)).await?;
    let mut from = 0;
    while from < count {
        let upto = (from + BATCH).min(count);
        let case = |place| {
            let events = events(place)?;
            let events: Vec<_> = events.iter().map(String::as_str).collect();
            Ok(Case::stored(referral(place)?, &events))
        };
        let referrals = (from..upto).map(case).collect::<anyhow::Result<_>>()?;
        let numbers = (from / OF_ONE)..upto.div_ceil(OF_ONE);
        let account = |place| Ok(User::of(MobileNumber::parse(&referrer(place))?));
        let accounts = numbers.map(account).collect::<anyhow::Result<_>>()?;
        store.import(&Export { accounts, referrals }, moment(count)?, false, None).await?;
        from = upto;
    }
    Ok(())
}

/// What has happened to a referral: of seven, one has points, and the others are in other stages.
fn events(place: u64) -> anyhow::Result<Vec<String>> {
    let steps: &[&str] = match place % 7 {
        0 | 1 => &[],
        2 => &[r#""kind":"moved","stage":"contacted""#],
        3 => &[r#""kind":"moved","stage":"contacted""#, r#""kind":"moved","stage":"qualified""#],
        4 => &[
            r#""kind":"assigned","text":"s1""#,
            r#""kind":"moved","stage":"contacted""#,
            r#""kind":"moved","stage":"in-progress""#,
        ],
        5 => &[r#""kind":"moved","stage":"contacted""#, r#""kind":"declined","reason":"terms""#],
        _ => &[r#""kind":"withdrawn""#],
    };
    let submitted = moment(place)?.as_millis();
    let event = |(step, number): (&&str, u64)| {
        let at = submitted + number * (1 + scattered(place) % 400) * 3_600_000;
        format!(r#"{{"at":{at},"saw":{number},"by":"staff:s1",{step}}}"#)
    };
    Ok(steps.iter().zip(1..).map(event).collect())
}

/// A record as a browser would have stored it. One of fifty is about the same person as the one
/// before.
fn referral(place: u64) -> anyhow::Result<Referral> {
    const SERVICES: [&str; 4] = ["training", "it-services", "hr-recruitment", "others"];
    let full_name = Named::of(place).full_name;
    let phone = Named::of(if place % 50 == 49 { place - 1 } else { place }).phone;
    let awarded = place.is_multiple_of(7);
    let status = match place % 7 {
        0 => "Successful",
        5 => "Declined",
        6 => "Withdrawn",
        _ => "Pending",
    };
    let record = json!({
        "id": moment(place)?,
        "referrerName": Named::of(u64::MAX - place / OF_ONE).full_name,
        "referrerMobile": referrer(place / OF_ONE),
        "referredName": full_name,
        "referredPhone": phone,
        "service": SERVICES[usize::try_from(place % 4)?],
        "notes": "Wants to begin in January.",
        "date": "21/11/2026",
        "status": status,
        "points": if awarded { place % 100 } else { 0 },
    });
    serde_json::from_value(record).context("a record of the sample")
}

/// A number that can be called in India: codes are sent to no other.
fn referrer(place: u64) -> String {
    format!("919{:09}", scattered(place) % 1_000_000_000)
}

fn moment(place: u64) -> anyhow::Result<Moment> {
    Ok(Moment::try_from(1_700_000_000_000 + place * 60_000)?)
}

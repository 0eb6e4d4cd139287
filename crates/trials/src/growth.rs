//! What lists cost with few and with many referrals.

use std::path::Path;
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
}

/// How many referrals are made under one number, so that a referrer's own list has as many pages
/// however many referrers there are.
const OF_ONE: u64 = 100;

/// How many are written at once.
const BATCH: u64 = 10_000;

/// Somewhere in the middle of both.
const SEARCHED: u64 = 500;

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let (few, many) = (lists(site, options.few, options)?, lists(site, options.many, options)?);
    let mut report = serde_json::Map::new();
    for ((name, few), (_, many)) in few.iter().zip(&many) {
        let (few, many) = (few.per_mille(500), many.per_mille(500));
        let ratio = (many / few * 100.0).round() / 100.0;
        report.insert(name.clone(), json!({ "few, ms": few, "many, ms": many, "ratio": ratio }));
    }
    Ok(Value::Object(report))
}

fn lists(site: &Site, count: u64, options: &Options) -> anyhow::Result<Vec<(String, Sample)>> {
    let folder = tempfile::tempdir()?;
    tokio::runtime::Runtime::new()?.block_on(fill(folder.path(), count))?;
    let server = Server::start(site, folder.path())?;
    let guest = Visitor::new(&server.url());
    let admin = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    let referrer = guest.log_in(&server, &referrer(SEARCHED / OF_ONE), "login")?;
    let Named { full_name, phone } = Named::of(SEARCHED);
    let list = Query::List("/api/referrals");
    let search = |needle: &str| Query::Search(needle.to_owned());
    let asked = [
        ("the admin's first page", &admin, list.clone()),
        ("a search for a full name", &admin, search(&full_name)),
        ("a search for a telephone number", &admin, search(&phone)),
        ("a search for the end of one", &admin, search(&phone[4..])),
        ("a search for a word that many have", &admin, search("January")),
        ("by status", &admin, Query::List("/api/referrals?status=Pending")),
        ("by points", &admin, Query::List("/api/referrals?sort=points")),
        ("a referrer's own list", &referrer, list),
    ];
    asked.into_iter().map(|(name, person, asked)| timed(name, person, &asked, options)).collect()
}

/// A list, or a search for a text.
#[derive(Clone)]
enum Query {
    List(&'static str),
    Search(String),
}

fn timed(
    name: &str,
    person: &Visitor,
    asked: &Query,
    options: &Options,
) -> anyhow::Result<(String, Sample)> {
    let mut durations = Vec::new();
    // The first answers fill the caches, as the first visitors of a day do.
    for round in 0..options.times + 5 {
        let since = Instant::now();
        let answer = match asked {
            Query::List(path) => person.get(path)?,
            Query::Search(text) => {
                person.post("/api/referrals/search", &json!({ "search": text }))?
            }
        };
        let shown = answer.body["referrals"].as_array().map_or(0, Vec::len);
        ensure!(answer.status == 200 && shown > 0, "{name}: {} with {shown}", answer.status);
        if round >= 5 {
            durations.push(since.elapsed());
        }
    }
    Ok((name.to_owned(), Sample::of(durations)))
}

async fn fill(folder: &Path, count: u64) -> anyhow::Result<()> {
    let store = Store::open(&Server::database(folder)).await?;
    let mut from = 0;
    while from < count {
        let upto = (from + BATCH).min(count);
        let case = |place| Ok(Case::stored(referral(place)?, &[]));
        let referrals = (from..upto).map(case).collect::<anyhow::Result<_>>()?;
        let numbers = (from / OF_ONE)..upto.div_ceil(OF_ONE);
        let account = |place| Ok(User::of(MobileNumber::parse(&referrer(place))?));
        let accounts = numbers.map(account).collect::<anyhow::Result<_>>()?;
        store.import(&Export { accounts, referrals }, moment(count)?, false, None).await?;
        from = upto;
    }
    Ok(())
}

/// A record as a browser would have stored it; every seventh has points.
fn referral(place: u64) -> anyhow::Result<Referral> {
    let awarded = place.is_multiple_of(7);
    let Named { full_name, phone } = Named::of(place);
    let record = json!({
        "id": moment(place)?,
        "referrerName": Named::of(u64::MAX - place / OF_ONE).full_name,
        "referrerMobile": referrer(place / OF_ONE),
        "referredName": full_name,
        "referredPhone": phone,
        "service": "training",
        "notes": "Wants to begin in January.",
        "date": "21/11/2026",
        "status": if awarded { "Successful" } else { "Pending" },
        "points": if awarded { place % 100 } else { 0 },
    });
    serde_json::from_value(record).context("a record of the sample")
}

/// A number that can be called in India: codes are sent to no other.
fn referrer(place: u64) -> String {
    format!("919{:09}", scattered(place) % 1_000_000_000)
}

fn moment(place: u64) -> anyhow::Result<Moment> {
    Ok(Moment::try_from(1_760_000_000_000 + place * 1000)?)
}

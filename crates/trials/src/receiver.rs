//! A webhook receiver that remembers the deliveries it gets.

use std::collections::{BTreeSet, HashMap};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use domain::referral::Instant as Time;
use server::{db::Store, delivery::records::NewWebhook};
use testkit::Receiver;
use tokio::runtime::Runtime;

/// How long the receiver waits for the next delivery. It is longer than a killed server's claim on
/// a delivery lasts.
const PATIENCE: Duration = Duration::from_secs(180);

/// The ids of the deliveries, by the referral's key.
type Deliveries = HashMap<String, BTreeSet<String>>;

/// Starts a receiver and adds it to the database as a webhook.
pub(crate) fn add_to(database: &str) -> anyhow::Result<Receiver> {
    let receiver = Receiver::new();
    let new = NewWebhook {
        id: "receiver".to_owned(),
        url: format!("http://{}/", receiver.addr),
        events: Vec::new(),
        seed: [1; 32],
        made_by: "trials".to_owned(),
        now: Time::default(),
    };
    Runtime::new()?.block_on(async {
        let store = Store::open(database).await?;
        store.add_webhook(&new, None).await?.context("the webhook was not added")?;
        store.close().await;
        anyhow::Ok(())
    })?;
    Ok(receiver)
}

/// Waits until there are deliveries about `count` referrals.
pub(crate) fn wait_for(receiver: &Receiver, count: usize) -> anyhow::Result<Deliveries> {
    let mut deliveries = Deliveries::new();
    let (mut seen, mut since) = (0, Instant::now());
    loop {
        for posted in receiver.posted() {
            let key = posted.json()["data"]["key"].as_str().map(str::to_owned);
            let key = key.context("an event without a key")?;
            deliveries.entry(key).or_default().insert(posted.field("webhook-id").to_owned());
        }
        if deliveries.len() > seen {
            (seen, since) = (deliveries.len(), Instant::now());
        }
        if seen >= count {
            return Ok(deliveries);
        }
        ensure!(since.elapsed() < PATIENCE, "only {seen} of {count} referrals were delivered");
        thread::sleep(Duration::from_millis(100));
    }
}

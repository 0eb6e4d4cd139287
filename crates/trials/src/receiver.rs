//! A webhook receiver that remembers the deliveries it gets.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use domain::referral::Instant as Time;
use serde_json::Value;
use store::{NewWebhook, Store};
use tokio::runtime::Runtime;

/// How long the receiver waits for the next delivery. It is longer than a killed server's claim on
/// a delivery lasts.
const PATIENCE: Duration = Duration::from_secs(180);

/// The ids of the deliveries, by the referral's key.
type Deliveries = HashMap<String, BTreeSet<String>>;

pub(crate) struct Receiver {
    deliveries: Arc<Mutex<Deliveries>>,
}

impl Receiver {
    /// Starts listening and adds itself to the database as a webhook.
    pub(crate) fn add_to(database: &str) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let new = NewWebhook {
            id: "receiver".to_owned(),
            url: format!("http://{}/", listener.local_addr()?),
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
        let deliveries = Arc::new(Mutex::new(Deliveries::new()));
        let shared = Arc::clone(&deliveries);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&shared);
                // A failure needs no handling: a server that was killed sends the delivery again.
                thread::spawn(move || receive(&stream, &shared));
            }
        });
        Ok(Self { deliveries })
    }

    /// Waits until there are deliveries about `count` referrals.
    pub(crate) fn wait_for(&self, count: usize) -> anyhow::Result<Deliveries> {
        let (mut seen, mut since) = (0, Instant::now());
        loop {
            let deliveries = self.deliveries.lock().map(|it| it.clone()).unwrap_or_default();
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
}

fn receive(mut stream: &TcpStream, deliveries: &Mutex<Deliveries>) -> anyhow::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut id, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim_end().split_once(": ") {
            Some(("webhook-id", value)) => id = value.to_owned(),
            Some(("content-length", value)) => length = value.parse()?,
            Some(_) => {}
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body: Value = serde_json::from_slice(&body)?;
    let key = body["data"]["key"].as_str().context("an event without a key")?.to_owned();
    if let Ok(mut deliveries) = deliveries.lock() {
        deliveries.entry(key).or_default().insert(id);
    }
    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n")?;
    Ok(())
}

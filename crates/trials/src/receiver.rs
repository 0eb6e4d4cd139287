//! Another program, which is told of every referral, and remembers what it was told.

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

/// A receiver that is told of nothing new for so long is told of no more: longer than the claim of a
/// killed server lasts.
const PATIENCE: Duration = Duration::from_secs(180);

/// What it was told: for each referral's key, the names of the deliveries.
type Told = HashMap<String, BTreeSet<String>>;

pub(crate) struct Receiver {
    told: Arc<Mutex<Told>>,
}

impl Receiver {
    /// Begins to listen, as a webhook of the server over this database.
    pub(crate) fn add_to(database: &str) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let new = NewWebhook {
            id: "receiver".to_owned(),
            url: format!("http://{}/", listener.local_addr()?),
            events: Vec::new(),
            seed: [1; 32],
            now: Time::default(),
        };
        Runtime::new()?.block_on(async {
            let store = Store::open(database).await?;
            store.add_webhook(&new, None).await?.context("the webhook was not added")?;
            store.close().await;
            anyhow::Ok(())
        })?;
        let told = Arc::new(Mutex::new(Told::new()));
        let keep = Arc::clone(&told);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let keep = Arc::clone(&keep);
                // Whoever was killed while it spoke says it again.
                thread::spawn(move || listen(&stream, &keep));
            }
        });
        Ok(Self { told })
    }

    /// Waits until it was told of so many referrals; of which, and by how many names.
    pub(crate) fn wait_for(&self, count: usize) -> anyhow::Result<Told> {
        let (mut seen, mut since) = (0, Instant::now());
        loop {
            let told = self.told.lock().map(|told| told.clone()).unwrap_or_default();
            if told.len() > seen {
                (seen, since) = (told.len(), Instant::now());
            }
            if seen >= count {
                return Ok(told);
            }
            ensure!(since.elapsed() < PATIENCE, "told of {seen} referrals alone, of {count}");
            thread::sleep(Duration::from_millis(100));
        }
    }
}

fn listen(mut stream: &TcpStream, told: &Mutex<Told>) -> anyhow::Result<()> {
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
    if let Ok(mut told) = told.lock() {
        told.entry(key).or_default().insert(id);
    }
    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n")?;
    Ok(())
}

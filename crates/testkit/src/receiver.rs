//! A program that receives posts: a webhook's receiver or a gateway.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::{mem, thread};

use anyhow::Context;
use serde_json::Value;

/// A received request.
#[derive(Debug)]
pub struct Posted {
    fields: Vec<(String, String)>,
    /// The body as text.
    pub body: String,
}

impl Posted {
    /// Reads one request of HTTP/1.1 with a `Content-Length`.
    ///
    /// # Errors
    ///
    /// If it is not one, or ends early.
    pub fn read(stream: &TcpStream) -> anyhow::Result<Self> {
        let mut reader = BufReader::new(stream);
        let mut fields = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) => fields.push((name.to_ascii_lowercase(), value.to_owned())),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let posted = Self { fields, body: String::new() };
        let mut body = vec![0; posted.field("content-length").parse().context("no length")?];
        reader.read_exact(&mut body)?;
        Ok(Self { body: String::from_utf8(body)?, ..posted })
    }

    /// The field of the head with this name in small letters; empty if there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|field| field.0 == name).map_or("", |field| &field.1)
    }

    /// The body.
    ///
    /// # Panics
    ///
    /// If it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// Gives the same answer to all requests: 204, unless it is told another.
pub struct Receiver {
    /// Where it listens.
    pub addr: SocketAddr,
    posted: Arc<Mutex<Vec<Posted>>>,
    head: Arc<Mutex<String>>,
}

impl Receiver {
    /// Starts one, which listens for as long as the process runs.
    ///
    /// # Panics
    ///
    /// If this machine has no free port.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it starts a thread")]
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        let posted = Arc::new(Mutex::new(Vec::new()));
        let head = Arc::new(Mutex::new("204 X".to_owned()));
        let (keep, answer) = (Arc::clone(&posted), Arc::clone(&head));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (keep, answer) = (Arc::clone(&keep), Arc::clone(&answer));
                // A server that was killed in the middle sends the post again.
                thread::spawn(move || receive(&stream, &keep, &answer));
            }
        });
        Self { addr, posted, head }
    }

    /// Sets the answer: a status and headers, or nothing to hang up.
    ///
    /// # Panics
    ///
    /// If a thread panicked with it.
    pub fn answer(&self, head: &str) {
        head.clone_into(&mut self.head.lock().unwrap());
    }

    /// The requests since the last call.
    ///
    /// # Panics
    ///
    /// If a thread panicked with them.
    pub fn posted(&self) -> Vec<Posted> {
        mem::take(&mut self.posted.lock().unwrap())
    }
}

fn receive(
    mut stream: &TcpStream,
    keep: &Mutex<Vec<Posted>>,
    answer: &Mutex<String>,
) -> anyhow::Result<()> {
    let head = answer.lock().unwrap().clone();
    if head.is_empty() {
        return Ok(());
    }
    keep.lock().unwrap().push(Posted::read(stream)?);
    write!(stream, "HTTP/1.1 {head}\r\ncontent-length: 0\r\n\r\n")?;
    Ok(())
}

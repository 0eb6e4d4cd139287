//! A program that receives posts.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::Value;

/// A received request.
pub(crate) struct Posted {
    fields: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Posted {
    pub(crate) fn read(stream: &TcpStream) -> Self {
        let mut reader = BufReader::new(stream);
        let mut fields = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some((name, value)) => fields.push((name.to_ascii_lowercase(), value.to_owned())),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let posted = Self { fields, body: String::new() };
        let mut body = vec![0; posted.field("content-length").parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        Self { body: String::from_utf8(body).unwrap(), ..posted }
    }

    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|field| field.0 == name).map_or("", |field| &field.1)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// A program that gives the same answer to all requests.
pub(crate) struct Receiver {
    pub(crate) addr: SocketAddr,
    posted: Arc<Mutex<Vec<Posted>>>,
    head: Arc<Mutex<String>>,
}

impl Receiver {
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = listener.local_addr().unwrap();
        let posted = Arc::new(Mutex::new(Vec::new()));
        let head = Arc::new(Mutex::new("204 X".to_owned()));
        let (keep, answer) = (Arc::clone(&posted), Arc::clone(&head));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let head = answer.lock().unwrap().clone();
                if head.is_empty() {
                    continue;
                }
                keep.lock().unwrap().push(Posted::read(&stream));
                // The client may have gone.
                let _ = write!(stream, "HTTP/1.1 {head}\r\ncontent-length: 0\r\n\r\n");
            }
        });
        Self { addr, posted, head }
    }

    /// Sets the answer: a status and headers, or nothing to hang up.
    pub(crate) fn answer(&self, head: &str) {
        *self.head.lock().unwrap() = head.to_owned();
    }

    /// The requests since the last call.
    pub(crate) fn posted(&self) -> Vec<Posted> {
        std::mem::take(&mut self.posted.lock().unwrap())
    }
}

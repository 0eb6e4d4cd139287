//! The two processes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use serde_json::Value;
use tempfile::TempDir;

/// Two servers over one database, with one secret.
pub(crate) struct Pair {
    database: String,
    servers: [Mutex<Child>; 2],
    urls: [String; 2],
    folder: TempDir,
}

impl Pair {
    /// `None`, said on the error stream, where PostgreSQL cannot be started.
    pub(crate) async fn start() -> Option<Self> {
        let database = postgres_cluster::database().await?;
        let folder = tempfile::tempdir().unwrap();
        let dist = folder.path().join("dist");
        fs::create_dir(&dist).unwrap();
        fs::write(dist.join("index.html"), "<head></head>Home").unwrap();
        fs::write(folder.path().join("secret"), [7; 32]).unwrap();
        let start = || {
            let mut child = Command::new(env!("CARGO_BIN_EXE_server"))
                .current_dir(folder.path())
                .env_clear()
                .args(["--dist", "dist", "--addr", "127.0.0.1:0", "--database", &database])
                .args(["--secret-file", "secret", "--sender", "log", "--sender-file", "codes"])
                .args(["--request-rate", "1000000", "--request-burst", "1000000"])
                .args(["--log-level", "off"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut greeting = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
            let (_, rest) = greeting.split_once("http://").unwrap();
            let url = format!("http://{}", rest.split(' ').next().unwrap());
            (child, url)
        };
        let ((one, here), (other, there)) = (start(), start());
        let servers = [Mutex::new(one), Mutex::new(other)];
        Some(Self { database, servers, urls: [here, there], folder })
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    pub(crate) fn url(&self, place: usize) -> &str {
        &self.urls[place]
    }

    /// The code that either has sent to a number.
    pub(crate) fn code_for(&self, mobile: &str) -> String {
        let codes = fs::read_to_string(self.folder.path().join("codes")).unwrap();
        let mut sent = codes.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let last = sent.rfind(|sent| sent["mobile"] == mobile).unwrap();
        last["code"].as_str().unwrap().to_owned()
    }

    /// Ends one as a power cut would.
    pub(crate) fn kill(&self, place: usize) {
        let mut server = self.servers[place].lock().unwrap();
        server.kill().unwrap();
        server.wait().unwrap();
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for server in &self.servers {
            if let Ok(mut server) = server.lock() {
                // It may have ended already.
                let _ = server.kill();
                let _ = server.wait();
            }
        }
    }
}

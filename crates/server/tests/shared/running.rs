//! The program as a process.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A server that runs until this is dropped, and is then killed.
pub(crate) struct Running {
    child: Child,
    /// Where visitors find it, and where its operators do.
    pub(crate) urls: [String; 2],
}

impl Running {
    /// Starts one with a database. Its site, its secret and the codes that it sends are in a
    /// folder, which servers may share.
    pub(crate) fn start(folder: &Path, database: &str, more: &[&str]) -> Self {
        let dist = folder.join("dist");
        fs::create_dir_all(&dist).unwrap();
        fs::write(dist.join("index.html"), "<head></head>Home").unwrap();
        fs::write(folder.join("secret"), [7; 32]).unwrap();
        // Another server of the test may have made the database.
        let made = Command::new(env!("CARGO_BIN_EXE_server"))
            .env_clear()
            .args(["init", "--database", database, "--secret-file"])
            .arg(folder.join("secret"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success() || said.contains("already"), "{said}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_server"))
            .current_dir("/")
            .env_clear()
            .args(["--addr", "127.0.0.1:0", "--operators-addr", "127.0.0.1:0"])
            .args(["--database", database, "--sender", "log"])
            .arg("--dist")
            .arg(dist)
            .arg("--secret-file")
            .arg(folder.join("secret"))
            .arg("--sender-file")
            .arg(folder.join("codes"))
            .args(["--request-rate", "1000000", "--request-burst", "1000000"])
            .args(["--guest-referrals-from-address", "1000000"])
            .args(["--log-level", "off"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut next_url = || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            let (_, rest) = line.split_once("http://").unwrap();
            format!("http://{}", rest.split(' ').next().unwrap())
        };
        let urls = [next_url(), next_url()];
        Self { child, urls }
    }

    pub(crate) fn url(&self) -> &str {
        &self.urls[0]
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last code that a server with this folder sent to a number.
pub(crate) fn code_for(folder: &Path, mobile: &str) -> String {
    let codes = fs::read_to_string(folder.join("codes")).unwrap();
    let mut sent = codes.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let last = sent.rfind(|sent| sent["mobile"] == mobile).unwrap();
    last["code"].as_str().unwrap().to_owned()
}

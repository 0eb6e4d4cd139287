//! The program as a separate process.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

#[cfg(unix)]
use std::time::Instant;

use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_devserver");
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);

/// A built site in a folder that is removed when it is dropped.
pub(crate) fn dist() -> TempDir {
    let dist = tempfile::tempdir().unwrap();
    fs::create_dir(dist.path().join("blog")).unwrap();
    for (name, content) in [
        (".build", "build 1\n"),
        ("index.html", "<head></head>Home"),
        ("services.html", "<head></head>Services"),
        ("blog/post-not-found.html", "<head></head>Post Not Found"),
        ("robots.txt", "User-agent: *"),
    ] {
        fs::write(dist.path().join(name), content).unwrap();
    }
    dist
}

/// A running server, which is stopped when this is dropped.
pub(crate) struct Running {
    child: Child,
    pub(crate) greeting: String,
    pub(crate) addr: String,
}

impl Running {
    pub(crate) fn start(dist: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["--addr", "127.0.0.1:0", "--dist"])
            .arg(dist)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut greeting).unwrap();
        child.stdout = Some(output.into_inner());
        let (_, addr) = greeting.split_once("http://").unwrap();
        let addr = addr.split(' ').next().unwrap().to_owned();
        Self { child, greeting, addr }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.addr).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends raw bytes and reads until the server closes the connection.
    pub(crate) fn send(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits for the process and returns whether it succeeded.
    #[cfg(unix)]
    pub(crate) fn has_ended_well(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have exited already; some tests are about that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

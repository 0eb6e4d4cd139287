//! The two server processes.

use std::sync::Mutex;

use tempfile::TempDir;
use testkit::{ADMIN, ADMIN_TOTP_SECRET, Server, postgres};

use crate::running;

/// Two servers with one database, one secret and one owner.
pub(crate) struct Pair {
    database: String,
    servers: [Mutex<Option<Server>>; 2],
    urls: [String; 2],
    /// The servers’ files.
    _folder: TempDir,
}

impl Pair {
    /// `None` if PostgreSQL cannot be started, with a message on the error stream.
    pub(crate) async fn start() -> Option<Self> {
        let database = postgres::database().await?;
        let folder = tempfile::tempdir().unwrap();
        let owner = [["--admin-number", ADMIN], ["--admin-totp-secret", ADMIN_TOTP_SECRET]];
        let start = |()| running::start(folder.path(), &database, owner.as_flattened());
        let servers = [(); 2].map(start);
        let urls = servers.each_ref().map(|server| server.url());
        let servers = servers.map(|server| Mutex::new(Some(server)));
        Some(Self { database, servers, urls, _folder: folder })
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    pub(crate) fn url(&self, place: usize) -> &str {
        &self.urls[place]
    }

    /// The last code that one of them sent to a number.
    pub(crate) fn code_for(&self, mobile: &str) -> String {
        let servers = self.servers.each_ref().map(|server| server.lock().unwrap());
        let running = servers.iter().find_map(|server| server.as_ref()).unwrap();
        // Both write into one file.
        running.code_for(mobile).unwrap()
    }

    /// Kills one of them.
    pub(crate) fn kill(&self, place: usize) {
        drop(self.servers[place].lock().unwrap().take());
    }
}

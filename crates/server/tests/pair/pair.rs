//! The two server processes.

use std::path::Path;
use std::sync::Mutex;

use tempfile::TempDir;

use crate::running::Running;

/// Two servers with one database and one secret.
pub(crate) struct Pair {
    database: String,
    servers: [Mutex<Option<Running>>; 2],
    urls: [String; 2],
    folder: TempDir,
}

impl Pair {
    /// `None` if PostgreSQL cannot be started, with a message on the error stream.
    pub(crate) async fn start() -> Option<Self> {
        let database = postgres_cluster::database().await?;
        let folder = tempfile::tempdir().unwrap();
        let servers = [(); 2].map(|()| Running::start(folder.path(), &database, &[]));
        let urls = servers.each_ref().map(|server| server.url().to_owned());
        let servers = servers.map(|server| Mutex::new(Some(server)));
        Some(Self { database, servers, urls, folder })
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    pub(crate) fn url(&self, place: usize) -> &str {
        &self.urls[place]
    }

    /// The folder where both write the codes that they send.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills one of them.
    pub(crate) fn kill(&self, place: usize) {
        drop(self.servers[place].lock().unwrap().take());
    }
}

//! The two processes.

use std::path::Path;
use std::sync::Mutex;

use tempfile::TempDir;

use crate::running::Running;

/// Two servers over one database, with one secret.
pub(crate) struct Pair {
    database: String,
    servers: [Mutex<Option<Running>>; 2],
    urls: [String; 2],
    folder: TempDir,
}

impl Pair {
    /// `None`, said on the error stream, where PostgreSQL cannot be started.
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

    /// Where both write the codes that they send.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends one as a power cut would.
    pub(crate) fn kill(&self, place: usize) {
        drop(self.servers[place].lock().unwrap().take());
    }
}

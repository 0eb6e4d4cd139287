//! Errors of reading and serving a site. The messages are for the person at the terminal.

use std::{io, path::PathBuf};

use axum::http::header::InvalidHeaderValue;

/// `dist` cannot be read or completed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The folder or its `index.html` does not exist.
    #[error("There is no built site in {}: it has no index.html", dist.display())]
    NotBuilt {
        /// The folder.
        dist: PathBuf,
    },
    /// The build belongs to another version of the server.
    #[error(
        "The site in {} was built for version {built}, and this server is version {wanted}: \
         install the site and the server of the same version",
        dist.display()
    )]
    OtherVersion {
        /// The folder.
        dist: PathBuf,
        /// The version of the build.
        built: String,
        /// The version of the server.
        wanted: String,
    },
    /// A file or folder of the site cannot be read.
    #[error("Cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file for static hosts cannot be written.
    #[error("Cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A text of the site cannot be put into a header.
    #[error("A header cannot be made from the site's content: {0}")]
    Header(#[from] InvalidHeaderValue),
}

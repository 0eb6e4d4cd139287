//! Errors of reading and serving a site. The messages are for the person at the terminal.

use std::{io, path::PathBuf};

use axum::http::header::InvalidHeaderValue;

/// `dist` cannot be read or completed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The folder or its `index.html` does not exist.
    #[error("The site is not built yet: run cargo xtask build")]
    NotBuilt,
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

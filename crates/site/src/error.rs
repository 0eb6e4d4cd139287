//! Why a site cannot be read or served, in words for the person at the terminal.

use std::{io, path::PathBuf};

use axum::http::header::InvalidHeaderValue;

/// What stands in the way of reading `dist`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no folder, or no `index.html` in it.
    #[error("The site is not built yet: run cargo xtask build")]
    NotBuilt,
    /// A file or folder of the site cannot be read.
    #[error("Cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file for static hosts cannot be written.
    #[error("Cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line of `.image-hosts` would not be safe, or not useful, in a policy.
    #[error(
        "dist/.image-hosts, line {line}: \"{found}\" is not an image host. \
         Write https://host or https://host:port, without a path"
    )]
    ImageHost {
        /// The line's number, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Text from the site does not fit into a header.
    #[error("A header cannot be made from the site's content: {0}")]
    Header(#[from] InvalidHeaderValue),
}

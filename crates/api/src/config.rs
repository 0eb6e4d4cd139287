//! `/config.json`, which tells the built site how it is served.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Where the programme's data lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// In the visitor's browser.
    Browser,
    /// On this site's server.
    Hosted,
}

/// The content of `/config.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SiteConfig {
    /// Where the programme's data lives.
    pub mode: Mode,
}

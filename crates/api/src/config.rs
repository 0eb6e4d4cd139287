//! What a built site asks of the place that serves it.

use serde::{Deserialize, Serialize};

/// Where the programme's data lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// In the visitor's own browser.
    Browser,
    /// On this site's server.
    Hosted,
}

/// `/config.json`: what a built site does not know of the place that serves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SiteConfig {
    /// Where the programme's data lives.
    pub mode: Mode,
}

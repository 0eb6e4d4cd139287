//! What every request is answered with.

use std::{ops::Deref, sync::Arc};

use domain::hosted::{HostedPolicy, SendLimits};
use metrics_exporter_prometheus::PrometheusHandle;
use store::Store;

use crate::{
    clock::Clock, cookies::Cookies, limits::Limits, second_factor::SecondFactor, secret::Secret,
    sending::Sender,
};

/// What an application is made of.
pub struct Parts {
    /// Where the records live.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Clock,
    /// What codes and addresses are sealed with.
    pub secret: Secret,
    /// Who brings the codes.
    pub sender: Arc<dyn Sender>,
    /// Which number is the admin's.
    pub policy: HostedPolicy,
    /// The admin's authenticator app.
    pub second_factor: Option<SecondFactor>,
    /// How many codes are sent.
    pub sends: SendLimits,
    /// How the session's cookie is sent.
    pub cookies: Cookies,
    /// Whether a proxy in front speaks HTTPS.
    pub behind_https: bool,
    /// How many proxies in front of this server add to `X-Forwarded-For`.
    pub trusted_proxies: usize,
    /// Whether contact messages are to be forwarded.
    pub forwards: bool,
    /// How much is borne.
    pub limits: Limits,
    /// What was counted, unless it is shown elsewhere.
    pub metrics: Option<PrometheusHandle>,
}

/// [`Parts`], shared by all requests.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

impl AppState {
    /// Shares these parts.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

//! What every request is answered with.

use std::{net::IpAddr, ops::Deref, sync::Arc};

use api::{HostedCode, HostedPolicy, SendLimits};
use domain::{account::User, mobile::MobileNumber, referral::Instant};
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Allowance, Store};

use crate::{
    clock::Clock,
    cookies::Cookies,
    extract::{ClientIp, network},
    limits::{COMMANDS_BURST, DELIVERIES_A_SECOND, DELIVERIES_BURST, Limits, RateLimiter},
    networks::Networks,
    readiness::Readiness,
    refusal::{Refusal, Result},
    second_factor::SecondFactor,
    secret::{Purpose, Secret},
    sending::Sender,
    webhooks::WebhookPost,
};

/// What an application needs from outside.
pub struct Dependencies {
    /// Where the records live.
    pub store: Store,
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
    /// The site's name on the network, which stands in the message that brings a code.
    pub host: String,
    /// How many codes are sent.
    pub sends: SendLimits,
    /// How the session's cookie is sent.
    pub cookies: Cookies,
    /// Whether a proxy in front speaks HTTPS.
    pub behind_https: bool,
    /// From where the proxies connect whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Networks,
    /// Who may ask whether this server is ready, and what it has counted.
    pub operators: Networks,
    /// Who posts to webhooks.
    pub webhooks: WebhookPost,
    /// Whether contact messages are to be forwarded.
    pub forwards: bool,
    /// How much is borne.
    pub limits: Limits,
    /// What was counted, unless it is shown elsewhere.
    pub metrics: Option<PrometheusHandle>,
}

/// [`Dependencies`], shared by all requests.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

struct Shared {
    dependencies: Dependencies,
    readiness: Readiness,
    token_rate: RateLimiter<[u8; 32]>,
    command_rate: RateLimiter<[u8; 32]>,
    delivery_rate: RateLimiter<[u8; 32]>,
}

impl AppState {
    /// Shares these.
    pub fn new(mut dependencies: Dependencies) -> Self {
        let store = dependencies.store.clone();
        dependencies.store = store.with_duplicates(dependencies.policy.duplicates);
        let Limits { request_rate, request_burst, .. } = dependencies.limits;
        Self(Arc::new(Shared {
            dependencies,
            readiness: Readiness::default(),
            token_rate: RateLimiter::new(request_rate.into(), request_burst.into()),
            command_rate: RateLimiter::new(request_rate.into(), COMMANDS_BURST),
            delivery_rate: RateLimiter::new(DELIVERIES_A_SECOND, DELIVERIES_BURST),
        }))
    }

    /// What somebody at this address may send in a day, if it is as much as `limit`.
    pub(crate) fn allowance(&self, ClientIp(address): ClientIp, limit: u32) -> Allowance {
        let network = network(address).to_string();
        Allowance { of: self.secret.seal(Purpose::Allowance, &[network.as_bytes()]), limit }
    }

    /// How many referrals whoever asks may submit in a day: a member under their account, from
    /// wherever they ask; a guest with all of their network.
    pub(crate) fn referrals_allowance(&self, client: ClientIp, user: Option<&User>) -> Allowance {
        let Some(user) = user else {
            return self.allowance(client, self.limits.guest_referrals_from_address);
        };
        let texts: [&[u8]; 2] = [b"account", user.mobile_number.as_str().as_bytes()];
        let of = self.secret.seal(Purpose::Allowance, &texts);
        Allowance { of, limit: self.limits.referrals_from_account }
    }

    /// How often each API token may ask, from wherever it comes.
    pub(crate) fn token_rate(&self) -> &RateLimiter<[u8; 32]> {
        &self.0.token_rate
    }

    /// Takes so many of the commands that whoever asks may give: each counts, however many come in one
    /// request.
    pub(crate) fn take_commands(&self, user: &User, count: usize) -> Result<()> {
        self.take(&self.0.command_rate, user, count as f64)
    }

    /// Takes one of the deliveries that whoever asks may begin by hand.
    pub(crate) fn take_delivery(&self, user: &User) -> Result<()> {
        self.take(&self.0.delivery_rate, user, 1.0)
    }

    fn take(&self, rate: &RateLimiter<[u8; 32]>, user: &User, cost: f64) -> Result<()> {
        let taken = rate.take(self.secret.number(&user.mobile_number), cost, self.clock.now());
        taken.map_err(|seconds| Refusal::from(HostedCode::TooManyRequests).retry_after(seconds))
    }

    /// The authenticator app that the operator has settled, if it is the one of whoever has this
    /// number: the first owner, until they set up another one or it is taken away.
    pub(crate) fn configured_factor(
        &self,
        mobile: Option<&MobileNumber>,
        reset_at: Option<Instant>,
    ) -> Option<&SecondFactor> {
        let is_named = mobile.is_some() && mobile == self.policy.admin.as_ref();
        self.second_factor.as_ref().filter(|_| is_named && reset_at.is_none())
    }

    /// Whether this server can work.
    pub(crate) fn readiness(&self) -> &Readiness {
        &self.0.readiness
    }

    /// Remembers that a request came through a proxy that this server was not told of.
    pub(crate) fn note_unknown_proxy(&self, proxy: IpAddr) {
        self.0.readiness.note_unknown_proxy(proxy, self.clock.now());
    }
}

impl Deref for AppState {
    type Target = Dependencies;

    fn deref(&self) -> &Dependencies {
        &self.0.dependencies
    }
}

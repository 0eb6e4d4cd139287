//! The application's state, shared by all requests.

use std::{
    net::IpAddr,
    ops::Deref,
    sync::{Arc, PoisonError, RwLock},
};

use crate::{db::Store, db::allowances::Allowance};
use api::{HostedCode, HostedPolicy, SendLimits};
use axum::http::{Extensions, HeaderMap};
use domain::{account::User, mobile::MobileNumber, referral::Instant};
use site::Site;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    clock::Clock,
    delivery::{sending::Sender, webhooks::WebhookPost},
    http::{
        client_ip::{ClientIp, network, unknown_proxy},
        cookies::Cookies,
        language::{Language, Translation, Translations},
        limits::{
            CODES_AT_ONCE, CODES_AT_ONCE_EACH, COMMANDS_BURST, Concurrency, DELIVERIES_A_SECOND,
            DELIVERIES_BURST, ERASURES_AT_ONCE, EXPORTS_AT_ONCE, EXPORTS_AT_ONCE_EACH, Full,
            IMPORTS_AT_ONCE, Limits, OPENS_AT_ONCE, Permit, RateLimiter,
        },
        networks::Networks,
        origin::Origin,
        readiness::Readiness,
        refusal::{Refusal, Result},
    },
    login::totp::TotpKey,
    messages::forwarding::Forwarder,
    secret::{Purpose, Secret},
};

/// After how many seconds to ask again if the gateway is busy with the codes of others. It is given
/// up after half that time.
const CODES_RETRY_AFTER: u64 = 10;

/// After how many seconds to ask again while another erasure is in progress.
const ERASURE_RETRY_AFTER: u64 = 5;

/// The dependencies of the application.
pub struct Dependencies {
    /// The database.
    pub store: Store,
    /// The clock.
    pub clock: Clock,
    /// The key for HMACs of codes, numbers and addresses.
    pub secret: Secret,
    /// The sender of codes.
    pub sender: Arc<dyn Sender>,
    /// The policy.
    pub policy: HostedPolicy,
    /// The authenticator app of the configured admin.
    pub admin_totp: Option<TotpKey>,
    /// The site's public address. Its host is part of the message with a code, and passkeys are
    /// bound to it.
    pub origin: Origin,
    /// The limits for codes.
    pub sends: SendLimits,
    /// The attributes of cookies.
    pub cookies: Cookies,
    /// Whether a proxy in front serves HTTPS.
    pub behind_https: bool,
    /// The networks of proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Networks,
    /// The client for webhooks.
    pub webhooks: WebhookPost,
    /// What forwards contact messages; `None` if they are only shown to staff.
    pub forwarder: Option<Arc<dyn Forwarder>>,
    /// The limits.
    pub limits: Limits,
}

/// [`Dependencies`], shared by all requests.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

struct Shared {
    dependencies: Dependencies,
    translations: RwLock<Translations>,
    readiness: Readiness,
    token_rate: RateLimiter<[u8; 32]>,
    command_rate: RateLimiter<[u8; 32]>,
    codes: Concurrency,
    exports: Concurrency<[u8; 32]>,
    imports: Arc<Semaphore>,
    erasures: Arc<Semaphore>,
    opens: Arc<Semaphore>,
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
            translations: RwLock::default(),
            readiness: Readiness::default(),
            token_rate: RateLimiter::new(request_rate.into(), request_burst.into()),
            command_rate: RateLimiter::new(request_rate.into(), COMMANDS_BURST),
            codes: Concurrency::new(CODES_AT_ONCE, CODES_AT_ONCE_EACH),
            exports: Concurrency::new(EXPORTS_AT_ONCE, EXPORTS_AT_ONCE_EACH),
            imports: Arc::new(Semaphore::new(IMPORTS_AT_ONCE)),
            erasures: Arc::new(Semaphore::new(ERASURES_AT_ONCE)),
            opens: Arc::new(Semaphore::new(OPENS_AT_ONCE)),
            delivery_rate: RateLimiter::new(DELIVERIES_A_SECOND, DELIVERIES_BURST),
        }))
    }

    /// The fingerprint of a number, if somebody could log in with it.
    pub(crate) fn fingerprint(&self, number: &str) -> Option<[u8; 32]> {
        let spelling = numbers::spellings(number).into_iter().next()?;
        MobileNumber::parse(&spelling).ok().map(|number| self.secret.number(&number))
    }

    /// Takes the words of all languages from this build of the site.
    pub fn read_words(&self, site: &Site) {
        let read = Translations::of(site);
        *self.0.translations.write().unwrap_or_else(PoisonError::into_inner) = read;
    }

    /// What is said in a language: in English until the site has been read.
    pub(crate) fn words(&self, language: Language) -> Translation {
        let all = self.0.translations.read().unwrap_or_else(PoisonError::into_inner);
        all.in_language(language)
    }

    /// The path of an English page in a language: in English itself if the site is not in that language.
    pub(crate) fn path(&self, language: Language, english: &str) -> String {
        let all = self.0.translations.read().unwrap_or_else(PoisonError::into_inner);
        all.path(language, english)
    }

    /// The daily limit `limit` for this address.
    pub(crate) fn allowance(&self, ClientIp(address): ClientIp, limit: u32) -> Allowance {
        let network = network(address).to_string();
        Allowance { of: self.secret.hmac(Purpose::Allowance, &[network.as_bytes()]), limit }
    }

    /// The daily limit for referrals: of the account for a member, from any address; of the network
    /// for a guest.
    pub(crate) fn referrals_allowance(&self, client: ClientIp, user: Option<&User>) -> Allowance {
        match user {
            Some(user) => self.account_allowance(user, self.limits.referrals_from_account),
            None => self.allowance(client, self.limits.guest_referrals_from_address),
        }
    }

    /// The daily limit for those who come by this account's link. It is apart from what the account may refer itself,
    /// so that nobody uses that up by opening a link.
    pub(crate) fn link_allowance(&self, user: &User) -> Allowance {
        let texts: [&[u8]; 2] = [b"link", user.mobile_number.as_str().as_bytes()];
        let of = self.secret.hmac(Purpose::Allowance, &texts);
        Allowance { of, limit: self.limits.referrals_from_account }
    }

    /// The daily limit `limit` for this account, from any address.
    pub(crate) fn account_allowance(&self, user: &User, limit: u32) -> Allowance {
        let texts: [&[u8]; 2] = [b"account", user.mobile_number.as_str().as_bytes()];
        Allowance { of: self.secret.hmac(Purpose::Allowance, &texts), limit }
    }

    /// The rate limiter for API tokens, from any address.
    pub(crate) fn token_rate(&self) -> &RateLimiter<[u8; 32]> {
        &self.0.token_rate
    }

    /// Counts a code that is sent to the gateway, until the permit is dropped.
    pub(crate) fn take_code(&self, ClientIp(address): ClientIp) -> Result<Permit> {
        self.0.codes.take(network(address)).map_err(|full| match full {
            Full::Share => HostedCode::TooManyRequests.into(),
            Full::All => Refusal::from(HostedCode::SendingPaused).retry_after(CODES_RETRY_AFTER),
        })
    }

    /// Counts an export of an account, until the permit is dropped.
    pub(crate) fn take_export(&self, user: &User) -> Result<Permit<[u8; 32]>> {
        let taken = self.0.exports.take(self.secret.number(&user.mobile_number));
        taken.map_err(|_| HostedCode::TooManyRequests.into())
    }

    /// Counts an import or preview, until the permit is dropped.
    pub(crate) fn take_import(&self) -> Result<OwnedSemaphorePermit> {
        let taken = Arc::clone(&self.0.imports).try_acquire_owned();
        taken.map_err(|_| HostedCode::ImportUnderWay.into())
    }

    /// Counts an erasure, until the permit is dropped.
    pub fn take_erasure(&self) -> Result<OwnedSemaphorePermit> {
        let taken = Arc::clone(&self.0.erasures).try_acquire_owned();
        taken.map_err(|_| {
            Refusal::from(HostedCode::TooManyRequests).retry_after(ERASURE_RETRY_AFTER)
        })
    }

    /// Lets an open of a link be written, until the permit is dropped; `None` if there are too many.
    pub(crate) fn take_open(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0.opens).try_acquire_owned().ok()
    }

    /// Counts commands towards the user's limit: all of them, even if they come in one request.
    pub(crate) fn take_commands(&self, user: &User, count: usize) -> Result<()> {
        self.take(&self.0.command_rate, user, count as f64)
    }

    /// Counts a delivery that the user starts by hand.
    pub(crate) fn take_delivery(&self, user: &User) -> Result<()> {
        self.take(&self.0.delivery_rate, user, 1.0)
    }

    fn take(&self, rate: &RateLimiter<[u8; 32]>, user: &User, cost: f64) -> Result<()> {
        let taken = rate.take(self.secret.number(&user.mobile_number), cost, self.clock.now());
        taken.map_err(|seconds| Refusal::from(HostedCode::TooManyRequests).retry_after(seconds))
    }

    /// The configured authenticator app, if this is the number of the first owner and the app is
    /// still valid: they have not set up another, and nobody has removed it.
    pub(crate) fn configured_totp(
        &self,
        mobile: Option<&MobileNumber>,
        reset_at: Option<Instant>,
    ) -> Option<&TotpKey> {
        let is_named = mobile.is_some() && mobile == self.policy.admin.as_ref();
        self.admin_totp.as_ref().filter(|_| is_named && reset_at.is_none())
    }

    /// Whether this server can work.
    pub(crate) fn readiness(&self) -> &Readiness {
        &self.0.readiness
    }

    /// The proxy of a request whose client is unknown; `None` if the client is known.
    pub(crate) fn unknown_proxy(
        &self,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> Option<IpAddr> {
        unknown_proxy(headers, extensions, &self.trusted_proxies, self.behind_https)
    }

    /// Records that a request came through an unknown proxy.
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

//! All settings, with their defaults and help texts.

use std::{net::SocketAddr, path::PathBuf};

use api::{POINTS_AT_MOST, SENDS_FROM_ADDRESS, SENDS_OVERALL};
use clap::{Arg, Args, ValueEnum};
use domain::pipeline::{ContactPolicy, CreditRule, DuplicatePolicy, SelfReferral};
use tracing::level_filters::LevelFilter;

use crate::settings::{
    origins::{Origins, variable},
    ranges,
};
use crate::{Limits, Networks, observe::LogFormat};

/// How one-time codes are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SenderKind {
    /// Write them to a file or to standard output. For development, because whoever can read that
    /// can log in
    Log,
    /// Post them to an SMS gateway
    Webhook,
}

/// Whether browsers keep the site for reading without a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ServiceWorker {
    /// As the site was built
    On,
    /// Browsers remove the service worker and all pages that it stored
    Off,
}

/// How contact messages are forwarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForwardKind {
    /// Send them as email
    Smtp,
    /// Post them to another program
    Webhook,
}

/// When staff see the number of whoever was referred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Contact {
    /// From the beginning
    Allowed,
    /// Once the person has agreed to be called. Owners and managers see it before
    AfterConsent,
}

impl Contact {
    /// The same setting as the domain's type.
    pub fn policy(self) -> ContactPolicy {
        match self {
            Self::Allowed => ContactPolicy::Allowed,
            Self::AfterConsent => ContactPolicy::AfterConsent,
        }
    }
}

/// Which referrals are duplicates, and who is credited.
#[derive(Clone, Debug, Args)]
pub struct Duplicates {
    /// For how many days after a referral another one of the same person is a duplicate
    #[arg(long, value_name = "DAYS", default_value_t = DuplicatePolicy::default().window_days)]
    pub duplicates_window_days: u32,
    /// Only referrals for the same service are duplicates
    #[arg(long)]
    pub duplicates_same_service: bool,
    /// Which of two referrers is credited, unless staff decide otherwise
    #[arg(long, value_enum, value_name = "WHO", default_value = "first")]
    pub duplicates_credit: Credited,
    /// After how many days in one stage an open referral no longer prevents credit for another; 0
    /// for never
    #[arg(long, value_name = "DAYS", default_value_t = DuplicatePolicy::default().expiry_days.unwrap_or(0))]
    pub duplicates_expiry_days: u32,
    /// What happens to a referral of one's own number
    #[arg(long, value_enum, value_name = "WHAT", default_value = "refuse")]
    pub self_referral: OwnNumber,
}

/// Who is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Credited {
    /// The first, unless that referral was declined or withdrawn
    First,
    /// The last, unless that referral was declined or withdrawn
    Last,
}

/// What happens to a referral of one's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OwnNumber {
    /// It is refused
    Refuse,
    /// It is accepted like any other
    Allow,
}

impl Duplicates {
    /// The same settings as the domain's type.
    pub fn policy(&self) -> DuplicatePolicy {
        DuplicatePolicy {
            window_days: self.duplicates_window_days,
            same_service: self.duplicates_same_service,
            credit: match self.duplicates_credit {
                Credited::First => CreditRule::First,
                Credited::Last => CreditRule::Last,
            },
            expiry_days: Some(self.duplicates_expiry_days).filter(|&days| days > 0),
            self_referral: match self.self_referral {
                OwnNumber::Refuse => SelfReferral::Refuse,
                OwnNumber::Allow => SelfReferral::Allow,
            },
        }
    }
}

/// Every setting. The environment variable of `--some-name` is `SITE_SOME_NAME`; the key in the
/// file is `some-name`.
#[derive(Clone, Debug, Args)]
#[command(mut_args = global_setting)]
pub struct Options {
    /// A TOML file with settings
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The built site
    #[arg(long, value_name = "FOLDER", default_value = "web/dist")]
    pub dist: PathBuf,
    /// Whether browsers keep the site for reading without a connection. `off` removes the service
    /// worker and all stored pages from them
    #[arg(long, value_enum, value_name = "STATE", default_value = "on")]
    pub service_worker: ServiceWorker,
    /// Reload open pages after each build. For development
    #[arg(long, conflicts_with = "behind_https")]
    pub live: bool,
    /// The address to listen at; port 0 selects a free one. Without --behind-https it must be one
    /// of this machine only
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,
    /// The database: sqlite://FILE or postgres://USER:PASSWORD@HOST/DATABASE. There is no default
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub database_file: Option<PathBuf>,
    /// Which setting named the database, in words
    #[arg(skip)]
    pub database_from: Option<String>,
    /// A file with the server's secret: at least 32 random bytes. `server init` makes it. With
    /// SQLite it is beside the database if this is not set
    #[arg(long, value_name = "FILE")]
    pub secret_file: Option<PathBuf>,

    /// Whether a proxy in front of the server speaks HTTPS
    #[arg(long)]
    pub behind_https: bool,
    /// The address of the site for visitors, such as https://www.example.com. The server answers
    /// only requests for this host. Messages with codes contain it, and passkeys are bound to the
    /// whole address. Required with --behind-https; otherwise the site is this machine's
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// The addresses or networks of your proxies, separated by commas. The server takes the
    /// visitor's address from the X-Forwarded-For that they send
    #[arg(long, value_name = "NETWORKS", default_value_t)]
    pub trusted_proxies: Networks,
    /// The address to serve the operators' pages at: /healthz, /readyz and /metrics. Whoever can
    /// reach it can read them. Port 0 selects a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8081")]
    pub operators_addr: SocketAddr,

    /// The mobile number of the admin, who becomes the first owner. Without it there is no admin
    #[arg(long, value_name = "DIGITS")]
    pub admin_number: Option<String>,
    /// What colleagues call the admin. Later it is changed in the console, under Team
    #[arg(long, value_name = "NAME")]
    pub admin_name: Option<String>,
    /// The secret of the admin's authenticator app, in base32. `server totp` makes one
    #[arg(long, value_name = "BASE32")]
    pub admin_totp_secret: Option<String>,
    /// A file with that secret
    #[arg(long, value_name = "FILE")]
    pub admin_totp_secret_file: Option<PathBuf>,

    /// How one-time codes are sent. There is no default
    #[arg(long, value_name = "KIND")]
    pub sender: Option<SenderKind>,
    /// The file that `--sender log` writes to; by default, standard output
    #[arg(long, value_name = "FILE")]
    pub sender_file: Option<PathBuf>,
    /// The address that `--sender webhook` posts to
    #[arg(long, value_name = "URL")]
    pub sender_url: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub sender_url_file: Option<PathBuf>,
    /// A file with the key that signs these posts
    #[arg(long, value_name = "FILE")]
    pub sender_key_file: Option<PathBuf>,
    /// How many codes are sent in a day, to all numbers together
    #[arg(long, value_name = "COUNT", default_value_t = SENDS_OVERALL)]
    pub codes_a_day: u32,
    /// How many codes one network may request in a day
    #[arg(long, value_name = "COUNT", default_value_t = SENDS_FROM_ADDRESS)]
    pub codes_from_address: u32,

    /// How contact messages are forwarded. By default they are only shown to staff
    #[arg(long, value_name = "KIND")]
    pub forward: Option<ForwardKind>,
    /// The mail server: smtps://USER:PASSWORD@HOST
    #[arg(long, value_name = "URL")]
    pub smtp_url: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub smtp_url_file: Option<PathBuf>,
    /// The sender address of these mails
    #[arg(long, value_name = "ADDRESS")]
    pub forward_from: Option<String>,
    /// The recipient address of these mails
    #[arg(long, value_name = "ADDRESS")]
    pub forward_to: Option<String>,
    /// The address that `--forward webhook` posts to
    #[arg(long, value_name = "URL")]
    pub forward_url: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub forward_url_file: Option<PathBuf>,
    /// A file with the key that signs these posts
    #[arg(long, value_name = "FILE")]
    pub forward_key_file: Option<PathBuf>,

    /// Allow webhooks to this machine, also without HTTPS. For development
    #[arg(long)]
    pub webhooks_to_loopback: bool,

    /// After how many days referrals and messages are erased; by default, never
    #[arg(long, value_name = "DAYS")]
    pub retention_days: Option<u32>,

    /// When staff see the number of whoever was referred
    #[arg(long, value_enum, value_name = "WHEN", default_value = "allowed")]
    pub contact: Contact,

    /// Which referrals are duplicates, and who is credited
    #[command(flatten)]
    pub duplicates: Duplicates,

    /// How many points one owner or manager may award alone. For more, a second one has to save the
    /// same number
    #[arg(long, value_name = "POINTS", default_value_t = POINTS_AT_MOST)]
    pub points_at_most: u64,

    /// The limits for requests and submissions
    #[command(flatten)]
    pub limits: Limits,

    /// The format of the log
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// The level of the log: error, warn, info, debug, trace or off
    #[arg(long, value_name = "LEVEL", default_value_t = LevelFilter::INFO)]
    pub log_level: LevelFilter,

    /// Where each setting came from
    #[arg(skip)]
    pub origins: Origins,
}

/// Allows a setting before and after the command, and in the environment. `--help` does not show
/// the values from the environment, because they may be secret.
fn global_setting(setting: Arg) -> Arg {
    let variable = variable(setting.get_long().unwrap_or_default());
    ranges::shown(setting).global(true).env(variable).hide_env_values(true)
}

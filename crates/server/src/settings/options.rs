//! The table of settings.

use std::{net::SocketAddr, path::PathBuf};

use api::{SENDS_FROM_ADDRESS, SENDS_OVERALL};
use clap::{Arg, Args, ValueEnum};
use domain::pipeline::{CreditRule, DuplicatePolicy, SelfReferral};
use tracing::level_filters::LevelFilter;

use crate::{Limits, Networks, observe::LogFormat};

/// How one-time codes are brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SenderKind {
    /// Written to a file or to standard output: for development, as whoever reads it can log in
    Log,
    /// Posted to a program that delivers messages
    Webhook,
}

/// How contact messages are forwarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForwardKind {
    /// By mail
    Smtp,
    /// Posted to a program
    Webhook,
}

/// What counts as a duplicate, and what comes of it.
#[derive(Clone, Debug, Args)]
pub struct Duplicates {
    /// For how many days somebody who was referred counts as known
    #[arg(long, value_name = "DAYS", default_value_t = DuplicatePolicy::default().window_days)]
    pub duplicates_window_days: u32,
    /// Only referrals for the same service are duplicates
    #[arg(long)]
    pub duplicates_same_service: bool,
    /// Who of two referrers is credited unless somebody decides otherwise
    #[arg(long, value_enum, value_name = "WHO", default_value = "first")]
    pub duplicates_credit: Credited,
    /// After how many days in one stage an open referral keeps nobody else from being credited; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = DuplicatePolicy::default().expiry_days.unwrap_or(0))]
    pub duplicates_expiry_days: u32,
    /// What becomes of a referral of one's own number
    #[arg(long, value_enum, value_name = "WHAT", default_value = "refuse")]
    pub self_referral: OwnNumber,
}

/// Who is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Credited {
    /// Whoever was first, unless that referral was declined or withdrawn
    First,
    /// Whoever was last, unless that referral was declined or withdrawn
    Last,
}

/// What becomes of a referral of one's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OwnNumber {
    /// It is refused at once
    Refuse,
    /// It is taken like any other
    Allow,
}

impl Duplicates {
    /// As the rules have it.
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
#[command(mut_args = everywhere)]
pub struct Options {
    /// A TOML file with settings
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The built site
    #[arg(long, value_name = "FOLDER", default_value = "web/dist")]
    pub dist: PathBuf,
    /// Open pages reload by themselves after each build: for development
    #[arg(long, conflicts_with = "behind_https")]
    pub live: bool,
    /// Where to listen; port 0 is any that is free. Without --behind-https, this machine only
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,
    /// Where the records live: sqlite://FILE, or postgres://USER:PASSWORD@HOST/DATABASE. There is
    /// no default
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub database_file: Option<PathBuf>,
    /// The server's secret: a file of at least 32 random bytes. With SQLite, it is made beside the
    /// database if it is not named here
    #[arg(long, value_name = "FILE")]
    pub secret_file: Option<PathBuf>,

    /// A proxy in front speaks HTTPS
    #[arg(long)]
    pub behind_https: bool,
    /// Under which address visitors know the site, such as https://www.example.com: its name stands
    /// in the messages that bring codes. Needed with --behind-https; else 127.0.0.1
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// From where the proxies in front connect, whose X-Forwarded-For is believed: addresses or
    /// networks, with commas between them; 0 if there are none
    #[arg(long, value_name = "NETWORKS", default_value = "0", value_parser = Networks::trusted_proxies)]
    pub trusted_proxies: Networks,
    /// Who may ask /readyz and /metrics: addresses or networks, with commas between them
    #[arg(long, value_name = "NETWORKS", default_value_t = Networks::loopback())]
    pub operators: Networks,

    /// The number of the admin; without one, nobody is
    #[arg(long, value_name = "DIGITS")]
    pub admin_number: Option<String>,
    /// The secret of the admin's authenticator app, in base32: see `server totp`
    #[arg(long, value_name = "BASE32")]
    pub admin_totp_secret: Option<String>,
    /// A file with that secret
    #[arg(long, value_name = "FILE")]
    pub admin_totp_secret_file: Option<PathBuf>,

    /// How one-time codes are brought; there is no default
    #[arg(long, value_name = "KIND")]
    pub sender: Option<SenderKind>,
    /// Where `--sender log` writes; standard output, if nothing is said
    #[arg(long, value_name = "FILE")]
    pub sender_file: Option<PathBuf>,
    /// Where `--sender webhook` posts to
    #[arg(long, value_name = "URL")]
    pub sender_url: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub sender_url_file: Option<PathBuf>,
    /// A file with the key that it signs with
    #[arg(long, value_name = "FILE")]
    pub sender_key_file: Option<PathBuf>,
    /// How many codes are sent in a day, to anybody
    #[arg(long, value_name = "COUNT", default_value_t = SENDS_OVERALL)]
    pub codes_a_day: u32,
    /// How many codes one network address may ask for in a day
    #[arg(long, value_name = "COUNT", default_value_t = SENDS_FROM_ADDRESS)]
    pub codes_from_address: u32,

    /// How contact messages are forwarded; if nothing is said, they wait for the admin
    #[arg(long, value_name = "KIND")]
    pub forward: Option<ForwardKind>,
    /// The mail server: smtps://USER:PASSWORD@HOST
    #[arg(long, value_name = "URL")]
    pub smtp_url: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub smtp_url_file: Option<PathBuf>,
    /// From whom the mails are
    #[arg(long, value_name = "ADDRESS")]
    pub forward_from: Option<String>,
    /// To whom the mails go
    #[arg(long, value_name = "ADDRESS")]
    pub forward_to: Option<String>,
    /// Where `--forward webhook` posts to
    #[arg(long, value_name = "URL")]
    pub forward_url: Option<String>,
    /// A file with that address
    #[arg(long, value_name = "FILE")]
    pub forward_url_file: Option<PathBuf>,
    /// A file with the key that it signs with
    #[arg(long, value_name = "FILE")]
    pub forward_key_file: Option<PathBuf>,

    /// Webhooks may lead to this machine, also without HTTPS: for development
    #[arg(long)]
    pub webhooks_to_loopback: bool,

    /// After how many days referrals and messages are erased; never, if nothing is said
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub retention_days: Option<u32>,

    /// What counts as a duplicate
    #[command(flatten)]
    pub duplicates: Duplicates,

    /// How much is borne
    #[command(flatten)]
    pub limits: Limits,

    /// How the log looks
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// What the log has: error, warn, info, debug, trace or off
    #[arg(long, value_name = "LEVEL", default_value_t = LevelFilter::INFO)]
    pub log_level: LevelFilter,
    /// Where the metrics are; if nothing is said, at /metrics for --operators
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics_addr: Option<SocketAddr>,
}

/// A setting may stand before or after the command, or in the environment. What stands there is not
/// shown by `--help`, since it may be secret.
fn everywhere(setting: Arg) -> Arg {
    let name = setting.get_long().unwrap_or_default();
    let variable = format!("SITE_{}", name.replace('-', "_").to_uppercase());
    setting.global(true).env(variable).hide_env_values(true)
}

//! The table of settings.

use std::{net::SocketAddr, path::PathBuf};

use api::{
    GUEST_REFERRALS_FROM_ADDRESS, MESSAGES_FROM_ADDRESS, REFERRALS_FROM_ACCOUNT,
    SENDS_FROM_ADDRESS, SENDS_OVERALL,
};
use clap::{Arg, Args, ValueEnum};
use tracing::level_filters::LevelFilter;

use crate::{Networks, observe::LogFormat};

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

    /// How many referrals guests of one network address may submit in a day
    #[arg(long, value_name = "COUNT", default_value_t = GUEST_REFERRALS_FROM_ADDRESS)]
    pub guest_referrals_from_address: u32,
    /// How many referrals one account may submit in a day
    #[arg(long, value_name = "COUNT", default_value_t = REFERRALS_FROM_ACCOUNT)]
    pub referrals_from_account: u32,
    /// How many contact messages one network address may send in a day
    #[arg(long, value_name = "COUNT", default_value_t = MESSAGES_FROM_ADDRESS)]
    pub messages_from_address: u32,

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

    /// After how many days referrals and messages are erased; never, if nothing is said
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub retention_days: Option<u32>,

    /// The longest body, in bytes, but for an import
    #[arg(long, value_name = "BYTES", default_value_t = 65_536)]
    pub body_limit: usize,
    /// How long a body may be on its way, in seconds, but for an import's
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub body_timeout: u64,
    /// How long a request may take when its body is there, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub request_timeout: u64,
    /// How long an import may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub import_timeout: u64,
    /// How many requests may be under way at once
    #[arg(long, value_name = "COUNT", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    pub requests_at_once: u32,
    /// How many of them one address may have
    #[arg(long, value_name = "COUNT", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..))]
    pub requests_at_once_each: u32,
    /// How many requests a second one address may make for long; a page or file counts as a tenth
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub request_rate: u32,
    /// How many requests one address may make at once
    #[arg(long, value_name = "COUNT", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub request_burst: u32,

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

//! From settings to what an application needs.

use std::{path::PathBuf, sync::Arc, time::Duration};

use api::{HostedPolicy, SendLimits};
use axum::http::Uri;
use domain::mobile::MobileNumber;
use domain::rejection::RejectionCode;

use crate::{
    BadPost, BadSecret, Cookies, Limits, SecondFactor, SignedPost,
    forwarding::{BadMail, Forwarder, SmtpForwarder, WebhookForwarder},
    sending::{LogSender, Sender, WebhookSender},
    settings::{BadFile, ForwardKind, Options, SenderKind, secret_text},
};

/// Why settings do not go together.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadOptions {
    /// One setting asks for another.
    #[error("{0}")]
    Missing(&'static str),
    /// No address of a site.
    #[error("--public-url is an address without a path, such as https://www.example.com")]
    PublicUrl,
    /// The admin's number is none.
    #[error("--admin-number: {0}")]
    Admin(#[from] RejectionCode),
    /// A key, or where to post to.
    #[error(transparent)]
    Post(#[from] BadPost),
    /// The mail server, or an address.
    #[error(transparent)]
    Mail(#[from] BadMail),
    /// The second factor's secret.
    #[error("--admin-totp-secret: {0}")]
    SecondFactor(#[from] BadSecret),
    /// A file with a secret.
    #[error(transparent)]
    Secret(#[from] BadFile),
    /// The codes' file.
    #[error("--sender-file: {0}")]
    CodesFile(std::io::Error),
}

type Result<T> = std::result::Result<T, BadOptions>;

/// Where the records live. A default would be another place than the one that is meant.
pub(super) fn database(options: &Options) -> Result<&str> {
    options.database.as_deref().ok_or(BadOptions::Missing(
        "Say where the records live: --database sqlite://FILE, or SITE_DATABASE in the environment",
    ))
}

/// The cookie that goes with the way to this server: only what never leaves the machine goes
/// without HTTPS.
pub(super) fn cookies(options: &Options) -> Result<Cookies> {
    match (options.behind_https, options.addr.ip().is_loopback()) {
        (true, _) => Ok(Cookies::Secure),
        (false, true) => Ok(Cookies::Loopback),
        (false, false) => Err(BadOptions::Missing(
            "Over plain HTTP, listen at this machine only (--addr 127.0.0.1:8080); or put a proxy \
             in front that speaks HTTPS, and say so: --behind-https",
        )),
    }
}

/// The site's name on the network.
pub(super) fn host(options: &Options) -> Result<String> {
    let Some(url) = &options.public_url else {
        return match options.behind_https {
            true => Err(BadOptions::Missing(
                "Say under which address visitors know the site: --public-url https://…",
            )),
            false => Ok("127.0.0.1".to_owned()),
        };
    };
    let url: Uri = url.parse().map_err(|_| BadOptions::PublicUrl)?;
    let secure = url.scheme_str() == Some("https");
    let plain = url.scheme_str() == Some("http") && !options.behind_https;
    let bare = url.path() == "/" && url.query().is_none();
    let host = url.host().filter(|host| !host.is_empty() && bare && (secure || plain));
    host.map(str::to_ascii_lowercase).ok_or(BadOptions::PublicUrl)
}

/// Who is the admin.
pub(super) fn policy(options: &Options) -> Result<HostedPolicy> {
    let admin = options.admin_number.as_deref().map(login_number).transpose()?;
    Ok(HostedPolicy { admin })
}

/// A number of an operator's as a login has it, in any spelling. One that nobody could call stays
/// as it is.
pub(super) fn login_number(text: &str) -> std::result::Result<MobileNumber, RejectionCode> {
    numbers::read(text).or_else(|_| MobileNumber::parse(text))
}

/// The admin's second factor, without which an admin could do nothing.
pub(super) fn second_factor(options: &Options) -> Result<Option<SecondFactor>> {
    let (secret, file) = (&options.admin_totp_secret, &options.admin_totp_secret_file);
    let secret = secret_text(secret.as_deref(), file.as_deref())?;
    if secret.is_none() && options.admin_number.is_some() {
        return Err(BadOptions::Missing(
            "An admin needs a second factor: make a secret with `server totp`, and name it: \
             --admin-totp-secret-file FILE",
        ));
    }
    Ok(secret.map(|secret| SecondFactor::read(&secret)).transpose()?)
}

/// Who brings the codes.
pub(super) fn sender(options: &Options) -> Result<Arc<dyn Sender>> {
    match (options.sender, &options.sender_file) {
        (None, _) => Err(BadOptions::Missing(
            "Say how one-time codes are brought: --sender webhook --sender-url URL \
             --sender-key-file FILE; or, for development, --sender log",
        )),
        (Some(SenderKind::Log), Some(file)) => {
            Ok(Arc::new(LogSender::file(file).map_err(BadOptions::CodesFile)?))
        }
        (Some(SenderKind::Log), None) => Ok(Arc::new(LogSender::stdout())),
        (Some(SenderKind::Webhook), _) => {
            let missing = "--sender webhook needs --sender-url and --sender-key-file";
            let post = post(
                (&options.sender_url, &options.sender_url_file),
                &options.sender_key_file,
                missing,
            )?;
            Ok(Arc::new(WebhookSender::new(post)))
        }
    }
}

/// Who takes contact messages.
pub(super) fn forwarder(options: &Options) -> Result<Option<Box<dyn Forwarder>>> {
    match options.forward {
        None => Ok(None),
        Some(ForwardKind::Webhook) => {
            let missing = "--forward webhook needs --forward-url and --forward-key-file";
            let post = post(
                (&options.forward_url, &options.forward_url_file),
                &options.forward_key_file,
                missing,
            )?;
            Ok(Some(Box::new(WebhookForwarder::new(post))))
        }
        Some(ForwardKind::Smtp) => {
            let url = secret_text(options.smtp_url.as_deref(), options.smtp_url_file.as_deref())?;
            let (Some(url), Some(from), Some(to)) =
                (&url, &options.forward_from, &options.forward_to)
            else {
                return Err(BadOptions::Missing(
                    "--forward smtp needs --smtp-url, --forward-from and --forward-to",
                ));
            };
            Ok(Some(Box::new(SmtpForwarder::new(url, from, to)?)))
        }
    }
}

/// How many codes are sent.
pub(super) fn sends(options: &Options) -> SendLimits {
    SendLimits {
        from_address: options.codes_from_address,
        overall: options.codes_a_day,
        ..SendLimits::default()
    }
}

/// How much is borne.
pub(super) fn limits(options: &Options) -> Limits {
    Limits {
        body: options.body_limit,
        body_timeout: Duration::from_secs(options.body_timeout),
        request_timeout: Duration::from_secs(options.request_timeout),
        import_timeout: Duration::from_secs(options.import_timeout),
        at_once: usize::try_from(options.requests_at_once).unwrap_or(usize::MAX),
        at_once_each: usize::try_from(options.requests_at_once_each).unwrap_or(usize::MAX),
        guest_referrals: options.guest_referrals_from_address,
        account_referrals: options.referrals_from_account,
        messages: options.messages_from_address,
        rate: f64::from(options.request_rate),
        burst: f64::from(options.request_burst),
    }
}

fn post(
    (url, url_file): (&Option<String>, &Option<PathBuf>),
    key: &Option<PathBuf>,
    missing: &'static str,
) -> Result<SignedPost> {
    let url = secret_text(url.as_deref(), url_file.as_deref())?;
    let (Some(url), Some(key)) = (url, secret_text(None, key.as_deref())?) else {
        return Err(BadOptions::Missing(missing));
    };
    Ok(SignedPost::new(&url, key.as_bytes())?)
}

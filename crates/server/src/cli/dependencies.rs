//! Turns settings into the dependencies of the application.

use std::{error::Error, path::PathBuf, sync::Arc};

use api::{HostedPolicy, SendLimits};
use axum::http::Uri;
use domain::mobile::MobileNumber;
use domain::rejection::RejectionCode;

use crate::{
    Cookies, SignedPost, TotpKey,
    forwarding::{Forwarder, PostForwarder, SmtpForwarder},
    sending::{GatewaySender, LogSender, Sender},
    settings::{ForwardKind, Options, SenderKind, secret_text},
};

/// Some settings exclude each other. The error's text says why, and what to do.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The error for an unsuitable public address.
const PUBLIC_URL: &str =
    "--public-url is an address without a path, such as https://www.example.com";

/// The address of the database. There is no default, because a wrong one would be easy to miss.
pub(super) fn database(options: &Options) -> Result<&str> {
    options.database.as_deref().ok_or_else(|| {
        "Say where the records live: --database sqlite://FILE, or SITE_DATABASE in the environment"
            .into()
    })
}

/// The kind of cookies. Without HTTPS, they are allowed only if the server is reached from this
/// machine only.
pub(super) fn cookies(options: &Options) -> Result<Cookies> {
    match (options.behind_https, options.addr.ip().is_loopback()) {
        (true, _) => Ok(Cookies::Secure),
        (false, true) => Ok(Cookies::Loopback),
        (false, false) => Err("Over plain HTTP, listen at this machine only \
            (--addr 127.0.0.1:8080); or put a proxy in front that speaks HTTPS, and say so: \
            --behind-https"
            .into()),
    }
}

/// The site's host name.
pub(super) fn host(options: &Options) -> Result<String> {
    let Some(url) = &options.public_url else {
        return match options.behind_https {
            true => Err("Say under which address visitors know the site: --public-url \
                https://…"
                .into()),
            false => Ok("127.0.0.1".to_owned()),
        };
    };
    let url: Uri = url.parse().map_err(|_| PUBLIC_URL)?;
    let secure = url.scheme_str() == Some("https");
    let plain = url.scheme_str() == Some("http") && !options.behind_https;
    let bare = url.path() == "/" && url.query().is_none();
    let host = url.host().filter(|host| !host.is_empty() && bare && (secure || plain));
    host.map(str::to_ascii_lowercase).ok_or_else(|| PUBLIC_URL.into())
}

/// The policy, with the admin's number.
pub(super) fn policy(options: &Options) -> Result<HostedPolicy> {
    let admin = options.admin_number.as_deref().map(login_number).transpose();
    let admin = admin.map_err(|error| format!("--admin-number: {error}"))?;
    Ok(HostedPolicy { admin, duplicates: options.duplicates.policy() })
}

/// Normalises a number from the settings as a login does. One that cannot be called stays as it is.
pub(super) fn login_number(text: &str) -> std::result::Result<MobileNumber, RejectionCode> {
    numbers::read(text).or_else(|_| MobileNumber::parse(text))
}

/// The admin's second factor, which an admin needs for everything.
pub(super) fn admin_totp(options: &Options) -> Result<Option<TotpKey>> {
    let (secret, file) = (&options.admin_totp_secret, &options.admin_totp_secret_file);
    let secret = secret_text(secret.as_deref(), file.as_deref())?;
    if secret.is_none() && options.admin_number.is_some() {
        return Err(
            "An admin needs a second factor: make a secret with `server totp`, and name it: \
             --admin-totp-secret-file FILE"
                .into(),
        );
    }
    let factor = secret.map(|secret| TotpKey::read(&secret)).transpose();
    Ok(factor.map_err(|error| format!("--admin-totp-secret: {error}"))?)
}

/// The sender of one-time codes.
pub(super) fn sender(options: &Options) -> Result<Arc<dyn Sender>> {
    match (options.sender, &options.sender_file) {
        (None, _) => Err("Say how one-time codes are brought: --sender webhook --sender-url URL \
             --sender-key-file FILE; or, for development, --sender log"
            .into()),
        (Some(SenderKind::Log), Some(file)) => {
            Ok(Arc::new(LogSender::file(file).map_err(|error| format!("--sender-file: {error}"))?))
        }
        (Some(SenderKind::Log), None) => Ok(Arc::new(LogSender::stdout())),
        (Some(SenderKind::Webhook), _) => {
            let missing = "--sender webhook needs --sender-url and --sender-key-file";
            let post = post(
                (&options.sender_url, &options.sender_url_file),
                &options.sender_key_file,
                missing,
            )?;
            Ok(Arc::new(GatewaySender::new(post)))
        }
    }
}

/// The forwarder of contact messages.
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
            Ok(Some(Box::new(PostForwarder::new(post))))
        }
        Some(ForwardKind::Smtp) => {
            let url = secret_text(options.smtp_url.as_deref(), options.smtp_url_file.as_deref())?;
            let (Some(url), Some(from), Some(to)) =
                (&url, &options.forward_from, &options.forward_to)
            else {
                return Err(
                    "--forward smtp needs --smtp-url, --forward-from and --forward-to".into()
                );
            };
            Ok(Some(Box::new(SmtpForwarder::new(url, from, to)?)))
        }
    }
}

/// The limits for codes.
pub(super) fn sends(options: &Options) -> SendLimits {
    SendLimits {
        from_address: options.codes_from_address,
        overall: options.codes_a_day,
        ..SendLimits::default()
    }
}

fn post(
    (url, url_file): (&Option<String>, &Option<PathBuf>),
    key: &Option<PathBuf>,
    missing: &'static str,
) -> Result<SignedPost> {
    let url = secret_text(url.as_deref(), url_file.as_deref())?;
    let (Some(url), Some(key)) = (url, secret_text(None, key.as_deref())?) else {
        return Err(missing.into());
    };
    Ok(SignedPost::new(&url, key.as_bytes())?)
}

//! Turns settings into the dependencies of the application.

use std::{error::Error, fmt::Display, path::PathBuf, sync::Arc};

use api::{HostedPolicy, SendLimits};
use domain::mobile::MobileNumber;
use domain::points::Points;
use domain::rejection::RejectionCode;

use crate::{
    BadPost, Cookies, Origin, SignedPost, TotpKey,
    delivery::sending::{GatewaySender, LogSender, Sender},
    messages::forwarding::{BadMail, Forwarder, PostForwarder, SmtpForwarder},
    settings::{ForwardKind, Options, SenderKind, company, offices, secret_text},
};

/// Some settings exclude each other. The error's text says why, and what to do.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The reason for refusing a public address.
const PUBLIC_URL: &str = "it takes an address without a path, such as https://www.example.com";

/// The address of the database. There is no default, because a wrong one would be easy to miss.
pub(super) fn database(options: &Options) -> Result<&str> {
    options.database.as_deref().ok_or_else(|| {
        "Where are the records? Set --database sqlite://FILE, or SITE_DATABASE in the environment, \
         or database in the settings file"
            .into()
    })
}

/// The kind of cookies. Without HTTPS, they are allowed only if the server is reached from this
/// machine only.
pub(super) fn cookies(options: &Options) -> Result<Cookies> {
    match (options.behind_https, options.addr.ip().is_loopback()) {
        (true, _) => Ok(Cookies::Secure),
        (false, true) => Ok(Cookies::Loopback),
        (false, false) => Err(format!(
            "{}: over plain HTTP the server listens at this machine only, such as at \
             127.0.0.1:8080. If a proxy in front of it speaks HTTPS, set --behind-https",
            options.origins.name("addr")
        )
        .into()),
    }
}

/// The site's public address; `None` if it is this machine's, for development.
pub(super) fn origin(options: &Options) -> Result<Option<Origin>> {
    let Some(url) = &options.public_url else {
        return match options.behind_https {
            true => Err(format!(
                "{} needs --public-url https://…, the address of the site for visitors",
                options.origins.name("behind-https")
            )
            .into()),
            false => Ok(None),
        };
    };
    let refused = |reason: &str| {
        let setting = options.origins.name("public-url");
        Box::<dyn Error>::from(format!("{setting}: \"{url}\" is not accepted: {reason}"))
    };
    let origin = Origin::parse(url).ok_or_else(|| refused(PUBLIC_URL))?;
    if options.behind_https && !origin.is_https() {
        let behind = options.origins.name("behind-https");
        return Err(refused(&format!("with {behind} it begins with https://")));
    }
    Ok(Some(origin))
}

/// The policy, with the admin's number.
pub(super) fn policy(options: &Options) -> Result<HostedPolicy> {
    let admin = options.admin_number.as_deref().map(login_number).transpose();
    let admin = admin.map_err(|error| about(options, "admin-number", &error))?;
    let admin_name = options.admin_name.as_deref().map(staff_name).transpose();
    let admin_name = admin_name.map_err(|error| about(options, "admin-name", &error))?;
    let points_at_most = Points::try_from(options.points_at_most)
        .map_err(|error| about(options, "points-at-most", &error))?;
    let duplicates = options.duplicates.policy();
    let (offices, company, contact) = (offices(), company(), options.contact.policy());
    Ok(HostedPolicy { admin, admin_name, duplicates, points_at_most, offices, contact, company })
}

/// Normalises a number from the settings as a login does. One that cannot be called stays as it is.
pub(super) fn login_number(text: &str) -> std::result::Result<MobileNumber, RejectionCode> {
    numbers::read(text).or_else(|_| MobileNumber::parse(text))
}

/// A name that colleagues read, as the console takes it.
pub(super) fn staff_name(text: &str) -> std::result::Result<String, &'static str> {
    api::staff_name(text).map_err(|_| "a name has 1 to 64 characters")
}

/// The admin's second factor, which an admin needs for everything.
pub(super) fn admin_totp(options: &Options) -> Result<Option<TotpKey>> {
    let names = ("admin-totp-secret", "admin-totp-secret-file");
    let secret = text(options, names, &options.admin_totp_secret, &options.admin_totp_secret_file)?;
    if secret.is_none() && options.admin_number.is_some() {
        return Err(format!(
            "{} needs a second factor: make a secret with `server totp > FILE`, and set \
             --admin-totp-secret-file FILE",
            options.origins.name("admin-number")
        )
        .into());
    }
    let name = given(options.admin_totp_secret.is_some(), names);
    let factor = secret.map(|secret| TotpKey::read(&secret)).transpose();
    factor.map_err(|error| about(options, name, &error))
}

/// The sender of one-time codes.
pub(super) fn sender(options: &Options) -> Result<Arc<dyn Sender>> {
    match (options.sender, &options.sender_file) {
        (None, _) => {
            Err("How are one-time codes sent? Set --sender webhook with --sender-url URL \
             and --sender-key-file FILE; or --sender log, for development only"
                .into())
        }
        (Some(SenderKind::Log), Some(file)) => {
            let opened = LogSender::file(file);
            let reason = |error| format!("cannot write {}: {error}", file.display());
            Ok(Arc::new(opened.map_err(|error| about(options, "sender-file", &reason(error)))?))
        }
        (Some(SenderKind::Log), None) => Ok(Arc::new(LogSender::stdout())),
        (Some(SenderKind::Webhook), _) => {
            let posts = Posts {
                kind: ("sender", "webhook"),
                url: ("sender-url", "sender-url-file"),
                key: "sender-key-file",
            };
            let (url, url_file) = (&options.sender_url, &options.sender_url_file);
            let post = posts.of(options, url, url_file, &options.sender_key_file)?;
            Ok(Arc::new(GatewaySender::new(post)))
        }
    }
}

/// The forwarder of contact messages.
pub(super) fn forwarder(options: &Options) -> Result<Option<Arc<dyn Forwarder>>> {
    match options.forward {
        None => Ok(None),
        Some(ForwardKind::Webhook) => {
            let posts = Posts {
                kind: ("forward", "webhook"),
                url: ("forward-url", "forward-url-file"),
                key: "forward-key-file",
            };
            let (url, url_file) = (&options.forward_url, &options.forward_url_file);
            let post = posts.of(options, url, url_file, &options.forward_key_file)?;
            Ok(Some(Arc::new(PostForwarder::new(post))))
        }
        Some(ForwardKind::Smtp) => {
            let kind = ("forward", "smtp");
            let names = ("smtp-url", "smtp-url-file");
            let url = text(options, names, &options.smtp_url, &options.smtp_url_file)?;
            let (Some(url), Some(from), Some(to)) =
                (&url, &options.forward_from, &options.forward_to)
            else {
                return Err(needs(options, kind, "--smtp-url, --forward-from and --forward-to"));
            };
            let forwarder = SmtpForwarder::new(url, from, to);
            Ok(Some(Arc::new(forwarder.map_err(|error| {
                let name = match &error {
                    BadMail::Server => given(options.smtp_url.is_some(), names),
                    BadMail::From(_) => "forward-from",
                    BadMail::To(_) => "forward-to",
                };
                about(options, name, &error)
            })?)))
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

/// The settings of posts to another program.
struct Posts {
    /// The setting that asks for them, with its value.
    kind: (&'static str, &'static str),
    /// Their address, and its file.
    url: (&'static str, &'static str),
    /// The file with their key.
    key: &'static str,
}

impl Posts {
    fn of(
        &self,
        options: &Options,
        url: &Option<String>,
        url_file: &Option<PathBuf>,
        key: &Option<PathBuf>,
    ) -> Result<SignedPost> {
        let address = text(options, self.url, url, url_file)?;
        let (Some(address), Some(key)) = (address, key) else {
            let both = format!("--{} and --{}", self.url.0, self.key);
            return Err(needs(options, self.kind, &both));
        };
        let key =
            secret_text(&options.origins.name(self.key), None, Some(key))?.unwrap_or_default();
        SignedPost::new(&address, &key).map_err(|error| {
            let name = match error {
                BadPost::Address => given(url.is_some(), self.url),
                BadPost::Key => self.key,
            };
            about(options, name, &error)
        })
    }
}

/// A text that may stand in a file of its own.
fn text(
    options: &Options,
    (_, file_name): (&str, &str),
    value: &Option<String>,
    file: &Option<PathBuf>,
) -> Result<Option<String>> {
    Ok(secret_text(&options.origins.name(file_name), value.as_deref(), file.as_deref())?)
}

/// Which of two settings was given: the text or its file.
fn given<'a>(is_text: bool, (text, file): (&'a str, &'a str)) -> &'a str {
    if is_text { text } else { file }
}

/// The error for settings that another one needs.
fn needs(options: &Options, (setting, value): (&str, &str), others: &str) -> Box<dyn Error> {
    format!("{}: \"{value}\" needs {others}", options.origins.name(setting)).into()
}

/// An error in the value of a setting.
fn about(options: &Options, name: &str, error: &dyn Display) -> Box<dyn Error> {
    format!("{}: {error}", options.origins.name(name)).into()
}

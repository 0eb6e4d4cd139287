//! Checks of the content, so that every page built from it works.

use std::collections::BTreeSet;

use domain::account::PolicyError;
use thiserror::Error;

/// Why content was refused. The message is for the editor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContentError {
    /// The public address is invalid.
    #[error("origin {0:?} is not of the form {ORIGIN_FORM}")]
    Origin(String),
    /// The email is invalid.
    #[error("{0:?} is not an email address")]
    Email(String),
    /// A phone number cannot be called.
    #[error("{0:?} is not a phone number: write {PHONE_FORM}")]
    Phone(String),
    /// An image host is invalid.
    #[error("image host {0:?} is not of the form {HOST_FORM}")]
    ImageHost(String),
    /// The programme's settings are invalid.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// An anchor or slug has invalid characters or is too long.
    #[error("{0:?} is not made of {ANCHOR_FORM}, {ANCHOR_MAX} at most")]
    Anchor(String),
    /// The site itself uses this name.
    #[error("{0:?} is a name that the site itself uses")]
    Reserved(String),
    /// Two entries have the same anchor.
    #[error("{0:?} is there twice")]
    Twice(String),
    /// Something that is switched off does not exist.
    #[error(
        "{0:?} is switched off, but none of the pages in content/ that can be has that address"
    )]
    NothingToSwitchOff(String),
    /// An office's hours are empty, or it closes before it opens.
    #[error("an office is open from {0:?} to {1:?}: write {TIME_FORM}, the earlier time first")]
    Hours(String, String),
    /// The clock of an office cannot be told.
    #[error("an office's clock is {0:?} ahead of UTC: write {OFFSET_FORM}")]
    UtcOffset(String),
    /// An office's calling code has other letters than digits, or too many.
    #[error("an office has the calling code {0:?}: write {CALLING_CODE_FORM}")]
    CallingCode(String),
    /// A picture is from a host that is not allowed.
    #[error("the picture {0:?} is neither a path on this site nor on an allowed image host")]
    Picture(String),
    /// A link leads somewhere else than a post's links may.
    #[error("the link {0:?} is neither a path on this site nor an https or mailto address")]
    Link(String),
}

/// How the public address of the site is written.
pub(crate) const ORIGIN_FORM: &str = "`https://host` (or `http://`), without a slash at the end";
/// How a host of pictures is written.
pub(crate) const HOST_FORM: &str = "`https://host`";
/// How a phone number is written.
pub(crate) const PHONE_FORM: &str =
    "a plus sign, the country code and the number, such as +91 44 2345 6789";
/// How a time of day is written.
pub(crate) const TIME_FORM: &str = "HH:MM";
/// How an office's clock is written.
pub(crate) const OFFSET_FORM: &str = "a sign, hours and minutes, such as +05:30";
/// How a calling code is written.
pub(crate) const CALLING_CODE_FORM: &str = "one to three digits, such as 91";
/// What an anchor or slug is made of.
pub(crate) const ANCHOR_FORM: &str = "lower-case letters, digits and single hyphens between them";
/// The maximum length of an anchor or slug. A page's file is named after it, and file names are
/// limited to 255 bytes.
pub const ANCHOR_MAX: usize = 200;

/// Checks an anchor or slug: `hotel-chandrayan-najibabad`.
pub fn check_anchor(text: &str) -> Result<(), ContentError> {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    if text.len() <= ANCHOR_MAX && text.split('-').all(part) {
        Ok(())
    } else {
        Err(ContentError::Anchor(text.to_owned()))
    }
}

/// Checks that anchors are valid and unique.
pub(crate) fn check_anchors<'a>(
    anchors: impl IntoIterator<Item = &'a String>,
) -> Result<(), ContentError> {
    let mut seen = BTreeSet::new();
    for anchor in anchors {
        check_anchor(anchor)?;
        if !seen.insert(anchor) {
            return Err(ContentError::Twice(anchor.clone()));
        }
    }
    Ok(())
}

/// Checks a post's slug, which must not be a name that the site uses below `/blog/`.
pub fn check_slug(slug: &str) -> Result<(), ContentError> {
    check_anchor(slug)?;
    if slug == "post-not-found" { Err(ContentError::Reserved(slug.to_owned())) } else { Ok(()) }
}

/// The names that the site itself uses for files and folders. The prerenderer refuses the name of
/// another page.
const RESERVED: [&str; 12] = [
    "404",
    "api",
    "assets",
    "blog",
    "catch-all",
    "console",
    "index",
    "offline",
    "p",
    "pictures",
    "r",
    "stored",
];

/// Checks the name of a text page, which is its address.
pub fn check_page(name: &str) -> Result<(), ContentError> {
    check_anchor(name)?;
    // Two letters are the address of a language.
    if RESERVED.contains(&name) || name.len() == 2 {
        Err(ContentError::Reserved(name.to_owned()))
    } else {
        Ok(())
    }
}

/// Checks that a picture is on this site or on an allowed host.
pub fn check_picture(url: &str, image_hosts: &[String]) -> Result<(), ContentError> {
    let allowed =
        |host: &String| url.strip_prefix(host.as_str()).is_some_and(|path| path.starts_with('/'));
    if is_read_as_written(url) && (is_path(url) || image_hosts.iter().any(allowed)) {
        Ok(())
    } else {
        Err(ContentError::Picture(url.to_owned()))
    }
}

/// Checks that a link leads to this site, to an https address or to a mailbox.
pub(crate) fn check_link(url: &str) -> Result<(), ContentError> {
    let allowed = |start: &&str| url.starts_with(start);
    if is_read_as_written(url) && (is_path(url) || ["#", "https://", "mailto:"].iter().any(allowed))
    {
        Ok(())
    } else {
        Err(ContentError::Link(url.to_owned()))
    }
}

/// Whether browsers read an address as it is written. They read a backslash as a slash and skip line
/// breaks, so `/\host` would be another host.
fn is_read_as_written(url: &str) -> bool {
    url.chars().all(|c| c != '\\' && !c.is_whitespace() && !c.is_control())
}

/// Whether a plain address is a path on this site.
fn is_path(url: &str) -> bool {
    url.starts_with('/') && !url.starts_with("//")
}

/// Whether a text is a host name, with or without a port.
pub(crate) fn is_host(text: &str) -> bool {
    let (name, port) = text.split_once(':').map_or((text, "443"), |(name, port)| (name, port));
    let label = |label: &str| {
        !label.starts_with('-')
            && !label.ends_with('-')
            && !label.is_empty()
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let digits = port.bytes().all(|b| b.is_ascii_digit());
    name.split('.').all(label) && digits && port.parse::<u16>().is_ok_and(|port| port > 0)
}

//! Secrets in files of their own, so that they appear neither in the list of processes nor in the
//! environment. All of them are read here, in one way.

use std::{fs, io, path::Path};

use clap::ArgMatches;

use crate::settings::Options;

/// The value of a setting.
type Value = fn(&mut Options) -> &mut Option<String>;

/// The settings whose value is a secret, or contains one. Each can be given in a file of its own.
const SECRETS: [(&str, Value); 5] = [
    ("database", |options| &mut options.database),
    ("smtp-url", |options| &mut options.smtp_url),
    ("sender-url", |options| &mut options.sender_url),
    ("forward-url", |options| &mut options.forward_url),
    ("admin-totp-secret", |options| &mut options.admin_totp_secret),
];

/// A secret cannot be read from its file. The text says which setting names it, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadSecretFile(String);

impl Options {
    /// If a secret is given both as a text and as a file, keeps the one with precedence: flag,
    /// environment, settings file; within the same source, the file. The files are read where they
    /// are needed, because not every command may read all of them.
    pub(super) fn choose_secrets(&mut self, matches: &ArgMatches) {
        for (name, value) in SECRETS {
            let id = name.replace('-', "_");
            if matches.value_source(&format!("{id}_file")) >= matches.value_source(&id) {
                *value(self) = None;
            }
        }
    }

    /// Reads the file with the database's address, if there is one.
    ///
    /// # Errors
    ///
    /// As [`secret_text`].
    pub(crate) fn read_database_file(&mut self) -> Result<(), BadSecretFile> {
        let setting = self.origins.name("database-file");
        self.database_from = Some(match self.database {
            Some(_) => self.origins.name("database"),
            None => setting.clone(),
        });
        let (database, file) = (self.database.as_deref(), self.database_file.as_deref());
        self.database = secret_text(&setting, database, file)?;
        Ok(())
    }

    /// Warns of a settings file that has a secret and that everybody can read.
    pub(crate) fn warn_of_public_file(&self) {
        let has_secret = SECRETS.iter().any(|(name, _)| self.origins.is_in_file(name));
        if let Some(path) = self.config.as_deref().filter(|_| has_secret) {
            warn_if_public(&self.origins.name("config"), path);
        }
    }
}

/// Reads a secret's file. Line breaks at its end are not part of the secret, because editors and
/// `echo` add them, and other programs that read the file cut them, too. `setting` is what names
/// the file.
///
/// # Errors
///
/// If the file cannot be read or has fewer bytes than `at_least`.
pub(crate) fn secret_bytes(
    setting: &str,
    path: &Path,
    at_least: usize,
) -> Result<Vec<u8>, BadSecretFile> {
    let file = path.display();
    let bad = |what: String| BadSecretFile(format!("{setting}: {what}"));
    let mut bytes = fs::read(path).map_err(|error| bad(format!("cannot read {file}: {error}")))?;
    while bytes.last().is_some_and(|byte| b"\r\n".contains(byte)) {
        bytes.pop();
    }
    if bytes.is_empty() {
        return Err(bad(format!("{file} is empty")));
    }
    if bytes.len() < at_least {
        let length = bytes.len();
        return Err(bad(format!(
            "{file} has {length} bytes, and a key has at least {at_least}: `server key` makes one"
        )));
    }
    warn_if_public(setting, path);
    Ok(bytes)
}

/// A secret that is a text: the value itself, or the content of the file.
///
/// # Errors
///
/// As [`secret_bytes`], and if the content is not UTF-8.
pub(crate) fn secret_text(
    setting: &str,
    value: Option<&str>,
    file: Option<&Path>,
) -> Result<Option<String>, BadSecretFile> {
    match (value, file) {
        (Some(value), _) => Ok(Some(value.to_owned())),
        (None, None) => Ok(None),
        (None, Some(path)) => match String::from_utf8(secret_bytes(setting, path, 0)?) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(BadSecretFile(format!("{setting}: {} is no text", path.display()))),
        },
    }
}

/// Warns of a file with a secret that everybody on this machine can read.
pub(crate) fn warn_if_public(setting: &str, path: &Path) {
    if is_public(path).unwrap_or_default() {
        let file = path.display();
        tracing::warn!(
            setting,
            "everybody on this machine can read the secret in {file}: chmod 600 {file}"
        );
    }
}

#[cfg(unix)]
fn is_public(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::metadata(path)?.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn is_public(_: &Path) -> io::Result<bool> {
    Ok(false)
}

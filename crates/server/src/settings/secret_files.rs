//! Secrets that stand in files of their own, so that neither the list of processes nor the
//! environment shows them.

use std::{fs, path::Path};

use clap::{ArgMatches, parser::ValueSource};

use super::{Options, file::BadFile};

impl Options {
    /// Of each secret that is given both as a text and as a file, keeps the one that was said closer
    /// to the command: flag, environment, file of settings; of two at the same place, the file. The
    /// others are read where they are needed, since not every command may read all of them.
    ///
    /// # Errors
    ///
    /// [`BadFile::Read`], if the file with the database's address cannot be read.
    pub(super) fn choose_secrets(&mut self, matches: &ArgMatches) -> Result<(), BadFile> {
        if self.database_file.is_some() && file_wins(matches, "database", "database_file") {
            self.database = text(None, self.database_file.as_deref())?;
        }
        for (value, file, id, file_id) in [
            (&mut self.smtp_url, &self.smtp_url_file, "smtp_url", "smtp_url_file"),
            (&mut self.sender_url, &self.sender_url_file, "sender_url", "sender_url_file"),
            (&mut self.forward_url, &self.forward_url_file, "forward_url", "forward_url_file"),
            (
                &mut self.admin_totp_secret,
                &self.admin_totp_secret_file,
                "admin_totp_secret",
                "admin_totp_secret_file",
            ),
        ] {
            if file.is_some() && file_wins(matches, id, file_id) {
                *value = None;
            }
        }
        Ok(())
    }
}

/// A secret: the text, or what the file holds, without the line's end.
///
/// # Errors
///
/// [`BadFile::Read`].
pub(crate) fn text(value: Option<&str>, file: Option<&Path>) -> Result<Option<String>, BadFile> {
    match (value, file) {
        (Some(value), _) => Ok(Some(value.to_owned())),
        (None, None) => Ok(None),
        (None, Some(path)) => match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(source) => Err(BadFile::Read { path: path.to_owned(), source }),
        },
    }
}

fn file_wins(matches: &ArgMatches, value: &str, file: &str) -> bool {
    rank(matches, file) >= rank(matches, value)
}

/// How close to the command something was said.
fn rank(matches: &ArgMatches, id: &str) -> u8 {
    match matches.value_source(id) {
        Some(ValueSource::CommandLine) => 2,
        Some(ValueSource::EnvVariable) => 1,
        _ => 0,
    }
}

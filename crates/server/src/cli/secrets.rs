//! Secrets in files.

use std::{
    error::Error,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{
    Secret, random,
    settings::{Options, secret_bytes},
};

/// The error's text says what to do.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The secret in `file`. Without a file, it is the one beside the SQLite database. For PostgreSQL a
/// file is required, because several servers must share the secret.
pub(super) fn server_secret(options: &Options, database: &str) -> Result<Secret> {
    let setting = match options.secret_file {
        Some(_) => options.origins.name("secret-file"),
        None => "the server's secret, beside the database".to_owned(),
    };
    let bytes = secret_bytes(&setting, &place(options, database)?, Secret::BYTES_MIN)?;
    Ok(Secret::new(&bytes).ok_or("the server's secret cannot be used")?)
}

/// The same for `init`, which makes the file if it is missing.
pub(super) fn made_server_secret(options: &Options, database: &str) -> Result<Secret> {
    make(&place(options, database)?)?;
    server_secret(options, database)
}

/// The file that the secret is in.
pub(super) fn place(options: &Options, database: &str) -> Result<PathBuf> {
    let beside = || sqlite_file(database).map(|database| format!("{database}.secret").into());
    let unnamed = "With PostgreSQL, all servers share a secret: make one with `server key`, and \
                   name its file: --secret-file FILE";
    Ok(options.secret_file.clone().or_else(beside).ok_or(unnamed)?)
}

/// The file of an SQLite database.
pub(super) fn sqlite_file(database: &str) -> Option<&str> {
    database.strip_prefix("sqlite://").filter(|file| !file.is_empty())
}

/// Creates the file with random content, unless it exists. Only its owner can read it.
fn make(path: &Path) -> Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let secret = random::encode(&random::bytes::<32>()?);
    let folder = path.parent().unwrap_or(path);
    let opened = fs::create_dir_all(folder).and_then(|()| options.open(path));
    let made = opened.and_then(|mut file| {
        file.write_all(secret.as_bytes())?;
        file.sync_all()
    });
    match made {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(format!("The server's secret cannot be made in {}: {error}", path.display()).into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Purpose, settings::Settings};

    fn options() -> Options {
        Settings::read(["server".into()]).unwrap().options
    }

    fn refusal(database: &str) -> String {
        server_secret(&options(), database).unwrap_err().to_string()
    }

    #[test]
    fn the_secret_beside_a_database_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}/site.db", folder.path().display());
        assert!(refusal(&database).contains("cannot read"));
        let first = made_server_secret(&options(), &database).unwrap();
        let second = server_secret(&options(), &database).unwrap();
        let hmac = |secret: &Secret| secret.hmac(Purpose::Code, &[b"1"]);
        assert_eq!(hmac(&first), hmac(&second));
        let path = folder.path().join("site.db.secret");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(&path, "short\n").unwrap();
        assert!(refusal(&database).contains("has 5 bytes, and a key has at least 32"));
    }

    #[test]
    fn several_servers_need_a_configured_secret() {
        let database = "postgres://user@host/site";
        assert!(refusal(database).contains("--secret-file FILE"));
    }
}

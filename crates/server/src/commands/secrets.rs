//! Secrets in files.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{Secret, random};

/// Why there is no secret.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoSecret {
    /// The file cannot be read or made.
    #[error("Cannot read the secret in {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is too easy to guess.
    #[error("{} has fewer than {} bytes", path.display(), Secret::LEAST)]
    Short {
        /// The file.
        path: PathBuf,
    },
    /// Nobody said which.
    #[error("Name the server's secret: --secret-file FILE, with at least 32 random bytes in it")]
    Unnamed,
    /// The system has none to give.
    #[error(transparent)]
    NoRandomness(#[from] random::NoRandomness),
}

/// The secret that `file` holds; without one, the secret beside the SQLite database. A database
/// elsewhere is for several servers, which must all have the same.
pub(super) fn server_secret(file: Option<&Path>, database: &str) -> Result<Secret, NoSecret> {
    let path = place(file, database)?;
    let bytes = fs::read(&path).map_err(|source| NoSecret::File { path: path.clone(), source })?;
    Secret::new(bytes.trim_ascii()).ok_or(NoSecret::Short { path })
}

/// The same for whoever serves: beside the SQLite database, it is made if it is not there.
pub(super) fn made_server_secret(file: Option<&Path>, database: &str) -> Result<Secret, NoSecret> {
    if file.is_none() {
        make(&place(file, database)?)?;
    }
    server_secret(file, database)
}

fn place(file: Option<&Path>, database: &str) -> Result<PathBuf, NoSecret> {
    let beside = || sqlite_file(database).map(|database| format!("{database}.secret").into());
    file.map(Path::to_owned).or_else(beside).ok_or(NoSecret::Unnamed)
}

fn sqlite_file(database: &str) -> Option<&str> {
    database.strip_prefix("sqlite://").filter(|file| !file.is_empty())
}

/// Makes the file, unless it is there, with what nobody can guess, for nobody else to read.
fn make(path: &Path) -> Result<(), NoSecret> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let secret = random::encode(&random::bytes::<32>()?);
    let made = options.open(path).and_then(|mut file| {
        file.write_all(secret.as_bytes())?;
        file.sync_all()
    });
    match made {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(NoSecret::File { path: path.to_owned(), source: error })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    #[test]
    fn the_secret_beside_a_database_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}/site.db", folder.path().display());
        assert!(matches!(server_secret(None, &database), Err(NoSecret::File { .. })));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let first = made_server_secret(None, &database).unwrap();
        let second = server_secret(None, &database).unwrap();
        let seal = |secret: &Secret| secret.seal(Purpose::Code, &[b"1"]);
        assert_eq!(seal(&first), seal(&second));
        let path = folder.path().join("site.db.secret");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(&path, "short\n").unwrap();
        assert!(matches!(server_secret(None, &database), Err(NoSecret::Short { .. })));
    }

    #[test]
    fn several_servers_need_a_secret_that_is_named() {
        let database = "postgres://user@host/site";
        assert!(matches!(server_secret(None, database), Err(NoSecret::Unnamed)));
    }
}

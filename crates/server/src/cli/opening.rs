//! Opens the database for a command: it must be there, and the secret must be the one that it was
//! made with. No command opens it in another way, and only `init` makes one.

use std::{error::Error, path::Path, time::Duration};

use crate::db::{Store, StoreError, secret_check::SecretMatch};
use tokio::{sync::watch::Sender, time::sleep};

use crate::cli::{
    dependencies::database,
    secrets::{place, server_secret},
};
use crate::{
    Secret,
    observe::redact,
    settings::{Options, secret_text},
};

/// An open database, and the secret that is its own.
pub(super) struct Opened {
    pub(super) store: Store,
    pub(super) secret: Secret,
}

/// The error's text says what to do.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The longest pause between two tries to reach PostgreSQL.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// What is lost with the secret.
pub(super) const LOST: &str = "\
Without the secret that a database was made with:
- erased records are not recognised, so an old export brings them back;
- authenticator apps of staff, recovery codes and codes that were sent no longer work;
- all webhooks have other secrets;
- nobody can find out whom recorded security events are about;
- whoever asked never to be contacted, and has no referral left that was closed for it, is referred again like anybody;
- staff whose access was removed are somebody else when they are invited again;
- points whose referral was erased belong to nobody, and whoever has no others is off the list of most points;
- retries count as new, and daily limits start again.";

/// Opens the database beside a server that may be running.
pub(super) async fn shared(options: &Options) -> Result<Opened> {
    with_its_secret(Store::open_current(database(options)?), options).await
}

/// Opens the database for a command that no server may run beside.
pub(super) async fn alone(options: &Options) -> Result<Opened> {
    with_its_secret(Store::open_alone(database(options)?), options).await
}

/// Opens a database of any version for the end of a restore, which no server may run beside.
pub(super) async fn any_version(options: &Options) -> Result<Opened> {
    with_its_secret(Store::open_any_version(database(options)?), options).await
}

/// The options with the address of another database, which has the same secret and is named by one of these two flags.
pub(super) fn other(
    options: &Options,
    (flag, file_flag): (&str, &str),
    address: Option<&str>,
    file: Option<&Path>,
) -> Result<Options> {
    Ok(Options {
        database: secret_text(file_flag, address, file)?,
        database_from: Some(if address.is_some() { flag } else { file_flag }.to_owned()),
        secret_file: Some(place(options, database(options)?)?),
        ..options.clone()
    })
}

/// Opens the database for serving. Waits for a PostgreSQL that is not there yet, as after the start
/// of the whole machine, and tells `waiting` why.
pub(super) async fn to_serve(options: &Options, waiting: &Sender<String>) -> Result<Opened> {
    with_its_secret(when_it_answers(database(options)?, waiting), options).await
}

async fn when_it_answers(database: &str, waiting: &Sender<String>) -> crate::db::Result<Store> {
    let is_waited_for = !database.starts_with("sqlite:");
    let mut pause = Duration::from_secs(1);
    loop {
        match Store::open_to_serve(database).await {
            Err(StoreError::Unavailable(why)) if is_waited_for => {
                let (error, seconds) = (redact(&why), pause.as_secs());
                tracing::warn!(error, "waiting for PostgreSQL; the next try is in {seconds} s");
                waiting.send_replace(format!("PostgreSQL does not answer: {error}"));
            }
            outcome => return outcome,
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

async fn with_its_secret(
    opening: impl Future<Output = crate::db::Result<Store>>,
    options: &Options,
) -> Result<Opened> {
    // A wrong setting is reported first. A secret that nobody has named is where the database is,
    // and that may be the wrong place.
    let named = options.secret_file.is_some().then(|| read(options)).transpose()?;
    let store = opening.await.map_err(|error| explained(error, options))?;
    let secret = named.map_or_else(|| read(options), Ok);
    let checked = match secret {
        Ok(secret) => is_its_own(&store, &secret, options).await.map(|()| secret),
        Err(error) => Err(error),
    };
    match checked {
        Ok(secret) => Ok(Opened { store: store.with_keyed_hash(secret.keyed_hash()), secret }),
        Err(error) => {
            store.close().await;
            Err(error)
        }
    }
}

/// Reads the secret, or says what to do without it.
pub(super) fn read(options: &Options) -> Result<Secret> {
    server_secret(options, database(options)?)
        .map_err(|error| format!("{error}\n{}", what_to_do("that")).into())
}

async fn is_its_own(store: &Store, secret: &Secret, options: &Options) -> Result<()> {
    let keyed = store.clone().with_keyed_hash(secret.keyed_hash());
    match keyed.secret_match().await? {
        SecretMatch::Same => Ok(()),
        SecretMatch::Other => Err(is_another(&secret_place(options)).into()),
        SecretMatch::Unknown => Err(format!(
            "The database does not know which secret it was made with, as `server init` would have \
             written. If the one in {} is right, say so: server secret adopt",
            secret_place(options)
        )
        .into()),
    }
}

/// What to say about a secret that is another database's.
pub(super) fn is_another(place: &str) -> String {
    let text = format!("The secret in {place} is not the one that the database was made with.");
    format!("{text}\n{}", what_to_do("the right"))
}

fn what_to_do(which: &str) -> String {
    format!(
        "Put {which} one there, or name its file with --secret-file. `server init` wrote it beside \
         the database (FILE.secret), and it belongs with every backup.\n{LOST}\n\
         If it is lost for good, go on with another: server secret adopt"
    )
}

/// Where the secret is expected, in words.
pub(super) fn secret_place(options: &Options) -> String {
    let place = database(options).and_then(|it| place(options, it));
    place.map_or_else(|_| "--secret-file".to_owned(), |path| path.display().to_string())
}

/// Adds to an error what the operator can do about it.
pub(super) fn explained(error: StoreError, options: &Options) -> Box<dyn Error> {
    match error {
        StoreError::Missing(place) => {
            let setting = options.database_from.as_deref().unwrap_or("--database");
            let text = format!(
                "There is no database {place}, which {setting} names.\n\
                 Correct that setting, or make a new, empty site there: server init"
            );
            text.into()
        }
        StoreError::OtherSecret => is_another(&secret_place(options)).into(),
        other => other.into(),
    }
}

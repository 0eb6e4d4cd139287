//! The server of a trial, with its database in a folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use server::{
    db::Store,
    referrals::records::{Listing, Scope, Stored},
};
use testkit::{ADMIN, ADMIN_TOTP_SECRET, Server, Setup, UNLIMITED};
use tokio::runtime::Runtime;

use crate::Site;

/// The server's secret.
const SECRET: &str = "at least thirty-two bytes for a trial";

/// How many referrals are read from the database at once.
const PAGE_SIZE: u32 = 1000;

/// Starts a server without limits on requests and waits until it listens.
pub(crate) fn start(site: &Site, folder: &Path) -> anyhow::Result<Server> {
    start_with(site, folder, &UNLIMITED)
}

/// Starts a server with these settings, and makes its database unless it is there.
pub(crate) fn start_with(site: &Site, folder: &Path, settings: &[&str]) -> anyhow::Result<Server> {
    let setup = setup(site, folder, settings)?.with_database()?;
    setup.pinned(site.pin.clone()).start()
}

/// Makes the database of a folder, unless it is there already, and returns its address.
pub(crate) fn make_database(site: &Site, folder: &Path) -> anyhow::Result<String> {
    setup(site, folder, &[])?.with_database()?;
    Ok(database(site, folder))
}

/// The URL of the database: an SQLite file in the folder, or `--database` with the folder's name in
/// place of `{}`.
pub(crate) fn database(site: &Site, folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    match &site.database {
        None => format!("sqlite://{}", folder.join("programme.db").display()),
        Some(address) => address.replace("{}", &name),
    }
}

fn setup(site: &Site, folder: &Path, settings: &[&str]) -> anyhow::Result<Setup> {
    let Site { program, dist, .. } = site;
    let program = fs::canonicalize(program).with_context(|| {
        format!("There is no {}: cargo build --release --package server", program.display())
    })?;
    let dist = fs::canonicalize(dist)
        .with_context(|| format!("There is no {}: cargo xtask build", dist.display()))?;
    let secret = folder.join("programme.db.secret");
    fs::write(&secret, SECRET)?;
    let (dist, secret) = (dist.to_string_lossy(), secret.to_string_lossy());
    let database = database(site, folder);
    let own = [
        ["--dist", &dist],
        ["--database", &database],
        ["--secret-file", &secret],
        ["--admin-number", ADMIN],
        ["--admin-totp-secret", ADMIN_TOTP_SECRET],
    ];
    Ok(Setup::new(program, folder, own.as_flattened().iter().chain(settings)))
}

/// Fails if a database already has referrals or accounts.
pub(crate) fn must_be_empty(database: &str) -> anyhow::Result<()> {
    Runtime::new()?.block_on(async {
        let store = Store::open(database).await?;
        let referrals = store.list(&Listing::of(Scope::All, 1)).await?.items;
        let is_empty = referrals.is_empty() && store.accounts(None, 1).await?.is_empty();
        ensure!(is_empty, "The database is not empty, and the trial would write into it");
        Ok(())
    })
}

/// Reads all referrals of a database. Fails if the database is damaged.
pub(crate) fn all_referrals(database: &str) -> anyhow::Result<Vec<Stored>> {
    Runtime::new()?.block_on(async {
        let store = Store::open_current(database).await?;
        let faults = store.integrity().await?;
        ensure!(faults.is_empty(), "the database is damaged: {}", faults.join("; "));
        let mut referrals = Vec::new();
        let mut listing = Listing::of(Scope::All, PAGE_SIZE);
        loop {
            let page = store.list(&listing).await?;
            referrals.extend(page.items);
            listing.after = page.next;
            if listing.after.is_none() {
                return Ok(referrals);
            }
        }
    })
}

//! The command `serve`, from start to shutdown.

use std::{
    error::Error,
    fmt::Display,
    net::SocketAddr,
    path::{Path, PathBuf},
    pin::pin,
};

use api::{Mode, SiteConfig};
use site::{
    Config, Refresh,
    serve::{Listener, bind, stop_signal},
};

use tokio::{net::TcpStream, sync::watch};

use crate::cli::{
    Outcome, dependencies,
    opening::{self, Opened},
    secrets::sqlite_file,
};
use crate::{
    AppState, Clock, Dependencies, Origin, WebhookPost, app,
    delivery::outbox,
    observe::{LogFormat, install_metrics, measure, upkeep, watch},
    privacy::sweeping,
    random,
    rewards::expiry,
    settings::{Options, ServiceWorker},
};

/// The version of the site that this server works with.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Serves until the process is asked to stop.
pub(super) async fn serve(options: &Options) -> Outcome {
    // Errors in the settings are reported before anything is opened.
    let database = dependencies::database(options)?;
    let cookies = dependencies::cookies(options)?;
    let origin = dependencies::origin(options)?;
    let policy = dependencies::policy(options)?;
    let admin_totp = dependencies::admin_totp(options)?;
    let sender = dependencies::sender(options)?;
    let forwarder = dependencies::forwarder(options)?;
    let has_admin = policy.admin.is_some();

    let about = |name, error: &dyn Display| format!("{}: {error}", options.origins.name(name));
    let opened = site::open(&site_config(options)?);
    let (site, watcher) = opened.map_err(|error| about("dist", &error))?;

    // One for the whole run: a signal that comes between two would be lost.
    let mut stop = pin!(stop_signal());
    let Some(Opened { store, secret }) = open(options, stop.as_mut()).await? else {
        return Ok(());
    };
    let store = store.with_duplicates(policy.duplicates);
    if let Some(owner) = policy.admin.as_ref().and_then(|admin| policy.first_owner(admin))
        && !store.name_owner(&random::id()?, &owner, Clock::system().now()).await?
    {
        tracing::warn!(
            "there is no owner: whoever has the number of --admin-number has left the staff. \
             `server staff make-owner NUMBER` makes somebody an owner"
        );
    }
    let metrics = install_metrics()?;
    let listener = bind(options.addr).await.map_err(|error| about("addr", &error))?;
    let at = listener.local_addr()?;
    let state = AppState::new(Dependencies {
        store: store.clone(),
        clock: Clock::system(),
        secret,
        sender,
        policy,
        admin_totp,
        origin: origin.unwrap_or_else(|| Origin::of_this_machine(at.port())),
        sends: dependencies::sends(options),
        cookies,
        behind_https: options.behind_https,
        trusted_proxies: options.trusted_proxies.clone(),
        webhooks: WebhookPost::new(options.webhooks_to_loopback),
        forwarder,
        limits: options.limits,
    });

    let folder = sqlite_file(database).map(|file| folder_of(Path::new(file)));
    // An alert can rely on every metric from the first answer on.
    measure(&state, folder.as_deref()).await;
    let operators = bind_for_operators(options).await?;
    let say = |line: String| match options.log_format {
        LogFormat::Text => println!("{line}"),
        LogFormat::Json => tracing::info!("{line}"),
    };
    say(format!("Serving {} at http://{at} (Ctrl-C stops)", options.dist.display()));
    say(format!("Operators' pages at http://{} (/readyz, /metrics)", operators.local_addr()?));
    if !has_admin {
        tracing::warn!("nobody can log in as the first owner: set --admin-number");
    }
    if options.behind_https && options.trusted_proxies.is_empty() {
        tracing::warn!(
            "visitors who come through a proxy get no codes: set its address with --trusted-proxies"
        );
    }
    let router = app(state.clone(), &site);
    let refreshed = {
        let state = state.clone();
        move |refresh: &Refresh| {
            report(refresh);
            state.read_words(&site);
        }
    };
    let served = site::serve::serve(listener, router, watcher, refreshed, stop);
    // The tasks are dropped when serving ends. That is safe, because the store's methods are
    // transactions.
    let done = tokio::select! {
        () = served => Ok(()),
        () = sweeping::sweep(state.clone(), options.retention_days) => Ok(()),
        () = outbox::deliver(state.clone()) => Ok(()),
        () = expiry::expire_regularly(state.clone()) => Ok(()),
        () = upkeep(metrics.clone()) => Ok(()),
        () = watch(state.clone(), folder) => Ok(()),
        done = axum::serve(operators, app::operators(state, metrics)) => done,
    };
    store.close().await;
    done?;
    say("Stopped.".to_owned());
    Ok(())
}

/// The folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Opens the database. While PostgreSQL is not there yet, the operators' pages say so; `None` if the
/// process is asked to stop before it is.
async fn open(
    options: &Options,
    stop: impl Future<Output = ()>,
) -> Result<Option<Opened>, Box<dyn Error>> {
    let operators = bind_for_operators(options).await?;
    let (waiting, why) = watch::channel("the database is not open yet".to_owned());
    tokio::select! {
        opened = opening::to_serve(options, &waiting) => opened.map(Some),
        () = stop => Ok(None),
        ended = axum::serve(operators, app::operators_of_waiting(why)) => {
            ended?;
            Err("The operators' pages have ended".into())
        }
    }
}

async fn bind_for_operators(
    options: &Options,
) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, String> {
    let bound = bind(options.operators_addr).await;
    bound.map_err(|error| format!("{}: {error}", options.origins.name("operators-addr")))
}

fn site_config(options: &Options) -> Result<Config, serde_json::Error> {
    let config = serde_json::to_vec(&SiteConfig { mode: Mode::Hosted })?;
    Ok(Config {
        live: options.live,
        behind_https: options.behind_https,
        hosted: true,
        overlay: vec![("config.json".to_owned(), config.into())],
        without_worker: options.service_worker == ServiceWorker::Off,
        version: Some(VERSION.to_owned()),
        ..Config::of(options.dist.clone())
    })
}

fn report(refresh: &Refresh) {
    match refresh {
        Refresh::Nothing => {}
        Refresh::Served => tracing::info!("serving the new build"),
        Refresh::NewDay => tracing::info!("serving what holds from today"),
        Refresh::Refused(error) => {
            tracing::error!(%error, "the new build cannot be served, so the previous one is still served");
        }
    }
}

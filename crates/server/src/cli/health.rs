//! Asking whether a server answers.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use tokio::task::spawn_blocking;
use ureq::Agent;

use crate::cli::Outcome;
use crate::settings::Options;

/// How long the running server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Succeeds if a server with these settings answers at the operators' address.
pub(super) async fn health(options: &Options) -> Outcome {
    let url = format!("http://{}/healthz", reached_at(options.operators_addr));
    let asked = url.clone();
    let answer = spawn_blocking(move || {
        let config = Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0);
        Agent::from(config.build()).get(&asked).call().map(|answer| answer.status())
    });
    match answer.await? {
        Ok(_) => {
            println!("{url} answers.");
            Ok(())
        }
        Err(error) => Err(format!("{url} does not answer as it should: {error}").into()),
    }
}

/// An address that reaches a server on this machine that listens at `addr`.
fn reached_at(addr: SocketAddr) -> SocketAddr {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, addr.port())
}

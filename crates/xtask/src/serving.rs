//! Addresses, and servers that answer at them.

use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::failure::Failure;
use crate::processes::Group;
use crate::shell::Tool;
use crate::steps::{hosted_program, server_program};
use crate::workspace::Workspace;

/// A server that reads a small site from the disk is up well before this.
const START: Duration = Duration::from_secs(30);

/// Where a server may listen: `addr` itself, with a port in place of 0. Fails if it is taken.
pub(crate) fn free(addr: SocketAddr) -> Result<SocketAddr, Failure> {
    TcpListener::bind(addr).and_then(|listener| listener.local_addr()).map_err(|error| {
        if error.kind() == io::ErrorKind::AddrInUse {
            let other = SocketAddr::new(addr.ip(), addr.port().checked_add(1).unwrap_or(8080));
            return Failure::new(
                format!("{addr} is taken by another program."),
                format!("Stop that program, or add another address: --addr {other}"),
            );
        }
        Failure::new(
            format!("{addr} cannot be served at: {error}."),
            "Choose an address of this machine and a port over 1023: --addr 127.0.0.1:8080",
        )
    })
}

/// Any free port of this machine.
pub(crate) fn free_here() -> Result<SocketAddr, Failure> {
    free(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0))
}

/// The address that a browser on this machine uses.
pub(crate) fn url(addr: SocketAddr) -> String {
    format!("http://{}", reached_at(addr))
}

/// The development server over web/dist, not started yet.
pub(crate) fn site_server(home: &Workspace, addr: SocketAddr) -> Tool {
    Tool::new(home, server_program(home))
        .arg_path("--dist", Path::new("web/dist"))
        .args(["--addr", &addr.to_string()])
}

/// Hosted mode's server over web/dist, not started yet: its records in data/, the codes that it
/// would send on its standard output, and an admin with this number and second factor.
pub(crate) fn hosted_server(home: &Workspace, addr: SocketAddr, admin: &Admin) -> Tool {
    Tool::new(home, hosted_program(home))
        .args(["serve", "--dist", "web/dist", "--addr", &addr.to_string()])
        .args(["--database", "sqlite://data/programme.db", "--sender", "log"])
        .args(["--admin-number", &admin.number, "--admin-totp-secret", Admin::SECRET])
        .args(["--log-level", "warn"])
}

/// Who the admin is while somebody develops.
pub(crate) struct Admin {
    /// The number that browser mode has for it, too.
    pub(crate) number: String,
}

impl Admin {
    /// The secret for an authenticator app, in base 32: everybody who reads this knows it.
    pub(crate) const SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

    /// As `content/site.json` names them.
    pub(crate) fn read(home: &Workspace) -> Result<Self, Failure> {
        let file = home.path("content/site.json");
        let text = fs::read(&file).map_err(|error| Failure::of_file(&file, &error))?;
        let site: Value = serde_json::from_slice(&text).unwrap_or_default();
        let number = site["programme"]["adminNumber"].as_str().map(str::to_owned);
        let number = number.ok_or_else(|| {
            Failure::new(
                format!("{} names no admin.", file.display()),
                "Name the admin's number: \"programme\": { \"adminNumber\": \"…\" }.",
            )
        })?;
        Ok(Self { number })
    }
}

/// Waits until a server that was just started answers.
pub(crate) fn answering(mut server: Group, addr: SocketAddr) -> Result<Group, Failure> {
    let deadline = Instant::now() + START;
    let silent = |what: &str| {
        Err(Failure::new(
            format!("The server {what}."),
            "Its own words, if it had any, stand above; run this again once that is mended.",
        ))
    };
    while TcpStream::connect(reached_at(addr)).is_err() {
        if server.ended().is_some() {
            return silent("ended at once");
        }
        if Instant::now() > deadline {
            return silent(&format!("does not answer at {addr}"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(server)
}

/// "Every address of this machine" is none that can be called.
fn reached_at(addr: SocketAddr) -> SocketAddr {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, addr.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_address_is_named_with_another_to_try() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = taken.local_addr().unwrap();
        let failure = free(addr).unwrap_err();
        assert!(failure.what.contains(&format!("{addr} is taken")), "{}", failure.what);
        assert!(failure.mend.contains("--addr 127.0.0.1:"), "{}", failure.mend);
    }

    #[test]
    fn a_free_port_is_a_real_one() {
        assert_ne!(free_here().unwrap().port(), 0);
    }

    #[test]
    fn a_url_leads_somewhere() {
        assert_eq!(url("0.0.0.0:80".parse().unwrap()), "http://127.0.0.1:80");
        assert_eq!(url("[::]:80".parse().unwrap()), "http://[::1]:80");
        assert_eq!(url("192.0.2.1:80".parse().unwrap()), "http://192.0.2.1:80");
    }
}

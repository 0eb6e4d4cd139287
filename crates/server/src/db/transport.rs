//! Encryption of the connection to PostgreSQL.

use std::net::IpAddr;

use sqlx::postgres::PgConnectOptions;

/// The address with `sslmode=verify-full`, unless the database is on this machine or the address
/// has its own `sslmode`. The environment variable `PGSSLMODE` is ignored, because nobody would
/// notice it there.
pub(crate) fn protected(url: &str) -> sqlx::Result<String> {
    let options: PgConnectOptions = url.parse()?;
    if is_local(&options) || names_a_mode(url) {
        return Ok(url.to_owned());
    }
    let joint = if url.contains('?') { '&' } else { '?' };
    Ok(format!("{url}{joint}sslmode=verify-full"))
}

fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host().trim_start_matches('[').trim_end_matches(']');
    let is_loopback = host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    options.get_socket().is_some() || host.starts_with('/') || host == "localhost" || is_loopback
}

fn names_a_mode(url: &str) -> bool {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    query.split('&').any(|pair| pair.starts_with("sslmode=") || pair.starts_with("ssl-mode="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_to_other_machines_use_tls_unless_the_address_says_otherwise() {
        for (url, mode) in [
            ("postgres://user:word@db.example/site", "?sslmode=verify-full"),
            ("postgres://user@192.0.2.1:5432/site?options=-c%20a=b", "&sslmode=verify-full"),
            ("postgresql://user@db.example/site?sslmode=require", ""),
            ("postgres://user@db.example/site?ssl-mode=disable", ""),
            ("postgres://user@localhost/site", ""),
            ("postgres://user@127.0.0.1:5433/site", ""),
            ("postgres://user@[::1]/site", ""),
            ("postgres://user@%2Fvar%2Frun%2Fpostgresql/site", ""),
            ("postgres:///site?host=/var/run/postgresql", ""),
        ] {
            assert_eq!(protected(url).unwrap(), format!("{url}{mode}"));
        }
    }
}

//! Valid and invalid requests from the OpenAPI document, generated and sent by schemathesis: as a
//! guest, as a member and as the admin.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::Site;
use crate::server::{ADMIN, Server};
use crate::visitor::Visitor;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The schemathesis program
    #[arg(long, value_name = "FILE", default_value = "schemathesis")]
    schemathesis: PathBuf,
    /// How many requests are sent at least, all three roles together
    #[arg(long, default_value_t = 10_000)]
    cases: usize,
}

/// No answer may be a server error, and the OpenAPI document must describe each.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// Requests that would end the session they are sent in. Only the guest sends these.
const SESSION_ENDING_PATHS: &str = "^/api/(sessions?|me)$";

const MEMBER: &str = "919840012345";

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(site, folder.path())?;
    let guest = Visitor::new(&server.url());
    let member = guest.clone().log_in(&server, MEMBER, "signup")?;
    let admin = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    let mut counts = Vec::new();
    let mut remaining = options.cases;
    for (index, (name, person)) in
        [("guest", guest), ("member", member), ("admin", admin)].into_iter().enumerate()
    {
        let share = remaining.div_ceil(3 - index).max(1);
        let sent = send(&server, person.cookie().as_deref(), options, share)
            .with_context(|| format!("As {name}:"))?;
        remaining = remaining.saturating_sub(sent);
        counts.push((name.to_owned(), json!(sent)));
    }
    Ok(Value::Object(counts.into_iter().collect()))
}

/// Sends at least `least` requests and returns how many it sent.
fn send(
    server: &Server,
    cookie: Option<&str>,
    options: &Options,
    least: usize,
) -> anyhow::Result<usize> {
    let (mut sent, mut seed) = (0, 1);
    while sent < least {
        let mut command = Command::new(&options.schemathesis);
        command
            .arg("run")
            .arg(format!("{}/api/openapi.json", server.url()))
            .args(["--checks", CHECKS, "--max-examples", "100", "--warnings", "off"])
            .args(["--continue-on-failure", "--suppress-health-check", "all"])
            .args(["--seed", &seed.to_string()]);
        if let Some(cookie) = cookie {
            command.arg("--header").arg(format!("Cookie:{cookie}"));
            command.args(["--exclude-path-regex", SESSION_ENDING_PATHS]);
        }
        let output = command
            .output()
            .with_context(|| format!("{} cannot be run", options.schemathesis.display()))?;
        let summary = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            bail!("{summary}\n{}", String::from_utf8_lossy(&output.stderr));
        }
        sent += generated(&summary).context("schemathesis did not count its requests")?;
        seed += 1;
    }
    Ok(sent)
}

/// The number of generated test cases in the summary that schemathesis prints.
fn generated(summary: &str) -> Option<usize> {
    let line = summary.lines().rev().find(|line| line.contains("generated"))?;
    let mut words = line.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if words.peek().is_some_and(|next| next.starts_with("generated")) {
            return word.replace(',', "").parse().ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_summary() {
        let summary = "Test cases:\n  1204 generated, 3 found 1 unique failures\n";
        assert_eq!(generated(summary), Some(1204));
        assert_eq!(generated("  12,004 generated, 12,004 passed"), Some(12_004));
        assert_eq!(generated("nothing"), None);
    }
}

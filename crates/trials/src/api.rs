//! Valid and invalid requests from the OpenAPI document, generated and sent by schemathesis: as a
//! guest, as a member and as the admin.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use testkit::{ADMIN, Server, Visitor};

use crate::Site;
use crate::hosted;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The schemathesis program
    #[arg(long, value_name = "FILE", default_value = "schemathesis")]
    schemathesis: PathBuf,
    /// How many requests are generated for each operation and role
    #[arg(long, default_value_t = 300)]
    examples: usize,
}

/// No answer may be a server error. The OpenAPI document must describe every success, and a refusal
/// must have the form of all refusals.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// Requests that would end the session they are sent in. Only the guest sends these.
const SESSION_ENDING_PATHS: &str = "^/api/(sessions?|me)$";

const MEMBER: &str = "919840012345";

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    let server = hosted::start(site, folder.path())?;
    let guest = Visitor::at(&server.url());
    let member = guest.clone().log_in(&server, MEMBER, "signup")?;
    let admin = guest.clone().log_in(&server, ADMIN, "login")?.confirm()?;
    for (role, person) in [("guest", guest), ("member", member), ("admin", admin)] {
        println!("As {role}:");
        send(&server, person.cookie().as_deref(), options)
            .with_context(|| format!("As {role}, schemathesis found what is printed above"))?;
    }
    Ok(json!({ "roles": 3, "examples": options.examples }))
}

/// Sends the requests of one role. Schemathesis prints what it sent.
fn send(server: &Server, cookie: Option<&str>, options: &Options) -> anyhow::Result<()> {
    let mut command = Command::new(&options.schemathesis);
    command
        .arg("run")
        .arg(format!("{}/api/openapi.json", server.url()))
        .args(["--checks", CHECKS, "--warnings", "off", "--seed", "1"])
        .args(["--max-examples", &options.examples.to_string()])
        .args(["--continue-on-failure", "--suppress-health-check", "all"]);
    if let Some(cookie) = cookie {
        command.arg("--header").arg(format!("Cookie:{cookie}"));
        command.args(["--exclude-path-regex", SESSION_ENDING_PATHS]);
    }
    let status = command
        .status()
        .with_context(|| format!("{} cannot be run", options.schemathesis.display()))?;
    ensure!(status.success(), "{status}");
    Ok(())
}

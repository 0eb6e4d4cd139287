//! The licences of what the built site sends to browsers.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;
use crate::report::Report;
use crate::workspace::Workspace;

/// What npm packages in the site may ask: to be named, as /licences.txt does. Those of crates are
/// held against deny.toml.
const ALLOWED: [&str; 5] = ["0BSD", "Apache-2.0", "BSD-3-Clause", "ISC", "MIT"];

/// A package in the scripts, as Vite lists it.
#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    /// An expression of SPDX; none, if its manifest names none.
    identifier: Option<String>,
}

/// Holds the packages that the bundler has put into the scripts against what they may ask.
pub(in crate::verbs) fn keep(home: &Workspace, report: &Report) -> Result<(), Failure> {
    let task = report.start("licences");
    let file = home.path("web/dist-client/.vite/licences.json");
    let said = read(&file).and_then(|packages| {
        let foreign: Vec<_> = packages.iter().filter_map(Package::trouble).collect();
        if foreign.is_empty() {
            return Ok(format!("of {} npm packages in the site: ok", packages.len()));
        }
        Err(Failure {
            what: "The site holds a package whose licence nobody has agreed to.".into(),
            output: foreign.join("\n"),
            mend: "Do without it; or, if the licence asks for no more than to be named, add it to \
                   crates/xtask/src/verbs/check/supply_chain/licences.rs."
                .into(),
        })
    });
    task.conclude(said)
}

fn read(file: &Path) -> Result<Vec<Package>, Failure> {
    let text = fs::read(file).map_err(|error| {
        Failure::of_file(file, &error).mended_by("Remove web/dist, and build the site again.")
    })?;
    serde_json::from_slice(&text).map_err(|error| {
        Failure::new(
            format!("{}: {error}", file.display()),
            "Vite's list of licences has another form than it had; read it anew in licences.rs.",
        )
    })
}

impl Package {
    /// What is wrong with its licence, if anything is.
    fn trouble(&self) -> Option<String> {
        let Self { name, version, identifier } = self;
        match identifier.as_deref() {
            Some(licence) if is_allowed(licence) => None,
            Some(licence) => Some(format!("{name} {version}: {licence}")),
            None => Some(format!("{name} {version} names no licence")),
        }
    }
}

/// Whether an expression of SPDX can be met: one of what it offers, all of what it demands. What
/// nests deeper than packages do is not understood, and so is not allowed.
fn is_allowed(expression: &str) -> bool {
    expression.split(" AND ").all(|demand| {
        let demand =
            demand.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(demand);
        demand.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_choice_is_enough_and_of_a_demand_all() {
        for allowed in ["MIT", "(MIT OR GPL-3.0)", "MIT AND ISC", "(GPL-2.0 OR ISC) AND MIT"] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for other in ["GPL-3.0", "MIT AND GPL-3.0", "SEE LICENSE IN FILE", "", "UNLICENSED"] {
            assert!(!is_allowed(other), "{other}");
        }
    }

    #[test]
    fn a_package_without_a_licence_is_named() {
        let package = |identifier: Option<&str>| Package {
            name: "a".into(),
            version: "1.0.0".into(),
            identifier: identifier.map(String::from),
        };
        assert_eq!(package(Some("MIT")).trouble(), None);
        assert_eq!(package(Some("GPL-3.0")).trouble().unwrap(), "a 1.0.0: GPL-3.0");
        assert_eq!(package(None).trouble().unwrap(), "a 1.0.0 names no licence");
    }
}

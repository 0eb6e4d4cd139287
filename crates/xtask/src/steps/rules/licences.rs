//! Whose crates the rules are made of, and under which licences: their authors ask to be named
//! where their code is handed on, and browsers are handed it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::shell::Tool;
use crate::wasm_toolchain::TARGET;
use crate::workspace::Workspace;

/// The list's name in the package, where the site's build looks for it.
const FILE: &str = "licences.json";

/// Writes the list into the package, in the form in which Vite lists those of npm packages.
pub(super) fn write(home: &Workspace, package: &Path) -> Result<(), Failure> {
    let tree = Tool::cargo(home)
        .args(["tree", "--quiet", "--locked", "--package", "wasm", "--target", TARGET])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{l}"])
        .run()?;
    let metadata = Tool::cargo(home)
        .args(["metadata", "--quiet", "--locked", "--format-version", "1"])
        .args(["--filter-platform", TARGET])
        .run()?;
    // Cargo may have something to say before it answers.
    let answer = metadata.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    let known: Value = serde_json::from_str(answer).unwrap_or_default();
    let mut list = Vec::new();
    for krate in foreign_crates(&tree) {
        let texts = texts_of(&krate, &known)
            .map_err(|error| Failure::of_file(Path::new(krate.name), &error))?;
        let Crate { name, version, licence } = krate;
        list.push(json!({
            "name": name, "version": version, "identifier": licence, "text": texts.join("\n\n"),
        }));
    }
    let file = package.join(FILE);
    let text = format!("{:#}\n", Value::from(list));
    fs::write(&file, text).map_err(|error| Failure::of_file(&file, &error))
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate<'a> {
    name: &'a str,
    version: &'a str,
    licence: &'a str,
}

/// The crates in cargo's tree that are not our own: those have a folder behind their version.
fn foreign_crates(tree: &str) -> BTreeSet<Crate<'_>> {
    let lines = tree.lines().filter_map(|line| line.split_once('|'));
    lines
        .filter(|(package, _)| !package.contains('('))
        .filter_map(|(package, licence)| {
            let (name, version) = package.split_once(" v")?;
            // A crate that was listed before has a mark behind it.
            Some(Crate { name, version, licence: licence.trim_end_matches(" (*)") })
        })
        .collect()
}

/// The texts that lie beside a crate's manifest.
fn texts_of(krate: &Crate<'_>, known: &Value) -> io::Result<Vec<String>> {
    let packages = known["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let package = packages
        .iter()
        .find(|package| package["name"] == krate.name && package["version"] == krate.version);
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let Some(folder) = manifest.and_then(|manifest| Path::new(manifest).parent()) else {
        return Err(io::Error::other(format!("cargo does not say where {} is", krate.name)));
    };
    let names = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<BTreeSet<_>>>()?;
    let texts = chosen(&names).into_iter().map(|name| fs::read_to_string(folder.join(name)));
    texts.map(|text| Ok(text?.trim().to_owned())).collect()
}

/// The files with licences. Where there is a choice, which is always one between Apache's and a
/// shorter one, we take the shorter.
fn chosen(names: &BTreeSet<String>) -> Vec<&str> {
    let is_licence = |name: &&str| name.to_uppercase().starts_with("LICEN");
    let all: Vec<_> = names.iter().map(String::as_str).filter(is_licence).collect();
    let is_apache = |name: &&str| name.to_uppercase().contains("APACHE");
    let shorter: Vec<_> = all.iter().copied().filter(|name| !is_apache(name)).collect();
    if shorter.is_empty() { all } else { shorter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_crates_are_not_foreign_and_a_crate_is_listed_once() {
        let tree = "wasm v0.1.0 (/a/crates/wasm)|MIT\nserde v1.0.229|MIT OR Apache-2.0\n\
                    rlsf v0.2.3|MIT\nserde v1.0.229|MIT OR Apache-2.0 (*)\n";
        let names: Vec<_> = foreign_crates(tree).into_iter().map(|krate| krate.name).collect();
        assert_eq!(names, ["rlsf", "serde"]);
    }

    #[test]
    fn of_two_licences_the_shorter_is_taken_and_an_only_one_as_it_is() {
        let chosen = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            chosen(&names).into_iter().map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"]), ["LICENSE-MIT"]);
        assert_eq!(chosen(&["LICENSE-APACHE", "src"]), ["LICENSE-APACHE"]);
        assert_eq!(chosen(&["LICENCE.txt", "LICENSE-UNICODE"]).len(), 2);
    }
}

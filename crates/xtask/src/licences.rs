//! The crates in the wasm package with their licences, which require attribution where the code is
//! distributed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use crate::tool::{cargo, run};

/// Writes the list for `target`, in the format in which Vite lists npm packages.
pub(crate) fn write(file: &Path, target: &str) -> anyhow::Result<()> {
    let tree = ["tree", "--quiet", "--locked", "--package=wasm", "--target", target];
    let format = ["--edges=normal,no-proc-macro", "--prefix=none", "--format={p}|{l}"];
    let tree = run(&cargo(&[&tree[..], &format].concat()))?;
    let metadata = ["metadata", "--quiet", "--locked", "--format-version=1"];
    let metadata = run(&cargo(&[&metadata[..], &["--filter-platform", target]].concat()))?;
    // Cargo may print other lines first.
    let answer = metadata.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    let known: Value = serde_json::from_str(answer)?;
    let mut list = Vec::new();
    for krate in foreign_crates(&tree) {
        let text = texts_of(&krate, &known).with_context(|| krate.name.to_owned())?.join("\n\n");
        let Crate { name, version, licence } = krate;
        list.push(json!({ "name": name, "version": version, "identifier": licence, "text": text }));
    }
    fs::write(file, format!("{:#}\n", Value::from(list)))?;
    Ok(())
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate<'a> {
    name: &'a str,
    version: &'a str,
    licence: &'a str,
}

/// The crates in cargo's tree that are not our own. Ours have a folder after their version.
fn foreign_crates(tree: &str) -> BTreeSet<Crate<'_>> {
    let lines = tree.lines().filter_map(|line| line.split_once('|'));
    lines
        .filter(|(package, _)| !package.contains('('))
        .filter_map(|(package, licence)| {
            let (name, version) = package.split_once(" v")?;
            // Cargo marks a crate that was listed before.
            Some(Crate { name, version, licence: licence.trim_end_matches(" (*)") })
        })
        .collect()
}

/// The licence files beside a crate's manifest.
fn texts_of(krate: &Crate<'_>, known: &Value) -> anyhow::Result<Vec<String>> {
    let packages = known["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_it =
        |package: &&Value| package["name"] == krate.name && package["version"] == krate.version;
    let manifest =
        packages.iter().find(is_it).and_then(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|manifest| Path::new(manifest).parent());
    let folder = folder.context("cargo does not say where it is")?;
    let names = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<BTreeSet<_>>>()?;
    let texts = chosen(&names).into_iter().map(|name| fs::read_to_string(folder.join(name)));
    texts.map(|text| Ok(text?.trim().to_owned())).collect()
}

/// The licence files to include. The choice is always between Apache's and a shorter licence, so
/// take the shorter.
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
    fn the_shorter_of_two_licences_is_used() {
        let chosen = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            chosen(&names).into_iter().map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"]), ["LICENSE-MIT"]);
        assert_eq!(chosen(&["LICENSE-APACHE", "src"]), ["LICENSE-APACHE"]);
        assert_eq!(chosen(&["LICENCE.txt", "LICENSE-UNICODE"]).len(), 2);
    }
}

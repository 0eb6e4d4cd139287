//! The npm packages that the lock file names.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Step;
use crate::failure::Failure;
use crate::node;
use crate::shell::Tool;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    // npm's own note on what it installed, written last.
    let installed = home.path("web/node_modules/.package-lock.json");
    let manifest = home.path("web/package.json");
    let lock = home.path("web/package-lock.json");
    Step {
        name: "packages",
        inputs: Inputs::of_recipe(include_str!("packages.rs"))
            .path(manifest.clone())
            .path(lock.clone()),
        outputs: vec![Output::Content(installed.clone())],
        work: Box::new(move |task| {
            node::check(home)?;
            let is_there = || {
                let read = [&manifest, &lock, &installed].map(|file| json(file));
                matches!(&read, [Some(manifest), Some(lock), Some(installed)]
                    if agree(manifest, lock, installed))
            };
            if is_there() {
                return Ok("as the lock file says".into());
            }
            task.note("installing (npm ci)");
            let Err(failure) = install(home, &["ci"]) else { return Ok("installed".into()) };
            // A registry that lacks packages for other systems, all optional, leaves gaps in the
            // lock file, and `npm ci` takes those for a stale one. What comes is compared.
            if is_about_the_lock_file(&failure) {
                task.note("installing (npm install)");
                install(home, &["install", "--no-save"])?;
                if is_there() {
                    return Ok("installed as the lock file says".into());
                }
            }
            Err(failure)
        }),
    }
}

fn install(home: &Workspace, words: &[&str]) -> Result<(), Failure> {
    Tool::npm(home)
        .args(words)
        .args(["--no-audit", "--no-fund"])
        // A browser is fetched when tests need one and there is none.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .run()
        .map(drop)
        .map_err(|failure| {
            failure.mended_by(
                "If the lock file is stale, run `npm install` in web/; if the network failed, try again.",
            )
        })
}

/// npm's word for a lock file that does not go with the manifest.
fn is_about_the_lock_file(failure: &Failure) -> bool {
    failure.output.contains("EUSAGE")
}

fn json(file: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

/// Whether what is installed is what the lock file names, and the manifest asks for nothing
/// else. A new script in the manifest is then no reason to install everything anew.
fn agree(manifest: &Value, lock: &Value, installed: &Value) -> bool {
    let (Some(locked), Some(installed)) =
        (lock["packages"].as_object(), installed["packages"].as_object())
    else {
        return false;
    };
    let root = &lock["packages"][""];
    ["dependencies", "devDependencies"].iter().all(|kind| manifest[kind] == root[kind])
        && installed.iter().all(|(path, package)| {
            // What the lock file could not name is for this system alone.
            locked.get(path).map_or(package["optional"] == true, |locked| {
                locked["integrity"] == package["integrity"]
            })
        })
        && locked.iter().all(|(path, package)| {
            // Packages for other systems are locked as optional, and not installed here.
            path.is_empty() || installed.contains_key(path) || package["optional"] == true
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn manifest() -> Value {
        json!({ "scripts": { "dev": "vite" }, "dependencies": { "react": "^19.0.0" } })
    }

    fn lock() -> Value {
        json!({ "packages": {
            "": { "dependencies": { "react": "^19.0.0" } },
            "node_modules/react": { "integrity": "sha512-r" },
            "node_modules/for-windows": { "integrity": "sha512-w", "optional": true },
        } })
    }

    fn installed(integrity: &str) -> Value {
        json!({ "packages": { "node_modules/react": { "integrity": integrity } } })
    }

    #[test]
    fn what_was_installed_from_this_lock_file_agrees() {
        assert!(agree(&manifest(), &lock(), &installed("sha512-r")));
    }

    #[test]
    fn another_version_does_not() {
        assert!(!agree(&manifest(), &lock(), &installed("sha512-older")));
    }

    #[test]
    fn a_package_too_few_or_too_many_does_not() {
        assert!(!agree(&manifest(), &lock(), &json!({ "packages": {} })));
        let mut more = installed("sha512-r");
        more["packages"]["node_modules/removed"] = json!({ "integrity": "sha512-x" });
        assert!(!agree(&manifest(), &lock(), &more));
    }

    #[test]
    fn a_package_for_this_system_alone_may_be_more() {
        let mut more = installed("sha512-r");
        more["packages"]["node_modules/for-mac"] = json!({ "integrity": "x", "optional": true });
        assert!(agree(&manifest(), &lock(), &more));
    }

    #[test]
    fn only_npms_own_word_speaks_of_the_lock_file() {
        let saying = |output: &str| Failure { output: output.into(), ..Failure::new("", "") };
        assert!(is_about_the_lock_file(&saying("npm error code EUSAGE\nnpm error Missing: a@")));
        assert!(!is_about_the_lock_file(&saying("npm error code ENOTFOUND")));
    }

    #[test]
    fn a_manifest_ahead_of_its_lock_file_does_not() {
        let mut manifest = manifest();
        manifest["devDependencies"] = json!({ "vite": "^8.0.0" });
        assert!(!agree(&manifest, &lock(), &installed("sha512-r")));
    }
}

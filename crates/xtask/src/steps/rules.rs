//! The domain's rules as the WebAssembly package that the browser loads.

mod licences;

use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use super::Step;
use crate::failure::Failure;
use crate::mirror::mirror;
use crate::stamp::{Inputs, Output};
use crate::wasm_toolchain;
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    let package = home.path("web/src/rules/pkg");
    // Each way to compile leaves the module somewhere else; here it always is.
    let module = home.scratch().join("rules.wasm");
    let inputs = Inputs::of_recipe(include_str!("rules.rs"))
        .word(include_str!("rules/licences.rs"))
        .path(home.path("Cargo.lock"))
        .path(module.clone());
    Step {
        name: "wasm",
        compile: Some(Box::new({
            let module = module.clone();
            move |task| {
                let compiled = wasm_toolchain::compile(home, task)?;
                fs::create_dir_all(home.scratch())
                    .and_then(|()| fs::copy(&compiled, &module))
                    .map(drop)
                    .map_err(|error| Failure::of_file(&module, &error))
            }
        })),
        inputs,
        outputs: vec![Output::Content(package.clone())],
        work: Box::new(move |task| {
            task.note("writing the package");
            let fresh = home.scratch().join("rules");
            bind(&module, &fresh)?;
            licences::write(home, &fresh)?;
            mirror(&fresh, &package).map_err(|error| Failure::of_file(&package, &error))?;
            let size = fs::metadata(package.join("rules_bg.wasm")).map_or(0, |file| file.len());
            Ok(format!("built, {} kB", size.div_ceil(1000)))
        }),
    }
}

/// Writes the package's JavaScript, types and module into `folder`.
fn bind(module: &Path, folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Failure::of_file(folder, &error))?;
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("rules")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The web code says where the module is, as the bundler names it.
        .omit_default_module_path(true);
    bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)).map_err(|error| Failure {
        what: "wasm-bindgen could not write the package.".into(),
        output: format!("{error:#}"),
        mend: "Mend the exports in crates/wasm; wasm-bindgen's versions in Cargo.toml must agree."
            .into(),
    })
}

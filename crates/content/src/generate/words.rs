//! The words of screens, by file: `content/<language>/words/*.ftl`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use content::{Catalogue, Language, ORIGINAL, check_anchor};

use crate::module::Module;
use crate::output::Output;
use crate::rules;

/// The catalogues of a language by the names of their files.
pub(crate) type Catalogues = BTreeMap<String, Catalogue>;

/// Reads those in which everything is written first, with what the rules say. `titles` are those of the services.
pub(crate) fn originals(
    folder: &Path,
    language: &Language,
    titles: rules::Titles,
) -> anyhow::Result<Catalogues> {
    let mut words = Catalogues::new();
    for (name, text) in files(folder)? {
        let catalogue = Catalogue::read(&text, &language.plurals);
        words.insert(name.clone(), catalogue.with_context(|| path(language, &name))?);
    }
    let of_the_rules = rules::original(titles, language)?;
    if words.insert(rules::NAME.to_owned(), of_the_rules).is_some() {
        bail!("{}: these words stand beside the rules: remove it", path(language, rules::NAME));
    }
    Ok(words)
}

/// Reads the translations of all of them.
pub(crate) fn translations(
    folder: &Path,
    language: &Language,
    originals: &Catalogues,
) -> anyhow::Result<Catalogues> {
    let mut texts = files(folder)?;
    let words = originals.iter().map(|(name, original)| {
        let path = path(language, name);
        let text = texts.remove(name).with_context(|| format!("{path} is missing"))?;
        let translation = original.read_translation(&text, &language.plurals);
        Ok((name.clone(), translation.with_context(|| path)?))
    });
    let words = words.collect::<anyhow::Result<_>>()?;
    if let Some(name) = texts.keys().next() {
        bail!("{} translates nothing: remove it", path(language, name));
    }
    Ok(words)
}

/// The name of the file with what only a server says.
pub(crate) const SERVER: &str = "server";

/// Adds a module for each file that pages have words of.
pub(crate) fn add(output: &mut Output, prefix: &str, language: &Language, words: &Catalogues) {
    for (name, catalogue) in words.iter().filter(|(name, _)| *name != SERVER) {
        let stands_beside_codes = language.code == ORIGINAL && name == rules::NAME;
        let source = path(language, name);
        let mut module = Module::new(if stands_beside_codes { "crates/domain" } else { &source });
        module.add(&catalogue.module(language.right_to_left));
        output.add(format!("{prefix}words/{name}.ts"), module.text());
    }
}

pub(crate) fn path(language: &Language, name: &str) -> String {
    format!("content/{}/words/{name}.ftl", language.code)
}

/// The texts of the files that a server reads.
pub(crate) fn of_server(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut texts = files(folder)?;
    Ok([rules::NAME, SERVER].into_iter().filter_map(|name| texts.remove(name)).collect())
}

/// The texts of a folder by name without extension.
fn files(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(BTreeMap::new()) };
    let mut texts = BTreeMap::new();
    for entry in entries {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "ftl") {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // It stands in the generated module's first lines.
            check_anchor(&name).with_context(|| format!("the name {:?}", file))?;
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            texts.insert(name, text);
        }
    }
    Ok(texts)
}

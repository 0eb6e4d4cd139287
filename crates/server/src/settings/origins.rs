//! Where each setting came from, so that a message can name the flag, the variable or the line.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    path::{Path, PathBuf},
};

use crate::settings::files::names;

/// How similar a name has to be to be suggested, from 0 to 1.
const SIMILAR: f64 = 0.7;

/// Where the settings came from.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    flags: BTreeSet<String>,
    variables: BTreeSet<String>,
    lines: BTreeMap<String, (PathBuf, usize)>,
}

impl Origins {
    /// Those of a command line and the environment.
    pub(super) fn of(flags: &[OsString], command: &clap::Command) -> Self {
        let mut origins = Self::default();
        for flag in flags {
            let flag = flag.to_string_lossy();
            if let Some(flag) = flag.strip_prefix("--") {
                origins.flags.insert(flag.split('=').next().unwrap_or(flag).to_owned());
            }
        }
        let is_set = |name: &&str| std::env::var_os(variable(name)).is_some();
        let all = names(command).chain(["config"]);
        origins.variables = all.filter(is_set).map(str::to_owned).collect();
        origins
    }

    /// Records the line of the settings file that has a setting.
    pub(super) fn stands_in_file(&mut self, name: &str, path: &Path, line: usize) {
        self.lines.insert(name.to_owned(), (path.to_owned(), line));
    }

    /// The setting as its operator wrote it: `--addr`, `SITE_ADDR`, or `addr (line 3 of
    /// site.toml)`. One that nobody set has the flag's name.
    pub fn name(&self, name: &str) -> String {
        if self.flags.contains(name) {
            return format!("--{name}");
        }
        if self.variables.contains(name) {
            return variable(name);
        }
        match self.lines.get(name) {
            Some((path, line)) => format!("{name} (line {line} of {})", path.display()),
            None => format!("--{name}"),
        }
    }

    /// Whether the settings file has this setting.
    pub(super) fn is_in_file(&self, name: &str) -> bool {
        self.lines.contains_key(name)
    }
}

/// The environment variable of a setting.
pub(super) fn variable(name: &str) -> String {
    format!("SITE_{}", name.replace('-', "_").to_uppercase())
}

/// Variables that look like settings and are none, each with the most similar one. They are not
/// refused, because the environment is not ours alone.
pub(crate) fn unknown_variables(command: &clap::Command) -> Vec<String> {
    let known: Vec<_> = names(command).chain(["config"]).map(variable).collect();
    let variables = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let unknown = variables.filter(|name| name.starts_with("SITE_") && !known.contains(name));
    unknown.map(|name| format!("{name} is no setting{}", nearest(&name, &known))).collect()
}

/// A question whether the most similar name was meant; nothing if none is similar.
pub(super) fn nearest(name: &str, names: &[String]) -> String {
    let similar = names.iter().map(|known| (strsim::jaro(name, known), known));
    let similar = similar.filter(|(similarity, _)| *similarity > SIMILAR);
    let nearest = similar.max_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map(|(_, known)| format!(": did you mean \"{known}\"?")).unwrap_or_default()
}

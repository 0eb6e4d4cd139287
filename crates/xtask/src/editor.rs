//! The editor of the content: for `cargo xtask dev --edit`, and `cargo xtask editor` for a host of
//! static files.

use std::fs;
use std::time::SystemTime;

use clap::Args;

use crate::build::{Build, Done, newest_below};
use crate::tool::{ROOT, TARGET, cargo, modified, npm, program, run, tool};

/// Where it is built.
pub(crate) const FOLDER: &str = "web/dist-editor";
/// What it is built from.
const SOURCES: [&str; 4] =
    ["web/src/editor", "web/vite.editor.config.ts", "web/scripts", "web/package-lock.json"];

/// Where the editor reads and writes the files.
#[derive(Args)]
pub(crate) struct GitHost {
    /// The repository, such as `company/website`.
    #[arg(long, value_name = "OWNER/NAME")]
    repository: String,
    /// The kind of Git host.
    #[arg(long, default_value = "github", value_parser = ["github", "gitlab", "gitea"])]
    host: String,
    /// The address of a Git host of your own, such as `https://git.example`.
    #[arg(long, value_name = "URL")]
    host_address: Option<String>,
    /// The branch that changes are written to.
    #[arg(long, default_value = "main")]
    branch: String,
}

impl GitHost {
    fn options(&self) -> Vec<&str> {
        let Self { repository, host, host_address, branch } = self;
        let mut options = vec!["--repository", repository, "--host", host, "--branch", branch];
        options.extend(host_address.iter().flat_map(|address| ["--host-address", address]));
        options
    }

    /// What the page of the editor may ask.
    fn api(&self) -> &str {
        self.host_address.as_deref().unwrap_or(match self.host.as_str() {
            "github" => "https://api.github.com",
            "gitlab" => "https://gitlab.com",
            _ => "https://gitea.com",
        })
    }
}

impl Build<'_> {
    /// Builds the editor for the folder of this machine.
    pub(crate) fn editor(&self) -> anyhow::Result<Done> {
        self.editor_with(&[])
    }

    /// Builds the editor for files on a Git host, with its headers.
    pub(crate) fn editor_at(&self, host: &GitHost) -> anyhow::Result<()> {
        self.packages()?;
        self.server("server", &["devserver"])?;
        self.editor_with(&host.options())?;
        let headers = ["--editor", FOLDER, "--write-editor-headers", "--editor-host", host.api()];
        run(&tool(program("devserver"), &headers))?;
        Ok(())
    }

    fn editor_with(&self, options: &[&str]) -> anyhow::Result<Done> {
        self.step("editor", |task| {
            let stamp = TARGET.join("xtask/editor.built");
            let is_there = ROOT.join(FOLDER).join("index.html").is_file();
            let is_fresh = is_there && modified(&stamp).ok() > Some(newest()?);
            if !is_fresh {
                task.note("bundling");
                let started = stamp.with_extension("started");
                fs::create_dir_all(TARGET.join("xtask"))?;
                fs::write(&started, "")?;
                run(&npm("web", &["run", "--silent", "editor"]))?;
                fs::rename(started, stamp)?;
            }
            let into = ROOT.join(FOLDER).to_string_lossy().into_owned();
            let configure = ["run", "--quiet", "--bin=generate", "--", "editor", "--into", &into];
            let said = run(&cargo(&[&configure[..], options].concat()))?;
            Ok((!is_fresh || !said.trim().is_empty()).then(|| "built".to_owned()))
        })
    }
}

/// When the newest source was written.
fn newest() -> anyhow::Result<SystemTime> {
    let mut newest = SystemTime::UNIX_EPOCH;
    for source in SOURCES {
        newest = newest.max(newest_below(&ROOT.join(source))?);
    }
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editor_may_ask_its_git_host_alone() {
        let host = |kind: &str, address: Option<&str>| GitHost {
            repository: "company/website".to_owned(),
            host: kind.to_owned(),
            host_address: address.map(str::to_owned),
            branch: "main".to_owned(),
        };
        assert_eq!(host("github", None).api(), "https://api.github.com");
        let own = host("gitea", Some("https://git.example"));
        assert_eq!(own.api(), "https://git.example");
        assert!(own.options().ends_with(&["--host-address", "https://git.example"]));
    }
}

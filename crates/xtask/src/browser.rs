//! Finds or installs browsers for the tests.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::debian;
use crate::report::Task;
use crate::tool::{Advise, npm, run, which};

/// The environment variable with the browser's path. The tests in web/ read it, too.
pub(crate) const VARIABLE: &str = "CHROME_PATH";

/// Chromium without windows. The journeys take two thirds of the time that they take in a whole
/// one.
const HEADLESS: &str = "chromium-headless-shell";
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Without a font, a bare system shows boxes.
const PACKAGES: [&str; 2] = [HEADLESS, "fonts-liberation"];

/// The browser for the tests; `None` if Playwright finds its own. In this order: the one in the
/// variable, Debian's headless one, another that is installed, Playwright's headless one.
pub(crate) fn find(task: &Task<'_>) -> anyhow::Result<Option<PathBuf>> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(Some(named.into()));
    }
    if debian::is_ours() && which(HEADLESS).is_none() {
        // Without it, the tests take longer.
        let _ = debian::install(task, &PACKAGES);
    }
    let installed = [HEADLESS].iter().chain(&NAMES).find_map(|name| which(name));
    if installed.is_some() {
        return Ok(installed);
    }
    task.note("downloading a browser (playwright)");
    run(&npm("web", &["exec", "--no", "playwright", "install", "--only-shell", "chromium"]))
        .advise(&format!("Install Chromium or Chrome, or name one in {VARIABLE}."))?;
    Ok(None)
}

/// Another browser in which the journeys run, if it is available.
pub(crate) struct Engine {
    /// Its name in `ENGINE` and in the report.
    pub(crate) name: &'static str,
    /// The required programs. Of names separated by a bar, one is enough.
    programs: &'static [&'static str],
    /// The Debian packages that contain them.
    packages: &'static [&'static str],
}

pub(crate) const ENGINES: [Engine; 2] = [
    Engine { name: "firefox", programs: &["firefox-esr|firefox"], packages: &["firefox-esr"] },
    Engine {
        name: "webkit",
        programs: &["WebKitWebDriver", "Xvfb"],
        packages: &["webkit2gtk-driver", "xvfb"],
    },
];

impl Engine {
    /// Whether it is installed or could be installed.
    ///
    /// # Errors
    ///
    /// If `CI` is set and it is not available.
    pub(crate) fn find(&self, task: &Task<'_>) -> anyhow::Result<bool> {
        if self.is_here() {
            return Ok(true);
        }
        let packages = self.packages.join(" and ");
        let installed = match debian::is_ours() {
            true => debian::install(task, self.packages),
            false => {
                Err(anyhow!("CI walks through the site in {}, too: install {packages}.", self.name))
            }
        };
        // On a developer's machine the other engines will do.
        match installed {
            Err(error) if std::env::var_os("CI").is_some() => Err(error),
            tried => Ok(tried.is_ok()),
        }
    }

    fn is_here(&self) -> bool {
        self.programs.iter().all(|names| names.split('|').any(|name| which(name).is_some()))
    }
}

//! Browsers for the tests, found or installed.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::debian;
use crate::report::Task;
use crate::tool::{Advise, npm, run, which};

/// The variable that names a browser; the tests in web/ read it, too.
pub(crate) const VARIABLE: &str = "CHROME_PATH";

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Without a font of its own, a bare system shows boxes.
const PACKAGES: [&str; 2] = ["chromium", "fonts-liberation"];

/// The browser that the tests are to use; none if they find Playwright's own by themselves. In
/// this order: the one that is named, an installed one, Debian's, Playwright's.
pub(crate) fn find(task: &Task<'_>) -> anyhow::Result<Option<PathBuf>> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(Some(named.into()));
    }
    let installed = || NAMES.iter().find_map(|name| which(name));
    if let Some(browser) = installed() {
        return Ok(Some(browser));
    }
    if debian::is_ours() && debian::install(task, &PACKAGES).is_ok() {
        return Ok(installed());
    }
    task.note("downloading a browser (playwright)");
    run(&npm("web", &["exec", "--no", "playwright", "install", "chromium"]))
        .advise(&format!("Install Chromium or Chrome, or name one in {VARIABLE}."))?;
    Ok(None)
}

/// A browser that the journeys are walked in as well, where it can be had.
pub(crate) struct Engine {
    /// As `ENGINE` names it to the journeys, and the report to its reader.
    pub(crate) name: &'static str,
    /// All of these it takes; of names with a bar between them, one.
    programs: &'static [&'static str],
    /// Debian's packages with them.
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
    /// Whether it is here, or could be installed. CI insists on it.
    ///
    /// # Errors
    ///
    /// If `CI` is set and it is not to be had.
    pub(crate) fn find(&self, task: &Task<'_>) -> anyhow::Result<bool> {
        if self.is_here() || debian::is_ours() && debian::install(task, self.packages).is_ok() {
            return Ok(true);
        }
        if std::env::var_os("CI").is_none() {
            return Ok(false);
        }
        let packages = self.packages.join(" and ");
        Err(anyhow!("CI walks through the site in {}, too: install {packages}.", self.name))
    }

    fn is_here(&self) -> bool {
        self.programs.iter().all(|names| names.split('|').any(|name| which(name).is_some()))
    }
}

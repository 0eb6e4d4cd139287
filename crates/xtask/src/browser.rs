//! A browser for the tests, found or installed.

use std::path::PathBuf;

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

//! A browser for the tests, found or installed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::apt;
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::{Tool, which};
use crate::workspace::Workspace;

/// The variable that names a browser; the tests in web/ read it too.
pub(crate) const VARIABLE: &str = "CHROME_PATH";

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Where systems keep them that have no PATH for programs with windows.
const PLACES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];
/// Without a font of its own, a bare system shows boxes.
const PACKAGES: [&str; 2] = ["chromium", "fonts-liberation"];
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(600);
const START_LIMIT: Duration = Duration::from_secs(20);

/// A browser that is installed, or becomes it.
pub(crate) fn find(home: &Workspace, task: &Task) -> Result<PathBuf, Failure> {
    let starts = |browser: &Path| starts(home, browser);
    if let Some(browser) = at_hand(std::env::var_os(VARIABLE), candidates(), starts)? {
        return Ok(browser);
    }
    if apt::is_ours()
        && apt::install(home, task, &PACKAGES).is_ok()
        && let Some(browser) = candidates().find(|browser| starts(browser))
    {
        return Ok(browser);
    }
    download(home, task)
}

/// The browser asked for, or the first that starts.
fn at_hand(
    asked_for: Option<OsString>,
    mut candidates: impl Iterator<Item = PathBuf>,
    starts: impl Fn(&Path) -> bool,
) -> Result<Option<PathBuf>, Failure> {
    let Some(asked_for) = asked_for.filter(|path| !path.is_empty()).map(PathBuf::from) else {
        return Ok(candidates.find(|browser| starts(browser)));
    };
    if starts(&asked_for) {
        return Ok(Some(asked_for));
    }
    Err(Failure::new(
        format!("{VARIABLE} names {}, which does not start.", asked_for.display()),
        format!("Correct {VARIABLE}, or leave it out: a browser is then found or installed."),
    ))
}

fn candidates() -> impl Iterator<Item = PathBuf> {
    let in_a_place = PLACES.iter().map(PathBuf::from).filter(|path| path.is_file());
    NAMES.iter().filter_map(|name| which(name)).chain(in_a_place)
}

/// Some systems have a program of the name that only says how to install it.
fn starts(home: &Workspace, browser: &Path) -> bool {
    if cfg!(windows) {
        // There, asking for the version opens a window.
        return browser.is_file();
    }
    let asked = Tool::new(home, browser).args(["--version"]).limit(START_LIMIT).outcome();
    asked.is_ok_and(|outcome| outcome.ok)
}

/// Playwright's own.
fn download(home: &Workspace, task: &Task) -> Result<PathBuf, Failure> {
    task.note("downloading a browser (playwright)");
    let advice = |failure: Failure| {
        failure.mended_by(format!("Install Chromium or Chrome, or name one in {VARIABLE}."))
    };
    Tool::npx(home)
        .args(["playwright", "install", "chromium"])
        .limit(DOWNLOAD_LIMIT)
        .run()
        .map_err(advice)?;
    let path = Tool::new(home, "node")
        .at(&home.path("web"))
        .args(["--input-type=module", "--eval"])
        .args(["import { chromium } from 'playwright'; console.log(chromium.executablePath());"])
        .run()
        .map_err(advice)?;
    let path = PathBuf::from(path.trim());
    if starts(home, &path) {
        return Ok(path);
    }
    let what = format!("Playwright's browser at {} does not start.", path.display());
    Err(advice(Failure::new(what, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn these(names: &[&str]) -> impl Iterator<Item = PathBuf> {
        names.iter().map(PathBuf::from).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn the_one_asked_for_comes_before_all() {
        let found = at_hand(Some("/my/own".into()), these(&["/bin/chromium"]), |_| true);
        assert_eq!(found.unwrap(), Some("/my/own".into()));
    }

    #[test]
    fn asking_for_one_that_does_not_start_is_a_slip_to_name() {
        let others = these(&["/bin/chromium"]);
        let slip = at_hand(Some("/no/such".into()), others, |path| path != "/no/such");
        let slip = slip.unwrap_err();
        assert!(slip.what.contains("CHROME_PATH names /no/such"), "{}", slip.what);
    }

    #[test]
    fn an_empty_wish_is_none() {
        let found = at_hand(Some("".into()), these(&["/bin/chromium"]), |_| true);
        assert_eq!(found.unwrap(), Some("/bin/chromium".into()));
    }

    #[test]
    fn one_that_does_not_start_is_passed_over() {
        let both = these(&["/bin/stub", "/bin/chrome"]);
        let found = at_hand(None, both, |path| path != "/bin/stub");
        assert_eq!(found.unwrap(), Some("/bin/chrome".into()));
    }

    #[test]
    fn none_is_none() {
        assert_eq!(at_hand(None, these(&[]), |_| true).unwrap(), None);
    }
}

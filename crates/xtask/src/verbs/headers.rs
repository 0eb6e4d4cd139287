//! `cargo xtask headers`.

mod points;

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::npm_folder::NpmFolder;
use crate::report::{Report, Task};
use crate::serving;
use crate::steps::Steps;
use crate::verbs::routes;
use crate::workspace::Workspace;

use points::{Scored, each_result, lost};

/// What every answer has to reach. Scripts with their hash bring five more; cookies that are well
/// set and a place on the browsers' own list of hosts would, too, and we have neither.
const LEAST: i64 = 130;

/// An address with no page of its own.
const UNKNOWN: &str = "/no-such-page";

/// Scores every route as HTTP Observatory does, as `devserver` answers behind a proxy that speaks
/// HTTPS, and as a static host does that obeys `_headers`. False if one has too few points.
pub(crate) fn headers(home: &Workspace, report: &Report) -> bool {
    let since = Instant::now();
    let outcome = (Steps { home, report }).site().and_then(|_| {
        let task = report.start("scores");
        let scored = score(home, &task);
        match &scored {
            Ok(scored) => task.done(&format!("of {} answers", scored.len())),
            Err(_) => task.failed(),
        }
        scored
    });
    match outcome.inspect(|all| tell(report, all)).and_then(|all| judged(&all)) {
        Ok(said) => {
            report.timed("headers", &said, since.elapsed());
            true
        }
        Err(failure) => {
            report.failure(&failure);
            false
        }
    }
}

/// Scores every route of the site that is built, and says in one line what came of it.
pub(super) fn keep(home: &Workspace, report: &Report) -> Result<(), Failure> {
    let task = report.start("scores");
    let said = score(home, &task).and_then(|all| judged(&all));
    task.conclude(said)
}

fn score(home: &Workspace, task: &Task) -> Result<Vec<Scored>, Failure> {
    let observatory = NpmFolder { home, name: "observatory" };
    observatory.install(task)?;
    let dist = home.path("web/dist");
    let mut routes = routes::of(&dist)?;
    routes.push(UNKNOWN.into());

    let scratch = home.scratch().join("headers");
    fs::create_dir_all(&scratch).map_err(|error| Failure::of_file(&scratch, &error))?;
    let addr = serving::free_here()?;
    let server = serving::site_server(home, addr)
        .args(["--behind-https"])
        .start_into(&scratch.join("devserver.log"))?;
    let _server = serving::answering(server, addr)?;
    let asked = json!({
        "url": serving::url(addr),
        "dist": dist,
        "host": host(&home.path("content/site.json"))?,
        "routes": routes,
    });
    task.note("scoring");
    observatory.ask("score.mjs", &asked, &scratch, |node| node)
}

/// The host that the site is made for, without which no script is known to be its own.
fn host(content: &Path) -> Result<String, Failure> {
    let text = fs::read(content).map_err(|error| Failure::of_file(content, &error))?;
    let site: Value = serde_json::from_slice(&text).unwrap_or_default();
    let host = site["origin"].as_str().and_then(|origin| origin.strip_prefix("https://"));
    host.map(String::from).ok_or_else(|| {
        Failure::new(
            format!("{} names no origin with https.", content.display()),
            "Name the address that the site is served at: \"origin\": \"https://…\".",
        )
    })
}

/// Prints a line for each answer, what it lost, and what the tests said.
fn tell(report: &Report, all: &[Scored]) {
    for scored in all {
        report.line(&scored.score.to_string(), &scored.to_string());
        for test in lost(&scored.tests) {
            report.line("", &test.to_string());
        }
    }
    report.say(&each_result(all).join("\n"));
}

fn judged(all: &[Scored]) -> Result<String, Failure> {
    let poor = all.iter().filter(|scored| scored.score < LEAST);
    let poor: Vec<_> = poor.map(ToString::to_string).collect();
    if poor.is_empty() {
        return Ok(format!("every answer has {LEAST} points or more"));
    }
    Err(Failure::new(
        format!("Below {LEAST} points: {}.", poor.join(", ")),
        "Mend the table in crates/site/src/headers.rs, the policy beside it in \
         content_policy.rs, or the page that needs what they forbid.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_answer_below_the_least_is_a_failure_that_names_it() {
        let scored = |route: &str, score| Scored {
            route: route.into(),
            by: "devserver".into(),
            score,
            tests: Vec::new(),
        };
        assert!(judged(&[scored("/", LEAST), scored("/blog", LEAST + 5)]).is_ok());
        let failure = judged(&[scored("/", LEAST), scored("/blog", LEAST - 5)]).unwrap_err();
        assert_eq!(failure.what, "Below 130 points: /blog (devserver).");
    }
}

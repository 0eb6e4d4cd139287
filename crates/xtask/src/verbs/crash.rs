//! `cargo xtask crash [--kills] [--writes]`.

use std::time::Instant;

use serde_json::Value;

use crate::report::Report;
use crate::steps::Steps;
use crate::verbs::trials::{self, Alone};
use crate::workspace::Workspace;

/// Kills a hosted server again and again while referrals are submitted to it, and looks whether
/// each that was acknowledged is there, once. False if one is not.
pub(crate) fn crash(home: &Workspace, report: &Report, kills: u32, writes: u32) -> bool {
    let since = Instant::now();
    let outcome = (Steps { home, report }).site().and_then(|_| {
        let task = report.start("crash");
        let (kills, writes) = (kills.to_string(), writes.to_string());
        let words = ["crash", "--kills", &kills, "--writes", &writes];
        let found = trials::run::<Value>(home, &task, &words, Alone::Anywhere);
        match &found {
            Ok(_) => task.done("every acknowledged referral is there, once"),
            Err(_) => task.failed(),
        }
        found
    });
    match outcome {
        Ok(found) => {
            report.say(&format!("{found:#}"));
            report.timed("crash", "nothing was lost", since.elapsed());
            true
        }
        Err(failure) => {
            report.failure(&failure);
            false
        }
    }
}

//! What is known against the npm packages of web/.

use super::{known, unchecked};
use crate::failure::Failure;
use crate::shell::{Outcome, Tool};
use crate::workspace::Workspace;

/// What npm says where nobody answers, or where a mirror does not offer audits at all. Anything
/// else that goes wrong is a failure.
const UNANSWERED: [&str; 8] = [
    "ENOTFOUND",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EAI_AGAIN",
    "404 Not Found - POST",
    "405 Method Not Allowed - POST",
    "501 Not Implemented - POST",
];

/// Asks the registry.
pub(super) fn run(home: &Workspace) -> Result<String, Failure> {
    let outcome = Tool::npm(home)
        .args(["audit", "--audit-level=high"])
        .limit(super::FETCH_LIMIT)
        .outcome()?;
    if is_unanswered(&outcome) {
        return unchecked("the registry answers no audits");
    }
    known(outcome, "Update the package in web/ (`npm update`), or replace it.")
}

fn is_unanswered(outcome: &Outcome) -> bool {
    !outcome.ok
        && (outcome.ending == Outcome::TOO_LATE
            || UNANSWERED.iter().any(|word| outcome.output.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(ok: bool, output: &str) -> Outcome {
        Outcome { ok, ending: String::new(), output: output.into() }
    }

    #[test]
    fn only_a_registry_that_does_not_answer_is_passed_over() {
        for unanswered in [
            "npm error code ENOTFOUND",
            "npm warn audit 405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk",
        ] {
            assert!(is_unanswered(&said(false, unanswered)), "{unanswered}");
        }
        for failure in [
            "# npm audit report\n\na  <1.0.0\nSeverity: high",
            "npm error code ENOLOCK",
            "npm error code EUSAGE",
            "npm error audit endpoint returned an error\n401 Unauthorized - POST",
            "",
        ] {
            assert!(!is_unanswered(&said(false, failure)), "{failure}");
        }
        assert!(!is_unanswered(&said(true, "found 0 vulnerabilities")));
    }
}

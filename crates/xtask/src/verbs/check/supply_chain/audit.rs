//! What is known against the npm packages of web/.

use super::known;
use crate::failure::Failure;
use crate::shell::{Outcome, Tool};
use crate::workspace::Workspace;

/// Asks the registry, which need not answer: many mirrors do not.
pub(super) fn run(home: &Workspace) -> Result<String, Failure> {
    let outcome = Tool::npm(home)
        .args(["audit", "--audit-level=high"])
        .limit(super::FETCH_LIMIT)
        .outcome()?;
    if is_unanswered(&outcome) {
        return Ok("not checked: the registry answers no audits".into());
    }
    known(outcome, "Update the package in web/ (`npm update`), or replace it.")
}

/// Without an answer there is no report, and npm says no number either.
fn is_unanswered(outcome: &Outcome) -> bool {
    !outcome.ok && !outcome.output.contains("# npm audit report")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_without_audits_is_no_failure_and_a_report_is() {
        let said = |ok, output: &str| Outcome { ok, ending: String::new(), output: output.into() };
        assert!(is_unanswered(&said(false, "npm error audit endpoint returned an error")));
        assert!(!is_unanswered(&said(false, "# npm audit report\n\na  <1.0.0\nSeverity: high")));
        assert!(!is_unanswered(&said(true, "found 0 vulnerabilities")));
    }
}

//! One goal and what came of it.

use super::figures::{Goal, Unit};
use crate::verbs::bench::statistics::median;

/// A row of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// What was measured.
    pub(crate) what: String,
    /// The goal in words; empty if there is none.
    pub(crate) goal: String,
    /// The median and the spread, or the fact; or why there is neither.
    pub(crate) measured: String,
    /// What the one means for the other.
    pub(crate) verdict: Verdict,
}

/// Whether a goal is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Met,
    Missed,
    /// And why not.
    NotMeasured(String),
    /// There is no goal.
    Shown,
}

impl Row {
    /// What was measured one or several times. The median is held against the goal.
    pub(crate) fn figure(what: impl Into<String>, goal: Goal, unit: Unit, samples: &[f64]) -> Self {
        let (what, told) = (what.into(), goal.tell(unit));
        let (Some(median), Some(measured)) = (median(samples), unit.tell_all(samples)) else {
            return Self::not_measured(what, told, "no run gave a figure");
        };
        let verdict = match goal.is_met_by(median) {
            Some(true) => Verdict::Met,
            Some(false) => Verdict::Missed,
            None => Verdict::Shown,
        };
        Self { what, goal: told, measured, verdict }
    }

    /// What is no number.
    pub(crate) fn fact(
        what: impl Into<String>,
        goal: impl Into<String>,
        measured: impl Into<String>,
        met: bool,
    ) -> Self {
        let verdict = if met { Verdict::Met } else { Verdict::Missed };
        Self { what: what.into(), goal: goal.into(), measured: measured.into(), verdict }
    }

    /// What could not be measured.
    pub(crate) fn not_measured(
        what: impl Into<String>,
        goal: impl Into<String>,
        why: impl Into<String>,
    ) -> Self {
        let why = why.into();
        Self {
            what: what.into(),
            goal: goal.into(),
            measured: format!("not measured: {why}"),
            verdict: Verdict::NotMeasured(why),
        }
    }
}

impl Verdict {
    /// In a word or two; nothing where nothing is judged.
    pub(crate) fn short(&self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "missed",
            Self::NotMeasured(_) => "–",
            Self::Shown => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_held_against_the_goal() {
        let row = Row::figure("TBT", Goal::AtMost(100.0), Unit::MS, &[90.0, 400.0, 95.0]);
        assert_eq!(row.goal, "at most 100 ms");
        assert_eq!(row.measured, "95 ms (90 to 400)");
        assert_eq!(row.verdict, Verdict::Met);
    }

    #[test]
    fn what_gave_no_figure_is_not_met() {
        let row = Row::figure("TBT", Goal::AtMost(100.0), Unit::MS, &[]);
        assert!(matches!(row.verdict, Verdict::NotMeasured(_)));
    }
}

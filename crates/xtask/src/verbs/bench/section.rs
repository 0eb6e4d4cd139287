//! What one part found.

mod figures;
mod markdown;
mod row;

pub(super) use figures::{Goal, Unit};
pub(super) use row::{Row, Verdict};

/// One part's section of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    /// How it was measured, in a short paragraph.
    pub(super) how: String,
    /// A row for each goal.
    pub(super) rows: Vec<Row>,
    /// What stands behind the rows, for who wants to know more.
    pub(super) tables: Vec<Table>,
}

/// Figures that are shown and not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    /// One line above it.
    pub(super) title: String,
    /// The names of its columns.
    pub(super) columns: Vec<String>,
    /// Its rows, each with a cell for every column; the first names the row.
    pub(super) rows: Vec<Vec<String>>,
}

impl Section {
    /// A section of a part that could not be measured at all.
    pub(super) fn not_measured(why: &str) -> Self {
        Self {
            how: "This part could not be measured.".into(),
            rows: vec![Row::not_measured("All of it", "", why)],
            tables: Vec::new(),
        }
    }

    /// How many goals are met, missed, and not measured.
    pub(super) fn summary(&self) -> String {
        Self::summary_of(std::slice::from_ref(self))
    }

    /// The same, over several sections.
    pub(super) fn summary_of(sections: &[Self]) -> String {
        let rows = || sections.iter().flat_map(|section| &section.rows);
        let count = |is: fn(&Verdict) -> bool| rows().filter(|row| is(&row.verdict)).count();
        let counts = [
            (count(|verdict| *verdict == Verdict::Met), "met"),
            (count(|verdict| *verdict == Verdict::Missed), "missed"),
            (count(|verdict| matches!(verdict, Verdict::NotMeasured(_))), "not measured"),
        ];
        let counts = counts.iter().filter(|(number, _)| *number > 0);
        let said: Vec<_> = counts.map(|(number, what)| format!("{number} {what}")).collect();
        if said.is_empty() { "nothing to judge".into() } else { said.join(", ") }
    }

    /// The rows as lines, for the person at the terminal.
    pub(super) fn for_a_terminal(&self) -> String {
        let lines = self.rows.iter().map(|row| {
            let Row { what, goal, measured, verdict } = row;
            let goal = if goal.is_empty() { String::new() } else { format!("  (goal: {goal})") };
            format!("  {:<9} {what}: {measured}{goal}", verdict.short())
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_what_there_is() {
        let section = Section {
            how: String::new(),
            rows: vec![
                Row::fact("a", "x", "x", true),
                Row::fact("b", "x", "y", false),
                Row::fact("c", "x", "x", true),
                Row::figure("d", Goal::None, Unit::MS, &[1.0]),
            ],
            tables: Vec::new(),
        };
        assert_eq!(section.summary(), "2 met, 1 missed");
    }

    #[test]
    fn a_part_that_failed_says_why_in_its_row() {
        let section = Section::not_measured("No browser.");
        assert_eq!(section.summary(), "1 not measured");
        assert!(section.for_a_terminal().contains("No browser."));
    }
}

//! A section as it is written.

use std::fmt::Write as _;

use super::{Section, Table};

impl Section {
    /// Everything below the heading and the line with date and command.
    pub(crate) fn markdown(&self) -> String {
        let columns = ["What", "Goal", "Measured", ""].map(String::from);
        let rows = self.rows.iter().map(|row| {
            let verdict = row.verdict.short().to_owned();
            vec![row.what.clone(), row.goal.clone(), row.measured.clone(), verdict]
        });
        let mut text = format!("{}\n\n{}", self.how.trim(), grid(&columns, rows));
        for Table { title, columns, rows } in &self.tables {
            let _ = write!(text, "\n{title}\n\n{}", grid(columns, rows.iter().cloned()));
        }
        text
    }
}

fn grid(columns: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule = columns.iter().map(|_| "---".to_owned()).collect();
    let lines = [columns.to_vec(), rule].into_iter().chain(rows);
    lines.fold(String::new(), |mut text, cells| {
        let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;

    #[test]
    fn rows_and_tables_stand_below_the_paragraph() {
        let section = Section {
            how: "In a browser.\n".into(),
            rows: vec![Row::fact("CLS", "0", "0|0", true)],
            tables: vec![Table {
                title: "By route:".into(),
                columns: vec!["Route".into(), "ms".into()],
                rows: vec![vec!["/".into(), "7".into()]],
            }],
        };
        assert_eq!(
            section.markdown(),
            "In a browser.\n\n\
             | What | Goal | Measured |  |\n| --- | --- | --- | --- |\n\
             | CLS | 0 | 0\\|0 | met |\n\n\
             By route:\n\n| Route | ms |\n| --- | --- |\n| / | 7 |\n"
        );
    }
}

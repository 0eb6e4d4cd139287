//! docs/performance.md: a head, and a section for each part.

use std::fs;
use std::path::Path;

use super::part::Part;
use super::section::Section;
use crate::failure::Failure;

const HEAD: &str = "\
# Performance

Written by `cargo xtask bench`, which builds the site and measures it beside others in the same
run. A figure is the median, with the least and the most in brackets; each section says how often
it was taken. Figures of one machine are comparable with each other, not with another machine's:
run the command to have yours.
";

/// The document as it is being written.
pub(super) struct Document {
    machine: String,
    sections: Vec<(Part, String)>,
}

impl Document {
    /// The document as it stands; an empty one if there is none.
    pub(super) fn read(file: &Path) -> Self {
        Self::parse(&fs::read_to_string(file).unwrap_or_default())
    }

    fn parse(text: &str) -> Self {
        let machine = text.lines().find_map(|line| line.strip_prefix(MACHINE));
        let sections = Part::in_order(&[]).into_iter().filter_map(|part| {
            let body = text.split_once(&heading(part))?.1;
            let end = body.find("\n## ").map_or(body.len(), |at| at + 1);
            Some((part, body[..end].trim().to_owned()))
        });
        Self { machine: machine.unwrap_or_default().into(), sections: sections.collect() }
    }

    /// The same document with this part's section in place of an older one.
    pub(super) fn with(mut self, part: Part, section: &Section, machine: &str, date: &str) -> Self {
        if self.machine != machine {
            for (_, body) in self.sections.iter_mut().filter(|(_, body)| !body.contains(ELSEWHERE))
            {
                // It was measured on the machine that the head named until now.
                let note = format!("\n\n{ELSEWHERE}{}", self.machine);
                let end = body.find('\n').unwrap_or(body.len());
                body.insert_str(end, &note);
            }
        }
        self.machine = machine.into();
        let body = format!(
            "Measured on {date} by `cargo xtask bench {}`.\n\n{}",
            part.name(),
            section.markdown().trim()
        );
        self.sections.retain(|(other, _)| *other != part);
        self.sections.push((part, body));
        self
    }

    pub(super) fn write(&self, file: &Path, date: &str) -> Result<(), Failure> {
        fs::write(file, self.text(date)).map_err(|error| Failure::of_file(file, &error))
    }

    fn text(&self, date: &str) -> String {
        let mut text = format!("{HEAD}\nLast run: {date}\n\n{MACHINE}{}\n", self.machine);
        for part in Part::in_order(&[]) {
            let own = self.sections.iter().find(|(other, _)| *other == part);
            if let Some((_, body)) = own {
                text.push_str(&format!("{}{body}\n", heading(part)));
            }
        }
        text
    }
}

const MACHINE: &str = "Machine: ";
const ELSEWHERE: &str = "On another machine: ";

fn heading(part: Part) -> String {
    format!("\n## {}\n\n", part.title())
}

#[cfg(test)]
mod tests {
    use super::super::section::Row;
    use super::*;

    fn section(measured: &str) -> Section {
        Section {
            how: "How.".into(),
            rows: vec![Row::fact("What", "goal", measured, true)],
            tables: Vec::new(),
        }
    }

    fn first() -> String {
        Document::parse("")
            .with(Part::Rules, &section("rules, first"), "2 cores", "2025-01-01")
            .with(Part::Pages, &section("pages, first"), "2 cores", "2025-01-01")
            .text("2025-01-01")
    }

    #[test]
    fn sections_stand_in_their_order_with_date_and_command() {
        let text = first();
        assert!(text.starts_with("# Performance\n"), "{text}");
        assert!(text.contains("\nLast run: 2025-01-01\n\nMachine: 2 cores\n"), "{text}");
        assert!(text.contains("## Pages\n\nMeasured on 2025-01-01 by `cargo xtask bench pages`."));
        assert!(text.find("## Pages") < text.find("## Rules"), "{text}");
    }

    #[test]
    fn one_part_replaces_its_own_section_only() {
        let text = Document::parse(&first())
            .with(Part::Pages, &section("pages, second"), "2 cores", "2025-02-02")
            .text("2025-02-02");
        assert!(!text.contains("pages, first") && text.contains("pages, second"), "{text}");
        let kept = "## Rules\n\nMeasured on 2025-01-01 by `cargo xtask bench rules`.\n\nHow.";
        assert!(text.contains(kept), "{text}");
        assert!(!text.contains(ELSEWHERE), "{text}");
    }

    #[test]
    fn what_another_machine_measured_says_so() {
        let text = Document::parse(&first())
            .with(Part::Pages, &section("pages, second"), "64 cores", "2025-02-02")
            .text("2025-02-02");
        assert!(text.contains("\nMachine: 64 cores\n"), "{text}");
        let kept = "`cargo xtask bench rules`.\n\nOn another machine: 2 cores\n\nHow.";
        assert!(text.contains(kept), "{text}");
        assert_eq!(text.matches(ELSEWHERE).count(), 1, "{text}");
    }
}

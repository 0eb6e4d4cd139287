//! What the engine says of a run that found nothing.

use std::fmt::{self, Display};

/// How much was tried, and how much of the code it reached.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    /// How many inputs were tried.
    executions: u64,
    /// How many edges between two blocks of code were taken by any of them.
    reached: u64,
    /// How many there are, the ones of libraries that nothing leads to among them.
    edges: u64,
}

impl Statistics {
    pub(super) fn read(output: &str) -> Self {
        let after = |word| output.rsplit_once(word).map_or(0, |(_, rest)| number(rest));
        let counters = output.split_once(" inline 8-bit counters)");
        Self {
            executions: after("stat::number_of_executed_units:"),
            reached: after(" cov:"),
            edges: counters
                .and_then(|(start, _)| start.rsplit_once('('))
                .map_or(0, |(_, n)| number(n)),
        }
    }
}

impl Display for Statistics {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { executions, reached, edges } = self;
        write!(out, "{executions} executions, {reached} of {edges} edges")
    }
}

/// The number that a text begins with; 0 if it begins with none.
fn number(text: &str) -> u64 {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_the_engine_counts() {
        let output = "INFO: Loaded 1 modules   (5321 inline 8-bit counters): 5321 [0x1, 0x2),\n\
            #2\tINITED cov: 11 ft: 11 corp: 1/1b exec/s: 0 rss: 26Mb\n\
            #9\tDONE   cov: 44 ft: 12 corp: 5/17b lim: 787 exec/s: 0 rss: 27Mb\n\
            Done 9 runs in 1 second(s)\nstat::number_of_executed_units: 9\n";
        let statistics = Statistics::read(output);
        assert_eq!(statistics, Statistics { executions: 9, reached: 44, edges: 5321 });
        assert_eq!(statistics.to_string(), "9 executions, 44 of 5321 edges");
    }

    #[test]
    fn what_says_nothing_counts_nothing() {
        assert_eq!(Statistics::read(""), Statistics::default());
    }
}

//! What can be measured.

use clap::ValueEnum;

use super::context::Bench;
use super::section::Section;
use super::{building, growth, hosted, pages, rules, serving};
use crate::failure::Failure;
use crate::report::Task;

/// A side of the site that is measured by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Every route as a visitor on a slow phone meets it, and after.
    Pages,
    /// The rules through WebAssembly, against the same rules in zod.
    Rules,
    /// The referral page with few and with very many records.
    Growth,
    /// What an edit costs before it is seen.
    Building,
    /// The server, against nginx.
    Serving,
    /// Hosted mode, with many referrals and many who ask.
    Hosted,
}

impl Part {
    /// The parts asked for, each once, in the order of the document; all if none is named.
    pub(super) fn in_order(asked_for: &[Self]) -> Vec<Self> {
        let all = Self::value_variants().iter().copied();
        all.filter(|part| asked_for.is_empty() || asked_for.contains(part)).collect()
    }

    /// Its name at the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Rules => "rules",
            Self::Growth => "growth",
            Self::Building => "building",
            Self::Serving => "serving",
            Self::Hosted => "hosted",
        }
    }

    /// Its heading in the document.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Pages => "Pages",
            Self::Rules => "Rules",
            Self::Growth => "Growth",
            Self::Building => "Building",
            Self::Serving => "Serving",
            Self::Hosted => "Hosted mode",
        }
    }

    pub(super) fn measure(self, bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
        match self {
            Self::Pages => pages::measure(bench, task),
            Self::Rules => rules::measure(bench, task),
            Self::Growth => growth::measure(bench, task),
            Self::Building => building::measure(bench, task),
            Self::Serving => serving::measure(bench, task),
            Self::Hosted => hosted::measure(bench, task),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_names_all_parts_are_measured() {
        assert_eq!(Part::in_order(&[]), Part::value_variants());
    }

    #[test]
    fn named_parts_are_measured_once_and_in_order() {
        let asked_for = [Part::Serving, Part::Pages, Part::Serving];
        assert_eq!(Part::in_order(&asked_for), [Part::Pages, Part::Serving]);
    }

    #[test]
    fn the_name_is_the_one_at_the_command_line() {
        for part in Part::value_variants() {
            let value = part.to_possible_value();
            assert_eq!(value.as_ref().map(|value| value.get_name()), Some(part.name()));
        }
    }
}

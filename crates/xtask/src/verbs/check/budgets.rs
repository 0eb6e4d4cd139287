//! What the built site may weigh. A page that fits the first flight of a connection is there in
//! one round trip; what comes after it is paid for on the slowest phone.

mod manifest;
mod pictures;
mod sizes;

use std::path::Path;

use crate::failure::Failure;
use crate::report::Report;
use crate::workspace::Workspace;

use manifest::Manifest;
use pictures::heavy_pictures;
pub(crate) use sizes::files_below;

use sizes::{fonts, pages, sent};

/// What the headers of a page take, in bytes.
const HEADERS: u64 = 1_080;

/// A kind of thing that has a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// A page with all that its first paint needs.
    Page,
    /// The scripts of a first visit to a page without forms.
    Scripts,
    /// The rules: WebAssembly with its glue.
    Rules,
    /// All fonts together.
    Fonts,
}

impl Budget {
    /// In bytes as they are sent.
    pub(crate) const fn limit(self) -> u64 {
        match self {
            // Ten segments of 1,460 bytes: the first congestion window of a usual connection
            // (RFC 6928). The headers are sent in it, too.
            Self::Page => 14_600 - HEADERS,
            Self::Scripts => 85_000,
            Self::Rules => 36_000,
            Self::Fonts => 45_000,
        }
    }

    /// What it is the budget of.
    pub(crate) const fn what(self) -> &'static str {
        match self {
            Self::Page => "a page",
            Self::Scripts => "the scripts of a first visit",
            Self::Rules => "the rules with their glue",
            Self::Fonts => "all fonts",
        }
    }
}

/// Something that has a budget, and what it weighs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) budget: Budget,
    /// The file, or what the weight is made of.
    pub(crate) name: String,
    /// In bytes as they are sent to a browser that takes brotli; for a page, as they would be sent if
    /// no hash in it ever changed.
    pub(crate) bytes: u64,
}

impl Weight {
    fn is_too_much(&self) -> bool {
        self.bytes > self.budget.limit()
    }

    /// Such as "services.html: 14,500 bytes, 164 more than a page may have".
    fn excess(&self) -> String {
        let (limit, what) = (self.budget.limit(), self.budget.what());
        let Self { name, bytes, .. } = self;
        format!("{name}: {bytes} bytes, {} over the {limit} of {what}", bytes - limit)
    }
}

/// Holds the built site against its budgets.
pub(crate) fn keep(home: &Workspace, report: &Report) -> Result<(), Failure> {
    let task = report.start("budgets");
    let said = weights(&home.path("web")).and_then(|weights| {
        let excesses = weights.iter().filter(|weight| weight.is_too_much()).map(Weight::excess);
        let excesses: Vec<_> = excesses.chain(heavy_pictures(&home.path("web/dist"))?).collect();
        if excesses.is_empty() {
            return Ok(format!("{} kept; {}", weights.len(), room(&weights)));
        }
        Err(Failure {
            what: "The built site is heavier than it may be.".into(),
            output: excesses.join("\n"),
            mend: "Find what has grown (`git diff --stat` against the last good build), or say in \
                   the commit why the budget has to."
                .into(),
        })
    });
    task.conclude(said)
}

/// How much room the built site has left, in one line, or what could not be weighed.
pub(crate) fn told(home: &Workspace) -> String {
    weights(&home.path("web")).map_or_else(|failure| failure.what, |weights| room(&weights))
}

/// How many bytes are left in each budget, by the heaviest that has it.
fn room(weights: &[Weight]) -> String {
    let kinds = [Budget::Page, Budget::Scripts, Budget::Rules, Budget::Fonts];
    let left = kinds.iter().filter_map(|&budget| {
        let of_it = weights.iter().filter(|weight| weight.budget == budget);
        let heaviest = of_it.max_by_key(|weight| weight.bytes)?;
        let left = budget.limit().saturating_sub(heaviest.bytes);
        Some(format!("{left} bytes left for {}", budget.what()))
    });
    left.collect::<Vec<_>>().join(", ")
}

/// What everything with a budget weighs. `web` holds the built site, and the bundler's manifest
/// of the client.
pub(crate) fn weights(web: &Path) -> Result<Vec<Weight>, Failure> {
    let dist = web.join("dist");
    let manifest = Manifest::read(&web.join("dist-client/.vite/manifest.json"))?;
    let sum = |files: &[String]| {
        files.iter().map(|file| sent(&dist.join(file))).sum::<Result<u64, Failure>>()
    };
    let mut weights = pages(&web.join("dist-client/.vite/pages.json"))?;
    for (name, files) in manifest.pages_without_forms()? {
        weights.push(Weight { budget: Budget::Scripts, name, bytes: sum(&files)? });
    }
    let name = "wasm and glue".to_owned();
    weights.push(Weight { budget: Budget::Rules, name, bytes: sum(&manifest.rules()?)? });
    weights.push(fonts(&dist)?);
    Ok(weights)
}

#[cfg(test)]
mod tests;

//! The site's own regions, whose numbers need no country code: those of `content/site.json`.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use serde::Deserialize;

/// The shape of a region's mobile numbers.
#[derive(Debug)]
pub(crate) struct Region {
    /// The ISO 3166 code.
    name: &'static str,
    /// The country code.
    pub(crate) code: &'static str,
    /// How many digits follow the country code.
    digits: usize,
    /// The possible first digits.
    first: RangeInclusive<u8>,
    /// The trunk prefix, if there is no country code.
    pub(crate) trunk: &'static str,
}

/// All regions that `content/site.json` may contain.
const KNOWN: [Region; 2] = [
    Region { name: "IN", code: "91", digits: 10, first: b'6'..=b'9', trunk: "0" },
    Region { name: "QA", code: "974", digits: 8, first: b'0'..=b'9', trunk: "" },
];

/// The part of `content/site.json` that is needed here.
#[derive(Deserialize)]
struct Site {
    programme: Programme,
}

#[derive(Deserialize)]
struct Programme {
    regions: Vec<String>,
}

/// The site's own regions, in order.
static OWN: LazyLock<Vec<&'static Region>> = LazyLock::new(|| {
    let site: Option<Site> = serde_json::from_str(include_str!("../../../content/site.json")).ok();
    let names = site.map(|site| site.programme.regions).unwrap_or_default();
    names.iter().filter_map(|name| KNOWN.iter().find(|region| region.name == name)).collect()
});

impl Region {
    /// Whether digits without country code are a number of this region.
    fn has(&self, digits: &str) -> bool {
        digits.len() == self.digits
            && digits.bytes().next().is_some_and(|first| self.first.contains(&first))
    }

    /// The national number, for digits that begin with the country code.
    pub(crate) fn after_code<'t>(&self, digits: &'t str) -> Option<&'t str> {
        self.national(digits.strip_prefix(self.code)?)
    }

    /// The national number, for digits without country code.
    fn national<'t>(&self, digits: &'t str) -> Option<&'t str> {
        let after_trunk = digits.strip_prefix(self.trunk);
        [Some(digits), after_trunk].into_iter().flatten().find(|digits| self.has(digits))
    }
}

/// The region and the national number of digits, if they belong to one of the site's own regions.
/// `international`: they certainly begin with a country code.
pub(crate) fn find(digits: &str, international: bool) -> Option<(&'static Region, &str)> {
    OWN.iter().find_map(|region| {
        let national = region.after_code(digits);
        let national = national.or_else(|| region.national(digits).filter(|_| !international));
        Some((*region, national?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_names_regions_that_are_known_here() {
        let site: Site = serde_json::from_str(include_str!("../../../content/site.json")).unwrap();
        let own: Vec<_> = OWN.iter().map(|region| region.name).collect();
        assert_eq!(own, site.programme.regions, "add the missing one to KNOWN");
    }
}

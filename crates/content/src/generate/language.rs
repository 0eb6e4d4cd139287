//! What pages know of their own language, and of the others.

use std::collections::BTreeSet;

use content::Language;
use serde_json::json;

use crate::module::Module;

/// The module of the language at this place. `addresses` has those of the pages of each.
pub(crate) fn module(
    place: usize,
    languages: &[Language],
    addresses: &[BTreeSet<String>],
) -> anyhow::Result<String> {
    let mut module = Module::new("content/languages.json");
    let own = &languages[place];
    module.constant("What pages say they are in.", "tag", "string", &own.tag)?;
    module.constant("By what numbers and dates are written.", "locale", "string", &own.locale)?;
    module.constant("The name for other sites.", "openGraphLocale", "string", &own.open_graph)?;
    module.constant("What addresses start with.", "base", "string", &own.base())?;
    let doc = "How it is written, if not from left to right.";
    let direction = if own.right_to_left { "\"rtl\"" } else { "undefined" };
    module
        .add(&format!("/** {doc} */\nexport const direction: \"rtl\" | undefined = {direction};"));
    let missing = |place: usize| missing(place, addresses);
    let doc =
        "Addresses of English pages that this language does not have, nor what is below them.";
    module.constant(doc, "missing", "readonly string[]", &missing(place))?;
    let others: Vec<_> = (0..languages.len())
        .filter(|other| *other != place)
        .map(|other| {
            let Language { name, tag, .. } = &languages[other];
            let base = languages[other].base();
            json!({ "name": name, "tag": tag, "base": base, "missing": missing(other) })
        })
        .collect();
    module.add(
        "/** A language: what it calls itself, what its addresses start with, which pages it does not have. */\n\
         export type Language = {\n  readonly name: string;\n  readonly tag: string;\n  readonly base: string;\n  \
         readonly missing: readonly string[];\n};",
    );
    module.constant("The other languages.", "others", "readonly Language[]", &others)?;
    Ok(module.text())
}

/// The addresses of the first language's pages that another does not have, each with all that is
/// below it.
fn missing(place: usize, addresses: &[BTreeSet<String>]) -> Vec<&str> {
    if place == 0 {
        return Vec::new();
    }
    let (all, own) = (&addresses[0], &addresses[place]);
    let mut missing: Vec<&str> = Vec::new();
    // Sorted, so that a list comes before its entries.
    for address in all.difference(own) {
        let list = address.rsplit_once('/').map_or("", |(list, _)| list);
        if !missing.contains(&list) {
            missing.push(address);
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(all: &[&str]) -> BTreeSet<String> {
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_list_that_is_missing_stands_for_its_entries() {
        let english = addresses(&[
            "/blog",
            "/blog/a",
            "/blog/b",
            "/courses",
            "/courses/a",
            "/courses/b",
            "/terms",
        ]);
        let arabic = addresses(&["/courses", "/courses/a"]);
        let all = [english, arabic];
        assert_eq!(missing(1, &all), ["/blog", "/courses/b", "/terms"]);
        assert!(missing(0, &all).is_empty());
    }
}

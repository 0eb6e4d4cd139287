//! What is wrong with a body or a query, in words that repeat nothing of it.

use serde_path_to_error::Path;

/// A sentence about the fault that serde found at `path`. Serde's own words may have what was sent
/// in them; only the names of fields, which are this program's, are taken from it.
pub(super) fn sentence(what: &str, path: &Path, serde: &str) -> String {
    let path = path.to_string();
    let within = if path == "." { String::new() } else { path };
    if let Some(name) = quoted(serde, "missing field `") {
        // The path ends at what the field is missing from.
        let dot = if within.is_empty() { "" } else { "." };
        return format!("The {what} `{within}{dot}{name}` is missing.");
    }
    let fault = if serde.starts_with("unknown variant") {
        "none of the values that it may have"
    } else {
        "not of the type that it has to have"
    };
    match within.as_str() {
        "" => format!("The whole is {fault}."),
        name => format!("The {what} `{name}` is {fault}."),
    }
}

fn quoted<'a>(text: &'a str, opening: &str) -> Option<&'a str> {
    text.strip_prefix(opening)?.split('`').next()
}

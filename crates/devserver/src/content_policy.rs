//! The content security policy: nothing is allowed that the site does not use.

use std::collections::BTreeSet;

/// Names of the Trusted Types policies that the site's scripts may create. There are none: no
/// script of ours turns text into markup or code. A library that needs one gets its name here,
/// after somebody has read what it does with it.
pub(crate) const TRUSTED_TYPES_POLICIES: [&str; 0] = [];

/// The policy of an answer that no browser renders as a page: text, scripts, fonts.
pub(crate) const BARE: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What one page, or several together, need beyond the fixed rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Hash sources of inline scripts.
    pub(crate) scripts: BTreeSet<String>,
    /// Hash sources of inline style elements.
    pub(crate) styles: BTreeSet<String>,
}

/// The value of `Content-Security-Policy` for a page with these needs. `image_hosts` are checked
/// sources, such as `https://images.example`.
pub(crate) fn policy(needs: &Needs, image_hosts: &[String]) -> String {
    let trusted_types = if TRUSTED_TYPES_POLICIES.is_empty() {
        "'none'".to_owned()
    } else {
        TRUSTED_TYPES_POLICIES.join(" ")
    };
    [
        "default-src 'none'".to_owned(),
        // The rules are WebAssembly, which needs its own word; `eval` stays forbidden.
        sources("script-src 'self' 'wasm-unsafe-eval'", &needs.scripts),
        sources("style-src 'self'", &needs.styles),
        sources("img-src 'self'", image_hosts),
        "font-src 'self'".to_owned(),
        "connect-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "base-uri 'none'".to_owned(),
        // Forms are handled by script. If one is sent before its script has arrived, blocking
        // it keeps what was typed on the page and out of the address bar and of any log.
        "form-action 'none'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
        "require-trusted-types-for 'script'".to_owned(),
        format!("trusted-types {trusted_types}"),
    ]
    .join("; ")
}

fn sources<'a>(rule: &str, more: impl IntoIterator<Item = &'a String>) -> String {
    more.into_iter().fold(rule.to_owned(), |rule, source| rule + " " + source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_inline_text_gets_the_fixed_rules() {
        assert_eq!(
            policy(&Needs::default(), &[]),
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'"
        );
    }

    #[test]
    fn hashes_and_image_hosts_enter_their_own_rules_only() {
        let needs = Needs {
            scripts: ["'sha256-script'".to_owned()].into(),
            styles: ["'sha256-style'".to_owned()].into(),
        };
        let policy = policy(&needs, &["https://images.example".to_owned()]);

        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval' 'sha256-script';"));
        assert!(policy.contains("style-src 'self' 'sha256-style';"));
        assert!(policy.contains("img-src 'self' https://images.example;"));
    }

    #[test]
    fn nothing_inline_is_allowed_without_its_hash() {
        assert!(!policy(&Needs::default(), &[]).contains("unsafe-inline"));
        assert!(!BARE.contains("unsafe"));
    }
}

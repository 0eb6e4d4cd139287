//! The content security policy of pages: only what the site uses is allowed.

use std::collections::BTreeSet;

/// The names of the Trusted Types policies that the site's scripts may create. No script of the
/// site turns text into markup or code. `worker` only returns the address of the service worker,
/// for any input (`web/src/starter/later.ts`). Before a library's policy is added here, somebody
/// must read what it does.
const TRUSTED_TYPES_POLICIES: [&str; 1] = ["worker"];

/// The policy of the service worker, which only fetches pages and files of the site. Pages may
/// start it because of `script-src`.
pub(crate) const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The hash sources of the inline texts of one or several pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InlineHashes {
    pub(crate) scripts: BTreeSet<String>,
    pub(crate) styles: BTreeSet<String>,
    /// Whether there is a form that works without script.
    pub(crate) posts: bool,
}

/// The `Content-Security-Policy` of a page with these inline texts. `image_hosts` are
/// sources, such as `https://images.example`.
pub(crate) fn policy(inline: &InlineHashes, image_hosts: &[String]) -> String {
    [
        "default-src 'none'".to_owned(),
        // Needed for WebAssembly; `eval` stays forbidden.
        sources("script-src 'self' 'wasm-unsafe-eval'", &inline.scripts),
        sources("style-src 'self'", &inline.styles),
        sources("img-src 'self' data:", image_hosts),
        "font-src 'self'".to_owned(),
        "connect-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "base-uri 'none'".to_owned(),
        // Scripts handle all forms except those that a server answers. If a visitor submits another
        // form before its script has loaded, it is blocked, so that what was typed stays on the
        // page and out of addresses and logs.
        format!("form-action {}", if inline.posts { "'self'" } else { "'none'" }),
        "frame-ancestors 'none'".to_owned(),
        "require-trusted-types-for 'script'".to_owned(),
        format!("trusted-types {}", TRUSTED_TYPES_POLICIES.join(" ")),
    ]
    .join("; ")
}

fn sources<'a>(directive: &str, more: impl IntoIterator<Item = &'a String>) -> String {
    more.into_iter().fold(directive.to_owned(), |directive, source| directive + " " + source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_inline_text_gets_the_fixed_rules() {
        assert_eq!(
            policy(&InlineHashes::default(), &[]),
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types worker"
        );
    }

    #[test]
    fn hashes_and_image_hosts_change_only_their_own_directives() {
        let inline = InlineHashes {
            scripts: ["'sha256-script'".to_owned()].into(),
            styles: ["'sha256-style'".to_owned()].into(),
            posts: true,
        };
        let policy = policy(&inline, &["https://images.example".to_owned()]);

        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval' 'sha256-script';"));
        assert!(policy.contains("style-src 'self' 'sha256-style';"));
        assert!(policy.contains("img-src 'self' data: https://images.example;"));
        assert!(policy.contains("form-action 'self';"));
    }
}

//! A small built site, and what its budgets make of it.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;

/// More than any compressed form here: where there is one, this is not what is sent.
const PLAIN: [u8; 2000] = [0; 2000];

/// A built site in a folder of its own, gone when it is dropped.
struct Built(PathBuf);

impl Built {
    fn new(name: &str) -> Self {
        let web = std::env::temp_dir().join(format!("xtask-budgets-{name}-{}", std::process::id()));
        let built = Self(web);
        built.put("dist-client/.vite/manifest.json", manifest().to_string().as_bytes());
        let pages = json!({ "index.html": 100, "blog/a.html": 200, "404.html": 300 });
        built.put("dist-client/.vite/pages.json", pages.to_string().as_bytes());
        for (file, size) in [
            ("assets/client.js.br", 10),
            ("assets/shared.js", 5),
            ("assets/home.js.br", 7),
            ("assets/post.js.br", 6),
            ("assets/short.js.br", 3),
            ("assets/long.js.br", 30),
            ("assets/contact.js.br", 900),
            ("assets/rules.js.br", 2),
            ("assets/rules.wasm.br", 40),
            ("assets/one.woff2", 11),
            ("assets/two.woff2", 12),
        ] {
            built.put(&format!("dist/{file}"), &vec![0; size]);
            if let Some(plain) = file.strip_suffix(".br") {
                built.put(&format!("dist/{plain}"), &PLAIN);
            }
        }
        built
    }

    fn put(&self, inside: &str, bytes: &[u8]) {
        let file = self.0.join(inside);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }

    fn weights(&self) -> Vec<(Budget, String, u64)> {
        let weights = weights(&self.0).unwrap().into_iter();
        weights.map(|Weight { budget, name, bytes }| (budget, name, bytes)).collect()
    }
}

impl Drop for Built {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn manifest() -> Value {
    json!({
        "_shared.js": { "file": "assets/shared.js" },
        "_loader.js": { "file": "assets/shared.js", "dynamicImports": ["src/rules/pkg/rules.js"] },
        "src/app/client.tsx": {
            "file": "assets/client.js",
            "imports": ["_shared.js"],
            "dynamicImports": ["src/a/home.tsx", "src/a/post.tsx", "src/a/contact.tsx"],
        },
        "src/a/home.tsx": { "file": "assets/home.js", "imports": ["_shared.js"] },
        "src/a/post.tsx": {
            "file": "assets/post.js",
            "dynamicImports": ["src/content/short.ts", "src/content/long.ts"],
        },
        "src/a/contact.tsx": { "file": "assets/contact.js", "imports": ["_loader.js"] },
        "src/content/short.ts": { "file": "assets/short.js" },
        "src/content/long.ts": { "file": "assets/long.js" },
        "src/rules/pkg/rules.js": { "file": "assets/rules.js" },
        "src/rules/pkg/rules_bg.wasm": { "file": "assets/rules.wasm" },
    })
}

#[test]
fn everything_with_a_budget_is_weighed_as_it_is_sent() {
    let named = |budget, name: &str, bytes| (budget, name.to_owned(), bytes);
    assert_eq!(
        Built::new("all").weights(),
        [
            named(Budget::Page, "blog/a.html", 200),
            named(Budget::Page, "index.html", 100),
            // The shared part counts once; the contact page reaches for the rules.
            named(Budget::Scripts, "home.tsx", 10 + 5 + 7),
            named(Budget::Scripts, "post.tsx with long.ts", 10 + 5 + 6 + 30),
            named(Budget::Scripts, "post.tsx with short.ts", 10 + 5 + 6 + 3),
            named(Budget::Rules, "wasm and glue", 42),
            named(Budget::Fonts, "assets/one.woff2 and assets/two.woff2", 23),
        ]
    );
}

#[test]
fn what_is_too_much_is_named_with_by_how_much() {
    let page = |bytes| Weight { budget: Budget::Page, name: "services.html".into(), bytes };
    assert!(!page(13_520).is_too_much());
    assert!(page(13_521).is_too_much());
    assert_eq!(page(13_550).excess(), "services.html: 13550 bytes, 30 over the 13520 of a page");
}

#[test]
fn what_is_left_of_each_budget_is_told() {
    let weigh = |budget, bytes| Weight { budget, name: "a".into(), bytes };
    let weights =
        [weigh(Budget::Page, 13_000), weigh(Budget::Page, 13_420), weigh(Budget::Rules, 35_000)];
    assert_eq!(
        room(&weights),
        "100 bytes left for a page, 1000 bytes left for the rules with their glue"
    );
}

#[test]
fn a_part_that_has_moved_is_named() {
    let built = Built::new("moved");
    built.put("dist-client/.vite/manifest.json", b"{}");
    let failure = weights(&built.0).unwrap_err();
    assert!(failure.what.contains("src/app/client.tsx"), "{}", failure.what);
}

#[test]
fn a_missing_file_is_no_light_one() {
    let built = Built::new("missing");
    for file in ["home.js", "home.js.br"] {
        fs::remove_file(built.0.join("dist/assets").join(file)).unwrap();
    }
    assert!(weights(&built.0).is_err());
}

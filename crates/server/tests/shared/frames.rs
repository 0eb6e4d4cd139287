//! Sites with the pages that a server fills in, as short as they can be.

use std::fs;

use site::{Config, Site};

/// The vacancy that these sites have: its address and its title.
pub(crate) const VACANCY: (&str, &str) = ("/vacancies/planner", "Planner & lead");

/// The frames of the page behind a link and of a person's page.
pub(crate) const FRAMES: &[(&str, &str)] = &[
    (
        "r/details",
        "<!doctype html><title>Tell us</title>\
         <div data-place=\"sharer\" hidden=\"\"><bdi data-place=\"name\" hidden=\"\"></bdi> recommends us</div>\
         <!--notice:box:wrong:h2--><form method=\"post\">\
         <input id=\"a\" name=\"referredName\"/><input id=\"b\" name=\"mobile\"/>\
         <select id=\"c\" name=\"service\"><option value=\"\">Choose</option>\
         <option value=\"training\">Training</option></select><input type=\"hidden\" name=\"opening\" value=\"\"/><input id=\"e\" name=\"openingTitle\" value=\"\"/>\
         <textarea id=\"d\" name=\"notes\"></textarea>\
         <span data-place=\"agreement\" hidden=\"\"></span>\
         <input type=\"checkbox\" id=\"agreed\" name=\"agreed\" value=\"yes\"/>\
         <input type=\"hidden\" name=\"text\" value=\"\"/></form>",
    ),
    (
        "r/code",
        "<!doctype html><title>Code</title><!--notice:box:wrong:h2--><form method=\"post\">\
         <input id=\"a\" name=\"code\"/><input type=\"hidden\" name=\"challenge\" value=\"\"/>\
         <input type=\"hidden\" name=\"referredName\" value=\"\"/>\
         <input type=\"hidden\" name=\"mobile\" value=\"\"/><input type=\"hidden\" name=\"service\" value=\"\"/>\
         <input type=\"hidden\" name=\"opening\" value=\"\"/>\
         <input type=\"hidden\" name=\"notes\" value=\"\"/><input type=\"hidden\" name=\"agreed\" value=\"\"/>\
         <input type=\"hidden\" name=\"text\" value=\"\"/></form>",
    ),
    (
        "r/never",
        "<!doctype html><title>Never</title><!--notice:box:wrong:h2--><form method=\"post\">\
         <input type=\"hidden\" name=\"code\" value=\"\"/>\
         <input type=\"hidden\" name=\"challenge\" value=\"\"/></form>",
    ),
    ("r/done", "<!doctype html><title>Done</title>"),
    (
        "p/entrance",
        "<!doctype html><title>The page about you</title><!--notice:box:wrong:h2-->\
         <form method=\"post\" action=\"/p\"><input id=\"a\" name=\"token\"/></form><script>go()</script>",
    ),
    (
        "p/page",
        "<!doctype html><title>May we call you?</title><!--notice:box:wrong:h2-->\
         <form method=\"post\" action=\"/p\">\
         <div data-place=\"named\" hidden=\"\"><bdi data-place=\"who\" hidden=\"\"></bdi> suggested it</div>\
         <div data-place=\"nameless\" hidden=\"\">Somebody suggested it</div>\
         <div data-place=\"agreed\" hidden=\"\"></div><div data-place=\"unanswered\" hidden=\"\">\
         <span data-place=\"may-call\" hidden=\"\"></span></div><div data-place=\"open\" hidden=\"\"></div>\
         <div data-place=\"closed\" hidden=\"\"></div><bdi data-place=\"name\" hidden=\"\"></bdi>\
         <bdi data-place=\"number\" hidden=\"\"></bdi><bdi data-place=\"service\" hidden=\"\"></bdi>\
         <div data-place=\"written\" hidden=\"\"><bdi data-place=\"notes\" hidden=\"\"></bdi></div>\
         <bdi data-place=\"since\" hidden=\"\"></bdi><span data-place=\"agreement\" hidden=\"\"></span>\
         <input type=\"hidden\" name=\"token\" value=\"\"/><input type=\"hidden\" name=\"text\" value=\"\"/>\
         <input type=\"hidden\" name=\"want\" value=\"code\"/>\
         <input id=\"a\" name=\"when\"/><input id=\"b\" name=\"language\"/></form>",
    ),
    (
        "p/code",
        "<!doctype html><title>Code</title><!--notice:box:wrong:h2--><form method=\"post\" action=\"/p\">\
         <div data-place=\"agree\" hidden=\"\"></div><div data-place=\"refuse\" hidden=\"\"></div>\
         <div data-place=\"never\" hidden=\"\"></div><div data-place=\"delete\" hidden=\"\"></div>\
         <input id=\"a\" name=\"code\"/><input type=\"hidden\" name=\"token\" value=\"\"/>\
         <input type=\"hidden\" name=\"answer\" value=\"\"/>\
         <input type=\"hidden\" name=\"challenge\" value=\"\"/><input type=\"hidden\" name=\"when\" value=\"\"/>\
         <input type=\"hidden\" name=\"language\" value=\"\"/>\
         <input type=\"hidden\" name=\"text\" value=\"\"/></form>",
    ),
    ("p/agreed", "<!doctype html><title>We will call you</title>"),
    ("p/refused", "<!doctype html><title>We will not call you about this</title>"),
    ("p/never", "<!doctype html><title>We will not contact you</title>"),
    ("p/deleted", "<!doctype html><title>Deleted</title>"),
    ("p/deleted-but-account", "<!doctype html><title>Deleted</title>log in to delete it"),
];

/// What the build writes of the words of a language for a server.
pub(crate) fn words_of(code: &str) -> String {
    let file = |name: &str| {
        let words = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
        fs::read_to_string(format!("{words}/{code}/words/{name}.ftl")).unwrap()
    };
    let direction = if code == "ar" { "rtl" } else { "ltr" };
    format!("{}{}direction = {direction}\n", file("rules"), file("server"))
}

/// A site that has these pages in place of its own, and other files by their whole names.
pub(crate) fn site_of(pages: &[(&str, &str)]) -> Site {
    let dist = tempfile::tempdir().unwrap();
    fs::write(dist.path().join("index.html"), "Home").unwrap();
    fs::write(
        dist.path().join("openings.json"),
        serde_json::json!({ VACANCY.0: VACANCY.1 }).to_string(),
    )
    .unwrap();
    for code in ["ar", "hi", "ta"] {
        let file = dist.path().join(format!(".hosted/{code}/server-words.ftl"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, words_of(code)).unwrap();
    }
    for (name, page) in pages {
        let end = if name.contains('.') { "" } else { ".html" };
        let file = dist.path().join(format!(".hosted/{name}{end}"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, page).unwrap();
    }
    let config = Config { hosted: true, ..Config::of(dist.path().to_owned()) };
    // The site is read once, so the folder may go.
    let (site, _watcher) = site::open(&config).unwrap();
    site
}

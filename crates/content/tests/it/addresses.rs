//! Slugs, and the hosts of pictures.

use content::{ANCHOR_MAX, ContentError, check_anchor, check_page, check_picture, check_slug};

#[test]
fn an_anchor_is_lower_case_letters_digits_and_single_hyphens() {
    let longest = "a".repeat(ANCHOR_MAX);
    for anchor in ["a", "7", "it", "non-it", "hotel-chandrayan-najibabad", "2025-05-28", &longest] {
        assert_eq!(check_anchor(anchor), Ok(()), "{anchor}");
        assert_eq!(check_slug(anchor), Ok(()), "{anchor}");
    }
    let too_long = "a".repeat(ANCHOR_MAX + 1);
    let far_too_long = "a".repeat(500);
    let bad = [
        "",
        "-",
        "-a",
        "a-",
        "a--b",
        "A",
        "Hotel-Chandrayan",
        "__proto__",
        "a_b",
        "a b",
        " a",
        "a\n",
        "a.b",
        "..",
        "a/b",
        "a%20b",
        "é",
        "१",
        "a\u{0}",
        &too_long,
        &far_too_long,
    ];
    for anchor in bad {
        assert_eq!(check_anchor(anchor), Err(ContentError::Anchor(anchor.to_owned())));
        assert_eq!(check_slug(anchor), Err(ContentError::Anchor(anchor.to_owned())));
    }
}

#[test]
fn a_post_cannot_replace_the_page_for_unknown_posts() {
    let reserved = Err(ContentError::Reserved("post-not-found".to_owned()));
    assert_eq!(check_slug("post-not-found"), reserved);
    assert_eq!(check_slug("post-not-found-2"), Ok(()));
    assert_eq!(check_anchor("post-not-found"), Ok(()));
}

#[test]
fn a_text_page_cannot_take_a_name_that_the_site_uses() {
    for name in ["404", "api", "blog", "console", "offline"] {
        assert_eq!(check_page(name), Err(ContentError::Reserved(name.to_owned())));
    }
    assert_eq!(check_page("terms"), Ok(()));
}

#[test]
fn a_picture_comes_from_this_site_or_an_allowed_host() {
    let hosts = ["https://images.example".to_owned(), "https://b.example:8443".to_owned()];
    let good = [
        "/pictures/hotel-chandrayan.svg",
        "https://images.example/a.avif",
        "https://images.example/",
        "https://b.example:8443/a.avif",
    ];
    for url in good {
        assert_eq!(check_picture(url, &hosts), Ok(()), "{url}");
    }
    let bad = [
        "",
        "pictures/a.svg",
        "../a.svg",
        "//images.example/a.avif",
        "/\\images.example/a.avif",
        "\\\\images.example/a.avif",
        "/\t/other.example/a.avif",
        "/\n/other.example/a.avif",
        " /pictures/a.svg",
        "/pictures/two words.svg",
        "/pictures/a\u{0}.svg",
        "http://images.example/a.avif",
        "https://images.example",
        "https://images.example.other.example/a.avif",
        "https://images.example@other.example/a.avif",
        "https://images.example:8443/a.avif",
        "https://b.example/a.avif",
        "https://other.example/a.avif",
        "data:image/svg+xml,<svg/>",
        "javascript:alert(1)",
    ];
    for url in bad {
        let refused = Err(ContentError::Picture(url.to_owned()));
        assert_eq!(check_picture(url, &hosts), refused);
    }
    assert!(check_picture("https://images.example/a.avif", &[]).is_err());
}

#[test]
fn a_refusal_names_what_was_refused() {
    for error in [check_slug("Hotel").unwrap_err(), check_picture("Hotel", &[]).unwrap_err()] {
        assert!(error.to_string().contains("\"Hotel\""), "{error}");
    }
}

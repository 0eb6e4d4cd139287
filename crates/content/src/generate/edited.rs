//! Content as the editor writes it, built.
//!
//! The texts are what Sveltia CMS wrote when somebody changed the title and saved: lists on one line,
//! tables last, what is empty left out.

use std::fs;
use std::path::{Path, PathBuf};

use super::content::write;
use super::last_days::past;

/// A copy of the content of this repository.
fn copy() -> tempfile::TempDir {
    fn copy_folder(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let to = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy_folder(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let root = tempfile::tempdir().unwrap();
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    copy_folder(&content, &root.path().join("content"));
    root
}

/// Writes a file below `content` and builds; returns the text of a generated file.
fn built(file: &str, text: &[u8], generated: &str) -> anyhow::Result<String> {
    let root = copy();
    fs::write(root.path().join("content").join(file), text)?;
    write(root.path())?;
    let generated = PathBuf::from("web/src/content/generated").join(generated);
    Ok(fs::read_to_string(root.path().join(generated))?)
}

const SERVICE: &str = r#"+++
order = 1
title = "An edited \"service\""
description = "A"
icon = "aerospace"
colour = "moss"
backgroundColour = "moss-wash"
refer = "others"
paragraphs = [ "For whom.", "How." ]
included = [ "A line" ]
next = "Tell us."

[offer]
title = "An edited card"
summary = "B"

[[questions]]
question = "Why?"
answer = """
Because.
And so."""
+++

The text.
"#;

const VACANCY: &str = r#"+++
title = "An edited vacancy"
summary = "A"
place = "Doha"
country = "Qatar"
kind = "part-time"
posted = 2026-11-16
closes = 2027-01-31
apply = "Write to us."
service = "hr-recruitment"

[pay]
currency = "QAR"
from = "11000"
period = "month"
+++
"#;

const COURSE: &str = r#"+++
title = "An edited course"
summary = "A"
place = "Doha"
seats = 10
service = "training"
dates = [ ]

[price]
currency = "QAR"
amount = "1200"
+++

The text.
"#;

const CASE: &str = r#"+++
title = "An edited case"
summary = "A"
sector = "B"
service = "mro-consulting"
finished = 2026-06-30
asked = "C"
done = "D"
measured = [ "E", "F" ]

[quotation]
text = "Fine."
by = "A planner"

[quotation.permission]
from = "The planner"
on = 2026-07-02
+++
"#;

const POST: &str = r#"+++
title = "An edited post"
excerpt = "A"
listAuthor = "B"
author = "C"
date = 2026-09-14
category = "D"
tags = [ "E" ]
image = "/pictures/photo.webp"
imageAlt = "F"
+++

![What it shows](/pictures/photo.webp)
"#;

const PAGE: &str =
    "+++\ntitle = \"An edited page\"\ndescription = \"A\"\nlead = \"B\"\n+++\n\nText.\n";

#[test]
fn every_collection_builds_as_the_editor_writes_it() {
    for (file, text, generated, title) in [
        ("en/services/aerospace-consulting.md", SERVICE, "services.ts", r#"An edited \"service\""#),
        ("en/services/aerospace-consulting.md", SERVICE, "offers.ts", "An edited card"),
        ("en/vacancies/an-edited-vacancy.md", VACANCY, "vacancies.ts", "An edited vacancy"),
        ("en/courses/an-edited-course.md", COURSE, "courses.ts", "An edited course"),
        ("en/cases/an-edited-case.md", CASE, "cases.ts", "An edited case"),
        ("en/pages/terms.md", PAGE, "text-pages/terms.ts", "An edited page"),
    ] {
        let built = built(file, text.as_bytes(), generated).unwrap();
        assert!(built.contains(title), "{file}: {built}");
    }
}

#[test]
fn dates_in_quotation_marks_other_orders_and_empty_fields_build_too() {
    let quoted = VACANCY
        .replace("2026-11-16", "\"2026-11-16\"")
        .replace("closes = 2027-01-31\n", "closes = 2027-01-31T00:00:00.000Z\n");
    let built_so =
        |text: &str| built("en/vacancies/v.md", text.as_bytes(), "vacancies.ts").unwrap();
    assert_eq!(built_so(&quoted), built_so(VACANCY));
    let empty = VACANCY.replace("period = \"month\"", "to = \"\"\nperiod = \"month\"");
    assert_eq!(built_so(&empty), built_so(VACANCY));
    let moved =
        VACANCY.replace("place = \"Doha\"\n", "").replace("\n[pay]", "place = \"Doha\"\n\n[pay]");
    assert_eq!(built_so(&moved), built_so(VACANCY));
}

#[test]
fn what_ends_is_known_by_its_file() {
    let root = copy();
    let content = root.path().join("content/en");
    fs::write(content.join("vacancies/v.md"), VACANCY).unwrap();
    let dates = "[[dates]]\nstarts = 2026-11-09\nends = 2026-11-10\n+++";
    let course = COURSE.replace("dates = [ ]\n", "").replacen("\n+++", &format!("\n\n{dates}"), 1);
    fs::write(content.join("courses/c.md"), course).unwrap();
    let said = past(&write(root.path()).unwrap().last_days, "2027-02-01".parse().unwrap());
    let lines = [
        "content/en/vacancies/v.md: it has ended on 2027-01-31, so it is shown nowhere",
        "content/en/courses/c.md: a date has begun on 2026-11-09, so it is shown nowhere",
    ];
    assert_eq!(said, format!("\n{}\n{}", lines[0], lines[1]));
}

#[test]
fn the_company_builds_without_what_is_empty() {
    let root = copy();
    let file = root.path().join("content/site.json");
    let mut site: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let fields = site.as_object_mut().unwrap();
    for name in ["phone", "about", "imageHosts", "switchedOff"] {
        fields.remove(name);
    }
    fields.insert("whatsapp".to_owned(), "".into());
    fields.insert("tagline".to_owned(), "An edited tagline".into());
    fs::write(&file, site.to_string()).unwrap();
    write(root.path()).unwrap();
    let built = fs::read_to_string(root.path().join("web/src/content/generated/site.ts")).unwrap();
    assert!(built.contains("An edited tagline") && built.contains("\"whatsapp\": null"), "{built}");
}

#[test]
fn a_post_has_the_size_of_its_uploaded_picture() {
    let root = copy();
    let content = root.path().join("content");
    let photo = content.join("public/pictures/photo.webp");
    // The header of a WebP of 1600 by 1000 pixels.
    let webp = b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x06\0\xe7\x03\0";
    fs::write(&photo, webp).unwrap();
    let file = content.join("en/posts/an-edited-post.md");
    fs::write(&file, POST).unwrap();
    write(root.path()).unwrap();
    let generated = root.path().join("web/src/content/generated");
    for place in ["posts.ts", "posts/an-edited-post.ts"] {
        let text = fs::read_to_string(generated.join(place)).unwrap();
        assert!(text.contains("idth\": 1600") && text.contains("eight\": 1000"), "{place}: {text}");
    }
    let page = content.join("public/pictures/offer.html");
    fs::write(&page, "<script>go()</script>").unwrap();
    let unseen = format!("{:#}", write(root.path()).unwrap_err());
    assert!(unseen.contains("content/public/pictures/offer.html would be published"), "{unseen}");
    fs::remove_file(&page).unwrap();
    fs::write(&photo, vec![0; 500_000]).unwrap();
    let heavy = format!("{:#}", write(root.path()).unwrap_err());
    assert!(heavy.contains("an-edited-post.md") && heavy.contains("weighs 500 kB"), "{heavy}");
    fs::remove_file(&photo).unwrap();
    let missing = format!("{:#}", write(root.path()).unwrap_err());
    assert!(missing.contains("photo.webp") && missing.contains("upload it"), "{missing}");
}

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::fields::fields;
use super::{Hosting, editor_config};
use crate::{
    ORIGINAL, Question, Site, cases, courses, front_matter, pages, read_languages, services,
    vacancies,
};

fn config(languages: &[&str]) -> Value {
    let languages: Vec<_> = languages.iter().map(ToString::to_string).collect();
    editor_config(&languages, &Hosting::Folder { name: "website".to_owned() })
}

/// The fields of a collection, or of the company's file.
fn fields_of(config: &Value, collection: &str) -> Vec<Value> {
    let collections = config["collections"].as_array().unwrap();
    let found = collections.iter().find(|it| it["name"] == collection).unwrap();
    let fields = found.get("fields").unwrap_or_else(|| &found["files"][0]["fields"]);
    fields.as_array().unwrap().clone()
}

fn field<'a>(fields: &'a [Value], name: &str) -> &'a Value {
    fields.iter().find(|field| field["name"] == name).unwrap()
}

fn names(fields: &[Value]) -> BTreeSet<String> {
    fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
}

/// The fields that the build reads: it names them when it refuses another.
fn read_by_the_build<T: DeserializeOwned>() -> BTreeSet<String> {
    let refusal = toml::from_str::<T>("no-such-field = 1").err().unwrap().message().to_owned();
    let (_, known) = refusal.split_once("expected").unwrap();
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_editor_has_every_field_that_the_build_reads_and_no_other() {
    let config = config(&["en"]);
    for (collection, wanted) in [
        ("services", read_by_the_build::<services::FrontMatter>()),
        ("vacancies", read_by_the_build::<vacancies::FrontMatter>()),
        ("courses", read_by_the_build::<courses::FrontMatter>()),
        ("cases", read_by_the_build::<cases::FrontMatter>()),
        ("posts", read_by_the_build::<front_matter::FrontMatter>()),
        ("pages", read_by_the_build::<pages::PageMatter>()),
        ("company", read_by_the_build::<Site>()),
    ] {
        let mut found = names(&fields_of(&config, collection));
        found.remove("body");
        assert_eq!(found, wanted, "{collection}");
    }
    let questions = field(&fields_of(&config, "services"), "questions")["fields"].clone();
    assert_eq!(names(questions.as_array().unwrap()), read_by_the_build::<Question>());
}

#[test]
fn a_new_field_of_a_type_is_a_field_of_the_editor() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its fields are looked at")]
    struct Before {
        /// What it is called.
        title: String,
    }
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its fields are looked at")]
    struct After {
        /// What it is called.
        title: String,
        /// What it weighs in kilograms.
        #[schemars(range(min = 3))]
        gross_weight: Option<u32>,
    }
    let (before, after) = (fields::<Before>(false), fields::<After>(false));
    assert_eq!(before, after[..1]);
    let added = json!({
        "name": "gross_weight", "label": "Gross weight", "widget": "number", "value_type": "int",
        "min": 3, "required": false, "hint": "What it weighs in kilograms.",
    });
    assert_eq!(after[1..], [added]);
}

#[test]
fn every_field_has_an_input_and_says_what_it_wants() {
    fn check(fields: &[Value], path: &str) {
        for field in fields {
            let path = format!("{path}.{}", field["name"].as_str().unwrap());
            assert!(field["widget"].is_string(), "{path}");
            let choices = field["widget"] == "select";
            let help = field["hint"].as_str().unwrap_or_default();
            assert!(help.ends_with('.') || choices || path.ends_with("body"), "{path}: {help}");
            for below in [&field["fields"], &field["types"]] {
                check(below.as_array().map(Vec::as_slice).unwrap_or_default(), &path);
            }
        }
    }
    let config = config(&["en"]);
    for collection in ["services", "vacancies", "courses", "cases", "posts", "pages", "company"] {
        check(&fields_of(&config, collection), collection);
    }
}

#[test]
fn a_field_says_in_the_words_of_its_check_how_it_is_written() {
    let config = config(&["en"]);
    let pay = field(&fields_of(&config, "vacancies"), "pay").clone();
    assert_eq!(pay["required"], false);
    let pay = pay["fields"].as_array().unwrap();
    let from = field(pay, "from")["hint"].as_str().unwrap();
    assert!(from.ends_with("Write a number above 0 like \"9000\", without commas."), "{from}");
    assert_eq!(field(pay, "to")["required"], false);
    let currency = &field(pay, "currency")["options"][1];
    assert_eq!(*currency, json!({ "value": "QAR", "label": "QAR" }));
    let kind = field(&fields_of(&config, "vacancies"), "kind")["options"][0].clone();
    assert_eq!(kind, json!({ "value": "full-time", "label": "Full time" }));
    let seats = field(&fields_of(&config, "courses"), "seats").clone();
    assert_eq!(seats["min"], 1);
    let days = field(&fields_of(&config, "company"), "offices")["fields"].clone();
    let days =
        field(field(days.as_array().unwrap(), "hours")["fields"].as_array().unwrap(), "days");
    assert_eq!((&days["widget"], &days["multiple"]), (&json!("select"), &json!(true)));
    let paragraphs = field(&fields_of(&config, "services"), "paragraphs").clone();
    assert_eq!(paragraphs["widget"], "list");
    assert_eq!(paragraphs["field"]["widget"], "text");
}

#[test]
fn other_languages_have_the_texts_and_english_alone_has_the_facts() {
    let config = config(&["en", "ar"]);
    assert_eq!(config["collections"][0]["folder"], "content/{{locale}}/services");
    let of =
        |collection: &str, name: &str| field(&fields_of(&config, collection), name)["i18n"].clone();
    for (collection, name) in [
        ("services", "title"),
        ("services", "paragraphs"),
        ("services", "offer"),
        ("vacancies", "place"),
        ("cases", "measured"),
        ("posts", "imageAlt"),
        ("pages", "lead"),
        ("pages", "body"),
        ("company", "tagline"),
        ("company", "offices"),
    ] {
        assert_eq!(of(collection, name), true, "{collection}.{name}");
    }
    for (collection, name) in [
        ("services", "icon"),
        ("services", "order"),
        ("vacancies", "pay"),
        ("vacancies", "closes"),
        ("courses", "dates"),
        ("cases", "service"),
        ("posts", "image"),
        ("company", "email"),
    ] {
        assert_eq!(of(collection, name), false, "{collection}.{name}");
    }
    let alone = editor_config(&["en".to_owned()], &Hosting::Folder { name: "a".to_owned() });
    assert_eq!(alone["collections"][0]["folder"], "content/en/services");
    assert!(!alone.to_string().contains("\"i18n\":true"), "{alone}");
}

/// A value as the editor writes it: its keys in the order of the fields, without what is empty.
fn as_written(value: &Value, fields: &Value, margin: &str) -> String {
    let inner = format!("{margin}  ");
    let (open, close, lines) = match value {
        Value::Object(object) => {
            let entries = fields.as_array().into_iter().flatten().filter_map(|field| {
                let name = field["name"].as_str()?;
                let text = as_written(object.get(name)?, &field["fields"], &inner);
                (text != "[]").then(|| format!("{inner}{}: {text}", json!(name)))
            });
            ("{", "}", entries.collect::<Vec<_>>())
        }
        Value::Array(values) if !values.is_empty() => {
            let entries =
                values.iter().map(|it| format!("{inner}{}", as_written(it, fields, &inner)));
            ("[", "]", entries.collect::<Vec<_>>())
        }
        plain => return plain.to_string(),
    };
    format!("{open}\n{}\n{margin}{close}", lines.join(",\n"))
}

/// Otherwise the first change that is saved in it would move all its lines.
#[test]
fn each_single_file_is_as_the_editor_writes_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let languages = read_languages(&read("content/languages.json")).unwrap();
    let codes: Vec<_> = languages.iter().map(|language| &*language.code).collect();
    let config = config(&codes);
    let files = config["collections"].as_array().unwrap().iter();
    let files = files.flat_map(|collection| collection["files"].as_array().into_iter().flatten());
    let mut count = 0;
    for file in files {
        for code in &codes {
            let folder = if *code == ORIGINAL { "" } else { &format!("{code}/") };
            let path = file["file"].as_str().unwrap().replace("{{locale}}/", folder);
            let text = read(&path);
            let value = serde_json::from_str(&text).unwrap();
            let written = as_written(&value, &file["fields"], "") + "\n";
            assert!(text == written, "{path} is written as\n{written}");
            count += 1;
        }
    }
    assert_eq!(count, codes.len());
}

#[test]
fn a_git_host_is_named_with_its_repository_and_branch() {
    let hosting = Hosting::Git {
        kind: "gitlab".to_owned(),
        address: Some("https://git.example".to_owned()),
        repository: "company/website".to_owned(),
        branch: "main".to_owned(),
        site: "https://karavan.example".to_owned(),
    };
    let config = editor_config(&["en".to_owned()], &hosting);
    assert_eq!(config["site_url"], "https://karavan.example");
    assert_eq!(
        config["backend"],
        json!({
            "name": "gitlab", "repo": "company/website", "branch": "main", "auth_methods": ["token"],
            "base_url": "https://git.example", "api_root": "https://git.example/api/v4",
        })
    );
}

//! Templates of what is said to referrers: their fields, and what an owner may set.

use domain::case::Case;
use domain::event::Stage;
use domain::pipeline::templates::{
    TEMPLATE_MAX, TEMPLATES_MAX, TemplateField, plain, unknown_fields,
};
use domain::pipeline::work::Offices;
use domain::pipeline::{PipelineCommand, ProgrammeDraft, ProgrammeSettings, Template};
use domain::referral::Referral;
use domain::rejection::RejectionCode;

use crate::support::{case, coordinator, give, submitted};

fn template(label: &str, words: &str) -> Template {
    Template { label: label.to_owned(), words: words.to_owned() }
}

fn check(templates: Vec<Template>) -> Result<Vec<Template>, Vec<RejectionCode>> {
    let offices = Offices::default();
    let before = ProgrammeSettings::default();
    let draft = ProgrammeDraft { templates, ..before.draft(&offices) };
    let checked = draft.check(&before, &offices);
    checked.map(|set| set.templates().to_vec()).map_err(|it| it.codes().to_vec())
}

fn filled(words: &str) -> String {
    template("T", words)
        .filled(&case(&submitted()), &ProgrammeSettings::default(), "Karavan Global")
        .words
}

#[test]
fn each_field_is_filled_in() {
    let all: Vec<_> =
        TemplateField::ALL.iter().map(|field| format!("{{{}}}", field.name())).collect();
    let expected = ["Asha", "Binu", "Training", "Received", "Karavan Global"];
    assert_eq!(filled(&all.join("|")), expected.join("|"));
    assert_eq!(
        filled("{person}{person}, no field: { person} {} }{"),
        "BinuBinu, no field: { person} {} }{"
    );
    let moved = PipelineCommand::Move { stage: &Stage::Qualified };
    let moved = give(&submitted(), moved, &coordinator(), 20).unwrap();
    let stage =
        template("T", "{stage}").filled(&case(&moved), &ProgrammeSettings::default(), "").words;
    assert_eq!(stage, "Being prepared", "as the referrer reads it");
}

#[test]
fn who_has_given_no_name_is_greeted_without() {
    for (name, greeted) in [
        ("User3210", "there"),
        ("98400 12345", "there"),
        ("", "there"),
        ("User", "User"),
        ("User321x", "Userx"),
        ("Asha", "Asha"),
    ] {
        let record = case(&submitted()).referral().clone();
        let record = Referral { referrer_name: name.to_owned(), ..record };
        let words = template("T", "{referrer}")
            .filled(&Case::submitted(record), &ProgrammeSettings::default(), "")
            .words;
        assert_eq!(words, greeted, "{name:?}");
    }
}

#[test]
fn a_name_that_anybody_typed_brings_no_link_and_no_number() {
    for (name, shown) in [
        ("Leena D\u{2019}Souza-Nair", "Leena D\u{2019}Souza-Nair"),
        ("ആശ", "ആശ"),
        ("Refund: evil.example/x +91 98765 43210", "Refund evilexamplex"),
        ("{company}\n\u{202e}", "company"),
        ("", ""),
    ] {
        assert_eq!(plain(name), shown);
    }
    assert_eq!(plain(&"a".repeat(99)).len(), 40);
}

#[test]
fn the_programme_begins_with_templates_that_its_own_rules_accept() {
    let own = ProgrammeSettings::default().templates().to_vec();
    assert_eq!(own.len(), 4);
    assert_eq!(check(own.clone()), Ok(own.clone()));
    for it in own {
        let words = filled(&it.words);
        assert!(words.starts_with("Hello Asha, ") && words.ends_with(" Karavan Global"), "{words}");
        assert!(!words.contains(['{', '}']), "{words}");
        assert!(words.chars().count() <= 306, "two text messages: {words}");
    }
}

#[test]
fn what_an_owner_may_set() {
    use RejectionCode as Code;
    let long = "a".repeat(TEMPLATE_MAX);
    for (label, words, code) in [
        ("Hello", "Hello {referrer}", None),
        (" Hello\n", " Two\r\nlines ", None),
        ("Hello", long.as_str(), None),
        ("Hello", &format!("{long}a"), Some(Code::TemplateRefused)),
        ("Hello", "  ", Some(Code::TemplateRefused)),
        ("Hello", "Call 044 234 5678", Some(Code::TemplateRefused)),
        ("", "Hello", Some(Code::LabelRefused)),
        (&"a".repeat(65), "Hello", Some(Code::LabelRefused)),
        ("Call 044 234 5678", "Hello", Some(Code::LabelRefused)),
        ("Hello", "Hello {referer}", Some(Code::FieldUnknown)),
        ("Hello", "Hello {Referrer}", Some(Code::FieldUnknown)),
        ("Hello", "Hello {referrer", Some(Code::FieldUnknown)),
        ("Hello", "Hello referrer}", Some(Code::FieldUnknown)),
    ] {
        let answer = check(vec![template(label, words)]);
        assert_eq!(answer.err(), code.map(|code| vec![code]), "{label:?} {words:?}");
    }
    assert_eq!(
        check(vec![template(" Hi\n", " Two\r\nlines ")]),
        Ok(vec![template("Hi", "Two\nlines")])
    );
    assert_eq!(check(Vec::new()), Ok(Vec::new()), "all may be left out");
    let twice = vec![template("Hello", "One"), template("hello ", "Two")];
    assert_eq!(check(twice), Err(vec![Code::LabelRefused]));
    let many = |count: usize| (0..count).map(|n| template(&format!("T{n}"), "Hello")).collect();
    assert!(check(many(TEMPLATES_MAX)).is_ok());
    assert_eq!(check(many(TEMPLATES_MAX + 1)), Err(vec![Code::TooManyTemplates]));
}

#[test]
fn fields_that_there_are_not_are_named() {
    let words = "{referrer} {referer} {} {person} {a b";
    assert_eq!(unknown_fields(words), ["{referer}", "{}", "{"]);
    assert_eq!(unknown_fields("}{person}"), ["}"]);
    assert_eq!(unknown_fields("{person}, no braces"), Vec::<String>::new());
}

#[test]
fn the_words_of_the_rules_name_the_limits_and_the_fields() {
    let hint = |code: RejectionCode| code.words().hint;
    assert!(hint(RejectionCode::TemplateRefused).contains(&TEMPLATE_MAX.to_string()));
    assert!(hint(RejectionCode::TooManyTemplates).contains(&TEMPLATES_MAX.to_string()));
    for field in TemplateField::ALL {
        let name = format!("{{{}}}", field.name());
        assert!(hint(RejectionCode::FieldUnknown).contains(&name), "{name}");
    }
}

#[test]
fn stored_settings_without_templates_have_those_that_the_programme_begins_with() {
    let read = |text| serde_json::from_str::<ProgrammeSettings>(text).unwrap();
    assert_eq!(read("{}").templates(), ProgrammeSettings::default().templates());
    assert_eq!(read(r#"{"templates":[]}"#).templates(), []);
}

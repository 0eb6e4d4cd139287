//! On all that both can say, this crate and `serde_json` agree: on generated values, and on texts
//! that are nearly JSON.

#![cfg(test)]

use std::collections::BTreeMap;

use compact_json::FromJson;
use proptest::prelude::*;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    First,
    SecondOne,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "u64")]
struct Even(u64);

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: Even,
    full_name: String,
    notes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    small: u8,
    open: bool,
    kind: Kind,
    children: Vec<Record>,
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Outcome {
    Accepted { value: Option<Record>, nothing: () },
}

impl From<Even> for u64 {
    fn from(even: Even) -> Self {
        even.0
    }
}

prop_compose! {
    fn leaf()(
        id in any::<u64>().prop_map(|id| Even(id & !1)),
        full_name in any::<String>(),
        notes in any::<String>(),
        at in any::<Option<u64>>(),
        small in any::<u8>(),
        open in any::<bool>(),
        kind in prop_oneof![Just(Kind::First), Just(Kind::SecondOne)],
    ) -> Record {
        Record { id, full_name, notes, at, small, open, kind, children: Vec::new() }
    }
}

fn record() -> impl Strategy<Value = Record> {
    leaf().prop_recursive(3, 12, 4, |child| {
        (leaf(), proptest::collection::vec(child, 0..4))
            .prop_map(|(record, children)| Record { children, ..record })
    })
}

/// Pieces of JSON in any order: now and then they make sense.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u",
            "\\ud83d",
            "\\udE00",
            "\\u0041",
            "\\n",
            "\\x",
            "null",
            "true",
            "false",
            "0",
            "1",
            "-",
            "-0",
            "01",
            ".5",
            "1.5",
            "1e3",
            "E+2",
            "18446744073709551615",
            "18446744073709551616",
            " ",
            "\t",
            "\n",
            "\r",
            "\u{a0}",
            "\0",
            "\u{1f}",
            "\u{7f}",
            "é",
            "\"a\":",
            "\"id\":",
            "\"id\":2",
            "\"fullName\":\"x\"",
            "\"small\":255",
            "\"small\":256",
            "\"open\":true",
            "\"kind\":\"first\"",
            "\"children\":[]",
            "\"at\":null",
            "[1,2]",
            "{\"a\":[{}]}",
        ])
        .prop_map(String::from),
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// A JSON text with one character taken out, put in or replaced.
fn damaged() -> impl Strategy<Value = String> {
    (record(), any::<prop::sample::Index>(), prop::option::of(any::<char>()), any::<bool>())
        .prop_map(|(record, place, put, take)| {
            let mut text: Vec<char> = serde_json::to_string(&record).unwrap().chars().collect();
            let place = place.index(text.len());
            text.splice(place..place + usize::from(take), put);
            text.into_iter().collect()
        })
}

fn agree_on(text: &str) {
    assert_eq!(String::from_json(text), serde_json::from_str(text).ok(), "a string in {text:?}");
    assert_eq!(u64::from_json(text), serde_json::from_str(text).ok(), "a number in {text:?}");
    let raw: Option<Vec<&serde_json::value::RawValue>> = serde_json::from_str(text).ok();
    let raw = raw.map(|elements| elements.iter().map(|raw| raw.get()).collect::<Vec<_>>());
    assert_eq!(compact_json::elements(text), raw, "elements in {text:?}");
    let raw: Option<BTreeMap<String, &serde_json::value::RawValue>> =
        serde_json::from_str(text).ok();
    let raw = raw.map(|members| members.into_iter().map(|(name, raw)| (name, raw.get())));
    let own = compact_json::members(text);
    let own = own.map(|members| members.into_iter().map(|it| (it.name.into_owned(), it.value)));
    assert_eq!(own.map(BTreeMap::from_iter), raw.map(BTreeMap::from_iter), "members in {text:?}");
}

proptest! {
    #[test]
    fn json_is_written_as_serde_json_writes_it(record in record()) {
        let text = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(compact_json::to_string(&record), text.clone());
        let outcome = Outcome::Accepted { value: Some(record.clone()), nothing: () };
        let tagged = serde_json::to_string(&outcome).unwrap();
        prop_assert_eq!(compact_json::to_string(&outcome), tagged);
    }

    #[test]
    fn json_with_white_space_is_read_as_serde_json_reads_it(record in record()) {
        agree_on(&serde_json::to_string_pretty(&record).unwrap().replace('\n', "\r\n\t "));
    }

    #[test]
    fn damaged_json_is_read_as_serde_json_reads_it(text in damaged()) {
        agree_on(&text);
        agree_on(&format!("[{text}]"));
        agree_on(&format!("{{\"children\":[{text}],\"unknown\":{text}}}"));
    }

    #[test]
    fn near_json_is_read_as_serde_json_reads_it(text in nearly_json()) {
        agree_on(&text);
        agree_on(&format!("[{text}]"));
        agree_on(&format!("\"{text}\""));
        agree_on(&format!("{{{text}}}"));
    }
}

#[test]
fn escapes_are_read_as_serde_json_reads_them() {
    for text in [
        r#""\"\\\/\b\f\n\r\t""#,
        r#""\u0000\u001f\u00e9\uFFFF""#,
        r#""\u1234\uABCD\uffff""#,
        r#""a\ud83d\ude00b""#,
        r#""\ud83d""#,
        r#""\ud83d\u0041""#,
        r#""\ud83dx""#,
        r#""\ud83dx\ude00""#,
        r#""\ude00\ud83d""#,
        r#""\ud83d\\ude00""#,
        r#""\\\\""#,
        r#""\\ud83d""#,
        r#""\u00g0""#,
        r#""\u00""#,
        r#""\u+041""#,
        r#""\""#,
        r#""\"#,
        r#""\x""#,
        "\"\u{0}\"",
        "\"\u{7f}\u{80}\"",
        "\"tab\tin it\"",
        "\"",
        "",
        "\"\" \"\"",
    ] {
        agree_on(text);
        agree_on(&format!("[{text}]"));
    }
}

#[test]
fn numbers_are_read_as_serde_json_reads_them() {
    for number in [
        "0",
        "-0",
        "00",
        "01",
        "1.",
        "1.0",
        ".1",
        "1e0",
        "1e",
        "1e+",
        "-",
        "+1",
        "0x1",
        "1_0",
        "2 3",
        "18446744073709551615",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
    ] {
        agree_on(number);
        agree_on(&format!("[{number}]"));
    }
}

/// Whoever reads an object need not know what all its members hold.
#[test]
fn values_of_any_kind_are_passed_over_as_serde_json_does() {
    for value in [
        "null",
        "true",
        "false",
        "0",
        "-0.5",
        "12.25e-3",
        "1E+9",
        "\"\\u00e9\"",
        "[[],{}]",
        "nulL",
        "tru",
        "-",
        "1.",
        "1e",
        "1e+",
        "[",
        "{\"d\"}",
        "\"\\u00g0\"",
    ] {
        agree_on(&format!("{{\"b\":{value},\"a\":1,\"c\":[{value},{{\"d\":{value}}}]}}"));
        agree_on(&format!("[ {value} , {value} ]"));
    }
}

/// Where others recurse, a text of the visitor's own could end the page.
#[test]
fn deep_nesting_is_refused_safely() {
    let deep = 200_000;
    let nested = format!("[{}{}]", "[".repeat(deep), "]".repeat(deep));
    assert_eq!(compact_json::elements(&nested).unwrap().len(), 1);
    assert!(compact_json::elements(&"[".repeat(deep)).is_none());
    let nested = format!("{{\"a\":{}{}}}", "{\"a\":[".repeat(deep), "]}".repeat(deep));
    assert_eq!(compact_json::members(&nested).unwrap().len(), 1);
    assert!(compact_json::members(&"{\"a\":".repeat(deep)).is_none());
}

//! Values of any kind: what a type reads that does not say beforehand what it wants.

#![cfg(test)]

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Any {
    Nothing(()),
    Flag(bool),
    Number(u64),
    Text(String),
    List(Vec<Any>),
    Fields(BTreeMap<String, Any>),
}

fn any(text: &str) -> Result<Any, compact_json::Error> {
    compact_json::from_str(text)
}

#[test]
fn a_value_is_read_by_its_own_type() {
    assert_eq!(any("null"), Ok(Any::Nothing(())));
    assert_eq!(any("true"), Ok(Any::Flag(true)));
    assert_eq!(any("false"), Ok(Any::Flag(false)));
    assert_eq!(any("7"), Ok(Any::Number(7)));
    assert_eq!(any("\"a\""), Ok(Any::Text("a".to_owned())));
    assert_eq!(any("\"\\n\""), Ok(Any::Text("\n".to_owned())));
    assert_eq!(any("[1]"), Ok(Any::List(vec![Any::Number(1)])));
    let fields = BTreeMap::from([("a".to_owned(), Any::List(vec![]))]);
    assert_eq!(any("{\"a\":[]}"), Ok(Any::Fields(fields)));
    assert_eq!(any("nul"), Err(compact_json::Error));
    assert_eq!(any("-7"), Err(compact_json::Error));
}

/// A field that no type asks for is passed over, whatever it holds.
#[test]
fn an_ignored_value_may_have_any_type() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Asked {
        a: u8,
    }

    for value in
        ["null", "true", "false", "0", "-0.5", "12.25e-3", "1E+9", "\"\\u00e9\"", "[[],{}]"]
    {
        let text = format!("{{\"b\":{value},\"a\":1,\"c\":[{value},{{\"d\":{value}}}]}}");
        assert_eq!(compact_json::from_str(&text), Ok(Asked { a: 1 }), "{text}");
        let list = format!("[ {value} , {value} ]");
        assert_eq!(compact_json::elements(&list), Ok(vec![value, value]));
    }
    for no_value in ["nulL", "tru", "-", "1.", "1e", "1e+", "[", "{\"d\"}", "\"\\u00g0\""] {
        let text = format!("{{\"a\":1,\"c\":{no_value}}}");
        assert_eq!(compact_json::from_str::<Asked>(&text), Err(compact_json::Error), "{text}");
    }
}

#[test]
fn every_digit_of_an_escape_matters() {
    for (escape, value) in
        [("\\u1234", "\u{1234}"), ("\\uABCD", "\u{abcd}"), ("\\uffff", "\u{ffff}")]
    {
        assert_eq!(
            compact_json::from_str::<String>(&format!("\"{escape}\"")),
            Ok(value.to_owned())
        );
    }
}

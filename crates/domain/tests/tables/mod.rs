//! Reading the tables of cases, here and in the tests of `ledger`.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// A table, with its generated texts written out.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    let mut table: Value = serde_json::from_str(text).unwrap();
    write_out(&mut table);
    serde_json::from_value(table).unwrap()
}

/// Checks that these are all tables of the folder, and that each has cases with different names.
pub(crate) fn check(folder: &str, tables: &[(&str, &str)]) {
    let files = std::fs::read_dir(folder).unwrap();
    let names: BTreeSet<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, tables.iter().map(|(name, _)| (*name).into()).collect());
    for (name, text) in tables {
        let table: Value = serde_json::from_str(text).unwrap();
        let cases = table.get("cases").unwrap_or(&table).as_array().unwrap();
        let names: BTreeSet<_> = cases.iter().map(|case| case["name"].as_str()).collect();
        assert!(!cases.is_empty(), "{name} has no case");
        assert_eq!(names.len(), cases.len(), "{name} has two cases of one name");
    }
}

/// Expands the generated texts of a table: `{"repeat": "9", "times": 10240}` and `{"join": ["ada@",
/// …]}`.
fn write_out(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(write_out),
        Value::Object(fields) => {
            fields.values_mut().for_each(write_out);
            if let (Some(Value::String(text)), Some(times)) =
                (fields.get("repeat"), fields.get("times").and_then(Value::as_u64))
            {
                *value = Value::String(text.repeat(usize::try_from(times).unwrap()));
            } else if let Some(Value::Array(parts)) = fields.get("join") {
                let parts = parts.iter().map(|part| part.as_str().unwrap());
                *value = Value::String(parts.collect());
            }
        }
        _ => {}
    }
}

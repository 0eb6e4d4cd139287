//! The fields of a type, for the editor: from its JSON Schema, which `schemars` derives.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The fields of a type, those that must be filled in first. `translated` says whether there are
/// other languages: then texts may differ between them, and facts stand in English alone.
pub(super) fn fields<T: JsonSchema>(translated: bool) -> Vec<Value> {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<T>();
    fields_of(schema.as_value(), translated)
}

fn fields_of(schema: &Value, translated: bool) -> Vec<Value> {
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    let required: Vec<_> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let names = required.iter().copied().chain(optional);
    let field =
        |name: &str| field(name, properties.get(name)?, required.contains(&name), translated);
    names.filter_map(field).collect()
}

/// A field; `None` if the editor has no input for its type, which a test finds.
fn field(name: &str, schema: &Value, required: bool, translated: bool) -> Option<Value> {
    let mut field = input(schema, translated)?;
    field["name"] = json!(name);
    field["label"] = schema["title"].as_str().map_or_else(|| words(name), str::to_owned).into();
    field["required"] = json!(required);
    if let Some(help) = help(schema) {
        field["hint"] = json!(help);
    }
    if let Some(more) = schema["x-editor"].as_object() {
        let fields = field.as_object_mut()?;
        if more.contains_key("widget") {
            // An option of text alone.
            fields.remove("use_emoji_autocomplete");
        }
        fields.extend(more.clone());
    }
    // A list is of inputs that look alike.
    if field["widget"] == "text" && schema["type"] == "array" {
        field["widget"] = json!("list");
        field["field"]["widget"] = json!("text");
    }
    if !translated {
        field.as_object_mut()?.remove("i18n");
    }
    Some(field)
}

/// What the editor shows for a type, with `i18n` for what may differ between languages.
fn input(schema: &Value, translated: bool) -> Option<Value> {
    if let Some(options) = options(schema) {
        return Some(json!({ "widget": "select", "options": options, "i18n": false }));
    }
    // What may be left out may also be null in JSON.
    if let Some(kinds) = schema["anyOf"].as_array() {
        return input(kinds.iter().find(|kind| kind["type"] != "null")?, translated);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null")?,
        kind => kind,
    };
    Some(match kind.as_str()? {
        "string" if schema["format"] == "date" => {
            json!({ "widget": "datetime", "type": "date", "i18n": false })
        }
        "string" => json!({ "widget": "string", "use_emoji_autocomplete": false, "i18n": true }),
        "boolean" => json!({ "widget": "boolean", "i18n": false }),
        kind @ ("integer" | "number") => {
            let value_type = if kind == "integer" { "int" } else { "float" };
            let mut input = json!({ "widget": "number", "value_type": value_type, "i18n": false });
            if let Some(min) = schema.get("minimum") {
                input["min"] = min.clone();
            }
            input
        }
        "object" => {
            let fields = fields_of(schema, translated);
            json!({ "widget": "object", "i18n": has_texts(&fields), "fields": fields })
        }
        "array" => list(&schema["items"], translated)?,
        _ => return None,
    })
}

/// Several of a kind.
fn list(of: &Value, translated: bool) -> Option<Value> {
    let mut one = input(of, translated)?;
    let several = match one["widget"].as_str()? {
        "select" => {
            one["multiple"] = json!(true);
            one
        }
        "object" => {
            json!({ "widget": "list", "i18n": one["i18n"], "fields": one["fields"] })
        }
        _ => {
            if !translated {
                one.as_object_mut()?.remove("i18n");
            }
            one["name"] = json!("entry");
            one["label"] = json!("Entry");
            json!({ "widget": "list", "i18n": one.get("i18n"), "field": one })
        }
    };
    Some(several)
}

fn has_texts(fields: &[Value]) -> bool {
    fields.iter().any(|field| field["i18n"] == true)
}

/// The values to choose from.
fn options(schema: &Value) -> Option<Vec<Value>> {
    let plain = schema["enum"].as_array().into_iter().flatten();
    let described = schema["oneOf"].as_array().into_iter().flatten();
    let plain = plain.map(|value| (value, None));
    let described = described.map(|one| (&one["const"], one["title"].as_str()));
    let options: Vec<_> = plain
        .chain(described)
        .filter_map(|(value, label)| {
            let label = label.map_or_else(|| value.as_str().map(words), |it| Some(it.to_owned()));
            Some(json!({ "value": value, "label": label? }))
        })
        .collect();
    (!options.is_empty()).then_some(options)
}

/// The help beside a field: what it is, and how it is written.
fn help(schema: &Value) -> Option<String> {
    let what = schema["description"].as_str().map(|what| what.replace('\n', " "));
    let how = schema["x-form"].as_str().map(|form| format!("Write {form}."));
    let all: Vec<_> = what.into_iter().chain(how).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// A name in code as words: `imageAlt` and `full-time` become "Image alt" and "Full time".
fn words(name: &str) -> String {
    if name.chars().all(char::is_uppercase) {
        return name.to_owned();
    }
    let mut words = String::new();
    for letter in name.chars() {
        match letter {
            '-' | '_' => words.push(' '),
            _ if words.is_empty() => words.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    words
}

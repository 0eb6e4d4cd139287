//! Messages as TypeScript.

use super::message::{Case, Kind, Message, Part};

/// Puts a text into one of another direction without disturbing its order (Unicode, annex 9: FSI and PDI).
const ISOLATED: [&str; 2] = ["\u{2068}", "\u{2069}"];

/// The module's text after its banner.
pub(super) fn module<'a>(messages: impl Iterator<Item = &'a Message>, isolate: bool) -> String {
    let mut exports = String::new();
    for message in messages {
        exports += &export(message, isolate);
    }
    let mut imports = String::new();
    if exports.contains("createElement(") {
        imports += "import { createElement, Fragment, type ReactNode } from \"react\";\n";
    }
    let formats: Vec<_> =
        ["number", "plural"].into_iter().filter(|it| exports.contains(&format!("{it}("))).collect();
    if !formats.is_empty() {
        imports += &format!("import {{ {} }} from \"@/content/format\";\n", formats.join(", "));
    }
    format!("{imports}\n{exports}")
}

fn export(message: &Message, isolate: bool) -> String {
    let Message { id, parts, variables, .. } = message;
    let name = camel(id);
    let compiler = Compiler { message, isolate };
    if variables.is_empty() {
        return format!("export const {name} = {};\n", compiler.text(parts));
    }
    let names: Vec<_> = variables.keys().map(|name| camel(name)).collect();
    let types: Vec<_> = variables
        .iter()
        .map(|(name, kind)| format!("{}: {}", camel(name), type_of(kind)))
        .collect();
    let has_elements = variables.values().any(|kind| *kind == Kind::Element);
    let (of, body) = if has_elements {
        ("ReactNode", compiler.nodes(parts))
    } else {
        ("string", compiler.text(parts))
    };
    format!(
        "export const {name} = ({{ {} }}: {{ {} }}): {of} =>\n  {body};\n",
        names.join(", "),
        types.join("; ")
    )
}

fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Text | Kind::Plain => "string".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Element => "ReactNode".to_owned(),
        Kind::Choice(values) => {
            values.iter().map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(" | ")
        }
    }
}

struct Compiler<'a> {
    message: &'a Message,
    isolate: bool,
}

impl Compiler<'_> {
    /// An expression for a text.
    fn text(&self, parts: &[Part]) -> String {
        match parts {
            [] => "\"\"".to_owned(),
            [Part::Choice { variable, cases, other }] => {
                self.choice(variable, cases, &other.1, |parts| self.text(parts))
            }
            _ if parts.iter().all(|part| matches!(part, Part::Text(_))) => {
                let text: String = parts.iter().map(words).collect();
                serde_json::Value::from(text).to_string()
            }
            _ => {
                let inner: String = parts.iter().map(|part| self.in_template(part)).collect();
                format!("`{inner}`")
            }
        }
    }

    fn in_template(&self, part: &Part) -> String {
        match part {
            Part::Text(text) => {
                text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${")
            }
            Part::Variable(name) => {
                let value = format!("${{{}}}", self.value(name));
                let is_text = self.message.variables.get(name) == Some(&Kind::Text);
                if self.isolate && is_text { ISOLATED.join(&value) } else { value }
            }
            Part::Choice { .. } => format!("${{{}}}", self.text(std::slice::from_ref(part))),
        }
    }

    /// An expression for parts of a page.
    fn nodes(&self, parts: &[Part]) -> String {
        if parts.iter().all(|part| matches!(part, Part::Text(_))) {
            return self.text(parts);
        }
        let children: Vec<_> = parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
                Part::Variable(name) => {
                    let is_text = self.message.variables.get(name) == Some(&Kind::Text);
                    let value = self.value(name);
                    if self.isolate && is_text {
                        format!("`{}`", ISOLATED.join(&format!("${{{value}}}")))
                    } else {
                        value
                    }
                }
                Part::Choice { variable, cases, other } => {
                    self.choice(variable, cases, &other.1, |parts| self.nodes(parts))
                }
            })
            .collect();
        format!("createElement(Fragment, null, {})", children.join(", "))
    }

    fn value(&self, name: &str) -> String {
        let value = camel(name);
        match self.message.variables.get(name) {
            Some(Kind::Number) => format!("number({value})"),
            _ => value,
        }
    }

    fn choice(
        &self,
        variable: &str,
        cases: &[(Case, Vec<Part>)],
        other: &[Part],
        of: impl Fn(&[Part]) -> String,
    ) -> String {
        let is_number = self.message.variables.get(variable) == Some(&Kind::Number);
        let value = camel(variable);
        // Numbers come before the category that they belong to.
        let exact = |case: &Case| matches!(case, Case::Exactly(_));
        let in_order =
            cases.iter().filter(|it| exact(&it.0)).chain(cases.iter().filter(|it| !exact(&it.0)));
        let tests: String = in_order
            .map(|(case, parts)| {
                let test = match case {
                    Case::Exactly(number) => format!("{value} === {number}"),
                    Case::Name(name) if is_number => format!("plural({value}) === \"{name}\""),
                    Case::Name(name) => format!("{value} === \"{name}\""),
                };
                format!("{test} ? {} : ", of(parts))
            })
            .collect();
        format!("({tests}{})", of(other))
    }
}

fn words(part: &Part) -> &str {
    match part {
        Part::Text(text) => text,
        Part::Variable(_) | Part::Choice { .. } => "",
    }
}

/// `all-vacancies` as `allVacancies`.
#[must_use]
pub fn camel(name: &str) -> String {
    let mut parts = name.split(['-', '_']);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut name, part| {
        let mut letters = part.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    })
}

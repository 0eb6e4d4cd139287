//! A message: its parts, its variables, and what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail};
use fluent_syntax::ast::{self, Expression, InlineExpression, PatternElement, Variant, VariantKey};

use super::Plurals;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) parts: Vec<Part>,
    /// What each of its variables is. A translation has those of the original.
    pub(super) variables: BTreeMap<String, Kind>,
    /// Those that a translation may do without.
    optional: BTreeSet<String>,
}

/// What a variable is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A text that is part of an address or a field, where no invisible characters may be added.
    Plain,
    /// A number, written as the language writes it.
    Number,
    /// A part of the page, such as a link.
    Element,
    /// One of these values.
    Choice(Vec<String>),
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Variable(String),
    Choice {
        variable: String,
        cases: Vec<(Case, Vec<Part>)>,
        /// What holds for every other value, with the name of its case.
        other: (String, Vec<Part>),
    },
}

/// When a part of a choice is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// A category of plurals, or a value.
    Name(String),
    /// This very number.
    Exactly(String),
}

/// The categories that languages have.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

impl Message {
    pub(super) fn of(written: ast::Message<&str>) -> anyhow::Result<Self> {
        if !written.attributes.is_empty() {
            bail!("attributes are not compiled: write a message for each");
        }
        let Some(pattern) = written.value else { bail!("it has no text") };
        let (mut variables, mut optional) = (BTreeMap::new(), BTreeSet::new());
        for line in written.comment.into_iter().flat_map(|comment| comment.content) {
            if let Some((name, kind, is_optional)) = described(line)? {
                if is_optional {
                    optional.insert(name.clone());
                }
                variables.insert(name, kind);
            }
        }
        let parts = parts(pattern)?;
        Ok(Self { id: written.id.name.to_owned(), parts, variables, optional })
    }

    /// Checks an original, and finds out what the variables are that its comment does not tell.
    pub(super) fn check(&mut self, plurals: &Plurals) -> anyhow::Result<()> {
        let mut found = BTreeMap::new();
        kinds(&self.parts, &mut found)?;
        if let Some(name) = self.variables.keys().find(|name| !found.contains_key(*name)) {
            bail!("its comment tells of ${name}, which it does not have");
        }
        for (name, kind) in found {
            let told = self.variables.entry(name).or_insert_with(|| kind.clone());
            if kind != Kind::Text {
                *told = kind;
            }
        }
        check_choices(&self.parts, &self.variables, plurals)
    }

    /// Checks a translation of `original`.
    pub(super) fn translates(&mut self, original: &Self, plurals: &Plurals) -> anyhow::Result<()> {
        let mut found = BTreeMap::new();
        kinds(&self.parts, &mut found)?;
        for (name, kind) in &original.variables {
            let Some(here) = found.remove(name) else {
                if original.optional.contains(name) {
                    continue;
                }
                bail!("${name} is missing")
            };
            let chosen = |kind: &Kind| matches!(kind, Kind::Number | Kind::Choice(_));
            let chooses = choices_of(name, &original.parts);
            if chooses && !chosen(&here) {
                bail!("it has to choose by ${name}, as English does");
            }
            let fits = match (kind, &here) {
                (_, Kind::Text) | (Kind::Number, Kind::Number) => true,
                (Kind::Choice(all), Kind::Choice(here)) => same(all, here),
                _ => false,
            };
            if !fits {
                bail!("${name} has other cases than in English: {}", cases_of(kind));
            }
        }
        if let Some(name) = found.keys().next() {
            bail!("English has no ${name} here");
        }
        self.variables = original.variables.clone();
        check_choices(&self.parts, &self.variables, plurals)
    }
}

fn same(some: &[String], others: &[String]) -> bool {
    some.len() == others.len() && some.iter().all(|one| others.contains(one))
}

fn cases_of(kind: &Kind) -> String {
    match kind {
        Kind::Choice(all) => all.join(", "),
        Kind::Number => "the plurals of a number".to_owned(),
        Kind::Text | Kind::Plain | Kind::Element => "none".to_owned(),
    }
}

/// What a line such as `$count (number) how many` tells of a variable, and whether a translation may do without it:
/// `$host (plain, optional) of the site`.
fn described(line: &str) -> anyhow::Result<Option<(String, Kind, bool)>> {
    let Some((name, rest)) = line.trim().strip_prefix('$').and_then(|it| it.split_once(' ')) else {
        return Ok(None);
    };
    let kind = rest.trim_start().strip_prefix('(').and_then(|it| it.split_once(')'));
    let (kind, is_optional) = match kind.map(|(kind, _)| kind) {
        Some(kind) => match kind.strip_suffix(", optional") {
            Some(kind) => (Some(kind), true),
            None => (Some(kind), false),
        },
        None => (None, false),
    };
    let kind = match kind {
        None | Some("text") => Kind::Text,
        Some("plain") => Kind::Plain,
        Some("number") => Kind::Number,
        Some("element") => Kind::Element,
        Some(other) => {
            bail!("${name} is of the kind {other:?}: write text, plain, number or element")
        }
    };
    Ok(Some((name.to_owned(), kind, is_optional)))
}

fn parts(pattern: ast::Pattern<&str>) -> anyhow::Result<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    for element in pattern.elements {
        let part = match element {
            // A line break in the file is a space on the page.
            PatternElement::TextElement { value } => Part::Text(value.replace('\n', " ")),
            PatternElement::Placeable { expression } => part(expression)?,
        };
        match (parts.last_mut(), part) {
            (Some(Part::Text(text)), Part::Text(more)) => text.push_str(&more),
            (_, part) => parts.push(part),
        }
    }
    Ok(parts)
}

fn part(expression: Expression<&str>) -> anyhow::Result<Part> {
    match expression {
        Expression::Inline(InlineExpression::StringLiteral { value }) => {
            if value.contains('\\') {
                bail!("{value:?} has a backslash: write the letter itself");
            }
            Ok(Part::Text(value.to_owned()))
        }
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            Ok(Part::Variable(id.name.to_owned()))
        }
        Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
            choice(id.name, variants)
        }
        Expression::Select { .. } => bail!("a choice is by a variable, such as {{ $count -> … }}"),
        Expression::Inline(other) => {
            bail!("only texts and variables stand between braces, not {other:?}")
        }
    }
}

fn choice(variable: &str, variants: Vec<Variant<&str>>) -> anyhow::Result<Part> {
    let (mut cases, mut other) = (Vec::new(), None);
    for Variant { key, value, default } in variants {
        let words = parts(value)?;
        match key {
            VariantKey::Identifier { name } if default => other = Some((name.to_owned(), words)),
            VariantKey::Identifier { name } => cases.push((Case::Name(name.to_owned()), words)),
            VariantKey::NumberLiteral { value } if !default => {
                cases.push((Case::Exactly(value.to_owned()), words));
            }
            VariantKey::NumberLiteral { .. } => bail!("a number cannot stand for all others"),
        }
    }
    let other = other.context("the choice has no case with a star")?;
    Ok(Part::Choice { variable: variable.to_owned(), cases, other })
}

/// What the variables of these parts are, as far as they show it.
fn kinds(parts: &[Part], found: &mut BTreeMap<String, Kind>) -> anyhow::Result<()> {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Variable(name) => {
                found.entry(name.clone()).or_insert(Kind::Text);
            }
            Part::Choice { variable, cases, other } => {
                let kind = kind_of(cases, &other.0);
                let known = found.insert(variable.clone(), kind.clone());
                if known.is_some_and(|known| known != Kind::Text && known != kind) {
                    bail!("${variable} has other cases in another place");
                }
                for (_, parts) in cases {
                    kinds(parts, found)?;
                }
                kinds(&other.1, found)?;
            }
        }
    }
    Ok(())
}

fn kind_of(cases: &[(Case, Vec<Part>)], other: &str) -> Kind {
    let names = cases.iter().filter_map(|(case, _)| match case {
        Case::Name(name) => Some(name.as_str()),
        Case::Exactly(_) => None,
    });
    let names: Vec<_> = names.chain([other]).collect();
    if names.iter().all(|name| CATEGORIES.contains(name)) {
        Kind::Number
    } else {
        Kind::Choice(names.into_iter().map(ToOwned::to_owned).collect())
    }
}

/// Whether these parts choose by this variable.
fn choices_of(name: &str, parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Choice { variable, cases, other } => {
            variable == name
                || choices_of(name, &other.1)
                || cases.iter().any(|(_, parts)| choices_of(name, parts))
        }
        Part::Text(_) | Part::Variable(_) => false,
    })
}

/// Checks that a choice by a number has all plurals of the language, and no others.
fn check_choices(
    parts: &[Part],
    variables: &BTreeMap<String, Kind>,
    plurals: &Plurals,
) -> anyhow::Result<()> {
    for part in parts {
        let Part::Choice { variable, cases, other } = part else { continue };
        if variables.get(variable) == Some(&Kind::Number) {
            if other.0 != "other" {
                bail!("${variable}: write the star at [other]");
            }
            let has = |plural: &String| {
                cases.iter().any(|(case, _)| matches!(case, Case::Name(name) if name == plural))
            };
            let lacking: Vec<_> = plurals.iter().filter(|plural| !has(plural)).cloned().collect();
            if !lacking.is_empty() {
                bail!("${variable}: this language also has the plurals {}", lacking.join(", "));
            }
            for (case, _) in cases {
                if let Case::Name(name) = case
                    && !plurals.contains(name)
                {
                    bail!("${variable}: this language has no plural {name:?}");
                }
            }
        } else if cases.iter().any(|(case, _)| matches!(case, Case::Exactly(_))) {
            bail!("${variable} is no number");
        }
        for (_, parts) in cases {
            check_choices(parts, variables, plurals)?;
        }
        check_choices(&other.1, variables, plurals)?;
    }
    Ok(())
}

//! Templates of what is said to a referrer: words with fields, which are filled in for one referral.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::offered::{LABEL_MAX, note};
use super::programme::ProgrammeSettings;
use super::progress::Progress;
use super::text_rules::{in_one_line, may_have_number};
use crate::case::Case;
use crate::limits::DISPLAY_NAME_DIGITS;
use crate::rejection::RejectionCode;

/// The longest words of a template, in characters: those of three text messages.
pub const TEMPLATE_MAX: usize = 400;

/// How many templates there may be.
pub const TEMPLATES_MAX: usize = 20;

/// How much of a name or a service is filled in, in characters.
const FILLED_MAX: usize = 40;

/// Words for something that is often said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Template {
    /// What staff call it.
    pub label: String,
    /// What the referrer reads, with [fields](TemplateField) in braces.
    pub words: String,
}

/// Declares the fields from one table: name in the words, and what it stands for.
macro_rules! fields {
    ($($(#[$doc:meta])* $Field:ident = $name:literal: $label:literal,)*) => {
        /// What a template leaves open, such as `{person}`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TemplateField {
            $($(#[$doc])* $Field,)*
        }

        impl TemplateField {
            /// All of them, in the order in which they are explained.
            pub const ALL: &[Self] = &[$(Self::$Field,)*];

            /// The name, which stands between braces.
            pub fn name(self) -> &'static str {
                match self { $(Self::$Field => $name,)* }
            }

            /// What staff read about it.
            pub fn label(self) -> &'static str {
                match self { $(Self::$Field => $label,)* }
            }
        }
    };
}

fields! {
    /// The name that the referrer has given.
    Referrer = "referrer": "The name of the referrer, or “there” if they have given none",
    /// The name of the person, as it was corrected last.
    Person = "person": "The name of the person they referred",
    /// The label that visitors read.
    Service = "service": "The service",
    /// The [public stage](Progress::public_stage).
    Stage = "stage": "The stage, as the referrer reads it",
    /// The name of the site.
    Company = "company": "The name of our company",
}

impl TemplateField {
    fn of(self, case: &Case, programme: &ProgrammeSettings, company: &str) -> String {
        let corrected = case.corrected();
        match self {
            Self::Referrer { .. } => {
                given(&corrected.referrer_name).unwrap_or_else(|| "there".to_owned())
            }
            Self::Person => plain(&corrected.referred_name),
            Self::Service => plain(programme.service_label(&corrected.service)),
            Self::Stage => Progress::of(case).public_stage().to_owned(),
            Self::Company => company.to_owned(),
        }
    }
}

/// The name that somebody has given; `None` if it is the one that the site gives to members without a name.
fn given(name: &str) -> Option<String> {
    let is_sites = name.strip_prefix("User").is_some_and(|end| {
        end.len() == DISPLAY_NAME_DIGITS && end.bytes().all(|byte| byte.is_ascii_digit())
    });
    Some(plain(name)).filter(|name| !is_sites && !name.is_empty())
}

/// A name as it may stand in a message. Anybody may have typed it, so characters that could form a link or a
/// number are left out.
pub fn plain(name: &str) -> String {
    let is_of_name =
        |letter: &char| letter.is_alphabetic() || matches!(letter, ' ' | '-' | '\'' | '\u{2019}');
    let kept: String = name.chars().filter(is_of_name).take(FILLED_MAX).collect();
    kept.trim().to_owned()
}

impl Template {
    /// The same with its fields filled in.
    pub fn filled(&self, case: &Case, programme: &ProgrammeSettings, company: &str) -> Self {
        let filled = |part: Part<'_>| match part {
            Part::Words(words) => words.to_owned(),
            Part::Braces(name) => match field(name) {
                Some(field) => field.of(case, programme, company),
                None => format!("{{{name}}}"),
            },
        };
        Self { label: self.label.clone(), words: parts(&self.words).map(filled).collect() }
    }

    /// What was typed, after noting the rules that it breaks.
    fn checked(&self, codes: &mut Vec<RejectionCode>) -> Self {
        // An erasure does not search the settings, so that they may hold no phone number.
        let may_hold = |text: &str, max: usize| {
            !text.is_empty() && text.chars().count() <= max && !may_have_number(text)
        };
        let label = in_one_line(&self.label);
        let words = self.words.trim().replace("\r\n", "\n");
        if !may_hold(&label, LABEL_MAX) {
            note(codes, RejectionCode::LabelRefused);
        }
        if !may_hold(&words, TEMPLATE_MAX) {
            note(codes, RejectionCode::TemplateRefused);
        }
        if !unknown_fields(&words).is_empty() {
            note(codes, RejectionCode::FieldUnknown);
        }
        Self { label, words }
    }
}

/// What stands in braces in these words and is no field, and braces that enclose nothing.
pub fn unknown_fields(words: &str) -> Vec<String> {
    let unknown = |part: Part<'_>| match part {
        Part::Braces(name) if field(name).is_none() => Some(format!("{{{name}}}")),
        Part::Words(words) if words.contains(['{', '}']) => {
            Some(words.chars().filter(|letter| matches!(letter, '{' | '}')).take(1).collect())
        }
        _ => None,
    };
    parts(words).filter_map(unknown).collect()
}

/// The templates of a draft, after noting the rules that they break.
pub(super) fn checked(draft: &[Template], codes: &mut Vec<RejectionCode>) -> Vec<Template> {
    if draft.len() > TEMPLATES_MAX {
        note(codes, RejectionCode::TooManyTemplates);
    }
    let all: Vec<_> = draft.iter().take(TEMPLATES_MAX).map(|it| it.checked(codes)).collect();
    let label = |it: &Template| it.label.to_lowercase();
    let is_taken = |(place, it): (usize, &Template)| {
        all[..place].iter().any(|before| label(before) == label(it))
    };
    if all.iter().enumerate().any(is_taken) {
        note(codes, RejectionCode::LabelRefused);
    }
    all
}

/// What the programme begins with.
pub(super) fn own() -> Vec<Template> {
    let template = |(label, words): (&str, &str)| Template {
        label: label.to_owned(),
        words: words.to_owned(),
    };
    OWN.map(template).into()
}

const OWN: [(&str, &str); 4] = [
    (
        "Thank you",
        "Hello {referrer}, thank you for referring {person}. We will call them about {service} and tell \
         you what comes of it. {company}",
    ),
    (
        "No answer",
        "Hello {referrer}, we have called {person} about {service}, and nobody answered. When is a good \
         time to call? {company}",
    ),
    (
        "Wrong number",
        "Hello {referrer}, we cannot reach {person} at the number that you gave us. Could you check it, \
         and correct it under Your Referrals or tell us? {company}",
    ),
    (
        "Where it stands",
        "Hello {referrer}, your referral of {person} for {service} is now at this stage: {stage}. \
         {company}",
    ),
];

fn field(name: &str) -> Option<TemplateField> {
    TemplateField::ALL.iter().copied().find(|field| field.name() == name)
}

/// A part of a template.
enum Part<'t> {
    /// As it is.
    Words(&'t str),
    /// What stands between two braces.
    Braces(&'t str),
}

fn parts(words: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = words;
    core::iter::from_fn(move || {
        let (open, close) = (rest.find('{'), rest.find('}'));
        let end = match (open, close) {
            (Some(0), Some(close)) => {
                let name = &rest[1..close];
                rest = &rest[close + 1..];
                return Some(Part::Braces(name));
            }
            (Some(open), Some(_)) if open > 0 => open,
            _ => rest.len(),
        };
        let (words, after) = rest.split_at(end);
        rest = after;
        (!words.is_empty()).then_some(Part::Words(words))
    })
}

//! What the pages say to somebody who types about themselves, where the words of the rules are for a referrer, in the
//! language of the page.

use api::{Code, HINTS_TO_THEMSELVES, Problem, hint_to_themselves_id};
use domain::rejection::Field;

use crate::http::language::Translation;

/// The order of the fields of both pages.
const ORDER: [Field; 5] =
    [Field::ReferredName, Field::Mobile, Field::Service, Field::Notes, Field::Code];

/// The same reasons in other words, in the order of the form. Those about the referred person's number stand beside
/// the number that is asked for here.
pub(crate) fn to_themselves(problem: &Problem, words: &Translation) -> Problem {
    let mut problem = words.problem(problem);
    for error in &mut problem.errors {
        if let Some(hint) = hint(error.code, words) {
            error.hint = hint;
        }
        if error.field == Field::ReferredPhone {
            error.field = Field::Mobile;
        }
    }
    let place = |field| ORDER.iter().position(|it| *it == field).unwrap_or(ORDER.len());
    problem.errors.sort_by_key(|error| place(error.field));
    if let Some(first) = problem.errors.first() {
        problem.notice = words.error(&first.hint);
    }
    problem
}

/// What is said about a code to whoever types about themselves, if it is something else than to a referrer.
fn hint(code: Code, words: &Translation) -> Option<String> {
    let Code::Rule(code) = code else { return None };
    let (_, english) = HINTS_TO_THEMSELVES.iter().find(|(of, _)| *of == code)?;
    Some(words.say_or(&hint_to_themselves_id(code), &[], english))
}

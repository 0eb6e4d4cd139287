//! What the pages say to somebody who types about themselves, where the words of the rules are for a referrer, in the
//! language of the page.

use api::{Code, HINTS_TO_THEMSELVES, Problem};
use domain::{notice::Notice, rejection::Field};

use crate::http::language::Words;

/// The order of the fields of both pages.
const ORDER: [Field; 5] =
    [Field::ReferredName, Field::Mobile, Field::Service, Field::Notes, Field::Code];

/// The same reasons in other words, in the order of the form. Those about the referred person's number stand beside
/// the number that is asked for here.
pub(crate) fn to_themselves(problem: &Problem, words: &Words) -> Problem {
    let mut problem = problem.clone();
    for error in &mut problem.errors {
        if let Some(hint) = words.hint(error).map(String::as_str).or(hint(error.code)) {
            hint.clone_into(&mut error.hint);
        }
        if error.field == Field::ReferredPhone {
            error.field = Field::Mobile;
        }
    }
    let place = |field| ORDER.iter().position(|it| *it == field).unwrap_or(ORDER.len());
    problem.errors.sort_by_key(|error| place(error.field));
    problem.notice = match problem.errors.first() {
        Some(first) => words.error(&first.hint),
        None => about(&problem, words),
    };
    problem
}

fn hint(code: Code) -> Option<&'static str> {
    let own = |of: &&(_, &'static str)| code == Code::Rule(of.0);
    HINTS_TO_THEMSELVES.iter().find(own).map(|(_, hint)| *hint)
}

/// The notice of a problem that belongs to no field.
fn about(problem: &Problem, words: &Words) -> Notice {
    let id = match problem.codes.first() {
        Some(Code::Rule(code)) => code.as_str(),
        Some(Code::Hosted(code)) => code.as_str(),
        None => "",
    };
    let Notice { title, description, variant } = &problem.notice;
    Notice {
        title: words.say("error", title),
        description: words.say(id, description),
        variant: *variant,
    }
}

//! What the pages say to somebody who types about themselves, where the words of the rules are for a referrer.

use api::{Code, Problem};
use domain::{
    notice::Notice,
    rejection::{Field, RejectionCode},
};

/// The order of the fields of both pages.
const ORDER: [Field; 5] =
    [Field::ReferredName, Field::Mobile, Field::Service, Field::Notes, Field::Code];

/// The same reasons in other words, in the order of the form. Those about the referred person's number stand beside
/// the number that is asked for here.
pub(crate) fn to_themselves(problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    for error in &mut problem.errors {
        if error.field == Field::ReferredPhone {
            error.field = Field::Mobile;
        }
        if let Code::Rule(code) = error.code
            && let Some(hint) = hint(code)
        {
            hint.clone_into(&mut error.hint);
        }
    }
    let place = |field| ORDER.iter().position(|it| *it == field).unwrap_or(ORDER.len());
    problem.errors.sort_by_key(|error| place(error.field));
    if let Some(first) = problem.errors.first() {
        problem.notice = Notice::error(&first.hint);
    }
    problem
}

fn hint(code: RejectionCode) -> Option<&'static str> {
    match code {
        RejectionCode::ReferredNameMissing => Some("Enter your name."),
        RejectionCode::ReferredPhoneMissing | RejectionCode::MobileMissing => {
            Some("Enter your phone number.")
        }
        RejectionCode::SelfReferral => Some("This link is yours. Share it with somebody else."),
        _ => None,
    }
}

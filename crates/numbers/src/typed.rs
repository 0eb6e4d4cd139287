//! Parsing the number in a typed text.

use std::collections::BTreeSet;

use crate::group::{DIGITS_MAX, Gap, Group, Plus, digits, groups};
use crate::{e164, is_possible};

/// The first number in a text that is long enough for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    /// In ASCII, without a leading `00`.
    pub(crate) digits: String,
    /// Whether a plus sign or `00` precedes them.
    pub(crate) is_international: bool,
    /// Whether the text contains letters or other digits.
    pub(crate) has_more: bool,
}

/// Fewer digits are not a number.
const DIGITS_MIN: usize = 8;

/// Parses a text.
pub(crate) fn typed(text: &str) -> Option<Typed> {
    let (groups, has_letters) = groups(text);
    let runs = groups.chunk_by(|_, next| next.gap != Gap::Apart);
    let run = runs.into_iter().find(|run| digits(run).len() >= DIGITS_MIN)?;
    let number = number_in(run);
    let has_more = has_letters || number.len() < groups.len();
    Some(Typed { has_more, ..of(number) })
}

/// The keys of all numbers in a text, of which the first is the one that [`typed`] reads. A part of a number that can be
/// called is no number.
pub(crate) fn keys(text: &str) -> Vec<String> {
    of_each_run(text, |run| {
        let parts = run.chunk_by(|_, next| next.gap < Gap::Outer);
        let unclear = parts.filter(|part| !is_number(part));
        possible(run, Gap::Outer)
            .chain(unclear.flat_map(|part| possible(part, Gap::Inner)))
            .collect()
    })
}

/// The keys of all numbers in a text, and of every number that can be called in any groups of its digits.
pub(crate) fn mentioned(text: &str) -> Vec<String> {
    of_each_run(text, |run| possible(run, Gap::Inner).collect())
}

/// The keys of what stands in each run of digits with separators, and of `more`, each once.
fn of_each_run(text: &str, more: impl Fn(&[Group]) -> Vec<String>) -> Vec<String> {
    let (groups, _) = groups(text);
    let runs = groups.chunk_by(|_, next| next.gap != Gap::Apart);
    let mut keys: Vec<_> = runs.flat_map(|run| [in_a_row(run), more(run)].concat()).collect();
    let mut seen = BTreeSet::new();
    keys.retain(|key| seen.insert(key.clone()));
    keys
}

/// The keys of the numbers of a run of digits with separators, each from where the one before it ends.
fn in_a_row(mut run: &[Group]) -> Vec<String> {
    let mut keys = Vec::new();
    while digits(run).len() >= DIGITS_MIN {
        let number = number_in(run);
        let typed = of(number);
        keys.push(e164(&typed).unwrap_or(typed.digits));
        run = &run[number.len()..];
    }
    keys
}

/// The keys of the numbers that can be called in a run, such as one after the number of a flat, with at least this gap before
/// and after them.
fn possible(run: &[Group], gap: Gap) -> impl Iterator<Item = String> {
    let starts = (0..run.len()).filter(move |&start| start == 0 || run[start].gap >= gap);
    let is_end = move |end: &usize| run.get(*end).is_none_or(|next| next.gap >= gap);
    let spans = starts.flat_map(move |start| {
        let spans = (start + 1..=run.len()).map(move |end| (end, &run[start..end]));
        let short = spans.take_while(|(_, span)| digits(span).len() <= DIGITS_MAX);
        short.filter(move |(end, _)| is_end(end)).map(|(_, span)| span)
    });
    spans.flat_map(|span| {
        let typed = of(span);
        // A plus sign that stands apart may belong to something else.
        let apart = Typed { is_international: false, ..typed.clone() };
        let readings = [Some(typed), (span[0].plus == Plus::Apart).then_some(apart)];
        let keys = readings.into_iter().flatten().filter_map(|typed| e164(&typed));
        keys.filter(|key| is_possible(key))
    })
}

/// Whether these groups are one number that can be called.
fn is_number(groups: &[Group]) -> bool {
    digits(groups).len() <= DIGITS_MAX && e164(&of(groups)).is_some_and(|key| is_possible(&key))
}

/// The number at the beginning of a run of digits with separators. All of them, if they can be one
/// number. Otherwise, what stands before a separator that may be between two numbers, if that can
/// be one.
fn number_in(run: &[Group]) -> &[Group] {
    if is_number(run) {
        return run;
    }
    let ends = (1..run.len()).filter(|&place| run[place].gap == Gap::Outer);
    let mut parts = ends.map(|end| &run[..end]);
    let first = parts.clone().next().filter(|part| digits(part).len() >= DIGITS_MIN);
    let short = parts.by_ref().take_while(|part| digits(part).len() <= DIGITS_MAX);
    short.into_iter().find(|part| is_number(part)).or(first).unwrap_or(run)
}

/// The number that these groups are.
fn of(groups: &[Group]) -> Typed {
    let digits = digits(groups);
    let has_sign = groups.first().is_some_and(|group| group.plus != Plus::None);
    let (digits, is_international) = match digits.strip_prefix("00").filter(|_| !has_sign) {
        Some(rest) => (rest.to_owned(), true),
        None => (digits, has_sign),
    };
    Typed { digits, is_international, has_more: false }
}

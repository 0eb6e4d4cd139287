//! The digits of a text in groups, as they are typed.

use std::ops::Range;

use crate::sign::{Sign, each_sign};

/// More digits than these are not one number, even with a prefix before the country code.
pub(crate) const DIGITS_MAX: usize = 20;

/// Digits that follow each other.
#[derive(Debug)]
pub(crate) struct Group {
    /// In ASCII.
    pub(crate) digits: String,
    /// Their position in bytes, including a plus sign before them.
    pub(crate) range: Range<usize>,
    pub(crate) plus: Plus,
    pub(crate) gap: Gap,
}

/// Whether a plus sign precedes a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plus {
    None,
    /// With a separator between it and the digits.
    Apart,
    Adjacent,
}

/// What is between a group and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// Separators that stand inside numbers.
    Inner,
    /// Separators that may also stand between two numbers.
    Outer,
    /// Letters or a plus sign, or there is no group before it.
    Apart,
}

/// The groups of a text, and whether it also has letters.
pub(crate) fn groups(text: &str) -> (Vec<Group>, bool) {
    let mut groups: Vec<Group> = Vec::new();
    let (mut in_group, mut has_letters) = (false, false);
    let (mut gap, mut plus) = (Gap::Apart, None);
    each_sign(text, |range, sign| {
        let follows = std::mem::take(&mut in_group);
        match sign {
            Sign::Digit(digit) => {
                match groups.last_mut().filter(|_| follows) {
                    Some(group) => {
                        group.digits.push(digit);
                        group.range.end = range.end;
                    }
                    None => groups.push(Group {
                        digits: digit.to_string(),
                        range: plus.map_or(range.start, |(start, _)| start)..range.end,
                        plus: plus.map_or(Plus::None, |(_, plus)| plus),
                        gap,
                    }),
                }
                (in_group, gap, plus) = (true, Gap::Inner, None);
            }
            Sign::Plus => (gap, plus) = (Gap::Apart, Some((range.start, Plus::Adjacent))),
            Sign::Inner => plus = plus.map(|(start, _)| (start, Plus::Apart)),
            Sign::Outer => (gap, plus) = (gap.max(Gap::Outer), None),
            Sign::Letter => (gap, plus, has_letters) = (Gap::Apart, None, true),
        }
    });
    (groups, has_letters)
}

/// The digits of some groups.
pub(crate) fn digits(groups: &[Group]) -> String {
    groups.iter().map(|group| group.digits.as_str()).collect()
}

//! The union of sorted lists, which is also how a list is sorted.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How elements are told apart, and which of two equal ones stays.
pub(crate) trait Union<T> {
    /// Orders elements; those that are `Equal` are the same one.
    fn order(a: &T, b: &T) -> Ordering;

    /// Chooses between two that are the same.
    fn choose(&mut self, a: T, b: T) -> T;

    /// The elements in order, each once. A list is the union of its halves.
    fn sorted(&mut self, mut elements: Vec<T>) -> Vec<T> {
        // This is how a list is written, and so nearly always how it is read.
        if elements.is_sorted_by(|a, b| Self::order(a, b).is_lt()) {
            return elements;
        }
        let half = elements.split_off(elements.len() / 2);
        let (left, right) = (self.sorted(elements), self.sorted(half));
        self.united(left, right)
    }

    /// All that is in either list; both are sorted.
    fn united(&mut self, left: Vec<T>, right: Vec<T>) -> Vec<T> {
        let mut all = Vec::with_capacity(left.len() + right.len());
        let mut right = right.into_iter();
        let mut next = right.next();
        for mut element in left {
            while let Some(other) = next.take() {
                match Self::order(&other, &element) {
                    Ordering::Less => all.push(other),
                    Ordering::Equal => element = self.choose(element, other),
                    Ordering::Greater => {
                        next = Some(other);
                        break;
                    }
                }
                next = right.next();
            }
            all.push(element);
        }
        all.extend(next);
        all.extend(right);
        all
    }
}

/// Texts in an order of their own, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texts(pub(crate) Vec<Ranked>);

/// A text and what its place depends on first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked {
    pub(crate) rank: [u64; 3],
    pub(crate) text: String,
}

impl Texts {
    /// Takes in texts in any order.
    pub(crate) fn add(&mut self, texts: Vec<Ranked>) {
        let texts = Same.sorted(texts);
        self.merge(Self(texts));
    }

    /// Takes in other texts.
    pub(crate) fn merge(&mut self, other: Self) {
        self.0 = Same.united(core::mem::take(&mut self.0), other.0);
    }
}

struct Same;

impl Union<Ranked> for Same {
    fn order(a: &Ranked, b: &Ranked) -> Ordering {
        a.cmp(b)
    }

    fn choose(&mut self, a: Ranked, _: Ranked) -> Ranked {
        a
    }
}

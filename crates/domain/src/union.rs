//! Merging sorted lists. Sorting uses the same code.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How two elements are compared, and which of two equal ones is kept.
pub trait Union<T> {
    /// Orders elements; `Equal` means that they are the same element.
    fn order(a: &T, b: &T) -> Ordering;

    /// Chooses between two equal elements.
    fn choose(&mut self, a: T, b: T) -> T;

    /// Sorts the elements and removes duplicates, by merging the two halves of the list.
    fn sorted(&mut self, mut elements: Vec<T>) -> Vec<T> {
        // Stored lists are nearly always sorted already.
        if elements.is_sorted_by(|a, b| Self::order(a, b).is_lt()) {
            return elements;
        }
        let half = elements.split_off(elements.len() / 2);
        let (left, right) = (self.sorted(elements), self.sorted(half));
        self.united(left, right)
    }

    /// The union of two sorted lists.
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

/// A sorted set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sorted<T>(pub Vec<T>);

/// A text with the key that it is sorted by first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    /// What it is sorted by.
    pub rank: [u64; 3],
    /// The text.
    pub text: String,
}

impl<T> Default for Sorted<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> Sorted<T> {
    /// Adds elements in any order.
    pub fn add(&mut self, elements: Vec<T>) {
        let elements = Same.sorted(elements);
        self.merge(Self(elements));
    }

    /// Adds the elements of another set.
    pub fn merge(&mut self, other: Self) {
        self.0 = Same.united(core::mem::take(&mut self.0), other.0);
    }
}

struct Same;

impl<T: Ord> Union<T> for Same {
    fn order(a: &T, b: &T) -> Ordering {
        a.cmp(b)
    }

    fn choose(&mut self, a: T, _: T) -> T {
        a
    }
}

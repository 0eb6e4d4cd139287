//! The union of sorted lists, which is also how a list is sorted.

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
        let mut right = right.into_iter().peekable();
        for mut element in left {
            while let Some(other) = right.next_if(|other| Self::order(other, &element).is_le()) {
                if Self::order(&other, &element).is_lt() {
                    all.push(other);
                } else {
                    element = self.choose(element, other);
                }
            }
            all.push(element);
        }
        all.extend(right);
        all
    }
}

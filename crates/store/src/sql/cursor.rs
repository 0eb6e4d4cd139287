//! Names of the next part of a list: where the part before has ended.

use domain::hosted::Sort;

use super::row::{int, millis};
use crate::Stored;

/// The last referral of a part, as far as the order needs to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub(super) points: i64,
    pub(super) id: i64,
}

impl Cursor {
    /// That of a part's last referral.
    pub(super) fn of(last: &Stored) -> Self {
        Self { points: int(last.referral.points.get()), id: millis(last.referral.id) }
    }

    /// The text for an order.
    pub(super) fn text(self, sort: Sort) -> String {
        let Self { points, id } = self;
        match sort {
            Sort::Newest => format!("n{id}"),
            Sort::Oldest => format!("o{id}"),
            Sort::Points => format!("p{points}-{id}"),
        }
    }

    /// Reads a text that was made for the same order.
    pub(super) fn parse(text: &str, sort: Sort) -> Option<Self> {
        let (points, id) = match sort {
            Sort::Newest => (0, text.strip_prefix('n')?.parse().ok()?),
            Sort::Oldest => (0, text.strip_prefix('o')?.parse().ok()?),
            Sort::Points => {
                let (points, id) = text.strip_prefix('p')?.split_once('-')?;
                (points.parse().ok()?, id.parse().ok()?)
            }
        };
        Some(Self { points, id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_good_for_the_order_it_was_made_for() {
        let cursor = Cursor { points: 7, id: 9 };
        for sort in [Sort::Newest, Sort::Oldest, Sort::Points] {
            let read = Cursor::parse(&cursor.text(sort), sort).map(|cursor| cursor.id);
            assert_eq!(read, Some(9));
        }
        assert_eq!(Cursor::parse("p7-9", Sort::Points), Some(cursor));
        assert_eq!(Cursor::parse("n9", Sort::Points), None);
        for text in ["", "n", "nine", "n9x", "p7", "n99999999999999999999"] {
            assert_eq!(Cursor::parse(text, Sort::Newest), None, "{text}");
        }
    }
}

//! Cursors: where a page of a list ends.

use api::Sort;

/// The last referral of a page, in the values that the order uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) id: i64,
    /// The referral's points, or the instant since which it waits.
    pub(crate) points: i64,
    /// The last change when the first page was read. A referral that has changed since keeps its
    /// place, so that it appears exactly once.
    pub(crate) change: i64,
}

impl Cursor {
    /// The text of the cursor for an order.
    pub(crate) fn text(self, sort: Sort) -> String {
        let Self { id, points, change } = self;
        match sort {
            Sort::Newest => format!("n{id}"),
            Sort::Oldest => format!("o{id}"),
            Sort::Points => format!("p{points}-{id}-{change}"),
            Sort::Waiting => format!("w{points}-{id}"),
        }
    }

    /// Parses a text for the same order.
    pub(crate) fn parse(text: &str, sort: Sort) -> Option<Self> {
        let by_id = |id: &str| Some(Self { id: id.parse().ok()?, points: 0, change: i64::MAX });
        match sort {
            Sort::Newest => by_id(text.strip_prefix('n')?),
            Sort::Oldest => by_id(text.strip_prefix('o')?),
            Sort::Waiting => {
                let (since, id) = text.strip_prefix('w')?.split_once('-')?;
                Some(Self { points: since.parse().ok()?, ..by_id(id)? })
            }
            Sort::Points => {
                let (points, rest) = text.strip_prefix('p')?.split_once('-')?;
                let points = points.parse().ok()?;
                let (id, change) = rest.split_once('-')?;
                Some(Self { id: id.parse().ok()?, points, change: change.parse().ok()? })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_valid_for_its_own_order_only() {
        let cursor = Cursor { points: 7, id: 9, change: 11 };
        for sort in [Sort::Newest, Sort::Oldest, Sort::Points, Sort::Waiting] {
            let read = Cursor::parse(&cursor.text(sort), sort).map(|cursor| cursor.id);
            assert_eq!(read, Some(9));
        }
        assert_eq!(Cursor::parse("p7-9-11", Sort::Points), Some(cursor));
        assert_eq!(Cursor::parse("n9", Sort::Points), None);
        for text in ["", "n", "nine", "n9x", "p7", "p7-9", "n99999999999999999999"] {
            assert_eq!(Cursor::parse(text, Sort::Newest), None, "{text}");
        }
    }
}

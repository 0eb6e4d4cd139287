//! Statements about several rows.

/// Places for the values of so many rows: `($1, $2), ($3, $4)`.
pub(super) fn places(rows: usize, columns: usize) -> String {
    let row = |row| {
        let places = (1..=columns).map(|column| format!("${}", row * columns + column));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_through_all_rows() {
        assert_eq!(places(2, 3), "($1, $2, $3), ($4, $5, $6)");
    }
}

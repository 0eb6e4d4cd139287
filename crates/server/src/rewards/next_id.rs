//! The ids of requests and batches. Banks are told them, so a restore must not give one again.

/// The next id in a table: one more than the highest, there or in `passed_ids`, where a restore notes those that may
/// have been given.
macro_rules! next_id {
    ($table:literal) => {
        concat!(
            "(SELECT MAX(id) + 1 FROM (SELECT COALESCE(MAX(id), 0) AS id FROM ",
            $table,
            " UNION ALL SELECT id FROM passed_ids) AS used)"
        )
    };
}
pub(crate) use next_id;

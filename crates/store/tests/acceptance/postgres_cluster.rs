//! A PostgreSQL server of the tests' own.

pub(crate) async fn database() -> Option<String> {
    None
}

//! Statements whose conditions depend on what is asked. A value never gets into the text of one: it is
//! bound to a placeholder.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

/// What is bound to a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number; `None` for NULL.
    Int(Option<i64>),
    /// A text; `None` for NULL.
    Text(Option<String>),
    /// Bytes; `None` for NULL.
    Bytes(Option<Vec<u8>>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(Some(bytes.to_vec()))
    }
}

impl From<Option<&[u8]>> for Value {
    fn from(bytes: Option<&[u8]>) -> Self {
        Self::Bytes(bytes.map(<[u8]>::to_vec))
    }
}

/// A statement under construction, with the values of its placeholders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statement {
    text: String,
    values: Vec<Value>,
}

impl Statement {
    /// A statement that begins with this text.
    pub(crate) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), values: Vec::new() }
    }

    /// The statement that inserts a row with these values in these columns.
    pub(crate) fn insert<'a>(table: &str, row: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        let (columns, values): (Vec<_>, Vec<_>) = row.into_iter().unzip();
        let insert = Self::new("INSERT INTO ").add(table).add(" (").add(&columns.join(", "));
        insert.add(") VALUES (").bind_all(values).add(")")
    }

    /// Adds a part of the text.
    pub(crate) fn add(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Adds a placeholder for a value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        let place = self.place(value);
        self.add(&place)
    }

    /// Adds placeholders for values, with commas between them; `NULL` for none, which equals nothing.
    pub(crate) fn bind_all(mut self, values: impl IntoIterator<Item = impl Into<Value>>) -> Self {
        let places = self.place_all(values);
        self.add(&places)
    }

    /// Keeps a value and returns its placeholder, for a text that needs it more than once.
    pub(crate) fn place(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// The same for values with commas between them, as [`bind_all`](Self::bind_all) adds them.
    pub(crate) fn place_all(
        &mut self,
        values: impl IntoIterator<Item = impl Into<Value>>,
    ) -> String {
        let places: Vec<_> = values.into_iter().map(|value| self.place(value)).collect();
        if places.is_empty() { "NULL".to_owned() } else { places.join(", ") }
    }

    /// The statement that returns its plan.
    #[cfg(test)]
    pub(crate) fn explained(self) -> Self {
        Self { text: ["EXPLAIN QUERY PLAN ", &self.text].concat(), ..self }
    }

    /// The text.
    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The statement with its values bound.
    pub(crate) fn query(self) -> Query<'static, Any, AnyArguments> {
        let query = sqlx::query(AssertSqlSafe(self.text));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Int(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    }

    /// All rows that it finds.
    pub(crate) async fn rows(self, connection: &mut AnyConnection) -> sqlx::Result<Vec<AnyRow>> {
        self.query().fetch_all(connection).await
    }

    /// The row that it finds, if there is one.
    pub(crate) async fn row(self, connection: &mut AnyConnection) -> sqlx::Result<Option<AnyRow>> {
        self.query().fetch_optional(connection).await
    }

    /// The only row of a statement that always finds one.
    pub(crate) async fn one(self, connection: &mut AnyConnection) -> sqlx::Result<AnyRow> {
        self.query().fetch_one(connection).await
    }

    /// Executes it; returns the number of rows that it has changed.
    pub(crate) async fn execute(self, tx: &mut AnyConnection) -> sqlx::Result<u64> {
        Ok(self.query().execute(tx).await?.rows_affected())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_gets_a_placeholder_and_not_into_the_text() {
        let statement =
            Statement::new("SELECT a FROM b WHERE c = ").bind("'; --").add(" AND d IN (");
        let statement =
            statement.bind_all([1, 2]).add(") AND e IN (").bind_all([0_i64; 0]).add(")");
        let text = "SELECT a FROM b WHERE c = $1 AND d IN ($2, $3) AND e IN (NULL)";
        assert_eq!(statement.text(), text);
        assert_eq!(statement.values, [Value::from("'; --"), Value::from(1), Value::from(2)]);
    }
}

//! Parts of lists. Each of them is a walk along an index that ends when the part is full.

use domain::hosted::Sort;
use sqlx::AssertSqlSafe;

use super::cursor::Cursor;
use super::dialect::Dialect;
use super::referrals::COLUMNS;
use super::text::{needle, storable};
use super::{SqlStore, grams, referrals};
use crate::{Listed, Listing, Whose};

/// A part of a list.
pub(super) async fn list(store: &SqlStore, listing: &Listing) -> sqlx::Result<Listed> {
    let select = Select::of(store.dialect, listing);
    let mut query = sqlx::query(AssertSqlSafe(select.text()));
    for value in select.values {
        query = match value {
            Value::Int(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
        };
    }
    let rows = query.fetch_all(&store.readers).await?;
    // One more than is wanted was asked for, to know whether there is a part after this one.
    let most = usize::try_from(listing.most).unwrap_or(usize::MAX);
    let shown = rows.iter().take(most).map(referrals::stored);
    let shown = shown.collect::<sqlx::Result<Vec<_>>>()?;
    let last = shown.last().filter(|_| rows.len() > most);
    let next = last.map(|last| Cursor::of(last).text(listing.sort));
    Ok(Listed { referrals: shown, next })
}

/// A statement that is being put together.
struct Select {
    from: &'static str,
    conditions: Vec<String>,
    order: &'static str,
    values: Vec<Value>,
    limit: String,
}

enum Value {
    Int(i64),
    Text(String),
}

impl Select {
    fn of(dialect: Dialect, listing: &Listing) -> Self {
        let mut select = Self {
            from: "referrals AS r",
            conditions: Vec::new(),
            order: match listing.sort {
                Sort::Newest => "r.id DESC",
                Sort::Oldest => "r.id",
                Sort::Points => "r.points DESC, r.id DESC",
            },
            values: Vec::new(),
            limit: String::new(),
        };
        if let Whose::Of(mobile) = &listing.whose {
            select.equal("referrer_mobile", mobile.as_str());
        }
        if let Some(status) = &listing.status {
            select.equal("status", status);
        }
        if let Some(service) = &listing.service {
            select.equal("service", service);
        }
        select.search(dialect, listing);
        select.begin_after(listing);
        select.limit = select.place(Value::Int(i64::from(listing.most) + 1));
        select
    }

    /// Narrows to a text, along the index of its beginning.
    fn equal(&mut self, column: &str, text: &str) {
        let place = self.place(Value::Text(storable(text)));
        self.conditions.push(format!("substr(r.{column}, 1, 64) = substr({place}, 1, 64)"));
        self.conditions.push(format!("r.{column} = {place}"));
    }

    fn search(&mut self, dialect: Dialect, listing: &Listing) {
        let needle = needle(&listing.search);
        if needle.is_empty() {
            return;
        }
        // A member's own list is short beside all that an index would find.
        let all = listing.whose == Whose::All;
        if let Some(grams) = grams::condition(&needle).filter(|_| dialect == Dialect::Sqlite && all)
        {
            self.from = "referral_index AS i CROSS JOIN referrals AS r ON r.id = i.rowid";
            let place = self.place(Value::Text(grams));
            self.conditions.push(format!("referral_index MATCH {place}"));
            self.order = match listing.sort {
                Sort::Newest => "i.rowid DESC",
                Sort::Oldest => "i.rowid",
                Sort::Points => self.order,
            };
        }
        let place = self.place(Value::Text(dialect.part(&needle)));
        self.conditions.push(dialect.has_part(&place));
    }

    fn begin_after(&mut self, listing: &Listing) {
        let after = listing.after.as_deref();
        let Some(cursor) = after.and_then(|text| Cursor::parse(text, listing.sort)) else {
            return;
        };
        let column = if self.order.starts_with('i') { "i.rowid" } else { "r.id" };
        let id = self.place(Value::Int(cursor.id));
        let condition = match listing.sort {
            Sort::Newest => format!("{column} < {id}"),
            Sort::Oldest => format!("{column} > {id}"),
            Sort::Points => {
                let points = self.place(Value::Int(cursor.points));
                format!("(r.points, r.id) < ({points}, {id})")
            }
        };
        self.conditions.push(condition);
    }

    /// Adds a value, and says where it stands.
    fn place(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn text(&self) -> String {
        let Self { from, order, limit, .. } = self;
        let conditions = match self.conditions.as_slice() {
            [] => String::new(),
            conditions => format!(" WHERE {}", conditions.join(" AND ")),
        };
        format!("SELECT {COLUMNS} FROM {from}{conditions} ORDER BY {order} LIMIT {limit}")
    }
}

//! The statement that reads a part of a list: its index, its conditions, and where it starts.

use std::ops::Range;

use api::{COUNTED, SEARCHED, Sort};
use sqlx::any::AnyRow;

use crate::db::cursor::Cursor;
use crate::db::dialect::Dialect;
use crate::db::row::{Fields, int};
use crate::db::statement::{Statement, Value};
use crate::db::text::{needles, word};
use crate::referrals::records::{Listing, Scope};
use crate::referrals::sql::duplicates::IS_LATER;
use crate::referrals::sql::grams;
use crate::referrals::sql::referrals::columns;
use crate::referrals::sql::waiting;

/// How many changes since a list was opened leave its pages as they were.
const CHANGES: u32 = 10_000;

/// A SELECT statement under construction.
pub(crate) struct Select {
    from: &'static str,
    conditions: Vec<String>,
    order: &'static str,
    /// The values of the placeholders.
    values: Statement,
    limit: String,
    /// What reads the last change of the list, for the order of points.
    change: String,
    /// For the order of points: the previous page's cursor, and the placeholders of its values.
    after: Option<After>,
}

struct After {
    cursor: Cursor,
    points: String,
    id: String,
    change: String,
}

impl Select {
    /// The statement for a page.
    pub(crate) fn of(dialect: Dialect, listing: &Listing) -> Self {
        let mut select = Self::all(dialect, listing);
        select.begin_after(listing);
        select.limit = select.place(i64::from(listing.limit) + 1);
        select
    }

    /// The statement for the newest [`COUNTED`] of a list.
    pub(crate) fn newest(dialect: Dialect, listing: &Listing) -> Self {
        let mut select = Self::all(dialect, listing);
        select.limit = select.place(i64::from(COUNTED));
        select
    }

    /// The statement without the page.
    pub(crate) fn all(dialect: Dialect, listing: &Listing) -> Self {
        let mut select = Self {
            from: "referrals AS r",
            conditions: Vec::new(),
            order: match listing.sort {
                Sort::Newest => "r.id DESC",
                Sort::Oldest => "r.id",
                Sort::Points => "r.points DESC, r.id DESC",
                Sort::Waiting => "r.waiting_since, r.id",
            },
            values: Statement::default(),
            limit: String::new(),
            change: match listing.sort {
                Sort::Points => "SELECT COALESCE(MAX(seq), 0) FROM history".to_owned(),
                Sort::Newest | Sort::Oldest | Sort::Waiting => "0".to_owned(),
            },
            after: None,
        };
        if let Scope::Of(mobile) = &listing.scope {
            let place = select.place(numbers::key(mobile.as_str()));
            select.of_person(listing, &format!("referrer_number = {place}"));
            // Makes SQLite read only the owner's rows, whatever the other filters are.
            if dialect == Dialect::Sqlite {
                select.from = "referrals AS r INDEXED BY referrals_by_referrer";
            }
            if !listing.search.is_empty() {
                select.conditions.push(format!(
                    "r.id >= COALESCE((SELECT id FROM referrals WHERE referrer_number = {place} \
                     ORDER BY id DESC LIMIT 1 OFFSET {SEARCHED}), 0)"
                ));
            }
        }
        if let Some(referrer) = &listing.referrer {
            let place = select.place(numbers::key(referrer));
            select.conditions.push(format!("r.referrer_number = {place}"));
            if dialect == Dialect::Sqlite {
                select.from = "referrals AS r INDEXED BY referrals_by_referrer";
            }
        }
        if let Scope::About(mobile) = &listing.scope {
            let place = select.place(numbers::key(mobile.as_str()));
            select.of_person(listing, &format!("number = {place}"));
            if dialect == Dialect::Sqlite {
                select.from = "referrals AS r INDEXED BY referrals_by_number";
            }
        }
        select.narrow(dialect, listing);
        select
    }

    /// Leaves only the referrals that somebody made, or that are about them. Their cursor has the last change of these:
    /// one of all would tell them how much others do.
    fn of_person(&mut self, listing: &Listing, condition: &str) {
        self.conditions.push(format!("r.{condition}"));
        if listing.sort == Sort::Points {
            self.change = format!(
                "SELECT COALESCE(MAX(h.seq), 0) FROM referrals AS own \
                 JOIN history AS h ON h.referral_id = own.id WHERE own.{condition}"
            );
        }
    }

    /// Adds the filters, except for scope and page.
    fn narrow(&mut self, dialect: Dialect, listing: &Listing) {
        if let Scope::Services(services) = &listing.scope {
            let places: Vec<_> = services.iter().map(|service| self.place(word(service))).collect();
            // With several services the index is not sorted, so the index of another column or the
            // ids are used.
            let column = match (dialect, places.len()) {
                (Dialect::Sqlite, 2..) => "+r.service",
                _ => "r.service",
            };
            self.conditions.push(one_of(column, &places));
        }
        for (column, wanted) in
            [("status", &listing.status), ("service", &listing.service), ("stage", &listing.stage)]
        {
            if let Some(wanted) = wanted {
                let place = self.place(word(wanted));
                self.conditions.push(format!("r.{column} = {place}"));
            }
        }
        if let Some(owners) = &listing.owners {
            let places: Vec<_> = owners.iter().map(|owner| self.place(word(owner))).collect();
            self.conditions.push(one_of("r.owner", &places));
        }
        if listing.is_duplicate {
            self.conditions.push(IS_LATER.to_owned());
        }
        let Range { start, end } = listing.submitted;
        if start > 0 {
            let place = self.place(int(start));
            self.conditions.push(format!("r.id >= {place}"));
        }
        if end < u64::MAX {
            let place = self.place(int(end));
            self.conditions.push(format!("r.id < {place}"));
        }
        if let Some((waiting, section)) = &listing.waits {
            self.conditions.push(waiting::condition(&mut self.values, waiting, *section));
        }
        if listing.sort == Sort::Waiting {
            self.conditions.push("r.waiting_since IS NOT NULL".to_owned());
        }
        self.search(dialect, listing);
    }

    fn search(&mut self, dialect: Dialect, listing: &Listing) {
        if listing.search.is_empty() {
            return;
        }
        let needles = needles(&listing.search);
        if needles.is_empty() {
            self.conditions.push("1 = 0".to_owned());
        }
        // Whoever shared a link could find out the number and the notes of somebody who came by it, letter by letter.
        if matches!(listing.scope, Scope::Of(_)) {
            self.conditions.push("r.by_link = 0".to_owned());
        }
        // A member's own list is short, compared with what an index would find.
        let all = !matches!(listing.scope, Scope::Of(_) | Scope::About(_));
        let grams = grams::condition(&needles).filter(|_| all);
        if all && grams.is_none() {
            self.conditions.push(format!(
                "r.id >= COALESCE((SELECT id FROM referrals ORDER BY id DESC \
                 LIMIT 1 OFFSET {SEARCHED}), 0)"
            ));
        }
        if let Some(grams) = grams.filter(|_| dialect == Dialect::Sqlite) {
            self.from = "referral_index AS i CROSS JOIN referrals AS r ON r.id = i.rowid";
            let place = self.place(grams);
            self.conditions.push(format!("referral_index MATCH {place}"));
            self.order = match listing.sort {
                Sort::Newest => "i.rowid DESC",
                Sort::Oldest => "i.rowid",
                Sort::Points | Sort::Waiting => self.order,
            };
        }
        for needle in needles {
            let place = self.place(dialect.part(needle));
            self.conditions.push(dialect.has_part("r.haystack", &place));
        }
    }

    fn begin_after(&mut self, listing: &Listing) {
        let after = listing.after.as_deref();
        let Some(cursor) = after.and_then(|text| Cursor::parse(text, listing.sort)) else {
            return;
        };
        let column = if self.order.starts_with('i') { "i.rowid" } else { "r.id" };
        let id = self.place(cursor.id);
        match listing.sort {
            Sort::Newest => self.conditions.push(format!("{column} < {id}")),
            Sort::Oldest => self.conditions.push(format!("{column} > {id}")),
            Sort::Waiting => {
                let since = self.place(cursor.points);
                self.conditions.push(format!("(r.waiting_since, r.id) > ({since}, {id})"));
            }
            Sort::Points => {
                let points = self.place(cursor.points);
                let change = self.place(cursor.change);
                self.after = Some(After { cursor, points, id, change });
            }
        }
    }

    /// The cursor after this row, the last one of the page.
    pub(crate) fn cursor(&self, row: &AnyRow) -> sqlx::Result<Cursor> {
        let change = match &self.after {
            Some(after) => after.cursor.change,
            None => row.int("change")?,
        };
        Ok(Cursor { id: row.int("id")?, points: row.int("place")?, change })
    }

    /// Keeps a value and returns its placeholder.
    fn place(&mut self, value: impl Into<Value>) -> String {
        self.values.place(value)
    }

    /// The statement for a page.
    pub(crate) fn page(&self) -> Statement {
        let Self { from, order, limit, change: last, .. } = self;
        let columns = columns!();
        let Some(After { points, id, change, .. }) = &self.after else {
            return self.part(&format!(
                "{columns}, {} AS place, ({last}) AS change",
                if order.starts_with("r.waiting") { "r.waiting_since" } else { "r.points" }
            ));
        };
        // Few referrals have changed since the first page. They keep their old places. A cursor may say
        // anything, so that only the last changes are looked at.
        let since = format!(
            "SELECT referral_id FROM history WHERE seq > {change} \
             AND seq > (SELECT COALESCE(MAX(seq), 0) - {CHANGES} FROM history)"
        );
        let here = self.conditions(&[
            format!("(r.points, r.id) < ({points}, {id})"),
            format!("r.id NOT IN ({since})"),
        ]);
        let moved = self.conditions(&[format!("(h.points, r.id) < ({points}, {id})")]);
        self.values.clone().add(&format!(
            "SELECT * FROM (SELECT {columns}, r.points AS place FROM {from}{here} \
             ORDER BY {order} LIMIT {limit}) AS here \
             UNION ALL SELECT {columns}, h.points AS place FROM {from} \
             JOIN history AS h ON h.referral_id = r.id AND h.seq IN (SELECT MAX(seq) FROM history \
             WHERE seq <= {change} AND referral_id IN ({since}) GROUP BY referral_id){moved} \
             ORDER BY place DESC, id DESC LIMIT {limit}"
        ))
    }

    /// The statement for these columns only.
    pub(crate) fn part(&self, columns: &str) -> Statement {
        let Self { from, order, limit, .. } = self;
        let conditions = self.conditions(&[]);
        let text =
            format!("SELECT {columns} FROM {from}{conditions} ORDER BY {order} LIMIT {limit}");
        self.values.clone().add(&text)
    }

    /// The statement that counts referrals by stage: `stage` and `referrals`.
    pub(crate) fn counts(&self) -> Statement {
        let Self { from, order, limit, .. } = self;
        let part = match limit.as_str() {
            "" => String::new(),
            limit => format!(" ORDER BY {order} LIMIT {limit}"),
        };
        let conditions = self.conditions(&[]);
        self.values.clone().add(&format!(
            "SELECT f.stage, COUNT(*) AS referrals \
             FROM (SELECT r.stage FROM {from}{conditions}{part}) AS f GROUP BY f.stage"
        ))
    }

    /// The WHERE clause, if there are conditions.
    fn conditions(&self, more: &[String]) -> String {
        let conditions = [self.conditions.as_slice(), more].concat();
        if conditions.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", conditions.join(" AND "))
        }
    }
}

/// The condition that a column has one of these values.
fn one_of(column: &str, places: &[String]) -> String {
    match places {
        [] => "1 = 0".to_owned(),
        [one] => format!("{column} = {one}"),
        places => format!("{column} IN ({})", places.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Store;
    use crate::referrals::waiting::Waiting;
    use api::InboxSection;
    use domain::mobile::MobileNumber;
    use domain::pipeline::StageLimits;
    use domain::pipeline::work::Offices;
    use domain::referral::Instant;
    use sqlx::Row;

    /// SQLite's query plan.
    async fn plan(store: &Store, listing: &Listing) -> String {
        let plan = Select::of(store.dialect, listing).page();
        let rows = plan.explained().query().fetch_all(&store.readers).await.unwrap();
        rows.iter().map(|row| row.get::<String, _>("detail") + "\n").collect()
    }

    /// Without the limit, a search for one or two rare letters would read all of a million
    /// referrals.
    #[test]
    fn a_search_too_short_for_the_index_reads_the_newest() {
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            for (search, looks_at_all) in [("zq", false), ("z", false), ("zqx", true), ("", true)] {
                let search = search.to_owned();
                let listing = Listing { search, ..Listing::of(Scope::All, 50) };
                let statement = Select::of(dialect, &listing).page();
                let text = statement.text();
                assert_eq!(text.contains("OFFSET 10000"), !looks_at_all, "{text}");
            }
        }
    }

    async fn store(folder: &tempfile::TempDir) -> Store {
        Store::open(&format!("sqlite://{}/plans.db", folder.path().display())).await.unwrap()
    }

    /// Whatever staff ask for is found along an index that has it in its order.
    #[tokio::test]
    async fn scenario_10_a_list_of_staff_neither_scans_nor_sorts() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let all = || Listing::of(Scope::All, 50);
        let own = || Listing::of(Scope::Services(vec!["training".to_owned()]), 50);
        let text = |text: &str| Some(text.to_owned());
        let of = |owner: &str| Some(vec![owner.to_owned()]);
        let waiting = Waiting {
            whose: Some(vec!["asha".to_owned()]),
            doers: Vec::new(),
            sees_duplicates: true,
            may_award: true,
            offices: Offices::default(),
            limits: StageLimits::default(),
            now: Instant::default(),
            day_ends: Instant::default(),
        };
        let waits = |section| Some((waiting.clone(), section));
        for (listing, index) in [
            (all(), "SCAN r"),
            (Listing { sort: Sort::Points, ..all() }, "SCAN r USING INDEX referrals_by_points"),
            (Listing { submitted: 5..9, ..all() }, "INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
            (Listing { stage: text("declined"), ..all() }, "referrals_by_stage (stage=?)"),
            (Listing { owners: of(""), ..all() }, "referrals_by_owner (owner=?)"),
            (Listing { service: text("others"), ..all() }, "_by_service (service=?)"),
            (Listing { is_duplicate: true, ..all() }, "referrals_duplicate"),
            (Listing { sort: Sort::Waiting, ..all() }, "referrals_waiting (waiting_since>?)"),
            (
                Listing { sort: Sort::Waiting, waits: waits(InboxSection::Overdue), ..all() },
                "referrals_waiting (waiting_since>?)",
            ),
            (
                Listing { sort: Sort::Waiting, waits: waits(InboxSection::Waiting), ..all() },
                "referrals_waiting (waiting_since>?)",
            ),
            (Listing { sort: Sort::Points, ..own() }, "_by_service_and_points (service=?)"),
            (Listing { sort: Sort::Waiting, ..own() }, "referrals_waiting_by_service"),
        ] {
            let plan = plan(&store, &listing).await;
            let first = plan.lines().find(|line| format!("{line} ").contains(" r ")).unwrap();
            assert!(first.contains(index), "{listing:?}: {plan}");
            assert!(!plan.contains("TEMP B-TREE FOR ORDER BY"), "{listing:?}: {plan}");
        }
    }

    /// Anybody may write a cursor, even one from before all changes.
    #[tokio::test]
    async fn a_cursor_makes_no_page_read_the_whole_history() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let after = Some("p9007199254740991-9223372036854775807-0".to_owned());
        let listing = Listing { sort: Sort::Points, after, ..Listing::of(Scope::All, 50) };
        let plan = plan(&store, &listing).await;
        assert!(!plan.contains("SCAN history"), "{plan}");
        let text = Select::of(Dialect::Sqlite, &listing).page().text().to_owned();
        let bounds = text.matches("- 10000 FROM history").count();
        assert_eq!(bounds, text.matches("FROM history WHERE seq > ").count(), "{text}");
    }

    /// However a name or a number is typed.
    #[tokio::test]
    async fn scenario_10_a_search_uses_the_index_of_grams() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        for search in ["asha", "d'souza", "al mansoori", "092302 52536", "+91 92302 52536", "52536"]
        {
            let listing = Listing { search: search.to_owned(), ..Listing::of(Scope::All, 50) };
            let plan = plan(&store, &listing).await;
            assert!(plan.starts_with("SCAN i VIRTUAL TABLE INDEX"), "{search}: {plan}");
            assert!(plan.contains("SEARCH r USING INTEGER PRIMARY KEY"), "{search}: {plan}");
            assert!(!plan.contains("TEMP B-TREE"), "{search}: {plan}");
        }
    }

    #[tokio::test]
    async fn a_members_list_reads_only_their_referrals() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder).await;
        let own = Listing::of(Scope::Of(MobileNumber::parse("9876543210").unwrap()), 50);
        for sort in [Sort::Newest, Sort::Oldest, Sort::Points] {
            for (search, status) in
                [("", None), ("asha", None), ("", Some("Pending")), ("a", Some("Pending"))]
            {
                let (search, status) = (search.to_owned(), status.map(str::to_owned));
                let service = status.clone();
                let listing = Listing { sort, search, status, service, ..own.clone() };
                let plan = plan(&store, &listing).await;
                let is_read = |line: &&str| line.contains(" r ") || line.ends_with(" r");
                let reads: Vec<_> = plan.lines().filter(is_read).collect();
                assert!(!reads.is_empty(), "{plan}");
                let by_number = "SEARCH r USING INDEX referrals_by_referrer";
                assert!(reads.iter().all(|line| line.contains(by_number)), "{plan}");
                assert!(!plan.contains("SCAN referrals"), "{plan}");
            }
        }
    }
}

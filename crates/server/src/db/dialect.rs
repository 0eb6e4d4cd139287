//! All differences between the two databases, except for their migrations.

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Begins a write transaction. SQLite has one writer at a time: by waiting at the beginning, a
    /// transaction never reads something that is outdated when it writes.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Begins a read transaction that sees one state throughout.
    pub(crate) fn begin_snapshot(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// The columns of all tables: `table_name`, `column_name` and `column_type`.
    pub(crate) fn columns(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT t.name AS table_name, c.name AS column_name, c.type AS column_type \
                 FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c \
                 WHERE t.type = 'table'"
            }
            Self::Postgres => {
                "SELECT CAST(c.table_name AS TEXT) AS table_name, \
                 CAST(c.column_name AS TEXT) AS column_name, \
                 CAST(c.data_type AS TEXT) AS column_type \
                 FROM information_schema.columns AS c JOIN information_schema.tables AS t \
                 ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
                 WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
            }
        }
    }

    /// Whether there is a table of this name.
    pub(crate) fn table(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = $1",
            Self::Postgres => {
                "SELECT CAST(table_name AS TEXT) AS name FROM information_schema.tables \
                 WHERE table_schema = current_schema() AND table_name = $1"
            }
        }
    }

    /// The settings of every new connection.
    pub(crate) fn settings(self) -> &'static str {
        match self {
            // On a read-only root there may be no folder for temporary files.
            Self::Sqlite => {
                "PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; \
                 PRAGMA temp_store = MEMORY"
            }
            // The right index depends on the search text, so statements are planned with their
            // values. And nobody waits for ever for a lock of somebody who is gone.
            Self::Postgres => {
                "SET plan_cache_mode = force_custom_plan; SET lock_timeout = '10s'; \
                 SET idle_in_transaction_session_timeout = '60s'"
            }
        }
    }

    /// Ends a SELECT whose rows nobody else may change until the transaction ends.
    pub(crate) fn for_update(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }

    /// The same, but skips rows that are locked by somebody else.
    pub(crate) fn for_update_of_free(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// Ends a SELECT whose rows nobody else may delete until the transaction ends.
    pub(crate) fn for_key_share(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR KEY SHARE",
        }
    }

    /// A random id for each row.
    pub(crate) fn random_id(self) -> &'static str {
        match self {
            Self::Sqlite => "lower(hex(randomblob(16)))",
            Self::Postgres => "replace(CAST(gen_random_uuid() AS TEXT), '-', '')",
        }
    }

    /// The condition that a column contains `place`, which is a [`Dialect::part`].
    pub(crate) fn has_part(self, column: &str, place: &str) -> String {
        match self {
            Self::Sqlite => format!("instr({column}, {place}) > 0"),
            Self::Postgres => format!("{column} LIKE {place}"),
        }
    }

    /// A part of a search text in the form that [`Dialect::has_part`] needs. It has letters and
    /// digits only, so there is nothing to escape.
    pub(crate) fn part(self, needle: String) -> String {
        match self {
            Self::Sqlite => needle,
            Self::Postgres => format!("%{needle}%"),
        }
    }
}

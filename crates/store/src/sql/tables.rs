//! The tables that a copy of a database has to hold.

use Kind::{Bytes, Int, Text};

/// What is in a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Int,
    Text,
    Bytes,
}

/// A table: its columns but for those that number rows in the order they came, and that order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) order: &'static str,
    pub(super) columns: &'static [(&'static str, Kind)],
}

/// The column that numbers rows in the order they came, which the other database does by itself.
pub(super) const NUMBERING: &str = "seq";

/// Tables with nothing to copy: every database has its own.
pub(super) const LEFT: &[&str] = &[
    "_sqlx_migrations",
    "schema_versions",
    "gates",
    // SQLite's index of grams, and what it is made of.
    "places",
    "referral_index*",
    "sqlite_*",
];

/// Whether a name is one of [`LEFT`], whose star stands for any end of a name.
pub(super) fn is_left(left: &str, name: &str) -> bool {
    match left.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == left,
    }
}

/// All of them, in an order in which a row comes after those that it refers to.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "accounts",
        order: "mobile",
        columns: &[("mobile", Text), ("name", Text), ("registered_at", Int), ("typed", Text)],
    },
    Table {
        name: "departures",
        order: "number",
        columns: &[("number", Bytes), ("at", Int), ("keyed", Int)],
    },
    Table {
        name: "referrals",
        order: "id",
        columns: &[
            ("id", Int),
            ("key", Text),
            ("origin", Text),
            ("referrer_name", Text),
            ("referrer_mobile", Text),
            ("referred_name", Text),
            ("referred_phone", Text),
            ("service", Text),
            ("notes", Text),
            ("date", Text),
            ("status", Text),
            ("points", Int),
            ("awarded_at", Int),
            ("version", Int),
            ("haystack", Text),
            ("referrer_number", Text),
            ("referred_number", Text),
        ],
    },
    Table { name: "graves", order: "key", columns: &[("key", Text), ("id", Int)] },
    Table {
        name: "changes",
        order: "seq",
        columns: &[
            ("referral_id", Int),
            ("at", Int),
            ("actor", Text),
            ("actor_mobile", Text),
            ("status", Text),
            ("points", Int),
            ("event", Text),
        ],
    },
    Table {
        name: "counters",
        order: "one",
        columns: &[
            ("one", Int),
            ("total", Int),
            ("pending", Int),
            ("successful", Int),
            ("points_high", Int),
            ("points_low", Int),
        ],
    },
    Table {
        name: "submissions",
        order: "idempotency",
        columns: &[
            ("idempotency", Bytes),
            ("fingerprint", Bytes),
            ("referral_id", Int),
            ("at", Int),
        ],
    },
    Table {
        name: "codes",
        order: "challenge",
        columns: &[
            ("challenge", Text),
            ("mobile", Text),
            ("code", Bytes),
            ("sent_at", Int),
            ("tries", Int),
            ("used", Int),
            ("typed", Text),
        ],
    },
    Table {
        name: "sends",
        order: "seq",
        columns: &[
            ("number", Bytes),
            ("address", Bytes),
            ("at", Int),
            ("recognised", Bytes),
            ("device", Bytes),
            ("challenge", Text),
        ],
    },
    Table {
        name: "devices",
        order: "token, mobile",
        columns: &[("token", Bytes), ("mobile", Text), ("expires_at", Int)],
    },
    Table {
        name: "used_proofs",
        order: "proof",
        columns: &[("proof", Bytes), ("expires_at", Int)],
    },
    Table {
        name: "sessions",
        order: "token",
        columns: &[
            ("token", Bytes),
            ("mobile", Text),
            ("name", Text),
            ("registered_at", Int),
            ("created_at", Int),
            ("seen_at", Int),
            ("confirmed", Int),
            ("confirmed_at", Int),
            ("device", Text),
        ],
    },
    Table { name: "second_factors", order: "mobile", columns: &[("mobile", Text), ("step", Int)] },
    Table { name: "second_factor_tries", order: "seq", columns: &[("mobile", Text), ("at", Int)] },
    Table {
        name: "used_steps",
        order: "number",
        columns: &[("number", Bytes), ("step", Int), ("at", Int)],
    },
    Table { name: "factor_tries", order: "seq", columns: &[("number", Bytes), ("at", Int)] },
    Table {
        name: "recovery_codes",
        order: "code",
        columns: &[("code", Bytes), ("number", Bytes), ("made_at", Int), ("used_at", Int)],
    },
    Table {
        name: "security_events",
        order: "seq",
        columns: &[
            ("at", Int),
            ("kind", Text),
            ("outcome", Text),
            ("actor", Bytes),
            ("target", Bytes),
            ("request", Text),
        ],
    },
    Table {
        name: "daily_counts",
        order: "day, purpose, network",
        columns: &[("purpose", Text), ("network", Bytes), ("day", Int), ("count", Int)],
    },
    Table {
        name: "messages",
        order: "id",
        columns: &[
            ("id", Int),
            ("idempotency", Bytes),
            ("name", Text),
            ("email", Text),
            ("subject", Text),
            ("message", Text),
            ("at", Int),
            ("forward", Int),
            ("claimed_until", Int),
            ("forwarded_at", Int),
            ("attempts", Int),
            ("failure", Text),
            ("failed_at", Int),
            ("handled_at", Int),
        ],
    },
    Table {
        name: "answers",
        order: "name",
        columns: &[("name", Bytes), ("answer", Text), ("at", Int)],
    },
];

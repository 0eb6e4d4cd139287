//! The table of spellings, for tests: `cases/spellings.json`, which the store's and the server's
//! tests read as well.

use serde::Deserialize;

/// One number in many spellings, and texts that are not that number.
#[derive(Deserialize)]
pub(crate) struct Cases {
    pub(crate) number: String,
    pub(crate) spellings: Vec<Case>,
    pub(crate) others: Vec<Case>,
}

#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) fn cases() -> Cases {
    serde_json::from_str(include_str!("../cases/spellings.json")).unwrap()
}

//! What may be searched for, and where it may stand in a request.

use api::{Access, SEARCH_MAX};

use crate::http::refusal::{Refusal, Result};

/// Refuses search texts in addresses.
pub(crate) fn no_search(search: Option<&str>, instead: &str) -> Result<()> {
    if search.is_none() {
        return Ok(());
    }
    Err(Refusal::malformed(format!(
        "Send `search` in the body of POST {instead}: query strings are logged."
    )))
}

/// Checks the length of a search text.
pub(crate) fn search_fits(search: Option<&str>) -> Result<()> {
    if api::search_fits(search) {
        return Ok(());
    }
    Err(Refusal::malformed(format!("The field `search` has at most {SEARCH_MAX} characters.")))
}

/// Checks that a search or filter does not reveal a masked number to somebody who may not see it: a file may
/// bring any text as a service.
pub(crate) fn may_search(access: &Access, search: &str) -> Result<()> {
    if access.hides_numbers() && numbers::has_digit(search) {
        return Err(Refusal::malformed("Your role cannot search for digits."));
    }
    Ok(())
}

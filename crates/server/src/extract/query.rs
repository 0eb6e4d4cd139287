//! Query strings.

use axum::{extract::FromRequestParts, http::request::Parts};
use serde::de::DeserializeOwned;

use super::fault;
use crate::{AppState, refusal::Refusal};

/// A query string. What is empty in it counts as absent.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Refusal> {
        read(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, Refusal> {
    let given: Vec<_> = query.split('&').filter(|pair| !pair.ends_with('=')).collect();
    let given = given.join("&");
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(given.as_bytes()));
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        let text = error.inner().to_string();
        Refusal::malformed(fault::sentence("query's", error.path(), &text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{ReferralQuery, Sort};

    #[test]
    fn what_is_empty_counts_as_absent_and_what_is_nonsense_is_refused() {
        let find: ReferralQuery = read("search=&sort=points&limit=&status=Pending").unwrap();
        let wanted = ReferralQuery {
            sort: Some(Sort::Points),
            status: Some("Pending".into()),
            ..ReferralQuery::default()
        };
        assert_eq!(find, wanted);
        assert_eq!(read::<ReferralQuery>("").unwrap(), ReferralQuery::default());
        for nonsense in ["sort=sideways", "limit=-1", "limit=many"] {
            assert!(read::<ReferralQuery>(nonsense).is_err(), "{nonsense}");
        }
    }
}

//! Which vacancies and courses the site has today.

use std::collections::BTreeMap;

use axum::{
    body::{Body, to_bytes},
    http::Request,
};
use tower::ServiceExt;

use crate::{http::language::Language, pages::no_script_forms::Pages};

/// The site's list of their titles by their addresses, which the build writes for each day.
const LIST: &str = "/openings.json";

/// The maximum size of the list that is read.
const LONGEST_LIST: usize = 1 << 20;

/// The maximum length of an address that is looked up, in bytes: that of a file's name.
const LONGEST_ADDRESS: usize = 255;

/// The title of the vacancy or course at this address, such as `/vacancies/planner`; `None` if the site has none there
/// today, also because it has closed.
pub(crate) async fn title(pages: &Pages, address: &str) -> Option<String> {
    title_of(pages, address, LIST).await
}

/// The same in a language, if it has the vacancy or course.
pub(crate) async fn title_in(pages: &Pages, address: &str, language: Language) -> Option<String> {
    match title_of(pages, address, &language.path(LIST)).await {
        None => title(pages, address).await,
        title => title,
    }
}

async fn title_of(Pages(pages): &Pages, address: &str, list: &str) -> Option<String> {
    if !address.starts_with('/') || address.len() > LONGEST_ADDRESS {
        return None;
    }
    let request = Request::get(list).body(Body::empty()).ok()?;
    let answer = pages.clone().oneshot(request).await.ok()?;
    let list = to_bytes(answer.into_body(), LONGEST_LIST).await.ok()?;
    let mut titles: BTreeMap<String, String> = serde_json::from_slice(&list).ok()?;
    titles.remove(address)
}

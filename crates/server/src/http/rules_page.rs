//! How the programme works, with the rules that hold now. The build makes the page with both sections: what it
//! says without rules, and the words around an empty list, which are hidden
//! (`web/src/features/text-page/rules.tsx`).

use std::time::Duration;

use axum::{
    extract::Request,
    http::{Method, StatusCode},
    response::Response,
};
use tokio::time::timeout;
use tower::ServiceExt;

use crate::{
    AppState,
    db::StoreError,
    http::no_script_forms::{Pages, page},
    http::no_script_page::escape,
};

pub(crate) const HOW_IT_WORKS: &str = "/how-it-works";

/// How long the page waits for the database. Without it, it is as it was built.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows the site's page, with the rules if there are any.
pub(crate) async fn opened(state: AppState, pages: Pages, request: Request) -> Response {
    if [Method::GET, Method::HEAD].contains(request.method()) {
        let rules = sentences(&state).await;
        let write = |page: &str| with_rules(page, &rules);
        let filled = page(&state, &pages, HOW_IT_WORKS, StatusCode::OK, write);
        if !rules.is_empty()
            && let Some(filled) = filled.await
        {
            return filled;
        }
    }
    let Pages(site) = pages;
    let Ok(answer) = site.oneshot(request).await;
    answer
}

/// The rules that hold for what is submitted now, as sentences.
async fn sentences(state: &AppState) -> Vec<String> {
    let both = async {
        let programme = state.store.programme().await?;
        Ok::<_, StoreError>(state.store.rulebook().await?.settings.sentences(&programme.settings))
    };
    timeout(PATIENCE, both).await.ok().and_then(Result::ok).unwrap_or_default()
}

const RULES: &str = "<div data-rules=\"\" hidden=\"\">";
const NO_RULES: &str = "<div data-no-rules=\"\">";

/// The page with these rules in place of what it says without any; `None` if it has no place for them.
fn with_rules(page: &str, rules: &[String]) -> Option<String> {
    let (before, rest) = page.split_once(RULES)?;
    let (words, after) = rest.split_once("</ul>")?;
    let (between, without) = after.split_once(NO_RULES)?;
    let rules: String = rules.iter().map(|rule| format!("<li>{}</li>", escape(rule))).collect();
    Some(format!(
        "{before}<div data-rules=\"\">{words}{rules}</ul>{between}\
         <div data-no-rules=\"\" hidden=\"\">{without}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<h2>Points</h2><div data-rules=\"\" hidden=\"\"><p>By these rules</p><ul></ul>\
        <p>No money</p></div><div data-no-rules=\"\"><p>Our office</p></div><ul></ul>";

    #[test]
    fn rules_take_the_place_of_what_the_page_says_without_any() {
        let rules = ["At most <b>5</b>".to_owned(), "Second".to_owned()];
        assert_eq!(
            with_rules(PAGE, &rules).unwrap(),
            "<h2>Points</h2><div data-rules=\"\"><p>By these rules</p><ul>\
             <li>At most &lt;b&gt;5&lt;/b&gt;</li><li>Second</li></ul>\
             <p>No money</p></div><div data-no-rules=\"\" hidden=\"\"><p>Our office</p></div><ul></ul>"
        );
        assert_eq!(with_rules("<h2>Points</h2><ul></ul>", &rules), None);
    }
}

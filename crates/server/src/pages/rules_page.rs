//! How the programme works, with the rules and the catalogue that hold now. The build makes the page with what
//! it says without them, and with an empty paragraph and list, which are hidden
//! (`web/src/features/text-page/rules.tsx`).

use axum::{
    extract::Request,
    http::{Method, StatusCode},
    response::Response,
};
use domain::rewards::Explanation;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::{
    AppState,
    http::language::{Language, Translation},
    pages::{
        no_script_forms::{PATIENCE, Pages, page},
        no_script_page::escape,
    },
    rewards::catalogue::offers::rewards_of_today,
};

pub(crate) const HOW_IT_WORKS: &str = "/how-it-works";

/// Shows the site's page, with the rules and the catalogue if there are any, and with the list of most points to
/// whoever opens it. What a service worker fetches to read offline has no names: they may leave the list.
pub(crate) async fn opened(
    state: AppState,
    pages: Pages,
    language: Language,
    request: Request,
) -> Response {
    if [Method::GET, Method::HEAD].contains(request.method()) {
        let is_opened = request.headers().get("sec-fetch-mode").is_some_and(|it| it == "navigate");
        let explanations = explanations(&state, &state.words(language), is_opened).await;
        let write = |page: &str| with_explanations(page, &explanations);
        let filled = page(&state, &pages, language, HOW_IT_WORKS, StatusCode::OK, write);
        if !explanations.is_empty()
            && let Some(filled) = filled.await
        {
            return filled;
        }
    }
    let Pages(site) = pages;
    let Ok(answer) = site.oneshot(request).await;
    answer
}

/// What holds now, in words; none if the database does not say.
async fn explanations(state: &AppState, words: &Translation, with_names: bool) -> Vec<Explanation> {
    let found = timeout(PATIENCE, rewards_of_today(state, words, with_names)).await;
    found.ok().and_then(Result::ok).map(|rewards| rewards.explanations).unwrap_or_default()
}

const RULES: &str = "<div data-rules=\"\" hidden=\"\">";
const NO_RULES: &str = "<div data-no-rules=\"\">";

/// The page with these words in place of what it says without any; `None` if it has no place for them.
fn with_explanations(page: &str, explanations: &[Explanation]) -> Option<String> {
    let (before, rest) = page.split_once(RULES)?;
    let (empty, after) = rest.split_once("</div>")?;
    let (paragraph, list) = empty.split_once("</p>")?;
    let (list, _) = list.split_once("<li>")?;
    let (between, without) = after.split_once(NO_RULES)?;
    let mut words = String::new();
    for explanation in explanations {
        words += &format!("{paragraph}{}</p>", escape(&explanation.text));
        if !explanation.list.is_empty() {
            let items = explanation.list.iter().map(|item| format!("<li>{}</li>", escape(item)));
            let items = items.collect::<String>();
            words += &match explanation.ordered {
                true => format!("{}{items}</ol>", list.replacen("<ul", "<ol", 1)),
                false => format!("{list}{items}</ul>"),
            };
        }
    }
    Some(format!(
        "{before}<div data-rules=\"\">{words}</div>{between}\
         <div data-no-rules=\"\" hidden=\"\">{without}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<h2>Points</h2><div data-rules=\"\" hidden=\"\"><p class=\"a\"></p><ul class=\"b\">\
        <li></li></ul></div><div data-no-rules=\"\"><p>Our office</p></div><ul></ul>";

    #[test]
    fn what_holds_takes_the_place_of_what_the_page_says_without_it() {
        let explanation = |text: &str, list: &[&str]| Explanation {
            text: text.to_owned(),
            list: list.iter().map(|&item| item.to_owned()).collect(),
            ordered: text == "Most",
        };
        let words = [
            explanation("By <these>", &["At most <b>5</b>", "2"]),
            explanation("Bye", &[]),
            explanation("Most", &["A"]),
        ];
        assert_eq!(
            with_explanations(PAGE, &words).unwrap(),
            "<h2>Points</h2><div data-rules=\"\"><p class=\"a\">By &lt;these&gt;</p><ul class=\"b\">\
             <li>At most &lt;b&gt;5&lt;/b&gt;</li><li>2</li></ul><p class=\"a\">Bye</p>\
             <p class=\"a\">Most</p><ol class=\"b\"><li>A</li></ol></div>\
             <div data-no-rules=\"\" hidden=\"\"><p>Our office</p></div><ul></ul>"
        );
        assert_eq!(with_explanations("<h2>Points</h2><ul></ul>", &words), None);
    }
}

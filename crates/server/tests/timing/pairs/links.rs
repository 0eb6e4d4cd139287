//! The page behind a link that works and of one that does not, and what somebody sends there about a number that is
//! registered and about one that is not.

use api::DAY_MS;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use domain::mobile::MobileNumber;
use domain::pipeline::{CONSENT_TEXT, LinkCode};
use server::AppState;
use server::db::allowances::Allowance;
use server::sharing::link::sql::NewLink;

use super::{Pairs, Times, Told, WRONG, at, number};
use crate::frames::{FRAMES, site_of};

/// How long an opening may take to be counted, after its answer. Where nothing is counted the pause is the same: a request
/// that follows one at once is answered sooner.
const COUNTED: std::time::Duration = std::time::Duration::from_millis(10);

/// The letters of a link that works.
const GOOD: [u8; 5] = [1, 2, 3, 4, 5];

#[derive(Default)]
pub(crate) struct LinkTimes {
    pub(crate) opened: Times,
    pub(crate) sent: Times,
    pub(crate) tried: Times,
}

/// The site's pages, with those of links.
pub(super) fn pages(state: &AppState) -> Router {
    server::app(state.clone(), &site_of(FRAMES))
}

impl Pairs {
    /// Makes the link of a member, who chose no name for its page.
    pub(crate) async fn share(&self) {
        let mobile = MobileNumber::parse(&number(0, true)).unwrap();
        let new = NewLink {
            mobile: &mobile,
            code: &LinkCode::of(GOOD),
            name: "",
            renew: true,
            allowance: Allowance { of: [2; 32], limit: 9 },
            now: at(DAY_MS),
            session: None,
        };
        assert!(self.store.set_link(&new).await.unwrap());
    }

    /// Opens a link that works and one that does not, and sends there both of a pair of numbers, and a wrong code.
    pub(crate) async fn come_by_link(&mut self, place: usize) {
        // Codes of the previous day do not count any more.
        self.now.fetch_add(2 * DAY_MS, std::sync::atomic::Ordering::SeqCst);
        let bad = LinkCode::of(getrandom::u64().unwrap().to_be_bytes()[..5].try_into().unwrap());
        let good = LinkCode::of(GOOD);
        let known_first = getrandom::u32().unwrap().is_multiple_of(2);
        let mut told = [None, None];
        for works in [known_first, !known_first] {
            let code = if works { &good } else { &bad };
            let request = Request::get(format!("/r/{}", code.as_str()))
                .header(HOST, "site.example")
                .header("sec-fetch-mode", "navigate");
            let (time, shown) = self.page(request.body(Body::empty()).unwrap()).await;
            self.links.opened.of(works).push(time);
            told[usize::from(works)] = Some(shown);
            tokio::time::sleep(COUNTED).await;
        }
        assert_eq!(told[0].as_ref().unwrap().status, 200);
        assert_eq!(told[0], told[1]);
        let path = format!("/r/{}", good.as_str());
        let mut challenges = [String::new(), String::new()];
        for known in [known_first, !known_first] {
            let mobile = number(place, known);
            let (time, mut sent) = self.post_form(&path, &mobile, "").await;
            self.links.sent.of(known).push(time);
            let challenge = sent.body.split("<input value=\"").find(|it| it.contains("challenge"));
            let challenge = challenge.unwrap().split('"').next().unwrap().to_owned();
            // The page shows the number that was typed, and keeps it for the next step.
            for own in [&challenge, &numbers::shown(&mobile), &mobile] {
                sent.body = sent.body.replace(own, "");
            }
            told[usize::from(known)] = Some(sent);
            challenges[usize::from(known)] = challenge;
        }
        assert_eq!(told[0].as_ref().unwrap().status, 200);
        assert_eq!(told[0], told[1]);
        for known in [known_first, !known_first] {
            let challenge = &challenges[usize::from(known)];
            let mobile = number(place, known);
            let (time, mut tried) = self.post_form(&path, &mobile, challenge).await;
            self.links.tried.of(known).push(time);
            for own in [challenge, &numbers::shown(&mobile), &mobile] {
                tried.body = tried.body.replace(own, "");
            }
            told[usize::from(known)] = Some(tried);
        }
        assert_eq!(told[0].as_ref().unwrap().status, 422);
        assert_eq!(told[0], told[1]);
    }

    /// Sends the first step or, with a challenge, the second with a wrong code.
    async fn post_form(
        &self,
        path: &str,
        mobile: &str,
        challenge: &str,
    ) -> (std::time::Duration, Told) {
        let text = CONSENT_TEXT.to_string();
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("referredName", "Binu Thomas")
            .append_pair("mobile", mobile)
            .append_pair("service", "training")
            .append_pair("agreed", "yes")
            .append_pair("text", &text)
            .append_pair("challenge", challenge)
            .append_pair("code", if challenge.is_empty() { "" } else { WRONG })
            .finish();
        let request = Request::post(path)
            .header(HOST, "site.example")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.page(request.body(Body::from(form)).unwrap()).await
    }

    async fn page(&self, request: Request<Body>) -> (std::time::Duration, Told) {
        let (time, mut told) = super::timed_by(&self.pages, request).await;
        // Openings are counted after the answer, of a link that does not work as well.
        told.statements.retain(|statement| !statement.starts_with("INSERT INTO link_opens"));
        (time, told)
    }
}

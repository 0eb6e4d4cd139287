//! Many guesses at once.

use std::sync::OnceLock;

use api::CODE_TRIES;
use axum::Router;
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::{Value, json};
use server::db::Store;
use server::{Clock, observe::install_metrics};

use crate::interface::{answer, post, state};

async fn ask(router: &Router, path: &str, body: &Value) -> (u16, Value) {
    let (head, body) = answer(router, post(path, body)).await;
    (head.status.as_u16(), serde_json::from_slice(&body).unwrap())
}

/// How many codes the process has compared, correct and wrong ones.
fn compared(counted: &PrometheusHandle) -> [u64; 2] {
    let shown = counted.render();
    ["yes", "no"].map(|right| {
        let name = format!("codes_compared_total{{right=\"{right}\"}} ");
        let count = shown.lines().find_map(|line| line.strip_prefix(&name));
        count.map_or(0, |count| count.parse().unwrap())
    })
}

/// Sends this many guesses at this many challenges, all at once.
async fn guess_in_parallel(router: &Router, challenges: u64, guesses: u64) {
    static COUNTED: OnceLock<PrometheusHandle> = OnceLock::new();
    let counted = COUNTED.get_or_init(|| install_metrics().unwrap());
    let before = compared(counted);
    let mut guessers = Vec::new();
    for place in 0..challenges {
        let mobile = format!("98765{place:05}");
        let (_, sent) = ask(router, "/api/codes", &json!({ "mobile": mobile })).await;
        let challenge = sent["value"]["challenge"].as_str().unwrap().to_owned();
        let router = router.clone();
        guessers.push(tokio::spawn(async move {
            let mut logged_in = 0;
            for guess in 0..guesses / challenges {
                let code = format!("{:06}", (place * 5_000 + guess) % 1_000_000);
                let login = json!({ "challenge": challenge, "mode": "login", "code": code });
                let (status, body) = ask(&router, "/api/session", &login).await;
                // A correct guess is answered with "not registered".
                logged_in += u64::from(body["codes"][0] == "not-registered");
                assert!(matches!(status, 422 | 409), "{body}");
            }
            logged_in
        }));
    }
    let mut logged_in = 0;
    for guesser in guessers {
        logged_in += guesser.await.unwrap();
    }
    let after = compared(counted);
    let (right, wrong) = (after[0] - before[0], after[1] - before[1]);
    let most = challenges * u64::from(CODE_TRIES);
    assert_eq!(right, logged_in);
    assert!(right + wrong <= most && right + wrong > most / 2, "{right} right, {wrong} wrong");
    // Five guesses of a million for each of forty codes: one correct guess in five thousand runs.
    assert!(logged_in <= 1, "{logged_in}");
}

/// How many guesses; `SOAK_GUESSES` sets more for a long run.
fn guesses() -> u64 {
    std::env::var("SOAK_GUESSES").map_or(2_000, |text| text.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_five_guesses_for_each_code_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("site.db").display());
    let store = Store::open(&database).await.unwrap();
    guess_in_parallel(&server::interface(state(store, Clock::system())), 40, guesses()).await;
}

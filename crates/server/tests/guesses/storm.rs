//! Many guesses at once.

use std::sync::OnceLock;

use api::CODE_TRIES;
use axum::Router;
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::{Value, json};
use server::{Clock, observe::install_metrics};
use store::Store;

use crate::interface::{answer, interface, post};

async fn ask(router: &Router, path: &str, body: &Value) -> (u16, Value) {
    let (head, body) = answer(router, post(path, body)).await;
    (head.status.as_u16(), serde_json::from_slice(&body).unwrap())
}

/// How many codes the process has compared, correct and wrong ones.
fn looked_at(counted: &PrometheusHandle) -> [u64; 2] {
    let shown = counted.render();
    ["yes", "no"].map(|right| {
        let name = format!("codes_compared_total{{right=\"{right}\"}} ");
        let count = shown.lines().find_map(|line| line.strip_prefix(&name));
        count.map_or(0, |count| count.parse().unwrap())
    })
}

/// Sends this many guesses at this many challenges, all at once.
async fn storm(router: &Router, challenges: u64, guesses: u64) {
    static COUNTED: OnceLock<PrometheusHandle> = OnceLock::new();
    let counted = COUNTED.get_or_init(|| install_metrics().unwrap());
    let before = looked_at(counted);
    let mut storms = Vec::new();
    for place in 0..challenges {
        let mobile = format!("98765{place:05}");
        let (_, sent) = ask(router, "/api/codes", &json!({ "mobile": mobile })).await;
        let challenge = sent["value"]["challenge"].as_str().unwrap().to_owned();
        let router = router.clone();
        storms.push(tokio::spawn(async move {
            let mut entered = 0;
            for guess in 0..guesses / challenges {
                let code = format!("{:06}", (place * 5_000 + guess) % 1_000_000);
                let entrance = json!({ "challenge": challenge, "mode": "login", "code": code });
                let (status, body) = ask(&router, "/api/session", &entrance).await;
                // A correct guess is answered with "not registered".
                entered += u64::from(body["codes"][0] == "not-registered");
                assert!(matches!(status, 422 | 409), "{body}");
            }
            entered
        }));
    }
    let mut entered = 0;
    for storm in storms {
        entered += storm.await.unwrap();
    }
    let after = looked_at(counted);
    let (right, wrong) = (after[0] - before[0], after[1] - before[1]);
    let most = challenges * u64::from(CODE_TRIES);
    assert_eq!(right, entered);
    assert!(right + wrong <= most && right + wrong > most / 2, "{right} right, {wrong} wrong");
    // Five guesses of a million for each of forty codes: one correct guess in five thousand runs.
    assert!(entered <= 1, "{entered}");
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
    storm(&interface(store, Clock::system()), 40, guesses()).await;
}

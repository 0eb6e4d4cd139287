//! The storms.

use std::sync::{Arc, OnceLock};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header::CONTENT_TYPE},
};
use domain::hosted::{CODE_TRIES, HostedPolicy, SendLimits};
use metrics_exporter_prometheus::PrometheusHandle;
use serde_json::{Value, json};
use server::{
    AppState, Clock, Cookies, Limits, Parts, Secret,
    observe::install_metrics,
    sending::{CodeMessage, SendError, Sender},
};
use store::SqlStore;
use tower::ServiceExt;

/// Sends nothing.
struct Nowhere;

#[async_trait::async_trait]
impl Sender for Nowhere {
    async fn send(&self, _: &CodeMessage) -> Result<(), SendError> {
        Ok(())
    }
}

async fn post(router: &Router, path: &str, body: &Value) -> (u16, Value) {
    let request = Request::post(path).header(CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body.to_string())).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap())
}

fn router(store: SqlStore) -> Router {
    server::interface(AppState::new(Parts {
        store: Arc::new(store),
        clock: Clock::system(),
        secret: Secret::new(&[7; 32]).unwrap(),
        sender: Arc::new(Nowhere),
        policy: HostedPolicy::default(),
        second_factor: None,
        sends: SendLimits::default(),
        cookies: Cookies::Loopback,
        behind_https: false,
        trusted_proxies: 0,
        forwards: false,
        limits: Limits { rate: 1e9, burst: 1e9, ..Limits::default() },
        metrics: None,
    }))
}

/// How many codes were compared, right and wrong, by the whole process.
fn looked_at(counted: &PrometheusHandle) -> [u64; 2] {
    let shown = counted.render();
    ["yes", "no"].map(|right| {
        let name = format!("codes_compared_total{{right=\"{right}\"}} ");
        let count = shown.lines().find_map(|line| line.strip_prefix(&name));
        count.map_or(0, |count| count.parse().unwrap())
    })
}

/// So many guesses, at so many challenges, all at once.
async fn storm(router: &Router, challenges: u64, guesses: u64) {
    static COUNTED: OnceLock<PrometheusHandle> = OnceLock::new();
    let counted = COUNTED.get_or_init(|| install_metrics().unwrap());
    let before = looked_at(counted);
    let mut storms = Vec::new();
    for place in 0..challenges {
        let mobile = format!("98765{place:05}");
        let (_, sent) = post(router, "/api/codes", &json!({ "mobile": mobile })).await;
        let challenge = sent["value"]["challenge"].as_str().unwrap().to_owned();
        let router = router.clone();
        storms.push(tokio::spawn(async move {
            let mut entered = 0;
            for guess in 0..guesses / challenges {
                let code = format!("{:06}", (place * 5_000 + guess) % 1_000_000);
                let entrance = json!({ "challenge": challenge, "mode": "login", "code": code });
                let (status, body) = post(&router, "/api/session", &entrance).await;
                // A guess that is right is told that the number is not registered.
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
    // Five of a million for each of forty: one right guess in five thousand such storms.
    assert!(entered <= 1, "{entered}");
}

/// How many; `SOAK_GUESSES` asks for more than anybody waits for every day.
fn guesses() -> u64 {
    std::env::var("SOAK_GUESSES").map_or(2_000, |text| text.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_all_guesses_five_for_each_code_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("site.db").display());
    storm(&router(SqlStore::open(&database).await.unwrap()), 40, guesses()).await;
}

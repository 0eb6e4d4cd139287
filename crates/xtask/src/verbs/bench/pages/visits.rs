//! What reaches the network on a first and on a second visit.

use serde::Deserialize;
use serde_json::json;

use crate::failure::Failure;
use crate::report::Task;
use crate::verbs::bench::context::Bench;
use crate::verbs::bench::section::{Goal, Row, Unit};
use crate::verbs::bench::statistics::median;

const ROUNDS: u32 = 5;

/// What a route's visits were like.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Visits {
    route: String,
    /// From first paint to the first request for a script, in milliseconds; one a round.
    gaps: Vec<f64>,
    /// What reached the network on the second visit, such as "/services 304".
    second: Vec<String>,
}

pub(super) fn rows(
    bench: &Bench<'_>,
    task: &Task,
    url: &str,
    routes: &[String],
) -> Result<Vec<Row>, Failure> {
    task.note("visiting twice");
    let asked = json!({ "url": url, "routes": routes, "rounds": bench.rounds(ROUNDS) });
    let visits: Vec<Visits> = bench.script(task, "pages/visits.mjs", &asked)?;
    Ok(judged(&visits))
}

fn judged(visits: &[Visits]) -> Vec<Row> {
    let more = visits.iter().filter(|visit| visit.second != [format!("{} 304", visit.route)]);
    let more: Vec<_> =
        more.map(|visit| format!("{}: {}", visit.route, visit.second.join(", "))).collect();
    let only_html = if more.is_empty() { "only the HTML, a 304".into() } else { more.join("; ") };
    let second = Row::fact(
        "What reaches the network on a second visit, every route",
        "only the HTML, a 304",
        only_html,
        more.is_empty(),
    );

    let of = |visit: &&Visits| median(&visit.gaps).unwrap_or(f64::NAN);
    let earliest = visits.iter().min_by(|one, other| of(one).total_cmp(&of(other)));
    let what = "From first paint to the first request for a script";
    let gap = earliest.map_or_else(
        || Row::not_measured(what, "", "there are no routes"),
        |visit| {
            let what = format!("{what}: {}, where it comes first", visit.route);
            Row::figure(what, Goal::AtLeast(0.0), Unit::MS, &visit.gaps)
        },
    );
    vec![second, gap]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::section::Verdict;

    fn visits(route: &str, gap: f64, second: &[&str]) -> Visits {
        let second = second.iter().copied().map(String::from).collect();
        Visits { route: route.into(), gaps: vec![gap], second }
    }

    #[test]
    fn one_304_on_every_route_is_the_goal() {
        let rows = judged(&[visits("/", 9.0, &["/ 304"]), visits("/blog", 2.0, &["/blog 304"])]);
        assert_eq!(rows[0].verdict, Verdict::Met);
        assert!(rows[1].what.contains("/blog"), "{}", rows[1].what);
        assert_eq!(rows[1].verdict, Verdict::Met);
    }

    #[test]
    fn anything_more_is_named() {
        let rows = judged(&[visits("/", -1.0, &["/ 304", "/assets/a.js 200"])]);
        assert_eq!(rows[0].measured, "/: / 304, /assets/a.js 200");
        assert_eq!(rows[0].verdict, Verdict::Missed);
        assert_eq!(rows[1].verdict, Verdict::Missed);
    }
}

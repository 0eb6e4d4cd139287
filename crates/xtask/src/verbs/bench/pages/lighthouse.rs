//! Lighthouse over our routes and the peers.

use serde::Deserialize;
use serde_json::json;

use crate::failure::Failure;
use crate::report::Task;
use crate::verbs::bench::context::{Bench, Served};
use crate::verbs::bench::section::{Goal, Row, Table, Unit};
use crate::verbs::bench::statistics::{median, ratios};

use super::scores;

const ROUNDS: u32 = 5;
const FLOOR: &str = "floor";
const ASTRO: &str = "astro";

/// All pages that were measured beside each other: ours first, then the peers.
pub(super) struct Field {
    pub(super) ours: Vec<Page>,
    peers: Vec<Page>,
}

/// A page and its runs, one a round.
#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) name: String,
    pub(super) runs: Vec<Run>,
}

/// What Lighthouse found in one run. Times are in milliseconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    fcp: f64,
    lcp: f64,
    tbt: f64,
    cls: f64,
    bytes: f64,
    script_bytes: f64,
    pub(super) scores: Vec<f64>,
    /// The audits that cost a score.
    pub(super) lost: Vec<String>,
}

#[derive(Deserialize)]
struct Peer {
    name: String,
    folder: String,
}

impl Field {
    pub(super) fn measure(
        bench: &Bench<'_>,
        task: &Task,
        url: &str,
        routes: &[String],
    ) -> Result<Self, Failure> {
        task.note("building the pages to compare with");
        let target = json!({ "target": bench.scratch()?.join("peers") });
        let peers: Vec<Peer> = bench.script(task, "peers/peers.mjs", &target)?;
        let mut served: Vec<Served> = Vec::new();
        let mut pages: Vec<_> = routes
            .iter()
            .map(|route| json!({ "name": route, "url": format!("{url}{route}") }))
            .collect();
        for peer in &peers {
            let server = bench.serve(task, peer.folder.as_ref())?;
            pages.push(json!({ "name": peer.name, "url": format!("{}/", server.url) }));
            served.push(server);
        }
        task.note("asking Lighthouse");
        let asked = json!({ "pages": pages, "rounds": bench.rounds(ROUNDS) });
        let mut ours: Vec<Page> = bench.script(task, "pages/lighthouse.mjs", &asked)?;
        let peers = ours.split_off(routes.len().min(ours.len()));
        Ok(Self { ours, peers })
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![
            self.against_the_floor("First contentful paint", |run| run.fcp),
            self.against_the_floor("Largest contentful paint", |run| run.lcp),
            self.against_astro(),
            self.slowest("Total blocking time", Goal::AtMost(100.0), Unit::MS, |run| run.tbt),
            self.slowest("Cumulative layout shift", Goal::AtMost(0.0), Unit::SHARE, |run| run.cls),
        ];
        rows.extend(scores::rows(&self.ours));
        rows
    }

    pub(super) fn table(&self) -> Table {
        let columns =
            ["Page", "FCP ms", "LCP ms", "TBT ms", "CLS", "kB in all", "script kB", "Scores"];
        let pages = self.ours.iter().chain(&self.peers);
        Table {
            title: "Each page, in medians. The scores are those for performance, accessibility, \
                    best practices and search engines:"
                .into(),
            columns: columns.map(String::from).into(),
            rows: pages.map(Page::cells).collect(),
        }
    }

    fn against_the_floor(&self, what: &str, figure: fn(&Run) -> f64) -> Row {
        let goal = Goal::AtMost(1.1);
        let what = format!("{what} against the floor");
        let Some(floor) = self.peer(FLOOR) else {
            return Row::not_measured(what, goal.tell(Unit::TIMES), "there is no floor");
        };
        let ratios = |page: &Page| ratios(&page.all(figure), &floor.all(figure));
        worst(&self.ours, &what, goal, Unit::TIMES, ratios)
    }

    fn against_astro(&self) -> Row {
        let goal = Goal::AtLeast(1.8);
        let what = "Astro's largest contentful paint against ours";
        let Some(astro) = self.peer(ASTRO) else {
            return Row::not_measured(what, goal.tell(Unit::TIMES), "there is no Astro page");
        };
        let ratios = |page: &Page| ratios(&astro.all(|run| run.lcp), &page.all(|run| run.lcp));
        worst(&self.ours, what, goal, Unit::TIMES, ratios)
    }

    fn slowest(&self, what: &str, goal: Goal, unit: Unit, figure: fn(&Run) -> f64) -> Row {
        worst(&self.ours, what, goal, unit, |page| page.all(figure))
    }

    fn peer(&self, name: &str) -> Option<&Page> {
        self.peers.iter().find(|page| page.name == name)
    }
}

impl Page {
    fn all(&self, figure: impl Fn(&Run) -> f64) -> Vec<f64> {
        self.runs.iter().map(figure).collect()
    }

    fn cells(&self) -> Vec<String> {
        let cell = |unit: Unit, figure: fn(&Run) -> f64| {
            median(&self.all(figure)).map_or_else(|| "–".into(), |figure| unit.number(figure))
        };
        vec![
            self.name.clone(),
            cell(Unit::MS, |run| run.fcp),
            cell(Unit::MS, |run| run.lcp),
            cell(Unit::MS, |run| run.tbt),
            cell(Unit::SHARE, |run| run.cls),
            cell(Unit::KB, |run| run.bytes / 1000.0),
            cell(Unit::KB, |run| run.script_bytes / 1000.0),
            scores::cell(self),
        ]
    }
}

/// The row of the page that is farthest from the goal, by its median.
pub(super) fn worst(
    pages: &[Page],
    what: &str,
    goal: Goal,
    unit: Unit,
    samples: impl Fn(&Page) -> Vec<f64>,
) -> Row {
    let mut all: Vec<_> = pages.iter().map(|page| (page, samples(page))).collect();
    all.sort_by(|(_, one), (_, other)| {
        let (one, other) = (median(one).unwrap_or(f64::NAN), median(other).unwrap_or(f64::NAN));
        one.total_cmp(&other)
    });
    let worst = if matches!(goal, Goal::AtLeast(_)) { all.first() } else { all.last() };
    let Some((page, samples)) = worst else {
        return Row::not_measured(what, goal.tell(unit), "there are no pages");
    };
    let others = if all.len() > 1 { ", the farthest from it" } else { "" };
    Row::figure(format!("{what}: {}{others}", page.name), goal, unit, samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::section::Verdict;

    fn run(lcp: f64) -> Run {
        Run {
            fcp: lcp,
            lcp,
            tbt: 0.0,
            cls: 0.0,
            bytes: 1500.0,
            script_bytes: 0.0,
            scores: vec![100.0; 4],
            lost: Vec::new(),
        }
    }

    fn page(name: &str, lcp: &[f64]) -> Page {
        Page { name: name.into(), runs: lcp.iter().copied().map(run).collect() }
    }

    fn field() -> Field {
        Field {
            ours: vec![page("/", &[690.0, 1400.0]), page("/slow", &[800.0, 1600.0])],
            peers: vec![page("floor", &[690.0, 1380.0]), page("astro", &[1600.0, 3200.0])],
        }
    }

    #[test]
    fn the_slowest_route_is_held_against_the_floor_of_its_own_round() {
        let row = &field().rows()[1];
        assert!(row.what.starts_with("Largest contentful paint against the floor: /slow"));
        assert_eq!(row.measured, "1.16 times");
        assert_eq!(row.verdict, Verdict::Missed);
    }

    #[test]
    fn astro_has_to_be_slower_than_our_slowest() {
        let row = &field().rows()[2];
        assert_eq!(row.measured, "2.00 times");
        assert_eq!(row.verdict, Verdict::Met);
    }

    #[test]
    fn a_missing_peer_is_told() {
        let field = Field { peers: Vec::new(), ..field() };
        assert!(matches!(field.rows()[0].verdict, Verdict::NotMeasured(_)));
    }

    #[test]
    fn the_table_has_ours_and_the_peers() {
        let table = field().table();
        let names: Vec<_> = table.rows.iter().map(|cells| cells[0].as_str()).collect();
        assert_eq!(names, ["/", "/slow", "floor", "astro"]);
        assert!(table.rows.iter().all(|cells| cells.len() == table.columns.len()));
    }
}

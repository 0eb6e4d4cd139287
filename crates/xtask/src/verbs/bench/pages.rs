//! Every route as a visitor on a slow phone meets it, and after.

mod changes;
mod lighthouse;
mod scores;
mod visits;
mod weights;

use super::context::Bench;
use super::section::{Row, Section};
use crate::failure::Failure;
use crate::report::Task;
use crate::verbs::routes;

use lighthouse::Field;

const HOW: &str = "\
Every route is served by `devserver` in its release build, from `web/dist`, compressed beforehand. \
Beside it stand pages with the words of our home page's hero and cards, served the same way: the \
*floor* (one static page, styles inside, no script, no font), a *Vite SPA* (React and a router, \
nothing prerendered) and an *Astro* page (with its own defaults, our two fonts preloaded, a small \
script); their sources are in `bench/peers`. Lighthouse 12 (mobile, simulated slow network) visits all of them in \
turn, five times, each time in a new browser; a ratio is taken within each round. What reaches \
the network is counted by a server in front of ours, over five first and second visits of each \
route. A route change is timed from the press, with the pointer having rested on the link, to the \
end of the first frame with the next page's heading, ten times for each link of the bar: under \
reduced motion, so that the animation is no part of it, and with motion, to the frame with which \
the animation begins. Weights are those of the built files.";

pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    let dist = bench.home.path("web/dist");
    let ours = bench.serve(task, &dist)?;
    let routes = routes::of(&dist)?;
    let mut section = Section { how: HOW.into(), rows: Vec::new(), tables: Vec::new() };

    let mut add = |what: &str, found: Result<Vec<Row>, Failure>| match found {
        Ok(rows) => section.rows.extend(rows),
        Err(failure) => {
            bench.report.failure(&failure);
            section.rows.push(Row::not_measured(what, "", bench.reason(&failure)));
        }
    };
    let field = Field::measure(bench, task, &ours.url, &routes);
    add("Lighthouse's figures", field.as_ref().map(Field::rows).map_err(Clone::clone));
    add("Weights", weights::rows(bench));
    add("First and second visits", visits::rows(bench, task, &ours.url, &routes));
    let changes = changes::measure(bench, task, &ours.url);
    add("Route changes", changes.as_ref().map(|(rows, _)| rows.clone()).map_err(Clone::clone));
    section.tables.extend(field.ok().map(|field| field.table()));
    section.tables.extend(changes.ok().map(|(_, table)| table));
    Ok(section)
}

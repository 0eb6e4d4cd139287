//! Our server and others, asked in turn.

use std::ops::RangeInclusive;

use super::cores::Busy;
use super::files::MeasuredFile;
use super::load::{Answered, Load, QUIET};
use super::{OURS, RIVALS, ROUNDS, Rival, Server, seconds};
use crate::failure::Failure;
use crate::verbs::bench::context::Bench;
use crate::verbs::bench::section::{Goal, Row, Table, Unit};
use crate::verbs::bench::statistics::{median, ratios, spread};

/// How long a server is asked before anything counts: a cold one tells nothing.
const WARM_UP_SECONDS: f64 = 0.5;

/// The runs of our server and a rival for one file, round by round.
pub(super) struct Duel {
    file: &'static str,
    rival: &'static Rival,
    ours: Vec<Run>,
    theirs: Vec<Run>,
}

/// How long a sender waits, in microseconds, whose last small segment is held back until the peer's
/// delayed acknowledgement (40 ms on Linux). It says nothing about how fast a server works.
const DELAYED_ACK_US: RangeInclusive<f64> = 38_000.0..=46_000.0;

/// The name of the figure that such a wait spoils.
const P99: &str = "p99";

/// One run of one server.
#[derive(Clone, Copy)]
struct Run {
    answered: Answered,
    busy: Busy,
}

/// What is judged in a duel: our figure over theirs.
struct Judged {
    what: &'static str,
    goal: Goal,
    figure: fn(&Run) -> f64,
}

fn judged(rival: &Rival) -> [Judged; 2] {
    let requests = Goal::AtLeast(rival.goal);
    [
        Judged { what: "requests a second", goal: requests, figure: Run::requests },
        Judged { what: P99, goal: Goal::AtMost(1.0), figure: Run::p99_us },
    ]
}

fn title(file: &str, judged: &Judged, rival: &Rival) -> String {
    format!("{file}: {} against {}", judged.what, rival.name)
}

/// Asks for a file: each rival, and our server after each, round after round.
pub(super) fn fight(
    bench: &Bench<'_>,
    load: &Load,
    file: &MeasuredFile,
    ours: &Server,
    rivals: &[Server],
) -> Result<Vec<Duel>, Failure> {
    let run = |server: &Server, seconds: f64| {
        let (answered, busy) = load.ask(bench, server, file, seconds)?;
        Ok::<_, Failure>(Run { answered, busy })
    };
    for server in rivals.iter().chain([ours]) {
        run(server, WARM_UP_SECONDS)?;
    }
    let duel = |rival| Duel { file: file.name, rival, ours: Vec::new(), theirs: Vec::new() };
    let mut duels: Vec<_> = RIVALS.iter().map(duel).collect();
    for _ in 0..bench.rounds(ROUNDS) {
        for (duel, rival) in duels.iter_mut().zip(rivals) {
            duel.theirs.push(run(rival, seconds(bench))?);
            duel.ours.push(run(ours, seconds(bench))?);
        }
    }
    Ok(duels)
}

/// The rows of duels that could not be fought.
pub(super) fn not_fought(file: &str, rival: &Rival, why: &str) -> [Row; 2] {
    judged(rival).map(|judged| {
        Row::not_measured(title(file, &judged, rival), judged.goal.tell(Unit::TIMES), why)
    })
}

impl Duel {
    pub(super) fn rows(&self) -> [Row; 2] {
        judged(self.rival).map(|judged| {
            if let Some(why) = self.broken_condition(&judged) {
                let title = title(self.file, &judged, self.rival);
                return Row::not_measured(title, judged.goal.tell(Unit::TIMES), why);
            }
            let figures = |runs: &[Run]| runs.iter().map(judged.figure).collect::<Vec<_>>();
            let ratios = ratios(&figures(&self.ours), &figures(&self.theirs));
            Row::figure(title(self.file, &judged, self.rival), judged.goal, Unit::TIMES, &ratios)
        })
    }
}

impl Duel {
    /// Why these runs cannot be compared, if they cannot.
    fn broken_condition(&self, judged: &Judged) -> Option<String> {
        let runs = || self.ours.iter().chain(&self.theirs);
        let most = runs().map(|run| run.busy.others).fold(0.0, f64::max);
        if most > QUIET {
            return Some(format!("other programs had up to {} of a core", percent(most)));
        }
        let waits = |run: &&Run| DELAYED_ACK_US.contains(&run.p99_us());
        (judged.what == P99 && self.theirs.iter().any(|run| waits(&run))).then(|| {
            format!(
                "{} waited for the kernel's timer of 40 ms, not for its own work",
                self.rival.name
            )
        })
    }
}

/// What stands behind the ratios.
pub(super) fn table(duels: &[Duel]) -> Table {
    let rows = duels.chunk_by(|one, next| one.file == next.file).flat_map(|of_one_file| {
        let theirs = of_one_file.iter().map(|duel| (duel.rival.name, duel.theirs.clone()));
        let ours = of_one_file.iter().flat_map(|duel| duel.ours.clone()).collect();
        theirs.chain([(OURS, ours)]).map(|(name, runs)| row(of_one_file[0].file, name, &runs))
    });
    Table {
        title: "What was answered, and how busy the two cores were:".into(),
        columns: [
            "File",
            "Server",
            "Requests a second",
            "p99",
            "Servers' core",
            "The other core",
            "Other programs (most)",
        ]
        .map(String::from)
        .into(),
        rows: rows.collect(),
    }
}

fn row(file: &str, server: &str, runs: &[Run]) -> Vec<String> {
    let tell = |unit: Unit, figure: fn(&Run) -> f64| {
        let figures: Vec<_> = runs.iter().map(figure).collect();
        unit.tell_all(&figures).unwrap_or_default()
    };
    let shares = |share: fn(&Run) -> f64| runs.iter().map(share).collect::<Vec<_>>();
    let busy = |share| percent(median(&shares(share)).unwrap_or_default());
    let most = |share| percent(spread(&shares(share)).map_or(0.0, |(_, most)| most));
    vec![
        file.into(),
        server.into(),
        tell(Unit::COUNT, Run::requests),
        tell(Unit::US, Run::p99_us),
        busy(|run| run.busy.server),
        busy(|run| run.busy.load),
        most(|run| run.busy.others),
    ]
}

/// A share as it is told.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

impl Run {
    fn requests(&self) -> f64 {
        self.answered.requests_per_second
    }

    fn p99_us(&self) -> f64 {
        self.answered.p99_ms * 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(requests_per_second: f64, p99_ms: f64) -> Run {
        let answered = Answered { requests_per_second, p99_ms };
        Run { answered, busy: Busy { server: 1.0, load: 0.756, others: 0.0 } }
    }

    fn duel(rival: &'static Rival) -> Duel {
        let ours = vec![run(160.0, 1.0), run(300.0, 2.0)];
        Duel { file: "A page", rival, ours, theirs: vec![run(100.0, 2.0), run(200.0, 2.0)] }
    }

    #[test]
    fn each_run_is_held_against_the_one_before_it() {
        let [requests, p99] = duel(&RIVALS[0]).rows();
        assert_eq!(requests.what, "A page: requests a second against nginx");
        assert_eq!(requests.measured, "1.55 times (1.50 to 1.60)");
        assert_eq!(p99.measured, "0.75 times (0.50 to 1.00)");
    }

    #[test]
    fn runs_beside_other_programs_are_not_compared() {
        let mut duel = duel(&RIVALS[0]);
        duel.theirs[1].busy.others = 0.29;
        let [requests, p99] = duel.rows();
        let measured = "not measured: other programs had up to 29 % of a core";
        assert_eq!((requests.measured.as_str(), p99.measured.as_str()), (measured, measured));
    }

    #[test]
    fn a_wait_for_the_kernels_timer_is_no_p99() {
        let mut duel = duel(&RIVALS[0]);
        duel.theirs[0].answered.p99_ms = 41.3;
        let [requests, p99] = duel.rows();
        assert_eq!(requests.measured, "1.55 times (1.50 to 1.60)");
        assert!(p99.measured.starts_with("not measured: nginx waited"), "{}", p99.measured);
    }

    #[test]
    fn the_table_has_a_row_for_each_server_and_ours_once() {
        let table = table(&[duel(&RIVALS[0]), duel(&RIVALS[1])]);
        let servers: Vec<_> = table.rows.iter().map(|row| row[1].as_str()).collect();
        assert_eq!(servers, [RIVALS[0].name, RIVALS[1].name, OURS]);
        assert_eq!(table.rows[2][2], "230 (160 to 300)");
        assert_eq!(table.rows[2][5], "76 %");
    }
}

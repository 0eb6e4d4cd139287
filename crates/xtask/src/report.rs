//! What the person at the terminal sees: one calm, aligned line for each step.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// Where nobody watches a clock tick, a long step says so this often.
const SIGN_OF_LIFE: Duration = Duration::from_secs(30);
const TICK: Duration = Duration::from_millis(100);
/// Leaves room on a terminal of 80 columns.
const WIDEST: usize = 72;

/// The report of one run. Clones write to the same one.
#[derive(Clone)]
pub(crate) struct Report {
    page: Arc<Mutex<Page>>,
}

struct Page {
    terminal: bool,
    colour: bool,
    quiet_when_fresh: bool,
    heading: Option<String>,
    tasks: Vec<Running>,
    next: usize,
    clock_shown: bool,
}

struct Running {
    number: usize,
    name: &'static str,
    note: String,
    since: Instant,
    said: Instant,
}

impl Report {
    /// A report on standard output; its clock runs until the program ends.
    pub(crate) fn new() -> Self {
        let terminal = std::io::stdout().is_terminal();
        let page = Page {
            terminal,
            colour: terminal && std::env::var_os("NO_COLOR").is_none(),
            quiet_when_fresh: false,
            heading: None,
            tasks: Vec::new(),
            next: 0,
            clock_shown: false,
        };
        let report = Self { page: Arc::new(Mutex::new(page)) };
        let clock = report.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(TICK);
                clock.page().tick();
            }
        });
        report
    }

    /// From now on, steps with nothing to do pass in silence, and `heading` is printed only
    /// once there is a line to stand above.
    pub(crate) fn follow(&self, heading: (&'static str, String)) {
        let mut page = self.page();
        page.quiet_when_fresh = true;
        page.heading = Some(aligned(heading.0, &heading.1, None));
    }

    /// A step was skipped, since nothing changed.
    pub(crate) fn fresh(&self, name: &str) {
        let mut page = self.page();
        page.hide_clock();
        if !page.quiet_when_fresh {
            let line = aligned(name, "fresh", None);
            let line = page.dim(&line);
            page.print(&line);
        }
    }

    /// A step begins.
    pub(crate) fn start(&self, name: &'static str) -> Task {
        let mut page = self.page();
        let number = page.next;
        page.next += 1;
        let now = Instant::now();
        page.tasks.push(Running { number, name, note: String::new(), since: now, said: now });
        Task { report: self.clone(), number, name, since: now }
    }

    /// One line that is not a step's.
    pub(crate) fn line(&self, name: &str, text: &str) {
        self.page().print(&aligned(name, text, None));
    }

    /// One line with the time that something took.
    pub(crate) fn timed(&self, name: &str, text: &str, took: Duration) {
        self.page().print(&aligned(name, text, Some(took)));
    }

    /// A blank line and a sentence of its own.
    pub(crate) fn say(&self, text: &dyn Display) {
        self.page().print(&format!("\n{text}"));
    }

    /// What went wrong: the tool's words, and what to do.
    pub(crate) fn failure(&self, failure: &Failure) {
        let mut page = self.page();
        page.hide_clock();
        let _ = writeln!(std::io::stderr(), "\n{failure}");
    }

    fn page(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A step that is under way.
pub(crate) struct Task {
    report: Report,
    number: usize,
    name: &'static str,
    since: Instant,
}

impl Task {
    /// Says what takes its time just now.
    pub(crate) fn note(&self, note: &str) {
        let mut page = self.report.page();
        if let Some(running) = page.tasks.iter_mut().find(|task| task.number == self.number) {
            running.note = note.into();
            running.said = Instant::now();
        }
        if !page.terminal {
            page.print(&aligned(self.name, note, None));
        }
    }

    /// It is done; `what` says what came of it.
    pub(crate) fn done(self, what: &str) {
        self.end(what, false);
    }

    /// There was nothing to do.
    pub(crate) fn fresh(self) {
        self.report.page().tasks.retain(|task| task.number != self.number);
        self.report.fresh(self.name);
    }

    /// It failed. Why is told later, when nothing else runs.
    pub(crate) fn failed(self) {
        self.end("failed", true);
    }

    /// It is done and says what came of it, or it failed; the failure is handed on.
    pub(crate) fn conclude(self, said: Result<String, Failure>) -> Result<(), Failure> {
        match said {
            Ok(said) => self.done(&said),
            Err(failure) => {
                self.failed();
                return Err(failure);
            }
        }
        Ok(())
    }

    /// It failed, and `what` says how much of it.
    pub(crate) fn failed_with(self, what: &str) {
        self.end(what, true);
    }

    fn end(&self, what: &str, bad: bool) {
        let mut page = self.report.page();
        page.tasks.retain(|task| task.number != self.number);
        let line = aligned(self.name, what, Some(self.since.elapsed()));
        let line = if bad { page.red(&line) } else { line };
        page.print(&line);
    }
}

impl Page {
    fn print(&mut self, line: &str) {
        self.hide_clock();
        if let Some(heading) = self.heading.take() {
            put(&format!("\n{heading}\n"));
        }
        put(&format!("{line}\n"));
    }

    fn tick(&mut self) {
        if self.tasks.is_empty() {
            return;
        }
        if self.terminal {
            let clock = clock_line(&self.tasks);
            let clock = self.dim(&clock);
            put(&format!("\r\x1b[2K{clock}"));
            self.clock_shown = true;
            return;
        }
        let mut signs = Vec::new();
        for task in self.tasks.iter_mut().filter(|task| task.said.elapsed() > SIGN_OF_LIFE) {
            task.said = Instant::now();
            signs.push(aligned(task.name, "still at it", Some(task.since.elapsed())));
        }
        signs.iter().for_each(|sign| self.print(sign));
    }

    fn hide_clock(&mut self) {
        if std::mem::take(&mut self.clock_shown) {
            put("\r\x1b[2K");
        }
    }

    fn dim(&self, line: &str) -> String {
        if self.colour { format!("\x1b[2m{line}\x1b[0m") } else { line.into() }
    }

    fn red(&self, line: &str) -> String {
        if self.colour { format!("\x1b[31m{line}\x1b[0m") } else { line.into() }
    }
}

/// A reader that went away (`| head`) is no reason to fall over.
fn put(text: &str) {
    let mut out = std::io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn aligned(name: &str, text: &str, took: Option<Duration>) -> String {
    match took {
        Some(took) => format!("  {name:<10} {text:<38} {:>7.1} s", took.as_secs_f64()),
        None => format!("  {name:<10} {text}"),
    }
}

/// All that runs, on one line: its name, its note if it is the only one, its time.
fn clock_line(tasks: &[Running]) -> String {
    if let [only] = tasks {
        return aligned(only.name, &only.note, Some(only.since.elapsed()));
    }
    let clocks = tasks
        .iter()
        .map(|task| format!("{} {:.1} s", task.name, task.since.elapsed().as_secs_f64()));
    let line = format!("  {}", clocks.collect::<Vec<_>>().join("   "));
    line.chars().take(WIDEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(name: &'static str, note: &str) -> Running {
        let now = Instant::now();
        Running { number: 0, name, note: note.into(), since: now, said: now }
    }

    #[test]
    fn names_texts_and_times_stand_in_columns() {
        let took = Some(Duration::from_millis(68_240));
        assert_eq!(
            aligned("wasm", "built", took),
            "  wasm       built                                     68.2 s"
        );
        assert_eq!(aligned("content", "fresh", None), "  content    fresh");
    }

    #[test]
    fn a_lone_step_shows_its_note_on_the_clock() {
        let line = clock_line(&[running("wasm", "installing")]);
        assert!(line.contains("installing"), "{line}");
    }

    #[test]
    fn steps_side_by_side_share_one_line_of_the_terminal() {
        let names = ["bindings", "wasm", "packages", "server", "content", "web", "headers"];
        let tasks: Vec<_> = names.iter().map(|name| running(name, "")).collect();
        let line = clock_line(&tasks);
        assert!(line.starts_with("  bindings 0.0 s   wasm"), "{line}");
        assert!(line.chars().count() <= WIDEST);
    }
}

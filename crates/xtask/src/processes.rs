//! Child processes that never outlive this one.
//!
//! Each child leads a process group of its own, so that ending it ends what it started in
//! turn (npm starts a shell, which starts node). The groups are kept in one list: on Ctrl-C
//! or SIGTERM all of them are ended before this program is.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// A browser or a server may need a moment to put its things away.
pub(crate) const PATIENCE: Duration = Duration::from_secs(4);

/// From now on, the signals that end this program end its children first.
pub(crate) fn end_with_us() {
    system::on_ending_signal(|exit_code| {
        // The list stays locked until the end, so no child can be started meanwhile.
        let running = running();
        running.iter().for_each(|id| ask_to_end(*id));
        wait_until(|| running.iter().all(|id| !system::is_left_after_reaping(*id)));
        running.iter().for_each(|id| force_to_end(*id));
        std::process::exit(exit_code);
    });
}

/// A running child and everything it started. Ended when dropped.
pub(crate) struct Group {
    child: Child,
}

impl Group {
    /// Starts `command` as the leader of a new group.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        system::lead_a_group(command);
        let mut running = running();
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(Self { child })
    }

    /// What [`ask_to_end`] and [`force_to_end`] know it by.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the leader.
    pub(crate) fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait();
        running().remove(&self.id());
        status
    }

    /// Says whether the leader has ended by itself, and how.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok().flatten()?;
        running().remove(&self.id());
        Some(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let id = self.id();
        if !running().contains(&id) {
            return;
        }
        ask_to_end(id);
        wait_until(|| self.ended().is_some() && !system::is_left(id));
        force_to_end(id);
        let _ = self.wait();
    }
}

/// Asks every process of a group to end.
pub(crate) fn ask_to_end(id: u32) {
    system::ask_to_end(id);
}

/// Ends every process of a group, whether it is ready or not.
pub(crate) fn force_to_end(id: u32) {
    system::force_to_end(id);
}

/// Returns when `done`, or when patience is at its end.
fn wait_until(mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Pid, Signal, WaitOptions};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    pub(super) fn lead_a_group(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn on_ending_signal(then: impl FnOnce(i32) + Send + 'static) {
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
            return;
        };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // The shells' convention for "ended by this signal".
                then(128 + signal);
            }
        });
    }

    pub(super) fn ask_to_end(id: u32) {
        send(id, Signal::TERM);
    }

    pub(super) fn force_to_end(id: u32) {
        send(id, Signal::KILL);
    }

    /// Whether any process of the group is left.
    pub(super) fn is_left(id: u32) -> bool {
        leader(id).is_some_and(|pid| rustix::process::test_kill_process_group(pid).is_ok())
    }

    /// The same, when nobody else is going to ask how the leader ended: until somebody
    /// does, an ended process still counts.
    pub(super) fn is_left_after_reaping(id: u32) -> bool {
        let _ = rustix::process::waitpid(leader(id), WaitOptions::NOHANG);
        is_left(id)
    }

    fn leader(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }

    fn send(id: u32, signal: Signal) {
        if let Some(pid) = leader(id) {
            // A group that is gone already is what we want.
            let _ = rustix::process::kill_process_group(pid, signal);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Command, Stdio};

    pub(super) fn lead_a_group(_command: &mut Command) {}

    /// A Windows console sends Ctrl-C to all of its programs, the children included.
    pub(super) fn on_ending_signal(_then: impl FnOnce(i32) + Send + 'static) {}

    /// Windows programs cannot be asked.
    pub(super) fn ask_to_end(id: u32) {
        force_to_end(id);
    }

    pub(super) fn force_to_end(id: u32) {
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &id.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }

    pub(super) fn is_left(_id: u32) -> bool {
        false
    }

    pub(super) fn is_left_after_reaping(_id: u32) -> bool {
        false
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn a_dropped_group_takes_its_grandchildren_along() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & sleep 600"]).stdout(Stdio::null());
        let group = Group::start(&mut command).unwrap();
        let id = group.id();
        assert!(system::is_left(id));
        let before = Instant::now();
        drop(group);
        assert!(!system::is_left(id));
        assert!(before.elapsed() < PATIENCE);
    }

    #[test]
    fn a_group_that_ended_by_itself_is_forgotten() {
        let mut group = Group::start(&mut Command::new("true")).unwrap();
        assert!(group.wait().unwrap().success());
        assert!(!running().contains(&group.id()));
    }
}

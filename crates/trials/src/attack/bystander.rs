//! People who use the site as usual while somebody else attacks it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use testkit::{Server, Visitor, draft};

use super::at;
use crate::latencies::Latencies;

/// How many there are. Each has an account and a network of their own.
const BYSTANDERS: usize = 4;

/// A bystander's shortest interval between two requests, far below the limit for one address.
const REQUEST_INTERVAL: Duration = Duration::from_millis(70);

pub(super) struct Bystanders {
    members: Vec<Visitor>,
    /// The number of submissions so far, for keys that are never used twice.
    submitted: AtomicUsize,
}

/// How the bystanders were served.
pub(super) struct Service {
    pub(super) latencies: Latencies,
    /// How many of their requests were refused or failed.
    pub(super) refused: usize,
}

impl Bystanders {
    pub(super) fn log_in(server: &Server) -> anyhow::Result<Self> {
        let member = |index| {
            let visitor = at(server, &format!("198.51.{index}.7"));
            visitor.log_in(server, &format!("91984001000{index}"), "signup")
        };
        let members = (0..BYSTANDERS).map(member).collect::<Result<_, _>>()?;
        Ok(Self { members, submitted: AtomicUsize::new(0) })
    }

    /// Runs `act` while the bystanders use the site, for at least `least`.
    pub(super) fn during<T>(&self, least: Duration, act: impl FnOnce() -> T) -> (T, Service) {
        let stop = AtomicBool::new(false);
        let durations = Mutex::new(Vec::new());
        let refused = AtomicUsize::new(0);
        let begin = Instant::now();
        let result = thread::scope(|scope| {
            for member in &self.members {
                scope.spawn(|| {
                    let mut index = 0_usize;
                    while !stop.load(Ordering::Relaxed) {
                        let due = Instant::now() + REQUEST_INTERVAL;
                        match self.request(member, index) {
                            Ok(duration) => {
                                durations
                                    .lock()
                                    .unwrap_or_else(PoisonError::into_inner)
                                    .push(duration);
                            }
                            Err(_) => {
                                refused.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                        index += 1;
                        thread::sleep(due.saturating_duration_since(Instant::now()));
                    }
                });
            }
            let result = act();
            thread::sleep(least.saturating_sub(begin.elapsed()));
            stop.store(true, Ordering::Relaxed);
            result
        });
        let durations = durations.into_inner().unwrap_or_else(PoisonError::into_inner);
        (result, Service { latencies: Latencies::of(durations), refused: refused.into_inner() })
    }

    /// One request of a usual visit: a page, the session, the own list or, every thirty-second time,
    /// a referral; so that all attacks together stay below what an account may submit in a day.
    fn request(&self, member: &Visitor, index: usize) -> anyhow::Result<Duration> {
        let answer = match index % 4 {
            _ if index % 32 == 31 => {
                let number = self.submitted.fetch_add(1, Ordering::Relaxed);
                let key = format!("a-bystanders-own-{number:08}");
                member.refer(&key, &draft("", "Binu Thomas", "Wants to begin in January."))?
            }
            0 => member.get("/referral")?,
            1 => member.get("/api/session")?,
            _ => member.get("/api/referrals")?,
        };
        anyhow::ensure!(answer.is_success(), "refused with {}", answer.status);
        Ok(answer.took)
    }
}

//! People who use the site as usual while somebody else attacks it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::sample::Sample;
use crate::server::Server;
use crate::visitor::{Visitor, draft};

/// How many there are, each with an account, a network and a pace of their own.
const BYSTANDERS: usize = 4;

/// Somebody who reads and writes sends a request this often at most; well within what one address
/// may ask for.
const PACE: Duration = Duration::from_millis(70);

/// The bystanders of a trial.
pub(super) struct Bystanders {
    members: Vec<Visitor>,
    /// Tells the submissions of one round from those of another.
    submitted: AtomicUsize,
}

/// What they noticed.
pub(super) struct Noticed {
    /// How long their requests took.
    pub(super) sample: Sample,
    /// How many requests of theirs were refused or failed.
    pub(super) refused: usize,
}

impl Bystanders {
    pub(super) fn log_in(server: &Server) -> anyhow::Result<Self> {
        let member = |place| {
            let visitor = Visitor::at(server, &format!("198.51.{place}.7"));
            visitor.log_in(server, &format!("91984001000{place}"), "signup")
        };
        let members = (0..BYSTANDERS).map(member).collect::<Result<_, _>>()?;
        Ok(Self { members, submitted: AtomicUsize::new(0) })
    }

    /// Uses the site for as long as `other` takes, and at least for `least`.
    pub(super) fn beside<T>(&self, least: Duration, other: impl FnOnce() -> T) -> (T, Noticed) {
        let stop = AtomicBool::new(false);
        let took = Mutex::new(Vec::new());
        let refused = AtomicUsize::new(0);
        let begin = Instant::now();
        let result = thread::scope(|scope| {
            for member in &self.members {
                scope.spawn(|| {
                    let mut place = 0_usize;
                    while !stop.load(Ordering::Relaxed) {
                        let due = Instant::now() + PACE;
                        match self.ask(member, place) {
                            Ok(duration) => {
                                let mut took = took.lock().unwrap_or_else(PoisonError::into_inner);
                                took.push(duration);
                            }
                            Err(_) => {
                                refused.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                        place += 1;
                        thread::sleep(due.saturating_duration_since(Instant::now()));
                    }
                });
            }
            let result = other();
            thread::sleep(least.saturating_sub(begin.elapsed()));
            stop.store(true, Ordering::Relaxed);
            result
        });
        let took = took.into_inner().unwrap_or_else(PoisonError::into_inner);
        (result, Noticed { sample: Sample::of(took), refused: refused.into_inner() })
    }

    /// One request of a usual visit: pages, the session, the own list, and now and then a referral.
    fn ask(&self, member: &Visitor, place: usize) -> anyhow::Result<Duration> {
        let answer = match place % 8 {
            0 | 4 => member.get("/referral")?,
            1 | 5 => member.get("/api/session")?,
            2 | 3 | 6 => member.get("/api/referrals")?,
            _ => {
                let number = self.submitted.fetch_add(1, Ordering::Relaxed);
                let key = format!("a-bystanders-own-{number:08}");
                member.refer(&key, &draft("", "Binu Thomas", "Wants to begin in January."))?
            }
        };
        anyhow::ensure!(answer.is_done(), "refused with {}", answer.status);
        Ok(answer.took)
    }
}

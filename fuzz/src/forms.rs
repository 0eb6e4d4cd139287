//! Forms with any content, one after the other.

mod award;
mod contact;
mod login;
mod referral;
mod verdict;

use std::borrow::Cow;

use domain::account::{LoginMode, Policy, PolicyError, User};
use domain::ledger::{Ledger, StorageKey, decode_user};
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::viewer::Viewer;

use crate::texts::texts;

const ADMIN: &str = "1000000000";
const CODE: &str = "1234";

/// Reads the texts as actions: the first letter of a word names the action, and the fields of the
/// form follow. The rules are implemented here a second time. A form must be accepted if it breaks
/// none of them, and otherwise refused with all broken rules in the order of the form. A refused
/// form changes nothing; an accepted one only adds its record.
pub fn forms(bytes: &[u8]) {
    let Ok(mut programme) = Programme::open() else { return };
    let mut texts = texts(bytes);
    while let Some(word) = texts.next() {
        programme.serve(&word, || texts.next().unwrap_or_default());
    }
}

/// The records, the viewer and the time.
struct Programme {
    policy: Policy,
    ledger: Ledger,
    viewer: Viewer,
    now: Instant,
}

impl Programme {
    fn open() -> Result<Self, PolicyError> {
        Ok(Self {
            policy: Policy::new(ADMIN, CODE)?,
            ledger: Ledger::new(),
            viewer: Viewer::Guest,
            now: Instant::default(),
        })
    }

    fn serve<'t>(&mut self, word: &str, mut field: impl FnMut() -> Cow<'t, str>) {
        match word.bytes().next() {
            // Contact, referral, login, sign-up, award.
            Some(b'c') => contact::send([(); 4].map(|()| field())),
            Some(b'r') => self.refer(&ReferralDraft::of(|_| field().into_owned())),
            Some(b'l') => self.log_in(LoginMode::Login, &field(), &field()),
            Some(b's') => self.log_in(LoginMode::Signup, &field(), &field()),
            Some(b'a') => self.award(&field(), &field()),
            // `o`: log out. `u`: the browser has stored who is logged in. `k`: it has stored who is
            // registered. `t`: the clock changes.
            Some(b'o') => self.viewer = Viewer::Guest,
            Some(b'u') => self.viewer = Viewer::of(decode_user(&field()), &self.policy),
            Some(b'k') => self.ledger.read(StorageKey::Accounts, &field()),
            Some(b't') => self.now = instant(&field()).unwrap_or(self.now),
            // Anything else is a stored list of referrals.
            _ => self.ledger.read(StorageKey::Referrals, word),
        }
    }

    fn admin(&self) -> Viewer {
        Viewer::of(Some(User::of(self.policy.admin.clone())), &self.policy)
    }
}

fn instant(text: &str) -> Option<Instant> {
    Instant::try_from(text.parse::<u64>().ok()?).ok()
}

/// The ledger after it has also read this referral.
fn with_referral(mut ledger: Ledger, referral: &Referral) -> Ledger {
    ledger.read(StorageKey::Referrals, &serde_json::to_string(&[referral]).unwrap_or_default());
    ledger
}

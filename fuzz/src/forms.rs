//! Forms, filled in by anybody, one after the other.

mod award;
mod contact;
mod login;
mod referral;
mod verdict;

use std::borrow::Cow;

use domain::account::{LoginMode, Policy, PolicyError, User};
use domain::ledger::{Ledger, StorageKey, decode_user};
use domain::referral::{Instant, Referral};
use domain::viewer::Viewer;

use crate::texts::texts;

const ADMIN: &str = "1000000000";
const CODE: &str = "1234";

/// Reads the texts as what people do: a word, whose first letter says what, then the fields of a
/// form. A form is accepted if no rule is broken, by a second reading of the rules, and else
/// refused for every broken rule in the order of the form. Refused, it changes nothing; accepted,
/// it adds its record and changes nothing else.
pub fn forms(bytes: &[u8]) {
    let Ok(mut office) = Office::open() else { return };
    let mut texts = texts(bytes);
    while let Some(word) = texts.next() {
        office.serve(&word, || texts.next().unwrap_or_default());
    }
}

/// The records, and who is there when.
struct Office {
    policy: Policy,
    ledger: Ledger,
    viewer: Viewer,
    now: Instant,
}

impl Office {
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
            Some(b'r') => self.refer([(); 6].map(|()| field())),
            Some(b'l') => self.log_in(LoginMode::Login, &field(), &field()),
            Some(b's') => self.log_in(LoginMode::Signup, &field(), &field()),
            Some(b'a') => self.award(&field(), &field()),
            // Out: somebody logs out. User: the browser had stored who is logged in. Known: it had
            // stored who is registered. Time passes, or a clock is set back.
            Some(b'o') => self.viewer = Viewer::Guest,
            Some(b'u') => self.viewer = Viewer::of(decode_user(&field()), &self.policy),
            Some(b'k') => self.ledger.read(StorageKey::Accounts, &field()),
            Some(b't') => self.now = instant(&field()).unwrap_or(self.now),
            // Anything else is what the browser had stored of referrals.
            _ => self.ledger.read(StorageKey::Referrals, word),
        }
    }

    /// The one who sees all.
    fn admin(&self) -> Viewer {
        Viewer::of(Some(User::of(self.policy.admin.clone())), &self.policy)
    }
}

fn instant(text: &str) -> Option<Instant> {
    Instant::try_from(text.parse::<u64>().ok()?).ok()
}

/// A ledger that has a referral besides, as if it had been read.
fn with_referral(mut ledger: Ledger, referral: &Referral) -> Ledger {
    ledger.read(StorageKey::Referrals, &serde_json::to_string(&[referral]).unwrap_or_default());
    ledger
}

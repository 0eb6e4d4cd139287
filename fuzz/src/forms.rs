//! Forms with any content, one after the other.

use std::borrow::Cow;
use std::fmt::Debug;

use domain::account::{LoginMode, Policy, PolicyError, User, request_code};
use domain::case::Case;
use domain::contact::ContactDraft;
use domain::form_field::is_email;
use domain::limits::INSTANT_MAX_MS;
use domain::mobile::MobileNumber;
use domain::notice::Variant;
use domain::points::Points;
use domain::referral::{Instant, ReferralDraft, Status};
use domain::rejection::{Field, RejectionCode};
use domain::service::ServiceOption;
use domain::verdict::Verdict;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey, decode_user, encode_referral, encode_user};

use crate::texts::texts;

const CODE: &str = "1234";

// The fields of each form, to which alone its rejections refer.
const CONTACT: &[Field] = &[Field::Name, Field::Email, Field::Subject, Field::Message];
const LOGIN: &[Field] = &[Field::Mobile, Field::Code];
const AWARD: &[Field] = &[Field::Points];
const REFERRAL: &[Field] = &[
    Field::ReferrerName,
    Field::ReferrerPhone,
    Field::ReferredName,
    Field::ReferredPhone,
    Field::Service,
    Field::Notes,
];

/// Reads the texts as actions: the first letter of a word names the action, and the fields of the
/// form follow. A refused form changes nothing and says why. An accepted one adds its record and
/// nothing else, the record is read back unchanged, and its values would be accepted again.
pub fn forms(bytes: &[u8]) {
    let Ok(mut programme) = Programme::open() else { return };
    let mut texts = texts(bytes);
    while let Some(word) = texts.next() {
        programme.act(&word, || texts.next().unwrap_or_default());
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
            policy: Policy::new("1000000000", CODE)?,
            ledger: Ledger::new(),
            viewer: Viewer::Guest,
            now: Instant::default(),
        })
    }

    fn act<'t>(&mut self, word: &str, mut field: impl FnMut() -> Cow<'t, str>) {
        match word.bytes().next() {
            // Contact, referral, login, sign-up, award.
            Some(b'c') => {
                let [name, email, subject, message] = [(); 4].map(|()| field().into_owned());
                send(ContactDraft { name, email, subject, message });
            }
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

    fn refer(&mut self, draft: &ReferralDraft) {
        let mut expected = self.ledger.clone();
        let id = expected.free_id(self.now);
        let is_last = id.as_millis() == INSTANT_MAX_MS;
        assert!(id >= self.now && (is_last || expected.referrals().all(|known| known.id != id)));

        let verdict = self.ledger.submit(draft, &self.viewer, id, "1/1/1970");
        let accepted = accepted(verdict, REFERRAL);
        assert_eq!(accepted.is_some(), draft.check(self.viewer.user()).is_ok());
        if let Some(referral) = accepted {
            assert_eq!((&referral.status, referral.points), (&Status::Pending, Points::INITIAL));
            assert!(ServiceOption::parse(referral.service.value()).is_some());
            if let Some(user) = self.viewer.user() {
                let number = user.mobile_number.as_str();
                assert_eq!(referral.referrer_mobile, number, "a member is the referrer");
            }
            let case = Case::submitted(referral.clone());
            expected.read(StorageKey::Referrals, &format!("[{}]", encode_referral(&case)));

            let stored = serde_json::to_value(&referral).unwrap_or_default();
            let again = ReferralDraft::of(|name| {
                let name = if name == "referrerPhone" { "referrerMobile" } else { name };
                stored[name].as_str().unwrap_or_default().to_owned()
            });
            let again = again.check(None).map(|it| it.submit(id, referral.date.clone()));
            assert_eq!(again, Ok(referral), "the stored values are accepted again, unchanged");
        }
        assert_eq!(self.ledger, expected, "the record is added, and nothing else changes");
    }

    fn log_in(&mut self, mode: LoginMode, mobile: &str, code: &str) {
        let was_sent = accepted(request_code(mobile, &self.policy), LOGIN).is_some();
        let has_code = was_sent && code.trim() == CODE;
        let mut expected = self.ledger.clone();
        let verdict = self.ledger.log_in(mode, mobile, code, &self.policy, self.now);
        if let Verdict::Refused { codes, .. } = &verdict
            && was_sent
            && !has_code
        {
            assert_eq!(codes, &[RejectionCode::WrongCode], "nothing is revealed without the code");
        }
        let user = accepted(verdict, LOGIN);
        if let Ok(number) = MobileNumber::parse(mobile) {
            let is_admin = number == self.policy.admin;
            let was_registered = expected.account(&number).is_some();
            let is_allowed = match mode {
                LoginMode::Login => is_admin || was_registered,
                LoginMode::Signup => !was_registered,
            };
            assert_eq!(user.is_some(), has_code && is_allowed, "{mode:?} of {number:?}");
        }
        if let Some(user) = user {
            assert_eq!(MobileNumber::parse(mobile).as_ref(), Ok(&user.mobile_number));
            if mode == LoginMode::Signup {
                expected.read(StorageKey::Accounts, &format!("[{}]", encode_user(&user)));
            }
            self.viewer = Viewer::of(Some(user), &self.policy);
        }
        assert_eq!(self.ledger, expected, "a sign-up adds the user, and nothing else changes");
    }

    /// Saves points for a referral: by its position in the admin's list, or by its key.
    fn award(&mut self, position_or_key: &str, points: &str) {
        let admin = Viewer::of(Some(User::of(self.policy.admin.clone())), &self.policy);
        let position = position_or_key.parse().ok();
        let at_position = position.and_then(|position| self.ledger.visible(&admin).nth(position));
        let key = at_position.map_or_else(|| position_or_key.to_owned(), |view| view.key);

        let mut expected = self.ledger.clone();
        let before = expected.case(&key).map_or(0, |case| case.history().len());
        let verdict = self.ledger.save_points(&key, points, &self.viewer, self.now);
        if let Some(after) = accepted(verdict, AWARD) {
            assert!(self.viewer.admin().is_some());
            assert_eq!(Points::parse(points), Ok(after.points));
            assert_eq!(after.status, Status::Successful);
            let case = self.ledger.case(&key);
            assert_eq!(case.map(Case::corrected), Some(after), "the key stays");
            assert_eq!(case.map(|case| case.history().len()), Some(before + 1));
            let stored = case.map(encode_referral).unwrap_or_default();
            expected.read(StorageKey::Referrals, &format!("[{stored}]"));
        }
        assert_eq!(self.ledger, expected, "one event is added, and nothing else changes");
    }
}

fn send(draft: ContactDraft) {
    match draft.check() {
        Ok(message) => {
            let values = message.values().clone();
            assert!(is_email(&values.email));
            assert_eq!(values.check(), Ok(message), "what was accepted is accepted again");
        }
        Err(rejections) => check_codes(rejections.codes(), CONTACT),
    }
}

/// The value if it was accepted. Otherwise the refusal must say why.
fn accepted<T: Debug>(verdict: Verdict<T>, form: &[Field]) -> Option<T> {
    match verdict {
        Verdict::Accepted { value, notice } => {
            assert_eq!(notice.variant, Variant::Default);
            Some(value)
        }
        Verdict::Refused { codes, notice } => {
            check_codes(&codes, form);
            assert_eq!(codes[0].notice(), Some(notice));
            None
        }
    }
}

/// Checks that there are codes, each once, and each of a field of this form or of no field.
fn check_codes(codes: &[RejectionCode], form: &[Field]) {
    assert!(!codes.is_empty(), "refused for no reason");
    for (at, code) in codes.iter().enumerate() {
        assert!(!codes[..at].contains(code), "{code:?} twice");
        let field = code.words().field;
        assert!(
            field.is_none_or(|field| form.contains(&field)),
            "{code:?} belongs to another form"
        );
    }
}

fn instant(text: &str) -> Option<Instant> {
    Instant::try_from(text.parse::<u64>().ok()?).ok()
}

//! The rows of a spreadsheet before anything is looked up: what each would submit, and which rules of texts
//! it breaks.

use std::collections::{BTreeMap, BTreeSet};

use api::{Code, RowDoubt, RowRefusal, Submission};
use domain::pipeline::{DuplicatePolicy, ProgrammeSettings, text_rules::are_allowed};
use domain::referral::ReferralDraft;
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;
use numbers::Clarity;

use crate::referrals::relation::is_own_number;
use crate::referrals::sql::duplicates::is_number;

/// What a row would submit, with its place in what was sent.
pub type Placed = (usize, ReferralDraft);

/// What a row would submit: a service that is given by its label gets its value.
pub(crate) fn draft(row: ReferralDraft, programme: &ProgrammeSettings) -> ReferralDraft {
    let service = programme.service_named(&row.service);
    ReferralDraft { service: service.unwrap_or(row.service), ..row }
}

/// The rules of texts that a row breaks. A body of JSON is refused as a whole for a character, but of a
/// spreadsheet one wants to know the row.
pub(crate) fn refusals(draft: &ReferralDraft) -> Vec<RowRefusal> {
    let ReferralDraft {
        referrer_name,
        referrer_phone,
        referred_name,
        referred_phone,
        service,
        notes,
    } = draft;
    let texts = [referrer_name, referrer_phone, referred_name, referred_phone, service, notes];
    if !texts.into_iter().all(|text| are_allowed(text)) {
        return vec![Code::from(RejectionCode::ControlCharacters).into()];
    }
    match (Submission { draft: draft.clone(), ..Submission::default() }).fits() {
        Ok(()) => Vec::new(),
        Err(too_long) => too_long.refusals(),
    }
}

/// What is doubtful about a row by itself. `colleagues` are the numbers of the staff: who is written down as
/// a referrer cannot decide on the referral nor on others of that person, so nobody becomes one unseen.
pub(crate) fn doubts(draft: &ReferralDraft, colleagues: &BTreeSet<String>) -> Vec<RowDoubt> {
    let number = |text: &str, unclear: RowDoubt, country: RowDoubt| match numbers::clarity(text) {
        Clarity::Clear => None,
        Clarity::NoCountry => Some(country),
        Clarity::Unclear => Some(unclear),
    };
    let name = |text: &str| text.trim().to_lowercase();
    let is_same_person = is_own_number(draft, &Viewer::Guest)
        || name(&draft.referrer_name) == name(&draft.referred_name);
    let (referred, referrer) = (&draft.referred_phone, &draft.referrer_phone);
    let doubts = [
        number(referred, RowDoubt::ReferredNumber, RowDoubt::ReferredCountry),
        number(referrer, RowDoubt::ReferrerNumber, RowDoubt::ReferrerCountry),
        is_same_person.then_some(RowDoubt::SamePerson),
        colleagues.contains(&numbers::key(referrer)).then_some(RowDoubt::Colleague),
    ];
    doubts.into_iter().flatten().collect()
}

/// The first row of each number, as far as the policy tells their services apart.
#[derive(Default)]
pub(crate) struct FirstRows(BTreeMap<(String, String), usize>);

impl FirstRows {
    /// The place of the earlier row with the number of this one, if there is one.
    pub(crate) fn earlier(
        &mut self,
        place: usize,
        draft: &ReferralDraft,
        policy: &DuplicatePolicy,
    ) -> Option<usize> {
        let number = numbers::key(&draft.referred_phone);
        if !is_number(&number) {
            return None;
        }
        let service = if policy.same_service { draft.service.clone() } else { String::new() };
        let first = self.0.entry((number, service)).or_insert(place);
        (*first != place).then_some(*first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(change: impl FnOnce(&mut ReferralDraft)) -> ReferralDraft {
        let mut row = ReferralDraft {
            referrer_name: "Gita".into(),
            referrer_phone: "98765 43210".into(),
            referred_name: "Asha".into(),
            referred_phone: "+974 5555 1234".into(),
            service: "IT services".into(),
            notes: String::new(),
        };
        change(&mut row);
        row
    }

    #[test]
    fn a_service_may_be_given_by_its_label() {
        let programme = ProgrammeSettings::default();
        let service = |text: &str| draft(row(|it| it.service = text.into()), &programme).service;
        assert_eq!(service("IT services"), "it-services");
        assert_eq!(service("it-services"), "it-services");
        // It is refused as it was written.
        assert_eq!(service("Gardening"), "Gardening");
    }

    #[test]
    fn what_is_doubtful_is_said() {
        let colleagues = BTreeSet::from([numbers::key("9000000011")]);
        let doubts = |draft: &ReferralDraft| doubts(draft, &colleagues);
        assert_eq!(doubts(&row(|_| {})), []);
        let referred = |text: &str| doubts(&row(|it| it.referred_phone = text.into()));
        assert_eq!(referred("call me"), [RowDoubt::ReferredNumber]);
        assert_eq!(referred("2345 6789 01"), [RowDoubt::ReferredCountry]);
        assert_eq!(referred("98765 43211 / 98765 43212"), [RowDoubt::ReferredNumber]);
        assert_eq!(referred("+91 98765 43210"), [RowDoubt::SamePerson]);
        let referrer = |text: &str| doubts(&row(|it| it.referrer_phone = text.into()));
        assert_eq!(referrer("2345 6789 01"), [RowDoubt::ReferrerCountry]);
        assert_eq!(referrer("+91 90000 00011"), [RowDoubt::Colleague]);
        assert_eq!(doubts(&row(|it| it.referrer_name = " asha".into())), [RowDoubt::SamePerson]);
    }

    #[test]
    fn a_text_that_is_too_long_or_has_control_characters_is_refused() {
        assert_eq!(refusals(&row(|it| it.notes = "two\nlines".into())), []);
        let codes = |draft: &ReferralDraft| -> Vec<_> {
            refusals(draft).iter().map(|it| serde_json::to_string(&it.code).unwrap()).collect()
        };
        assert_eq!(codes(&row(|it| it.notes = "\u{b}".into())), [r#""control-characters""#]);
        assert_eq!(codes(&row(|it| it.notes = "n".repeat(2001))), [r#""text-too-long""#]);
    }

    #[test]
    fn a_number_is_repeated_in_any_spelling() {
        let policy = DuplicatePolicy::default();
        let mut first = FirstRows::default();
        let spelled = |text: &str| row(|it| it.referred_phone = text.into());
        assert_eq!(first.earlier(0, &spelled("98765 43210"), &policy), None);
        assert_eq!(first.earlier(1, &spelled("98765 43211"), &policy), None);
        assert_eq!(first.earlier(2, &spelled("+919876543210"), &policy), Some(0));
        // What is no number is nobody's, here as in the list of duplicates.
        for place in 3..5 {
            assert_eq!(first.earlier(place, &spelled("ask her"), &policy), None);
        }
        let policy = DuplicatePolicy { same_service: true, ..policy };
        let mut first = FirstRows::default();
        assert_eq!(first.earlier(0, &spelled("98765 43210"), &policy), None);
        let other = row(|it| {
            it.referred_phone = "98765 43210".into();
            it.service = "training".into();
        });
        assert_eq!(first.earlier(1, &other, &policy), None);
    }
}

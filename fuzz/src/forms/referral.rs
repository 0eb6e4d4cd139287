//! The Refer Someone form.

use std::convert::Infallible;

use domain::account::User;
use domain::limits::INSTANT_MAX_MS;
use domain::points::Points;
use domain::referral::{Referral, ReferralDraft, Status};
use domain::rejection::RejectionCode;
use domain::service::ServiceOption;

use super::verdict::{broken, check_verdict};
use super::{Programme, with_referral};
use crate::oracle::{is_blank, single_line};

const DATE: &str = "1/1/1970";

impl Programme {
    pub(super) fn refer(&mut self, draft: &ReferralDraft) {
        let broken = self.broken_by(draft);
        let codes: Vec<_> = match draft.check(self.viewer.user()) {
            Ok(_) => Vec::new(),
            Err(rejections) => rejections.codes().to_vec(),
        };
        assert_eq!(codes, broken);

        let before = self.ledger.clone();
        let id = before.free_id(self.now);
        assert_eq!(id.as_millis(), self.first_free_id(), "the first that no record has");
        let verdict = self.ledger.submit(draft, &self.viewer, &self.policy, id, DATE);
        let Some(referral) = check_verdict(verdict, &broken) else {
            assert_eq!(self.ledger, before, "a refused referral changes nothing");
            return;
        };
        let (referrer_name, referrer_mobile) = self.referrer(draft);
        let typed = serde_json::to_value(draft).unwrap_or_default();
        let Ok(submitted) = Referral::submitted(id, |name| {
            Ok::<_, Infallible>(match name {
                "referrerName" => referrer_name.clone(),
                "referrerMobile" => referrer_mobile.clone(),
                "notes" => draft.notes.trim().to_owned(),
                "date" => DATE.to_owned(),
                _ => field(typed[name].as_str().unwrap_or_default()),
            })
        });
        let (status, points) = (Status::Pending, Points::INITIAL);
        let expected = Referral { status, points, awarded_at: None, ..submitted };
        assert_eq!(referral, expected);
        assert_eq!(self.ledger, with_referral(before, &referral), "it is added, and that is all");
    }

    /// The first free id from now on, or the last possible id.
    fn first_free_id(&self) -> u64 {
        let is_free = |id: &u64| self.ledger.referrals().all(|known| known.id.as_millis() != *id);
        (self.now.as_millis()..INSTANT_MAX_MS).find(is_free).unwrap_or(INSTANT_MAX_MS)
    }

    fn broken_by(&self, draft: &ReferralDraft) -> Vec<RejectionCode> {
        let guest = self.viewer.user().is_none();
        let service = field(&draft.service);
        let offered = ServiceOption::ALL.iter().any(|option| option.value() == service);
        broken(&[
            (RejectionCode::ReferrerNameMissing, guest && is_blank(&draft.referrer_name)),
            (RejectionCode::ReferrerPhoneMissing, guest && is_blank(&draft.referrer_phone)),
            (RejectionCode::ReferredNameMissing, is_blank(&draft.referred_name)),
            (RejectionCode::ReferredPhoneMissing, is_blank(&draft.referred_phone)),
            (RejectionCode::ServiceMissing, service.is_empty()),
            (RejectionCode::ServiceUnknown, !service.is_empty() && !offered),
        ])
    }

    /// The referrer's name and number.
    fn referrer(&self, draft: &ReferralDraft) -> (String, String) {
        match self.viewer.user() {
            None => (field(&draft.referrer_name), field(&draft.referrer_phone)),
            Some(user) => {
                let number = user.mobile_number.clone();
                let stored = user.name.trim().to_owned();
                let name = if stored.is_empty() { User::of(number.clone()).name } else { stored };
                (name, number.into())
            }
        }
    }
}

/// The value of a single-line field.
fn field(text: &str) -> String {
    single_line(text).trim().to_owned()
}

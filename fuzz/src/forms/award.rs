//! The points that the admin assigns.

use domain::case::Case;
use domain::ledger::StorageKey;
use domain::limits::INSTANT_MAX_MS;
use domain::referral::{Instant, Referral, Status};
use domain::rejection::RejectionCode;

use super::Programme;
use super::verdict::check_verdict;
use crate::oracle;

impl Programme {
    /// Saves points for a referral: by its position in the admin's list, or by its key.
    pub(super) fn award(&mut self, place_or_key: &str, points: &str) {
        let mut views = Vec::new();
        for view in self.ledger.visible(&self.admin()) {
            views.push((view.key, view.referral));
        }
        let at_place = place_or_key.parse().ok().and_then(|place: usize| views.get(place));
        let key = at_place.map_or(place_or_key, |(key, _)| key);
        let edited = views.iter().find(|(known, _)| known == key).map(|(_, referral)| referral);

        let broken: Vec<_> = self.broken_by_award(edited, points).into_iter().collect();
        let before = self.ledger.clone();
        let verdict = self.ledger.save_points(key, points, &self.viewer, &self.policy, self.now);
        let Some(after) = check_verdict(verdict, &broken) else {
            assert_eq!(self.ledger, before, "a refused award changes nothing");
            return;
        };
        assert_eq!(self.ledger.case(key).map(Case::referral), Some(&after), "the key stays");
        assert_eq!(Ok(after.points.get()), oracle::points(points));
        let edited = edited.cloned();
        let expected = edited.map(|edited| Referral {
            status: Status::Successful,
            points: after.points,
            awarded_at: after.awarded_at,
            ..edited
        });
        assert_eq!(Some(&after), expected.as_ref());
        let seen = before.case(key).map(Case::history).unwrap_or_default();
        assert_eq!(after.awarded_at, Some(self.following(seen.last_at())));
        let at = after.awarded_at.map_or(0, Instant::as_millis);
        let (saw, points) = (seen.len(), after.points.get());
        let event =
            format!(r#"{{"at":{at},"saw":{saw},"by":"admin","kind":"points","points":{points}}}"#);
        let events = seen.texts().chain([event.as_str()]);
        let events: Vec<_> = events.collect();
        let record = serde_json::to_string(&after).unwrap_or_default();
        let record =
            format!(r#"{},"history":[{}]}}"#, record.trim_end_matches('}'), events.join(","));
        let mut expected = before;
        expected.read(StorageKey::Referrals, &format!("[{record}]"));
        assert_eq!(self.ledger, expected, "one event more, and that is all that changes");
    }

    fn broken_by_award(&self, edited: Option<&Referral>, points: &str) -> Option<RejectionCode> {
        let Some(user) = self.viewer.user() else { return Some(RejectionCode::NotAdmin) };
        if user.mobile_number != self.policy.admin {
            return Some(RejectionCode::NotAdmin);
        }
        if let Err(code) = oracle::points(points) {
            return Some(code);
        }
        let Some(edited) = edited else { return Some(RejectionCode::ReferralGone) };
        let case = self.ledger.cases().find(|case| case.referral() == edited);
        let last = case.and_then(|case| case.history().last_at()).map(Instant::as_millis);
        (last == Some(INSTANT_MAX_MS)).then_some(RejectionCode::ReferralSealed)
    }

    /// The time of an event: now, or right after the previous event if the clock was set back.
    fn following(&self, before: Option<Instant>) -> Instant {
        match before {
            Some(before) if before >= self.now => before.next(),
            _ => self.now,
        }
    }
}

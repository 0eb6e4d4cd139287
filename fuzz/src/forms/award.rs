//! The points that the admin assigns.

use domain::limits::INSTANT_MAX_MS;
use domain::referral::{Instant, Referral, Status};
use domain::rejection::RejectionCode;

use super::verdict::judge;
use super::{Office, with_referral};
use crate::oracle;

impl Office {
    /// Saves points for a referral: the one at a place in the admin's list, or the one with a key.
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
        let verdict = self.ledger.award(&self.viewer, key, points, self.now);
        let Some(after) = judge(verdict, &broken) else {
            assert_eq!(self.ledger, before, "a refused award changes nothing");
            return;
        };
        assert_eq!(self.ledger.find(key), Some(&after), "the key stays");
        assert_eq!(Ok(after.points.get()), oracle::points(points));
        let edited = edited.cloned();
        let expected = edited.map(|edited| Referral {
            status: Status::Successful,
            points: after.points,
            awarded_at: Some(self.following(edited.awarded_at)),
            ..edited
        });
        assert_eq!(Some(&after), expected.as_ref());
        assert_eq!(self.ledger, with_referral(before, &after), "that is all that changes");
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
        let last = edited.awarded_at.map(Instant::as_millis);
        (last == Some(INSTANT_MAX_MS)).then_some(RejectionCode::ReferralSealed)
    }

    /// When an edit is dated: now, or right after the one before it if a clock was set back.
    fn following(&self, before: Option<Instant>) -> Instant {
        match before {
            Some(before) if before >= self.now => before.next(),
            _ => self.now,
        }
    }
}

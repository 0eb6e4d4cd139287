//! What an import of hosted mode brings that nobody should overlook.

use super::consent::answers_brought;
use crate::case::Case;
use crate::import::Import;
use crate::points::Points;
use crate::rewards::Award;

impl Import {
    /// Counts another award, also of as many points, and answers about consent. `before` is the referral as it is here,
    /// if it is.
    pub fn add_changes(&mut self, before: Option<&Case>, after: &Case) {
        let points = |case: &Case| case.referral().points;
        let earlier = before.map(points).unwrap_or(Points::INITIAL);
        self.add_points(earlier, points(after));
        let award = |case| Award::of(case).map(|award| award.event);
        let is_other = earlier == points(after) && before.and_then(award) != award(after);
        self.awards += usize::from(is_other);
        self.answers += answers_brought(before, after);
    }
}

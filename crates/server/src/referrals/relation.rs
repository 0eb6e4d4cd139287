//! How somebody is related to a referral, in whatever spelling of their number.

use std::collections::BTreeSet;

use domain::{
    case::Case,
    pipeline::{Known, Relation, numbers_of},
    referral::ReferralDraft,
    viewer::Viewer,
};

/// How the viewer is related to a referral, by the number that they are logged in with.
pub(crate) fn relation(case: &Case, viewer: &Viewer) -> Relation {
    let Some(user) = viewer.user() else { return Relation::Unrelated };
    let own = numbers::key(user.mobile_number.as_str());
    if numbers::key(&case.referral().referrer_mobile) == own {
        Relation::Referrer
    } else if numbers::key(&case.corrected().referred_phone) == own {
        Relation::Referred
    } else {
        Relation::Unrelated
    }
}

/// Whether it [concerns](numbers_of) the viewer, in whatever spelling. A second number in a text does not
/// count: nobody gains by it, and whoever typed it could keep a colleague from deciding.
pub(crate) fn concerns(case: &Case, imported: &BTreeSet<String>, viewer: &Viewer) -> bool {
    are_own(&numbers_of(case, imported, viewer), viewer)
}

fn are_own(numbers: &[String], viewer: &Viewer) -> bool {
    viewer.user().is_some_and(|user| {
        let own = numbers::key(user.mobile_number.as_str());
        numbers.iter().any(|text| numbers::key(text) == own)
    })
}

/// What the domain needs to know for a decision of the viewer: what was found of the referral, and what
/// follows for them.
pub(crate) fn for_viewer(found: Known, viewer: &Viewer) -> Known {
    let case = found.referral.as_ref();
    Known {
        relation: case.map(|case| relation(case, viewer)).unwrap_or_default(),
        concerns_actor: case.is_some_and(|case| concerns(case, &found.imported, viewer)),
        concerns_rival: are_own(&found.rivals, viewer),
        ..found
    }
}

/// Whether somebody refers themselves: the number that they are logged in with or, as a guest, have
/// typed.
pub(crate) fn is_own_number(draft: &ReferralDraft, viewer: &Viewer) -> bool {
    let own =
        viewer.user().map_or(draft.referrer_phone.as_str(), |user| user.mobile_number.as_str());
    numbers::key(own) == numbers::key(&draft.referred_phone)
}

//! What somebody sees of a referral. How a number is masked needs all spellings of numbers, so that is done where
//! these are known.

use domain::case::Case;
use domain::event::{CorrectedField, Kind};
use domain::history::StoredEvent;
use domain::pipeline::{Progress, Relation, Right, Staff, came_by_link, may_say_who};

use crate::Access;

/// What somebody sees of a referral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sees {
    /// Whether they see it as staff.
    pub as_staff: bool,
    /// Whether they may see all referrals, with all numbers.
    pub all: bool,
    /// Whether they are staff who read numbers.
    pub reads_numbers: bool,
    /// Whether numbers in texts are masked.
    pub masks_numbers: bool,
    /// Whether the number of the person is not sent at all, because they have not agreed to be called.
    pub hides_referred: bool,
    /// Whether the number of the referrer is masked.
    pub masks_referrer: bool,
    /// Whether the number and the notes of the person are masked: the viewer shared the link by which they came, with
    /// whomever.
    pub masks_referred: bool,
    /// Whether the referrer's name is not sent: they do not want to be named to the person, who is the viewer. Who came
    /// by a link knows who shared it only by the name on its page.
    pub hides_referrer: bool,
}

impl Sees {
    /// What they see who have this access, and are so related to the referral.
    pub fn of(case: &Case, access: &Access, relation: Relation) -> Self {
        let service = case.corrected().service;
        let reads = |staff: &&Staff| staff.may(Right::Read, service.value());
        let staff = access.staff().filter(reads);
        // What is hidden from them as staff is hidden in their own referrals, and before the second factor, too.
        let employed = access.staff_even_unconfirmed().ok().filter(reads);
        // Staff who have just moved it to a service that is not theirs.
        let may_not_read =
            access.staff().is_some() && staff.is_none() && relation == Relation::Unrelated;
        let hides_referred = may_not_read
            || employed.is_some_and(|staff| access.hides_number(staff, &Progress::of(case)));
        Self {
            as_staff: staff.is_some(),
            all: access.sees_all(),
            reads_numbers: staff.is_some_and(|staff| staff.role().reads_numbers()),
            // Another spelling of a hidden one may be in any text. Whoever agreed, agreed for one number: another one
            // that the referral was about stays hidden.
            masks_numbers: hides_referred
                || employed.is_some_and(|employed| {
                    !employed.role().reads_numbers()
                        || (access.hides_numbers() && was_about_another_number(case))
                }),
            hides_referred,
            masks_referrer: may_not_read || (staff.is_none() && relation == Relation::Referred),
            masks_referred: staff.is_none() && relation == Relation::Referrer && came_by_link(case),
            hides_referrer: staff.is_none() && relation == Relation::Referred && !may_say_who(case),
        }
    }

    /// Whether they see every number that the referral was about.
    pub fn every_referred_number(&self) -> bool {
        !self.masks_numbers && !self.masks_referred
    }

    /// Whether they see every number in it.
    pub fn every_number(&self) -> bool {
        self.every_referred_number() && !self.masks_referrer
    }
}

/// Whether a referral was about another number than now, or somebody wrote one into its history.
fn was_about_another_number(case: &Case) -> bool {
    let history = case.history();
    let corrects = |stored: &StoredEvent| {
        matches!(stored.event.kind, Kind::Corrected { field: CorrectedField::ReferredPhone, .. })
    };
    history.events().any(corrects)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::account::User;
    use domain::event::{ConsentAnswer, ConsentWay, Event, Role};
    use domain::mobile::MobileNumber;
    use domain::pipeline::{ContactPolicy, StaffRole};
    use domain::referral::Instant;

    const RECORD: &str = r#"{"id":7,"referrerName":"A","referrerMobile":"9876543210","referredName":"B",
        "referredPhone":"5","service":"training","date":"","status":"Pending","points":0}"#;

    /// A letter for each thing that holds.
    fn letters(sees: Sees) -> String {
        let Sees { as_staff, all, reads_numbers, .. } = sees;
        let Sees { masks_numbers, hides_referred, masks_referrer, .. } = sees;
        let Sees { masks_referred, hides_referrer, .. } = sees;
        let all = [
            (as_staff, 's'),
            (all, 'a'),
            (reads_numbers, 'r'),
            (masks_numbers, 'N'),
            (hides_referred, 'P'),
            (masks_referrer, 'R'),
            (masks_referred, 'D'),
            (hides_referrer, 'X'),
        ];
        all.into_iter().filter_map(|(holds, letter)| holds.then_some(letter)).collect()
    }

    #[test]
    fn what_somebody_sees_depends_on_role_relation_and_consent() {
        let user = User::of(MobileNumber::parse("9876543210").unwrap());
        let staff = |role, services: &[&str]| {
            let services = services.iter().map(|&it| it.to_owned()).collect();
            Staff::new("s".to_owned(), user.clone(), role, services)
        };
        let of = |role| Access::of_staff(staff(role, &["training"]), None);
        let elsewhere = || Access::of_staff(staff(StaffRole::Coordinator, &["it"]), None);
        let before_factor = |role| Access::of_unconfirmed(staff(role, &["training"]));
        let typed = Case::stored(serde_json::from_str(RECORD).unwrap(), &[]);
        let event = |at, kind| Event {
            at: Instant::try_from(at).unwrap(),
            saw: 0,
            by: Some(Role::Referred),
            kind,
        };
        let agrees = |at, way| {
            event(at, Kind::Consent { answer: ConsentAnswer::Agreed, way, text: 1, note: None })
        };
        let corrects = |at| {
            let field = CorrectedField::ReferredPhone;
            event(at, Kind::Corrected { field, text: "6".to_owned(), note: None })
        };
        let answered = typed.clone().evolve(&agrees(8, ConsentWay::Page));
        let by_link = typed.clone().evolve(&agrees(8, ConsentWay::Link));
        let corrected = typed.clone().evolve(&corrects(8)).evolve(&agrees(9, ConsentWay::Page));
        let corrected_since = answered.clone().evolve(&corrects(9));
        let says = event(9, Kind::SaysWho { says: true, note: None });
        let (named, named_by_link) = (typed.clone().evolve(&says), by_link.clone().evolve(&says));
        let (nobody, maker, person) = (Relation::Unrelated, Relation::Referrer, Relation::Referred);
        let (open, after) = (ContactPolicy::Allowed, ContactPolicy::AfterConsent);
        let all = [
            // Owners and managers see everything.
            (of(StaffRole::Owner), nobody, &typed, after, "sar"),
            (of(StaffRole::Manager), person, &by_link, open, "sar"),
            // Coordinators see what is theirs; where the company waits, the number comes with the answer.
            (of(StaffRole::Coordinator), nobody, &typed, open, "sr"),
            (of(StaffRole::Coordinator), nobody, &typed, after, "srNP"),
            (of(StaffRole::Coordinator), maker, &typed, after, "srNP"),
            (of(StaffRole::Coordinator), nobody, &answered, after, "sr"),
            // They agreed for one number: another one before it stays hidden, and another one since has no answer.
            (of(StaffRole::Coordinator), nobody, &corrected, after, "srN"),
            (of(StaffRole::Coordinator), nobody, &corrected_since, after, "srNP"),
            (elsewhere(), nobody, &typed, open, "NPR"),
            (elsewhere(), maker, &typed, open, ""),
            (of(StaffRole::Auditor), nobody, &typed, open, "sN"),
            // What is hidden from staff is hidden before the second factor, too.
            (before_factor(StaffRole::Auditor), maker, &typed, open, "N"),
            (before_factor(StaffRole::Coordinator), maker, &typed, after, "NP"),
            (before_factor(StaffRole::Manager), maker, &typed, after, ""),
            // The people of a referral.
            (Access::of_member(user.clone()), maker, &typed, after, ""),
            (Access::of_member(user.clone()), maker, &by_link, open, "D"),
            (Access::of_member(user.clone()), person, &typed, open, "RX"),
            (Access::of_member(user.clone()), person, &by_link, open, "RX"),
            (Access::of_member(user.clone()), person, &named, open, "R"),
            (Access::of_member(user.clone()), person, &named_by_link, open, "RX"),
        ];
        for (row, (access, relation, case, contact, expected)) in all.into_iter().enumerate() {
            let sees = Sees::of(case, &access.with_contact(contact), relation);
            assert_eq!(letters(sees), expected, "row {row}");
        }
    }
}

//! Converts stored records to the interface's views.

use std::collections::BTreeSet;

use crate::AppState;
use crate::clock::day;
use crate::http::language::Translation;
use crate::referrals::records::{Actor, Stored, StoredEntry};
use api::{Access, HistoryEntry, HostedReferral, ProgressView, SaidProgress};
use domain::{
    case::Case,
    event::{CorrectedField, Kind, Task},
    history::StoredEvent,
    key::ID_DIGITS,
    mobile::MobileNumber,
    pipeline::{
        ProgrammeSettings, Progress, Relation, Right, Staff, State, came_by_link, may_say_who,
        numbers_of,
    },
    referral::{Referral, Status},
    say::Say,
    service::StoredService,
    view::ReferralView,
    viewer::Viewer,
};

/// A referral in the view of a caller, who is staff or related to it, in these words.
pub(crate) fn referral(
    stored: &Stored,
    programme: &ProgrammeSettings,
    access: &Access,
    words: &Translation,
) -> HostedReferral {
    let visibility = Visibility::of(&stored.case, access);
    let shown = stored.case.corrected();
    let referral = visibility.of_texts(&shown);
    HostedReferral {
        // A correction changes the shown texts, but not the key.
        view: ReferralView {
            key: visibility.key(&stored.key),
            service_label: words
                .service(referral.service.value(), programme.service_label(&referral.service)),
            ..ReferralView::of(&referral)
        },
        version: stored.version,
        referrer_shown: visibility.referrers_number(&numbers::shown(&shown.referrer_mobile)),
        referred_shown: visibility.referred(&numbers::shown(&shown.referred_phone)),
        progress: {
            let progress = visibility.progress(Progress::of(&stored.case));
            let said = SaidProgress {
                public_stage: words.public_stage(&progress),
                sentence: words.progress(&progress, programme),
            };
            ProgressView::of(progress, said, visibility.is_staff, &stored.imported)
        },
        duplicate_of: stored.duplicate_of.clone().filter(|_| visibility.sees_all),
        number_unclear: visibility.is_staff && !numbers::is_clear(&shown.referred_phone),
    }
}

/// Whether the caller may ask for a referral by this key. Whoever sees no number in it is not told whether
/// a whole key is right: they could find the number by trying.
pub(crate) fn answers_to(case: &Case, key: &str, access: &Access) -> bool {
    key.len() == ID_DIGITS || !Visibility::of(case, access).masks_key()
}

/// What the caller may see of a referral.
pub(crate) struct Visibility {
    pub(crate) is_staff: bool,
    /// Whether they may see all referrals.
    sees_all: bool,
    pub(crate) masks_numbers: bool,
    /// Whether the number of the person is not sent at all, because they have not agreed to be called.
    hides_referred: bool,
    /// Whether they are staff who read numbers.
    reads_numbers: bool,
    pub(crate) masks_referrer: bool,
    /// Whether whoever shared a link looks at somebody who came by it. They typed their number and notes for the
    /// company: a link may be shared with anybody.
    masks_referred: bool,
    /// Whether somebody looks who was referred by whoever does not want to be named. Who came by a link knows who
    /// shared it only by the name on its page.
    hides_referrer: bool,
    /// The key of the number that the referral is about.
    current: String,
}

impl Visibility {
    pub(crate) fn of(case: &Case, access: &Access) -> Self {
        let relation = relation(case, &access.viewer);
        let service = case.corrected().service;
        let reads = |staff: &&Staff| staff.may(Right::Read, service.value());
        let staff = access.staff().filter(reads);
        // What is hidden from them as staff is hidden in their own referrals, and before the second factor, too.
        let employed = access.staff_even_unconfirmed().ok().filter(reads);
        let reads_numbers = staff.is_some_and(|staff| staff.role().reads_numbers());
        // Staff who have just moved it to a service that is not theirs.
        let may_not_read =
            access.staff().is_some() && staff.is_none() && relation == Relation::Unrelated;
        let hides_referred = may_not_read
            || employed.is_some_and(|staff| access.hides_number(staff, &Progress::of(case)));
        Self {
            hides_referred,
            reads_numbers,
            // Another spelling of a hidden one may be in any text. Whoever agreed, agreed for one number: another one
            // that the referral was about stays hidden.
            masks_numbers: hides_referred
                || employed.is_some_and(|employed| {
                    !employed.role().reads_numbers()
                        || (access.hides_numbers() && was_about_another_number(case))
                }),
            masks_referrer: may_not_read || (staff.is_none() && relation == Relation::Referred),
            masks_referred: staff.is_none() && relation == Relation::Referrer && came_by_link(case),
            sees_all: staff.is_some_and(|staff| {
                staff.may_everywhere(Right::Read) && staff.role().reads_numbers()
            }),
            is_staff: staff.is_some(),
            hides_referrer: staff.is_none() && relation == Relation::Referred && !may_say_who(case),
            current: numbers::key(&case.corrected().referred_phone),
        }
    }

    /// The key for this caller. The key contains a hash of the record, from which a masked number
    /// could be guessed by somebody who knows the rest. They get only the id in it, which
    /// identifies the referral as well.
    fn key(&self, key: &str) -> String {
        key.get(..ID_DIGITS).filter(|_| self.masks_key()).unwrap_or(key).to_owned()
    }

    /// Whether they do not see every number that the referral was about.
    pub(crate) fn hides_referred_number(&self) -> bool {
        self.masks_numbers || self.masks_referred
    }

    fn masks_key(&self) -> bool {
        self.masks_numbers || self.masks_referrer || self.masks_referred
    }

    /// The record as the caller sees it. The notes are for the company, and hidden from the
    /// referred person; and from whoever shared a link, if the person wrote them.
    pub(crate) fn of_texts(&self, record: &Referral) -> Referral {
        // Every field is named, so that the compiler asks who may see a new one.
        Referral {
            id: record.id,
            referrer_name: self.referrer(&record.referrer_name),
            referrer_mobile: self.referrers_number(&record.referrer_mobile),
            referred_name: self.text(&record.referred_name),
            referred_phone: self.referred(&record.referred_phone),
            // An import may bring any text as a service or a status.
            service: StoredService::from(self.text(record.service.value())),
            notes: match self.masks_referrer || self.masks_referred {
                true => String::new(),
                false => self.text(&record.notes),
            },
            // An import may bring any text, and the day in any order.
            date: day(record.id),
            opening: self.text(&record.opening),
            status: Status::from(self.text(record.status.as_str())),
            points: record.points,
            awarded_at: record.awarded_at,
        }
    }

    /// The progress, with masked numbers in the id of an owner, which may be imported.
    pub(crate) fn progress(&self, progress: Progress) -> Progress {
        Progress {
            owner: progress.owner.map(|owner| self.text(&owner)),
            next: progress.next.map(|task| self.task(task)),
            ..progress
        }
    }

    /// The same for what is to be done next.
    pub(crate) fn task(&self, task: Task) -> Task {
        Task { staff: self.text(&task.staff), ..task }
    }

    /// A text, with masked numbers if necessary.
    pub(crate) fn text(&self, text: &str) -> String {
        if self.masks_numbers { numbers::masked(text) } else { text.to_owned() }
    }

    /// The number of the person who was referred.
    pub(crate) fn referred(&self, number: &str) -> String {
        match (self.hides_referred, self.masks_referred) {
            (true, _) => String::new(),
            (false, true) => numbers::masked(number),
            // What they agreed to is the number that the referral is about.
            (false, false) if self.reads_numbers && numbers::key(number) == self.current => {
                number.to_owned()
            }
            (false, false) => self.text(number),
        }
    }

    /// The number of the referrer, which staff need to write to them.
    fn referrers_number(&self, number: &str) -> String {
        if self.reads_numbers { number.to_owned() } else { self.referrer(number) }
    }

    /// The referrer's name or number. The referred person sees who referred them, if they may, but no number.
    fn referrer(&self, number: &str) -> String {
        match (self.hides_referrer, self.masks_referrer) {
            (true, _) => String::new(),
            (false, true) => numbers::masked(number),
            (false, false) => self.text(number),
        }
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

/// A text as a member of staff sees it: with masked numbers, unless their role reads them.
pub(crate) fn seen_by(staff: &Staff, text: &str) -> String {
    if staff.role().reads_numbers() { text.to_owned() } else { numbers::masked(text) }
}

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
pub(crate) fn known(found: State, viewer: &Viewer) -> State {
    let case = found.referral.as_ref();
    State {
        relation: case.map(|case| relation(case, viewer)).unwrap_or_default(),
        concerns_actor: case.is_some_and(|case| concerns(case, &found.imported, viewer)),
        concerns_rival: are_own(&found.rivals, viewer),
        ..found
    }
}

/// An entry of the history of a referral that the caller sees so.
pub(crate) fn history_entry(
    entry: &StoredEntry,
    visibility: &Visibility,
    access: &Access,
) -> HistoryEntry {
    let staff = access.staff().filter(|_| visibility.is_staff);
    HistoryEntry {
        at: entry.at,
        by: match entry.by {
            // Only the person who was referred closes one without an account, and the referrer is not told that
            // they did.
            Actor::Guest if staff.is_none() && entry.status != Status::Pending => {
                "Admin".to_owned()
            }
            ref by => name(by, visibility, access),
        },
        status: match staff {
            Some(staff) => seen_by(staff, entry.status.as_str()),
            None => entry.status.as_str().to_owned(),
        },
        tone: entry.status.tone(),
        points: entry.points,
    }
}

/// The fingerprint of a number, if somebody could log in with it.
pub(crate) fn fingerprint(state: &AppState, number: &str) -> Option<[u8; 32]> {
    let spelling = numbers::spellings(number).into_iter().next()?;
    MobileNumber::parse(&spelling).ok().map(|number| state.secret.number(&number))
}

/// The name of the author of a change of such a referral. Members see only their own name, because names
/// contain the last digits of a number; so do staff in their own referrals for services that are not theirs.
pub(crate) fn name(by: &Actor, visibility: &Visibility, access: &Access) -> String {
    let staff = access.staff().filter(|_| visibility.is_staff);
    match by {
        Actor::Guest => "Guest".to_owned(),
        Actor::Import { name, .. } => match staff {
            Some(staff) if !name.is_empty() => format!("Imported by {}", seen_by(staff, name)),
            _ => "Import".to_owned(),
        },
        Actor::Erased => "Erased".to_owned(),
        // What somebody did as staff, they did.
        Actor::Staff { id, name } if access.staff().is_some_and(|own| own.id() == id) => {
            name.clone()
        }
        Actor::Staff { name, .. } => match staff {
            Some(staff) if !name.is_empty() => seen_by(staff, name),
            _ => "Admin".to_owned(),
        },
        Actor::Member(mobile) if access.sees_all() || is_own(mobile, access) => {
            mobile.display_name()
        }
        Actor::Member(_) => "Admin".to_owned(),
    }
}

fn is_own(mobile: &MobileNumber, access: &Access) -> bool {
    access.viewer.user().is_some_and(|user| user.mobile_number == *mobile)
}

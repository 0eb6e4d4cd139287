//! Converts stored records to the interface's views.

use crate::clock::day;
use crate::http::language::Translation;
use crate::referrals::records::{Actor, Stored, StoredEntry};
use crate::referrals::relation::relation;
use crate::staff::masking::seen_by;
use api::{Access, HistoryEntry, HostedReferral, ProgressView, SaidProgress, Sees};
use domain::{
    case::Case,
    event::Task,
    key::ID_DIGITS,
    mobile::MobileNumber,
    pipeline::{ProgrammeSettings, Progress},
    referral::{Referral, Status},
    say::Say,
    service::StoredService,
    view::ReferralView,
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
            ProgressView::of(progress, said, visibility.sees.as_staff, &stored.imported)
        },
        duplicate_of: stored.duplicate_of.clone().filter(|_| visibility.sees.all),
        number_unclear: visibility.sees.as_staff && !numbers::is_clear(&shown.referred_phone),
    }
}

/// Whether the caller may ask for a referral by this key. Whoever sees no number in it is not told whether
/// a whole key is right: they could find the number by trying.
pub(crate) fn answers_to(case: &Case, key: &str, access: &Access) -> bool {
    key.len() == ID_DIGITS || Visibility::of(case, access).sees.every_number()
}

/// A referral's texts as the caller sees them.
pub(crate) struct Visibility {
    pub(crate) sees: Sees,
    /// The key of the number that the referral is about.
    current: String,
}

impl Visibility {
    pub(crate) fn of(case: &Case, access: &Access) -> Self {
        Self {
            sees: Sees::of(case, access, relation(case, &access.viewer)),
            current: numbers::key(&case.corrected().referred_phone),
        }
    }

    /// The key for this caller. The key contains a hash of the record, from which a masked number
    /// could be guessed by somebody who knows the rest. They get only the id in it, which
    /// identifies the referral as well.
    fn key(&self, key: &str) -> String {
        let shown = if self.sees.every_number() { None } else { key.get(..ID_DIGITS) };
        shown.unwrap_or(key).to_owned()
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
            notes: match self.sees.masks_referrer || self.sees.masks_referred {
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
        if self.sees.masks_numbers { numbers::masked(text) } else { text.to_owned() }
    }

    /// The number of the person who was referred.
    pub(crate) fn referred(&self, number: &str) -> String {
        match (self.sees.hides_referred, self.sees.masks_referred) {
            (true, _) => String::new(),
            (false, true) => numbers::masked(number),
            // What they agreed to is the number that the referral is about.
            (false, false) if self.sees.reads_numbers && numbers::key(number) == self.current => {
                number.to_owned()
            }
            (false, false) => self.text(number),
        }
    }

    /// The number of the referrer, which staff need to write to them.
    fn referrers_number(&self, number: &str) -> String {
        if self.sees.reads_numbers { number.to_owned() } else { self.referrer(number) }
    }

    /// The referrer's name or number. The referred person sees who referred them, if they may, but no number.
    fn referrer(&self, number: &str) -> String {
        match (self.sees.hides_referrer, self.sees.masks_referrer) {
            (true, _) => String::new(),
            (false, true) => numbers::masked(number),
            (false, false) => self.text(number),
        }
    }
}

/// An entry of the history of a referral that the caller sees so.
pub(crate) fn history_entry(
    entry: &StoredEntry,
    visibility: &Visibility,
    access: &Access,
) -> HistoryEntry {
    let staff = access.staff().filter(|_| visibility.sees.as_staff);
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

/// The name of the author of a change of such a referral. Members see only their own name, because names
/// contain the last digits of a number; so do staff in their own referrals for services that are not theirs.
pub(crate) fn name(by: &Actor, visibility: &Visibility, access: &Access) -> String {
    let staff = access.staff().filter(|_| visibility.sees.as_staff);
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

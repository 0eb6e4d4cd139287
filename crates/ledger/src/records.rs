//! How users and referrals are stored, compared and merged.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use compact_json::{Member, concat, field, to_string};
use domain::account::User;
use domain::case::Case;
use domain::points::Points;
use domain::referral::Referral;

use crate::list::{Entry, Record, entries_of};
use crate::repair;

/// Reads the storage entry of the logged-in user; `None` if it is unreadable. The caller then
/// removes it (section 4).
pub fn decode_user(text: &str) -> Option<User> {
    User::read(&compact_json::members(text)?)
}

/// A referral with its history, in the form of an export.
pub fn encode_referral(case: &Case) -> String {
    case.text()
}

/// Reads what [`encode_referral`] has written; `None` if it is unreadable.
pub fn decode_referral(text: &str) -> Option<Case> {
    Case::read(&compact_json::members(text)?)
}

/// The text of the logged-in user's storage entry.
pub fn encode_user(user: &User) -> String {
    to_string(user)
}

/// The later account stays. The older one's other fields are returned as leftovers.
impl Record for User {
    fn is_field(name: &str) -> bool {
        ["mobileNumber", "name", "registeredAt"].contains(&name)
    }

    fn read(members: &[Member<'_>]) -> Option<Self> {
        Some(Self {
            mobile_number: field(members, "mobileNumber")??,
            name: field(members, "name")??,
            registered_at: field(members, "registeredAt")?,
        })
    }

    fn repair(members: &[Member<'_>]) -> String {
        repair::user(members)
    }

    fn text(&self) -> String {
        to_string(self)
    }

    fn identity(&self, other: &Self) -> Ordering {
        self.mobile_number.cmp(&other.mobile_number)
    }

    fn merge(a: Entry<Self>, b: Entry<Self>) -> (Entry<Self>, Option<String>) {
        let order = a.record.compare_copies(&b.record).then_with(|| a.unknown.cmp(&b.unknown));
        let (later, older) = if order.is_lt() { (b, a) } else { (a, b) };
        let left_over = !older.unknown.is_empty() && order.is_ne();
        (
            Entry::new(later.record, later.unknown),
            left_over.then(|| Entry::new(older.record, older.unknown).text),
        )
    }
}

/// Two referrals are copies of one only if all submitted texts are equal. Equal ids alone prove
/// nothing, because two tabs can submit in the same millisecond. Histories are merged.
impl Record for Case {
    fn is_field(name: &str) -> bool {
        Referral::TEXTS.contains(&name)
            || ["id", "status", "points", "awardedAt", HISTORY].contains(&name)
    }

    fn read(members: &[Member<'_>]) -> Option<Self> {
        let text = |name| {
            if Referral::OPTIONAL.contains(&name) && members.iter().all(|it| it.name != name) {
                return Ok(String::new());
            }
            field(members, name).flatten().ok_or(())
        };
        let referral = Referral {
            status: field::<String>(members, "status")??.into(),
            points: field(members, "points")??,
            awarded_at: field(members, "awardedAt")?,
            ..Referral::submitted(field(members, "id")??, text).ok()?
        };
        let mut events = Vec::new();
        for member in members {
            if member.name == HISTORY {
                events.extend(entries_of(member.value));
            }
        }
        Some(Self::stored(referral, &events))
    }

    fn repair(members: &[Member<'_>]) -> String {
        repair::referral(members)
    }

    /// The specification's fields, then the history, then `awardedAt`.
    fn text(&self) -> String {
        let text = to_string(self.referral());
        if self.events().is_empty() {
            return text;
        }
        let mut end = String::from("}");
        if let Some(at) = self.referral().awarded_at {
            end = concat(&[r#","awardedAt":"#, &to_string(&at), "}"]);
        }
        let start = text.strip_suffix(&*end).unwrap_or_default();
        concat(&[start, r#","history":"#, &self.events().text(), &end])
    }

    fn points(&self) -> Points {
        self.referral().points
    }

    fn identity(&self, other: &Self) -> Ordering {
        let (a, b) = (self.referral(), other.referral());
        a.id.cmp(&b.id).then_with(|| a.texts().cmp(&b.texts()))
    }

    fn merge(a: Entry<Self>, b: Entry<Self>) -> (Entry<Self>, Option<String>) {
        let (kept, other) =
            if a.unknown < b.unknown { (b.unknown, a.unknown) } else { (a.unknown, b.unknown) };
        let left_over = (!other.is_empty() && other != kept)
            .then(|| Entry::new(Self::submitted(a.record.referral().clone()), other).text);
        (Entry::new(a.record.merge(&b.record), kept), left_over)
    }
}

/// The field of a stored referral that holds its history.
const HISTORY: &str = "history";

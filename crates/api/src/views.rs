//! Views of the console that are shared with the staff: an address with a name.

use domain::pipeline::text_rules::may_have_number;
use domain::pipeline::{Reach, Right, Staff};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::lengths::WORD_MAX;
use crate::referrals::NOBODY;
use crate::staff::name_without_number;

/// How many views can be shared.
pub const VIEWS_MAX: u32 = 100;

/// How many of them one person can share, so that nobody takes the room of the others.
pub const VIEWS_EACH_MAX: u32 = 20;

/// The screens that have filters.
const SCREENS: [&str; 4] = ["/referrals", "/board", "/messages", "/reports"];

/// A view to share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ViewRequest {
    /// What it is called.
    pub name: String,
    /// The path of the screen in the console, with its filters in the query. It cannot be that of one
    /// referrer, and has no search text.
    pub address: String,
}

impl ViewRequest {
    /// Whether this member of staff may share views: whoever may only read does not change what the
    /// others see either.
    pub fn may_be_shared_by(staff: &Staff) -> bool {
        staff.role().reach(Right::Handle) != Reach::Nothing
    }

    /// Brings the name into one line, and checks that neither it nor the address can have somebody's number: the
    /// address has words and days only, an id, and the name of a team. The caller checks that [`owner`](Self::owner) is a colleague's id, and that
    /// colleagues carry [`team`](Self::team): the name of one is no longer, and has no number either.
    ///
    /// # Errors
    ///
    /// A message for the developer of the calling program.
    pub fn check(self) -> Result<Self, &'static str> {
        let name = name_without_number(&self.name)?;
        let Some((screen, query)) = self.address.split_once('?') else {
            return Err("The field `address` has a query.");
        };
        if !SCREENS.contains(&screen) {
            return Err("The field `address` begins with the path of a screen that has filters.");
        }
        let mut names: Vec<_> = filters(query).map(|(name, _)| name).collect();
        names.sort_unstable();
        if names.windows(2).any(|two| two[0] == two[1]) {
            return Err("The field `address` has each filter once.");
        }
        if filters(query).all(|(name, value)| is_filter(name, value)) {
            Ok(Self { name, ..self })
        } else {
            Err("The field `address` has a filter that cannot be shared.")
        }
    }

    /// The id of the member of staff by whom the view filters.
    pub fn owner(&self) -> Option<&str> {
        self.filter("owner").filter(|id| *id != NOBODY)
    }

    /// The name of the team by which the view filters, as an address has it.
    pub fn team(&self) -> Option<&str> {
        self.filter("team")
    }

    fn filter(&self, wanted: &str) -> Option<&str> {
        let (_, query) = self.address.split_once('?')?;
        filters(query).find(|(name, _)| *name == wanted).map(|(_, value)| value)
    }
}

/// The names and values in a query.
fn filters(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').map(|filter| filter.split_once('=').unwrap_or((filter, "")))
}

fn is_filter(name: &str, value: &str) -> bool {
    let is_word = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    match name {
        "stage" | "service" | "flag" | "state" | "sort" => {
            (1..=WORD_MAX).contains(&value.len())
                && value.chars().all(is_word)
                && !may_have_number(value)
        }
        "from" | "to" => is_day(value),
        "owner" => (1..=WORD_MAX).contains(&value.len()),
        "team" => !value.is_empty(),
        _ => false,
    }
}

/// Whether this is a day of this century, such as `2026-03-31`. Eight other digits could be a number of
/// Doha's.
fn is_day(text: &str) -> bool {
    let fits = |(place, it): (usize, char)| match place {
        4 | 7 => it == '-',
        _ => it.is_ascii_digit(),
    };
    text.len() == 10
        && text.chars().enumerate().all(fits)
        && text.starts_with("20")
        && ("01"..="12").contains(&&text[5..7])
        && ("01"..="31").contains(&&text[8..])
}

/// A view that is shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedView {
    /// Its id, for removing it.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The path of the screen in the console, with its filters.
    pub address: String,
    /// The id of the member of staff who shares it. It stays when they leave.
    pub made_by: String,
    /// Whether the caller may remove it.
    pub removable: bool,
}

impl SharedView {
    /// The same, with what this member of staff may do: who shares a view may remove it, and so may
    /// owners.
    pub fn seen_by(self, staff: &Staff) -> Self {
        let removable = self.made_by == staff.id() || staff.may_everywhere(Right::Settings);
        Self { removable, ..self }
    }
}

/// All shared views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedViews {
    /// The views, oldest first.
    pub views: Vec<SharedView>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(name: &str, address: &str) -> ViewRequest {
        ViewRequest { name: name.to_owned(), address: address.to_owned() }
    }

    #[test]
    fn a_view_has_a_name_and_filters_that_name_nobody_outside() {
        let good = "/referrals?stage=in-progress&service=it-services&sort=waiting&from=2026-03-01";
        assert_eq!(view(" To\n\u{202e}call ", good).check(), Ok(view("To call", good)));
        let own = view("Asha’s", "/board?owner=A9f-_3&to=2026-03-31");
        assert_eq!((own.clone().check(), own.owner()), (Ok(own.clone()), Some("A9f-_3")));
        assert_eq!(view("Nobody’s", "/messages?owner=none").owner(), None);
        let doha = view("Doha", "/referrals?stage=received&team=Doha+2");
        assert_eq!((doha.clone().check(), doha.team()), (Ok(doha.clone()), Some("Doha+2")));
        for (name, address) in [
            (" ", good),
            ("98765 43210", good),
            ("९८७६५४३२१०", good),
            (&*"n".repeat(65), good),
            ("To call", "/referrals"),
            ("To call", "/audit?kind=login"),
            ("To call", "//evil.example/referrals?stage=received"),
            ("To call", "/referrals?referrer=0000019a"),
            ("To call", "/referrals?search=Meera"),
            ("To call", "/referrals?stage=9876543210"),
            ("To call", "/referrals?stage=Meera%20Nair"),
            ("To call", "/referrals?stage=received#Meera"),
            ("To call", "/referrals?from=9876543210"),
            ("To call", "/referrals?from=5555-12-31"),
            ("To call", "/referrals?from=2055-51-00"),
            ("To call", "/referrals?from=2026-00-31"),
            ("To call", "/referrals?to=2026-13-31"),
            ("To call", "/referrals?to=2026-12-00"),
            ("To call", "/referrals?to=2026-12-32"),
            ("To call", "/referrals?to=2026-3-31"),
            ("To call", "/referrals?stage="),
            ("To call", "/referrals?team="),
            ("To call", "/referrals?stage=received&stage=contacted"),
        ] {
            assert!(view(name, address).check().is_err(), "{name} {address}");
        }
    }
}

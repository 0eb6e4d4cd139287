//! The page of a person who was referred, on which they say whether the company may call them.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use domain::referral::Instant;

/// The address of a person's page. It is shown once, and ends the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonPage {
    /// The address, for whoever passes it on.
    pub address: String,
    /// Until when it works, in milliseconds since 1970.
    pub expires_at: Instant,
}

/// One answer of a person, or that they were asked, as evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ConsentRecord {
    /// Their name, as the referral had it then.
    pub name: String,
    /// Their number, as the referral had it then: an agreement holds for one number.
    pub number: String,
    /// The value of the service, as the referral had it then.
    pub service: String,
    /// What they said, or that they were asked, and by which version of the text.
    pub consent: crate::ConsentView,
    /// The text of that version, if this program has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The role of whoever wrote it down: `referred` for the person.
    pub by: String,
    /// What they wrote about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether a file brought it, which proves nothing about who said it.
    pub imported: bool,
    /// Whether it was undone.
    pub undone: bool,
}

/// What somebody can ask for on their page, with a code. A code that was sent for one of these does nothing else:
/// whoever is told it on the telephone knows what it was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonWish {
    /// To be called.
    Agree,
    /// Not to be called about this.
    Refuse,
    /// Never to be contacted.
    Never,
    /// That everything is deleted.
    Delete,
}

impl PersonWish {
    const ALL: [Self; 4] = [Self::Agree, Self::Refuse, Self::Never, Self::Delete];

    /// The wish of this [word](Self::word).
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wish| wish.word() == word)
    }

    /// What the form sends, and the place on the page for the code that says which answer it is for.
    pub fn word(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Refuse => "refuse",
            Self::Never => "never",
            Self::Delete => "delete",
        }
    }
}

//! The reasons for declining a referral.

use alloc::string::String;

/// Where a reason comes from. Reports count these separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// From the referred person.
    Person,
    /// From the company.
    Company,
    /// From the record itself.
    Record,
    /// See the note.
    Other,
}

/// Declares the programme's own reasons from one table: wire name, side, label for staff, and sentence
/// for the referrer.
macro_rules! reasons {
    ($($Reason:ident = $word:tt of $Side:ident: $label:literal => $sentence:expr,)*) => {
        /// Why a referral is declined.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "pipeline", derive(serde::Deserialize))]
        #[cfg_attr(feature = "pipeline", serde(from = "String"))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        pub enum Reason {
            $(#[doc = $label] $Reason,)*
            /// One that an owner has added, or one of another server, by its name.
            #[cfg(feature = "pipeline")]
            Added(String),
        }

        impl Reason {
            /// The programme's own, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$Reason,)*];

            /// The name on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$Reason => $word,)*
                    #[cfg(feature = "pipeline")]
                    Self::Added(name) => name,
                }
            }

            /// The reason of this name; `None` for one that an owner has added, in a browser.
            pub fn parse(name: String) -> Option<Self> {
                match name.as_str() {
                    $($word => Some(Self::$Reason),)*
                    #[cfg(feature = "pipeline")]
                    _ => Some(Self::Added(name)),
                    #[cfg(not(feature = "pipeline"))]
                    _ => None,
                }
            }

            /// What is said about one of the programme's own; `None` for the others.
            pub fn words(&self) -> Option<ReasonWords> {
                match self {
                    $(Self::$Reason => Some(ReasonWords {
                        side: Side::$Side,
                        label: $label,
                        sentence: $sentence,
                    }),)*
                    #[cfg(feature = "pipeline")]
                    Self::Added(_) => None,
                }
            }
        }
    };
}

reasons! {
    NotInterested = "not-interested" of Person: "Not interested" =>
        "They are not interested at the moment.",
    NoAnswer = "no-answer" of Person: "No answer" => "We could not reach them.",
    ChoseAnother = "chose-another" of Person: "Chose someone else" =>
        "They have chosen someone else.",
    Terms = "terms" of Person: "No agreement on terms" => "We did not agree on terms.",
    NoOpening = "no-opening" of Company: "No opening" => "We have nothing suitable at the moment.",
    OutsideOffer = "outside-offer" of Company: "Outside what we do" =>
        "What they need is outside what we offer.",
    NotQualified = "not-qualified" of Company: "Not suitable" =>
        "It was not the right match this time.",
    Duplicate = "duplicate" of Record: "Duplicate" => PUBLIC_OTHER_REASON,
    ExistingClient = "existing-client" of Record: "Existing client" => PUBLIC_OTHER_REASON,
    SelfReferral = "self-referral" of Record: "Self-referral" => PUBLIC_OTHER_REASON,
    DoNotContact = "do-not-contact" of Record: "Asked not to be contacted" => PUBLIC_OTHER_REASON,
    Refused = "refused" of Record: "Said no to being called" => PUBLIC_OTHER_REASON,
    ContactInvalid = "contact-invalid" of Record: "Contact details do not work" =>
        "The contact details did not work.",
    Other = "other" of Other: "Other (see the note)" => PUBLIC_OTHER_REASON,
}

/// What is said about a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReasonWords {
    /// Where it comes from.
    pub side: Side,
    /// The label for staff.
    pub label: &'static str,
    /// The sentence for the referrer.
    pub sentence: &'static str,
}

/// One sentence for all reasons that would reveal whom the company knows, and for those of which nothing
/// is known here.
pub const PUBLIC_OTHER_REASON: &str = "We could not take this referral further.";

#[cfg(feature = "pipeline")]
impl From<String> for Reason {
    fn from(name: String) -> Self {
        Self::parse(name).unwrap_or(Self::Other)
    }
}

impl serde::Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

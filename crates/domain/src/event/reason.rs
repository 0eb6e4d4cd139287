//! The reasons for declining a referral.

/// Where a reason comes from. Reports count these separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
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

/// Declares the reasons from one table: wire name, side, label for staff, and sentence for the
/// referrer.
macro_rules! reasons {
    ($($Reason:ident = $word:tt of $Side:ident: $label:literal => $sentence:expr,)*) => {
        /// Why a referral is declined.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Reason {
            $(#[doc = $label] #[serde(rename = $word)] $Reason,)*
        }

        impl Reason {
            /// All of them, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$Reason,)*];

            /// The name on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$Reason => $word,)* }
            }

            /// Where the reason comes from.
            pub fn side(self) -> Side {
                match self { $(Self::$Reason => Side::$Side,)* }
            }

            /// The label for staff.
            pub fn label(self) -> &'static str {
                match self { $(Self::$Reason => $label,)* }
            }

            /// The sentence for the referrer.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$Reason => $sentence,)* }
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
    NotQualified = "not-qualified" of Company: "Not qualified" =>
        "It was not the right match this time.",
    Duplicate = "duplicate" of Record: "Duplicate" => PUBLIC_OTHER_REASON,
    ExistingClient = "existing-client" of Record: "Existing client" => PUBLIC_OTHER_REASON,
    SelfReferral = "self-referral" of Record: "Self-referral" => PUBLIC_OTHER_REASON,
    DoNotContact = "do-not-contact" of Record: "Asked not to be contacted" => PUBLIC_OTHER_REASON,
    ContactInvalid = "contact-invalid" of Record: "Contact details do not work" =>
        "The contact details did not work.",
    Other = "other" of Other: "Other (see the note)" => PUBLIC_OTHER_REASON,
}

/// One sentence for all reasons that would reveal whom the company knows.
const PUBLIC_OTHER_REASON: &str = "We could not take this referral further.";

impl Reason {
    /// Parses a wire name; `None` if this version does not know it.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reason| reason.as_str() == word)
    }

    /// Whether a note is required.
    pub fn needs_note(self) -> bool {
        self.side() == Side::Other
    }
}

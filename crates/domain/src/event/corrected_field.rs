//! The fields of a referral that can be corrected.

use alloc::string::String;

use crate::referral::{Referral, draft};
use crate::rejection::{Field, RejectionCode};

/// Declares the fields from one table: each has a [`Field`] of the same name, for its hint, the
/// name that it has in the record, and a label.
// The type of a name is `tt`, because utoipa does not see into a `literal`.
macro_rules! corrected_fields {
    ($($(#[$doc:meta])* $Name:ident = $name:tt: $label:literal,)*) => {
        /// A field that can be corrected. Each has the name that it has in the record.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum CorrectedField {
            $($(#[$doc])* #[serde(rename = $name)] $Name,)*
        }

        impl CorrectedField {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Name,)*];

            /// The name in the record.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$Name => $name,)* }
            }

            /// The label for referrers and staff.
            pub fn label(self) -> &'static str {
                match self { $(Self::$Name => $label,)* }
            }

            /// The field of the forms, which has the hint and the maximum length.
            pub fn form_field(self) -> Field {
                match self { $(Self::$Name => Field::$Name,)* }
            }
        }
    };
}

corrected_fields! {
    /// Who is referred.
    ReferredName = "referredName": "Name",
    /// How to reach them.
    ReferredPhone = "referredPhone": "Phone",
    /// For which service.
    Service = "service": "Service",
    /// What the referrer added.
    Notes = "notes": "Notes",
}

impl CorrectedField {
    /// The field with this name in the record.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.as_str() == name)
    }

    /// The field's text in a record.
    pub fn of(self, record: &Referral) -> &str {
        match self {
            Self::ReferredName => &record.referred_name,
            Self::ReferredPhone => &record.referred_phone,
            Self::Service => record.service.value(),
            Self::Notes => &record.notes,
        }
    }

    /// Replaces the field's text in a record.
    pub fn set(self, record: &mut Referral, text: String) {
        match self {
            Self::ReferredName => record.referred_name = text,
            Self::ReferredPhone => record.referred_phone = text,
            Self::Service => record.service = text.into(),
            Self::Notes => record.notes = text,
        }
    }

    /// Checks a new text by the rules of the form and returns it as the record stores it. `is_service`
    /// says whether a value is a service.
    ///
    /// # Errors
    ///
    /// The rule of the form that the text breaks.
    pub fn check(
        self,
        text: &str,
        is_service: impl Fn(&str) -> bool,
    ) -> Result<String, RejectionCode> {
        match self {
            Self::ReferredName => draft::check_referred_name(text),
            Self::ReferredPhone => draft::check_referred_phone(text),
            Self::Service => draft::check_service(text, is_service),
            Self::Notes => draft::check_notes(text),
        }
    }
}

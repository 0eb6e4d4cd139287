//! Enums whose variants have names in storage and on the wire.

/// Declares such an enum.
// The name is `tt`, because utoipa does not see into a `literal`.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($(#[$doc:meta])* $Variant:ident = $word:tt,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $Name {
            $($(#[$doc])* #[serde(rename = $word)] $Variant,)*
        }

        impl $Name {
            /// All variants, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$Variant,)*];

            /// The name in storage and on the wire.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }
        }
    };
}

/// Declares such an enum whose variants also have labels, which say what they mean.
macro_rules! labelled {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($Variant:ident = $word:tt: $label:tt,)*
        }
    ) => {
        $crate::named::named! {
            $(#[$meta])*
            pub enum $Name {
                $(#[doc = $label] $Variant = $word,)*
            }
        }

        impl $Name {
            /// The label for people.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$Variant => $label,)*
                }
            }
        }
    };
}

pub(crate) use {labelled, named};

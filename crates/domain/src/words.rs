//! Enums over words in stored texts, where another version of the site may have written any word.

/// Declares an enum with one variant for each word that this version knows, and one that keeps any
/// other word as it stands. It is read from a text and written as one, with nothing lost.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($(#[$doc:meta])* $Known:ident = $word:literal,)*
        }
        or $(#[$other_doc:meta])* $Other:ident
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(from = "alloc::string::String", into = "alloc::string::String")]
        pub enum $Name {
            $($(#[$doc])* $Known,)*
            $(#[$other_doc])* $Other(alloc::string::String),
        }

        impl $Name {
            /// The word on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$Known => $word,)*
                    Self::$Other(word) => word,
                }
            }
        }

        impl From<alloc::string::String> for $Name {
            fn from(word: alloc::string::String) -> Self {
                match word.as_str() {
                    $($word => Self::$Known,)*
                    _ => Self::$Other(word),
                }
            }
        }

        impl From<$Name> for alloc::string::String {
            fn from(word: $Name) -> Self {
                match word {
                    $Name::$Other(word) => word,
                    known => known.as_str().into(),
                }
            }
        }
    };
}

pub(crate) use words;

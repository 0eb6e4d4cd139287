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
        #[derive(Clone, Debug, PartialEq, Eq)]
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

        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(crate) use words;

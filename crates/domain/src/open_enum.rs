//! Enums for words in stored texts. Another version of the site may have written words that this
//! one does not know.

/// Declares an enum with one variant for each known word, and one that holds any other word
/// unchanged, so that reading and writing loses nothing.
macro_rules! open_enum {
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

pub(crate) use open_enum;

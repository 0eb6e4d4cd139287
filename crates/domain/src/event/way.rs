//! How somebody wrote to the referrer.

use crate::open_enum::open_enum;

open_enum! {
    /// How something is said to the referrer. Of a text we know that it was sent; WhatsApp is only opened
    /// with the words, and whoever opened it sends them there.
    #[derive(serde::Deserialize)]
    #[serde(from = "alloc::string::String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""text" | "whatsapp" | (string & {})"#))]
    pub enum Way {
        /// A text message to the number of their account.
        Text = "text",
        /// WhatsApp, on the device of whoever writes.
        WhatsApp = "whatsapp",
    }
    or
    /// A way of a later version.
    Other
}

impl Way {
    /// All that this version knows, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Text, Self::WhatsApp];
}

//! What the person who was referred said about being called, and how.

use crate::open_enum::open_enum;

open_enum! {
    /// What somebody said about being called about a referral, or that they were asked.
    #[derive(serde::Deserialize)]
    #[serde(from = "alloc::string::String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""asked" | "agreed" | "refused" | (string & {})"#))]
    pub enum ConsentAnswer {
        /// They were given the way to their page, and have not answered.
        Asked = "asked",
        /// The company may call them.
        Agreed = "agreed",
        /// The company may not.
        Refused = "refused",
    }
    or
    /// An answer of a later version. It has no effect here.
    Other
}

open_enum! {
    /// How they were asked, or answered.
    #[derive(serde::Deserialize)]
    #[serde(from = "alloc::string::String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""link" | "page" | "telephone" | (string & {})"#))]
    pub enum ConsentWay {
        /// By the link of a member, where they typed their own name and number.
        Link = "link",
        /// On their page.
        Page = "page",
        /// By telephone, as a member of staff noted.
        Telephone = "telephone",
    }
    or
    /// A way of a later version.
    Other
}

//! TypeScript for the checked numbers, which are plain ones there.

use ts_rs::{Config, TS};

use crate::points::Points;
use crate::referral::Instant;

macro_rules! numbers {
    ($($Name:ty,)*) => {
        $(
            impl TS for $Name {
                type WithoutGenerics = Self;
                type OptionInnerType = Self;

                fn name(_: &Config) -> String {
                    "number".to_owned()
                }

                fn inline(config: &Config) -> String {
                    Self::name(config)
                }
            }
        )*
    };
}

numbers! {
    Instant,
    Points,
}

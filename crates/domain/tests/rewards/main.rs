//! What a referral is worth: what a rulebook may say, what an award earns by it, that the entries come to what
//! the histories do, in whatever order things happen, and what points are exchanged for.

#![cfg(test)]

mod any_order;
mod awarding;
mod by_hand;
mod catalogue;
mod expiry;
mod gains;
mod redeeming;
mod rulebook;
mod statement;
mod support;

//! What a referral is worth: what a rulebook may say, what an award earns by it, and that the entries come to
//! what the histories do, in whatever order things happen.

#![cfg(test)]

mod any_order;
mod awarding;
mod rulebook;
mod statement;
mod support;

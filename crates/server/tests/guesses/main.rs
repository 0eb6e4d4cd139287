//! Storms of guesses: of all codes that are tried, no more than five for each challenge are looked
//! at. A program of its own, because what is counted is counted for a whole process.

#![cfg(test)]

#[path = "../shared/interface.rs"]
mod interface;
mod storm;

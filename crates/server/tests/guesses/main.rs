//! Many guesses at once: for each challenge, at most five codes are compared. This is a program of
//! its own, because the metrics count for a whole process.

#![cfg(test)]

#[path = "../shared/interface.rs"]
mod interface;
mod parallel_guesses;

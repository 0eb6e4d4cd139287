//! Copies of the records outside the browser, and what no copy may bring back.

#![cfg(test)]

mod erasures;
mod exports;
mod imports;
mod office;

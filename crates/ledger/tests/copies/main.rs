//! Exports and imports, and erased records that no copy may bring back.

#![cfg(test)]

mod erasures;
mod exports;
mod imports;
mod support;

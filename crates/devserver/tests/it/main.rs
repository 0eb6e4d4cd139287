//! Tests of the dev server as a separate process.

#![cfg(test)]

mod program;
mod running;

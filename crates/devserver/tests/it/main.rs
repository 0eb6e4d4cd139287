//! The dev server as a process of its own.

#![cfg(test)]

mod program;
mod running;

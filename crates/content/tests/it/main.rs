//! The rules for the company's content.

#![cfg(test)]

mod addresses;
mod site;

//! What the company's content must keep to, so that every page built from it works.

#![cfg(test)]

mod addresses;
mod services;
mod site;

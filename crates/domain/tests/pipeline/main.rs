//! What staff, referrers and referred people do with referrals: who may do what in which stage
//! (`pipeline.json`, which the server's tests ask over HTTP as well), undoing, and what a history
//! comes to however it arrives.

#![cfg(test)]

mod any_order;
mod changes;
mod credit;
mod limits;
mod support;
mod table;

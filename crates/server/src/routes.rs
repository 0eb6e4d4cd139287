//! The routes of the interface, one file for each subject.

pub(crate) mod audit;
pub(crate) mod codes;
pub(crate) mod commands;
pub(crate) mod duplicates;
pub(crate) mod erasure;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod messages;
pub(crate) mod no_script_forms;
pub(crate) mod notifications;
pub(crate) mod operation;
pub(crate) mod referrals;
pub(crate) mod referrers;
pub(crate) mod reports;
pub(crate) mod second_factor;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod staff;
pub(crate) mod staff_factors;
pub(crate) mod timeline;
pub(crate) mod tokens;
pub(crate) mod webhooks;

mod view;

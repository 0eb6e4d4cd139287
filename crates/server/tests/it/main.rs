//! The HTTP interface, through the router, without a socket, and with a clock that the tests set.
//! Each file is one topic.

#![cfg(test)]

mod awards;
mod cli;
mod copies;
mod decisions;
mod deploy;
mod description;
mod doors;
mod duplicates;
mod erasures;
mod expected_user;
mod failures;
mod forwards;
mod history;
mod imports;
mod interface;
mod json_log;
mod last_owner;
mod limits;
mod lists;
mod login;
mod logs;
mod mail;
mod messages;
mod metrics;
mod no_script_forms;
mod notifications;
mod numbers;
mod operation;
mod operator;
mod other_sites;
mod outbox;
mod points;
mod problems;
mod program;
mod referrals;
mod referrers;
mod reports;
mod restore;
mod second_factor;
mod security;
mod sending;
mod sessions;
mod settings;
mod staff;
mod staff_factors;
mod stages;
mod support;
mod sweeping;
mod texts;
mod tokens;
mod undoing;
mod visibility;
mod webhooks;

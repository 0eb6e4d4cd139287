//! The requirements for every store. A function with `#[apply(on_each_database)]` runs with SQLite,
//! and with PostgreSQL if it can be started. With `STORE_POSTGRES=require` it fails if PostgreSQL
//! cannot be started.

#![cfg(test)]

mod answers;
mod awards;
mod backups;
mod batches;
mod busy;
mod by_hand;
mod carrying_over;
mod codes;
mod concurrency;
mod copies;
mod crash;
mod database;
mod duplicates;
mod erasures;
mod events;
mod everywhere;
mod expiry;
mod files;
mod fixtures;
mod growth;
mod leaderboard;
mod links;
mod lists;
mod lost_numbers;
mod mentions;
mod messages;
mod opening;
mod outbox;
mod people;
mod person_pages;
mod programme;
mod redemptions;
mod referrers;
mod reports;
mod restored_gaps;
mod rewards;
mod rivals;
mod room;
mod searches;
mod second_factor;
mod sessions;
mod spreadsheets;
mod staff;
mod staff_factors;
mod stages;
mod statement;
mod submissions;
mod sums;
mod texts;
mod tokens;
mod traces;
mod views;

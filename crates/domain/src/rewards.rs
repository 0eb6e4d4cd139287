//! What a referral is worth in hosted mode: rules that an owner publishes, what an award earns by them, and
//! the balance that this comes to. No visitor's browser downloads this code.

mod balance;
mod calendar;
mod entries;
mod rulebook;
mod sentences;
mod statement;
mod suggestion;
mod trial;

pub use balance::{Balance, OnHold};
pub use calendar::{Day, Month};
pub use entries::{Award, Change, Entry, EntryKind, entries};
pub use rulebook::{
    Cap, CapPeriod, HOLD_DAYS_MAX, Nth, RULE_ID_MAX, RULES_MAX, Receiver, Rule, RuleFault,
    Rulebook, Rules,
};
pub use statement::{About, StatementLine, statement};
pub use suggestion::{Cut, Deal, Line, Past, Suggestion, Total};
pub use trial::{Given, RuleTrial};

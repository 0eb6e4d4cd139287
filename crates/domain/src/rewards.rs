//! What a referral is worth in hosted mode: rules that an owner publishes, what an award earns by them, the
//! balance that this comes to, and what it can be exchanged for. No visitor's browser downloads this code.

mod balance;
mod batch;
mod by_hand;
mod calendar;
mod catalogue;
mod entries;
mod expiry;
mod gains;
mod leaderboard;
mod money;
mod redemption;
mod reference;
mod rulebook;
mod sentences;
mod statement;
mod suggestion;
mod trial;

pub use balance::{Balance, OnHold};
pub use batch::{
    BATCH_LINES_MAX, BatchCommand, BatchLines, BatchStatus, BatchStep, decide_batch, draft_step,
    make_batch,
};
pub use by_hand::{ByHand, TypedByHand, by_hand};
pub use calendar::{Day, Month, Quarter};
pub use catalogue::{
    OFFER_TEXT_MAX, OFFER_TITLE_MAX, OFFERS_MAX, Offer, OfferDraft, OfferFault, OfferKind, Offers,
    STOCK_MAX, TypedAmount,
};
pub use entries::{Award, Change, Entry, EntryKind, are_of, entries};
pub use expiry::{Expiring, Share, due, expiring, refund_expiry};
pub use gains::Gains;
pub use leaderboard::{LEADERS_MAX, Leader, Leaderboard};
pub use money::{Amount, Currency, Sums};
pub use redemption::{
    Choice, Decider, REDEMPTION_REASON_MAX, REFERENCE_CHANGED, RedemptionCommand, RedemptionStatus,
    RedemptionStep, TakenBy, Terms, decide as decide_redemption, falls_with_member, may_refer,
    redemption_sentence, reference_step, request as request_redemption, status_of, step_sentence,
    tells_member,
};
pub use reference::{REFERENCE_MAX, Reference, is_visible};
pub use rulebook::{
    Cap, CapPeriod, HOLD_DAYS_MAX, Nth, RULE_ID_MAX, RULES_MAX, Receiver, Rule, RuleFault,
    Rulebook, Rules, VALID_MONTHS_MAX,
};
pub use sentences::{Explanation, explain};
pub use statement::{About, StatementLine, statement};
pub use suggestion::{Cut, Deal, Line, Past, Rival, Suggestion, Total, submitted_at};
pub use trial::{Given, RuleTrial};

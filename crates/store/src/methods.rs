//! The methods of the trait, for stores that stand in front of another one, with the types that
//! their signatures name.

pub use api::{HostedCode, NotSent, Sends};
pub use domain::account::User;
pub use domain::ledger::Totals;
pub use domain::mobile::MobileNumber;
pub use domain::referral::Instant;
pub use domain::rejection::Rejections;

pub use crate::{
    Author, Change, Changed, Decide, Dispatched, Erasure, Export, JudgeSends, JudgeTries, Kept,
    Listed, ListedSession, Listing, MessageChange, MessagePage, NewCode, NewConfirmation,
    NewDevice, NewDispatch, NewMessage, NewReferral, NewSession, RecordedEvent, Result, RetryKey,
    SecurityEvent, Store, Stored, StoredMessage, StoredSession, Submitted, Taken, Whose,
};

/// Hands all methods of [`Store`] to a macro: for each a name and its signature. Where it is called,
/// this module's types are in scope.
#[macro_export]
macro_rules! each_method {
    ($to:ident) => {
        $to! {
            Check check() -> ();
            Dispatch dispatch(new: &NewDispatch, judge: JudgeSends<'_>)
                -> std::result::Result<Sends, NotSent>;
            TakeBack take_back(challenge: &str) -> ();
            KeepCode keep_code(new: &NewCode) -> ();
            RememberDevice remember_device(new: &NewDevice) -> ();
            TryCode try_code(challenge: &str) -> Option<Dispatched>;
            UseCode use_code(challenge: &str) -> bool;
            Account account(mobile: &MobileNumber) -> Option<User>;
            OpenSession open_session(new: &NewSession, decide: Decide<'_>)
                -> std::result::Result<(), Rejections>;
            Session session(token: &[u8; 32], now: Instant) -> Option<StoredSession>;
            CloseSession close_session(token: &[u8; 32]) -> ();
            CloseSessions close_sessions(mobile: &MobileNumber) -> u64;
            Sessions sessions(mobile: &MobileNumber, now: Instant) -> Vec<ListedSession>;
            Confirm confirm(new: &NewConfirmation, judge: JudgeTries<'_>)
                -> std::result::Result<bool, HostedCode>;
            ReplaceRecoveryCodes replace_recovery_codes(
                number: &[u8; 32], codes: &[[u8; 32]], now: Instant
            ) -> ();
            RecordEvent record_event(event: &SecurityEvent, once_since: Option<Instant>) -> ();
            Events events(person: Option<&[u8; 32]>, limit: u32) -> Vec<RecordedEvent>;
            Submit submit(new: &NewReferral) -> Submitted;
            Referral referral(key: &str) -> Option<Stored>;
            Change change(key: &str, version: u64, by: &Author, decide: Decide<'_>,
                retry: Option<&RetryKey>) -> Changed;
            List list(listing: &Listing) -> Listed;
            Totals totals(whose: &Whose) -> Totals;
            History history(key: &str) -> Vec<Change>;
            Import import(export: &Export, now: Instant, dry: bool, session: Option<&[u8; 32]>)
                -> Taken;
            Accounts accounts(after: Option<&MobileNumber>, most: u32) -> Vec<User>;
            EraseReferrer erase_referrer(mobile: &MobileNumber, now: Instant,
                session: Option<&[u8; 32]>, retry: Option<&RetryKey>) -> Erasure;
            EraseReferred erase_referred(phone: &str, now: Instant, session: Option<&[u8; 32]>,
                retry: Option<&RetryKey>) -> Erasure;
            Answer answer(name: &str) -> Option<String>;
            KeepAnswer keep_answer(retry: &RetryKey, answer: &str) -> ();
            Retain retain(before: Instant) -> u64;
            Sweep sweep(now: Instant) -> u64;
            KeepMessage keep_message(new: &NewMessage) -> Kept;
            Messages messages(after: Option<&str>, most: u32) -> MessagePage;
            ClaimForwards claim_forwards(now: Instant, until: Instant, most: u32)
                -> Vec<StoredMessage>;
            Forwarded forwarded(key: &str, now: Instant) -> ();
            NotForwarded not_forwarded(tried: &StoredMessage, failure: &str, next: Option<Instant>,
                now: Instant) -> ();
            ChangeMessage change_message(
                key: &str, change: MessageChange, now: Instant, session: Option<&[u8; 32]>
            )
                -> Option<StoredMessage>;
        }
    };
}

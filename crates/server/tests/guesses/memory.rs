//! As much of a store as a guess meets, in memory: the guesses are what the storm is about, not the
//! disk.

use std::{collections::HashMap, sync::Mutex};

use async_trait::async_trait;
use domain::{
    account::User,
    hosted::{CODE_TRIES, Dispatch, HostedCode},
    ledger::Totals,
    mobile::MobileNumber,
    referral::Instant,
};
use store::{
    Actor, Awarded, Change, Dispatched, Edit, Erasure, Export, JudgeSends, Listed, Listing,
    MessagePage, NewDispatch, NewMessage, NewReferral, NewSession, Opened, Result, Store,
    StoreError, Stored, StoredMessage, StoredSession, Submitted, Taken, Whose,
};

/// The codes that were sent.
#[derive(Default)]
pub(crate) struct Memory(Mutex<HashMap<String, Dispatched>>);

macro_rules! memory {
    ($($method:ident($($name:ident: $kind:ty),*) -> $result:ty;)*) => {
        #[async_trait]
        impl Store for Memory {
            async fn dispatch(
                &self,
                new: &NewDispatch,
                _: JudgeSends<'_>,
            ) -> Result<std::result::Result<(), HostedCode>> {
                let dispatch = Dispatch { sent_at: new.now, tries: 0, used: false };
                let sent = Dispatched { mobile: new.mobile.clone(), code: new.code, dispatch };
                self.0.lock().unwrap().insert(new.challenge.clone(), sent);
                Ok(Ok(()))
            }

            async fn try_code(&self, challenge: &str) -> Result<Option<Dispatched>> {
                let mut codes = self.0.lock().unwrap();
                Ok(codes.get_mut(challenge).map(|sent| {
                    let before = sent.clone();
                    sent.dispatch.tries = (sent.dispatch.tries + 1).min(CODE_TRIES);
                    before
                }))
            }

            async fn use_code(&self, challenge: &str) -> Result<bool> {
                let mut codes = self.0.lock().unwrap();
                let sent = codes.get_mut(challenge);
                Ok(sent.is_some_and(|sent| !std::mem::replace(&mut sent.dispatch.used, true)))
            }

            async fn account(&self, _: &MobileNumber) -> Result<Option<User>> {
                Ok(None)
            }

            $(async fn $method(&self, $($name: $kind),*) -> Result<$result> {
                $(let _ = $name;)*
                Err(StoreError::Failed("no guess comes here".to_owned()))
            })*
        }
    };
}

memory! {
    check() -> ();
    open_session(new: &NewSession, register: bool) -> Opened;
    session(token: &[u8; 32], now: Instant) -> Option<StoredSession>;
    close_session(token: &[u8; 32]) -> ();
    close_sessions(mobile: &MobileNumber) -> u64;
    try_second_factor(mobile: &MobileNumber, now: Instant, since: Instant) -> u32;
    confirm(token: &[u8; 32], mobile: &MobileNumber, step: u64) -> bool;
    submit(new: &NewReferral) -> Submitted;
    referral(key: &str) -> Option<Stored>;
    award(key: &str, version: u64, by: &Actor, edit: Edit<'_>) -> Awarded;
    list(listing: &Listing) -> Listed;
    totals(whose: &Whose) -> Totals;
    history(key: &str) -> Vec<Change>;
    take_in(export: &Export, now: Instant, dry: bool) -> Taken;
    accounts(after: Option<&MobileNumber>, most: u32) -> Vec<User>;
    erase_referrer(mobile: &MobileNumber, now: Instant) -> Erasure;
    erase_referred(phone: &str, now: Instant) -> Erasure;
    retain(before: Instant) -> u64;
    sweep(now: Instant) -> u64;
    keep_message(new: &NewMessage) -> bool;
    messages(after: Option<&str>, most: u32) -> MessagePage;
    claim_forwards(now: Instant, until: Instant, most: u32) -> Vec<StoredMessage>;
    forwarded(key: &str, now: Instant) -> ();
}

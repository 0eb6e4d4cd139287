//! What a store does about contact messages, and about what other programs are told and may do.

use api::{MessageRequest, Notify, WebhookChange};
use domain::mobile::MobileNumber;
use domain::referral::Instant;

use super::fault::{self, again, store_error};
use super::{Store, accounts, forwards, messages, outbox, tokens, webhooks};
use crate::{
    ClaimedDelivery, DeliveryPage, FailedTry, MessageChanged, MessageFilter, MessageOutcome,
    MessagePage, NewMessage, NewToken, NewWebhook, Result, StaffMember, StoredDelivery,
    StoredMessage, StoredToken, Webhook,
};

impl Store {
    /// Keeps a contact message, once for each idempotency key.
    pub async fn keep_message(&self, new: &NewMessage) -> Result<MessageOutcome> {
        again!(self, "keep_message", messages::keep(self, new))
    }

    /// Contact messages, newest first.
    pub async fn messages(
        &self,
        filter: &MessageFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<MessagePage> {
        again!(self, "messages", messages::list(self, filter, after, limit))
    }

    /// Messages whose next try is due and that nobody else has claimed: those that have been due
    /// for longest. They are this caller's until `until`, and the try is counted.
    pub async fn claim_forwards(
        &self,
        now: Instant,
        until: Instant,
        limit: u32,
    ) -> Result<Vec<StoredMessage>> {
        again!(self, "claim_forwards", forwards::claim(self, now, until, limit))
    }

    /// A message has been forwarded.
    pub async fn forwarded(&self, key: &str, now: Instant) -> Result<()> {
        again!(self, "forwarded", forwards::done(self, key, now))
    }

    /// The try to forward a message that was claimed so has failed, for the reason with this code.
    /// It is tried again at `next`; never, if there is none.
    pub async fn not_forwarded(
        &self,
        tried: &StoredMessage,
        failure: &str,
        next: Option<Instant>,
        now: Instant,
    ) -> Result<()> {
        again!(self, "not_forwarded", forwards::failed(self, tried, failure, next, now))
    }

    /// Says who is responsible for a message, or changes what becomes of one that nobody has; the
    /// message as it is then. The same again changes nothing.
    pub async fn change_message(
        &self,
        key: &str,
        request: &MessageRequest,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<MessageChanged> {
        again!(self, "change_message", forwards::change(self, key, request, now, session))
    }

    /// How the holder of an account is told of what becomes of their referrals.
    pub async fn notify(&self, mobile: &MobileNumber) -> Result<Notify> {
        again!(self, "notify", async {
            accounts::notify(&mut *self.readers.acquire().await?, mobile).await
        })
    }

    /// Says how they want to be told, if the session is still open under which this is asked for;
    /// false if there is no such account.
    pub async fn set_notify(
        &self,
        mobile: &MobileNumber,
        notify: Notify,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        again!(self, "set_notify", accounts::set_notify(self, mobile, notify, session))
    }

    // Webhooks and tokens. What changes one of them is done only while the session is open under
    // which it is asked for.

    /// Adds a webhook; `None` if there are [`WEBHOOKS_MAX`](api::WEBHOOKS_MAX).
    pub async fn add_webhook(
        &self,
        new: &NewWebhook,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        again!(self, "add_webhook", webhooks::add(self, new, session))
    }

    /// All webhooks, the oldest first.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>> {
        again!(self, "webhooks", webhooks::list(self))
    }

    /// Changes a webhook; `None` if there is none of this id.
    pub async fn change_webhook(
        &self,
        id: &str,
        change: &WebhookChange,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        again!(self, "change_webhook", webhooks::change(self, id, change, session))
    }

    /// Gives a webhook another seed; the one before is good until `until` as well. `None` if there
    /// is none of this id.
    pub async fn rotate_webhook(
        &self,
        id: &str,
        seed: &[u8; 32],
        until: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        again!(self, "rotate_webhook", webhooks::rotate(self, id, seed, until, session))
    }

    /// Removes a webhook with its deliveries; false if there is none of this id.
    pub async fn remove_webhook(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        again!(self, "remove_webhook", webhooks::remove(self, id, session))
    }

    /// Has a webhook told of nothing, to try it out; `None` if there is none of this id.
    pub async fn test_webhook(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredDelivery>> {
        again!(self, "test_webhook", outbox::test(self, id, now, session))
    }

    /// Deliveries to a webhook, the newest first.
    pub async fn deliveries(
        &self,
        webhook: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<DeliveryPage> {
        again!(self, "deliveries", outbox::list(self, webhook, after, limit))
    }

    /// The delivery that has been due for longest, of those that nobody else has claimed and whose
    /// webhook is on and may be asked again. It is this caller's until `until`, and the try is
    /// counted.
    pub async fn claim_delivery(
        &self,
        now: Instant,
        until: Instant,
    ) -> Result<Option<ClaimedDelivery>> {
        again!(self, "claim_delivery", outbox::claim(self, now, until))
    }

    /// Its receiver has taken a delivery, with this status if there is one.
    pub async fn delivered(&self, id: &str, status: Option<u16>, now: Instant) -> Result<()> {
        again!(self, "delivered", outbox::delivered(self, id, status, now))
    }

    /// The try of a delivery that was claimed so has failed.
    pub async fn not_delivered(
        &self,
        tried: &ClaimedDelivery,
        how: &FailedTry,
        now: Instant,
    ) -> Result<()> {
        again!(self, "not_delivered", outbox::failed(self, tried, how, now))
    }

    /// Sends a delivery that is done or given up again, as if it were new; `None` if there is none
    /// of this id. One that still waits is left as it is.
    pub async fn replay_delivery(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredDelivery>> {
        again!(self, "replay_delivery", outbox::replay(self, id, now, session))
    }

    /// Keeps an API token; false if there are [`TOKENS_MAX`](api::TOKENS_MAX).
    pub async fn add_token(&self, new: &NewToken, session: Option<&[u8; 32]>) -> Result<bool> {
        again!(self, "add_token", tokens::add(self, new, session))
    }

    /// All tokens, the oldest first.
    pub async fn tokens(&self) -> Result<Vec<StoredToken>> {
        again!(self, "tokens", tokens::list(self))
    }

    /// Revokes a token; false if there is none of this id.
    pub async fn remove_token(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        again!(self, "remove_token", tokens::remove(self, id, session))
    }

    /// The token of a hash, if it has not expired, with its maker and what they are to the company.
    /// Where its last use is more than a minute ago, it becomes `now`, unless nothing can be written
    /// just now.
    pub async fn token(
        &self,
        hash: &[u8; 32],
        now: Instant,
    ) -> Result<Option<(StoredToken, MobileNumber, Option<StaffMember>)>> {
        again!(self, "token", tokens::find(self, hash, now))
    }
}

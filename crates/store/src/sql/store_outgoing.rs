//! The store's methods for contact messages, webhooks and tokens.

use api::{MessageRequest, Notify, WebhookChange};
use domain::mobile::MobileNumber;
use domain::referral::Instant;

use super::fault::{self, retry, store_error};
use super::{Store, accounts, forwards, messages, outbox, tokens, webhooks};
use crate::{
    ClaimedDelivery, DeliveryPage, FailedTry, MessageChanged, MessageFilter, MessageOutcome,
    MessagePage, NewMessage, NewToken, NewWebhook, Result, StaffMember, StoredDelivery,
    StoredMessage, StoredToken, Webhook,
};

impl Store {
    /// Stores a contact message, once for each idempotency key.
    pub async fn keep_message(&self, new: &NewMessage) -> Result<MessageOutcome> {
        retry!(self, "keep_message", messages::keep(self, new))
    }

    /// Contact messages, newest first.
    pub async fn messages(
        &self,
        filter: &MessageFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<MessagePage> {
        retry!(self, "messages", messages::list(self, filter, after, limit))
    }

    /// Claims messages whose next try is due and that nobody else has claimed, the longest due
    /// first. They belong to this caller until `until`, and the try is counted.
    pub async fn claim_forwards(
        &self,
        now: Instant,
        until: Instant,
        limit: u32,
    ) -> Result<Vec<StoredMessage>> {
        retry!(self, "claim_forwards", forwards::claim(self, now, until, limit))
    }

    /// Marks a message as forwarded.
    pub async fn forwarded(&self, key: &str, now: Instant) -> Result<()> {
        retry!(self, "forwarded", forwards::done(self, key, now))
    }

    /// Records a failed try of a claimed message. It is tried again at `next`; never, if that is
    /// `None`.
    pub async fn not_forwarded(
        &self,
        tried: &StoredMessage,
        failure: &str,
        next: Option<Instant>,
        now: Instant,
    ) -> Result<()> {
        retry!(self, "not_forwarded", forwards::failed(self, tried, failure, next, now))
    }

    /// Assigns a message, or changes the state of one that was not forwarded; returns the message.
    /// Repeating it changes nothing.
    pub async fn change_message(
        &self,
        key: &str,
        request: &MessageRequest,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<MessageChanged> {
        retry!(self, "change_message", forwards::change(self, key, request, now, session))
    }

    /// How a member is notified about their referrals.
    pub async fn notify(&self, mobile: &MobileNumber) -> Result<Notify> {
        retry!(self, "notify", async {
            accounts::notify(&mut *self.readers.acquire().await?, mobile).await
        })
    }

    /// Changes how a member is notified, if the session is still open; false if there is no such
    /// account.
    pub async fn set_notify(
        &self,
        mobile: &MobileNumber,
        notify: Notify,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "set_notify", accounts::set_notify(self, mobile, notify, session))
    }

    // Webhooks and tokens. Changes require that the session is still open.

    /// Adds a webhook; `None` if there are [`WEBHOOKS_MAX`](api::WEBHOOKS_MAX).
    pub async fn add_webhook(
        &self,
        new: &NewWebhook,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        retry!(self, "add_webhook", webhooks::add(self, new, session))
    }

    /// All webhooks, oldest first.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>> {
        retry!(self, "webhooks", webhooks::list(self))
    }

    /// Changes a webhook; `None` if there is none with this id.
    pub async fn change_webhook(
        &self,
        id: &str,
        change: &WebhookChange,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        retry!(self, "change_webhook", webhooks::change(self, id, change, session))
    }

    /// Gives a webhook a new seed; the previous one stays valid until `until`. `None` if there is
    /// none with this id.
    pub async fn rotate_webhook(
        &self,
        id: &str,
        seed: &[u8; 32],
        until: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        retry!(self, "rotate_webhook", webhooks::rotate(self, id, seed, until, session))
    }

    /// Removes a webhook with its deliveries; false if there is none with this id.
    pub async fn remove_webhook(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "remove_webhook", webhooks::remove(self, id, session))
    }

    /// Adds a test delivery to a webhook; `None` if there is none with this id.
    pub async fn test_webhook(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredDelivery>> {
        retry!(self, "test_webhook", outbox::test(self, id, now, session))
    }

    /// The deliveries of a webhook, newest first.
    pub async fn deliveries(
        &self,
        webhook: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<DeliveryPage> {
        retry!(self, "deliveries", outbox::list(self, webhook, after, limit))
    }

    /// Claims the delivery that has been due for longest, among those that nobody else has claimed
    /// and whose webhook is on and not resting. It belongs to this caller until `until`, and the
    /// try is counted.
    pub async fn claim_delivery(
        &self,
        now: Instant,
        until: Instant,
    ) -> Result<Option<ClaimedDelivery>> {
        retry!(self, "claim_delivery", outbox::claim(self, now, until))
    }

    /// Records that the receiver has accepted a delivery, with its status if there was one.
    pub async fn delivered(&self, id: &str, status: Option<u16>, now: Instant) -> Result<()> {
        retry!(self, "delivered", outbox::delivered(self, id, status, now))
    }

    /// Records a failed try of a claimed delivery.
    pub async fn not_delivered(
        &self,
        tried: &ClaimedDelivery,
        how: &FailedTry,
        now: Instant,
    ) -> Result<()> {
        retry!(self, "not_delivered", outbox::failed(self, tried, how, now))
    }

    /// Sends a finished or abandoned delivery again, as if it were new; `None` if there is none
    /// with this id. A waiting delivery is left as it is.
    pub async fn replay_delivery(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredDelivery>> {
        retry!(self, "replay_delivery", outbox::replay(self, id, now, session))
    }

    /// Stores an API token; false if there are [`TOKENS_MAX`](api::TOKENS_MAX) already.
    pub async fn add_token(&self, new: &NewToken, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "add_token", tokens::add(self, new, session))
    }

    /// All tokens, oldest first.
    pub async fn tokens(&self) -> Result<Vec<StoredToken>> {
        retry!(self, "tokens", tokens::list(self))
    }

    /// Revokes a token; false if there is none with this id.
    pub async fn remove_token(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "remove_token", tokens::remove(self, id, session))
    }

    /// The token with this hash, if it has not expired, with its maker and their staff record.
    /// Updates its last use if that is more than a minute ago and writing is possible.
    pub async fn token(
        &self,
        hash: &[u8; 32],
        now: Instant,
    ) -> Result<Option<(StoredToken, MobileNumber, Option<StaffMember>)>> {
        retry!(self, "token", tokens::find(self, hash, now))
    }
}

//! The store's methods for people: codes, sessions, second factors, staff.

use api::{HostedCode, SendHistory, SendRefusal};
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rejection::Rejections;

use super::fault::{self, retry, store_error};
use super::{Store, accounts, codes, devices, factors, second_factor, security, sessions, staff};
use crate::{
    CodeToSend, Decide, EventFilter, EventPage, FoundCode, Invitation, ListedSession, NewCode,
    NewConfirmation, NewDevice, NewSession, RecordedEvent, RemovedFactor, Result, SecurityEvent,
    SendRule, StaffChange, StaffChanged, StaffFactors, StaffMember, StoredSession, TryRule,
};

impl Store {
    /// Counts the codes sent before, asks `rule` and, if it agrees, stores the new code. This is
    /// atomic among all servers: two requests never both take the last place. Returns the counts
    /// from before this code.
    pub async fn dispatch(
        &self,
        new: &CodeToSend,
        rule: SendRule<'_>,
    ) -> Result<std::result::Result<SendHistory, SendRefusal>> {
        retry!(self, "dispatch", codes::dispatch(self, new, rule))
    }

    /// Removes a code that could not be sent.
    pub async fn cancel_code(&self, challenge: &str) -> Result<()> {
        retry!(self, "cancel_code", codes::cancel_code(self, challenge))
    }

    /// Stores a code that is not sent and not counted.
    pub async fn keep_code(&self, new: &NewCode) -> Result<()> {
        retry!(self, "keep_code", codes::keep(self, new))
    }

    /// Stores a device as known.
    pub async fn remember_device(&self, new: &NewDevice) -> Result<()> {
        retry!(self, "remember_device", devices::remember(self, new))
    }

    /// Finds a sent code and counts this try in one step; returns the code as it was before the
    /// try. A code with [`CODE_TRIES`](api::CODE_TRIES) tries is found, but not counted further. So
    /// even if many tries arrive together, no more than that many see a number below the limit.
    pub async fn try_code(&self, challenge: &str) -> Result<Option<FoundCode>> {
        retry!(self, "try_code", codes::try_code(self, challenge))
    }

    /// Marks a code as used; false if it was used before.
    pub async fn use_code(&self, challenge: &str) -> Result<bool> {
        retry!(self, "use_code", codes::use_code(self, challenge))
    }

    /// The account of a number.
    pub async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>> {
        retry!(self, "account", accounts::find(self, mobile))
    }

    /// Looks up the account, asks `decide` about the login or sign-up, stores a new account and
    /// begins the session: all of it or, if refused, nothing. Returns the staff record.
    pub async fn open_session(
        &self,
        new: &NewSession,
        decide: Decide<'_>,
    ) -> Result<std::result::Result<Option<StaffMember>, Rejections>> {
        retry!(self, "open_session", sessions::open(self, new, decide))
    }

    /// The session of a token, by its hash. If `seen_at` is more than a minute old, it is set to
    /// `now`, unless the session has ended. If writing is impossible or slow now, `seen_at` stays
    /// as it is.
    pub async fn session(&self, token: &[u8; 32], now: Instant) -> Result<Option<StoredSession>> {
        retry!(self, "session", sessions::find(self, token, now))
    }

    /// Ends a session.
    pub async fn close_session(&self, token: &[u8; 32]) -> Result<()> {
        retry!(self, "close_session", sessions::close(self, token))
    }

    /// Ends all sessions of a number; returns how many there were.
    pub async fn close_sessions(&self, mobile: &MobileNumber) -> Result<u64> {
        retry!(self, "close_sessions", sessions::close_all(self, mobile))
    }

    /// The open sessions of a number, the most recently used first.
    pub async fn sessions(
        &self,
        mobile: &MobileNumber,
        now: Instant,
    ) -> Result<Vec<ListedSession>> {
        retry!(self, "sessions", sessions::list(self, mobile, now))
    }

    /// Confirms a session by a second factor, atomically among all servers: counts the wrong tries,
    /// asks `rule` and, if it agrees, uses up what was given. A time step must be later than any
    /// used before; a recovery code must be unused. Returns whether it was correct; then the
    /// session has its new token and the old one is invalid. Wrong tries count until they are too
    /// old; what `rule` refuses is not counted.
    pub async fn confirm(
        &self,
        new: &NewConfirmation,
        rule: TryRule<'_>,
    ) -> Result<std::result::Result<bool, HostedCode>> {
        retry!(self, "confirm", second_factor::confirm(self, new, rule))
    }

    /// Stores new recovery codes as HMACs, in place of the existing ones of a number (its
    /// fingerprint) or in addition.
    pub async fn add_recovery_codes(
        &self,
        number: &[u8; 32],
        codes: &[[u8; 32]],
        keeps_others: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        retry!(
            self,
            "add_recovery_codes",
            second_factor::add_recovery_codes(self, number, codes, keeps_others, now, session)
        )
    }

    /// The second factors of a member of staff, by their id and the fingerprint of their number.
    pub async fn factors(&self, staff: &str, number: &[u8; 32]) -> Result<StaffFactors> {
        retry!(self, "factors", factors::find(self, staff, number))
    }

    /// Stores the random part of an authenticator app's secret until a code confirms the app.
    pub async fn offer_totp(
        &self,
        staff: &str,
        part: &[u8],
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        retry!(self, "offer_totp", factors::offer_totp(self, staff, part, session))
    }

    /// Stores the challenge for a session's passkey, in place of any earlier one.
    pub async fn keep_challenge(
        &self,
        session: &[u8; 32],
        state: &[u8],
        expires_at: Instant,
    ) -> Result<()> {
        retry!(self, "keep_challenge", factors::keep_challenge(self, session, state, expires_at))
    }

    /// Removes and returns the challenge of a session's passkey, if it is still valid. It can be
    /// used once.
    pub async fn take_challenge(
        &self,
        session: &[u8; 32],
        now: Instant,
    ) -> Result<Option<Vec<u8>>> {
        retry!(self, "take_challenge", factors::take_challenge(self, session, now))
    }

    /// Removes a second factor, unless it is the last one; `has_configured` says whether the operator
    /// has configured another. False if nothing was removed.
    pub async fn remove_factor(
        &self,
        staff: &str,
        removed: &RemovedFactor,
        has_configured: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(
            self,
            "remove_factor",
            factors::remove(self, staff, removed, has_configured, now, session)
        )
    }

    /// Records an event that is not part of another change; for those, see [`security::recorded`].
    /// With `once_since`, it is recorded only if there is no equal event since then.
    pub async fn record_event(
        &self,
        event: &SecurityEvent,
        once_since: Option<Instant>,
    ) -> Result<()> {
        retry!(self, "record_event", security::record(self, event, once_since))
    }

    /// Security events, newest first: all, or those with a person who has this fingerprint.
    pub async fn events(
        &self,
        person: Option<&[u8; 32]>,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>> {
        retry!(self, "events", security::list(self, person, limit))
    }

    /// A page of the events that match a filter, newest first. `after` is the `next` of the
    /// previous page.
    pub async fn event_page(
        &self,
        filter: &EventFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<EventPage> {
        retry!(self, "event_page", security::page(self, filter, after, limit))
    }

    // Staff

    /// All current and former members of staff, in the order of their invitation.
    pub async fn staff(&self) -> Result<Vec<StaffMember>> {
        retry!(self, "staff", staff::list(self))
    }

    /// Makes the person whom the operator has configured the first owner, with this id, unless
    /// there is an owner.
    pub async fn name_owner(&self, id: &str, user: &User, now: Instant) -> Result<()> {
        retry!(self, "name_owner", staff::name_owner(self, id, user, now))
    }

    /// Invites a colleague, if the session is still open. The colleague's own sessions end.
    pub async fn invite_staff(
        &self,
        new: &Invitation,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        retry!(self, "invite_staff", staff::invite(self, new, now, session))
    }

    /// Changes a member of staff, if the session is still open. If they lose rights, their sessions
    /// end, so that the loss takes effect at once.
    pub async fn change_staff(
        &self,
        id: &str,
        change: &StaffChange,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        retry!(self, "change_staff", staff::change(self, id, change, now, session))
    }
}

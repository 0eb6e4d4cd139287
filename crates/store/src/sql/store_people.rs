//! What a store does about people: codes, sessions, second factors, who works here.

use api::{HostedCode, SendHistory, SendRefusal};
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rejection::Rejections;

use super::fault::{self, again, store_error};
use super::{Store, accounts, codes, devices, factors, second_factor, security, sessions, staff};
use crate::{
    CodeToSend, Decide, EventFilter, EventPage, FoundCode, Invitation, JudgeSends, JudgeTries,
    ListedSession, NewCode, NewConfirmation, NewDevice, NewSession, RecordedEvent, RemovedFactor,
    Result, SecurityEvent, StaffChange, StaffChanged, StaffFactors, StaffMember, StoredSession,
};

impl Store {
    /// Counts the codes sent before, asks `judge`, and, if it agrees, keeps the new code. All three
    /// at once, also among several servers: two requests never both take the last place. Says how
    /// many there were before this one.
    pub async fn dispatch(
        &self,
        new: &CodeToSend,
        judge: JudgeSends<'_>,
    ) -> Result<std::result::Result<SendHistory, SendRefusal>> {
        again!(self, "dispatch", codes::dispatch(self, new, judge))
    }

    /// A code that could not be sent counts no longer, and lets nobody in.
    pub async fn take_back(&self, challenge: &str) -> Result<()> {
        again!(self, "take_back", codes::take_back(self, challenge))
    }

    /// Keeps a code that is not sent, and not counted.
    pub async fn keep_code(&self, new: &NewCode) -> Result<()> {
        again!(self, "keep_code", codes::keep(self, new))
    }

    /// A device is known from now on.
    pub async fn remember_device(&self, new: &NewDevice) -> Result<()> {
        again!(self, "remember_device", devices::remember(self, new))
    }

    /// Finds a code that was sent and counts this try of it, at once; what is returned is as it was
    /// before this try. A code at [`CODE_TRIES`](api::CODE_TRIES) is found and counted no
    /// further, so that however many tries arrive together, no more than that many are told of
    /// fewer tries than the limit.
    pub async fn try_code(&self, challenge: &str) -> Result<Option<FoundCode>> {
        again!(self, "try_code", codes::try_code(self, challenge))
    }

    /// Marks a code as used. False if it was used before: it lets in once.
    pub async fn use_code(&self, challenge: &str) -> Result<bool> {
        again!(self, "use_code", codes::use_code(self, challenge))
    }

    /// The account of a number.
    pub async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>> {
        again!(self, "account", accounts::find(self, mobile))
    }

    /// Looks up the account of a number, asks `decide` what a login or a sign-up comes to, and
    /// registers whom it says and begins the session: all of it, or, where it refuses, nothing. Says
    /// what they are to the company, if they work for it.
    pub async fn open_session(
        &self,
        new: &NewSession,
        decide: Decide<'_>,
    ) -> Result<std::result::Result<Option<StaffMember>, Rejections>> {
        again!(self, "open_session", sessions::open(self, new, decide))
    }

    /// The session of a token, by its hash. Where `seen_at` is more than a minute old, it becomes
    /// `now`, unless the session has ended: looking for one that has ended does not prolong it. Nor
    /// does it where nothing can be written just now, which is no reason to fail or to wait long.
    pub async fn session(&self, token: &[u8; 32], now: Instant) -> Result<Option<StoredSession>> {
        again!(self, "session", sessions::find(self, token, now))
    }

    /// Ends a session.
    pub async fn close_session(&self, token: &[u8; 32]) -> Result<()> {
        again!(self, "close_session", sessions::close(self, token))
    }

    /// Ends all sessions of a number; says how many there were.
    pub async fn close_sessions(&self, mobile: &MobileNumber) -> Result<u64> {
        again!(self, "close_sessions", sessions::close_all(self, mobile))
    }

    /// The sessions of a number that have not ended, last used first.
    pub async fn sessions(
        &self,
        mobile: &MobileNumber,
        now: Instant,
    ) -> Result<Vec<ListedSession>> {
        again!(self, "sessions", sessions::list(self, mobile, now))
    }

    /// Confirms a session by the second factor, all at once, also among several servers: counts the
    /// tries that were wrong, asks `judge`, and, if it agrees, uses what was given. A time step must
    /// be later than any used before, a recovery code unused. True if it was right: the session has
    /// its new token then, and the one before is nobody's. Wrong tries stay counted until they are
    /// too old to count; what the judge refuses is not counted.
    pub async fn confirm(
        &self,
        new: &NewConfirmation,
        judge: JudgeTries<'_>,
    ) -> Result<std::result::Result<bool, HostedCode>> {
        again!(self, "confirm", second_factor::confirm(self, new, judge))
    }

    /// Keeps new recovery codes, as their HMACs, in the place of all that a number (its fingerprint)
    /// had, or beside them.
    pub async fn add_recovery_codes(
        &self,
        number: &[u8; 32],
        codes: &[[u8; 32]],
        keeps_others: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        again!(
            self,
            "add_recovery_codes",
            second_factor::add_recovery_codes(self, number, codes, keeps_others, now, session)
        )
    }

    /// The second factors of a member of staff, by their id and the fingerprint of their number.
    pub async fn factors(&self, staff: &str, number: &[u8; 32]) -> Result<StaffFactors> {
        again!(self, "factors", factors::find(self, staff, number))
    }

    /// Keeps the random part of an authenticator app's secret until a code shows that there is an
    /// app.
    pub async fn offer_totp(
        &self,
        staff: &str,
        part: &[u8],
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        again!(self, "offer_totp", factors::offer_totp(self, staff, part, session))
    }

    /// Keeps what a session's passkey is asked to sign, in the place of what it was asked before.
    pub async fn keep_challenge(
        &self,
        session: &[u8; 32],
        state: &[u8],
        expires_at: Instant,
    ) -> Result<()> {
        again!(self, "keep_challenge", factors::keep_challenge(self, session, state, expires_at))
    }

    /// Takes what a session's passkey was asked to sign, if that is still good: it is good once.
    pub async fn take_challenge(
        &self,
        session: &[u8; 32],
        now: Instant,
    ) -> Result<Option<Vec<u8>>> {
        again!(self, "take_challenge", factors::take_challenge(self, session, now))
    }

    /// Removes a second factor, unless it is the last one; `has_settled` says whether the operator
    /// has settled another. False if nothing is removed.
    pub async fn remove_factor(
        &self,
        staff: &str,
        removed: &RemovedFactor,
        has_settled: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        again!(
            self,
            "remove_factor",
            factors::remove(self, staff, removed, has_settled, now, session)
        )
    }

    /// Records an event that is part of no other change; for those, see [`security::recorded`]. With
    /// `once_since`, not if there is one like it of the same person since then.
    pub async fn record_event(
        &self,
        event: &SecurityEvent,
        once_since: Option<Instant>,
    ) -> Result<()> {
        again!(self, "record_event", security::record(self, event, once_since))
    }

    /// Security events, newest first: all, or those that name a person by this fingerprint.
    pub async fn events(
        &self,
        person: Option<&[u8; 32]>,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>> {
        again!(self, "events", security::list(self, person, limit))
    }

    /// A part of some security events, newest first. `after` is the `next` of the part before.
    pub async fn event_page(
        &self,
        filter: &EventFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<EventPage> {
        again!(self, "event_page", security::page(self, filter, after, limit))
    }

    // Staff

    /// Everybody who works here or did, in the order in which they came.
    pub async fn staff(&self) -> Result<Vec<StaffMember>> {
        again!(self, "staff", staff::list(self))
    }

    /// Makes whoever the operator has named the first owner, with this id, unless somebody is one
    /// already.
    pub async fn name_owner(&self, id: &str, user: &User, now: Instant) -> Result<()> {
        again!(self, "name_owner", staff::name_owner(self, id, user, now))
    }

    /// Invites somebody to work here, if the session is still open under which it is asked for. Their
    /// own sessions end.
    pub async fn invite_staff(
        &self,
        new: &Invitation,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        again!(self, "invite_staff", staff::invite(self, new, now, session))
    }

    /// Changes what somebody is here, if the session is still open under which it is asked for. What
    /// they may do no longer, they may not from then on: their sessions end.
    pub async fn change_staff(
        &self,
        id: &str,
        change: &StaffChange,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        again!(self, "change_staff", staff::change(self, id, change, now, session))
    }
}

//! Referrals as they are stored, submitted, changed and listed, and the people who do so.

use std::collections::BTreeSet;
use std::ops::Range;

use api::{InboxSection, Sort};
use domain::case::Case;
use domain::event::Event;
use domain::history::StatusAndPoints;
use domain::mobile::MobileNumber;
use domain::pipeline::{Known, ProgrammeSettings, said_with};
use domain::referral::{Instant, Referral, Status};
use domain::rejection::{RejectionCode, Rejections};

use crate::db::allowances::Allowance;
use crate::referrals::waiting::Waiting;

/// A referral to store.
#[derive(Clone, Debug)]
pub struct NewReferral {
    /// The record. If its id is taken, it gets the next free id.
    pub referral: Referral,
    /// When it was submitted.
    pub now: Instant,
    /// Who submitted it.
    pub by: Author,
    /// The idempotency key: the client's own key together with the sender. It tells a retry from
    /// another submission.
    pub idempotency_key: String,
    /// A hash of everything that was sent with that key.
    pub fingerprint: [u8; 32],
    /// The daily limit that it counts towards.
    pub allowance: Option<Allowance>,
    /// Whether a new referral may be for its service, by what owners have set.
    pub may: fn(&Referral, &ProgrammeSettings) -> Result<(), RejectionCode>,
    /// What was said with it: by the person referred if they submitted it themselves, or else by the referrer.
    pub said: Option<Event>,
}

/// The person who makes a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// The person, as the history records them.
    pub actor: Actor,
    /// The hash of the session's token, which must still be open when the change is written. A
    /// guest has none.
    pub session: Option<[u8; 32]>,
    /// Whether they may award points. Only then is it looked up what the rulebook gives: it takes longer for a
    /// number that somebody logs in with.
    pub may_award: bool,
    /// How many phone numbers of referrals they may change in a day, if that is limited.
    pub number_changes: Option<Allowance>,
    /// How many text messages they may write to referrers in a day, if that is limited.
    pub texts: Option<Allowance>,
}

impl Author {
    /// Somebody who is not logged in.
    pub fn guest() -> Self {
        Self {
            actor: Actor::Guest,
            session: None,
            may_award: false,
            number_changes: None,
            texts: None,
        }
    }
}

/// A person in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A guest.
    Guest,
    /// The member with this number.
    Member(MobileNumber),
    /// A member of staff.
    Staff {
        /// Their id in histories.
        id: String,
        /// The name that colleagues see. It is joined when a history is read, and not stored in it.
        name: String,
    },
    /// An import, whatever the file says of the author.
    Import {
        /// The id of the member of staff who imported it; empty if it is not known.
        id: String,
        /// Their name, as for [`Actor::Staff`].
        name: String,
    },
    /// A person who has been erased.
    Erased,
}

/// A stored referral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The record with its history.
    pub case: Case,
    /// Its key, as in `domain::view::ReferralView`.
    pub key: String,
    /// The number of its changes, from 1.
    pub version: u64,
    /// The key of an earlier referral of the same number, if the policy counts this one as a
    /// duplicate.
    pub duplicate_of: Option<String>,
    /// The version of the rulebook that held when it was submitted or, for what a file brought, when it came; 0 for
    /// none.
    pub rulebook: u64,
    /// Since when this server knows that it is about its number; later than the referral says if an
    /// import brought it.
    pub came_at: Instant,
    /// When an import brought it; `None` if it was submitted here.
    pub arrived: Option<Instant>,
    /// The [ids](domain::history::event_id) of the events that came by an import.
    pub imported: BTreeSet<String>,
}

impl Stored {
    /// When it was submitted, for what is promised by date. A file proves nothing about that, so what one
    /// brought counts from its arrival.
    pub fn submitted(&self) -> Instant {
        domain::rewards::submitted_at(&self.case, self.arrived)
    }

    /// The record.
    pub fn referral(&self) -> &Referral {
        self.case.referral()
    }

    /// The referral as it was before anything happened to it, with what its referrer said as they submitted it.
    pub fn as_submitted(self) -> Self {
        let new = Case::submitted(as_submitted(&self.case));
        let said = said_with(&self.case);
        let case = said.iter().fold(new, |case, said| case.evolve(said));
        Self { case, version: 1, imported: BTreeSet::new(), ..self }
    }
}

/// The record before anything happened to it.
pub(crate) fn as_submitted(case: &Case) -> Referral {
    let record = case.referral().clone();
    if case.history().is_empty() {
        return record;
    }
    let StatusAndPoints { status, points, awarded_at } = StatusAndPoints::SUBMITTED;
    Referral { status, points, awarded_at, ..record }
}

/// The outcome of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// It was stored.
    New(Stored),
    /// It was already stored with the same idempotency key.
    Repeated(Stored),
    /// The key was used for something else, or the referral was erased.
    KeyReused,
    /// The account or network has reached its daily limit.
    AllowanceUsed,
    /// The domain refused it.
    Refused(RejectionCode),
}

/// The outcome of a command on a referral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It was done, now or before with the same key. The referral as it is now.
    Done(Stored),
    /// Somebody else changed it first. The referral as it is now, and that change.
    Stale(Stored, StoredEntry),
    /// The domain refused it, for example because there is no such referral.
    Refused(Rejections),
    /// They have changed as many numbers or written as many texts today as they may.
    AllowanceUsed,
}

/// An entry of a referral's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// When it happened.
    pub at: Instant,
    /// Who did it.
    pub by: Actor,
    /// The status after the change.
    pub status: Status,
    /// The points after the change.
    pub points: u64,
}

/// The referrals that somebody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All referrals.
    All,
    /// Those for these services, by value.
    Services(Vec<String>),
    /// Those made under this number, also as a guest.
    Of(MobileNumber),
    /// Those in which this number is referred.
    About(MobileNumber),
}

/// The filters, the order and the page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Which referrals it covers.
    pub scope: Scope,
    /// A part of a name, a number or the notes; case is ignored; empty for all. In a member's own
    /// list, only the newest 10,000 are searched.
    pub search: String,
    /// The exact status.
    pub status: Option<String>,
    /// The value of a service.
    pub service: Option<String>,
    /// The name of a stage.
    pub stage: Option<String>,
    /// The staff ids of the owners, of which an empty one is for no owner; `None` for all.
    pub owners: Option<Vec<String>>,
    /// The referrer's number, in any spelling.
    pub referrer: Option<String>,
    /// Only duplicates of earlier referrals.
    pub is_duplicate: bool,
    /// The period of submission, in milliseconds since 1970; the end is exclusive.
    pub submitted: Range<u64>,
    /// If set, only the referrals of this section of an inbox.
    pub waits: Option<(Waiting, InboxSection)>,
    /// The order. Ties are broken by the newest or, for waiting referrals, by the oldest.
    pub sort: Sort,
    /// [`Page::next`](crate::db::Page::next) of the previous page; an invalid text starts at the
    /// beginning. Every referral that existed at the first page appears on exactly one page, even
    /// if points change in the meantime.
    pub after: Option<String>,
    /// The page size.
    pub limit: u32,
}

impl Listing {
    /// The first page of a whole list, newest first.
    pub fn of(scope: Scope, limit: u32) -> Self {
        Self {
            scope,
            search: String::new(),
            status: None,
            service: None,
            stage: None,
            owners: None,
            referrer: None,
            is_duplicate: false,
            submitted: 0..u64::MAX,
            waits: None,
            sort: Sort::default(),
            after: None,
            limit,
        }
    }
}

/// A command on a referral in this version.
#[derive(Clone, Copy)]
pub struct VersionedCommand<'a> {
    /// The key of the referral.
    pub key: &'a str,
    /// The number of its changes.
    pub version: u64,
    /// Decides on the command.
    pub decide: Decide<'a>,
}

/// Decides, inside the transaction, on a command for a referral: the domain's
/// [`decide`](domain::pipeline::decide) with the command filled in.
pub type Decide<'a> =
    &'a (dyn Fn(&Known) -> std::result::Result<Option<Event>, Rejections> + Send + Sync);

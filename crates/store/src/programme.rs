//! Referrals, their history, and copies of them.

use std::collections::BTreeMap;
use std::ops::Range;

use api::Sort;
use domain::account::User;
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral, Status};
use domain::rejection::Rejections;

/// A referral that is about to be kept.
#[derive(Clone, Debug)]
pub struct NewReferral {
    /// The record that the core has made of it. Where its id is taken, the next free one is its id.
    pub referral: Referral,
    /// When it is submitted.
    pub now: Instant,
    /// Who submits it.
    pub by: Author,
    /// What tells a retry from another submission: the client's own key, with whoever sent it.
    pub idempotency: String,
    /// A hash of all that was sent under that key.
    pub fingerprint: [u8; 32],
    /// What it is counted against.
    pub allowance: Option<Allowance>,
}

/// How much an account or a network may send in a day (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// A keyed fingerprint of the account's number, or of the network.
    pub of: [u8; 32],
    /// How much it may send.
    pub limit: u32,
}

/// What tells a retry of a write from another write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryKey {
    /// The client's own key, with whoever sent it and all that they sent: other words are another
    /// write.
    pub name: String,
    /// When it came: it is good for a week.
    pub at: Instant,
}

/// Who is about to change something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// As the history names them.
    pub actor: Actor,
    /// The hash of the token of the session that they ask under, which must still be open when it
    /// is written. A guest has none.
    pub session: Option<[u8; 32]>,
}

/// Who has changed something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Nobody is logged in.
    Guest,
    /// Whoever has this number.
    Member(MobileNumber),
    /// Somebody who works for the company.
    Staff {
        /// Names them in histories.
        id: String,
        /// As their colleagues know them. It is read with a history, and not written with it.
        name: String,
    },
    /// The admin, taking in a copy.
    Import,
    /// Somebody who has been erased.
    Erased,
}

/// A referral as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The record with its history.
    pub case: Case,
    /// Names it: what `domain::ledger::ReferralView::of` makes of the record.
    pub key: String,
    /// Counts its changes, from 1.
    pub version: u64,
    /// The key of an earlier referral of the same number, as far as that counts.
    pub duplicate_of: Option<String>,
}

impl Stored {
    /// The record.
    pub fn referral(&self) -> &Referral {
        self.case.referral()
    }
}

/// What came of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// It is kept.
    New(Stored),
    /// It was kept before, under the same idempotency key.
    Repeated(Stored),
    /// Something else was kept under that key, or what was is erased.
    KeyReused,
    /// The account or network has sent as much as it may today.
    AllowanceUsed,
}

/// What came of a command on a referral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is kept, or was before, under the same key: the referral as it is now.
    Done(Stored),
    /// Somebody was quicker: the referral as it is now, and that last change.
    Stale(Stored, Change),
    /// The core has refused it, as it does where there is no such referral.
    Refused(Rejections),
}

/// An entry of a referral's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// When.
    pub at: Instant,
    /// Who.
    pub by: Actor,
    /// The status since then.
    pub status: Status,
    /// The points since then.
    pub points: u64,
}

/// Scope referrals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole programme's.
    All,
    /// Those for these services, by their values.
    Services(Vec<String>),
    /// Those made under this number, also by a guest.
    Of(MobileNumber),
    /// Those in which whoever has this number is referred.
    About(MobileNumber),
}

/// Which part of a list is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Scope.
    pub scope: Scope,
    /// A part of a name, a number or the notes, in any case; empty for all. Of somebody's own list,
    /// it is looked for among the newest 10,000.
    pub search: String,
    /// A status, word for word.
    pub status: Option<String>,
    /// A service's value.
    pub service: Option<String>,
    /// The word for a stage.
    pub stage: Option<String>,
    /// The id of whoever is responsible; empty for nobody.
    pub owner: Option<String>,
    /// The number of whoever has made them, in any spelling.
    pub referrer: Option<String>,
    /// Only those of a number that was referred before, as far as that counts.
    pub is_duplicate: bool,
    /// Submitted within these instants, the second of which is over, in milliseconds since 1970.
    pub submitted: Range<u64>,
    /// If it is said, only what waits for somebody.
    pub waits: Option<Waiting>,
    /// In which order; ties are broken by the newest, or by the earliest where they wait.
    pub sort: Sort,
    /// [`Listed::next`] of the part before. What is none begins at the beginning. Whatever has been
    /// there since the first part comes once in all parts, also when points change meanwhile.
    pub after: Option<String>,
    /// How many at most.
    pub limit: u32,
}

/// What waits for somebody, by the rule of [`api::waits`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// What has been in one of these stages since then or longer.
    pub overdue: Vec<(String, u64)>,
    /// Whether also what may be a duplicate, which nobody has decided about.
    pub duplicates: bool,
}

impl Listing {
    /// The beginning of somebody's whole list, newest first.
    pub fn of(scope: Scope, limit: u32) -> Self {
        Self {
            scope,
            search: String::new(),
            status: None,
            service: None,
            stage: None,
            owner: None,
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

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// In the order that was asked for.
    pub referrals: Vec<Stored>,
    /// Names the part after this one; `None` at the end.
    pub next: Option<String>,
}

/// The readable records of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// Registered users.
    pub accounts: Vec<User>,
    /// Referrals with their histories.
    pub referrals: Vec<Case>,
}

/// What importing a copy came to, accounts and referrals together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Were not here.
    pub new: usize,
    /// Were here in an older version.
    pub changed: usize,
    /// Were here.
    pub same: usize,
    /// Were erased here.
    pub refused: usize,
}

/// Of which referrals a report tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportScope {
    /// For which services, by their values; all if none are named.
    pub services: Option<Vec<String>>,
    /// Submitted within these instants, the second of which is over, in milliseconds since 1970.
    pub submitted: Range<u64>,
}

/// What the referrals of a report add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportSums {
    /// For each service, stage and reason, if there is one.
    pub sums: Vec<StageSum>,
    /// For each stage in which any were: how long the stays were that are over.
    pub finished: BTreeMap<String, Quantiles>,
    /// For each open stage in which any are: since when.
    pub running: BTreeMap<String, Quantiles>,
    /// Who has the most successful ones.
    pub referrers: Vec<ReferrerSum>,
}

/// How many referrals have been in a stage, and are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageSum {
    /// The service's value.
    pub service: String,
    /// The word for the stage.
    pub stage: String,
    /// The word for why they were declined; empty otherwise.
    pub reason: String,
    /// How many have ever reached it.
    pub reached: u64,
    /// How many are in it.
    pub here: u64,
    /// How many stays there were.
    pub visits: u64,
}

/// The middle of some durations or instants, and where the last tenth begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantiles {
    /// Of how many.
    pub count: u64,
    /// The median.
    pub median: u64,
    /// The 90th percentile, towards the longest.
    pub p90: u64,
}

/// How somebody refers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferrerSum {
    /// Their latest name.
    pub name: String,
    /// Their number, as it stands in the latest referral.
    pub mobile: String,
    /// How many they have made.
    pub referrals: u64,
    /// How many of these are successful.
    pub successful: u64,
    /// What these have earned.
    pub points: u64,
}

/// Which part of the list of those who refer is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferrerListing {
    /// Whose referrals count: all, or those for some services. Of nobody else there is such a list.
    pub scope: Scope,
    /// A part of their name or number, in any case; empty for all. It is looked for among the newest
    /// [`COUNTED`](api::COUNTED) referrals that have it in any text.
    pub search: String,
    /// [`ReferrerPage::next`] of the part before. What is none begins at the beginning.
    pub after: Option<String>,
    /// How many at most.
    pub limit: u32,
}

/// A part of those who refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferrerPage {
    /// Who was seen last comes first.
    pub referrers: Vec<Referrer>,
    /// Names the part after this one, without a number of anybody's; `None` at the end.
    pub next: Option<String>,
}

/// Somebody who refers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referrer {
    /// The key of their newest referral, by which they are named.
    pub latest: String,
    /// Their name, as it stands there.
    pub name: String,
    /// Their number, as it stands there.
    pub mobile: String,
    /// How many they have made.
    pub referrals: u64,
    /// How many of these are closed.
    pub closed: u64,
    /// How many of these are successful.
    pub successful: u64,
    /// What these have earned.
    pub points: u64,
    /// When they made the newest one, or logged in after that.
    pub seen_at: Instant,
}

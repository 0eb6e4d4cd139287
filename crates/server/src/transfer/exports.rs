//! Exports, which are streamed: only a small part is in memory, however long the list is.
//!
//! An export reads in the order of ids and numbers, which never change. So it contains every record
//! that exists during the whole export exactly once, in its state at the time of reading. Referrals
//! that arrive after the start are left out, because their referrer's account might be missing.

use std::collections::BTreeSet;
use std::io;

use crate::{
    db::{Page, Result, Store},
    http::limits::Permit,
    referrals::{
        records::{Listing, Scope, Stored},
        view::Visibility,
    },
};
use api::{Access, Sort};
use axum::body::{Body, Bytes};
use domain::{
    account::User, case::Case, mobile::MobileNumber, pipeline::said_by, referral::Instant,
};
use futures_util::stream::poll_fn;
use ledger::{csv, encode_referral, encode_user, export};
use tokio::sync::mpsc;

/// How many records are read at once.
const PART: u32 = 500;

/// Before a member's name on the list of those with most points. An import does not read it.
const LEADER_NAME: &str = ",\n\"leaderboardName\": ";

/// Before those whose number is hidden from whoever exports. An import does not read them either: without their numbers
/// they would be other referrals.
const NUMBER_HIDDEN: &str = ",\n\"numberHidden\": ";

/// How many parts may wait for a slow reader.
const WAITING: usize = 2;

/// Counts as one of its account's exports.
type ExportPermit = Permit<[u8; 32]>;

/// What to export.
pub(crate) struct Source {
    /// The store.
    pub(crate) store: Store,
    /// Which referrals.
    pub(crate) scope: Scope,
}

/// The sender of the body's parts. The reader may be gone.
struct BodySender(mpsc::Sender<io::Result<Bytes>>);

/// The reader is gone or the store has failed, so the export stops.
struct Stopped;

/// The JSON export that both modes can import, oldest first: the text of `Ledger::export`. For a member, as `access` may
/// see it.
pub(crate) async fn json(
    source: Source,
    permit: ExportPermit,
    now: Instant,
    access: Access,
) -> Result<Body> {
    // Read first, so that an immediate failure can still become an error status.
    let last = source.last().await?;
    let first = source.part(Sort::Oldest, None).await?;
    let accounts = source.accounts(None).await?;
    let leader_name = match source.leader_name().await? {
        Some(name) => [LEADER_NAME, &compact_json::to_string(&name)].concat(),
        None => String::new(),
    };
    Ok(written(permit, |out| async move {
        let out = &out;
        out.send(export::opening(now)).await?;
        source.write_accounts(out, accounts).await?;
        out.send(export::REFERRALS.to_owned()).await?;
        let mut list = List::default();
        let whole = source.scope == Scope::All;
        let is_hidden = |case: &Case| !Visibility::of(case, &access).sees.every_referred_number();
        // A referrer's export does not include the company's work on the referral, but what they have said
        // themselves. Its texts are those that were submitted: with others it would be another referral, and not
        // known as erased.
        let own = |case: &Case| {
            let new = Case::stored(case.referral().clone(), &[]);
            encode_referral(&said_by(case).iter().fold(new, |own, said| own.evolve(said)))
        };
        let mut hidden = BTreeSet::new();
        let text = |part: &[Case]| match whole {
            true => list.text(part.iter().map(encode_referral)),
            false => {
                // Each is in one of the two lists, whatever happens to it meanwhile.
                hidden.extend(part.iter().filter(|it| is_hidden(it)).map(|it| it.referral().id));
                let is_shown = |case: &&Case| !hidden.contains(&case.referral().id);
                list.text(part.iter().filter(is_shown).map(own))
            }
        };
        source.write_referrals(out, Sort::Oldest, first, last, text).await?;
        out.send(list.end()).await?;
        out.send([export::UNREADABLE, "[]", &leader_name].concat()).await?;
        if !whole {
            out.send(NUMBER_HIDDEN.to_owned()).await?;
            let mut list = List::default();
            let shown = |case: &Case| {
                let shown = Visibility::of(case, &access).of_texts(&case.corrected());
                encode_referral(&Case::stored(shown, &[]))
            };
            let is_hidden = |case: &&Case| hidden.contains(&case.referral().id);
            let text = |part: &[Case]| list.text(part.iter().filter(is_hidden).map(shown));
            let first = out.or_stop(source.part(Sort::Oldest, None).await).await?;
            source.write_referrals(out, Sort::Oldest, first, last, text).await?;
            out.send(list.end()).await?;
        }
        out.send(export::END.to_owned()).await
    }))
}

/// The CSV export, in this order, as `access` may see it.
pub(crate) async fn csv(
    source: Source,
    permit: ExportPermit,
    sort: Sort,
    access: Access,
) -> Result<Body> {
    let programme = source.store.programme().await?.settings;
    let last = source.last().await?;
    let first = source.part(sort, None).await?;
    Ok(written(permit, |out| async move {
        let out = &out;
        out.send(csv::head()).await?;
        let is_own = matches!(source.scope, Scope::Of(_));
        let line = |case: &Case| {
            let shown = match is_own {
                true => Visibility::of(case, &access).of_texts(&case.corrected()),
                false => case.corrected(),
            };
            csv::line(&shown, programme.service_label(&shown.service))
        };
        let text = |part: &[Case]| part.iter().map(line).collect();
        source.write_referrals(out, sort, first, last, text).await
    }))
}

impl Source {
    async fn part(&self, sort: Sort, after: Option<String>) -> Result<Page<Stored>> {
        let listing = Listing { sort, after, ..Listing::of(self.scope.clone(), PART) };
        self.store.list(&listing).await
    }

    /// The newest referral at present.
    async fn last(&self) -> Result<Option<Instant>> {
        let newest = Listing { sort: Sort::Newest, ..Listing::of(self.scope.clone(), 1) };
        let newest = self.store.list(&newest).await?.items.pop();
        Ok(newest.map(|newest| newest.referral().id))
    }

    async fn write_referrals(
        &self,
        out: &BodySender,
        sort: Sort,
        mut part: Page<Stored>,
        last: Option<Instant>,
        mut text: impl FnMut(&[Case]) -> String,
    ) -> std::result::Result<(), Stopped> {
        loop {
            let referrals = part.items.into_iter().map(|it| it.case);
            let referrals: Vec<_> = referrals.filter(|it| Some(it.referral().id) <= last).collect();
            out.send(text(&referrals)).await?;
            // In the order of ids, only later referrals are left.
            let is_end = sort == Sort::Oldest && referrals.is_empty();
            let Some(after) = part.next.filter(|_| !is_end) else {
                return Ok(());
            };
            part = out.or_stop(self.part(sort, Some(after)).await).await?;
        }
    }

    async fn write_accounts(
        &self,
        out: &BodySender,
        mut users: Vec<User>,
    ) -> std::result::Result<(), Stopped> {
        let mut list = List::default();
        loop {
            out.send(list.text(users.iter().map(encode_user))).await?;
            match users.last() {
                Some(last) if self.scope == Scope::All => {
                    users = out.or_stop(self.accounts(Some(&last.mobile_number)).await).await?;
                }
                _ => return out.send(list.end()).await,
            }
        }
    }

    /// The name that a member chose for the list of those with most points, if they are on it.
    async fn leader_name(&self) -> Result<Option<String>> {
        match &self.scope {
            Scope::Of(mobile) => self.store.leader_name(&numbers::key(mobile.as_str())).await,
            Scope::All | Scope::Services(_) | Scope::About(_) => Ok(None),
        }
    }

    async fn accounts(&self, after: Option<&MobileNumber>) -> Result<Vec<User>> {
        match &self.scope {
            Scope::All => self.store.accounts(after, PART).await,
            // These scopes have no accounts.
            Scope::Services(_) | Scope::About(_) => Ok(Vec::new()),
            Scope::Of(mobile) => Ok(self.store.account(mobile).await?.into_iter().collect()),
        }
    }
}

/// A JSON array that is written in parts.
#[derive(Default)]
struct List {
    has_begun: bool,
}

impl List {
    fn text(&mut self, records: impl Iterator<Item = String>) -> String {
        let mut text = String::new();
        for record in records {
            text.push(if self.has_begun { ',' } else { '[' });
            self.has_begun = true;
            text.push_str(&record);
        }
        text
    }

    fn end(self) -> String {
        if self.has_begun { "]".to_owned() } else { "[]".to_owned() }
    }
}

impl BodySender {
    async fn send(&self, text: String) -> std::result::Result<(), Stopped> {
        if text.is_empty() {
            return Ok(());
        }
        self.0.send(Ok(text.into())).await.map_err(|_| Stopped)
    }

    /// Aborts the body on an error, so that nobody takes the first part for everything.
    async fn or_stop<T>(&self, result: Result<T>) -> std::result::Result<T, Stopped> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => {
                let error = crate::observe::redact(&error.to_string());
                tracing::error!(error, "an export was aborted");
                let _ = self.0.send(Err(io::Error::other("aborted"))).await;
                Err(Stopped)
            }
        }
    }
}

/// A body that a separate task writes. It counts as one until the last part of it has been taken.
fn written<F>(permit: ExportPermit, write: impl FnOnce(BodySender) -> F) -> Body
where
    F: Future<Output = std::result::Result<(), Stopped>> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel(WAITING);
    tokio::spawn(write(BodySender(sender)));
    Body::from_stream(poll_fn(move |context| {
        let _counted = &permit;
        receiver.poll_recv(context)
    }))
}

//! Copies, written while they are read: however long the list, little of it is in memory.
//!
//! A copy walks along ids and numbers, which never change. So it has, once, every record that is
//! there from its beginning to its end, each as it is when its turn comes; and it has no referral
//! that comes after its beginning, whose referrer's account it might not have.

use std::io;

use api::Sort;
use axum::body::{Body, Bytes};
use domain::{
    account::User,
    case::Case,
    ledger::{csv, encode_referral, encode_user, export},
    mobile::MobileNumber,
    referral::Instant,
};
use futures_util::stream::poll_fn;
use store::{Listed, Listing, Result, Scope, Store};
use tokio::sync::mpsc;

/// How many records are read at once.
const PART: u32 = 500;

/// How many parts may wait for a slow reader.
const WAITING: usize = 2;

/// What is copied.
pub(crate) struct Source {
    /// From where.
    pub(crate) store: Store,
    /// Scope referrals.
    pub(crate) scope: Scope,
}

/// Where a copy goes, part by part. Whoever reads it may have gone.
struct Out(mpsc::Sender<io::Result<Bytes>>);

/// The reader has gone, or the store failed: either way, there is no more to write.
struct Stopped;

/// A copy that either mode takes in, oldest first: the text of `Ledger::export`.
pub(crate) async fn json(source: Source, now: Instant) -> Result<Body> {
    // What fails at once fails before the answer begins, and so can still be told.
    let last = source.last().await?;
    let first = source.part(Sort::Oldest, None).await?;
    let accounts = source.accounts(None).await?;
    Ok(written(|out| async move {
        let out = &out;
        out.send(export::opening(now)).await?;
        source.write_accounts(out, accounts).await?;
        out.send(export::REFERRALS.to_owned()).await?;
        let mut list = List::default();
        let whole = source.scope == Scope::All;
        // How the company worked on a referral is not its referrer's to take away.
        let own = |case: &Case| encode_referral(&Case::stored(case.shown(), &[]));
        let text = |part: &[Case]| match whole {
            true => list.text(part.iter().map(encode_referral)),
            false => list.text(part.iter().map(own)),
        };
        source.write_referrals(out, Sort::Oldest, first, last, text).await?;
        out.send(list.end()).await?;
        out.send([export::UNREADABLE, "[]", export::END].concat()).await
    }))
}

/// A copy for a spreadsheet, in this order.
pub(crate) async fn csv(source: Source, sort: Sort) -> Result<Body> {
    let last = source.last().await?;
    let first = source.part(sort, None).await?;
    Ok(written(|out| async move {
        let out = &out;
        out.send(csv::HEAD.to_owned()).await?;
        let text = |part: &[Case]| part.iter().map(|case| csv::line(&case.shown())).collect();
        source.write_referrals(out, sort, first, last, text).await
    }))
}

impl Source {
    async fn part(&self, sort: Sort, after: Option<String>) -> Result<Listed> {
        let listing = Listing { sort, after, ..Listing::of(self.scope.clone(), PART) };
        self.store.list(&listing).await
    }

    /// The last referral that there is now, in the order of ids.
    async fn last(&self) -> Result<Option<Instant>> {
        let newest = Listing { sort: Sort::Newest, ..Listing::of(self.scope.clone(), 1) };
        let newest = self.store.list(&newest).await?.referrals.pop();
        Ok(newest.map(|newest| newest.referral().id))
    }

    async fn write_referrals(
        &self,
        out: &Out,
        sort: Sort,
        mut part: Listed,
        last: Option<Instant>,
        mut text: impl FnMut(&[Case]) -> String,
    ) -> std::result::Result<(), Stopped> {
        loop {
            let referrals = part.referrals.into_iter().map(|it| it.case);
            let referrals: Vec<_> = referrals.filter(|it| Some(it.referral().id) <= last).collect();
            out.send(text(&referrals)).await?;
            // In the order of ids, only those that came later are left.
            let is_end = sort == Sort::Oldest && referrals.is_empty();
            let Some(after) = part.next.filter(|_| !is_end) else {
                return Ok(());
            };
            part = out.or_stop(self.part(sort, Some(after)).await).await?;
        }
    }

    async fn write_accounts(
        &self,
        out: &Out,
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

    async fn accounts(&self, after: Option<&MobileNumber>) -> Result<Vec<User>> {
        match &self.scope {
            Scope::All => self.store.accounts(after, PART).await,
            // Nobody's account is one of a service.
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

impl Out {
    async fn send(&self, text: String) -> std::result::Result<(), Stopped> {
        if text.is_empty() {
            return Ok(());
        }
        self.0.send(Ok(text.into())).await.map_err(|_| Stopped)
    }

    /// Ends the copy in the middle, so that nobody takes the beginning for all of it.
    async fn or_stop<T>(&self, result: Result<T>) -> std::result::Result<T, Stopped> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => {
                let error = crate::observe::redact(&error.to_string());
                tracing::error!(error, "a copy was broken off");
                let _ = self.0.send(Err(io::Error::other("broken off"))).await;
                Err(Stopped)
            }
        }
    }
}

/// A body that is written by a task of its own.
fn written<F>(write: impl FnOnce(Out) -> F) -> Body
where
    F: Future<Output = std::result::Result<(), Stopped>> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel(WAITING);
    tokio::spawn(write(Out(sender)));
    Body::from_stream(poll_fn(move |context| receiver.poll_recv(context)))
}

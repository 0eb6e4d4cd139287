//! Group commit: what is submitted while a transaction is being written goes together into the
//! next one, and the disk is waited for once for all of it.

use sqlx::Error;
use tokio::sync::{mpsc, oneshot};

use super::fault::at_commit;
use super::{SqlStore, submit};
use crate::{NewReferral, Submitted};

/// How many one transaction takes at most: as many as are written while somebody else waits no
/// longer than for a slow disk.
const MOST: usize = 64;

/// Submissions on their way to the one writer that SQLite has.
#[derive(Clone, Debug)]
pub(super) struct GroupCommit(mpsc::Sender<Waiting>);

#[derive(Debug)]
struct Waiting {
    new: NewReferral,
    answer: oneshot::Sender<sqlx::Result<Submitted>>,
}

impl Waiting {
    fn end(self, outcome: sqlx::Result<Submitted>) {
        // Whoever has gone away meanwhile asks again under the same key.
        let _ = self.answer.send(outcome);
    }
}

impl GroupCommit {
    /// Begins to write into a store, until nobody can submit any more.
    pub(super) fn start(store: SqlStore) -> Self {
        let (sender, mut receiver) = mpsc::channel(MOST);
        tokio::spawn(async move {
            let mut group = Vec::new();
            while receiver.recv_many(&mut group, MOST).await > 0 {
                write(&store, std::mem::take(&mut group)).await;
            }
        });
        Self(sender)
    }

    /// Submits a referral; it is on the disk, or refused, when this returns.
    pub(super) async fn submit(&self, new: &NewReferral) -> sqlx::Result<Submitted> {
        let (answer, outcome) = oneshot::channel();
        let waiting = Waiting { new: new.clone(), answer };
        self.0.send(waiting).await.map_err(|_| Error::PoolClosed)?;
        outcome.await.map_err(|_| at_commit(Error::PoolClosed))?
    }
}

/// One that fails, or is not new or not allowed, does not keep the others from being written: halves
/// are tried until it is alone, so that it costs a few transactions and not one for each.
async fn write(store: &SqlStore, group: Vec<Waiting>) {
    let mut parts = vec![group];
    while let Some(mut part) = parts.pop() {
        // Whoever has given up asks again under the same key, if they still want it.
        part.retain(|waiting| !waiting.answer.is_closed());
        if part.len() < 2 {
            for waiting in part {
                let outcome = submit::alone(store, &waiting.new).await;
                waiting.end(outcome);
            }
            continue;
        }
        let all: Vec<_> = part.iter().map(|waiting| &waiting.new).collect();
        if let Ok(Some(all)) = submit::together(store, &all).await {
            for (waiting, stored) in part.into_iter().zip(all) {
                waiting.end(Ok(Submitted::New(stored)));
            }
        } else {
            let rest = part.split_off(part.len() / 2);
            parts.extend([rest, part]);
        }
    }
}

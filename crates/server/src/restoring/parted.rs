//! When two databases parted, one of which was copied from the other, and which of them has gone on since.

use std::collections::BTreeSet;

use domain::referral::Instant;
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;

use crate::db::row::Fields;
use crate::db::{EventKind, Store};

/// The events of erasures: by whoever is erased, and by staff.
pub(crate) const ERASURES: [EventKind; 2] = [EventKind::Erasure, EventKind::ErasureOfReferred];

/// When the ways of two databases parted, one of which was copied from the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parted {
    /// The time of the last event that both have.
    pub(crate) at: Instant,
    /// Whether this one has later events.
    pub(crate) goes_on_here: bool,
    /// Whether the other one has.
    pub(crate) goes_on_there: bool,
    /// Whether this one was restored since.
    pub(crate) was_restored: bool,
    /// Whether the other one was.
    pub(crate) was_restored_there: bool,
}

impl Store {
    /// Whether only this database has gone on since it and `other` parted, so that the other one is the older. False if
    /// that cannot be read: [`carry_over`](Self::carry_over) says so then.
    pub async fn is_newer_than(&self, other: &Self) -> bool {
        let parted = self.parted(other).await;
        matches!(parted, Ok(Some(Parted { goes_on_here: true, goes_on_there: false, .. })))
    }

    /// Whether this database was restored since it and `other` parted, so that `other` is not the one it was made from.
    pub(crate) async fn was_restored_since(&self, other: &Self) -> bool {
        matches!(self.parted(other).await, Ok(Some(Parted { was_restored: true, .. })))
    }

    /// When this database and another parted; `None` if they have no event in common. An erasure may have been carried
    /// over, so that one here says nothing, and one that both have neither.
    pub(crate) async fn parted(&self, other: &Self) -> sqlx::Result<Option<Parted>> {
        let events = "SELECT at, kind, request FROM security_events ORDER BY at DESC, seq DESC";
        let event = |row: &AnyRow| {
            Ok::<_, sqlx::Error>((row.instant("at")?, row.text("kind")?, row.text("request")?))
        };
        let is_erasure = |kind: &str| ERASURES.iter().any(|erasure| erasure.as_str() == kind);
        let mut here = BTreeSet::new();
        let mut rows = sqlx::query(events).fetch(&self.readers);
        while let Some(row) = rows.try_next().await? {
            here.insert(event(&row)?);
        }
        let last = here.iter().rev().find(|(_, kind, _)| !is_erasure(kind)).map(|(at, ..)| *at);
        let mut there = sqlx::query(events).fetch(&other.readers);
        let restored = EventKind::DatabaseRestored.as_str();
        let (mut goes_on_there, mut was_restored_there) = (false, false);
        while let Some(row) = there.try_next().await? {
            let event = event(&row)?;
            match here.contains(&event) {
                false => {
                    goes_on_there = true;
                    was_restored_there |= event.1 == restored;
                }
                true if is_erasure(&event.1) => {}
                true => {
                    let (at, ..) = event;
                    let was_restored = here.iter().any(|it| it.0 > at && it.1 == restored);
                    let goes_on_here = last > Some(at);
                    return Ok(Some(Parted {
                        at,
                        goes_on_here,
                        goes_on_there,
                        was_restored,
                        was_restored_there,
                    }));
                }
            }
        }
        Ok(None)
    }
}

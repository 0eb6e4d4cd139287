//! The outcome of an import.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::limits::POINTS_MAX;
use crate::notice::Notice;
use crate::points::Points;

/// What happened to the entries of an export: referrals, registered users, and unreadable entries.
/// Each entry of the file counts once, and what it does to points is counted besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// Added.
    pub new: usize,
    /// Merged into an older version of the same record.
    pub changed: usize,
    /// Already here in this version or a later one, or repeated in the file.
    pub same: usize,
    /// Not taken, because the owner has erased it here.
    pub refused: usize,
    /// Not taken, because it cannot be read.
    pub unreadable: usize,
    /// Not taken, because it is dated later than now (hosted mode).
    #[serde(default)]
    pub future: usize,
    /// Not taken, because it concerns its importer, or would award more than one person may; or
    /// because its history is full (hosted mode).
    #[serde(default)]
    pub denied: usize,
    /// Not records: notes of what was erased elsewhere (they erase nothing here), notes of a later
    /// version, and older copies of records.
    pub ignored: usize,
    /// How many of the new and changed referrals have other points than before, or as many by another award, which
    /// earns anew. A new one had none.
    pub awards: usize,
    /// How many points these have more, capped as the sums of a list are.
    pub points_more: u64,
    /// How many points these have less, capped as the sums of a list are.
    pub points_less: u64,
    /// How many answers these bring of people who were referred and of referrers, agreements by telephone among them.
    /// Only hosted mode has it.
    #[cfg(feature = "pipeline")]
    #[serde(default, skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<usize>", optional))]
    pub answers: usize,
}

/// Rules that are compiled without hosted mode do not have this number, and answer alike.
#[cfg(feature = "pipeline")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Import {
    /// Counts what an import does to a referral's points.
    pub fn add_points(&mut self, before: Points, after: Points) {
        let (before, after) = (before.get(), after.get());
        self.awards += usize::from(before != after);
        self.points_more = sum(self.points_more, after.saturating_sub(before));
        self.points_less = sum(self.points_less, before.saturating_sub(after));
    }

    /// Adds what happened to the entries of another part of the file.
    pub fn add(&mut self, part: &Self) {
        *self = Self {
            new: self.new + part.new,
            changed: self.changed + part.changed,
            same: self.same + part.same,
            refused: self.refused + part.refused,
            unreadable: self.unreadable + part.unreadable,
            future: self.future + part.future,
            denied: self.denied + part.denied,
            ignored: self.ignored + part.ignored,
            awards: self.awards + part.awards,
            points_more: sum(self.points_more, part.points_more),
            points_less: sum(self.points_less, part.points_less),
            #[cfg(feature = "pipeline")]
            answers: self.answers + part.answers,
        };
    }

    /// A summary of one or two sentences: `New: 2. Unreadable: 1.`
    pub fn words(&self) -> String {
        let counts = [
            ("New: ", self.new as u64),
            ("Changed: ", self.changed as u64),
            ("Here already: ", self.same as u64),
            ("Refused, because it was erased here: ", self.refused as u64),
            ("Unreadable: ", self.unreadable as u64),
            ("Refused, because it is dated in the future: ", self.future as u64),
            (
                "Refused, because someone else has to import or award it or its history is full: ",
                self.denied as u64,
            ),
            ("Ignored: ", self.ignored as u64),
            ("Referrals with other awards: ", self.awards as u64),
            ("Points more: ", self.points_more),
            ("Points less: ", self.points_less),
            #[cfg(feature = "pipeline")]
            ("Answers about consent: ", self.answers as u64),
        ];
        let mut words = String::new();
        for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(name);
            words.push_str(&compact_json::to_string(&count));
            words.push('.');
        }
        words
    }

    /// The notice after the admin has imported an export.
    pub fn notice(&self) -> Notice {
        Notice::success("Import Finished", self.words())
    }
}

/// A sum of points, capped at the largest integer that JavaScript holds exactly.
fn sum(points: u64, more: u64) -> u64 {
    points.saturating_add(more).min(POINTS_MAX)
}

//! What a decision is told of the referral.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::author::Author;
use super::award;
use super::programme::ProgrammeSettings;
use super::said::Referrer;
use crate::case::Case;
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::rewards::{Past, Rulebook};

/// What is known of a referral when something is decided about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The referral that the command names, if there is one.
    pub referral: Option<Case>,
    /// How the person who gives the command is related to the referral.
    pub relation: Relation,
    /// Whether a number of that person is, or ever was, in the referral: as the referrer's or as
    /// the referred person's ([`numbers_of`](super::numbers_of)).
    pub concerns_actor: bool,
    /// Of its rivals, which are other referrals of the same person: the numbers of those who made them.
    pub rivals: Vec<String>,
    /// Whether a number of that person is among these.
    pub concerns_rival: bool,
    /// The [ids](crate::history::event_id) of the events that came by an import. What they say of
    /// their author proves nothing.
    pub imported: BTreeSet<String>,
    /// When an import brought the referral; `None` if it was submitted here.
    pub arrived: Option<Instant>,
    /// What owners have set about the programme.
    pub programme: ProgrammeSettings,
    /// What is known of the referrer, if somebody wants to write to them.
    pub referrer: Referrer,
    /// Whether whoever has the referral's number has asked never to be contacted.
    pub do_not_contact: bool,
    /// The rulebook that held when the referral was submitted.
    pub rulebook: Rulebook,
    /// What its two people got for other referrals.
    pub past: Past,
}

impl Known {
    /// Checks that a change by a member of the staff, whatever they are to the referral, is no work on a rival of a
    /// referral of theirs, and changes nothing by which it is told which of the two counts. Of two that they made
    /// themselves, they may take back either.
    pub(super) fn may_change(
        &self,
        author: &Author<'_>,
        before: &Case,
        after: &Case,
    ) -> Result<(), RejectionCode> {
        if !author.is_on_staff() {
            return Ok(());
        }
        if self.rivals_own() {
            award::must_not_work(before, after)?;
        }
        if self.concerns_actor {
            award::must_stay_rival(before, after)?;
        }
        if self.rivals_own() || self.concerns_actor {
            let history = before.history();
            let closing =
                award::closing(&history).filter(|stored| author.wrote(stored, &self.imported));
            award::must_keep_past(before, after, closing.is_some())?;
        }
        Ok(())
    }

    /// Checks that it does not compete with a referral of theirs.
    pub(super) fn must_not_rival_own(&self) -> Result<(), RejectionCode> {
        if self.rivals_own() { Err(RejectionCode::OwnReferral) } else { Ok(()) }
    }

    /// Whether it is about the same person as a referral of theirs, and made by somebody else.
    fn rivals_own(&self) -> bool {
        self.concerns_rival && self.relation != Relation::Referrer
    }
}

/// Checks that a member of staff may erase this referral because somebody asked for it: if it is
/// a rival of a referral of theirs that stays, theirs would count instead.
///
/// # Errors
///
/// [`RejectionCode::OwnReferral`].
pub fn may_erase(known: &Known) -> Result<(), RejectionCode> {
    known.must_not_rival_own()
}

/// How somebody is related to a referral, by the number that they are logged in with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// It is neither of the two.
    #[default]
    Unrelated,
    /// They made the referral, as a member or as a guest.
    Referrer,
    /// They are the person who was referred.
    Referred,
}

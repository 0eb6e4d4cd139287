//! Who gives a command, in relation to the referral, and what follows from that.

use super::known::Relation;
use super::link::came_by_link;
use super::staff::{Right, Staff};
use crate::account::DecisionPolicy;
use crate::case::Case;
use crate::event::{CorrectedField, Kind, Role, Stage};
use crate::history::{History, StoredEvent};
use crate::limits::{EVENTS_MAX, OWN_EVENTS_MAX, STAFF_EVENTS_MAX};
use crate::rejection::RejectionCode;
use crate::rewards::Award;
use crate::viewer::Viewer;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// Who gives a command, in relation to this referral.
pub(super) enum Author<'a> {
    /// A member of staff who may read it.
    Staff(&'a Staff),
    /// Whoever made it.
    Referrer { on_staff: bool },
    /// The person it is about.
    Referred { on_staff: bool },
}

impl<'a> Author<'a> {
    /// Finds the author. If they may not know of the referral, the error says that there is none.
    pub(super) fn of(
        case: &Case,
        actor: &'a Viewer,
        relation: Relation,
    ) -> Result<Self, RejectionCode> {
        let on_staff = matches!(actor, Viewer::Staff(_));
        match (actor, relation) {
            // Whoever holds the page of whoever was referred, or has proved their number, needs no account.
            (Viewer::Guest, Relation::Referred) => Ok(Self::Referred { on_staff: false }),
            (Viewer::Guest, _) => Err(RejectionCode::NotLoggedIn),
            (Viewer::Staff(staff), _)
                if staff.may(Right::Read, case.corrected().service.value()) =>
            {
                Ok(Self::Staff(staff))
            }
            (_, Relation::Referrer) => Ok(Self::Referrer { on_staff }),
            (_, Relation::Referred) => Ok(Self::Referred { on_staff }),
            (_, Relation::Unrelated) => Err(RejectionCode::ReferralGone),
        }
    }

    /// How many events at the start of the history are hidden from this author. The referred person
    /// sees no event up to and including the last correction of the number, because the referral
    /// may have been about somebody else.
    pub(super) fn hidden_events(&self, history: &History) -> usize {
        if !matches!(self, Self::Referred { .. }) {
            return 0;
        }
        let (mut hidden, mut number_corrections) = (0, Vec::<&StoredEvent>::new());
        for (stored, count) in history.events().zip(1..) {
            let corrects_number = match &stored.event.kind {
                Kind::Corrected { field, .. } => *field == CorrectedField::ReferredPhone,
                Kind::Undone { .. } => {
                    number_corrections.iter().any(|corrected| stored.undoes(corrected))
                }
                _ => false,
            };
            if corrects_number {
                hidden = count;
                number_corrections.push(stored);
            }
        }
        hidden
    }

    /// Whether they work here, even if it is not on this referral.
    pub(super) fn is_on_staff(&self) -> bool {
        match self {
            Self::Staff(_) => true,
            Self::Referrer { on_staff } | Self::Referred { on_staff } => *on_staff,
        }
    }

    /// The member of staff as whom they give it.
    pub(super) fn staff(&self) -> Option<&'a Staff> {
        match self {
            Self::Staff(staff) => Some(staff),
            Self::Referrer { .. } | Self::Referred { .. } => None,
        }
    }

    /// Whether this author may add no more events.
    pub(super) fn has_reached_limit(&self, history: &History, imported: &BTreeSet<String>) -> bool {
        let is_own = |stored: &&StoredEvent| self.wrote(stored, imported);
        let own_max = if self.staff().is_some() { STAFF_EVENTS_MAX } else { OWN_EVENTS_MAX };
        history.len() >= EVENTS_MAX || history.events().filter(is_own).count() >= own_max
    }

    /// The role to record in the event.
    pub(super) fn role(&self) -> Role {
        match self {
            Self::Staff(staff) => staff.author(),
            Self::Referrer { .. } => Role::Referrer,
            Self::Referred { .. } => Role::Referred,
        }
    }

    /// Whether they recorded this event themselves. An imported event is nobody's own, whatever it
    /// says of itself.
    pub(super) fn wrote(&self, stored: &StoredEvent, imported: &BTreeSet<String>) -> bool {
        stored.event.by == Some(self.role()) && !imported.contains(&stored.id())
    }

    /// Checks that this author may withdraw a referral in this stage. The referrer may until it is
    /// qualified, unless the person asked for it themselves by a link.
    pub(super) fn may_withdraw(&self, case: &Case, stage: &Stage) -> Result<(), RejectionCode> {
        if matches!(self, Self::Referrer { .. }) && came_by_link(case) {
            return Err(RejectionCode::NotAllowed);
        }
        let late = !matches!(stage, Stage::Received | Stage::Contacted);
        if matches!(self, Self::Referrer { .. }) && late {
            Err(RejectionCode::TooLate)
        } else {
            Ok(())
        }
    }

    /// Checks that this author may correct a referral in this stage. The referrer may as long as it
    /// is new and the person did not type it themselves, and not to their own number (`own_number`). Where services tell duplicates apart, they may
    /// not change the service either, because that would put them before a later referrer. Once it is awarded, its
    /// number and its service say what rules give for others of the same person, so it takes who may award.
    pub(super) fn may_correct(
        &self,
        case: &Case,
        field: CorrectedField,
        stage: &Stage,
        own_number: bool,
        policy: &impl DecisionPolicy,
    ) -> Result<(), RejectionCode> {
        let is_awarded = matches!(field, CorrectedField::ReferredPhone | CorrectedField::Service)
            && Award::of(case).is_some();
        match self {
            Self::Staff(_) if is_awarded => self.require_right(Right::Award, case),
            Self::Staff(_) => Ok(()),
            Self::Referrer { .. } if came_by_link(case) => Err(RejectionCode::NotAllowed),
            Self::Referrer { .. } if own_number && policy.refuses_self_referral() => {
                Err(RejectionCode::SelfReferral)
            }
            Self::Referrer { .. } if *stage != Stage::Received => Err(RejectionCode::TooLate),
            Self::Referrer { .. }
                if field == CorrectedField::Service && policy.tells_services_apart() =>
            {
                Err(RejectionCode::NotAllowed)
            }
            Self::Referrer { .. } => Ok(()),
            Self::Referred { .. } => Err(RejectionCode::NotAllowed),
        }
    }

    /// Checks that this author is staff with this right for the referral's service.
    pub(super) fn require_right(&self, right: Right, case: &Case) -> Result<(), RejectionCode> {
        let service = case.corrected().service;
        let may = self.staff().is_some_and(|staff| staff.may(right, service.value()));
        if may { Ok(()) } else { Err(RejectionCode::NotAllowed) }
    }

    /// Checks the right of staff. The referrer and the referred person need none.
    pub(super) fn require_right_unless_own(
        &self,
        right: Right,
        case: &Case,
    ) -> Result<(), RejectionCode> {
        if self.staff().is_some() { self.require_right(right, case) } else { Ok(()) }
    }
}

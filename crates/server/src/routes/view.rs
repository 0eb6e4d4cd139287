//! Stored records, as the interface shows them.

use crate::AppState;
use api::{Access, DeliveryFailure, HistoryEntry, HostedReferral, MessageState, MessageView};
use domain::{ledger::ReferralView, mobile::MobileNumber};
use store::{Actor, Change, Delivery, Stored, StoredMessage};

/// A referral.
pub(crate) fn referral(stored: &Stored) -> HostedReferral {
    let referral = stored.case.shown();
    HostedReferral {
        // A correction changes what is shown, and not by what it is named.
        view: ReferralView { key: stored.key.clone(), ..ReferralView::of(&referral) },
        version: stored.version,
        referrer_shown: numbers::shown(&referral.referrer_mobile),
        referred_shown: numbers::shown(&referral.referred_phone),
    }
}

/// A change of a referral.
pub(crate) fn change(change: &Change, access: &Access) -> HistoryEntry {
    HistoryEntry {
        at: change.at,
        by: name(&change.by, access),
        status: change.status.as_str().to_owned(),
        tone: change.status.tone(),
        points: change.points,
    }
}

/// The fingerprint of a stored or typed number, if it is one that somebody could log in with.
pub(crate) fn fingerprint(state: &AppState, number: &str) -> Option<[u8; 32]> {
    let spelling = numbers::spellings(number).into_iter().next()?;
    MobileNumber::parse(&spelling).ok().map(|number| state.secret.number(&number))
}

/// A contact message.
pub(crate) fn message(stored: StoredMessage) -> MessageView {
    let StoredMessage { key, message, at, delivery } = stored;
    let domain::contact::ContactDraft { name, email, subject, message } = message;
    let reason = delivery.failure.as_deref().map(|code| {
        let failure = DeliveryFailure::of_code(code);
        failure.words(delivery.attempts)
    });
    MessageView { key, at, name, email, subject, message, state: state_of(&delivery), reason }
}

fn state_of(delivery: &Delivery) -> MessageState {
    match delivery {
        Delivery { forwarded_at: Some(_), .. } => MessageState::Forwarded,
        Delivery { handled_at: Some(_), .. } => MessageState::Handled,
        Delivery { failed_at: Some(_), .. } => MessageState::Undeliverable,
        Delivery { wanted: true, .. } => MessageState::Waiting,
        _ => MessageState::Received,
    }
}

/// Who made a change. A member is told their own name and no other member's, of which the last
/// digits of a number are a part.
fn name(by: &Actor, access: &Access) -> String {
    match by {
        Actor::Guest => "Guest".to_owned(),
        Actor::Import => "Import".to_owned(),
        Actor::Erased => "Erased".to_owned(),
        Actor::Member(mobile) if access.sees_all() || is_own(mobile, access) => {
            mobile.display_name()
        }
        Actor::Member(_) => "Admin".to_owned(),
    }
}

fn is_own(mobile: &MobileNumber, access: &Access) -> bool {
    access.viewer.user().is_some_and(|user| user.mobile_number == *mobile)
}

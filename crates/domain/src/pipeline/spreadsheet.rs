//! Referrals from a spreadsheet. Each of its rows is decided as a [submission](super::submit) and as an
//! [import](super::may_import); here is what only a spreadsheet asks.

use alloc::string::String;

use super::award;
use super::consent::BY_ITSELF;
use super::known::Known;
use crate::case::Case;
use crate::event::Role;
use crate::history::StoredEvent;

/// Why a referral of a spreadsheet stays when the rest of it is taken out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Somebody has worked on it since.
    WorkedOn,
    /// It concerns the person who takes the rest out, or is a rival of a referral of theirs: without it,
    /// theirs might count.
    Own,
}

/// Whether the referral, which came from a spreadsheet, goes when that is taken out again. What
/// somebody has worked on stays, also if they have undone everything: the history is theirs.
///
/// # Errors
///
/// Why it stays.
pub fn may_take_out(known: &Known) -> Result<(), Kept> {
    award::must_not_be_own(known).map_err(|_| Kept::Own)?;
    // One of somebody who is never to be contacted has been closed, but not by anybody. A file can say that of anything.
    let by_itself = Role::from(String::from(BY_ITSELF));
    let is_by_itself = |stored: &StoredEvent| {
        stored.event.by.as_ref() == Some(&by_itself) && !known.imported.contains(&stored.id())
    };
    let is_untouched = |case: &Case| case.history().events().all(is_by_itself);
    let is_new = known.referral.as_ref().is_some_and(is_untouched);
    if is_new { Ok(()) } else { Err(Kept::WorkedOn) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, Kind};
    use crate::pipeline::unwanted;
    use crate::referral::{Instant, Referral};

    #[test]
    fn only_what_nobody_has_touched_and_nobody_gains_by_is_taken_out() {
        let text = |_| Ok::<_, ()>(String::new());
        let new = Case::submitted(Referral::submitted(Instant::default(), text).unwrap());
        let known = Known { referral: Some(new.clone()), ..Known::default() };
        assert_eq!(may_take_out(&known), Ok(()));
        for own in [
            Known { concerns_actor: true, ..known.clone() },
            Known { concerns_rival: true, ..known.clone() },
        ] {
            assert_eq!(may_take_out(&own), Err(Kept::Own));
        }
        let closed = new.clone().evolve(&unwanted(&new, Instant::default()).unwrap());
        let by_itself = closed.history().events().map(StoredEvent::id).collect();
        let closed = Known { referral: Some(closed), ..Known::default() };
        assert_eq!(may_take_out(&closed), Ok(()));
        let said_so = Known { imported: by_itself, ..closed };
        assert_eq!(may_take_out(&said_so), Err(Kept::WorkedOn));
        let kind = Kind::Noted { note: "Called".into() };
        let event = Event { at: Instant::default().next(), saw: 0, by: None, kind };
        let worked_on = Known { referral: Some(new.evolve(&event)), ..known };
        assert_eq!(may_take_out(&worked_on), Err(Kept::WorkedOn));
        assert_eq!(may_take_out(&Known::default()), Err(Kept::WorkedOn));
    }
}

//! Taking in an export.

use serde::Serialize;

use super::Ledger;
use super::aside::{Aside, Source};
use super::export::Export;
use super::list::{List, Record};
use crate::limits::IMPORT_MAX_BYTES;
use crate::notice::Notice;
use crate::rejection::RejectionCode;
use crate::verdict::Verdict;
use crate::viewer::Viewer;

/// What the records of an export, referrals and registered users, are to those that are here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Import {
    /// Not here yet.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub new: usize,
    /// Here in an older version.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changed: usize,
    /// Here already, in this version or a later one.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub same: usize,
    /// Not taken: they cannot be read, or their owner has erased them.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub refused: usize,
}

impl Ledger {
    /// Takes in an export, for the admin: a union, as with another tab, so that nothing that is
    /// here is lost and no later edit undone. To see what it would do, try it on a copy.
    pub fn import(&mut self, viewer: &Viewer, text: &str) -> Verdict<Import> {
        match self.try_import(viewer, text) {
            Err(code) => Verdict::refused(code),
            Ok(import) => Verdict::accepted(import, Notice::imported()),
        }
    }

    fn try_import(&mut self, viewer: &Viewer, text: &str) -> Result<Import, RejectionCode> {
        viewer.admin().ok_or(RejectionCode::NotAdmin)?;
        if text.len() > IMPORT_MAX_BYTES {
            return Err(RejectionCode::ImportTooLarge);
        }
        let export = Export::open(text)?;
        // With what the export knows to be erased.
        self.absorb_aside(export.aside);
        let graves = self.aside.graves();
        let mut import = Import::default();
        let accounts = readable(export.accounts, Source::Accounts, &mut import);
        self.accounts.take_in(
            accounts,
            &|user| graves.has_account(user),
            &mut self.aside,
            &mut import,
        );
        let referrals = readable(export.referrals, Source::Referrals, &mut import);
        self.referrals.take_in(
            referrals,
            &|it| graves.has_referral(it),
            &mut self.aside,
            &mut import,
        );
        Ok(import)
    }
}

/// The records of an export's list that can be read. What cannot stays in the file.
fn readable<T: Record>(text: &str, source: Source, import: &mut Import) -> List<T> {
    let mut list = List::default();
    let mut unreadable = Aside::default();
    list.absorb(text, source, &mut unreadable);
    import.refused += unreadable.count(source);
    list
}

//! Taking in an export.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::export::Export;
use super::json;
use super::list::{List, Record, entries_of};
use super::quarantine::{Entries, Quarantine, Source};
use super::{Ledger, borrowed};
use crate::limits::{IMPORT_MAX_BYTES, QUARANTINE_MAX_BYTES};
use crate::notice::Notice;
use crate::rejection::RejectionCode;
use crate::verdict::Verdict;
use crate::viewer::Viewer;

/// What becomes of the entries of an export: referrals, registered users, and what was kept beside
/// them. Each entry of the file counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Import {
    /// Not here yet.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub new: usize,
    /// Here in an older version.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changed: usize,
    /// Here already, in this version or a later one; or a second time in the file.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub same: usize,
    /// Not taken: erased here by their owner.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub refused: usize,
    /// Not taken: they cannot be read.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub unreadable: usize,
    /// No records: notes of what was erased elsewhere, which erase nothing here, notes of a later
    /// version, and older copies of records.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ignored: usize,
}

impl Import {
    /// What was done, in a sentence or two: `New: 2. Unreadable: 1.`
    pub fn words(&self) -> String {
        let counts = [
            ("New: ", self.new),
            ("Changed: ", self.changed),
            ("Here already: ", self.same),
            ("Refused, because it was erased here: ", self.refused),
            ("Unreadable: ", self.unreadable),
            ("Ignored: ", self.ignored),
        ];
        let mut words = String::new();
        for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(name);
            words.push_str(&json::text(&count));
            words.push('.');
        }
        words
    }
}

impl Ledger {
    /// Takes in an export, for the admin: a union, as with another tab, so that nothing that is
    /// here is lost and no later edit undone. To see what it would do, try it on a copy.
    ///
    /// An import never deletes: what the file says was erased is not erased here. Whoever makes a
    /// file can write anything into it.
    pub fn import(&mut self, viewer: &Viewer, text: &str) -> Verdict<Import> {
        match self.try_import(viewer, text) {
            Err(code) => Verdict::refused(code),
            Ok(import) => Verdict::accepted(import, Notice::imported(&import)),
        }
    }

    fn try_import(&mut self, viewer: &Viewer, text: &str) -> Result<Import, RejectionCode> {
        viewer.admin().ok_or(RejectionCode::NotAdmin)?;
        if text.len() > IMPORT_MAX_BYTES {
            return Err(RejectionCode::ImportTooLarge);
        }
        let export = Export::open(text)?;
        self.room()?;
        let mut beside = Entries::read(export.quarantine);
        let mut import = Import::default();
        let mut quarantine = Quarantine::default();
        let texts = beside.take(Source::Accounts);
        let accounts = readable(
            &entries_of(export.accounts),
            &borrowed(&texts),
            Source::Accounts,
            &mut quarantine,
            &mut import,
        );
        let texts = beside.take(Source::Referrals);
        let referrals = readable(
            &entries_of(export.referrals),
            &borrowed(&texts),
            Source::Referrals,
            &mut quarantine,
            &mut import,
        );
        for source in [Source::ErasedReferral, Source::ErasedAccount, Source::Unknown] {
            import.ignored += beside.take(source).len();
        }
        let copies = beside.take(Source::Replaced);
        import.ignored += copies.len();
        // All that is left are collections that nobody could read.
        import.unreadable += beside.len();
        quarantine.extend(Source::Replaced, copies);
        quarantine.add(beside);
        // What there is no room for stays in the file alone.
        if self.quarantine.size() + quarantine.size() <= QUARANTINE_MAX_BYTES {
            self.quarantine.merge(quarantine);
        }

        let erasures = self.quarantine.erasures();
        let erased = |user: &_| erasures.has_account(user);
        self.accounts.import(accounts, &erased, &mut self.quarantine, &mut import);
        let erased = |case: &_| erasures.has_case(case);
        self.referrals.import(referrals, &erased, &mut self.quarantine, &mut import);
        self.settle();
        Ok(import)
    }
}

/// The records among the entries of an export's list, and among those that were quarantined where
/// it was made. Of these, the ones that nobody can read are quarantined here as well; those of the
/// list stay in the file.
fn readable<T: Record>(
    entries: &[&str],
    quarantined: &[&str],
    source: Source,
    quarantine: &mut Quarantine,
    import: &mut Import,
) -> List<T> {
    let mut list = List::default();
    let unreadable = list.read_entries(entries, source, &mut Quarantine::default())
        + list.read_entries(quarantined, source, quarantine);
    import.unreadable += unreadable;
    import.same += entries.len() + quarantined.len() - unreadable - list.len();
    list
}

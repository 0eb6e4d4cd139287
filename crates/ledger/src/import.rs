//! Importing an export.

use domain::import::Import;
use domain::limits::{IMPORT_MAX_BYTES, QUARANTINE_MAX_BYTES};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use domain::viewer::Viewer;

use crate::export::Export;
use crate::list::{List, Record, entries_of};
use crate::quarantine::{Entries, Erasures, Quarantine, Source};
use crate::{Ledger, borrowed, merge_replaced};

impl Ledger {
    /// Imports an export, for the admin. It merges, as with another tab, so that nothing here is
    /// lost and no later edit undone. To preview an import, call it on a clone.
    ///
    /// An import never deletes, not even what the file says was erased, because anybody can write
    /// anything into a file.
    pub fn import(&mut self, viewer: &Viewer, text: &str) -> Verdict<Import> {
        match self.try_import(viewer, text) {
            Err(code) => Verdict::refused(code),
            Ok(import) => Verdict::accepted(import, import.notice()),
        }
    }

    fn try_import(&mut self, viewer: &Viewer, text: &str) -> Result<Import, RejectionCode> {
        viewer.admin().ok_or(RejectionCode::NotAdmin)?;
        if text.len() > IMPORT_MAX_BYTES {
            return Err(RejectionCode::ImportTooLarge);
        }
        let export = Export::open(text)?;
        self.check_quarantine_has_room()?;
        let mut quarantined = Entries::read(export.quarantine);
        let mut import = Import::default();
        let mut quarantine = Quarantine::default();
        let texts = quarantined.take(Source::Accounts);
        let mut accounts = readable(
            &entries_of(export.accounts),
            &borrowed(&texts),
            Source::Accounts,
            &mut quarantine,
            &mut import,
        );
        let texts = quarantined.take(Source::Referrals);
        let mut referrals = readable(
            &entries_of(export.referrals),
            &borrowed(&texts),
            Source::Referrals,
            &mut quarantine,
            &mut import,
        );
        for source in [Source::ErasedReferral, Source::ErasedAccount, Source::Unknown] {
            import.ignored += quarantined.take(source).len();
        }
        let copies = quarantined.take(Source::Replaced);
        import.ignored += copies.len();
        // Merged before the records are counted, so that a copy changes no record that is not counted.
        // One whose record is not in the file stays in the file.
        let lists = (&mut accounts, &mut referrals);
        merge_replaced(copies, lists, &Erasures::default(), &mut quarantine);
        // The remaining collections are unreadable as a whole.
        import.unreadable += quarantined.len();
        quarantine.add(quarantined);
        // If the quarantine has no room, these stay in the file only.
        if self.quarantine.size() + quarantine.size() <= QUARANTINE_MAX_BYTES {
            self.quarantine.merge(quarantine);
        }

        let erasures = self.quarantine.erasures();
        let erased = |user: &_| erasures.has_account(user);
        self.accounts.import(accounts, &erased, &mut self.quarantine, &mut import);
        let erased = |case: &_| erasures.has_case(case);
        self.referrals.import(referrals, &erased, &mut self.quarantine, &mut import);
        self.drop_erased_and_merge_replaced();
        Ok(import)
    }
}

/// Collects the readable records from an export's list and from its quarantine. Quarantined entries
/// that are still unreadable go to the quarantine here as well; unreadable entries of the list stay
/// in the file.
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

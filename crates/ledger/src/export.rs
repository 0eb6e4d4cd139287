//! Exports: copies of the records, to be kept somewhere else.
//!
//! An export is [`opening`], the registered users as a JSON array, [`REFERRALS`], the referrals as
//! another, [`UNREADABLE`], a third array, and [`END`]. So a long export can be written piece by
//! piece.

use alloc::string::String;

use compact_json::{concat, to_string};
use domain::case::Case;
use domain::limits::{KEY_ACCOUNTS, KEY_QUARANTINE, KEY_REFERRALS};
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use crate::{Ledger, csv};

/// The format name in the export.
const FORMAT: &str = r#""referral-programme""#;

/// The version of the export's format. This version cannot import a later one.
const VERSION: &str = "1";

/// Between the registered users and the referrals.
pub const REFERRALS: &str = ",\n\"allReferrals\": ";

/// Between the referrals and what could not be read.
pub const UNREADABLE: &str = ",\n\"unreadableRecords\": ";

/// After the last array.
pub const END: &str = "\n}\n";

/// The text before the registered users.
pub fn opening(now: Instant) -> String {
    concat(&[
        "{\n\"format\": ",
        FORMAT,
        ",\n\"version\": ",
        VERSION,
        ",\n\"exportedAt\": ",
        &to_string(&now),
        ",\n\"registeredUsers\": ",
    ])
}

impl Ledger {
    /// A copy as JSON that [`Ledger::import`] reads: everything for the admin; for a member, their
    /// own account and their own referrals.
    pub fn export(&self, viewer: &Viewer, now: Instant) -> String {
        let own = viewer.user().map(|user| &user.mobile_number);
        let all = viewer.admin().is_some();
        let accounts = self.accounts.text_of(&|user| all || own == Some(&user.mobile_number));
        let referrals = self.referrals.text_of(&|case| viewer.can_see(case.referral()));
        let quarantine = self.quarantine.text().filter(|_| all);
        concat(&[
            &opening(now),
            &accounts,
            REFERRALS,
            &referrals,
            UNREADABLE,
            quarantine.as_deref().unwrap_or("[]"),
            END,
        ])
    }

    /// The viewer's list as CSV, newest first (RFC 4180).
    pub fn csv(&self, viewer: &Viewer) -> String {
        let own = self.referrals.iter().rev().filter(|case| viewer.can_see(case.referral()));
        csv::table(own.map(Case::corrected))
    }
}

/// An opened export, with its lists as they are written.
pub(crate) struct Export<'t> {
    pub(crate) accounts: &'t str,
    pub(crate) referrals: &'t str,
    pub(crate) quarantine: &'t str,
}

impl<'t> Export<'t> {
    /// Opens an export.
    pub(crate) fn open(text: &'t str) -> Result<Self, RejectionCode> {
        // Some programs start a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let members = compact_json::members(text).ok_or(RejectionCode::NotAnExport)?;
        let member = |name: &str| {
            let found = members.iter().find(|member| member.name == name);
            found.map(|member| member.value).ok_or(RejectionCode::NotAnExport)
        };
        if member("format")? != FORMAT {
            return Err(RejectionCode::NotAnExport);
        }
        if member("version")? != VERSION {
            return Err(RejectionCode::ExportUnknown);
        }
        Ok(Self {
            accounts: member(KEY_ACCOUNTS)?,
            referrals: member(KEY_REFERRALS)?,
            quarantine: member(KEY_QUARANTINE)?,
        })
    }
}

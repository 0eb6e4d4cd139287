//! What an import brings, and who brings it.

use domain::account::User;
use domain::case::Case;
use domain::pipeline::Known;
use domain::rejection::Rejections;

/// Who imports, and what they may.
#[derive(Clone, Copy)]
pub struct Importer<'a> {
    /// Their id in histories; empty for a program.
    pub staff: &'a str,
    /// The hash of the session's token, which must still be open.
    pub session: Option<&'a [u8; 32]>,
    /// Decides, inside the transaction, whether the import may make the referral of the state into
    /// the other; without one, whether it may add the other.
    pub may: ImportRule<'a>,
}

impl Importer<'static> {
    /// A program that may import anything, such as a test.
    pub const PROGRAM: Self = Self { staff: "", session: None, may: &|_, _| Ok(()) };
}

/// See [`Importer::may`].
pub type ImportRule<'a> =
    &'a (dyn Fn(&Known, &Case) -> std::result::Result<(), Rejections> + Send + Sync);

/// The readable records of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The registered users.
    pub accounts: Vec<User>,
    /// The referrals with their histories.
    pub referrals: Vec<Case>,
}

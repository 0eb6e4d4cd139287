//! The domain's words that the pages need before, or without, loading the rules. They are a module
//! of their own, so that a page which has nothing to refuse need not download them.

use std::collections::BTreeMap;

use domain::notice::{Notice, Trouble};
use domain::rejection::RejectionCode;

use crate::module::Module;

/// The module's text.
pub(crate) fn module() -> anyhow::Result<String> {
    let mut module = Module::new("crates/domain");
    module.import_types(&["Notice", "RejectionCode", "RejectionWords", "Trouble"], "./index");
    let rejections: BTreeMap<_, _> =
        RejectionCode::ALL.iter().map(|code| (code.as_str(), code.words())).collect();
    module.constant(
        "What is said about each rejection: its field, the hint beside it, the toast.",
        "REJECTIONS",
        "Readonly<Record<RejectionCode, RejectionWords>>",
        &rejections,
    )?;
    let troubles: BTreeMap<_, _> =
        Trouble::ALL.into_iter().map(|trouble| (trouble.as_str(), trouble.notice())).collect();
    module.constant(
        "What is said when storage, or the rules themselves, cannot be reached.",
        "TROUBLES",
        "Readonly<Record<Trouble, Notice>>",
        &troubles,
    )?;
    module.constant(
        "The notice of a sent contact message.",
        "MESSAGE_SENT",
        "Notice",
        &Notice::message_sent(),
    )?;
    Ok(module.text())
}

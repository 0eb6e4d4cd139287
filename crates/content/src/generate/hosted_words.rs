//! What only hosted mode says before, or without, an answer from a server. It is a module of its
//! own, which nobody downloads where the programme lives in the browser.

use std::collections::BTreeMap;

use api::{CODE_DIGITS, HostedCode, KEY_WAITING, LENGTHS};
use domain::notice::Notice;
use serde_json::json;

use crate::module::{Module, literal};

/// The module's text.
pub(crate) fn module() -> anyhow::Result<String> {
    let mut module = Module::new("crates/api");
    module.import_types(&["Field", "HostedCode", "Notice", "RejectionWords"], "./index");
    let words: BTreeMap<_, _> =
        HostedCode::ALL.iter().map(|code| (code.as_str(), code.words())).collect();
    module.constant(
        "What is said about each reason that only a server has.",
        "HOSTED_WORDS",
        "Readonly<Record<HostedCode, RejectionWords>>",
        &words,
    )?;
    let notices = BTreeMap::from([
        ("checking", api::checking()),
        ("confirmed", api::confirmed()),
        ("loggedIn", Notice::logged_in()),
        ("outOfDate", api::out_of_date()),
        ("outcomeUnknown", api::outcome_unknown()),
        ("ownerUnknown", api::owner_unknown()),
        ("savedForLater", api::saved_for_later()),
        ("sentAfterAll", api::sent_after_all()),
        ("signedUp", Notice::signed_up()),
        ("stillWaiting", api::still_waiting()),
    ]);
    module.constant(
        "What the pages say by themselves, before a server has answered.",
        "HOSTED_NOTICES",
        "Readonly<Record<HostedNotice, Notice>>",
        &notices,
    )?;
    let names: Vec<_> = notices.keys().map(|name| format!("\"{name}\"")).collect();
    module.add(&format!("type HostedNotice = {};", names.join(" | ")));
    let limits = json!({ "codeDigits": CODE_DIGITS, "waitingKey": KEY_WAITING });
    let doc =
        "/** How long a code is, and the local storage key of what waits for a connection. */";
    module.add(&format!("{doc}\nexport const HOSTED_LIMITS = {} as const;", literal(&limits)?));
    module.constant(
        "How long the text of each field may be, in characters, and what is said about a longer one.",
        "HOSTED_LENGTHS",
        "readonly { readonly field: Field; readonly max: number; readonly hint: string }[]",
        &LENGTHS,
    )?;
    Ok(module.text())
}

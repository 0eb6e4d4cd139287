//! Constants and words of hosted mode: what pages say of what a server answers, and what a server says itself.

use std::collections::BTreeMap;

use anyhow::Context as _;
use api::{CODE_DIGITS, Code, Done, KEY_WAITING, LENGTHS};
use domain::event::{CorrectedField, Reason};
use domain::notice::Notice;
use domain::pipeline::{PublicStage, reason_id};
use domain::rewards::{REFERENCE_CHANGED, RedemptionStatus};
use domain::service::ServiceOption;
use serde_json::json;

use crate::module::{Module, literal};
use crate::rules::{Wording, variable};
use crate::values::{add_choices, add_notices};

/// The words for hosted mode.
pub(crate) fn hosted(wording: &mut Wording<'_>) -> anyhow::Result<String> {
    let mut module = Module::outside("crates/api", wording.bindings());
    module.import_bindings(&["CorrectedField", "Field", "Notice"]);
    let mut failures = BTreeMap::new();
    for code in api::CODES_OF_PAGES {
        let words = wording.rejection(code.as_str(), code.words())?;
        failures.insert(code.as_str(), words.notice);
    }
    module.constant(
        "The notices for what a page finds out by itself. Those of other codes come with the server's answer.",
        "HOSTED_FAILURES",
        "Readonly<Record<HostedFailure, Notice>>",
        &failures,
    )?;
    let codes: Vec<_> = failures.keys().map(|code| format!("\"{code}\"")).collect();
    module.add(&format!("export type HostedFailure = {};", codes.join(" | ")));
    let mut fields = Vec::new();
    for field in CorrectedField::ALL {
        let label = field.label();
        let id = format!("corrected-{}", label.to_lowercase().replace(' ', "-"));
        fields.push((field.as_str(), wording.text(&id, label)?));
    }
    add_choices(
        &mut module,
        "The fields of a referral that can be corrected, in the order of the form.",
        "CORRECTED_FIELDS",
        "CorrectedField",
        fields.iter().map(|(value, label)| (*value, label.as_str())),
    )?;
    add_notices(
        &mut module,
        wording,
        "What the pages say by themselves, before a server has answered.",
        "HOSTED_NOTICES",
        "HostedNotice",
        vec![
            ("checking", api::checking()),
            ("confirmed", api::confirmed().english),
            ("logged-in", Notice::logged_in()),
            ("out-of-date", api::out_of_date()),
            ("change-unknown", api::outcome_unknown()),
            ("saved-for-later", api::saved_for_later()),
            ("sent-after-all", api::sent_after_all()),
            ("signed-up", Notice::signed_up()),
            ("still-waiting", api::still_waiting()),
        ],
    )?;
    let limits = json!({
        "codeDigits": CODE_DIGITS,
        "waitingKey": KEY_WAITING,
        "leaderNameMax": api::LEADER_NAME_MAX,
    });
    let doc = "/** The number of digits of a code, the local storage key of waiting referrals, and the longest \
               name on the list of those with most points, in letters. */";
    module.add(&format!("{doc}\nexport const HOSTED_LIMITS = {} as const;", literal(&limits)?));
    let mut lengths = Vec::new();
    for length in LENGTHS {
        lengths.push(wording.length(length)?);
    }
    module.constant(
        "How long the text of each field may be, in characters, and what is said about a longer one.",
        "HOSTED_LENGTHS",
        "readonly { readonly field: Field; readonly max: number; readonly hint: string }[]",
        &lengths,
    )?;
    Ok(module.text())
}

/// What a server says that stands in English beside the rules, on the pages that it fills in and of a referral's progress.
pub(crate) fn of_server(wording: &mut Wording<'_>) -> anyhow::Result<()> {
    for (code, id) in Code::of_visitors() {
        wording.rejection(id, code.words())?;
    }
    for done in Done::all_of_visitors() {
        let values = done.value.iter().map(|(name, value)| (*name, value.as_str()));
        let values: Vec<_> = values.collect();
        let id = done.id.with_context(|| format!("{:?} has no id", done.english.title))?;
        wording.filled_notice(id, &done.english, &values)?;
    }
    for (code, hint) in api::HINTS_TO_THEMSELVES {
        wording.text(&api::hint_to_themselves_id(*code), hint)?;
    }
    for stage in PublicStage::ALL {
        wording.text(&stage.name_id(), stage.name)?;
        wording.text(&stage.sentence_id(), stage.sentence)?;
    }
    for reason in Reason::ALL {
        if let Some((id, words)) = reason_id(reason).zip(reason.words()) {
            wording.text(&id, words.sentence)?;
        }
    }
    for status in RedemptionStatus::ALL {
        wording.text(&status.label_id(), status.label())?;
    }
    let (id, words) = REFERENCE_CHANGED;
    wording.text(id, words)?;
    wording.notice("not-sent", &Notice::not_sent())?;
    wording.text("form-submitted", &api::form_submitted().description)?;
    wording.text("go-back", api::GO_BACK)?;
    let again = api::try_again_in(&variable("seconds"));
    wording.filled("try-again-in", &again, &[("seconds", "")])?;
    for option in ServiceOption::ALL {
        wording.service(option.value(), option.label())?;
    }
    Ok(())
}

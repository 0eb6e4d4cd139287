//! Constants and words of hosted mode: what pages say of what a server answers, and what a server says itself.

use std::collections::BTreeMap;

use api::{CODE_DIGITS, HostedCode, KEY_WAITING, LENGTHS, ReferralCommand};
use domain::event::{CorrectedField, Reason};
use domain::notice::Notice;
use domain::pipeline::{PublicStage, reason_id};
use domain::rejection::RejectionCode;
use domain::rewards::{REFERENCE_CHANGED, RedemptionStatus};
use domain::service::ServiceOption;
use serde_json::json;

use crate::module::{Module, literal};
use crate::rules::{Wording, variable};
use crate::values::{add_choices, add_notices};

/// The words for hosted mode.
pub(crate) fn hosted(wording: &mut Wording<'_>) -> anyhow::Result<String> {
    let mut module = Module::outside("crates/api", wording.bindings());
    module.import_bindings(&["CorrectedField", "Field", "HostedCode", "Notice", "RejectionWords"]);
    let mut words = BTreeMap::new();
    for code in HostedCode::ALL {
        // What only staff can meet is said in English, as the console is.
        let said = if HostedCode::OF_VISITORS.contains(code) {
            wording.rejection(code.as_str(), code.words())?
        } else {
            code.words().into()
        };
        words.insert(code.as_str(), said);
    }
    module.constant(
        "What is said about each reason that only a server has.",
        "HOSTED_WORDS",
        "Readonly<Record<HostedCode, RejectionWords>>",
        &words,
    )?;
    let mut failures = BTreeMap::new();
    for code in api::CODES_OF_PAGES {
        let code = code.as_str();
        failures.insert(code, words.get(code).and_then(|words| words.notice.clone()));
    }
    module.constant(
        "The notices for what a page finds out by itself. Those of other codes come with the server's answer.",
        "HOSTED_FAILURES",
        "Readonly<Record<HostedFailure, Notice>>",
        &failures,
    )?;
    let codes: Vec<_> = failures.keys().map(|code| format!("\"{code}\"")).collect();
    module.add(&format!("export type HostedFailure = {};", codes.join(" | ")));
    let mut rules = BTreeMap::new();
    for &code in api::CODES_OF_MEMBERS {
        let id = match code {
            // In a browser it is said in other words.
            RejectionCode::ReferralGone => "referral-gone-here",
            _ => code.as_str(),
        };
        rules.insert(code.as_str(), wording.rejection(id, api::Code::Rule(code).words())?);
    }
    module.constant(
        "What is said about each rejection that members meet on a server alone.",
        "MEMBER_REJECTIONS",
        "Readonly<Record<string, RejectionWords>>",
        &rules,
    )?;
    let mut fields = Vec::new();
    for field in CorrectedField::ALL {
        let label = field.label();
        let id = format!("corrected-{}", label.to_lowercase());
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
            ("confirmed", api::confirmed()),
            ("logged-in", Notice::logged_in()),
            ("out-of-date", api::out_of_date()),
            ("change-unknown", api::outcome_unknown()),
            ("saved-for-later", api::saved_for_later()),
            ("sent-after-all", api::sent_after_all()),
            ("signed-up", Notice::signed_up()),
            ("still-waiting", api::still_waiting()),
        ],
    )?;
    let (number, name) = (variable("number"), variable("name"));
    let (on, none, field) = (api::command_done, String::new, CorrectedField::Notes);
    add_notices(
        &mut module,
        wording,
        "What a server says in English about what a member did, for pages in other languages. The texts of a sent code and \
         of a referral have `{number}` and `{name}` in them.",
        "DONE_NOTICES",
        "DoneNotice",
        vec![
            ("otp-sent", api::code_sent(&number)),
            ("confirmed", api::confirmed()),
            ("logged-in", Notice::logged_in()),
            ("signed-up", Notice::signed_up()),
            ("referral-submitted", Notice::referral_submitted(&name)),
            ("withdrawn", on(&ReferralCommand::Withdraw { note: none() })),
            ("corrected", on(&ReferralCommand::Correct { field, text: none(), note: none() })),
            ("undone", on(&ReferralCommand::Undo { target: none(), note: none() })),
            ("says-who", on(&ReferralCommand::SayWho { says: true, note: none() })),
            ("says-not-who", on(&ReferralCommand::SayWho { says: false, note: none() })),
            ("page-made", api::person_page_made()),
            ("name-saved", api::name_saved()),
            ("notifications-saved", api::notifications_saved()),
            ("redemption-requested", api::redemption_requested()),
            ("redemption-cancelled", api::redemption_cancelled()),
            ("reference-saved", api::reference_saved()),
            ("leader-name-saved", api::leader_name_saved()),
            ("leader-name-removed", api::leader_name_removed()),
            ("link-made", api::link_made()),
            ("link-saved", api::link_saved()),
            ("account-erased", api::account_erased()),
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
    let rules = RejectionCode::OF_THE_BROWSER.iter().chain(api::CODES_OF_SHARED_PAGES);
    let rules = rules.map(|code| (code.as_str(), code.words()));
    let hosted = HostedCode::OF_VISITORS.iter().map(|code| (code.as_str(), code.words()));
    for (code, words) in rules.chain(hosted) {
        wording.text(code, words.hint)?;
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
    wording.text("form-submitted", &api::referral_submitted().description)?;
    let sent = api::page_code_sent(&variable("number"));
    wording.text("page-code-sent-title", &sent.title)?;
    wording.filled("page-code-sent", &sent.description, &[("number", "")])?;
    wording.text("go-back", api::GO_BACK)?;
    let again = api::try_again_in(&variable("seconds"));
    wording.filled("try-again-in", &again, &[("seconds", "")])?;
    for option in ServiceOption::ALL {
        wording.service(option.value(), option.label())?;
    }
    Ok(())
}

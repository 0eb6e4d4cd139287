//! Constants that pages use without loading the rules or asking a server. They are split into
//! modules, so that a page downloads only what it uses.

use std::collections::BTreeMap;

use api::{
    COMMANDS_AT_ONCE, DECISIONS_AT_ONCE, EventKind, EventOutcome, HostedCode, LENGTHS, NAME_MAX,
    RowDoubt, SEARCH_ALL_FROM, SEARCHED, SELECTED_AT_ONCE, SPREADSHEET_MAX_BYTES, SPREADSHEET_ROWS,
    TokenScope, WhyKept,
};
use domain::event::{CallOutcome, Stage, TaskKind};
use domain::limits;
use domain::notice::{BrowserFailure, Notice};
use domain::pipeline::StaffRole;
use domain::pipeline::offered::LABEL_MAX;
use domain::pipeline::programme::{STAGE_DAYS_MAX, UNANSWERED_MAX};
use domain::pipeline::reasons::SENTENCE_MAX;
use domain::pipeline::templates::{TEMPLATE_MAX, TEMPLATES_MAX, TemplateField};
use domain::pipeline::text_rules::DIGITS_MAX;
use domain::referral::ReferralDraft;
use domain::rejection::{Field, RejectionCode};
use domain::rewards::{
    BatchStatus, Currency, OFFER_TEXT_MAX, OFFER_TITLE_MAX, OfferKind, REDEMPTION_REASON_MAX,
    REFERENCE_MAX, RedemptionStatus,
};
use domain::service::ServiceOption;
use serde_json::json;

use crate::module::{Module, literal};
use crate::rules::Wording;

/// The constants of the domain.
pub(crate) fn constants(wording: &mut Wording<'_>) -> anyhow::Result<String> {
    let mut module = Module::outside("crates/domain", wording.bindings());
    module.import_bindings(&["ReferralDraft", "ServiceOption"]);
    let limits = json!({
        "mobileMinDigits": limits::MOBILE_MIN_DIGITS,
        "mobileMaxDigits": limits::MOBILE_MAX_DIGITS,
        "otpPlaceholderDigits": limits::OTP_PLACEHOLDER_DIGITS,
        "importMaxBytes": limits::IMPORT_MAX_BYTES,
        "referralDelayMs": limits::REFERRAL_DELAY_MS,
        "contactDelayMs": limits::CONTACT_DELAY_MS,
        "contactMessageRows": limits::CONTACT_MESSAGE_ROWS,
        "toastLimit": limits::TOAST_LIMIT,
        "toastDurationMs": limits::TOAST_DURATION_MS,
        "toastSwipeThreshold": limits::TOAST_SWIPE_THRESHOLD,
        "toastHotkey": limits::TOAST_HOTKEY,
        "routeTransitionMs": limits::ROUTE_TRANSITION_MS,
    });
    let doc = "/** The constants of the specification's section 9; durations in milliseconds. */";
    module.add(&format!("{doc}\nexport const LIMITS = {} as const;", literal(&limits)?));
    let keys = json!({
        "user": limits::KEY_USER,
        "accounts": limits::KEY_ACCOUNTS,
        "referrals": limits::KEY_REFERRALS,
        "quarantine": limits::KEY_QUARANTINE,
    });
    let doc = "/** The local storage keys; the last one is for what could not be read. */";
    module.add(&format!("{doc}\nexport const STORAGE_KEYS = {} as const;", literal(&keys)?));
    let mut services = Vec::new();
    for option in ServiceOption::ALL {
        services.push((option.value(), wording.service(option.value(), option.label())?));
    }
    add_choices(
        &mut module,
        "The choices of the service dropdown, in their order.",
        "SERVICE_OPTIONS",
        "ServiceOption",
        services.iter().map(|(value, label)| (*value, label.as_str())),
    )?;
    module.constant(
        "What notes begin with in browser mode if they are for a vacancy or a course.",
        "ABOUT",
        "string",
        &wording.text("about", limits::ABOUT)?,
    )?;
    let mut fields = String::new();
    ReferralDraft::of(|name| {
        fields += &format!("  \"{name}\": \"\",\n");
        String::new()
    });
    module.add(&format!(
        "/** The Refer Someone form with nothing in it. */\n\
         export const EMPTY_REFERRAL: ReferralDraft = {{\n{fields}}};"
    ));
    Ok(module.text())
}

/// The words for the rejections that only the server gives. Most screens get them with its answer.
pub(crate) fn staff_words() -> anyhow::Result<String> {
    let mut module = Module::new("crates/domain and crates/api");
    module.import_bindings(&["HostedCode", "RejectionCode", "RejectionWords"]);
    module.import_types(&["BrowserRejection"], "./words");
    let of_the_browser = RejectionCode::OF_THE_BROWSER;
    let codes = RejectionCode::ALL.iter().filter(|code| !of_the_browser.contains(code));
    let words: BTreeMap<_, _> = codes.map(|code| (code.as_str(), code.words())).collect();
    module.constant(
        "What is said about each rejection that the browser’s own rules cannot give.",
        "STAFF_REJECTIONS",
        "Readonly<Record<Exclude<RejectionCode, BrowserRejection>, RejectionWords>>",
        &words,
    )?;
    let words: BTreeMap<_, _> =
        HostedCode::ALL.iter().map(|code| (code.as_str(), code.words())).collect();
    module.constant(
        "What is said about each reason that only a server has.",
        "HOSTED_WORDS",
        "Readonly<Record<HostedCode, RejectionWords>>",
        &words,
    )?;
    Ok(module.text())
}

/// The domain's words for rejections and notices.
pub(crate) fn words(wording: &mut Wording<'_>) -> anyhow::Result<String> {
    let mut module = Module::outside("crates/domain", wording.bindings());
    module.import_bindings(&["Notice", "RejectionCode", "RejectionWords", "BrowserFailure"]);
    let codes = RejectionCode::OF_THE_BROWSER;
    let mut rejections = BTreeMap::new();
    for code in codes {
        rejections.insert(code.as_str(), wording.rejection(code.as_str(), code.words())?);
    }
    let names: Vec<_> = rejections.keys().map(|name| format!("\"{name}\"")).collect();
    module.add(&format!(
        "/** The codes that the browser's own rules can give. */\n\
         export type BrowserRejection = Extract<\n  RejectionCode,\n  | {}\n>;",
        names.join("\n  | ")
    ));
    module.constant(
        "What is said about each of these: its field, the hint beside it, the toast.",
        "REJECTIONS",
        "Readonly<Record<BrowserRejection, RejectionWords>>",
        &rejections,
    )?;
    let mut failures = BTreeMap::new();
    for failure in BrowserFailure::ALL {
        failures.insert(failure.as_str(), wording.notice(failure.as_str(), &failure.notice())?);
    }
    module.constant(
        "What is said when the browser's storage or loading the rules fails.",
        "BROWSER_FAILURES",
        "Readonly<Record<BrowserFailure, Notice>>",
        &failures,
    )?;
    module.constant(
        "The notice of a sent contact message.",
        "MESSAGE_SENT",
        "Notice",
        &wording.notice("message-sent", &Notice::message_sent())?,
    )?;
    module.constant(
        "The notice of a form with errors, none of which has a notice of its own.",
        "NOT_SENT",
        "Notice",
        &wording.notice("not-sent", &Notice::not_sent())?,
    )?;
    Ok(module.text())
}

/// The words for staff.
pub(crate) fn staff() -> anyhow::Result<String> {
    let mut module = Module::new("crates/domain");
    module.import_bindings(&["CallOutcome", "StaffRole", "Stage", "TaskKind"]);
    let stages = Stage::ALL.map(
        |stage| json!({ "value": stage.as_str(), "label": stage.label(), "open": stage.is_open() }),
    );
    module.constant(
        "The stages of a referral, in their order.",
        "STAGES",
        "readonly { readonly value: Stage; readonly label: string; readonly open: boolean }[]",
        &stages,
    )?;
    module.constant(
        "What is said where no outcome of a call was chosen.",
        "NO_OUTCOME",
        "string",
        &RejectionCode::CallOutcomeUnknown.words().hint,
    )?;
    add_choices(
        &mut module,
        "How a call went.",
        "CALL_OUTCOMES",
        "CallOutcome",
        CallOutcome::ALL.iter().map(|outcome| (outcome.as_str(), outcome.label())),
    )?;
    add_choices(
        &mut module,
        "What is to be done next.",
        "TASK_KINDS",
        "TaskKind",
        TaskKind::ALL.iter().map(|kind| (kind.as_str(), kind.label())),
    )?;
    add_choices(
        &mut module,
        "What somebody is employed to do, the role with the most rights first.",
        "STAFF_ROLES",
        "StaffRole",
        StaffRole::ALL.iter().map(|role| (role.as_str(), role.label())),
    )?;
    let max = |field| LENGTHS.iter().find(|length| length.field == field).map(|length| length.max);
    let limits = json!({
        "noteMax": max(Field::Note),
        "wordsMax": max(Field::Words),
        "nameMax": NAME_MAX,
        "nameDigitsMax": DIGITS_MAX,
        "commandsAtOnce": COMMANDS_AT_ONCE,
        "decisionsAtOnce": DECISIONS_AT_ONCE,
        "selectedAtOnce": SELECTED_AT_ONCE,
        "searchAllFrom": SEARCH_ALL_FROM,
        "searched": SEARCHED,
        "labelMax": LABEL_MAX,
        "sentenceMax": SENTENCE_MAX,
        "templateMax": TEMPLATE_MAX,
        "templatesMax": TEMPLATES_MAX,
        "stageDaysMax": STAGE_DAYS_MAX,
        "unansweredMax": UNANSWERED_MAX,
        "spreadsheetRows": SPREADSHEET_ROWS,
        "spreadsheetMaxBytes": SPREADSHEET_MAX_BYTES,
    });
    let doc = "/** The maximum lengths of a note, of words to a referrer and of a name, the maximum number of digits in a token's \
               name, the maximum number of commands and of decisions on duplicates in a request, how many referrals are selected at \
               once, how many letters search all referrals, how many of the newest fewer letters search, \
               the maximum lengths of a label, a sentence and a template of the settings, how many templates there \
               may be, the most working days of a \
               stage, the most calls that nobody answered before closing is proposed, and the maximum rows and \
               bytes of a spreadsheet. */";
    module.add(&format!("{doc}\nexport const CONSOLE_LIMITS = {} as const;", literal(&limits)?));
    Ok(module.text())
}

/// The words and limits for what points are exchanged for.
pub(crate) fn rewards() -> anyhow::Result<String> {
    let mut module = Module::new("crates/domain");
    module.import_bindings(&["BatchStatus", "Currency", "OfferKind", "RedemptionStatus"]);
    add_choices(
        &mut module,
        "Where a request stands.",
        "REDEMPTION_STATUSES",
        "RedemptionStatus",
        RedemptionStatus::ALL.iter().map(|status| (status.as_str(), status.label())),
    )?;
    add_choices(
        &mut module,
        "Where a batch stands.",
        "BATCH_STATUSES",
        "BatchStatus",
        BatchStatus::ALL.iter().map(|status| (status.as_str(), status.label())),
    )?;
    add_choices(
        &mut module,
        "What kind of thing is offered.",
        "OFFER_KINDS",
        "OfferKind",
        OfferKind::ALL.iter().map(|kind| (kind.as_str(), kind.label())),
    )?;
    let currencies = Currency::ALL.map(
        |currency| json!({ "value": currency.code(), "label": currency.code(), "decimals": currency.decimals() }),
    );
    module.constant(
        "The currencies, each with how many decimals an amount of it has.",
        "CURRENCIES",
        "readonly { readonly value: Currency; readonly label: string; readonly decimals: number }[]",
        &currencies,
    )?;
    let limits = json!({
        "titleMax": OFFER_TITLE_MAX,
        "textMax": OFFER_TEXT_MAX,
        "reasonMax": REDEMPTION_REASON_MAX,
        "referenceMax": REFERENCE_MAX,
    });
    let doc =
        "/** The maximum lengths of an offer's title and text, of a reason and of a reference. */";
    module.add(&format!("{doc}\nexport const REWARD_LIMITS = {} as const;", literal(&limits)?));
    Ok(module.text())
}

/// The words and limits for the console.
pub(crate) fn console() -> anyhow::Result<String> {
    let mut module = Module::new("crates/api");
    module.import_bindings(&["RowDoubt", "TokenScope", "Tone", "WhyKept"]);
    add_choices(
        &mut module,
        "What is recorded, in words. A later version may have recorded something else.",
        "EVENT_KINDS",
        "string",
        EventKind::ALL.iter().map(|kind| (kind.as_str(), kind.label())),
    )?;
    let outcomes: BTreeMap<_, _> = EventOutcome::ALL
        .iter()
        .map(|outcome| {
            let words = json!({ "label": outcome.label(), "tone": outcome.tone() });
            (outcome.as_str(), words)
        })
        .collect();
    module.constant(
        "The outcome of an event, in words.",
        "EVENT_OUTCOMES",
        "Readonly<Record<string, { readonly label: string; readonly tone: Tone | null }>>",
        &outcomes,
    )?;
    add_choices(
        &mut module,
        "What a token may do, in the order in which it is offered.",
        "TOKEN_SCOPES",
        "TokenScope",
        TokenScope::ALL.iter().map(|scope| (scope.as_str(), scope.label())),
    )?;
    add_choices(
        &mut module,
        "Why somebody should look at a row of a spreadsheet before it is imported.",
        "ROW_DOUBTS",
        "RowDoubt",
        RowDoubt::ALL.iter().map(|doubt| (doubt.as_str(), doubt.label())),
    )?;
    add_choices(
        &mut module,
        "Why a referral of an import stays when the rest of it is taken out.",
        "WHY_KEPT",
        "WhyKept",
        WhyKept::ALL.iter().map(|why| (why.as_str(), why.label())),
    )?;
    add_choices(
        &mut module,
        "What a template leaves open, and what it stands for.",
        "TEMPLATE_FIELDS",
        "string",
        TemplateField::ALL.iter().map(|field| (field.name(), field.label())),
    )?;
    Ok(module.text())
}

/// The index of the bindings that have the words of a language. Their types are those of all languages.
pub(crate) fn index() -> String {
    let mut module = Module::new("crates/domain");
    module.add("export * from \"./constants\";\nexport * from \"./words\";");
    module.text()
}

/// Adds notices by their names, as `camelCase`, with a type of the names.
pub(crate) fn add_notices(
    module: &mut Module,
    wording: &mut Wording<'_>,
    doc: &str,
    name: &str,
    names: &str,
    english: Vec<(&str, Notice)>,
) -> anyhow::Result<()> {
    let mut notices = BTreeMap::new();
    for (id, notice) in english {
        notices.insert(content::camel(id), wording.notice(id, &notice)?);
    }
    let of = format!("Readonly<Record<{names}, Notice>>");
    module.constant(doc, name, &of, &notices)?;
    let all: Vec<_> = notices.keys().map(|name| format!("\"{name}\"")).collect();
    module.add(&format!("export type {names} = {};", all.join(" | ")));
    Ok(())
}

/// Adds a list of values with their labels.
pub(crate) fn add_choices<'a>(
    module: &mut Module,
    doc: &str,
    name: &str,
    of: &str,
    choices: impl Iterator<Item = (&'a str, &'a str)>,
) -> anyhow::Result<()> {
    let choices: Vec<_> =
        choices.map(|(value, label)| json!({ "value": value, "label": label })).collect();
    let of = format!("readonly {{ readonly value: {of}; readonly label: string }}[]");
    module.constant(doc, name, &of, &choices)
}

//! The domain's constants and words that the pages need before, or without, loading the rules.

use std::collections::BTreeMap;

use domain::limits;
use domain::notice::{Notice, Trouble};
use domain::rejection::RejectionCode;
use domain::service::ServiceOption;
use serde_json::json;

use crate::module::{Module, literal};

/// The module's text.
pub(crate) fn module() -> anyhow::Result<String> {
    let mut module = Module::new("crates/domain");
    module.import_types(
        &["Notice", "RejectionCode", "RejectionWords", "ServiceOption", "Trouble"],
        "./index",
    );
    let limits = json!({
        "mobileMinDigits": limits::MOBILE_MIN_DIGITS,
        "mobileMaxDigits": limits::MOBILE_MAX_DIGITS,
        "otpPlaceholderDigits": limits::OTP_PLACEHOLDER_DIGITS,
        "pointsMax": limits::POINTS_MAX,
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
        "aside": limits::KEY_ASIDE,
    });
    let doc = "/** The local storage keys; the last keeps what could not be read. */";
    module.add(&format!("{doc}\nexport const STORAGE_KEYS = {} as const;", literal(&keys)?));
    let options: Vec<_> = ServiceOption::ALL
        .map(|option| json!({ "value": option.value(), "label": option.label() }))
        .into();
    module.constant(
        "The choices of the service dropdown, in their order.",
        "SERVICE_OPTIONS",
        "readonly { readonly value: ServiceOption; readonly label: string }[]",
        &options,
    )?;
    let rejections: BTreeMap<_, _> =
        RejectionCode::ALL.into_iter().map(|code| (code.as_str(), code.words())).collect();
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

//! The domain's constants that the pages need before, or without, loading the rules.

use domain::limits;
use domain::service::ServiceOption;
use serde_json::json;

use crate::module::{Module, literal};

/// The module's text.
pub(crate) fn module() -> anyhow::Result<String> {
    let mut module = Module::new("crates/domain");
    module.import_types(&["ServiceOption"], "./index");
    let limits = json!({
        "mobileMinDigits": limits::MOBILE_MIN_DIGITS,
        "mobileMaxDigits": limits::MOBILE_MAX_DIGITS,
        "otpPlaceholderDigits": limits::OTP_PLACEHOLDER_DIGITS,
        "pointsMax": limits::POINTS_MAX,
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
    let doc = "/** The local storage keys; the last keeps what could not be read. */";
    module.add(&format!("{doc}\nexport const STORAGE_KEYS = {} as const;", literal(&keys)?));
    let words =
        |option: &ServiceOption| json!({ "value": option.value(), "label": option.label() });
    let options: Vec<_> = ServiceOption::ALL.iter().map(words).collect();
    module.constant(
        "The choices of the service dropdown, in their order.",
        "SERVICE_OPTIONS",
        "readonly { readonly value: ServiceOption; readonly label: string }[]",
        &options,
    )?;
    Ok(module.text())
}

//! Conversions between the domain's types and JavaScript values.

use alloc::string::String;

use domain::referral::{Instant, ReferralDraft};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type {
  LoginMode, Import, LedgerView, Referral, ReferralDraft, RejectionCode, User, Verdict,
} from "@bindings";

/** A JSON text of a value of type T. */
export type Json<T> = string & { readonly parsed?: T };
"#;

/// Writes a value as JSON.
pub(crate) fn json(value: &(impl Serialize + ?Sized)) -> String {
    compact_json::to_string(value)
}

/// Reads a form's draft. A field that is not there is empty.
pub(crate) fn draft_of(text: &str) -> ReferralDraft {
    let members = compact_json::members(text).unwrap_or_default();
    ReferralDraft::of(|name| compact_json::field(&members, name).flatten().unwrap_or_default())
}

/// Converts `Date.now()`. A number outside the range becomes the nearest valid instant.
pub(crate) fn instant(millis: f64) -> Instant {
    let nearest = millis.clamp(0.0, domain::limits::INSTANT_MAX_MS as f64) as u64;
    Instant::try_from(nearest).unwrap_or_default()
}

//! Checking forms: texts in, codes out. And the cells of a table.

use alloc::string::String;

use domain::mobile::MobileNumber;
use domain::rejection::Rejections;
use ledger::csv;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{draft_of, json};
use crate::policy::Policy;
use crate::viewer::Viewer;

/// The number to suggest for a text with separators or a plus sign; `undefined` if there is none.
#[wasm_bindgen(js_name = suggestMobile)]
pub fn suggest_mobile(mobile: &str) -> Option<String> {
    MobileNumber::suggested(mobile).map(String::from)
}

/// The codes of the rules that a referral breaks, in the order of the form.
#[wasm_bindgen(js_name = checkReferral, unchecked_return_type = "Json<RejectionCode[]>")]
pub fn check_referral(
    #[wasm_bindgen(unchecked_param_type = "Json<ReferralDraft>")] draft: &str,
    viewer: &Viewer,
) -> String {
    let checked = draft_of(draft).check(viewer.0.user());
    json(checked.as_ref().err().map(Rejections::codes).unwrap_or_default())
}

/// Pretends to send a one-time code, or refuses the number.
#[wasm_bindgen(js_name = requestCode, unchecked_return_type = "Json<Verdict<null>>")]
pub fn request_code(mobile: &str, policy: &Policy) -> String {
    json(&domain::account::request_code(mobile, &policy.0))
}

/// A text as a cell of a CSV, in which a spreadsheet finds no formula.
#[wasm_bindgen(js_name = csvCell)]
pub fn csv_cell(text: &str) -> String {
    csv::cell(text)
}

//! What the company has settled.

use alloc::string::String;
use alloc::vec::Vec;

use domain::content::Programme;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// The programme's policy: the admin's number and the simulated code.
#[wasm_bindgen]
pub struct Policy(pub(crate) domain::account::Policy);

#[wasm_bindgen]
impl Policy {
    /// Takes `content/site.json`'s `programme`. Throws if the admin's number is no mobile number
    /// or the code is not made of digits; the site's build refuses such content before.
    #[wasm_bindgen(constructor)]
    pub fn new(admin_number: String, simulated_code: String) -> Result<Self, JsError> {
        // Regions are for telling numbers without a country code apart, which only a server does.
        let programme = Programme { admin_number, simulated_code, regions: Vec::new() };
        programme
            .policy()
            .map(Self)
            .map_err(|_| JsError::new("the programme in site.json is not valid"))
    }
}

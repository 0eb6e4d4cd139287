//! What the company has settled.

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// The programme's policy: the admin's number and the simulated code.
#[wasm_bindgen]
pub struct Policy(pub(crate) domain::account::Policy);

#[wasm_bindgen]
impl Policy {
    /// Takes `content/site.json`'s `programme`. Throws if the admin's number is no mobile number
    /// or the code is not made of digits; the site's build refuses such content before.
    #[wasm_bindgen(constructor)]
    pub fn new(admin_number: &str, simulated_code: &str) -> Result<Self, JsError> {
        domain::account::Policy::new(admin_number, simulated_code)
            .map(Self)
            .map_err(|_| JsError::new("the programme in site.json is not valid"))
    }
}

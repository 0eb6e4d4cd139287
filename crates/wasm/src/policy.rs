//! What the company has settled.

use wasm_bindgen::prelude::wasm_bindgen;

/// The programme's policy: the admin's number and the simulated code.
#[wasm_bindgen]
pub struct Policy(pub(crate) domain::account::Policy);

#[wasm_bindgen]
impl Policy {
    /// Reads `content/site.json`'s `programme`. `undefined` if the admin's number is no mobile number
    /// or the code is not made of digits; the site's build refuses such content before.
    pub fn read(admin_number: &str, simulated_code: &str) -> Option<Self> {
        domain::account::Policy::new(admin_number, simulated_code).ok().map(Self)
    }
}

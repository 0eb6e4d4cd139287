//! The programme's settings.

use wasm_bindgen::prelude::wasm_bindgen;

/// The programme's policy: the admin's number and the simulated code.
#[wasm_bindgen]
pub struct Policy(pub(crate) domain::account::Policy);

#[wasm_bindgen]
impl Policy {
    /// Reads the `programme` of `content/site.json`. `undefined` if the admin's number is not a
    /// mobile number or the code has other characters than digits; the site's build refuses such
    /// content already.
    pub fn read(admin_number: &str, simulated_code: &str) -> Option<Self> {
        domain::account::Policy::new(admin_number, simulated_code).ok().map(Self)
    }
}

//! Who is looking.

use alloc::string::String;

use ledger::{decode_user, encode_user};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::policy::Policy;

/// The person who is looking, with their role.
#[wasm_bindgen]
pub struct Viewer(pub(crate) domain::viewer::Viewer);

#[wasm_bindgen]
impl Viewer {
    /// Reads the logged-in user's storage entry. If it is unreadable (`undefined`), the caller
    /// removes it and the viewer is a guest.
    pub fn read(user: &str, policy: &Policy) -> Option<Self> {
        decode_user(user).map(|user| Self(domain::viewer::Viewer::of(Some(user), &policy.0)))
    }

    /// Nobody is logged in.
    pub fn guest() -> Self {
        Self(domain::viewer::Viewer::Guest)
    }

    /// The logged-in user, in the stored form.
    #[wasm_bindgen(getter, unchecked_return_type = "Json<User> | undefined")]
    pub fn user(&self) -> Option<String> {
        self.0.user().map(encode_user)
    }

    /// Whether this is the admin.
    #[wasm_bindgen(getter, js_name = isAdmin)]
    pub fn is_admin(&self) -> bool {
        self.0.admin().is_some()
    }
}

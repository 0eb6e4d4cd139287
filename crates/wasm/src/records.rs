//! The stored records.

use alloc::string::String;

use domain::account::LoginMode;
use ledger::StorageKey;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::convert::{draft_of, instant, json};
use crate::policy::Policy;
use crate::viewer::Viewer;

/// All records that this tab knows. Try a change on a `fork`, and drop the fork if its records
/// cannot be stored.
#[wasm_bindgen]
#[derive(Default)]
pub struct Ledger(ledger::Ledger);

#[wasm_bindgen]
impl Ledger {
    /// An empty ledger.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy to try a change on.
    pub fn fork(&self) -> Self {
        Self(self.0.clone())
    }

    /// Reads the text that is stored under a key.
    pub fn read(&mut self, key: &str, text: &str) {
        if let Some(key) = StorageKey::parse(key) {
            self.0.read(key, text);
        }
    }

    /// Forgets what was read under a key, because it was removed from storage on purpose.
    pub fn forget(&mut self, key: &str) {
        if let Some(key) = StorageKey::parse(key) {
            self.0.forget(key);
        }
    }

    /// The text to store under a key; `undefined` for an empty quarantine. Store the quarantine
    /// before the lists.
    pub fn text(&self, key: &str) -> Option<String> {
        self.0.text(StorageKey::parse(key)?)
    }

    /// Whether the quarantine is full, so that the lists must not be written.
    #[wasm_bindgen(getter, js_name = isFull)]
    pub fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// What could not be read, for the admin; `undefined` for others.
    pub fn unreadable(&self, viewer: &Viewer) -> Option<String> {
        viewer.0.admin().map(|admin| self.0.unreadable(admin))
    }

    /// The first id from `now` on that no known referral has, in milliseconds since 1970.
    #[wasm_bindgen(js_name = freeId)]
    pub fn free_id(&self, now: f64) -> f64 {
        self.0.free_id(instant(now)).as_millis() as f64
    }

    /// Logs in or signs up with a code.
    #[wasm_bindgen(js_name = logIn, unchecked_return_type = "Json<Verdict<User>>")]
    pub fn log_in(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "LoginMode")] mode: &str,
        mobile: &str,
        code: &str,
        policy: &Policy,
        now: f64,
    ) -> String {
        let mode = LoginMode::parse(mode).unwrap_or(LoginMode::Login);
        json(&self.0.log_in(mode, mobile, code, &policy.0, instant(now)))
    }

    /// Submits a referral. `id` comes from `free_id`; `date` is today in the format of the
    /// visitor's locale.
    #[wasm_bindgen(unchecked_return_type = "Json<Verdict<Referral>>")]
    pub fn submit(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Json<ReferralDraft>")] draft: &str,
        viewer: &Viewer,
        id: f64,
        date: &str,
    ) -> String {
        json(&self.0.submit(&draft_of(draft), &viewer.0, instant(id), date))
    }

    /// Saves points for the referral with this key.
    #[wasm_bindgen(js_name = savePoints, unchecked_return_type = "Json<Verdict<Referral>>")]
    pub fn save_points(&mut self, key: &str, points: &str, viewer: &Viewer, now: f64) -> String {
        json(&self.0.save_points(key, points, &viewer.0, instant(now)))
    }

    /// Erases everything stored under the viewer's own number.
    #[wasm_bindgen(unchecked_return_type = "Json<Verdict<null>>")]
    pub fn erase(&mut self, viewer: &Viewer, now: f64) -> String {
        json(&self.0.erase(&viewer.0, instant(now)))
    }

    /// Imports an export. To preview it, call this on a `fork`.
    #[wasm_bindgen(unchecked_return_type = "Json<Verdict<Import>>")]
    pub fn import(&mut self, viewer: &Viewer, text: &str) -> String {
        json(&self.0.import(&viewer.0, text))
    }

    /// Exports what the viewer may see: as CSV, or as JSON that `import` reads.
    pub fn export(&self, viewer: &Viewer, now: f64, csv: bool) -> String {
        if csv { self.0.csv(&viewer.0) } else { self.0.export(&viewer.0, instant(now)) }
    }

    /// The newest `limit` referrals of the viewer's list, the totals of the whole list, and a
    /// warning.
    #[wasm_bindgen(unchecked_return_type = "Json<LedgerView>")]
    pub fn view(&self, viewer: &Viewer, limit: usize) -> String {
        json(&self.0.view(&viewer.0, limit))
    }
}

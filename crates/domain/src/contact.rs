//! The contact form (specification, section 5): four required texts, one of them an email.
//!
//! The rules are those of the browser's own `required` and `type=email`, with one addition: a text
//! of white space alone counts as missing. Texts are not trimmed. Line breaks are removed from
//! single-line fields, as the browser does.
//!
//! In the browser the form does not call this code: it uses the browser's own checks. A test holds
//! both to the same table of cases (`web/src/features/contact/contact-parity.test.tsx`).

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::form_field::{is_email, sanitise_email, strip_line_breaks};
use crate::rejection::{RejectionCode, Rejections};

/// What the visitor typed; [`ContactDraft::check`] checks it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactDraft {
    /// The visitor's name.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What it is about.
    pub subject: String,
    /// The message itself.
    pub message: String,
}

/// A message that may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactMessage(ContactDraft);

impl ContactDraft {
    /// Checks all fields.
    pub fn check(self) -> Result<ContactMessage, Rejections> {
        let name = strip_line_breaks(self.name);
        let email = sanitise_email(self.email);
        let subject = strip_line_breaks(self.subject);
        let is_blank = |text: &str| text.trim().is_empty();
        let is_address = email.is_empty() || is_email(&email);
        let broken = [
            (is_blank(&name), RejectionCode::ContactNameMissing),
            (email.is_empty(), RejectionCode::ContactEmailMissing),
            (!is_address, RejectionCode::ContactEmailInvalid),
            (is_blank(&subject), RejectionCode::ContactSubjectMissing),
            (is_blank(&self.message), RejectionCode::ContactMessageMissing),
        ];
        let broken = broken.into_iter().filter_map(|(is_broken, code)| is_broken.then_some(code));
        let codes: Vec<_> = broken.collect();
        if codes.is_empty() {
            Ok(ContactMessage(Self { name, email, subject, message: self.message }))
        } else {
            Err(Rejections { codes })
        }
    }
}

impl ContactMessage {
    /// The values to send.
    pub fn values(&self) -> &ContactDraft {
        &self.0
    }
}

//! The contact form (specification, section 5): four required texts, one of them an e-mail.
//!
//! The rules are those of the browser's own `required` and `type=email`, and one more: white space
//! alone is no answer. No text is trimmed. Only line breaks have no place in the single-line
//! fields; there the browser drops them, and so does the rule.
//!
//! The form itself needs none of this in the browser: it asks the browser, and is held to the same
//! table of cases (`web/src/features/contact/contact-parity.test.tsx`).

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::email;
use crate::rejection::RejectionCode;
use crate::single_line::strip_line_breaks;

/// What the visitor typed. Which draft is acceptable, [`ContactDraft::check`] says.
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

/// What is wrong with one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ContactError {
    /// No name.
    #[error("the name is missing")]
    NameMissing,
    /// No e-mail.
    #[error("the e-mail is missing")]
    EmailMissing,
    /// Not an e-mail by the HTML Standard's production.
    #[error("the e-mail is not valid")]
    EmailInvalid,
    /// No subject.
    #[error("the subject is missing")]
    SubjectMissing,
    /// No message.
    #[error("the message is missing")]
    MessageMissing,
}

impl ContactDraft {
    /// Checks all fields; the errors come in the order of the form.
    pub fn check(self) -> Result<ContactMessage, Vec<ContactError>> {
        let name = strip_line_breaks(self.name);
        let email = email::sanitise(self.email);
        let subject = strip_line_breaks(self.subject);
        let mut errors = Vec::new();
        if name.trim().is_empty() {
            errors.push(ContactError::NameMissing);
        }
        if email.is_empty() {
            errors.push(ContactError::EmailMissing);
        } else if !email::is_valid(&email) {
            errors.push(ContactError::EmailInvalid);
        }
        if subject.trim().is_empty() {
            errors.push(ContactError::SubjectMissing);
        }
        if self.message.trim().is_empty() {
            errors.push(ContactError::MessageMissing);
        }
        if errors.is_empty() {
            Ok(ContactMessage(Self { name, email, subject, message: self.message }))
        } else {
            Err(errors)
        }
    }
}

impl ContactMessage {
    /// The values to send.
    pub fn values(&self) -> &ContactDraft {
        &self.0
    }
}

impl ContactError {
    /// The code by which the user interface knows this error.
    pub fn code(self) -> RejectionCode {
        match self {
            Self::NameMissing => RejectionCode::ContactNameMissing,
            Self::EmailMissing => RejectionCode::ContactEmailMissing,
            Self::EmailInvalid => RejectionCode::ContactEmailInvalid,
            Self::SubjectMissing => RejectionCode::ContactSubjectMissing,
            Self::MessageMissing => RejectionCode::ContactMessageMissing,
        }
    }
}

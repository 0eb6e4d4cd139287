//! The contact form.

use std::borrow::Cow;

use domain::contact::ContactDraft;
use domain::rejection::RejectionCode;

use super::verdict::broken;
use crate::oracle::{email_field, is_email, single_line};

pub(super) fn send(fields: [Cow<'_, str>; 4]) {
    let [name, email, subject, message] = fields.map(Cow::into_owned);
    let sent = ContactDraft {
        name: single_line(&name),
        email: email_field(&email),
        subject: single_line(&subject),
        message: message.clone(),
    };
    let broken = broken(&[
        (RejectionCode::ContactNameMissing, sent.name.trim().is_empty()),
        (RejectionCode::ContactEmailMissing, sent.email.is_empty()),
        (RejectionCode::ContactEmailInvalid, !sent.email.is_empty() && !is_email(&sent.email)),
        (RejectionCode::ContactSubjectMissing, sent.subject.trim().is_empty()),
        (RejectionCode::ContactMessageMissing, sent.message.trim().is_empty()),
    ]);
    match (ContactDraft { name, email, subject, message }).check() {
        Ok(accepted) => {
            assert_eq!(broken, [], "accepted, though rules are broken: {accepted:?}");
            assert_eq!(accepted.values(), &sent);
            assert_eq!(sent.check(), Ok(accepted), "what was accepted is accepted again");
        }
        Err(rejections) => {
            assert!(!rejections.codes().is_empty(), "refused for no reason");
            assert_eq!(rejections.codes(), broken, "refused for other reasons");
        }
    }
}

//! Forwarding by email.

use std::time::Duration;

use api::{DeliveryFailure, MessageView};
use async_trait::async_trait;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
    transport::smtp::Error,
};

use crate::delivery::signed_post::is_this_machine;
use crate::messages::forwarding::{ForwardError, Forwarder};

/// The time limit for connecting. The caller limits the whole try.
const CONNECT: Duration = Duration::from_secs(20);

/// Sends each message as an email. Every try has the same Message-ID, so that a mailbox can
/// recognise duplicates.
#[derive(Clone)]
pub struct SmtpForwarder {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Mailbox,
}

/// The settings for email are invalid.
#[derive(Debug, thiserror::Error)]
pub enum BadMail {
    /// Not the address of a mail server.
    #[error(
        "the mail server's address begins with smtps://, such as smtps://user:password@host, or ends \
         with ?tls=required"
    )]
    Server,
    /// The sender's is not an email address.
    #[error("\"{0}\" is not an email address")]
    From(String),
    /// The recipient's is not an email address.
    #[error("\"{0}\" is not an email address")]
    To(String),
}

impl SmtpForwarder {
    /// Sends through the server at `url`.
    pub fn new(url: &str, from: &str, to: &str) -> Result<Self, BadMail> {
        let is_sealed = url.starts_with("smtps://") || url.ends_with("?tls=required");
        if !is_sealed && !is_this_machine(url, "smtp") {
            return Err(BadMail::Server);
        }
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        let transport = transport.map_err(|_| BadMail::Server)?;
        let transport = transport.timeout(Some(CONNECT)).build();
        let from = from.parse().map_err(|_| BadMail::From(from.to_owned()))?;
        let to = to.parse().map_err(|_| BadMail::To(to.to_owned()))?;
        Ok(Self { transport, from, to })
    }

    /// The email. A reply goes to the visitor.
    fn mail(&self, message: &MessageView) -> Result<Message, lettre::error::Error> {
        let mut mail = Message::builder()
            .from(self.from.clone())
            .to(self.to.clone())
            .subject(plain(&message.subject))
            .message_id(Some(format!("<message-{}@{}>", message.key, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN);
        // The text contains the address and the name even if they are not valid in headers.
        if let Ok(address) = message.email.parse() {
            mail = mail.reply_to(Mailbox::new(None, address));
        }
        let text =
            format!("{}\r\n\r\n-- \r\n{} <{}>\r\n", message.message, message.name, message.email);
        mail.body(text)
    }
}

/// A text on one line, without characters that headers do not allow.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[async_trait]
impl Forwarder for SmtpForwarder {
    async fn forward(&self, message: &MessageView) -> Result<(), ForwardError> {
        let mail = self.mail(message);
        let mail = mail
            .map_err(|error| ForwardError::new(DeliveryFailure::Unwritable, error.to_string()))?;
        let sent = self.transport.send(mail).await;
        sent.map(|_| ())
            .map_err(|error| ForwardError::new(failure_of(&error), format!("mail: {error}")))
    }
}

fn failure_of(error: &Error) -> DeliveryFailure {
    if error.is_permanent() {
        DeliveryFailure::Refused
    } else if error.is_transient() {
        DeliveryFailure::Deferred
    } else if error.is_timeout() {
        DeliveryFailure::TimedOut
    } else {
        DeliveryFailure::Unreachable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::MessageState;
    use domain::{contact::ContactDraft, referral::Instant};

    fn stored(key: &str, message: ContactDraft) -> MessageView {
        let ContactDraft { name, email, subject, message } = message;
        let (key, at, state) = (key.to_owned(), Instant::default(), MessageState::default());
        MessageView { key, at, name, email, subject, message, state, reason: None, owner: None }
    }

    #[test]
    fn a_mail_has_the_visitor_in_reply_to_and_no_header_of_theirs() {
        let url = "smtps://user:password@mail.example";
        let forwarder = SmtpForwarder::new(url, "site@a.example", "office@a.example").unwrap();
        let message = ContactDraft {
            name: "Asha\r\nBcc: all@a.example".to_owned(),
            email: "asha@b.example".to_owned(),
            subject: "Hello\r\nBcc: all@a.example".to_owned(),
            message: "A word.".to_owned(),
        };
        let stored = stored("1", message);
        let mail = String::from_utf8(forwarder.mail(&stored).unwrap().formatted()).unwrap();
        assert!(mail.contains("From: site@a.example\r\n"), "{mail}");
        assert!(mail.contains("Reply-To: asha@b.example\r\n"), "{mail}");
        assert!(mail.contains("Message-ID: <message-1@a.example>\r\n"), "{mail}");
        let (headers, _) = mail.split_once("\r\n\r\n").unwrap();
        assert!(!headers.contains("\r\nBcc:"), "{mail}");
    }

    #[test]
    fn any_typed_text_becomes_a_valid_mail() {
        let url = "smtps://mail.example";
        let forwarder = SmtpForwarder::new(url, "site@a.example", "office@a.example").unwrap();
        let controls: String = (0..0xa0).filter_map(char::from_u32).collect();
        let long = "ÄöÜ 你好 \u{1f600} ".repeat(600);
        for odd in ["", " ", "\u{0}", "\u{feff}\u{202e}", &controls, &long] {
            for email in ["a@b.example", "ä@b.example", "a@ä.example", "\"a\r\n\"@b.example", odd]
            {
                let message = ContactDraft {
                    name: odd.to_owned(),
                    email: email.to_owned(),
                    subject: odd.to_owned(),
                    message: odd.to_owned(),
                };
                let stored = stored("", message);
                assert!(forwarder.mail(&stored).is_ok(), "{odd:?} {email:?}");
            }
        }
    }

    #[test]
    fn addresses_that_are_none_are_refused() {
        let url = "smtps://mail.example";
        assert!(SmtpForwarder::new("mail.example", "a@b.example", "a@b.example").is_err());
        assert!(SmtpForwarder::new(url, "nobody", "a@b.example").is_err());
        let with = |url| SmtpForwarder::new(url, "a@b.example", "a@b.example");
        assert!(with("smtp://mail.example").is_err(), "in plain text");
        assert!(with("smtp://mail.example?tls=required").is_ok());
        assert!(with("smtp://127.0.0.1:2525").is_ok());
    }
}

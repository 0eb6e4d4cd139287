//! Forwarding by mail.

use std::time::Duration;

use async_trait::async_trait;
use lettre::{
    Message, SmtpTransport, Transport,
    message::{Mailbox, header::ContentType},
};
use store::StoredMessage;
use tokio::task::spawn_blocking;

use super::Forwarder;
use crate::{sending::SendError, signed_post::is_this_machine};

/// How long one step of the conversation may take.
const STEP: Duration = Duration::from_secs(20);

/// Sends each message as a mail.
#[derive(Clone)]
pub struct SmtpForwarder {
    transport: SmtpTransport,
    from: Mailbox,
    to: Mailbox,
}

/// Why no mail can be sent.
#[derive(Debug, thiserror::Error)]
pub enum BadMail {
    /// Not the address of a server.
    #[error(
        "the mail server's address is not good: it is smtps://user:password@host, or smtp:// with \
         ?tls=required"
    )]
    Server,
    /// Not the address of a person.
    #[error("\"{0}\" is not a mail address")]
    Address(String),
}

impl SmtpForwarder {
    /// Sends through the server at `url`.
    pub fn new(url: &str, from: &str, to: &str) -> Result<Self, BadMail> {
        let is_sealed = url.starts_with("smtps://") || url.ends_with("?tls=required");
        if !is_sealed && !is_this_machine(url, "smtp") {
            return Err(BadMail::Server);
        }
        let transport = SmtpTransport::from_url(url).map_err(|_| BadMail::Server)?;
        let mailbox = |text: &str| text.parse().map_err(|_| BadMail::Address(text.to_owned()));
        let transport = transport.timeout(Some(STEP)).build();
        Ok(Self { transport, from: mailbox(from)?, to: mailbox(to)? })
    }

    fn send(&self, message: &StoredMessage) -> Result<(), SendError> {
        let sent = self.transport.send(&self.mail(message)?);
        sent.map(|_| ()).map_err(|error| SendError(format!("mail: {error}")))
    }

    /// The mail. Whoever answers it answers the visitor.
    fn mail(&self, stored: &StoredMessage) -> Result<Message, SendError> {
        let message = &stored.message;
        let mut mail = Message::builder()
            .from(self.from.clone())
            .to(self.to.clone())
            .subject(plain(&message.subject))
            .header(ContentType::TEXT_PLAIN);
        // An address that mail does not know stands in the text all the same, and so does the name.
        if let Ok(address) = message.email.parse() {
            mail = mail.reply_to(Mailbox::new(None, address));
        }
        let text =
            format!("{}\r\n\r\n-- \r\n{} <{}>\r\n", message.message, message.name, message.email);
        mail.body(text).map_err(|error| SendError(error.to_string()))
    }
}

/// A text in one line, without what a header cannot have.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[async_trait]
impl Forwarder for SmtpForwarder {
    async fn forward(&self, message: &StoredMessage) -> Result<(), SendError> {
        let (forwarder, message) = (self.clone(), message.clone());
        let sent = spawn_blocking(move || forwarder.send(&message)).await;
        sent.unwrap_or_else(|_| Err(SendError("the task was stopped".to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{contact::ContactDraft, referral::Instant};

    #[test]
    fn a_mail_is_from_us_and_answered_to_the_visitor_and_has_no_header_of_theirs() {
        let url = "smtps://user:password@mail.example";
        let forwarder = SmtpForwarder::new(url, "site@a.example", "office@a.example").unwrap();
        let message = ContactDraft {
            name: "Asha\r\nBcc: all@a.example".to_owned(),
            email: "asha@b.example".to_owned(),
            subject: "Hello\r\nBcc: all@a.example".to_owned(),
            message: "A word.".to_owned(),
        };
        let stored = StoredMessage { key: "1".to_owned(), message, at: Instant::default() };
        let mail = String::from_utf8(forwarder.mail(&stored).unwrap().formatted()).unwrap();
        assert!(mail.contains("From: site@a.example\r\n"), "{mail}");
        assert!(mail.contains("Reply-To: asha@b.example\r\n"), "{mail}");
        let (headers, _) = mail.split_once("\r\n\r\n").unwrap();
        assert!(!headers.contains("\r\nBcc:"), "{mail}");
    }

    #[test]
    fn whatever_was_typed_becomes_a_mail() {
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
                let key = String::new();
                let stored = StoredMessage { key, message, at: Instant::default() };
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

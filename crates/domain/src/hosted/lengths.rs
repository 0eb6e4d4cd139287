//! How long the texts of a form may be on a server, which keeps them for everybody.

use super::api::Submission;
use super::limits::TEXT_MAX_BYTES;
use super::rejection::HostedCode;
use crate::contact::ContactDraft;
use crate::referral::ReferralDraft;

impl Submission {
    /// Whether no text is longer than [`TEXT_MAX_BYTES`].
    pub fn fits(&self) -> Result<(), HostedCode> {
        let Self { draft, date } = self;
        let ReferralDraft {
            referrer_name,
            referrer_phone,
            referred_name,
            referred_phone,
            service,
            notes,
        } = draft;
        let form = [referrer_name, referrer_phone, referred_name, referred_phone, service, notes];
        all_fit(&form)?;
        all_fit(&[date])
    }
}

/// Whether no text of a contact message is longer than [`TEXT_MAX_BYTES`].
pub fn message_fits(draft: &ContactDraft) -> Result<(), HostedCode> {
    let ContactDraft { name, email, subject, message } = draft;
    all_fit(&[name, email, subject, message])
}

fn all_fit(texts: &[&alloc::string::String]) -> Result<(), HostedCode> {
    let fits = texts.iter().all(|text| text.len() <= TEXT_MAX_BYTES);
    if fits { Ok(()) } else { Err(HostedCode::TextTooLong) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_text_fits_and_a_byte_more_does_not() {
        let with = |length| Submission {
            draft: ReferralDraft { notes: "n".repeat(length), ..ReferralDraft::default() },
            date: alloc::string::String::new(),
        };
        assert_eq!(with(TEXT_MAX_BYTES).fits(), Ok(()));
        assert_eq!(with(TEXT_MAX_BYTES + 1).fits(), Err(HostedCode::TextTooLong));
    }
}

//! What a server says of what it has done.

use alloc::string::{String, ToString};

use super::limits::{CODE_LIFE_MS, MINUTE_MS};
use crate::ledger::Import;
use crate::mobile::MobileNumber;
use crate::notice::Notice;

/// A one-time code was sent.
pub fn code_sent(mobile: &MobileNumber) -> Notice {
    let description = ["An OTP was sent to ", mobile.as_str(), ". Enter it to continue."];
    Notice::success("OTP Sent", description.into_iter().collect::<String>())
}

/// The text that brings a one-time code. `host` is the site's name on the network, such as
/// `www.example.com`: it tells the reader where the code belongs and, in the last line, the browser
/// as well, which then offers the code on this site and on no other (origin-bound one-time codes).
pub fn code_message(code: &str, host: &str) -> String {
    let minutes = (CODE_LIFE_MS / MINUTE_MS).to_string();
    let text = [
        "Your code to log in or sign up at ",
        host,
        " is ",
        code,
        ". It is good for ",
        &minutes,
        " minutes. Tell it nobody.\n\n@",
        host,
        " #",
        code,
    ];
    text.into_iter().collect()
}

/// The browser works on a proof before a code is sent, which may take some seconds.
pub fn checking() -> Notice {
    Notice::success("Checking…", "A short check comes first. The code follows by itself.")
}

/// The second factor was given.
pub fn confirmed() -> Notice {
    Notice::success("Confirmed", "You can now see and do what only the admin can.")
}

/// The admin has erased what was stored about a referred person.
pub fn erased_referred(referrals: u64) -> Notice {
    let description = match referrals {
        0 => "No referral has that phone number.".to_string(),
        1 => "One referral is no longer stored.".to_string(),
        many => [many.to_string().as_str(), " referrals are no longer stored."].concat(),
    };
    Notice::success("Erasure Finished", description)
}

/// The admin has asked what taking in an export would come to.
pub fn previewed() -> Notice {
    Notice::success("Nothing Imported Yet", "This is what the import would do.")
}

/// The admin has taken in an export, of which so many records are left.
pub fn imported_in_part(import: &Import, left: usize) -> Notice {
    let left = match left {
        1 => "One record is".to_string(),
        many => [many.to_string().as_str(), " records are"].concat(),
    };
    let done = import.words();
    let description = [
        done.as_str(),
        " ",
        &left,
        " left, because it took too long or the server could not go on. Import the same file again: \
         what was taken in is known, and the rest follows.",
    ];
    Notice { title: "Import Not Finished".to_string(), ..Notice::error(&description.concat()) }
}

/// A member has erased what was stored under their number.
pub fn erased() -> Notice {
    let description = "Your account and your referrals are no longer stored by this site.";
    Notice::success("Your Data Was Erased", description)
}

/// The admin has asked for an undeliverable message to be tried again.
pub fn message_sent_again() -> Notice {
    Notice::success("Message Waiting", "It is forwarded again, as if it had just come.")
}

/// The admin has seen to a message.
pub fn message_handled() -> Notice {
    Notice::success("Message Handled", "It is marked as handled, and not forwarded any more.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_in_its_message_and_not_in_the_notice() {
        let mobile = MobileNumber::parse("9876543210").unwrap();
        let notice = code_sent(&mobile);
        assert_eq!(notice.title, "OTP Sent");
        assert_eq!(notice.description, "An OTP was sent to 9876543210. Enter it to continue.");
        let text = "Your code to log in or sign up at site.example is 012345. It is good for 5 \
                    minutes. Tell it nobody.\n\n@site.example #012345";
        assert_eq!(code_message("012345", "site.example"), text);
    }

    #[test]
    fn a_code_fits_one_text_message() {
        let host = "referrals.a-company-of-some-length.example";
        assert!(code_message("012345", host).len() <= 200);
        assert!(code_message("012345", "www.company.example").len() <= 160);
    }

    #[test]
    fn what_was_erased_is_counted_in_words_that_fit() {
        assert_eq!(erased_referred(0).description, "No referral has that phone number.");
        assert_eq!(erased_referred(1).description, "One referral is no longer stored.");
        assert_eq!(erased_referred(2).description, "2 referrals are no longer stored.");
    }

    #[test]
    fn an_import_that_ends_early_says_what_was_done_and_what_is_left() {
        let import = Import { new: 100, ..Import::default() };
        let notice = imported_in_part(&import, 20);
        assert!(notice.description.starts_with("New: 100. 20 records are left, because"));
        assert!(imported_in_part(&import, 1).description.contains("One record is left"));
    }
}

//! What a server says it has done for staff, what it sends by text message, and what pages say by themselves: before it
//! has answered, and while it cannot be reached. What visitors and members read of what was done is in `done.rs`.

use crate::done::erased_sentence;
use crate::limits::{CODE_LIFE_MS, MINUTE_MS};
use crate::{Erased, PersonWish, SpreadsheetImported, SpreadsheetTakenOut};
use domain::import::Import;
use domain::notice::Notice;
use domain::pipeline::templates::plain;
use domain::points::Points;
use domain::rewards::{RedemptionStep, step_sentence};
use domain::say::{Say, Value};

/// Declares the notices whose words are always the same: when it is shown, its title, its text.
macro_rules! notices {
    ($($(#[$doc:meta])* $name:ident = $title:literal: $text:literal,)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> Notice {
                Notice::success($title, $text)
            }
        )*
    };
}

notices! {
    /// The browser computes a proof of work before a code is sent, which may take some seconds.
    checking = "Checking…": "A quick security check comes first. Your code will follow.",
    /// The preview of an import is ready.
    previewed = "Nothing Imported Yet": "This is what the import would do.",
    /// The rows of a spreadsheet were checked.
    spreadsheet_checked = "Nothing Imported Yet": "This is what we found in your rows.",
    /// Somebody decided who is credited for a pair of duplicates.
    duplicate_decided = "Decision Saved":
        "It applies to both referrals and can be undone from either.",
    /// A message that could not be delivered will be tried again.
    message_sent_again = "Message Waiting": "It will be forwarded again as if it had just arrived.",
    /// A message was marked as handled.
    message_handled = "Message Handled": "It is marked as handled and will not be forwarded again.",
    /// An API token was made.
    token_made = "Token Created": "Copy it now: it will not be shown again.",
    /// After a view was shared with the staff.
    view_shared = "View Shared": "Your colleagues see it above the list.",
    /// A webhook was added, or got a new secret.
    webhook_secret_made = "Secret Created":
        "Copy the webhook\u{2019}s secret now: it will not be shown again.",
    /// A webhook was changed.
    webhook_changed = "Webhook Saved": "The change applies to everything sent from now on.",
    /// An owner set something about the programme.
    programme_set = "Settings Saved": "They apply to everybody from now on.",
    /// An owner published a rulebook.
    rulebook_published = "Rulebook Published":
        "It holds for what is submitted from now on. Earlier referrals keep theirs.",
    /// An owner published a catalogue.
    catalogue_published = "Catalogue Published":
        "Members choose from it from now on. Earlier requests keep what was offered then.",
    /// An owner entered points by hand.
    points_by_hand = "Points Entered": "They are in the statement, where the member reads why.",
    /// Staff agreed to a request.
    redemption_approved = "Request Approved": "It can be added to a batch now.",
    /// Staff refused a request.
    redemption_declined = "Request Declined": "The member has the points again, and reads why.",
    /// Staff made a batch.
    batch_made = "Batch Created": "Someone else can approve it now.",
    /// Staff changed the lines of a batch.
    batch_changed = "Batch Saved": "Its lines are as you see them.",
    /// Staff agreed to a batch.
    batch_approved = "Batch Approved": "It can be exported now.",
    /// Staff said what became of lines of a batch.
    batch_settled = "Outcomes Saved": "The members see them.",
    /// Staff closed a batch.
    batch_closed = "Batch Closed": "Nothing is left to do about it.",
    /// Staff took the name off a member's link.
    link_name_taken_off = "Name Removed": "The page behind the link names nobody now. Its owner may choose another name.",
    /// A delivery to a webhook was started, for the first time or again.
    delivery_begun = "On Its Way": "The list of deliveries shows how it goes.",
    /// A second factor was set up.
    factor_added = "Second Factor Added": "You can confirm with it from now on.",
    /// New recovery codes were made.
    recovery_codes_made = "Recovery Codes Created":
        "Each code works once. Your earlier codes no longer work.",
    /// A referral is stored on this device and waits for a connection.
    saved_for_later = "Referral Saved for Later":
        "The site cannot be reached at the moment. The referral is kept on this device and will \
         be sent once there is a connection.",
    /// Waiting referrals were sent.
    sent_after_all = "Referral Submitted!": "What was waiting on this device has been sent.",
}

/// The text message with a one-time code. `host` is the site's host name, such as
/// `www.example.com`. It tells the reader where the code belongs. The last line tells the browser
/// as well, which then offers the code on this site only (origin-bound one-time codes).
pub fn code_message(code: &str, host: &str, words: &dyn Say) -> String {
    message_with_code("login", code, host, words)
}

/// The same with a code that proves a number on a page that somebody shared. It logs nobody in.
pub fn sharing_code_message(code: &str, host: &str, words: &dyn Say) -> String {
    message_with_code("sharing", code, host, words)
}

fn message_with_code(purpose: &str, code: &str, host: &str, words: &dyn Say) -> String {
    let minutes = (CODE_LIFE_MS / MINUTE_MS).to_string();
    let values = [("purpose", purpose), ("code", code), ("host", host), ("minutes", &minutes)];
    let text = words.say("text-code", &values.map(|(name, value)| (name, Value::Part(value))));
    [&text, "\n\n@", host, " #", code].concat()
}

/// Rows of a spreadsheet became referrals.
pub fn spreadsheet_imported(imported: &SpreadsheetImported) -> Notice {
    let refused = imported.refused.len() as u64;
    let mut words = [&counted(imported.added, "referral"), " came in."].concat();
    if refused > 0 {
        words.push_str(&[" ", &counted(refused, "row"), " did not."].concat());
    }
    let title = if imported.added == 0 { "Nothing Imported" } else { "Import Finished" };
    Notice::success(title, words)
}

/// What a spreadsheet had brought was taken out again.
pub fn spreadsheet_taken_out(taken_out: &SpreadsheetTakenOut) -> Notice {
    let kept = taken_out.kept.len() as u64;
    // With those of before: whoever got no answer asks again, and reads the same.
    let mut words = [&counted(taken_out.gone, "referral"), " taken out in all."].concat();
    if kept > 0 {
        words.push_str(&[" ", &counted(kept, "referral"), " kept."].concat());
    }
    let title = if taken_out.gone == 0 { "Nothing Taken Out" } else { "Import Taken Out" };
    Notice::success(title, words)
}

/// A count with its noun, in the singular or plural.
fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    [&count.to_string(), " ", noun, plural].concat()
}

/// Staff erased what was stored about a person.
pub fn erased_referred(erased: &Erased) -> Notice {
    let account = if erased.account_stays {
        " This number also has an account, which only its holder can erase."
    } else {
        ""
    };
    let description = [erased_sentence(erased).as_str(), account].concat();
    Notice::success("Erasure Finished", description)
}

/// The preview of an import ended before its end: so many records are left.
pub fn previewed_in_part(left: usize) -> Notice {
    let description = [
        "This is what the import would do with the first records. ",
        &are_left(left),
        " left, because it took too long to look at all of them.",
    ];
    Notice { description: description.concat(), ..previewed() }
}

/// An export was imported in part: so many records are left.
pub fn imported_in_part(import: &Import, left: usize) -> Notice {
    let (left, done) = (are_left(left), import.words());
    let description = [
        done.as_str(),
        " ",
        &left,
        " left, because the import took too long or the server had to stop. Import the same file \
         again: it will carry on from here.",
    ];
    Notice { title: "Import Not Finished".to_string(), ..Notice::error(&description.concat()) }
}

fn are_left(records: usize) -> String {
    match records {
        1 => "One record is".to_string(),
        many => [many.to_string().as_str(), " records are"].concat(),
    }
}

/// The text message with the code for what somebody wants on a person's page at `host`.
pub fn page_code_message(wish: PersonWish, code: &str, host: &str, words: &dyn Say) -> String {
    message_with_code(wish.word(), code, host, words)
}

/// So many of several commands were done.
pub fn commands_done(done: usize, all: usize) -> Notice {
    let description = [done.to_string().as_str(), " of ", &all.to_string(), " done."].concat();
    let title = if done == all { "All Done" } else { "Not All Done" };
    Notice::success(title, description)
}

/// Points wait for a second person, because one may award only `most`.
pub fn points_proposed(points: Points, most: Points) -> Notice {
    let description = [
        "One person may award up to ",
        &most.get().to_string(),
        " points. When another owner or manager saves ",
        &points.get().to_string(),
        " points as well, they count.",
    ];
    Notice::success("Waiting for a Second Person", description.concat())
}

/// A message has a new owner, or none.
pub fn message_assigned(is_somebodys: bool) -> Notice {
    let description = match is_somebodys {
        true => "Someone is now responsible for it.",
        false => "Nobody is responsible for it any more.",
    };
    Notice::success("Message Assigned", description)
}

/// The text message to a referrer about the progress of a referral. `sentence` is its public
/// sentence, `address` that of the referral page.
pub fn progress_message(referred: &str, sentence: &str, address: &str, words: &dyn Say) -> String {
    let values = [
        ("name", Value::Text(&plain(referred))),
        ("sentence", Value::Part(sentence)),
        ("address", Value::Part(address)),
    ];
    words.say("text-progress", &values)
}

/// The text message to a member about the last step of their request to exchange points. `title` is that of what
/// they chose, `address` that of the referral page.
pub fn redemption_message(
    title: &str,
    step: &RedemptionStep,
    address: &str,
    words: &dyn Say,
) -> String {
    let sentence = step_sentence(&plain(title), step, words);
    let values = [("sentence", sentence.as_str()), ("address", address)];
    words.say("text-request", &values.map(|(name, value)| (name, Value::Part(value))))
}

/// An owner invited a colleague.
pub fn staff_invited(name: &str) -> Notice {
    let words = [name, " can now log in with that number and will first set up a second factor."];
    Notice::success("Invited", words.concat())
}

/// An owner changed a colleague's name, role or services.
pub fn staff_changed(name: &str) -> Notice {
    Notice::success("Saved", [name, "\u{2019}s details were saved and apply at once."].concat())
}

/// An owner removed a colleague's second factors.
pub fn staff_reset(name: &str) -> Notice {
    let words = [name, " is logged out and will set up a second factor at the next login."];
    Notice::success("Second Factor Reset", words.concat())
}

// The pages show the following by themselves while the server cannot be reached.

/// Waiting referrals could still not be sent.
pub fn still_waiting() -> Notice {
    Notice::error(
        "The site still cannot be reached. Your waiting referrals are kept on this \
                   device.",
    )
}

/// It is unknown whether a change was saved.
pub fn outcome_unknown() -> Notice {
    let words = "We do not know whether your last change was saved. We will check as soon as the \
                 site can be reached, and tell you here.";
    Notice { title: "Not Known Yet".into(), ..Notice::error(words) }
}

/// A list could not be refreshed.
pub fn out_of_date() -> Notice {
    let words = "What you see may be out of date. We will refresh it as soon as the site can be \
                 reached.";
    Notice { title: "No Connection".into(), ..Notice::error(words) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code_sent;
    use words::Words;

    #[test]
    fn a_name_in_a_message_cannot_become_a_link() {
        let message = progress_message(
            "Refund: go to evil.example/x 98765",
            "Done.",
            "site.example",
            Words::english(),
        );
        assert!(message.starts_with("Your referral of Refund go to evilexamplex: "), "{message}");
        let long = progress_message(&"a".repeat(99), "Done.", "site.example", Words::english());
        assert!(long.contains(&"a".repeat(40)) && !long.contains(&"a".repeat(41)), "{long}");
    }

    #[test]
    fn a_code_is_in_its_text_message_and_not_in_the_log() {
        let notice = code_sent("+91 98765 43210").english;
        assert_eq!(notice.title, "OTP Sent");
        assert_eq!(notice.description, "An OTP was sent to +91 98765 43210. Enter it to continue.");
        let text = "Your code to log in or sign up at site.example is 012345. It expires in 5 \
                    minutes. Do not share it.\n\n@site.example #012345";
        assert_eq!(code_message("012345", "site.example", Words::english()), text);
    }

    #[test]
    fn a_code_fits_one_text_message() {
        let host = "referrals.a-company-of-some-length.example";
        assert!(code_message("012345", host, Words::english()).len() <= 200);
        assert!(code_message("012345", "www.company.example", Words::english()).len() <= 160);
    }

    #[test]
    fn the_number_of_erased_records_is_worded() {
        let none = Erased::default();
        let description = |erased: &Erased| erased_referred(erased).description;
        assert_eq!(description(&none), "Nothing was stored about that number.");
        let one = Erased { referrals: 1, ..none };
        assert_eq!(description(&one), "Erased: 1 referral.");
        let some = Erased {
            referrals: 2,
            messages: 1,
            blanked: 1,
            changes: 3,
            account_stays: true,
            ..none
        };
        assert_eq!(
            description(&some),
            "Erased: 2 referrals, 1 contact message, 1 number in other people\u{2019}s texts and 3 names in \
             histories. This number also has an account, which only its holder can erase."
        );
    }

    #[test]
    fn an_interrupted_import_says_what_is_left() {
        let import = Import { new: 100, ..Import::default() };
        let notice = imported_in_part(&import, 20);
        assert!(notice.description.starts_with("New: 100. 20 records are left, because"));
        assert!(imported_in_part(&import, 1).description.contains("One record is left"));
    }
}

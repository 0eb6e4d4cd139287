//! What a server says it has done for visitors and members, and by commands on a referral, which staff give too.
//! Languages other than English have words for what visitors and members read.

use domain::event::{CorrectedField, Way};
use domain::notice::Notice;

use crate::{Erased, ReferralCommand};

/// A notice about what was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The id of its text in other languages; that of its title has `-title` after it. `None` for what only staff read,
    /// which is said in English.
    pub id: Option<&'static str>,
    /// The notice in English.
    pub english: Notice,
    /// The text that somebody wrote and that stands in it, by the name of its variable.
    pub value: Option<(&'static str, String)>,
}

impl Done {
    /// A notice that languages have words for under this id.
    pub(crate) fn new(id: &'static str, english: Notice) -> Self {
        Self { id: Some(id), english, value: None }
    }

    fn with(self, name: &'static str, value: &str) -> Self {
        Self { value: Some((name, value.to_owned())), ..self }
    }

    /// All that visitors and members read. For a value, each has its variable, as messages write it: `{ $name }`.
    pub fn all_of_visitors() -> Vec<Self> {
        let (none, field) = (String::new, CorrectedField::Notes);
        let mut all = always_alike();
        all.extend([
            code_sent("{ $number }"),
            page_code_sent("{ $number }"),
            logged_in(),
            signed_up(),
            referral_submitted("{ $name }"),
            message_sent(),
        ]);
        let commands = [
            ReferralCommand::Withdraw { note: none() },
            ReferralCommand::Correct { field, text: none(), note: none() },
            ReferralCommand::Undo { target: none(), note: none() },
            ReferralCommand::SayWho { says: true, note: none() },
            ReferralCommand::SayWho { says: false, note: none() },
        ];
        all.extend(commands.iter().map(command_done));
        all
    }
}

/// What only staff read.
impl From<Notice> for Done {
    fn from(english: Notice) -> Self {
        Self { id: None, english, value: None }
    }
}

/// Declares the notices whose words are always the same: when it is shown, its id, its title, its text.
macro_rules! done {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $title:literal: $text:literal,)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> Done {
                Done::new($id, Notice::success($title, $text))
            }
        )*

        fn always_alike() -> Vec<Done> {
            vec![$($name(),)*]
        }
    };
}

done! {
    /// The second factor was given.
    confirmed = "confirmed", "Confirmed": "You can continue.",
    /// A member changed how they are notified.
    notifications_saved = "notifications-saved", "Saved": "We will notify you in this way from now on.",
    /// A member changed what they are called.
    name_saved = "name-saved", "Name Saved": "Your next referrals will have this name.",
    /// A member asked to exchange points.
    redemption_requested = "redemption-requested", "Request Sent":
        "We will look at it soon. You see each step here.",
    /// A member took a request back.
    redemption_cancelled = "redemption-cancelled", "Request Taken Back": "You have the points again.",
    /// A reference was saved.
    reference_saved = "reference-saved", "Reference Saved": "Whoever pays will see it.",
    /// A member chose a name for the list of those with most points.
    leader_name_saved = "leader-name-saved", "Name Saved":
        "It is on the list as soon as you are among the first ten.",
    /// A member left that list.
    leader_name_removed = "leader-name-removed", "You Left the List":
        "The name that you chose is no longer stored.",
    /// A member made a link to share, or a new one.
    link_made = "link-made", "Link Created":
        "Only this one works now. Share it with whoever may need us.",
    /// A member changed the name on their link.
    link_saved = "link-saved", "Saved": "Whoever opens your link sees it like this from now on.",
    /// The address of a person's page was made.
    person_page_made = "page-made", "Their Page Is Ready":
        "Send them the address. It is shown only now.",
    /// A member erased what was stored about them, without what that was.
    account_erased = "account-erased", "Your Data Was Erased":
        "Your account and everything entered about your number have been removed.",
}

/// A one-time code was sent. `shown` is the number in the format of its country.
pub fn code_sent(shown: &str) -> Done {
    let description = ["An OTP was sent to ", shown, ". Enter it to continue."].concat();
    Done::new("otp-sent", Notice::success("OTP Sent", description)).with("number", shown)
}

/// The same on a page that somebody shared, in the words of its form.
pub fn page_code_sent(shown: &str) -> Done {
    let description = ["We have sent a code to ", shown, "."].concat();
    Done::new("page-code-sent", Notice::success("Code Sent", description)).with("number", shown)
}

/// A member has logged in.
pub fn logged_in() -> Done {
    Done::new("logged-in", Notice::logged_in())
}

/// A member has signed up.
pub fn signed_up() -> Done {
    Done::new("signed-up", Notice::signed_up())
}

/// A referral of this person was submitted.
pub fn referral_submitted(name: &str) -> Done {
    Done::new("referral-submitted", Notice::referral_submitted(name)).with("name", name)
}

/// A referral was submitted by a form without script. The page is loaded by its address, so the
/// text names nobody.
pub fn form_submitted() -> Notice {
    let named = Notice::referral_submitted("");
    Notice { description: "Your referral was submitted.".to_owned(), ..named }
}

/// A contact message was sent.
pub fn message_sent() -> Done {
    Done::new("message-sent", Notice::message_sent())
}

/// A member erased what was stored about them. What that was is said in English alone.
pub fn erased(erased: &Erased) -> Done {
    let mut done = account_erased();
    done.english.description += &[" ", erased_sentence(erased).as_str()].concat();
    done
}

/// A sentence about what was erased.
pub(crate) fn erased_sentence(erased: &Erased) -> String {
    let kinds = [
        (erased.accounts, "account", "accounts"),
        (erased.sessions, "login", "logins"),
        (erased.staff, "staff record", "staff records"),
        (erased.invitations, "invitation to the staff", "invitations to the staff"),
        (erased.factors, "second factor", "second factors"),
        (erased.tokens, "API token", "API tokens"),
        (
            erased.leader_names,
            "name on the list of most points",
            "names on the list of most points",
        ),
        (erased.referrals, "referral", "referrals"),
        (erased.messages, "contact message", "contact messages"),
        (
            erased.blanked,
            "number in other people\u{2019}s texts",
            "numbers in other people\u{2019}s texts",
        ),
        (erased.changes, "name in a history", "names in histories"),
    ];
    let kinds = kinds.into_iter().filter(|&(count, ..)| count > 0);
    let parts: Vec<String> = kinds
        .map(|(count, one, many)| {
            let count_text = count.to_string();
            [count_text.as_str(), " ", if count == 1 { one } else { many }].concat()
        })
        .collect();
    match parts.as_slice() {
        [] => "Nothing was stored about that number.".to_string(),
        [one] => ["Erased: ", one.as_str(), "."].concat(),
        [first @ .., last] => ["Erased: ", &first.join(", "), " and ", last.as_str(), "."].concat(),
    }
}

/// The notice for a command on a referral. Languages have words for those that referrers give.
pub fn command_done(command: &ReferralCommand) -> Done {
    let (id, title, description) = match command {
        ReferralCommand::Points { .. } => return Notice::points_assigned().into(),
        ReferralCommand::Move { stage } => {
            let description = ["It is now ", stage.label(), "."].concat();
            return Notice::success("Referral Moved", &description).into();
        }
        ReferralCommand::Withdraw { .. } => {
            (Some("withdrawn"), "Referral Withdrawn", "It is closed.")
        }
        ReferralCommand::Correct { .. } => {
            (Some("corrected"), "Correction Saved", "What was submitted is still on record.")
        }
        ReferralCommand::Undo { .. } => (Some("undone"), "Undone", "The history keeps it."),
        ReferralCommand::SayWho { says: true, .. } => {
            (Some("says-who"), "Saved", "Whoever was referred may be told who referred them.")
        }
        ReferralCommand::SayWho { .. } => {
            (Some("says-not-who"), "Saved", "Whoever was referred is not told who referred them.")
        }
        ReferralCommand::Decline { .. } => {
            (None, "Referral Declined", "It is closed, and its referrer can see that.")
        }
        ReferralCommand::Reopen { .. } => {
            (None, "Referral Reopened", "It is in the stage that it was in before it was closed.")
        }
        ReferralCommand::Note { .. } => {
            (None, "Note Saved", "It is in the timeline of this referral.")
        }
        ReferralCommand::Assign { staff } if staff.is_empty() => {
            (None, "Referral Released", "Nobody is responsible for it any more.")
        }
        ReferralCommand::Assign { .. } => {
            (None, "Referral Assigned", "Someone is now responsible for it.")
        }
        ReferralCommand::Credit { credited: true, .. } => {
            (None, "Decision Saved", "Its referrer gets the points.")
        }
        ReferralCommand::Credit { .. } => (None, "Decision Saved", "Its referrer gets no points."),
        ReferralCommand::Call { .. } => (None, "Call Saved", "It is in the history."),
        ReferralCommand::Schedule { .. } => {
            (None, "Planned", "It will be in the inbox when it is due.")
        }
        ReferralCommand::Finish { .. } => {
            (None, "Done", "Nothing is planned for this referral now.")
        }
        ReferralCommand::Say { way: Way::Text, .. } => {
            (None, "Text Message on Its Way", "The history keeps what you wrote.")
        }
        ReferralCommand::Say { .. } => {
            (None, "WhatsApp Opened", "Send it there. The history keeps what you wrote.")
        }
        ReferralCommand::NoteAgreement { .. } => (
            None,
            "Agreement Noted",
            "The history keeps what you noted, and which text it was about.",
        ),
        ReferralCommand::Propose { .. } => {
            (None, "Award Requested", "An owner or manager sees it in their inbox.")
        }
    };
    Done { id, ..Notice::success(title, description).into() }
}

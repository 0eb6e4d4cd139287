//! What the pages say by themselves while a server cannot be reached.

use crate::notice::Notice;

/// A referral waits on this device for a connection.
pub fn saved_for_later() -> Notice {
    Notice::success(
        "Referral Saved for Later",
        "There is no connection. It is kept on this device and sent as soon as there is one.",
    )
}

/// Referrals that waited on this device have been sent.
pub fn sent_after_all() -> Notice {
    Notice::success("Referral Submitted!", "What waited on this device has been sent.")
}

/// Referrals that wait on this device could still not be sent.
pub fn still_waiting() -> Notice {
    Notice::error("The site cannot be reached yet. What waits is kept on this device.")
}

/// A member's referral that waits without the number that says which member's.
pub fn owner_unknown() -> Notice {
    Notice::error(
        "Which number it is for was not kept with it. Log in with that number, put it back into the \
         form, then submit it.",
    )
}

/// A change of which nobody knows whether it was saved.
pub fn outcome_unknown() -> Notice {
    let words = "We do not know whether your last change was saved. We look again as soon as the \
                 site can be reached, and tell you here.";
    Notice { title: "Not Known Yet".into(), ..Notice::error(words) }
}

/// A list that could not be fetched again.
pub fn out_of_date() -> Notice {
    let words = "What you see may be out of date. It is fetched again as soon as the site can be \
                 reached.";
    Notice { title: "No connection".into(), ..Notice::error(words) }
}

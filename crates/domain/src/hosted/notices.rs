//! What only hosted mode says. Its words for what both modes do are here where those of
//! [`crate::notice`] speak of the browser that keeps the records.

use crate::notice::Notice;

impl Notice {
    /// A member has erased what was stored under their number.
    pub fn erased_from_server() -> Self {
        Self::success(
            "Your Data Was Erased",
            "Your account and your referrals are no longer stored by this site.",
        )
    }

    /// The admin has taken in an export.
    pub fn imported_to_server() -> Self {
        Self::success("Import Finished", "What the file holds is now stored by this site, too.")
    }

    /// A referral waits on this device for a connection.
    pub fn saved_for_later() -> Self {
        Self::success(
            "Referral Saved for Later",
            "There is no connection. It is kept on this device and sent as soon as there is one.",
        )
    }

    /// Referrals that waited on this device have been sent.
    pub fn sent_after_all() -> Self {
        Self::success("Referral Submitted!", "What waited on this device has been sent.")
    }

    /// Referrals that wait on this device could still not be sent.
    pub fn still_waiting() -> Self {
        Self::error("The site cannot be reached yet. What waits is kept on this device.")
    }

    /// A login that the server does not know any more.
    pub fn session_ended() -> Self {
        Self::error("Your login has ended. What you typed is still here: log in again, then go on.")
    }

    /// A list that could not be fetched again.
    pub fn out_of_date() -> Self {
        Self {
            title: "No connection".into(),
            ..Self::error(
                "What you see may be out of date. It is fetched again as soon as the site can be \
                 reached.",
            )
        }
    }
}

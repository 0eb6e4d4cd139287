//! Hosted mode: the built site with the referral programme's records on a server.
//!
//! [`app`] is a router for `/api` and, for all other paths, the site; [`operators`] is one for the
//! operators' pages, which are served at another address. Handlers read a request, call
//! the rules of `domain`, and store the result.
//!
//! Each concern has a folder, and this file is the map of them.
//!
//! **Architecture invariant:** this crate has no rule but two that a query has to say: what an inbox has
//! (`referrals/waiting.rs`), and which referrals are of one number (`referrals/sql/duplicates.rs`). What
//! somebody sees of a referral's texts and numbers is `api::Sees`. Any other condition about the programme
//! in a handler is a rule written twice.
//!
//! **Architecture invariant:** every refusal is a [`Refusal`], and no answer repeats what was sent,
//! except for numbers and names in the rules' own words. A form that was sent without script comes
//! back with what was typed in it.
//!
//! **Architecture invariant:** the log never contains a number, code, name or token.

pub mod app;
pub mod audit;
pub mod cli;
pub mod clock;
pub mod db;
pub mod observe;
pub mod random;
pub mod secret;
pub mod settings;
pub mod state;

pub mod delivery {
    //! What goes out when something has happened: webhooks, text messages to referrers, and posts
    //! to gateways.

    pub mod outbox;
    pub mod public_addresses;
    pub mod records;
    /// The routes of the interface.
    pub mod routes {
        pub mod notifications;
        pub mod webhooks;
    }
    pub mod sending;
    pub mod signed_post;
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub mod outbox;
        pub mod tries;
        pub mod webhooks;
    }
    pub mod webhooks;
}

pub mod http {
    //! What every route needs: who asks, what they sent, how often they may, and how they are
    //! refused.

    pub mod answer;
    pub mod client_ip;
    pub mod cookies;
    pub mod extract;
    pub(crate) mod language;
    pub mod limits;
    pub mod networks;
    pub mod openapi;
    pub mod operation;
    pub mod origin;
    pub mod readiness;
    pub mod refusal;
    pub(crate) mod search;
}

pub mod login {
    //! One-time codes, sessions, known devices and the second factor.

    pub(crate) mod codes;
    pub mod devices;
    pub mod login_codes;
    pub mod puzzles;
    pub mod records;
    pub mod recovery;
    /// The routes of the interface.
    pub mod routes {
        pub mod codes;
        pub mod second_factor;
        pub mod session;
        pub mod sessions;
    }
    pub(crate) mod session_view;
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub mod accounts;
        pub mod code_requests;
        pub mod codes;
        pub mod devices;
        pub mod second_factor;
        pub mod sessions;
    }
    pub mod totp;
}

pub mod messages {
    //! Contact messages, and forwarding them to the people who answer them.

    pub mod forwarding;
    pub mod records;
    pub mod routes;
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub mod messages;
    }
}

pub mod pages {
    //! The pages of the site that a server fills in: forms without script, pages for one visitor, and the rules of
    //! points.

    pub mod frame;
    pub mod no_script_forms;
    pub mod no_script_page;
    pub(crate) mod openings;
    pub(crate) mod own_words;
    pub mod rules_page;
}

pub mod privacy {
    //! How long personal data is kept, and what an erasure takes.

    pub mod routes;
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub(crate) mod blanking;
        pub mod elsewhere;
        pub mod erase;
        pub mod mentions;
        pub mod sweep;
    }
    pub mod sweeping;
}

pub mod programme {
    //! What owners set about the programme, in versions.

    pub mod routes;
    pub mod sql;
}

pub mod restoring {
    //! Putting a backup in the place of a database, and what is to be done then.

    pub mod carry_over;
    pub mod finish;
    pub(crate) mod known_numbers;
    pub(crate) mod parted;
    pub mod restore;
}

pub mod rewards {
    //! What referrals are worth: the versions of the rulebook, the entries of what awards have earned, and what
    //! they come to and are exchanged for.

    /// Points that owners enter by hand.
    pub mod by_hand {
        pub mod routes;
        pub mod sql;
    }
    pub mod balance;
    pub(crate) mod entries;
    /// Points whose validity has ended.
    pub mod expiry;
    /// Whose the points are, after the secret was lost.
    pub(crate) mod holders;
    /// What is owed in all.
    pub mod owed {
        pub mod routes;
        pub mod sql;
    }
    pub(crate) mod next_id;
    pub(crate) mod rivals;
    pub mod routes;
    pub mod rulebooks;
    pub mod sql;
    /// The awards that a dry run is made with.
    pub mod trial;
    /// What one person has.
    pub mod statement {
        pub mod routes;
        pub mod sql;
    }

    pub mod catalogue {
        //! What points can be exchanged for.

        pub(crate) mod offers;
        pub mod routes;
        pub mod sql;
    }

    pub mod leaderboard {
        //! Those with most points of a quarter, under names that they chose.

        pub mod routes;
        pub mod sql;
    }

    pub mod redemptions {
        //! Members' requests to exchange points.

        pub mod around;
        pub mod erasure;
        pub mod routes;
        pub mod sql;
        pub mod view;
    }

    pub mod batches {
        //! Requests that are paid together.

        pub mod csv;
        pub mod routes;
        pub mod rules;
        pub mod sql;
    }
}

pub mod referrals {
    //! Referrals: submitting, listing, commands and their history, duplicates.

    pub mod records;
    pub(crate) mod relation;
    /// The routes of the interface.
    pub mod routes {
        pub mod award_check;
        pub mod commands;
        pub mod duplicates;
        pub mod history;
        pub mod referrals;
        pub mod templates;
        pub mod timeline;
    }
    pub(crate) mod scope;
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub mod commands;
        pub mod duplicates;
        pub mod grams;
        pub mod history;
        pub(crate) mod known;
        pub mod listing;
        pub mod referrals;
        pub mod referrer;
        pub mod select;
        pub mod submit;
        pub mod waiting;
    }
    pub(crate) mod view;
    pub(crate) mod visible;
    pub mod waiting;
}

pub mod reports {
    //! The inbox, reports, and who refers most.

    pub mod records;
    /// The routes of the interface.
    pub mod routes {
        pub mod inbox;
        pub mod referrers;
        pub mod reports;
    }
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub mod referrers;
        pub mod reports;
    }
}

pub mod sharing {
    //! What reaches the people who are referred: the links that members share, and a page about each referral.

    pub(crate) mod codes;
    pub mod do_not_contact;
    pub mod link {
        //! A member's link, and the page behind it.

        pub mod pages;
        pub mod qr;
        pub mod routes;
        pub mod sql;
        pub mod submitting;
    }
    pub mod person {
        //! The page of a person who was referred. Whoever has its address opens it: the referrer passes it on.
        //! So what only the person may say needs a code that is sent to their number.

        pub mod html;
        pub mod page;
        pub mod routes;
        pub mod sql;

        use sha2::{Digest, Sha256};

        /// The form in which a page's token is stored. It is random, so a plain hash is enough.
        pub(crate) fn token_hash(token: &str) -> [u8; 32] {
            Sha256::digest(token.as_bytes()).into()
        }
    }
}

pub mod spreadsheets {
    //! Importing referrals from a spreadsheet, and taking them out again.

    /// The routes of the interface.
    pub mod routes;
    pub mod rows;
    pub mod sql;
}

pub mod staff {
    //! Members of staff, their second factors, the tokens of programs, and shared views.

    pub(crate) mod masking;
    pub mod passkeys;
    pub mod records;
    /// The routes of the interface.
    pub mod routes {
        pub mod staff;
        pub mod staff_factors;
        pub mod tokens;
        pub mod views;
    }
    /// Statements, and the methods of the store that run them.
    pub mod sql {
        pub mod leaving;
        pub mod staff;
        pub mod staff_factors;
        pub mod tokens;
        pub mod views;
    }
}

pub mod transfer {
    //! Exports and imports of all records, and of one's own.

    pub mod exports;
    pub mod importing;
    pub mod records;
    /// The routes of the interface.
    pub mod routes {
        pub mod export;
        pub mod import;
    }
    pub mod sql;
}

pub use crate::app::{app, document, interface, operators};
pub use crate::cli::run;
pub use crate::clock::Clock;
pub use crate::delivery::signed_post::{BadPost, PostError, SignedPost};
pub use crate::delivery::webhooks::WebhookPost;
pub use crate::http::cookies::Cookies;
pub use crate::http::limits::Limits;
pub use crate::http::networks::{BadNetworks, Networks};
pub use crate::http::origin::Origin;
pub use crate::http::refusal::Refusal;
pub use crate::login::totp::{BadSecret, TotpKey};
pub use crate::random::NoRandomness;
pub use crate::secret::{Purpose, Secret};
pub use crate::state::{AppState, Dependencies};

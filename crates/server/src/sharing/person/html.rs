//! What fills the frames of a person's page. Its words are in the frames
//! (`web/src/app/prerendering/frames/person-pages.tsx`).

use domain::pipeline::{Progress, consent_text};

use crate::pages::{frame::filled, no_script_page::escape};

/// What the page shows of a referral. Nothing in it is markup yet.
pub(crate) struct Shown {
    /// Who referred them; `None` if the referrer does not want to be named.
    pub(crate) who: Option<String>,
    /// For what.
    pub(crate) service: String,
    /// The name of the person.
    pub(crate) name: String,
    /// Their number, masked but for its end.
    pub(crate) number: String,
    /// What the referrer wrote about what they need; may be empty.
    pub(crate) notes: String,
    /// The day of the referral.
    pub(crate) since: String,
    /// Where it stands.
    pub(crate) standing: Standing,
    /// Whether the company calls people who have not answered.
    pub(crate) may_call: bool,
    /// The version of the text that they would agree to.
    pub(crate) text: u64,
}

/// Where a referral stands, as far as its page says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Agreed,
    Unanswered,
    Closed,
}

impl Standing {
    /// Nothing tells a refusal from another closing: whoever has the page's address may be anybody.
    pub(crate) fn of(progress: &Progress) -> Self {
        match (progress.stage.is_open(), progress.has_agreed()) {
            (true, true) => Self::Agreed,
            (true, false) => Self::Unanswered,
            (false, _) => Self::Closed,
        }
    }

    fn place(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Unanswered => "unanswered",
            Self::Closed => "closed",
        }
    }
}

/// Where the form that opens the page in another language has its token.
const TOKEN: &str = " value=\"{token}\"";

/// The page of a referral, opened with this token; `None` if the frame lacks a place for something.
pub(crate) fn page(frame: &str, shown: &Shown, token: &str) -> Option<String> {
    let frame = frame.replacen(TOKEN, &format!(" value=\"{}\"", escape(token)), 1);
    let page = match &shown.who {
        Some(who) => texts(&filled(&frame, "named", "")?, &[("who", who)])?,
        None => filled(&frame, "nameless", "")?,
    };
    let page = match shown.notes.as_str() {
        "" => page,
        notes => texts(&filled(&page, "written", "")?, &[("notes", notes)])?,
    };
    let page = filled(&page, shown.standing.place(), "")?;
    let page = match (shown.standing, shown.may_call) {
        (Standing::Closed, _) => page,
        (Standing::Unanswered, true) => filled(&filled(&page, "open", "")?, "may-call", "")?,
        _ => filled(&page, "open", "")?,
    };
    let each = [
        ("name", shown.name.as_str()),
        ("number", &shown.number),
        ("service", &shown.service),
        ("since", &shown.since),
        ("agreement", consent_text(shown.text)?),
    ];
    texts(&page, &each)
}

fn texts(page: &str, each: &[(&str, &str)]) -> Option<String> {
    let write = |page: String, (place, text): &(&str, &str)| filled(&page, place, &escape(text));
    each.iter().try_fold(page.to_owned(), write)
}

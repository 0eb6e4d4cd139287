//! The page as HTML: plain forms, one style sheet and one script of a few lines, all in the page
//! ([decision 21](../../../../../docs/decisions/0021-a-persons-page-is-plain-html.md)).

use std::sync::LazyLock;

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::pipeline::CONSENT_TEXTS;
use sha2::{Digest, Sha256};

use crate::http::no_script_page::escape;

/// The site's colours and sizes, and how little this page needs of them.
const STYLE: &str = concat!(
    include_str!("../../../../../web/src/styles/tokens.css"),
    "\
body{background:var(--paper);color:var(--ink);font:1.125rem/1.5 system-ui,sans-serif;max-inline-size:38rem;\
margin:0 auto;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}\
header a,h1,h2{font-family:Georgia,serif;font-weight:600}\
header{margin-block-end:2rem}header a{text-decoration:none;font-size:1.25rem}\
a{color:inherit;text-decoration-color:var(--signal)}\
h1{font-size:1.75rem;line-height:1.2}h2{font-size:1.25rem;margin-block-start:2.5rem}\
dt{font-weight:600}dd{margin:0 0 .75rem}blockquote{margin-inline:0}\
label{display:block;margin-block-start:1rem;font-weight:600}\
input{display:block;box-sizing:border-box;inline-size:100%;font:inherit;padding:.625rem;\
background:var(--raised);color:inherit;border:1px solid var(--edge)}\
button{font:inherit;font-weight:600;min-block-size:3rem;padding:.5rem 1.25rem;margin-block-start:1rem;\
border:2px solid var(--ink);background:var(--paper);color:inherit}\
blockquote+form button{border-color:var(--signal);background:var(--signal);color:var(--on-signal)}\
:focus-visible{outline:3px solid currentColor;outline-offset:2px}\
.notice{border-inline-start:4px solid currentColor;padding-inline-start:1rem}"
);

/// The address has the token behind a `#`, which is not sent to a server: this puts it into the form.
const SCRIPT: &str = "\
const token=location.hash.slice(1),form=document.forms[0];\
if(/^[\\w-]{22}$/.test(token)){history.replaceState(null,\"\",location.pathname);\
form.elements.token.value=token;form.requestSubmit()}";

/// The policy of all these pages: nothing but their own style, script and forms.
pub(crate) static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
});

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
    /// Where it stands, in a sentence.
    pub(crate) state: String,
}

/// Something to say above the page.
pub(crate) struct Said<'a> {
    pub(crate) text: &'a str,
    pub(crate) is_error: bool,
}

/// What the person can ask for, with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Agree,
    Refuse,
    Never,
    Delete,
}

impl Wish {
    pub(crate) fn read(word: &str) -> Option<Self> {
        [Self::Agree, Self::Refuse, Self::Never, Self::Delete]
            .into_iter()
            .find(|wish| wish.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Refuse => "refuse",
            Self::Never => "never",
            Self::Delete => "delete",
        }
    }

    fn button(self) -> &'static str {
        match self {
            Self::Agree => "You may call me",
            Self::Refuse => "Do not call me about this",
            Self::Never => "Never contact me",
            Self::Delete => "Delete what you have",
        }
    }
}

/// The page for whoever has no address, or one that does not work, or no script.
pub(crate) fn entrance(company: &str, said: Option<&Said<'_>>) -> String {
    let body = format!(
        "<h1>The page about you</h1>{}\
         <p>Somebody suggested that we call you, and sent you a link. Open it here to see what we store, and to \
         say whether we may call.</p>\
         <form method=\"post\" action=\"/p\"><label for=\"token\">The link that you were sent</label>\
         <input id=\"token\" name=\"token\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\" required>\
         <button>Open the page</button></form><script>{SCRIPT}</script>",
        notice(said)
    );
    document(company, "The page about you", said, &body)
}

/// The page itself.
pub(crate) fn page(company: &str, token: &str, shown: &Shown, said: Option<&Said<'_>>) -> String {
    let who = shown.who.as_deref().map_or_else(|| "Somebody you know".to_owned(), escape);
    let notes = match shown.notes.as_str() {
        "" => String::new(),
        notes => format!("<dt>What they wrote</dt><dd>{}</dd>", escape(notes)),
    };
    let agree = CONSENT_TEXTS.last().map(|text| escape(text)).unwrap_or_default();
    let form = |want: &str, fields: &str, button: &str| {
        format!(
            "<form method=\"post\" action=\"/p\">{}{}{fields}<button>{button}</button></form>",
            hidden("token", token),
            hidden("want", want)
        )
    };
    let wish = |wish: Wish, fields: &str| {
        let fields = hidden("answer", wish.word()) + fields;
        form("code", &fields, wish.button())
    };
    let body = format!(
        "<h1>{who} suggested that we call you</h1>{notice}<p>{state}</p>\
         <h2>What we store</h2><dl><dt>Your name</dt><dd>{name}</dd><dt>Your number</dt><dd>{number}</dd>\
         <dt>What it is about</dt><dd>{service}</dd>{notes}<dt>Since</dt><dd>{since}</dd></dl>\
         <p>{who} gave us this. Whoever has this link can read it, too.</p>\
         <h2>May we call you?</h2><p>If you say yes, you agree to this:</p><blockquote>{agree}</blockquote>{yes}\
         <h2>No, not about this</h2><p>We close this referral and do not call you about it.</p>{no}\
         <h2>Never contact you</h2><p>We close all referrals of your number, now and later, and nobody can change that. To \
         know your number again we keep a code made from it, from which nobody can read it.</p>{never}\
         <h2>Delete what we store</h2><p>We delete your name, your number and everything else that is stored about you here. It \
         cannot be undone.</p>{delete}\
         <p>For each answer we send a code to your number, because others may have this link, too.</p><p><a href=\"/privacy\">Privacy notice</a></p>",
        notice = notice(said),
        state = escape(&shown.state),
        name = escape(&shown.name),
        number = escape(&shown.number),
        service = escape(&shown.service),
        since = escape(&shown.since),
        yes = wish(
            Wish::Agree,
            &(input(
                "when",
                "When is a good time? (optional)",
                "autocomplete=\"off\" maxlength=\"100\""
            ) + &input(
                "language",
                "In which language? (optional)",
                "autocomplete=\"off\" maxlength=\"100\""
            ))
        ),
        no = wish(Wish::Refuse, ""),
        never = wish(Wish::Never, ""),
        delete = wish(Wish::Delete, ""),
    );
    document(company, "May we call you?", said, &body)
}

/// A code that was sent, and what it is for.
pub(crate) struct Asked<'a> {
    pub(crate) token: &'a str,
    pub(crate) challenge: &'a str,
    pub(crate) wish: Wish,
    pub(crate) when: &'a str,
    pub(crate) language: &'a str,
}

/// The page that asks for the code.
pub(crate) fn code(
    company: &str,
    asked: &Asked<'_>,
    number: &str,
    said: Option<&Said<'_>>,
) -> String {
    let Asked { token, challenge, wish, when, language } = asked;
    let hidden: String = [
        ("token", *token),
        ("want", "done"),
        ("answer", wish.word()),
        ("challenge", *challenge),
        ("when", *when),
        ("language", *language),
    ]
    .map(|(name, value)| hidden(name, value))
    .concat();
    let back = format!(
        "<form method=\"post\" action=\"/p\">{}<button>Back, and do nothing</button></form>",
        self::hidden("token", token)
    );
    let body = format!(
        "<h1>Enter the code</h1>{notice}<p>We sent a code to {number}. It is good for five minutes.</p>\
         <form method=\"post\" action=\"/p\">{hidden}{input}<button>{button}</button></form>{back}",
        notice = notice(said),
        number = escape(number),
        input = input(
            "code",
            "Code",
            "inputmode=\"numeric\" autocomplete=\"one-time-code\" maxlength=\"12\" required"
        ),
        button = wish.button(),
    );
    document(company, "Enter the code", said, &body)
}

/// The last page, when there is nothing to come back to.
pub(crate) fn last(company: &str, title: &str, text: &str) -> String {
    let body = format!(
        "<h1>{}</h1><p role=\"status\">{}</p><p><a href=\"/\">Our website</a></p>",
        escape(title),
        escape(text)
    );
    document(company, title, None, &body)
}

fn notice(said: Option<&Said<'_>>) -> String {
    let Some(Said { text, is_error }) = said else { return String::new() };
    let role = if *is_error { "alert" } else { "status" };
    format!("<p class=\"notice\" role=\"{role}\" tabindex=\"-1\" autofocus>{}</p>", escape(text))
}

fn hidden(name: &str, value: &str) -> String {
    format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape(value))
}

fn input(name: &str, label: &str, attributes: &str) -> String {
    format!(
        "<label for=\"{name}\">{label}</label><input id=\"{name}\" name=\"{name}\" {attributes}>"
    )
}

/// The whole page, which says whose it is.
fn document(company: &str, title: &str, said: Option<&Said<'_>>, body: &str) -> String {
    let error = if said.is_some_and(|said| said.is_error) { "Error: " } else { "" };
    let company = escape(company);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\">\
         <title>{error}{} | {company}</title><style>{STYLE}</style></head><body>\
         <header><a href=\"/\">{company}</a></header><main>{body}</main></body></html>",
        escape(title)
    )
}

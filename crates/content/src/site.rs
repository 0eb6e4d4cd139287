//! The company: `content/site.json`.

use chrono::NaiveTime;
use domain::account::Policy;
use domain::form_field::is_email;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::checks::{
    ANCHOR_FORM, CALLING_CODE_FORM, ContentError, HOST_FORM, OFFSET_FORM, ORIGIN_FORM, PHONE_FORM,
    TIME_FORM, check_anchors, is_host,
};
use crate::front_matter::filled;

/// The company and the site as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Site {
    /// The name in the header.
    pub name: String,
    /// The name in the copyright line.
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub legal_name: String,
    /// The headline of the home page, also in the title of its browser tab.
    pub tagline: String,
    /// The footer's paragraph about the company.
    #[schemars(extend("x-editor" = { "widget": "text" }))]
    pub blurb: String,
    /// Scheme and host of the public site, without a slash at the end.
    #[schemars(extend("x-form" = ORIGIN_FORM, "x-editor" = { "i18n": false }))]
    pub origin: String,
    /// The general email address.
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub email: String,
    /// The number to call, with its country code, as it is shown.
    #[serde(default, deserialize_with = "filled")]
    #[schemars(extend("x-form" = PHONE_FORM, "x-editor" = { "i18n": false }))]
    pub phone: Option<String>,
    /// The number that has WhatsApp, with its country code, as it is shown.
    #[serde(default, deserialize_with = "filled")]
    #[schemars(extend("x-form" = PHONE_FORM, "x-editor" = { "i18n": false }))]
    pub whatsapp: Option<String>,
    /// Why to trust the company, a short sentence each.
    #[serde(default)]
    pub proofs: Vec<String>,
    /// Who the company is, for the page `/about`.
    #[serde(default, skip_serializing)]
    #[ts(skip)]
    pub about: Option<About>,
    /// The offices.
    pub offices: Vec<Office>,
    /// The referral programme's policy.
    pub programme: Programme,
    /// Hosts other than this site that pictures may come from, such as `https://images.example`.
    #[serde(default)]
    #[schemars(extend("x-form" = HOST_FORM, "x-editor" = { "i18n": false }))]
    pub image_hosts: Vec<String>,
    /// Addresses that are not published, such as `/terms`: of posts, text pages, service pages, the
    /// search, and the service worker (`/sw.js`).
    #[serde(default, skip_serializing)]
    #[ts(skip)]
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub switched_off: Vec<String>,
}

/// Who the company is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Who owns it.
    pub owner: String,
    /// Who leads it.
    #[serde(default)]
    pub leaders: Vec<Leader>,
    /// Where it is registered as a company.
    #[serde(default)]
    pub registrations: Vec<Registration>,
    /// Its licences, such as that of a recruiting agent in India.
    #[serde(default)]
    pub licences: Vec<Registration>,
}

/// Somebody who leads the company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// The name.
    pub name: String,
    /// What they lead.
    pub role: String,
}

/// An entry in a public register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// What it is.
    pub name: String,
    /// Its number there.
    pub number: String,
    /// Who keeps the register.
    pub authority: String,
}

/// An office.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Office {
    /// A short name for anchors.
    #[schemars(extend("x-form" = ANCHOR_FORM, "x-editor" = { "i18n": "duplicate" }))]
    pub id: String,
    /// The country.
    pub country: String,
    /// The city.
    pub city: String,
    /// The postal address, line by line.
    pub address: Vec<String>,
    /// The opening hours, in the office's time zone.
    pub hours: OpeningHours,
    /// The IANA time zone.
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub time_zone: String,
    /// How far its clock is ahead of UTC, such as `+05:30`. The server counts its working days by this.
    #[serde(skip_serializing)]
    #[ts(skip)]
    #[schemars(extend("x-form" = OFFSET_FORM, "x-editor" = { "i18n": false }))]
    pub utc_offset: String,
    /// The calling code of the numbers that it looks after, such as `91`. Only the server uses this.
    #[serde(skip_serializing)]
    #[ts(skip)]
    #[schemars(extend("x-form" = CALLING_CODE_FORM, "x-editor" = { "i18n": false }))]
    pub calling_code: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// The weekly opening hours of an office.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// In order.
    pub days: Vec<Day>,
    /// HH:MM, from 00:00 to 23:59.
    #[schemars(extend("x-form" = TIME_FORM, "x-editor" = { "i18n": false }))]
    pub opens: String,
    /// HH:MM, later than `opens`.
    #[schemars(extend("x-form" = TIME_FORM, "x-editor" = { "i18n": false }))]
    pub closes: String,
}

/// A day of the week; the names are those of schema.org.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[expect(missing_docs, reason = "the names are the days")]
pub enum Day {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// The programme's policy for the simulation in the browser. It is public and protects nothing
/// (specification, section 6: the check happens only in the browser).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Programme {
    /// The admin's mobile number.
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub admin_number: String,
    /// The simulated one-time code, which is always correct.
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub simulated_code: String,
    /// The countries (ISO 3166) whose mobile numbers need no country code in hosted mode. Only the
    /// server uses this; it is not sent to pages.
    #[serde(default, skip_serializing)]
    #[ts(skip)]
    #[schemars(extend("x-editor" = { "i18n": false }))]
    pub regions: Vec<String>,
}

impl Site {
    /// Checks everything that the pages and the programme rely on.
    pub fn check(&self) -> Result<(), ContentError> {
        let origin = self.origin.strip_prefix("https://").or(self.origin.strip_prefix("http://"));
        if !origin.is_some_and(is_host) {
            return Err(ContentError::Origin(self.origin.clone()));
        }
        if !is_email(&self.email) {
            return Err(ContentError::Email(self.email.clone()));
        }
        for number in [&self.phone, &self.whatsapp].into_iter().flatten() {
            if !is_phone(number) {
                return Err(ContentError::Phone(number.clone()));
            }
        }
        let foreign = |host: &&String| !host.strip_prefix("https://").is_some_and(is_host);
        if let Some(host) = self.image_hosts.iter().find(foreign) {
            return Err(ContentError::ImageHost(host.clone()));
        }
        let is_time = |time: &str| {
            time.len() == "HH:MM".len() && NaiveTime::parse_from_str(time, "%H:%M").is_ok()
        };
        for office in &self.offices {
            let OpeningHours { opens, closes, .. } = &office.hours;
            if !is_time(opens) || !is_time(closes) || opens >= closes {
                return Err(ContentError::Hours(opens.clone(), closes.clone()));
            }
            if !office.utc_offset.strip_prefix(['+', '-']).is_some_and(is_time) {
                return Err(ContentError::UtcOffset(office.utc_offset.clone()));
            }
            let code = &office.calling_code;
            if !(1..=3).contains(&code.len()) || !code.bytes().all(|digit| digit.is_ascii_digit()) {
                return Err(ContentError::CallingCode(code.clone()));
            }
        }
        check_anchors(self.offices.iter().map(|office| &office.id))?;
        self.programme.policy().map(drop)
    }
}

/// Whether a number can be called from everywhere (E.164): a plus sign and 8 to 15 digits, with single
/// spaces or hyphens between them.
fn is_phone(text: &str) -> bool {
    let groups = text.strip_prefix('+').unwrap_or_default();
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|it| it.is_ascii_digit());
    let digits = groups.bytes().filter(u8::is_ascii_digit).count();
    groups.split([' ', '-']).all(is_group) && (8..=15).contains(&digits)
}

impl Programme {
    /// The policy for the rules.
    pub fn policy(&self) -> Result<Policy, ContentError> {
        Ok(Policy::new(&self.admin_number, &self.simulated_code)?)
    }
}

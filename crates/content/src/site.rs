//! The company: `content/site.json`.

use chrono::NaiveTime;
use domain::account::Policy;
use domain::form_field::is_email;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::checks::{ContentError, check_anchors, is_host};

/// The company and the site as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Site {
    /// The name in the top bar.
    pub name: String,
    /// The name in the copyright line.
    pub legal_name: String,
    /// A few words under the name.
    pub tagline: String,
    /// The footer's paragraph about the company.
    pub blurb: String,
    /// Scheme and host of the public site, without a slash at the end.
    pub origin: String,
    /// The general e-mail address.
    pub email: String,
    /// The offices.
    pub offices: Vec<Office>,
    /// The referral programme's policy.
    pub programme: Programme,
    /// Hosts other than this site that pictures may come from, such as `https://images.example`.
    pub image_hosts: Vec<String>,
    /// The addresses of posts, text pages, service pages, the search and the service worker (`/sw.js`) that
    /// are not to be published, such as `/terms`.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub switched_off: Vec<String>,
}

/// An office.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Office {
    /// A short name for anchors.
    pub id: String,
    /// The country.
    pub country: String,
    /// The city.
    pub city: String,
    /// The postal address, line by line.
    pub address: Vec<String>,
    /// When somebody is there, in the office's own time.
    pub hours: OpeningHours,
    /// An IANA time zone name.
    pub time_zone: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// The days of a week on which an office is open, and from when to when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// In their order.
    pub days: Vec<Day>,
    /// HH:MM, from 00:00 to 23:59.
    pub opens: String,
    /// HH:MM, later than it opens.
    pub closes: String,
}

/// A day of the week, by its name in schema.org as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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

/// The referral programme's policy, as the simulation in the browser needs it. It is public: it
/// protects nothing (specification, section 6: the check happens only in the browser).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Programme {
    /// The admin's mobile number.
    pub admin_number: String,
    /// The one-time code that is always right.
    pub simulated_code: String,
    /// The countries, in ISO 3166, whose mobile numbers need no country code in hosted mode. Only
    /// the server asks for them: pages do not carry them.
    #[serde(skip_serializing)]
    #[ts(skip)]
    pub regions: Vec<String>,
}

impl Site {
    /// Checks what the pages and the programme rely on.
    pub fn check(&self) -> Result<(), ContentError> {
        let origin = self.origin.strip_prefix("https://").or(self.origin.strip_prefix("http://"));
        if !origin.is_some_and(is_host) {
            return Err(ContentError::Origin(self.origin.clone()));
        }
        if !is_email(&self.email) {
            return Err(ContentError::Email(self.email.clone()));
        }
        let foreign = |host: &&String| !host.strip_prefix("https://").is_some_and(is_host);
        if let Some(host) = self.image_hosts.iter().find(foreign) {
            return Err(ContentError::ImageHost(host.clone()));
        }
        for Office { hours: OpeningHours { opens, closes, .. }, .. } in &self.offices {
            let is_time = |time: &str| {
                time.len() == "HH:MM".len() && NaiveTime::parse_from_str(time, "%H:%M").is_ok()
            };
            if !is_time(opens) || !is_time(closes) || opens >= closes {
                return Err(ContentError::Hours(opens.clone(), closes.clone()));
            }
        }
        check_anchors(self.offices.iter().map(|office| &office.id))?;
        self.programme.policy().map(drop)
    }
}

impl Programme {
    /// The policy that the rules take.
    pub fn policy(&self) -> Result<Policy, ContentError> {
        Ok(Policy::new(&self.admin_number, &self.simulated_code)?)
    }
}

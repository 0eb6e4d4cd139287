//! The sections of the inbox, by the rules of [`Waiting`].

use std::collections::BTreeMap;
use std::fmt::Write as _;

use api::{InboxCounts, InboxSection};
use domain::event::Stage;
use domain::pipeline::programme::ServiceDays;
use domain::pipeline::{StageDays, StageLimits};
use domain::referral::Instant;

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::retry;
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::text::word;
use crate::referrals::records::Scope;
use crate::referrals::sql::duplicates::{IS_LATER, IS_OPEN};
use crate::referrals::waiting::{Doer, Waiting};

impl Store {
    /// How many referrals are in each section of an inbox.
    pub async fn inbox_counts(&self, scope: &Scope, waiting: &Waiting) -> Result<InboxCounts> {
        retry!(self, "inbox_counts", async {
            let mut counts = Statement::default();
            let section = section(&mut counts, waiting);
            let mut counts = counts.add(&format!(
                "SELECT f.section, COUNT(*) AS referrals FROM (SELECT {section} AS section \
                 FROM referrals AS r WHERE r.waiting_since IS NOT NULL"
            ));
            if let Scope::Services(services) = scope {
                let services = services.iter().map(|service| word(service));
                counts = counts.add(" AND r.service IN (").bind_all(services).add(")");
            }
            let counts = counts.add(") AS f GROUP BY f.section");
            let mut found = BTreeMap::new();
            for row in counts.rows(&mut *self.readers.acquire().await?).await? {
                found.insert(row.text("section")?, row.count("referrals")?);
            }
            let of = |section: InboxSection| found.get(section.as_str()).copied().unwrap_or(0);
            Ok(InboxCounts {
                overdue: of(InboxSection::Overdue),
                today: of(InboxSection::Today),
                new: of(InboxSection::New),
                waiting: of(InboxSection::Waiting),
            })
        })
    }
}

/// The condition that the open referral `r` is in a section.
pub(crate) fn condition(values: &mut Statement, waiting: &Waiting, wanted: InboxSection) -> String {
    format!("{} = '{}'", section(values, waiting), wanted.as_str())
}

/// The name of the section that the open referral `r` is in, as [`Waiting::section`] has it; empty for none.
fn section(values: &mut Statement, waiting: &Waiting) -> String {
    let nobodys = is_nobodys(values, waiting);
    let own = match &waiting.whose {
        Some(whose) => {
            let ids = values.place_all(whose.iter().map(|id| word(id)));
            format!("(r.doer IN ({ids}) OR {nobodys})")
        }
        None => "1 = 1".to_owned(),
    };
    let overdue = is_due(values, waiting, waiting.now);
    let today = is_due(values, waiting, waiting.last_of_day());
    let waits = decisions(waiting);
    let case = |condition: &str, section: InboxSection| {
        format!(" WHEN {condition} THEN '{}'", section.as_str())
    };
    let cases = [
        case(&format!("{own} AND {overdue}"), InboxSection::Overdue),
        case(&format!("{own} AND {today}"), InboxSection::Today),
        case(&waits, InboxSection::Waiting),
        case(&nobodys, InboxSection::New),
    ];
    format!("CASE{} ELSE '' END", cases.concat())
}

/// The condition that nobody who works here is to do what is next for `r`.
fn is_nobodys(values: &mut Statement, waiting: &Waiting) -> String {
    let (mut everywhere, mut somebodys) = (Vec::new(), Vec::new());
    for Doer { id, services } in &waiting.doers {
        match services {
            None => everywhere.push(word(id)),
            // `service IN (NULL)` is neither true nor false, and neither is `NOT` of it.
            Some(services) if services.is_empty() => {}
            Some(services) => {
                let id = values.place(word(id));
                let services = values.place_all(services.iter().map(|service| word(service)));
                somebodys.push(format!("(r.doer = {id} AND r.service IN ({services}))"));
            }
        }
    }
    if !everywhere.is_empty() {
        somebodys.push(format!("r.doer IN ({})", values.place_all(everywhere)));
    }
    if somebodys.is_empty() {
        "1 = 1".to_owned()
    } else {
        format!("NOT ({})", somebodys.join(" OR "))
    }
}

/// The condition that what is next for `r` is due by an instant: what is planned, or else what its
/// stage asks for within some working days of the office that its number belongs to.
fn is_due(values: &mut Statement, waiting: &Waiting, by: Instant) -> String {
    let StageLimits { all, services } = &waiting.limits;
    let mut begun = Vec::new();
    for ServiceDays { service, stage_days } in services {
        let of_service = format!("r.service = {}", values.place(word(service)));
        begun.extend(begun_before(values, waiting, by, &of_service, stage_days));
    }
    let others = match services.as_slice() {
        [] => "1 = 1".to_owned(),
        services => {
            let own = values.place_all(services.iter().map(|it| word(&it.service)));
            format!("r.service NOT IN ({own})")
        }
    };
    begun.extend(begun_before(values, waiting, by, &others, all));
    let by = values.place(millis(by));
    format!(
        "(CASE WHEN r.task_due IS NULL THEN {} ELSE r.task_due <= {by} END)",
        begun.join(" OR ")
    )
}

/// For each stage the condition that `r`, which meets `services`, has been in it for too long by an instant.
fn begun_before(
    values: &mut Statement,
    waiting: &Waiting,
    by: Instant,
    services: &str,
    days: &StageDays,
) -> [String; 4] {
    let offices = &waiting.offices;
    days.all().map(|(stage, days)| {
        let stage = values.place(word(stage.as_str()));
        let mut before = String::new();
        for office in offices.all() {
            let code = &office.calling_code;
            let _ = write!(
                before,
                " WHEN substr(r.number, 1, {}) = {} THEN {}",
                code.len(),
                values.place(code.as_str()),
                values.place(millis(office.begun_before(by, days)))
            );
        }
        let of_main = values.place(millis(offices.main.begun_before(by, days)));
        format!(
            "({services} AND r.stage = {stage} AND r.dealt_at < CASE{before} ELSE {of_main} END)"
        )
    })
}

/// The condition that `r` waits for a decision.
fn decisions(waiting: &Waiting) -> String {
    let received = Stage::Received;
    let mut all = vec![format!("(r.number_unclear = 1 AND r.stage = '{}')", received.as_str())];
    if waiting.sees_duplicates {
        all.push(format!("({IS_OPEN} AND {IS_LATER})"));
    }
    if waiting.may_award {
        all.push("r.award_asked = 1".to_owned());
    }
    format!("({})", all.join(" OR "))
}

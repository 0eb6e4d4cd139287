//! The projection of a referral's history: columns that lists and reports can search, and the
//! stages that it has been in. It is written together with the referral.

use std::collections::BTreeSet;

use api::DAY_MS;
use domain::case::Case;
use domain::pipeline::{DuplicatePolicy, Progress, Visit, known_since};
use domain::referral::{Instant, Referral};
use domain::service::StoredService;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::Store;
use super::row::{int, millis, placeholders};
use super::text::{haystack, word};
use crate::Stored;

/// How many visits a statement inserts.
const ROWS: usize = 100;

/// The condition that `e` is an earlier referral of the number of `r`. After a correction of a
/// number, the stored earlier referral may be outdated.
macro_rules! is_earlier {
    () => {
        "e.shown_number = r.shown_number AND (COALESCE(e.number_since, e.id), e.id) \
         < (COALESCE(r.number_since, r.id), r.id)"
    };
}
pub(super) use is_earlier;

/// The columns of the row with id `$1`, with their expressions over the values that
/// [`Projection::bind`] binds from `from` on. The earlier referral of the same number is always
/// looked up: the first one whose number was never corrected or, without any, the first of the
/// others.
pub(super) fn columns(policy: DuplicatePolicy, from: usize) -> [(&'static str, String); 11] {
    let place = |offset: usize| format!("${}", from + offset);
    let same_service = match policy.same_service {
        true => format!(" AND e.shown_service = {}", place(4)),
        false => String::new(),
    };
    let (number, since, known) = (place(10), place(11), place(12));
    let of_number = format!("FROM referrals AS e WHERE e.shown_number = {number} AND e.id <> $1");
    let earlier = format!(
        "(SELECT f.id FROM (SELECT MIN(e.id) AS id, MIN(e.id) AS since {of_number} \
         AND e.number_since IS NULL AND e.id >= {since} AND e.id < {known}{same_service} \
         UNION ALL SELECT c.id, c.since FROM (SELECT e.id, e.number_since AS since {of_number} \
         AND e.number_since >= {since} AND (e.number_since, e.id) < ({known}, $1){same_service} \
         ORDER BY e.number_since, e.id LIMIT 1) AS c) AS f \
         WHERE f.id IS NOT NULL ORDER BY f.since, f.id LIMIT 1)"
    );
    [
        ("haystack", place(0)),
        ("stage", place(1)),
        ("waiting_since", place(2)),
        ("owner", place(3)),
        ("shown_service", place(4)),
        ("shown_number", place(5)),
        ("credited", place(6)),
        ("projected", place(7)),
        ("number_since", place(8)),
        ("number_unclear", place(9)),
        ("duplicate_of", earlier),
    ]
}

/// The columns as assignments of an UPDATE.
pub(super) fn assignments(policy: DuplicatePolicy, from: usize) -> String {
    columns(policy, from).map(|(name, value)| format!("{name} = {value}")).join(", ")
}

/// The values of these columns for one case.
pub(super) struct Projection {
    haystack: String,
    stage: String,
    waiting_since: Option<i64>,
    owner: String,
    service: String,
    number: String,
    credited: Option<i64>,
    version: i64,
    is_unclear: bool,
    /// Since when the referral is about its number, and whether the number was corrected.
    known: i64,
    is_corrected: bool,
    /// From when on an earlier referral of the number counts.
    since: i64,
}

impl Projection {
    pub(super) fn of(policy: DuplicatePolicy, case: &Case, version: u64) -> Self {
        let (progress, shown) = (Progress::of(case), case.corrected());
        let window = i64::from(policy.window_days) * int(DAY_MS);
        let is_same = |a: &str, b: &str| numbers::key(a) == numbers::key(b);
        let known = known_since(case, is_same);
        let waiting_since = progress.stage.is_open().then(|| millis(progress.since));
        Self {
            haystack: searched(case),
            stage: word(progress.stage.as_str()),
            waiting_since,
            owner: word(progress.owner.as_deref().unwrap_or_default()),
            service: service(&shown.service),
            number: numbers::key(&shown.referred_phone),
            credited: progress.credited.map(i64::from),
            version: int(version),
            is_unclear: !numbers::is_clear(&shown.referred_phone),
            known: millis(known),
            is_corrected: known != shown.id,
            since: millis(known) - window,
        }
    }

    /// Marks other referrals for a new look-up of their first referral, if this one has another
    /// number than `was`, another time since which it has it, or another service.
    pub(super) async fn unflag_others(
        &self,
        tx: &mut AnyConnection,
        id: Instant,
        was: &Self,
    ) -> sqlx::Result<()> {
        let of = |it: &Self| (it.number.clone(), it.known, it.service.clone());
        if of(self) == of(was) {
            return Ok(());
        }
        for number in BTreeSet::from([&self.number, &was.number]) {
            if is_number(number) {
                sqlx::query(
                    "UPDATE referrals SET projected = NULL WHERE shown_number = $1 AND id <> $2",
                )
                .bind(number.clone())
                .bind(millis(id))
                .execute(&mut *tx)
                .await?;
            }
        }
        Ok(())
    }

    /// Binds the values for [`columns`].
    pub(super) fn bind<'q>(
        &self,
        query: Query<'q, Any, AnyArguments>,
    ) -> Query<'q, Any, AnyArguments> {
        query
            .bind(self.haystack.clone())
            .bind(self.stage.clone())
            .bind(self.waiting_since)
            .bind(self.owner.clone())
            .bind(self.service.clone())
            .bind(self.number.clone())
            .bind(self.credited)
            .bind(self.version)
            .bind(Some(self.known).filter(|_| self.is_corrected))
            .bind(i64::from(self.is_unclear))
            .bind(Some(self.number.clone()).filter(|number| is_number(number)))
            .bind(self.since)
            .bind(self.known)
    }
}

/// Whether a key is that of a number, and not of another text.
fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

fn service(service: &StoredService) -> String {
    word(service.value())
}

/// The searchable texts: as submitted and as corrected.
fn searched(case: &Case) -> String {
    let (submitted, shown) = (case.referral(), case.corrected());
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    let each = Referral::TEXTS.iter().zip(submitted.texts()).zip(shown.texts());
    for ((name, submitted), shown) in each {
        let searched = match *name {
            "service" | "date" => continue,
            "referrerMobile" | "referredPhone" => &mut numbers,
            _ => &mut texts,
        };
        searched.push(submitted);
        searched.extend((shown != submitted).then_some(shown));
    }
    haystack(&texts, &numbers)
}

/// Updates the columns of a stored referral, and the keys of its numbers, which an earlier version
/// does not write either.
pub(super) async fn write_columns(
    store: &Store,
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<()> {
    let columns = assignments(store.duplicates, 4);
    let sql = format!(
        "UPDATE referrals SET referrer_number = $2, referred_number = $3, {columns} WHERE id = $1"
    );
    let referral = stored.referral();
    let query = sqlx::query(AssertSqlSafe(sql))
        .bind(millis(referral.id))
        .bind(numbers::key(&referral.referrer_mobile))
        .bind(numbers::key(&referral.referred_phone));
    let projection = Projection::of(store.duplicates, &stored.case, stored.version);
    projection.bind(query).execute(tx).await?;
    Ok(())
}

/// Writes the stages of a referral. The row of totals is locked first, because triggers also update
/// sums of days: two transactions that update the same days in different orders would deadlock.
pub(super) async fn write_visits(tx: &mut AnyConnection, stored: &Stored) -> sqlx::Result<()> {
    let id = millis(stored.referral().id);
    let gone = sqlx::query("DELETE FROM stage_visits WHERE referral_id = $1");
    gone.bind(id).execute(&mut *tx).await?;
    let service = service(&stored.case.corrected().service);
    let visits = Progress::visits(&stored.case);
    let mut seen = Vec::new();
    let numbered: Vec<_> = visits.iter().zip(0_i64..).collect();
    for visits in numbered.chunks(ROWS) {
        let sql = format!(
            "INSERT INTO stage_visits (referral_id, place, stage, service, reason, entered_at, \
             took, is_first) VALUES {}",
            placeholders(visits.len(), 8)
        );
        let mut insert = sqlx::query(AssertSqlSafe(sql));
        for &(Visit { stage, reason, entered, left }, place) in visits {
            let stage = word(stage.as_str());
            let took = left.map(|left| millis(left) - millis(*entered));
            let is_first = !seen.contains(&stage);
            insert = insert
                .bind(id)
                .bind(place)
                .bind(stage.clone())
                .bind(service.clone())
                .bind(reason.map(|reason| reason.as_str()).unwrap_or_default())
                .bind(millis(*entered))
                .bind(took)
                .bind(i64::from(is_first));
            seen.push(stage);
        }
        insert.execute(&mut *tx).await?;
    }
    Ok(())
}

//! Referrals as rows. Whoever writes one has [`Lock::History`](crate::db::locks::Lock).

use std::collections::BTreeMap;

use api::SourceKind;
use domain::case::Case;
use domain::event::Reason;
use domain::history::{History, StoredEvent};
use domain::key::ID_DIGITS;
use domain::pipeline::{Progress, Stay, came_by_link, came_since, known_since};
use domain::referral::{Instant, Referral};
use domain::view::ReferralView;
use ledger::{decode_referral, encode_referral};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Result;
use crate::db::fault::retry;
use crate::db::row::{Fields, int, millis};
use crate::db::statement::{Statement, Value};
use crate::db::text::{haystack, storable, word};
use crate::db::{Store, fault};
use crate::referrals::records::Stored;
use crate::referrals::sql::duplicates::{self, Arrival, Numbers};
use crate::referrals::sql::history::Arrivals;
use crate::referrals::waiting::doer;
use crate::rewards::sql as rewards;
use crate::sharing::do_not_contact;
use crate::sharing::person::sql as person;

/// The columns that [`stored`] reads from `referrals AS r`.
macro_rules! columns {
    () => {
        concat!(
            "r.id, r.key, r.version, r.record, r.came_at, r.rulebook, ",
            $crate::referrals::sql::referrals::arrived!("r"),
            " AS arrived, \
         (SELECT e.key FROM referrals AS e WHERE e.id = r.duplicate_of) AS duplicate_of, \
         (SELECT string_agg(h.event, ' ') FROM history AS h \
         WHERE h.referral_id = r.id AND h.actor LIKE 'import%') AS imported"
        )
    };
}
pub(crate) use columns;

/// When an import brought the referral of this name; NULL if it was submitted here.
macro_rules! arrived {
    ($referrals:literal) => {
        concat!(
            "(SELECT MIN(h.at) FROM history AS h WHERE h.referral_id = ",
            $referrals,
            ".id AND h.event IS NULL AND h.actor LIKE 'import%')"
        )
    };
}
pub(crate) use arrived;

/// How many stays a statement inserts.
const ROWS: usize = 100;

/// What is stored of a case: its text, which everything is read from, and columns to find it by. This is
/// the only place that makes them.
struct Row {
    id: i64,
    about: About,
    /// The columns with their values, without the id and `duplicate_of`.
    columns: Vec<(&'static str, Value)>,
    /// The stages that it has been in.
    stays: Vec<[Value; 9]>,
}

/// What makes a referral a duplicate of another: the key of the number that is shown, since when it is
/// about it, and the service.
#[derive(PartialEq, Eq)]
struct About {
    number: String,
    since: i64,
    service: String,
}

/// Whether two texts are the same number.
fn is_same(a: &str, b: &str) -> bool {
    numbers::key(a) == numbers::key(b)
}

/// Since when this server knows that a referral is about its number. A file proves nothing about when
/// something happened, so what it brings counts from its arrival.
fn came_at(case: &Case, arrivals: &Arrivals) -> Instant {
    let came = |event: Option<&StoredEvent>| match event {
        Some(event) => arrivals.events.get(&event.id()).copied(),
        None => arrivals.referral,
    };
    came_since(case, is_same, came)
}

/// A title as its index takes it, which a file may have made of any length.
fn title(text: &str) -> String {
    storable(text).chars().take(TITLE_LETTERS).collect()
}

/// How many letters of a title are counted as one in reports.
const TITLE_LETTERS: usize = 200;

fn row_of(case: &Case, version: u64) -> Row {
    let (submitted, shown, progress) = (case.referral(), case.corrected(), Progress::of(case));
    let (id, since) = (millis(submitted.id), millis(known_since(case, is_same)));
    let (number, service) = (numbers::key(&shown.referred_phone), word(shown.service.value()));
    let owner = word(progress.owner.as_deref().unwrap_or_default());
    let waiting_since = progress.stage.is_open().then(|| millis(progress.since));
    let is_unclear = !numbers::is_clear(&shown.referred_phone);
    let columns = vec![
        ("key", ReferralView::of(submitted).key.into()),
        ("version", int(version).into()),
        ("status", word(submitted.status.as_str()).into()),
        ("points", int(submitted.points.get()).into()),
        ("referrer_number", storable(&numbers::key(&submitted.referrer_mobile)).into()),
        ("referred_number", storable(&numbers::key(&submitted.referred_phone)).into()),
        ("stage", word(progress.stage.as_str()).into()),
        ("waiting_since", waiting_since.into()),
        ("dealt_at", millis(progress.dealt).into()),
        ("owner", owner.clone().into()),
        ("service", service.clone().into()),
        ("number", storable(&number).into()),
        ("number_since", since.into()),
        ("number_unclear", i64::from(is_unclear).into()),
        ("credited", progress.credited.map(i64::from).into()),
        ("doer", word(&doer(&progress)).into()),
        ("task_due", progress.next.as_ref().map(|task| millis(task.due)).into()),
        ("award_asked", i64::from(progress.proposed.is_some()).into()),
        ("by_link", i64::from(came_by_link(case)).into()),
        ("consent", storable(progress.consent.as_ref().map_or("", |it| it.answer.as_str())).into()),
        ("opening", title(&submitted.opening).into()),
        ("haystack", searched(submitted, &shown).into()),
        ("record", encode_referral(case).into()),
    ];
    let mut seen = Vec::new();
    let mut stay = |(place, Stay { stage, reason, entered, left }): (i64, Stay)| {
        let stage = word(stage.as_str());
        let is_first = !seen.contains(&stage);
        seen.push(stage.clone());
        [
            id.into(),
            place.into(),
            stage.into(),
            service.clone().into(),
            owner.clone().into(),
            reason.as_ref().map(Reason::as_str).unwrap_or_default().into(),
            millis(entered).into(),
            left.map(|left| millis(left) - millis(entered)).into(),
            i64::from(is_first).into(),
        ]
    };
    let stays = (0..).zip(Progress::stays(case)).map(&mut stay).collect();
    Row { id, about: About { number: storable(&number), since, service }, columns, stays }
}

/// The searchable texts: as submitted and as corrected.
fn searched(submitted: &Referral, shown: &Referral) -> String {
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
    storable(&haystack(&texts, &numbers))
}

/// The referral in a row.
pub(crate) fn stored(row: &AnyRow) -> sqlx::Result<Stored> {
    let imported = row.maybe_text("imported")?.unwrap_or_default();
    Ok(Stored {
        case: case(row)?,
        key: row.text("key")?,
        version: row.count("version")?,
        duplicate_of: row.maybe_text("duplicate_of")?,
        rulebook: row.count("rulebook")?,
        came_at: row.instant("came_at")?,
        arrived: row.maybe_instant("arrived")?,
        imported: imported.split_whitespace().map(str::to_owned).collect(),
    })
}

/// The case in a row with its `record`.
pub(crate) fn case(row: &AnyRow) -> sqlx::Result<Case> {
    decode_referral(&row.text("record")?).ok_or_else(fault::unreadable)
}

/// Reads all columns of referrals.
pub(crate) const ALL_COLUMNS: &str = "SELECT * FROM referrals";

/// Whether the referral in a row with [`ALL_COLUMNS`] can be read, and has the columns that are made of
/// it.
pub(crate) fn is_sound(row: &AnyRow) -> bool {
    let (Ok(case), Ok(version)) = (case(row), row.count("version")) else { return false };
    row_of(&case, version).columns.iter().all(|(name, value)| match value {
        Value::Int(number) => row.maybe_int(name).is_ok_and(|it| it == *number),
        Value::Text(text) => row.maybe_text(name).is_ok_and(|it| it == *text),
        Value::Bytes(bytes) => row.maybe_bytes(name).is_ok_and(|it| it == *bytes),
    })
}

/// The case of a record with this history.
pub(crate) fn case_of(referral: Referral, history: &History) -> Case {
    Case::stored(referral, &history.texts().collect::<Vec<_>>())
}

impl Store {
    /// The referral with this key.
    pub async fn referral(&self, key: &str) -> Result<Option<Stored>> {
        retry!(self, "referral", async { find_in(&mut *self.readers.acquire().await?, key).await })
    }
}

/// The same, within a transaction. Also finds a referral that came with this key and has another
/// one now.
pub(crate) async fn find_in(tx: &mut AnyConnection, key: &str) -> sqlx::Result<Option<Stored>> {
    let select = Statement::new(concat!("SELECT ", columns!(), " FROM referrals AS r WHERE "));
    named(select, key).row(tx).await?.as_ref().map(stored).transpose()
}

/// Adds the condition that a referral has the key, now or originally. An id (the beginning of a key)
/// works as well.
pub(crate) fn named(select: Statement, key: &str) -> Statement {
    match u64::from_str_radix(key, 16) {
        Ok(id) if key.len() == ID_DIGITS => select.add("r.id = ").bind(int(id)),
        _ => {
            let select = select.add("(r.key = ").bind(storable(key));
            select.add(" OR r.origin = ").bind(storable(key)).add(")")
        }
    }
}

/// The referral with this id, within a transaction.
pub(crate) async fn find_by_id(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Option<Stored>> {
    let sql = concat!("SELECT ", columns!(), " FROM referrals AS r WHERE r.id = $1");
    sqlx::query(sql).bind(id).fetch_optional(tx).await?.as_ref().map(stored).transpose()
}

/// What is stored beside the text of a new referral.
#[derive(Clone, Copy)]
pub(crate) struct Beside<'a> {
    /// How it came.
    pub(crate) source: SourceKind,
    /// The key that it came with, if that may be another one than it has here.
    pub(crate) origin: Option<&'a str>,
    /// The version of the rulebook that holds for it.
    pub(crate) rulebook: u64,
}

/// Inserts a new referral. If its id is or was taken, it gets the next free one; `None` if there is
/// none left. One of somebody who is never to be contacted is closed. What [`finish`] does is left to the caller.
pub(crate) async fn insert_at_next_id(
    store: &Store,
    tx: &mut AnyConnection,
    mut id: Instant,
    case: impl Fn(Instant) -> Case,
    beside: Beside<'_>,
    arrivals: &Arrivals,
) -> sqlx::Result<Option<Stored>> {
    loop {
        let case = do_not_contact::closed(store, tx, case(id)).await?;
        if let Some(stored) = insert(store, tx, case, beside, arrivals).await? {
            return Ok(Some(stored));
        }
        // Of those of unknown time, which are 0, the second is dated when it came: 1 is no time.
        let wanted = if id == Instant::default() { arrivals.referral.unwrap_or(id) } else { id };
        let next = next_free_id(tx, wanted).await?;
        if next == id {
            return Ok(None);
        }
        id = next;
    }
}

/// Inserts a new referral; `None` if its key is taken, or its id is or was.
///
/// That it is a duplicate is written with it: see [`first_of`].
async fn insert(
    store: &Store,
    tx: &mut AnyConnection,
    case: Case,
    Beside { source, origin, rulebook }: Beside<'_>,
    arrivals: &Arrivals,
) -> sqlx::Result<Option<Stored>> {
    let (version, key) = (1, ReferralView::of(case.referral()).key);
    let Row { id, mut columns, about, .. } = row_of(&case, version);
    let came_at = came_at(&case, arrivals);
    let first = first_of(store, tx, id, &about, came_at).await?;
    columns.push(("duplicate_of", first.into()));
    let (names, values): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    let insert = Statement::new("INSERT INTO referrals (").add(&names.join(", "));
    let insert = insert.add(", came_at, rulebook, source, origin, id) SELECT ");
    let insert = insert.bind_all(values).add(", ").bind(millis(came_at)).add(", ");
    let insert = insert.bind(int(rulebook)).add(", ").bind(source.as_str()).add(", ");
    let origin = origin.filter(|&origin| origin != key).map(storable);
    let mut insert = insert.bind(origin).add(", ");
    let place = insert.place(id);
    let insert =
        insert.add(&place).add(" WHERE NOT EXISTS (SELECT 1 FROM erased_referrals WHERE id = ");
    let inserted = insert.add(&place).add(") ON CONFLICT DO NOTHING").execute(tx).await?;
    let imported = arrivals.events.keys().cloned().collect();
    Ok((inserted == 1).then_some(Stored {
        case,
        key,
        version,
        duplicate_of: None,
        rulebook,
        came_at,
        arrived: arrivals.referral,
        imported,
    }))
}

/// The id of the first referral of its number. It is written with what is about that number: afterwards would take
/// longer for a number that was referred before, and so tell whoever typed it.
async fn first_of(
    store: &Store,
    tx: &mut AnyConnection,
    id: i64,
    About { number, since, service }: &About,
    came_at: Instant,
) -> sqlx::Result<Option<i64>> {
    let new = Arrival { number, service, id, came_at: millis(came_at), since: *since };
    duplicates::first_id(store.duplicates, tx, &new).await
}

/// The first id from `wanted` on that no referral has or had. At the end of time it is the last id,
/// even if it is taken. Another transaction may take the id first.
async fn next_free_id(tx: &mut AnyConnection, wanted: Instant) -> sqlx::Result<Instant> {
    let taken = sqlx::query(
        "SELECT id FROM referrals WHERE id = $1 \
         UNION ALL SELECT id FROM erased_referrals WHERE id = $1",
    );
    if taken.bind(millis(wanted)).fetch_optional(&mut *tx).await?.is_none() {
        return Ok(wanted);
    }
    // The id after the first taken one whose successor is free.
    let last = sqlx::query(
        "SELECT taken.id FROM (SELECT id FROM referrals WHERE id >= $1 \
         UNION ALL SELECT id FROM erased_referrals WHERE id >= $1) AS taken \
         WHERE NOT EXISTS (SELECT 1 FROM referrals WHERE referrals.id = taken.id + 1) \
         AND NOT EXISTS (SELECT 1 FROM erased_referrals WHERE erased_referrals.id = taken.id + 1) \
         ORDER BY taken.id LIMIT 1",
    );
    Ok(last.bind(millis(wanted)).fetch_one(tx).await?.instant("id")?.next())
}

/// Writes a new state of a referral. What [`finish`] does is left to the caller. With another record, it
/// gets another key, and forgets where it came from.
pub(crate) async fn replace(
    store: &Store,
    tx: &mut AnyConnection,
    before: &Stored,
    case: Case,
    version: u64,
    arrivals: &Arrivals,
) -> sqlx::Result<Stored> {
    let phone = |case: &Case| case.corrected().referred_phone;
    if phone(&before.case) != phone(&case) {
        person::end(tx, before.referral().id).await?;
    }
    let Row { id, mut columns, about, .. } = row_of(&case, version);
    let (key, came_at) = (ReferralView::of(case.referral()).key, came_at(&case, arrivals));
    if about != row_of(&before.case, 0).about {
        let first = first_of(store, tx, id, &about, came_at).await?;
        columns.push(("duplicate_of", first.into()));
    }
    let update = Statement::new("UPDATE referrals SET came_at = ");
    let mut update = update.bind(millis(came_at)).add(", ");
    if key != before.key {
        update = update.add("origin = NULL, ");
    }
    for (place, (name, value)) in columns.into_iter().enumerate() {
        update = update.add(if place == 0 { "" } else { ", " }).add(name).add(" = ").bind(value);
    }
    update.add(" WHERE id = ").bind(id).execute(tx).await?;
    Ok(Stored {
        case,
        key,
        version,
        duplicate_of: None,
        rulebook: before.rulebook,
        came_at,
        arrived: arrivals.referral,
        imported: arrivals.events.keys().cloned().collect(),
    })
}

/// Writes what depends on other rows: the stages of all these referrals, the duplicates of their numbers,
/// before and after, and what awards earn. `arrived` is when an import brought what is new. Returns the
/// referrals as they are.
pub(crate) async fn finish(
    store: &Store,
    tx: &mut AnyConnection,
    before: &[&Case],
    mut after: Vec<Stored>,
    arrived: Option<Instant>,
) -> sqlx::Result<Vec<Stored>> {
    let cases: BTreeMap<_, _> = before.iter().map(|case| (case.referral().id, *case)).collect();
    let before = before.iter().map(|case| row_of(case, 0));
    let mut before: BTreeMap<_, _> = before.map(|row| (row.id, row.about)).collect();
    let mut numbers = Numbers::new();
    for stored in &after {
        let Row { id, about, stays, .. } = row_of(&stored.case, 0);
        let earlier = before.remove(&id);
        if earlier.as_ref() != Some(&about) {
            for About { number, .. } in earlier.iter().chain([&about]) {
                duplicates::add(&mut numbers, number);
            }
        }
        let gone = sqlx::query("DELETE FROM stays WHERE referral_id = $1");
        gone.bind(id).execute(&mut *tx).await?;
        for stays in stays.chunks(ROWS) {
            let mut insert = Statement::new(
                "INSERT INTO stays (referral_id, place, stage, service, owner, reason, entered_at, \
                 took, is_first) VALUES ",
            );
            let mut between = "(";
            for stay in stays {
                insert = insert.add(between).bind_all(stay.clone()).add(")");
                between = ", (";
            }
            insert.execute(&mut *tx).await?;
        }
    }
    duplicates::of_numbers(store, tx, &numbers).await?;
    for stored in &mut after {
        let first = sqlx::query(
            "SELECT e.key FROM referrals AS r JOIN referrals AS e ON e.id = r.duplicate_of \
             WHERE r.id = $1",
        );
        let first = first.bind(millis(stored.referral().id)).fetch_optional(&mut *tx).await?;
        stored.duplicate_of = first.map(|row| row.text("key")).transpose()?;
        let before = cases.get(&stored.referral().id).copied();
        rewards::enter(store, tx, before, stored, arrived).await?;
    }
    Ok(after)
}

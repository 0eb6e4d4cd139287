//! Erasing. The fingerprint of each erased referral's key is remembered. Its history, its stays, its
//! deliveries and its idempotency key are deleted with it.

use std::collections::HashSet;

use api::{Code, Erased};
use domain::mobile::MobileNumber;
use domain::pipeline::Known;
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::audit;
use crate::db::Result;
use crate::db::answers::RetryKey;
use crate::db::fault::{commit, retry};
use crate::db::locks::Lock;
use crate::db::people::Person;
use crate::db::row::{Fields, decode, millis};
use crate::db::statement::Statement;
use crate::db::{Store, answers, fault, fingerprints, locks};
use crate::login::sql::accounts;
use crate::messages::sql::messages;
use crate::privacy::sql::elsewhere;
use crate::privacy::sql::mentions::Mentions;
use crate::referrals::sql::duplicates::{self, Numbers};
use crate::referrals::sql::{history, referrals};
use crate::rewards::entries;
use crate::rewards::leaderboard::sql as leaderboard;
use crate::rewards::redemptions::erasure as redemptions;
use crate::sharing::link::sql as link;
use crate::staff::records::Integrations;
use crate::staff::sql::{leaving, staff};

/// Decides, inside the transaction, whether an erasure may take a referral while others of the same person
/// stay: the domain's [`may_erase`](domain::pipeline::may_erase).
pub type EraseRule<'a> = &'a (dyn Fn(&Known) -> std::result::Result<(), Code> + Send + Sync);

impl Store {
    /// Erases everything stored about the person with a number, in any spelling: account, sessions,
    /// codes, devices, the referrals that they made and those about them with their histories,
    /// messages from an address with the number in it, the number in all other texts, and their name
    /// as author of changes. It requires that the session is still open. Counts of sent codes stay. A
    /// retry gets the result of the first try. The last owner is refused, and so is whoever made
    /// webhooks or tokens, unless `integrations` says what becomes of these.
    pub async fn erase_referrer(
        &self,
        mobile: &MobileNumber,
        integrations: Option<&Integrations>,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        let (number, by) = (mobile.as_str(), By::Holder(mobile, integrations));
        retry!(self, "erase_referrer", person(self, number, by, now, session, retry))
    }

    /// Erases everything stored about a person by their phone number, except for an account that somebody has
    /// logged in to, and the referrals that they made under it; nothing if `may` refuses one of the referrals.
    pub async fn erase_referred(
        &self,
        phone: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
        may: EraseRule<'_>,
    ) -> Result<Erased> {
        let by = By::Staff(may);
        retry!(self, "erase_referred", person(self, phone, by, now, session, retry))
    }

    /// Erases everything stored about a person who was erased in another database, as
    /// [`erase_referred`](Self::erase_referred) did there: `account_stays` says whether it left an account. Whether
    /// somebody has logged in to it, this database may not know yet.
    pub(crate) async fn erase_referred_again(
        &self,
        phone: &str,
        account_stays: bool,
        now: Instant,
    ) -> Result<Erased> {
        let by = By::Elsewhere { account_stays };
        retry!(self, "erase_referred_again", person(self, phone, by, now, None, None))
    }

    /// Erases what is older than the company keeps it: referrals and messages from before `before`. What an
    /// import brought is as old as its arrival, whatever the file says. Returns the number of both.
    pub async fn retain(&self, before: Instant) -> Result<u64> {
        retry!(self, "retain", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Erasures).await?;
            let messages = sqlx::query("DELETE FROM messages WHERE at < $1")
                .bind(millis(before))
                .execute(&mut *tx)
                .await?;
            let old = |statement: Statement| {
                let old = statement.add("id < ").bind(millis(before)).add(" AND COALESCE(");
                old.add(referrals::arrived!("referrals")).add(", 0) < ").bind(millis(before))
            };
            locks::take(&mut tx, Lock::History).await?;
            let referrals = delete(self, &mut tx, &old).await?.len() as u64;
            duplicates::of_deleted(self, &mut tx).await?;
            commit(tx).await?;
            Ok(messages.rows_affected() + referrals)
        })
    }

    /// Erases the referrals that are here and whose keys have these fingerprints, because another database has erased
    /// them. Returns how many.
    pub(crate) async fn erase_known(&self, known: &HashSet<String>) -> Result<u64> {
        retry!(self, "erase_known", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Erasures).await?;
            locks::take(&mut tx, Lock::History).await?;
            let here = fingerprints::present(&mut tx, &self.keyed_hash, known).await?;
            let here: Vec<_> = here.into_iter().collect();
            let mut erased = 0;
            for part in here.chunks(ROWS) {
                let those = |statement: Statement| {
                    statement.add("id IN (").bind_all(part.iter().copied()).add(")")
                };
                erased += delete(self, &mut tx, &those).await?.len() as u64;
            }
            duplicates::of_deleted(self, &mut tx).await?;
            commit(tx).await?;
            Ok(erased)
        })
    }
}

/// How many referrals a statement deletes.
const ROWS: usize = 200;

/// Who asks for an erasure.
#[derive(Clone, Copy)]
enum By<'a> {
    /// The person with this login number, and what becomes of their webhooks.
    Holder(&'a MobileNumber, Option<&'a Integrations>),
    /// A member of staff, as far as this allows.
    Staff(EraseRule<'a>),
    /// It was done in another database, by staff or by the person.
    Elsewhere { account_stays: bool },
}

/// Erases everything stored about the person with a number. If the request is not from the
/// account's holder, the account and everything under it stay, because only its holder may erase
/// them.
async fn person(
    store: &Store,
    number: &str,
    by: By<'_>,
    now: Instant,
    session: Option<&[u8; 32]>,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Erased> {
    let person = Person::of(number);
    let key = person.key.as_str();
    let found = Mentions::of(store, key).await?;
    let mut tx = store.begin().await?;
    let imports = locks::take(&mut tx, Lock::Erasures).await?;
    if let Some(answer) = answers::claim(&mut tx, retry).await? {
        return serde_json::from_str(&answer).map_err(decode);
    }
    if let By::Holder(..) = by {
        // Before the session, as everywhere else where staff change.
        locks::take(&mut tx, Lock::Staff).await?;
    }
    store.must_be_open(&mut tx, session).await?;
    let mobile = MobileNumber::parse(&person.mobile).ok();
    let account = match (by, &mobile) {
        // A first login waits for this transaction, or comes before it.
        (By::Staff(_) | By::Elsewhere { .. }, Some(mobile)) => {
            accounts::find_locked(&mut tx, mobile, store.dialect.for_update()).await?
        }
        _ => None,
    };
    let account_stays = match by {
        By::Holder(..) => false,
        By::Staff(_) => has_account(&mut tx, &person).await?,
        By::Elsewhere { account_stays } => account_stays,
    };
    let mut erased = Erased { account_stays, ..Erased::default() };
    // One that was submitted with their number by mistake, and corrected, is somebody else's: it loses the number.
    let theirs = |statement: Statement| {
        let theirs = statement.add("(number = ").bind(key);
        match account_stays {
            true => theirs.add(")"),
            false => theirs.add(" OR referrer_number = ").bind(key).add(")"),
        }
    };
    if !account_stays {
        person.execute(&mut tx, "DELETE FROM codes WHERE mobile = $1").await?;
    }
    if let By::Holder(mobile, integrations) = by {
        staff::erase(store, &mut tx, &person, integrations, now, &mut erased).await?;
        delete_account(store, &mut tx, &person, mobile, now, &mut erased).await?;
    } else if !account_stays && let (Some(mobile), Some(_)) = (&mobile, account) {
        // A file has brought it. Nobody else could ever erase it.
        delete_account(store, &mut tx, &person, mobile, now, &mut erased).await?;
    }
    if !account_stays && let Some(mobile) = &mobile {
        leaving::forget_name(store, &mut tx, mobile).await?;
    }
    locks::take(&mut tx, Lock::History).await?;
    if !account_stays {
        // Nobody adds a change of theirs any more.
        history::blank(&mut tx, &person).await?;
    }
    let mut asked = Vec::new();
    if let By::Staff(may) = by {
        let those = theirs(Statement::new("SELECT record, number FROM referrals WHERE "));
        asked.extend(those.rows(&mut tx).await?.into_iter().map(|row| (may, row)));
    }
    let numbers = delete(store, &mut tx, &theirs).await?;
    if !account_stays {
        redemptions::forget(store, &mut tx, key, now).await?;
        entries::forget(store, &mut tx, key).await?;
        erased.leader_names = leaderboard::forget(store, &mut tx, key).await?;
    }
    for (may, row) in asked {
        let rivals = duplicates::rivals_of_number(&mut tx, &row.text("number")?).await?;
        // One that cannot be read is erased like the others.
        let known = Known { referral: referrals::case(&row).ok(), rivals, ..Known::default() };
        may(&known).map_err(fault::refused)?;
    }
    erased.referrals = numbers.len() as u64;
    // For each later referral of their numbers, another one may now be the first.
    let mut later = Numbers::new();
    numbers.iter().for_each(|number| duplicates::add(&mut later, number));
    duplicates::of_numbers(store, &mut tx, &later).await?;
    (erased.messages, erased.blanked) = messages::erase(&mut tx, key, &found.messages, now).await?;
    erased.blanked += found.blank_referrals(store, &mut tx, key, now).await?;
    erased.blanked += found.blank_names(&mut tx, key, imports).await?;
    erased.blanked += elsewhere::blank_texts(&mut tx, key).await?;
    erased.blanked += redemptions::blank_texts(&mut tx, key).await?;
    if !account_stays {
        erased.changes = history::forget(&mut tx).await?;
    }
    answers::finish(&mut tx, retry, &serde_json::to_string(&erased).map_err(decode)?).await?;
    audit::sql::commit(tx).await?;
    Ok(erased)
}

/// Deletes an account, records the erasure, and counts in `erased` what went.
async fn delete_account(
    store: &Store,
    tx: &mut AnyConnection,
    person: &Person,
    mobile: &MobileNumber,
    now: Instant,
    erased: &mut Erased,
) -> sqlx::Result<()> {
    let account = accounts::find_in(tx, mobile).await?;
    // Never earlier than the account, even if the clock was set back.
    let registered_at = account.and_then(|account| account.registered_at);
    let at = registered_at.map_or(now, |at| at.max(now));
    remember_account(tx, &store.keyed_hash.number(mobile), at).await?;
    // Transactions under a session of this number have locked the account. What they wrote before
    // this is deleted here; later ones fail.
    let account = sqlx::query("DELETE FROM accounts WHERE number = $1").bind(person.key.as_str());
    erased.accounts += account.execute(&mut *tx).await?.rows_affected();
    erased.sessions += person.execute(tx, "DELETE FROM sessions WHERE mobile = $1").await?;
    erased.tokens += person.execute(tx, "DELETE FROM tokens WHERE mobile = $1").await?;
    person.execute(tx, "DELETE FROM devices WHERE mobile = $1").await?;
    link::forget(tx, &person.key).await?;
    let login = sqlx::query("DELETE FROM last_logins WHERE number = $1");
    login.bind(person.key.as_str()).execute(&mut *tx).await?;
    Ok(())
}

/// Whether somebody has an account that they have logged in to, or is staff, or has a session without an account.
pub(crate) async fn has_account(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<bool> {
    let found = sqlx::query(
        "SELECT mobile FROM sessions WHERE mobile = $1 \
         UNION ALL SELECT mobile FROM staff WHERE mobile = $1 LIMIT 1",
    );
    let found = found.bind(person.mobile.as_str()).fetch_optional(&mut *tx).await?;
    Ok(found.is_some() || accounts::is_proven(tx, &person.key).await?)
}

/// Adds the condition of some referrals to a statement.
pub(crate) type Condition<'a> = &'a (dyn Fn(Statement) -> Statement + Sync);

/// Deletes the referrals that match a condition, and remembers their keys. Returns the number of each. The
/// caller has the lock of the history.
pub(crate) async fn delete(
    store: &Store,
    tx: &mut AnyConnection,
    those: Condition<'_>,
) -> sqlx::Result<Vec<String>> {
    // The history goes with the referral, and whoever awarded it approves no payment of it.
    let awarded = Statement::new(
        "UPDATE reward_entries SET awarded_by = COALESCE(awarded_by || ' ', '') || \
         COALESCE((SELECT string_agg(h.actor, ' ') FROM history AS h \
         WHERE h.referral_id = reward_entries.referral_id \
         AND h.event IN (reward_entries.award, reward_entries.event)), '') \
         WHERE referral_id IN (SELECT id FROM referrals WHERE ",
    );
    those(awarded).add(")").execute(&mut *tx).await?;
    let delete = those(Statement::new("DELETE FROM referrals WHERE "));
    let delete = delete.add(" RETURNING id, key, origin, number");
    let (mut keys, mut numbers) = (Vec::new(), Vec::new());
    for row in delete.rows(&mut *tx).await? {
        let id = row.int("id")?;
        keys.push((row.text("key")?, id));
        keys.extend(row.maybe_text("origin")?.map(|origin| (origin, id)));
        numbers.push(row.text("number")?);
    }
    fingerprints::remember(tx, &store.keyed_hash, &keys).await?;
    Ok(numbers)
}

/// Records when an account was erased, by the fingerprint of its number.
pub(crate) async fn remember_account(
    tx: &mut AnyConnection,
    number: &[u8],
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO erased_accounts (number, at) VALUES ($1, $2) \
         ON CONFLICT (number) DO UPDATE SET at = excluded.at \
         WHERE erased_accounts.at < excluded.at",
    )
    .bind(number)
    .bind(millis(at))
    .execute(tx)
    .await?;
    Ok(())
}

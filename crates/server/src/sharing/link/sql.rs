//! Links and how often they were opened. Whose a link is, is a key as in accounts; it works as long as there is that
//! account.

use api::HostedCode;
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::pipeline::{LinkCode, ProgrammeSettings};
use domain::referral::Instant;
use domain::rejection::Rejections;
use sqlx::AnyConnection;

use crate::audit;
use crate::db::allowances::{self, Allowance, Purpose, day};
use crate::db::fault::{commit, refused, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::db::{Result, Store};
use crate::login::sql::accounts;
use crate::messages::records::{MessageOutcome, NewMessage};
use crate::messages::sql::messages::keep_in;
use crate::programme::sql as programme;
use crate::referrals::records::{NewReferral, Submitted};
use crate::referrals::sql::submit::submit_in;
use crate::sharing::do_not_contact;

/// What a member has to share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredLinks {
    /// The code of the link that works, and the name on it.
    pub live: Option<(String, String)>,
    /// How often their links were opened.
    pub opened: u64,
    /// How many referrals came by them.
    pub submitted: u64,
}

/// A link to make or to change.
#[derive(Clone, Debug)]
pub struct NewLink<'a> {
    /// Whose it is.
    pub mobile: &'a MobileNumber,
    /// A random code for a new one.
    pub code: &'a LinkCode,
    /// The name on it.
    pub name: &'a str,
    /// Whether to end the one that they have.
    pub renew: bool,
    /// The daily limit that it counts towards.
    pub allowance: Allowance,
    /// When.
    pub now: Instant,
    /// The hash of the session's token, which must still be open.
    pub session: Option<&'a [u8; 32]>,
}

/// What a store is to keep of what somebody sent.
#[derive(Clone, Debug)]
pub enum NewByLink {
    /// A referral of the link's owner.
    Referral(Box<NewReferral>),
    /// A message, because the link does not work.
    Enquiry(Box<NewMessage>),
    /// Nothing, because they have asked never to be contacted.
    Nothing,
}

/// The code by which somebody has proved their number.
#[derive(Clone, Copy, Debug)]
pub struct UsedCode<'a> {
    /// Its challenge.
    pub challenge: &'a str,
    /// The key of the number.
    pub number: &'a str,
    /// The fingerprint of what it is used for, with the link. The same once more is a second press.
    pub wish: &'a [u8; 32],
}

/// Decides what becomes of what somebody sent, by whose link it is (`None` if it does not work), what owners have
/// set about the programme, and whether they have asked never to be contacted.
pub type OnLink<'a> = &'a (
        dyn Fn(
    Option<&User>,
    &ProgrammeSettings,
    bool,
) -> std::result::Result<NewByLink, Rejections>
            + Send
            + Sync
    );

/// The outcome of what somebody sent who opened a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentByLink {
    /// A referral was stored.
    Referred,
    /// A message was stored, or the same was stored before.
    Kept,
    /// They have asked never to be contacted, so nothing was stored.
    Unwanted,
    /// The code was used for something else before.
    CodeUsed,
    /// The domain refused it.
    Refused(Rejections),
}

impl Store {
    /// Stores what somebody sent who opened a link and has proved this number, and uses their code up: both or neither.
    /// Whatever is refused for what they typed leaves the code as it was, so that they may try again with it. If the
    /// link's owner has reached their daily limit, it is as if the link did not work: whoever came by it has done
    /// nothing wrong, and does not learn by it that the link works. Returns also whether they have taken back that they
    /// are never to be contacted: whoever is, and has something stored, has.
    pub async fn send_by_link(
        &self,
        code: &str,
        proof: &UsedCode<'_>,
        decide: OnLink<'_>,
    ) -> Result<(SentByLink, bool)> {
        retry!(self, "send_by_link", async {
            let sent = send(self, Some(code), proof, decide).await?;
            let sent = match sent {
                None => send(self, None, proof, decide).await?,
                sent => sent,
            };
            sent.ok_or_else(|| sqlx::Error::Protocol("a message had a daily limit".to_owned()))
        })
    }

    /// The links of the member with the number of this key.
    pub async fn links(&self, key: &str) -> Result<StoredLinks> {
        retry!(self, "links", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let live =
                sqlx::query("SELECT code, name FROM links WHERE number = $1 AND ended_at IS NULL");
            let live = live.bind(key).fetch_optional(&mut *tx).await?;
            let counts = sqlx::query(
                "SELECT CAST((SELECT COALESCE(SUM(o.count), 0) FROM links AS l \
                 JOIN link_opens AS o ON o.code = l.code WHERE l.number = $1) AS BIGINT) AS opened, \
                 (SELECT COUNT(*) FROM referrals WHERE referrer_number = $1 AND by_link = 1) AS submitted",
            );
            let counts = counts.bind(key).fetch_one(&mut *tx).await?;
            tx.rollback().await?;
            Ok(StoredLinks {
                live: live
                    .map(|row| Ok::<_, sqlx::Error>((row.text("code")?, row.text("name")?)))
                    .transpose()?,
                opened: counts.count("opened")?,
                submitted: counts.count("submitted")?,
            })
        })
    }

    /// Makes a member's link, or sets the name on it, if their session is still open; false if there is no such
    /// account. A new link ends the one before.
    pub async fn set_link(&self, new: &NewLink<'_>) -> Result<bool> {
        retry!(self, "set_link", async {
            let mut tx = self.begin_for(new.session).await?;
            let lock = self.dialect.for_update();
            if accounts::find_locked(&mut tx, new.mobile, lock).await?.is_none() {
                return Ok(false);
            }
            if !allowances::take(&mut tx, Purpose::Links, &new.allowance, new.now).await? {
                return Err(refused(HostedCode::AllowanceUsed));
            }
            let key = numbers::key(new.mobile.as_str());
            if new.renew {
                let end = "UPDATE links SET ended_at = $2, name = '' WHERE number = $1 AND ended_at IS NULL";
                sqlx::query(end).bind(key.as_str()).bind(millis(new.now)).execute(&mut *tx).await?;
            }
            let named = "UPDATE links SET name = $2 WHERE number = $1 AND ended_at IS NULL";
            let named = sqlx::query(named).bind(key.as_str()).bind(storable(new.name));
            if named.execute(&mut *tx).await?.rows_affected() == 0 {
                sqlx::query(
                    "INSERT INTO links (code, number, name, made_at) VALUES ($1, $2, $3, $4)",
                )
                .bind(new.code.as_str())
                .bind(key.as_str())
                .bind(storable(new.name))
                .bind(millis(new.now))
                .execute(&mut *tx)
                .await?;
            }
            commit(tx).await?;
            Ok(true)
        })
    }

    /// The name on a link that works; empty if there is none, or no such link.
    pub async fn link_name(&self, code: &str) -> Result<String> {
        retry!(self, "link_name", async {
            let name = sqlx::query(
                "SELECT l.name FROM links AS l JOIN accounts AS a ON a.number = l.number \
                 WHERE l.code = $1 AND l.ended_at IS NULL",
            );
            let row = name.bind(code).fetch_optional(&self.readers).await?;
            row.map_or(Ok(String::new()), |row| row.text("name"))
        })
    }

    /// Takes the name off a link that works; false if it has none, or there is no such link.
    pub async fn take_link_name_off(
        &self,
        code: &LinkCode,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "take_link_name_off", async {
            let mut tx = self.begin_for(session).await?;
            let off =
                "UPDATE links SET name = '' WHERE code = $1 AND ended_at IS NULL AND name <> ''";
            let off = sqlx::query(off).bind(code.as_str()).execute(&mut *tx).await?;
            if off.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }

    /// Counts that a link was opened, if it works. What does not work costs the same.
    pub async fn count_open(&self, code: &str, now: Instant) -> Result<()> {
        retry!(self, "count_open", async {
            let mut tx = self.begin().await?;
            sqlx::query(
                "INSERT INTO link_opens (code, day, count) \
                 SELECT code, $2, 1 FROM links WHERE code = $1 AND ended_at IS NULL \
                 ON CONFLICT (code, day) DO UPDATE SET count = link_opens.count + 1",
            )
            .bind(code)
            .bind(day(now))
            .execute(&mut *tx)
            .await?;
            commit(tx).await
        })
    }
}

/// The same for a link, or for none; `None` if whoever it is stored for has reached their daily limit.
async fn send(
    store: &Store,
    code: Option<&str>,
    UsedCode { challenge, number, wish }: &UsedCode<'_>,
    decide: OnLink<'_>,
) -> sqlx::Result<Option<(SentByLink, bool)>> {
    let mut tx = store.begin().await?;
    // Before the lock of the history, which an erasure takes after it has deleted codes and accounts.
    let used = "UPDATE codes SET used = 1, used_for = $2 WHERE challenge = $1 AND used = 0";
    let used = sqlx::query(used).bind(challenge).bind(wish.as_slice());
    if used.execute(&mut *tx).await?.rows_affected() == 0 {
        // Before anything that depends on whether the link works.
        let before = "SELECT 1 FROM codes WHERE challenge = $1 AND used_for = $2";
        let before = sqlx::query(before).bind(challenge).bind(wish.as_slice());
        let is_same = before.fetch_optional(&mut *tx).await?.is_some();
        tx.rollback().await?;
        let sent = if is_same { SentByLink::Kept } else { SentByLink::CodeUsed };
        return Ok(Some((sent, false)));
    }
    let sharer = match code {
        Some(code) => sharer(store, &mut tx, code).await?,
        None => None,
    };
    let programme = programme::newest(&mut tx).await?.settings;
    // Looked up whether or not the link works, and before anything that depends on it.
    let never = do_not_contact::is_listed(store, &mut tx, number).await?;
    let new = match decide(sharer.as_ref(), &programme, never) {
        Ok(new) => new,
        Err(rejections) => return Ok(Some((SentByLink::Refused(rejections), false))),
    };
    if never && !matches!(new, NewByLink::Nothing) {
        locks::take(&mut tx, Lock::History).await?;
        do_not_contact::take_off(store, &mut tx, number).await?;
    }
    let Some((sent, is_new)) = keep(store, &mut tx, &new).await? else {
        tx.rollback().await?;
        return Ok(None);
    };
    if !is_new {
        tx.rollback().await?;
        return Ok(Some((sent, false)));
    }
    // The event, if there is one, is that they took it back.
    if never {
        audit::sql::commit(tx).await?
    } else {
        commit(tx).await?
    }
    Ok(Some((sent, never)))
}

/// Stores it; and whether that is to be committed. `None` if a daily limit is reached.
async fn keep(
    store: &Store,
    tx: &mut AnyConnection,
    new: &NewByLink,
) -> sqlx::Result<Option<(SentByLink, bool)>> {
    Ok(Some(match new {
        NewByLink::Referral(new) => match submit_in(store, tx, new).await? {
            Submitted::New(_) => (SentByLink::Referred, true),
            Submitted::Repeated(_) => (SentByLink::Kept, false),
            Submitted::KeyReused => (SentByLink::CodeUsed, false),
            Submitted::AllowanceUsed => return Ok(None),
            Submitted::Refused(code) => (SentByLink::Refused(code.into()), false),
        },
        NewByLink::Enquiry(new) => match keep_in(store, tx, new).await? {
            MessageOutcome::New => (SentByLink::Kept, true),
            MessageOutcome::Repeated => (SentByLink::Kept, false),
            MessageOutcome::AllowanceUsed => return Ok(None),
        },
        NewByLink::Nothing => (SentByLink::Unwanted, false),
    }))
}

/// Whose link this is, if it works. Their account is locked until the transaction ends, so that an erasure comes
/// before it or waits. The link is not: an erasure takes the account first.
async fn sharer(store: &Store, tx: &mut AnyConnection, code: &str) -> sqlx::Result<Option<User>> {
    let found = sqlx::query("SELECT number FROM links WHERE code = $1 AND ended_at IS NULL");
    let Some(row) = found.bind(code).fetch_optional(&mut *tx).await? else { return Ok(None) };
    let account =
        Statement::new("SELECT mobile, name, registered_at FROM accounts WHERE number = ");
    let account = account.bind(row.text("number")?).add(store.dialect.for_key_share());
    account.row(&mut *tx).await?.as_ref().map(accounts::user).transpose()
}

/// Deletes the links of whoever has the number of this key.
pub(crate) async fn forget(tx: &mut AnyConnection, key: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM links WHERE number = $1").bind(key).execute(tx).await?;
    Ok(())
}

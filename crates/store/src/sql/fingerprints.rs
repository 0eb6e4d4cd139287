//! By what erased accounts and referrals are recognised. A plain hash of ten digits is found by
//! trying them all; so it is sealed with a key that the database does not hold.

use std::fmt;
use std::sync::Arc;

use sqlx::{AnyConnection, AssertSqlSafe};

use super::Store;
use super::fault::{self, again, store_error};
use super::people::Person;
use super::row::{Fields, placeholders};
use super::text::digest;
use crate::Result;

/// Seals a SHA-256 with a key. Without one, fingerprints are what they were before there was a key:
/// plain, to be sealed later.
#[derive(Clone, Default)]
pub struct Seal(Option<Arc<SealFn>>);

type SealFn = dyn Fn(Sealed, &[u8]) -> [u8; 32] + Send + Sync;

/// What a fingerprint is of. One of a number is worth nothing for a referral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// Somebody's number.
    Number,
    /// The key of an erased referral.
    Referral,
}

/// How long the plain key of a referral is; a sealed one is longer.
const PLAIN_KEY: i64 = 32;

impl Seal {
    /// Seals by this function, which has the key.
    pub fn by(seal: impl Fn(Sealed, &[u8]) -> [u8; 32] + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(seal)))
    }

    /// Whether there is a key.
    pub(super) fn is_keyed(&self) -> bool {
        self.0.is_some()
    }

    /// The fingerprint of a number.
    pub(super) fn number(&self, mobile: &str) -> Vec<u8> {
        self.bytes(digest(mobile))
    }

    /// All fingerprints that somebody's number may have, also from before there was a key.
    pub(super) fn numbers(&self, person: &Person) -> Vec<Vec<u8>> {
        let plain = || person.spellings.iter().map(|spelling| digest(spelling));
        let sealed = self.0.iter().flat_map(|_| plain().map(|digest| self.bytes(digest)));
        plain().chain(sealed).collect()
    }

    /// A referral's key as an erased referral is remembered, and as earlier programs remembered it:
    /// sealed like a number, or plain.
    pub(super) fn referral(&self, key: &str) -> [String; 3] {
        let sealed = |kind| match &self.0 {
            None => key.to_owned(),
            Some(seal) => seal(kind, &digest(key)).map(|byte| format!("{byte:02x}")).concat(),
        };
        [sealed(Sealed::Referral), sealed(Sealed::Number), key.to_owned()]
    }

    fn bytes(&self, digest: Vec<u8>) -> Vec<u8> {
        match &self.0 {
            None => digest,
            Some(seal) => seal(Sealed::Number, &digest).to_vec(),
        }
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

impl Store {
    /// The same store, which seals the fingerprints of what is erased.
    pub fn sealed(self, seal: Seal) -> Self {
        Self { seal, ..self }
    }

    /// Seals what older programs have left plain. To be done when none of them runs any more: they
    /// would not recognise it, and so would take in copies of what was erased.
    ///
    /// # Errors
    /// What the database fails with.
    pub async fn seal_plain_fingerprints(&self) -> Result<u64> {
        again!(seal_all(self))
    }
}

async fn seal_all(store: &Store) -> sqlx::Result<u64> {
    if !store.seal.is_keyed() {
        return Ok(0);
    }
    let mut tx = store.begin().await?;
    let plain = sqlx::query("SELECT number, at FROM departures WHERE keyed = 0");
    let accounts = plain.fetch_all(&mut *tx).await?;
    for row in &accounts {
        let number = row.bytes("number")?;
        sqlx::query(
            "INSERT INTO departures (number, at, keyed) VALUES ($1, $2, 1) \
             ON CONFLICT (number) DO UPDATE SET at = excluded.at \
             WHERE departures.at < excluded.at",
        )
        .bind(store.seal.bytes(number.clone()))
        .bind(row.int("at")?)
        .execute(&mut *tx)
        .await?;
        sqlx::query("DELETE FROM departures WHERE number = $1 AND keyed = 0")
            .bind(number)
            .execute(&mut *tx)
            .await?;
    }
    let plain = sqlx::query("SELECT key, id FROM graves WHERE length(key) = $1").bind(PLAIN_KEY);
    let mut referrals = Vec::new();
    for row in plain.fetch_all(&mut *tx).await? {
        referrals.push((row.text("key")?, row.int("id")?));
    }
    seal_referrals(&mut tx, &store.seal, &referrals).await?;
    fault::commit(tx).await?;
    Ok(int_len(accounts.len()) + int_len(referrals.len()))
}

/// Whether the referral of this key was erased.
pub(super) async fn is_erased(
    tx: &mut AnyConnection,
    seal: &Seal,
    key: &str,
) -> sqlx::Result<bool> {
    let query = sqlx::query("SELECT id FROM graves WHERE key IN ($1, $2, $3)");
    let query = seal.referral(key).into_iter().fold(query, |query, key| query.bind(key));
    Ok(query.fetch_optional(tx).await?.is_some())
}

/// Seals the keys, with their ids, of referrals that have just been erased: the database itself can
/// remember them only as they are.
pub(super) async fn seal_referrals(
    tx: &mut AnyConnection,
    seal: &Seal,
    erased: &[(String, i64)],
) -> sqlx::Result<()> {
    const ROWS: usize = 200;
    if !seal.is_keyed() {
        return Ok(());
    }
    for part in erased.chunks(ROWS) {
        let sql = format!(
            "INSERT INTO graves (key, id) VALUES {} ON CONFLICT (key) DO NOTHING",
            placeholders(part.len(), 2)
        );
        let mut insert = sqlx::query(AssertSqlSafe(sql));
        for (key, id) in part {
            let [sealed, ..] = seal.referral(key);
            insert = insert.bind(sealed).bind(*id);
        }
        insert.execute(&mut *tx).await?;
        let sql = format!("DELETE FROM graves WHERE key IN {}", placeholders(1, part.len()));
        let mut delete = sqlx::query(AssertSqlSafe(sql));
        for (key, _) in part {
            delete = delete.bind(key.as_str());
        }
        delete.execute(&mut *tx).await?;
    }
    Ok(())
}

fn int_len(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

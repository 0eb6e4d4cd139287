//! Fingerprints, by which erased accounts and referrals are recognised. A plain hash of a phone
//! number can be reversed by trying all numbers, so fingerprints use a key that is not in the
//! database.

use std::fmt;
use std::sync::Arc;

use sqlx::{AnyConnection, AssertSqlSafe};

use super::Store;
use super::fault::{self, retry};
use super::people::Person;
use super::row::{Fields, placeholders};
use super::text::digest;
use crate::Result;

/// Computes keyed fingerprints from SHA-256 hashes. Without a key, fingerprints are plain hashes,
/// as in earlier versions, and are replaced later.
#[derive(Clone, Default)]
pub struct KeyedHash(Option<Arc<HashFn>>);

type HashFn = dyn Fn(FingerprintKind, &[u8]) -> [u8; 32] + Send + Sync;

/// The kind of a fingerprint. The same text has different fingerprints in different kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FingerprintKind {
    /// A phone number.
    Number,
    /// The key of an erased referral.
    Referral,
    /// The server's secret itself.
    Secret,
}

/// The length of a referral's plain key; a keyed fingerprint is longer.
const PLAIN_KEY: i64 = 32;

impl KeyedHash {
    /// Uses this function, which knows the key.
    pub fn by(hash: impl Fn(FingerprintKind, &[u8]) -> [u8; 32] + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(hash)))
    }

    /// Whether there is a key.
    pub(super) fn is_keyed(&self) -> bool {
        self.0.is_some()
    }

    /// The fingerprint of a number.
    pub(super) fn number(&self, mobile: &str) -> Vec<u8> {
        self.bytes(digest(mobile))
    }

    /// All fingerprints that a number may have in the database, including those of earlier
    /// versions.
    pub(super) fn numbers(&self, person: &Person) -> Vec<Vec<u8>> {
        let plain = || person.spellings.iter().map(|spelling| digest(spelling));
        let keyed = self.0.iter().flat_map(|_| plain().map(|digest| self.bytes(digest)));
        plain().chain(keyed).collect()
    }

    /// All forms in which an erased referral's key may be stored: keyed, keyed like a number, and
    /// plain. The last two are from earlier versions.
    pub(super) fn referral(&self, key: &str) -> [String; 3] {
        let keyed = |kind| match &self.0 {
            None => key.to_owned(),
            Some(hash) => hash(kind, &digest(key)).map(|byte| format!("{byte:02x}")).concat(),
        };
        [keyed(FingerprintKind::Referral), keyed(FingerprintKind::Number), key.to_owned()]
    }

    /// What only this key makes; `None` without one.
    pub(super) fn of_secret(&self) -> Option<Vec<u8>> {
        self.0.as_ref().map(|hash| hash(FingerprintKind::Secret, &[]).to_vec())
    }

    fn bytes(&self, digest: Vec<u8>) -> Vec<u8> {
        match &self.0 {
            None => digest,
            Some(hash) => hash(FingerprintKind::Number, &digest).to_vec(),
        }
    }
}

impl fmt::Debug for KeyedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyedHash")
    }
}

impl Store {
    /// Sets the key for fingerprints.
    pub fn with_keyed_hash(self, keyed_hash: KeyedHash) -> Self {
        Self { keyed_hash, ..self }
    }

    /// Replaces the plain fingerprints of earlier versions by keyed ones. Run it only when no
    /// earlier version runs any more: it would not recognise keyed ones, and would accept copies of
    /// erased records.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn replace_plain_fingerprints(&self) -> Result<u64> {
        retry!(replace_all_plain(self))
    }
}

async fn replace_all_plain(store: &Store) -> sqlx::Result<u64> {
    if !store.keyed_hash.is_keyed() {
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
        .bind(store.keyed_hash.bytes(number.clone()))
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
    replace_plain_keys(&mut tx, &store.keyed_hash, &referrals).await?;
    fault::commit(tx).await?;
    Ok(int_len(accounts.len()) + int_len(referrals.len()))
}

/// Whether the referral with this key was erased.
pub(super) async fn is_erased(
    tx: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    key: &str,
) -> sqlx::Result<bool> {
    let query = sqlx::query("SELECT id FROM graves WHERE key IN ($1, $2, $3)");
    let query = keyed_hash.referral(key).into_iter().fold(query, |query, key| query.bind(key));
    Ok(query.fetch_optional(tx).await?.is_some())
}

/// Replaces the plain keys of referrals that were just erased by keyed fingerprints. The database's
/// trigger can store them only in plain form.
pub(super) async fn replace_plain_keys(
    tx: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    erased: &[(String, i64)],
) -> sqlx::Result<()> {
    const ROWS: usize = 200;
    if !keyed_hash.is_keyed() {
        return Ok(());
    }
    for part in erased.chunks(ROWS) {
        let sql = format!(
            "INSERT INTO graves (key, id) VALUES {} ON CONFLICT (key) DO NOTHING",
            placeholders(part.len(), 2)
        );
        let mut insert = sqlx::query(AssertSqlSafe(sql));
        for (key, id) in part {
            let [keyed, ..] = keyed_hash.referral(key);
            insert = insert.bind(keyed).bind(*id);
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

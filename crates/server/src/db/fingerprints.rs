//! Fingerprints, by which erased accounts and referrals are recognised. A plain hash of a phone
//! number can be reversed by trying all numbers, so fingerprints use a key that is not in the
//! database.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;

use domain::mobile::MobileNumber;
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::row::Fields;
use crate::db::statement::Statement;
use crate::db::text::digest;

/// Computes keyed fingerprints from SHA-256 hashes.
#[derive(Clone)]
pub struct KeyedHash(Arc<HashFn>);

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

impl KeyedHash {
    /// Uses this function, which knows the key.
    pub fn by(hash: impl Fn(FingerprintKind, &[u8]) -> [u8; 32] + Send + Sync + 'static) -> Self {
        Self(Arc::new(hash))
    }

    /// The fingerprint of a number, which is that of all its spellings.
    pub(crate) fn number(&self, mobile: &MobileNumber) -> Vec<u8> {
        (self.0)(FingerprintKind::Number, &digest(numbers::normal(mobile).as_str())).to_vec()
    }

    /// The fingerprint of whoever has the number with this key; `None` if the key is no number's.
    pub(crate) fn holder(&self, key: &str) -> Option<Vec<u8>> {
        let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| (self.0)(FingerprintKind::Number, &digest(key)).to_vec())
    }

    /// The form in which an erased referral's key is stored.
    pub(crate) fn referral(&self, key: &str) -> String {
        (self.0)(FingerprintKind::Referral, &digest(key)).map(|byte| format!("{byte:02x}")).concat()
    }

    /// What only this key makes.
    pub(crate) fn of_secret(&self) -> Vec<u8> {
        (self.0)(FingerprintKind::Secret, &[]).to_vec()
    }
}

/// Without a secret: for tests, and for looking at a database whose secret is lost.
impl Default for KeyedHash {
    fn default() -> Self {
        Self::by(|kind, hash| Sha256::digest([&[kind as u8], hash].concat()).into())
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
}

/// Whether the referral with this key was erased.
pub(crate) async fn is_erased(
    tx: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    key: &str,
) -> sqlx::Result<bool> {
    let query = sqlx::query("SELECT id FROM erased_referrals WHERE key = $1");
    Ok(query.bind(keyed_hash.referral(key)).fetch_optional(tx).await?.is_some())
}

/// The ids of the referrals that are here and whose key, now or originally, has one of these fingerprints.
pub(crate) async fn present(
    connection: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    fingerprints: &HashSet<String>,
) -> sqlx::Result<BTreeSet<i64>> {
    if fingerprints.is_empty() {
        // The key of each referral is hashed for this.
        return Ok(BTreeSet::new());
    }
    let here = "SELECT key, id FROM referrals UNION ALL \
                SELECT origin AS key, id FROM referrals WHERE origin IS NOT NULL";
    let mut rows = sqlx::query(here).fetch(connection);
    let mut present = BTreeSet::new();
    while let Some(row) = rows.try_next().await? {
        if fingerprints.contains(&keyed_hash.referral(&row.text("key")?)) {
            present.insert(row.int("id")?);
        }
    }
    Ok(present)
}

/// Remembers the keys of erased referrals, with their ids.
pub(crate) async fn remember(
    tx: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    erased: &[(String, i64)],
) -> sqlx::Result<()> {
    let known: Vec<_> = erased.iter().map(|(key, id)| (keyed_hash.referral(key), *id)).collect();
    remember_known(tx, &known).await
}

/// The same with the fingerprints of their keys.
pub(crate) async fn remember_known(
    tx: &mut AnyConnection,
    erased: &[(String, i64)],
) -> sqlx::Result<()> {
    const ROWS: usize = 200;
    for part in erased.chunks(ROWS) {
        let mut insert = Statement::new("INSERT INTO erased_referrals (key, id) VALUES ");
        let mut between = "(";
        for (key, id) in part {
            insert = insert.add(between).bind(key.as_str()).add(", ").bind(*id);
            between = "), (";
        }
        insert.add(") ON CONFLICT (key) DO NOTHING").execute(&mut *tx).await?;
    }
    Ok(())
}

//! Rivals: other referrals of the same person, which whoever awards one of them has to see.

use domain::rewards::Rival;
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::referrals::records::Stored;
use crate::referrals::sql::duplicates;

/// The rival of a referral that matters most to an award: one that has been awarded, or else one that has been
/// corrected away.
pub(crate) async fn rival(
    store: &Store,
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<Option<Rival>> {
    let of = Of::new(store, stored);
    let (found, is_awarded) = match of.awarded().row(&mut *tx).await? {
        Some(row) => (Some(row), true),
        None => (of.corrected_away().row(tx).await?, false),
    };
    found.map(|row| Ok(Rival { key: row.text("key")?, is_awarded })).transpose()
}

/// Whose rivals are looked for.
struct Of<'s> {
    store: &'s Store,
    id: i64,
    /// The key of the number with which it was submitted. A text that is no number is `None`, so that it is bound as
    /// NULL, which equals nothing.
    submitted: Option<String>,
    /// The same of the number that it has now.
    shown: Option<String>,
    /// The number with which its referrer would be on the staff, and its fingerprint, by which they were.
    referrer: Option<(String, Vec<u8>)>,
}

impl<'s> Of<'s> {
    fn new(store: &'s Store, stored: &Stored) -> Self {
        let [submitted, shown] = [stored.referral(), &stored.case.corrected()].map(|texts| {
            Some(numbers::key(&texts.referred_phone)).filter(|key| duplicates::is_number(key))
        });
        let referrer = numbers::read(&stored.referral().referrer_mobile).ok().map(|mobile| {
            let fingerprint = store.keyed_hash.number(&mobile);
            (mobile.into(), fingerprint)
        });
        Self { store, id: millis(stored.referral().id), submitted, shown, referrer }
    }

    /// That has an award that holds. So that nobody gets round this by a correction, one of the number with which this
    /// referral was submitted is a rival, too, and one that was submitted with this one's; and so that nobody does by
    /// the date of a file, one that came here, or got its number here, at about the same time.
    fn awarded(&self) -> Statement {
        let found = Statement::new(
            "SELECT e.key FROM referrals AS r JOIN referrals AS e ON e.id <> r.id AND (",
        )
        .add("(e.number = ")
        .bind(self.shown.clone())
        .add(" AND (e.id = r.duplicate_of OR e.duplicate_of IN (r.id, r.duplicate_of) OR ");
        let found =
            self.came_near(found).add(")) OR (e.referred_number = ").bind(self.shown.clone());
        let found = self
            .came_near(found.add(" AND "))
            .add(") OR (e.number = ")
            .bind(self.submitted.clone());
        let found = self.came_near(found.add(" AND "));
        let found = found
            .add(")) JOIN reward_entries AS x ON x.referral_id = e.id WHERE r.id = ")
            .bind(self.id);
        found.add(" GROUP BY e.id, e.key HAVING SUM(x.success) > 0 LIMIT 1")
    }

    /// That was submitted with this number and has another one, and on which the referrer of this one has worked as
    /// staff: otherwise they could take a person out of another's referral and refer them unseen.
    fn corrected_away(&self) -> Statement {
        let (mobile, fingerprint) = self.referrer.clone().unzip();
        let found =
            Statement::new("SELECT e.key FROM referrals AS r JOIN referrals AS e ON e.id <> r.id")
                .add(" AND e.referred_number = ")
                .bind(self.shown.clone())
                .add(" AND e.number <> ")
                .bind(self.shown.clone())
                .add(" AND ");
        let found = self
            .came_near(found)
            .add(" AND EXISTS (SELECT 1 FROM history AS h JOIN ")
            .add("(SELECT id FROM staff WHERE mobile = ")
            .bind(mobile)
            .add(" UNION SELECT staff AS id FROM former_staff WHERE number = ")
            .bind(fingerprint.as_deref())
            .add(") AS s ON h.actor = 'staff:' || s.id WHERE h.referral_id = e.id)");
        found.add(" WHERE r.id = ").bind(self.id).add(" LIMIT 1")
    }

    fn came_near(&self, statement: Statement) -> Statement {
        duplicates::came_in_window(statement, self.store.duplicates)
    }
}

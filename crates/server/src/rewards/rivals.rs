//! Rivals: other referrals of the same person, which whoever awards one of them has to see.

use domain::mobile::MobileNumber;
use domain::pipeline::DuplicatePolicy;
use domain::rewards::Rival;
use sqlx::AnyConnection;

use crate::db::Store;
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::referrals::records::Stored;
use crate::referrals::sql::duplicates::{came_near, came_since, is_number};

/// The rival of a referral that matters most to an award: one that has been awarded, or else one that has lost the
/// number.
pub(crate) async fn rival(
    store: &Store,
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<Option<Rival>> {
    let of = Of::new(store, stored);
    let (found, is_awarded) = match of.awarded().row(&mut *tx).await? {
        Some(row) => (Some(row), true),
        None => (of.without_number().row(tx).await?, false),
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
        let [submitted, shown] = [stored.referral(), &stored.case.corrected()]
            .map(|texts| Some(numbers::key(&texts.referred_phone)).filter(|key| is_number(key)));
        let referrer = numbers::spellings(&stored.referral().referrer_mobile).into_iter().next();
        let referrer = referrer.and_then(|text| MobileNumber::parse(&text).ok());
        let referrer = referrer.map(|it| (it.as_str().to_owned(), store.keyed_hash.number(&it)));
        Self { store, id: millis(stored.referral().id), submitted, shown, referrer }
    }

    /// One that has an award that holds. So that nobody gets round this by a correction, one of the number with which
    /// this referral was submitted is a rival, too, and one that was submitted with this one's; and so that nobody does
    /// by the date of a file, one that came here, or got its number here, at about the same time.
    fn awarded(&self) -> Statement {
        let mut found = Statement::new("");
        let [shown, submitted] = [&self.shown, &self.submitted].map(|it| found.place(it.clone()));
        let (id, policy) = (found.place(self.id), self.store.duplicates);
        let (near, since) = (came_near(&mut found, policy), came_since(&mut found, policy));
        found.add(&format!(
            "SELECT e.key FROM referrals AS r JOIN referrals AS e ON e.id <> r.id AND ( \
             (e.number = {shown} AND \
             (e.id = r.duplicate_of OR e.duplicate_of IN (r.id, r.duplicate_of) OR {near})) \
             OR (e.referred_number = {shown} AND {since}) OR (e.number = {submitted} AND {near})) \
             JOIN reward_entries AS x ON x.referral_id = e.id WHERE r.id = {id} \
             GROUP BY e.id, e.key HAVING SUM(x.success) > 0 ORDER BY e.id LIMIT 1"
        ))
    }

    /// One that was submitted with this number and has another one, and in which the referrer of this one has changed
    /// something as staff: otherwise they could take a person out of another's referral and refer them unseen. Its
    /// service may have been corrected, too.
    fn without_number(&self) -> Statement {
        let mut found = Statement::new("");
        let (mobile, fingerprint) = self.referrer.clone().unzip();
        let (mobile, number) = (found.place(mobile), found.place(fingerprint.as_deref()));
        let (id, shown) = (found.place(self.id), found.place(self.shown.clone()));
        let policy = DuplicatePolicy { same_service: false, ..self.store.duplicates };
        let since = came_since(&mut found, policy);
        found.add(&format!(
            "SELECT e.key FROM referrals AS r JOIN referrals AS e ON e.id <> r.id \
             AND e.referred_number = {shown} AND e.number <> {shown} AND {since} \
             AND EXISTS (SELECT 1 FROM history AS h JOIN \
             (SELECT id FROM staff WHERE mobile = {mobile} \
             UNION SELECT staff AS id FROM former_staff WHERE number = {number}) AS s \
             ON h.actor IN ('staff:' || s.id, 'import:' || s.id) \
             WHERE h.referral_id = e.id AND h.event IS NOT NULL) \
             WHERE r.id = {id} ORDER BY e.id LIMIT 1"
        ))
    }
}

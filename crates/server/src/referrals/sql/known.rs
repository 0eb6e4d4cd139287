//! What is known of a referral: the one place that looks it up, for commands and for what is offered to somebody; but
//! for the referrer, about whom whoever writes to them asks. Imports, spreadsheets and erasures ask narrower rules,
//! and say there what these are told.

use domain::pipeline::{Known, ProgrammeSettings, Referrer};
use sqlx::AnyConnection;

use crate::db::fault::retry;
use crate::db::{Result, Store};
use crate::programme::sql as programme;
use crate::referrals::records::Stored;
use crate::referrals::sql::{duplicates, referrals, referrer};
use crate::rewards::sql as rewards;
use crate::sharing::do_not_contact;

/// How much is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// The referral alone, for what happens by itself.
    Alone,
    /// The referral and its rivals.
    Referral,
    /// The same, and what is known of its referrer. It reads more, so only writing to them asks for it.
    Referrer,
}

impl Store {
    /// The referral with this key, if there is one, and what is known of it. If there is none, as much is looked up, so
    /// that the time says nothing. Only the rulebook is not: who may award sees every referral anyway.
    pub(crate) async fn known(
        &self,
        key: &str,
        may_award: bool,
    ) -> Result<(Option<Stored>, Known)> {
        retry!(self, "known", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let stored = referrals::find_in(&mut tx, key).await?;
            let programme = programme::newest(&mut tx).await?.settings;
            let found = (key, stored.as_ref());
            let known = of(self, &mut tx, found, &programme, Lookup::Referral, may_award).await?;
            tx.rollback().await?;
            Ok((stored, known))
        })
    }
}

/// What is known of the referral that was found by this key, as this transaction sees it. What follows for
/// whoever decides is added by `relation::for_viewer`.
pub(crate) async fn of(
    store: &Store,
    tx: &mut AnyConnection,
    (key, found): (&str, Option<&Stored>),
    programme: &ProgrammeSettings,
    lookup: Lookup,
    may_award: bool,
) -> sqlx::Result<Known> {
    let rivals = match lookup {
        Lookup::Alone => Vec::new(),
        Lookup::Referral | Lookup::Referrer => duplicates::rivals(tx, key).await?,
    };
    let phone = found.map(|it| it.case.corrected().referred_phone).unwrap_or_default();
    let do_not_contact = do_not_contact::is_listed(store, tx, &phone).await?;
    let known = Known { rivals, do_not_contact, programme: programme.clone(), ..Known::default() };
    let Some(stored) = found else { return Ok(known) };
    let (rulebook, past) = match may_award {
        true => rewards::facts(store, tx, stored).await?,
        false => Default::default(),
    };
    Ok(Known {
        referral: Some(stored.case.clone()),
        imported: stored.imported.clone(),
        arrived: stored.arrived,
        referrer: match lookup {
            Lookup::Referrer => referrer::of(tx, stored.referral()).await?,
            Lookup::Alone | Lookup::Referral => Referrer::default(),
        },
        rulebook,
        past,
        ..known
    })
}

//! The pages of people who were referred, by the hash of each one's token. A referral has one at most that its
//! referrer sends, and one that staff send. A new one of staff ends both, one of the referrer their own. They end when the referral is about another
//! number.

use domain::case::Case;
use domain::event::{ConsentAnswer, ConsentWay};
use domain::pipeline::{
    Command, Known, PipelineCommand, Relation, asks_as_staff, decide, refused_elsewhere, unwanted,
};
use domain::referral::Instant;
use domain::rejection::{RejectionCode, Rejections};
use domain::viewer::Viewer;
use sqlx::AnyConnection;

use api::{HostedCode, HostedPolicy};

use crate::audit;
use crate::db::allowances::{self, Allowance, Purpose};
use crate::db::fault::{commit, refused, retry};
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::privacy::sql::blanking::is_blanked;
use crate::programme::sql as programme;
use crate::referrals::records::{Author, Changed, Decide, Stored, VersionedCommand};
use crate::referrals::sql::commands::change_one;
use crate::referrals::sql::known::Lookup;
use crate::referrals::sql::referrals;
use crate::sharing::do_not_contact;

/// A page to make.
#[derive(Clone, Copy)]
pub struct NewPage<'a> {
    /// The key of the referral.
    pub key: &'a str,
    /// The hash of the page's token.
    pub token: &'a [u8; 32],
    /// When it is made.
    pub now: Instant,
    /// When it ends.
    pub expires_at: Instant,
    /// Who asks for it.
    pub actor: &'a Viewer,
    /// The same for the history.
    pub by: &'a Author,
    /// How many they may ask for in a day.
    pub allowance: &'a Allowance,
}

/// What a page is about.
#[derive(Clone, Debug)]
pub struct FoundPage {
    /// The referral.
    pub stored: Stored,
}

/// Whether what somebody has read is what the page says.
pub type IsAsRead<'a> = &'a (dyn Fn(&FoundPage) -> bool + Send + Sync);

/// What comes of what somebody says on their page.
#[derive(Clone, Debug)]
pub enum SaidOnPage {
    /// It is noted.
    Done(FoundPage),
    /// A rule refuses it. The page as it is now.
    Refused(FoundPage, Rejections),
    /// They have read something else than the page says now.
    Stale(FoundPage),
    /// The page has ended, or the referral is about another number now.
    Ended,
}

/// What the person says on their page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// An answer to this referral, to this version of the text, with a note.
    Answer(ConsentAnswer, u64, String),
    /// That they are never to be contacted.
    Never,
}

impl Store {
    /// Makes a person's page, if `decide` lets whoever asks for it ask the person. Staff end the pages before, the
    /// referrer only their own.
    pub async fn make_page(&self, new: &NewPage<'_>, decide: Decide<'_>) -> Result<Changed> {
        retry!(self, "make_page", async {
            let mut tx = self.begin_for(new.by.session.as_ref()).await?;
            if !allowances::take(&mut tx, Purpose::Pages, new.allowance, new.now).await? {
                return Err(refused(HostedCode::AllowanceUsed));
            }
            locks::take(&mut tx, Lock::History).await?;
            let changed = change(self, &mut tx, new.key, new.by, Lookup::Referral, decide).await?;
            let Changed::Done(stored) = &changed else {
                tx.rollback().await?;
                return Ok(changed);
            };
            let (referral, by_staff) =
                (stored.referral().id, asks_as_staff(&stored.case, new.actor));
            if by_staff {
                end(&mut tx, referral).await?;
            }
            sqlx::query(
                "INSERT INTO person_pages (referral_id, by_staff, token, expires_at) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT (referral_id, by_staff) DO UPDATE SET \
                 token = excluded.token, expires_at = excluded.expires_at",
            )
            .bind(millis(referral))
            .bind(i64::from(by_staff))
            .bind(new.token.as_slice())
            .bind(millis(new.expires_at))
            .execute(&mut *tx)
            .await?;
            audit::sql::commit(tx).await?;
            Ok(changed)
        })
    }

    /// The page with the token of this hash; `None` if there is none, or if it has ended.
    pub async fn person_page(&self, token: &[u8; 32], now: Instant) -> Result<Option<FoundPage>> {
        retry!(self, "person_page", async {
            find(&mut *self.readers.acquire().await?, token, now).await
        })
    }

    /// Does what the person says on the page with this token, if `number` is the key of the number that the referral is
    /// about now, and `is_as_read` says that they have read what the page says now. Whoever is never to be contacted is
    /// so at once, and their first open referrals are closed with that; [the others](Self::close_unwanted) after it.
    pub async fn say_on_page(
        &self,
        token: &[u8; 32],
        number: &str,
        is_as_read: IsAsRead<'_>,
        said: &Said,
        policy: &HostedPolicy,
        now: Instant,
    ) -> Result<SaidOnPage> {
        retry!(self, "say_on_page", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::History).await?;
            let Some(page) = find(&mut tx, token, now).await? else {
                return Ok(SaidOnPage::Ended);
            };
            let key = numbers::key(&page.stored.case.corrected().referred_phone);
            if number != key {
                return Ok(SaidOnPage::Ended);
            }
            if !is_as_read(&page) {
                return Ok(SaidOnPage::Stale(page));
            }
            let by = Author::guest();
            let done = match said {
                Said::Answer(answer, text, note) => {
                    let way = ConsentWay::Page;
                    let text = *text;
                    let command = PipelineCommand::Answer { answer, way: &way, text, note };
                    let decide = |found: &Known| {
                        let known = Known { relation: Relation::Referred, ..found.clone() };
                        decide(&known, &Command::Pipeline(command), &Viewer::Guest, policy, now)
                    };
                    change(self, &mut tx, &page.stored.key, &by, Lookup::Referral, &decide).await?
                }
                Said::Never => {
                    let unclear = || refused(RejectionCode::ReferrerNumberUnclear);
                    let holder = self.keyed_hash.holder(&key).ok_or_else(unclear)?;
                    do_not_contact::add(&mut tx, &holder, now).await?;
                    close_some(self, &mut tx, Look::AtNumber, &key, i64::MIN, now).await?;
                    Changed::Done(page.stored.clone())
                }
            };
            match done {
                Changed::Done(stored) => {
                    audit::sql::commit(tx).await?;
                    Ok(SaidOnPage::Done(FoundPage { stored }))
                }
                Changed::Refused(rejections) => {
                    tx.rollback().await?;
                    Ok(SaidOnPage::Refused(page, rejections))
                }
                Changed::Stale(..) | Changed::AllowanceUsed => {
                    Err(sqlx::Error::Protocol("changed under a lock".to_owned()))
                }
            }
        })
    }

    /// Closes the open referrals of whoever has the number of this key and is never to be contacted, some at a time, so
    /// that nobody waits for somebody who was referred very often. If it does not get to the end, whatever changes one of
    /// the others closes it, and so does the person by saying it again.
    pub async fn close_unwanted(&self, number: &str, now: Instant) -> Result<()> {
        for look in [Look::AtNumber, Look::InText] {
            let mut after = Some(i64::MIN);
            while let Some(last) = after {
                after = retry!(self, "close_unwanted", async {
                    let mut tx = self.begin().await?;
                    locks::take(&mut tx, Lock::History).await?;
                    let next = close_some(self, &mut tx, look, number, last, now).await?;
                    commit(tx).await?;
                    Ok(next)
                })?;
            }
        }
        Ok(())
    }

    /// Refuses this referral, which has this key in a newer database, as the person has refused it there. Returns whether that
    /// was new here. One that lost a number there has another key here; and one with the same id may be of somebody else, if
    /// both databases have gone on.
    pub(crate) async fn refuse_as(&self, key: &str, there: &Case) -> Result<bool> {
        let number = |case: &Case| numbers::key(&case.corrected().referred_phone);
        let is_it = |here: &Stored| {
            here.key == key || (is_blanked(there) && number(&here.case) == number(there))
        };
        retry!(self, "refuse_as", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::History).await?;
            let before = referrals::find_by_id(&mut tx, millis(there.referral().id)).await?;
            let Some(before) = before.filter(is_it) else { return Ok(false) };
            let refuse = |found: &Known| {
                let here = found.referral.as_ref();
                Ok(here.and_then(|here| refused_elsewhere(here, there)))
            };
            let by = Author::guest();
            let changed = change(self, &mut tx, &before.key, &by, Lookup::Alone, &refuse).await?;
            let is_new = matches!(&changed, Changed::Done(it) if it.version != before.version);
            commit(tx).await?;
            Ok(is_new)
        })
    }
}

/// How many referrals are looked at, and closed, in one transaction.
const AT_ONCE: i64 = 50;

/// Where a number is looked for.
#[derive(Clone, Copy)]
enum Look {
    /// In the number that referrals are found by.
    AtNumber,
    /// In texts with more than one number.
    InText,
}

/// Closes the next open referrals with a number. Returns the id of the last one that was looked at; `None` if none is
/// left.
async fn close_some(
    store: &Store,
    tx: &mut AnyConnection,
    look: Look,
    number: &str,
    after: i64,
    now: Instant,
) -> sqlx::Result<Option<i64>> {
    let open = Statement::new(
        "SELECT id, key, record FROM referrals WHERE waiting_since IS NOT NULL AND id > ",
    );
    let open = open.bind(after).add(" AND ");
    let open = match look {
        Look::AtNumber => open.add("number = ").bind(number),
        Look::InText => open.add("number_unclear = 1"),
    };
    let rows = open.add(" ORDER BY id LIMIT ").bind(AT_ONCE).rows(&mut *tx).await?;
    let by = Author::guest();
    let close = |found: &Known| {
        let case = found.referral.as_ref();
        Ok(case.and_then(|case| unwanted(case, now)))
    };
    let mut last = None;
    for row in rows {
        last = Some(row.int("id")?);
        let phone = referrals::case(&row)?.corrected().referred_phone;
        if do_not_contact::keys(&phone).iter().any(|key| key == number) {
            change(store, tx, &row.text("key")?, &by, Lookup::Alone, &close).await?;
        }
    }
    Ok(last)
}

/// Changes the referral with this key as it is now. The transaction has the lock of the history.
async fn change(
    store: &Store,
    tx: &mut AnyConnection,
    key: &str,
    by: &Author,
    lookup: Lookup,
    decide: Decide<'_>,
) -> sqlx::Result<Changed> {
    let programme = programme::newest(tx).await?.settings;
    let version = referrals::find_in(tx, key).await?.map_or(0, |stored| stored.version);
    let wanted = VersionedCommand { key, version, decide };
    change_one(store, tx, &wanted, by, &programme, false, lookup).await
}

async fn find(
    tx: &mut AnyConnection,
    token: &[u8; 32],
    now: Instant,
) -> sqlx::Result<Option<FoundPage>> {
    let page =
        sqlx::query("SELECT referral_id FROM person_pages WHERE token = $1 AND expires_at > $2");
    let page = page.bind(token.as_slice()).bind(millis(now)).fetch_optional(&mut *tx).await?;
    let Some(page) = page else { return Ok(None) };
    let stored = referrals::find_by_id(tx, page.int("referral_id")?).await?;
    Ok(stored.map(|stored| FoundPage { stored }))
}

/// Ends the pages of a referral, because it is about another number now, say.
pub(crate) async fn end(tx: &mut AnyConnection, referral: Instant) -> sqlx::Result<()> {
    let end = sqlx::query("DELETE FROM person_pages WHERE referral_id = $1");
    end.bind(millis(referral)).execute(tx).await?;
    Ok(())
}

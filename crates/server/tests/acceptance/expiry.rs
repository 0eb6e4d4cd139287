//! Points that expire: entered once, whoever comes first, and nobody spends them.

use domain::rewards::{
    Decider, EntryKind, Receiver, RedemptionCommand, Rules, Terms, decide_redemption, due, expiring,
};
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::versions::SetBy;
use server::rewards::redemptions::sql::{Around, StoredRedemption};
use server::rewards::rulebooks::RulebookChange;

use crate::by_hand::enter;
use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, mobile, session, sign_up};
use crate::redemptions::{ask, code, publish as publish_catalogue, staff};
use crate::rewards::{as_suggested, done, refer_by, rule, undo};

const DAY: u64 = 86_400_000;
const OWNER: &str = "9000000031";

/// Publishes a rulebook that gives 500 points, which are valid for a month, or for ever.
async fn publish(store: &Store, version: u64, valid_months: Option<u32>) {
    let success = rule("success", 500, Receiver::Referrer);
    let rules = [domain::rewards::Rule { hold_days: 0, valid_months, ..success }];
    let next = |_: &Rules| Rules::checked(&rules, |_| false);
    let by = SetBy { staff: "s1", at: at(NOW + version), session: None };
    let set = store.publish_rulebook(version, &by, &next).await.unwrap();
    assert!(matches!(set, RulebookChange::Set(_)));
}

/// Lets somebody earn 500 points by a referral. Returns its key, and when these expire.
async fn earn(store: &Store, number: &str, phone: &str, now: u64) -> (String, u64) {
    let key = refer_by(store, (number, "Friend"), phone, now).await.key;
    done(store, &key, &as_suggested(now + 1)).await;
    let entries = store.earned(&key, true).await.unwrap().unwrap().entries;
    (key, entries[0].expires_at.map_or(0, |end| end.as_millis()))
}

async fn lines(store: &Store, number: &str, now: u64) -> Vec<(EntryKind, i64)> {
    let found = store.entries_of(&numbers::key(number), None, at(now), 20).await.unwrap();
    assert_eq!(due(&found.shares, at(now)), 0);
    found.page.into_iter().rev().map(|(entry, _)| (entry.kind, entry.points)).collect()
}

async fn balance(store: &Store, number: &str, now: u64) -> i64 {
    store.balance(&numbers::key(number), at(now)).await.unwrap().available
}

async fn assert_sound(store: &Store) {
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
}

#[apply(on_each_database)]
async fn two_servers_that_let_points_expire_at_once_enter_them_once(database: &dyn Database) {
    let stores = [database.open().await, database.open().await];
    publish(&stores[0], 0, Some(1)).await;
    let (_, end) = earn(&stores[0], ASHA, "0400111221", NOW).await;
    earn(&stores[0], RAVI, "0400111222", NOW + 5).await;
    publish(&stores[0], 1, None).await;
    earn(&stores[0], ASHA, "0400111223", NOW + 10).await;
    assert!(end > NOW + 28 * DAY && end % DAY == DAY - 1, "{end}");
    let found = stores[1].entries_of(&numbers::key(ASHA), None, at(NOW + 20), 9).await.unwrap();
    let said = expiring(&found.shares, at(NOW + 20));
    assert_eq!(said.iter().map(|it| (it.at, it.points)).collect::<Vec<_>>(), [(at(end), 500)]);
    assert_eq!(stores[0].expire_points(None, at(end - 1)).await.unwrap(), 0);
    let both = tokio::join!(
        stores[0].expire_points(None, at(end)),
        stores[1].expire_points(Some(at(end - DAY)), at(end))
    );
    assert_eq!(both.0.unwrap() + both.1.unwrap(), 2, "Asha and Ravi, each once");
    let earned = (EntryKind::Earned, 500);
    let expired = (EntryKind::Expired, -500);
    assert_eq!(lines(&stores[0], ASHA, end).await, [earned, earned, expired]);
    assert_eq!(lines(&stores[1], RAVI, end).await, [earned, expired]);
    assert_eq!(balance(&stores[0], ASHA, end).await, 500);
    assert_eq!(stores[1].expire_points(None, at(end + DAY)).await.unwrap(), 0);
    assert_sound(&stores[0]).await;
}

#[apply(on_each_database)]
async fn nobody_spends_what_has_expired_even_before_it_is_entered(database: &dyn Database) {
    let store = database.open().await;
    publish_catalogue(&store).await;
    publish(&store, 0, Some(1)).await;
    let (_, end) = earn(&store, ASHA, "0400111221", NOW).await;
    ask(&store, ASHA, "voucher", "a", NOW + 50).await.unwrap();
    assert_eq!(code(ask(&store, ASHA, "transfer", "b", end).await), "points-too-few");
    // What is left of other points can be spent, and what has expired is entered with that.
    enter(&store, OWNER, ASHA, 500, "For the fair", end + 1).await.unwrap();
    ask(&store, ASHA, "transfer", "c", end + 2).await.unwrap();
    let said = lines(&store, ASHA, end + 3).await;
    let kinds = [
        (EntryKind::Earned, 500),
        (EntryKind::Redeemed, -300),
        (EntryKind::Expired, -200),
        (EntryKind::Manual, 500),
        (EntryKind::Redeemed, -500),
    ];
    assert_eq!(said, kinds);
    assert_sound(&store).await;
}

#[apply(on_each_database)]
async fn points_that_are_back_expire_at_once_if_taken_back_and_later_if_declined(
    database: &dyn Database,
) {
    let store = database.open().await;
    publish_catalogue(&store).await;
    publish(&store, 0, Some(1)).await;
    let (_, end) = earn(&store, ASHA, "0400111221", NOW).await;
    earn(&store, RAVI, "0400111222", NOW + 5).await;
    let later = end + DAY;
    for (number, id) in [(ASHA, 1), (RAVI, 2)] {
        assert_eq!(ask(&store, number, "transfer", "a", NOW + 50).await.unwrap().id, id);
    }
    store.expire_points(None, at(end)).await.unwrap();
    let cancel = |stored: &StoredRedemption, _: &Around| {
        let command = RedemptionCommand::Cancel;
        decide_redemption(&stored.steps, command, Decider::Member, Terms::default(), at(later))
    };
    store.decide_redemption(1, None, at(later), &cancel).await.unwrap().unwrap();
    let manager = staff("m1", "9000000011");
    let decline = |stored: &StoredRedemption, _: &Around| {
        let by = Decider::Staff { staff: &manager, own: false, awarded: false };
        decide_redemption(
            &stored.steps,
            RedemptionCommand::Decline("No"),
            by,
            Terms::default(),
            at(later),
        )
    };
    store.decide_redemption(2, None, at(later), &decline).await.unwrap().unwrap();
    let back = [(EntryKind::Earned, 500), (EntryKind::Redeemed, -500), (EntryKind::Refunded, 500)];
    let expired = (EntryKind::Expired, -500);
    assert_eq!(lines(&store, ASHA, later).await, [&back[..], &[expired]].concat());
    assert_eq!(lines(&store, RAVI, later).await, back);
    assert_eq!(store.expire_points(None, at(later + 30 * DAY - 1)).await.unwrap(), 0);
    assert_eq!(store.expire_points(None, at(later + 30 * DAY)).await.unwrap(), 1);
    assert_eq!(lines(&store, RAVI, later + 31 * DAY).await, [&back[..], &[expired]].concat());
    assert_sound(&store).await;
}

/// Otherwise the next points would make up for ones that nobody ever used.
#[apply(on_each_database)]
async fn an_award_that_is_undone_after_its_points_expired_leaves_nothing(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, Some(1)).await;
    let (key, end) = earn(&store, ASHA, "0400111221", NOW).await;
    store.expire_points(None, at(end)).await.unwrap();
    done(&store, &key, &undo(end + 1)).await;
    assert_eq!(balance(&store, ASHA, end + 2).await, 0);
    let (kind, points) = lines(&store, ASHA, end + 2).await.pop().unwrap();
    assert_eq!((kind, points), (EntryKind::Expired, 500));
    done(&store, &key, &undo(end + 3)).await;
    assert_eq!(balance(&store, ASHA, end + 4).await, 0);
    assert_eq!(lines(&store, ASHA, end + 4).await.len(), 6);
}

#[apply(on_each_database)]
async fn what_expired_is_owed_no_more_and_what_will_is_said(database: &dyn Database) {
    let store = database.open().await;
    publish(&store, 0, Some(1)).await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let (_, end) = earn(&store, ASHA, "0400111221", NOW).await;
    publish(&store, 1, Some(3)).await;
    earn(&store, ASHA, "0400111222", NOW + 10).await;
    let owed = store.owed(at(NOW + 20)).await.unwrap();
    assert_eq!(owed.expiring.iter().sum::<i64>(), 1_000);
    assert_eq!((owed.expiring[0] + owed.expiring[1], owed.expiring[2]), (500, 500));
    store.expire_points(None, at(end)).await.unwrap();
    let owed = store.owed(at(end)).await.unwrap();
    assert_eq!((owed.expired, owed.exchanged, owed.owners[0].owed.points), (-500, 0, 500));
    let earned: i64 = owed.versions.iter().flat_map(|it| &it.ages).map(|it| it.points).sum();
    assert_eq!((earned, owed.expiring), (1_000, vec![0, 500, 0]));
    // What is nobody's does not expire.
    store.erase_referrer(&mobile(ASHA), None, at(end + 1), None, None).await.unwrap();
    assert_eq!(store.expire_points(None, at(end + 400 * DAY)).await.unwrap(), 0);
    let owed = store.owed(at(end + 2)).await.unwrap();
    assert_eq!((owed.expired, owed.expiring), (0, vec![0, 0, 0]));
    assert_sound(&store).await;
}

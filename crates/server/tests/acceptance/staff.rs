//! Staff.

use std::collections::BTreeSet;

use api::{Erased, HostedCode, WebhookChange};
use domain::pipeline::StaffRole;
use macro_rules_attribute::apply;

use server::{
    db::{Store, StoreError},
    delivery::records::{NewToken, NewWebhook},
    login::records::NewSession,
    staff::records::{Integrations, Invitation, StaffChange, StaffChanged, StaffMember},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, begin, log_in, mobile, session, sign_up, submit, user};
use crate::outbox::new_webhook;
use crate::tokens::new as new_token;

pub(crate) fn invitation(id: &str, number: &str, role: StaffRole) -> Invitation {
    Invitation {
        id: id.to_owned(),
        mobile: mobile(number),
        name: format!("Name of {id}"),
        role,
        services: Vec::new(),
        team: "Doha".to_owned(),
        invited_by: "first".to_owned(),
    }
}

/// A store with an owner, who has the session 1.
async fn owned(database: &dyn Database) -> Store {
    let store = database.open().await;
    store.name_owner("first", &user(ASHA), at(NOW)).await.unwrap();
    begin(&store, &session(ASHA, 1, NOW)).await;
    store
}

/// Invites somebody, who then logs in.
async fn join(store: &Store, id: &str, number: &str, role: StaffRole, token: u8) {
    let new = invitation(id, number, role);
    let invited = store.invite_staff(&new, at(NOW), Some(&[1; 32])).await.unwrap();
    assert!(matches!(invited, StaffChanged::Done(_)), "{invited:?}");
    log_in(store, &session(number, token, NOW)).await.unwrap();
}

fn edit(role: StaffRole) -> StaffChange {
    let (name, services) = ("Other".to_owned(), vec!["audit".to_owned()]);
    StaffChange::Edit { name, role, services, team: "Doha".to_owned() }
}

const REVOKE: StaffChange = StaffChange::Revoke { integrations: None, even_the_last: false };

async fn staff_of(store: &Store, token: u8) -> Option<StaffMember> {
    store.session(&[token; 32], at(NOW)).await.unwrap().and_then(|session| session.staff)
}

#[apply(on_each_database)]
async fn the_operators_number_is_the_first_owners_while_nobody_is_one(database: &dyn Database) {
    let store = owned(database).await;
    store.name_owner("again", &user(ASHA), at(NOW)).await.unwrap();
    store.name_owner("other", &user(RAVI), at(NOW)).await.unwrap();
    let staff = store.staff().await.unwrap();
    assert_eq!(staff.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["first"]);
    assert_eq!((staff[0].role.clone(), staff[0].active_at), (StaffRole::Owner, Some(at(NOW))));
    assert_eq!(staff_of(&store, 1).await.unwrap(), staff[0]);
    revoke_the_last(&store, "first").await;
    // The operator has configured somebody else.
    assert!(store.name_owner("next", &user(RAVI), at(NOW)).await.unwrap());
    let staff = store.staff().await.unwrap();
    assert_eq!(staff.iter().filter(|it| it.revoked_at.is_none()).count(), 1);
}

/// As the operator does it.
async fn revoke_the_last(store: &Store, id: &str) {
    let revoke = StaffChange::Revoke { integrations: None, even_the_last: true };
    let done = store.change_staff(id, &revoke, at(NOW), None).await.unwrap();
    assert!(matches!(done, StaffChanged::Done(_)), "{done:?}");
}

#[apply(on_each_database)]
async fn whoever_has_left_is_made_owner_again_by_the_operators_command_only(
    database: &dyn Database,
) {
    let store = owned(database).await;
    revoke_the_last(&store, "first").await;
    assert!(!store.name_owner("again", &user(ASHA), at(NOW + 1)).await.unwrap());
    let owner = Some(("again".to_owned(), user(ASHA)));
    let first = NewSession { first_owner: owner, ..session(ASHA, 2, NOW + 1) };
    log_in(&store, &first).await.unwrap_err();
    store.make_owner("again", &user(ASHA), at(NOW + 2)).await.unwrap();
    log_in(&store, &session(ASHA, 3, NOW + 3)).await.unwrap();
    let again = staff_of(&store, 3).await.unwrap();
    assert_eq!((again.role, again.active_at), (StaffRole::Owner, Some(at(NOW + 3))));
    // The second factor in the settings counts only for somebody who was never reset.
    assert_eq!(again.reset_at, Some(at(NOW)));
    // A colleague who works here is made an owner, too, and begins a new session.
    let new = invitation("b", RAVI, StaffRole::Auditor);
    store.invite_staff(&new, at(NOW), Some(&[3; 32])).await.unwrap();
    log_in(&store, &session(RAVI, 4, NOW)).await.unwrap();
    store.make_owner("other", &user(RAVI), at(NOW)).await.unwrap();
    assert_eq!(store.session(&[4; 32], at(NOW)).await.unwrap(), None);
    let staff = store.staff().await.unwrap();
    assert_eq!(staff.iter().find(|it| it.id == "b").unwrap().role, StaffRole::Owner);
}

#[apply(on_each_database)]
async fn an_erasure_counts_what_went_with_the_staff_record(database: &dyn Database) {
    let store = owned(database).await;
    join(&store, "b", RAVI, StaffRole::Owner, 2).await;
    let token = NewToken { maker: mobile(RAVI), ..new_token(3, NOW + 1000) };
    store.add_token(&token, Some(&[2; 32])).await.unwrap();
    let webhook = NewWebhook { made_by: "b".to_owned(), ..new_webhook("of b", &[]) };
    store.add_webhook(&webhook, Some(&[2; 32])).await.unwrap();
    let undecided = store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await;
    assert_refused(undecided, HostedCode::IntegrationsLeft);
    let off = Some(&Integrations::SwitchOff);
    let erased = store.erase_referrer(&mobile(RAVI), off, at(NOW), None, None).await.unwrap();
    let went =
        Erased { sessions: 1, staff: 1, tokens: 1, webhooks: 1, changes: 0, ..Erased::default() };
    assert_eq!(erased, went);
    assert!(!store.webhooks().await.unwrap()[0].enabled);
    // An invitation that nobody has used yet.
    store.invite_staff(&invitation("c", RAVI, StaffRole::Auditor), at(NOW), None).await.unwrap();
    let erased = store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    assert_eq!(erased, Erased { invitations: 1, ..Erased::default() });
}

#[apply(on_each_database)]
async fn the_webhooks_of_somebody_who_leaves_are_switched_off_or_kept_by_another_owner(
    database: &dyn Database,
) {
    let store = owned(database).await;
    for (round, keeps) in [(0, true), (1, false)] {
        let (id, session) = (format!("b{round}"), [10 + round; 32]);
        join(&store, "b", RAVI, StaffRole::Owner, 10 + round).await;
        let token = NewToken { maker: mobile(RAVI), ..new_token(20 + round, NOW + 1000) };
        store.add_token(&token, Some(&session)).await.unwrap();
        let webhook = NewWebhook { made_by: "b".to_owned(), ..new_webhook(&id, &[]) };
        store.add_webhook(&webhook, Some(&session)).await.unwrap();
        let revoke = |integrations| StaffChange::Revoke { integrations, even_the_last: false };
        for nobody in [None, Some("nobody".to_owned()), Some("b".to_owned())] {
            let revoke = revoke(nobody.map(Integrations::KeepUnder));
            let refused = store.change_staff("b", &revoke, at(NOW), None).await;
            assert_refused(refused, HostedCode::IntegrationsLeft);
        }
        let keep = Integrations::KeepUnder("first".to_owned());
        let chosen = revoke(Some(if keeps { keep } else { Integrations::SwitchOff }));
        store.change_staff("b", &chosen, at(NOW), None).await.unwrap();
        let webhooks = store.webhooks().await.unwrap();
        let webhook = webhooks.iter().find(|it| it.id == id).unwrap();
        let maker = webhook.made_by.as_ref().unwrap().id.as_str();
        assert_eq!((webhook.enabled, maker == "first"), (keeps, keeps));
        let token = store.token(&[20 + round; 32], at(NOW)).await.unwrap();
        assert_eq!(token.map(|(_, maker, _)| maker), None);
    }
    // Whoever switches one on again whose maker has left takes it over.
    let on = WebhookChange { enabled: Some(true), ..WebhookChange::default() };
    let webhook = store.change_webhook("b1", &on, "first", None).await.unwrap().unwrap();
    assert_eq!(webhook.made_by.unwrap().id, "first");
}

#[apply(on_each_database)]
async fn two_owners_who_erase_themselves_leave_one(database: &dyn Database) {
    let (store, other) = (owned(database).await, database.open().await);
    for round in 0..10 {
        let id = format!("second {round}");
        let new = invitation(&id, RAVI, StaffRole::Owner);
        store.invite_staff(&new, at(NOW), None).await.unwrap();
        log_in(&store, &session(RAVI, 2, NOW)).await.unwrap();
        let (asha, ravi) = (mobile(ASHA), mobile(RAVI));
        let (one, two) = tokio::join!(
            store.erase_referrer(&asha, None, at(NOW), None, None),
            other.erase_referrer(&ravi, None, at(NOW), None, None),
        );
        assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
        let asha_is_left = one.is_err();
        assert_refused(if asha_is_left { one } else { two }, HostedCode::LastOwner);
        if !asha_is_left {
            store.make_owner(&format!("first {round}"), &user(ASHA), at(NOW)).await.unwrap();
            log_in(&store, &session(ASHA, 1, NOW)).await.unwrap();
            store.erase_referrer(&ravi, None, at(NOW), None, None).await.unwrap();
        }
    }
}

fn assert_refused<T: std::fmt::Debug>(outcome: Result<T, StoreError>, code: HostedCode) {
    assert!(matches!(&outcome, Err(StoreError::Refused(it)) if *it == code.into()), "{outcome:?}");
}

#[apply(on_each_database)]
async fn invited_staff_log_in_without_an_account(database: &dyn Database) {
    let store = owned(database).await;
    log_in(&store, &session(RAVI, 2, NOW)).await.unwrap_err();
    join(&store, "b", RAVI, StaffRole::Coordinator, 2).await;
    let found = staff_of(&store, 2).await.unwrap();
    assert_eq!((found.role, found.active_at), (StaffRole::Coordinator, Some(at(NOW))));
    assert_eq!(found.invited_by.as_deref(), Some("first"));
    let again = invitation("c", RAVI, StaffRole::Owner);
    let again = store.invite_staff(&again, at(NOW), Some(&[1; 32])).await.unwrap();
    assert_eq!(again, StaffChanged::Known);
}

#[apply(on_each_database)]
async fn a_members_sessions_end_when_they_are_invited(database: &dyn Database) {
    let store = owned(database).await;
    sign_up(&store, &session(RAVI, 7, NOW)).await.unwrap();
    join(&store, "b", RAVI, StaffRole::Coordinator, 2).await;
    assert_eq!(store.session(&[7; 32], at(NOW)).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn another_role_ends_the_sessions_and_another_name_or_team_does_not(database: &dyn Database) {
    let store = owned(database).await;
    join(&store, "b", RAVI, StaffRole::Coordinator, 2).await;
    let (name, role, services) = ("New".to_owned(), StaffRole::Coordinator, Vec::new());
    let rename = StaffChange::Edit { name, role, services, team: "Chennai".to_owned() };
    store.change_staff("b", &rename, at(NOW), Some(&[1; 32])).await.unwrap();
    let renamed = staff_of(&store, 2).await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.team.as_str()), ("New", "Chennai"));
    store.change_staff("b", &edit(StaffRole::Coordinator), at(NOW), Some(&[1; 32])).await.unwrap();
    assert_eq!(store.session(&[2; 32], at(NOW)).await.unwrap(), None);
    log_in(&store, &session(RAVI, 3, NOW)).await.unwrap();
    assert_eq!(staff_of(&store, 3).await.unwrap().services, ["audit"]);
}

#[apply(on_each_database)]
async fn revoked_and_erased_staff_remain_as_ids(database: &dyn Database) {
    let store = owned(database).await;
    join(&store, "b", RAVI, StaffRole::Manager, 2).await;
    let revoked = store.change_staff("b", &REVOKE, at(NOW), Some(&[1; 32])).await.unwrap();
    let StaffChanged::Done(revoked) = revoked else { panic!("{revoked:?}") };
    assert_eq!((revoked.mobile, revoked.revoked_at), (None, Some(at(NOW))));
    assert_eq!(revoked.team, "");
    assert_eq!(store.session(&[2; 32], at(NOW)).await.unwrap(), None);
    log_in(&store, &session(RAVI, 3, NOW)).await.unwrap_err();
    let again = store.change_staff("b", &REVOKE, at(NOW), Some(&[1; 32])).await.unwrap();
    assert_eq!(again, StaffChanged::Gone);

    // Whoever is invited again is who they were.
    join(&store, "c", RAVI, StaffRole::Auditor, 4).await;
    let (again, ids) = (staff_of(&store, 4).await.unwrap(), async || {
        store.staff().await.unwrap().into_iter().map(|it| it.id).collect::<BTreeSet<_>>()
    });
    assert_eq!((again.id.as_str(), again.role, again.revoked_at), ("b", StaffRole::Auditor, None));
    assert_eq!(again.team, "Doha");
    assert_eq!(ids().await, ["b", "first"].map(str::to_owned).into());
    store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    let staff = store.staff().await.unwrap();
    let erased = staff.iter().find(|it| it.id == "b").unwrap();
    assert_eq!((&erased.mobile, &*erased.name, &*erased.team), (&None, "", ""));
    assert_eq!(erased.revoked_at, Some(at(NOW)));
    // Also after an erasure, or they could approve what they awarded. Only the name is forgotten.
    join(&store, "d", RAVI, StaffRole::Auditor, 5).await;
    assert_eq!(staff_of(&store, 5).await.unwrap().id, "b");
    store.change_staff("b", &REVOKE, at(NOW), None).await.unwrap();
    store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    let staff = store.staff().await.unwrap();
    assert_eq!(staff.iter().find(|it| it.id == "b").unwrap().name, "");
    join(&store, "e", RAVI, StaffRole::Auditor, 6).await;
    assert_eq!(ids().await, ["b", "first"].map(str::to_owned).into());
}

/// Like anybody with an account, only they can erase it, even if they have never logged in.
#[apply(on_each_database)]
async fn staff_cannot_be_erased_by_others(database: &dyn Database) {
    let store = owned(database).await;
    let new = invitation("b", RAVI, StaffRole::Manager);
    store.invite_staff(&new, at(NOW), Some(&[1; 32])).await.unwrap();
    submit(&store, RAVI, "A", NOW).await;
    let erased = store.erase_referred(RAVI, at(NOW), None, None, &|_| Ok(())).await.unwrap();
    assert_eq!((erased.account_stays, erased.referrals), (true, 0));
    let erased = store.erase_referrer(&mobile(RAVI), None, at(NOW), None, None).await.unwrap();
    assert_eq!((erased.account_stays, erased.referrals), (false, 1));
    assert!(store.staff().await.unwrap().iter().any(|it| it.id == "b" && it.mobile.is_none()));
}

#[apply(on_each_database)]
async fn the_last_owner_cannot_be_removed(database: &dyn Database) {
    let store = owned(database).await;
    // An owner who has never logged in does not count as a remaining owner.
    let new = invitation("b", RAVI, StaffRole::Owner);
    store.invite_staff(&new, at(NOW), Some(&[1; 32])).await.unwrap();
    for change in [REVOKE, edit(StaffRole::Manager)] {
        let refused = store.change_staff("first", &change, at(NOW), Some(&[1; 32])).await;
        assert_refused(refused, HostedCode::LastOwner);
    }
    let refused = store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await;
    assert_refused(refused, HostedCode::LastOwner);
    log_in(&store, &session(RAVI, 2, NOW)).await.unwrap();
    let done = store.change_staff("first", &REVOKE, at(NOW), Some(&[2; 32])).await.unwrap();
    assert!(matches!(done, StaffChanged::Done(_)), "{done:?}");
    let operators = StaffChange::Revoke { integrations: None, even_the_last: true };
    let done = store.change_staff("b", &operators, at(NOW), None).await.unwrap();
    assert!(matches!(done, StaffChanged::Done(_)), "{done:?}");
}

#[apply(on_each_database)]
async fn two_owners_who_revoke_each_other_leave_one(database: &dyn Database) {
    let (store, other) = (owned(database).await, database.open().await);
    for round in 0..10 {
        let (here, there) = if round % 2 == 0 { (1, 2) } else { (2, 1) };
        let (next, last, number) =
            if there == 2 { ("second", "first", RAVI) } else { ("first", "second", ASHA) };
        let new = invitation(next, number, StaffRole::Owner);
        store.invite_staff(&new, at(NOW), Some(&[here; 32])).await.unwrap();
        log_in(&store, &session(number, there, NOW)).await.unwrap();
        let (from, to) = ([here; 32], [there; 32]);
        let (one, two) = tokio::join!(
            store.change_staff(next, &REVOKE, at(NOW), Some(&from)),
            other.change_staff(last, &REVOKE, at(NOW), Some(&to)),
        );
        let done = |it: &Result<_, _>| matches!(it, Ok(StaffChanged::Done(_)));
        assert!(done(&one) != done(&two), "{one:?} {two:?}");
        let lost = if done(&one) { &two } else { &one };
        assert!(matches!(lost, Err(StoreError::SessionEnded)), "{lost:?}");
        if done(&one) {
            // The next round needs both owners again.
            store.invite_staff(&new, at(NOW), Some(&[here; 32])).await.unwrap();
            log_in(&store, &session(number, there, NOW)).await.unwrap();
            store.change_staff(last, &REVOKE, at(NOW), Some(&[there; 32])).await.unwrap();
        }
    }
    let staff = store.staff().await.unwrap();
    assert_eq!(staff.iter().filter(|it| it.revoked_at.is_none()).count(), 1);
}

#[apply(on_each_database)]
async fn nothing_is_changed_under_a_session_that_has_ended(database: &dyn Database) {
    let store = owned(database).await;
    store.close_session(&[1; 32]).await.unwrap();
    let new = invitation("b", RAVI, StaffRole::Owner);
    let invited = store.invite_staff(&new, at(NOW), Some(&[1; 32])).await;
    assert!(matches!(invited, Err(StoreError::SessionEnded)), "{invited:?}");
    let changed = store.change_staff("first", &REVOKE, at(NOW), Some(&[1; 32])).await;
    assert!(matches!(changed, Err(StoreError::SessionEnded)), "{changed:?}");
}

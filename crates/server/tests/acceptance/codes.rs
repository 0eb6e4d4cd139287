//! One-time codes.

use api::{
    CODE_TRIES, DAY_MS, HostedCode, SEND_WINDOW_MS, SendHistory, SendLimits, SendRefusal, SentCode,
};
use macro_rules_attribute::apply;
use server::{
    db::Store,
    login::records::{CodeToSend, FoundCode, NewCode, NewDevice, UsedProof},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, mobile};

pub(crate) fn code(challenge: &str, number: &str, address: u8, now: u64) -> CodeToSend {
    CodeToSend {
        code: NewCode {
            challenge: challenge.to_owned(),
            mobile: mobile(number),
            code: [7; 32],
            now: at(now),
        },
        number: fingerprint(number),
        address: [address; 32],
        device: None,
        proof: None,
    }
}

/// A device on which somebody has logged in, known until `until`.
pub(crate) fn device(token: u8, number: &str, until: u64) -> NewDevice {
    NewDevice {
        token: [token; 32],
        mobile: mobile(number),
        expires_at: at(until),
        replaces: None,
        session: None,
    }
}

fn fingerprint(number: &str) -> [u8; 32] {
    let mut fingerprint = [0; 32];
    fingerprint[..number.len()].copy_from_slice(number.as_bytes());
    fingerprint
}

/// The counts that the caller's decision gets for a code, which is then stored.
async fn sends(store: &Store, new: &CodeToSend) -> SendHistory {
    let told = std::sync::Mutex::new(None);
    let rule = |sends: &SendHistory| {
        *told.lock().unwrap() = Some(*sends);
        Ok(())
    };
    store.store_code(new, &rule).await.unwrap().unwrap();
    let told = *told.lock().unwrap();
    told.unwrap()
}

#[apply(on_each_database)]
async fn a_code_is_stored_only_if_the_caller_agrees(database: &dyn Database) {
    let store = database.open().await;
    let paused = SendRefusal::Refused(HostedCode::SendingPaused);
    let refused = store.store_code(&code("a", ASHA, 1, NOW), &|_| Err(paused)).await.unwrap();
    assert_eq!(refused.unwrap_err(), paused);
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert_eq!(sends(&store, &code("a", ASHA, 1, NOW)).await, SendHistory::default());
    let sent = SentCode { sent_at: at(NOW), tries: 0, used: false, tries_by_unknown_devices: 0 };
    let found = FoundCode { mobile: mobile(ASHA), code: [7; 32], sent };
    assert_eq!(store.try_code("a").await.unwrap(), Some(found));
}

#[apply(on_each_database)]
async fn the_caller_gets_the_counts_of_each_window(database: &dyn Database) {
    let store = database.open().await;
    let yesterday = NOW - DAY_MS;
    sends(&store, &code("a", ASHA, 1, yesterday)).await;
    sends(&store, &code("b", ASHA, 1, yesterday + 1)).await;
    sends(&store, &code("c", ASHA, 2, NOW - SEND_WINDOW_MS)).await;
    sends(&store, &code("d", ASHA, 2, NOW - SEND_WINDOW_MS + 1)).await;
    sends(&store, &code("e", RAVI, 1, NOW)).await;
    let told = sends(&store, &code("f", ASHA, 1, NOW)).await;
    let counted = SendHistory {
        today: 1,
        to_number: 3,
        from_address: 2,
        overall: 4,
        ..SendHistory::default()
    };
    assert_eq!(told, counted);
    let told = sends(&store, &code("g", ASHA, 2, NOW)).await;
    let counted =
        SendHistory { in_window: 1, today: 2, to_number: 4, from_address: 2, overall: 5, ..told };
    assert_eq!(told, counted);
    let limits = SendLimits { in_window: 2, ..SendLimits::default() };
    let rule = |sends: &SendHistory| limits.check(&SendHistory { proven: 18, ..*sends });
    assert!(store.store_code(&code("h", ASHA, 1, NOW), &rule).await.unwrap().is_ok());
    let refused = store.store_code(&code("i", ASHA, 1, NOW), &rule).await.unwrap();
    assert_eq!(refused, Err(SendRefusal::Refused(HostedCode::TooManyCodes)));
}

#[apply(on_each_database)]
async fn a_known_device_is_counted_separately(database: &dyn Database) {
    let store = database.open().await;
    store.remember_device(&device(9, ASHA, NOW + 10)).await.unwrap();
    let known = |name, now| CodeToSend { device: Some([9; 32]), ..code(name, ASHA, 1, now) };
    for stranger in ["a", "b"] {
        sends(&store, &code(stranger, ASHA, 1, NOW)).await;
    }
    let first = sends(&store, &known("c", NOW)).await;
    let fresh =
        SendHistory { known_device: true, to_number: 2, from_address: 2, overall: 2, ..first };
    assert_eq!((first, first.in_window), (fresh, 0));
    let second = sends(&store, &known("d", NOW)).await;
    let counted = SendHistory { in_window: 1, today: 1, to_known: 1, from_known: 1, ..first };
    assert_eq!(second, SendHistory { overall: 3, ..counted });
    // It does not count for the others either.
    let stranger = sends(&store, &code("e", ASHA, 1, NOW)).await;
    let counted = SendHistory {
        in_window: 2,
        today: 2,
        to_number: 2,
        from_address: 2,
        from_known: 2,
        overall: 4,
        ..stranger
    };
    assert_eq!((stranger, stranger.known_device), (counted, false));
    // It is known for this number only, by its own token, and for a limited time.
    for other in [
        CodeToSend { device: Some([9; 32]), ..code("f", RAVI, 1, NOW) },
        CodeToSend { device: Some([8; 32]), ..code("g", ASHA, 1, NOW) },
        known("h", NOW + 10),
    ] {
        assert!(!sends(&store, &other).await.known_device, "{other:?}");
    }
}

#[apply(on_each_database)]
async fn a_device_that_logs_in_again_is_known_by_its_new_token(database: &dyn Database) {
    let store = database.open().await;
    store.remember_device(&device(1, ASHA, NOW + 10)).await.unwrap();
    store.remember_device(&device(1, RAVI, NOW + 10)).await.unwrap();
    let again = NewDevice { replaces: Some([1; 32]), ..device(2, ASHA, NOW + 20) };
    store.remember_device(&again).await.unwrap();
    let mut names = 'a'..;
    for (number, token, now, known) in [
        (ASHA, 1, NOW, false),
        (RAVI, 1, NOW, false),
        (ASHA, 2, NOW + 19, true),
        (RAVI, 2, NOW + 9, true),
        (RAVI, 2, NOW + 10, false),
    ] {
        let name = names.next().unwrap().to_string();
        let new = CodeToSend { device: Some([token; 32]), ..code(&name, number, 1, now) };
        assert_eq!(sends(&store, &new).await.known_device, known, "{number} {token} {now}");
    }
    // The codes that were sent to it still count.
    let third = NewDevice { replaces: Some([2; 32]), ..device(3, ASHA, NOW + 40) };
    store.remember_device(&third).await.unwrap();
    let new = CodeToSend { device: Some([3; 32]), ..code("z", ASHA, 2, NOW + 20) };
    let told = sends(&store, &new).await;
    assert_eq!((told.known_device, told.in_window, told.to_known), (true, 1, 1));
    // After all sessions are ended, no device is known.
    store.close_sessions(&mobile(ASHA), None).await.unwrap();
    let new = CodeToSend { device: Some([3; 32]), ..code("y", ASHA, 2, NOW + 20) };
    assert!(!sends(&store, &new).await.known_device);
}

#[apply(on_each_database)]
async fn a_proof_is_used_once_and_only_for_a_code(database: &dyn Database) {
    let store = database.open().await;
    let proof = Some(UsedProof { proof: [5; 32], bits: 16, expires_at: at(NOW + 10) });
    let with = |name| CodeToSend { proof, ..code(name, ASHA, 1, NOW) };
    let paused = SendRefusal::Refused(HostedCode::SendingPaused);
    let refused = store.store_code(&with("a"), &|_| Err(paused)).await.unwrap();
    assert_eq!(refused, Err(paused));
    assert_eq!(sends(&store, &with("b")).await.proven, 16);
    assert_eq!(sends(&store, &with("c")).await.proven, 0);
    assert_eq!(sends(&store, &code("d", ASHA, 1, NOW)).await.proven, 0);
}

#[apply(on_each_database)]
async fn an_unsent_code_counts_only_for_its_network(database: &dyn Database) {
    let store = database.open().await;
    sends(&store, &code("a", ASHA, 1, NOW)).await;
    sends(&store, &code("b", ASHA, 1, NOW)).await;
    store.cancel_code("a").await.unwrap();
    store.cancel_code("nothing").await.unwrap();
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert!(store.try_code("b").await.unwrap().is_some());
    let told = sends(&store, &code("c", ASHA, 1, NOW)).await;
    assert_eq!((told.in_window, told.to_number, told.from_address, told.overall), (1, 1, 2, 1));
    // Also a code that was requested on a known device; for a day.
    store.remember_device(&device(9, ASHA, NOW + DAY_MS)).await.unwrap();
    let known = CodeToSend { device: Some([9; 32]), ..code("d", ASHA, 1, NOW) };
    sends(&store, &known).await;
    store.cancel_code("d").await.unwrap();
    let told = sends(&store, &CodeToSend { code: code("e", ASHA, 1, NOW).code, ..known }).await;
    assert_eq!((told.in_window, told.to_known, told.from_address), (0, 0, 4));
    assert_eq!(sends(&store, &code("f", ASHA, 1, NOW + DAY_MS)).await.from_address, 0);
}

#[apply(on_each_database)]
async fn tries_of_all_codes_of_a_number_are_counted_but_for_known_devices(database: &dyn Database) {
    let store = database.open().await;
    let tried = async |challenge: &str| {
        store.try_code(challenge).await.unwrap().unwrap().sent.tries_by_unknown_devices
    };
    for (name, number, network) in [("a", ASHA, 1), ("b", ASHA, 2), ("c", RAVI, 1)] {
        sends(&store, &code(name, number, network, NOW)).await;
    }
    assert_eq!([tried("a").await, tried("b").await, tried("a").await], [0, 1, 2]);
    assert_eq!(tried("c").await, 0, "another number");
    store.remember_device(&device(9, ASHA, NOW + DAY_MS)).await.unwrap();
    let known = CodeToSend { device: Some([9; 32]), ..code("d", ASHA, 1, NOW) };
    assert_eq!(sends(&store, &known).await.tries_by_unknown_devices, 3);
    assert_eq!([tried("d").await, tried("d").await], [0, 0], "a device that is known");
    store.keep_code(&code("e", ASHA, 1, NOW).code).await.unwrap();
    assert_eq!([tried("e").await, tried("e").await], [0, 0], "an operator's code");
    // A code that was tried too often is not compared, and its tries do not count.
    for _ in 0..9 {
        store.try_code("b").await.unwrap();
    }
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    let told = sends(&store, &code("f", ASHA, 3, NOW)).await;
    assert_eq!(told.tries_by_unknown_devices, 7, "an erasure makes no room");
    let told = sends(&store, &code("g", ASHA, 3, NOW + DAY_MS)).await;
    assert_eq!(told.tries_by_unknown_devices, 0, "another day");
}

#[apply(on_each_database)]
async fn an_operators_code_logs_in_and_does_not_count(database: &dyn Database) {
    let store = database.open().await;
    store.keep_code(&code("a", ASHA, 1, NOW).code).await.unwrap();
    assert_eq!(store.try_code("a").await.unwrap().unwrap().mobile, mobile(ASHA));
    assert!(store.use_code("a").await.unwrap());
    assert_eq!(sends(&store, &code("b", ASHA, 1, NOW)).await, SendHistory::default());
}

#[apply(on_each_database)]
async fn tries_are_counted_up_to_the_limit(database: &dyn Database) {
    let store = database.open().await;
    sends(&store, &code("a", ASHA, 1, NOW)).await;
    for tries in 0..CODE_TRIES + 3 {
        let found = store.try_code("a").await.unwrap().unwrap();
        assert_eq!(found.sent.tries, tries.min(CODE_TRIES));
    }
}

#[apply(on_each_database)]
async fn a_code_logs_in_once(database: &dyn Database) {
    let store = database.open().await;
    sends(&store, &code("a", ASHA, 1, NOW)).await;
    assert!(store.use_code("a").await.unwrap());
    assert!(!store.use_code("a").await.unwrap());
    assert!(store.try_code("a").await.unwrap().unwrap().sent.used);
}

#[apply(on_each_database)]
async fn an_unknown_code_finds_nothing(database: &dyn Database) {
    let store = database.open().await;
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert!(!store.use_code("a").await.unwrap());
}

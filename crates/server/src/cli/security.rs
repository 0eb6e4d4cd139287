//! Commands for logins: sessions, codes and security events.

use std::io::{Write, stdout};

use crate::{
    audit::{
        security,
        security::{EventFilter, SecurityEvent},
    },
    db::{EventKind, EventOutcome, Store},
    login::records::NewCode,
};
use api::RECOVERY_CODES;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::{mobile::MobileNumber, referral::Instant};

use crate::cli::{
    Outcome,
    dependencies::{self, login_number},
    opening::{self, Opened},
};
use crate::{
    Clock, Secret, TotpKey,
    audit::{self, person},
    delivery::webhooks::secret_text,
    login::{codes::code_hmac, login_codes, recovery, routes::sessions::session_key},
    random,
    settings::{Options, SessionsCommand},
};

/// Prints security events, newest last.
pub(super) async fn events(options: &Options, number: Option<&str>, limit: u32) -> Outcome {
    let number = number.map(login_number).transpose()?;
    let Opened { store, secret } = opening::shared(options).await?;
    let person_asked = number.map(|number| secret.number(&number));
    let filter = EventFilter {
        people: person_asked.map(|person| vec![person..=person]),
        ..EventFilter::default()
    };
    let page = store.event_page(&filter, None, limit).await;
    store.close().await;
    let mut out = stdout().lock();
    for event in page?.items.iter().rev() {
        writeln!(
            out,
            "{}  {:<20} {:<8} {:<16} {:<16} {}",
            time(event.at),
            event.kind,
            event.outcome,
            person(event.actor.as_ref()),
            person(event.target.as_ref()),
            event.request,
        )?;
    }
    Ok(())
}

/// Lists a number's sessions, or ends them all.
pub(super) async fn sessions(options: &Options, command: &SessionsCommand) -> Outcome {
    let (SessionsCommand::List { number } | SessionsCommand::Revoke { number }) = command;
    let mobile = login_number(number)?;
    let Opened { store, secret } = opening::shared(options).await?;
    let done = match command {
        SessionsCommand::List { .. } => list(&store, &mobile).await,
        SessionsCommand::Revoke { .. } => revoke(&store, &secret, &mobile).await,
    };
    store.close().await;
    done
}

/// Makes and prints a code with which a number can log in once. It is not sent and counts towards
/// no limit. Staff still need their second factor.
pub(super) async fn login_code(options: &Options, number: &str) -> Outcome {
    let mobile = login_number(number)?;
    let Opened { store, secret } = opening::shared(options).await?;
    let code = recovery::code()?;
    let challenge = login_codes::challenge(&secret, &code);
    let event = of_operator(EventKind::LoginCodeMade, Some(secret.number(&mobile)));
    let hash = code_hmac(&secret, &challenge, &code);
    let new = NewCode { challenge, mobile, code: hash, now: event.at };
    let kept = security::recorded(event.clone(), store.keep_code(&new)).await;
    store.close().await;
    kept?;
    audit::log(&event);
    println!("{}", recovery::in_groups(&code));
    println!("It works once, within five minutes, on the referral page under \"I have a code\".");
    Ok(())
}

/// Makes a secret for the admin's authenticator app. Standard output is what the setting reads, so
/// that it can go to a file; standard error has the same for the app.
pub(super) fn totp() -> Outcome {
    let factor = TotpKey::make()?;
    println!("{}", factor.secret());
    eprintln!("For the authenticator app: {}", factor.uri());
    eprintln!(
        "For the server: the line on standard output, in the file of --admin-totp-secret-file"
    );
    Ok(())
}

/// Makes a key, which is long enough for everything that needs one.
pub(super) fn key() -> Outcome {
    println!("{}", secret_text(&random::bytes::<32>()?));
    Ok(())
}

/// Makes the admin's recovery codes and prints them.
pub(super) async fn recovery_codes(options: &Options) -> Outcome {
    let admin = dependencies::policy(options)?.admin.ok_or(
        "Recovery codes are the admin's: name the admin's number, as the server has it: \
         --admin-number DIGITS",
    )?;
    let Opened { store, secret } = opening::shared(options).await?;
    let codes = recovery::codes(RECOVERY_CODES)?;
    let hashes: Vec<_> = codes.iter().map(|code| secret.recovery_code(&admin, code)).collect();
    let number = secret.number(&admin);
    let event = of_operator(EventKind::RecoveryCodesMade, Some(number));
    let made = store.add_recovery_codes(&number, &hashes, false, None);
    let made = security::recorded(event.clone(), made).await;
    store.close().await;
    made?;
    audit::log(&event);
    let mut out = stdout().lock();
    for code in &codes {
        writeln!(out, "{}", recovery::in_groups(code))?;
    }
    writeln!(
        out,
        "Each code works once, in place of the authenticator app's code. Earlier codes no longer \
         work. They will not be shown again: keep them where you would keep a key."
    )?;
    Ok(())
}

/// Logs and records what the operator did.
pub(super) async fn note(store: &Store, kind: EventKind) -> crate::db::Result<()> {
    let event = of_operator(kind, None);
    audit::log(&event);
    store.record_event(&event, None).await?;
    Ok(())
}

/// An event by the operator.
pub(super) fn of_operator(kind: EventKind, target: Option<[u8; 32]>) -> SecurityEvent {
    let (at, outcome) = (Clock::system().now(), EventOutcome::Done);
    SecurityEvent { at, kind, outcome, actor: None, target, request: String::new() }
}

async fn list(store: &Store, mobile: &MobileNumber) -> Outcome {
    let mut out = stdout().lock();
    for session in store.sessions(mobile, Clock::system().now()).await? {
        writeln!(
            out,
            "{}  begun {}  last used {}  {}",
            session_key(&session.token),
            time(session.times.created_at),
            time(session.times.seen_at),
            session.device.as_deref().unwrap_or("unknown device"),
        )?;
    }
    Ok(())
}

async fn revoke(store: &Store, secret: &Secret, mobile: &MobileNumber) -> Outcome {
    let event = of_operator(EventKind::SessionsEnded, Some(secret.number(mobile)));
    let ended = security::recorded(event.clone(), store.close_sessions(mobile, None)).await?;
    audit::log(&event);
    writeln!(stdout().lock(), "Ended: {ended}")?;
    Ok(())
}

pub(super) fn time(at: Instant) -> String {
    date_time(at).to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A time as a part of a file's name, to the millisecond.
pub(super) fn stamp(at: Instant) -> String {
    date_time(at).to_rfc3339_opts(SecondsFormat::Millis, true).replace([':', '-'], "")
}

fn date_time(at: Instant) -> DateTime<Utc> {
    let millis = i64::try_from(at.as_millis()).unwrap_or(i64::MAX);
    DateTime::from_timestamp_millis(millis).unwrap_or_default()
}

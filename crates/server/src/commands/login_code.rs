//! A way in for somebody whom no message reaches.

use store::{EventKind, NewCode, SqlStore, Store, security::recorded};

use super::{
    Outcome,
    parts::{self, login_number},
    security::{code, in_groups, of_operator, secret},
};
use crate::{audit, login_codes, routes::codes, settings::Options};

/// Makes a code that lets a number in once, and prints it. It is not sent, and counts towards no
/// limit; the admin's second factor is asked for all the same.
pub(super) async fn login_code(options: &Options, number: &str) -> Outcome {
    let mobile = login_number(number)?;
    let store = SqlStore::open_current(parts::database(options)?).await?;
    let secret = secret(options)?;
    let code = code()?;
    let challenge = login_codes::challenge(&secret, &code);
    let event = of_operator(EventKind::LoginCodeMade, Some(secret.number(&mobile)));
    let sealed = codes::seal(&secret, &challenge, &code);
    let new = NewCode { challenge, mobile, typed: number.to_owned(), code: sealed, now: event.at };
    let kept = recorded(event.clone(), store.keep_code(&new)).await;
    store.close().await;
    kept?;
    audit::log(&event);
    println!("{}", in_groups(&code));
    println!("Good once within five minutes, on the referral page under \"I have a code\".");
    Ok(())
}

//! A secret for the admin's authenticator app.

use super::Outcome;
use crate::SecondFactor;

/// Makes a secret and prints it, once for the configuration and once for the app.
pub(super) fn totp() -> Outcome {
    let factor = SecondFactor::make()?;
    println!("admin-totp-secret = \"{}\"", factor.secret());
    println!("{}", factor.uri());
    Ok(())
}

//! Commands for staff.

use std::io::{Write, stdout};

use crate::{
    audit::security,
    db::{EventKind, StoreError},
    staff::records::{Integrations, StaffChange, StaffChanged, StaffMember},
};
use api::{Code, HostedCode};
use domain::account::User;

use crate::cli::{
    Outcome,
    dependencies::{login_number, staff_name},
    opening::{self, Opened},
    security::{of_operator, time},
};
use crate::{
    audit,
    login::recovery,
    random,
    settings::{Options, StaffCommand},
};

/// Lists the staff, revokes a member, makes an owner, or makes a code for one who has lost the second
/// factor.
pub(super) async fn staff(options: &Options, command: &StaffCommand) -> Outcome {
    let Opened { store, secret } = opening::shared(options).await?;
    let done = async {
        let staff = store.staff().await?;
        match command {
            StaffCommand::List => list(&staff),
            StaffCommand::Revoke { id, integrations, even_the_last_owner } => {
                let found = staff.iter().find(|it| it.id == *id && it.revoked_at.is_none());
                let mobile = found
                    .and_then(|it| it.mobile.as_ref())
                    .ok_or("nobody with this id works here: `server staff list` shows the ids")?;
                let event = of_operator(EventKind::StaffRevoked, Some(secret.number(mobile)));
                let integrations = integrations.clone().map(Integrations::from);
                let even_the_last = *even_the_last_owner;
                let revoke = StaffChange::Revoke { integrations, even_the_last };
                let revoked = store.change_staff(id, &revoke, event.at, None);
                let revoked =
                    security::recorded(event.clone(), revoked).await.map_err(what_to_do)?;
                if !matches!(revoked, StaffChanged::Done(_)) {
                    return Err("nobody with this id works here any more: `server staff list` shows the ids".into());
                }
                audit::log(&event);
                writeln!(stdout().lock(), "Revoked, and logged out everywhere.")?;
                Ok(())
            }
            StaffCommand::MakeOwner { number, name } => {
                let mut owner = User::of(numbers::normal(&login_number(number)?));
                if let Some(name) = name {
                    owner.name = staff_name(name)?;
                }
                let known = secret.number(&owner.mobile_number);
                let event = of_operator(EventKind::StaffInvited, Some(known));
                let id = random::id()?;
                let made = store.make_owner(&id, &owner, event.at);
                security::recorded(event.clone(), made).await?;
                audit::log(&event);
                writeln!(
                    stdout().lock(),
                    "They are an owner once they have logged in with that number and given a second \
                     factor, or set one up."
                )?;
                Ok(())
            }
            StaffCommand::Recover { number } => {
                let mobile = numbers::normal(&login_number(number)?);
                if !staff.iter().any(|it| it.mobile.as_ref() == Some(&mobile)) {
                    return Err(
                        "nobody with this number works here: `server staff list` shows who does"
                            .into(),
                    );
                }
                let (code, number) = (recovery::code()?, secret.number(&mobile));
                let hashes = [secret.recovery_code(&mobile, &code)];
                let event = of_operator(EventKind::RecoveryMade, Some(number));
                let made = store.add_recovery_codes(&number, &hashes, true, None);
                security::recorded(event.clone(), made).await?;
                audit::log(&event);
                let mut out = stdout().lock();
                writeln!(out, "{}", recovery::in_groups(&code))?;
                writeln!(
                    out,
                    "Good once, in place of the second factor after logging in with that number. \
                     Remove the factors that are lost, and set up others."
                )?;
                Ok(())
            }
        }
    };
    let done = done.await;
    store.close().await;
    done
}

/// What a refused change needs on the command line.
fn what_to_do(error: StoreError) -> Box<dyn std::error::Error> {
    match error {
        StoreError::Refused(Code::Hosted(HostedCode::LastOwner)) => {
            "This is the last owner. Make somebody else one first: server staff make-owner NUMBER, \
             then let them log in. Or leave nobody in charge: --even-the-last-owner"
                .into()
        }
        StoreError::Refused(Code::Hosted(HostedCode::IntegrationsLeft)) => {
            "They made webhooks or API tokens. Switch these off: --integrations off. Or keep the \
             webhooks under the name of an owner, from `server staff list`: --integrations ID"
                .into()
        }
        error => error.into(),
    }
}

fn list(staff: &[StaffMember]) -> Outcome {
    let mut out = stdout().lock();
    for member in staff {
        let state = match (member.revoked_at, member.active_at) {
            (Some(at), _) => format!("revoked {}", time(at)),
            (None, Some(at)) => format!("active since {}", time(at)),
            (None, None) => format!("invited {}", time(member.invited_at)),
        };
        let services = member.services.join(" ");
        let StaffMember { id, name, team, .. } = member;
        let role = member.role.as_str();
        writeln!(out, "{id}  {role:<8} {state}  {name}  {services}  {team}")?;
    }
    Ok(())
}

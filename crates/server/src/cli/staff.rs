//! Commands for staff.

use std::io::{Write, stdout};

use store::{EventKind, StaffChange, StaffChanged, StaffMember, Store, security};

use super::{
    Outcome,
    dependencies::{self, login_number},
    security::{of_operator, secret, time},
};
use crate::{
    audit, recovery,
    settings::{Options, StaffCommand},
};

/// Lists the staff, revokes a member, or makes a code for one who has lost the second factor.
pub(super) async fn staff(options: &Options, command: &StaffCommand) -> Outcome {
    let secret = secret(options)?;
    let store = Store::open_current(dependencies::database(options)?).await?;
    let store = store.with_keyed_hash(secret.keyed_hash());
    let done = async {
        let staff = store.staff().await?;
        match command {
            StaffCommand::List => list(&staff),
            StaffCommand::Revoke { id } => {
                let found = staff.iter().find(|it| it.id == *id && it.revoked_at.is_none());
                let mobile = found.and_then(|it| it.mobile.as_ref()).ok_or("nobody of this id")?;
                let event = of_operator(EventKind::StaffRevoked, Some(secret.number(mobile)));
                let revoke = StaffChange::Revoke { even_the_last: true };
                let revoked = store.change_staff(id, &revoke, event.at, None);
                let revoked = security::recorded(event.clone(), revoked).await?;
                if !matches!(revoked, StaffChanged::Done(_)) {
                    return Err("nobody of this id works here any more".into());
                }
                audit::log(&event);
                writeln!(stdout().lock(), "Revoked, and logged out everywhere.")?;
                Ok(())
            }
            StaffCommand::Recover { number } => {
                let mobile = numbers::normal(&login_number(number)?);
                if !staff.iter().any(|it| it.mobile.as_ref() == Some(&mobile)) {
                    return Err("nobody with this number works here".into());
                }
                let (code, number) = (recovery::code()?, secret.number(&mobile));
                let hashes = [secret.recovery_code(&mobile, &code)];
                let event = of_operator(EventKind::RecoveryMade, Some(number));
                let made = store.add_recovery_codes(&number, &hashes, true, event.at, None);
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

fn list(staff: &[StaffMember]) -> Outcome {
    let mut out = stdout().lock();
    for member in staff {
        let state = match (member.revoked_at, member.active_at) {
            (Some(at), _) => format!("revoked {}", time(at)),
            (None, Some(at)) => format!("active since {}", time(at)),
            (None, None) => format!("invited {}", time(member.invited_at)),
        };
        let services = member.services.join(" ");
        let (id, role, name) = (&member.id, member.role.as_str(), &member.name);
        writeln!(out, "{id}  {role:<8} {state}  {name}  {services}")?;
    }
    Ok(())
}

//! Passkeys as a second factor (WebAuthn, level 3). What they are asked to sign is kept as the library
//! writes it, since the answer may reach another server.

use std::net::IpAddr;

use store::{Given, StoredPasskey};
use webauthn_rp::{
    AuthenticatedCredential, NonDiscoverableAuthentication,
    NonDiscoverableAuthenticationServerState, NonDiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
    bin::{Decode, Encode},
    request::{
        AsciiDomain, Credentials, DomainOrigin, Port, PublicKeyCredentialDescriptor, RpId, Scheme,
        UserVerificationRequirement,
        auth::{
            AllowedCredentials, AuthenticationVerificationOptions,
            AuthenticatorAttachmentEnforcement,
        },
        register::{
            Nickname, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle,
            Username,
        },
    },
    response::{
        AuthTransports, CredentialId,
        register::{DynamicState, StaticState},
    },
};

use crate::random;

/// How many bytes name a member of staff to an authenticator: those of their id.
const HANDLE: usize = 16;

/// The site, as passkeys are bound to it.
pub(crate) struct RelyingParty<'a> {
    id: RpId,
    host: &'a str,
    scheme: Scheme<'static>,
}

/// What a browser is handed, as JSON, and what is kept until it answers.
pub(crate) struct Begun {
    pub(crate) options: serde_json::Value,
    pub(crate) state: Vec<u8>,
}

impl<'a> RelyingParty<'a> {
    /// The site under this name; `None` where it has only an address, which no passkey is bound to.
    pub(crate) fn of(host: &'a str, behind_https: bool) -> Option<Self> {
        if host.parse::<IpAddr>().is_ok() {
            return None;
        }
        let id = RpId::Domain(AsciiDomain::try_from(host.to_owned()).ok()?);
        let scheme = if behind_https { Scheme::Https } else { Scheme::Other("http") };
        Some(Self { id, host, scheme })
    }

    /// Begins to make a passkey for a member of staff who has these.
    pub(crate) fn begin_making(
        &self,
        staff: &str,
        name: &str,
        has: &[StoredPasskey],
    ) -> Option<Begun> {
        let handle = handle(staff)?;
        let display_name = Nickname::try_from(name).ok();
        // A name for programs, in which there are no blanks.
        let plain: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let name =
            Username::try_from(plain.as_str()).or_else(|_| Username::try_from(staff)).ok()?;
        let user = PublicKeyCredentialUserEntity { name, id: &handle, display_name };
        let known = has.iter().filter_map(descriptor).collect();
        let mut options = PublicKeyCredentialCreationOptions::second_factor(&self.id, user, known);
        options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
        let (server, client) = options.start_ceremony().ok()?;
        let state = server.encode().ok()?.to_vec();
        Some(Begun { options: serde_json::to_value(&client).ok()?, state })
    }

    /// The passkey that a browser says was made; `None` if it is none, or not for this.
    pub(crate) fn made(&self, state: &[u8], credential: &[u8]) -> Option<MadePasskey> {
        let server = RegistrationServerState::<HANDLE>::decode(state).ok()?;
        let registration = Registration::from_json_relaxed(credential).ok()?;
        let options = RegistrationVerificationOptions::<DomainOrigin<'_, '_>, &str> {
            allowed_origins: &[self.origin()],
            // Some browsers and keys send more than they were asked for.
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let made = server.verify(&self.id, &registration, &options).ok()?;
        Some(MadePasskey {
            credential: made.id().as_ref().to_vec(),
            static_state: made.static_state().encode().ok()?,
            dynamic_state: made.dynamic_state().encode().ok()?.to_vec(),
        })
    }

    /// Begins to ask for one of these passkeys.
    pub(crate) fn begin_asking(&self, has: &[StoredPasskey]) -> Option<Begun> {
        let mut allowed = AllowedCredentials::with_capacity(has.len());
        for passkey in has.iter().filter_map(descriptor) {
            allowed.push(passkey.into());
        }
        let mut options =
            NonDiscoverableCredentialRequestOptions::second_factor(&self.id, allowed).ok()?;
        options.options().user_verification = UserVerificationRequirement::Preferred;
        let (server, client) = options.start_ceremony().ok()?;
        let state = server.encode().ok()?;
        Some(Begun { options: serde_json::to_value(&client).ok()?, state })
    }

    /// What a passkey has signed; `None` if it is none of these, has signed something else, or counts
    /// less than before, as a copy of it would.
    pub(crate) fn signed(
        &self,
        staff: &str,
        state: &[u8],
        credential: &[u8],
        has: &[StoredPasskey],
    ) -> Option<Given> {
        let server = NonDiscoverableAuthenticationServerState::decode(state).ok()?;
        let signed = NonDiscoverableAuthentication::<HANDLE>::from_json_relaxed(credential).ok()?;
        let passkey = has.iter().find(|it| it.credential == signed.raw_id().as_ref())?;
        let handle = handle(staff)?;
        let dynamic = <[u8; 7]>::try_from(passkey.dynamic_state.as_slice()).ok()?;
        let mut known = AuthenticatedCredential::new(
            CredentialId::<&[u8]>::decode(&passkey.credential).ok()?,
            &handle,
            StaticState::decode(&passkey.static_state).ok()?,
            DynamicState::decode(dynamic).ok()?,
        )
        .ok()?;
        let options = AuthenticationVerificationOptions::<DomainOrigin<'_, '_>, &str> {
            allowed_origins: &[self.origin()],
            error_on_unsolicited_extensions: false,
            auth_attachment_enforcement: AuthenticatorAttachmentEnforcement::Ignore(false),
            ..AuthenticationVerificationOptions::default()
        };
        server.verify(&self.id, &signed, &mut known, &options).ok()?;
        let after = known.dynamic_state().encode().ok()?.to_vec();
        let (id, before) = (passkey.id.clone(), passkey.dynamic_state.clone());
        Some(Given::Passkey { id, before, after })
    }

    fn origin(&self) -> DomainOrigin<'static, '_> {
        DomainOrigin { scheme: self.scheme, host: self.host, port: Port::Any }
    }
}

/// What is kept of a passkey that was made.
pub(crate) struct MadePasskey {
    pub(crate) credential: Vec<u8>,
    pub(crate) static_state: Vec<u8>,
    pub(crate) dynamic_state: Vec<u8>,
}

fn handle(staff: &str) -> Option<UserHandle<HANDLE>> {
    UserHandle::decode(random::decode::<HANDLE>(staff)?).ok()
}

fn descriptor(passkey: &StoredPasskey) -> Option<PublicKeyCredentialDescriptor<Vec<u8>>> {
    let id = CredentialId::<Vec<u8>>::decode(passkey.credential.clone()).ok()?;
    // By which way a browser reaches it, it finds out by itself.
    Some(PublicKeyCredentialDescriptor { id, transports: AuthTransports::decode(0).ok()? })
}

//! Passkeys as a second factor (WebAuthn, level 3). The state of a ceremony is stored in the
//! library's own format, because the answer may reach another server.

use crate::{login::records::GivenFactor, staff::records::StoredPasskey};
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

use crate::{http::origin::Origin, random};

/// The length of a user handle in bytes: that of a staff id.
const HANDLE: usize = 16;

/// The site, as the relying party that passkeys are bound to.
pub(crate) struct RelyingParty<'a> {
    id: RpId,
    origin: &'a Origin,
}

/// A started ceremony: the options for the browser as JSON, and the state to store until it
/// answers.
pub(crate) struct StartedCeremony {
    pub(crate) options: serde_json::Value,
    pub(crate) state: Vec<u8>,
}

impl<'a> RelyingParty<'a> {
    /// The site at this address; `None` if its host is an IP address, because passkeys need a name.
    pub(crate) fn of(origin: &'a Origin) -> Option<Self> {
        if origin.is_address() {
            return None;
        }
        let id = RpId::Domain(AsciiDomain::try_from(origin.host().to_owned()).ok()?);
        Some(Self { id, origin })
    }

    /// Starts creating a passkey for a member of staff with these factors.
    pub(crate) fn begin_registration(
        &self,
        staff: &str,
        name: &str,
        has: &[StoredPasskey],
    ) -> Option<StartedCeremony> {
        let handle = handle(staff)?;
        let display_name = Nickname::try_from(name).ok();
        // A technical name, which must not contain blanks.
        let plain: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let name =
            Username::try_from(plain.as_str()).or_else(|_| Username::try_from(staff)).ok()?;
        let user = PublicKeyCredentialUserEntity { name, id: &handle, display_name };
        let known = has.iter().filter_map(descriptor).collect();
        let mut options = PublicKeyCredentialCreationOptions::second_factor(&self.id, user, known);
        options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
        let (server, client) = options.start_ceremony().ok()?;
        let state = server.encode().ok()?.to_vec();
        Some(StartedCeremony { options: serde_json::to_value(&client).ok()?, state })
    }

    /// Checks a passkey that a browser has created; `None` if it is not valid for this ceremony.
    pub(crate) fn made(&self, state: &[u8], credential: &[u8]) -> Option<NewPasskey> {
        let server = RegistrationServerState::<HANDLE>::decode(state).ok()?;
        let registration = Registration::from_json_relaxed(credential).ok()?;
        let options = RegistrationVerificationOptions::<DomainOrigin<'_, '_>, &str> {
            allowed_origins: &[self.origin()],
            // Some browsers and keys send more extensions than were requested.
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let made = server.verify(&self.id, &registration, &options).ok()?;
        Some(NewPasskey {
            credential: made.id().as_ref().to_vec(),
            static_state: made.static_state().encode().ok()?,
            dynamic_state: made.dynamic_state().encode().ok()?.to_vec(),
        })
    }

    /// Starts asking for a signature of one of these passkeys.
    pub(crate) fn begin_authentication(&self, has: &[StoredPasskey]) -> Option<StartedCeremony> {
        let mut allowed = AllowedCredentials::with_capacity(has.len());
        for passkey in has.iter().filter_map(descriptor) {
            allowed.push(passkey.into());
        }
        let mut options =
            NonDiscoverableCredentialRequestOptions::second_factor(&self.id, allowed).ok()?;
        options.options().user_verification = UserVerificationRequirement::Preferred;
        let (server, client) = options.start_ceremony().ok()?;
        let state = server.encode().ok()?;
        Some(StartedCeremony { options: serde_json::to_value(&client).ok()?, state })
    }

    /// Checks a signature; `None` if it is of no known passkey, for another challenge, or with a
    /// counter that has not grown, as a copied passkey would have.
    pub(crate) fn signed(
        &self,
        staff: &str,
        state: &[u8],
        credential: &[u8],
        has: &[StoredPasskey],
    ) -> Option<GivenFactor> {
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
        Some(GivenFactor::Passkey { id, before, after })
    }

    fn origin(&self) -> DomainOrigin<'static, '_> {
        let scheme = if self.origin.is_https() { Scheme::Https } else { Scheme::Other("http") };
        // Browsers leave out the scheme's own port.
        let port = self.origin.port().map_or(Port::None, Port::Val);
        DomainOrigin { scheme, host: self.origin.host(), port }
    }
}

/// The stored form of a new passkey.
pub(crate) struct NewPasskey {
    pub(crate) credential: Vec<u8>,
    pub(crate) static_state: Vec<u8>,
    pub(crate) dynamic_state: Vec<u8>,
}

fn handle(staff: &str) -> Option<UserHandle<HANDLE>> {
    UserHandle::decode(random::decode::<HANDLE>(staff)?).ok()
}

fn descriptor(passkey: &StoredPasskey) -> Option<PublicKeyCredentialDescriptor<Vec<u8>>> {
    let id = CredentialId::<Vec<u8>>::decode(passkey.credential.clone()).ok()?;
    // The browser finds out by itself how to reach the passkey.
    Some(PublicKeyCredentialDescriptor { id, transports: AuthTransports::decode(0).ok()? })
}

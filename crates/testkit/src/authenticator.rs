//! A security key in software, with one passkey.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The flags "user present" and "user verified".
const PRESENT_AND_VERIFIED: u8 = 0x05;

/// The flag "attested credential data included".
const WITH_KEY: u8 = 0x40;

/// A security key with one passkey for ES256, as a browser uses it.
#[derive(Clone)]
pub struct Authenticator {
    key: SigningKey,
    id: [u8; 16],
    /// The signature counter.
    pub count: u32,
    /// The origin that the browser reports.
    pub origin: String,
}

impl Authenticator {
    /// One of many keys, for pages of `http://site.example`. Number 0 is no key.
    ///
    /// # Panics
    ///
    /// If the number is 0.
    #[must_use]
    pub fn new(number: u8) -> Self {
        let key = SigningKey::from_bytes(&[number; 32].into()).unwrap();
        Self { key, id: [number; 16], count: 1, origin: "http://site.example".to_owned() }
    }

    /// Creates the passkey. Returns the answer of `navigator.credentials.create`.
    ///
    /// # Panics
    ///
    /// If these are not its options.
    pub fn make(&mut self, options: &Value) -> Value {
        let options = public_key(options);
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), WITH_KEY);
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // COSE: an EC2 key for ES256 on P-256, and its coordinates.
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        // CBOR: no attestation, and the data above.
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(&data);
        let client = self.client("webauthn.create", options);
        self.credential(json!({
            "clientDataJSON": encode(client.as_bytes()),
            "attestationObject": encode(&object),
            "transports": ["usb"],
        }))
    }

    /// Signs with the passkey. Returns the answer of `navigator.credentials.get`.
    ///
    /// # Panics
    ///
    /// If these are not its options.
    pub fn sign(&mut self, options: &Value) -> Value {
        let options = public_key(options);
        self.count += 1;
        let data = self.data(options["rpId"].as_str().unwrap(), 0);
        let client = self.client("webauthn.get", options);
        let signed = [data.as_slice(), &Sha256::digest(client.as_bytes())].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(json!({
            "clientDataJSON": encode(client.as_bytes()),
            "authenticatorData": encode(&data),
            "signature": encode(signature.to_der().as_bytes()),
        }))
    }

    fn data(&self, site: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(site.as_bytes()).to_vec();
        data.push(PRESENT_AND_VERIFIED | flags);
        data.extend(self.count.to_be_bytes());
        data
    }

    fn client(&self, kind: &str, options: &Value) -> String {
        let (challenge, origin) = (&options["challenge"], &self.origin);
        format!(
            r#"{{"type":"{kind}","challenge":{challenge},"origin":"{origin}","crossOrigin":false}}"#
        )
    }

    fn credential(&self, response: Value) -> Value {
        let id = encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "response": response,
            "authenticatorAttachment": "cross-platform", "clientExtensionResults": {},
        })
    }
}

fn public_key(options: &Value) -> &Value {
    options.get("publicKey").unwrap_or(options)
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

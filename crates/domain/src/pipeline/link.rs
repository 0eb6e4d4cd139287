//! Links that members share: their codes, and what becomes of what somebody sends who opens one.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::commands::{Command, PipelineCommand, decide, submit};
use super::known::{Known, Relation};
use super::programme::ProgrammeSettings;
use crate::account::{DecisionPolicy, User};
use crate::case::Case;
use crate::contact::ContactDraft;
use crate::event::{ConsentAnswer, ConsentWay, Event, Kind};
use crate::referral::draft::{check_notes, check_referred_name, check_service};
use crate::referral::{Instant, Referral, ReferralDraft};
use crate::rejection::{Field, RejectionCode, Rejections};
use crate::viewer::Viewer;

/// Crockford's alphabet for base 32: no letter is mistaken for another, and none makes a word of U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many letters a code has. Each is five bits.
const LINK_CODE_LETTERS: usize = 8;

/// The code of a link, such as `K7QM2XTD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkCode(String);

impl LinkCode {
    /// The code of forty random bits.
    pub fn of(bits: [u8; 5]) -> Self {
        let bits = bits.iter().fold(0_u64, |all, byte| (all << 8) | u64::from(*byte));
        let letter = |place: usize| {
            let five = (bits >> (5 * (LINK_CODE_LETTERS - 1 - place))) & 31;
            char::from(ALPHABET[five as usize])
        };
        Self((0..LINK_CODE_LETTERS).map(letter).collect())
    }

    /// Reads a code in any case, with the letters that people take for others, and with dashes; `None` for any other
    /// text.
    pub fn read(text: &str) -> Option<Self> {
        let mut code = String::with_capacity(LINK_CODE_LETTERS);
        for letter in text.chars().filter(|letter| *letter != '-') {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                letter => letter,
            };
            if code.len() == LINK_CODE_LETTERS
                || !ALPHABET.iter().any(|it| char::from(*it) == letter)
            {
                return None;
            }
            code.push(letter);
        }
        (code.len() == LINK_CODE_LETTERS).then_some(Self(code))
    }

    /// Its letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks what somebody typed about themselves, before a code is sent to their number. Nothing here depends on the
/// link or on the number: whoever has not proved a number learns nothing by it.
///
/// # Errors
///
/// All rules of the form that it breaks, but for those about numbers and about the link's owner.
pub fn check_wish(draft: &ReferralDraft, programme: &ProgrammeSettings) -> Result<(), Rejections> {
    let knows = |value: &str| programme.knows_service(value);
    let mut codes =
        draft.check_with(None, knows).err().map_or_else(Vec::new, |broken| broken.codes);
    // The link says who refers, and the number is checked when the code is sent.
    let asked_elsewhere = [Field::ReferrerName, Field::ReferrerPhone, Field::ReferredPhone];
    codes.retain(|code| code.words().field.is_none_or(|field| !asked_elsewhere.contains(&field)));
    if let Ok(service) = check_service(&draft.service, knows) {
        codes.extend(programme.offers_service(&service).err());
    }
    if codes.is_empty() { Ok(()) } else { Err(Rejections { codes }) }
}

/// Whether the wish of somebody counts who may have asked `never` to be contacted. They have proved the number since, but
/// a form that was filled in without thinking of it is no other answer: they have to take it back in so many words.
pub fn may_ask_to_be_called(never: bool, takes_back: bool) -> bool {
    !never || takes_back
}

/// A referral of the link's owner, as the person submits it themselves, and their consent. `own_number` says whether
/// the proved number is the owner's, in whatever spelling; the draft has the number that was proved. `text` is the
/// version of the text that they agreed to.
///
/// # Errors
///
/// Those of [`submit`], as at every other door. Whether the service is offered is left to the caller, as there.
pub fn submit_by_link(
    draft: &ReferralDraft,
    sharer: &User,
    (now, date): (Instant, String),
    own_number: bool,
    text: u64,
    programme: &ProgrammeSettings,
    policy: &impl DecisionPolicy,
) -> Result<(Referral, Event), Rejections> {
    let sharer = Viewer::Member(sharer.clone());
    let referral = submit(draft, now, date, own_number, &sharer, programme, policy)?;
    let known = Known {
        referral: Some(Case::submitted(referral.clone())),
        relation: Relation::Referred,
        programme: programme.clone(),
        ..Known::default()
    };
    let (answer, way) = (ConsentAnswer::Agreed, ConsentWay::Link);
    let answer = PipelineCommand::Answer { answer: &answer, way: &way, text, note: "" };
    let agreed = decide(&known, &Command::Pipeline(answer), &Viewer::Guest, policy, now)?;
    agreed.map(|agreed| (referral, agreed)).ok_or_else(|| RejectionCode::ReferralGone.into())
}

/// The same wish where the link does not work, so that it is nobody's referral and is not lost: a message to the
/// company, with the number as the address to answer. It says to which version of the text they agreed.
///
/// # Errors
///
/// Those of [`check_wish`], as if the link worked.
pub fn enquiry(
    draft: &ReferralDraft,
    text: u64,
    programme: &ProgrammeSettings,
) -> Result<ContactDraft, Rejections> {
    check_wish(draft, programme)?;
    // Each field by name, so that a new one is not lost.
    let ReferralDraft {
        referred_name,
        referred_phone,
        service,
        notes,
        referrer_name: _,
        referrer_phone: _,
    } = draft;
    let service = service.trim().to_owned().into();
    let notes = check_notes(notes)?;
    let agreed = format!(
        "They opened a link that does not work, proved this number with a code, and agreed to be called \
         (text {text})."
    );
    let message = if notes.is_empty() { agreed } else { format!("{notes}\n\n{agreed}") };
    Ok(ContactDraft {
        name: check_referred_name(referred_name)?,
        email: referred_phone.clone(),
        subject: programme.service_label(&service).to_string(),
        message,
    })
}

/// Whether whoever is referred typed their own number and agreed to be called by a link.
pub fn came_by_link(case: &Case) -> bool {
    case.history().events().any(|stored| {
        matches!(
            &stored.event.kind,
            Kind::Consent { answer: ConsentAnswer::Agreed, way: ConsentWay::Link, .. }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_bits_make_eight_letters() {
        assert_eq!(LinkCode::of([0; 5]).as_str(), "00000000");
        assert_eq!(LinkCode::of([255; 5]).as_str(), "ZZZZZZZZ");
        assert_eq!(LinkCode::of([0, 0, 0, 0, 33]).as_str(), "00000011");
        assert_eq!(LinkCode::of([0x99, 0, 0, 0, 0]).as_str(), "K4000000");
    }

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for text in ["K7QM2XT1", "k7qm2xtl", "K7QM-2XTi", "k7qm2xTI"] {
            assert_eq!(LinkCode::read(text).unwrap().as_str(), "K7QM2XT1", "{text}");
        }
        assert_eq!(LinkCode::read("oO000000").unwrap().as_str(), "00000000");
        for other in ["", "K7QM2XT", "K7QM2XTDD", "K7QM2XTU", "K7QM2XT ", "K7QM2XTÄ", "details"] {
            assert_eq!(LinkCode::read(other), None, "{other}");
        }
    }
}

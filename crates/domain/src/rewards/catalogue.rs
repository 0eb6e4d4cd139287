//! The catalogue: what points can be exchanged for. It comes as a draft; checked, it is a version that never
//! changes. A request keeps the offer as it was when somebody chose it.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::calendar::Day;
use super::money::{Amount, Currency};
use super::rulebook::is_id;
use crate::limits::POINTS_MAX;
use crate::pipeline::text_rules::{in_one_line, may_have_number};
use crate::rejection::{RejectionCode, Rejections};

/// How many offers a catalogue may have.
pub const OFFERS_MAX: usize = 50;

/// The longest title of an offer, in letters.
pub const OFFER_TITLE_MAX: usize = 64;

/// The longest text about an offer, in letters.
pub const OFFER_TEXT_MAX: usize = 400;

/// The most that there can be of something.
pub const STOCK_MAX: u32 = 1_000_000;

/// What kind of thing an offer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// A voucher.
    Voucher,
    /// Money, by payroll or a bank. It is the only kind with an amount.
    BankTransfer,
    /// A donation in the member's name.
    Donation,
    /// Something else, as its text says.
    Other,
}

impl OfferKind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Voucher, Self::BankTransfer, Self::Donation, Self::Other];

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Voucher => "voucher",
            Self::BankTransfer => "bank-transfer",
            Self::Donation => "donation",
            Self::Other => "other",
        }
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Voucher => "Voucher",
            Self::BankTransfer => "Bank transfer",
            Self::Donation => "Donation",
            Self::Other => "Something else",
        }
    }
}

/// An amount, as an owner has typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TypedAmount {
    /// In which currency.
    pub currency: Currency,
    /// How much, such as `12.345`.
    pub number: String,
}

/// An offer, as an owner has typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferDraft {
    /// Its name for good: it keeps its kind and its currency, and its stock counts by it.
    pub id: String,
    /// What members read first.
    pub title: String,
    /// What it is, in a sentence or two; may be empty.
    pub text: String,
    /// How many points it costs.
    pub points: u64,
    /// What kind of thing it is.
    pub kind: OfferKind,
    /// How much money, for a bank transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub amount: Option<TypedAmount>,
    /// The first day on which it is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub from: Option<Day>,
    /// The last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub until: Option<Day>,
    /// How many there are in all, with those that were chosen; without it, there is no end to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stock: Option<u32>,
}

/// An offer that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    /// Its name for good.
    pub id: String,
    /// What members read first.
    pub title: String,
    /// What it is.
    pub text: String,
    /// How many points it costs.
    pub points: u64,
    /// What kind of thing it is.
    pub kind: OfferKind,
    /// How much money; a bank transfer has it, and nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub amount: Option<Amount>,
    /// The first day on which it is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub from: Option<Day>,
    /// The last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub until: Option<Day>,
    /// How many there are in all; without it, there is no end to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stock: Option<u32>,
}

impl OfferDraft {
    fn check(&self, before: &Offers) -> Result<Offer, Vec<RejectionCode>> {
        let Self { id, title, text, points, kind, amount, from, until, stock } = self;
        let mut codes = Vec::new();
        let amount = match (kind, amount) {
            (OfferKind::BankTransfer, Some(typed)) => {
                Amount::parse(typed.currency, &typed.number).map(Some)
            }
            (OfferKind::BankTransfer, None) | (_, Some(_)) => Err(RejectionCode::OfferAmount),
            (_, None) => Ok(None),
        };
        let currency = self.amount.as_ref().map(|amount| amount.currency);
        let is_same = |known: &KnownOffer| known.kind == *kind && known.currency == currency;
        let title = in_one_line(title);
        let title_letters = title.chars().count();
        let is_title = (1..=OFFER_TITLE_MAX).contains(&title_letters) && !may_have_number(&title);
        let is_text = text.trim().chars().count() <= OFFER_TEXT_MAX && !may_have_number(text);
        let all = [
            (is_id(id), RejectionCode::OfferId),
            (before.known(id).is_none_or(is_same), RejectionCode::OfferChanged),
            (is_title, RejectionCode::OfferTitle),
            (is_text, RejectionCode::OfferText),
            ((1..=POINTS_MAX).contains(points), RejectionCode::OfferPoints),
            (
                from.zip(*until).is_none_or(|(from, until)| from <= until),
                RejectionCode::OfferPeriod,
            ),
            (stock.is_none_or(|stock| stock <= STOCK_MAX), RejectionCode::OfferStock),
        ];
        codes.extend(all.into_iter().filter(|(holds, _)| !holds).map(|(_, code)| code));
        match amount {
            Ok(amount) if codes.is_empty() => Ok(Offer {
                id: id.clone(),
                title,
                text: text.trim().into(),
                points: *points,
                kind: *kind,
                amount,
                from: *from,
                until: *until,
                stock: *stock,
            }),
            Ok(_) => Err(codes),
            Err(code) => {
                codes.push(code);
                Err(codes)
            }
        }
    }
}

impl Offer {
    /// Whether it is offered on a day.
    pub fn holds_on(&self, day: Day) -> bool {
        self.from.is_none_or(|from| day >= from) && self.until.is_none_or(|until| day <= until)
    }

    /// How many are left if so many requests hold one; `None` if there is no end to them.
    pub fn left(&self, held: u64) -> Option<u64> {
        self.stock.map(|stock| u64::from(stock).saturating_sub(held))
    }
}

/// What is wrong with an offer of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferFault {
    /// The place of the offer in the draft, from 0.
    pub offer: usize,
    /// What is wrong.
    pub code: RejectionCode,
}

/// What an id stands for, in all versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KnownOffer {
    id: String,
    kind: OfferKind,
    currency: Option<Currency>,
}

/// Offers that were checked, and what every id stands for that ever was in the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    all: Vec<Offer>,
    known: Vec<KnownOffer>,
}

impl Offers {
    /// Checks a draft. `before` is what holds until then.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of its offers.
    pub fn check(draft: &[OfferDraft], before: &Self) -> Result<Self, Vec<OfferFault>> {
        let mut faults = Vec::new();
        let mut next = Self { all: Vec::new(), known: before.known.clone() };
        for (place, offer) in draft.iter().enumerate() {
            let mut note = |code| faults.push(OfferFault { offer: place, code });
            match offer.check(before) {
                Ok(offer) => next.add(offer),
                Err(codes) => codes.into_iter().for_each(&mut note),
            }
            if draft.iter().take(place).any(|before| before.id == offer.id) {
                note(RejectionCode::OfferTwice);
            }
            if place == OFFERS_MAX {
                note(RejectionCode::OffersTooMany);
            }
        }
        if faults.is_empty() { Ok(next) } else { Err(faults) }
    }

    /// The same for whoever asks only which rules a draft breaks.
    ///
    /// # Errors
    ///
    /// All of them, each once.
    pub fn checked(draft: &[OfferDraft], before: &Self) -> Result<Self, Rejections> {
        Self::check(draft, before).map_err(|faults| {
            let mut codes = Vec::new();
            for OfferFault { code, .. } in faults {
                if !codes.contains(&code) {
                    codes.push(code);
                }
            }
            Rejections { codes }
        })
    }

    /// The offers, in the order in which they were typed.
    pub fn all(&self) -> &[Offer] {
        &self.all
    }

    /// The offer with this id, whether it is offered today or not.
    pub fn find(&self, id: &str) -> Option<&Offer> {
        self.all.iter().find(|offer| offer.id == id)
    }

    fn known(&self, id: &str) -> Option<&KnownOffer> {
        self.known.iter().find(|known| known.id == id)
    }

    fn add(&mut self, offer: Offer) {
        if self.known(&offer.id).is_none() {
            let currency = offer.amount.map(|amount| amount.currency);
            self.known.push(KnownOffer { id: offer.id.clone(), kind: offer.kind, currency });
        }
        self.all.push(offer);
    }
}

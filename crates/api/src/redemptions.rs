//! What points can be exchanged for, who asks for it, and how it is paid.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::staff::Maker;
use domain::referral::Instant;
use domain::rewards::{
    Balance, BatchStatus, Explanation, Offer, OfferDraft, OfferFault, RedemptionStatus, TakenBy,
};
use domain::say::Say;

/// How many versions of the catalogue a list has.
pub const CATALOGUES_SHOWN: u32 = 50;

/// How many requests a member may make or change in a day (UTC).
pub const REQUESTS_A_DAY: u32 = 20;

/// An offer, for whoever may choose it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct OfferView {
    /// The offer.
    pub offer: Offer,
    /// What it is worth, such as `KWD 12.345`, if it is money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<String>,
    /// How many are left, if there is an end to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// How many points the member who reads this lacks for it; absent if they have enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<u64>,
    /// Why the member who reads this cannot choose it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// How points are earned and what they can be exchanged for today. Everybody may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ProgrammeRewards {
    /// The rules that hold for what is submitted now, as sentences.
    pub sentences: Vec<String>,
    /// What is offered today. An empty list says that nothing is.
    pub offers: Vec<OfferView>,
    /// Both in words, as *How the programme works* has them. Empty before anybody has published rules or a
    /// catalogue.
    pub explanations: Vec<Explanation>,
}

/// A version of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CatalogueView {
    /// Its number; 0 before anybody has published one.
    pub version: u64,
    /// When it was published, in milliseconds since 1970; `null` for version 0.
    pub at: Option<Instant>,
    /// Who published it.
    pub by: Option<Maker>,
    /// Its offers, those of other days too.
    pub offers: Vec<OfferView>,
}

/// The versions of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Catalogues {
    /// The one that holds now.
    pub newest: CatalogueView,
    /// It and those before it, the newest first; at most 50.
    pub versions: Vec<CatalogueView>,
}

/// A catalogue to publish, or to check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CatalogueRequest {
    /// The [`CatalogueView::version`] that it was made from.
    pub version: u64,
    /// All of its offers. One that is left out is not offered any more.
    pub offers: Vec<OfferDraft>,
}

/// What is wrong with a catalogue; nothing, if it can be published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CatalogueCheck {
    /// In the order of its offers.
    pub faults: Vec<OfferFault>,
}

/// A member's wish to exchange points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RedemptionRequest {
    /// The id of the offer.
    pub offer: String,
    /// How many points it cost when it was shown.
    pub points: u64,
    /// What it was worth then, in the words of [`OfferView::worth`], of whichever language; absent if it was no money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub worth: Option<String>,
    /// By what whoever pays finds the member, such as a payroll number; may be empty.
    pub reference: String,
}

/// Another reference for a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReferenceRequest {
    /// By what whoever pays finds the member; may be empty.
    pub reference: String,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RedemptionDecline {
    /// The reason, which the member reads.
    pub reason: String,
}

/// A step of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct RedemptionStepView {
    /// Where it has brought the request.
    pub status: RedemptionStatus,
    /// What that is called.
    pub label: String,
    /// When.
    pub at: Instant,
    /// Why; empty where nobody asks.
    pub reason: String,
    /// Who took it. Only staff read this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub by: Option<TakenBy>,
    /// The name of the member of staff who took it. Only staff read this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A request to exchange points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct RedemptionView {
    /// Identifies it.
    pub id: u64,
    /// Where it stands.
    pub status: RedemptionStatus,
    /// What that is called.
    pub label: String,
    /// What it is for, as it was offered then.
    pub offer: Offer,
    /// What that is worth, such as `KWD 12.345`, if it is money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<String>,
    /// By what whoever pays finds the member; may be empty.
    pub reference: String,
    /// Where it stands, as a sentence for the member.
    pub sentence: String,
    /// What has happened, in that order.
    pub steps: Vec<RedemptionStepView>,
    /// Whether its member may still take it back and change its reference.
    pub may_change: bool,
}

/// A member's own requests, and what they have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OwnRedemptions {
    /// What they have now.
    pub balance: Balance,
    /// How many of their points they can exchange now.
    pub spendable: u64,
    /// What is offered today.
    pub offers: Vec<OfferView>,
    /// Their requests, newest first.
    pub redemptions: Vec<RedemptionView>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// Which page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct OwnRedemptionsQuery {
    /// [`OwnRedemptions::next`] of the previous page.
    pub after: Option<String>,
}

/// Which requests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct RedemptionQuery {
    /// Those that stand so; all without it.
    #[param(inline)]
    pub status: Option<RedemptionStatus>,
    /// [`Redemptions::next`] of the previous page.
    pub after: Option<String>,
}

/// A request, for staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct StaffRedemption {
    /// The request.
    pub redemption: RedemptionView,
    /// The member's name when they asked; empty once they are erased.
    pub name: String,
    /// The member's number, in the way of its country; empty once they are erased.
    pub mobile: String,
    /// The batch that it is a line of, or was when it was settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    /// All points that the member has now, below zero if more were taken back than were left. Only whoever pays reads
    /// this, and in lists nobody once its points are back or its batch is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// Why the reader may not approve it, if it waits for that; or may not say that it was paid, in a batch that was
    /// exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// What the reader could do about it now.
    pub possible: Vec<RequestAction>,
}

/// What staff do about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RequestAction {
    /// Agree to it.
    Approve,
    /// Refuse it.
    Decline,
    /// Change its reference.
    Refer,
    /// Say that the member has got it.
    Pay,
    /// Say that it could not be paid.
    Fail,
}

/// A page of requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Redemptions {
    /// The requests; those of one status the longest waiting first, and all of them the newest first.
    pub redemptions: Vec<StaffRedemption>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// A sum in one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SumView {
    /// The currency, such as `KWD`.
    pub currency: String,
    /// How much, such as `12.345`.
    pub number: String,
}

/// A step of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BatchStepView {
    /// Where it has brought the batch.
    pub status: BatchStatus,
    /// When.
    pub at: Instant,
    /// Who took it.
    pub by: Maker,
}

/// A batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BatchView {
    /// Identifies it.
    pub id: u64,
    /// Increases with every change of it and of its lines.
    pub version: u64,
    /// Where it stands.
    pub status: BatchStatus,
    /// What that is called.
    pub label: String,
    /// How many lines it has.
    pub lines: u64,
    /// How many of these have an outcome.
    pub settled: u64,
    /// What has happened, in that order.
    pub steps: Vec<BatchStepView>,
}

/// A page of the list of batches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Batches {
    /// The batches, newest first.
    pub batches: Vec<BatchView>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// Which page of the list of batches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct BatchQuery {
    /// [`Batches::next`] of the previous page.
    pub after: Option<String>,
}

/// A batch with its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(optional_fields)]
#[serde(rename_all = "camelCase")]
pub struct BatchDetail {
    /// The batch.
    pub batch: BatchView,
    /// Its lines, the oldest request first; at most 500.
    pub lines: Vec<StaffRedemption>,
    /// What its lines come to, for each currency.
    pub sums: Vec<SumView>,
    /// Why the reader may not approve it, or export it if it is approved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// What the reader could do about it now, besides about each line.
    pub possible: Vec<BatchAction>,
}

/// What staff do about a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BatchAction {
    /// Make other requests its lines.
    Add,
    /// Take lines out.
    TakeOut,
    /// Agree to its lines.
    Approve,
    /// Write its lines for whoever pays.
    Export,
    /// Close it.
    Close,
}

/// Requests to make a batch of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewBatch {
    /// The ids of approved requests; may be empty.
    pub redemptions: Vec<u64>,
}

/// Other lines for a batch that is a draft, or fewer for one that is approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BatchLinesRequest {
    /// The [`BatchView::version`] that was shown.
    pub version: u64,
    /// The ids of all requests that are its lines from then on.
    pub redemptions: Vec<u64>,
}

/// Something to be done about a batch as it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BatchVersion {
    /// The [`BatchView::version`] that was shown.
    pub version: u64,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LineOutcome {
    /// The id of the request.
    pub redemption: u64,
    /// Whether the member has got it.
    pub paid: bool,
    /// Why not, which the member reads; empty if it was paid.
    #[serde(default)]
    pub reason: String,
}

/// What became of some lines of a batch. It is done for all of them or for none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LineOutcomes {
    /// The lines.
    pub outcomes: Vec<LineOutcome>,
}

impl OfferView {
    /// An offer as it is, in these words.
    pub fn of(offer: Offer, words: &dyn Say) -> Self {
        let worth = offer.amount.map(|amount| amount.words(words));
        Self { offer, worth, left: None, missing: None, why_not: None }
    }
}

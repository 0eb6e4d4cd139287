//! The TypeScript bindings: a file for each type, the constants, and an index.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use api::{
    AuditEntry, AuditPage, AuditPerson, AuditQuery, AuthorKind, AwardRequest, Code, CodeRequest,
    CodeSent, CommandOutcome, CommandRequest, CommandsRequest, Credited, Deliveries,
    DeliveryFailure, DeliveryState, DeliveryView, DuplicateDecision, DuplicatePair, DuplicateSide,
    DuplicateState, Duplicates, EmploymentRequest, Erased, ErasureRequest, Flag, HistoryEntry,
    HostedCode, HostedReferral, Inbox, InboxEntry, InvitationRequest, KeyedCommand, LoginRequest,
    MessageAction, MessageRequest, MessageState, MessageView, Messages, Mode, NotificationSettings,
    Notify, Page, PasskeyRequest, PasskeyView, Permission, Problem, ProblemError, ProgressView,
    Proof, Puzzle, ReasonReport, RecoveryCodes, ReferralCommand, ReferralDetail, ReferralQuery,
    ReferrerQuery, ReferrerReport, ReferrerView, Referrers, Report, Role, SecondFactorRequest,
    SecondFactors, ServiceReport, SessionEntry, SessionView, Sessions, SiteConfig, Sort,
    StaffEntry, StaffList, StaffView, StageCounts, StageReached, StageTimes, Submission,
    TimelineAuthor, TimelineEntry, Times, TokenRequest, TokenScope, TokenSecret, TokenView, Tokens,
    TotpSecret, Waits, WebhookChange, WebhookEvent, WebhookRequest, WebhookSecret, WebhookView,
    Webhooks,
};
use content::{
    BackgroundColour, Block, Colour, Day, Icon, Inline, OfferCard, Office, OpeningHours, Post,
    PostSummary, Programme, Question, Service, ServicePage, Site, TextPage, TextPageLink,
};
use domain::account::{LoginMode, User};
use domain::contact::ContactDraft;
use domain::event::Stage;
use domain::ledger::{Import, LedgerView, ReferralView, Totals};
use domain::notice::{Notice, Trouble, Variant};
use domain::pipeline::{CorrectedField, CreditReason, Reason, Side, StaffRole};
use domain::referral::{Referral, ReferralDraft, Status, Tone};
use domain::rejection::{Field, RejectionCode, RejectionWords};
use domain::service::ServiceOption;
use domain::verdict::Verdict;
use similar::TextDiff;
use ts_rs::{Config, TS};

use crate::module::Module;
use crate::output::Output;
use crate::values;

const FOLDER: &str = "bindings";
const UPDATE_COMMAND: &str = "cargo xtask bindings";

/// Writes the folder; returns how many files have changed.
pub(crate) fn write(root: &Path) -> anyhow::Result<usize> {
    generate()?.write(&root.join(FOLDER))
}

/// Compares the folder with the Rust types; fails with a diff.
pub(crate) fn check(root: &Path) -> anyhow::Result<usize> {
    let output = generate()?;
    let folder = root.join(FOLDER);
    let mut report = String::new();
    for (path, wanted) in output.files() {
        let committed = fs::read_to_string(folder.join(path)).unwrap_or_default();
        report += &difference(&format!("{FOLDER}/{path}"), &committed, wanted);
    }
    for path in output.stale(&folder)? {
        report += &format!("{FOLDER}/{path} belongs to no type any more\n");
    }
    if report.is_empty() {
        return Ok(0);
    }
    bail!("{report}\nThe bindings are stale. Mend them with: {UPDATE_COMMAND}");
}

/// A unified diff; empty if there is no difference.
fn difference(path: &str, committed: &str, wanted: &str) -> String {
    TextDiff::from_lines(committed, wanted)
        .unified_diff()
        .context_radius(2)
        .header(&format!("{path} (committed)"), &format!("{path} (from the Rust types)"))
        .to_string()
}

fn generate() -> anyhow::Result<Output> {
    let mut types = Types { config: Config::new().with_large_int("number"), ..Types::default() };
    for add in DOMAIN {
        add(&mut types, "crates/domain")?;
    }
    for add in API {
        add(&mut types, "crates/api")?;
    }
    for add in CONTENT {
        add(&mut types, "crates/content")?;
    }
    types.finish()
}

/// Adds one type of the named crate.
type Add = fn(&mut Types, &str) -> anyhow::Result<()>;

/// The rules and the programme.
const DOMAIN: &[Add] = &[
    Types::add::<LoginMode>,
    Types::add::<User>,
    Types::add::<ContactDraft>,
    Types::add::<ReferralDraft>,
    Types::add::<Referral>,
    Types::add::<Status>,
    Types::add::<Tone>,
    Types::add::<ReferralView>,
    Types::add::<LedgerView>,
    Types::add::<Totals>,
    Types::add::<Import>,
    Types::add::<ServiceOption>,
    Types::add::<Field>,
    Types::add::<RejectionCode>,
    Types::add::<RejectionWords>,
    Types::add::<Notice>,
    Types::add::<Variant>,
    Types::add::<Trouble>,
    Types::add::<Verdict<User>>,
    Types::add::<Stage>,
    Types::add::<Reason>,
    Types::add::<Side>,
    Types::add::<CreditReason>,
    Types::add::<StaffRole>,
    Types::add::<CorrectedField>,
];

/// The types of the company's content.
const CONTENT: &[Add] = &[
    Types::add::<Site>,
    Types::add::<Office>,
    Types::add::<OpeningHours>,
    Types::add::<Day>,
    Types::add::<Programme>,
    Types::add::<OfferCard>,
    Types::add::<Service>,
    Types::add::<Icon>,
    Types::add::<Colour>,
    Types::add::<BackgroundColour>,
    Types::add::<PostSummary>,
    Types::add::<Post>,
    Types::add::<Block>,
    Types::add::<Inline>,
    Types::add::<TextPage>,
    Types::add::<TextPageLink>,
    Types::add::<ServicePage>,
    Types::add::<Question>,
];

/// The types that pages and server send each other.
const API: &[Add] = &[
    Types::add::<AuthorKind>,
    Types::add::<CommandOutcome>,
    Types::add::<CommandRequest>,
    Types::add::<CommandsRequest>,
    Types::add::<KeyedCommand>,
    Types::add::<ProgressView>,
    Types::add::<ReferralCommand>,
    Types::add::<ReferralDetail>,
    Types::add::<TimelineAuthor>,
    Types::add::<TimelineEntry>,
    Types::add::<AwardRequest>,
    Types::add::<Code>,
    Types::add::<CodeRequest>,
    Types::add::<CodeSent>,
    Types::add::<LoginRequest>,
    Types::add::<Erased>,
    Types::add::<ErasureRequest>,
    Types::add::<ReferralQuery>,
    Types::add::<HistoryEntry>,
    Types::add::<HostedCode>,
    Types::add::<HostedReferral>,
    Types::add::<MessageAction>,
    Types::add::<MessageRequest>,
    Types::add::<MessageState>,
    Types::add::<MessageView>,
    Types::add::<Messages>,
    Types::add::<Mode>,
    Types::add::<Page>,
    Types::add::<Problem>,
    Types::add::<ProblemError>,
    Types::add::<Proof>,
    Types::add::<Puzzle>,
    Types::add::<Role>,
    Types::add::<SecondFactorRequest>,
    Types::add::<SessionEntry>,
    Types::add::<SessionView>,
    Types::add::<StaffView>,
    Types::add::<Permission>,
    Types::add::<StaffEntry>,
    Types::add::<SecondFactors>,
    Types::add::<PasskeyView>,
    Types::add::<PasskeyRequest>,
    Types::add::<TotpSecret>,
    Types::add::<RecoveryCodes>,
    Types::add::<StaffList>,
    Types::add::<InvitationRequest>,
    Types::add::<EmploymentRequest>,
    Types::add::<Sessions>,
    Types::add::<SiteConfig>,
    Types::add::<Sort>,
    Types::add::<Flag>,
    Types::add::<StageCounts>,
    Types::add::<Credited>,
    Types::add::<DuplicatePair>,
    Types::add::<DuplicateDecision>,
    Types::add::<DuplicateSide>,
    Types::add::<DuplicateState>,
    Types::add::<Duplicates>,
    Types::add::<Inbox>,
    Types::add::<InboxEntry>,
    Types::add::<ReasonReport>,
    Types::add::<ReferrerReport>,
    Types::add::<ReferrerQuery>,
    Types::add::<ReferrerView>,
    Types::add::<Referrers>,
    Types::add::<Report>,
    Types::add::<ServiceReport>,
    Types::add::<StageReached>,
    Types::add::<StageTimes>,
    Types::add::<Times>,
    Types::add::<Waits>,
    Types::add::<Submission>,
    Types::add::<Deliveries>,
    Types::add::<DeliveryFailure>,
    Types::add::<DeliveryState>,
    Types::add::<DeliveryView>,
    Types::add::<AuditEntry>,
    Types::add::<AuditPage>,
    Types::add::<AuditPerson>,
    Types::add::<AuditQuery>,
    Types::add::<TokenRequest>,
    Types::add::<TokenScope>,
    Types::add::<TokenSecret>,
    Types::add::<TokenView>,
    Types::add::<Tokens>,
    Types::add::<WebhookChange>,
    Types::add::<WebhookEvent>,
    Types::add::<WebhookRequest>,
    Types::add::<WebhookSecret>,
    Types::add::<WebhookView>,
    Types::add::<Webhooks>,
    Types::add::<NotificationSettings>,
    Types::add::<Notify>,
];

#[derive(Default)]
struct Types {
    config: Config,
    output: Output,
    names: Vec<String>,
}

impl Types {
    fn add<T: TS + 'static>(&mut self, source: &str) -> anyhow::Result<()> {
        let name = T::ident(&self.config);
        let text = T::export_to_string(&self.config).with_context(|| name.clone())?;
        // The first line is ts-rs's banner, which ours replaces.
        let (_, text) = text.split_once('\n').context("a type without a banner")?;
        let mut module = Module::new(source);
        module.add(&text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
        self.output.add(format!("{name}.ts"), module.text());
        self.names.push(name);
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Output> {
        self.names.sort();
        let mut barrel = Module::new("crates/domain");
        let lines = self.names.iter().map(|name| format!("export type * from \"./{name}\";"));
        barrel.add(&lines.collect::<Vec<_>>().join("\n"));
        barrel.add("export * from \"./constants\";\nexport * from \"./words\";");
        self.output.add("index.ts", barrel.text());
        self.output.add("constants.ts", values::constants()?);
        self.output.add("words.ts", values::words()?);
        self.output.add("hosted-words.ts", values::hosted_words()?);
        self.output.add("staff-words.ts", values::staff_words()?);
        self.output.add("console-words.ts", values::console_words()?);
        Ok(self.output)
    }
}

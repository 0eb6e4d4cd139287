//! The TypeScript bindings: a file for each type, the constants, and an index.

use std::any::type_name;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use similar::TextDiff;
use ts_rs::{Config, TS, TypeVisitor};

use crate::module::Module;
use crate::output::Output;
use crate::rules::Wording;
use crate::{hosted, values};

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
    let mut output = Output::default();
    let mut index = Module::new("crates/domain");
    let mut lines = String::new();
    for (name, module) in exported_types().0 {
        output.add(format!("{name}.ts"), module?);
        lines += &format!("export type * from \"./{name}\";\n");
    }
    index.add(&lines);
    index.add("export * from \"./constants\";\nexport * from \"./words\";");
    output.add("index.ts", index.text());
    let wording = &mut Wording::english();
    output.add("constants.ts", values::constants(wording)?);
    output.add("words.ts", values::words(wording)?);
    output.add("hosted.ts", hosted::hosted(wording)?);
    output.add("staff.ts", values::staff()?);
    output.add("staff-words.ts", values::staff_words()?);
    output.add("rewards.ts", values::rewards()?);
    output.add("console.ts", values::console()?);
    Ok(output)
}

/// Lists the types that no other type refers to. Those that they refer to are exported with them.
fn exported_types() -> Types {
    let mut types = Types::default();
    types.visit::<domain::contact::ContactDraft>();
    types.visit::<domain::import::Import>();
    types.visit::<domain::view::LedgerView>();
    types.visit::<domain::rejection::RejectionWords>();
    types.visit::<domain::service::ServiceOption>();
    types.visit::<domain::notice::BrowserFailure>();
    types.visit::<domain::verdict::Verdict<domain::account::User>>();

    types.visit::<api::AuditPage>();
    types.visit::<api::AuditQuery>();
    types.visit::<api::AwardRequest>();
    types.visit::<api::CodeRequest>();
    types.visit::<api::CodeSent>();
    types.visit::<api::CommandOutcome>();
    types.visit::<api::CommandRequest>();
    types.visit::<api::NumberQuestion>();
    types.visit::<api::NumberAnswer>();
    types.visit::<api::CommandsRequest>();
    types.visit::<api::Deliveries>();
    types.visit::<api::ProgrammeVersions>();
    types.visit::<api::DuplicateDecision>();
    types.visit::<api::DuplicateDecisions>();
    types.visit::<api::DuplicateOutcome>();
    types.visit::<api::DuplicateState>();
    types.visit::<api::Duplicates>();
    types.visit::<api::EmploymentRequest>();
    types.visit::<api::Erased>();
    types.visit::<api::FilledTemplates>();
    types.visit::<api::ErasureRequest>();
    types.visit::<api::Inbox>();
    types.visit::<api::InboxWhose>();
    types.visit::<api::InvitationRequest>();
    types.visit::<api::LoginRequest>();
    types.visit::<api::MessageRequest>();
    types.visit::<api::Messages>();
    types.visit::<api::NotificationSettings>();
    types.visit::<api::OwnName>();
    types.visit::<api::PersonPage>();
    types.visit::<api::ConsentRecord>();
    types.visit::<api::Page>();
    types.visit::<api::PasskeyRequest>();
    types.visit::<api::Problem>();
    types.visit::<api::ProgrammeRequest>();
    types.visit::<api::ProgrammeView>();
    types.visit::<api::OwedRewards>();
    types.visit::<api::ReferralRewards>();
    types.visit::<api::RewardStatement>();
    types.visit::<api::PointsByHand>();
    types.visit::<api::RulebookRequest>();
    types.visit::<api::RulebookTrial>();
    types.visit::<api::Rulebooks>();
    types.visit::<api::ProgrammeRewards>();
    types.visit::<api::AwardsCheck>();
    types.visit::<api::AwardsChecked>();
    types.visit::<api::Leaders>();
    types.visit::<api::LeaderName>();
    types.visit::<api::OwnStanding>();
    types.visit::<api::LinkRequest>();
    types.visit::<api::OwnLink>();
    types.visit::<api::Catalogues>();
    types.visit::<api::CatalogueRequest>();
    types.visit::<api::CatalogueCheck>();
    types.visit::<api::OwnRedemptions>();
    types.visit::<api::RedemptionRequest>();
    types.visit::<api::ReferenceRequest>();
    types.visit::<api::Redemptions>();
    types.visit::<api::RedemptionDecline>();
    types.visit::<api::Batches>();
    types.visit::<api::BatchDetail>();
    types.visit::<api::NewBatch>();
    types.visit::<api::BatchLinesRequest>();
    types.visit::<api::BatchVersion>();
    types.visit::<api::LineOutcomes>();
    types.visit::<api::RecoveryCodes>();
    types.visit::<api::ReferralDetail>();
    types.visit::<api::ReferralQuery>();
    types.visit::<api::ReferrerQuery>();
    types.visit::<api::Referrers>();
    types.visit::<api::Report>();
    types.visit::<api::Intervals>();
    types.visit::<api::SecondFactorRequest>();
    types.visit::<api::SecondFactors>();
    types.visit::<api::SessionView>();
    types.visit::<api::Sessions>();
    types.visit::<api::SharedViews>();
    types.visit::<api::SiteConfig>();
    types.visit::<api::SpreadsheetCheck>();
    types.visit::<api::SpreadsheetImported>();
    types.visit::<api::SpreadsheetRequest>();
    types.visit::<api::SpreadsheetTakenOut>();
    types.visit::<api::Spreadsheets>();
    types.visit::<api::Colleague>();
    types.visit::<api::StaffList>();
    types.visit::<api::StageCounts>();
    types.visit::<api::Submission>();
    types.visit::<api::TokenRequest>();
    types.visit::<api::TokenSecret>();
    types.visit::<api::Tokens>();
    types.visit::<api::TotpSecret>();
    types.visit::<api::ViewRequest>();
    types.visit::<api::WebhookChange>();
    types.visit::<api::WebhookRequest>();
    types.visit::<api::WebhookSecret>();
    types.visit::<api::Webhooks>();

    types.visit::<content::About>();
    types.visit::<content::CaseStudy>();
    types.visit::<content::Course>();
    types.visit::<content::OfferCard>();
    types.visit::<content::Post>();
    types.visit::<content::PostSummary>();
    types.visit::<content::ServicePage>();
    types.visit::<content::Site>();
    types.visit::<content::TextPage>();
    types.visit::<content::TextPageLink>();
    types.visit::<content::Vacancy>();
    types
}

/// The modules by the names of their types.
#[derive(Default)]
struct Types(BTreeMap<String, anyhow::Result<String>>);

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let is_builtin = T::output_path().is_none();
        if is_builtin {
            return;
        }
        let config = Config::new().with_large_int("number");
        let name = T::ident(&config);
        if self.0.contains_key(&name) {
            return;
        }
        let text = module::<T>(&config).with_context(|| name.clone());
        self.0.insert(name, text);
        T::visit_dependencies(self);
    }
}

fn module<T: TS + 'static + ?Sized>(config: &Config) -> anyhow::Result<String> {
    let text = T::export_to_string(config)?;
    // The first line is ts-rs's banner, which ours replaces.
    let (_, text) = text.split_once('\n').context("a type without a banner")?;
    let (crate_name, _) = type_name::<T>().split_once("::").context("a type without a crate")?;
    let mut module = Module::new(&format!("crates/{crate_name}"));
    module.add(&text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
    Ok(module.text())
}

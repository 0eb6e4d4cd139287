//! The TypeScript bindings: one file a type, the constants, and a barrel.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use domain::account::{EntryMode, User};
use domain::contact::ContactDraft;
use domain::content::{
    BackgroundColour, Block, Colour, Icon, Inline, OfferCard, Office, Post, PostSummary, Programme,
    Service, Site,
};
use domain::hosted::{
    AwardRequest, Code, CodeRequest, CodeSent, Entrance, Erased, ErasureRequest, Find,
    HistoryEntry, HostedCode, HostedReferral, MessageAction, MessageRequest, MessageState,
    MessageView, Messages, Mode, Page, Problem, ProblemError, Proof, Puzzle, Role,
    SecondFactorRequest, SessionEntry, SessionView, Sessions, SiteConfig, Sort, Submission,
};
use domain::ledger::{Import, ReferralView, Totals};
use domain::notice::{Notice, Trouble, Variant};
use domain::referral::{Referral, ReferralDraft, Status, Tone};
use domain::rejection::{Field, RejectionCode, RejectionWords};
use domain::service::ServiceOption;
use domain::verdict::Verdict;
use ts_rs::{Config, TS};

use crate::diff;
use crate::module::Module;
use crate::output::Output;
use crate::{constants, hosted_words, words};

const FOLDER: &str = "bindings";
const MEND: &str = "cargo xtask bindings";

/// Writes the folder.
pub(crate) fn write(root: &Path) -> anyhow::Result<String> {
    let output = generate()?;
    let changed = output.write(&root.join(FOLDER))?;
    Ok(format!("{} files, {changed} changed", output.len()))
}

/// Compares the folder with what the domain says; fails with a diff.
pub(crate) fn check(root: &Path) -> anyhow::Result<String> {
    let output = generate()?;
    let folder = root.join(FOLDER);
    let mut report = String::new();
    for (path, wanted) in output.files() {
        let committed = fs::read_to_string(folder.join(path)).unwrap_or_default();
        report += &diff::unified(&format!("{FOLDER}/{path}"), &committed, wanted);
    }
    for path in output.stale(&folder)? {
        report += &format!("{FOLDER}/{path} belongs to no type any more\n");
    }
    if report.is_empty() {
        return Ok(format!("{} files, all fresh", output.len()));
    }
    bail!("{report}\nThe bindings are stale. Mend them with: {MEND}");
}

fn generate() -> anyhow::Result<Output> {
    let mut types = Types { config: Config::new().with_large_int("number"), ..Types::default() };
    types.add::<EntryMode>()?;
    types.add::<User>()?;
    types.add::<ContactDraft>()?;
    types.add::<ReferralDraft>()?;
    types.add::<Referral>()?;
    types.add::<Status>()?;
    types.add::<Tone>()?;
    types.add::<ReferralView>()?;
    types.add::<Totals>()?;
    types.add::<Import>()?;
    types.add::<ServiceOption>()?;
    types.add::<Field>()?;
    types.add::<RejectionCode>()?;
    types.add::<RejectionWords>()?;
    types.add::<Notice>()?;
    types.add::<Variant>()?;
    types.add::<Trouble>()?;
    types.add::<Verdict<User>>()?;
    types.add::<Site>()?;
    types.add::<Office>()?;
    types.add::<Programme>()?;
    types.add::<OfferCard>()?;
    types.add::<Service>()?;
    types.add::<Icon>()?;
    types.add::<Colour>()?;
    types.add::<BackgroundColour>()?;
    types.add::<PostSummary>()?;
    types.add::<Post>()?;
    types.add::<Block>()?;
    types.add::<Inline>()?;
    for add in HOSTED {
        add(&mut types)?;
    }
    types.finish()
}

/// What crosses between the pages and a server.
const HOSTED: [fn(&mut Types) -> anyhow::Result<()>; 30] = [
    Types::add::<AwardRequest>,
    Types::add::<Code>,
    Types::add::<CodeRequest>,
    Types::add::<CodeSent>,
    Types::add::<Entrance>,
    Types::add::<Erased>,
    Types::add::<ErasureRequest>,
    Types::add::<Find>,
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
    Types::add::<Sessions>,
    Types::add::<SiteConfig>,
    Types::add::<Sort>,
    Types::add::<Submission>,
];

#[derive(Default)]
struct Types {
    config: Config,
    output: Output,
    names: Vec<String>,
}

impl Types {
    fn add<T: TS + 'static>(&mut self) -> anyhow::Result<()> {
        let name = T::ident(&self.config);
        let text = T::export_to_string(&self.config).with_context(|| name.clone())?;
        // The first line is the deriving library's banner; ours says what to do instead.
        let (_, text) = text.split_once('\n').context("a type without a banner")?;
        let mut module = Module::new("crates/domain");
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
        self.output.add("constants.ts", constants::module()?);
        self.output.add("words.ts", words::module()?);
        self.output.add("hosted-words.ts", hosted_words::module()?);
        Ok(self.output)
    }
}

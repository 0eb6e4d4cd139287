//! Every command in the documents is either run by a test, or exists as far as one can tell without
//! running it, or has a reason here why it is not run.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use clap::error::ErrorKind;
use server::settings::{Settings, SettingsError};

/// Commands that no test runs, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo mutants", "takes hours, and a program that is not part of this repository"),
    ("cargo install cargo-mutants --locked", "takes minutes, and is needed for cargo mutants only"),
    ("pip install schemathesis", "needed for one measurement only"),
    ("cargo tree", "an explanation names it"),
    ("oathtool ", "an authenticator app in the example; `second_factor.rs` computes the same code"),
    ("pg_dump --format=custom", "`restore.rs` runs it with a cluster of its own"),
    ("createdb --host", "the cluster of the tests makes databases itself"),
    ("pg_restore --no-owner", "`restore.rs` runs it with a cluster of its own"),
];

/// Words in capital letters that stand for something, and what a test puts there.
const PLACEHOLDERS: &[(&str, &str)] = &[
    ("NUMBER", "919840012345"),
    ("FILE", "a-file"),
    ("ID", "an-id"),
    ("ADDRESS", "sqlite://a.db"),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents, by their path from the root.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec!["docs".to_owned(), "bindings".to_owned()];
    let in_root = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"];
    found.extend(in_root.map(str::to_owned));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(repository().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.ends_with(".md") {
                found.push(path);
            }
        }
    }
    found
}

/// The commands of a document: the lines of its shell blocks, and what stands between backticks.
fn commands(text: &str) -> BTreeSet<String> {
    let programs =
        ["cargo ", "npm ", "server ", "devserver ", "docker ", "fuzz/run", ".ci/", "pip "];
    let is_command = |text: &str| programs.iter().any(|program| text.starts_with(program));
    let mut found = BTreeSet::new();
    for (place, part) in text.split("```").enumerate() {
        if place % 2 == 1 {
            let (language, block) = part.split_once('\n').unwrap();
            if ["sh", "text"].contains(&language) {
                let block = block.replace("\\\n", " ");
                let lines = block.lines().map(|line| line.split(" #").next().unwrap());
                let lines = lines.map(|line| line.trim().trim_end_matches(" &&"));
                let lines =
                    lines.map(|line| line.strip_prefix("ENGINE=").map_or(line, after_blank));
                found.extend(lines.filter(|line| is_command(line)).map(str::to_owned));
            }
        } else {
            let spans = part.split('`').skip(1).step_by(2);
            let spans = spans.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "));
            found.extend(spans.filter(|span| is_command(span)));
        }
    }
    found
}

fn after_blank(line: &str) -> &str {
    line.split_once(' ').map_or(line, |(_, rest)| rest)
}

/// What is wrong with a command, as far as one can tell without running it.
fn fault(command: &str) -> Option<String> {
    let words: Vec<_> = command.split(' ').filter(|word| !word.is_empty()).collect();
    match words[..] {
        ["server", ..] => server_fault(&words),
        ["devserver", ref rest @ ..] => {
            let source = read("crates/devserver/src/main.rs");
            let flags = rest.iter().filter_map(|word| word.strip_prefix("--"));
            let unknown =
                flags.map(|flag| flag.replace('-', "_")).find(|flag| !source.contains(flag));
            unknown.map(|flag| format!("devserver has no --{flag}"))
        }
        ["cargo", "xtask"] | ["cargo", "test"] => None,
        ["cargo", "xtask", task, ..] => {
            let variant = format!("{}{}", task[..1].to_uppercase(), &task[1..]);
            let tasks = read("crates/xtask/src/main.rs");
            (!tasks.contains(&format!("    {variant}"))).then(|| format!("there is no task {task}"))
        }
        ["cargo", ref rest @ ..] => cargo_fault(rest),
        ["npm", ref rest @ ..] => npm_fault(rest),
        [program, ..] => {
            (!repository().join(program).exists()).then(|| format!("there is no {program}"))
        }
        [] => None,
    }
}

/// Lets the program itself parse the command. A text may name one without what it takes.
fn server_fault(words: &[&str]) -> Option<String> {
    // What a shell does with the output is none of the program's words.
    let words = words.iter().take_while(|word| **word != ">").map(|word| {
        let known = PLACEHOLDERS.iter().find(|(placeholder, _)| word == placeholder);
        OsString::from(known.map_or(*word, |(_, value)| value))
    });
    match Settings::read(words).err()? {
        SettingsError::Flags(error) if is_only_named(error.kind()) => None,
        error => Some(error.to_string()),
    }
}

fn is_only_named(kind: ErrorKind) -> bool {
    use ErrorKind::{
        DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, MissingRequiredArgument,
    };
    let kinds = [DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, MissingRequiredArgument];
    kinds.contains(&kind)
}

/// Whether the package, the target and a test with this name exist.
fn cargo_fault(words: &[&str]) -> Option<String> {
    let after = |names: &[&str]| {
        let place = words.iter().position(|word| names.contains(word))?;
        words.get(place + 1).copied()
    };
    let package = after(&["-p", "--package"])?;
    let folder = if package == "fuzz" { "fuzz".to_owned() } else { format!("crates/{package}") };
    if !repository().join(&folder).exists() {
        return Some(format!("there is no package {package}"));
    }
    if package == "trials" {
        let trial = words
            .iter()
            .skip_while(|word| **word != "--")
            .find(|word| word.starts_with(char::is_lowercase));
        let missing =
            trial.filter(|trial| !repository().join(format!("{folder}/src/{trial}.rs")).exists());
        return missing.map(|trial| format!("there is no trial {trial}"));
    }
    let sources = match after(&["--test"]) {
        Some(target) => format!("{folder}/tests/{target}"),
        None => folder,
    };
    let takes_value =
        |place: usize| words[place - 1].starts_with('-') && words[place - 1] != "--release";
    let filter =
        (1..words.len()).find(|&place| !words[place].starts_with('-') && !takes_value(place))?;
    let filter = words[filter];
    let all = names_below(&repository().join(&sources));
    (!all.contains(filter)).then(|| format!("{sources} has no test that is called {filter}"))
}

/// The names of files and functions below a folder, or of one file.
fn names_below(path: &Path) -> String {
    let mut names = String::new();
    let file = path.with_extension("rs");
    let mut paths = vec![if path.is_dir() { path.to_owned() } else { file }];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            names.push_str(path.file_stem().unwrap().to_str().unwrap());
            let text = fs::read_to_string(&path).unwrap();
            let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
            names.extend(functions.flat_map(|name| [" ", name]));
            names.push(' ');
        }
    }
    names
}

fn npm_fault(words: &[&str]) -> Option<String> {
    let prefix = words.iter().position(|word| *word == "--prefix").map(|place| words[place + 1]);
    let package =
        prefix.map_or("web/package.json".to_owned(), |prefix| format!("{prefix}/package.json"));
    if !repository().join(&package).exists() {
        return Some(format!("there is no {package}"));
    }
    let script = match words {
        ["run", script, ..] => script,
        ["test", ..] => "test",
        _ => return None,
    };
    let script = script.trim_end_matches(',');
    let has = read(&package).contains(&format!("\"{script}\":"));
    (!has).then(|| format!("{package} has no script {script}"))
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}

#[test]
fn each_command_in_the_documents_exists() {
    let mut faults = Vec::new();
    let mut count = 0;
    for document in documents() {
        for command in commands(&read(&document)) {
            count += 1;
            let is_excused = NOT_RUN.iter().any(|(known, _)| command.starts_with(known));
            let found = if is_excused { None } else { fault(&command) };
            faults.extend(found.map(|fault| format!("{document}: {command}\n    {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 100, "only {count} were found");
}

#[test]
fn each_excuse_is_needed() {
    let all: String = documents().iter().map(|document| read(document)).collect();
    for (command, why) in NOT_RUN {
        assert!(all.contains(command.trim()), "no document has {command} ({why})");
    }
}

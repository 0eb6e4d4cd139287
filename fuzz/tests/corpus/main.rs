//! Runs the targets with the committed corpus and with mutations of it, the same in each run.

#![cfg(test)]

mod mutator;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use domain::referral::ReferralDraft;
use fuzz::SEPARATOR;
use mutator::Mutator;
use serde_json::Value;

/// A file's name and its bytes.
type File = (String, Vec<u8>);

/// How many mutations are tried for each file of the corpus.
const MUTATIONS: usize = 80;

#[test]
fn the_ledger_passes_on_its_corpus() {
    run_corpus("ledger", fuzz::ledger);
}

#[test]
fn the_forms_pass_on_their_corpus() {
    run_corpus("forms", fuzz::forms);
}

#[test]
fn the_numbers_pass_on_their_corpus() {
    run_corpus("numbers", fuzz::numbers);
}

/// A rule that the second reading does not know fails here, if the domain's table has a case for it.
#[test]
fn the_forms_agree_with_the_domains_cases() {
    let cases = include_str!("../../../crates/domain/tests/cases/referral.json");
    let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
    for case in cases {
        let mut texts = Vec::new();
        if !case["user"].is_null() {
            texts.extend(["u".to_owned(), case["user"].to_string()]);
        }
        texts.push("r".to_owned());
        ReferralDraft::of(|field| {
            texts.push(text(&case["draft"][field]));
            String::new()
        });
        let bytes = texts.iter().map(String::as_bytes).collect::<Vec<_>>().join(&SEPARATOR);
        let name = &case["name"];
        catch_unwind(|| fuzz::forms(&bytes)).unwrap_or_else(|_| panic!("{name}"));
    }
}

/// A text of a case, which may be written as one that is repeated.
fn text(value: &Value) -> String {
    let times = value["times"].as_u64().and_then(|times| usize::try_from(times).ok());
    let text = value["repeat"].as_str().or(value.as_str()).unwrap_or_default();
    text.repeat(times.unwrap_or(1))
}

/// The corpus stays small enough to read it and to run it in each test.
#[test]
fn the_corpus_is_small() {
    let mut bytes = 0;
    for target in ["ledger", "forms", "numbers"] {
        let files = corpus(target);
        assert!((20..=80).contains(&files.len()), "{target} has {} files", files.len());
        bytes += files.iter().map(|(_, input)| input.len()).sum::<usize>();
    }
    assert!(bytes < 200_000, "{bytes} bytes");
}

fn run_corpus(name: &str, target: fn(&[u8])) {
    let corpus = corpus(name);
    let mut mutator = Mutator::new();
    for (file, input) in &corpus {
        try_input(target, input, file);
        for _ in 0..MUTATIONS {
            let mutated = mutator.mutate(input, &corpus);
            try_input(target, &mutated, &format!("a mutation of {file}"));
        }
    }
}

/// Runs a target. If it panics, the message has the input.
fn try_input(target: fn(&[u8]), input: &[u8], origin: &str) {
    let held = catch_unwind(|| target(input)).is_ok();
    assert!(held, "{origin} fails: \"{}\"", input.escape_ascii());
}

/// The files of a target, sorted by name.
fn corpus(target: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (format!("{target}/{name}"), fs::read(file.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

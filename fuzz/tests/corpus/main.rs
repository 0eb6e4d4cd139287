//! Runs the targets with the committed corpus and with mutations of it, the same in each run.

#![cfg(test)]

mod mutator;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use mutator::Mutator;

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

/// The corpus stays small enough to read it and to run it in each test.
#[test]
fn the_corpus_is_small() {
    let mut bytes = 0;
    for target in ["ledger", "forms"] {
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

//! The targets over the committed corpus, and over slips away from it: the same ones at each run.

#![cfg(test)]

mod slips;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use slips::Slips;

/// A file's name and its bytes.
type File = (String, Vec<u8>);

/// How many slips are tried for each file of the corpus.
const SLIPS: usize = 80;

#[test]
fn the_ledger_bears_its_corpus() {
    bears("ledger", fuzz::ledger);
}

#[test]
fn the_forms_bear_their_corpus() {
    bears("forms", fuzz::forms);
}

#[test]
fn the_numbers_bear_their_corpus() {
    bears("numbers", fuzz::numbers);
}

/// What is committed stays small enough to be looked at and to be run at each test.
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

fn bears(name: &str, target: fn(&[u8])) {
    let corpus = corpus(name);
    let mut slips = Slips::new();
    for (file, input) in &corpus {
        try_input(target, input, file);
        for _ in 0..SLIPS {
            let slipped = slips.away_from(input, &corpus);
            try_input(target, &slipped, &format!("a slip away from {file}"));
        }
    }
}

/// Says which input it was, where a target panics.
fn try_input(target: fn(&[u8]), input: &[u8], origin: &str) {
    let held = catch_unwind(|| target(input)).is_ok();
    assert!(held, "{origin} is not borne: \"{}\"", input.escape_ascii());
}

/// The names and the bytes of a target's files, in the order of the names.
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

//! The files of a language. Those of another than the original are merged with their originals.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use content::{Language, ORIGINAL, Site, State, merged, stamped};
use serde_json::Value;

/// The texts of each folder that are translated. All other fields stand once, in the original.
const TEXTS: [(&str, &[&str]); 6] = [
    ("cases", &["title", "summary", "sector", "asked", "done", "measured", "quotation"]),
    ("courses", &["title", "summary", "place"]),
    ("pages", &["title", "description", "lead"]),
    ("posts", &["title", "excerpt", "listAuthor", "author", "category", "tags", "imageAlt"]),
    ("services", &["title", "description", "paragraphs", "included", "next", "offer", "questions"]),
    ("vacancies", &["title", "summary", "place", "country", "apply"]),
];

/// A folder of content in one language.
pub(crate) struct Source<'a> {
    /// The folder `content`.
    pub(crate) content: &'a Path,
    pub(crate) language: &'a Language,
    /// How far each translation has come, by its path below `content`.
    pub(crate) states: RefCell<BTreeMap<String, State>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(content: &'a Path, language: &'a Language) -> Self {
        Self { content, language, states: RefCell::default() }
    }

    /// Whether everything is written in this language first.
    pub(crate) fn is_original(&self) -> bool {
        self.language.code == ORIGINAL
    }

    /// What is read of the Markdown files of a folder, by name without extension.
    pub(crate) fn files<T>(
        &self,
        folder: &str,
        read: impl Fn(&str, &str) -> anyhow::Result<T>,
    ) -> anyhow::Result<BTreeMap<String, T>> {
        let of = self.content.join(&self.language.code).join(folder);
        let files = markdown_files(&of)?.into_iter().map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let found = self.text(folder, &name, &file).and_then(|text| read(&name, &text));
            let path = format!("content/{}/{folder}/{name}.md", self.language.code);
            Ok((name, found.with_context(|| path)?))
        });
        files.collect()
    }

    /// The text of a file, merged with the original if it is a translation.
    fn text(&self, folder: &str, name: &str, file: &Path) -> anyhow::Result<String> {
        let text = fs::read_to_string(file)?;
        if self.is_original() {
            return Ok(text);
        }
        let original = original(self.content, folder, name)?;
        let texts = TEXTS.iter().find(|(of, _)| *of == folder).map_or(&[][..], |(_, texts)| texts);
        let (text, state) = merged(&original, &text, texts)?;
        let path = format!("{}/{folder}/{name}.md", self.language.code);
        self.states.borrow_mut().insert(path, state);
        Ok(text)
    }

    /// The company in this language: the original's facts, with the texts of its own `site.json`.
    pub(crate) fn site(&self) -> anyhow::Result<Site> {
        let mut site: Value = read_json(&self.content.join("site.json"))?;
        if !self.is_original() {
            let name = format!("{}/site.json", self.language.code);
            let words = read_json(&self.content.join(&name))?;
            put_words("site", &mut site, words).with_context(|| format!("content/{name}"))?;
        }
        serde_json::from_value(site).context("content/site.json")
    }
}

fn read_json<T: serde::de::DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    serde_json::from_str(&text).with_context(|| file.display().to_string())
}

/// The texts of `site.json` that may be left out.
const OPTIONAL: [&str; 2] = ["about", "proofs"];

/// Replaces the texts in a value. Both have the same form, but for what has no text. What an editor has added or taken
/// out of the original since does not stop the build: a list of another length is English until it is translated. What
/// has an id is found by it.
fn put_words(name: &str, place: &mut Value, words: Value) -> anyhow::Result<()> {
    match (place, words) {
        (Value::String(text), Value::String(words)) => *text = words,
        (Value::Array(places), Value::Array(words)) => {
            let has_ids = words.iter().all(|words| words["id"].is_string());
            if !has_ids && places.len() != words.len() {
                return Ok(());
            }
            for (number, words) in words.into_iter().enumerate() {
                let of = places.iter().position(|place| has_ids && place["id"] == words["id"]);
                if let Some(place) = if has_ids { of } else { Some(number) } {
                    put_words(name, &mut places[place], words)?;
                }
            }
        }
        (Value::Object(places), Value::Object(words)) => {
            for (name, words) in words {
                match places.get_mut(&name) {
                    Some(Value::Null) => {}
                    Some(place) => put_words(&name, place, words)?,
                    None if OPTIONAL.contains(&name.as_str()) => {}
                    None => bail!("{name} is unknown"),
                }
            }
        }
        _ => bail!("{name} is of another form than in content/site.json"),
    }
    Ok(())
}

/// Writes into a translation what it was made from. `file` is its path.
pub(crate) fn stamp(content: &Path, file: &Path) -> anyhow::Result<()> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let original = original(content, &folder, &name)?;
    let text = fs::read_to_string(file)?;
    Ok(fs::write(file, stamped(&original, &text)?)?)
}

fn original(content: &Path, folder: &str, name: &str) -> anyhow::Result<String> {
    let file = content.join(ORIGINAL).join(folder).join(format!("{name}.md"));
    fs::read_to_string(&file).with_context(|| format!("it translates {}", file.display()))
}

/// A missing folder counts as empty.
fn markdown_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let files: Vec<PathBuf> = entries.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    let is_text = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "md");
    Ok(files.into_iter().filter(is_text).collect())
}

//! Translations of files: `content/<language>/…`, with the same names as the originals.
//!
//! A translation has only the texts. What has no language (dates, amounts, colours) stands once, in the
//! original, and is merged with it before the file is read like any other.

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use toml::{Table, Value};

use crate::blog::Block;
use crate::front_matter::parts;

/// What a translation says of itself.
const FROM: &str = "from";
const REVIEWED: &str = "reviewed";

/// How far a translation has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether the original has changed since.
    pub is_behind: bool,
    /// Whether a native speaker has read it.
    pub is_reviewed: bool,
}

/// What a translation says that it was made from: the first 16 hexadecimal digits of the SHA-256 of
/// the original's text.
#[must_use]
pub fn origin_of(original: &str) -> String {
    Sha256::digest(original).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The text of a file in another language: the original's facts with the translation's texts, which
/// are those of `texts`. The error names what is missing or too much. A translation that is behind
/// may be of the form that its original had: whoever edits the original does not have to know the
/// language, and what is new is English until somebody translates it.
pub fn merged(
    original: &str,
    translation: &str,
    texts: &[&str],
) -> anyhow::Result<(String, State)> {
    let (facts, _) = parts(original)?;
    let (matter, body) = parts(translation)?;
    let mut facts: Table = toml::from_str(facts).context("the original")?;
    let mut matter: Table = toml::from_str(matter).context("the lines between +++")?;
    // One that was begun in the editor says neither.
    let from = matter.remove(FROM);
    let is_behind = from.is_none_or(|from| from.as_str() != Some(&origin_of(original)));
    let is_reviewed = matter.remove(REVIEWED).is_some_and(|it| it.as_bool() == Some(true));
    let state = State { is_behind, is_reviewed };
    for text in texts {
        // Its permission stands in the original, and may be for other words by now.
        if *text == "quotation" && state.is_behind {
            matter.remove(*text);
        }
        match (facts.get_mut(*text), matter.get(*text)) {
            (Some(place), Some(words)) => {
                replace(place, words.clone(), state.is_behind)
                    .with_context(|| (*text).to_owned())?;
                matter.remove(*text);
            }
            (Some(_), None) if !state.is_behind => bail!("{text} is not translated"),
            (None, Some(_)) if state.is_behind => drop(matter.remove(*text)),
            _ => {}
        }
    }
    if let Some(surplus) = matter.keys().next() {
        bail!("{surplus} has no place in a translation: it stands in the original, or not at all");
    }
    Ok((format!("+++\n{}+++\n{body}", toml::to_string(&facts)?), state))
}

/// A translation's text with the hash of its original.
pub fn stamped(original: &str, translation: &str) -> anyhow::Result<String> {
    let (matter, body) = parts(translation)?;
    let is_from = |line: &&str| line.split('=').next().is_some_and(|key| key.trim() == FROM);
    if matter.lines().filter(is_from).count() != 1 {
        bail!("it does not say what it was made from: write {FROM} = \"\"");
    }
    let stamp = format!("{FROM} = \"{}\"", origin_of(original));
    let lines: Vec<_> =
        matter.lines().map(|line| if is_from(&line) { stamp.as_str() } else { line }).collect();
    Ok(format!("+++\n{}\n+++\n{body}", lines.join("\n")))
}

/// Replaces the texts in a value. Both have the same form, but for what has no text; or, if the
/// translation `is_behind`, another length.
fn replace(place: &mut Value, words: Value, is_behind: bool) -> anyhow::Result<()> {
    match (place, words) {
        (Value::String(text), Value::String(words)) => {
            if words.trim().is_empty() && !text.trim().is_empty() {
                bail!("it is empty");
            }
            *text = words;
        }
        (Value::Array(places), Value::Array(words)) if places.len() != words.len() && is_behind => {
            *places = words;
        }
        (Value::Array(places), Value::Array(words)) => {
            if places.len() != words.len() {
                bail!("it has {} entries, and the original {}", words.len(), places.len());
            }
            for (place, words) in places.iter_mut().zip(words) {
                replace(place, words, is_behind)?;
            }
        }
        (Value::Table(places), Value::Table(words)) => {
            for (name, words) in words {
                match places.get_mut(&name) {
                    Some(place) => {
                        replace(place, words, is_behind).with_context(|| name.clone())?;
                    }
                    None if is_behind => {}
                    None => bail!("the original has no {name}"),
                }
            }
        }
        (place, _) => bail!("it is of another form than the original, which is {place}"),
    }
    Ok(())
}

/// Gives the headings the anchors of the original's, so that links to them hold in every language; if
/// the translation `is_behind`, as many as there are.
pub fn share_anchors(
    original: &[Block],
    translation: &mut [Block],
    is_behind: bool,
) -> anyhow::Result<()> {
    let anchors: Vec<_> = original.iter().filter_map(anchor).collect();
    let count = translation.iter().filter(|block| anchor(block).is_some()).count();
    if count != anchors.len() && !is_behind {
        bail!("it has {count} headings, and the original {}", anchors.len());
    }
    let mut anchors = anchors.into_iter();
    for block in translation {
        let Block::Heading { id, level, .. } = block else { continue };
        let Some((wanted, wanted_level)) = anchors.next() else { continue };
        if *level != wanted_level && !is_behind {
            bail!(
                "the heading for #{wanted} has the level {level}, and the original {wanted_level}"
            );
        }
        wanted.clone_into(id);
    }
    Ok(())
}

fn anchor(block: &Block) -> Option<(&String, u8)> {
    match block {
        Block::Heading { id, level, .. } => Some((id, *level)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    const ORIGINAL: &str = "+++\ntitle = \"A\"\nposted = 2026-01-31\nlines = [\"a\", \"b\"]\n\n\
        [offer]\ntitle = \"B\"\nprice = 3\n+++\n## First\n\nText.\n";
    const TRANSLATION: &str = "+++\nfrom = \"\"\nreviewed = false\ntitle = \"أ\"\n\
        lines = [\"ا\", \"ب\"]\n\n[offer]\ntitle = \"ب\"\n+++\n## أولا\n\nنص.\n";
    const TEXTS: [&str; 3] = ["title", "lines", "offer"];

    #[test]
    fn facts_stand_once() {
        let (text, state) = merged(ORIGINAL, TRANSLATION, &TEXTS).unwrap();
        let (matter, body) = parts(&text).unwrap();
        let matter: Table = toml::from_str(matter).unwrap();
        assert_eq!(matter["title"].as_str(), Some("أ"));
        assert_eq!(matter["posted"].to_string(), "2026-01-31");
        assert_eq!(matter["offer"]["price"].as_integer(), Some(3));
        assert_eq!(matter["offer"]["title"].as_str(), Some("ب"));
        assert_eq!(body, "## أولا\n\nنص.\n");
        assert_eq!(state, State { is_behind: true, is_reviewed: false });
    }

    #[test]
    fn a_stamped_translation_is_behind_once_the_original_changes() {
        let stamped = stamped(ORIGINAL, TRANSLATION).unwrap();
        assert!(!merged(ORIGINAL, &stamped, &TEXTS).unwrap().1.is_behind);
        let changed = ORIGINAL.replace("Text.", "Another text.");
        assert!(merged(&changed, &stamped, &TEXTS).unwrap().1.is_behind);
    }

    #[test]
    fn one_that_was_begun_in_the_editor_is_behind_and_not_read() {
        let begun = TRANSLATION.replace("from = \"\"\nreviewed = false\n", "");
        let (_, state) = merged(ORIGINAL, &begun, &TEXTS).unwrap();
        assert_eq!(state, State { is_behind: true, is_reviewed: false });
    }

    #[test]
    fn a_translation_that_is_behind_may_be_of_the_form_before() {
        let stamped = stamped(ORIGINAL, TRANSLATION).unwrap();
        for (from, to) in [
            ("lines = [\"a\", \"b\"]", "lines = [\"a\"]"),
            ("lines = [\"a\", \"b\"]\n", ""),
            ("title = \"B\"\n", ""),
        ] {
            let changed = ORIGINAL.replacen(from, to, 1);
            let (text, state) = merged(&changed, &stamped, &TEXTS).unwrap();
            assert!(state.is_behind && text.contains("title = \"أ\""), "{from}: {text}");
        }
        let added = ORIGINAL.replacen("price", "note = \"New\"\nprice", 1);
        assert!(merged(&added, &stamped, &TEXTS).unwrap().0.contains("note = \"New\""));
    }

    #[test]
    fn what_is_wrong_is_said_in_words() {
        for (from, to, word) in [
            ("title = \"أ\"\n", "", "title is not translated"),
            ("title = \"أ\"", "title = \" \"", "empty"),
            ("[\"ا\", \"ب\"]", "[\"ا\"]", "1 entries, and the original 2"),
            ("[\"ا\", \"ب\"]", "3", "another form"),
            ("title = \"أ\"", "title = \"أ\"\nposted = 2026-02-01", "posted has no place"),
            ("title = \"ب\"", "heading = \"ب\"", "no heading"),
        ] {
            let stamped = stamped(ORIGINAL, TRANSLATION).unwrap();
            let text = stamped.replacen(from, to, 1);
            assert_ne!(text, stamped, "{from}");
            let error = format!("{:#}", merged(ORIGINAL, &text, &TEXTS).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn headings_keep_the_anchors_of_the_original() {
        let blocks = |text: &str| markdown::blocks(text, &crate::Pictures::default()).unwrap();
        let original = blocks("## Pay\n\nA.\n\n### More\n");
        let mut translation = blocks("## الأجر\n\nب.\n\n### المزيد\n");
        share_anchors(&original, &mut translation, false).unwrap();
        let ids: Vec<_> = translation.iter().filter_map(anchor).map(|(id, _)| id).collect();
        assert_eq!(ids, ["pay", "more"]);
        for wrong in ["## الأجر\n", "## الأجر\n\n## المزيد\n"] {
            assert!(share_anchors(&original, &mut blocks(wrong), false).is_err(), "{wrong}");
            share_anchors(&original, &mut blocks(wrong), true).unwrap();
        }
    }
}

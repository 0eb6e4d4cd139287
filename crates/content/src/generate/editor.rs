//! Writes the editor's configuration.

use std::fs;
use std::path::Path;

use anyhow::Context;
use content::{Hosting, editor_config, read_languages};

/// Writes `config.json` into a folder, unless it is there; returns how many files have changed.
pub(crate) fn write(content: &Path, folder: &Path, hosting: &Hosting) -> anyhow::Result<usize> {
    let config = editor_config(&languages(content)?, hosting);
    let text = format!("{config:#}\n");
    let file = folder.join("config.json");
    if fs::read_to_string(&file).is_ok_and(|old| old == text) {
        return Ok(0);
    }
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, text))
        .with_context(|| file.display().to_string())?;
    Ok(1)
}

/// The languages of the website, English first.
fn languages(content: &Path) -> anyhow::Result<Vec<String>> {
    let file = content.join("languages.json");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    Ok(read_languages(&text)?.into_iter().map(|language| language.code).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_is_edited_beside_english() {
        let root = tempfile::tempdir().unwrap();
        let hosting = Hosting::Folder { name: "website".to_owned() };
        let into = root.path().join("editor");
        let content = root.path().join("content");
        fs::create_dir_all(&content).unwrap();
        let listed = r#"[
            { "code": "en", "name": "English", "tag": "en-GB", "locale": "en-GB", "openGraph": "en_GB", "plurals": ["one"] },
            { "code": "ta", "name": "Tamil", "tag": "ta", "locale": "ta-IN", "openGraph": "ta_IN", "plurals": ["one"] }
        ]"#;
        fs::write(content.join("languages.json"), listed).unwrap();
        assert_eq!(write(&content, &into, &hosting).unwrap(), 1);
        assert_eq!(write(&content, &into, &hosting).unwrap(), 0);
        let text = fs::read_to_string(into.join("config.json")).unwrap();
        let config: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(config["i18n"]["locales"], serde_json::json!(["en", "ta"]));
    }
}

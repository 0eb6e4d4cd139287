//! When work counts as fresh, and when it does not.

use super::*;

/// A folder of its own for each test, gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn digest(folder: &Folder) -> String {
    Inputs::of_recipe("r").path(folder.0.clone()).digest().unwrap()
}

#[test]
fn content_names_and_absence_all_change_the_digest() {
    let folder = Folder::new("digest");
    let file = folder.write("src/a.rs", "one");
    let first = digest(&folder);
    folder.write("src/a.rs", "two");
    let second = digest(&folder);
    fs::rename(&file, folder.0.join("src/b.rs")).unwrap();
    let third = digest(&folder);
    fs::remove_file(folder.0.join("src/b.rs")).unwrap();
    let fourth = digest(&folder);
    let all = [first, second, third, fourth];
    for (place, one) in all.iter().enumerate() {
        assert!(!all[place + 1..].contains(one), "{place} is repeated");
    }
}

#[test]
fn writing_the_same_bytes_again_changes_nothing() {
    let folder = Folder::new("same");
    folder.write("a", "one");
    let before = digest(&folder);
    folder.write("a", "one");
    assert_eq!(before, digest(&folder));
}

#[test]
fn moving_a_byte_from_one_file_to_the_next_is_a_change() {
    let folder = Folder::new("bytes");
    folder.write("a", "xy");
    folder.write("b", "z");
    let before = digest(&folder);
    folder.write("a", "x");
    folder.write("b", "yz");
    assert_ne!(before, digest(&folder));
}

#[test]
fn what_is_left_out_does_not_matter() {
    let folder = Folder::new("left-out");
    folder.write("src/a.ts", "a");
    let inputs = || {
        Inputs::of_recipe("r")
            .path(folder.0.clone())
            .without(folder.0.join("generated"))
            .without_ending(".test.ts")
    };
    let before = inputs().digest().unwrap();
    folder.write("generated/x.ts", "x");
    folder.write("src/a.test.ts", "x");
    folder.write("src/a.ts~", "x");
    assert_eq!(before, inputs().digest().unwrap());
    folder.write("src/c.ts", "x");
    assert_ne!(before, inputs().digest().unwrap());
}

#[test]
fn the_recipe_and_each_word_matter() {
    let plain = Inputs::of_recipe("r").digest().unwrap();
    assert_ne!(plain, Inputs::of_recipe("s").digest().unwrap());
    assert_ne!(plain, Inputs::of_recipe("r").word("debian").digest().unwrap());
}

#[test]
fn a_stamp_is_good_until_an_input_or_an_output_changes() {
    let folder = Folder::new("stamp");
    let out = folder.write("out/rules.js", "made");
    let outputs = || [Output::Content(folder.0.join("out"))];
    let stamp = Stamp::of("step", &folder.0.join("stamps"));
    assert!(!stamp.is_good("in", &outputs()), "never pressed");
    assert!(stamp.press("in", &outputs()).unwrap());
    assert!(stamp.is_good("in", &outputs()));
    assert!(!stamp.is_good("other", &outputs()), "the inputs changed");
    fs::write(&out, "edited by hand").unwrap();
    assert!(!stamp.is_good("in", &outputs()), "the output changed");
    fs::write(&out, "made").unwrap();
    stamp.lift();
    assert!(!stamp.is_good("in", &outputs()), "the stamp was lifted");
}

#[test]
fn what_a_later_step_adds_does_not_spoil_the_stamp() {
    let folder = Folder::new("later");
    let page = folder.write("dist/index.html", "made");
    let later = folder.0.join("dist/_headers");
    let outputs = || [Output::ContentBut(folder.0.join("dist"), vec![later.clone()])];
    let stamp = Stamp::of("step", &folder.0.join("stamps"));
    assert!(stamp.press("in", &outputs()).unwrap());
    fs::write(&later, "added").unwrap();
    assert!(stamp.is_good("in", &outputs()));
    fs::write(&page, "edited by hand").unwrap();
    assert!(!stamp.is_good("in", &outputs()));
}

#[test]
fn a_missing_output_is_neither_good_nor_pressed() {
    let folder = Folder::new("missing");
    let outputs = [Output::Presence(folder.0.join("devserver"))];
    let stamp = Stamp::of("step", &folder.0);
    assert!(!stamp.press("in", &outputs).unwrap());
    assert!(!stamp.is_good("in", &outputs));
}

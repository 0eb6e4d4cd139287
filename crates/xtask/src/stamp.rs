//! Whether a step's work is still good: a hash of what went in, one of what came out.
//!
//! Times of files say little (a checkout changes them all, an editor's undo none); their
//! content says everything, and hashing a few hundred small files takes milliseconds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// What a step reads.
pub(crate) struct Inputs {
    words: Vec<String>,
    paths: Vec<PathBuf>,
    programs: Vec<PathBuf>,
    left_out: Vec<PathBuf>,
    left_out_endings: Vec<&'static str>,
}

impl Inputs {
    /// Starts with the step's recipe, its own source: a new recipe makes old work stale.
    pub(crate) fn of_recipe(recipe: &str) -> Self {
        Self {
            words: vec![recipe.into()],
            paths: Vec::new(),
            programs: Vec::new(),
            left_out: Vec::new(),
            left_out_endings: Vec::new(),
        }
    }

    /// A setting that is no file.
    pub(crate) fn word(mut self, word: &str) -> Self {
        self.words.push(word.into());
        self
    }

    /// A file, or a folder with all that is in it. It need not exist.
    pub(crate) fn path(mut self, path: PathBuf) -> Self {
        self.paths.push(path);
        self
    }

    /// A program that cargo builds. It is large, and cargo writes it only when it has changed, so
    /// its size and the time of its writing stand for its content.
    pub(crate) fn program(mut self, path: PathBuf) -> Self {
        self.programs.push(path);
        self
    }

    /// A part of a folder that does not matter.
    pub(crate) fn without(mut self, path: PathBuf) -> Self {
        self.left_out.push(path);
        self
    }

    /// Files that do not matter, by the end of their name.
    pub(crate) fn without_ending(mut self, ending: &'static str) -> Self {
        self.left_out_endings.push(ending);
        self
    }

    fn matters(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !(is_an_editors(&name)
            || self.left_out.iter().any(|left_out| left_out == path)
            || self.left_out_endings.iter().any(|ending| name.ends_with(ending)))
    }

    fn digest(&self) -> io::Result<String> {
        let mut hash = Sha256::new();
        for word in &self.words {
            add(&mut hash, word.as_bytes());
        }
        for path in &self.paths {
            add_tree(&mut hash, path, &|path| self.matters(path))?;
        }
        for program in &self.programs {
            let written = fs::metadata(program).and_then(|file| Ok((file.len(), file.modified()?)));
            add(&mut hash, format!("{:?}", written.ok()).as_bytes());
        }
        Ok(hex(hash))
    }
}

/// What a step writes.
pub(crate) enum Output {
    /// A file or folder whose every byte is the step's.
    Content(PathBuf),
    /// A folder that is the step's but for these files, which a later step adds.
    ContentBut(PathBuf, Vec<PathBuf>),
    /// A file that only has to be there.
    Presence(PathBuf),
}

/// The memory of one step's last success.
pub(crate) struct Stamp {
    file: PathBuf,
}

impl Stamp {
    /// The stamp of the step `name` among the others in `folder`.
    pub(crate) fn of(name: &str, folder: &Path) -> Self {
        Self { file: folder.join(format!("{name}.stamp")) }
    }

    /// The present state of the inputs, to be taken before the work begins: what is edited
    /// during the work then still counts as changed after it.
    pub(crate) fn inputs(inputs: &Inputs) -> io::Result<String> {
        inputs.digest()
    }

    /// Whether the last success had these inputs and its outputs are untouched.
    pub(crate) fn is_good(&self, inputs: &str, outputs: &[Output]) -> bool {
        let Ok(remembered) = fs::read_to_string(&self.file) else { return false };
        let now = outputs_digest(outputs).ok().flatten();
        now.is_some_and(|outputs| remembered == text(inputs, &outputs))
    }

    /// Forgets the last success: from here on the work is half finished.
    pub(crate) fn lift(&self) {
        let _ = fs::remove_file(&self.file);
    }

    /// Remembers a success. False if an output is missing after all.
    pub(crate) fn press(&self, inputs: &str, outputs: &[Output]) -> io::Result<bool> {
        let Some(outputs) = outputs_digest(outputs)? else { return Ok(false) };
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.file, text(inputs, &outputs))?;
        Ok(true)
    }
}

fn text(inputs: &str, outputs: &str) -> String {
    format!("inputs {inputs}\noutputs {outputs}\n")
}

/// Nothing, if one of them is missing.
fn outputs_digest(outputs: &[Output]) -> io::Result<Option<String>> {
    let mut hash = Sha256::new();
    for output in outputs {
        let (Output::Content(path) | Output::ContentBut(path, _) | Output::Presence(path)) = output;
        if !path.exists() {
            return Ok(None);
        }
        match output {
            Output::Content(path) => add_tree(&mut hash, path, &|_| true)?,
            Output::ContentBut(path, others) => {
                add_tree(&mut hash, path, &|path| !others.iter().any(|other| other == path))?;
            }
            Output::Presence(_) => {}
        }
    }
    Ok(Some(hex(hash)))
}

/// Adds a file, or a folder's files in the order of their names.
fn add_tree(hash: &mut Sha256, path: &Path, matters: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    if !matters(path) {
        return Ok(());
    }
    if path.is_dir() {
        let entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
        paths.sort();
        return paths.iter().try_for_each(|path| add_tree(hash, path, matters));
    }
    match fs::read(path) {
        Ok(bytes) => {
            add(hash, path.as_os_str().as_encoded_bytes());
            add(hash, &bytes);
            Ok(())
        }
        // Editors and tools replace files: gone between listing and reading is just gone.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Adds bytes with their length, so that no two lists of inputs look alike.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Swap, lock and backup files that editors leave beside what is being edited.
pub(crate) fn is_an_editors(name: &str) -> bool {
    name.ends_with('~')
        || name.starts_with(".#")
        || [".swp", ".swx", ".tmp", ".bak", ".DS_Store"].iter().any(|end| name.ends_with(end))
        // Vim tries whether it may write in a folder with a file of this name.
        || name == "4913"
}

#[cfg(test)]
mod tests;

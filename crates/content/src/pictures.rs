//! Pictures: those of this website, whose size the build reads from the file, and those of other
//! hosts, whose size is written beside the address.

use std::fs::{self, FileType};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use imagesize::{Compression, ImageType};

use crate::checks::check_picture;
use crate::drawing::size_of_drawing;

/// The most that a picture may weigh, in bytes. A phone with a slow connection (200 kB a second)
/// waits two seconds for it.
pub const PICTURE_MAX_BYTES: u64 = 400_000;

/// The types of pictures that all browsers show, by the ends of their names.
pub const PICTURE_TYPES: [&str; 6] = ["avif", "jpeg", "jpg", "png", "svg", "webp"];

/// What is written for a picture of another host.
pub(crate) const SIZE_FORM: &str = "its width and height in pixels, such as 1200x750";

/// What macOS leaves in each folder that somebody looks at. No server shows it.
const LEFT_BY_MACOS: &str = ".DS_Store";

/// Where pictures come from.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// The folder that is published at `/`.
    public: PathBuf,
    /// Other hosts, such as `https://images.example`.
    hosts: Vec<String>,
}

/// The size of a picture in pixels. It reserves space before the picture arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSize {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl Pictures {
    /// Pictures in the folder that is published at `/`, and on `hosts` (such as
    /// `https://images.example`).
    #[must_use]
    pub fn new(public: PathBuf, hosts: Vec<String>) -> Self {
        Self { public, hosts }
    }

    /// The size of the picture at an address. One of this website says it itself, and its `written`
    /// size is an error, because there would be two. One of another host needs it, like `1200x750`.
    ///
    /// An error names the picture: it is missing, too heavy, of another type or of a host that is not
    /// allowed.
    pub fn size(&self, url: &str, written: Option<&str>) -> anyhow::Result<PictureSize> {
        check_picture(url, &self.hosts)?;
        match (url.strip_prefix('/'), written) {
            (Some(path), None) => {
                self.size_of_file(Path::new(path)).with_context(|| format!("the picture {url:?}"))
            }
            (Some(_), Some(written)) => bail!(
                "the picture {url:?} has {written:?} beside it: leave that out, because its size is \
                 read from its file"
            ),
            (None, written) => written.and_then(parsed).with_context(|| {
                format!(
                    "the picture {url:?} is on another host and needs {SIZE_FORM}, and it has {}",
                    written.map_or_else(|| "none".to_owned(), |written| format!("{written:?}"))
                )
            }),
        }
    }

    /// Checks that the folder has nothing but pictures that a text could show. All of it is published, and a browser
    /// would run a page with a script as one of the site's own.
    ///
    /// An error names the file and says what is wrong with it.
    pub fn check_folder(&self) -> anyhow::Result<()> {
        match fs::symlink_metadata(&self.public) {
            Ok(found) if found.is_dir() => self.check_below(Path::new("")),
            Ok(_) => bail!("content/public is not a folder: make it one"),
            Err(_) => Ok(()),
        }
    }

    fn check_below(&self, folder: &Path) -> anyhow::Result<()> {
        for entry in fs::read_dir(self.public.join(folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            let kind = entry.file_type()?;
            let is_named_in_rules = folder.as_os_str().is_empty();
            // Each is named in a line of its own in the rules for hosts, where these mean something.
            let means_more =
                |it: char| it.is_control() || (is_named_in_rules && " *:".contains(it));
            if path.to_string_lossy().contains(means_more) {
                bail!(
                    "{path:?} in content/public has a character in its name that means something to hosts: give it \
                     another name"
                );
            }
            if kind.is_dir() && !has_dot(&path) {
                self.check_below(&path)?;
            } else if !(kind.is_file() && path.ends_with(LEFT_BY_MACOS)) {
                self.check_file(&path, kind).with_context(|| {
                    format!(
                        "content/public/{} would be published: delete it, or mend it",
                        path.display()
                    )
                })?;
            }
        }
        Ok(())
    }

    fn check_file(&self, path: &Path, kind: FileType) -> anyhow::Result<()> {
        if kind.is_symlink() {
            bail!("is a link: put the picture itself there");
        }
        if has_dot(path) {
            bail!("begins with a dot: give it a name without one");
        }
        self.size_of_file(path).map(|_| ())
    }

    fn size_of_file(&self, inside: &Path) -> anyhow::Result<PictureSize> {
        if !inside.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("is outside of content/public");
        }
        let file = self.public.join(inside);
        let Ok(metadata) = fs::metadata(&file) else {
            bail!("is not in content/public: upload it, or mend its name");
        };
        let end = inside.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if !PICTURE_TYPES.contains(&end) {
            bail!("ends in {end:?}: the types are {}", PICTURE_TYPES.join(", "));
        }
        if metadata.len() > PICTURE_MAX_BYTES {
            bail!(
                "weighs {} kB: make it smaller, {} kB at most",
                metadata.len().div_ceil(1000),
                PICTURE_MAX_BYTES / 1000
            );
        }
        let bytes = fs::read(&file)?;
        if end == "svg" {
            return size_of_drawing(&bytes);
        }
        size_of_pixels(&bytes, end).with_context(|| {
            format!("does not have the content of a picture that ends in {end:?}, with its size")
        })
    }
}

/// Whether the last part of a path begins with a dot. Such names are for what the build itself writes.
fn has_dot(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// A written size, such as `1200x750`.
fn parsed(written: &str) -> Option<PictureSize> {
    let (width, height) = written.split_once('x')?;
    let pixels = |text: &str| text.parse().ok().filter(|pixels| *pixels > 0);
    Some(PictureSize { width: pixels(width)?, height: pixels(height)? })
}

/// The size of a picture of pixels; `None` if its content is not what its name says.
fn size_of_pixels(bytes: &[u8], end: &str) -> Option<PictureSize> {
    let is_so = matches!(
        (imagesize::image_type(bytes).ok()?, end),
        (ImageType::Heif(Compression::Av1), "avif")
            | (ImageType::Jpeg, "jpeg" | "jpg")
            | (ImageType::Png, "png")
            | (ImageType::Webp, "webp")
    );
    let size = imagesize::blob_size(bytes).ok().filter(|_| is_so)?;
    let pixels = |side: usize| u32::try_from(side).ok().filter(|pixels| *pixels > 0);
    Some(PictureSize { width: pixels(size.width)?, height: pixels(size.height)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "https://images.example";

    /// A PNG of 3 by 2 pixels, as far as its header.
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0";

    fn refusal(name: &str, bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let pictures = Pictures::new(folder.path().to_owned(), vec![]);
        format!("{:#}", pictures.size(&format!("/{name}"), None).unwrap_err())
    }

    #[test]
    fn a_picture_of_this_website_says_its_size_itself() {
        let folder = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8]); 5] = [
            ("a.png", PNG),
            ("a.webp", b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x02\0\0\x01\0\0"),
            ("b.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='3px' height='2'/>"),
            ("c.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='100%' viewBox='0, 0 3 2'/>"),
            ("d.svg", b"<?xml version='1.0'?><!-- x --><svg viewBox='-1 -1 2.6 1.9'></svg>"),
        ];
        let pictures = Pictures::new(folder.path().to_owned(), vec![]);
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).unwrap();
            let size = pictures.size(&format!("/{name}"), None).unwrap();
            assert_eq!(size, PictureSize { width: 3, height: 2 }, "{name}");
        }
        let twice = pictures.size("/a.png", Some("3x2")).unwrap_err().to_string();
        assert!(twice.contains("read from its file"), "{twice}");
    }

    #[test]
    fn a_picture_of_another_host_needs_its_size() {
        let pictures = Pictures::new(PathBuf::new(), vec![HOST.to_owned()]);
        let url = format!("{HOST}/a.avif");
        let size = pictures.size(&url, Some("1200x750")).unwrap();
        assert_eq!(size, PictureSize { width: 1200, height: 750 });
        for written in [None, Some("3x0"), Some("3 by 2"), Some("")] {
            let refusal = pictures.size(&url, written).unwrap_err().to_string();
            assert!(refusal.contains("width and height"), "{refusal}");
        }
        let elsewhere = pictures.size("https://elsewhere.example/a.png", Some("3x2")).unwrap_err();
        assert!(elsewhere.to_string().contains("image host"), "{elsewhere}");
    }

    #[test]
    fn only_pictures_are_published_whether_or_not_a_text_shows_them() {
        let check = |files: &[(&str, &[u8])]| {
            let folder = tempfile::tempdir().unwrap();
            for (path, bytes) in files {
                let file = folder.path().join(path);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, bytes).unwrap();
            }
            Pictures::new(folder.path().to_owned(), vec![]).check_folder()
        };
        let drawing = b"<svg width='3' height='2'/>".as_slice();
        check(&[("a.png", PNG), ("pictures/b.svg", drawing), ("pictures/.DS_Store", b"")]).unwrap();
        let script = b"<svg width='3' height='2'><script>go()</script></svg>".as_slice();
        for (path, bytes, words) in [
            ("pictures/offer.html", b"<script>go()</script>".as_slice(), "ends in \"html\""),
            ("pictures/offer.svg", script, "has <script> in line 1, which is not allowed"),
            ("pictures/deep/go.js", b"go()", "ends in \"js\""),
            ("pictures/licence", b"", "the types are avif"),
            (".hidden.png", PNG, "begins with a dot"),
            (".from/2026-12-01/a.png", PNG, "begins with a dot"),
            (".hosted/index.html", b"", "begins with a dot"),
        ] {
            let refusal = format!("{:#}", check(&[("a.png", PNG), (path, bytes)]).unwrap_err());
            let named = path.split_once("/2026").map_or(path, |(folder, _)| folder);
            let named = named.strip_suffix("/index.html").unwrap_or(named);
            let named = format!("content/public/{named} would be published: delete it");
            assert!(refusal.contains(words) && refusal.contains(&named), "{refusal}");
        }
    }

    /// A name at the top is a part of a line in the rules for hosts, where these would be another rule.
    #[cfg(unix)]
    #[test]
    fn no_name_means_something_to_hosts() {
        for (name, is_refused) in [
            ("a\n  ! Content-Security-Policy", true),
            ("our team", true),
            ("*", true),
            (":all", true),
            ("team", false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let inside = folder.path().join(name);
            fs::create_dir(&inside).unwrap();
            fs::write(inside.join("our team: all.png"), PNG).unwrap();
            let checked = Pictures::new(folder.path().to_owned(), vec![]).check_folder();
            let refusal = checked.err().map(|it| format!("{it:#}")).unwrap_or_default();
            let words = "a character in its name that means something to hosts";
            assert_eq!(refusal.contains(words), is_refused, "{name}: {refusal}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_published() {
        use std::os::unix::fs::symlink;

        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("a.png"), PNG).unwrap();
        let link = |target: &Path, name: &str| {
            let folder = tempfile::tempdir().unwrap();
            symlink(target, folder.path().join(name)).unwrap();
            let pictures = Pictures::new(folder.path().join("public"), vec![]);
            let inside = Pictures::new(folder.path().to_owned(), vec![]);
            format!("{:#}", pictures.check_folder().and(inside.check_folder()).unwrap_err())
        };
        for (target, name, words) in [
            (outside.path().join("a.png"), "a.png", "is a link: put the picture itself there"),
            (outside.path().to_owned(), "pictures", "is a link"),
            (outside.path().to_owned(), "public", "is not a folder"),
        ] {
            let refusal = link(&target, name);
            assert!(refusal.contains(words), "{refusal}");
        }
    }

    #[test]
    fn what_cannot_be_shown_is_refused_with_what_to_do() {
        let mut heavy = PNG.to_vec();
        heavy.resize(usize::try_from(PICTURE_MAX_BYTES).unwrap() + 1, 0);
        for (name, bytes, words) in [
            ("a.png", &*heavy, "weighs 401 kB: make it smaller, 400 kB at most"),
            ("a.heic", PNG, "the types are avif, jpeg"),
            ("a.PNG", PNG, "ends in \"PNG\""),
            ("a.jpg", PNG, "content of a picture that ends in \"jpg\""),
            ("a.png", b"<html>", "content of a picture"),
            ("a.svg", b"<html/>", "begins with <html>"),
            ("a.svg", b"<svg", "is no drawing"),
            ("a.svg", b"<svg width='100%'/>", "without its size"),
        ] {
            let refusal = refusal(name, bytes);
            assert!(refusal.contains(words), "{refusal}");
        }
        let pictures = Pictures::new(PathBuf::new(), vec![]);
        for (url, words) in [("/none.png", "upload it"), ("/../a.png", "outside")] {
            let refusal = format!("{:#}", pictures.size(url, None).unwrap_err());
            assert!(refusal.contains(words) && refusal.contains(url), "{refusal}");
        }
    }
}

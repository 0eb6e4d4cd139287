//! A file that stands in for one that the site does not have.

use std::fs;
use std::path::Path;

use super::gzip;
use crate::failure::Failure;
use crate::shell::Tool;
use crate::verbs::bench::context::Bench;

/// How often the text's length is corrected by what it is compressed to.
const CORRECTIONS: u32 = 4;

/// Writes text into `file` that gzip makes `size` bytes of, or nearly so, and what it makes
/// beside it.
pub(super) fn write(bench: &Bench<'_>, file: &Path, size: u64) -> Result<(), Failure> {
    let mut length = size;
    for _ in 0..CORRECTIONS {
        fs::write(file, text(length)).map_err(|error| Failure::of_file(file, &error))?;
        Tool::new(bench.home, "gzip")
            .args(["--best", "--no-name", "--keep", "--force"])
            .args([file])
            .run()?;
        let compressed =
            fs::metadata(gzip(file)).map_err(|error| Failure::of_file(file, &error))?;
        length = length * size / compressed.len().max(1);
    }
    Ok(())
}

/// Digits without a pattern, and always the same ones, in what is a comment to a script.
fn text(length: u64) -> String {
    let mut state: u64 = 1;
    let digits = (0..length).map(|_| {
        // Knuth's generator for 64 bits. Its upper bits are the less regular ones.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'0' + (state >> 33) as u8 % 10)
    });
    std::iter::once('/').chain(std::iter::once('/')).chain(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_as_long_as_asked_and_always_the_same() {
        assert_eq!(text(1000).len(), 1002);
        assert_eq!(text(1000), text(1000));
        assert!(text(1000).starts_with("//"));
    }
}

//! Pictures are drawn or AVIF: whatever else shows the same is heavier.

use std::path::Path;

use super::sizes::files_below;
use crate::failure::Failure;

const LIGHT: [&str; 2] = ["svg", "avif"];
const HEAVY: [&str; 8] = ["png", "jpg", "jpeg", "webp", "gif", "bmp", "tiff", "ico"];
/// Systems and other sites ask for these, and take nothing else.
const ASKED_FOR: [&str; 4] = ["icons/", "apple-touch-icon.png", "favicon.", "social.png"];

/// Names the pictures of the built site that are neither, each with what to do.
pub(super) fn heavy_pictures(dist: &Path) -> Result<Vec<String>, Failure> {
    let files = files_below(dist)?.into_iter();
    let heavy = files.filter(|name| is_heavy(name));
    Ok(heavy.map(|name| format!("{name}: make it {} instead", LIGHT.join(" or "))).collect())
}

fn is_heavy(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    HEAVY.contains(&ending.as_str()) && !ASKED_FOR.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_others_ask_for_may_be_heavy() {
        for name in ["pictures/hotel.jpg", "assets/a-1b2c.PNG", "pictures/icons/a.png"] {
            assert!(is_heavy(name), "{name}");
        }
        for name in
            ["pictures/hotel.svg", "pictures/hotel.avif", "icons/icon-192.png", "social.png"]
        {
            assert!(!is_heavy(name), "{name}");
        }
    }
}

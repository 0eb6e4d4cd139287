//! Media types by file name.

/// The `Content-Type` of a path. Unknown types are offered for download, because `nosniff` forbids
/// guessing.
pub(crate) fn of(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == "feed.xml" {
        return "application/atom+xml; charset=utf-8";
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "xml" => "application/xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "avif" => "image/avif",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    }
}

/// Whether a browser renders the file as a document with its own styles and scripts. SVG counts,
/// because it can be opened directly.
pub(crate) fn is_document(path: &str) -> bool {
    of(path).starts_with("text/html") || of(path) == "image/svg+xml"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_that_browsers_check_are_exact() {
        assert_eq!(of("index.html"), "text/html; charset=utf-8");
        assert_eq!(of("assets/app-1a.js"), "text/javascript; charset=utf-8");
        assert_eq!(of("assets/rules-1a.wasm"), "application/wasm");
        assert_eq!(of("assets/text-1a.woff2"), "font/woff2");
        assert_eq!(of("site.webmanifest"), "application/manifest+json");
        assert_eq!(of("pictures/hotel.svg"), "image/svg+xml");
        assert_eq!(of("feed.xml"), "application/atom+xml; charset=utf-8");
        assert_eq!(of("sitemap.xml"), "application/xml; charset=utf-8");
    }

    #[test]
    fn letter_case_does_not_matter_and_dots_in_folders_are_not_extensions() {
        assert_eq!(of("PHOTO.JPG"), "image/jpeg");
        assert_eq!(of("a.html/licence"), "application/octet-stream");
        assert_eq!(of("unknown.xyz"), "application/octet-stream");
    }

    #[test]
    fn only_pages_and_svg_pictures_are_documents() {
        assert!(is_document("a.html"));
        assert!(is_document("a.svg"));
        assert!(!is_document("a.js"));
    }
}

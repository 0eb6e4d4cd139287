//! Drawings (SVG): what one may be made of, and its size.
//!
//! Opened by itself on a host that sends no policy, a drawing is a document of the site, and could run scripts or load
//! what others serve. So it has nothing but what a picture needs.

use anyhow::{Context, bail};
use roxmltree::{Attribute, Document, Node};

use crate::pictures::PictureSize;

const SVG: &str = "http://www.w3.org/2000/svg";
/// Of `xlink:href`, which drawing programs write in place of `href`.
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// Of `xml:lang` and `xml:space`.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The elements: shapes, groups, text, and what fills, cuts or repeats them.
const ELEMENTS: &str = "circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon \
    polyline radialGradient rect stop style svg symbol text textPath title tspan use";

/// The attributes that are names and words.
const WORDS: &str = "aria-hidden aria-label aria-labelledby class id lang role type version";

/// The attributes that say where something is and what it looks like, and the properties of a style beside them.
const LOOKS: &str = "alignment-baseline baseline-shift clip-path clip-rule clipPathUnits color color-interpolation cx cy d \
    direction display dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-size-adjust \
    font-stretch font-style font-variant font-weight fr fx fy gradientTransform gradientUnits height image-rendering \
    lengthAdjust letter-spacing marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask \
    mask-type maskContentUnits maskUnits media offset opacity orient overflow paint-order pathLength \
    patternContentUnits patternTransform patternUnits points preserveAspectRatio r refX refY rotate rx ry \
    shape-rendering spreadMethod startOffset stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset \
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style text-anchor text-decoration \
    text-rendering textLength transform transform-origin unicode-bidi vector-effect viewBox visibility width \
    word-spacing writing-mode x x1 x2 y y1 y2";

/// The functions that a style or a transformation may call.
const FUNCTIONS: &str = "calc hsl hsla matrix rgb rgba rotate scale skewx skewy translate url var";

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|it| it == name)
}

/// The size of a drawing in the units of its view box, which browsers show as pixels.
///
/// An error says what is not allowed in it, and where.
pub(crate) fn size_of_drawing(bytes: &[u8]) -> anyhow::Result<PictureSize> {
    let no_drawing = "is no drawing (SVG) that a browser could show";
    let text = std::str::from_utf8(bytes).context(no_drawing)?;
    if !is_read_as_it_is(text) {
        bail!("says of itself that its letters are not UTF-8, as browsers would read them then");
    }
    let document = Document::parse(text).context(no_drawing)?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        bail!("begins with <{}>: a drawing begins with <svg>", root.tag_name().name());
    }
    // Beside the drawing, too: a style sheet may be named before it.
    for node in document.root().descendants() {
        if let Some(what) = what_is_not_allowed(node) {
            let line = document.text_pos_at(node.range().start).row;
            bail!("has {what} in line {line}, which is not allowed in a drawing: leave it out");
        }
    }
    size(root)
        .context("is a drawing without its size: give its <svg> width and height, or a viewBox")
}

/// Whether browsers read the same letters: in another encoding, what is a comment here could be a script there.
fn is_read_as_it_is(text: &str) -> bool {
    let declaration = text.trim_start_matches('\u{feff}').strip_prefix("<?xml");
    let declaration = declaration.and_then(|rest| rest.split_once("?>")).map(|(inside, _)| inside);
    let encoding = declaration.and_then(|inside| inside.split_once("encoding"));
    encoding.is_none_or(|(_, value)| {
        let value =
            value.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '=');
        let value = value.to_ascii_lowercase();
        value.starts_with("\"utf-8\"") || value.starts_with("'utf-8'")
    })
}

/// What a node has that no picture needs.
fn what_is_not_allowed(node: Node<'_, '_>) -> Option<String> {
    if let Some(instruction) = node.pi() {
        return Some(format!("<?{}?>", instruction.target));
    }
    if !node.is_element() {
        return None;
    }
    let name = node.tag_name();
    if !matches!(name.namespace(), None | Some(SVG)) || !has(ELEMENTS, name.name()) {
        return Some(format!("<{}>", name.name()));
    }
    if let Some(attribute) = node.attributes().find(|attribute| !is_allowed(node, attribute)) {
        return Some(format!("{}={:?} at <{}>", attribute.name(), attribute.value(), name.name()));
    }
    // A comment divides a text for XML, and does not for CSS.
    let texts: String = node.children().filter(Node::is_text).filter_map(|it| it.text()).collect();
    (name.name() == "style" && !stays_inside(&texts))
        .then(|| "a <style> that leads out of it".into())
}

fn is_allowed(node: Node<'_, '_>, attribute: &Attribute<'_, '_>) -> bool {
    let (name, value) = (attribute.name(), attribute.value().trim());
    match (attribute.namespace(), name) {
        (None | Some(XLINK), "href") => {
            value.starts_with('#') || (node.tag_name().name() == "image" && is_picture(value))
        }
        (Some(XML), "lang" | "space") => true,
        (Some(_), _) => false,
        (None, _) => has(WORDS, name) || (has(LOOKS, name) && stays_inside(value)),
    }
}

/// Whether a text in CSS calls no function but those that are known, addresses nothing but a part of the drawing, and has
/// no rule but `@media`. It has no escapes, which could spell anything.
fn stays_inside(css: &str) -> bool {
    let css = css.to_ascii_lowercase();
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let calls_known = css.match_indices('(').all(|(at, _)| {
        let (before, after) = (&css[..at], &css[at + 1..]);
        let name = before.rsplit(|letter| !is_of_name(letter)).next().unwrap_or_default();
        let target = after.trim_start().trim_start_matches(['"', '\'']);
        // A bracket without a name is one of `@media`.
        let is_known = name.is_empty() || has(FUNCTIONS, name);
        is_known && (name != "url" || target.starts_with('#'))
    });
    let has_only_media = css.split('@').skip(1).all(|rule| rule.starts_with("media"));
    calls_known && has_only_media && !css.contains('\\')
}

/// Whether an address is a picture of pixels itself. A drawing within would have to be looked at, too.
fn is_picture(address: &str) -> bool {
    let kind = address.strip_prefix("data:image/").and_then(|rest| rest.split_once([';', ',']));
    kind.is_some_and(|(kind, _)| ["avif", "gif", "jpeg", "png", "webp"].contains(&kind))
}

fn size(root: Node<'_, '_>) -> Option<PictureSize> {
    let pixels = |text: &str| {
        let pixels = text.trim_end_matches("px").parse::<f64>().ok()?.round();
        // From 1 to a number that f64 and u32 both have.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is in range"
        )]
        (1.0..=1e6).contains(&pixels).then_some(pixels as u32)
    };
    let side = |name| root.attribute(name).and_then(pixels);
    if let (Some(width), Some(height)) = (side("width"), side("height")) {
        return Some(PictureSize { width, height });
    }
    let view_box = root.attribute("viewBox")?;
    let numbers: Vec<_> = view_box.split([' ', ',']).filter(|number| !number.is_empty()).collect();
    let [_, _, width, height] = numbers[..] else { return None };
    Some(PictureSize { width: pixels(width)?, height: pixels(height)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inside: &str) -> anyhow::Result<PictureSize> {
        let text = format!("<svg xmlns='{SVG}' width='3' height='2'>\n{inside}</svg>");
        size_of_drawing(text.as_bytes())
    }

    #[test]
    fn a_drawing_has_shapes_groups_gradients_text_and_parts_of_itself() {
        for inside in [
            "<title>A (very) small @ hotel</title><desc>url(x)</desc>",
            "<g fill='none' transform='translate(1 2) rotate(3)'><path d='M0 0h1'/><rect rx='1'/></g>",
            "<defs><linearGradient id='a'><stop offset='0' stop-color='rgb(1,2,3)'/></linearGradient>\
             <radialGradient href='#a' gradientUnits='userSpaceOnUse'/></defs>\
             <circle fill='url(#a)' style='stroke: url( \"#a\" ); opacity: .5'/><use href='#a'/>",
            "<text text-anchor='middle'>Doha<tspan dx='1'>!</tspan></text>",
            "<image href='data:image/png;base64,iVBORw0KGgo=' width='1' height='1'/>",
            "<style>.ink { fill: #123 } @media (prefers-color-scheme: dark) { .ink { fill: #fff } }</style>",
            "<g xmlns:xlink='http://www.w3.org/1999/xlink' xml:space='preserve'><use xlink:href='#a'/></g>",
            "<g role='img' aria-label='offices(2) @ Doha \\ Chennai'/><!-- <script/> -->",
        ] {
            let size = of(inside).unwrap_or_else(|refused| panic!("{inside}: {refused}"));
            assert_eq!(size, PictureSize { width: 3, height: 2 });
        }
    }

    #[test]
    fn what_no_picture_needs_is_named_with_its_line() {
        for (inside, what) in [
            ("<g>\n<script>go()</script></g>", "<script> in line 3"),
            ("<SCRIPT/>", "<SCRIPT> in line 2"),
            ("<path onload='go()'/>", "onload=\"go()\" at <path> in line 2"),
            ("<a href='#b'/>", "<a>"),
            ("<set attributeName='href'/>", "<set>"),
            ("<animate/>", "<animate>"),
            ("<foreignObject><p/></foreignObject>", "<foreignObject>"),
            ("<x:script xmlns:x='http://www.w3.org/1999/xhtml'/>", "<script>"),
            ("<x:g xmlns:x='http://www.w3.org/1999/xhtml'/>", "<g>"),
            ("<g xmlns:x='http://inkscape.example' x:label='1'/>", "label=\"1\" at <g>"),
            ("<use href='b.svg#b'/>", "href=\"b.svg#b\" at <use>"),
            ("<use href='data:image/png;base64,iVBORw0KGgo='/>", "at <use>"),
            ("<image href='https://images.example/a.png'/>", "at <image>"),
            (
                "<use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='b.svg#b'/>",
                "href=\"b.svg#b\" at <use>",
            ),
            (
                "<g xmlns:xlink='http://www.w3.org/1999/xlink' xlink:show='new'/>",
                "show=\"new\" at <g>",
            ),
            ("<g xml:base='https://images.example/'/>", "base="),
            ("<image href='data:image/svg+xml,%3Csvg/%3E'/>", "at <image>"),
            ("<image href='data:text/html,x'/>", "at <image>"),
            ("<image href='data:image/png'/>", "at <image>"),
            ("<path fill='url(https://images.example/a.svg#a)'/>", "fill="),
            ("<path style='fill: URL( &quot;a.svg#a&quot; )'/>", "style="),
            ("<path style='fill: u\\72l(a.svg#a)'/>", "style="),
            ("<path style='cursor: image-set(\"a.png\" 1x)'/>", "style="),
            ("<path cursor='pointer'/>", "cursor="),
            ("<style>@import 'https://fonts.example/a.css';</style>", "a <style> that leads out"),
            ("<style>@imp<!-- -->ort 'a.css';</style>", "a <style> that leads out"),
            ("<style><![CDATA[@font-face { src: url(a.woff2) }]]></style>", "a <style>"),
            ("<?xml-stylesheet href='a.xsl'?>", "<?xml-stylesheet?> in line 2"),
        ] {
            let refused = of(inside).expect_err(inside).to_string();
            assert!(refused.starts_with("has ") && refused.contains(what), "{inside}: {refused}");
            assert!(refused.ends_with("not allowed in a drawing: leave it out"), "{refused}");
        }
        let declared = |encoding: &str| {
            let text = format!(
                "<?xml version='1.0' {encoding}?><svg xmlns='{SVG}' width='3' height='2'/>"
            );
            size_of_drawing(text.as_bytes()).map_err(|refused| refused.to_string())
        };
        for same in ["", "encoding='UTF-8'", "encoding = \"utf-8\" standalone='yes'"] {
            assert!(declared(same).is_ok(), "{same}");
        }
        for other in ["encoding='Shift_JIS'", "encoding=\n'ISO-2022-JP'", "encoding='utf-8x'"] {
            assert!(declared(other).unwrap_err().contains("are not UTF-8"), "{other}");
        }
        let before = size_of_drawing(b"<?xml-stylesheet href='a.xsl'?><svg width='3' height='2'/>");
        assert!(before.unwrap_err().to_string().contains("<?xml-stylesheet?> in line 1"));
    }
}

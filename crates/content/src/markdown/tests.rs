use std::path::PathBuf;

use serde_json::{Value, json};

use super::blocks;
use crate::pictures::Pictures;

fn tree(body: &str) -> Value {
    let pictures = Pictures::new(PathBuf::new(), vec!["https://images.example".to_owned()]);
    serde_json::to_value(blocks(body, &pictures).unwrap()).unwrap()
}

fn refusal(body: &str) -> String {
    blocks(body, &Pictures::default()).err().map(|error| format!("{error:#}")).unwrap()
}

fn text(text: &str) -> Value {
    json!({ "kind": "text", "text": text })
}

fn paragraph(words: &str) -> Value {
    json!({ "kind": "paragraph", "content": [text(words)] })
}

#[test]
fn a_line_break_in_the_source_is_a_space_in_the_paragraph() {
    assert_eq!(tree("one\ntwo"), json!([paragraph("one two")]));
}

#[test]
fn headings_get_anchors_that_are_unique() {
    let tree = tree("## The *first* week\n\n### The first week");
    assert_eq!(tree[0]["id"], "the-first-week");
    assert_eq!(tree[0]["level"], 2);
    assert_eq!(tree[1]["id"], "the-first-week-2");
    assert_eq!(tree[1]["level"], 3);
}

#[test]
fn items_of_a_tight_list_are_paragraphs_too() {
    let list = json!({
        "kind": "list",
        "ordered": false,
        "items": [[paragraph("one")], [paragraph("two")]],
    });
    assert_eq!(tree("- one\n- two"), json!([list]));
}

#[test]
fn lists_nest() {
    let inner = json!({ "kind": "list", "ordered": false, "items": [[paragraph("b")]] });
    let outer = json!({ "kind": "list", "ordered": true, "items": [[paragraph("a"), inner]] });
    assert_eq!(tree("1. a\n   - b"), json!([outer]));
}

#[test]
fn a_tight_list_item_may_start_with_emphasis() {
    let strong = json!({ "kind": "strong", "content": [text("one")] });
    let item = json!({ "kind": "paragraph", "content": [strong, text(" two")] });
    assert_eq!(tree("- **one** two")[0]["items"][0][0], item);
}

#[test]
fn a_quote_holds_blocks() {
    assert_eq!(tree("> wise"), json!([{ "kind": "quote", "content": [paragraph("wise")] }]));
}

#[test]
fn a_picture_alone_in_its_paragraph_becomes_a_block() {
    let picture = json!({ "kind": "picture", "url": "https://images.example/a.svg", "alt": "A hotel",
        "width": 1200, "height": 800 });
    assert_eq!(tree("![A hotel](https://images.example/a.svg \"1200x800\")"), json!([picture]));
    let pictures = Pictures::new(PathBuf::new(), vec!["https://images.example".to_owned()]);
    let nameless = blocks("![](https://images.example/a.svg \"3x2\")", &pictures).unwrap_err();
    assert!(nameless.to_string().contains("description"), "{nameless}");
}

#[test]
fn a_link_keeps_its_address_and_words() {
    let link = json!({ "kind": "link", "url": "/contact", "content": [text("write to us")] });
    assert_eq!(tree("[write to us](/contact)")[0]["content"], json!([link]));
    for url in ["/", "#top", "https://other.example/a?b=%20", "mailto:a@b.example?subject=Hi%20you"]
    {
        assert_eq!(tree(&format!("[x]({url})"))[0]["content"][0]["url"], url);
    }
}

#[test]
fn unsupported_markdown_is_refused_by_name() {
    for (body, word) in [
        ("<script>1</script>", "HTML"),
        ("a <b>bold</b> word", "HTML"),
        ("# Title", "H1"),
        ("    code", "CodeBlock"),
        ("[x](javascript:alert)", "javascript"),
        ("[x](//evil.example)", "evil.example"),
        ("[x](/\\evil.example)", "evil.example"),
        ("[x](/\\\\evil.example)", "evil.example"),
        ("[x](</\t/evil.example>)", "evil.example"),
        ("[x](</two words>)", "two words"),
        ("![x](/a.svg)", "upload it"),
        ("![x](/a.svg \"3x2\")", "read from its file"),
        ("![x](https://elsewhere.example/a.png)", "image host"),
        ("word ![x](/a.svg \"3x2\")", "paragraph of its own"),
    ] {
        let refusal = refusal(body);
        assert!(refusal.contains(word), "{body}: {refusal}");
    }
}

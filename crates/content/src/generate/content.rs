//! Checks the company's content and writes it as typed modules.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use content::{Post, PostSummary, Services, Site, read_post};
use serde::de::DeserializeOwned;

use crate::module::{Module, literal};
use crate::output::Output;

/// Writes `web/src/content/generated/`; returns how many files have changed.
pub(crate) fn write(root: &Path) -> anyhow::Result<usize> {
    let source = root.join("content");
    let site: Site = json(&source.join("site.json"))?;
    site.check().context("content/site.json")?;
    let services: Services = json(&source.join("services.json"))?;
    services.check().context("content/services.json")?;
    let posts = posts(&source.join("posts"), &site)?;

    let mut output = Output::default();
    output.add("site.ts", site_module(&site)?);
    output.add("offers.ts", offers_module(&services)?);
    output.add("services.ts", services_module(&services)?);
    output.add("posts.ts", posts_module(&posts)?);
    output.add("post-bodies.ts", bodies_module(&posts));
    for (summary, post) in &posts {
        output.add(format!("posts/{}.ts", summary.slug), post_module(post)?);
    }
    output.write(&root.join("web/src/content/generated"))
}

fn json<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(file).with_context(|| format!("content/{name}"))?;
    serde_json::from_str(&text).with_context(|| format!("content/{name}"))
}

/// All posts, newest first.
fn posts(folder: &Path, site: &Site) -> anyhow::Result<Vec<(PostSummary, Post)>> {
    let mut files: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?,
        // No folder, no posts: the list says so.
        Err(_) => Vec::new(),
    };
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    let mut posts =
        files.iter().map(|file| post(file, site)).collect::<anyhow::Result<Vec<_>>>()?;
    posts.sort_by(|(a, _), (b, _)| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
    Ok(posts)
}

fn post(file: &Path, site: &Site) -> anyhow::Result<(PostSummary, Post)> {
    let slug = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let read = || read_post(&slug, &fs::read_to_string(file)?, &site.image_hosts);
    read().with_context(|| format!("content/posts/{slug}.md"))
}

fn site_module(site: &Site) -> anyhow::Result<String> {
    let mut module = Module::new("content/site.json");
    module.import_types(&["Site"], "@bindings");
    module.constant("The company and the site as a whole.", "site", "Site", site)?;
    Ok(module.text())
}

/// The home page needs these without the services' full texts.
fn offers_module(services: &Services) -> anyhow::Result<String> {
    let mut module = Module::new("content/services.json");
    module.import_types(&["OfferCard"], "@bindings");
    let cards = services.offer_cards()?;
    module.constant("The cards of What We Offer.", "offers", "readonly OfferCard[]", &cards)?;
    Ok(module.text())
}

fn services_module(services: &Services) -> anyhow::Result<String> {
    let mut module = Module::new("content/services.json");
    module.import_types(&["Service"], "@bindings");
    let services = &services.services;
    module.constant("The services, in full.", "services", "readonly Service[]", services)?;
    Ok(module.text())
}

fn posts_module(posts: &[(PostSummary, Post)]) -> anyhow::Result<String> {
    let summaries: Vec<_> = posts.iter().map(|(summary, _)| summary).collect();
    let mut module = Module::new("content/posts");
    module.import_types(&["PostSummary"], "@bindings");
    let doc = "The posts, newest first, as the list shows them.";
    module.constant(doc, "posts", "readonly PostSummary[]", &summaries)?;
    Ok(module.text())
}

/// Each post's body is a chunk of its own, so that a reader downloads one and not all.
fn bodies_module(posts: &[(PostSummary, Post)]) -> String {
    let mut module = Module::new("content/posts");
    module.import_types(&["Post"], "@bindings");
    let entry = |summary: &PostSummary| {
        format!("  \"{slug}\": () => import(\"./posts/{slug}\"),\n", slug = summary.slug)
    };
    let entries: String = posts.iter().map(|(summary, _)| entry(summary)).collect();
    module.add(&format!(
        "/** How to load each post, by slug. */\n\
         export const postBodies: Readonly<Record<string, () => Promise<{{ default: Post }}>>> = \
         {{\n{entries}}};"
    ));
    module.text()
}

fn post_module(post: &Post) -> anyhow::Result<String> {
    let mut module = Module::new("content/posts");
    module.import_types(&["Post"], "@bindings");
    module.add(&format!("export default {} satisfies Post;", literal(post)?));
    Ok(module.text())
}

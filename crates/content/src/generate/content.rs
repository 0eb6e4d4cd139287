//! Checks the company's content and writes it as TypeScript modules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use content::{
    ContentError, Post, PostSummary, ServicePage, Services, Site, TextPage, TextPageLink,
    read_post, read_service_page, read_text_page, related,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::module::{Module, literal};
use crate::output::Output;

/// The address of the search page, which has no file in `content/`.
const SEARCH: &str = "/search";
/// The address of the service worker, which has none either.
const WORKER: &str = "/sw.js";

/// Everything that is published.
struct Content {
    site: Site,
    services: Services,
    /// Newest first.
    posts: Vec<(PostSummary, Post)>,
    /// By their names.
    text_pages: BTreeMap<String, TextPage>,
    /// Whether there is a search page.
    search: bool,
    /// Whether the site can be read offline.
    worker: bool,
    /// By the ids of their services.
    service_pages: BTreeMap<String, ServicePage>,
}

/// Writes `web/src/content/generated/`; returns how many files have changed.
pub(crate) fn write(root: &Path) -> anyhow::Result<usize> {
    let source = root.join("content");
    let content = Content::read(&source, json(&source.join("site.json"))?)?;
    content.modules()?.write(&root.join("web/src/content/generated"))
}

impl Content {
    /// Reads a folder, without what the site has switched off.
    fn read(source: &Path, site: Site) -> anyhow::Result<Self> {
        site.check().context("content/site.json")?;
        let services: Services = json(&source.join("services.json"))?;
        services.check().context("content/services.json")?;
        let hosts = &site.image_hosts;
        let mut posts: Vec<_> =
            texts(&source.join("posts"), |slug, text| read_post(slug, text, hosts))?
                .into_values()
                .collect();
        posts.sort_by(|(a, _), (b, _)| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
        let mut text_pages =
            texts(&source.join("pages"), |name, text| read_text_page(name, text, hosts))?;
        let mut service_pages = texts(&source.join("services"), |id, text| {
            read_service_page(id, text, &services.services, hosts)
        })?;

        let is_on = |address| !site.switched_off.iter().any(|off| off == address);
        let (search, worker) = (is_on(SEARCH), is_on(WORKER));
        for address in &site.switched_off {
            if [SEARCH, WORKER].contains(&address.as_str()) {
                continue;
            }
            let before = posts.len() + text_pages.len() + service_pages.len();
            posts.retain(|(post, _)| *address != format!("/blog/{}", post.slug));
            text_pages.retain(|name, _| *address != format!("/{name}"));
            service_pages.retain(|id, _| *address != format!("/services/{id}"));
            if posts.len() + text_pages.len() + service_pages.len() == before {
                return Err(ContentError::NothingToSwitchOff(address.clone()))
                    .context("content/site.json");
            }
        }

        let summaries: Vec<_> = posts.iter().map(|(summary, _)| summary.clone()).collect();
        for (summary, post) in &mut posts {
            post.related = related(summary, &summaries);
        }
        let ids: Vec<_> = service_pages.keys().map(String::as_str).collect();
        let services = services.with_pages(&ids);
        Ok(Self { site, services, posts, text_pages, search, worker, service_pages })
    }

    fn modules(&self) -> anyhow::Result<Output> {
        let mut output = Output::default();
        let mut site = Module::new("content/site.json");
        site.import_types(&["Site"], "@bindings");
        site.constant("The company and the site as a whole.", "site", "Site", &self.site)?;
        output.add("site.ts", site.text());
        let mut services = Module::new("content/services.json");
        services.import_types(&["Service"], "@bindings");
        let all = &self.services.services;
        services.constant("The services, in full.", "services", "readonly Service[]", all)?;
        output.add("services.ts", services.text());
        // The home page uses this and does not load the services' full texts.
        let mut offers = Module::new("content/services.json");
        offers.import_types(&["OfferCard"], "@bindings");
        let cards = self.services.offer_cards()?;
        offers.constant("The cards of What We Offer.", "offers", "readonly OfferCard[]", &cards)?;
        output.add("offers.ts", offers.text());
        let mut posts = Module::new("content/posts");
        posts.import_types(&["PostSummary"], "@bindings");
        let summaries: Vec<_> = self.posts.iter().map(|(summary, _)| summary).collect();
        let doc = "The posts, newest first, as the list shows them.";
        posts.constant(doc, "posts", "readonly PostSummary[]", &summaries)?;
        output.add("posts.ts", posts.text());
        output.add("addresses.ts", self.addresses_module()?);
        let posts = self.posts.iter().map(|(summary, post)| (&summary.slug, post));
        add_bodies(&mut output, "Post", "posts", posts)?;
        add_bodies(&mut output, "TextPage", "text-pages", &self.text_pages)?;
        add_bodies(&mut output, "ServicePage", "service-pages", &self.service_pages)?;
        Ok(output)
    }

    /// The addresses of content pages, for the router and the footer.
    fn addresses_module(&self) -> anyhow::Result<String> {
        let mut module = Module::new("content");
        module.import_types(&["TextPageLink"], "@bindings");
        let link = |(name, page): (&String, &TextPage)| TextPageLink {
            url: format!("/{name}"),
            title: page.title.clone(),
        };
        let text_pages: Vec<_> = self.text_pages.iter().map(link).collect();
        let doc = "The pages of text, as the footer names them.";
        module.constant(doc, "textPages", "readonly TextPageLink[]", &text_pages)?;
        let ids: Vec<_> = self.service_pages.keys().collect();
        let doc = "Whether there is a page to search.";
        module.constant(doc, "hasSearch", "boolean", &self.search)?;
        let doc = "Whether the site opens without a connection.";
        module.constant(doc, "opensOffline", "boolean", &self.worker)?;
        let doc = "The services with pages of their own, by id.";
        module.constant(doc, "serviceIds", "readonly string[]", &ids)?;
        Ok(module.text())
    }
}

fn json<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(file).with_context(|| format!("content/{name}"))?;
    serde_json::from_str(&text).with_context(|| format!("content/{name}"))
}

/// Reads the Markdown files of a folder, by name without extension. A missing folder counts as
/// empty.
fn texts<T>(
    folder: &Path,
    read: impl Fn(&str, &str) -> anyhow::Result<T>,
) -> anyhow::Result<BTreeMap<String, T>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(BTreeMap::new()) };
    let files: Vec<PathBuf> = entries.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    let is_text = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "md");
    let read_file = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let found =
            fs::read_to_string(file).map_err(Into::into).and_then(|text| read(&name, &text));
        Ok((name, found.with_context(|| file.display().to_string())?))
    };
    files.iter().filter(is_text).map(read_file).collect()
}

/// Adds each text of a type as a separate chunk, so that a reader downloads only one; and
/// `<folder>-bodies.ts`, which loads them.
fn add_bodies<'a, Body: Serialize + 'a>(
    output: &mut Output,
    of: &str,
    folder: &str,
    bodies: impl IntoIterator<Item = (&'a String, &'a Body)>,
) -> anyhow::Result<()> {
    let source = format!("content/{folder}");
    let mut entries = String::new();
    for (name, body) in bodies {
        let mut module = Module::new(&source);
        module.import_types(&[of], "@bindings");
        module.add(&format!("export default {} satisfies {of};", literal(body)?));
        output.add(format!("{folder}/{name}.ts"), module.text());
        entries += &format!("  \"{name}\": () => import(\"./{folder}/{name}\"),\n");
    }
    let mut module = Module::new(&source);
    module.import_types(&[of], "@bindings");
    module.add(&format!(
        "/** How to load each, by name. */\n\
         export const bodies: Readonly<Record<string, () => Promise<{{ default: {of} }}>>> = \
         {{\n{entries}}};"
    ));
    output.add(format!("{folder}-bodies.ts"), module.text());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content of this repository with these addresses switched off.
    fn content_without(addresses: &[&str]) -> anyhow::Result<Content> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
        let mut site: Site = json(&source.join("site.json"))?;
        site.switched_off = addresses.iter().map(ToString::to_string).collect();
        Content::read(&source, site)
    }

    #[test]
    fn switched_off_pages_have_no_links() {
        let all = content_without(&[]).unwrap();
        let off =
            ["/terms", "/services/it-services", "/blog/hotel-chandrayan-najibabad", SEARCH, WORKER];
        let content = content_without(&off).unwrap();
        assert_eq!(content.text_pages.len() + 1, all.text_pages.len());
        assert_eq!(content.posts.len() + 1, all.posts.len());
        assert!(all.search && !content.search);
        assert!(all.worker && !content.worker);
        let related = content.posts.iter().flat_map(|(_, post)| &post.related);
        assert!(!related.into_iter().any(|slug| slug == "hotel-chandrayan-najibabad"));
        let cards = content.services.offer_cards().unwrap();
        let urls: Vec<_> = cards.iter().map(|card| card.url.as_str()).collect();
        assert!(urls.contains(&"/services#it-services"), "{urls:?}");
        assert!(urls.contains(&"/services/mro-consulting"), "{urls:?}");
    }

    #[test]
    fn only_existing_addresses_can_be_switched_off() {
        for address in ["/imprint", "/contact", "terms"] {
            let error = content_without(&[address]).err().unwrap();
            assert!(format!("{error:#}").contains(address), "{error:#}");
        }
    }
}
